/*
 * worker: a lesson run again and again beside itself, with other words each time, many examples at
 * once. Whoever does that works on a copy of the lesson, and shares what is given with the run.
 */
#include <string.h>

#include "lesson/program/running.h"
#include "lesson/program/training.h"

/* The learned values that the base shares are those of the run. */
static void share_learned(const attn_run *run, attn_run *base)
{
    size_t k = 0;
    for (size_t i = 0; i < base->lesson->given_count; i++)
        for (size_t j = 0; j < base->givens[i].count && base->lesson->givens[i].learned; j++)
            base->givens[i].items[j].data = run->learned[k++].shape.data;
}

bool attn_worker_begin(worker_run *b, const attn_run *run)
{
    if (!(b->lesson = attn_lesson_copy(run->lesson, &b->status))) return false;
    b->base = attn_run_new(b->lesson, run->options, &b->status);
    b->from = b->base;
    b->record = b->base ? attn_record_new(&b->status) : NULL;
    if (!b->record) return false;
    if (!attn_run_prepare(b->base)) return false;
    attn_record_keep_for_gradients(b->record);
    share_learned(run, b->base);
    b->nodes = attn_alloc(b->base->arena, run->learned_count + 1, sizeof *b->nodes);
    return b->nodes != NULL;
}

/* They lie on a record of their own, which no run begins anew. */
static bool take_sets(worker_run *b, const attn_options *options)
{
    if (options->set_count == 0) return true;
    if (!(b->sets = attn_record_new(&b->status))) return false;
    attn_scope_begin(b->lesson->scope, b->sets);
    for (size_t i = 0; i < options->set_count; i++)
        if (!attn_scope_set(b->lesson->scope, options->sets[i])) return false;
    return true;
}

bool attn_worker_follow(worker_run *b, const attn_run *run, const attn_changes *changes)
{
    b->from = run;
    static const attn_changes none = {.bare = true};
    b->lesson = attn_lesson_changed(run->lesson, changes ? changes : &none, &b->status);
    b->record = b->lesson ? attn_record_new(&b->status) : NULL;
    if (!b->record) return false;
    if (!take_sets(b, run->options)) return false;
    b->nodes = attn_alloc(b->lesson->arena, run->learned_count + 1, sizeof *b->nodes);
    return b->nodes != NULL;
}

void attn_worker_end(worker_run *b)
{
    attn_record_free(b->record);
    attn_record_free(b->sets);
    attn_run_free(b->base);
    attn_lesson_free(b->lesson);
}

bool attn_worker_run(worker_run *b, attn_run *run, const batch *words)
{
    attn_record_clear(b->record);
    attn_record_keep_for_gradients(b->record);
    *run = (attn_run){.lesson = b->lesson,
                      .status = &b->status,
                      .record = b->record,
                      .arena = attn_record_arena(b->record),
                      .options = b->from->options,
                      .names = b->from->names,
                      .seed = b->from->seed,
                      .shared = b->from,
                      .taught = b->from->taught,
                      .batch = words,
                      .learned_nodes = b->nodes,
                      .arranged = b->arranged};
    return attn_run_prepare(run);
}

/* ---- which statements are needed ---- */

static void collect_lines(const step *steps, size_t count, const step *until,
                          const attn_statement **list, size_t *total)
{
    for (size_t i = 0; i < count && &steps[i] != until; i++) {
        for (size_t k = 0; k < steps[i].compute.count; k++, ++*total)
            if (list) list[*total] = steps[i].compute.items[k];
        collect_lines(steps[i].steps, steps[i].step_count, until, list, total);
    }
}

const bool *attn_find_steps(const attn_lesson *lesson, const lines *results, const step *until,
                            attn_arena *arena, attn_dependence *found)
{
    size_t count = 0;
    const attn_statement **list = attn_alloc(arena, lesson->statement_count + 1, sizeof *list);
    bool *needed = attn_alloc(arena, lesson->statement_count + 1, sizeof *needed);
    if (!list || !needed) return NULL;
    collect_lines(lesson->steps, lesson->step_count, until, list, &count);
    attn_find_needed(lesson->scope, (const attn_statement *const *)results->items, results->count,
                     list, count, needed, found);
    return needed;
}

/* ---- what training changes ---- */

static const step *step_that_trains(const attn_lesson *lesson)
{
    const step *s = lesson->steps;
    while (!s->train) s++;
    return s;
}

bool attn_find_changes(attn_lesson *lesson)
{
    size_t count = 0, total = 0, learned = 0;
    if (!lesson->trains) return true;
    const step *until = step_that_trains(lesson);
    collect_lines(lesson->steps, lesson->step_count, until, NULL, &count);
    const attn_statement **list = attn_alloc(lesson->arena, count + 1, sizeof *list);
    const attn_name **names = attn_alloc(lesson->arena, lesson->given_count + 1, sizeof *names);
    if (!list || !names) return false;
    collect_lines(lesson->steps, lesson->step_count, until, list, &total);
    for (size_t i = 0; i < lesson->given_count; i++)
        if (lesson->givens[i].learned) names[learned++] = &lesson->givens[i].name;
    return attn_find_trained(lesson->scope, names, learned, list, count);
}
