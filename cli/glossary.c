/*
 * glossary: what a symbol or a term means.
 */
#include "options.h"
#include "terminal.h"

typedef struct request {
    attnviz_format format;
} request;

static const cli_option options[] = {
    {"--format", 0, &cli_format, "text|json",
     "prints text to read (default), or JSON for other programs", CLI_IN(request, format)},
};

/* The words of a term, which need no quotes: "context vector". */
static const char *whole_term(const cli_arguments *arguments)
{
    const char *term = arguments->operands[0];
    for (size_t i = 1; i < arguments->operand_count && term != NULL; i++) {
        term = attn_print(arguments->arena, "%s %s", term, arguments->operands[i]);
    }
    return term;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    const attnviz_look look = {.columns = cli_columns(),
                               .color = cli_color_wanted(),
                               .format = ((request *)asked)->format};
    const char *term = arguments->operand_count > 0 ? whole_term(arguments) : NULL;
    if (attn_ok(status)) attnviz_glossary(term, &look, &cli_output, arguments->fault);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz glossary", "every symbol and term, one on each line"},
    {"attnviz glossary alpha", "what α is, what it is not, and the lessons that show it"},
    {"attnviz glossary context vector", "a term of two words"},
    {"attnviz glossary --format json", "all of it for other programs"},
    {"attnviz glossary decoder", "what a decoder is, and what the names in its lesson mean"},
    {NULL, NULL},
};

const cli_command cli_glossary = {
    .name = "glossary",
    .summary = "says what a symbol or a term means",
    .operands = "[TERM …]",
    .most_operands = 8,
    .about =
        "A symbol (α, alpha, e, d_k, W_Q) or a word (softmax, query, mask, context vector): what "
        "it is, what it is not, its shape, its formula, and the lessons that show it. With the "
        "name of a lesson: what the names in it mean. Without a term: all terms, one on each line.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
