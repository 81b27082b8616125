/*
 * generate: what a lesson writes by itself, word by word, for one sentence or many.
 */
#include "computing.h"
#include "reading.h"
#include "terminal.h"

static const cli_option options[] = {
    CLI_INPUT(attnviz_generation),
    CLI_SENTENCE(attnviz_generation),
    CLI_IDS(attnviz_generation),
    {"--beam", 0, &cli_number, "N",
     "keeps the N best beginnings of a sentence, and prints the best sentence that comes of them "
     "(default 1: each word is the best next one)",
     CLI_IN(attnviz_generation, beam), .least = 1, .most = 16},
    {"--most", 0, &cli_number, "N", "writes at most N words (default: as the lesson says)",
     CLI_IN(attnviz_generation, most), .least = 1, .most = 4096},
    {"--temperature", 0, &cli_decimal, "T",
     "draws each word by softmax(scores / T): below 1 the best ones come more often (default 0: "
     "the best word is taken)",
     CLI_IN(attnviz_generation, temperature), .most = 100},
    {"--top-k", 0, &cli_number, "K", "draws among the K best words alone",
     CLI_IN(attnviz_generation, top_k), .least = 1, .most = 10000000},
    {"--top-p", 0, &cli_decimal, "P",
     "draws among the fewest best words that have together the probability P",
     CLI_IN(attnviz_generation, top_p), .most = 1},
    {"--seed", 0, &cli_number, "N", "draws other words for another number",
     CLI_IN(attnviz_generation, wishes.seed), CLI_ALSO(attnviz_generation, wishes.seeded),
     .most = CLI_MOST_SEED},
    {"--no-cache", 0, &cli_flag, NULL,
     "computes everything anew for each word, in place of keeping the rows of the words before; no "
     "number differs",
     CLI_IN(attnviz_generation, wishes.uncached)},
    {"--format", 0, &cli_choice, "text|json",
     "prints the words as a line (default), or as JSON with the number that chose each",
     CLI_IN(attnviz_generation, json)},
    {"--output", 'o', &cli_file, "MAP.png",
     "draws the maps of one sentence with the words of both sides; the ending of the name, .png, "
     ".svg or .pdf, chooses the format",
     CLI_IN(attnviz_generation, picture)},
    CLI_THREADS,
    CLI_KERNELS,
};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    attnviz_generation *generation = asked;
    (void)status;
    generation->wishes.as_options = true;
    generation->files = arguments->operand_count ? arguments->operands + 1 : NULL;
    attnviz_lesson *lesson = cli_lesson_for(arguments, ATTNVIZ_TO_GENERATE, NULL);
    attnviz_lesson_generate(lesson, generation, &cli_output, arguments->fault);
    attnviz_lesson_free(lesson);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz generate examples/word-by-word.json --sentence 'le chien dort.'", "the dog sleeps."},
    {"attnviz generate examples/word-by-word.json sentences.txt", "one line for each line"},
    {"attnviz generate examples/word-by-word.json -o map.png",
     "and its map, with the words of both sides"},
    {NULL, NULL},
};

const cli_command cli_generate = {
    .name = "generate",
    .summary = "lets a lesson write a sentence, word by word",
    .operands = "LESSON | FILE.json [SENTENCES.txt … | -]",
    .most_operands = SIZE_MAX,
    .about = "Computes the lesson once for each word: its result chooses the next word, until the "
             "sentence ends. Prints the words as a line.\nA text file holds sentences to begin "
             "with, one on each line ('-' is standard input); each gives a line. Words that the "
             "lesson does not know are named, and so is a sentence that does not end.",
    CLI_TABLE(options, attnviz_generation),
    .examples = examples,
    .run = run,
};
