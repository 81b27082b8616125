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

/* C (m×n) = A (m×k) · B (k×n), or C +=. */
void attn_product(const attn_kernel_set *set, attn_stepped A, attn_stepped B, float *C, size_t m,
                  size_t k, size_t n, bool add);

/*
 * The panels of a B (k×n) that many products share, made once: so many numbers (SIZE_MAX: none
 * could be held), on the border of a cache line. Products by them give the same digits.
 */
size_t attn_panels_size(const attn_kernel_set *set, size_t k, size_t n);
void attn_make_panels(const attn_kernel_set *set, attn_stepped B, size_t k, size_t n,
                      float *panels);
void attn_product_by_panels(const attn_kernel_set *set, attn_stepped A, const float *panels,
                            float *C, size_t m, size_t k, size_t n, bool add);
/* Whether products of m rows with B go faster by them. */
bool attn_wants_panels(attn_stepped B, size_t m, size_t k, size_t n);

/* to (cols×rows, its rows to_step apart) = fromᵀ (rows×cols, its rows step apart). */
void attn_transpose(const float *from, size_t step, size_t rows, size_t cols, float *to,
                    size_t to_step);

/* Copies A (rows×depth) to rows ATTN_STEP apart; up to `whole` rows zeros follow. */
void attn_pack_rows(attn_stepped A, size_t rows, size_t whole, size_t depth, float *packed);

#endif
