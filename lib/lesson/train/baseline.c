/*
 * baseline: counts, row by row, how often each simple rule would be right.
 *
 * In a row only few rules are right: one distance, and the nearest word of the kind that stands
 * there, if none of that kind lies between. So each row adds one to two rules at most.
 */
#include "lesson/train/baseline.h"

#include <stdlib.h>
#include <string.h>

static bool same_rule(const attn_rule_score *a, const attn_rule_score *b)
{
    if (a->steps != b->steps || !a->kind != !b->kind) return false;
    return !a->kind || strcmp(a->kind, b->kind) == 0;
}

static attn_rule_score *find(const attn_rule_scores *scores, const attn_rule_score *rule)
{
    for (size_t i = 0; i < scores->count; i++)
        if (same_rule(&scores->items[i], rule)) return &scores->items[i];
    return NULL;
}

static bool add(attn_rule_scores *scores, attn_rule_score rule, attn_arena *arena)
{
    attn_rule_score *score = find(scores, &rule);
    if (!score) score = attn_append(arena, &scores->items, &scores->count, &rule, sizeof rule);
    if (score) score->right++;
    return score != NULL;
}

/* Whether no word between the two is of the kind of `to`. */
static bool is_nearest(const char *const *kinds, size_t from, size_t to)
{
    size_t low = from < to ? from + 1 : to + 1, high = from < to ? to : from;
    for (size_t i = low; i < high; i++)
        if (strcmp(kinds[i], kinds[to]) == 0) return false;
    return true;
}

bool attn_rules_count(attn_rule_scores *scores, const char *const *kinds, size_t words, size_t from,
                      size_t to, attn_arena *arena)
{
    int steps = (int)to - (int)from;
    if (!add(scores, (attn_rule_score){.steps = steps}, arena)) return false;
    bool named = from < words && to < words && from != to && kinds[to][0];
    if (!named || !is_nearest(kinds, from, to)) return true;
    return add(scores, (attn_rule_score){.kind = kinds[to], .steps = steps < 0 ? -1 : 1}, arena);
}

/* A distance is simpler than a kind, a near word than a far one, and what stands before is known
 * first. */
static bool is_simpler(const attn_rule_score *a, const attn_rule_score *b)
{
    if (!a->kind != !b->kind) return !a->kind;
    if (abs(a->steps) != abs(b->steps)) return abs(a->steps) < abs(b->steps);
    if (a->steps != b->steps) return a->steps < b->steps;
    return a->kind && strcmp(a->kind, b->kind) < 0;
}

const attn_rule_score *attn_rules_best(const attn_rule_scores *scores)
{
    const attn_rule_score *best = NULL;
    for (size_t i = 0; i < scores->count; i++) {
        const attn_rule_score *one = &scores->items[i];
        if (!best || one->right > best->right ||
            (one->right == best->right && is_simpler(one, best)))
            best = one;
    }
    return best;
}

size_t attn_rules_right(const attn_rule_scores *scores, const attn_rule_score *rule)
{
    const attn_rule_score *score = find(scores, rule);
    return score ? score->right : 0;
}
