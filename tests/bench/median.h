/* median: what the programs that measure the kernels share. */
#ifndef BENCH_MEDIAN_H
#define BENCH_MEDIAN_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* In milliseconds. */
static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median time of a run, in milliseconds; the first one is not measured. */
static inline double bench_median(void (*run)(void *), void *context)
{
    enum { MOST = 999, LEAST = 7 };
    static double times[MOST];
    size_t count = 0;
    run(context);
    for (double start = bench_now();
         count < LEAST || (count < MOST && bench_now() - start < 200);) {
        double before = bench_now();
        run(context);
        times[count++] = bench_now() - before;
    }
    qsort(times, count, sizeof *times, bench_compare);
    return times[count / 2];
}

/* Numbers from −1 to 1, on a line of the cache; NULL if there is no memory. */
static inline float *bench_numbers(size_t count)
{
    float *x = aligned_alloc(64, (count * sizeof *x + 63) / 64 * 64);
    uint32_t state = 1;
    for (size_t i = 0; x && i < count; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    return x;
}

/* main of a program called with THREADS N …: measures each n; measure returns 0 if all went well.
 */
static inline int bench_sizes(int argc, char **argv, void (*use_threads)(size_t threads),
                              int (*measure)(size_t n))
{
    if (argc < 3) return 2;
    use_threads(strtoul(argv[1], NULL, 10));
    for (int i = 2; i < argc; i++) {
        if (measure(strtoul(argv[i], NULL, 10))) return 1;
    }
    return 0;
}

#endif
