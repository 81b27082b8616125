/*
 * html_course: the pages of the course around its lessons, and the ways between them.
 */
#include <string.h>

#include "formula/print/typeset.h"
#include "render/html/course.h"
#include "render/html/html.h"

const char attn_course_index_name[] = "index.html", attn_course_glossary_name[] = "glossary.html";

/* ---- links ---- */

/* The title of a lesson of the program leads to its page. relation: "next", or NULL. */
static void add_lesson_link(const attn_builtin_lesson *lesson, const char *relation,
                            const char *arrow, attn_arena *arena, attn_text *out)
{
    const char *title, *summary;
    if (!attn_builtin_lesson_describe(lesson, arena, &title, &summary)) return;
    attn_text_print(out, "<a href=\"%s.html\"", lesson->name);
    if (relation) attn_text_print(out, " rel=\"%s\"", relation);
    attn_text_print(out, ">%s", arrow);
    attn_html_words(title, out);
    attn_text_add(out, "</a>");
}

/* "recap" is a lesson too. */
static void add_places(attn_text *out)
{
    attn_text_print(out,
                    "<a href=\"%s\">All lessons</a> <a href=\"%s\">Glossary</a> "
                    "<a href=\"recap.html\">Recap</a>",
                    attn_course_index_name, attn_course_glossary_name);
}

static void add_sheet_link(const char *lesson, attn_text *out)
{
    attn_text_print(out, " <a href=\"%s-worksheet.html\">Worksheet</a>", lesson);
}

static void add_ways(size_t place, bool sheet, attn_arena *arena, attn_text *out)
{
    const attn_builtin_lesson *before = place > 0 ? attn_builtin_lesson_at(place - 1) : NULL;
    const attn_builtin_lesson *next = attn_builtin_lesson_at(place + 1);
    attn_text_add(out, "<p class=\"ways\">");
    add_places(out);
    if (sheet) add_sheet_link(attn_builtin_lesson_at(place)->name, out);
    attn_text_add(out, before ? " " : "");
    if (before) add_lesson_link(before, "prev", "← ", arena, out);
    attn_text_add(out, next ? " " : "");
    if (next) add_lesson_link(next, "next", "→ ", arena, out);
    attn_text_add(out, "</p>\n");
}

static bool shows(const attn_term *term, const char *lesson)
{
    for (size_t i = 0; i < term->lesson_count; i++)
        if (strcmp(term->lessons[i], lesson) == 0) return true;
    return false;
}

static void add_name(const char *name, attn_text *out)
{
    attn_text typeset = {0};
    attn_typeset_word(name, &typeset);
    attn_html_words(attn_text_string(&typeset), out);
    attn_text_end(&typeset, out);
}

/* What the glossary has of a lesson: its terms, and the names that it alone uses so. */
static void add_symbols(const attn_glossary *glossary, const char *lesson, attn_text *out)
{
    attn_text_add(out, "<details><summary>Symbols and words of this lesson"
                       "</summary>\n<ul>\n");
    for (size_t i = 0; i < glossary->term_count; i++) {
        const attn_term *term = &glossary->terms[i];
        if (!shows(term, lesson)) continue;
        attn_text_print(out, "<li><a href=\"%s#term-%zu\">", attn_course_glossary_name, i + 1);
        add_name(term->names[0], out);
        attn_text_add(out, "</a> – ");
        attn_html_words(term->title, out);
        attn_text_add(out, "</li>\n");
    }
    for (size_t i = 0; i < glossary->name_count; i++) {
        const attn_own_name *name = &glossary->names[i];
        if (strcmp(name->lesson, lesson) != 0) continue;
        attn_text_add(out, "<li>");
        add_name(name->name, out);
        attn_text_add(out, " – ");
        attn_html_words(name->meaning, out);
        attn_text_add(out, "</li>\n");
    }
    attn_text_add(out, "</ul>\n</details>\n");
}

/* ---- the list of lessons ---- */

/* False behind the last lesson, and on failure. */
static bool add_card(size_t i, const char **chapter, bool sheet, attn_arena *arena, attn_text *out)
{
    const char *title, *summary;
    const attn_builtin_lesson *lesson = attn_builtin_lesson_at(i);
    if (!lesson || !attn_builtin_lesson_describe(lesson, arena, &title, &summary)) return false;
    if (*chapter != lesson->chapter) {
        attn_text_add(out, *chapter ? "</ol>\n<h2>" : "<h2>");
        attn_html_words(lesson->chapter, out);
        attn_text_print(out, "</h2>\n<ol class=\"cards\" start=\"%zu\">\n", i + 1);
    }
    *chapter = lesson->chapter;
    attn_text_add(out, "<li>");
    add_lesson_link(lesson, NULL, "", arena, out);
    attn_text_add(out, "<br>");
    attn_html_words(summary, out);
    if (sheet) add_sheet_link(lesson->name, out);
    attn_text_add(out, "</li>\n");
    return true;
}

bool attn_course_index(const bool *sheets, attn_arena *arena, attn_text *out)
{
    const char *chapter = NULL;
    attn_html_begin("Attention, computed before your eyes", NULL, out);
    attn_text_print(out,
                    "<header>\n<h1>Attention, computed before your eyes</h1>\n"
                    "<p class=\"summary\">Every formula of a lesson, every number in it, and a map "
                    "of who looks at whom. The lessons build on each other; the <a href=\"%s\">"
                    "glossary</a> explains their symbols, the <a href=\"recap.html\">recap</a> "
                    "has their formulas on one page.</p>\n</header>\n<main>\n",
                    attn_course_glossary_name);
    for (size_t i = 0; add_card(i, &chapter, sheets[i], arena, out);) i++;
    attn_text_add(out, chapter ? "</ol>\n</main>\n" : "</main>\n");
    attn_html_end(out);
    return attn_ok(attn_arena_status(arena));
}

/* ---- the glossary ---- */

static void add_part(const char *heading, const char *text, attn_text *out)
{
    if (!text || !*text) return;
    attn_text_print(out, "<dt>%s</dt><dd>", heading);
    attn_html_words(text, out);
    attn_text_add(out, "</dd>\n");
}

static void add_shown_by(const attn_term *term, attn_arena *arena, attn_text *out)
{
    const attn_builtin_lesson *lesson;
    bool any = false;
    for (size_t i = 0; (lesson = attn_builtin_lesson_at(i)); i++) {
        if (!shows(term, lesson->name)) continue;
        attn_text_add(out, any ? "; " : "<dt>Shown by</dt><dd>");
        add_lesson_link(lesson, NULL, "", arena, out);
        any = true;
    }
    attn_text_add(out, any ? "</dd>\n" : "");
}

static void add_term(const attn_term *term, size_t number, attn_arena *arena, attn_text *out)
{
    attn_text_print(out, "<section class=\"term\" id=\"term-%zu\">\n<h3>", number);
    add_name(term->names[0], out);
    attn_text_add(out, " – ");
    attn_html_words(term->title, out);
    attn_text_add(out, "</h3>\n<dl>\n");
    for (size_t i = 1; i < term->name_count; i++) {
        attn_text_add(out, i > 1 ? ", " : "<dt>Also</dt><dd>");
        attn_html_words(term->names[i], out);
    }
    attn_text_add(out, term->name_count > 1 ? "</dd>\n" : "");
    add_part("What it is", term->is, out);
    add_part("What it is not", term->is_not, out);
    add_part("Shape", term->shape, out);
    for (size_t i = 0; i < term->formula_count; i++)
        add_part(i ? "" : "Formula", term->formulas[i], out);
    add_shown_by(term, arena, out);
    attn_text_add(out, "</dl>\n</section>\n");
}

bool attn_course_glossary(const attn_glossary *glossary, attn_arena *arena, attn_text *out)
{
    const char *group = "";
    attn_html_begin("Glossary", NULL, out);
    attn_text_print(out,
                    "<header>\n<p class=\"ways\"><a href=\"%s\">All lessons</a></p>\n"
                    "<h1>Glossary</h1>\n</header>\n<main>\n",
                    attn_course_index_name);
    for (size_t i = 0; i < glossary->term_count; i++) {
        const attn_term *term = &glossary->terms[i];
        bool other = strcmp(term->group, group) != 0;
        attn_text_add(out, other ? "<h2>" : "");
        if (other) attn_html_words(term->group, out);
        attn_text_add(out, other ? "</h2>\n" : "");
        group = term->group;
        add_term(term, i + 1, arena, out);
    }
    attn_text_add(out, "</main>\n");
    attn_html_end(out);
    return attn_ok(attn_arena_status(arena));
}

/* ---- a worksheet ---- */

void attn_course_sheet_ways(size_t place, attn_arena *arena, attn_text *out)
{
    attn_text_add(out, "<nav aria-label=\"Course\">\n<p class=\"ways\">");
    add_places(out);
    attn_text_add(out, " ");
    add_lesson_link(attn_builtin_lesson_at(place), "prev", "← ", arena, out);
    attn_text_add(out, "</p>\n</nav>\n");
}

/* ---- a lesson ---- */

bool attn_course_lesson(attn_run *run, const attn_show_options *options, size_t place,
                        const attn_glossary *glossary, attn_text *out, attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    if (!arena) return false;
    attn_html_begin(attn_lesson_title(attn_run_lesson(run)),
                    attn_html_lives(run, attn_html_lesson_script), out);
    bool sheet = attn_lesson_varies(attn_run_lesson(run));
    attn_text_add(out, "<nav aria-label=\"Course\">\n");
    add_ways(place, sheet, arena, out);
    attn_text_add(out, "</nav>\n");
    attn_text files = {0};
    bool done = attn_html_body(run, options, out, &files, status);
    attn_text_add(out, "<footer>\n");
    add_symbols(glossary, attn_builtin_lesson_at(place)->name, out);
    add_ways(place, sheet, arena, out);
    attn_text_add(out, "</footer>\n");
    done =
        done && attn_html_live(run, options,
                               (attn_html_life){.script = attn_html_lesson_script, .drawn = &files},
                               out, status);
    attn_text_free(&files);
    attn_html_end(out);
    attn_arena_free(arena);
    return done && attn_ok(status);
}
