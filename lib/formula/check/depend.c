/*
 * depend: which statements a result is made by, and which values training changes.
 *
 * Both are a search in one graph, of the lesson's values and functions: what training changes goes
 * on to all that is made of it, what is needed to all that it is made of.
 */
#include "formula/check/depend.h"

#include "formula/eval/machine.h"

/* Nodes of the graph: these, then the names and the functions, by their places. */
enum { RESULTS, DERIVATIVE, NAMES };

typedef struct edge {
    size_t to;
    struct edge *next;
} edge;

typedef struct search {
    const attn_scope *scope;
    attn_arena *arena; /* of its edges */
    bool forward;      /* from what is read to what is made of it; else back */
    edge **edges;      /* of each node */
    bool *marked;
    size_t *found, count; /* marked, and still to be spread from */
} search;

static size_t node_count(const attn_scope *scope)
{
    return NAMES + scope->slot_count + scope->function_count;
}

/* marked: an array for all nodes, which outlives the search. */
static bool start(search *s, const attn_scope *scope, bool forward, bool *marked)
{
    *s = (search){scope, attn_arena_new(scope->status), forward, .marked = marked};
    if (!s->arena) return false;
    s->edges = attn_alloc(s->arena, node_count(scope), sizeof(edge *));
    s->found = attn_alloc(s->arena, node_count(scope), sizeof *s->found);
    if (!s->edges || !s->found) attn_arena_free(s->arena);
    return s->edges && s->found;
}

static void mark(search *s, size_t node)
{
    if (!s->marked[node]) s->found[s->count++] = node;
    s->marked[node] = true;
}

static void add_edge(const search *s, size_t made, size_t read)
{
    edge **from = &s->edges[s->forward ? read : made],
         *added = attn_alloc(s->arena, 1, sizeof *added);
    if (!added) return;
    *added = (edge){s->forward ? made : read, *from};
    *from = added;
}

static size_t node_of_name(const attn_name *name)
{
    return NAMES + name->bound->slot->place;
}

static size_t node_of_function(const search *s, const function *f)
{
    return NAMES + s->scope->slot_count + f->place;
}

static void add_name(const search *s, size_t made, const attn_name *read)
{
    bool known = read && !read->bound->local && read->bound->slot->place < s->scope->slot_count;
    if (known) add_edge(s, made, node_of_name(read)); /* others are names of a run alone */
}

static void add_line(const search *s, size_t made, const attn_statement *line)
{
    for (const attn_expr *e = line->nodes; e; e = e->next) {
        const function *called = attn_called(s->scope, e);
        add_name(s, made, e->name);
        add_name(s, made, e->with);
        if (called) add_edge(s, made, node_of_function(s, called));
        if (e->kind == ATTN_EXPR_PARTIAL) add_edge(s, made, DERIVATIVE);
    }
}

/* By training, a name that several statements make changes as a whole: it reads itself. */
static void add_statement(const search *s, const attn_statement *line)
{
    for (size_t i = 0; i < line->target_count; i++) {
        size_t made = node_of_name(&line->targets[i]);
        add_line(s, made, line);
        for (size_t k = 0; k < line->target_count && s->forward; k++)
            add_name(s, made, &line->targets[k]);
    }
}

static void add_all(const search *s, attn_bound_lines statements)
{
    for (size_t i = 0; i < s->scope->function_count; i++) {
        const function *f = s->scope->functions[i].is;
        for (size_t k = 0; k < f->line_count; k++) add_line(s, node_of_function(s, f), f->lines[k]);
    }
    for (size_t i = 0; i < statements.count; i++) add_statement(s, statements.items[i]);
}

/* Marks what follows from what is marked; ends the search. False without memory. */
static bool spread(search *s)
{
    while (s->count > 0)
        for (const edge *e = s->edges[s->found[--s->count]]; e; e = e->next) mark(s, e->to);
    attn_arena_free(s->arena);
    return attn_ok(s->scope->status);
}

bool attn_is_needed(const attn_dependence *found, const attn_name *name)
{
    size_t place = name->bound->slot->place;
    return place < found->name_count && found->names[place];
}

bool attn_is_function_needed(const attn_scope *scope, const attn_dependence *found,
                             const char *name, size_t count)
{
    const function *f = attn_find_function(scope, name, count);
    return f && found->functions[f->place];
}

bool attn_makes_needed(const attn_dependence *found, const attn_statement *statement)
{
    for (size_t i = 0; i < statement->target_count; i++)
        if (attn_is_needed(found, &statement->targets[i])) return true;
    return false;
}

bool attn_find_needed(const attn_scope *scope, attn_bound_lines results,
                      attn_bound_lines statements, attn_arena *arena, attn_dependence *found)
{
    search s;
    bool *marked = attn_alloc(arena, node_count(scope), sizeof *marked);
    *found = (attn_dependence){.statements = attn_alloc(arena, statements.count, 1)};
    if (!marked || !found->statements || !start(&s, scope, false, marked)) return false;
    add_all(&s, statements);
    for (size_t i = 0; i < results.count; i++) add_line(&s, RESULTS, results.items[i]);
    mark(&s, RESULTS);
    bool done = spread(&s);
    found->derivative = marked[DERIVATIVE];
    found->name_count = scope->slot_count;
    found->names = marked + NAMES;
    found->functions = found->names + scope->slot_count;
    for (size_t i = 0; i < statements.count; i++)
        found->statements[i] = attn_makes_needed(found, statements.items[i]);
    return done;
}

const char *attn_find_absent(const attn_scope *scope, attn_bound_lines results, attn_arena *arena)
{
    attn_dependence found;
    if (!attn_find_needed(scope, results, (attn_bound_lines){NULL, 0}, arena, &found)) return NULL;
    for (size_t i = 0; i < found.name_count; i++)
        if (found.names[i] && scope->slots[i].absent) return scope->slots[i].absent;
    return NULL;
}

bool attn_find_trained(attn_scope *scope, const attn_name *const *learned, size_t learned_count,
                       attn_bound_lines statements)
{
    search s;
    bool *marked = attn_alloc(scope->arena, node_count(scope), sizeof *marked);
    scope->trains = true;
    if (!marked || !start(&s, scope, true, marked)) return false;
    add_all(&s, statements);
    for (size_t i = 0; i < learned_count; i++) mark(&s, node_of_name(learned[i]));
    bool done = spread(&s);
    for (size_t i = 0; i < scope->slot_count; i++) scope->slots[i].trained = marked[NAMES + i];
    return done;
}

bool attn_is_trained(const attn_scope *scope, const attn_name *name)
{
    return attn_state_of(scope, name->bound->slot)->trained;
}

/* ---- letters ---- */

static bool is_over(const attn_scope *scope, size_t letter, const attn_sequence *sequence)
{
    return letter && attn_letter_at(scope, letter)->sequence->place == sequence->place;
}

bool attn_runs_over(const attn_scope *scope, const attn_name *name, const attn_sequence *sequence)
{
    bool found = is_over(scope, name->bound->letter, sequence);
    for (size_t i = 0; i < name->bound->count; i++)
        found |= is_over(scope, name->bound->selects[i].letter, sequence);
    return found;
}

bool attn_speaks_of(const attn_scope *scope, const attn_statement *line,
                    const attn_sequence *sequence)
{
    for (const attn_expr *e = line->nodes; e; e = e->next)
        if (e->name && attn_runs_over(scope, e->name, sequence)) return true;
    return false;
}
