/*
 * kernel_set: the kernels compiled for one instruction set.
 *
 * kernel_body.h is compiled once for each set; all sets give the same digits, because every element
 * goes through the same operations in the same order, each of them exactly rounded.
 */
#ifndef ATTN_TENSOR_KERNEL_SET_H
#define ATTN_TENSOR_KERNEL_SET_H

#include <stdbool.h>
#include <stddef.h>

/* A matrix with element (i, j) at[i·row + j·col]: with the steps swapped it is the transpose. */
typedef struct attn_stepped {
    const float *at;
    size_t row, col;
} attn_stepped;

typedef struct attn_kernel_set {
    const char *name;
    /* C (m×n, row-major) = A (m×k) · B (k×n), or C += with add. */
    void (*product)(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n,
                    bool add);
    void (*exp)(const float *x, float *y, size_t n);
    void (*softmax)(const float *x, float *y, size_t m, size_t n);
} attn_kernel_set;

const attn_kernel_set *attn_kernel_base(void);
/* NULL if this build has none, or this processor cannot run it. */
const attn_kernel_set *attn_kernel_avx2(void);

#endif
