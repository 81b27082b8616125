/*
 * openblas_product: the matrix product of OpenBLAS, C = A B of n × n in float32.
 *
 *     openblas_product THREADS N …
 *
 * Prints the median time for each n.
 */
#define _POSIX_C_SOURCE 200809L
#include <cblas.h>

#include "square_product.h"

static void use_threads(size_t threads)
{
    openblas_set_num_threads((int)threads);
}

static void multiply(void *context)
{
    const square_product *x = context;
    int n = (int)x->n;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, x->A, n, x->B, n, 0.0f,
                x->C, n);
}

static int measure(size_t n)
{
    return bench_product(multiply, n);
}

int main(int argc, char **argv)
{
    return bench_sizes(argc, argv, use_threads, measure);
}
