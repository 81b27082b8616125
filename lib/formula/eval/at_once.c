/*
 * at_once: a statement over indices computed for all of them in one go.
 *
 * e_{t,i} = s_t · h_i is an inner product for each pair, or one product of two matrices. Where
 * every operation on the right has such a form, the values over the indices are computed as the
 * rows and columns of vectors and matrices, by the operations that these have anyway, number for
 * number as one by one. Its elements are parts of the one result, made when somebody asks for one.
 *
 * Whatever is not recognised, or fails, is left to the loop (statement.c), which also finds out
 * what to say. Gradients add up in another order here, so a lesson that derives goes by the loop.
 */
#include <math.h>
#include <string.h>

#include "formula/eval/machine.h"

size_t attn_at_once_elements = 256;

/* The letters that the statement runs over, the outer one first. */
typedef struct letters {
    attn_letter *items[2];
    size_t count;
} letters;

/*
 * A value for each place of some of these letters: their axes first, in order, then its own. A
 * number at every t and i is a matrix, and so is a vector at every t.
 */
typedef struct spread {
    attn_node node; /* 0: it cannot be had */
    bool over[2];   /* which letters it has axes for */
    size_t rank;    /* of the value at one place */
} spread;

static const spread nothing = {0};
static const attn_params none = {0, 0};

static size_t axes_of(const spread *x)
{
    return (size_t)x->over[0] + (size_t)x->over[1];
}

/* ---- what is recognised ---- */

static size_t place_of_letter(const letters *run, size_t letter)
{
    size_t i = 0;
    while (i < run->count && run->items[i]->place != letter) i++;
    return i;
}

/* The first of a name's subscripts that is one of the letters; their number if none is. */
static size_t first_running(const letters *run, const bound_name *bound)
{
    size_t i = 0;
    while (i < bound->count && place_of_letter(run, bound->selects[i].letter) == run->count) i++;
    return i;
}

/* From there on, all are running letters themselves, each once. */
static bool runs_plainly(const letters *run, const bound_name *bound)
{
    bool seen[3] = {false, false, false};
    for (size_t i = first_running(run, bound); i < bound->count; i++) {
        size_t place = place_of_letter(run, bound->selects[i].letter);
        if (place == run->count || !attn_selector_plain(&bound->selects[i]) || seen[place])
            return false;
        seen[place] = true;
    }
    return true;
}

static bool mentions_name(const letters *run, const attn_name *name)
{
    const bound_name *bound = name->bound;
    if (bound->letter) return place_of_letter(run, bound->letter) < run->count;
    return first_running(run, bound) < bound->count;
}

/* Whether its value is not the same at all places. */
static bool mentions(const attn_scope *scope, const letters *run, const attn_expr *expr)
{
    if (expr->kind == ATTN_EXPR_NAME && mentions_name(run, expr->name)) return true;
    if (expr->index &&
        place_of_letter(run, attn_scope_letter(scope, expr->index->word)->place) < run->count)
        return true;
    for (size_t i = 0; i < expr->count; i++)
        if (mentions(scope, run, expr->children[i])) return true;
    return false;
}

typedef enum form {
    FORM_NONE,
    FORM_EACH,   /* number by number, one operand */
    FORM_PAIRS,  /* number by number, two operands */
    FORM_ALONG,  /* along a vector */
    FORM_CHOOSE, /* row(M, y) */
    FORM_PRODUCT
} form;

static form form_of_op(attn_op op)
{
    if (op >= ATTN_OP_ADD && op <= ATTN_OP_EQUAL) return FORM_PAIRS;
    if (op >= ATTN_OP_NEGATIVE && op <= ATTN_OP_FLOOR) return FORM_EACH;
    if (op >= ATTN_OP_SOFTMAX && op <= ATTN_OP_ARGMAX) return FORM_ALONG;
    if (op == ATTN_OP_PRODUCT) return FORM_PRODUCT;
    return op == ATTN_OP_ROW ? FORM_CHOOSE : FORM_NONE;
}

/* A part of the statement that has no value for all places by way of one operation. */
static bool is_foreign(const attn_scope *scope, const letters *run, const attn_expr *expr)
{
    if (expr->kind == ATTN_EXPR_PARTIAL || expr->called) return true; /* calls are counted */
    if (expr->kind == ATTN_EXPR_GROUP || !mentions(scope, run, expr)) return false;
    if (expr->kind == ATTN_EXPR_NAME)
        return !expr->name->bound->letter && !runs_plainly(run, expr->name->bound);
    return form_of_op((attn_op)expr->op) == FORM_NONE;
}

/* ---- operations ---- */

static attn_node apply(attn_scope *scope, attn_op op, attn_node x, attn_node y)
{
    attn_node operands[2] = {x, y};
    return attn_apply(scope->record, op, operands, y ? 2 : 1, none);
}

static attn_node transposed(attn_scope *scope, attn_node x)
{
    return attn_apply(scope->record, ATTN_OP_TRANSPOSE, &x, 1, none);
}

static size_t width_of(const attn_scope *scope, attn_node x)
{
    return attn_shape_of(scope->record, x)->cols;
}

/*
 * One operand of a pair, put so that it goes with the other number by number: what stands at each
 * place of the first axis alone is repeated along the second. The rest stretches by itself.
 */
static attn_node stretched(attn_scope *scope, const letters *run, const spread *x, const spread *y)
{
    bool outer_alone = x->over[0] && !x->over[1] && x->rank == 0 && y->over[1];
    bool number_beside_vector = axes_of(x) == 1 && x->rank == 0 && y->rank == 1;
    if (!outer_alone && !number_beside_vector) return x->node;
    size_t cols = outer_alone ? run->items[1]->sequence->count : width_of(scope, y->node);
    return attn_apply(scope->record, ATTN_OP_SPREAD, &x->node, 1, (attn_params){cols, 0});
}

static spread pairs(attn_scope *scope, const letters *run, attn_op op, const spread *x,
                    const spread *y)
{
    spread made = {.over = {x->over[0] || y->over[0], x->over[1] || y->over[1]},
                   .rank = x->rank > y->rank ? x->rank : y->rank};
    if (axes_of(&made) + made.rank > ATTN_MATRIX) return nothing;
    attn_node left = stretched(scope, run, x, y), right = stretched(scope, run, y, x);
    if (left && right) made.node = apply(scope, op, left, right);
    return made;
}

/* Vectors at each place of one letter, or one vector or matrix for all. */
static spread product(attn_scope *scope, const letters *run, const spread *x, const spread *y)
{
    if (x->rank == 0 || y->rank == 0) return pairs(scope, run, ATTN_OP_TIMES, x, y);
    size_t x_axes = axes_of(x), y_axes = axes_of(y);
    spread made = {.over = {x->over[0] || y->over[0], x->over[1] || y->over[1]}};
    made.rank = x->rank + y->rank - 2;
    if (axes_of(&made) != x_axes + y_axes || made.rank + axes_of(&made) > ATTN_MATRIX)
        return nothing; /* s_t · h_t: no product of matrices gives it */
    if (y->rank == ATTN_MATRIX || y_axes == 0) {
        made.node = apply(scope, ATTN_OP_PRODUCT, x->node, y->node);
    } else {
        made.node = apply(scope, ATTN_OP_PRODUCT, x->node, transposed(scope, y->node));
        bool other_way = x->rank == ATTN_MATRIX || (x->over[1] && y->over[0]);
        if (other_way) made.node = transposed(scope, made.node);
    }
    return made;
}

static spread along(attn_scope *scope, attn_op op, const spread *x)
{
    if (x->rank != 1) return nothing;
    return (spread){.node = apply(scope, op, x->node, 0),
                    .over = {x->over[0], x->over[1]},
                    .rank = op == ATTN_OP_SOFTMAX};
}

static spread choose(attn_scope *scope, const spread *M, const spread *y)
{
    if (M->rank != ATTN_MATRIX || y->rank != 0 || axes_of(y) != 1) return nothing;
    return (spread){.node = apply(scope, ATTN_OP_ROW, M->node, y->node),
                    .over = {y->over[0], y->over[1]},
                    .rank = 1};
}

/* ---- names ---- */

/* The numbers 1, 2 … of an index. */
static spread letter_numbers(attn_scope *scope, const letters *run, const attn_letter *letter)
{
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1};
    spread made = {.rank = 0};
    shape.cols = letter->sequence->count;
    made.over[place_of_letter(run, letter->place)] = true;
    made.node = attn_record_leaf(scope->record, ATTN_OP_LITERAL, &shape, false);
    float *numbers = made.node ? attn_record_fill(scope->record, made.node) : NULL;
    for (size_t i = 0; numbers && i < shape.cols; i++) numbers[i] = (float)(i + 1);
    return made;
}

/* Each axis of a value is as long as its letter, and of the same words, if it has any. */
static bool all_fit(const attn_scope *scope, const bound_name *bound, size_t first, attn_node node)
{
    const attn_tensor *value = attn_shape_of(scope->record, node);
    bool fit = value->batch <= 1 && bound->count - first <= (size_t)value->rank;
    for (size_t i = first; i < bound->count && fit; i++) {
        size_t count = attn_letter_at(scope, bound->selects[i].letter)->sequence->count;
        value_axis of = attn_axis(value, i - first);
        fit = of.length == count && (!of.words || of.words->plain || of.words->count == count);
    }
    return fit;
}

/*
 * The family's elements together, or the one element whose parts are meant: the subscripts before
 * `first` are the same at all places.
 */
static attn_node whole_of(attn_scope *scope, family *f, const bound_name *bound, size_t first)
{
    long at[ATTN_MOST_SUBS];
    size_t axes = f->open.axis_count;
    if (first > axes || (first < axes && bound->count != axes)) return 0;
    if (!attn_selector_values(scope, bound, first, at)) return 0;
    if (first == axes) return attn_family_get(scope, f, at);
    for (size_t i = first; i < axes; i++) {
        const attn_letter *letter = attn_letter_at(scope, bound->selects[i].letter);
        if (!f->open.axes[i] || f->open.axes[i]->count != letter->sequence->count) return 0;
    }
    return attn_stacks(scope, f, axes - first) ? attn_family_stack(scope, f, at, first) : 0;
}

static spread name_over(attn_scope *scope, const letters *run, const attn_name *name)
{
    const bound_name *bound = name->bound;
    if (bound->letter) return letter_numbers(scope, run, attn_letter_at(scope, bound->letter));
    family *f = attn_family_of(scope, bound);
    size_t first = first_running(run, bound);
    spread made = {.node = f ? whole_of(scope, f, bound, first) : 0};
    if (!made.node || !all_fit(scope, bound, first, made.node)) return nothing;
    for (size_t i = first; i < bound->count; i++)
        made.over[place_of_letter(run, bound->selects[i].letter)] = true;
    made.rank = (size_t)attn_shape_of(scope->record, made.node)->rank - axes_of(&made);
    if (bound->count - first == 2 && bound->selects[first].letter == run->items[1]->place)
        made.node = transposed(scope, made.node);
    return made;
}

/* ---- expressions ---- */

static spread eval_over(attn_scope *scope, const letters *run, const attn_expr *expr);

static spread operation_over(attn_scope *scope, const letters *run, const attn_expr *expr)
{
    attn_op op = (attn_op)expr->op;
    spread x = eval_over(scope, run, expr->children[0]), y = nothing;
    if (x.node && expr->count == 2) y = eval_over(scope, run, expr->children[1]);
    if (!x.node || (expr->count == 2 && !y.node)) return nothing;
    switch (form_of_op(op)) {
    case FORM_EACH:
        x.node = apply(scope, op, x.node, 0);
        return x;
    case FORM_PAIRS:
        return pairs(scope, run, op, &x, &y);
    case FORM_ALONG:
        return along(scope, op, &x);
    case FORM_CHOOSE:
        return choose(scope, &x, &y);
    case FORM_PRODUCT:
        if (attn_is_outer_or_inner(expr) && x.rank == 1 && y.rank == 1) return nothing;
        return product(scope, run, &x, &y);
    case FORM_NONE:
        break;
    }
    return nothing;
}

static spread eval_over(attn_scope *scope, const letters *run, const attn_expr *expr)
{
    if (!mentions(scope, run, expr)) {
        spread same = {.node = attn_eval_expr(scope, expr)};
        if (same.node) same.rank = (size_t)attn_shape_of(scope->record, same.node)->rank;
        return same;
    }
    if (expr->kind == ATTN_EXPR_GROUP) return eval_over(scope, run, expr->children[0]);
    if (expr->kind == ATTN_EXPR_NAME) return name_over(scope, run, expr->name);
    return operation_over(scope, run, expr);
}

/* ---- the statement ---- */

static bool is_recognised_statement(const attn_scope *scope, const letters *run,
                                    const attn_statement *statement)
{
    const bound_name *target = statement->targets[0].bound;
    size_t elements = 1;
    for (size_t i = 0; i < run->count; i++) elements *= run->items[i]->sequence->count;
    if (scope->derives || scope->on_make || statement->target_count != 1 ||
        elements < attn_at_once_elements)
        return false;
    if (target->count != run->count || first_running(run, target) != 0) return false;
    if (attn_has_values(scope, target)) return false;
    for (const attn_expr *e = statement->nodes; e; e = e->next)
        if (is_foreign(scope, run, e)) return false;
    return attn_ungrouped(statement->results[0])->kind != ATTN_EXPR_NAME;
}

/* With the letters' words on its axes. */
static attn_node with_words(attn_scope *scope, const letters *run, const spread *made)
{
    const attn_labels *rows = run->items[0]->sequence->labels,
                      *cols = run->count > 1 ? run->items[1]->sequence->labels : NULL;
    bool vector = run->count == 1 && made->rank == 0;
    return attn_record_relabel(scope->record, made->node, vector ? NULL : rows,
                               vector ? rows : cols);
}

bool attn_run_at_once(attn_scope *scope, const attn_statement *statement, attn_letter *const *over,
                      size_t count, bool *done)
{
    letters run = {.count = count};
    *done = false;
    if (count < 1 || count > 2) return true;
    memcpy(run.items, over, count * sizeof *over);
    if (!is_recognised_statement(scope, &run, statement)) return true;
    attn_status before = *scope->status;
    attn_node first = (attn_node)attn_record_operations(scope->record);
    spread made = eval_over(scope, &run, statement->results[0]);
    if (made.node && axes_of(&made) == count) made.node = with_words(scope, &run, &made);
    *done = made.node && axes_of(&made) == count && made.rank + count <= ATTN_MATRIX;
    if (!*done) *scope->status = before; /* the loop finds the fault again, and its element */
    bool fine = !*done || attn_assign_whole(scope, statement, made.node);
    attn_record_drop(scope->record, first, &made.node, *done);
    return fine;
}
