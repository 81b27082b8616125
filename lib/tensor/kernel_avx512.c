/*
 * kernel_avx512: the kernels for x86 processors with AVX-512. The Makefile compiles this file alone
 * with -mavx512f; without it it holds nothing.
 */
#include "tensor/kernel_set.h"

#if defined(__AVX512F__)

#include <immintrin.h>

/* 12 × 32: 24 vectors of sums, two of B, one of A, of the 32 registers. */
#define LANES 16
#define TILE_ROWS 12
#define TILE_VECTORS 2
#define PACKED_ROWS 516
#define AT_ONCE 4
#define FEW 8
#define ROWS_AT_ONCE 8
#include "tensor/kernel_lanes.h"
#define in_reach(x, least) (x) /* times_power takes any n */

static inline lanes fuse(lanes a, lanes b, lanes c)
{
    return _mm512_fmadd_ps(a, b, c);
}

static inline lanes larger(lanes a, lanes b)
{
    return _mm512_max_ps(a, b);
}

static inline lanes smaller(lanes a, lanes b)
{
    return _mm512_min_ps(a, b);
}

static inline lanes root_of(lanes x)
{
    return _mm512_sqrt_ps(x);
}

static inline lanes times_power(lanes x, lanes n)
{
    return _mm512_scalef_ps(x, n);
}

#define MASKED_RESTS
static inline __mmask16 first_lanes(size_t n)
{
    return (__mmask16)((1u << n) - 1);
}

static inline lanes load_rest(const float *x, size_t n)
{
    return _mm512_maskz_loadu_ps(first_lanes(n), x);
}

static inline void store_rest(float *y, lanes x, size_t n)
{
    _mm512_mask_storeu_ps(y, first_lanes(n), x);
}

#define WIDE 8
/* Compilers convert two halves and join them. */
#define to_wide_at(x) _mm512_cvtps_pd(_mm256_loadu_ps(x))
#include "tensor/kernel_body.h"

const attn_kernel_set *attn_kernel_avx512(void)
{
    static const attn_kernel_set set = KERNEL_SET("avx512");
    return __builtin_cpu_supports("avx512f") ? &set : NULL;
}

#else

const attn_kernel_set *attn_kernel_avx512(void)
{
    return NULL;
}

#endif
