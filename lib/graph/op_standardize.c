/*
 * The rows of layer norm: each less its mean, divided by √(variance + ε). What a formula says in
 * nine operations is done here in one, number for number and gradient for gradient as by those:
 *   ((Xᵀ − mean(X)) / √(var(X) + ε))ᵀ
 * For records that are trained on, where nobody asks for what lies between.
 */
#include <math.h>

#include "graph/operation.h"
#include "tensor/kernel.h"

enum { AT_ONCE = 16, MOST_COLS = 256 }; /* rows on their way together; numbers of one, in parts */

/* What is the same for all numbers of a row. */
typedef struct moments {
    double middle;
    float mean, deviation;
} moments;

static bool shape_of_standardize(attn_work *work)
{
    if (work->a->rank == ATTN_NUMBER || work->b->rank != ATTN_NUMBER || work->b->batch > 1) {
        return attn_fail_shapes(work, "needs rows and a number", "");
    }
    work->multiply_adds = attn_tensor_size(work->a) * work->a->batch * ATTN_COST_OF_NUMBER;
    return attn_shape_like(work, work->a);
}

static size_t rows_of(const attn_tensor *x)
{
    return x->rows * x->batch;
}

/*
 * Of numbers that lie as those of x do: the rows from the i-th on, as many as go together. Of fewer,
 * the last is met again and again.
 */
static void rows_from(const attn_tensor *x, const float *numbers, size_t i,
                      const float *rows[AT_ONCE])
{
    for (size_t r = 0; r < AT_ONCE; r++) {
        size_t row = i + r < rows_of(x) ? i + r : rows_of(x) - 1;
        rows[r] = numbers + row * x->cols;
    }
}

/* Of the rows from the i-th on. */
static void find_moments(const attn_work *work, size_t i, moments found[AT_ONCE])
{
    double mean[AT_ONCE], variance[AT_ONCE];
    size_t n = work->a->cols, rows = rows_of(work->a) - i;
    if (rows > AT_ONCE) rows = AT_ONCE;
    attn_kernel_moments(work->a->data + i * n, rows, n, mean, variance);
    for (size_t r = 0; r < rows; r++) {
        float with_epsilon = (float)variance[r] + *work->b->data;
        found[r] = (moments){mean[r], (float)mean[r], sqrtf(with_epsilon)};
    }
    for (size_t r = rows; r < AT_ONCE; r++) found[r] = found[rows - 1];
}

static bool forward_standardize(const attn_work *work, size_t example)
{
    size_t n = work->a->cols, rows = rows_of(work->a);
    moments of[AT_ONCE];
    (void)example;
    for (size_t i = 0; i < rows; i++) {
        const moments *m = &of[i % AT_ONCE];
        float *y = work->result->data + i * n;
        if (i % AT_ONCE == 0) find_moments(work, i, of);
        attn_kernel_each(ATTN_EACH_SUBTRACT, work->a->data + i * n, 1, &m->mean, 0, y, n);
        attn_kernel_each(ATTN_EACH_DIVIDE, y, 1, &m->deviation, 0, y, n);
    }
    return true;
}

/* What flows back to the mean and the deviation of each of some rows. */
typedef struct flows {
    float to_mean[AT_ONCE], to_deviation[AT_ONCE];
} flows;

/* Sums of rows of n numbers, one behind the other, go on. */
static void add_rows(const float *rows, size_t n, float sums[AT_ONCE])
{
    for (size_t j = 0; j < n; j++) {
        for (size_t r = 0; r < AT_ONCE; r++) sums[r] += rows[r * n + j];
    }
}

static flows flows_of(const attn_work *work, size_t i, const moments of[AT_ONCE])
{
    float some[AT_ONCE * MOST_COLS];
    const float *g[AT_ONCE], *y[AT_ONCE];
    flows all = {{0}, {0}};
    rows_from(work->a, attn_upstream(work, 0), i, g);
    rows_from(work->a, work->result->data, i, y);
    for (size_t j = 0; j < work->a->cols; j += MOST_COLS) {
        size_t n = work->a->cols - j < MOST_COLS ? work->a->cols - j : MOST_COLS;
        for (size_t r = 0; r < AT_ONCE; r++)
            attn_kernel_slope(ATTN_SLOPE_INVERSE, g[r] + j, &of[r].deviation, 0, g[r] + j, 1,
                              some + r * n, false, n);
        add_rows(some, n, all.to_mean);
        for (size_t r = 0; r < AT_ONCE; r++)
            attn_kernel_slope(ATTN_SLOPE_MINUS_SHARE, g[r] + j, y[r] + j, 1, &of[r].deviation, 0,
                              some + r * n, false, n);
        add_rows(some, n, all.to_deviation);
    }
    return all;
}

/*
 * dy/dx of a row has three parts: by the variance, by the mean and by x itself. They are added in
 * the order in which they would arrive one by one.
 */
static void flow_to_row(const attn_work *work, size_t i, const moments *m, float to_mean,
                        float to_variance, float *into)
{
    size_t n = work->a->cols;
    const float *g = attn_upstream(work, 0) + i * n;
    float share = -to_mean / (float)n;
    attn_kernel_var_slopes(work->a->data + i * n, m->middle, to_variance, into, n);
    if (share != 0) attn_kernel_each(ATTN_EACH_ADD, into, 1, &share, 0, into, n);
    attn_kernel_slope(ATTN_SLOPE_INVERSE, g, &m->deviation, 0, g, 1, into, true, n);
}

static void backward_standardize(const attn_work *work, size_t example)
{
    size_t n = work->a->cols, rows = rows_of(work->a);
    float *into = attn_into(work, 0, 0), *into_epsilon = attn_into(work, 1, 0);
    moments of[AT_ONCE];
    flows to = {{0}, {0}};
    (void)example;
    for (size_t i = 0; i < rows; i++) {
        size_t r = i % AT_ONCE;
        if (r == 0) {
            find_moments(work, i, of);
            to = flows_of(work, i, of);
        }
        float to_variance = to.to_deviation[r] == 0 || of[r].deviation == 0
                                ? 0
                                : to.to_deviation[r] * (0.5f / of[r].deviation);
        if (into) flow_to_row(work, i, &of[r], to.to_mean[r], to_variance, into + i * n);
        if (into_epsilon) *into_epsilon += to_variance;
    }
}

/* (x − mean) / √(variance + ε) */
static void write_standardize(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    moments of[AT_ONCE];
    find_moments(work, row, of);
    attn_write(board, "(");
    attn_write_operand(board, work, 0, row, col, ATTN_BINDS_SUM);
    attn_write(board, of->mean < 0 ? " + " : " − ");
    attn_write_number(board, fabsf(of->mean));
    attn_write(board, ") / ");
    attn_write_number(board, of->deviation);
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
