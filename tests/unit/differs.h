/*
 * differs: whether two runs of one lesson, with different formulas, made different values.
 */
#ifndef TESTS_UNIT_DIFFERS_H
#define TESTS_UNIT_DIFFERS_H

#include "lesson/run/compare.h"

static inline bool any_changed(const attn_values *with, const attn_run *run, attn_arena *arena)
{
    attn_contrast contrast;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->made_count; k++) {
            const attn_made *made = &moment->made[k];
            const attn_tensor *value = attn_value(attn_run_record(run), made->node),
                              *before = attn_values_find(with, made->label);
            if (!before || before->rank != value->rank || before->rows != value->rows ||
                before->cols != value->cols || attn_contrast_make(before, value, arena, &contrast))
                return true;
        }
    }
    return false;
}

#endif
