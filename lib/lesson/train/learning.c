/*
 * learning: what steps of training change, kept in a checkpoint and read from it.
 */
#include <string.h>

#include "lesson/program/training.h"

bool attn_learning_begin(learning *l, const training *train, attn_arena *arena)
{
    l->losses = attn_alloc(arena, l->most_steps, sizeof *l->losses);
    l->squares = attn_alloc(arena, attn_optimizer_pieces(l->count), sizeof *l->squares);
    if (train->adam) {
        l->mean = attn_alloc(arena, l->count, sizeof *l->mean);
        l->square = attn_alloc(arena, l->count, sizeof *l->square);
    }
    if (l->most_trials) {
        l->trials = attn_alloc(arena, l->most_trials, sizeof *l->trials);
        l->best = attn_alloc(arena, l->count, sizeof *l->best);
    }
    return attn_ok(attn_arena_status(arena));
}

size_t attn_learning_best(const learning *l)
{
    size_t best = 0;
    for (size_t i = 1; i < l->trial_count; i++)
        if (l->trials[i] < l->trials[best]) best = i;
    return best;
}

void attn_learning_tried(learning *l, float loss)
{
    l->trials[l->trial_count++] = loss;
    if (attn_learning_best(l) + 1 == l->trial_count)
        memcpy(l->best, l->numbers, l->count * sizeof *l->best);
}

/* ---- a checkpoint ---- */

typedef struct part { /* one array of it */
    const char *name;
    float *numbers;
    size_t count, most; /* most: so many or fewer */
} part;

/* What there is of all parts, into `parts`; returns how many. The losses come first. */
static size_t list_parts(const learning *l, part parts[ATTN_LEARNING_ARRAYS])
{
    const part all[ATTN_LEARNING_ARRAYS] = {{"losses", l->losses, l->step, l->most_steps},
                                            {"trials", l->trials, l->trial_count, l->most_trials},
                                            {"numbers", l->numbers, l->count, l->count},
                                            {"mean", l->mean, l->count, l->count},
                                            {"square", l->square, l->count, l->count},
                                            {"best", l->best, l->count, l->count}};
    size_t count = 0;
    for (size_t i = 0; i < ATTN_LEARNING_ARRAYS; i++)
        if (all[i].numbers) parts[count++] = all[i];
    return count;
}

size_t attn_learning_arrays(const learning *l, attn_array_numbers *arrays)
{
    part parts[ATTN_LEARNING_ARRAYS];
    size_t count = list_parts(l, parts);
    for (size_t i = 0; i < count; i++)
        arrays[i] = (attn_array_numbers){
            {.name = parts[i].name, .rank = 1, .shape = {parts[i].count}, .count = parts[i].count},
            parts[i].numbers};
    return count;
}

static bool read_part(const attn_arrays *file, part *p, attn_status *status)
{
    const attn_array *array = attn_arrays_find(file, p->name);
    bool exact = p->count == p->most;
    if (!array)
        attn_fail(status, ATTN_INPUT, "this is no checkpoint of this training: it has no %s",
                  p->name);
    else if (array->rank != 1 || array->count > p->most || (exact && array->count != p->most))
        attn_fail(status, ATTN_INPUT,
                  "this is no checkpoint of this training: %s has %zu numbers, and %zu are %s",
                  p->name, array->count, p->most, exact ? "needed" : "the most");
    if (!attn_ok(status)) {
        attn_status_place(status, attn_arrays_file(file), 0, 0);
        return false;
    }
    p->count = array->count;
    return attn_weights_read(file, array, p->numbers, status);
}

bool attn_learning_read(learning *l, const attn_arrays *file, attn_status *status)
{
    part parts[ATTN_LEARNING_ARRAYS];
    l->step = l->trial_count = 0;
    size_t count = list_parts(l, parts);
    for (size_t i = 0; i < count; i++)
        if (!read_part(file, &parts[i], status)) return false;
    l->step = parts[0].count;
    if (l->trials) l->trial_count = parts[1].count;
    return true;
}
