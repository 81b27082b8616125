/*
 * kernel: the loops where time is spent. Sums run in a fixed order for every element (k = 1, 2, …),
 * one accumulator per element, fused multiply-add by name, so every build prints the same digits.
 */
#ifndef ATTN_TENSOR_KERNEL_H
#define ATTN_TENSOR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
