/*
 * Operations that move numbers without changing them: transpose, join, stack, select, split.
 */
#include <string.h>

#include "record/operation.h"

static bool shares(attn_work *work, size_t first) /* the operand's own numbers, from there */
{
    work->result->data = work->a->data + first;
    return true;
}

static void add_to(float *into, const float *g, size_t n)
{
    enum { worth_a_call = 24 };
    if (n >= worth_a_call) {
        attn_kernel_slope(ATTN_SLOPE_ONE, g, g, 1, g, 1, into, true, n);
        return;
    }
    for (size_t i = 0; i < n; i++) into[i] += g[i];
}

/* ---- transpose: a vector lies neither way, so ᵀ leaves it as it is ---- */

static bool shape_of_transpose(attn_work *work)
{
    const attn_tensor *x = work->a;
    work->result->words = x->words;
    if (x->rank != ATTN_MATRIX) return attn_shape_like(work, x) && shares(work, 0);
    work->result->row_labels = x->col_labels;
    work->result->col_labels = x->row_labels;
    return attn_shape_matrix(work, x->cols, x->rows);
}

static bool forward_transpose(const attn_work *work, size_t example)
{
    const float *x = attn_numbers(work->a, example);
    attn_kernel_transpose(x, work->a->rows, work->a->cols, attn_result(work, example), false);
    return true;
}

static void backward_transpose(const attn_work *work, size_t example)
{
    const float *g = attn_upstream(work, example);
    float *into = attn_into(work, 0, example);
    attn_kernel_transpose(g, work->a->cols, work->a->rows, into, true); /* a vector has one row */
}

static size_t source_of_transpose(const attn_work *work, size_t *row, size_t *col)
{
    size_t was_row = *row;
    if (work->a->rank != ATTN_MATRIX) return 0;
    *row = *col;
    *col = was_row;
    return 0;
}

/* ---- join: [a ; b], end to end; matrices side by side ---- */

static bool fail_join(attn_work *work, size_t i)
{
    char first[48], other[48];
    return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                     "[ ; ] joins vectors, or matrices with equal rows: %s and %s",
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
    if (!matrices) return attn_shape_vector(work, cols, labels);
    work->result->row_labels = rows;
    work->result->col_labels = labels;
    return attn_shape_matrix(work, work->a->rows, cols);
}

static bool forward_join(const attn_work *work, size_t example)
{
    size_t rows = work->result->rows, width = work->result->cols;
    float *y = attn_result(work, example);
    for (size_t i = 0; i < work->count; i++) {
        const attn_tensor *part = attn_operand(work, i);
        const float *x = attn_numbers(part, example);
        for (size_t row = 0; row < rows; row++) {
            memcpy(y + row * width, x + row * part->cols, part->cols * sizeof *y);
        }
        y += part->cols;
    }
    return true;
}

static void backward_join(const attn_work *work, size_t example)
{
    size_t rows = work->result->rows, width = work->result->cols;
    const float *g = attn_upstream(work, example);
    for (size_t i = 0; i < work->count; i++) {
        size_t cols = attn_operand(work, i)->cols;
        float *into = attn_into(work, i, example);
        for (size_t row = 0; row < rows && into; row++) {
            add_to(into + row * cols, g + row * width, cols);
        }
        g += cols;
    }
}

static size_t source_of_join(const attn_work *work, size_t *row, size_t *col)
{
    size_t i = 0;
    (void)row;
    while (*col >= attn_operand(work, i)->cols) *col -= attn_operand(work, i++)->cols;
    return i;
}

/* ---- stack: [a, b], numbers to a vector, vectors to a matrix ---- */

static bool fail_stack(attn_work *work, size_t i)
{
    char first[48], other[48];
    attn_tensor_shape(work->a, first);
    attn_status *status = attn_record_status(work->record);
    if (i == 0) {
        return attn_fail(status, ATTN_INPUT,
                         "[ , ] stacks numbers or vectors, not matrices: %s (join with ; )", first);
    }
    return attn_fail(status, ATTN_INPUT, "[ , ] stacks what has one shape: %s and %s", first,
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
    if (first->rank == ATTN_NUMBER) return attn_shape_vector(work, work->count, NULL);
    work->result->col_labels = cols;
    return attn_shape_matrix(work, work->count, first->cols);
}

static bool forward_stack(const attn_work *work, size_t example)
{
    size_t n = work->a->cols;
    float *y = attn_result(work, example);
    for (size_t i = 0; i < work->count; i++) {
        memcpy(y + i * n, attn_numbers(attn_operand(work, i), example), n * sizeof *y);
    }
    return true;
}

static void backward_stack(const attn_work *work, size_t example)
{
    size_t n = work->a->cols;
    const float *g = attn_upstream(work, example);
    for (size_t i = 0; i < work->count; i++) {
        float *into = attn_into(work, i, example);
        if (into) add_to(into, g + i * n, n);
    }
}

static size_t source_of_stack(const attn_work *work, size_t *row, size_t *col)
{
    bool numbers = work->a->rank == ATTN_NUMBER;
    size_t i = numbers ? *col : *row;
    if (numbers) *col = 0;
    *row = 0;
    return i;
}

/* ---- select: M_i (params: row), v_i and M_{i,j} (params: row, column) ---- */

static bool shape_of_row(attn_work *work)
{
    const attn_tensor *x = work->a;
    size_t row = work->params.a;
    if (x->rank != ATTN_MATRIX) return attn_fail_shapes(work, "needs a matrix", "");
    if (row >= x->rows) {
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "there is no row %zu: the matrix has %zu", row + 1, x->rows);
    }
    work->result->words = x->words;
    attn_shape_vector(work, x->cols, x->col_labels);
    return x->batch > 1 || shares(work, row * x->cols);
}

static bool forward_row(const attn_work *work, size_t example)
{
    const float *x = attn_numbers(work->a, example) + work->params.a * work->a->cols;
    memcpy(attn_result(work, example), x, work->a->cols * sizeof *x);
    return true;
}

static void backward_row(const attn_work *work, size_t example)
{
    size_t n = work->a->cols;
    add_to(attn_into(work, 0, example) + work->params.a * n, attn_upstream(work, example), n);
}

static size_t source_of_row(const attn_work *work, size_t *row, size_t *col)
{
    (void)col;
    *row = work->params.a;
    return 0;
}

static bool shape_of_element(attn_work *work)
{
    const attn_tensor *x = work->a;
    attn_params at = work->params;
    char text[48];
    if (x->rank == ATTN_NUMBER) return attn_fail_shapes(work, "needs a vector or a matrix", "");
    if (at.a >= x->rows || at.b >= x->cols) {
        attn_tensor_shape(x, text);
        attn_status *status = attn_record_status(work->record);
        if (x->rank == ATTN_VECTOR) {
            return attn_fail(status, ATTN_INPUT, "there is no element %zu in a %s", at.b + 1, text);
        }
        return attn_fail(status, ATTN_INPUT, "there is no element [%zu,%zu] in %s", at.a + 1,
                         at.b + 1, text);
    }
    work->result->words = x->words;
    return attn_shape_number(work);
}

static bool forward_element(const attn_work *work, size_t example)
{
    size_t place = work->params.a * work->a->cols + work->params.b;
    *attn_result(work, example) = attn_numbers(work->a, example)[place];
    return true;
}

static void backward_element(const attn_work *work, size_t example)
{
    size_t place = work->params.a * work->a->cols + work->params.b;
    attn_into(work, 0, example)[place] += *attn_upstream(work, example);
}

static size_t source_of_element(const attn_work *work, size_t *row, size_t *col)
{
    *row = work->params.a;
    *col = work->params.b;
    return 0;
}

/* ---- split: one of several equal parts of the columns (params: part, parts) ---- */

static bool shape_of_split(attn_work *work)
{
    const attn_tensor *x = work->a;
    size_t part = work->params.a, parts = work->params.b;
    attn_status *status = attn_record_status(work->record);
    if (x->rank == ATTN_NUMBER) return attn_fail_shapes(work, "needs a vector or a matrix", "");
    if (parts == 0 || part >= parts || x->cols % parts != 0) {
        return attn_fail(status, ATTN_INPUT, "%zu columns do not split into %zu equal parts",
                         x->cols, parts);
    }
    if (x->rank == ATTN_VECTOR) return attn_shape_vector(work, x->cols / parts, NULL);
    work->result->row_labels = x->row_labels;
    return attn_shape_matrix(work, x->rows, x->cols / parts);
}

static bool forward_split(const attn_work *work, size_t example)
{
    size_t cols = work->result->cols;
    const float *x = attn_numbers(work->a, example) + work->params.a * cols;
    float *y = attn_result(work, example);
    for (size_t i = 0; i < work->result->rows; i++) {
        memcpy(y + i * cols, x + i * work->a->cols, cols * sizeof *y);
    }
    return true;
}

static void backward_split(const attn_work *work, size_t example)
{
    size_t cols = work->result->cols;
    const float *g = attn_upstream(work, example);
    float *into = attn_into(work, 0, example) + work->params.a * cols;
    for (size_t i = 0; i < work->result->rows; i++) {
        add_to(into + i * work->a->cols, g + i * cols, cols);
    }
}

static size_t source_of_split(const attn_work *work, size_t *row, size_t *col)
{
    (void)row;
    *col += work->params.a * work->result->cols;
    return 0;
}

/* ---- reshape: one of several equal parts of the numbers in reading order, as high as the whole
 * (params: part, parts) ---- */

/* Which word a row belongs to is lost: its numbers come from other rows. */
static bool shape_of_reshape(attn_work *work)
{
    if (!shape_of_split(work)) return false;
    work->result->row_labels = NULL;
    return true;
}

static bool forward_reshape(const attn_work *work, size_t example)
{
    size_t size = work->result->rows * work->result->cols;
    const float *x = attn_numbers(work->a, example) + work->params.a * size;
    memcpy(attn_result(work, example), x, size * sizeof *x);
    return true;
}

static void backward_reshape(const attn_work *work, size_t example)
{
    size_t size = work->result->rows * work->result->cols;
    float *into = attn_into(work, 0, example) + work->params.a * size;
    add_to(into, attn_upstream(work, example), size);
}

static size_t source_of_reshape(const attn_work *work, size_t *row, size_t *col)
{
    const attn_tensor *y = work->result;
    size_t at = (work->params.a * y->rows + *row) * y->cols + *col;
    *row = at / work->a->cols;
    *col = at % work->a->cols;
    return 0;
}

/* ---- spread: each number of a vector along a whole row (params: columns) ---- */

static bool shape_of_spread(attn_work *work)
{
    const attn_tensor *x = work->a;
    if (x->rank != ATTN_VECTOR) return attn_fail_shapes(work, "needs a vector", "");
    work->result->row_labels = x->col_labels;
    work->result->words = x->words;
    return attn_shape_matrix(work, x->cols, work->params.a);
}

static bool forward_spread(const attn_work *work, size_t example)
{
    size_t cols = work->result->cols;
    const float *x = attn_numbers(work->a, example);
    float *y = attn_result(work, example);
    for (size_t i = 0; i < work->a->cols; i++) {
        for (size_t j = 0; j < cols; j++) y[i * cols + j] = x[i];
    }
    return true;
}

static void backward_spread(const attn_work *work, size_t example)
{
    size_t cols = work->result->cols;
    const float *g = attn_upstream(work, example);
    float *into = attn_into(work, 0, example);
    for (size_t i = 0; i < work->a->cols; i++) {
        for (size_t j = 0; j < cols; j++) into[i] += g[i * cols + j];
    }
}

static size_t source_of_spread(const attn_work *work, size_t *row, size_t *col)
{
    (void)work;
    *col = *row;
    *row = 0;
    return 0;
}

const attn_operation attn_operations_shape[ATTN_OP_COUNT] = {
    [ATTN_OP_TRANSPOSE] = {.sign = "ᵀ",
                           .least = 1,
                           .most = 1,
                           .shape = shape_of_transpose,
                           .forward = forward_transpose,
                           .backward = backward_transpose,
                           .source = source_of_transpose},
    [ATTN_OP_JOIN] = {.sign = "[ ; ]",
                      .least = 1,
                      .most = ATTN_ANY_COUNT,
                      .shape = shape_of_join,
                      .forward = forward_join,
                      .backward = backward_join,
                      .source = source_of_join},
    [ATTN_OP_STACK] = {.sign = "[ , ]",
                       .least = 1,
                       .most = ATTN_ANY_COUNT,
                       .shape = shape_of_stack,
                       .forward = forward_stack,
                       .backward = backward_stack,
                       .keeps_weights = true,
                       .source = source_of_stack},
    [ATTN_OP_ROW_OF] = {.sign = "a row",
                        .least = 1,
                        .most = 1,
                        .shape = shape_of_row,
                        .forward = forward_row,
                        .backward = backward_row,
                        .keeps_weights = true,
                        .source = source_of_row},
    [ATTN_OP_ELEMENT_OF] = {.sign = "an element",
                            .least = 1,
                            .most = 1,
                            .shape = shape_of_element,
                            .forward = forward_element,
                            .backward = backward_element,
                            .source = source_of_element},
    [ATTN_OP_SPLIT] = {.sign = "split",
                       .least = 1,
                       .most = 1,
                       .shape = shape_of_split,
                       .forward = forward_split,
                       .backward = backward_split,
                       .source = source_of_split},
    [ATTN_OP_RESHAPE] = {.sign = "reshape",
                         .least = 1,
                         .most = 1,
                         .shape = shape_of_reshape,
                         .forward = forward_reshape,
                         .backward = backward_reshape,
                         .source = source_of_reshape},
    [ATTN_OP_SPREAD] = {.sign = "spread",
                        .least = 1,
                        .most = 1,
                        .shape = shape_of_spread,
                        .forward = forward_spread,
                        .backward = backward_spread,
                        .source = source_of_spread},
};
