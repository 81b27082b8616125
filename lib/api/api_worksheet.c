/*
 * api_worksheet: a lesson as a sheet to fill in, with numbers of its own for each seed, and its
 * key.
 */
#include "api/api.h"

#include <string.h>
#include <unistd.h>

#include "core/budget.h"
#include "document/worksheet.h"
#include "files/bytes/format.h"

typedef bool write_sheets(const attn_sheets *sheets, attn_text *out, attn_status *status);

static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_MARKDOWN, ATTN_FORMAT_LATEX,
                                      ATTN_FORMAT_HTML, ATTN_FORMAT_PDF,      ATTN_FORMAT_NONE};
static const attn_writer writer = {
    .is = "a worksheet is", .formats = formats, .usual = ATTN_FORMAT_TEXT};
/* Of each format. */
static write_sheets *const writes[] = {[ATTN_FORMAT_TEXT] = attn_worksheets_text,
                                       [ATTN_FORMAT_MARKDOWN] = attn_worksheets_markdown,
                                       [ATTN_FORMAT_LATEX] = attn_worksheets_latex,
                                       [ATTN_FORMAT_HTML] = attn_worksheets_html,
                                       [ATTN_FORMAT_PDF] = attn_worksheets_pdf};

_Static_assert((int)ATTNVIZ_SOLVED == (int)ATTN_FILL_SOLVED &&
                   (int)ATTNVIZ_PARTLY == (int)ATTN_FILL_PARTLY,
               "what is filled in has the order of the public header");

typedef struct request {
    const attnviz_worksheet *asked;
    const attnviz_output *output;
    attn_worksheet_options sheet;
    attn_format format;
    const char *ways; /* of a page: from it to others; or NULL */
    attnviz_lesson *lesson;
    attn_varied *found; /* of each seed; its own seed is another one where it is not found yet */
    attn_arena *arena;
    attn_status *status;
} request;

/* ---- sheets ---- */

/* Sheets that are made when they are asked for, one at a time: those of a class. */
typedef struct making {
    request *request;
    uint64_t seed; /* of the first */
    attn_fill fill;
    attn_options options; /* of the run, which reads them as long as it is there */
    attn_run *run;
    attn_arena *arena; /* of the sheet */
    attn_document sheet;
} making;

static void free_sheet(making *m)
{
    attn_run_free(m->run);
    attn_arena_free(m->arena);
    m->run = NULL;
    m->arena = NULL;
}

/* Of a class they are wanted twice: for the sheet, and for the key. NULL on failure. */
static const attn_varied *find_numbers(request *r, uint64_t seed)
{
    attn_varied *found = &r->found[seed - r->sheet.seed];
    bool there =
        found->seed == seed || attn_lesson_vary(r->lesson->lesson, NULL, seed, found, r->status);
    return there ? found : NULL;
}

static const attn_document *make_sheet(void *user, size_t i, attn_status *status)
{
    making *m = user;
    request *r = m->request;
    attn_worksheet_options look = r->sheet;
    free_sheet(m);
    attn_renew(status); /* so many sheets were asked for: each has the whole budget */
    look.seed = m->seed + i;
    look.fill = m->fill;
    look.checks = r->format == ATTN_FORMAT_HTML;
    m->options =
        (attn_options){.names = &attn_api_option_names, .varied = find_numbers(r, look.seed)};
    if (!m->options.varied) return NULL;
    m->run = attn_lesson_run(r->lesson->lesson, &m->options, status);
    m->arena = m->run ? attn_arena_new(status) : NULL;
    if (m->run) attn_ear_weights(&r->lesson->ear, m->run);
    bool made = m->arena && attn_worksheet_make(m->run, &look, m->arena, &m->sheet);
    return made ? &m->sheet : NULL;
}

/* The sheets of so many seeds from this one on, one after the other, appended to out. */
static bool add_sheets(request *r, uint64_t seed, size_t count, attn_fill fill, attn_text *out)
{
    making m = {.request = r, .seed = seed, .fill = fill};
    attn_sheets sheets = {count, make_sheet, &m, fill, r->ways};
    writes[r->format](&sheets, out, r->status);
    free_sheet(&m);
    if (out->failed) attn_no_memory(r->status, "writing the worksheet");
    return attn_ok(r->status);
}

/* ---- files ---- */

/* A sheet, or the keys of a class: all of the text is made before any file is written. */
typedef struct file {
    const char *path; /* NULL: to the function of the caller */
    const char *name; /* the same, as the listener hears it */
    attn_text text;
    bool written;
} file;

/* "class-7.pdf" and "class-key.pdf" beside class.pdf; of a lesson "masked-7.pdf" */
static const char *name_file(const request *r, const char *part)
{
    const char *path = r->output->path;
    const char *whole = path ? path : attn_lesson_name(r->lesson->lesson);
    size_t base, stem = path ? attn_api_stem(path, &base) : strlen(whole);
    return attn_print(r->arena, "%.*s-%s%s", (int)stem, whole, part,
                      whole[stem] ? whole + stem : attn_format_dot(r->format));
}

static const char *name_sheet(const request *r, uint64_t seed)
{
    const char *number = attn_print(r->arena, "%llu", (unsigned long long)seed);
    return number ? name_file(r, number) : NULL;
}

static bool write_file(file *f, attn_status *status)
{
    attn_output *output = attn_output_open(f->path, status);
    if (output) attn_output_write(output, attn_text_string(&f->text), f->text.length);
    f->written = output && attn_output_commit(output);
    return f->written;
}

/* Fills a file that is not written yet with sheets. */
static bool fill_file(request *r, file *f, uint64_t seed, size_t count, attn_fill fill)
{
    f->name = f->path ? attn_api_shown_name(f->path, r->arena) : NULL;
    return f->name &&
           attn_api_spares(&(attn_reads){.lesson = r->lesson->lesson}, f->path, r->status) &&
           add_sheets(r, seed, count, fill, &f->text);
}

/* One sheet, where the caller wants it. */
static void write_one(request *r)
{
    attn_api_call out = {.to = r->output, .status = r->status};
    const char *path = r->output->path;
    file one = {.path = path ? path : name_sheet(r, r->sheet.seed)};
    if (r->output->write && !path) {
        if (add_sheets(r, r->sheet.seed, 1, r->sheet.fill, &out.text)) attn_api_flush(&out);
        attn_text_free(&out.text);
    } else if (fill_file(r, &one, r->sheet.seed, 1, r->sheet.fill) && write_file(&one, r->status) &&
               !path) {
        attn_ear_wrote(&r->lesson->ear, one.name);
    }
    attn_text_free(&one.text);
}

/* A sheet for each seed, and the keys: all of them are there in the end, or none of them is. */
static void write_class(request *r)
{
    const size_t sheets = r->asked->class_count, count = sheets + 1;
    file *files = attn_alloc(r->arena, count, sizeof *files);
    bool done = files != NULL;
    for (size_t i = 0; done && i < sheets; i++) {
        uint64_t seed = r->sheet.seed + i;
        files[i].path = name_sheet(r, seed);
        done = fill_file(r, &files[i], seed, 1, r->sheet.fill);
    }
    if (done) files[sheets].path = name_file(r, "key");
    done = done && fill_file(r, &files[sheets], r->sheet.seed, sheets, ATTN_FILL_SOLVED);
    for (size_t i = 0; done && i < count; i++) done = write_file(&files[i], r->status);
    for (size_t i = 0; files && i < count; i++) {
        if (done) attn_ear_wrote(&r->lesson->ear, files[i].name);
        if (!done && files[i].written) unlink(files[i].path);
        attn_text_free(&files[i].text);
    }
}

/* ---- what is asked ---- */

static bool check_request(request *r)
{
    const attnviz_worksheet *asked = r->asked;
    const char *path = r->output->path;
    r->format = (attn_format)asked->look.format;
    if (asked->class_count && path && attn_output_streams(path))
        return attn_fail(r->status, ATTN_USAGE,
                         "the sheets of a class are several files, not one device");
    if (!attn_format_choose(&writer, path, &r->format, r->status)) return false;
    if (asked->class_count && path && strcmp(path, "-") == 0)
        return attn_fail(r->status, ATTN_USAGE,
                         "the sheets of a class are several files, but '-' is one stream");
    return attn_api_suits(r->lesson->lesson, ATTNVIZ_TO_VARY, r->status);
}

static void write_sheets_asked(request *r)
{
    size_t sheets = r->asked->class_count ? r->asked->class_count : 1;
    r->found = attn_alloc(r->arena, sheets, sizeof *r->found);
    for (size_t i = 0; r->found && i < sheets; i++) r->found[i].seed = UINT64_MAX;
    if (r->found && r->asked->class_count)
        write_class(r);
    else if (r->found)
        write_one(r);
}

bool attn_api_sheet_page(attn_lesson *lesson, const char *ways, attn_api_call *call)
{
    attnviz_lesson of = {.lesson = lesson};
    attn_varied found = {.seed = UINT64_MAX};
    request r = {.format = ATTN_FORMAT_HTML,
                 .ways = ways,
                 .found = &found,
                 .lesson = &of,
                 .arena = call->arena,
                 .status = call->status,
                 .sheet = {.seed = 1, .precision = 4, .columns = 80}};
    return add_sheets(&r, 1, 1, ATTN_FILL_BLANK, &call->text);
}

bool attnviz_lesson_worksheet(attnviz_lesson *lesson, const attnviz_worksheet *worksheet,
                              const attnviz_output *output, attnviz_fault *fault)
{
    static const attnviz_output to_files;
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_given(worksheet, "the worksheet", fault) || !attn_api_begin(&call, lesson, fault))
        return false;
    const attn_show_options show = attn_api_show_options(&worksheet->look, call.status);
    request r = {.asked = worksheet,
                 .output = output ? output : &to_files,
                 .lesson = lesson,
                 .arena = call.arena,
                 .status = call.status,
                 .sheet = {.fill = (attn_fill)worksheet->fill,
                           .seed = worksheet->seed,
                           .precision = show.precision,
                           .columns = show.columns}};
    attn_api_choice("fill", (int)worksheet->fill, ATTNVIZ_SOLVED, call.status);
    if (attn_ok(call.status) && check_request(&r)) write_sheets_asked(&r);
    return attn_api_end(&call);
}
