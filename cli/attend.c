/*
 * attend: attention on arrays of one's own, told as a lesson is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explain.h"
#include "files/arrays/array.h"
#include "files/bytes/output.h"
#include "lesson/read/attend.h"

typedef struct request {
    cli_telling telling;
    attn_attend asked;
} request;

static const cli_kind mask_file, scale;

static const cli_option options[] = {
    {"--mask", 0, &mask_file, "FILE",
     "what each query may see: 1 and 0, or 0 and −∞ as programs add them to the scores",
     CLI_IN(request, asked.mask)},
    {"--causal", 0, &cli_flag, NULL, "no query sees a key behind it",
     CLI_IN(request, asked.causal)},
    {"--heads", 0, &cli_number, "N",
     "equal parts of the columns of Q; of arrays with three axes, the first one; K and V "
     "may have fewer, which are shared",
     CLI_IN(request, asked.heads), .least = 1, .most = 1024},
    {"--scale", 0, &scale, "root|none|NUMBER",
     "what scores are multiplied by: root (default) is 1/√d_k", CLI_IN(request, asked)},
    {"--example", 0, &cli_number, "N", "this example of a batch, counted from 1",
     CLI_IN(request, asked.example), .least = 1, .most = 1000000000},
    {"--tokens", 0, &cli_file, "FILE",
     "the words of the rows: a JSON list, {\"source\": […], \"target\": […]}, or a text "
     "with one to a line",
     CLI_IN(request, asked.tokens_file)},
    CLI_TELL_SET,
    CLI_TELL_WITHOUT,
    CLI_TELL_ONLY,
    CLI_TELL_AT,
    CLI_TELL_ARITHMETIC,
    CLI_TELL_PRECISION,
    CLI_TELL_FORMAT,
    CLI_TELL_STEP,
    CLI_COLOR(cli_telling),
    CLI_TELL_OUTPUT,
    {"--picture", 0, &cli_file, "OUT.png",
     "draws the weights, too; the ending, .png, .svg or .pdf, chooses the format",
     CLI_IN(cli_telling, picture)},
    CLI_SAVE(cli_telling),
    CLI_THREADS,
    CLI_KERNELS,
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

static bool read_mask(cli_value *value)
{
    return split_word(value->texts[0], value->arena, value->place);
}

static const cli_kind mask_file = {.bytes = true, .completes = CLI_FILES, .read = read_mask};

static bool read_arrays(const cli_arguments *arguments, attn_attend *asked, attn_status *status)
{
    const char *const *words = arguments->operands;
    attn_arena *arena = arguments->arena;
    if (arguments->operand_count == 1) return read_whole(words[0], asked, status);
    if (arguments->operand_count != 3)
        return attn_fail(status, ATTN_USAGE,
                         "attention is of three arrays, queries, keys and values: name three "
                         "files, or one with arrays named Q, K and V");
    return split_word(words[0], arena, &asked->query) && split_word(words[1], arena, &asked->key) &&
           split_word(words[2], arena, &asked->value);
}

/* ---- how ---- */

static bool read_scale(cli_value *value)
{
    attn_attend *asked = value->place;
    const char *text = value->texts[0];
    if (strcmp(text, "root") == 0) return true;
    asked->scale = strcmp(text, "none") == 0 ? ATTN_ATTEND_UNSCALED : ATTN_ATTEND_GIVEN;
    if (asked->scale == ATTN_ATTEND_UNSCALED) return true;
    bool plain = *text && text[strspn(text, "0123456789.eE+-")] == '\0';
    char *end = NULL;
    asked->factor = plain ? strtof(text, &end) : 0.0f;
    if (plain && *end == '\0' && isfinite(asked->factor) && asked->factor > 0.0f) return true;
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--scale takes root, none or a number above 0, such as 0.125, not '%s'", text);
}

static const cli_kind scale = {.read = read_scale};

static attn_lesson *make_lesson(const cli_arguments *arguments, cli_telling *telling,
                                attn_status *status)
{
    attn_attend *asked = &((request *)telling)->asked;
    const char *tokens = asked->tokens_file;
    asked->heads_option = "--heads";
    asked->example_option = "--example";
    asked->tokens_option = "--tokens";
    bool read = read_arrays(arguments, asked, status) &&
                (!tokens || attn_tokens_read(tokens, arguments->arena, &asked->tokens, status));
    return read ? attn_attend_lesson(asked, status) : NULL;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    return cli_tell(arguments, asked, make_lesson, status);
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
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
