/*
 * results: what a run gives to those who show it.
 */
#include "lesson/program/running.h"

const attn_lesson *attn_run_lesson(const attn_run *run)
{
    return run->lesson;
}

const attn_options *attn_run_options(const attn_run *run)
{
    return run->options;
}

const attn_record *attn_run_record(const attn_run *run)
{
    return run->record;
}

const attn_scope *attn_run_scope(const attn_run *run)
{
    return run->scope;
}

const attn_outcome *attn_run_outcome(const attn_run *run)
{
    return &run->outcome;
}

attn_learned attn_run_learned_at(const attn_run *run, size_t i)
{
    if (i >= run->learned_count) return (attn_learned){NULL, NULL};
    return (attn_learned){run->learned[i].label, &run->learned[i].shape};
}

const char *attn_lesson_generated_at(const attn_lesson *lesson, size_t i)
{
    for (size_t k = 0; k < lesson->sequence_count; k++)
        if (lesson->sequences[k].next && i-- == 0) return lesson->sequences[k].sequence->name;
    return NULL;
}

bool attn_lesson_continues(const attn_lesson *lesson)
{
    for (size_t k = 0; k < lesson->sequence_count; k++)
        if (lesson->sequences[k].continues) return true;
    return false;
}
