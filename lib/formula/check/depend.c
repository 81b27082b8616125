/*
 * depend: which statements a result is made by, and which values training changes.
 *
 * Every name that is read is marked in its slot; a statement that makes a marked name is needed,
 * and what it reads is marked in turn, until nothing new is found. Statements are as a rule found
 * in a pass or two, since a result stands below what it is made of.
 */
#include "formula/check/depend.h"
#include "formula/eval/machine.h"

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

/* ---- what training changes ---- */

/* Reads a value, or calls a function: a statement, or another function. */
typedef struct reader {
    const attn_statement *statement; /* or NULL */
    function *function;
    struct reader *next;
} reader;

typedef struct pending { /* readers of what changes, still to be marked */
    const reader *readers;
    struct pending *next;
} pending;

typedef struct spreading {
    attn_arena *arena; /* of all readers */
    pending *pending;
} spreading;

static void add_reader(const spreading *s, reader **list, reader by)
{
    reader *added = attn_alloc(s->arena, 1, sizeof *added);
    if (!added) return;
    *added = by;
    added->next = *list;
    *list = added;
}

static void add_name_read(const spreading *s, const attn_name *name, reader by)
{
    const bound_name *bound = name ? name->bound : NULL;
    if (bound && !bound->local && bound->slot) add_reader(s, &bound->slot->readers, by);
}

static void add_reads(const spreading *s, const attn_expr *expr, reader by)
{
    function *called =
        expr->kind == ATTN_EXPR_CALL ? ((const callee *)expr->bound)->function : NULL;
    add_name_read(s, expr->name, by);
    add_name_read(s, expr->with, by);
    if (called) add_reader(s, &called->readers, by);
    for (size_t i = 0; i < expr->count; i++) add_reads(s, expr->children[i], by);
}

/* A statement reads its own names too: one that several statements make changes as a whole. */
static void add_line(const spreading *s, const attn_statement *line, reader by)
{
    for (size_t i = 0; i < line->result_count; i++) add_reads(s, line->results[i], by);
    for (size_t i = 0; i < line->target_count && by.statement; i++)
        add_name_read(s, &line->targets[i], by);
}

static void mark_trained(spreading *s, bool *trained, const reader *readers)
{
    pending *added = *trained ? NULL : attn_alloc(s->arena, 1, sizeof *added);
    *trained = true;
    if (!added) return;
    *added = (pending){readers, s->pending};
    s->pending = added;
}

static void mark_slot_trained(spreading *s, const attn_name *name)
{
    slot *of = ((const bound_name *)name->bound)->slot;
    mark_trained(s, &of->trained, of->readers);
}

static void mark_readers(spreading *s, const reader *r)
{
    for (; r; r = r->next) {
        if (r->function) mark_trained(s, &r->function->trained, r->function->readers);
        for (size_t i = 0; r->statement && i < r->statement->target_count; i++)
            mark_slot_trained(s, &r->statement->targets[i]);
    }
}

static void forget_readers(attn_scope *scope)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (slot *s = scope->slots[i]; s; s = s->next) s->readers = NULL;
    for (function *f = scope->functions; f; f = f->next) f->readers = NULL;
}

bool attn_find_trained(attn_scope *scope, const attn_name *const *learned, size_t learned_count,
                       const attn_statement *const *statements, size_t count)
{
    spreading s = {.arena = attn_arena_new(scope->status)};
    if (!s.arena) return false;
    scope->trains = true;
    for (function *f = scope->functions; f; f = f->next)
        for (size_t i = 0; i < f->line_count; i++)
            add_line(&s, f->lines[i], (reader){.function = f});
    for (size_t i = 0; i < count; i++)
        add_line(&s, statements[i], (reader){.statement = statements[i]});
    for (size_t i = 0; i < learned_count; i++) mark_slot_trained(&s, learned[i]);
    while (s.pending) {
        const reader *readers = s.pending->readers;
        s.pending = s.pending->next;
        mark_readers(&s, readers);
    }
    forget_readers(scope);
    attn_arena_free(s.arena);
    return attn_ok(scope->status);
}

bool attn_is_trained(const attn_name *name)
{
    return ((const bound_name *)name->bound)->slot->trained;
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
