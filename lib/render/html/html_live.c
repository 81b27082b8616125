/*
 * html_live: what makes a page alive: the program as a module, the files of its lesson, and the
 * script between them and the reader.
 *
 * All of it stands in the page, files packed and in letters (html_data.c).
 */
#include <string.h>

#include "lesson/builtin/library.h"
#include "render/html/html.h"

const char attn_html_lesson_script[] = "page.js", attn_html_sheet_script[] = "sheet.js";
static const char module_name[] = "attnviz.wasm.gz", load_name[] = "load.js",
                  worker_name[] = "worker.js", licences_name[] = "licences.html";

const char *attn_html_lives(const attn_run *run, const char *script)
{
    return attn_builtin_file_of(module_name) && attn_run_is_handed(run) ? script : NULL;
}

/* ---- what it is allowed ---- */

/* " 'sha256-…'"; nothing for what is not carried. */
static void add_sum(const char *script, attn_text *out)
{
    attn_text name = {0};
    attn_text_print(&name, "%s.sha256", script);
    const attn_builtin_file *sum = attn_builtin_file_of(attn_text_string(&name));
    attn_text_end(&name, out);
    if (sum) attn_text_print(out, " 'sha256-%.*s'", (int)sum->length, (const char *)sum->bytes);
}

/* The page's own script runs, by its checksum, and what it compiles; nothing is loaded, whatever
 * stands in the lesson. */
void attn_html_policy(const char *script, attn_text *out)
{
    attn_text_add(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'; img-src data:");
    if (script && attn_builtin_file_of(script)) {
        attn_text_add(out, "; script-src");
        add_sum(load_name, out);
        add_sum(script, out);
        attn_text_add(out, " 'wasm-unsafe-eval'; worker-src blob:");
    }
    attn_text_add(out, "\">\n");
}

/* ---- the wishes of the run, as lines of a request ---- */

/* A wish is a line, so a line break inside it becomes a blank. */
static void add_wish(const char *word, const char *text, attn_text *out)
{
    attn_text_add(out, word);
    for (const char *end; (end = strpbrk(text, "\r\n")); text = end + 1) {
        attn_text_add_bytes(out, text, (size_t)(end - text));
        attn_text_add(out, " ");
    }
    attn_text_add(out, text);
    attn_text_add(out, "\n");
}

static void add_wishes(const char *word, const char *const *texts, size_t count, attn_text *out)
{
    for (size_t i = 0; i < count; i++) add_wish(word, texts[i], out);
}

static void add_inputs(const attn_run *run, attn_text *out)
{
    const attn_options *options = attn_run_options(run);
    for (size_t i = 0; i < options->input_count; i++) {
        const char *name = options->inputs[2 * i], *text = options->inputs[2 * i + 1];
        const char *file = attn_run_handed_name(run, name);
        attn_text_print(out, "input %s", name);
        add_wish("=", file ? file : text, out);
    }
}

static void add_request(const attn_run *run, const attn_show_options *show, attn_text *out)
{
    const attn_options *options = attn_run_options(run);
    const attn_lesson *lesson = attn_run_lesson(run);
    const char *name;
    add_wish("lesson ", attn_lesson_name(lesson), out);
    if (options->sentence) add_wish("sentence ", options->sentence, out);
    if (options->ids) add_wish("ids ", options->ids, out);
    if (options->seeded) attn_text_print(out, "seed %llu\n", (unsigned long long)options->seed);
    if (options->training && options->training->every)
        attn_text_print(out, "every %zu\n", options->training->every);
    if (options->varied)
        attn_text_print(out, "worksheet %llu\n", (unsigned long long)options->varied->seed);
    add_inputs(run, out);
    add_wishes("set ", options->sets, options->set_count, out);
    for (size_t i = 0; (name = attn_lesson_thrown_at(lesson, i)); i++)
        add_wish("without ", name, out);
    add_wishes("arithmetic ", options->arithmetics, options->arithmetic_count, out);
    add_wishes("zoom ", options->zooms, options->zoom_count, out);
    add_wishes("only ", show->only, show->only_count, out);
    add_wishes("at ", show->at, show->at_count, out);
}

/* ---- its parts ---- */

typedef struct page_files { /* of a page, on their way into it */
    const attn_run *run;
    attn_text *out;
    attn_text sources; /* what weights learned from */
} page_files;

static bool add_file(void *user, const char *name, const char *bytes, size_t length)
{
    page_files *files = user;
    const char *source = attn_handed_source(files->run, name, bytes, length);
    attn_html_data("file", name, bytes, length, files->out);
    if (source) attn_text_add(&files->sources, "<p>The weights ");
    if (source) attn_html_words(name, &files->sources);
    if (source) attn_text_add(&files->sources, " learned from: ");
    if (source) attn_html_words(source, &files->sources);
    if (source) attn_text_add(&files->sources, ".</p>\n");
    return !files->out->failed;
}

/* A script of the program's own, which does not end the element that it stands in. */
static void add_script(const char *begin, const char *name, attn_text *out)
{
    const attn_builtin_file *file = attn_builtin_file_of(name);
    if (!file) return;
    attn_text_add(out, begin);
    attn_text_add_bytes(out, (const char *)file->bytes, file->length);
    attn_text_add(out, "</script>\n");
}

/* At the foot of the page: whose work stands in it. */
static void add_sources(attn_text *sources, attn_text *out)
{
    const attn_builtin_file *file = attn_builtin_file_of(licences_name);
    attn_text_add(out, "<section class=\"sources\" "
                       "aria-label=\"Sources\"><details><summary>Sources and licences</summary>\n");
    attn_text_add(out, attn_text_string(sources));
    if (file) attn_text_add_bytes(out, (const char *)file->bytes, file->length);
    attn_text_add(out, "</details></section>\n");
    attn_text_end(sources, out);
}

bool attn_html_live(const attn_run *run, const attn_show_options *options, attn_html_life life,
                    attn_text *out, attn_status *status)
{
    const attn_builtin_file *module = attn_builtin_file_of(module_name);
    const attn_builtin_file *script = attn_builtin_file_of(life.script);
    attn_text request = {0};
    if (!module || !script || !attn_html_lives(run, life.script)) return true;
    add_request(run, options, &request);
    if (life.wishes) attn_text_add(&request, life.wishes);
    attn_html_wishes(&request, out);
    page_files files = {.run = run, .out = out};
    bool done = !request.failed && attn_run_hand(run, add_file, &files, status);
    attn_text_free(&request);
    if (life.drawn) attn_text_add_bytes(out, life.drawn->bytes, life.drawn->length);
    if (life.drawn) attn_text_end(life.drawn, out);
    add_sources(&files.sources, out);
    attn_html_data("module", module_name, module->bytes, module->length, out);
    add_script("<script type=\"text/plain\" class=\"worker\">", worker_name, out);
    attn_html_data("script", life.script, script->bytes, script->length, out);
    add_script("<script>", load_name, out);
    return done || attn_no_memory(status, "writing the page");
}
