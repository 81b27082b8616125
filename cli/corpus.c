/*
 * corpus: lines to train and to test with, one by one on standard output.
 */
#include <string.h>

#include "core/guess.h"
#include "lesson/read/corpora.h"
#include "reading.h"
#include "terminal.h"

typedef struct request {
    long lines;
    bool roles, vocabulary; /* vocabulary: of `side`, in place of lines */
    attn_side side;
    attn_corpus_asked asked;
} request;

static const cli_option options[] = {
    {"--lines", 'n', &cli_number, "N", "how many lines (default 10)", CLI_IN(request, lines),
     .least = 1, .most = 10000000, .usual = 10},
    {"--part", 0, &cli_choice, "train|validation|test|unseen",
     "of which part (default train): no two have a sentence in common; test has "
     "combinations of words that no other has, unseen has words that no other has",
     CLI_IN(request, asked.part)},
    {"--seed", 0, &cli_number, "N", "other lines of a grammar for another number (default 1)",
     CLI_IN(request, asked.seed), .most = 1000000000, .usual = 1},
    {"--words", 0, &cli_range, "A-B",
     "lines of A to B words, each length as often as the others, so far as there are "
     "such lines",
     CLI_IN(request, asked.least), CLI_ALSO(request, asked.most), .most = ATTN_MOST_LINE_WORDS},
    {"--roles", 0, &cli_flag, NULL,
     "one more column: subject:1 says that word 1, counted from 0, is the subject; in "
     "pairs, the kinds of the target's words",
     CLI_IN(request, roles)},
    {"--vocabulary", 0, &cli_choice, "source|target", "lists all words of one side instead, sorted",
     CLI_IN(request, side), CLI_ALSO(request, vocabulary)},
};

/* ---- what is asked for ---- */

/* A vocabulary is of all lines there could be. */
static bool check_vocabulary(const cli_arguments *arguments, attn_status *status)
{
    const cli_option *other = cli_other_than(arguments, "--vocabulary");
    return !other ||
           attn_fail(status, ATTN_USAGE,
                     "--vocabulary lists all words of one side and no lines: leave out %s",
                     other->name);
}

/* word: what names none of them, or NULL. */
static bool fail_which(const char *word, attn_status *status)
{
    attn_text list = {0};
    if (word)
        attn_text_print(&list, "there is no corpus '%s'. There are: ", word);
    else
        attn_text_add(&list, "which corpus? There are: ");
    for (size_t i = 0; attn_corpora_at(i) != NULL; i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", attn_corpora_at(i));
    attn_fail(status, ATTN_USAGE, "%s; or a FILE.json or FILE.tsv", attn_text_string(&list));
    attn_text_free(&list);
    return false;
}

static attn_corpus *open_corpus(const char *word, attn_arena *arena, attn_status *status)
{
    attn_guess guess = {.word = word};
    if (cli_is_file(word)) return attn_corpora_file(word, status);
    for (size_t i = 0; attn_corpora_at(i) != NULL; i++) {
        if (strcmp(attn_corpora_at(i), word) == 0) return attn_corpora_carried(word, status);
        attn_guess_try(&guess, attn_corpora_at(i));
    }
    if (guess.best == NULL)
        fail_which(word, status);
    else
        attn_fail(status, ATTN_USAGE, "there is no corpus '%s'%s", word,
                  attn_guess_text(&guess, arena));
    return NULL;
}

/* ---- lines ---- */

static void add_words(attn_text *out, const attn_word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) attn_text_print(out, "%s%s", i ? " " : "", words[i].text);
}

static void add_links(attn_text *out, const attn_line *line)
{
    for (size_t i = 0; i < line->link_count; i++)
        attn_text_print(out, "%s%zu%c%zu", i ? " " : "", line->links[i].source,
                        line->links[i].sure ? '-' : '?', line->links[i].target);
}

static void add_kinds(attn_text *out, const attn_line *line)
{
    for (size_t i = 0; i < line->count[1]; i++) {
        const char *kind = line->words[1][i].kind;
        attn_text_print(out, "%s%s", i ? " " : "", kind[0] ? kind : "-");
    }
}

static void add_marks(attn_text *out, const attn_line *line)
{
    for (size_t i = 0; i < line->count[0]; i++)
        attn_text_print(out, "%s%d", i ? " " : "", (int)line->marks[i]);
}

static void add_roles(attn_text *out, const attn_line *line)
{
    for (size_t i = 0; i < line->role_count; i++)
        attn_text_print(out, "%s%s:%zu", i ? " " : "", line->roles[i].name, line->roles[i].place);
}

static void add_line(attn_text *out, const attn_line *line, bool roles)
{
    add_words(out, line->words[0], line->count[0]);
    attn_text_add(out, "\t");
    if (line->original) {
        add_words(out, line->original, line->count[0]);
        attn_text_add(out, "\t");
        add_marks(out, line);
    } else {
        add_words(out, line->words[1], line->count[1]);
        attn_text_add(out, "\t");
        add_links(out, line);
    }
    if (roles) attn_text_add(out, "\t");
    if (roles && line->original) add_roles(out, line);
    if (roles && !line->original) add_kinds(out, line);
    attn_text_add(out, "\n");
}

enum { bytes_at_once = 1 << 16 };

static void print_lines(const attn_corpus *corpus, const request *r, attn_status *status)
{
    attn_corpus_stream *stream = attn_corpus_open(corpus, &r->asked, status);
    attn_text text = {0};
    attn_line line;
    for (long i = 0; stream && i < r->lines && attn_corpus_next(stream, &line); i++) {
        add_line(&text, &line, r->roles);
        if (text.length < bytes_at_once) continue;
        if (!cli_write_text(&text, status)) break;
        attn_text_clear(&text);
    }
    cli_write_text(&text, status);
    attn_text_free(&text);
    attn_corpus_close(stream);
}

static void print_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                        attn_status *status)
{
    size_t count = 0;
    attn_text text = {0};
    const char *const *words = attn_corpus_words(corpus, side, arena, &count);
    for (size_t i = 0; words && i < count; i++) attn_text_print(&text, "%s\n", words[i]);
    if (words) cli_write_text(&text, status);
    attn_text_free(&text);
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    const request *r = asked;
    const char *word = arguments->operand_count ? arguments->operands[0] : NULL;
    if (r->vocabulary && !check_vocabulary(arguments, status)) return CLI_USAGE;
    if (!word) fail_which(NULL, status);
    attn_corpus *corpus = word ? open_corpus(word, arguments->arena, status) : NULL;
    if (corpus && r->vocabulary)
        print_words(corpus, r->side, arguments->arena, status);
    else if (corpus)
        print_lines(corpus, r, status);
    attn_corpus_free(corpus);
    return attn_ok(status) ? CLI_DONE : CLI_FAILED;
}

static const cli_example examples[] = {
    {"attnviz corpus pairs -n 20000 >train.tsv", "French, English, which words belong together"},
    {"attnviz corpus pairs -n 2000 --part test", "with pairs of words that training never saw"},
    {"attnviz corpus pairs -n 100 --words 25-30", "long sentences alone"},
    {"attnviz corpus reading -n 5 --roles",
     "sentences with words replaced (1) or masked (2), and as they were"},
    {"attnviz corpus my.tsv -n 5 --part validation", "one's own pairs: source, tab, target"},
    {NULL, NULL},
};

const cli_command cli_corpus = {
    .name = "corpus",
    .summary = "sentences to train with, made by a grammar",
    .operands = "CORPUS | FILE.json | FILE.tsv",
    .most_operands = 1,
    .about =
        "Prints lines, their parts divided by tabs. pairs: French, English, links of words "
        "(0-1: source word 0 and target word 1 belong together; 0?1: possibly). reading: an "
        "English sentence with words replaced or masked, the sentence as it was, and for each "
        "word 0 (as it was), 1 (replaced) or 2 (masked).\n"
        "A word with a dot or a slash is a file: a grammar of one's own (JSON), or pairs (TSV). "
        "The same seed gives the same lines on every machine; no sentence of a grammar comes "
        "twice.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
