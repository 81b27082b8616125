/*
 * expected: what follows from the answers before an answer, by the lesson's own formulas.
 */
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "lesson/grade/grading.h"

bool attn_is_right(const marked *m)
{
    return m->graded->mark == ATTN_MARK_RIGHT || m->graded->mark == ATTN_MARK_COARSE;
}

float attn_largest_of(const float *numbers, size_t count)
{
    float largest = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(numbers[i])) largest = fmaxf(largest, fabsf(numbers[i]));
    return largest;
}

static const float *keep_found(const marking *k, const marked *m)
{
    if (!attn_is_found(m)) return NULL;
    float *kept = attn_alloc(k->arena, m->yours_count, sizeof *kept);
    if (kept) memcpy(kept, m->found, m->yours_count * sizeof *kept);
    return kept;
}

typedef enum lending_kind { LEND_RIGHT, LEND_AS_THEY_ARE, LEND_SHAKEN } lending_kind;

/* What takes the place of an answer's values: where it is right, the lesson's own. */
static bool lend_one(const marking *k, marked *m, lending_kind kind, uint64_t seed)
{
    float *lend = attn_alloc(k->arena, m->count, sizeof *lend);
    attn_random random = attn_random_named("shaken", seed + m->place);
    if (!lend) return false;
    for (size_t i = 0; i < m->count; i++) {
        bool near = attn_is_near(m, m->yours[i], m->right[i]), own = near || isnan(m->yours[i]);
        if (kind == LEND_AS_THEY_ARE) own = isinf(m->right[i]) || isnan(m->yours[i]);
        lend[i] = own ? m->right[i] : m->yours[i];
        if (kind == LEND_SHAKEN && !own && isfinite(lend[i]))
            lend[i] += m->half * (2 * attn_random_uniform(&random) - 1);
    }
    m->lend = lend;
    m->lent_always = attn_is_right(m);
    return true;
}

static bool lend_all(const marking *k, lending_kind kind, uint64_t seed)
{
    for (size_t i = 0; i < k->count; i++)
        if (k->all[i].fits && !lend_one(k, &k->all[i], kind, seed)) return false;
    return true;
}

bool attn_lend_right(const marking *k)
{
    return lend_all(k, LEND_RIGHT, 0);
}

static void lend_nothing(const marking *k)
{
    for (size_t i = 0; i < k->count; i++) k->all[i].lend = NULL;
}

static bool try_lent(marking *k, lending_kind kind, uint64_t seed)
{
    trial t = {.decimals = -1};
    return lend_all(k, kind, seed) && attn_try(k, &t);
}

/* No more than a part of the numbers: what is shaken more than that follows from nothing. */
static void note_shaken(const marked *m, expected *e)
{
    if (!e->follows || !attn_is_found(m)) return;
    float most = 0.05f * attn_largest_of(e->follows, m->yours_count);
    for (size_t i = 0; i < m->yours_count; i++)
        if (isfinite(m->found[i]) && isfinite(e->follows[i]))
            e->shaken = fminf(most, fmaxf(e->shaken, fabsf(m->found[i] - e->follows[i])));
}

/* As many digits as the answers have, at most, where they were written. */
static int most_digits(const marking *k)
{
    int most = -1;
    for (size_t i = 0; i < k->count; i++) {
        unsigned digits = k->all[i].answer->digits;
        if (digits <= 6 && (int)digits > most) most = (int)digits;
    }
    return most;
}

static bool find_rounded(marking *k, expected *all)
{
    trial t = {.decimals = most_digits(k)};
    bool lent = try_lent(k, LEND_AS_THEY_ARE, 0);
    for (size_t i = 0; i < k->count && lent; i++) all[i].rounded = keep_found(k, &k->all[i]);
    lend_nothing(k);
    bool early = t.decimals >= 2 && attn_ok(k->status) && attn_try(k, &t);
    for (size_t i = 0; i < k->count && early; i++) all[i].early = keep_found(k, &k->all[i]);
    return attn_ok(k->status);
}

bool attn_find_expected(marking *k, expected *all)
{
    enum { SHAKES = 2 };
    bool done = try_lent(k, LEND_RIGHT, 0);
    for (size_t i = 0; i < k->count && done; i++) all[i].follows = keep_found(k, &k->all[i]);
    for (uint64_t seed = 1; seed <= SHAKES && done && attn_ok(k->status); seed++) {
        if (!try_lent(k, LEND_SHAKEN, seed)) continue;
        for (size_t i = 0; i < k->count; i++) note_shaken(&k->all[i], &all[i]);
    }
    return attn_ok(k->status) && find_rounded(k, all);
}
