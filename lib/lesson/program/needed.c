/*
 * needed: which statements of a lesson a result is made by, and what its training changes.
 */
#include "lesson/program/running.h"
#include "lesson/program/training.h"

static void collect_lines(const step *steps, size_t count, const step *until,
                          const attn_statement **list, size_t *total)
{
    for (size_t i = 0; i < count && &steps[i] != until; i++) {
        for (size_t k = 0; k < steps[i].compute.count; k++, ++*total)
            if (list) list[*total] = steps[i].compute.items[k];
        collect_lines(steps[i].steps, steps[i].step_count, until, list, total);
    }
}

bool attn_find_steps(const attn_lesson *lesson, const lines *results, const step *until,
                     attn_arena *arena, attn_dependence *found)
{
    size_t count = 0;
    const attn_statement **list = attn_alloc(arena, lesson->statement_count + 1, sizeof *list);
    if (!list) return false;
    collect_lines(lesson->steps, lesson->step_count, until, list, &count);
    const attn_bound_lines asked = {(const attn_statement *const *)results->items, results->count};
    return attn_find_needed(lesson->scope, asked, (attn_bound_lines){list, count}, arena, found);
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
    return attn_find_trained(lesson->scope, names, learned, (attn_bound_lines){list, count});
}

/* ---- what is left out ---- */

typedef struct line_list {
    size_t count;
    const attn_statement **items;
} line_list;

static bool add_line(const attn_run *run, line_list *all, const attn_statement *line)
{
    return !line || attn_append(run->arena, &all->items, &all->count, &line, sizeof line);
}

static bool add_lines(const attn_run *run, line_list *all, const lines *more)
{
    for (size_t i = 0; i < more->count; i++)
        if (!add_line(run, all, more->items[i])) return false;
    return true;
}

static bool add_said(const attn_run *run, line_list *all, const said *say)
{
    for (size_t i = 0; i < say->count; i++)
        for (size_t k = 0; k < say->texts[i].count; k++) {
            const prose_piece *piece = &say->texts[i].pieces[k];
            if (piece->kind == ATTN_PIECE_VALUE && !add_line(run, all, piece->line)) return false;
        }
    return true;
}

static bool add_step(const attn_run *run, line_list *all, const step *s)
{
    const lines *parts[] = {&s->compute,    &s->show,   &s->table,   &s->plot,
                            &s->arithmetic, &s->checks, &s->warnings};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!add_lines(run, all, parts[i])) return false;
    for (size_t i = 0; i < s->heat_count; i++)
        if (!add_line(run, all, s->heats[i].line)) return false;
    return add_said(run, all, &s->say);
}

bool attn_step_lacks(attn_run *run, const step *s)
{
    line_list all = {0};
    if (!run->lacks || s->asked || !add_step(run, &all, s)) return false;
    const attn_bound_lines read = {all.items, all.count};
    const char *why = attn_find_absent(run->scope, read, run->arena);
    for (size_t i = 0; why && i < s->compute.count; i++)
        for (size_t k = 0; k < s->compute.items[i]->target_count; k++)
            attn_scope_absent(run->scope, &s->compute.items[i]->targets[k], why);
    return why != NULL;
}
