/*
 * kernel_product: what products of matrices share with attention.
 */
#ifndef ATTN_TENSOR_KERNEL_PRODUCT_H
#define ATTN_TENSOR_KERNEL_PRODUCT_H

#include "tensor/kernel_set.h"

static inline size_t attn_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of pieces of `size` that `count` is cut into. */
static inline size_t attn_pieces(size_t count, size_t size)
{
    return count / size + (count % size != 0);
}

/* Whether so many multiply-adds are worth waking other threads for: some ten microseconds of work.
 */
static inline bool attn_worth_sharing(double multiply_adds)
{
    return multiply_adds >= 4e6;
}

/* to (cols×rows, its rows to_step apart) = fromᵀ; the rows of `from` lie as they are read. */
void attn_transpose(attn_matrix from, float *to, size_t to_step);
/* Copies A (rows×depth) to rows ATTN_STEP apart; up to `whole` rows zeros follow. */
void attn_pack_rows(attn_matrix A, size_t whole, float *packed);

#endif
