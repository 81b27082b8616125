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
#include <time.h>

enum { ROUNDS = 15 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void multiply(const float *a, const float *b, float *c, int n)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, a, n, b, n, 0.0f, c, n);
}

/* Once unmeasured: the threads start, and the pages of c come into being. */
static int measure(int n)
{
    double times[ROUNDS];
    size_t size = (size_t)n * (size_t)n;
    float *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b),
          *c = malloc(size * sizeof *c);
    if (!a || !b || !c) return 1;
    for (size_t i = 0; i < size; i++) {
        a[i] = (float)(i % 101) / 50.0f - 1.0f;
        b[i] = (float)(i % 97) / 48.0f - 1.0f;
    }
    multiply(a, b, c, n);
    for (int r = 0; r < ROUNDS; r++) {
        double start = now();
        multiply(a, b, c, n);
        times[r] = now() - start;
    }
    qsort(times, ROUNDS, sizeof *times, compare);
    printf("product_%d %.4f ms\n", n, times[ROUNDS / 2]);
    free(a);
    free(b);
    free(c);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    openblas_set_num_threads(atoi(argv[1]));
    for (int i = 2; i < argc; i++) {
        if (measure(atoi(argv[i]))) return 1;
    }
    return 0;
}
