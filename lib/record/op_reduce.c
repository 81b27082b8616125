/*
 * Operations along a vector, or along each row of a matrix: softmax, sum … argmax. And those of a
 * whole value: norm, width, height.
 *
 * Sums run in double from the first number to the last and are rounded once.
 */
#include <math.h>

#include "record/operation.h"
#include "tensor/kernel.h"

/* ---- softmax ---- */

static bool forward_softmax(const attn_work *work)
{
    const attn_tensor *x = work->a;
    attn_status *status = attn_record_status(work->record);
    float *y = attn_result(work);
    attn_kernel_softmax(attn_numbers(work, 0), y, x->rows, x->cols);
    for (size_t i = 0; i < x->rows; i++) {
        if (!isnan(y[i * x->cols])) continue;
        if (x->rank == ATTN_VECTOR) {
            return attn_fail(status, ATTN_INPUT,
                             "softmax: everything is masked: a query must see at least one key");
        }
        return attn_fail(status, ATTN_INPUT,
                         "softmax: row %zu is fully masked: a query must see at least one key",
                         i + 1);
    }
    return true;
}

/*
 * ∂L/∂xⱼ = yⱼ (gⱼ − Σₖ gₖ yₖ): a masked entry has y = 0 and gets nothing, even where g is infinite,
 * as the slope of entropy(y) is there: y log y goes to 0.
 */
static void backward_softmax(const attn_work *work)
{
    size_t n = work->a->cols;
    const float *y = attn_result(work), *g = attn_upstream(work);
    float *into = attn_into(work, 0);
    for (size_t i = 0; i < work->a->rows; i++, y += n, g += n, into += n) {
        double mean = 0;
        for (size_t j = 0; j < n; j++) mean += y[j] != 0 ? (double)g[j] * (double)y[j] : 0;
        for (size_t j = 0; j < n; j++) into[j] += y[j] != 0 ? y[j] * (g[j] - (float)mean) : 0;
    }
}

/* What exp is taken of: the number itself, or less the largest where its exp would overflow. */
typedef struct exponents {
    const float *x;
    float taken_away;
} exponents;

static attn_calculation *write_exp(attn_board *board, const attn_terms *terms, size_t k)
{
    const exponents *e = terms->more;
    attn_calculation *x = attn_write_number(board, e->x[k]);
    if (e->taken_away != 0) x = attn_write_difference(board, x, e->taken_away);
    return attn_write_function(board, "exp", x);
}

static attn_calculation *write_exp_value(attn_board *board, const attn_terms *terms, size_t k)
{
    const exponents *e = terms->more;
    float x = e->x[k] - e->taken_away, y;
    attn_kernel_exp(&x, &y, 1);
    return attn_write_number(board, y);
}

static attn_calculation *write_share(attn_board *board, const attn_terms *terms)
{
    size_t n = terms->work->a->cols;
    attn_calculation *all = attn_write_sum(board, terms, n);
    return attn_write_two(board, ATTN_CALCULATION_QUOTIENT,
                          terms->write_term(board, terms, terms->at.col),
                          attn_write_one(board, ATTN_CALCULATION_GROUP, all));
}

/* exp(2.1) / (exp(2.1) + exp(0.3) + exp(0.2)), and below the same with numbers. */
static attn_calculation *write_softmax(attn_board *board, const attn_work *work, attn_cell at)
{
    const float ordinary = 80; /* exp of numbers up to here can be written and divided by */
    size_t n = work->a->cols;
    exponents e = {work->a->data + at.row * n, 0};
    float largest = e.x[attn_place_of_max(e.x, n)];
    if (fabsf(largest) > ordinary) e.taken_away = largest;
    attn_calculation *lines = write_share(board, &(attn_terms){work, at, write_exp, &e});
    if (lines) lines->next = write_share(board, &(attn_terms){work, at, write_exp_value, &e});
    return lines;
}

/* ---- along a row: the shared loops ---- */

/* The numbers that one of the result is taken along: of NORM all, of the others a row. */
static size_t numbers_along(const attn_work *work)
{
    return work->result->rank == ATTN_NUMBER ? attn_tensor_size(work->a) : work->a->cols;
}

static bool forward_along(const attn_work *work)
{
    size_t n = numbers_along(work);
    const float *x = attn_numbers(work, 0);
    float *y = attn_result(work);
    for (size_t i = 0; i < work->result->cols; i++) y[i] = work->operation->of_row(x + i * n, n);
    return true;
}

static void backward_along(const attn_work *work)
{
    size_t n = numbers_along(work);
    const float *x = attn_numbers(work, 0), *y = attn_result(work), *g = attn_upstream(work);
    float *into = attn_into(work, 0);
    for (size_t i = 0; i < work->result->cols; i++)
        if (g[i] != 0) work->operation->slopes_of_row(x + i * n, n, y[i], g[i], into + i * n);
}

/* ---- values and slopes ---- */

static double sum_of(const float *x, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++) sum += (double)x[j];
    return sum;
}

static float sum(const float *x, size_t n)
{
    return (float)sum_of(x, n);
}

static void sum_slopes(const float *x, size_t n, float value, float g, float *into)
{
    (void)x, (void)value;
    for (size_t j = 0; j < n; j++) into[j] += g;
}

static float mean(const float *x, size_t n)
{
    return (float)(sum_of(x, n) / (double)n);
}

static void mean_slopes(const float *x, size_t n, float value, float g, float *into)
{
    (void)x, (void)value;
    for (size_t j = 0; j < n; j++) into[j] += g / (float)n;
}

static float var(const float *x, size_t n) /* over n, not n − 1 */
{
    double middle = sum_of(x, n) / (double)n, squares = 0;
    for (size_t j = 0; j < n; j++) {
        double from_middle = (double)x[j] - middle;
        squares += from_middle * from_middle;
    }
    return (float)(squares / (double)n);
}

static void var_slopes(const float *x, size_t n, float value, float g, float *into)
{
    (void)value;
    attn_kernel_var_slopes(x, sum_of(x, n) / (double)n, g, into, n);
}

static float max(const float *x, size_t n)
{
    return x[attn_place_of_max(x, n)];
}

static void max_slopes(const float *x, size_t n, float value, float g, float *into)
{
    (void)value;
    into[attn_place_of_max(x, n)] += g;
}

static float argmax(const float *x, size_t n)
{
    return (float)(attn_place_of_max(x, n) + 1);
}

static float entropy(const float *x, size_t n) /* −Σ p ln p, with 0 ln 0 = 0 */
{
    double sum_of_logs = 0;
    for (size_t j = 0; j < n; j++) {
        if (x[j] != 0) sum_of_logs -= (double)x[j] * log((double)x[j]);
    }
    return (float)sum_of_logs;
}

static void entropy_slopes(const float *x, size_t n, float value, float g, float *into)
{
    (void)value;
    for (size_t j = 0; j < n; j++) into[j] -= g * (float)(log((double)x[j]) + 1);
}

/* |x|, and x / |x|; at 0, a kink: 0 */
static float norm(const float *x, size_t n)
{
    double squares = 0;
    for (size_t i = 0; i < n; i++) squares += (double)x[i] * (double)x[i];
    return (float)sqrt(squares);
}

static void norm_slopes(const float *x, size_t n, float value, float g, float *into)
{
    for (size_t i = 0; i < n && value != 0; i++) into[i] += g * (x[i] / value);
}

static bool shape_of_argmax(attn_work *work)
{
    work->result->words = work->a->col_labels;
    return attn_shape_by_row(work);
}

/* ---- on the board ---- */

/* The k-th number of what a result's element was taken along; matrices have a row for each. */
static attn_calculation *write_number(attn_board *board, const attn_terms *terms, size_t k)
{
    return attn_write_operand(board, terms->work, 0, (attn_cell){terms->at.col, k},
                              ATTN_BINDS_QUOTIENT);
}

static bool has_terms(const attn_work *work)
{
    return work->a->cols > 1;
}

static attn_calculation *write_sum(attn_board *board, const attn_work *work, attn_cell at)
{
    return attn_write_sum(board, &(attn_terms){work, at, write_number, NULL}, work->a->cols);
}

/* (terms) / their number */
static attn_calculation *write_mean_of(attn_board *board, const attn_terms *terms)
{
    size_t n = terms->work->a->cols;
    attn_calculation *sum = attn_write_sum(board, terms, n);
    return attn_write_two(board, ATTN_CALCULATION_QUOTIENT,
                          attn_write_one(board, ATTN_CALCULATION_GROUP, sum),
                          attn_write_number(board, (float)n));
}

static attn_calculation *write_mean(attn_board *board, const attn_work *work, attn_cell at)
{
    return write_mean_of(board, &(attn_terms){work, at, write_number, NULL});
}

/* The numbers that the element was taken along. */
static const float *row_of(const attn_work *work, attn_cell at)
{
    return work->a->data + attn_stretched(work, 0, (attn_cell){at.col, 0}).row * work->a->cols;
}

/* (x − mean)² */
static attn_calculation *write_deviation(attn_board *board, const attn_terms *terms, size_t k)
{
    attn_calculation *x = attn_write_number(board, row_of(terms->work, terms->at)[k]);
    return attn_write_in_group(board, ATTN_CALCULATION_SQUARE,
                               attn_write_difference(board, x, *(const float *)terms->more));
}

static attn_calculation *write_var(attn_board *board, const attn_work *work, attn_cell at)
{
    float middle = mean(row_of(work, at), work->a->cols);
    return write_mean_of(board, &(attn_terms){work, at, write_deviation, &middle});
}

static attn_calculation *write_max(attn_board *board, const attn_work *work, attn_cell at)
{
    return attn_write_call(board, "max", &(attn_terms){work, at, write_number, NULL},
                           work->a->cols);
}

static attn_calculation *write_argmax(attn_board *board, const attn_work *work, attn_cell at)
{
    return attn_write_phrase(board, "the place of ", write_max(board, work, at), NULL);
}

static attn_calculation *write_plogp(attn_board *board, const attn_terms *terms, size_t k)
{
    float p = row_of(terms->work, terms->at)[k];
    return attn_write_two(board, ATTN_CALCULATION_PRODUCT, attn_write_number(board, p),
                          attn_write_function(board, "log", attn_write_number(board, p)));
}

static attn_calculation *write_entropy(attn_board *board, const attn_work *work, attn_cell at)
{
    attn_terms terms = {work, at, write_plogp, NULL};
    return attn_write_in_group(board, ATTN_CALCULATION_NEGATIVE,
                               attn_write_sum(board, &terms, work->a->cols));
}

/* ---- of the whole ---- */

static attn_calculation *write_square(attn_board *board, const attn_terms *terms, size_t k)
{
    float x = terms->work->a->data[k];
    attn_calculation *number = attn_write_number(board, x);
    if (x < 0) number = attn_write_one(board, ATTN_CALCULATION_GROUP, number);
    return attn_write_one(board, ATTN_CALCULATION_SQUARE, number);
}

static attn_calculation *write_norm(attn_board *board, const attn_work *work, attn_cell at)
{
    attn_terms terms = {work, at, write_square, NULL};
    return attn_write_in_group(board, ATTN_CALCULATION_ROOT,
                               attn_write_sum(board, &terms, attn_tensor_size(work->a)));
}

/* A size is a number that all examples share. */
static bool shape_of_size(attn_work *work)
{
    work->result->batch = 1;
    return attn_shape_number(work);
}

static bool forward_width(const attn_work *work)
{
    *attn_result(work) = (float)work->a->cols;
    return true;
}

static bool forward_height(const attn_work *work)
{
    *attn_result(work) = (float)work->a->rows;
    return true;
}

static attn_calculation *write_size(attn_board *board, const attn_work *work, attn_cell at)
{
    float size = work->result->data[at.col];
    bool rows = work->operation->forward == forward_height, matrix = work->a->rank == ATTN_MATRIX;
    const char *unit = rows ? "row" : matrix ? "column" : "number";
    return attn_write_phrase(board, NULL, attn_write_number(board, size),
                             attn_print(board->arena, " %s%s", unit, size == 1 ? "" : "s"));
}

#define ROWS_OF_ONE                                                                                \
    .least = 1, .most = 1, .ranks = {ATTN_ROWS}, .needs = "needs a vector or a matrix"
#define ALONG ROWS_OF_ONE, .shape = attn_shape_by_row, .forward = forward_along, .reads_all = true

const attn_operation attn_operations_reduce[ATTN_OP_COUNT] = {
    [ATTN_OP_SOFTMAX] = {.function = "softmax",
                         .grows = ATTN_GROWS_BY_ROW,
                         ROWS_OF_ONE,
                         .shape = attn_shape_like_first,
                         .forward = forward_softmax,
                         .backward = backward_softmax,
                         .unread = ATTN_PART_LEFT,
                         .makes_weights = true,
                         .unmasks = true,
                         .write = write_softmax},
    [ATTN_OP_SUM] = {.function = "sum",
                     ALONG,
                     .backward = backward_along,
                     .of_row = sum,
                     .slopes_of_row = sum_slopes,
                     .binding = ATTN_BINDS_SUM,
                     .is_sum = has_terms,
                     .write = write_sum},
    [ATTN_OP_MEAN] = {.function = "mean",
                      ALONG,
                      .backward = backward_along,
                      .of_row = mean,
                      .slopes_of_row = mean_slopes,
                      .binding = ATTN_BINDS_QUOTIENT,
                      .is_sum = has_terms,
                      .write = write_mean},
    [ATTN_OP_VAR] = {.function = "var",
                     ALONG,
                     .backward = backward_along,
                     .of_row = var,
                     .slopes_of_row = var_slopes,
                     .binding = ATTN_BINDS_QUOTIENT,
                     .is_sum = has_terms,
                     .write = write_var},
    [ATTN_OP_MAX] = {.function = "max",
                     ALONG,
                     .backward = backward_along,
                     .of_row = max,
                     .slopes_of_row = max_slopes,
                     .binding = ATTN_BINDS_ATOM,
                     .is_sum = has_terms,
                     .write = write_max},
    [ATTN_OP_ENTROPY] = {.function = "entropy",
                         ALONG,
                         .backward = backward_along,
                         .of_row = entropy,
                         .slopes_of_row = entropy_slopes,
                         .infinite_because = "entropy takes shares, which are never below 0",
                         .binding = ATTN_BINDS_PRODUCT,
                         .is_sum = has_terms,
                         .write = write_entropy},
    [ATTN_OP_ARGMAX] = {.function = "argmax",
                        .grows = ATTN_GROWS_BY_ROW,
                        ROWS_OF_ONE,
                        .shape = shape_of_argmax,
                        .forward = forward_along,
                        .reads_all = true,
                        .of_row = argmax,
                        .unmasks = true,
                        .write = write_argmax},
    [ATTN_OP_NORM] = {.function = "norm",
                      .least = 1,
                      .most = 1,
                      .shape = attn_shape_number,
                      .forward = forward_along,
                      .backward = backward_along,
                      .reads_all = true,
                      .of_row = norm,
                      .slopes_of_row = norm_slopes,
                      .binding = ATTN_BINDS_ATOM,
                      .is_sum = has_terms,
                      .write = write_norm},
    [ATTN_OP_WIDTH] = {.function = "width",
                       ROWS_OF_ONE,
                       .shape = shape_of_size,
                       .forward = forward_width,
                       .unmasks = true,
                       .write = write_size},
    [ATTN_OP_HEIGHT] = {.function = "height",
                        .least = 1,
                        .most = 1,
                        .ranks = {ATTN_MATRICES},
                        .needs = "needs a matrix",
                        .shape = shape_of_size,
                        .forward = forward_height,
                        .unmasks = true,
                        .write = write_size},
};
