/*
 * kernel_base: the kernels for any processor that C runs on.
 */
#include <math.h>

#include "tensor/kernel_lanes.h"

static inline void fuse(float x, const lanes *b, lanes *sum)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        (*sum)[lane] = fmaf(x, (*b)[lane], (*sum)[lane]);
    }
}

#include "tensor/kernel_body.h"

const attn_kernel_set *attn_kernel_base(void)
{
    static const attn_kernel_set set = {"base", product, exp_each, softmax};
    return &set;
}
