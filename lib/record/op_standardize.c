/*
 * The rows of layer norm: each less its mean, divided by √(variance + ε). What a formula says in
 * nine operations is done here in one, number for number and gradient for gradient as by those:
 *   ((Xᵀ − mean(X)) / √(var(X) + ε))ᵀ
 * For records that are trained on, where nobody asks for what lies between.
 */
#include <math.h>

#include "record/operation.h"
#include "tensor/kernel.h"

enum { AT_ONCE = 16, MOST_COLS = 256 }; /* rows on their way together; numbers of each, in parts */

/* Rows of n numbers with one ε, as they lie one behind the other. */
typedef struct part {
    const float *x;
    size_t rows, n;
    size_t first; /* place of the first number in the result */
    float epsilon;
} part;

/* What is the same for all numbers of a row. */
typedef struct moments {
    double middle;
    float mean, deviation;
} moments;

static bool shape_of_standardize(attn_work *work)
{
    if (work->a->rank == ATTN_NUMBER || work->b->rank != ATTN_NUMBER)
        return attn_fail_shapes(work, "needs rows and a number", "");
    work->multiply_adds = attn_product64(
        attn_product64(attn_tensor_size(work->a), work->result->batch), ATTN_COST_NUMBER);
    return attn_shape_like(work, work->a);
}

/* All examples are one part, unless each has an ε of its own. */
static size_t parts_of(const attn_work *work)
{
    return work->b->batch;
}

static part part_of(const attn_work *work, size_t e)
{
    size_t rows = work->result->rows * work->result->batch / parts_of(work);
    return (part){.x = attn_numbers(work->a, e),
                  .rows = rows,
                  .n = work->a->cols,
                  .first = e * rows * work->a->cols,
                  .epsilon = *attn_numbers(work->b, e)};
}

static size_t rows_from(const part *p, size_t i)
{
    return p->rows - i < AT_ONCE ? p->rows - i : AT_ONCE;
}

static void find_moments(const part *p, size_t i, moments found[AT_ONCE])
{
    double mean[AT_ONCE], variance[AT_ONCE];
    size_t rows = rows_from(p, i);
    attn_kernel_moments(p->x + i * p->n, rows, p->n, mean, variance);
    for (size_t r = 0; r < rows; r++) {
        float square = (float)variance[r] + p->epsilon;
        found[r] = (moments){mean[r], (float)mean[r], sqrtf(square)};
    }
}

static void standardize(const part *p, float *y)
{
    moments of[AT_ONCE];
    for (size_t i = 0; i < p->rows; i++, y += p->n) {
        const moments *m = &of[i % AT_ONCE];
        if (i % AT_ONCE == 0) find_moments(p, i, of);
        attn_kernel_each(ATTN_EACH_SUBTRACT, p->x + i * p->n, 1, &m->mean, 0, y, p->n);
        attn_kernel_each(ATTN_EACH_DIVIDE, y, 1, &m->deviation, 0, y, p->n);
    }
}

static bool forward_standardize(const attn_work *work, size_t example)
{
    (void)example;
    for (size_t e = 0; e < parts_of(work); e++) {
        part p = part_of(work, e);
        standardize(&p, work->result->data + p.first);
    }
    return true;
}

/* What flows back to the mean, with its sign turned, and to the deviation of each of some rows. */
typedef struct flows {
    float from_mean[AT_ONCE], to_deviation[AT_ONCE];
} flows;

/* sums[r] goes on by n numbers of row r, from the first to the last; the rows are n apart. */
static void add_rows(const float *numbers, size_t rows, size_t n, float sums[AT_ONCE])
{
    for (size_t j = 0; j < n; j++) {
        for (size_t r = 0; r < rows; r++) sums[r] += numbers[r * n + j];
    }
}

static flows flows_of(const part *p, const float *g, const float *y, size_t rows, const moments *of)
{
    float some[AT_ONCE * MOST_COLS];
    flows all = {{0}, {0}};
    for (size_t j = 0; j < p->n; j += MOST_COLS) {
        size_t n = p->n - j < MOST_COLS ? p->n - j : MOST_COLS;
        for (size_t r = 0; r < rows; r++)
            attn_kernel_slope(ATTN_SLOPE_INVERSE, g + r * p->n + j, &of[r].deviation, 0, g, 1,
                              some + r * n, false, n);
        add_rows(some, rows, n, all.from_mean);
        for (size_t r = 0; r < rows; r++)
            attn_kernel_slope(ATTN_SLOPE_MINUS_SHARE, g + r * p->n + j, y + r * p->n + j, 1,
                              &of[r].deviation, 0, some + r * n, false, n);
        add_rows(some, rows, n, all.to_deviation);
    }
    return all;
}

/* By the variance, by the mean and by x itself: in the order in which they would come singly. */
static void flow_to_row(const float *x, const float *g, size_t n, const moments *m,
                        float to_variance, float from_mean, float *into)
{
    float share = -from_mean / (float)n;
    attn_kernel_var_slopes(x, m->middle, to_variance, into, n);
    if (share != 0) attn_kernel_each(ATTN_EACH_ADD, into, 1, &share, 0, into, n);
    attn_kernel_slope(ATTN_SLOPE_INVERSE, g, &m->deviation, 0, g, 1, into, true, n);
}

static void flow_back(const part *p, const float *g, const float *y, float *into,
                      float *into_epsilon)
{
    for (size_t i = 0; i < p->rows; i += AT_ONCE) {
        moments of[AT_ONCE];
        size_t from = i * p->n, rows = rows_from(p, i);
        find_moments(p, i, of);
        flows all = flows_of(p, g + from, y + from, rows, of);
        for (size_t r = 0; r < rows; r++) {
            size_t at = from + r * p->n;
            float to_variance = 0;
            attn_kernel_slope(ATTN_SLOPE_ROOT, &all.to_deviation[r], &of[r].deviation, 1,
                              &of[r].deviation, 1, &to_variance, false, 1);
            if (into)
                flow_to_row(p->x + at, g + at, p->n, &of[r], to_variance, all.from_mean[r],
                            into + at);
            if (into_epsilon) *into_epsilon += to_variance;
        }
    }
}

static void backward_standardize(const attn_work *work, size_t example)
{
    (void)example;
    for (size_t e = 0; e < parts_of(work); e++) {
        part p = part_of(work, e);
        flow_back(&p, attn_upstream(work, 0) + p.first, work->result->data + p.first,
                  attn_into(work, 0, e), attn_into(work, 1, e));
    }
}

/* (x − mean) / deviation */
static attn_calculation *write_standardize(attn_board *board, const attn_work *work, size_t row,
                                           size_t col)
{
    moments of[AT_ONCE];
    part p = part_of(work, 0);
    find_moments(&p, row, of);
    attn_calculation *x = attn_write_operand(board, work, 0, row, col, ATTN_BINDS_SUM);
    return attn_write_two(
        board, ATTN_CALCULATION_QUOTIENT,
        attn_write_one(board, ATTN_CALCULATION_GROUP, attn_write_difference(board, x, of->mean)),
        attn_write_number(board, of->deviation));
}

const attn_operation attn_operations_standardize[ATTN_OP_COUNT] = {
    [ATTN_OP_STANDARDIZE] = {.sign = "layer norm",
                             .least = 2,
                             .most = 2,
                             .shape = shape_of_standardize,
                             .forward = forward_standardize,
                             .backward = backward_standardize,
                             .at_once = true,
                             .infinite_because = "a row of equal numbers has no deviation",
                             .binding = ATTN_BINDS_QUOTIENT,
                             .write = write_standardize},
};
