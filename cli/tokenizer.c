/*
 * tokenizer: pieces of words learned from texts, and texts spelled by them.
 */
#include <string.h>

#include "options.h"
#include "terminal.h"

typedef struct request {
    attnviz_vocabulary learned;
    attnviz_spelling shown;
    size_t column, mark_count;
} request;

static const cli_option options[] = {
    {"--output", 'o', &cli_file, "FILE", "learns pieces and writes them there, as tokenizer.json",
     CLI_IN(request, learned.path)},
    {"--size", 0, &cli_number, "N", "how many pieces (default 5000)", CLI_IN(request, learned.size),
     .least = 300, .most = 1000000, .usual = 5000},
    {"--language", 0, &cli_word, "fr|en|none",
     "whose words: French parts l'homme and va-t-il, English don't and John's (default none)",
     CLI_IN(request, learned.language)},
    {"--marks", 0, &cli_list, "A,B,…",
     "pieces that stand for no word of a text (default <start>,<end>,<mask>)",
     CLI_IN(request, learned.marks), CLI_ALSO(request, mark_count)},
    {"--column", 0, &cli_number, "N",
     "reads this column of lines divided by tabs, from 1 (without it, whole lines)",
     CLI_IN(request, column), .least = 1, .most = 1000},
    {"--text", 0, &cli_text, "TEXT", "shows the pieces of this text", CLI_IN(request, shown.text)},
    {"--ids", 0, &cli_flag, NULL,
     "prints the numbers of the pieces alone, from 0, a line for each line of text",
     CLI_IN(request, shown.numbers)},
};

/* The first of these options that is given; NULL: none is. */
static const char *given_among(const cli_arguments *arguments, const char *const *names)
{
    for (; *names; names++)
        for (size_t i = 0; i < arguments->given_count; i++)
            if (strcmp(arguments->given[i].option->name, *names) == 0) return *names;
    return NULL;
}

static bool check(const cli_arguments *arguments, const request *r, attn_status *status)
{
    static const char *const to_learn[] = {"--size", "--language", "--marks", NULL},
                             *const to_show[] = {"--text", "--ids", NULL};
    const char *wrong = given_among(arguments, r->learned.path ? to_show : to_learn);
    if (wrong && r->learned.path)
        return attn_fail(status, ATTN_USAGE, "-o learns pieces, %s shows them: leave one out",
                         wrong);
    if (wrong)
        return attn_fail(status, ATTN_USAGE,
                         "%s is for learning pieces: write them into a file with -o FILE", wrong);
    if (arguments->operand_count == 0)
        return attn_fail(status, ATTN_USAGE,
                         "which file? 'attnviz tokenizer TEXT -o tokenizer.json' learns pieces, "
                         "'attnviz tokenizer tokenizer.json --text \"…\"' shows them");
    if (!r->learned.path && !r->shown.text && arguments->operand_count == 1)
        return attn_fail(status, ATTN_USAGE,
                         "-o FILE learns pieces from %s; if it is a tokenizer, give it a text to "
                         "spell: --text \"…\", or a file",
                         arguments->operands[0]);
    return !r->shown.text || arguments->operand_count == 1 ||
           attn_fail(status, ATTN_USAGE, "--text takes the place of %s: leave one out",
                     arguments->operands[1]);
}

/* Operands as a list that ends with NULL. */
static const char *const *files_from(const cli_arguments *arguments, size_t first)
{
    const char **files = attn_alloc(arguments->arena, arguments->operand_count + 1, sizeof *files);
    for (size_t i = first; files && i < arguments->operand_count; i++)
        files[i - first] = arguments->operands[i];
    return files;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    if (!check(arguments, r, status)) return CLI_USAGE;
    const bool learns = r->learned.path != NULL;
    const char *const *files = files_from(arguments, learns ? 0 : 1);
    if (!files) return CLI_FAILED;
    r->learned.files = r->shown.files = files;
    r->learned.column = r->shown.column = r->column;
    if (learns)
        attnviz_tokenizer_learn(&r->learned, &cli_output, arguments->fault);
    else
        attnviz_tokenizer_spell(arguments->operands[0], &r->shown, &cli_output, arguments->fault);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz tokenizer talks.txt -o tokenizer.json --size 2000 --language en",
     "learns 2000 pieces from a text"},
    {"attnviz tokenizer pairs.tsv --column 1 -o french.json --language fr",
     "from the first column of pairs"},
    {"attnviz tokenizer french.json --text \"L'homme n'ai pas…\"", "the pieces of a sentence"},
    {"attnviz tokenizer french.json other.txt", "how well the pieces suit another text"},
    {NULL, NULL},
};

const cli_command cli_tokenizer = {
    .name = "tokenizer",
    .summary = "cuts words into pieces that are learned from texts",
    .operands = "TEXT... -o FILE | FILE.json [TEXT...]",
    .most_operands = SIZE_MAX,
    .about = "With -o, learns pieces of words from texts by byte-pair encoding and writes them as "
             "tokenizer.json, which Hugging Face's tokenizers read. Else reads such a file, and "
             "shows the pieces of a text, or how many pieces the words of texts have.\n"
             "Words are put into lower case, and no character is lost: one without a piece is "
             "spelled by its bytes.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
