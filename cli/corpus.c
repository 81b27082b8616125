/*
 * corpus: lines to train and to test with, one by one on standard output.
 */
#include "options.h"
#include "terminal.h"

typedef struct request {
    attnviz_lines lines;
    bool vocabulary, target; /* the words of one side, in place of lines */
    const char *folder;      /* pictures go there; or NULL */
} request;

static const cli_option options[] = {
    {"--lines", 'n', &cli_number, "N", "prints N lines (default 10)", CLI_IN(request, lines.count),
     .least = 1, .most = 10000000, .usual = 10},
    {"--part", 0, &cli_word, "train|validation|test|all",
     "chooses the part (default train; of a treebank all): no two have a sentence in common; test "
     "has combinations of words that no other part has; all is every line of a file",
     CLI_IN(request, lines.part)},
    {"--seed", 0, &cli_number, "N", "draws other lines of a grammar for another number (default 1)",
     CLI_IN(request, lines.seed), .most = 1000000000, .usual = 1},
    {"--words", 0, &cli_range, "A-B",
     "prints lines of A to B words, each length equally often, as far as there are such lines",
     CLI_IN(request, lines.least), CLI_ALSO(request, lines.most), .most = ATTNVIZ_MOST_LINE_WORDS},
    {"--roles", 0, &cli_flag, NULL,
     "adds a column: in pairs, the kinds of the target's words; in treebanks, the relations",
     CLI_IN(request, lines.roles)},
    {"--questions", 0, &cli_flag, NULL,
     "of a file of scenes: prints questions about them with their answers, not captions",
     CLI_IN(request, lines.questions)},
    {"--clips", 0, &cli_flag, NULL,
     "of a file of scenes: prints captions of its clips, in which things do something",
     CLI_IN(request, lines.clips)},
    {"--say", 0, &cli_text, "TEXT",
     "of a file of scenes: says this of each, such as 'COLOUR NOUN', in place of its caption; all "
     "else is left open",
     CLI_IN(request, lines.say)},
    {"--letters", 0, &cli_flag, NULL,
     "of recordings: spells the words letter by letter, with _ between them",
     CLI_IN(request, lines.letters)},
    {"--output", 'o', &cli_file, "FOLDER",
     "makes this folder, with the pictures (PNG, of clips animated) of scenes, or with utterances "
     "(WAV), and their lines in examples.tsv",
     CLI_IN(request, folder)},
    {"--vocabulary", 0, &cli_choice, "source|target", "lists all words of one side instead, sorted",
     CLI_IN(request, target), CLI_ALSO(request, vocabulary)},
};

/* A vocabulary is of all lines there could be. */
static bool check_vocabulary(const cli_arguments *arguments, const request *r, attn_status *status)
{
    const cli_option *other = cli_other_than(arguments, "--vocabulary");
    const bool alone = !other || ((r->lines.questions || r->lines.clips || r->lines.say) &&
                                  arguments->given_count == 2);
    return alone || attn_fail(status, ATTN_USAGE,
                              "--vocabulary lists the words of one side, not lines: leave out %s",
                              other->name);
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    const request *r = asked;
    const char *word = arguments->operand_count ? arguments->operands[0] : NULL;
    if (r->vocabulary && !check_vocabulary(arguments, r, status)) return CLI_USAGE;
    if (r->vocabulary)
        attnviz_corpus_words(word, &r->lines, r->target, &cli_output, arguments->fault);
    else if (r->folder)
        attnviz_corpus_folder(word, &r->lines, r->folder, arguments->fault);
    else
        attnviz_corpus_lines(word, &r->lines, &cli_output, arguments->fault);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz corpus pairs -n 20000 >train.tsv",
     "French, English, and which words belong together"},
    {"attnviz corpus pairs -n 2000 --part test", "with pairs of words that training never saw"},
    {"attnviz corpus pairs -n 100 --words 25-30", "only long sentences"},
    {"attnviz corpus scenes -n 100 -o scenes/", "pictures, captions, and where things are"},
    {"attnviz corpus questions -n 10", "what is asked of such pictures, and the answers"},
    {"attnviz corpus clips -n 20 -o clips/", "films of things that do something, and when"},
    {"attnviz corpus my.tsv -n 5 --part validation", "pairs of your own: source, tab, target"},
    {"attnviz corpus trees.conllu -n 5 --roles",
     "sentences of a treebank, with the governor of each word"},
    {"attnviz corpus words/ -n 10 -o said/", "utterances, made of recordings of single words"},
    {NULL, NULL},
};

const cli_command cli_corpus = {
    .name = "corpus",
    .summary = "makes sentences, pictures or utterances to train with",
    .operands = "CORPUS | FILE.json | FILE.tsv | FILE.conllu | FOLDER",
    .most_operands = 1,
    .about = "Prints lines whose parts are separated by tabs. pairs: French, English, links of "
             "words (0-1: source word 0 and target word 1 belong together; 0?1: possibly). "
             "chinese: the same of Chinese, character by character. repeats: random words, and the "
             "same words again. scenes: captions of pictures, and the boxes of their words; "
             "questions: the same, of questions and answers; clips: captions of films, and the "
             "frames of their words.\nA word "
             "with a dot or a slash is a file: a grammar or scenes of your own (JSON), pairs (TSV; "
             "no two parts share a source or a target), or a treebank (CoNLL-U: the words, and for "
             "each the numbers of its governor, subject, object and antecedent, 0 for none), or a "
             "folder of recordings, each of one word (words.tsv), which become utterances. The "
             "same seed gives the same lines on every machine; no sentence of a grammar comes "
             "twice.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
