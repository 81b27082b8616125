/*
 * expected: what follows from the answers before an answer, by the lesson's own formulas.
 */
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "lesson/grade/grading.h"

bool attn_is_right(const compared *m)
{
    return m->graded.mark == ATTN_MARK_RIGHT || m->graded.mark == ATTN_MARK_COARSE;
}

float attn_largest_of(const float *numbers, size_t count)
{
    float largest = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(numbers[i])) largest = fmaxf(largest, fabsf(numbers[i]));
    return largest;
}

float attn_spread_of(const float *a, const float *b, size_t count)
{
    float least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < (b ? 2 * count : count); i++) {
        float number = i < count ? a[i] : b[i - count];
        if (!isfinite(number)) continue;
        least = fminf(least, number);
        most = fmaxf(most, number);
    }
    return most > least ? most - least : 0;
}

const float *attn_keep_found(const grading *g, const compared *m)
{
    return attn_is_found(m) ? attn_copy(g->arena, m->found, m->yours_count, sizeof *m->found)
                            : NULL;
}

/* How answers are carried forward: the lesson's own where they are right; as they were handed in;
 * the wrong ones moved within their digits. */
typedef enum carrying { CARRY_RIGHT, CARRY_AS_THEY_ARE, CARRY_SHAKEN } carrying;

static void carry_one(const grading *g, compared *m, carrying how, uint64_t seed)
{
    float *carried = attn_alloc(g->arena, m->count, sizeof *carried);
    attn_random random = attn_random_named("shaken", seed + m->place);
    for (size_t i = 0; carried && i < m->count; i++) {
        bool own = isnan(m->yours[i]) ||
                   (how == CARRY_AS_THEY_ARE ? isinf(m->right[i])
                                             : attn_is_near(m, m->yours[i], m->right[i]));
        carried[i] = own ? m->right[i] : m->yours[i];
        if (how == CARRY_SHAKEN && !own && isfinite(carried[i]))
            carried[i] += m->half * (2 * attn_random_uniform(&random) - 1);
    }
    m->carried = carried;
    m->always_carried = attn_is_right(m);
}

static void carry_all(const grading *g, carrying how, uint64_t seed)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->all[i].fits) carry_one(g, &g->all[i], how, seed);
}

void attn_carry_forward(const grading *g)
{
    carry_all(g, CARRY_RIGHT, 0);
}

static bool compute_carried(grading *g, carrying how, uint64_t seed)
{
    counterfactual c = {.decimals = -1};
    carry_all(g, how, seed);
    return attn_compute(g, &c);
}

/* No more than a part of the numbers: what is shaken more than that follows from nothing. */
static void note_shaken(const compared *m, expected *e)
{
    if (!e->follows || !attn_is_found(m)) return;
    float most = 0.05f * attn_largest_of(e->follows, m->yours_count);
    for (size_t i = 0; i < m->yours_count; i++)
        if (isfinite(m->found[i]) && isfinite(e->follows[i]))
            e->shaken = fminf(most, fmaxf(e->shaken, fabsf(m->found[i] - e->follows[i])));
}

/* As many digits as the answers have, at most, where they were written. */
static int most_digits(const grading *g)
{
    int most = -1;
    for (size_t i = 0; i < g->count; i++) {
        unsigned digits = g->all[i].answer->digits;
        if (digits <= 6 && (int)digits > most) most = (int)digits;
    }
    return most;
}

void attn_find_expected(grading *g, expected *all)
{
    enum { SHAKES = 2 };
    counterfactual rounded = {.decimals = most_digits(g)};
    bool done = compute_carried(g, CARRY_RIGHT, 0);
    for (size_t i = 0; i < g->count && done; i++) all[i].follows = attn_keep_found(g, &g->all[i]);
    for (uint64_t seed = 1; seed <= SHAKES && done; seed++) {
        if (!compute_carried(g, CARRY_SHAKEN, seed)) continue;
        for (size_t i = 0; i < g->count; i++) note_shaken(&g->all[i], &all[i]);
    }
    done = compute_carried(g, CARRY_AS_THEY_ARE, 0);
    for (size_t i = 0; i < g->count; i++) {
        if (done) all[i].rounded = attn_keep_found(g, &g->all[i]);
        g->all[i].carried = NULL;
    }
    done = rounded.decimals >= 2 && attn_compute(g, &rounded);
    for (size_t i = 0; i < g->count && done; i++) all[i].early = attn_keep_found(g, &g->all[i]);
}
