/*
 * worksheet: a lesson as a sheet to fill in, with numbers of its own for each seed, and its key.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/output.h"
#include "options.h"
#include "reading.h"
#include "show/worksheet.h"
#include "terminal.h"

enum { SEED, BLANK, PARTLY, SOLVED, FORMAT, CLASS, PRECISION, OUTPUT, OPTION_COUNT };

static const cli_option options[OPTION_COUNT] = {
    [SEED] =
        {"--seed", 0, "N",
         "which sheet: another seed has other numbers, the same one always the same (default 1)",
         false, false},
    [BLANK] = {"--blank", 0, NULL, "every answer is a blank (default)", false, false},
    [PARTLY] = {"--partly", 0, NULL, "a part of each answer is filled in", false, false},
    [SOLVED] = {"--solved", 0, NULL, "the key: every answer is there", false, false},
    [FORMAT] = {"--format", 0, "text|markdown|latex|pdf",
                "what to write (default: by the ending of the file, else text)", false, false},
    [CLASS] =
        {"--class", 0, "N",
         "for a class: N sheets of different numbers, of this seed and those behind it, each in "
         "a file of its own, and one with all their keys",
         false, false},
    [PRECISION] = {"--precision", 0, "N", "decimals of the answers, from 0 to 9 (default 4)", false,
                   false},
    [OUTPUT] = {"--output", 'o', "FILE",
                "writes to this file, whole or not at all; '-' is standard output", false, true},
};

/* A form of sheets, its name and the ending of its files. */
typedef struct form {
    const char *name, *ending;
    bool (*write)(const attn_worksheet *sheets, size_t count, attn_text *out, attn_status *status);
} form;

static const form forms[] = {{"text", ".txt", attn_worksheets_text},
                             {"pdf", ".pdf", attn_worksheets_pdf}};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

static const char *const form_names[] = {"text", "pdf", NULL};

#define MOST_SEED 999999999L
#define MOST_CLASS 1000L

typedef struct request {
    attn_worksheet_options sheet;
    const form *form;
    size_t class;       /* sheets; 0: no class, a sheet alone */
    const char *output; /* NULL: standard output, or a name of the lesson's */
    attn_lesson *lesson;
    attn_arena *arena;
} request;

/* ---- what is asked ---- */

static bool read_fill(const cli_arguments *arguments, request *r, attn_status *status)
{
    static const attn_fill fills[] = {ATTN_FILL_BLANK, ATTN_FILL_PARTLY, ATTN_FILL_SOLVED};
    size_t asked = 0;
    for (size_t i = 0; i < 3; i++) {
        if (!cli_asked(arguments, BLANK + i)) continue;
        r->sheet.fill = fills[i];
        asked++;
    }
    return asked < 2 ||
           attn_fail(status, ATTN_USAGE, "a sheet is --blank, --partly or --solved: one of them");
}

/* Named, or told by the ending of the file. */
static bool read_form(const cli_arguments *arguments, request *r, attn_status *status)
{
    size_t choice = 0;
    if (!cli_choice(arguments, FORMAT, form_names, &choice, status)) return false;
    r->form = &forms[choice];
    for (size_t i = 0; r->output && !cli_asked(arguments, FORMAT) && i < FORM_COUNT; i++)
        if (attn_ends_in(r->output, forms[i].ending)) r->form = &forms[i];
    return true;
}

static bool read_request(const cli_arguments *arguments, request *r, attn_status *status)
{
    long seed = 1, class = 0, precision = 4;
    if (!cli_number(arguments, SEED, 0, MOST_SEED, &seed, status) ||
        !cli_number(arguments, CLASS, 1, MOST_CLASS, &class, status) ||
        !cli_number(arguments, PRECISION, 0, 9, &precision, status) ||
        !read_fill(arguments, r, status))
        return false;
    r->output = cli_value(arguments, OUTPUT);
    r->class = (size_t) class;
    r->sheet.seed = (uint64_t)seed;
    r->sheet.precision = (int)precision;
    if (class && r->sheet.fill == ATTN_FILL_SOLVED)
        return attn_fail(status, ATTN_USAGE,
                         "--class writes the key beside the sheets: leave out --solved");
    if (class && r->output && attn_output_streams(r->output))
        return attn_fail(status, ATTN_USAGE, "--class writes several files: -o names no device");
    if (!read_form(arguments, r, status)) return false;
    bool dash = r->output && strcmp(r->output, "-") == 0;
    if (class && dash)
        return attn_fail(status, ATTN_USAGE, "--class writes several files, and '-' is one stream");
    r->sheet.columns = r->output || class ? 80 : cli_columns();
    return true;
}

/* ---- sheets ---- */

/* A sheet and the run it is made of. */
typedef struct made {
    attn_varied varied;
    attn_options run_options;
    attn_run *run;
} made;

static bool make_sheet(request *r, uint64_t seed, made *of, attn_status *status)
{
    of->run_options = (attn_options){.names = &cli_option_names, .varied = &of->varied};
    if (!attn_lesson_vary(r->lesson, NULL, seed, &of->varied, status)) return false;
    of->run = attn_lesson_run(r->lesson, &of->run_options, status);
    return of->run != NULL;
}

/* The sheet of a seed, appended to out. */
static bool add_sheet(request *r, uint64_t seed, attn_fill fill, attn_text *out,
                      attn_status *status)
{
    made of = {0};
    attn_worksheet sheet;
    attn_worksheet_options look = r->sheet;
    look.seed = seed;
    look.fill = fill;
    bool done = make_sheet(r, seed, &of, status) &&
                attn_worksheet_make(of.run, &look, r->arena, &sheet, status) &&
                r->form->write(&sheet, 1, out, status);
    attn_run_free(of.run);
    if (done && out->failed) attn_fail(status, ATTN_MEMORY, "there is no memory left");
    return done && attn_ok(status);
}

static bool write_file(const char *path, const attn_text *text, attn_status *status)
{
    attn_output *output = attn_output_open(path, status);
    if (output == NULL) return false;
    attn_output_write(output, attn_text_string(text), text->length);
    return attn_output_commit(output);
}

static bool write_one(request *r, attn_status *status)
{
    attn_text out = {0};
    bool done = add_sheet(r, r->sheet.seed, r->sheet.fill, &out, status);
    if (done && r->output && strcmp(r->output, "-") != 0)
        done = write_file(r->output, &out, status);
    else if (done)
        cli_write(attn_text_string(&out), out.length);
    attn_text_free(&out);
    return done;
}

static enum cli_exit run(const cli_arguments *arguments, attn_status *status)
{
    request r = {.arena = arguments->arena};
    if (!read_request(arguments, &r, status)) return CLI_USAGE;
    const char *word = arguments->operand_count ? arguments->operands[0] : "le-chat-noir";
    r.lesson = cli_lesson_open(word, arguments->arena, status);
    bool done = r.lesson && (!r.output || cli_lesson_spared(r.lesson, r.output, status)) &&
                write_one(&r, status);
    attn_lesson_free(r.lesson);
    return done ? CLI_DONE : CLI_FAILED;
}

static const cli_example examples[] = {
    {"attnviz worksheet self-attention --seed 7", "a sheet to fill in"},
    {NULL, NULL},
};

const cli_command cli_worksheet = {
    .name = "worksheet",
    .summary = "a lesson as a sheet to fill in, with numbers of its own",
    .operands = "[LESSON | FILE.json]",
    .most_operands = 1,
    .about = "The lesson with fresh numbers.",
    .option_count = OPTION_COUNT,
    .options = options,
    .examples = examples,
    .run = run,
};
