/*
 * The rows of layer norm: each less its mean, divided by √(variance + ε). What a formula says in
 * nine operations is done here in one, number for number and gradient for gradient as by those:
 *   ((Xᵀ − mean(X)) / √(var(X) + ε))ᵀ
 * For records of which nobody asks for what lies between.
 */
#include <math.h>

#include "record/operation.h"
#include "tensor/kernel.h"

enum { AT_ONCE = 16, MOST_COLS = 256 }; /* rows on their way together; numbers of each, in parts */

/* Rows of n numbers with one ε, as they lie one behind the other. */
typedef struct part {
    const float *x;
    const float *g; /* that arrives at the result; on the way back alone */
    float *y;
    size_t rows, n;
    float epsilon;
} part;

/* What is the same for all numbers of a row. */
typedef struct moments {
    double middle;
    float mean, deviation;
} moments;

/* All examples are one part, unless each has an ε of its own. */
static size_t parts_of(const attn_work *work)
{
    return work->b->batch;
}

static part part_of(const attn_work *work)
{
    return (part){.x = attn_numbers(work, 0),
                  .y = attn_result(work),
                  .rows = work->result->rows * work->result->batch / parts_of(work),
                  .n = work->a->cols,
                  .epsilon = *attn_numbers(work, 1)};
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

static void standardize(const part *p)
{
    moments of[AT_ONCE];
    float *y = p->y;
    for (size_t i = 0; i < p->rows; i++, y += p->n) {
        const moments *m = &of[i % AT_ONCE];
        if (i % AT_ONCE == 0) find_moments(p, i, of);
        attn_series x = {p->x + i * p->n, 1}, mean = {&m->mean, 0}, deviation = {&m->deviation, 0};
        attn_kernel_each(ATTN_EACH_SUBTRACT, x, mean, y, p->n);
        attn_kernel_each(ATTN_EACH_DIVIDE, (attn_series){y, 1}, deviation, y, p->n);
    }
}

static bool forward_standardize(const attn_work *work)
{
    for (attn_work one = *work; one.example < parts_of(work); one.example++) {
        part p = part_of(&one);
        standardize(&p);
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

/* Of `rows` rows from row i on. */
static flows flows_of(const part *p, size_t i, size_t rows, const moments *of)
{
    float some[AT_ONCE * MOST_COLS];
    flows all = {{0}, {0}};
    for (size_t j = 0, n; j < p->n; j += n) {
        const float *g = p->g + i * p->n + j, *y = p->y + i * p->n + j;
        n = p->n - j < MOST_COLS ? p->n - j : MOST_COLS;
        for (size_t r = 0; r < rows; r++) {
            attn_series deviation = {&of[r].deviation, 0};
            attn_kernel_slope(ATTN_SLOPE_INVERSE, g + r * p->n, (attn_sink){some + r * n, false},
                              deviation, deviation, n);
        }
        add_rows(some, rows, n, all.from_mean);
        for (size_t r = 0; r < rows; r++) {
            attn_series deviation = {&of[r].deviation, 0}, value = {y + r * p->n, 1};
            attn_kernel_slope(ATTN_SLOPE_MINUS_SHARE, g + r * p->n,
                              (attn_sink){some + r * n, false}, value, deviation, n);
        }
        add_rows(some, rows, n, all.to_deviation);
    }
    return all;
}

/* By the variance, by the mean and by x itself: in the order in which they would come singly. */
static void flow_to_row(const part *p, size_t i, const moments *m, float to_variance,
                        float from_mean, float *into)
{
    float share = -from_mean / (float)p->n;
    attn_series deviation = {&m->deviation, 0};
    attn_kernel_var_slopes(p->x + i * p->n, m->middle, to_variance, into, p->n);
    if (share != 0)
        attn_kernel_each(ATTN_EACH_ADD, (attn_series){into, 1}, (attn_series){&share, 0}, into,
                         p->n);
    attn_kernel_slope(ATTN_SLOPE_INVERSE, p->g + i * p->n, (attn_sink){into, true}, deviation,
                      deviation, p->n);
}

static void flow_back(const part *p, float *into, float *into_epsilon)
{
    for (size_t i = 0; i < p->rows; i += AT_ONCE) {
        moments of[AT_ONCE];
        size_t rows = rows_from(p, i);
        find_moments(p, i, of);
        flows all = flows_of(p, i, rows, of);
        for (size_t r = 0; r < rows; r++) {
            float to_variance = 0;
            attn_series deviation = {&of[r].deviation, 1};
            attn_kernel_slope(ATTN_SLOPE_ROOT, &all.to_deviation[r],
                              (attn_sink){&to_variance, false}, deviation, deviation, 1);
            if (into)
                flow_to_row(p, i + r, &of[r], to_variance, all.from_mean[r], into + (i + r) * p->n);
            if (into_epsilon) *into_epsilon += to_variance;
        }
    }
}

static void backward_standardize(const attn_work *work)
{
    for (attn_work one = *work; one.example < parts_of(work); one.example++) {
        part p = part_of(&one);
        p.g = attn_upstream(&one);
        flow_back(&p, attn_into(&one, 0), attn_into(&one, 1));
    }
}

/* (x − mean) / deviation */
static attn_calculation *write_standardize(attn_board *board, const attn_work *work, attn_cell at)
{
    moments of[AT_ONCE];
    part p = part_of(work);
    find_moments(&p, at.row, of);
    attn_calculation *x = attn_write_operand(board, work, 0, at, ATTN_BINDS_SUM);
    return attn_write_two(
        board, ATTN_CALCULATION_QUOTIENT,
        attn_write_one(board, ATTN_CALCULATION_GROUP, attn_write_difference(board, x, of->mean)),
        attn_write_number(board, of->deviation));
}

const attn_operation attn_operations_standardize[ATTN_OP_COUNT] = {
    [ATTN_OP_STANDARDIZE] = {.sign = "layer norm",
                             .grows = ATTN_GROWS_BY_ROW,
                             .least = 2,
                             .most = 2,
                             .ranks = {ATTN_ROWS, ATTN_NUMBERS},
                             .needs = "needs rows and a number",
                             .shape = attn_shape_like_first,
                             .forward = forward_standardize,
                             .backward = backward_standardize,
                             .at_once = true,
                             .reads_all = true,
                             .infinite_because = "a row of equal numbers has no deviation",
                             .binding = ATTN_BINDS_QUOTIENT,
                             .write = write_standardize},
};
