/*
 * Operations that move numbers without changing them: transpose, join, stack, select, split.
 */
#include <math.h>
#include <string.h>

#include "record/operation.h"

static bool shares(attn_work *work, size_t first) /* the operand's own numbers, from there */
{
    work->result->data = work->a->data + first;
    return true;
}

/* Of a few numbers four are added at a time. */
void attn_add_gradient(float *restrict into, const float *restrict g, size_t n)
{
    enum { worth_a_call = 24, at_once = 4 };
    size_t i = n % at_once;
    if (n >= worth_a_call) {
        attn_series one = {g, 1}; /* of which nothing is read */
        attn_kernel_slope(ATTN_SLOPE_ONE, g, (attn_sink){into, true}, one, one, n);
        return;
    }
    for (size_t k = 0; k < i; k++) into[k] += g[k];
    for (; i < n; i += at_once)
        for (size_t k = 0; k < at_once; k++) into[i + k] += g[i + k];
}

/* Numbers on their way from an operand: to y; x NULL: they are −∞. */
static void move_run(float *y, const float *x, attn_moved run)
{
    float same = x ? *x : -INFINITY;
    if (x && !run.repeated)
        memcpy(y, x, run.count * sizeof *y);
    else
        for (size_t i = 0; i < run.count; i++) y[i] = same;
}

/* And what flows back. */
static void move_run_back(const float *g, float *into, attn_moved run)
{
    if (!run.repeated) attn_add_gradient(into, g, run.count);
    for (size_t i = 0; i < run.count && run.repeated; i++) *into += g[i];
}

bool attn_move_forward(const attn_work *work)
{
    float *y = attn_result(work);
    const float *x = NULL;
    size_t of = ATTN_NO_OPERAND, size = attn_tensor_size(work->result);
    for (size_t place = 0; place < size;) {
        attn_moved run = work->operation->moved(work, place);
        bool none = run.operand == ATTN_NO_OPERAND;
        if (run.operand != of) x = none ? NULL : attn_numbers(work, run.operand);
        of = run.operand;
        for (size_t k = 0; k <= run.more; k++, place += run.count)
            move_run(y + place, x ? x + run.from + k * run.step : NULL, run);
    }
    return true;
}

void attn_move_back(const attn_work *work)
{
    const float *g = attn_upstream(work);
    float *into = NULL;
    size_t of = ATTN_NO_OPERAND, size = attn_tensor_size(work->result);
    for (size_t place = 0; place < size;) {
        attn_moved run = work->operation->moved(work, place);
        bool none = run.operand == ATTN_NO_OPERAND;
        if (run.operand != of) into = none ? NULL : attn_into(work, run.operand);
        of = run.operand;
        for (size_t k = 0; k <= run.more; k++, place += run.count)
            if (into) move_run_back(g + place, into + run.from + k * run.step, run);
    }
}

/* ---- transpose: a vector lies neither way, so ᵀ leaves it as it is ---- */

static bool shape_of_transpose(attn_work *work)
{
    const attn_tensor *x = work->a;
    work->result->words = x->words;
    if (x->rank != ATTN_MATRIX) return attn_shape_like_first(work) && shares(work, 0);
    return attn_shape_matrix(work, x->cols, x->col_labels, x->rows, x->row_labels);
}

static bool forward_transpose(const attn_work *work)
{
    attn_kernel_transpose(attn_matrix_of(attn_numbers(work, 0), work->a->rows, work->a->cols),
                          (attn_sink){attn_result(work), false});
    return true;
}

static void backward_transpose(const attn_work *work) /* a vector has one row */
{
    attn_kernel_transpose(attn_matrix_of(attn_upstream(work), work->a->cols, work->a->rows),
                          (attn_sink){attn_into(work, 0), true});
}

static attn_moved moved_by_transpose(const attn_work *work, size_t place)
{
    size_t m = work->a->rows, n = work->a->cols;
    return (attn_moved){.from = place % m * n + place / m, .count = 1};
}

/* ---- join: [a ; b], end to end; matrices side by side ---- */

static bool fail_join(attn_work *work, size_t i)
{
    char first[48], other[48];
    return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                     "[ ; ] joins vectors, or matrices with equally many rows: %s and %s",
                     attn_tensor_shape(work->a, first),
                     attn_tensor_shape(attn_operand(work, i), other));
}

/* The labels of all parts one after the other, or NULL if a part has none. */
static bool joined_labels(const attn_work *work, size_t cols, const attn_labels **joined)
{
    *joined = NULL;
    for (size_t i = 0; i < work->count; i++) {
        if (!attn_operand(work, i)->col_labels) return true;
    }
    attn_arena *arena = attn_record_arena(work->record);
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    const char **words = attn_alloc(arena, cols, sizeof *words);
    if (!labels || !words) return false;
    *labels = (attn_labels){.name = work->a->col_labels->name, .words = words, .plain = true};
    for (size_t i = 0; i < work->count; i++) {
        const attn_labels *part = attn_operand(work, i)->col_labels;
        for (size_t j = 0; j < part->count && labels->count < cols; j++) {
            words[labels->count++] = part->words[j];
        }
        labels->plain = labels->plain && part->plain;
    }
    *joined = labels;
    return true;
}

static bool shape_of_join(attn_work *work)
{
    const attn_labels *rows = NULL, *labels;
    size_t cols = 0;
    bool matrices = work->a->rank == ATTN_MATRIX;
    for (size_t i = 0; i < work->count; i++) {
        const attn_tensor *part = attn_operand(work, i);
        bool fits = (part->rank == ATTN_MATRIX) == matrices && part->rows == work->a->rows;
        if (!fits) return fail_join(work, i);
        rows = attn_labels_of_two(rows, part->row_labels);
        cols += part->cols;
    }
    if (!joined_labels(work, cols, &labels)) return false;
    work->result->words = attn_common_words(work);
    return matrices ? attn_shape_matrix(work, work->a->rows, rows, cols, labels)
                    : attn_shape_vector(work, cols, labels);
}

static bool forward_join(const attn_work *work)
{
    size_t rows = work->result->rows, width = work->result->cols;
    float *y = attn_result(work);
    for (size_t i = 0; i < work->count; i++) {
        size_t cols = attn_operand(work, i)->cols;
        const float *x = attn_numbers(work, i);
        for (size_t row = 0; row < rows; row++)
            memcpy(y + row * width, x + row * cols, cols * sizeof *y);
        y += cols;
    }
    return true;
}

static void backward_join(const attn_work *work)
{
    size_t rows = work->result->rows, width = work->result->cols;
    const float *g = attn_upstream(work);
    for (size_t i = 0; i < work->count; i++) {
        size_t cols = attn_operand(work, i)->cols;
        float *into = attn_into(work, i);
        for (size_t row = 0; row < rows && into; row++)
            attn_add_gradient(into + row * cols, g + row * width, cols);
        g += cols;
    }
}

static attn_moved moved_by_join(const attn_work *work, size_t place)
{
    size_t i = 0, row = place / work->result->cols, col = place % work->result->cols;
    const attn_tensor *part = work->a;
    while (col >= part->cols) {
        col -= part->cols;
        part = attn_operand(work, ++i);
    }
    return (attn_moved){.operand = i, .from = row * part->cols + col, .count = part->cols - col};
}

/* ---- stack: [a, b], numbers to a vector, vectors to a matrix ---- */

static bool fail_stack(attn_work *work, size_t i)
{
    char first[48], other[48];
    attn_status *status = attn_record_status(work->record);
    attn_tensor_shape(work->a, first);
    if (i == 0) {
        return attn_fail(status, ATTN_INPUT,
                         "[ , ] stacks numbers or vectors, not matrices: %s (join with ; )", first);
    }
    return attn_fail(status, ATTN_INPUT, "[ , ] stacks values of one shape: %s and %s", first,
                     attn_tensor_shape(attn_operand(work, i), other));
}

static bool shape_of_stack(attn_work *work)
{
    const attn_tensor *first = work->a;
    const attn_labels *cols = NULL;
    if (first->rank == ATTN_MATRIX) return fail_stack(work, 0);
    for (size_t i = 0; i < work->count; i++) {
        const attn_tensor *part = attn_operand(work, i);
        if (part->rank != first->rank || part->cols != first->cols) return fail_stack(work, i);
        cols = attn_labels_of_two(cols, part->col_labels);
    }
    work->result->words = attn_common_words(work);
    return first->rank == ATTN_NUMBER
               ? attn_shape_vector(work, work->count, NULL)
               : attn_shape_matrix(work, work->count, NULL, first->cols, cols);
}

static attn_moved moved_by_stack(const attn_work *work, size_t place)
{
    size_t n = work->a->cols;
    return (attn_moved){.operand = place / n, .from = place % n, .count = n - place % n};
}

/* ---- select: M_i (params: row), v_i and M_{i,j} (params: row, column) ---- */

static bool shape_of_row(attn_work *work)
{
    const attn_tensor *x = work->a;
    size_t row = work->params.a;
    if (row >= x->rows) {
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "there is no row %zu: the matrix has %zu", row + 1, x->rows);
    }
    work->result->words = x->words;
    attn_shape_vector(work, x->cols, x->col_labels);
    return x->batch > 1 || shares(work, row * x->cols);
}

static attn_moved moved_by_row(const attn_work *work, size_t place)
{
    size_t n = work->a->cols;
    return (attn_moved){.from = work->params.a * n + place, .count = n - place};
}

static bool shape_of_element(attn_work *work)
{
    const attn_tensor *x = work->a;
    attn_params at = work->params;
    attn_status *status = attn_record_status(work->record);
    char text[48];
    work->result->words = x->words;
    if (at.a < x->rows && at.b < x->cols) return attn_shape_number(work);
    attn_tensor_shape(x, text);
    if (x->rank == ATTN_VECTOR)
        return attn_fail(status, ATTN_INPUT, "there is no element %zu in a %s", at.b + 1, text);
    return attn_fail(status, ATTN_INPUT, "there is no element [%zu,%zu] in %s", at.a + 1, at.b + 1,
                     text);
}

static attn_moved moved_by_element(const attn_work *work, size_t place)
{
    return (attn_moved){.from = work->params.a * work->a->cols + work->params.b + place,
                        .count = 1};
}

/* ---- split: one of several equal parts of the columns (params: part, parts) ---- */

static bool shape_of_part(attn_work *work, const attn_labels *row_labels)
{
    const attn_tensor *x = work->a;
    size_t part = work->params.a, parts = work->params.b;
    if (parts == 0 || part >= parts || x->cols % parts != 0) {
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "%zu columns do not split into %zu equal parts", x->cols, parts);
    }
    return x->rank == ATTN_VECTOR
               ? attn_shape_vector(work, x->cols / parts, NULL)
               : attn_shape_matrix(work, x->rows, row_labels, x->cols / parts, NULL);
}

static bool shape_of_split(attn_work *work)
{
    return shape_of_part(work, work->a->row_labels);
}

static attn_moved moved_by_split(const attn_work *work, size_t place)
{
    size_t n = work->result->cols, row = place / n, col = place % n;
    return (attn_moved){.from = row * work->a->cols + work->params.a * n + col,
                        .count = n - col,
                        .more = col == 0 ? work->result->rows - 1 - row : 0,
                        .step = work->a->cols};
}

/* ---- reshape: one of several equal parts of the numbers in reading order, as high as the whole
 * (params: part, parts) ---- */

/* Which word a row belongs to is lost: its numbers come from other rows. */
static bool shape_of_reshape(attn_work *work)
{
    return shape_of_part(work, NULL);
}

static attn_moved moved_by_reshape(const attn_work *work, size_t place)
{
    size_t size = attn_tensor_size(work->result);
    return (attn_moved){.from = work->params.a * size + place, .count = size - place};
}

/* ---- spread: each number of a vector along a whole row (params: columns) ---- */

static bool shape_of_spread(attn_work *work)
{
    work->result->words = work->a->words;
    return attn_shape_matrix(work, work->a->cols, work->a->col_labels, work->params.a, NULL);
}

static attn_moved moved_by_spread(const attn_work *work, size_t place)
{
    size_t n = work->result->cols;
    return (attn_moved){.from = place / n, .count = n - place % n, .repeated = true};
}

const attn_operation attn_operations_shape[ATTN_OP_COUNT] = {
    [ATTN_OP_TRANSPOSE] = {.sign = "ᵀ",
                           .grows = ATTN_GROWS_MOVED,
                           .least = 1,
                           .most = 1,
                           .shape = shape_of_transpose,
                           .forward = forward_transpose,
                           .backward = backward_transpose,
                           .moved = moved_by_transpose},
    [ATTN_OP_JOIN] = {.sign = "[ ; ]",
                      .grows = ATTN_GROWS_DOWN,
                      .least = 1,
                      .most = ATTN_ANY_COUNT,
                      .shape = shape_of_join,
                      .forward = forward_join,
                      .backward = backward_join,
                      .moved = moved_by_join},
    [ATTN_OP_STACK] = {.sign = "[ , ]",
                       .grows = ATTN_GROWS_MOVED,
                       .least = 1,
                       .most = ATTN_ANY_COUNT,
                       .shape = shape_of_stack,
                       .forward = attn_move_forward,
                       .backward = attn_move_back,
                       .keeps_weights = ATTN_ANY_COUNT,
                       .moved = moved_by_stack},
    [ATTN_OP_ROW_OF] = {.sign = "a row",
                        .grows = ATTN_GROWS_MOVED,
                        .least = 1,
                        .most = 1,
                        .ranks = {ATTN_MATRICES},
                        .needs = "needs a matrix",
                        .shape = shape_of_row,
                        .forward = attn_move_forward,
                        .backward = attn_move_back,
                        .keeps_weights = 1,
                        .moved = moved_by_row},
    [ATTN_OP_ELEMENT_OF] = {.sign = "an element",
                            .grows = ATTN_GROWS_MOVED,
                            .least = 1,
                            .most = 1,
                            .ranks = {ATTN_ROWS},
                            .needs = "needs a vector or a matrix",
                            .shape = shape_of_element,
                            .forward = attn_move_forward,
                            .backward = attn_move_back,
                            .moved = moved_by_element},
    [ATTN_OP_SPLIT] = {.sign = "split",
                       .grows = ATTN_GROWS_DOWN,
                       .least = 1,
                       .most = 1,
                       .ranks = {ATTN_ROWS},
                       .needs = "needs a vector or a matrix",
                       .shape = shape_of_split,
                       .forward = attn_move_forward,
                       .backward = attn_move_back,
                       .moved = moved_by_split},
    [ATTN_OP_RESHAPE] = {.sign = "reshape",
                         .least = 1,
                         .most = 1,
                         .ranks = {ATTN_ROWS},
                         .needs = "needs a vector or a matrix",
                         .shape = shape_of_reshape,
                         .forward = attn_move_forward,
                         .backward = attn_move_back,
                         .moved = moved_by_reshape},
    [ATTN_OP_SPREAD] = {.sign = "spread",
                        .grows = ATTN_GROWS_MOVED,
                        .least = 1,
                        .most = 1,
                        .ranks = {ATTN_VECTORS},
                        .needs = "needs a vector",
                        .shape = shape_of_spread,
                        .forward = attn_move_forward,
                        .backward = attn_move_back,
                        .moved = moved_by_spread},
};
