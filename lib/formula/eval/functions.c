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
static function *with_name(function *f, const char *name)
{
    while (f && strcmp(f->name, name) != 0) f = f->same_bucket;
    return f;
}

function *attn_functions_named(const attn_scope *scope, const char *name)
{
    return with_name(scope->by_name[bucket_of(name)], name);
}

function *attn_next_named(const function *f)
{
    return with_name(f->same_bucket, f->name);
}

/* A parameter or local of the function being read hides a function of its name. */
static bool is_local(const attn_scope *scope, const char *word)
{
    const slot *name = scope->binding ? attn_slot_find(scope, word) : NULL;
    return name && name->local_to == scope->binding;
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
    attn_arena *arena = scope->record ? attn_record_arena(scope->record) : scope->arena;
    return (attn_grammar){.arena = arena,
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
    for (function *f = attn_functions_named(scope, name); f; f = attn_next_named(f))
        if (f->shared == shared && f->count == count) return f;
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
        f->letters[i] = attn_scope_letter(scope, head->parameters[i]);
        if (f->letters[i] && f->letters[i]->is_length)
            return attn_fail(scope->status, ATTN_INPUT,
                             "%s: %s is the length of %s, and no parameter can be called so",
                             f->name, head->parameters[i], f->letters[i]->sequence->name);
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
    if (!f) return false;
    *f = (function){.name = head.function, .count = head.count, .shared = shared};
    if (!take_parameters(scope, f, &head)) return false;
    *(scope->last_function ? &scope->last_function->next : &scope->functions) = f;
    scope->last_function = f;
    function **bucket = &scope->by_name[bucket_of(f->name)];
    while (*bucket) bucket = &(*bucket)->same_bucket;
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

size_t attn_make_local(function *f, slot *name)
{
    if (name->local_to != f) {
        name->local_to = f;
        name->local = ++f->local_count;
    }
    return name->local;
}

/* Those that are an index inside have no value of their own, but keep their place. */
static bool make_parameters_local(attn_scope *scope, function *f)
{
    for (size_t i = 0; i < f->count; i++) {
        slot *name = attn_slot(scope, f->parameters[i]);
        if (!name) return false;
        attn_make_local(f, name);
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

static bool visit(attn_scope *scope, function *f, size_t level);

/* The deepest nesting of calls in an expression into *depth. */
static bool visit_calls(attn_scope *scope, const attn_expr *expr, size_t level, size_t *depth)
{
    for (size_t i = 0; i < expr->count; i++)
        if (!visit_calls(scope, expr->children[i], level, depth)) return false;
    const callee *called = expr->kind == ATTN_EXPR_CALL ? expr->bound : NULL;
    if (!called || !called->function) return true;
    if (!visit(scope, called->function, level + 1)) return false;
    if (called->function->depth > *depth) *depth = called->function->depth;
    return true;
}

static bool too_deep(attn_scope *scope, const function *f)
{
    return attn_fail(scope->status, ATTN_LIMIT, "%s calls functions more than %u deep", f->name,
                     MOST_CALLS_DEEP);
}

/* level: f lies so many calls below the one that the search began with. */
static bool visit(attn_scope *scope, function *f, size_t level)
{
    if (f->depth) return true;
    if (f->visiting)
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s calls itself: a lesson has no recursion, write the steps out",
                         f->name);
    if (level == MOST_CALLS_DEEP) return too_deep(scope, f);
    f->visiting = true;
    size_t depth = 0;
    for (size_t i = 0; i < f->line_count; i++)
        for (size_t k = 0; k < f->lines[i]->result_count; k++)
            if (!visit_calls(scope, f->lines[i]->results[k], level, &depth)) return false;
    f->visiting = false;
    f->depth = depth + 1;
    return f->depth <= MOST_CALLS_DEEP || too_deep(scope, f);
}

bool attn_scope_check_functions(attn_scope *scope)
{
    for (function *f = scope->functions; f; f = f->next) {
        scope->origin = f->origin;
        if (!visit(scope, f, 0)) return false;
    }
    return true;
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

static bool first_call(attn_scope *scope, function *f, definition_list *list)
{
    if (f->told) return true;
    bool opened = attn_is_kept(scope, f->name);
    f->told = !opened;
    if (!opened && !add_definition(scope, f, list)) return false;
    for (size_t i = 0; i < f->line_count && !opened; i++)
        for (size_t k = 0; k < f->lines[i]->result_count; k++)
            if (!attn_first_calls(scope, f->lines[i]->results[k], list)) return false;
    return true;
}

bool attn_first_calls(attn_scope *scope, const attn_expr *expr, definition_list *list)
{
    const callee *called = expr->kind == ATTN_EXPR_CALL ? expr->bound : NULL;
    if (called && called->function && !first_call(scope, called->function, list)) return false;
    for (size_t i = 0; i < expr->count; i++)
        if (!attn_first_calls(scope, expr->children[i], list)) return false;
    return true;
}
