/*
 * functions: what a lesson defines and what all lessons share, found by name and number of values.
 *
 * A function is formulas with a scope of its own. None calls itself, so how deep calls can nest is
 * known before anything runs.
 */
#include <string.h>

#include "core/random.h"
#include "formula/eval/machine.h"

static size_t bucket_of(const char *name)
{
    return attn_hash(name, strlen(name)) % BUCKETS;
}

/* The chain from f on, of functions with this name. */
static const function *with_name(const function *f, const char *name)
{
    while (f && strcmp(f->name, name) != 0) f = f->same_bucket;
    return f;
}

const function *attn_functions_named(const attn_scope *scope, const char *name)
{
    return with_name(scope->names->functions[bucket_of(name)], name);
}

const function *attn_next_named(const function *f)
{
    return with_name(f->same_bucket, f->name);
}

const function *attn_called(const attn_scope *scope, const attn_expr *call)
{
    const callee *called = call->bound;
    return called->function ? scope->functions[called->function->place].is : NULL;
}

/* A parameter or local of the function being read hides a function of its name. */
static bool is_local(const attn_scope *scope, const char *word)
{
    const slot *name = scope->binding ? attn_slot_find(scope, word) : NULL;
    return name && attn_state_of(scope, name)->local_to == scope->binding;
}

static bool is_function(const void *user, const char *word)
{
    const attn_scope *scope = user;
    bool known = false;
    if (is_local(scope, word)) return false;
    attn_op_find(word, strlen(word), 1, &known, NULL);
    return known || attn_functions_named(scope, word);
}

attn_grammar attn_scope_grammar(const attn_scope *scope)
{
    return (attn_grammar){.arena = scope->arena,
                          .is_function = is_function,
                          .near_function = attn_scope_near_any_function,
                          .user = scope,
                          .words = scope->alike};
}

/* Of a function that all lessons share: its words are not the lesson's. */
static attn_grammar grammar_of(const attn_scope *scope, bool shared)
{
    attn_grammar grammar = attn_scope_grammar(scope);
    if (shared) grammar.words = NULL;
    return grammar;
}

static function *find_head(const attn_scope *scope, const char *name, size_t count, bool shared)
{
    for (const function *f = attn_functions_named(scope, name); f; f = attn_next_named(f))
        if (f->shared == shared && f->count == count) return scope->functions[f->place].is;
    return NULL;
}

/* The parameters as interned words; those that are index letters of the lesson are that index
 * inside. */
static bool take_parameters(attn_scope *scope, function *f, const attn_head *head)
{
    f->parameters = attn_alloc(scope->arena, head->count + 1, sizeof *f->parameters);
    f->letters = attn_alloc(scope->arena, head->count + 1, sizeof *f->letters);
    if (!f->parameters || !f->letters) return false;
    for (size_t i = 0; i < head->count; i++) {
        f->parameters[i] = attn_intern(scope, head->parameters[i], strlen(head->parameters[i]));
        if (!f->parameters[i]) return false;
        if (f->shared) continue;
        const attn_letter *letter = attn_scope_letter(scope, head->parameters[i]);
        f->letters[i] = letter ? letter->place : 0;
        if (letter && letter->is_length)
            return attn_fail(scope->status, ATTN_INPUT,
                             "%s: %s is the length of %s, and no parameter can be called so",
                             f->name, head->parameters[i], letter->sequence->name);
    }
    return true;
}

bool attn_scope_declare_function(attn_scope *scope, const char *text, bool shared)
{
    attn_grammar grammar = grammar_of(scope, shared);
    attn_head head;
    if (!attn_parse_head(&grammar, text, &head)) return false;
    if (find_head(scope, head.function, head.count, shared))
        return attn_fail(scope->status, ATTN_INPUT, "%s with %zu value%s is defined twice",
                         head.function, head.count, head.count == 1 ? "" : "s");
    if (attn_scope_letter(scope, head.function))
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s is a letter of this lesson: choose another name", head.function);
    if (attn_op_find(head.function, strlen(head.function), head.count, NULL, NULL))
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s is a function of the language: choose another name", head.function);
    function *f = attn_alloc(scope->arena, 1, sizeof *f);
    name_tables *names = f ? attn_own_names(scope) : NULL;
    if (!names) return false;
    const function **bucket = &names->functions[bucket_of(head.function)];
    *f = (function){.name = head.function,
                    .place = scope->function_count,
                    .count = head.count,
                    .shared = shared,
                    .same_bucket = *bucket};
    if (!take_parameters(scope, f, &head)) return false;
    known_function *known =
        attn_push(scope->arena, &scope->functions, &scope->function_count, sizeof *known);
    if (!known) return false;
    known->is = f;
    *bucket = f;
    return true;
}

/* The last line is the result, the others give names to values. */
static bool check_line(attn_scope *scope, const function *f, const attn_statement *line, bool last)
{
    if (last && line->target_count) {
        attn_fail(scope->status, ATTN_INPUT, "the last line of %s must be its result, without '='",
                  f->name);
    } else if (!last && line->target_count == 0) {
        attn_fail(scope->status, ATTN_INPUT,
                  "only the last line of %s is its result: the others need NAME = …", f->name);
    } else {
        return true;
    }
    attn_status_formula(scope->status, line->text, 0);
    return false;
}

size_t attn_make_local(attn_scope *scope, const slot *name)
{
    slot_state *state = attn_state_of(scope, name);
    if (state->local_to != scope->binding) {
        state->local_to = scope->binding;
        state->local = ++scope->binding->local_count;
    }
    return state->local;
}

/* Those that are an index inside have no value of their own, but keep their place. */
static bool make_parameters_local(attn_scope *scope, function *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const slot *name = attn_slot(scope, f->parameters[i], f->parameters[i]);
        if (!name) return false;
        attn_make_local(scope, name);
    }
    return true;
}

/* Line by line, since what one line makes hides a function of its name in the next. */
static bool read_lines(attn_scope *scope, function *f, const char *const *lines,
                       void *const *origins, size_t count)
{
    attn_grammar grammar = grammar_of(scope, f->shared);
    grammar.hidden = f->parameters;
    grammar.hidden_count = f->count;
    f->lines = attn_alloc(scope->arena, count, sizeof *f->lines);
    if (!f->lines || !make_parameters_local(scope, f)) return false;
    for (size_t i = 0; i < count; i++) {
        f->origin = scope->origin = origins ? origins[i] : NULL;
        attn_statement *line = f->lines[i] = attn_parse_body_line(&grammar, lines[i]);
        if (!line) return false;
        line->origin = f->origin;
        f->line_count = i + 1;
        if (!check_line(scope, f, line, i + 1 == count) || !attn_bind_statement(scope, line))
            return false;
    }
    return true;
}

bool attn_scope_define_function(attn_scope *scope, const char *text, const char *const *lines,
                                void *const *origins, size_t count, bool shared)
{
    attn_grammar grammar = grammar_of(scope, shared);
    attn_head head;
    if (!attn_parse_head(&grammar, text, &head)) return false;
    function *f = find_head(scope, head.function, head.count, shared);
    if (!f || count == 0)
        return attn_fail(scope->status, ATTN_INPUT, "%s has no formula", head.function);
    scope->binding = f;
    bool done = read_lines(scope, f, lines, origins, count);
    scope->binding = NULL;
    return done;
}

/* ---- no function calls itself ---- */

/* How deep the calls of each function are nested: 0 where that is not looked at yet. */
typedef struct depths {
    attn_scope *scope;
    size_t *of;
} depths;
#define VISITING SIZE_MAX

static bool visit(const depths *d, const function *f, size_t level);

/* The deepest nesting of calls in an expression into *depth. */
static bool visit_calls(const depths *d, const attn_expr *expr, size_t level, size_t *depth)
{
    for (size_t i = 0; i < expr->count; i++)
        if (!visit_calls(d, expr->children[i], level, depth)) return false;
    const function *called = expr->kind == ATTN_EXPR_CALL ? attn_called(d->scope, expr) : NULL;
    if (!called) return true;
    if (!visit(d, called, level + 1)) return false;
    if (d->of[called->place] > *depth) *depth = d->of[called->place];
    return true;
}

static bool too_deep(const depths *d, const function *f)
{
    return attn_fail(d->scope->status, ATTN_LIMIT, "%s calls functions more than %u deep", f->name,
                     MOST_CALLS_DEEP);
}

/* level: f lies so many calls below the one that the search began with. */
static bool visit(const depths *d, const function *f, size_t level)
{
    size_t *found = &d->of[f->place], depth = 0;
    if (*found == VISITING)
        return attn_fail(d->scope->status, ATTN_INPUT,
                         "%s calls itself: a lesson has no recursion, write the steps out",
                         f->name);
    if (*found) return true;
    if (level == MOST_CALLS_DEEP) return too_deep(d, f);
    *found = VISITING;
    for (size_t i = 0; i < f->line_count; i++)
        for (size_t k = 0; k < f->lines[i]->result_count; k++)
            if (!visit_calls(d, f->lines[i]->results[k], level, &depth)) return false;
    *found = depth + 1;
    return *found <= MOST_CALLS_DEEP || too_deep(d, f);
}

bool attn_scope_check_functions(attn_scope *scope)
{
    depths d = {scope, attn_alloc(scope->arena, scope->function_count + 1, sizeof *d.of)};
    for (size_t i = 0; d.of && i < scope->function_count; i++) {
        scope->origin = scope->functions[i].is->origin;
        if (!visit(&d, scope->functions[i].is, 0)) return false;
    }
    return d.of != NULL;
}

/* ---- definitions for the reader, at their first use ---- */

static bool add_definition(attn_scope *scope, const function *f, definition_list *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 4;
        attn_definition *items =
            attn_alloc(attn_record_arena(scope->record), capacity, sizeof *items);
        if (!items) return false;
        if (list->count) memcpy(items, list->items, list->count * sizeof *items);
        *list = (definition_list){items, list->count, capacity};
    }
    list->items[list->count++] =
        (attn_definition){f->name, f->count, f->parameters, f->line_count, f->lines};
    return true;
}

static bool first_call(attn_scope *scope, const function *f, definition_list *list)
{
    bool *told = &scope->functions[f->place].told;
    if (*told) return true;
    bool opened = attn_is_kept(scope, f->name);
    *told = !opened;
    if (!opened && !add_definition(scope, f, list)) return false;
    for (size_t i = 0; i < f->line_count && !opened; i++)
        for (size_t k = 0; k < f->lines[i]->result_count; k++)
            if (!attn_first_calls(scope, f->lines[i]->results[k], list)) return false;
    return true;
}

bool attn_first_calls(attn_scope *scope, const attn_expr *expr, definition_list *list)
{
    const function *called = expr->kind == ATTN_EXPR_CALL ? attn_called(scope, expr) : NULL;
    if (called && !first_call(scope, called, list)) return false;
    for (size_t i = 0; i < expr->count; i++)
        if (!attn_first_calls(scope, expr->children[i], list)) return false;
    return true;
}
