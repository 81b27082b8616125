/*
 * kernel_set: the kernels compiled for one instruction set.
 *
 * kernel_body.h is compiled once for each set. All sets give the same digits: every element goes
 * through the same operations in the same order, each of them exactly rounded; the sets differ only
 * in how many elements they hold at once.
 */
#ifndef ATTN_TENSOR_KERNEL_SET_H
#define ATTN_TENSOR_KERNEL_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "tensor/kernel.h"

/*
 * Sums of products go over k in blocks, so that what a tile reads stays in the nearest cache. The
 * rows of a block lie ATTN_STEP apart: were it a power of two, they would all fall on the same few
 * lines of the cache.
 */
enum { ATTN_BLOCK = 320, ATTN_STEP = ATTN_BLOCK + 16, ATTN_SUMS = 8 };
enum { ATTN_FEW_ROWS = 16 }; /* rows of a product that goes once through its right operand */
enum { ATTN_FAR = 1 << 19 }; /* numbers of a matrix that does not stay in the nearer caches */
enum { ATTN_MOST_TILE_ROWS = 12, ATTN_MOST_TILE_COLS = 32, ATTN_MOST_LANES = 16 }; /* of any set */

/* A tile of C, and what it is the product of; depth at least 1. */
typedef struct attn_tile {
    const float *a, *panel; /* rows×depth, ATTN_STEP apart; depth × the set's tile_cols */
    size_t depth;
    float *C; /* rows×width, its rows `step` apart */
    size_t step, rows, width;
    bool add;
} attn_tile;

typedef struct attn_kernel_set {
    const char *name;
    size_t tile_rows, tile_cols; /* of a tile; of fewer rows whole thirds are computed */
    size_t lanes;                /* numbers that it computes at once */
    size_t packed_rows; /* of A, packed at once: they stay in the second cache, whole tiles */

    /* Copies B (depth×width, depth at most ATTN_BLOCK, of any kind) into a panel of depth ×
     * tile_cols, with zeros behind the width. */
    void (*pack)(attn_matrix B, float *panel);
    /* C = a · panel, or C +=. Rows of a are read, and thrown away, up to a whole third of
     * tile_rows. */
    void (*tile)(const attn_tile *tile);
    /* C (m×n) = A (m×k) · B (k×n), or C +=; nothing of A is packed. */
    void (*small)(attn_matrix A, attn_matrix B, attn_sink C);
    /* The same, one element after the other: for few of them. */
    void (*elements)(attn_matrix A, attn_matrix B, attn_sink C);
    /* C (m×n, its rows `step` apart) += A (m×k) · B (k×n), of any kind, which lies row by row; m
     * at most ATTN_FEW_ROWS. */
    void (*rows)(attn_matrix A, attn_matrix B, float *C, size_t step);
    /* C = or += A · B, for a B that is stored column by column; at most `lanes` rows. */
    void (*columns)(attn_matrix A, attn_matrix B, attn_sink C, size_t step);

    /* The same numbers as float32 in `into`, which has room for them, in the same order of rows and
     * columns; a matrix of float32 as it is. */
    attn_matrix (*widened)(attn_matrix M, float *into);

    /* The steps of softmax; a row may go through the first and the last in parts. */
    /* y = x · scale + mask (NULL: none); returns the largest y, or `largest` if none is larger. */
    float (*scale)(const float *x, float scale, const float *mask, float *y, size_t n,
                   float largest);
    /* y = exp(y − largest); returns the sum: number j is in sum j mod ATTN_SUMS, the halves of
     * the sums are added until one is left. */
    double (*exp_and_sum)(float *y, size_t n, float largest);
    /* y = y / sum, the sum not below 1; `also`, if not NULL, becomes the same. */
    void (*divide)(float *y, size_t n, float sum, float *also);

    /* As attn_kernel_each and attn_kernel_slope; with step 0 there are ATTN_MOST_LANES of one. */
    void (*each[ATTN_EACH_COUNT])(attn_series x, attn_series y, float *z, size_t n);
    void (*slope[ATTN_SLOPE_COUNT])(const float *g, attn_sink to, attn_series p, attn_series q,
                                    size_t n);
    /* As attn_kernel_moments and attn_kernel_var_slopes. */
    void (*moments)(const float *x, size_t rows, size_t n, double *mean, double *variance);
    void (*var_slopes)(const float *x, double middle, float g, float *into, size_t n);
    /* Whether none of x is ±∞ or no number. */
    bool (*finite)(const float *x, size_t n);

    /* As attn_kernel_adam and attn_kernel_add_shares. */
    void (*adam)(const attn_adam *how, const float *g, float *m, float *v, float *w, size_t n);
    void (*add_shares)(float *x, const float *y, float share, size_t n);
} attn_kernel_set;

/* Each is NULL if this build has none, or this processor cannot run it. */
const attn_kernel_set *attn_kernel_base(void); /* never NULL */
const attn_kernel_set *attn_kernel_avx2(void);
const attn_kernel_set *attn_kernel_avx512(void);
const attn_kernel_set *attn_kernel_neon(void);

/* The set that is in use. */
const attn_kernel_set *attn_kernel_chosen(void);

#endif
