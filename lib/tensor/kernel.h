/*
 * kernel: the loops where time is spent. Sums run in a fixed order for every element (k = 1, 2, …),
 * one accumulator per element, fused multiply-add by name, so every build prints the same digits:
 * on every processor, with any instruction set, with any number of threads (core/pool.h).
 */
#ifndef ATTN_TENSOR_KERNEL_H
#define ATTN_TENSOR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/*
 * The instruction set to compute with: "base", "avx2", "avx512", "neon"; NULL: the best one, as
 * without this call. False, and nothing is changed, where this machine has no such set.
 */
bool attn_kernel_use(const char *name);
/* The name of the set in use. */
const char *attn_kernel_name(void);

/* How the numbers of a matrix lie in memory: float16 and bfloat16 take two bytes each. */
typedef enum attn_kind { ATTN_FLOAT32 = 0, ATTN_FLOAT16, ATTN_BFLOAT16 } attn_kind;

/* A matrix with element (i, j) at[i·row + j·col]; one of the steps is 1. One of
 * another kind than float32 may only be the right operand of a product, or be laid out; `at` is
 * where its numbers begin. */
typedef struct attn_matrix {
    const float *at;
    size_t rows, cols, row, col;
    attn_kind kind;
} attn_matrix;

/* Numbers that lie row by row. */
static inline attn_matrix attn_matrix_of(const float *at, size_t rows, size_t cols)
{
    return (attn_matrix){at, rows, cols, cols, 1, ATTN_FLOAT32};
}

static inline attn_matrix attn_transpose_of(attn_matrix M)
{
    return (attn_matrix){M.at, M.cols, M.rows, M.col, M.row, M.kind};
}

/* Where element (i, j) lies. */
static inline const float *attn_element_at(attn_matrix M, size_t i, size_t j)
{
    const size_t place = i * M.row + j * M.col, half = sizeof(uint16_t);
    if (M.kind == ATTN_FLOAT32) return M.at + place;
    return (const float *)(const void *)((const char *)M.at + place * half);
}

/* The rows and columns of M from (i, j) on, as many as there are, but no more than these. */
static inline attn_matrix attn_part_of(attn_matrix M, size_t i, size_t j, size_t rows, size_t cols)
{
    const size_t below = M.rows - i, beside = M.cols - j;
    return (attn_matrix){attn_element_at(M, i, j),
                         rows < below ? rows : below,
                         cols < beside ? cols : beside,
                         M.row,
                         M.col,
                         M.kind};
}

/* Where results go, one behind the other: in the place of what is there, or added to it. */
typedef struct attn_sink {
    float *into;
    bool add;
} attn_sink;

/* C (m×n) = A (m×k) · B (k×n) */
void attn_kernel_product(attn_matrix A, attn_matrix B, attn_sink C);
/*
 * A right operand B (k×n) that many products share: copied once into panels, the order in which
 * they read it. They take so many numbers (SIZE_MAX: too many), on the border of a cache line, and
 * hold for the instruction set they were made with. The digits are the same.
 */
size_t attn_kernel_panels(size_t k, size_t n);
void attn_kernel_make_panels(attn_matrix B, float *panels);
/* C (m×n) = A (m×k) · what the panels hold */
void attn_kernel_product_by_panels(attn_matrix A, const float *panels, size_t n, attn_sink C);
/* Whether products of m rows with B gain by panels. */
bool attn_kernel_wants_panels(size_t m, attn_matrix B);
/* to (cols×rows) = fromᵀ, whose numbers lie row by row */
void attn_kernel_transpose(attn_matrix from, attn_sink to);
/* to (rows×cols) = from, of any kind and order, as float32, row by row */
void attn_kernel_lay_out(attn_matrix from, float *to);
/* y = exp(x), elementwise; exp(−∞) = 0. Own polynomial: the same digits on every machine. */
void attn_kernel_exp(const float *x, float *y, size_t n);
/* Softmax of each of m rows of n; the row's maximum is taken away first. Only −∞ gives NaN. */
void attn_kernel_softmax(const float *x, float *y, size_t m, size_t n);

/*
 * Functions number by number, z = f(x, y) or f(x); and what flows back through them: into = g · a
 * slope of p and q, or with add into +=. Where g is 0, nothing flows, whatever the slope. tanh and
 * σ are below 3 ulp.
 */
typedef enum attn_each {
    ATTN_EACH_NONE = 0,
    ATTN_EACH_ADD,
    ATTN_EACH_SUBTRACT,
    ATTN_EACH_TIMES,
    ATTN_EACH_DIVIDE, /* x / 0 is ±∞, 0 / 0 no number */
    ATTN_EACH_NEGATIVE,
    ATTN_EACH_EXP, /* as attn_kernel_exp, in this thread */
    ATTN_EACH_TANH,
    ATTN_EACH_SIGMA, /* 1 / (1 + e⁻ˣ) */
    ATTN_EACH_RELU,
    ATTN_EACH_COUNT
} attn_each;
typedef enum attn_slope {
    ATTN_SLOPE_NONE = 0,
    ATTN_SLOPE_ONE,
    ATTN_SLOPE_MINUS_ONE,
    ATTN_SLOPE_ITSELF,      /* p */
    ATTN_SLOPE_INVERSE,     /* 1 / p; 0 where p is */
    ATTN_SLOPE_MINUS_SHARE, /* −p / q; 0 where q is */
    ATTN_SLOPE_TANH,        /* 1 − p² */
    ATTN_SLOPE_SIGMA,       /* p (1 − p) */
    ATTN_SLOPE_STEP,        /* 1 where p is above 0, else 0; below 0 nothing flows */
    ATTN_SLOPE_ROOT,        /* 0.5 / p; infinite where p is 0 */
    ATTN_SLOPE_COUNT
} attn_slope;
/* n numbers one behind the other, step 1; or one number stretched over all n, step 0. */
typedef struct attn_series {
    const float *at;
    size_t step;
} attn_series;
void attn_kernel_each(attn_each f, attn_series x, attn_series y, float *z, size_t n);
/* The sink stands early, so that it is handed over in registers: written to memory a byte and a
 * pointer at a time, and read as a whole, it would have to be waited for. */
void attn_kernel_slope(attn_slope slope, const float *g, attn_sink to, attn_series p, attn_series q,
                       size_t n);
/*
 * The mean of each of so many rows of n numbers, and the mean of the squares of the distances from
 * it: sums in double, from the first number to the last.
 */
void attn_kernel_moments(const float *x, size_t rows, size_t n, double *mean, double *variance);
/* What flows back through the variance of x:  into += 2 g (x − middle) / n,  in double. */
void attn_kernel_var_slopes(const float *x, double middle, float g, float *into, size_t n);
/* Whether none of x is ±∞ or no number. */
bool attn_kernel_finite(const float *x, size_t n);

/*
 * Adam (Kingma and Ba, 2015) of n numbers w with gradient g; m and v are the running means of g and
 * g²:  m ← b1 m + (1 − b1) g,  v ← b2 v + (1 − b2) g²,  w ← w − rate m / (√v / root + epsilon).
 */
typedef struct attn_adam {
    float b1, b2, epsilon;
    float rate, root; /* with what the means lack at the beginning */
} attn_adam;
void attn_kernel_adam(const attn_adam *how, const float *g, float *m, float *v, float *w, size_t n);
/* x = (x + y) · share */
void attn_kernel_add_shares(float *x, const float *y, float share, size_t n);
/* The sum of the squares of x. */
double attn_kernel_squares(const float *x, size_t n);

typedef struct attn_attention {
    const float *Q, *K, *V; /* queries×width, keys×width, keys×value_width, `count` times each */
    float *A, *Z;           /* queries×keys (NULL: not kept), queries×value_width */
    size_t count; /* independent attentions: heads × examples, one after the other in memory */
    size_t queries, keys, width, value_width;
    float scale;       /* the scores are multiplied by it; 0: 1/√width */
    bool causal;       /* query i sees keys 0…i only */
    const float *mask; /* queries×keys, added to all scores, may hold −∞; NULL: none */
} attn_attention;

/*
 * A = softmax(scale · Q Kᵀ + mask), Z = A V. The digits are those of the single kernels called one
 * after the other. Fails, and leaves nothing of use in A and Z, if a query sees no key at all, or
 * memory for a few rows and a copy of K and V is missing.
 */
bool attn_kernel_attention(const attn_attention *of, attn_status *status);

#endif
