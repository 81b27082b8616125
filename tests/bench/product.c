/*
 * product: the library's matrix product, C = A B of n × n in float32.
 *
 *     product THREADS N …
 *
 * Prints the median time for each n.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include "attnviz.h"
#include "median.h"

typedef struct numbers {
    float *A, *B, *C;
    size_t n;
} numbers;

static void multiply(void *context)
{
    numbers *x = context;
    attnviz_product(x->A, x->B, x->C, x->n, x->n, x->n, false);
}

static int measure(size_t n)
{
    numbers x = {bench_numbers(n * n), bench_numbers(n * n), bench_numbers(n * n), n};
    if (!x.A || !x.B || !x.C) return 1;
    printf("product_%zu %.4f ms\n", n, bench_median(multiply, &x));
    free(x.A), free(x.B), free(x.C);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    attnviz_threads(strtoul(argv[1], NULL, 10));
    for (int i = 2; i < argc; i++) {
        if (measure(strtoul(argv[i], NULL, 10))) return 1;
    }
    return 0;
}
