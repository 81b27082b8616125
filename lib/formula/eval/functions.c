/*
 * functions: what a lesson defines and what all lessons share, found by name and number of values.
 *
 * A function is formulas with a scope of its own. None calls itself, so how deep calls can nest is
 * known before anything runs.
 */
#include <string.h>

#include "formula/eval/machine.h"

const function *attn_functions_named(const attn_scope *scope, const char *name)
{
    const slot *s = attn_slot_find(scope, name);
    return s ? attn_state_of(scope, s)->functions : NULL;
}

const function *attn_find_function(const attn_scope *scope, const char *name, size_t count)
{
    const function *found = NULL;
    for (const function *f = attn_functions_named(scope, name); f; f = f->same_name)
        if (f->count == count && (!found || !f->shared)) found = f;
    return found;
}

const function *attn_called(const attn_scope *scope, const attn_expr *call)
{
    return call->called ? scope->functions[call->called->place].is : NULL;
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

/* A count of the lesson, or of its config: no run changes it. */
static size_t known_length(const void *user, const char *letter)
{
    const attn_letter *found = attn_scope_letter(user, letter);
    return found && found->is_length ? found->sequence->known : 0;
}

attn_grammar attn_scope_grammar(const attn_scope *scope)
{
    return (attn_grammar){.arena = scope->arena,
                          .is_function = is_function,
                          .near_function = attn_scope_near_any_function,
                          .length = known_length,
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
    for (const function *f = attn_functions_named(scope, name); f; f = f->same_name)
        if (f->shared == shared && f->count == count) return scope->functions[f->place].is;
    return NULL;
}

/* The parameters; those that are index letters of the lesson are that index inside. */
static bool take_parameters(attn_scope *scope, function *f, const attn_head *head)
{
    f->parameters = head->parameters;
    f->letters = attn_alloc(scope->arena, head->count, sizeof *f->letters);
    for (size_t i = 0; i < head->count && f->letters && !f->shared; i++) {
        const attn_letter *letter = attn_scope_letter(scope, head->parameters[i]);
        f->letters[i] = letter ? letter->place : 0;
        if (letter && letter->is_length)
            return attn_fail(scope->status, ATTN_INPUT,
                             "%s: %s is the length of %s, so no parameter can have that name",
                             f->name, head->parameters[i], letter->sequence->name);
    }
    return f->letters != NULL;
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
    const slot *name = attn_slot(scope, head.function, head.function);
    if (!f || !name) return false;
    slot_state *state = attn_state_of(scope, name);
    *f = (function){.name = head.function,
                    .place = scope->function_count,
                    .count = head.count,
                    .shared = shared,
                    .same_name = state->functions};
    if (!take_parameters(scope, f, &head)) return false;
    known_function *known =
        attn_push(scope->arena, &scope->functions, &scope->function_count, sizeof *known);
    if (!known) return false;
    known->is = f;
    state->functions = f;
    return true;
}

/* The last line is the result, the others give names to values. */
static bool check_line(attn_scope *scope, const function *f, const attn_statement *line, bool last)
{
    if (last == (line->target_count == 0)) return true;
    attn_fail(scope->status, ATTN_INPUT,
              last ? "the last line of %s must be its result, without '='"
                   : "only the last line of %s is its result: the others need NAME = …",
              f->name);
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
static bool read_lines(attn_scope *scope, function *f, const attn_body *body)
{
    attn_grammar grammar = grammar_of(scope, f->shared);
    grammar.hidden = f->parameters;
    grammar.hidden_count = f->count;
    f->lines = attn_alloc(scope->arena, body->count, sizeof *f->lines);
    if (!f->lines || !make_parameters_local(scope, f)) return false;
    for (size_t i = 0; i < body->count; i++) {
        f->origin = scope->origin = body->origins ? body->origins[i] : NULL;
        attn_statement *line = f->lines[i] = attn_parse_body_line(&grammar, body->texts[i]);
        if (!line) return false;
        line->origin = f->origin;
        f->line_count = i + 1;
        if (!check_line(scope, f, line, i + 1 == body->count) || !attn_bind_statement(scope, line))
            return false;
    }
    return true;
}

static bool define(attn_scope *scope, function *f, const attn_body *body)
{
    scope->binding = f;
    bool done = read_lines(scope, f, body);
    scope->binding = NULL;
    return done;
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
    return define(scope, f, &(attn_body){count, lines, origins});
}

bool attn_scope_definition(const attn_scope *scope, size_t i, attn_definition *definition)
{
    const function *f = i < scope->function_count ? scope->functions[i].is : NULL;
    if (f)
        *definition = (attn_definition){f->name, f->count, f->parameters, f->line_count, f->lines};
    return f != NULL;
}

bool attn_scope_redefine(attn_scope *scope, size_t i, const char *text, const attn_body *body)
{
    attn_head head;
    attn_grammar grammar = grammar_of(scope, scope->functions[i].is->shared);
    function *f = attn_alloc(scope->arena, 1, sizeof *f);
    if (!f) return false;
    *f = *scope->functions[i].is;
    f->local_count = f->line_count = 0;
    if (text && (!attn_parse_head(&grammar, text, &head) || !take_parameters(scope, f, &head)))
        return false;
    scope->functions[i].is = f;
    return define(scope, f, body);
}

/* ---- no function calls itself ---- */

/* How deep the calls of each function are nested: 0 where that is not looked at yet. */
typedef struct depths {
    attn_scope *scope;
    size_t *of;
} depths;
#define VISITING SIZE_MAX

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
                         "%s calls itself: lessons have no recursion, so write the steps out",
                         f->name);
    if (*found) return true;
    if (level == MOST_CALLS_DEEP) return too_deep(d, f);
    *found = VISITING;
    for (size_t i = 0; i < f->line_count; i++)
        for (const attn_expr *e = f->lines[i]->nodes; e; e = e->next) {
            const function *called = attn_called(d->scope, e);
            if (!called) continue;
            if (!visit(d, called, level + 1)) return false;
            if (d->of[called->place] > depth) depth = d->of[called->place];
        }
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

static bool first_call(attn_scope *scope, const function *f, definition_list *list)
{
    bool *told = &scope->functions[f->place].told;
    if (*told || attn_is_kept(scope, f->name)) return true;
    attn_definition *added = attn_push(scope->arena, &list->items, &list->count, sizeof *added);
    if (!added) return false;
    *added = (attn_definition){f->name, f->count, f->parameters, f->line_count, f->lines};
    *told = true;
    for (size_t i = 0; i < f->line_count; i++)
        for (size_t k = 0; k < f->lines[i]->result_count; k++)
            if (!attn_first_calls(scope, f->lines[i]->results[k], list)) return false;
    return true;
}

bool attn_first_calls(attn_scope *scope, const attn_expr *expr, definition_list *list)
{
    const function *called = attn_called(scope, expr);
    if (called && !first_call(scope, called, list)) return false;
    for (size_t i = 0; i < expr->count; i++)
        if (!attn_first_calls(scope, expr->children[i], list)) return false;
    return true;
}
