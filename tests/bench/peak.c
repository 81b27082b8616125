/*
 * peak: what the processor can do at most, in registers and in the nearest cache.
 *
 *     peak THREADS
 *
 * Prints the fused multiply-adds of the instruction set that the kernels use, each counted as two,
 * and the library's exps, both in 10⁹ a second. All threads do the same at once; the best of
 * several turns is told.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pool.h"
#include "median.h"
#include "tensor/kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

enum { CHAINS = 12, STEPS = 100000 }; /* chains enough for a latency of four in two units */
enum { NUMBERS = 4096, TURNS = 100 };

/* The asm says that each step of each chain is looked at, so none is left out. */
#define EACH_CHAIN _Pragma("GCC unroll 12") for (size_t i = 0; i < CHAINS; i++)
#define FUSE_IN_CHAINS(lanes, all, fuse, register)                                                 \
    lanes x[CHAINS], near_one = all(0.999999f), little = all(1e-7f);                               \
    EACH_CHAIN x[i] = little;                                                                      \
    for (size_t step = 0; step < STEPS; step++) {                                                  \
        EACH_CHAIN                                                                                 \
        {                                                                                          \
            x[i] = fuse(x[i], near_one, little);                                                   \
            __asm__ volatile("" : "+" register(x[i]));                                             \
        }                                                                                          \
    }

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void fuse_avx512(void)
{
    FUSE_IN_CHAINS(__m512, _mm512_set1_ps, _mm512_fmadd_ps, "v")
}

__attribute__((target("avx2,fma"))) static void fuse_avx2(void)
{
    FUSE_IN_CHAINS(__m256, _mm256_set1_ps, _mm256_fmadd_ps, "x")
}
#elif defined(__aarch64__)
static void fuse_neon(void)
{
#define NEON_FUSE(x, y, z) vfmaq_f32(z, x, y)
    FUSE_IN_CHAINS(float32x4_t, vdupq_n_f32, NEON_FUSE, "w")
}
#endif

typedef struct set {
    const char *name;
    size_t lanes;
    void (*fuse)(void);
} set;

static const set sets[] = {
#if defined(__x86_64__)
    {"avx512", 16, fuse_avx512},
    {"avx2", 8, fuse_avx2},
#elif defined(__aarch64__)
    {"neon", 4, fuse_neon},
#endif
    {NULL, 0, NULL}};

static void fuse_piece(void *context, size_t piece, size_t worker)
{
    (void)piece, (void)worker;
    ((const set *)context)->fuse();
}

static void exp_piece(void *context, size_t piece, size_t worker)
{
    static _Thread_local float y[NUMBERS];
    (void)piece, (void)worker;
    for (size_t turn = 0; turn < TURNS; turn++) attn_kernel_exp(context, y, NUMBERS);
}

typedef struct job {
    size_t threads;
    attn_pool_work *work;
    void *context;
} job;

/* All threads do the work once. */
static void run(void *context)
{
    const job *of = context;
    attn_pool_run(of->threads, of->threads, of->work, of->context);
}

int main(int argc, char **argv)
{
    static float x[NUMBERS];
    if (argc != 2) return 2;
    attn_pool_threads(strtoul(argv[1], NULL, 10));
    size_t threads = attn_pool_size();
    for (const set *s = sets; s->name; s++) {
        if (strcmp(s->name, attn_kernel_name()) != 0) continue;
        set used = *s;
        double work = 2e-6 * CHAINS * STEPS * (double)(s->lanes * threads);
        printf("fma %.1f GFLOP/s\n", work / bench_median(run, &(job){threads, fuse_piece, &used}));
    }
    for (size_t i = 0; i < NUMBERS; i++) x[i] = -10.0f * (float)i / NUMBERS;
    double exps = 1e-6 * NUMBERS * TURNS * (double)threads;
    printf("exp %.3f Gexp/s\n", exps / bench_median(run, &(job){threads, exp_piece, x}));
    attn_pool_free();
    return 0;
}
