/*
 * depend: which statements a result is made by, and which values training changes.
 *
 * Every name that is read is marked in its slot; a statement that makes a marked name is needed,
 * and what it reads is marked in turn, until nothing new is found. Statements are as a rule found
 * in a pass or two, since a result stands below what it is made of.
 */
#include "formula/check/depend.h"

#include "formula/eval/machine.h"

typedef struct marking {
    const attn_scope *scope;
    attn_dependence *found;
} marking;

static void mark_expr(const marking *m, const attn_expr *expr);

static void mark_results(const marking *m, const attn_statement *line)
{
    for (size_t i = 0; i < line->result_count; i++) mark_expr(m, line->results[i]);
}

/* A function's body reads values of the lesson too. */
static void mark_function(const marking *m, const function *f)
{
    if (!f || m->found->functions[f->place]) return;
    m->found->functions[f->place] = true;
    for (size_t i = 0; i < f->line_count; i++) mark_results(m, f->lines[i]);
}

static void mark_name(const marking *m, const attn_name *name)
{
    const bound_name *bound = name ? name->bound : NULL;
    if (bound && !bound->local && bound->slot && bound->slot->place < m->found->name_count)
        m->found->names[bound->slot->place] = true;
}

static void mark_expr(const marking *m, const attn_expr *expr)
{
    mark_name(m, expr->name);
    mark_name(m, expr->with);
    m->found->derivative |= expr->kind == ATTN_EXPR_PARTIAL;
    if (expr->kind == ATTN_EXPR_CALL) mark_function(m, attn_called(m->scope, expr));
    for (size_t i = 0; i < expr->count; i++) mark_expr(m, expr->children[i]);
}

bool attn_is_needed(const attn_dependence *found, const attn_name *name)
{
    size_t place = ((const bound_name *)name->bound)->slot->place;
    return place < found->name_count && found->names[place];
}

bool attn_is_function_needed(const attn_scope *scope, const attn_dependence *found,
                             const char *name, size_t count)
{
    const function *f = attn_functions_named(scope, name);
    while (f && f->count != count) f = attn_next_named(f);
    return f && found->functions[f->place];
}

bool attn_makes_needed(const attn_dependence *found, const attn_statement *statement)
{
    for (size_t i = 0; i < statement->target_count; i++)
        if (attn_is_needed(found, &statement->targets[i])) return true;
    return false;
}

bool attn_find_needed(const attn_scope *scope, const attn_statement *const *results,
                      size_t result_count, const attn_statement *const *statements, size_t count,
                      attn_arena *arena, attn_dependence *found)
{
    const marking m = {scope, found};
    *found = (attn_dependence){
        .statements = attn_alloc(arena, count + 1, sizeof *found->statements),
        .name_count = scope->slot_count,
        .names = attn_alloc(arena, scope->slot_count + 1, sizeof *found->names),
        .functions = attn_alloc(arena, scope->function_count + 1, sizeof *found->functions)};
    if (!found->statements || !found->names || !found->functions) return false;
    for (size_t i = 0; i < result_count; i++) mark_results(&m, results[i]);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = count; i-- > 0;) {
            if (found->statements[i] || !attn_makes_needed(found, statements[i])) continue;
            found->statements[i] = more = true;
            mark_results(&m, statements[i]);
        }
    }
    return true;
}

/* ---- what training changes ---- */

/* Reads a value, or calls a function: a statement, or another function. */
typedef struct reader {
    const attn_statement *statement; /* or NULL */
    const function *function;
    struct reader *next;
} reader;

typedef struct pending { /* readers of what changes, still to be marked */
    const reader *readers;
    struct pending *next;
} pending;

typedef struct spreading {
    attn_scope *scope;
    attn_arena *arena;                 /* of all that follows */
    reader **of_names, **of_functions; /* by their places */
    bool *functions;                   /* those that read what changes */
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
    if (bound && !bound->local && bound->slot) add_reader(s, &s->of_names[bound->slot->place], by);
}

static void add_reads(const spreading *s, const attn_expr *expr, reader by)
{
    const function *called = expr->kind == ATTN_EXPR_CALL ? attn_called(s->scope, expr) : NULL;
    add_name_read(s, expr->name, by);
    add_name_read(s, expr->with, by);
    if (called) add_reader(s, &s->of_functions[called->place], by);
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
    const slot *of = ((const bound_name *)name->bound)->slot;
    mark_trained(s, &attn_state_of(s->scope, of)->trained, s->of_names[of->place]);
}

static void mark_readers(spreading *s, const reader *r)
{
    for (; r; r = r->next) {
        size_t place = r->function ? r->function->place : 0;
        if (r->function) mark_trained(s, &s->functions[place], s->of_functions[place]);
        for (size_t i = 0; r->statement && i < r->statement->target_count; i++)
            mark_slot_trained(s, &r->statement->targets[i]);
    }
}

/* Who reads which names and calls which functions. */
static bool find_readers(spreading *s, const attn_statement *const *statements, size_t count)
{
    attn_scope *scope = s->scope;
    s->of_names = attn_alloc(s->arena, scope->slot_count + 1, sizeof *s->of_names);
    s->of_functions = attn_alloc(s->arena, scope->function_count + 1, sizeof *s->of_functions);
    s->functions = attn_alloc(s->arena, scope->function_count + 1, sizeof *s->functions);
    if (!s->of_names || !s->of_functions || !s->functions) return false;
    for (size_t i = 0; i < scope->slot_count; i++) scope->slots[i].trained = false;
    for (size_t f = 0; f < scope->function_count; f++) {
        const function *is = scope->functions[f].is;
        for (size_t i = 0; i < is->line_count; i++)
            add_line(s, is->lines[i], (reader){.function = is});
    }
    for (size_t i = 0; i < count; i++)
        add_line(s, statements[i], (reader){.statement = statements[i]});
    return true;
}

bool attn_find_trained(attn_scope *scope, const attn_name *const *learned, size_t learned_count,
                       const attn_statement *const *statements, size_t count)
{
    spreading s = {.scope = scope, .arena = attn_arena_new(scope->status)};
    scope->trains = true;
    if (s.arena && find_readers(&s, statements, count))
        for (size_t i = 0; i < learned_count; i++) mark_slot_trained(&s, learned[i]);
    while (s.pending) {
        const reader *readers = s.pending->readers;
        s.pending = s.pending->next;
        mark_readers(&s, readers);
    }
    attn_arena_free(s.arena);
    return attn_ok(scope->status);
}

bool attn_is_trained(const attn_scope *scope, const attn_name *name)
{
    return attn_state_of(scope, ((const bound_name *)name->bound)->slot)->trained;
}

/* ---- letters ---- */

static bool is_over(const attn_scope *scope, size_t letter, const attn_sequence *sequence)
{
    return letter && attn_letter_at(scope, letter)->sequence->place == sequence->place;
}

bool attn_runs_over(const attn_scope *scope, const attn_name *name, const attn_sequence *sequence)
{
    const bound_name *bound = name->bound;
    if (is_over(scope, bound->letter, sequence)) return true;
    for (size_t i = 0; i < bound->count; i++)
        if (is_over(scope, bound->selects[i].letter, sequence)) return true;
    return false;
}

static bool expr_speaks_of(const attn_scope *scope, const attn_expr *expr,
                           const attn_sequence *sequence)
{
    if (expr->name && attn_runs_over(scope, expr->name, sequence)) return true;
    for (size_t i = 0; i < expr->count; i++)
        if (expr_speaks_of(scope, expr->children[i], sequence)) return true;
    return false;
}

bool attn_speaks_of(const attn_scope *scope, const attn_statement *line,
                    const attn_sequence *sequence)
{
    for (size_t i = 0; i < line->result_count; i++)
        if (expr_speaks_of(scope, line->results[i], sequence)) return true;
    return false;
}
