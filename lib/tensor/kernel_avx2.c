/*
 * kernel_avx2: the kernels for x86 processors with AVX2 and FMA (since 2013). The Makefile compiles
 * this file alone with -mavx2 -mfma; without them it holds nothing.
 */
#include "tensor/kernel_set.h"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

/* 6 × 16: twelve vectors of sums, two of B, one of A, of the sixteen registers. */
#define LANES 8
#define TILE_ROWS 6
#define TILE_VECTORS 2
#define PACKED_ROWS 264
#define AT_ONCE 2
#define FEW 8
#define ROWS_AT_ONCE 8
#include "tensor/kernel_lanes.h"
#define times_power times_two_powers
#define in_reach(x, least) larger(all(least), x)

static inline lanes fuse(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline lanes larger(lanes a, lanes b)
{
    return _mm256_max_ps(a, b);
}

static inline lanes smaller(lanes a, lanes b)
{
    return _mm256_min_ps(a, b);
}

static inline lanes root_of(lanes x)
{
    return _mm256_sqrt_ps(x);
}

#define WIDE 4
#define to_wide_at(x) _mm256_cvtps_pd(_mm_loadu_ps(x))
#include "tensor/kernel_body.h"

const attn_kernel_set *attn_kernel_avx2(void)
{
    static const attn_kernel_set set = KERNEL_SET("avx2");
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &set : NULL;
}

#else

const attn_kernel_set *attn_kernel_avx2(void)
{
    return NULL;
}

#endif
