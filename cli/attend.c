/*
 * attend: attention on arrays of one's own, told as a lesson is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "array_axes.h"
#include "explain.h"
#include "files/bytes/output.h"
#include "lesson/read/attend.h"
#include "options.h"
#include "saving.h"

enum {
    MASK,
    CAUSAL,
    HEADS,
    SCALE,
    EXAMPLE,
    TOKENS,
    SET,
    WITHOUT,
    ONLY,
    AT,
    ARITHMETIC,
    PRECISION,
    FORMAT,
    STEP,
    COLOR,
    OUTPUT,
    PICTURE,
    SAVE,
    THREADS,
    KERNELS,
    OPTION_COUNT
};

static const cli_option options[OPTION_COUNT] = {
    [MASK] = {"--mask", 0, "FILE",
              "what each query may see: 1 and 0, or 0 and −∞ as programs add them to the scores",
              false, true},
    [CAUSAL] = {"--causal", 0, NULL, "no query sees a key behind it", false, false},
    [HEADS] = {"--heads", 0, "N",
               "equal parts of the columns of Q; of arrays with three axes, the first one; K and V "
               "may have fewer, which are shared",
               false, false},
    [SCALE] = {"--scale", 0, "root|none|NUMBER",
               "what scores are multiplied by: root (default) is 1/√d_k", false, false},
    [EXAMPLE] = {"--example", 0, "N", "this example of a batch, counted from 1", false, false},
    [TOKENS] = {"--tokens", 0, "FILE",
                "the words of the rows: a JSON list, {\"source\": […], \"target\": […]}, or a text "
                "with one to a line",
                false, true},
    [SET] = CLI_TELL_SET,
    [WITHOUT] = CLI_TELL_WITHOUT,
    [ONLY] = CLI_TELL_ONLY,
    [AT] = CLI_TELL_AT,
    [ARITHMETIC] = CLI_TELL_ARITHMETIC,
    [PRECISION] = CLI_TELL_PRECISION,
    [FORMAT] = CLI_TELL_FORMAT,
    [STEP] = CLI_TELL_STEP,
    [COLOR] = CLI_TELL_COLOR,
    [OUTPUT] = CLI_TELL_OUTPUT,
    [PICTURE] = {"--picture", 0, "OUT.png",
                 "draws the weights, too; the ending, .png, .svg or .pdf, chooses the format",
                 false, true},
    [SAVE] = CLI_SAVE,
    [THREADS] = CLI_THREADS,
    [KERNELS] = CLI_KERNELS,
};

static const cli_explain_places places = {
    .input = SIZE_MAX,
    .sentence = SIZE_MAX,
    .set = SET,
    .without = WITHOUT,
    .worksheet = SIZE_MAX,
    .only = ONLY,
    .at = AT,
    .arithmetic = ARITHMETIC,
    .zoom = SIZE_MAX,
    .precision = PRECISION,
    .format = FORMAT,
    .pause = SIZE_MAX,
    .step = STEP,
    .color = COLOR,
    .output = OUTPUT,
    .picture = PICTURE,
    .save = SAVE,
    .threads = THREADS,
    .kernels = KERNELS,
};

/* ---- which arrays ---- */

static bool check_stays(const char *file, attn_status *status)
{
    bool standard = strcmp(file, "-") == 0;
    if (!standard && !attn_output_streams(file)) return true;
    return attn_fail(status, ATTN_USAGE,
                     "arrays are read more than once, which %s does not allow: put them into a "
                     "file first",
                     standard ? "standard input" : file);
}

/* "all.npz:layer.q": behind the last colon of what is no file stands the name of an array. */
static bool split_word(const char *word, attn_arena *arena, attn_attend_array *array)
{
    attn_status *status = attn_arena_status(arena);
    const char *colon = strrchr(word, ':');
    *array = (attn_attend_array){word, NULL};
    if (!colon || colon == word || colon[1] == '\0' || access(word, F_OK) == 0)
        return check_stays(word, status);
    array->file = attn_copy_text(arena, word, (size_t)(colon - word));
    array->name = colon + 1;
    return array->file != NULL && check_stays(array->file, status);
}

/* One of these names of an array in a file; NULL: none is there. */
static const char *find_name(const attn_arrays *file, const char *const *names)
{
    for (size_t i = 0; names[i]; i++)
        if (attn_arrays_find(file, names[i])) return names[i];
    return NULL;
}

static bool fail_names(const char *path, const attn_arrays *file, attn_status *status)
{
    const size_t most = 6;
    attn_text names = {0};
    size_t count = 0;
    for (; attn_arrays_at(file, count) != NULL; count++)
        if (count < most && *attn_arrays_at(file, count)->name)
            attn_text_print(&names, "%s%s", names.length ? ", " : "",
                            attn_arrays_at(file, count)->name);
    if (count > most) attn_text_add(&names, " …");
    if (count < 2)
        attn_fail(status, ATTN_USAGE,
                  "attention is of three arrays, queries, keys and values: name three files, or "
                  "one with arrays named Q, K and V");
    else
        attn_fail(status, ATTN_USAGE,
                  "%s holds no arrays named Q, K and V, but %s: say which is which, as %s:NAME "
                  "three times",
                  path, attn_text_string(&names), path);
    attn_text_free(&names);
    return false;
}

/* A file that holds all three. */
static bool read_whole(const char *path, attn_attend *asked, attn_status *status)
{
    static const char *const names[][5] = {{"Q", "q", "query", "queries", NULL},
                                           {"K", "k", "key", "keys", NULL},
                                           {"V", "v", "value", "values", NULL}};
    attn_attend_array *const arrays[] = {&asked->query, &asked->key, &asked->value};
    attn_arrays *file = check_stays(path, status) ? attn_arrays_open(path, status) : NULL;
    if (!file) return false;
    for (size_t i = 0; attn_ok(status) && i < 3; i++) {
        *arrays[i] = (attn_attend_array){path, find_name(file, names[i])};
        if (!arrays[i]->name) fail_names(path, file, status);
    }
    attn_arrays_close(file);
    return attn_ok(status);
}

static bool read_arrays(const cli_arguments *arguments, attn_attend *asked, attn_status *status)
{
    const char *const *words = arguments->operands;
    const char *mask = cli_value(arguments, MASK);
    attn_arena *arena = arguments->arena;
    if (mask && !split_word(mask, arena, &asked->mask)) return false;
    if (arguments->operand_count == 1) return read_whole(words[0], asked, status);
    if (arguments->operand_count != 3)
        return attn_fail(status, ATTN_USAGE,
                         "attention is of three arrays, queries, keys and values: name three "
                         "files, or one with arrays named Q, K and V");
    return split_word(words[0], arena, &asked->query) && split_word(words[1], arena, &asked->key) &&
           split_word(words[2], arena, &asked->value);
}

/* ---- how ---- */

static bool read_scale(const cli_arguments *arguments, attn_attend *asked, attn_status *status)
{
    const char *text = cli_value(arguments, SCALE);
    if (!text || strcmp(text, "root") == 0) return true;
    asked->scale = strcmp(text, "none") == 0 ? ATTN_ATTEND_UNSCALED : ATTN_ATTEND_GIVEN;
    if (asked->scale == ATTN_ATTEND_UNSCALED) return true;
    bool plain = *text && text[strspn(text, "0123456789.eE+-")] == '\0';
    char *end = NULL;
    asked->factor = plain ? strtof(text, &end) : 0.0f;
    if (plain && *end == '\0' && isfinite(asked->factor) && asked->factor > 0.0f) return true;
    return attn_fail(status, ATTN_USAGE,
                     "--scale takes root, none or a number above 0, such as 0.125, not '%s'", text);
}

static bool read_attend(const cli_arguments *arguments, attn_attend *asked, attn_status *status)
{
    const long most_heads = 1024, most_examples = 1000000000;
    const char *tokens = cli_value(arguments, TOKENS);
    long heads = 0, example = 0;
    if (!cli_number(arguments, HEADS, 1, most_heads, &heads, status) ||
        !cli_number(arguments, EXAMPLE, 1, most_examples, &example, status) ||
        !read_scale(arguments, asked, status) || !read_arrays(arguments, asked, status))
        return false;
    asked->heads = (size_t)heads;
    asked->example = (size_t)example;
    asked->causal = cli_asked(arguments, CAUSAL);
    asked->tokens_file = tokens;
    return !tokens || attn_tokens_read(tokens, arguments->arena, &asked->tokens, status);
}

static attn_lesson *make_lesson(const cli_arguments *arguments, attn_status *status)
{
    attn_attend asked = {
        .heads_option = "--heads", .example_option = "--example", .tokens_option = "--tokens"};
    return read_attend(arguments, &asked, status) ? attn_attend_lesson(&asked, status) : NULL;
}

static enum cli_exit run(const cli_arguments *arguments, attn_status *status)
{
    return cli_explain_lesson(arguments, &places, make_lesson, status);
}

static const cli_example examples[] = {
    {"attnviz attend Q.npy K.npy V.npy", "attention on three arrays, every number computed"},
    {"attnviz attend all.npz --heads 4 --causal", "of arrays named Q, K and V, with four heads"},
    {"attnviz attend Q.npy K.npy V.npy --heads 32", "grouped queries: 32 heads, K and V of 8"},
    {"attnviz attend q.csv k.csv v.csv --arithmetic 'A_{1,2}'", "how one weight came about"},
    {"attnviz attend all.npz --without scale", "what the division by √d_k changes"},
    {"attnviz attend all.npz --save A=weights.npy --picture weights.png", "the weights for others"},
    {NULL, NULL},
};

const cli_command cli_attend = {
    .name = "attend",
    .summary = "computes attention on arrays of your own",
    .operands = "Q K V | FILE",
    .most_operands = 3,
    .about = "Queries, keys and values come from three files (.npy, .npz, .safetensors, .csv, "
             ".tsv, .json), or from one that holds arrays named Q, K and V; FILE:NAME is one of "
             "several arrays. Rows are words. Every value on the way is shown as in a lesson: "
             "E, the scores; S, what softmax sees; A, the weights; Z, the result.",
    .option_count = OPTION_COUNT,
    .options = options,
    .examples = examples,
    .run = run,
};
