/*
 * choice: how a place is drawn by its number.
 */
#include "text/choice.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/memory.h"
#include "tensor/tensor.h"

typedef struct rated {
    size_t place;
    double score, share;
} rated;

static bool are_shares(const float *numbers, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(numbers[i] >= 0)) return false;
        sum += (double)numbers[i];
    }
    return fabs(sum - 1) < 1e-3;
}

static double score_of(float number, bool is_share)
{
    return is_share ? log((double)number) : (double)number;
}

static int greater_first(const void *a, const void *b)
{
    const rated *x = a, *y = b;
    if (x->score != y->score) return x->score > y->score ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* Shares of the first `count`, which then sum to 1. */
static void share_out(rated *all, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += all[i].share = exp(all[i].score - all[0].score);
    for (size_t i = 0; i < count; i++) all[i].share /= sum;
}

/* How many of the first have together at least this share. */
static size_t fewest(const rated *all, size_t count, double share)
{
    size_t few = 0;
    for (double sum = 0; few < count && sum < share; few++) sum += all[few].share;
    return few ? few : 1;
}

size_t attn_choose_place(const float *numbers, size_t n, const attn_choice *how, double drawn)
{
    if (how->temperature == 0) return attn_place_of_max(numbers, n);
    rated *all = n <= SIZE_MAX / sizeof *all ? attn_resize(NULL, n * sizeof *all) : NULL;
    if (!all) return SIZE_MAX;
    const bool shares = are_shares(numbers, n);
    size_t count = how->top_k && how->top_k < n ? how->top_k : n, at = 0;
    const double most = score_of(numbers[attn_place_of_max(numbers, n)], shares);
    for (size_t i = 0; i < n; i++) { /* a difference that grows beyond all numbers has no share */
        const double below = score_of(numbers[i], shares) - most;
        all[i] = (rated){.place = i, .score = below < 0 ? below / how->temperature : 0};
    }
    qsort(all, n, sizeof *all, greater_first);
    share_out(all, count);
    if (how->top_p > 0) share_out(all, count = fewest(all, count, how->top_p));
    for (double sum = all[0].share; at + 1 < count && sum <= drawn; sum += all[at].share) at++;
    const size_t place = all[at].place;
    attn_resize(all, 0);
    return place;
}
