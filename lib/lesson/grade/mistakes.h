/*
 * mistakes: mistakes that are often made in attention, as rules that make them of a lesson's
 * formulas.
 */
#ifndef ATTN_LESSON_GRADE_MISTAKES_H
#define ATTN_LESSON_GRADE_MISTAKES_H

#include "formula/check/rewrite.h"

#define ATTN_MOST_RULES 8

typedef struct attn_mistake {
    const char *name; /* "no scale" */
    const char *says; /* what you get: "the scores are not divided by √d_k" */
    const char *look; /* where to look for it, as a hint: "what the scores are divided by" */
    attn_rule rules[ATTN_MOST_RULES + 1]; /* an empty one at the end */
} attn_mistake;

/* The last has no name. */
extern const attn_mistake attn_mistakes[];
size_t attn_mistake_rules(const attn_mistake *mistake);

#endif
