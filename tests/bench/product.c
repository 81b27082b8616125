/*
 * product: the library's matrix product, C = A B of n × n in float32.
 *
 *     product THREADS N …
 *
 * Prints the median time for each n.
 */
#define _POSIX_C_SOURCE 200809L
#include "attnviz.h"
#include "square_product.h"

static void multiply(void *context)
{
    square_product *x = context;
    attnviz_product(x->A, x->B, x->C, x->n, x->n, x->n, false);
}

static int measure(size_t n)
{
    return bench_product(multiply, n);
}

int main(int argc, char **argv)
{
    return bench_sizes(argc, argv, attnviz_threads, measure);
}
