/*
 * openblas_product: the matrix product of OpenBLAS, C = A B of n × n in float32.
 *
 *     openblas_product THREADS N …
 *
 * Prints the median time for each n.
 */
#define _POSIX_C_SOURCE 200809L
#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>

#include "median.h"

typedef struct numbers {
    float *A, *B, *C;
    int n;
} numbers;

static void multiply(void *context)
{
    const numbers *x = context;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, x->n, x->n, x->n, 1.0f, x->A, x->n, x->B,
                x->n, 0.0f, x->C, x->n);
}

static int measure(size_t n)
{
    numbers x = {bench_numbers(n * n), bench_numbers(n * n), bench_numbers(n * n), (int)n};
    if (!x.A || !x.B || !x.C) return 1;
    printf("product_%zu %.4f ms\n", n, bench_median(multiply, &x));
    free(x.A), free(x.B), free(x.C);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    openblas_set_num_threads(atoi(argv[1]));
    for (int i = 2; i < argc; i++) {
        if (measure(strtoul(argv[i], NULL, 10))) return 1;
    }
    return 0;
}
