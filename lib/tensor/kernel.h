/*
 * kernel: the loops where time is spent. Sums run in a fixed order for every element (k = 1, 2, …),
 * one accumulator per element, fused multiply-add by name, so every build prints the same digits:
 * on every processor, with any instruction set, with any number of threads (core/pool.h).
 */
#ifndef ATTN_TENSOR_KERNEL_H
#define ATTN_TENSOR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/*
 * The instruction set to compute with: "base", "avx2", "avx512", "neon"; NULL: the best one, as
 * without this call. False, and nothing is changed, where this machine has no such set.
 */
bool attn_kernel_use(const char *name);
/* The name of the set in use. */
const char *attn_kernel_name(void);

/* C (m×n) = A (m×k) · B (k×n), or C += with add. */
void attn_kernel_product(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                         bool add);
/* C (m×n) = A (m×k) · Bᵀ, B (n×k). */
void attn_kernel_product_bt(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                            bool add);
/* C (m×n) = Aᵀ · B, A (k×m), B (k×n). */
void attn_kernel_product_at(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                            bool add);
/* y = exp(x), elementwise; exp(−∞) = 0. Own polynomial: the same digits on every machine. */
void attn_kernel_exp(const float *x, float *y, size_t n);
/* Softmax of each of m rows of n; the row's maximum is taken away first. Only −∞ gives NaN. */
void attn_kernel_softmax(const float *x, float *y, size_t m, size_t n);

typedef struct attn_attention_shape {
    size_t count; /* independent attentions: heads × examples, one after the other in memory */
    size_t queries, keys, width, value_width;
    float scale; /* the scores are multiplied by it; 0: 1/√width */
    bool causal; /* query i sees keys 0…i only */
    const float
        *mask; /* queries×keys, added to the scores of each attention, may hold −∞; NULL: none */
} attn_attention_shape;

/*
 * A = softmax(scale · Q Kᵀ + mask), Z = A V, with Q queries×width, K keys×width, V
 * keys×value_width, A queries×keys (NULL: not kept), Z queries×value_width, `count` times each. The
 * digits are those of the single kernels called one after the other. Fails, and leaves nothing of
 * use in A and Z, if a query sees no key at all, or memory for a few rows and a copy of K and V is
 * missing.
 */
bool attn_kernel_attention(const float *Q, const float *K, const float *V, float *A, float *Z,
                           const attn_attention_shape *shape, attn_status *status);

#endif
