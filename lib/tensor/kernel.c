/*
 * kernel: chooses the kernels of the best instruction set that this processor has.
 */
#include "tensor/kernel.h"

#include "tensor/kernel_set.h"

static const attn_kernel_set *best(void)
{
    const attn_kernel_set *avx2 = attn_kernel_avx2();
    return avx2 ? avx2 : attn_kernel_base();
}

void attn_kernel_product(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                         bool add)
{
    best()->product((attn_stepped){A, k, 1}, (attn_stepped){B, n, 1}, C, m, k, n, add);
}

void attn_kernel_product_bt(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                            bool add)
{
    best()->product((attn_stepped){A, k, 1}, (attn_stepped){B, 1, k}, C, m, k, n, add);
}

void attn_kernel_product_at(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                            bool add)
{
    best()->product((attn_stepped){A, 1, m}, (attn_stepped){B, n, 1}, C, m, k, n, add);
}

void attn_kernel_exp(const float *x, float *y, size_t n)
{
    best()->exp(x, y, n);
}

void attn_kernel_softmax(const float *x, float *y, size_t m, size_t n)
{
    best()->softmax(x, y, m, n);
}
