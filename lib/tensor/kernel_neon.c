/*
 * kernel_neon: the kernels for ARM processors of 64 bits, all of which have NEON.
 */
#include "tensor/kernel_set.h"

#if defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>

/* 6 × 16: 24 vectors of sums, four of B, one of A, of the 32 registers. */
#define LANES 4
#define TILE_ROWS 6
#define TILE_VECTORS 4
#define PACKED_ROWS 264
#define AT_ONCE 4
#define FEW 8
#define ROWS_AT_ONCE 8
#include "tensor/kernel_lanes.h"
#define larger pick_larger
#define smaller pick_smaller
#define times_power times_two_powers
#define in_reach(x, least) larger(all(least), x)

static inline lanes fuse(lanes a, lanes b, lanes c)
{
    return (lanes)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

static inline lanes root_of(lanes x)
{
    return (lanes)vsqrtq_f32((float32x4_t)x);
}

#define WIDE 2
#include "tensor/kernel_body.h"

const attn_kernel_set *attn_kernel_neon(void)
{
    static const attn_kernel_set set = KERNEL_SET("neon");
    return &set;
}

#else

const attn_kernel_set *attn_kernel_neon(void)
{
    return NULL;
}

#endif
