/*
 * worksheet: a lesson as a sheet to fill in, with numbers of its own for each seed, and its key.
 */
#include <string.h>

#include "reading.h"
#include "terminal.h"

typedef struct request {
    attnviz_worksheet sheet;
    bool blank, partly, solved; /* as the options say; sheet.fill is made of them */
    const char *output;         /* NULL: standard output, or a name of the lesson's */
} request;

static const cli_option options[] = {
    {"--seed", 0, &cli_number, "N",
     "draws the numbers of the sheet: each seed has its own (default 1)",
     CLI_IN(request, sheet.seed), .most = CLI_MOST_SEED, .usual = 1},
    {"--blank", 0, &cli_flag, NULL, "leaves every answer blank (default)", CLI_IN(request, blank)},
    {"--partly", 0, &cli_flag, NULL, "fills in a part of each answer", CLI_IN(request, partly)},
    {"--solved", 0, &cli_flag, NULL, "writes the key, with every answer", CLI_IN(request, solved)},
    {"--format", 0, &cli_format, "text|markdown|latex|html|pdf",
     "sets the format (default: by the ending of the file, else text)",
     CLI_IN(request, sheet.look.format)},
    {"--class", 0, &cli_number, "N",
     "writes N sheets of different numbers for a class, from this seed on, each to its own file, "
     "and one file with all keys",
     CLI_IN(request, sheet.class_count), .least = 1, .most = 1000},
    {"--precision", 0, &cli_number, "N",
     "sets the decimals of the answers, from 0 to 9 (default 4)",
     CLI_IN(request, sheet.look.decimals), .most = 9, .usual = 4},
    {"--output", 'o', &cli_file, "FILE",
     "writes to this file, whole or not at all; its ending, .txt, .md, .tex, .html or .pdf, "
     "chooses "
     "the format; '-' is standard output",
     CLI_IN(request, output)},
};

static bool check_request(request *r, attn_status *status)
{
    if (r->blank + r->partly + r->solved > 1)
        return attn_fail(status, ATTN_USAGE, "choose one of --blank, --partly and --solved");
    if (r->sheet.class_count && r->solved)
        return attn_fail(status, ATTN_USAGE,
                         "--class writes the key beside the sheets: leave out --solved");
    r->sheet.fill = r->solved ? ATTNVIZ_SOLVED : r->partly ? ATTNVIZ_PARTLY : ATTNVIZ_BLANK;
    r->sheet.look.columns = r->output || r->sheet.class_count ? 80 : cli_columns();
    return true;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    bool stream = r->output ? strcmp(r->output, "-") == 0 && !r->sheet.class_count
                            : r->sheet.look.format != ATTNVIZ_FORMAT_PDF && !r->sheet.class_count;
    const attnviz_output file = {.path = r->output};
    if (!check_request(r, status)) return CLI_USAGE;
    attnviz_lesson *lesson = cli_lesson_for(arguments, ATTNVIZ_TO_VARY, "le-chat-noir");
    attnviz_lesson_worksheet(lesson, &r->sheet, stream ? &cli_output : &file, arguments->fault);
    attnviz_lesson_free(lesson);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz worksheet self-attention --seed 7 -o sheet.pdf", "a sheet to print and fill in"},
    {"attnviz worksheet self-attention --seed 7 --solved", "its key, as text"},
    {"attnviz worksheet self-attention -o sheet.html", "a page that checks what is filled in"},
    {"attnviz worksheet masked --class 30 --format pdf",
     "30 sheets, masked-1.pdf and so on, and masked-key.pdf"},
    {NULL, NULL},
};

const cli_command cli_worksheet = {
    .name = "worksheet",
    .summary = "writes a lesson as a sheet to fill in, with numbers of its own",
    .operands = "[LESSON | FILE.json]",
    .most_operands = 1,
    .about = "Writes a lesson for a student: the given numbers, the formulas, and a blank for "
             "everything to compute. The seed draws numbers with few digits, for which no weights "
             "come out even or all on one place; the lesson says which of them may vary "
             "(attnviz-lesson(5)).\n'attnviz check LESSON --worksheet SEED FILE' knows the right "
             "answers. Without a lesson: le-chat-noir.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
