/*
 * attention: the library's attention with its weights kept; float32, one head, d_k = 64.
 *
 *     attention THREADS N …
 *
 * Prints the median time for each n.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>

#include "attnviz.h"
#include "median.h"

enum { WIDTH = 64 };

typedef struct numbers {
    float *Q, *K, *V, *A, *Z;
    attnviz_shape shape;
    attnviz_fault fault;
} numbers;

static void attend(void *context)
{
    numbers *x = context;
    attnviz_attention(x->Q, x->K, x->V, x->A, x->Z, &x->shape, &x->fault);
}

static int measure(size_t n)
{
    numbers x = {
        .shape = {.count = 1, .queries = n, .keys = n, .width = WIDTH, .value_width = WIDTH}};
    x.Q = bench_numbers(n * WIDTH);
    x.K = bench_numbers(n * WIDTH);
    x.V = bench_numbers(n * WIDTH);
    x.A = bench_numbers(n * n);
    x.Z = bench_numbers(n * WIDTH);
    if (!x.Q || !x.K || !x.V || !x.A || !x.Z) return 1;
    printf("attention_%zu %.4f ms\n", n, bench_median(attend, &x));
    free(x.Q), free(x.K), free(x.V), free(x.A), free(x.Z);
    return x.fault.cause ? 1 : 0;
}

int main(int argc, char **argv)
{
    return bench_sizes(argc, argv, attnviz_threads, measure);
}
