/*
 * kernel_avx2: the kernels for x86 processors with AVX2 and FMA (since 2013).
 *
 * The Makefile compiles this file alone with -mavx2 -mfma; without them it holds nothing. The fused
 * multiply-add of eight numbers is called by its name, since gcc does not find it in a loop of fmaf
 * whose sums live in registers.
 */
#include "tensor/kernel_set.h"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>
#include <math.h>

#include "tensor/kernel_lanes.h"

static inline void fuse(float x, const lanes *b, lanes *sum)
{
    *sum = _mm256_fmadd_ps(_mm256_set1_ps(x), *b, *sum);
}

#include "tensor/kernel_body.h"

const attn_kernel_set *attn_kernel_avx2(void)
{
    static const attn_kernel_set set = {"avx2", product, exp_each, softmax};
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &set : NULL;
}

#else

const attn_kernel_set *attn_kernel_avx2(void)
{
    return NULL;
}

#endif
