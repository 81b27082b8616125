/*
 * evaluate: how good a lesson's model is, on examples that it has not learned from.
 */
#include "computing.h"
#include "reading.h"
#include "terminal.h"

typedef struct request {
    attnviz_trial trial;
    attnviz_format format;
} request;

static const cli_option options[] = {
    {"--lines", 'n', &cli_number, "N",
     "tries so many examples (default: as many as the lesson says)",
     CLI_IN(request, trial.examples), .least = 1, .most = 10000000},
    {"--examples", 0, &cli_file, "FILE",
     "tries examples of your own: pairs (.tsv: source, tab, target, tab, links), a treebank "
     "(.conllu), or a folder of pictures, as corpus -o makes it",
     CLI_IN(request, trial.file)},
    {"--part", 0, &cli_word, "train|validation|test|all",
     "takes them from this part of the corpus (default: as the lesson says)",
     CLI_IN(request, trial.part)},
    {"--words", 0, &cli_range, "A-B", "takes lines of A to B words, each length equally often",
     CLI_IN(request, trial.least), CLI_ALSO(request, trial.most), .most = ATTNVIZ_MOST_LINE_WORDS},
    {"--beam", 0, &cli_number, "N",
     "writes with the N best beginnings of a sentence, as generate does (default 1)",
     CLI_IN(request, trial.beam), .least = 1, .most = 16},
    {"--format", 0, &cli_format, "text|json", "prints text (default) or JSON",
     CLI_IN(request, format)},
    CLI_THREADS,
    CLI_KERNELS,
};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    const request *r = asked;
    (void)status;
    attnviz_lesson *lesson = cli_lesson_for(arguments, ATTNVIZ_TO_EVALUATE, NULL);
    attnviz_lesson_evaluate(lesson, &r->trial, r->format, &cli_output, arguments->fault);
    attnviz_lesson_free(lesson);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz evaluate translator-pairs", "how often it translates without an error"},
    {"attnviz evaluate translator-pairs -n 200 --words 13-16",
     "on sentences longer than it has ever seen"},
    {"attnviz evaluate translator --examples mine.tsv", "on sentences of your own"},
    {NULL, NULL},
};

const cli_command cli_evaluate = {
    .name = "evaluate",
    .summary = "measures how good a trained model is",
    .operands = "LESSON | FILE.json",
    .most_operands = 1,
    .about = "Tries a lesson's model on examples that it has not learned from, as the lesson says: "
             "how many sentences it writes word for word, how far its weights are from the links "
             "of the words, and how often a map looks from one word to another that it should "
             "find, beside how often the simplest rule finds it. Of several maps and rules, it "
             "reports the one that was best on other examples.",
    CLI_TABLE(options, request),
    .examples = examples,
    .without_end = true,
    .run = run,
};
