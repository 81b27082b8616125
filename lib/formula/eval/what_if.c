/*
 * what_if: numbers that are put in the place of those a lesson computes: e_{1,2} = 2.0, and what a
 * caller, who sees each value, gives back for it.
 */
#include <math.h>
#include <string.h>

#include "formula/eval/machine.h"

/* ---- while values are made ---- */

static void set_place(attn_scope *scope, const replacement *set, long *at)
{
    const bound_name *bound = set->name->bound;
    attn_tuple_copy(at, NULL, 0);
    attn_selector_values(scope, bound, bound->count, at);
}

/* x with the replacement put in, if this one is for it. */
static attn_node replaced(attn_scope *scope, replacement *set, const long *element, size_t axes,
                          attn_node node)
{
    long at[ATTN_MOST_SUBS];
    size_t count = set->name->bound->count;
    set_place(scope, set, at);
    if (memcmp(at, element, axes * sizeof *at) != 0 || count < axes) return node;
    const attn_tensor *value = attn_value(scope->record, node);
    size_t rest = count - axes;
    if (rest != (size_t)value->rank) return node;
    long row = rest == 2 ? at[axes] : 1, col = rest ? at[count - 1] : 1;
    if (row < 1 || col < 1 || (size_t)row > value->rows || (size_t)col > value->cols) return node;
    attn_params place = {(size_t)row - 1, (size_t)col - 1};
    float old_value = value->data[place.a * value->cols + place.b];
    attn_node operands[2] = {node, attn_record_number(scope->record, set->value)};
    const char *label = attn_label(scope, set->name, at, count);
    node = attn_apply(scope->record, ATTN_OP_REPLACED, operands, 2, place);
    if (!node || !label) return 0;
    set->applied = true;
    if (scope->on_change)
        scope->on_change(scope->user, label, scope->statement != NULL, old_value, set->value);
    return node;
}

attn_node attn_apply_sets(attn_scope *scope, family *f, const long *at, attn_node node)
{
    for (size_t i = 0; i < scope->replacement_count && node; i++) {
        replacement *set = &scope->replacements[i];
        if (set->line || set->name->bound->slot != f->pattern->bound->slot) continue;
        attn_node with = replaced(scope, set, at, f->open.axis_count, node);
        if (with != node) f->open.changed = true;
        node = with;
    }
    return node;
}

/* Whether a formula is for the element at these subscripts. */
static bool is_for(attn_scope *scope, const bound_name *bound, const long *at, size_t axes)
{
    if (bound->count != axes) return false;
    for (size_t i = 0; i < axes; i++) {
        const attn_letter *letter = attn_letter_at(scope, bound->selects[i].letter);
        long number;
        if (letter && !letter->is_length && !letter->bound) return false;
        if (!attn_selector_value(scope, &bound->selects[i], &number) || number != at[i])
            return false;
    }
    return true;
}

/* What the formula makes, as a node of its own; 0 on failure. */
static attn_node made_by(attn_scope *scope, const attn_statement *line)
{
    const attn_statement *statement = scope->statement;
    void *origin = scope->origin;
    attn_begin_line(scope, line);
    attn_node node = attn_eval_expr(scope, line->results[0]);
    if (!node) return attn_blame(scope, 0, 0, 0);
    if (attn_node_name(scope->record, node))
        node = attn_apply(scope->record, ATTN_OP_COPY, &node, 1, (attn_params){0, 0});
    scope->statement = statement;
    scope->origin = origin;
    return node;
}

attn_node attn_apply_formulas(attn_scope *scope, family *f, const long *at, attn_node node)
{
    const size_t place = f->map.count - 1;
    for (size_t i = 0; i < scope->replacement_count && node; i++) {
        replacement *set = &scope->replacements[i];
        if (!set->line || set->name->bound->slot != f->pattern->bound->slot ||
            !is_for(scope, set->name->bound, at, f->open.axis_count))
            continue;
        set->applied = f->open.changed = true;
        node = made_by(scope, set->line);
        f->map.items[place].node = node;
    }
    return attn_ok(scope->status) ? node : 0;
}

void attn_scope_on_make(attn_scope *scope, attn_on_make *on_make, void *user)
{
    scope->on_make = on_make;
    scope->maker = user;
}

void attn_scope_in_place(attn_scope *scope, attn_in_place *in_place, void *user)
{
    scope->in_place = in_place;
    scope->placer = user;
}

/* What must be added to a value to make other numbers of it; false: an infinity is in the way. */
static bool subtract(const attn_tensor *value, const float *numbers, float *rest)
{
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        bool same = !(numbers[i] < value->data[i]) && !(numbers[i] > value->data[i]);
        if (!same && !isfinite(numbers[i] - value->data[i])) return false;
        rest[i] = same ? 0 : numbers[i] - value->data[i];
    }
    return true;
}

/*
 * The value with other numbers. They are made of it by a sum, so that what is derived by what is
 * behind it still finds its way; tokens, and what no sum can be made of, begin anew.
 */
static attn_node with_numbers(attn_scope *scope, attn_node node, const float *numbers)
{
    attn_tensor shape = *attn_value(scope->record, node);
    size_t size = attn_tensor_size(&shape);
    attn_node leaf = attn_record_leaf(scope->record, ATTN_OP_LITERAL, &shape, false);
    float *fill = leaf ? attn_record_fill(scope->record, leaf) : NULL;
    if (!fill) return 0;
    if (shape.words || !subtract(attn_value(scope->record, node), numbers, fill)) {
        memcpy(fill, numbers, size * sizeof *fill);
        return leaf;
    }
    attn_node operands[2] = {node, leaf};
    return attn_apply(scope->record, ATTN_OP_ADD, operands, 2, (attn_params){0, 0});
}

attn_node attn_ask_maker(attn_scope *scope, const family *f, const long *at, attn_node node)
{
    const attn_tensor *value = attn_value(scope->record, node);
    const float *numbers = scope->on_make(scope->maker, &f->open, at, value);
    return numbers ? with_numbers(scope, node, numbers) : node;
}

bool attn_is_replaced(const attn_scope *scope, const slot *of)
{
    for (size_t i = 0; i < scope->replacement_count; i++)
        if (scope->replacements[i].name->bound->slot == of) return true;
    return false;
}

/* ---- what is to be set ---- */

/* The number right of "=" in what is to be set, or a message. */
static bool set_number(attn_scope *scope, const attn_statement *line, float *value)
{
    const attn_expr *expr = line->results[0];
    bool negative = expr->kind == ATTN_EXPR_NEGATIVE;
    if (negative) expr = expr->children[0];
    if (expr->kind != ATTN_EXPR_NUMBER)
        return attn_fail(scope->status, ATTN_USAGE,
                         "'%s': expected a number on the right, as in e_{1,2} = 2.0", line->text);
    *value = (float)(negative ? -expr->number : expr->number);
    return true;
}

/* What stands left of "=": one number of a name that the lesson makes. */
static bool check_set_name(attn_scope *scope, const attn_statement *line)
{
    const bound_name *bound = line->targets[0].bound;
    if (bound->letter || !attn_state_of(scope, bound->slot)->assigned)
        return attn_fail(scope->status, ATTN_USAGE, "'%s': the lesson computes no %s", line->text,
                         bound->slot->label);
    for (size_t i = 0; i < bound->count; i++) {
        const attn_letter *letter = attn_letter_at(scope, bound->selects[i].letter);
        if (letter && !letter->is_length)
            return attn_fail(scope->status, ATTN_USAGE, "'%s': write a number in place of %s",
                             line->text, letter->name);
    }
    return true;
}

/* "e_{1,2} = 1,5": a number as much of the world writes it. False, with a message, if it is one. */
static bool check_point(attn_scope *scope, const char *text)
{
    static const char digits[] = "0123456789";
    const char *number = strchr(text, '=') + 1;
    number += strspn(number, " ");
    const char *digit =
        number + (strncmp(number, "−", strlen("−")) == 0 ? strlen("−") : *number == '-');
    const char *comma = digit + strspn(digit, digits);
    size_t decimals = comma > digit && *comma == ',' ? strspn(comma + 1, digits) : 0;
    const char *rest = comma + 1 + decimals;
    if (decimals == 0 || rest[strspn(rest, " ")] != '\0') return true;
    return attn_fail(scope->status, ATTN_USAGE, "'%s': write a decimal point: %.*s.%.*s", text,
                     (int)(comma - number), number, (int)decimals, comma + 1);
}

/* Training does not end what is held: it goes on with it. */
static bool check_plain(attn_scope *scope, const char *text)
{
    static const char begin[] = "after(";
    return strncmp(text, begin, strlen(begin)) != 0 ||
           attn_fail(scope->status, ATTN_USAGE,
                     "'%s': a number is held before, during and after training: write its plain "
                     "name, as in e_{1,2} = 2.0",
                     text);
}

bool attn_scope_set(attn_scope *scope, const char *text)
{
    attn_grammar grammar = attn_scope_grammar(scope);
    grammar.typed = true;
    if (!check_plain(scope, text)) return false;
    if (!strchr(text, '='))
        return attn_fail(scope->status, ATTN_USAGE,
                         "'%s' has no number: write NAME = NUMBER, as in e_{1,2} = 2.0", text);
    if (!check_point(scope, text)) return false;
    attn_statement *line = attn_parse_statement(&grammar, text);
    if (!line) return false;
    if (line->target_count != 1 || !attn_bind_name(scope, &line->targets[0], false))
        return attn_fail(scope->status, ATTN_USAGE, "'%s': replace one number, as in e_{1,2} = 2.0",
                         text);
    replacement set = {.name = &line->targets[0]}, *place;
    if (!check_set_name(scope, line) || !set_number(scope, line, &set.value)) return false;
    place = attn_push(scope->arena, &scope->replacements, &scope->replacement_count, sizeof *place);
    if (place) *place = set;
    return place != NULL;
}

void attn_scope_on_change(attn_scope *scope,
                          void (*on_change)(void *, const char *, bool, float, float), void *user)
{
    scope->on_change = on_change;
    scope->user = user;
}

bool attn_scope_hold(attn_scope *scope, const attn_statement *line)
{
    replacement *place =
        attn_push(scope->arena, &scope->replacements, &scope->replacement_count, sizeof *place);
    if (place) *place = (replacement){.name = &line->targets[0], .line = line};
    return place != NULL;
}

/* "2×3", how far the subscripts of a family go. */
static void add_extents(const attn_family *f, attn_text *shape)
{
    for (size_t i = 0; i < f->axis_count; i++)
        attn_text_print(shape, "%s%zu", i ? "×" : "", attn_family_extent(f, i));
}

bool attn_scope_check_formulas(attn_scope *scope)
{
    for (size_t i = 0; i < scope->replacement_count; i++) {
        const replacement *set = &scope->replacements[i];
        if (set->applied || !set->line) continue;
        const family *f = attn_state_of(scope, set->name->bound->slot)->value;
        attn_text shape = {0};
        if (f) add_extents(&f->open, &shape);
        attn_fail(scope->status, ATTN_USAGE, "'%s': the lesson computes no such value%s%s%s%s",
                  set->line->text, shape.length ? ": " : "", shape.length ? f->open.name : "",
                  shape.length ? " goes up to " : "", attn_text_string(&shape));
        attn_text_free(&shape);
        return false;
    }
    return true;
}

/* A number that was never made: how far do the subscripts of its name go? */
static bool fail_set(const attn_scope *scope, const attn_family *f, const char *label)
{
    attn_text shape = {0};
    if (!f || f->element_count == 0) /* it stands behind the last line that ran */
        return attn_fail(scope->status, ATTN_USAGE,
                         "nothing computes %s here, so no number can be held in it", label);
    add_extents(f, &shape);
    const attn_tensor *value = attn_shape_of(scope->record, f->elements[0].node);
    for (size_t i = 2 - (size_t)value->rank; i < 2; i++)
        attn_text_print(&shape, "%s%zu", shape.length ? "×" : "",
                        i == 0 ? value->rows : value->cols);
    attn_fail(scope->status, ATTN_USAGE, "%s is not a single number of this lesson: %s%s%s%s",
              label, shape.length ? f->name : "check its subscripts", shape.length ? " has " : "",
              attn_text_string(&shape), shape.length ? " numbers" : "");
    attn_text_free(&shape);
    return false;
}

bool attn_scope_check_sets(attn_scope *scope)
{
    for (size_t i = 0; i < scope->replacement_count; i++) {
        const replacement *set = &scope->replacements[i];
        if (set->applied || set->line) continue;
        long at[ATTN_MOST_SUBS];
        set_place(scope, set, at);
        const char *label = attn_label(scope, set->name, at, set->name->bound->count);
        const family *f = attn_state_of(scope, set->name->bound->slot)->value;
        return label && fail_set(scope, f ? &f->open : NULL, label);
    }
    return true;
}
