/*
 * kernel_lanes: LANES numbers side by side, as the compiler's own vector type, and what needs no
 * instruction by name. The file that includes this one defines LANES before.
 */
#ifndef ATTN_TENSOR_KERNEL_LANES_H
#define ATTN_TENSOR_KERNEL_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* As many numbers as the instruction set takes at once; integers of the same width for masks and
 * bits. */
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef uint32_t uints __attribute__((vector_size(LANES * sizeof(uint32_t))));
typedef int32_t ints __attribute__((vector_size(LANES * sizeof(int32_t))));

static inline lanes load(const float *x)
{
    lanes loaded;
    memcpy(&loaded, x, sizeof loaded);
    return loaded;
}

static inline void store(float *y, lanes x)
{
    memcpy(y, &x, sizeof x);
}

/* x in every lane; to take 0 away leaves any x as it is, −0 too. */
static inline lanes all(float x)
{
    return x - (lanes){0};
}

/* Where the mask is −1 a, where it is 0 b. */
static inline lanes pick(ints mask, lanes a, lanes b)
{
    return (lanes)((mask & (ints)a) | (~mask & (ints)b));
}

static inline lanes pick_larger(lanes a, lanes b)
{
    return pick(a > b, a, b);
}

static inline lanes pick_smaller(lanes a, lanes b)
{
    return pick(a < b, a, b);
}

/* x · 2ⁿ, n whole, |n| < 252: by two powers, so that neither overflows nor is subnormal. */
static inline lanes times_two_powers(lanes x, lanes n)
{
    const float rounder = 12582912.0f; /* 1.5 · 2²³, in bits 0x4B400000: leaves n in the lowest */
    uints exponent = (uints)(n + rounder) - 0x4B400000u + 2 * 127;
    uints first = exponent >> 1;
    return x * (lanes)(first << 23) * (lanes)((exponent - first) << 23);
}

#endif
