/*
 * evaluator: examples at work, for the files that evaluate. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_TRAIN_EVALUATOR_H
#define ATTN_LESSON_TRAIN_EVALUATOR_H

#include "lesson/program/growing.h"

typedef struct evaluator {
    attn_run *run;
    const evaluation *asked;
    worker_run of;
    attn_arena *arena;
    examples *all;
    batches *batches;
    const uint32_t *which; /* examples of equal lengths, computed together */
    size_t count;
    size_t beam; /* by which sequences grow */
} evaluator;

/* The rows of a map, of one example. */
const float *attn_map_of(const attn_tensor *value, size_t example);
/* ---- evaluate_links.c ---- */
/* The map of one example against its links, by words: the map of pieces is merged, in the arena. */
bool attn_score_links(const evaluator *e, const attn_statement *line, const attn_tensor *value,
                      size_t i, attn_align_score *score, attn_arena *arena);

/* ---- evaluate_looks.c ---- */
/* Whether a map has a place for this row and column. */
bool attn_check_map(const evaluator *e, const attn_statement *line, const attn_tensor *value,
                    size_t rows, size_t cols);
/* The rows that are asked for, of one example. */
bool attn_score_rows(const evaluator *e, const attn_tensor *value, size_t x, const role_look *asked,
                     attn_look_score *score);
/* Gives a score the rule that was best for it in another one; the same for its parts. */
void attn_look_choose(attn_look_score *score, const attn_look_score *from);

/* ---- evaluate_generated.c ---- */
/* Generates the sequence of `exact` for the examples at work, and counts what is right. */
bool attn_evaluate_generated(evaluator *e, attn_evaluated *report);
/* Puts the parts of what is exact into their order. */
void attn_sort_exact(attn_evaluated *report);

#endif
