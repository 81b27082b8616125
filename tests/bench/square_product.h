/* square_product: what product and openblas_product share: C = A B of n × n in float32. */
#ifndef BENCH_SQUARE_PRODUCT_H
#define BENCH_SQUARE_PRODUCT_H

#include <stdio.h>

#include "median.h"

typedef struct square_product {
    float *A, *B, *C;
    size_t n;
} square_product;

/* Prints the median time of `multiply`, which is called with a square_product. */
static inline int bench_product(void (*multiply)(void *), size_t n)
{
    square_product x = {bench_numbers(n * n), bench_numbers(n * n), bench_numbers(n * n), n};
    if (!x.A || !x.B || !x.C) return 1;
    printf("product_%zu %.4f ms\n", n, bench_median(multiply, &x));
    free(x.A), free(x.B), free(x.C);
    return 0;
}

#endif
