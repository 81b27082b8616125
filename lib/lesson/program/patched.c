/*
 * patched: a value, a row or a number of it is put in the place of the run's own the moment that
 * it is made; what is computed from it follows.
 */
#include "lesson/program/patched.h"

#include <string.h>

typedef struct patch {
    const char *text;
    const char *family;       /* "X" of "X_{3,5}" */
    size_t count;             /* subscripts that are numbers */
    long at[ATTN_MOST_SUBS];  /* those of the element, then a row and a column */
    const attn_tensor *value; /* of the other run */
    bool applied;
} patch;

typedef struct patches {
    attn_run *run;
    size_t count;
    patch *items;
} patches;

/* ---- while values are made ---- */

static bool misfit(patches *all, const patch *p, const attn_tensor *here)
{
    char there[48], own[48];
    attn_fail(all->run->status, ATTN_USAGE,
              "%s is a %s in the other text, which has no place in the %s here: name a row that is "
              "there in both, as X_{2,3}",
              p->text, attn_tensor_shape(p->value, there), attn_tensor_shape(here, own));
    return false;
}

/* Puts what was taken into the numbers of an element. */
static bool put(patches *all, patch *p, size_t axes, const attn_tensor *value, float *numbers)
{
    const size_t rest = p->count - axes;
    const size_t row = rest && value->rank == ATTN_MATRIX ? (size_t)p->at[axes] - 1 : 0;
    const size_t column = rest == (size_t)value->rank && rest ? (size_t)p->at[p->count - 1] - 1 : 0;
    const size_t size = attn_tensor_size(p->value);
    const bool whole = rest == 0;
    if (rest > (size_t)value->rank || row >= value->rows || column >= value->cols)
        return misfit(all, p, value);
    if (whole ? p->value->rows != value->rows || p->value->cols != value->cols
              : size != (rest == (size_t)value->rank ? 1 : value->cols))
        return misfit(all, p, value);
    memcpy(numbers + row * value->cols + column, p->value->data, size * sizeof *numbers);
    return p->applied = true;
}

static const float *on_make(void *user, const attn_family *family, const long *at,
                            const attn_tensor *value)
{
    patches *all = user;
    float *numbers = NULL;
    for (size_t i = 0; i < all->count; i++) {
        patch *p = &all->items[i];
        if (strcmp(p->family, family->plain) != 0 || p->count < family->axis_count ||
            memcmp(p->at, at, family->axis_count * sizeof *at) != 0)
            continue;
        if (!numbers)
            numbers =
                attn_copy(all->run->arena, value->data, attn_tensor_size(value), sizeof *numbers);
        if (!numbers || !put(all, p, family->axis_count, value, numbers)) return NULL;
    }
    return numbers;
}

/* ---- what is asked for ---- */

/* Of "X_{3,5}" the numbers 3 and 5. False: it is no name of one value. */
static bool read_numbers(attn_run *run, const attn_name *name, patch *p)
{
    for (size_t i = 0; i < name->sub_count; i++) {
        const attn_letter *letter = name->subs[i].kind == ATTN_SUB_WORD
                                        ? attn_scope_letter(run->scope, name->subs[i].word)
                                        : NULL;
        if (name->subs[i].kind == ATTN_SUB_NUMBER)
            p->at[p->count++] = name->subs[i].offset;
        else if (letter && letter->is_length)
            p->at[p->count++] = (long)letter->sequence->count;
        else if (letter || name->subs[i].kind != ATTN_SUB_WORD)
            return false;
    }
    return true;
}

static bool read_patch(attn_run *other, const char *text, patch *p)
{
    attn_made *made;
    size_t count;
    *p = (patch){.text = text};
    attn_scope_unwind(other->scope);
    const attn_statement *line = attn_run_read(other, text);
    if (!line) return false;
    const attn_expr *expr = line->results[0];
    const attn_family *family =
        expr->kind == ATTN_EXPR_NAME ? attn_scope_named(other->scope, expr->name) : NULL;
    if (!family || !read_numbers(other, expr->name, p) || p->count < family->axis_count)
        return attn_fail(other->status, ATTN_USAGE,
                         "'%s': write the name of one value, a row or a number, as X_{2,3}", text);
    p->family = family->plain;
    if (!attn_eval_each(other->scope, line, true, &made, &count)) return false;
    p->value = attn_value(other->record, made->node);
    return true;
}

static bool blame(attn_run *run)
{
    return attn_run_blame(run, run->options->patch_name);
}

bool attn_patch_begin(attn_run *run)
{
    const attn_options *options = run->options;
    if (!options->patch_count) return true;
    patches *all = attn_alloc(run->arena, 1, sizeof *all);
    patch *items = attn_alloc(run->arena, options->patch_count, sizeof *items);
    if (!all || !items) return false;
    *all = (patches){.run = run, .count = options->patch_count, .items = items};
    for (size_t i = 0; i < all->count; i++)
        if (!read_patch(options->other, options->patches[i], &items[i])) return blame(run);
    run->patches = all;
    run->outcome.changed = true;
    run->outcome.patch_count = all->count;
    run->outcome.patches =
        attn_copy(run->arena, options->patches, all->count, sizeof *options->patches);
    if (!run->outcome.patches) return false;
    attn_scope_on_make(run->scope, on_make, all);
    return true;
}

bool attn_patch_check(attn_run *run)
{
    const patches *all = run->patches;
    for (size_t i = 0; all && i < all->count; i++)
        if (!all->items[i].applied) {
            attn_fail(run->status, ATTN_USAGE, "the lesson makes no %s from this text",
                      all->items[i].text);
            return blame(run);
        }
    return true;
}
