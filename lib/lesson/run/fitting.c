/*
 * fitting: what the formulas need of the config file, where that depends on the words of a run.
 */
#include "lesson/program/running.h"

static bool check(attn_run *run, const expectation *e)
{
    const attn_lesson *lesson = run->lesson;
    const attn_node node = attn_eval(run->scope, e->least);
    if (!node) return attn_place_formula(run->status, e->least->origin);
    const attn_tensor *least = attn_value(run->record, node);
    if (least->rank != ATTN_NUMBER)
        return attn_fail_at(run->status, e->least->origin,
                            "'%s' is to be at least %s, which is not a number", e->key,
                            e->least->text);
    if (e->number >= (double)least->data[0]) return true;
    attn_fail(run->status, ATTN_INPUT,
              "'%s' is %g, and the formulas of %s need at least %s, which is %g here: give a "
              "shorter text, or write the formulas of this model (attnviz-models(5))",
              e->key, e->number, lesson->file, e->least->text, (double)least->data[0]);
    attn_status_place(run->status, e->file, e->line, e->column);
    return false;
}

bool attn_expected_check(attn_run *run)
{
    for (size_t i = 0; i < run->lesson->expectation_count; i++)
        if (!check(run, &run->lesson->expectations[i])) return false;
    return true;
}
