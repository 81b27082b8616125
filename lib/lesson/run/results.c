/*
 * results: what a run gives to those who show it.
 */
#include "lesson/program/running.h"

const attn_lesson *attn_run_lesson(const attn_run *run)
{
    return run->lesson;
}

const attn_record *attn_run_record(const attn_run *run)
{
    return run->record;
}

const attn_scope *attn_run_scope(const attn_run *run)
{
    return run->scope;
}

size_t attn_run_moments(const attn_run *run)
{
    return run->moment_count;
}

const attn_moment *attn_run_moment(const attn_run *run, size_t i)
{
    return &run->moments[i];
}

size_t attn_run_stated(const attn_run *run)
{
    return run->stated_count;
}

const attn_stated_total *attn_run_stated_at(const attn_run *run, size_t i)
{
    return &run->stated[i];
}

size_t attn_run_asked(const attn_run *run)
{
    return run->asked_count;
}

const attn_sum_asked *attn_run_asked_at(const attn_run *run, size_t i)
{
    return &run->asked[i];
}

size_t attn_run_shown(const attn_run *run)
{
    return run->shown_count;
}

const attn_made *attn_run_shown_at(const attn_run *run, size_t i)
{
    return &run->shown[i];
}

bool attn_run_changed(const attn_run *run)
{
    return run->changed;
}

attn_learned attn_run_learned_at(const attn_run *run, size_t i)
{
    if (i >= run->learned_count) return (attn_learned){NULL, NULL};
    return (attn_learned){run->learned[i].label, &run->learned[i].shape};
}

bool attn_run_untrained(const attn_run *run)
{
    return run->untrained;
}

size_t attn_run_changes(const attn_run *run)
{
    return run->change_count;
}

const attn_change *attn_run_change_at(const attn_run *run, size_t i)
{
    return &run->changes[i];
}

const char *attn_lesson_generated_at(const attn_lesson *lesson, size_t i)
{
    for (size_t k = 0; k < lesson->sequence_count; k++)
        if (lesson->sequences[k].next && i-- == 0) return lesson->sequences[k].sequence->name;
    return NULL;
}

size_t attn_run_generated(const attn_run *run)
{
    return run->grown_count;
}

const attn_generated *attn_run_generated_at(const attn_run *run, size_t i)
{
    return &run->grown[i];
}

size_t attn_run_unknown(const attn_run *run)
{
    return run->unknown_count;
}

const attn_unknown *attn_run_unknown_at(const attn_run *run, size_t i)
{
    return &run->unknown[i];
}
