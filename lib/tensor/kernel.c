/*
 * kernel: chooses the kernels of the best instruction set that this processor has.
 */
#include "tensor/kernel.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "core/pool.h"
#include "tensor/kernel_product.h"
#include "tensor/kernel_set.h"

/* Best first. */
static const attn_kernel_set *(*const sets[])(void) = {attn_kernel_avx512, attn_kernel_avx2,
                                                       attn_kernel_neon, attn_kernel_base};

static _Atomic(const attn_kernel_set *) chosen;

static const attn_kernel_set *find(const char *name)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const attn_kernel_set *set = sets[i]();
        if (set && (!name || strcmp(set->name, name) == 0)) return set;
    }
    return NULL;
}

bool attn_kernel_use(const char *name)
{
    const attn_kernel_set *set = find(name);
    if (set) atomic_store(&chosen, set);
    return set != NULL;
}

const attn_kernel_set *attn_kernel_chosen(void)
{
    const attn_kernel_set *set = atomic_load(&chosen);
    if (set) return set;
    attn_kernel_use(NULL);
    return atomic_load(&chosen);
}

const char *attn_kernel_name(void)
{
    return attn_kernel_chosen()->name;
}

/* ---- exp and softmax: rows of numbers, some of them to a piece ---- */

typedef struct rows_job {
    const attn_kernel_set *set;
    const float *x;
    float *y;
    size_t m, n, at_once; /* rows of n numbers; rows to a piece */
} rows_job;

/* exp is worth about as much as sixteen multiply-adds. */
static void run_rows(rows_job *job, attn_pool_work *work)
{
    enum { piece_numbers = 16 * 1024 };
    size_t threads =
        attn_worth_sharing(16.0 * (double)job->m * (double)job->n) ? attn_pool_size() : 1;
    job->set = attn_kernel_chosen();
    job->at_once = threads == 1 ? job->m : job->n < piece_numbers ? piece_numbers / job->n : 1;
    if (job->m > 0 && job->n > 0) {
        attn_pool_run(threads, attn_pieces(job->m, job->at_once), work, job);
    }
}

static void exp_piece(void *context, size_t piece, size_t worker)
{
    const rows_job *job = context;
    size_t from = piece * job->at_once;
    (void)worker;
    attn_series x = {job->x + from, 1};
    job->set->each[ATTN_EACH_EXP](x, x, job->y + from, attn_smaller(job->at_once, job->m - from));
}

void attn_kernel_exp(const float *x, float *y, size_t n)
{
    run_rows(&(rows_job){.x = x, .y = y, .m = n, .n = 1}, exp_piece);
}

static void softmax_piece(void *context, size_t piece, size_t worker)
{
    const rows_job *job = context;
    const attn_kernel_set *set = job->set;
    size_t n = job->n, to = attn_smaller((piece + 1) * job->at_once, job->m);
    (void)worker;
    for (size_t i = piece * job->at_once; i < to; i++) {
        float *y = job->y + i * n;
        /* pass 1: the largest; taken away, so that no exp overflows */
        float largest = set->scale(job->x + i * n, 1, NULL, y, n, -INFINITY);
        /* pass 2: exp of what is left */
        float sum = (float)set->exp_and_sum(y, n, largest);
        /* pass 3: shares of the sum */
        set->divide(y, n, sum, NULL);
    }
}

void attn_kernel_softmax(const float *x, float *y, size_t m, size_t n)
{
    run_rows(&(rows_job){.x = x, .y = y, .m = m, .n = n}, softmax_piece);
}

/* ---- number by number ---- */

/* One number as a vector of equal ones, in the room, where it is stretched. */
static attn_series stretched(attn_series x, float room[ATTN_MOST_LANES])
{
    for (size_t l = 0; x.step == 0 && l < ATTN_MOST_LANES; l++) room[l] = *x.at;
    return x.step == 0 ? (attn_series){room, 0} : x;
}

void attn_kernel_each(attn_each f, attn_series x, attn_series y, float *z, size_t n)
{
    float x_room[ATTN_MOST_LANES], y_room[ATTN_MOST_LANES];
    attn_kernel_chosen()->each[f](stretched(x, x_room), stretched(y, y_room), z, n);
}

void attn_kernel_slope(attn_slope slope, const float *g, attn_sink to, attn_series p, attn_series q,
                       size_t n)
{
    float p_room[ATTN_MOST_LANES], q_room[ATTN_MOST_LANES];
    attn_kernel_chosen()->slope[slope](g, to, stretched(p, p_room), stretched(q, q_room), n);
}

void attn_kernel_moments(const float *x, size_t rows, size_t n, double *mean, double *variance)
{
    attn_kernel_chosen()->moments(x, rows, n, mean, variance);
}

void attn_kernel_var_slopes(const float *x, double middle, float g, float *into, size_t n)
{
    attn_kernel_chosen()->var_slopes(x, middle, g, into, n);
}

bool attn_kernel_finite(const float *x, size_t n)
{
    return attn_kernel_chosen()->finite(x, n);
}

/* ---- learning ---- */

void attn_kernel_adam(const attn_adam *how, const float *g, float *m, float *v, float *w, size_t n)
{
    attn_kernel_chosen()->adam(how, g, m, v, w, n);
}

void attn_kernel_add_shares(float *x, const float *y, float share, size_t n)
{
    attn_kernel_chosen()->add_shares(x, y, share, n);
}

/* Eight sums side by side, so that they are the same on every machine, and quick on each. */
double attn_kernel_squares(const float *x, size_t n)
{
    double sums[ATTN_SUMS] = {0}, sum = 0;
    size_t whole = n / ATTN_SUMS * ATTN_SUMS;
    for (size_t i = 0; i < whole; i += ATTN_SUMS)
        for (size_t k = 0; k < ATTN_SUMS; k++) sums[k] += (double)x[i + k] * (double)x[i + k];
    for (size_t i = whole; i < n; i++) sum += (double)x[i] * (double)x[i];
    for (size_t k = 0; k < ATTN_SUMS; k++) sum += sums[k];
    return sum;
}
