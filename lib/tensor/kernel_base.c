/*
 * kernel_base: the kernels for any processor that C runs on.
 *
 * It need not have a fused multiply-add, and fmaf of the C library would emulate one number after
 * the other. Here the product of two floats is exact in double, and its sum with the third is
 * rounded to odd, which leaves the last rounding, to float, nothing to get wrong (Boldo and
 * Melquiond 2008).
 */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2
#error "sums would be rounded twice: compile for 32-bit x86 with -msse2 -mfpmath=sse"
#endif

#include <math.h>

#define LANES 4
#define TILE_ROWS 6
#define TILE_VECTORS 2
#define PACKED_ROWS 264
#define AT_ONCE 2
#define FEW 4
#define ROWS_AT_ONCE 2
#include "tensor/kernel_lanes.h"
#define larger pick_larger
#define smaller pick_smaller
#define times_power times_two_powers
#define in_reach(x, least) larger(all(least), x)

typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
typedef double pair __attribute__((vector_size(2 * sizeof(double))));
typedef int64_t whole_pair __attribute__((vector_size(2 * sizeof(int64_t))));

/*
 * p + c to odd: cut off towards zero, and the last bit set if anything was cut off. The sum and its
 * exact error have one sign where the sum is cut off already, else it lies one unit too far out.
 */
static inline pair add_to_odd(pair p, pair c)
{
    pair sum = p + c, c_found = sum - p;
    pair error = (p - (sum - c_found)) + (c - c_found); /* Knuth's two-sum; no number beyond ∞ */
    pair side = sum * error;
    whole_pair too_far = side < 0, inexact = too_far | (side > 0);
    return (pair)(((whole_pair)sum + too_far) | (inexact & 1));
}

static inline lanes fuse(lanes a, lanes b, lanes c)
{
    doubles product = __builtin_convertvector(a, doubles) * __builtin_convertvector(b, doubles);
    doubles third = __builtin_convertvector(c, doubles);
    pair p[LANES / 2], q[LANES / 2];
    memcpy(p, &product, sizeof p);
    memcpy(q, &third, sizeof q);
    for (size_t i = 0; i < LANES / 2; i++) p[i] = add_to_odd(p[i], q[i]);
    memcpy(&product, p, sizeof p);
    return __builtin_convertvector(product, lanes);
}

static inline lanes root_of(lanes x)
{
    return (lanes){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
}

#define WIDE 2
#include "tensor/kernel_body.h"

const attn_kernel_set *attn_kernel_base(void)
{
    static const attn_kernel_set set = KERNEL_SET("base");
    return &set;
}
