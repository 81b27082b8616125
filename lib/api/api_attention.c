/*
 * api_attention: attention on arrays of the caller.
 */
#include "api/api.h"

#include <math.h>

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
                         "count, queries, keys, width and value_width are at least 1, not %zu, "
                         "%zu, %zu, %zu, %zu",
                         s->count, s->queries, s->keys, s->width, s->value_width);
    }
    if (!isfinite(s->scale)) return attn_fail(status, ATTN_USAGE, "the scale is no finite number");
    return (attn_api_fits(s->count, s->queries, s->width) &&
            attn_api_fits(s->count, s->keys, s->width) &&
            attn_api_fits(s->count, s->keys, s->value_width) &&
            attn_api_fits(s->count, s->queries, s->keys) &&
            attn_api_fits(s->count, s->queries, s->value_width)) ||
           attn_fail(status, ATTN_LIMIT, "arrays of this shape are larger than the memory can be");
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
                         "query %zu of attention %zu: Z is no finite number: Q, K, V or the mask "
                         "hold a NaN or an infinity, or numbers that are too large",
                         query % s->queries + 1, query / s->queries + 1);
    }
    return true;
}

bool attnviz_attention(const float *Q, const float *K, const float *V, float *A, float *Z,
                       const attnviz_shape *shape, attnviz_fault *fault)
{
    attn_status status = {0};
    locale_t callers;
    if (!attn_api_given(Q, "Q", fault) || !attn_api_given(K, "K", fault) ||
        !attn_api_given(V, "V", fault))
        return false;
    if (!attn_api_given(Z, "Z", fault) || !attn_api_given(shape, "the shape", fault)) return false;
    if (!attn_api_enter(&callers, fault)) return false;
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
    if (check_shape(shape, &status) && attn_kernel_attention(&of, &status)) {
        check_result(Z, shape, &status);
    }
    return attn_api_leave(callers, &status, fault);
}
