/*
 * depend: which statements a result is made by.
 *
 * Every name that is read is marked in its slot; a statement that makes a marked name is needed,
 * and what it reads is marked in turn, until nothing new is found. Statements are as a rule found
 * in a pass or two, since a result stands below what it is made of.
 */
#include "formula/depend.h"
#include "formula/machine.h"

static void mark_expr(const attn_expr *expr, attn_dependence *found);

/* A function's body reads values of the lesson too. */
static void mark_function(function *f, attn_dependence *found)
{
    if (!f || f->needed) return;
    f->needed = true;
    for (size_t i = 0; i < f->line_count; i++)
        for (size_t k = 0; k < f->lines[i]->result_count; k++)
            mark_expr(f->lines[i]->results[k], found);
}

static void mark_name(const attn_name *name)
{
    const bound_name *bound = name ? name->bound : NULL;
    if (bound && !bound->local && bound->slot) bound->slot->needed = true;
}

static void mark_expr(const attn_expr *expr, attn_dependence *found)
{
    mark_name(expr->name);
    mark_name(expr->with);
    found->derivative |= expr->kind == ATTN_EXPR_PARTIAL;
    if (expr->kind == ATTN_EXPR_CALL) mark_function(((const callee *)expr->bound)->function, found);
    for (size_t i = 0; i < expr->count; i++) mark_expr(expr->children[i], found);
}

static void mark_line(const attn_statement *line, attn_dependence *found)
{
    for (size_t i = 0; i < line->result_count; i++) mark_expr(line->results[i], found);
}

bool attn_is_needed(const attn_name *name)
{
    return ((const bound_name *)name->bound)->slot->needed;
}

bool attn_is_function_needed(const attn_scope *scope, const char *name, size_t count)
{
    const function *f = attn_functions_named(scope, name);
    while (f && f->count != count) f = attn_next_named(f);
    return f && f->needed;
}

static bool makes_needed(const attn_statement *statement)
{
    for (size_t i = 0; i < statement->target_count; i++)
        if (attn_is_needed(&statement->targets[i])) return true;
    return false;
}

static void forget_marks(attn_scope *scope)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (slot *s = scope->slots[i]; s; s = s->next) s->needed = false;
    for (function *f = scope->functions; f; f = f->next) f->needed = false;
}

void attn_find_needed(attn_scope *scope, const attn_statement *const *results, size_t result_count,
                      const attn_statement *const *statements, size_t count, bool *needed,
                      attn_dependence *found)
{
    *found = (attn_dependence){0};
    forget_marks(scope);
    for (size_t i = 0; i < result_count; i++) mark_line(results[i], found);
    for (size_t i = 0; i < count; i++) needed[i] = false;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = count; i-- > 0;) {
            if (needed[i] || !makes_needed(statements[i])) continue;
            needed[i] = more = true;
            mark_line(statements[i], found);
        }
    }
}

/* ---- letters ---- */

static bool is_over(const attn_letter *letter, const attn_sequence *sequence)
{
    return letter && letter->sequence == sequence;
}

bool attn_runs_over(const attn_name *name, const attn_sequence *sequence)
{
    const bound_name *bound = name->bound;
    if (is_over(bound->letter, sequence)) return true;
    for (size_t i = 0; i < bound->count; i++)
        if (is_over(bound->selects[i].letter, sequence)) return true;
    return false;
}

static bool expr_speaks_of(const attn_expr *expr, const attn_sequence *sequence)
{
    if (expr->name && attn_runs_over(expr->name, sequence)) return true;
    for (size_t i = 0; i < expr->count; i++)
        if (expr_speaks_of(expr->children[i], sequence)) return true;
    return false;
}

bool attn_speaks_of(const attn_statement *line, const attn_sequence *sequence)
{
    for (size_t i = 0; i < line->result_count; i++)
        if (expr_speaks_of(line->results[i], sequence)) return true;
    return false;
}
