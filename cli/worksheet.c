/*
 * worksheet: a lesson as a sheet to fill in, with numbers of its own for each seed, and its key.
 */
#include <string.h>
#include <unistd.h>

#include "core/budget.h"
#include "document/worksheet.h"
#include "files/bytes/format.h"
#include "files/bytes/output.h"
#include "reading.h"
#include "terminal.h"

typedef bool write_sheets(const attn_sheets *sheets, attn_text *out, attn_status *status);

static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_MARKDOWN, ATTN_FORMAT_LATEX,
                                      ATTN_FORMAT_PDF, ATTN_FORMAT_NONE};
static const attn_writer writer = {
    .is = "a worksheet is", .formats = formats, .usual = ATTN_FORMAT_TEXT};
/* Of each format. */
static write_sheets *const writes[] = {[ATTN_FORMAT_TEXT] = attn_worksheets_text,
                                       [ATTN_FORMAT_MARKDOWN] = attn_worksheets_markdown,
                                       [ATTN_FORMAT_LATEX] = attn_worksheets_latex,
                                       [ATTN_FORMAT_PDF] = attn_worksheets_pdf};

typedef struct request {
    attn_worksheet_options sheet;
    bool blank, partly, solved; /* as the options say; sheet.fill is made of them */
    attn_format format;
    size_t class;       /* sheets; 0: no class, a sheet alone */
    const char *output; /* NULL: standard output, or a name of the lesson's */
    attn_lesson *lesson;
    attn_varied *found; /* of each seed; its own seed is another one where it is not found yet */
    attn_arena *arena;
} request;

static const cli_option options[] = {
    {"--seed", 0, &cli_number, "N",
     "which sheet: another seed has other numbers, the same one always the same (default 1)",
     CLI_IN(request, sheet.seed), .most = CLI_MOST_SEED, .usual = 1},
    {"--blank", 0, &cli_flag, NULL, "every answer is a blank (default)", CLI_IN(request, blank)},
    {"--partly", 0, &cli_flag, NULL, "a part of each answer is filled in", CLI_IN(request, partly)},
    {"--solved", 0, &cli_flag, NULL, "the key: every answer is there", CLI_IN(request, solved)},
    {"--format", 0, &cli_format, "text|markdown|latex|pdf",
     "what to write (default: by the ending of the file, else text)", CLI_IN(request, format)},
    {"--class", 0, &cli_number, "N",
     "for a class: N sheets of different numbers, of this seed and those behind it, each in "
     "a file of its own, and one with all their keys",
     CLI_IN(request, class), .least = 1, .most = 1000},
    {"--precision", 0, &cli_number, "N", "decimals of the answers, from 0 to 9 (default 4)",
     CLI_IN(request, sheet.precision), .most = 9, .usual = 4},
    {"--output", 'o', &cli_file, "FILE",
     "writes to this file, whole or not at all; its ending, .txt, .md, .tex or .pdf, "
     "chooses the format; '-' is standard output",
     CLI_IN(request, output)},
};

/* ---- what is asked ---- */

static bool check_request(request *r, attn_status *status)
{
    if (r->blank + r->partly + r->solved > 1)
        return attn_fail(status, ATTN_USAGE,
                         "a sheet is --blank, --partly or --solved: one of them");
    if (r->class && r->solved)
        return attn_fail(status, ATTN_USAGE,
                         "--class writes the key beside the sheets: leave out --solved");
    if (r->class && r->output && attn_output_streams(r->output))
        return attn_fail(status, ATTN_USAGE, "--class writes several files: -o names no device");
    if (!attn_format_choose(&writer, r->output, &r->format, status)) return false;
    if (r->class && r->output && strcmp(r->output, "-") == 0)
        return attn_fail(status, ATTN_USAGE, "--class writes several files, and '-' is one stream");
    r->sheet.fill = r->solved ? ATTN_FILL_SOLVED : r->partly ? ATTN_FILL_PARTLY : ATTN_FILL_BLANK;
    r->sheet.columns = r->output || r->class ? 80 : cli_columns();
    return true;
}

/* ---- sheets ---- */

/* Sheets that are made when they are asked for, one at a time: those of a class. */
typedef struct making {
    request *request;
    uint64_t seed; /* of the first */
    attn_fill fill;
    attn_varied varied;
    attn_options options;
    attn_run *run;
    attn_arena *arena; /* of the sheet */
    attn_worksheet sheet;
} making;

static void free_sheet(making *m)
{
    attn_run_free(m->run);
    attn_arena_free(m->arena);
    m->run = NULL;
    m->arena = NULL;
}

/* Of a class they are wanted twice: for the sheet, and for the key. */
static bool find_numbers(request *r, uint64_t seed, attn_varied *varied, attn_status *status)
{
    attn_varied *found = &r->found[seed - r->sheet.seed];
    if (found->seed != seed && !attn_lesson_vary(r->lesson, NULL, seed, found, status))
        return false;
    *varied = *found;
    return true;
}

static const attn_worksheet *make_sheet(void *user, size_t i, attn_status *status)
{
    making *m = user;
    attn_lesson *lesson = m->request->lesson;
    attn_worksheet_options look = m->request->sheet;
    free_sheet(m);
    attn_renew(status); /* so many sheets were asked for: each has the whole budget */
    look.seed = m->seed + i;
    look.fill = m->fill;
    m->options = (attn_options){.names = &cli_option_names, .varied = &m->varied};
    if (!find_numbers(m->request, look.seed, &m->varied, status)) return NULL;
    m->run = attn_lesson_run(lesson, &m->options, status);
    m->arena = m->run ? attn_arena_new(status) : NULL;
    if (m->run) cli_warn_of_weights(m->run);
    bool made = m->arena && attn_worksheet_make(m->run, &look, m->arena, &m->sheet, status);
    return made ? &m->sheet : NULL;
}

/* The sheets of so many seeds from this one on, one after the other, appended to out. */
static bool add_sheets(request *r, uint64_t seed, size_t count, attn_fill fill, attn_text *out,
                       attn_status *status)
{
    making m = {.request = r, .seed = seed, .fill = fill};
    attn_sheets sheets = {count, make_sheet, &m};
    bool done = writes[r->format](&sheets, out, status);
    free_sheet(&m);
    if (done && out->failed) attn_fail(status, ATTN_MEMORY, "there is no memory left");
    return done && attn_ok(status);
}

/* ---- files ---- */

typedef struct file { /* one of a class, told whole before any is written */
    const char *path;
    attn_text text;
    bool written;
} file;

/* Where it goes without -o; NULL: standard output. */
static const char *usual_output(const request *r)
{
    if (r->format != ATTN_FORMAT_PDF) return NULL;
    return attn_print(r->arena, "%s-%llu.pdf", attn_lesson_name(r->lesson),
                      (unsigned long long)r->sheet.seed);
}

/* "class-7.pdf" and "class-key.pdf" beside class.pdf */
static const char *name_file(const request *r, const char *part)
{
    const char *whole = r->output ? r->output : attn_lesson_name(r->lesson);
    const char *slash = strrchr(whole, '/'), *dot = strrchr(slash ? slash : whole, '.');
    bool ends = r->output && dot && dot > whole && dot[-1] != '/';
    size_t stem = ends ? (size_t)(dot - whole) : strlen(whole);
    const char *start = attn_copy_text(r->arena, whole, stem);
    return start ? attn_print(r->arena, "%s-%s%s", start, part,
                              ends ? dot : attn_format_dot(r->format))
                 : NULL;
}

static bool write_file(const char *path, const attn_text *text, attn_status *status)
{
    attn_output *output = attn_output_open(path, status);
    if (output == NULL) return false;
    attn_output_write(output, attn_text_string(text), text->length);
    return attn_output_commit(output);
}

static void say_written(const char *path)
{
    attn_text name = {0};
    attn_text_add_escaped(&name, path, strlen(path), false);
    attn_text_add(&name, "\n");
    cli_write(attn_text_string(&name), name.length);
    attn_text_free(&name);
}

static bool write_one(request *r, attn_status *status)
{
    attn_text out = {0};
    const char *path = r->output ? r->output : usual_output(r);
    bool stream = !path || strcmp(path, "-") == 0;
    bool done = (stream || cli_lesson_spared(r->lesson, path, status)) &&
                add_sheets(r, r->sheet.seed, 1, r->sheet.fill, &out, status);
    if (done && stream) cli_write(attn_text_string(&out), out.length);
    if (done && !stream) done = write_file(path, &out, status);
    if (done && !stream && !r->output) say_written(path);
    attn_text_free(&out);
    return done;
}

/* ---- a class ---- */

static bool tell_class(request *r, file *files, attn_status *status)
{
    for (size_t i = 0; i < r->class; i++) {
        uint64_t seed = r->sheet.seed + i;
        const char *number = attn_print(r->arena, "%llu", (unsigned long long)seed);
        files[i].path = number ? name_file(r, number) : NULL;
        if (!files[i].path || !cli_lesson_spared(r->lesson, files[i].path, status) ||
            !add_sheets(r, seed, 1, r->sheet.fill, &files[i].text, status))
            return false;
    }
    files[r->class].path = name_file(r, "key");
    return files[r->class].path && cli_lesson_spared(r->lesson, files[r->class].path, status) &&
           add_sheets(r, r->sheet.seed, r->class, ATTN_FILL_SOLVED, &files[r->class].text, status);
}

/* All of them are there in the end, or none of them is. */
static bool write_class(request *r, attn_status *status)
{
    size_t count = r->class + 1;
    file *files = attn_alloc(r->arena, count, sizeof *files);
    bool done = files && tell_class(r, files, status);
    for (size_t i = 0; done && i < count; i++)
        done = files[i].written = write_file(files[i].path, &files[i].text, status);
    for (size_t i = 0; files && i < count; i++) {
        if (done) say_written(files[i].path);
        if (!done && files[i].written) unlink(files[i].path);
        attn_text_free(&files[i].text);
    }
    return done;
}

/* ---- the command ---- */

static const cli_ability ability = {.has = attn_lesson_varies,
                                    .lacks = "does not say which of its numbers may vary",
                                    .these = ": of the program's lessons these do",
                                    .none = ": it has no \"vary\" (attnviz-lesson(5))"};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    size_t sheets = r->class ? r->class : 1;
    if (!check_request(r, status)) return CLI_USAGE;
    r->arena = arguments->arena;
    r->found = attn_alloc(r->arena, sheets, sizeof *r->found);
    for (size_t i = 0; r->found && i < sheets; i++) r->found[i].seed = UINT64_MAX;
    if (r->found) r->lesson = cli_lesson_able(arguments, &ability, status);
    bool done = r->lesson && (r->class ? write_class(r, status) : write_one(r, status));
    attn_lesson_free(r->lesson);
    return done ? CLI_DONE : CLI_FAILED;
}

static const cli_example examples[] = {
    {"attnviz worksheet self-attention --seed 7 -o sheet.pdf", "a sheet to print and to fill in"},
    {"attnviz worksheet self-attention --seed 7 --solved", "its key, as text"},
    {"attnviz worksheet masked --class 30 --format pdf",
     "30 sheets, masked-1.pdf and so on, and masked-key.pdf"},
    {NULL, NULL},
};

const cli_command cli_worksheet = {
    .name = "worksheet",
    .summary = "a lesson as a sheet to fill in, with numbers of its own",
    .operands = "[LESSON | FILE.json]",
    .most_operands = 1,
    .about =
        "Writes a lesson for a student: what is given, the formulas, and blanks for all that is to "
        "be computed. The numbers are drawn by the seed, few-digit ones for which no weights come "
        "out even or all on one place; the lesson says which of them may vary "
        "(attnviz-lesson(5)).\n"
        "'attnviz check LESSON --worksheet SEED FILE' knows the right answers. Without a lesson: "
        "le-chat-noir.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
