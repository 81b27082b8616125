/*
 * worker: a lesson computed again and again beside a run of it, with other words each time, many
 * examples at once. What is given is shared with the run.
 */
#include <string.h>

#include "lesson/program/running.h"
#include "lesson/program/training.h"

static bool begin_worker(worker_run *b, const attn_run *run)
{
    b->from = run;
    b->record = attn_record_new(&b->status);
    return b->record != NULL;
}

bool attn_worker_begin(worker_run *b, const attn_run *run)
{
    b->lesson = run->lesson;
    b->names = run->scope;
    b->learner = run;
    return begin_worker(b, run);
}

/* They lie on a record of their own, which no run begins anew. */
static bool take_sets(worker_run *b, const attn_options *options)
{
    if (!(b->sets = attn_record_new(&b->status))) return false;
    attn_scope *scope = attn_scope_run(b->lesson->scope, b->sets);
    for (size_t i = 0; scope && i < options->set_count; i++)
        if (!attn_scope_set(scope, options->sets[i])) return false;
    b->names = scope;
    return scope != NULL;
}

bool attn_worker_follow(worker_run *b, const attn_run *run, const attn_changes *changes)
{
    if (changes) b->changed = attn_lesson_changed(run->lesson, changes, &b->status);
    b->lesson = changes ? b->changed : run->lesson;
    b->names = run->scope;
    return b->lesson && begin_worker(b, run) && (!changes || take_sets(b, run->options));
}

void attn_worker_end(worker_run *b)
{
    attn_record_free(b->record);
    attn_record_free(b->sets);
    attn_files_close(&b->files);
    attn_lesson_free(b->changed);
}

bool attn_worker_run(worker_run *b, attn_run *run, const batch *words)
{
    attn_record_clear(b->record);
    attn_record_keep_for_gradients(b->record);
    attn_arena *arena = attn_record_arena(b->record);
    attn_scope *scope = attn_scope_run(b->names, b->record);
    *run = (attn_run){.lesson = b->lesson,
                      .scope = scope,
                      .status = &b->status,
                      .record = b->record,
                      .arena = arena,
                      .files = &b->files,
                      .options = b->from->options,
                      .names = b->from->names,
                      .seed = b->from->seed,
                      .shared = b->from,
                      .taught = b->learner ? NULL : b->from->taught,
                      .learner = b->learner,
                      .batch = words,
                      .learned_nodes =
                          attn_alloc(arena, b->from->learned_count + 1, sizeof *run->learned_nodes),
                      .arranged = b->arranged};
    b->scope = scope;
    return scope && run->learned_nodes && attn_run_prepare(run);
}
