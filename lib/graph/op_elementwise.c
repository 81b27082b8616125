/*
 * Elementwise operations: one number of the result from one number of each operand.
 *
 * Each gives its value and its slopes for single numbers; the loops over elements, rows and
 * examples are shared. A slope that does not exist (|x| at 0) or is infinite (√x at 0) is the usual
 * choice of one, or 0, so that no gradient is ever NaN.
 */
#include <math.h>
#include <string.h>

#include "graph/operation.h"
#include "tensor/kernel.h"

/* ---- the shared loops ---- */

/* How far an operand moves when the result moves by a row or a column: 0 where it is stretched. */
typedef struct steps {
    size_t row, col;
} steps;

static steps steps_of(const attn_tensor *x, const attn_tensor *result)
{
    if (x->rank == ATTN_NUMBER) return (steps){0, 0};
    bool each_row = x->rank == ATTN_VECTOR && result->rank == ATTN_MATRIX;
    return (steps){each_row ? 0 : x->cols, 1};
}

static bool forward_one(const attn_work *work, size_t example)
{
    const float *x = attn_numbers(work->a, example);
    float *y = attn_result(work, example);
    for (size_t i = 0; i < attn_tensor_size(work->result); i++)
        y[i] = work->operation->of_one(x[i]);
    return true;
}

/* Where nothing arrives from above, nothing flows on: so 0 · ∞ stays 0. */
static void backward_one(const attn_work *work, size_t example)
{
    const float *x = attn_numbers(work->a, example), *y = attn_result(work, example);
    const float *g = attn_upstream(work, example);
    float *into = attn_into(work, 0, example);
    for (size_t i = 0; i < attn_tensor_size(work->result); i++) {
        if (g[i] != 0) into[i] += g[i] * work->operation->slope_of_one(x[i], y[i]);
    }
}

static bool forward_by(const attn_work *work, size_t example, float (*of_two)(float, float))
{
    const float *x = attn_numbers(work->a, example), *y = attn_numbers(work->b, example);
    float *z = attn_result(work, example);
    const attn_tensor *result = work->result;
    steps x_step = steps_of(work->a, result), y_step = steps_of(work->b, result);
    for (size_t i = 0; i < result->rows; i++) {
        const float *x_i = x + i * x_step.row, *y_i = y + i * y_step.row;
        float *z_i = z + i * result->cols;
        for (size_t j = 0; j < result->cols; j++) {
            z_i[j] = of_two(x_i[j * x_step.col], y_i[j * y_step.col]);
        }
    }
    return true;
}

static bool forward_two(const attn_work *work, size_t example)
{
    return forward_by(work, example, work->operation->of_two);
}

/* The gradient of one of two operands: of a stretched one, the sum over all it was stretched to. */
static void backward_side(const attn_work *work, size_t example, size_t side,
                          float (*slope)(float, float, float))
{
    float *into = attn_into(work, side, example);
    if (!into) return;
    const float *x = attn_numbers(work->a, example), *y = attn_numbers(work->b, example);
    const float *z = attn_result(work, example), *g = attn_upstream(work, example);
    const attn_tensor *result = work->result;
    steps x_step = steps_of(work->a, result), y_step = steps_of(work->b, result);
    steps own = side == 0 ? x_step : y_step;
    for (size_t i = 0; i < result->rows; i++) {
        for (size_t j = 0; j < result->cols; j++) {
            size_t ij = i * result->cols + j;
            float x_ij = x[i * x_step.row + j * x_step.col];
            float y_ij = y[i * y_step.row + j * y_step.col];
            if (g[ij] != 0) into[i * own.row + j * own.col] += g[ij] * slope(x_ij, y_ij, z[ij]);
        }
    }
}

static void backward_two(const attn_work *work, size_t example)
{
    for (size_t side = 0; side < 2; side++) {
        backward_side(work, example, side, work->operation->slopes_of_two[side]);
    }
}

/* ---- two operands: values and slopes ---- */

static float add(float x, float y)
{
    return x + y;
}

static float subtract(float x, float y)
{
    return x - y;
}

static float plus_one(float x, float y, float z)
{
    (void)x, (void)y, (void)z;
    return 1;
}

static float minus_one(float x, float y, float z)
{
    (void)x, (void)y, (void)z;
    return -1;
}

static float times(float x, float y)
{
    return x * y;
}

static float the_right(float x, float y, float z)
{
    (void)x, (void)z;
    return y;
}

static float the_left(float x, float y, float z)
{
    (void)y, (void)z;
    return x;
}

static float divide(float x, float y) /* C leaves a division by 0 open: ±∞, and 0/0 is NaN */
{
    return y != 0 ? x / y : x * INFINITY;
}

static float divide_left(float x, float y, float z) /* ∂(x/y)/∂x = 1/y */
{
    (void)x, (void)z;
    return y != 0 ? 1 / y : 0;
}

static float divide_right(float x, float y, float z) /* ∂(x/y)/∂y = −x/y² */
{
    (void)x;
    return y != 0 ? -z / y : 0;
}

static float power(float x, float y)
{
    return (float)pow((double)x, (double)y);
}

static float finite_or_0(double slope)
{
    return isfinite(slope) ? (float)slope : 0;
}

static float power_left(float x, float y, float z) /* y·x^(y−1) */
{
    (void)z;
    return y == 0 ? 0 : finite_or_0((double)y * pow((double)x, (double)y - 1));
}

static float power_right(float x, float y, float z) /* x^y · ln x, for x above 0 */
{
    (void)y;
    return x > 0 ? finite_or_0((double)z * log((double)x)) : 0;
}

static float min_of(float x, float y)
{
    return x <= y ? x : y;
}

static float min_left(float x, float y, float z)
{
    (void)z;
    return x <= y ? 1 : 0;
}

static float min_right(float x, float y, float z)
{
    (void)z;
    return x <= y ? 0 : 1;
}

static float max_of(float x, float y)
{
    return x >= y ? x : y;
}

static float max_left(float x, float y, float z)
{
    (void)z;
    return x >= y ? 1 : 0;
}

static float max_right(float x, float y, float z)
{
    (void)z;
    return x >= y ? 0 : 1;
}

static float less(float x, float y)
{
    return x < y;
}

static float less_equal(float x, float y)
{
    return x <= y;
}

static float greater(float x, float y)
{
    return x > y;
}

static float greater_equal(float x, float y)
{
    return x >= y;
}

static float equal(float x, float y)
{
    return x == y;
}

/* Tokens of two vocabularies are equal if their words are. */
static bool forward_equal(const attn_work *work, size_t example)
{
    const attn_labels *x_words = work->a->words, *y_words = work->b->words;
    if (!x_words || !y_words || x_words == y_words) return forward_two(work, example);
    const attn_tensor *result = work->result;
    const float *x = attn_numbers(work->a, example), *y = attn_numbers(work->b, example);
    float *z = attn_result(work, example);
    steps x_step = steps_of(work->a, result), y_step = steps_of(work->b, result);
    for (size_t i = 0; i < result->rows; i++) {
        for (size_t j = 0; j < result->cols; j++) {
            const char *left = attn_word_of(x_words, x[i * x_step.row + j * x_step.col]);
            const char *right = attn_word_of(y_words, y[i * y_step.row + j * y_step.col]);
            z[i * result->cols + j] = left && right && strcmp(left, right) == 0;
        }
    }
    return true;
}

bool attn_times_forward(const attn_work *work, size_t example)
{
    return forward_by(work, example, times);
}

void attn_times_backward(const attn_work *work, size_t example)
{
    backward_side(work, example, 0, the_right);
    backward_side(work, example, 1, the_left);
}

/* ---- one operand: values and slopes ---- */

static float negative(float x)
{
    return -x;
}

static float negative_slope(float x, float y)
{
    (void)x, (void)y;
    return -1;
}

static bool forward_exp(const attn_work *work, size_t example)
{
    attn_kernel_exp(attn_numbers(work->a, example), attn_result(work, example),
                    attn_tensor_size(work->a));
    return true;
}

static float exp_slope(float x, float y)
{
    (void)x;
    return y;
}

static float log_of(float x)
{
    return (float)log((double)x);
}

static float log_slope(float x, float y)
{
    (void)y;
    return x > 0 ? 1 / x : 0;
}

static float sqrt_of(float x)
{
    return sqrtf(x);
}

static float sqrt_slope(float x, float y)
{
    (void)x;
    return y > 0 ? 0.5f / y : 0;
}

static float abs_of(float x)
{
    return fabsf(x);
}

static float abs_slope(float x, float y)
{
    (void)y;
    return (float)(x > 0) - (float)(x < 0);
}

static float sin_of(float x)
{
    return (float)sin((double)x);
}

static float sin_slope(float x, float y)
{
    (void)y;
    return (float)cos((double)x);
}

static float cos_of(float x)
{
    return (float)cos((double)x);
}

static float cos_slope(float x, float y)
{
    (void)y;
    return (float)-sin((double)x);
}

static float tanh_of(float x)
{
    return (float)tanh((double)x);
}

static float tanh_slope(float x, float y)
{
    (void)x;
    return 1 - y * y;
}

static float sigma_of(float x) /* 1 / (1 + e⁻ˣ) */
{
    return (float)(1 / (1 + exp(-(double)x)));
}

static float sigma_slope(float x, float y)
{
    (void)x;
    return y * (1 - y);
}

static float relu_of(float x)
{
    return x > 0 ? x : 0;
}

static float relu_slope(float x, float y)
{
    (void)y;
    return x > 0;
}

static double normal_below(double x) /* the share of the normal distribution below x */
{
    return 0.5 * (1 + erf(x * 0.70710678118654752440));
}

static float gelu_of(float x) /* x · Φ(x) */
{
    return isinf(x) && x < 0 ? 0 : (float)((double)x * normal_below((double)x));
}

static float gelu_slope(float x, float y) /* Φ(x) + x·φ(x) */
{
    (void)y;
    double density = 0.39894228040143267794 * exp(-0.5 * (double)x * (double)x);
    return (float)(normal_below((double)x) + (density > 0 ? (double)x * density : 0));
}

static float floor_of(float x)
{
    return floorf(x);
}

/* ---- on the board ---- */

/*
 * a + b − c is one sum, though the record holds it as (a + b) − c: the links of this chain, from
 * the last term back to the first.
 */
typedef struct chain {
    attn_work work;
    size_t row, col;
} chain;

static bool is_link(const attn_work *work)
{
    return work->operation->of_two == add || work->operation->of_two == subtract;
}

static bool next_link(chain *at)
{
    attn_node left = at->work.nodes[0];
    attn_work below = attn_work_of(at->work.graph, left);
    if (attn_node_name(at->work.graph, left) || !is_link(&below)) return false;
    attn_stretched(&at->work, 0, &at->row, &at->col);
    at->work = below;
    return true;
}

static void write_link(attn_board *board, const attn_terms *terms, size_t k)
{
    size_t count = *(const size_t *)terms->more;
    chain at = {*terms->work, terms->row, terms->col};
    for (size_t i = count - 1; i > (k > 0 ? k : 1); i--) next_link(&at);
    if (k == 0) {
        attn_write_operand(board, &at.work, 0, at.row, at.col, ATTN_BINDS_SUM);
    } else if (at.work.operation->of_two == add) {
        attn_write_operand(board, &at.work, 1, at.row, at.col, ATTN_BINDS_SUM);
    } else {
        attn_write(board, "−");
        attn_write_inner(board, &at.work, 1, at.row, at.col, ATTN_BINDS_QUOTIENT);
    }
}

static void write_chain(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    chain at = {*work, row, col};
    size_t count = 2;
    while (next_link(&at)) count++;
    attn_terms terms = {work, row, col, write_link, &count};
    attn_write_sum(board, &terms, count);
}

/* "x SIGN y", each side held together at least so tightly. */
static void write_between(attn_board *board, const attn_work *work, size_t row, size_t col,
                          const char *sign, attn_binding left, attn_binding right)
{
    attn_write_operand(board, work, 0, row, col, left);
    attn_write(board, sign);
    attn_write_inner(board, work, 1, row, col, right);
}

void attn_times_write(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    write_between(board, work, row, col, "·", ATTN_BINDS_PRODUCT, ATTN_BINDS_PRODUCT);
}

static void write_divide(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    write_between(board, work, row, col, " / ", ATTN_BINDS_PRODUCT, ATTN_BINDS_POWER);
}

static void write_power(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    attn_write_inner(board, work, 0, row, col, ATTN_BINDS_ATOM);
    attn_write(board, "^");
    attn_write_inner(board, work, 1, row, col, ATTN_BINDS_ATOM);
}

static void write_comparison(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    attn_write_operand(board, work, 0, row, col, ATTN_BINDS_SUM);
    attn_write(board, " ");
    attn_write(board, work->operation->sign);
    attn_write(board, " ");
    attn_write_operand(board, work, 1, row, col, ATTN_BINDS_SUM);
}

static void write_negative(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    attn_write(board, "−");
    attn_write_inner(board, work, 0, row, col, ATTN_BINDS_PRODUCT);
}

static void write_root(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    attn_write(board, "√");
    attn_write_inner(board, work, 0, row, col, ATTN_BINDS_ATOM);
}

/* "tanh(x)", "max(x, y)" */
static void write_call(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    attn_write(board, work->operation->function);
    attn_write(board, "(");
    for (size_t i = 0; i < work->count; i++) {
        if (i > 0) attn_write(board, ", ");
        attn_write_operand(board, work, i, row, col, ATTN_BINDS_COMPARISON);
    }
    attn_write(board, ")");
}

/* ---- the table ---- */

#define TWO                                                                                        \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .forward = forward_two,                \
    .backward = backward_two
#define COMPARISON                                                                                 \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .unmasks = true,                       \
    .binding = ATTN_BINDS_COMPARISON, .write = write_comparison
#define ONE                                                                                        \
    .least = 1, .most = 1, .shape = attn_shape_elementwise, .forward = forward_one,                \
    .backward = backward_one
#define CALL .binding = ATTN_BINDS_ATOM, .write = write_call

const attn_operation attn_operations_elementwise[ATTN_OP_COUNT] = {
    [ATTN_OP_ADD] = {.sign = "+",
                     TWO,
                     .of_two = add,
                     .slopes_of_two = {plus_one, plus_one},
                     .binding = ATTN_BINDS_SUM,
                     .write = write_chain},
    [ATTN_OP_SUBTRACT] = {.sign = "-",
                          TWO,
                          .of_two = subtract,
                          .slopes_of_two = {plus_one, minus_one},
                          .binding = ATTN_BINDS_SUM,
                          .write = write_chain},
    [ATTN_OP_TIMES] = {.sign = "⊙",
                       TWO,
                       .of_two = times,
                       .slopes_of_two = {the_right, the_left},
                       .binding = ATTN_BINDS_PRODUCT,
                       .write = attn_times_write},
    [ATTN_OP_DIVIDE] = {.sign = "/",
                        TWO,
                        .of_two = divide,
                        .slopes_of_two = {divide_left, divide_right},
                        .infinite_because = "a division by 0, or by too small a number",
                        .binding = ATTN_BINDS_QUOTIENT,
                        .write = write_divide},
    [ATTN_OP_POWER] = {.sign = "^",
                       TWO,
                       .of_two = power,
                       .slopes_of_two = {power_left, power_right},
                       .infinite_because = "a negative number has whole powers only, 0 has no "
                                           "negative ones, and none may be too large",
                       .binding = ATTN_BINDS_POWER,
                       .write = write_power},
    [ATTN_OP_MIN] =
        {.function = "min", TWO, .of_two = min_of, .slopes_of_two = {min_left, min_right}, CALL},
    [ATTN_OP_MAX2] =
        {.function = "max", TWO, .of_two = max_of, .slopes_of_two = {max_left, max_right}, CALL},

    [ATTN_OP_LESS] = {.sign = "<", COMPARISON, .of_two = less, .forward = forward_two},
    [ATTN_OP_LESS_EQUAL] = {.sign = "≤", COMPARISON, .of_two = less_equal, .forward = forward_two},
    [ATTN_OP_GREATER] = {.sign = ">", COMPARISON, .of_two = greater, .forward = forward_two},
    [ATTN_OP_GREATER_EQUAL] = {.sign = "≥",
                               COMPARISON,
                               .of_two = greater_equal,
                               .forward = forward_two},
    [ATTN_OP_EQUAL] = {.sign = "==", COMPARISON, .of_two = equal, .forward = forward_equal},

    [ATTN_OP_NEGATIVE] = {.sign = "-",
                          ONE,
                          .of_one = negative,
                          .slope_of_one = negative_slope,
                          .binding = ATTN_BINDS_PRODUCT,
                          .write = write_negative},
    [ATTN_OP_EXP] = {.function = "exp",
                     .least = 1,
                     .most = 1,
                     .shape = attn_shape_elementwise,
                     .forward = forward_exp,
                     .backward = backward_one,
                     .slope_of_one = exp_slope,
                     .infinite_because = "exp of more than 88.7 is too large a number",
                     CALL},
    [ATTN_OP_LOG] = {.function = "log",
                     ONE,
                     .of_one = log_of,
                     .slope_of_one = log_slope,
                     .infinite_because = "only numbers above 0 have a logarithm",
                     CALL},
    [ATTN_OP_SQRT] = {.function = "sqrt",
                      ONE,
                      .of_one = sqrt_of,
                      .slope_of_one = sqrt_slope,
                      .infinite_because = "a negative number has no root",
                      .binding = ATTN_BINDS_ATOM,
                      .write = write_root},
    [ATTN_OP_ABS] = {.function = "abs", ONE, .of_one = abs_of, .slope_of_one = abs_slope, CALL},
    [ATTN_OP_SIN] = {.function = "sin", ONE, .of_one = sin_of, .slope_of_one = sin_slope, CALL},
    [ATTN_OP_COS] = {.function = "cos", ONE, .of_one = cos_of, .slope_of_one = cos_slope, CALL},
    [ATTN_OP_TANH] = {.function = "tanh", ONE, .of_one = tanh_of, .slope_of_one = tanh_slope, CALL},
    [ATTN_OP_SIGMA] = {.function = "σ", ONE, .of_one = sigma_of, .slope_of_one = sigma_slope, CALL},
    [ATTN_OP_RELU] = {.function = "relu", ONE, .of_one = relu_of, .slope_of_one = relu_slope, CALL},
    [ATTN_OP_GELU] = {.function = "gelu", ONE, .of_one = gelu_of, .slope_of_one = gelu_slope, CALL},
    [ATTN_OP_FLOOR] = {.function = "floor",
                       .least = 1,
                       .most = 1,
                       .shape = attn_shape_elementwise,
                       .forward = forward_one,
                       .of_one = floor_of,
                       CALL},
};
