/*
 * evaluate: how good a lesson's model is, on examples that it has not learned from.
 */
#include "computing.h"
#include "corpus/corpus.h"
#include "reading.h"
#include "render/scores.h"
#include "terminal.h"

typedef struct request {
    attn_evaluation_options asked;
    bool json;
} request;

static const cli_option options[] = {
    {"--lines", 'n', &cli_number, "N", "on so many examples (default: as many as the lesson says)",
     CLI_IN(request, asked.examples), .least = 1, .most = 10000000},
    {"--part", 0, &cli_word, "train|validation|test|unseen",
     "on this part of the corpus (default: as the lesson says)", CLI_IN(request, asked.part)},
    {"--words", 0, &cli_range, "A-B",
     "on lines of A to B words, each length as often as the others", CLI_IN(request, asked.least),
     CLI_ALSO(request, asked.most), .most = ATTN_MOST_LINE_WORDS},
    {"--format", 0, &cli_choice, "text|json", "what to print (default: text)",
     CLI_IN(request, json)},
    CLI_THREADS,
    CLI_KERNELS,
};

/* ---- the command ---- */

static const cli_ability ability = {.has = attn_lesson_evaluates,
                                    .unnamed = "name a lesson whose model is to be evaluated",
                                    .lacks = "does not say how it is evaluated",
                                    .these = ": of the program's lessons these say how",
                                    .none = ": it has no \"evaluate\" (attnviz-lesson(5))"};

static bool evaluate(const request *r, attn_lesson *lesson, attn_status *status)
{
    attn_text out = {0};
    attn_options wishes = {.names = &cli_option_names};
    attn_run *run = attn_lesson_run(lesson, &wishes, status);
    const attn_evaluated *told = run ? attn_run_evaluate(run, &r->asked, status) : NULL;
    if (told != NULL) cli_warn_of_weights(run);
    if (told != NULL) (r->json ? attn_scores_json : attn_scores_text)(told, &out);
    bool written = told != NULL && cli_write_text(&out, status);
    attn_text_free(&out);
    attn_run_free(run);
    return written;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    attn_lesson *lesson = cli_lesson_able(arguments, &ability, status);
    bool done = lesson != NULL && evaluate(asked, lesson, status);
    attn_lesson_free(lesson);
    return done ? CLI_DONE : CLI_FAILED;
}

static const cli_example examples[] = {
    {"attnviz evaluate translator", "how often it translates without a fault"},
    {"attnviz evaluate translator -n 200 --words 13-16",
     "on sentences longer than it has ever seen"},
    {NULL, NULL},
};

const cli_command cli_evaluate = {
    .name = "evaluate",
    .summary = "how good a trained model is",
    .operands = "LESSON | FILE.json",
    .most_operands = 1,
    .about =
        "Tries a lesson's model on examples that it has not learned from, as the lesson says: how "
        "many sentences it writes word for word, how far its weights are from the links of the "
        "words, and how often a map looks from one word to another that it should find, beside how "
        "often the simplest rule finds it. Of several maps and rules the one is told that was best "
        "on other examples.",
    CLI_TABLE(options, request),
    .examples = examples,
    .without_end = true,
    .run = run,
};
