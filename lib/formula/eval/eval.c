/*
 * eval: expressions, each operation through the record.
 *
 * A value is a node of the record from the start; nothing is computed beside it. What a formula
 * means is here, what an operation does is in record/.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "formula/eval/machine.h"

static const attn_params none = {0, 0};

/* ---- faults ---- */

attn_node attn_blame(attn_scope *scope, size_t start, size_t end, size_t caret)
{
    enum { most_quoted = 120 };
    attn_status *status = scope->status;
    if (attn_ok(status) || status->formula[0] || !scope->statement) return 0;
    const char *text = scope->statement->text;
    if (status->code == ATTN_INPUT && end > start && end - start <= most_quoted) {
        char quoted[most_quoted + 8];
        snprintf(quoted, sizeof quoted, "'%.*s': ", (int)(end - start), text + start);
        attn_status_prefix(status, quoted);
    }
    attn_status_formula(status, text, caret);
    return 0;
}

attn_node attn_blame_with(attn_scope *scope, size_t caret, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(scope->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    return attn_blame(scope, 0, 0, caret);
}

void attn_begin_line(attn_scope *scope, const attn_statement *line)
{
    scope->statement = line;
    scope->origin = line->origin;
}

/* ---- names ---- */

/* The index or length itself: its number; an index over words is no token, it is a place. */
static attn_node letter_number(attn_scope *scope, const attn_name *name, size_t letter)
{
    selector select = {letter, 0, 1};
    long value;
    if (!attn_selector_value(scope, &select, &value)) return attn_blame(scope, 0, 0, name->start);
    return attn_record_number(scope->record, (float)value);
}

static attn_node no_border(attn_scope *scope, const attn_name *name, const char *label, bool before)
{
    return attn_blame_with(scope, name->start, "%s does not exist: the value %s must be given",
                           label, before ? "before the first" : "after the last");
}

/* Nothing of this name has been made yet. A loop that reads its neighbour needs a border first. */
static attn_node no_value(attn_scope *scope, const attn_name *name, const bound_name *bound)
{
    for (size_t i = 0; i < bound->count; i++) {
        const selector *select = &bound->selects[i];
        const attn_letter *letter = attn_letter_at(scope, select->letter);
        bool neighbour = letter && !letter->is_length && select->offset != 0;
        const char *label = neighbour ? attn_scope_label(scope, name) : NULL;
        if (label) return no_border(scope, name, label, select->offset < 0);
    }
    const char *absent = attn_state_of(scope, bound->slot)->absent;
    return absent ? attn_blame_with(scope, name->start, "%s is not there: %s", bound->slot->label,
                                    absent)
                  : attn_blame_with(scope, name->start,
                                    "%s has no value here yet: compute it in an earlier step",
                                    bound->slot->label);
}

/* "h_i-1" is h_i less 1, where h_{i-1} may have been meant. */
static bool looks_shifted(const attn_scope *scope, const attn_name *name)
{
    const char *behind = scope->statement->text + name->end;
    bool letter = name->sub_count == 1 && name->subs[0].kind == ATTN_SUB_WORD;
    return letter && (*behind == '-' || *behind == '+') && behind[1] >= '0' && behind[1] <= '9';
}

/* An element of a neighbour that another statement makes: the two have to take turns. */
static const attn_letter *letter_of_turns(const attn_scope *scope, const bound_name *bound)
{
    const attn_statement *statement = scope->statement;
    for (size_t i = 0; i < statement->target_count; i++)
        if (statement->targets[i].bound->slot == bound->slot) return NULL;
    for (size_t i = 0; i < bound->count; i++) {
        const selector *select = &bound->selects[i];
        const attn_letter *letter = attn_letter_at(scope, select->letter);
        if (letter && letter->runs && select->offset != 0) return letter;
    }
    return NULL;
}

/* Says why an element is not there. */
static attn_node no_element(attn_scope *scope, const attn_name *name, const family *f,
                            const long *at)
{
    const bound_name *bound = name->bound;
    const char *label = attn_label(scope, name, at, f->open.axis_count);
    if (!label) return 0;
    for (size_t i = 0; i < f->open.axis_count; i++) {
        const attn_sequence *sequence = f->open.axes[i];
        bool neighbour = bound->selects[i].letter && bound->selects[i].offset;
        if (at[i] < 1) return no_border(scope, name, label, true);
        if (sequence && at[i] > (long)sequence->count)
            return attn_blame_with(scope, name->start, "%s does not exist: %s has %zu elements%s",
                                   label, sequence->name, sequence->count,
                                   neighbour ? ", and the value after the last must be given" : "");
    }
    if (looks_shifted(scope, name)) {
        const char *letter = name->subs[0].word, *shift = scope->statement->text + name->end;
        return attn_blame_with(
            scope, name->start, "%s is not computed yet; for the element %s write %s_{%s%.2s}",
            label, *shift == '-' ? "before it" : "after it", name->word, letter, shift);
    }
    const attn_letter *turns = letter_of_turns(scope, bound);
    if (turns)
        return attn_blame_with(
            scope, name->start,
            "%s is not computed yet, because this formula runs over all %s first; to alternate it "
            "with that of %s, write { \"for\": \"%s\", \"steps\": [ … ] }",
            label, turns->name, name->word, turns->name);
    return attn_blame_with(scope, name->start,
                           "%s is not computed yet: compute it in an earlier step", label);
}

value_axis attn_axis(const attn_tensor *value, size_t i)
{
    bool matrix = value->rank == ATTN_MATRIX;
    if (matrix && i == 0) return (value_axis){value->row_labels, value->rows, "row"};
    return (value_axis){value->col_labels, value->cols, matrix ? "column" : "element"};
}

/* Whether a subscript finds its place on an axis. */
static bool fits_axis(attn_scope *scope, const attn_name *name, const selector *select, long at,
                      value_axis along)
{
    const attn_letter *letter = select->divisor == 1 ? attn_letter_at(scope, select->letter) : NULL;
    const char *label = name->bound->slot->label;
    const attn_labels *words = along.words;
    if (letter && !letter->is_length && words && !words->plain &&
        words->count != letter->sequence->count)
        return attn_blame_with(
            scope, name->start, "%s runs over %s (%zu), but this axis is %s (%zu)", letter->name,
            letter->sequence->name, letter->sequence->count, words->name, words->count);
    if (at >= 1 && (size_t)at <= along.length) return true;
    if (letter && letter->sequence->count > along.length) /* as a sentence too long for a table */
        return attn_blame_with(
            scope, name->start, "%s: there is no %s %ld: it has %zu, and %s (%zu) is longer", label,
            along.part, at, along.length, letter->sequence->name, letter->sequence->count);
    return attn_blame_with(scope, name->start, "%s: there is no %s %ld: it has %zu", label,
                           along.part, at, along.length);
}

/* v_i, M_i or M_{i,j} of a value. */
static attn_node select_part(attn_scope *scope, const attn_name *name, attn_node node,
                             const selector *selects, const long *at, size_t count)
{
    const attn_tensor *value = attn_shape_of(scope->record, node);
    if (count > (size_t)value->rank) {
        char shape[48];
        return attn_blame_with(scope, name->start, "%s: a %s has no place for %zu subscript%s",
                               name->word, attn_tensor_shape(value, shape), count,
                               count == 1 ? "" : "s");
    }
    for (size_t i = 0; i < count; i++)
        if (!fits_axis(scope, name, &selects[i], at[i], attn_axis(value, i))) return 0;
    size_t first = (size_t)at[0] - 1, last = (size_t)at[count - 1] - 1;
    if (value->rank == ATTN_MATRIX && count == 1)
        return attn_apply(scope->record, ATTN_OP_ROW_OF, &node, 1, (attn_params){first, 0});
    return attn_apply(scope->record, ATTN_OP_ELEMENT_OF, &node, 1,
                      (attn_params){count == 2 ? first : 0, last});
}

attn_node attn_eval_name(attn_scope *scope, const attn_name *name)
{
    const bound_name *bound = name->bound;
    if (bound->letter) return letter_number(scope, name, bound->letter);
    family *f = attn_family_of(scope, bound);
    if (!f) return no_value(scope, name, bound);
    long at[ATTN_MOST_SUBS];
    if (!attn_selector_values(scope, bound, bound->count, at))
        return attn_blame(scope, 0, 0, name->start);
    size_t axes = f->open.axis_count;
    if (bound->count < axes) {
        attn_node stack = attn_family_stack(scope, f, at, bound->count);
        return stack ? stack : attn_blame(scope, 0, 0, name->start);
    }
    attn_node element = attn_family_get(scope, f, at);
    if (!element && !attn_ok(scope->status)) return 0;
    if (!element) return no_element(scope, name, f, at);
    if (bound->count == axes) return element;
    return select_part(scope, name, element, bound->selects + axes, at + axes, bound->count - axes);
}

/* ---- calls ---- */

/* A parameter that is an index letter takes a whole number and is that index. */
static bool give_argument(attn_scope *scope, const function *f, size_t i, attn_node argument)
{
    attn_letter *letter = attn_letter_at(scope, f->letters[i]);
    if (!letter) return attn_give_parameter(scope, i, argument);
    const attn_tensor *value = attn_value(scope->record, argument);
    float number = value->rank == ATTN_NUMBER ? value->data[0] : 0;
    if (!(number >= 1) || number != floorf(number) || number > (float)letter->sequence->count)
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s is an index over %s: it takes a whole number from 1 to %zu",
                         f->parameters[i], letter->sequence->name, letter->sequence->count);
    letter->bound = true;
    letter->value = (long)number;
    return true;
}

/* Whether the reader wants this call opened: "*" stands for the calls of the step itself. */
bool attn_is_kept(const attn_scope *scope, const char *name)
{
    for (const char *const *k = scope->keep; k && *k; k++)
        if (strcmp(*k, name) == 0 || (strcmp(*k, "*") == 0 && scope->calls_deep == 0)) return true;
    return false;
}

static attn_call *keep_call(attn_scope *scope, const function *f, const attn_node *arguments)
{
    attn_call *call = attn_alloc(scope->arena, 1, sizeof *call);
    attn_node *copy = attn_alloc(scope->arena, f->count, sizeof *copy);
    if (!call || !copy) return NULL;
    for (size_t i = 0; i < f->count; i++) {
        copy[i] = arguments[i];
        if (!attn_record_hold(scope->record, copy[i])) return NULL;
    }
    *call = (attn_call){.function = f->name,
                        .parameter_count = f->count,
                        .parameters = f->parameters,
                        .arguments = copy};
    *scope->kept_end = call;
    scope->kept_end = &call->next;
    return call;
}

/* The locals and results of a kept call, read while its frame is still there. */
static bool keep_results(attn_scope *scope, attn_call *call, const function *f,
                         const attn_node *results, size_t count)
{
    made_list list = {0};
    for (size_t i = 0; i + 1 < f->line_count; i++)
        for (size_t k = 0; k < f->lines[i]->target_count; k++)
            if (!attn_made_name(scope, &list, &f->lines[i]->targets[k], f->lines[i])) return false;
    for (size_t i = 0; i < count; i++)
        if (!attn_made_add(scope, &list, "", results[i], f->lines[f->line_count - 1])) return false;
    call->made = list.items;
    call->made_count = list.count;
    return true;
}

static bool eval_all(attn_scope *scope, attn_expr *const *exprs, size_t count, attn_node *values)
{
    for (size_t i = 0; i < count; i++)
        if (!(values[i] = attn_eval_expr(scope, exprs[i]))) return false;
    return true;
}

static bool run_body(attn_scope *scope, const function *f, attn_node *results, size_t count)
{
    for (size_t i = 0; i + 1 < f->line_count; i++)
        if (!attn_run_line(scope, f->lines[i])) return false;
    const attn_statement *last = f->lines[f->line_count - 1];
    attn_begin_line(scope, last);
    return eval_all(scope, last->results, count, results);
}

/* The body in a frame of its own, its letters hidden, with the calls in it kept where wanted. */
static void call_function(attn_scope *scope, const function *f, const attn_node *arguments,
                          attn_node *results, size_t count)
{
    const attn_statement *statement = scope->statement;
    attn_node before = (attn_node)attn_record_operations(scope->record);
    if (!attn_spend_step(scope, "the next call")) return;
    attn_call *kept = attn_is_kept(scope, f->name) ? keep_call(scope, f, arguments) : NULL;
    attn_call **end = scope->kept_end;
    if (kept) scope->kept_end = &kept->inner;
    bool done = attn_enter_call(scope, f);
    for (size_t i = 0; i < f->count && done; i++) done = give_argument(scope, f, i, arguments[i]);
    scope->calls_deep++;
    done = done && run_body(scope, f, results, count);
    scope->calls_deep--;
    if (!done || (kept && !keep_results(scope, kept, f, results, count))) return;
    if (kept) scope->kept_end = end;
    attn_leave_call(scope);
    attn_record_drop(scope->record, before, results, count);
    attn_begin_line(scope, statement);
}

bool attn_eval_call(attn_scope *scope, const attn_expr *call, attn_node *results, size_t count)
{
    attn_node arguments[ATTN_MOST_LISTED];
    if (!eval_all(scope, call->children, call->count, arguments)) return false;
    const function *f = attn_called(scope, call);
    if (f) {
        size_t most = f->lines[f->line_count - 1]->result_count;
        if (count > most)
            return attn_blame_with(scope, call->start,
                                   "%s returns %zu value%s, but there are %zu names on the left",
                                   call->function, most, most == 1 ? "" : "s", count);
        call_function(scope, f, arguments, results, count);
    } else {
        results[0] = attn_apply(scope->record, (attn_op)call->op, arguments, call->count, none);
    }
    return attn_ok(scope->status) || attn_blame(scope, call->start, call->end, call->start);
}

/* ---- what runs over an index ---- */

static attn_node eval_sigma(attn_scope *scope, const attn_expr *expr)
{
    attn_letter *letter = attn_scope_letter(scope, expr->index->word), saved = *letter;
    attn_node sum = 0;
    for (attn_letter_start(letter); attn_letter_next(letter);) {
        attn_node terms[2] = {sum, attn_eval_expr(scope, expr->children[0])};
        sum = sum ? attn_apply(scope->record, ATTN_OP_ADD, terms, 2, none) : terms[1];
        if (!sum) return attn_blame(scope, expr->start, expr->end, expr->start);
    }
    *letter = saved;
    return sum;
}

static attn_node eval_concat(attn_scope *scope, const attn_expr *expr)
{
    attn_letter *letter = attn_scope_letter(scope, expr->index->word), saved = *letter;
    size_t count = letter->sequence->count;
    attn_node *parts = attn_alloc(attn_record_arena(scope->record), count, sizeof *parts);
    if (!parts) return 0;
    for (attn_letter_start(letter); attn_letter_next(letter);)
        if (!(parts[letter->value - 1] = attn_eval_expr(scope, expr->children[0]))) return 0;
    *letter = saved;
    attn_node joined = attn_apply(scope->record, ATTN_OP_JOIN, parts, count, none);
    return joined ? joined : attn_blame(scope, expr->start, expr->end, expr->start);
}

static attn_node eval_split(attn_scope *scope, const attn_expr *expr)
{
    attn_letter *letter = attn_scope_letter(scope, expr->index->word);
    selector select = attn_selector(expr->index, letter);
    long part, parts = attn_selector_at(&select, (long)letter->sequence->count);
    attn_node x = attn_eval_expr(scope, expr->children[0]);
    if (!x) return 0;
    if (!attn_selector_value(scope, &select, &part)) return attn_blame(scope, 0, 0, expr->start);
    bool reshapes = strcmp(expr->function, "reshape") == 0;
    x = attn_apply(scope->record, reshapes ? ATTN_OP_RESHAPE : ATTN_OP_SPLIT, &x, 1,
                   (attn_params){(size_t)part - 1, (size_t)parts});
    return x ? x : attn_blame(scope, expr->start, expr->end, expr->start);
}

/* ---- expressions ---- */

const attn_expr *attn_ungrouped(const attn_expr *expr)
{
    while (expr->kind == ATTN_EXPR_GROUP) expr = expr->children[0];
    return expr;
}

bool attn_is_outer_or_inner(const attn_expr *expr)
{
    return expr->kind == ATTN_EXPR_PRODUCT &&
           attn_ungrouped(expr->children[1])->kind == ATTN_EXPR_TRANSPOSE;
}

static attn_node refuse_outer_or_inner(attn_scope *scope, const attn_expr *expr)
{
    enum { most_quoted = 80 };
    const attn_expr *x = expr->children[0], *y = attn_ungrouped(expr->children[1])->children[0];
    const char *text = scope->statement->text;
    bool quoted = expr->end - expr->start <= most_quoted;
    const char *left = quoted ? text + x->start : "x", *right = quoted ? text + y->start : "y";
    int lefts = quoted ? (int)(x->end - x->start) : 1,
        rights = quoted ? (int)(y->end - y->start) : 1;
    return attn_blame_with(scope, expr->children[1]->start,
                           "this product of two vectors can be read two ways: write %.*s · %.*s "
                           "for the number, outer(%.*s, %.*s) for the matrix",
                           lefts, left, rights, right, lefts, left, rights, right);
}

static bool are_vectors(attn_scope *scope, const attn_node *operands)
{
    return attn_shape_of(scope->record, operands[0])->rank == ATTN_VECTOR &&
           attn_shape_of(scope->record, operands[1])->rank == ATTN_VECTOR;
}

/* "X X" of the text from start to end, `times` of it. */
static void add_repeated(attn_text *out, const char *between, const char *x, size_t length,
                         int times)
{
    for (int i = 0; i < times; i++) {
        attn_text_add(out, i ? between : "");
        attn_text_add_bytes(out, x, length);
    }
}

/* A^2: A A in one book, the square of each number in another. */
static void refuse_square_power(attn_scope *scope, const attn_expr *expr, float exponent)
{
    enum { most_factors = 4, most_quoted = 40 };
    const attn_expr *base = expr->children[0];
    const char *x = scope->statement->text + base->start;
    size_t length = base->end - base->start;
    attn_text mend = {0};
    if (length > most_quoted) {
        x = "X";
        length = 1;
    }
    if (exponent >= 2 && exponent <= most_factors && exponent == floorf(exponent)) {
        add_repeated(&mend, " ", x, length, (int)exponent);
        attn_text_add(&mend, " to multiply matrices, ");
        add_repeated(&mend, " ⊙ ", x, length, (int)exponent);
        attn_text_add(&mend, " to multiply number by number");
    } else {
        attn_text_add(
            &mend,
            "products to multiply matrices, B_i = A_i^p for the power of each number, row by row");
    }
    attn_blame_with(scope, expr->start, "a power of a square matrix can be read two ways: write %s",
                    attn_text_string(&mend));
    attn_text_free(&mend);
}

/* W^{-1}, A^2, W^Q and γ^T: what mathematics or a paper means by them, and the power does not. */
static bool refuse_power(attn_scope *scope, const attn_expr *expr, const attn_node *operands)
{
    const char *text = scope->statement->text;
    const attn_expr *base = expr->children[0], *upper = expr->children[expr->count - 1];
    const attn_tensor *value = attn_shape_of(scope->record, operands[0]);
    bool power = expr->kind == ATTN_EXPR_POWER && value->rank == ATTN_MATRIX;
    const attn_tensor *exponent = power ? attn_shape_of(scope->record, operands[1]) : NULL;
    bool letter = expr->kind == ATTN_EXPR_TRANSPOSE && value->rank == ATTN_NUMBER &&
                  memchr(text + base->end, 'T', expr->end - base->end);
    if (power && attn_ungrouped(upper)->kind == ATTN_EXPR_NEGATIVE)
        attn_blame_with(scope, expr->start,
                        "a negative power of a matrix would mean its inverse, which attnviz does "
                        "not compute: for the reciprocals of its numbers write 1 / X");
    else if (power && exponent->rank == ATTN_MATRIX)
        attn_blame_with(scope, upper->start,
                        "a matrix cannot be the exponent of a matrix: write the index of a name "
                        "below, as in W_Q");
    else if (power && exponent->rank == ATTN_NUMBER && value->rows == value->cols &&
             value->rows > 1)
        refuse_square_power(scope, expr, exponent->data[0]);
    else if (letter)
        attn_blame_with(scope, expr->start,
                        "%.*s is a number and has no transpose: write the power as %.*s^(T)",
                        (int)(base->end - base->start), text + base->start,
                        (int)(base->end - base->start), text + base->start);
    return !attn_ok(scope->status);
}

/* The operation on the values of its children; the caret goes under the last operand's side of the
 * fault. */
static attn_node eval_operation(attn_scope *scope, const attn_expr *expr)
{
    attn_node operands[ATTN_MOST_LISTED];
    if (!eval_all(scope, expr->children, expr->count, operands)) return 0;
    if (attn_is_outer_or_inner(expr) && are_vectors(scope, operands))
        return refuse_outer_or_inner(scope, expr);
    if (refuse_power(scope, expr, operands)) return 0;
    attn_node made = attn_apply(scope->record, (attn_op)expr->op, operands, expr->count, none);
    if (made) return made;
    size_t caret = expr->count == 2 ? expr->children[1]->start : expr->start;
    return attn_blame(scope, expr->start, expr->end, caret);
}

/* ∞ as its author wrote it is allowed where a mask's −∞ is. */
static attn_node eval_infinity(attn_scope *scope, const attn_expr *expr)
{
    (void)expr;
    float value = INFINITY;
    attn_tensor shape = {
        .rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &value, .masked = true};
    return attn_record_leaf(scope->record, ATTN_OP_LITERAL, &shape, false);
}

static attn_node eval_number(attn_scope *scope, const attn_expr *expr)
{
    float value = expr->kind == ATTN_EXPR_PI ? 3.14159265f : (float)expr->number;
    if (isfinite(value)) return attn_record_number(scope->record, value);
    return attn_blame_with(scope, expr->start,
                           "this number is too large for float32 (at most 3.4e38)");
}

static attn_node eval_name(attn_scope *scope, const attn_expr *expr)
{
    return attn_eval_name(scope, expr->name);
}

static attn_node eval_first_result(attn_scope *scope, const attn_expr *call)
{
    attn_node result = 0;
    return attn_eval_call(scope, call, &result, 1) ? result : 0;
}

static attn_node eval_group(attn_scope *scope, const attn_expr *expr)
{
    return attn_eval_expr(scope, expr->children[0]);
}

static attn_node eval_transpose(attn_scope *scope, const attn_expr *expr)
{
    attn_node whole = attn_eval_standardized(scope, expr);
    return whole ? whole : eval_operation(scope, expr);
}

/* Those that are no operation on the values of their parts. */
static attn_node (*const evaluate[])(attn_scope *scope, const attn_expr *expr) = {
    [ATTN_EXPR_NUMBER] = eval_number,       [ATTN_EXPR_INFINITY] = eval_infinity,
    [ATTN_EXPR_PI] = eval_number,           [ATTN_EXPR_NAME] = eval_name,
    [ATTN_EXPR_CALL] = eval_first_result,   [ATTN_EXPR_SPLIT] = eval_split,
    [ATTN_EXPR_CONCAT] = eval_concat,       [ATTN_EXPR_SIGMA] = eval_sigma,
    [ATTN_EXPR_GROUP] = eval_group,         [ATTN_EXPR_PARTIAL] = attn_eval_partial,
    [ATTN_EXPR_TRANSPOSE] = eval_transpose,
};

attn_node attn_eval_expr(attn_scope *scope, const attn_expr *expr)
{
    if (scope->expressions_deep == MOST_EXPRESSIONS_DEEP) {
        attn_fail(scope->status, ATTN_LIMIT,
                  "the formulas of these calls are nested more than %u deep",
                  MOST_EXPRESSIONS_DEEP);
        return attn_blame(scope, 0, 0, expr->start);
    }
    scope->expressions_deep++;
    attn_node value =
        evaluate[expr->kind] ? evaluate[expr->kind](scope, expr) : eval_operation(scope, expr);
    scope->expressions_deep--;
    return value;
}
