/*
 * attend: attention on arrays of one's own, shown as a lesson is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"

typedef struct request {
    cli_telling telling;
    attnviz_attend attend;
} request;

static bool read_scale(cli_value *value)
{
    attnviz_attend *attend = value->place;
    const char *text = value->texts[0];
    if (strcmp(text, "root") == 0) return true;
    attend->scaling = strcmp(text, "none") == 0 ? ATTNVIZ_SCALE_NONE : ATTNVIZ_SCALE_GIVEN;
    if (attend->scaling == ATTNVIZ_SCALE_NONE) return true;
    bool plain = *text && text[strspn(text, "0123456789.eE+-")] == '\0';
    char *end = NULL;
    attend->scale = plain ? strtof(text, &end) : 0.0f;
    if (plain && *end == '\0' && isfinite(attend->scale) && attend->scale > 0.0f) return true;
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--scale takes root, none or a number above 0, such as 0.125, not '%s'", text);
}

static bool read_cap(cli_value *value)
{
    float *cap = value->place;
    const char *text = value->texts[0];
    bool plain = *text && text[strspn(text, "0123456789.eE+-")] == '\0';
    char *end = NULL;
    *cap = plain ? strtof(text, &end) : 0.0f;
    if (plain && *end == '\0' && isfinite(*cap) && *cap > 0.0f) return true;
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--softcap takes a number above 0, such as 50, not '%s'", text);
}

static const cli_kind cap = {.read = read_cap};

static const cli_kind scale = {.read = read_scale};

static const cli_option options[] = {
    {"--mask", 0, &cli_file, "FILE",
     "says which keys each query may see: 1 and 0, or 0 and −∞ as programs add them to the scores",
     CLI_IN(request, attend.mask)},
    {"--causal", 0, &cli_flag, NULL, "hides from each query the keys after it",
     CLI_IN(request, attend.causal)},
    {"--past", 0, &cli_number, "N",
     "with --causal: the first query stands behind N keys, as those of a cache",
     CLI_IN(request, attend.past), .most = 1000000},
    {"--past-keys", 0, &cli_file, "FILE",
     "puts these keys, those of a cache, before K; needs --past-values",
     CLI_IN(request, attend.past_keys)},
    {"--past-values", 0, &cli_file, "FILE", "puts these values before V",
     CLI_IN(request, attend.past_values)},
    {"--bias", 0, &cli_file, "FILE",
     "adds these numbers to the scores: a row for each query, a column for each key",
     CLI_IN(request, attend.bias)},
    {"--softcap", 0, &cap, "NUMBER",
     "caps the scaled scores softly: c tanh(s / c) stays between −c and c",
     CLI_IN(request, attend.softcap)},
    {"--heads", 0, &cli_number, "N",
     "splits the columns of Q into heads; of arrays with three axes, says that the first one is "
     "heads; K and V may have fewer, which are shared",
     CLI_IN(request, attend.heads), .least = 1, .most = 1024},
    {"--scale", 0, &scale, "root|none|NUMBER", "scales the scores: root (default) by 1/√d_k",
     CLI_IN(request, attend)},
    {"--example", 0, &cli_number, "N", "takes this example of a batch, counted from 1",
     CLI_IN(request, attend.example), .least = 1, .most = 1000000000},
    {"--tokens", 0, &cli_file, "FILE",
     "names the words of the rows: a JSON list, {\"source\": […], \"target\": […]}, or a text with "
     "one word on each line",
     CLI_IN(request, attend.tokens)},
    CLI_TELL_SET,
    CLI_TELL_WITHOUT,
    CLI_TELL_ONLY,
    CLI_TELL_AT,
    CLI_TELL_ARITHMETIC,
    CLI_TELL_CHECKS,
    CLI_TELL_PRECISION,
    CLI_TELL_FORMAT,
    CLI_TELL_STEP,
    CLI_COLOR(cli_telling),
    CLI_TELL_OUTPUT,
    {"--picture", 0, &cli_file, "OUT.png",
     "draws the weights, too; the ending, .png, .svg or .pdf, chooses the format",
     CLI_IN(cli_telling, asked.picture)},
    CLI_TELL_SAVE,
    CLI_THREADS,
    CLI_KERNELS,
};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    if (!cli_telling_check(&r->telling, status)) return CLI_USAGE;
    r->attend.arrays = arguments->operands;
    attnviz_lesson *lesson = attnviz_lesson_attend(&r->attend, arguments->fault);
    attnviz_lesson_listen(lesson, &arguments->listener);
    return cli_tell(arguments, lesson, &r->telling);
}

static const cli_example examples[] = {
    {"attnviz attend Q.npy K.npy V.npy", "attention on three arrays, every number computed"},
    {"attnviz attend layer.json --heads 2", "a layer: X with W_Q, W_K, W_V and W_O; or homework"},
    {"attnviz attend all.npz --heads 4 --causal", "arrays named Q, K and V, with four heads"},
    {"attnviz attend Q.npy K.npy V.npy --heads 32", "grouped queries: 32 heads, K and V of 8"},
    {"attnviz attend q.csv k.csv v.csv --arithmetic 'A_{1,2}'", "how one weight is computed"},
    {"attnviz attend all.npz --without scale", "what the division by √d_k changes"},
    {"attnviz attend all.npz --save A=weights.npy --picture weights.png",
     "the weights for other programs"},
    {NULL, NULL},
};

const cli_command cli_attend = {
    .name = "attend",
    .summary = "computes attention on arrays of your own",
    .operands = "Q K V | FILE",
    .most_operands = 3,
    .about =
        "Queries, keys and values come from three files (.npy, .npz, .safetensors, .csv, .tsv, "
        ".json), or from one that holds arrays named Q, K and V; FILE:NAME picks one of several "
        "arrays. Or the file holds X, W_Q, W_K and W_V, and perhaps b_Q, b_K, b_V, W_O and b_O: "
        "then Q = X W_Q + b_Q, and so on. Rows are words. Every value on the way is shown as in a "
        "lesson: E, the scores; S, what softmax sees; A, the weights; Z, the result.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
