/*
 * check: a student's numbers, from files, held against a lesson.
 */
#include "computing.h"
#include "reading.h"
#include "terminal.h"

enum { MOST_ANSWERS = 1000 };

typedef struct request {
    attnviz_answers answers;
    cli_color color;
} request;

static const cli_option options[] = {
    CLI_INPUT(attnviz_answers),
    CLI_SENTENCE(attnviz_answers),
    {"--seed", 0, &cli_number, "N", "draws the lesson's numbers from another seed",
     CLI_IN(attnviz_answers, wishes.seed), CLI_ALSO(attnviz_answers, wishes.seeded),
     .most = 1000000000},
    CLI_WORKSHEET(attnviz_answers),
    {"--set", 0, &cli_texts, "'NAME=NUMBER'",
     "what if: compares with the lesson where this number replaces its own",
     CLI_IN(attnviz_answers, wishes.sets)},
    {"--hint", 0, &cli_flag, NULL,
     "says less: which value is the first wrong one, and where to look, but neither the mistake "
     "nor the right number",
     CLI_IN(attnviz_answers, hint)},
    {"--format", 0, &cli_format, "text|json", "prints text (default) or JSON",
     CLI_IN(attnviz_answers, look.format)},
    CLI_COLOR(request),
    CLI_THREADS,
    CLI_KERNELS,
};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    bool right = true;
    (void)status;
    r->answers.wishes.as_options = true;
    r->answers.files = arguments->operand_count ? arguments->operands + 1 : NULL;
    r->answers.look.columns = cli_columns();
    r->answers.look.color = cli_colored(r->color, false);
    attnviz_lesson *lesson = cli_lesson_for(arguments, ATTNVIZ_TO_CHECK, NULL);
    attnviz_lesson_check(lesson, &r->answers, &right, &cli_output, arguments->fault);
    attnviz_lesson_free(lesson);
    return right ? CLI_DONE : CLI_FALSE;
}

static const cli_example examples[] = {
    {"attnviz check le-chat-noir my.json", "all arrays in my.json: {\"e\": [[…]], \"α\": [[…]]}"},
    {"attnviz check masked S=scores.csv A=weights.csv", "one array from each file"},
    {"attnviz check masked A.npy --hint", "where to look, and no more"},
    {NULL, NULL},
};

const cli_command cli_check = {
    .name = "check",
    .summary = "finds what is wrong in numbers computed by hand, and why",
    .operands = "LESSON | FILE.json [NAME=]FILE …",
    .most_operands = MOST_ANSWERS + 1,
    .about =
        "Compares your values with those of a lesson, in the order of computation. It names the "
        "first that differs, by how much and where, and which mistake gives just these numbers. A "
        "later value is judged by your own earlier ones.\nA file is JSON, CSV, TSV, .npy, .npz or "
        ".safetensors. Its arrays have the names of the lesson (α or alpha, A_{1,2}; e holds all "
        "e_{t,i}, with a row for each t; after(A) is A after the training); an array without a "
        "name has that of its file. A number is right if the digits that you wrote are right.\nThe "
        "exit status is 0 if all is right, and 3 if something is wrong.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
