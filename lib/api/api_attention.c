/*
 * api_attention: attention on arrays of the caller, and on arrays in files as a lesson.
 */
#include "api/api.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "files/arrays/array.h"
#include "lesson/attend/attend.h"
#include "tensor/kernel.h"

/* ---- 6 Attention ---- */

void attnviz_product(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                     bool transposed)
{
    attn_matrix right =
        transposed ? attn_transpose_of(attn_matrix_of(B, n, k)) : attn_matrix_of(B, k, n);
    attn_kernel_product(attn_matrix_of(A, m, k), right, (attn_sink){C, false});
}

void attnviz_softmax(const float *x, float *y, size_t m, size_t n)
{
    attn_kernel_softmax(x, y, m, n);
}

/* The bytes of count × rows × cols numbers can be addressed. */
bool attn_api_fits(size_t count, size_t rows, size_t cols)
{
    size_t size = sizeof(float);
    return attn_multiply(size, count, &size) && attn_multiply(size, rows, &size) &&
           attn_multiply(size, cols, &size) && size <= PTRDIFF_MAX;
}

static bool check_shape(const attnviz_shape *s, attn_status *status)
{
    if (s->count == 0 || s->queries == 0 || s->keys == 0 || s->width == 0 || s->value_width == 0) {
        return attn_fail(status, ATTN_USAGE,
                         "count, queries, keys, width and value_width must be at least 1, not %zu, "
                         "%zu, %zu, %zu, %zu",
                         s->count, s->queries, s->keys, s->width, s->value_width);
    }
    if (!isfinite(s->scale))
        return attn_fail(status, ATTN_USAGE, "the scale is not a finite number");
    return (attn_api_fits(s->count, s->queries, s->width) &&
            attn_api_fits(s->count, s->keys, s->width) &&
            attn_api_fits(s->count, s->keys, s->value_width) &&
            attn_api_fits(s->count, s->queries, s->keys) &&
            attn_api_fits(s->count, s->queries, s->value_width)) ||
           attn_fail(status, ATTN_LIMIT,
                     "arrays of this shape need more memory than a computer can have");
}

/* How many numbers come before the first NaN or infinity; several at a time, without a branch. */
static size_t finite_numbers(const float *x, size_t n)
{
    enum { LANES = 16 };
    size_t i = 0;
    for (int odd = 0; i + LANES <= n; i += LANES) {
        for (size_t k = 0; k < LANES; k++) odd |= !(fabsf(x[i + k]) < INFINITY);
        if (odd) break;
    }
    while (i < n && isfinite(x[i])) i++;
    return i;
}

/* A NaN or an infinity in Q, K or V leaves one in Z. */
static bool check_result(const float *Z, const attnviz_shape *s, attn_status *status)
{
    size_t n = s->count * s->queries * s->value_width, finite = finite_numbers(Z, n);
    if (finite < n) {
        size_t query = finite / s->value_width;
        return attn_fail(status, ATTN_INPUT,
                         "query %zu of attention %zu: Z is not finite: Q, K, V or the mask hold a "
                         "NaN, an infinity or numbers that are too large",
                         query % s->queries + 1, query / s->queries + 1);
    }
    return true;
}

bool attnviz_attention(const float *Q, const float *K, const float *V, float *A, float *Z,
                       const attnviz_shape *shape, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(Q, "Q", fault) || !attn_api_given(K, "K", fault) ||
        !attn_api_given(V, "V", fault) || !attn_api_given(Z, "Z", fault) ||
        !attn_api_given(shape, "the shape", fault) || !attn_api_begin(&call, NULL, fault))
        return false;
    attn_attention of = {.Q = Q,
                         .K = K,
                         .V = V,
                         .A = A,
                         .Z = Z,
                         .count = shape->count,
                         .queries = shape->queries,
                         .keys = shape->keys,
                         .width = shape->width,
                         .value_width = shape->value_width,
                         .scale = shape->scale,
                         .causal = shape->causal,
                         .mask = shape->mask};
    if (check_shape(shape, call.status) && attn_kernel_attention(&of, call.status))
        check_result(Z, shape, call.status);
    return attn_api_end(&call);
}

/* ---- arrays in files ---- */

static bool check_stays(const char *file, attn_status *status)
{
    bool standard = strcmp(file, "-") == 0;
    if (!standard && !attn_output_streams(file)) return true;
    return attn_fail(
        status, ATTN_USAGE,
        "arrays are read more than once, which %s does not allow: save them as a file first",
        standard ? "standard input" : file);
}

/* "all.npz:layer.q": behind the last colon of what is no file stands the name of an array. */
static bool split_word(const char *word, attn_arena *arena, attn_attend_array *array)
{
    attn_status *status = attn_arena_status(arena);
    if (!word) return true;
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
                  "attend needs queries, keys and values: name three files, or one with arrays "
                  "named Q, K and V, or X, W_Q, W_K and W_V");
    else
        attn_fail(status, ATTN_USAGE,
                  "%s holds neither Q, K and V nor X, W_Q, W_K and W_V, but %s: name three of "
                  "them, as %s:NAME, for Q, K and V",
                  path, attn_text_string(&names), path);
    attn_text_free(&names);
    return false;
}

/* A part of this name from the file, if it is there. */
static void find_part(const char *path, const attn_arrays *file, size_t part, attn_attend *asked)
{
    static const char *const names[ATTN_ATTEND_MASK][6] = {
        {"Q", "q", "query", "queries"}, {"K", "k", "key", "keys"},
        {"V", "v", "value", "values"},  {"X", "x", "input", "inputs", "embeddings"},
        {"W_Q", "W_q", "WQ", "Wq"},     {"W_K", "W_k", "WK", "Wk"},
        {"W_V", "W_v", "WV", "Wv"},     {"b_Q", "b_q", "bQ", "bq"},
        {"b_K", "b_k", "bK", "bk"},     {"b_V", "b_v", "bV", "bv"},
        {"W_O", "W_o", "WO", "Wo"},     {"b_O", "b_o", "bO", "bo"}};
    const char *name = find_name(file, names[part]);
    if (name) asked->arrays[part] = (attn_attend_array){path, name};
}

/* A file that holds Q, K and V; or else X, from which W_Q, W_K and W_V make them. */
static bool read_whole(const char *path, attn_attend *asked, attn_status *status)
{
    attn_arrays *file = check_stays(path, status) ? attn_arrays_open(path, status) : NULL;
    if (!file) return false;
    find_part(path, file, ATTN_ATTEND_X, asked);
    const bool given = !asked->arrays[ATTN_ATTEND_X].file;
    for (size_t part = given ? ATTN_ATTEND_Q : ATTN_ATTEND_W_Q;
         part <= (given ? ATTN_ATTEND_V : ATTN_ATTEND_B_O); part++)
        find_part(path, file, part, asked);
    for (size_t i = 0; attn_ok(status) && i < 3; i++) {
        size_t part = (given ? ATTN_ATTEND_Q : ATTN_ATTEND_W_Q) + i;
        attn_attend_array *one = &asked->arrays[part];
        if (!one->file && given)
            fail_names(path, file, status);
        else if (!one->file)
            attn_fail(status, ATTN_USAGE,
                      "%s holds X, but not %s, and Q, K and V are computed from X by W_Q, W_K and "
                      "W_V: add it",
                      path,
                      part == ATTN_ATTEND_W_Q   ? "W_Q"
                      : part == ATTN_ATTEND_W_K ? "W_K"
                                                : "W_V");
    }
    attn_arrays_close(file);
    return attn_ok(status);
}

_Static_assert((int)ATTNVIZ_SCALE_GIVEN == (int)ATTN_ATTEND_GIVEN &&
                   (int)ATTNVIZ_SCALE_NONE == (int)ATTN_ATTEND_UNSCALED,
               "scaling has the order of the public header");

static bool read_arrays(const attnviz_attend *asked, attn_arena *arena, attn_attend *to)
{
    attn_status *status = attn_arena_status(arena);
    const char *const *words = asked->arrays;
    size_t count = attn_api_count(words);
    if (count == 1) return read_whole(words[0], to, status);
    if (count != 3)
        return attn_fail(status, ATTN_USAGE,
                         "attend needs queries, keys and values: name three files, or one with "
                         "arrays named Q, K and V, or X, W_Q, W_K and W_V");
    return split_word(words[0], arena, &to->arrays[ATTN_ATTEND_Q]) &&
           split_word(words[1], arena, &to->arrays[ATTN_ATTEND_K]) &&
           split_word(words[2], arena, &to->arrays[ATTN_ATTEND_V]);
}

static void make_lesson(attnviz_lesson *opened, const void *what, attn_arena *arena)
{
    const attnviz_attend *asked = what;
    attn_status *status = &opened->status;
    attn_attend to = {.causal = asked->causal,
                      .past = asked->past,
                      .past_option = "--past",
                      .past_keys_option = "--past-keys",
                      .past_values_option = "--past-values",
                      .softcap = asked->softcap,
                      .heads = asked->heads,
                      .example = asked->example,
                      .scale = (attn_attend_scale)asked->scaling,
                      .factor = asked->scale,
                      .tokens_file = asked->tokens,
                      .heads_option = "--heads",
                      .example_option = "--example",
                      .tokens_option = "--tokens"};
    attn_api_choice("scaling", (int)asked->scaling, ATTNVIZ_SCALE_GIVEN, status);
    if (asked->scaling == ATTNVIZ_SCALE_GIVEN && !(isfinite(asked->scale) && asked->scale > 0))
        attn_fail(status, ATTN_USAGE, "the scale must be a number above 0, 1/√d_k, or nothing");
    if (!(isfinite(asked->softcap) && asked->softcap >= 0))
        attn_fail(status, ATTN_USAGE, "the soft cap must be a number above 0, or nothing");
    opened->attended = true;
    if (attn_ok(status) && split_word(asked->mask, arena, &to.arrays[ATTN_ATTEND_MASK]) &&
        split_word(asked->bias, arena, &to.arrays[ATTN_ATTEND_ADDED]) &&
        split_word(asked->past_keys, arena, &to.arrays[ATTN_ATTEND_PAST_K]) &&
        split_word(asked->past_values, arena, &to.arrays[ATTN_ATTEND_PAST_V]) &&
        read_arrays(asked, arena, &to) &&
        (!to.tokens_file || attn_tokens_read(to.tokens_file, arena, &to.tokens, status)))
        opened->lesson = attn_attend_lesson(&to, status);
}

attnviz_lesson *attnviz_lesson_attend(const attnviz_attend *attend, attnviz_fault *fault)
{
    return attn_api_given(attend, "what is attended", fault)
               ? attn_api_open(make_lesson, attend, fault)
               : NULL;
}
