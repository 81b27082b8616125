/*
 * evaluator: examples at work, for the files that evaluate. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_TRAIN_EVALUATOR_H
#define ATTN_LESSON_TRAIN_EVALUATOR_H

#include "lesson/program/running.h"
#include "lesson/program/training.h"

/* As many examples are computed at once. */
enum { MOST_TOGETHER = 64 };

typedef struct evaluator {
    attn_run *run;
    const evaluation *asked;
    worker_run of;
    attn_arena *arena;
    examples *all;
    batches *batches;
    const uint32_t *which; /* examples of equal lengths, computed together */
    size_t count;
} evaluator;

/* Begins a run with these words and computes what the lines are made by. */
bool attn_evaluator_compute(evaluator *e, const batch *words, const lines *results, attn_run *run);
/* The rows of a map, of one example. */
const float *attn_map_of(const attn_tensor *value, size_t example);
/* Generates the sequence of `exact` for the examples at work, and counts what is right. */
bool attn_evaluate_generated(evaluator *e, attn_evaluated *report);

#endif
