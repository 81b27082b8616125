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

static bool shape_of_softmax(attn_work *work)
{
    if (work->a->rank == ATTN_NUMBER) {
        return attn_fail_shapes(work, "needs a vector or a matrix", "");
    }
    return attn_shape_like(work, work->a);
}

static bool forward_softmax(const attn_work *work, size_t example)
{
    const attn_tensor *x = work->a;
    attn_status *status = attn_record_status(work->record);
    float *y = attn_result(work, example);
    attn_kernel_softmax(attn_numbers(x, example), y, x->rows, x->cols);
    for (size_t i = 0; i < x->rows; i++) {
        if (!isnan(y[i * x->cols])) continue;
        if (x->rank == ATTN_VECTOR) {
            return attn_fail(status, ATTN_INPUT,
                             "softmax: all is masked: a query must see at least one key");
        }
        return attn_fail(status, ATTN_INPUT,
                         "softmax: row %zu is wholly masked: a query must see at least one key",
                         i + 1);
    }
    return true;
}

/*
 * ∂L/∂xⱼ = yⱼ (gⱼ − Σₖ gₖ yₖ): a masked entry has y = 0 and gets nothing, even where g is infinite,
 * as the slope of entropy(y) is there: y log y goes to 0.
 */
static void backward_softmax(const attn_work *work, size_t example)
{
    size_t m = work->a->rows, n = work->a->cols;
    for (size_t i = 0; i < m; i++) {
        const float *y = attn_result(work, example) + i * n;
        const float *g = attn_upstream(work, example) + i * n;
        float *into = attn_into(work, 0, example) + i * n;
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

static attn_calculation *write_share(attn_board *board, const attn_terms *terms, size_t col)
{
    attn_calculation *all = attn_write_sum(board, terms, terms->work->a->cols);
    return attn_write_two(board, ATTN_CALCULATION_QUOTIENT, terms->write_term(board, terms, col),
                          attn_write_one(board, ATTN_CALCULATION_GROUP, all));
}

/* exp(2.1) / (exp(2.1) + exp(0.3) + exp(0.2)), and below the same with numbers. */
static attn_calculation *write_softmax(attn_board *board, const attn_work *work, size_t row,
                                       size_t col)
{
    const float ordinary = 80; /* exp of numbers up to here can be written and divided by */
    size_t n = work->a->cols;
    exponents e = {work->a->data + row * n, 0};
    float largest = e.x[attn_place_of_max(e.x, n)];
    if (fabsf(largest) > ordinary) e.taken_away = largest;

    attn_terms rule = {work, row, col, write_exp, &e}, numbers = rule;
    numbers.write_term = write_exp_value;
    attn_calculation *lines = write_share(board, &rule, col);
    if (lines) lines->next = write_share(board, &numbers, col);
    return lines;
}

/* ---- along a row: the shared loops ---- */

static void count_numbers_read(attn_work *work)
{
    work->multiply_adds =
        attn_product64(attn_product64(attn_tensor_size(work->a), work->a->batch), ATTN_COST_NUMBER);
}

static bool shape_along(attn_work *work)
{
    count_numbers_read(work);
    return attn_shape_by_row(work);
}

static bool forward_along(const attn_work *work, size_t example)
{
    size_t m = work->a->rows, n = work->a->cols;
    const float *x = attn_numbers(work->a, example);
    float *y = attn_result(work, example);
    for (size_t i = 0; i < m; i++) y[i] = work->operation->of_row(x + i * n, n);
    return true;
}

static void backward_along(const attn_work *work, size_t example)
{
    size_t m = work->a->rows, n = work->a->cols;
    const float *x = attn_numbers(work->a, example), *y = attn_result(work, example);
    const float *g = attn_upstream(work, example);
    float *into = attn_into(work, 0, example);
    for (size_t i = 0; i < m; i++) {
        if (g[i] == 0) continue;
        work->operation->slopes_of_row(x + i * n, n, y[i], g[i], into + i * n);
    }
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

static bool shape_of_argmax(attn_work *work)
{
    work->result->words = work->a->col_labels;
    return shape_along(work);
}

/* ---- on the board ---- */

/* The k-th number of what a result's element was taken along; matrices have a row for each. */
static attn_calculation *write_number(attn_board *board, const attn_terms *terms, size_t k)
{
    return attn_write_operand(board, terms->work, 0, terms->col, k, ATTN_BINDS_QUOTIENT);
}

static attn_terms numbers_along(const attn_work *work, size_t col)
{
    return (attn_terms){work, 0, work->a->rank == ATTN_MATRIX ? col : 0, write_number, NULL};
}

static bool has_terms(const attn_work *work)
{
    return work->a->cols > 1;
}

static attn_calculation *write_sum(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    (void)row;
    attn_terms terms = numbers_along(work, col);
    return attn_write_sum(board, &terms, work->a->cols);
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

static attn_calculation *write_mean(attn_board *board, const attn_work *work, size_t row,
                                    size_t col)
{
    (void)row;
    attn_terms terms = numbers_along(work, col);
    return write_mean_of(board, &terms);
}

static float number_of(const attn_terms *terms, size_t k)
{
    return terms->work->a->data[terms->col * terms->work->a->cols + k];
}

/* (x − mean)² */
static attn_calculation *write_deviation(attn_board *board, const attn_terms *terms, size_t k)
{
    attn_calculation *x = attn_write_number(board, number_of(terms, k));
    return attn_write_one(
        board, ATTN_CALCULATION_SQUARE,
        attn_write_one(board, ATTN_CALCULATION_GROUP,
                       attn_write_difference(board, x, *(const float *)terms->more)));
}

static attn_calculation *write_var(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    (void)row;
    attn_terms terms = numbers_along(work, col);
    float middle = mean(work->a->data + terms.col * work->a->cols, work->a->cols);
    terms.write_term = write_deviation;
    terms.more = &middle;
    return write_mean_of(board, &terms);
}

static attn_calculation *write_max(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    (void)row;
    attn_terms terms = numbers_along(work, col);
    return attn_write_call(board, "max", &terms, work->a->cols);
}

static attn_calculation *write_argmax(attn_board *board, const attn_work *work, size_t row,
                                      size_t col)
{
    return attn_write_two(board, ATTN_CALCULATION_PHRASE, attn_write_words(board, "the place of "),
                          write_max(board, work, row, col));
}

static attn_calculation *write_plogp(attn_board *board, const attn_terms *terms, size_t k)
{
    float p = number_of(terms, k);
    return attn_write_two(board, ATTN_CALCULATION_PRODUCT, attn_write_number(board, p),
                          attn_write_function(board, "log", attn_write_number(board, p)));
}

static attn_calculation *write_entropy(attn_board *board, const attn_work *work, size_t row,
                                       size_t col)
{
    (void)row;
    attn_terms terms = numbers_along(work, col);
    terms.write_term = write_plogp;
    attn_calculation *sum = attn_write_sum(board, &terms, work->a->cols);
    return attn_write_one(board, ATTN_CALCULATION_NEGATIVE,
                          attn_write_one(board, ATTN_CALCULATION_GROUP, sum));
}

/* ---- of the whole ---- */

static bool shape_of_norm(attn_work *work)
{
    count_numbers_read(work);
    return attn_shape_number(work);
}

static bool forward_norm(const attn_work *work, size_t example)
{
    const float *x = attn_numbers(work->a, example);
    double squares = 0;
    for (size_t i = 0; i < attn_tensor_size(work->a); i++) {
        squares += (double)x[i] * (double)x[i];
    }
    *attn_result(work, example) = (float)sqrt(squares);
    return true;
}

static void backward_norm(const attn_work *work, size_t example) /* x / |x|; at 0, a kink: 0 */
{
    const float *x = attn_numbers(work->a, example);
    float *into = attn_into(work, 0, example);
    float norm = *attn_result(work, example), g = *attn_upstream(work, example);
    if (norm == 0) return;
    for (size_t i = 0; i < attn_tensor_size(work->a); i++) into[i] += g * (x[i] / norm);
}

static attn_calculation *write_square(attn_board *board, const attn_terms *terms, size_t k)
{
    float x = terms->work->a->data[k];
    attn_calculation *number = attn_write_number(board, x);
    if (x < 0) number = attn_write_one(board, ATTN_CALCULATION_GROUP, number);
    return attn_write_one(board, ATTN_CALCULATION_SQUARE, number);
}

static attn_calculation *write_norm(attn_board *board, const attn_work *work, size_t row,
                                    size_t col)
{
    attn_terms terms = {work, row, col, write_square, NULL};
    attn_calculation *sum = attn_write_sum(board, &terms, attn_tensor_size(work->a));
    return attn_write_one(board, ATTN_CALCULATION_ROOT,
                          attn_write_one(board, ATTN_CALCULATION_GROUP, sum));
}

/* A size is a number that all examples share. */
static bool shape_of_width(attn_work *work)
{
    work->result->batch = 1;
    if (work->a->rank == ATTN_NUMBER) {
        return attn_fail_shapes(work, "needs a vector or a matrix", "");
    }
    return attn_shape_number(work);
}

static bool forward_width(const attn_work *work, size_t example)
{
    *attn_result(work, example) = (float)work->a->cols;
    return true;
}

static bool shape_of_height(attn_work *work)
{
    work->result->batch = 1;
    if (work->a->rank != ATTN_MATRIX) return attn_fail_shapes(work, "needs a matrix", "");
    return attn_shape_number(work);
}

static bool forward_height(const attn_work *work, size_t example)
{
    *attn_result(work, example) = (float)work->a->rows;
    return true;
}

static attn_calculation *write_size(attn_board *board, const attn_work *work, size_t row,
                                    size_t col)
{
    (void)row, (void)col;
    bool columns = work->a->rank == ATTN_MATRIX && work->operation->forward == forward_width;
    bool rows = work->operation->forward == forward_height;
    float size = *work->result->data;
    const char *unit = rows ? "row" : columns ? "column" : "number";
    return attn_write_two(board, ATTN_CALCULATION_PHRASE, attn_write_number(board, size),
                          attn_write_words(board, attn_print(attn_board_arena(board), " %s%s", unit,
                                                             size == 1 ? "" : "s")));
}

#define ALONG .least = 1, .most = 1, .shape = shape_along, .forward = forward_along

const attn_operation attn_operations_reduce[ATTN_OP_COUNT] = {
    [ATTN_OP_SOFTMAX] = {.function = "softmax",
                         .least = 1,
                         .most = 1,
                         .shape = shape_of_softmax,
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
                         .infinite_because = "entropy is of shares, which are never below 0",
                         .binding = ATTN_BINDS_PRODUCT,
                         .is_sum = has_terms,
                         .write = write_entropy},
    [ATTN_OP_ARGMAX] = {.function = "argmax",
                        .least = 1,
                        .most = 1,
                        .shape = shape_of_argmax,
                        .forward = forward_along,
                        .of_row = argmax,
                        .unmasks = true,
                        .write = write_argmax},
    [ATTN_OP_NORM] = {.function = "norm",
                      .least = 1,
                      .most = 1,
                      .shape = shape_of_norm,
                      .forward = forward_norm,
                      .backward = backward_norm,
                      .binding = ATTN_BINDS_ATOM,
                      .is_sum = has_terms,
                      .write = write_norm},
    [ATTN_OP_WIDTH] = {.function = "width",
                       .least = 1,
                       .most = 1,
                       .shape = shape_of_width,
                       .forward = forward_width,
                       .unmasks = true,
                       .write = write_size},
    [ATTN_OP_HEIGHT] = {.function = "height",
                        .least = 1,
                        .most = 1,
                        .shape = shape_of_height,
                        .forward = forward_height,
                        .unmasks = true,
                        .write = write_size},
};
