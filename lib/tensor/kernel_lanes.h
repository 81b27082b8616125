/*
 * kernel_lanes: eight numbers side by side, as the compiler's own vector type.
 */
#ifndef ATTN_TENSOR_KERNEL_LANES_H
#define ATTN_TENSOR_KERNEL_LANES_H

#include <stddef.h>

enum { LANES = 8 };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));

#endif
