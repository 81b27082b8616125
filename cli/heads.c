/*
 * heads: where each head of a lesson or a model looks, as a table.
 */
#include <string.h>

#include "computing.h"
#include "reading.h"
#include "terminal.h"

enum { MOST_REPEAT = 1000 };

typedef struct request {
    attnviz_measuring asked;
    const char *model, *output;
} request;

static const cli_option options[] = {
    CLI_MODEL(request, model),
    CLI_SENTENCE(attnviz_measuring),
    CLI_IDS(attnviz_measuring),
    CLI_INPUT(attnviz_measuring),
    CLI_GIVEN(attnviz_measuring),
    {"--set", 0, &cli_texts, "'NAME=NUMBER'",
     "what if: replaces one given or computed number, and computes everything after it again",
     CLI_IN(attnviz_measuring, wishes.sets)},
    {"--at", 0, &cli_list, "INDEX=N", "shows only the heads at this value of an index, as l=2",
     CLI_IN(attnviz_measuring, at)},
    {"--words", 0, &cli_flag, NULL,
     "takes the pieces of a word for one place: the previous place is the previous word",
     CLI_IN(attnviz_measuring, words)},
    {"--repeat", 0, &cli_number, "N",
     "measures induction on N random words, read twice (default: 25; of a lesson as many as its "
     "own "
     "words, at least 6)",
     CLI_IN(attnviz_measuring, repeat), .least = 2, .most = MOST_REPEAT},
    {"--seed", 0, &cli_number, "N", "draws these words from another seed (default 1)",
     CLI_IN(attnviz_measuring, repeat_seed), .most = CLI_MOST_SEED, .usual = 1},
    {"--format", 0, &cli_format, "text|json|csv", "prints text (default), JSON or CSV",
     CLI_IN(attnviz_measuring, format)},
    {"--output", 'o', &cli_file, "FILE",
     "writes to this file, whole or not at all; its ending, .txt, .json or .csv, chooses the "
     "format; '-' is standard output",
     CLI_IN(request, output)},
    CLI_THREADS,
    CLI_KERNELS,
};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    const bool file = r->output && strcmp(r->output, "-") != 0;
    const attnviz_output output = {.path = r->output};
    r->asked.wishes.as_options = true;
    if (r->model && arguments->operand_count) {
        attn_fail(status, ATTN_USAGE, "both --model and '%s' say what to measure: leave one out",
                  arguments->operands[0]);
        return CLI_USAGE;
    }
    attnviz_lesson *lesson =
        cli_lesson_for(arguments, ATTNVIZ_TO_RUN, r->model ? r->model : "induction");
    attnviz_lesson_heads(lesson, &r->asked, file ? &output : &cli_output, arguments->fault);
    attnviz_lesson_free(lesson);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz heads", "the heads of the lesson induction, one of which is an induction head"},
    {"attnviz heads --model gpt2/ --sentence 'The cat sat on the mat.'",
     "all heads of a model from a hub"},
    {"attnviz heads --model gpt2/ --at l=5", "those of its fifth layer"},
    {"attnviz heads multi-head --format csv", "a table for other programs"},
    {NULL, NULL},
};

const cli_command cli_heads = {
    .name = "heads",
    .summary = "measures where each attention head looks, and names its kind",
    .operands = "[LESSON | FILE.json]",
    .most_operands = 1,
    .about = "Each map of weights that the lesson draws is a row: how even its weights are, how "
             "far it looks, and how much of its weight falls on the first place, the previous "
             "one, itself and punctuation, beside what a head has that looks evenly. A head that "
             "gives most of its weight to the first place, to the previous one, or to what "
             "followed the same word before (induction, on repeated random words) is named "
             "so.\nWithout a lesson: induction.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
