/*
 * mistakes: mistakes that are often made in attention, as rules that make them of a lesson's
 * formulas.
 */
#ifndef ATTN_LESSON_GRADE_MISTAKES_H
#define ATTN_LESSON_GRADE_MISTAKES_H

#include "formula/check/rewrite.h"

#define ATTN_MOST_SLIP_RULES 8

typedef struct attn_slip {
    const char *name; /* "no scale" */
    const char *says; /* what you get: "the scores are not divided by √d_k" */
    const char *look; /* where to look for it, as a hint: "what the scores are divided by" */
    attn_rule rules[ATTN_MOST_SLIP_RULES + 1]; /* an empty one at the end */
} attn_slip;

/* i from 0, NULL at the end. */
const attn_slip *attn_slip_at(size_t i);
size_t attn_slip_rules(const attn_slip *slip);

#endif
