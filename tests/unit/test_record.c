/*
 * record: shapes, labels and words of every kind of operation, messages where something does not
 * fit, masks, limits, memory, and arithmetic as it stands on the board.
 */
#include <math.h>

#include "calculations.h"
#include "record/operation.h"
#include "scarce.h"

static attn_status status;
static attn_record *record;

static void set_up(void)
{
    memset(&status, 0, sizeof status);
    record = attn_record_new(&status);
    ck_assert_ptr_nonnull(record);
}

static void tear_down(void)
{
    attn_record_free(record);
}

/* ---- making values ---- */

static const char *const french_words[] = {"le", "chat", "noir"};
static const char *const english_words[] = {"the", "black", "chat"};
static const char *const plain_words[] = {"1", "2", "3"};
static const char *const two_words[] = {"x", "y"};
static const attn_labels french = {.name = "source", .count = 3, .words = french_words};
static const attn_labels english = {.name = "target", .count = 3, .words = english_words};
static const attn_labels plain = {.count = 3, .words = plain_words, .plain = true};
static const attn_labels two = {.name = "two", .count = 2, .words = two_words};

static attn_node leaf(attn_tensor shape, const float *numbers)
{
    attn_node made = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    float *to = attn_record_fill(record, made);
    memcpy(to, numbers, shape.batch * shape.rows * shape.cols * sizeof *to);
    return made;
}

static attn_node matrix(size_t rows, size_t cols, const float *numbers, const attn_labels *of_rows,
                        const attn_labels *of_cols)
{
    return leaf((attn_tensor){.rank = ATTN_MATRIX,
                              .batch = 1,
                              .rows = rows,
                              .cols = cols,
                              .row_labels = of_rows,
                              .col_labels = of_cols},
                numbers);
}

static attn_node vector(size_t cols, const float *numbers, const attn_labels *labels,
                        const attn_labels *words)
{
    return leaf((attn_tensor){.rank = ATTN_VECTOR,
                              .batch = 1,
                              .rows = 1,
                              .cols = cols,
                              .col_labels = labels,
                              .words = words},
                numbers);
}

static attn_node number(float value)
{
    return attn_record_number(record, value);
}

static attn_node token(float place, const attn_labels *words)
{
    return leaf(
        (attn_tensor){.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .words = words},
        &place);
}

static const float up[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

static attn_node apply_with(attn_op op, attn_node a, attn_node b, size_t p, size_t q)
{
    const attn_node operands[] = {a, b};
    return attn_apply(record, op, operands, b ? 2 : 1, (attn_params){p, q});
}

static attn_node apply(attn_op op, attn_node a, attn_node b)
{
    return apply_with(op, a, b, 0, 0);
}

static const attn_tensor *value(attn_node node)
{
    ck_assert_msg(node != 0, "%s", status.message);
    return attn_value(record, node);
}

static void check_numbers(attn_node node, attn_rank rank, size_t rows, size_t cols,
                          const float *numbers)
{
    const attn_tensor *found = value(node);
    ck_assert_int_eq(found->rank, rank);
    ck_assert_uint_eq(found->rows, rows);
    ck_assert_uint_eq(found->cols, cols);
    for (size_t i = 0; i < rows * cols; i++) {
        ck_assert_double_eq_tol((double)found->data[i], (double)numbers[i], 1e-6);
    }
}

#define NUMBERS(...) ((const float[]){__VA_ARGS__})

static void check_labels(attn_node node, const attn_labels *rows, const attn_labels *cols,
                         const attn_labels *words)
{
    const attn_tensor *found = value(node);
    ck_assert_ptr_eq(found->row_labels, rows);
    ck_assert_ptr_eq(found->col_labels, cols);
    ck_assert_ptr_eq(found->words, words);
}

static void check_fails(attn_node node, const char *message)
{
    ck_assert_uint_eq(node, 0);
    ck_assert_str_eq(status.message, message);
    memset(&status, 0, sizeof status);
}

/* ---- the table ---- */

START_TEST(functions_by_name)
{
    bool known;
    const char *arity;
    ck_assert_int_eq(attn_op_find("softmax!", 7, 1, &known, &arity), ATTN_OP_SOFTMAX);
    ck_assert(known);
    ck_assert_str_eq(arity, "1 value");
    ck_assert_int_eq(attn_op_find("max", 3, 1, NULL, NULL), ATTN_OP_MAX);
    ck_assert_int_eq(attn_op_find("max", 3, 2, NULL, NULL), ATTN_OP_MAX2);
    ck_assert_int_eq(attn_op_find("mask", 4, 2, NULL, NULL), ATTN_OP_MASK_BY);
    ck_assert_int_eq(attn_op_find("mask", 4, 3, &known, &arity), 0);
    ck_assert(known);
    ck_assert_str_eq(arity, "1 or 2 values");
    ck_assert_int_eq(attn_op_find("min", 3, 1, &known, &arity), 0);
    ck_assert_str_eq(arity, "2 values");
    ck_assert_int_eq(attn_op_find("soft", 4, 1, &known, NULL), 0);
    ck_assert(!known);
}
END_TEST

START_TEST(functions_of_the_language)
{
    static const char *const names[] = {
        "exp",     "log",    "sqrt",    "abs",   "sin",      "cos",    "tanh",
        "σ",       "relu",   "gelu",    "floor", "constant", "min",    "max",
        "softmax", "sum",    "mean",    "var",   "entropy",  "argmax", "norm",
        "width",   "height", "row",     "pick",  "one_hot",  "sample", "known",
        "outer",   "mask",   "patches", "pool",  "frames"};
    size_t count = 0;
    for (; attn_op_function(count); count++) {
        size_t i = 0;
        while (i < COUNT(names) && strcmp(names[i], attn_op_function(count)) != 0) i++;
        ck_assert_msg(i < COUNT(names), "%s", attn_op_function(count));
    }
    ck_assert_uint_eq(count, COUNT(names));
}
END_TEST

/* ---- values, shapes and labels ---- */

START_TEST(elementwise_shapes_and_labels)
{
    attn_node M = matrix(2, 3, up, &two, NULL), v = vector(3, up, &french, NULL), n = number(10);
    attn_node sum = apply(ATTN_OP_ADD, M, v);
    check_numbers(sum, ATTN_MATRIX, 2, 3, NUMBERS(2, 4, 6, 5, 7, 9));
    check_labels(sum, &two, &french, NULL);
    check_numbers(apply(ATTN_OP_SUBTRACT, v, M), ATTN_MATRIX, 2, 3, NUMBERS(0, 0, 0, -3, -3, -3));
    check_numbers(apply(ATTN_OP_DIVIDE, v, n), ATTN_VECTOR, 1, 3, NUMBERS(.1f, .2f, .3f));
    attn_node counted = vector(3, up, &plain, NULL);
    check_labels(apply(ATTN_OP_ADD, counted, v), NULL, &french, NULL); /* words before numbers */
    check_labels(apply(ATTN_OP_ADD, counted, number(1)), NULL, &plain, NULL);
    check_labels(apply(ATTN_OP_EXP, M, 0), &two, NULL, NULL);
    check_numbers(apply(ATTN_OP_LESS_EQUAL, v, number(2)), ATTN_VECTOR, 1, 3, NUMBERS(1, 1, 0));
}
END_TEST

START_TEST(products_and_their_labels)
{
    attn_node A = matrix(2, 3, up, &two, &french), B = matrix(3, 2, up, &english, &two);
    attn_node v = vector(3, NUMBERS(1, 0, -1), &french, NULL);
    attn_node AB = apply(ATTN_OP_PRODUCT, A, B);
    check_numbers(AB, ATTN_MATRIX, 2, 2, NUMBERS(22, 28, 49, 64));
    check_labels(AB, &two, &two, NULL);
    attn_node Av = apply(ATTN_OP_PRODUCT, A, v), vB = apply(ATTN_OP_PRODUCT, v, B);
    check_numbers(Av, ATTN_VECTOR, 1, 2, NUMBERS(-2, -2));
    check_labels(Av, NULL, &two, NULL);
    check_numbers(vB, ATTN_VECTOR, 1, 2, NUMBERS(-4, -4));
    check_labels(vB, NULL, &two, NULL);
    check_numbers(apply(ATTN_OP_PRODUCT, v, v), ATTN_NUMBER, 1, 1, NUMBERS(2));
    check_labels(apply(ATTN_OP_PRODUCT, number(2), A), &two, &french, NULL);
    attn_node outer = apply(ATTN_OP_OUTER, v, vector(2, up, &two, NULL));
    check_numbers(outer, ATTN_MATRIX, 3, 2, NUMBERS(1, 2, 0, 0, -1, -2));
    check_labels(outer, &french, &two, NULL);
    attn_node turned = apply(ATTN_OP_TRANSPOSE, A, 0);
    check_numbers(turned, ATTN_MATRIX, 3, 2, NUMBERS(1, 4, 2, 5, 3, 6));
    check_labels(turned, &french, &two, NULL);
    check_numbers(apply(ATTN_OP_TRANSPOSE, v, 0), ATTN_VECTOR, 1, 3, NUMBERS(1, 0, -1));
}
END_TEST

START_TEST(joining_stacking_and_selecting)
{
    attn_node A = matrix(2, 3, up, &two, &french), B = matrix(2, 2, up, NULL, &two);
    attn_node joined = apply(ATTN_OP_JOIN, A, B);
    check_numbers(joined, ATTN_MATRIX, 2, 5, NUMBERS(1, 2, 3, 1, 2, 4, 5, 6, 3, 4));
    ck_assert_ptr_eq(value(joined)->row_labels, &two);
    ck_assert_uint_eq(value(joined)->col_labels->count, 5);
    ck_assert_str_eq(value(joined)->col_labels->words[3], "x");
    attn_node unlabelled = apply(ATTN_OP_JOIN, A, matrix(2, 1, up, NULL, NULL));
    check_labels(unlabelled, &two, NULL, NULL);
    attn_node v = vector(3, up, &french, NULL), tokens = vector(3, up, NULL, &french);
    check_numbers(apply(ATTN_OP_JOIN, v, number(9)), ATTN_VECTOR, 1, 4, NUMBERS(1, 2, 3, 9));
    attn_node stacked = apply(ATTN_OP_STACK, vector(3, up + 3, NULL, NULL), v);
    check_numbers(stacked, ATTN_MATRIX, 2, 3, NUMBERS(4, 5, 6, 1, 2, 3));
    check_labels(stacked, NULL, &french, NULL);
    check_labels(apply(ATTN_OP_STACK, token(1, &french), token(2, &french)), NULL, NULL, &french);
    check_labels(apply(ATTN_OP_STACK, token(1, &french), token(2, &english)), NULL, NULL, NULL);
    check_labels(apply(ATTN_OP_JOIN, tokens, tokens), NULL, NULL, &french);
    attn_node row = apply_with(ATTN_OP_ROW_OF, A, 0, 1, 0);
    check_numbers(row, ATTN_VECTOR, 1, 3, NUMBERS(4, 5, 6));
    check_labels(row, NULL, &french, NULL);
    check_numbers(apply_with(ATTN_OP_ELEMENT_OF, A, 0, 1, 2), ATTN_NUMBER, 1, 1, NUMBERS(6));
    check_labels(apply_with(ATTN_OP_ELEMENT_OF, tokens, 0, 0, 1), NULL, NULL, &french);
    attn_node part = apply_with(ATTN_OP_SPLIT, joined, 0, 4, 5);
    check_numbers(part, ATTN_MATRIX, 2, 1, NUMBERS(2, 4));
    check_labels(part, &two, NULL, NULL);
    attn_node six = matrix(2, 6, NUMBERS(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), &two, NULL);
    part = apply_with(ATTN_OP_RESHAPE, six, 0, 1, 3);
    check_numbers(part, ATTN_MATRIX, 2, 2, NUMBERS(5, 6, 7, 8));
    check_labels(part, NULL, NULL, NULL);
}
END_TEST

START_TEST(along_rows)
{
    attn_node X = matrix(2, 3, NUMBERS(1, 3, 2, 0, 0, 6), &two, &french);
    check_numbers(apply(ATTN_OP_SUM, X, 0), ATTN_VECTOR, 1, 2, NUMBERS(6, 6));
    check_numbers(apply(ATTN_OP_MEAN, X, 0), ATTN_VECTOR, 1, 2, NUMBERS(2, 2));
    check_numbers(apply(ATTN_OP_VAR, X, 0), ATTN_VECTOR, 1, 2, NUMBERS(2.f / 3, 8));
    check_numbers(apply(ATTN_OP_MAX, X, 0), ATTN_VECTOR, 1, 2, NUMBERS(3, 6));
    check_labels(apply(ATTN_OP_MAX, X, 0), NULL, &two, NULL);
    attn_node best = apply(ATTN_OP_ARGMAX, X, 0);
    check_numbers(best, ATTN_VECTOR, 1, 2, NUMBERS(2, 3));
    check_labels(best, NULL, &two, &french);
    attn_node p = vector(4, NUMBERS(0.5f, 0.5f, 0, 0), NULL, NULL);
    check_numbers(apply(ATTN_OP_ENTROPY, p, 0), ATTN_NUMBER, 1, 1, NUMBERS(0.693147181f));
    check_numbers(apply(ATTN_OP_NORM, vector(2, NUMBERS(3, -4), NULL, NULL), 0), ATTN_NUMBER, 1, 1,
                  NUMBERS(5));
    check_numbers(apply(ATTN_OP_WIDTH, X, 0), ATTN_NUMBER, 1, 1, NUMBERS(3));
    check_numbers(apply(ATTN_OP_HEIGHT, X, 0), ATTN_NUMBER, 1, 1, NUMBERS(2));
    attn_node weights = apply(ATTN_OP_SOFTMAX, X, 0);
    check_labels(weights, &two, &french, NULL);
    ck_assert(attn_node_is_weights(record, weights) && !attn_node_is_weights(record, X));
    ck_assert(attn_node_is_weights(record, apply_with(ATTN_OP_ROW_OF, weights, 0, 1, 0)));
    ck_assert(attn_node_is_weights(record, apply(ATTN_OP_COPY, weights, 0)));
    ck_assert(attn_node_is_weights(record, apply(ATTN_OP_REPLACED, weights, number(1))));
    ck_assert(!attn_node_is_weights(record, apply(ATTN_OP_EXP, weights, 0)));
}
END_TEST

START_TEST(values_of_functions)
{
    static const struct {
        attn_op op;
        float x, y;
    } rows[] = {
        {ATTN_OP_EXP, 1, 2.71828175f},
        {ATTN_OP_LOG, 10, 2.30258512f},
        {ATTN_OP_SQRT, 2, 1.41421354f},
        {ATTN_OP_ABS, -2, 2},
        {ATTN_OP_SIN, 1, 0.841470957f},
        {ATTN_OP_COS, 1, 0.540302277f},
        {ATTN_OP_TANH, 0.5f, 0.462117165f},
        {ATTN_OP_SIGMA, -1, 0.268941432f},
        {ATTN_OP_RELU, -1, 0},
        {ATTN_OP_GELU, 1, 0.841344774f},
        {ATTN_OP_FLOOR, -1.5f, -2},
        {ATTN_OP_CONSTANT, -1.5f, -1.5f},
        {ATTN_OP_NEGATIVE, 3, -3},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert(*value(apply(rows[i].op, number(rows[i].x), 0))->data == rows[i].y);
    }
    ck_assert(*value(apply(ATTN_OP_POWER, number(-2), number(3)))->data == -8);
    ck_assert(*value(apply(ATTN_OP_MIN, number(-2), number(3)))->data == -2);
    ck_assert(*value(apply(ATTN_OP_MAX2, number(-2), number(3)))->data == 3);
}
END_TEST

/* ---- choosing ---- */

START_TEST(choosing_by_number_and_word)
{
    attn_node E = matrix(3, 2, up, &english, &two);
    attn_node by_word = apply(ATTN_OP_ROW, E, token(2, &french)); /* chat is English's third */
    check_numbers(by_word, ATTN_VECTOR, 1, 2, NUMBERS(5, 6));
    check_labels(by_word, NULL, &two, NULL);
    check_numbers(apply(ATTN_OP_ROW, E, number(2)), ATTN_VECTOR, 1, 2, NUMBERS(3, 4));
    attn_node unnamed = matrix(3, 2, up, NULL, NULL);
    attn_node rows = apply(ATTN_OP_ROW, unnamed, vector(2, NUMBERS(3, 1), &two, &french));
    check_numbers(rows, ATTN_MATRIX, 2, 2, NUMBERS(5, 6, 1, 2));
    check_labels(rows, &two, NULL, NULL);
    attn_node p = vector(3, up, &english, NULL);
    check_numbers(apply(ATTN_OP_PICK, p, token(2, &french)), ATTN_NUMBER, 1, 1, NUMBERS(3));
    attn_node y = vector(3, NUMBERS(1, 2, 2), NULL, NULL);
    check_numbers(apply(ATTN_OP_PICK, unnamed, y), ATTN_VECTOR, 1, 3, NUMBERS(1, 4, 6));
    check_numbers(apply(ATTN_OP_ONE_HOT, number(2), number(3)), ATTN_VECTOR, 1, 3,
                  NUMBERS(0, 1, 0));
    check_numbers(apply(ATTN_OP_ONE_HOT, y, number(2)), ATTN_MATRIX, 3, 2,
                  NUMBERS(1, 0, 0, 1, 0, 1));
    check_numbers(apply(ATTN_OP_EQUAL, token(2, &french), token(3, &english)), ATTN_NUMBER, 1, 1,
                  NUMBERS(1));
    check_numbers(apply(ATTN_OP_EQUAL, token(2, &french), token(2, &english)), ATTN_NUMBER, 1, 1,
                  NUMBERS(0));
}
END_TEST

/* Without labels of its own on y's axis, the rows are named by the words chosen. */
START_TEST(rows_are_named_by_their_words)
{
    attn_node E = matrix(3, 2, up, &french, NULL);
    attn_node rows = apply(ATTN_OP_ROW, E, vector(2, NUMBERS(3, 1), NULL, &french));
    const attn_labels *labels = value(rows)->row_labels;
    ck_assert_ptr_nonnull(labels);
    ck_assert_uint_eq(labels->count, 2);
    ck_assert_str_eq(labels->words[0], "noir");
    ck_assert_str_eq(labels->words[1], "le");
}
END_TEST

START_TEST(sampling_and_knowing)
{
    attn_node p = vector(3, NUMBERS(0.25f, 0, 0.75f), &french, NULL);
    attn_node drawn =
        apply(ATTN_OP_SAMPLE, p, vector(4, NUMBERS(0, 0.24f, 0.25f, 0.99f), NULL, NULL));
    check_numbers(drawn, ATTN_VECTOR, 1, 4, NUMBERS(1, 1, 3, 3));
    check_labels(drawn, NULL, NULL, &french);
    attn_node short_sum =
        vector(2, NUMBERS(0.5f, 0.4f), NULL, NULL); /* rounding may leave a rest */
    check_numbers(apply(ATTN_OP_SAMPLE, short_sum, number(0.95f)), ATTN_NUMBER, 1, 1, NUMBERS(2));
    static const char *const spelled_words[] = {"LE", "chien", "noir"};
    static const attn_labels spelled = {.count = 3, .words = spelled_words};
    attn_node known = apply(ATTN_OP_KNOWN, vector(3, NUMBERS(1, 1, 3), &spelled, &french), 0);
    check_numbers(known, ATTN_VECTOR, 1, 3, NUMBERS(1, 0, 1));
    check_labels(known, NULL, &spelled, NULL);
}
END_TEST

START_TEST(words_travel_until_arithmetic)
{
    attn_node y = token(2, &french);
    check_labels(apply(ATTN_OP_COPY, y, 0), NULL, NULL, &french);
    check_labels(apply(ATTN_OP_ADD, y, number(1)), NULL, NULL, NULL);
    check_labels(apply(ATTN_OP_MAX2, y, y), NULL, NULL, NULL);
    attn_node v = attn_record_relabel(record, vector(3, up, &french, &french), NULL, &english);
    check_labels(v, NULL, &english, &french);
    ck_assert_int_eq(attn_node_op(record, v), ATTN_OP_COPY);
}
END_TEST

/* ---- masks and numbers that are none ---- */

START_TEST(masks_until_softmax)
{
    attn_node S = matrix(2, 2, up, NULL, NULL), masked = apply(ATTN_OP_MASK, S, 0);
    ck_assert(value(masked)->masked && isinf(value(masked)->data[1]));
    attn_node scaled = apply(ATTN_OP_PRODUCT, masked, number(0.5f));
    ck_assert(value(scaled)->masked && value(scaled)->data[2] == 1.5f);
    attn_node weights = apply(ATTN_OP_SOFTMAX, scaled, 0);
    ck_assert(!value(weights)->masked);
    check_numbers(weights, ATTN_MATRIX, 2, 2, NUMBERS(1, 0, 0.377540663f, 0.622459337f));
    ck_assert(!value(apply(ATTN_OP_LESS, masked, number(0)))->masked);
    attn_node by = apply(ATTN_OP_MASK_BY, S, vector(2, NUMBERS(1, 0), NULL, NULL));
    ck_assert(value(by)->data[2] == 3 && isinf(value(by)->data[3]));
}
END_TEST

/* −∞ that mask did not put there is a number grown too large, in a masked value too. */
START_TEST(masks_hide_no_overflow)
{
    attn_node S = matrix(2, 2, NUMBERS(-3e38f, 1, 2, 3), NULL, NULL);
    attn_node masked = apply(ATTN_OP_MASK, S, 0);
    ck_assert(isinf(value(apply(ATTN_OP_SUBTRACT, masked, number(1)))->data[1]));
    ck_assert(
        isinf(*value(apply(ATTN_OP_SUM, apply_with(ATTN_OP_ROW_OF, masked, 0, 0, 0), 0))->data));
    check_fails(apply(ATTN_OP_PRODUCT, masked, number(10)),
                "the product: the result at [1,1] is not a finite number");
    check_fails(apply(ATTN_OP_TIMES, masked, vector(2, NUMBERS(10, 1), NULL, NULL)),
                "⊙: the result at [1,1] is not a finite number");
}
END_TEST

START_TEST(an_infinity_written_in_a_formula)
{
    float infinite = INFINITY;
    attn_tensor shape = {
        .rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &infinite, .masked = true};
    attn_node below =
        apply(ATTN_OP_NEGATIVE, attn_record_leaf(record, ATTN_OP_LITERAL, &shape, false), 0);
    ck_assert(value(below)->masked && isinf(*value(below)->data));
    ck_assert(*value(apply(ATTN_OP_EXP, below, 0))->data == 0);
}
END_TEST

static attn_node wholly_masked(void)
{
    attn_node S = matrix(2, 2, up, NULL, NULL);
    attn_node M = matrix(2, 2, NUMBERS(1, 0, 0, 0), NULL, NULL);
    return apply(ATTN_OP_SOFTMAX, apply(ATTN_OP_MASK_BY, S, M), 0);
}

START_TEST(a_query_must_see_a_key)
{
    check_fails(wholly_masked(),
                "softmax: row 2 is fully masked: a query must see at least one key");
}
END_TEST

/* Not the wording but the place is what counts here. */
static void check_not_finite(attn_node node, const char *operation, const char *place)
{
    ck_assert_uint_eq(node, 0);
    ck_assert_int_eq(status.code, ATTN_INPUT);
    ck_assert_msg(strstr(status.message, operation) && strstr(status.message, place), "%s",
                  status.message);
    memset(&status, 0, sizeof status);
}

START_TEST(no_number_that_is_none)
{
    attn_node M = matrix(2, 3, NUMBERS(1, 1, 1, 1, 1, 0), NULL, NULL);
    attn_node v = vector(2, NUMBERS(1, -1), NULL, NULL);
    check_not_finite(apply(ATTN_OP_LOG, M, 0), "log", "[2,3]");
    check_not_finite(apply(ATTN_OP_DIVIDE, number(1), M), "/", "[2,3]");
    check_not_finite(apply(ATTN_OP_DIVIDE, apply(ATTN_OP_SUM, v, 0), number(0)), "/", "");
    check_not_finite(apply(ATTN_OP_SQRT, v, 0), "sqrt", "[2]");
    check_not_finite(apply(ATTN_OP_POWER, v, number(0.5f)), "^", "[2]");
    check_not_finite(apply(ATTN_OP_POWER, number(0), number(-1)), "^", "");
    check_not_finite(apply(ATTN_OP_EXP, number(100), 0), "exp", "");
    check_not_finite(apply(ATTN_OP_ENTROPY, v, 0), "entropy", "");
    attn_node huge = vector(2, NUMBERS(3e38f, 3e38f), NULL, NULL);
    check_not_finite(apply(ATTN_OP_PRODUCT, huge, huge), "product", "");
    check_not_finite(apply(ATTN_OP_ADD, huge, huge), "+", "[1]");
}
END_TEST

/* ---- messages ---- */

typedef struct misfit {
    attn_op op;
    char a, b;
    size_t p, q;
    const char *message;
} misfit;

/* n number, v vector of 3, w of 2, m 2×3, t 3×2, q 3×5, h 2.5, f 4, z 0 */
static attn_node operand(char letter)
{
    switch (letter) {
    case 'n':
        return number(2);
    case 'v':
        return vector(3, up, NULL, NULL);
    case 'w':
        return vector(2, up, NULL, NULL);
    case 'm':
        return matrix(2, 3, up, NULL, NULL);
    case 't':
        return matrix(3, 2, up, NULL, NULL);
    case 'q':
        return matrix(3, 5, (const float[15]){0}, NULL, NULL);
    case 'h':
        return number(2.5f);
    case 'f':
        return number(4);
    case 'z':
        return number(0);
    default:
        return 0;
    }
}

static const misfit misfits[] = {
    {ATTN_OP_ADD, 'm', 'w', 0, 0,
     "+ needs equal shapes, or a number, or a vector as long as the matrix's rows: 2×3 and vector "
     "of 2 (for columns use ᵀ)"},
    {ATTN_OP_TIMES, 'm', 't', 0, 0,
     "⊙ needs equal shapes, or a number, or a vector as long as the matrix's rows: 2×3 and 3×2"},
    {ATTN_OP_PRODUCT, 'm', 'm', 0, 0,
     "the product does not fit: 2×3 and 2×3 (transpose the second?)"},
    {ATTN_OP_PRODUCT, 't', 'q', 0, 0,
     "the product does not fit: 3×2 and 3×5 (transpose the first?)"},
    {ATTN_OP_PRODUCT, 'v', 'w', 0, 0, "the product does not fit: vector of 3 and vector of 2"},
    {ATTN_OP_PRODUCT, 'm', 'w', 0, 0,
     "the product does not fit: 2×3 and vector of 2 (transpose the matrix?)"},
    {ATTN_OP_PRODUCT, 'v', 'm', 0, 0,
     "the product does not fit: vector of 3 and 2×3 (transpose the matrix?)"},
    {ATTN_OP_OUTER, 'm', 'v', 0, 0, "outer needs two vectors: 2×3 and vector of 3"},
    {ATTN_OP_JOIN, 'm', 't', 0, 0,
     "[ ; ] joins vectors, or matrices with equally many rows: 2×3 and 3×2"},
    {ATTN_OP_STACK, 'v', 'w', 0, 0,
     "[ , ] stacks values of one shape: vector of 3 and vector of 2"},
    {ATTN_OP_STACK, 'm', 'm', 0, 0,
     "[ , ] stacks numbers or vectors, not matrices: 2×3 (join with ; )"},
    {ATTN_OP_ROW_OF, 'm', 0, 2, 0, "there is no row 3: the matrix has 2"},
    {ATTN_OP_ELEMENT_OF, 'v', 0, 0, 3, "there is no element 4 in a vector of 3"},
    {ATTN_OP_ELEMENT_OF, 'm', 0, 2, 0, "there is no element [3,1] in 2×3"},
    {ATTN_OP_SPLIT, 'q', 0, 0, 2, "5 columns do not split into 2 equal parts"},
    {ATTN_OP_RESHAPE, 'q', 0, 0, 2, "5 columns do not split into 2 equal parts"},
    {ATTN_OP_SPLIT, 'q', 0, 0, 0, "5 columns do not split into 0 equal parts"},
    {ATTN_OP_SOFTMAX, 'n', 0, 0, 0, "softmax needs a vector or a matrix: number"},
    {ATTN_OP_SUM, 'n', 0, 0, 0, "sum needs a vector or a matrix: number"},
    {ATTN_OP_HEIGHT, 'v', 0, 0, 0, "height needs a matrix: vector of 3"},
    {ATTN_OP_ROW, 't', 'f', 0, 0, "row: there is no row 4, only 1 to 3"},
    {ATTN_OP_ROW, 't', 'z', 0, 0, "row: there is no row 0, only 1 to 3"},
    {ATTN_OP_ROW, 't', 'h', 0, 0, "row: 2.5 is not a whole number, so it names no row"},
    {ATTN_OP_PICK, 'v', 'f', 0, 0, "pick: there is no place 4, only 1 to 3"},
    {ATTN_OP_PICK, 'm', 'v', 0, 0,
     "pick needs a vector and a number, or a matrix and a vector with one number for each row: 2×3 "
     "and vector of 3"},
    {ATTN_OP_ONE_HOT, 'n', 'h', 0, 0, "one_hot: 2.5 is not a number of places"},
    {ATTN_OP_ONE_HOT, 'f', 'n', 0, 0, "one_hot: there is no place 4, only 1 to 2"},
    {ATTN_OP_SAMPLE, 'v', 'n', 0, 0, "sample: a draw lies from 0 to below 1, but this one is 2"},
    {ATTN_OP_KNOWN, 'v', 0, 0, 0, "known needs a sequence of words: vector of 3"},
    {ATTN_OP_MASK, 'v', 0, 0, 0, "mask needs a matrix of scores: vector of 3"},
    {ATTN_OP_MASK_BY, 'v', 'm', 0, 0,
     "mask needs a mask with the shape of the scores, or a vector for each of their rows: vector "
     "of 3 and 2×3"},
    {ATTN_OP_REPLACED, 'm', 'n', 2, 0, "there is no place [3,1] to replace: 2×3"},
    {ATTN_OP_EXP, 'm', 'm', 0, 0, "exp does not take 2 values"},
};

START_TEST(misfits_say_what_does_not_fit)
{
    const misfit *m = &misfits[_i];
    attn_node a = operand(m->a), b = operand(m->b);
    check_fails(apply_with(m->op, a, b, m->p, m->q), m->message);
}
END_TEST

START_TEST(a_word_that_is_not_there)
{
    attn_node E = matrix(3, 2, up, &english, NULL);
    check_fails(apply(ATTN_OP_ROW, E, token(1, &french)), "row: no row is named 'le'");
}
END_TEST

START_TEST(the_first_fault_stays)
{
    attn_node bad = apply(ATTN_OP_SOFTMAX, number(1), 0);
    ck_assert_uint_eq(bad, 0);
    size_t made = attn_record_operations(record);
    attn_op ops[] = {ATTN_OP_EXP, ATTN_OP_NEGATIVE};
    for (size_t i = 0; i < COUNT(ops); i++) ck_assert_uint_eq(apply(ops[i], bad, 0), 0);
    ck_assert_uint_eq(attn_record_number(record, 1), 0);
    ck_assert_uint_eq(attn_record_operations(record), made);
    ck_assert_str_eq(status.message, "softmax needs a vector or a matrix: number");
}
END_TEST

/* ---- batches ---- */

START_TEST(examples_share_what_has_none)
{
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 2, .rows = 1, .cols = 2};
    attn_node X = leaf(shape, up), W = matrix(2, 1, NUMBERS(1, 10), NULL, NULL);
    attn_node XW = apply(ATTN_OP_PRODUCT, X, W);
    ck_assert_uint_eq(value(XW)->batch, 2);
    ck_assert(value(XW)->data[0] == 21 && value(XW)->data[1] == 43);
    ck_assert_uint_eq(value(apply(ATTN_OP_WIDTH, X, 0))->batch, 1);
    shape.batch = 3;
    attn_node other = leaf(shape, up);
    ck_assert_uint_eq(apply(ATTN_OP_ADD, X, other), 0);
    ck_assert_int_eq(status.code, ATTN_INPUT);
}
END_TEST

/* ---- memory and limits ---- */

START_TEST(names_and_nodes_are_kept)
{
    attn_node x = number(1);
    attn_node_set_name(record, x, "x");
    attn_node_set_name(record, x, "y");
    ck_assert_str_eq(attn_node_name(record, x), "x");
    const attn_tensor *early = value(x);
    attn_node last = x;
    for (size_t i = 0; i < 5000; i++) last = apply(ATTN_OP_ADD, last, x);
    ck_assert_ptr_eq(value(x), early);
    ck_assert(*value(last)->data == 5001);
    const attn_node *operands;
    ck_assert_uint_eq(attn_node_operands(record, last, &operands), 2);
    ck_assert_uint_eq(operands[1], x);
}
END_TEST

START_TEST(large_values_borrow_and_share)
{
    static float numbers[200 * 200];
    attn_tensor shape = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 200, .cols = 200, .data = numbers};
    attn_node borrowed = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true);
    ck_assert_ptr_eq(value(borrowed)->data, numbers);
    ck_assert_ptr_eq(value(apply(ATTN_OP_COPY, borrowed, 0))->data, numbers);
    ck_assert_ptr_eq(value(apply_with(ATTN_OP_ROW_OF, borrowed, 0, 3, 0))->data, numbers + 600);
    attn_node own = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    ck_assert_ptr_ne(value(own)->data, numbers);
    shape.data = NULL;
    attn_node empty = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    ck_assert(value(empty)->data[39999] == 0);
}
END_TEST

static void check_board(attn_node node, size_t row, size_t col, const char *expected)
{
    attn_text text = {0};
    ck_assert_msg(node != 0, "%s", status.message);
    write_arithmetic(record, node, row, col, 4, &text);
    ck_assert_str_eq(attn_text_string(&text), expected);
    attn_text_free(&text);
}

/* ---- many words ---- */

enum { MANY = 200, AXES = 7 };

/* "w0" … "w199", each axis from another of them on; the last word of each is its third again. */
static const attn_labels *many_words(size_t axis)
{
    static char bytes[MANY][8];
    static const char *words[AXES][MANY];
    static attn_labels labels[AXES];
    for (size_t i = 0; i < MANY; i++) {
        snprintf(bytes[i], sizeof bytes[i], "w%zu", i);
        words[axis][i] = bytes[(i + 10 * axis) % MANY];
    }
    words[axis][MANY - 1] = words[axis][2];
    labels[axis] = (attn_labels){.name = "many", .count = MANY, .words = words[axis]};
    return &labels[axis];
}

START_TEST(many_words_are_found)
{
    for (size_t i = 0; i < 3 * AXES; i++) {
        const attn_labels *labels = many_words(i % AXES);
        for (size_t k = 0; k < MANY; k++) {
            const char *word = labels->words[k];
            ck_assert_uint_eq(attn_record_place(record, labels, word), k == MANY - 1 ? 3 : k + 1);
        }
        ck_assert_uint_eq(attn_record_place(record, labels, "w200"), 0);
        ck_assert_uint_eq(attn_record_place(record, labels, ""), 0);
    }
}
END_TEST

/* ---- values given back ---- */

static bool in_memory(attn_node node)
{
    return value(node)->data != NULL;
}

/* 100×100 numbers 1, made of a leaf. */
static attn_node large(attn_op op, attn_node x)
{
    return apply(op, x, op == ATTN_OP_ADD ? x : 0);
}

static attn_node large_leaf(void)
{
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = 100, .cols = 100};
    attn_node leaf = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    float *numbers = attn_record_fill(record, leaf);
    for (size_t i = 0; i < 10000; i++) numbers[i] = (float)(i % 7);
    return leaf;
}

START_TEST(large_values_are_given_back)
{
    attn_node x = large_leaf(), held = large(ATTN_OP_ADD, x), between = large(ATTN_OP_TANH, held),
              alias = apply(ATTN_OP_COPY, between, 0),
              row = apply_with(ATTN_OP_ROW_OF, between, 0, 2, 0),
              result = large(ATTN_OP_EXP, alias), small = apply(ATTN_OP_NORM, result, 0);
    size_t all = attn_record_numbers(record);
    ck_assert(attn_record_hold(record, held));
    attn_record_drop(record, x, &result, 1);
    ck_assert(in_memory(x) && in_memory(held) && in_memory(result) && in_memory(small));
    ck_assert(!in_memory(between) && !in_memory(alias) && !in_memory(row));
    ck_assert_uint_eq(attn_record_numbers(record), all - 10000);
    attn_record_drop(record, result, NULL, 0);
    ck_assert(in_memory(result));
    attn_record_drop(record, x, NULL, 0);
    ck_assert(!in_memory(result) && in_memory(held));
    ck_assert_uint_eq(attn_record_numbers(record), all - 20000);
}
END_TEST

/* What shares the numbers of another keeps them. */
START_TEST(shared_numbers_stay)
{
    attn_node x = large_leaf(), owner = large(ATTN_OP_ADD, x), copy = apply(ATTN_OP_COPY, owner, 0),
              row = apply_with(ATTN_OP_ROW_OF, copy, 0, 1, 0);
    ck_assert(attn_record_hold(record, row));
    attn_record_drop(record, x, NULL, 0);
    ck_assert(in_memory(owner) && in_memory(row) && !in_memory(copy));
    ck_assert_ptr_eq(value(row)->data, value(owner)->data + 100);
    ck_assert(attn_record_hold(record, copy));
    ck_assert_ptr_eq(value(copy)->data, value(owner)->data);
}
END_TEST

START_TEST(what_is_given_back_is_computed_again)
{
    attn_node x = large_leaf(), a = large(ATTN_OP_ADD, x), b = large(ATTN_OP_SIN, a);
    float before[100], gradients[2][10000], *room[2] = {gradients[0], gradients[1]};
    attn_node sum = apply(ATTN_OP_SUM, apply(ATTN_OP_SUM, b, 0), 0);
    memcpy(before, value(b)->data + 300, sizeof before);
    ck_assert(attn_record_backward(record, sum, 0, &x, 1, &room[0]));
    attn_record_drop(record, x, NULL, 0);
    size_t numbers = attn_record_numbers(record);
    ck_assert(attn_record_backward(record, sum, 0, &x, 1, &room[1]));
    ck_assert_int_eq(memcmp(gradients[0], gradients[1], sizeof gradients[0]), 0);
    check_board(b, 3, 4, "sin(3 + 3)");
    ck_assert(!in_memory(a) && !in_memory(b));
    ck_assert_uint_eq(attn_record_numbers(record), numbers);
    attn_node row = apply_with(ATTN_OP_ROW_OF, b, 0, 3, 0);
    ck_assert_int_eq(memcmp(value(row)->data, before, sizeof before), 0);
    attn_record_drop(record, row, NULL, 0);
    ck_assert(in_memory(row));
}
END_TEST

START_TEST(equal_operations_are_one)
{
    attn_node x = large_leaf(), a = large(ATTN_OP_SIN, x);
    ck_assert_uint_ne(large(ATTN_OP_SIN, x), a);
    attn_record_share(record, true);
    attn_node b = large(ATTN_OP_COS, x), second = number(2);
    ck_assert_uint_eq(large(ATTN_OP_COS, x), b);
    ck_assert_uint_eq(number(2), second);
    ck_assert_uint_ne(number(3), second);
    ck_assert_uint_ne(number(-0.0f), number(0));
    ck_assert_uint_ne(large(ATTN_OP_SIN, b), large(ATTN_OP_SIN, x));
    attn_node row = apply_with(ATTN_OP_ROW_OF, x, 0, 1, 0);
    ck_assert_uint_ne(apply_with(ATTN_OP_ROW_OF, x, 0, 2, 0), row);
    ck_assert_uint_eq(apply_with(ATTN_OP_ROW_OF, x, 0, 1, 0), row);
    ck_assert_uint_ne(apply(ATTN_OP_COPY, x, 0), apply(ATTN_OP_COPY, x, 0));
    attn_node_set_name(record, b, "b");
    ck_assert_uint_ne(large(ATTN_OP_COS, x), b);
}
END_TEST

START_TEST(limit_of_numbers)
{
    attn_node v = vector(12, up, NULL, NULL), wide = v;
    for (size_t i = 0; wide && i < 12; i++) {
        const attn_node eight[] = {wide, wide, wide, wide, wide, wide, wide, wide};
        wide = attn_apply(record, ATTN_OP_JOIN, eight, i < 4 ? 8 : 2, (attn_params){0, 0});
    }
    attn_node square = apply(ATTN_OP_OUTER, wide, wide);
    ck_assert_uint_eq(square, 0);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

/*
 * Work beyond the limit is refused before it begins, so these numbers are never touched: there is
 * but one of them. Reading a large value to make a single number is work too.
 */
START_TEST(limit_of_work)
{
    static float only;
    attn_tensor shape = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 1 << 16, .cols = 1 << 16, .data = &only};
    attn_op ops[] = {ATTN_OP_PRODUCT, ATTN_OP_NORM, ATTN_OP_SUM};
    attn_node X = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true);
    ck_assert_uint_eq(apply(ops[_i], X, _i == 0 ? X : 0), 0);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

static bool use_some(attn_status *own)
{
    attn_record *small = attn_record_new(own);
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = 150, .cols = 150};
    attn_node X = small ? attn_record_leaf(small, ATTN_OP_GIVEN, &shape, false) : 0;
    const attn_node three[] = {X, X, X};
    attn_node J = small ? attn_apply(small, ATTN_OP_JOIN, three, 3, (attn_params){0, 0}) : 0;
    attn_node s = small ? attn_apply(small, ATTN_OP_NORM, &J, 1, (attn_params){0, 0}) : 0;
    float *into = malloc(150 * 150 * sizeof *into);
    bool done = s && attn_record_backward(small, s, 0, &X, 1, &into);
    free(into);
    attn_record_free(small);
    return done;
}

/* Every allocation in turn fails: a message, and nothing lost (the sanitizers look on). */
START_TEST(without_memory)
{
    ck_assert_uint_lt(scarce_each(use_some), 200);
}
END_TEST

/* ---- on the board ---- */

START_TEST(board_products)
{
    attn_node s = vector(4, NUMBERS(1.8f, 0.2f, -0.8f, 0.4f), NULL, NULL);
    attn_node h = vector(4, NUMBERS(1, 0.5f, 0, 0.5f), NULL, NULL);
    check_board(apply(ATTN_OP_PRODUCT, s, h), 0, 0, "1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5");
    check_board(apply(ATTN_OP_PRODUCT, h, s), 0, 0, "1·1.8 + 0.5·0.2 + 0·(−0.8) + 0.5·0.4");
    check_board(apply(ATTN_OP_PRODUCT, number(2), s), 0, 2, "2·(−0.8)");
    attn_node M = matrix(2, 3, up, NULL, NULL), v = vector(3, up, NULL, NULL);
    check_board(apply(ATTN_OP_PRODUCT, M, v), 0, 1, "4·1 + 5·2 + 6·3");
    check_board(apply(ATTN_OP_PRODUCT, M, matrix(3, 2, up, NULL, NULL)), 1, 0, "4·1 + 5·3 + 6·5");
    attn_node w = vector(12, up, NULL, NULL);
    check_board(apply(ATTN_OP_PRODUCT, w, w), 0, 0, "1·1 + 2·2 + 3·3 + … 8 more … + 12·12");
    check_board(s, 0, 0, "");
}
END_TEST

START_TEST(board_sums)
{
    const float weights[] = {0.7605f, 0.1257f, 0.1138f};
    attn_node terms[3];
    for (size_t i = 0; i < 3; i++) {
        attn_node h = vector(2, up + i, NULL, NULL);
        terms[i] = apply(ATTN_OP_PRODUCT, number(weights[i]), h);
    }
    attn_node sum = apply(ATTN_OP_ADD, apply(ATTN_OP_ADD, terms[0], terms[1]), terms[2]);
    check_board(sum, 0, 1, "0.7605·2 + 0.1257·3 + 0.1138·4");
    attn_node a = number(-0.5f), b = number(-1.25f), c = number(2);
    check_board(apply(ATTN_OP_ADD, a, c), 0, 0, "−0.5 + 2");
    check_board(apply(ATTN_OP_ADD, c, b), 0, 0, "2 − 1.25");
    check_board(apply(ATTN_OP_SUBTRACT, c, b), 0, 0, "2 − (−1.25)");
    check_board(apply(ATTN_OP_SUBTRACT, c, apply(ATTN_OP_ADD, a, b)), 0, 0, "2 − (−0.5 − 1.25)");
    attn_node chain = number(1);
    for (size_t i = 0; i < 100000; i++) chain = apply(ATTN_OP_ADD, chain, c);
    check_board(chain, 0, 0, "1 + 2 + 2 + … 99997 more … + 2");
}
END_TEST

START_TEST(board_operands)
{
    attn_node K = matrix(3, 3, (const float[9]){0}, NULL, NULL), e = number(1.3f);
    attn_node root = apply(ATTN_OP_SQRT, apply(ATTN_OP_WIDTH, K, 0), 0);
    check_board(apply(ATTN_OP_DIVIDE, e, root), 0, 0, "1.3 / √3");
    attn_node sum = apply(ATTN_OP_ADD, e, number(1));
    check_board(apply(ATTN_OP_TIMES, sum, apply(ATTN_OP_NEGATIVE, e, 0)), 0, 0, "(1.3 + 1)·(−1.3)");
    check_board(apply(ATTN_OP_TANH, sum, 0), 0, 0, "tanh(1.3 + 1)");
    check_board(apply(ATTN_OP_POWER, number(-2), number(2)), 0, 0, "(−2)^2");
    check_board(apply(ATTN_OP_MAX2, e, number(-1)), 0, 0, "max(1.3, −1)");
    check_board(apply(ATTN_OP_LESS, e, sum), 0, 0, "1.3 < 1.3 + 1");
    attn_node_set_name(record, sum, "z");
    check_board(apply(ATTN_OP_DIVIDE, e, sum), 0, 0, "1.3 / 2.3");
    attn_node deep = number(1);
    for (size_t i = 0; i < 6; i++) deep = apply(ATTN_OP_SIN, deep, 0);
    check_board(deep, 0, 0, "sin(sin(sin(sin(sin(0.8415)))))");
}
END_TEST

START_TEST(board_softmax)
{
    attn_node e = vector(3, NUMBERS(2.1f, 0.3f, 0.2f), NULL, NULL);
    attn_node weights = apply(ATTN_OP_SOFTMAX, e, 0);
    check_board(weights, 0, 0,
                "exp(2.1) / (exp(2.1) + exp(0.3) + exp(0.2))\n8.1662 / (8.1662 + 1.3499 + 1.2214)");
    check_board(apply_with(ATTN_OP_ELEMENT_OF, weights, 0, 0, 1), 0, 0,
                "exp(0.3) / (exp(2.1) + exp(0.3) + exp(0.2))\n1.3499 / (8.1662 + 1.3499 + 1.2214)");
    attn_node large = apply(ATTN_OP_SOFTMAX, vector(2, NUMBERS(1000, 1001), NULL, NULL), 0);
    check_board(large, 0, 1,
                "exp(1001 − 1001) / (exp(1000 − 1001) + exp(1001 − 1001))\n1 / (0.36788 + 1)");
    attn_node masked = apply(ATTN_OP_MASK, matrix(2, 2, up, NULL, NULL), 0);
    check_board(masked, 0, 1, "masked: −∞");
    check_board(masked, 1, 0, "");
    check_board(apply(ATTN_OP_SOFTMAX, masked, 0), 0, 0,
                "exp(1) / (exp(1) + exp(−∞))\n2.7183 / (2.7183 + 0)");
}
END_TEST

START_TEST(board_along)
{
    attn_node x = vector(3, NUMBERS(1, -2, 4), NULL, NULL);
    attn_node M = matrix(2, 3, up, NULL, NULL);
    check_board(apply(ATTN_OP_SUM, x, 0), 0, 0, "1 − 2 + 4");
    check_board(apply(ATTN_OP_MEAN, M, 0), 0, 1, "(4 + 5 + 6) / 3");
    check_board(apply(ATTN_OP_VAR, x, 0), 0, 0, "((1 − 1)² + (−2 − 1)² + (4 − 1)²) / 3");
    check_board(apply(ATTN_OP_MAX, x, 0), 0, 0, "max(1, −2, 4)");
    check_board(apply(ATTN_OP_NORM, x, 0), 0, 0, "√(1² + (−2)² + 4²)");
    attn_node square = apply(ATTN_OP_TIMES, x, x);
    check_board(apply(ATTN_OP_SUM, square, 0), 0, 0, "1·1 − 2·(−2) + 4·4");
}
END_TEST

START_TEST(board_choices)
{
    attn_node E = matrix(3, 2, up, &french, NULL);
    attn_node_set_name(record, E, "E_F");
    check_board(apply(ATTN_OP_ROW, E, token(1, &french)), 0, 1, "row 'le' of E_F, column 2");
    check_board(apply(ATTN_OP_ROW, E, number(2)), 0, 0, "row 2 of E_F, column 1");
    attn_node stacked = apply(ATTN_OP_STACK, apply(ATTN_OP_ADD, number(1), number(2)), number(5));
    check_board(stacked, 0, 0, "1 + 2");
    check_board(stacked, 0, 1, "");
}
END_TEST

static void add_tests(TCase *tests)
{
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, functions_by_name);
    tcase_add_test(tests, functions_of_the_language);
    tcase_add_test(tests, elementwise_shapes_and_labels);
    tcase_add_test(tests, products_and_their_labels);
    tcase_add_test(tests, joining_stacking_and_selecting);
    tcase_add_test(tests, along_rows);
    tcase_add_test(tests, values_of_functions);
    tcase_add_test(tests, choosing_by_number_and_word);
    tcase_add_test(tests, rows_are_named_by_their_words);
    tcase_add_test(tests, sampling_and_knowing);
    tcase_add_test(tests, words_travel_until_arithmetic);
    tcase_add_test(tests, masks_until_softmax);
    tcase_add_test(tests, masks_hide_no_overflow);
    tcase_add_test(tests, an_infinity_written_in_a_formula);
    tcase_add_test(tests, a_query_must_see_a_key);
    tcase_add_test(tests, no_number_that_is_none);
    tcase_add_loop_test(tests, misfits_say_what_does_not_fit, 0, COUNT(misfits));
    tcase_add_test(tests, a_word_that_is_not_there);
    tcase_add_test(tests, the_first_fault_stays);
    tcase_add_test(tests, examples_share_what_has_none);
    tcase_add_test(tests, names_and_nodes_are_kept);
    tcase_add_test(tests, large_values_borrow_and_share);
    tcase_add_test(tests, many_words_are_found);
    tcase_add_test(tests, large_values_are_given_back);
    tcase_add_test(tests, shared_numbers_stay);
    tcase_add_test(tests, what_is_given_back_is_computed_again);
    tcase_add_test(tests, equal_operations_are_one);
    tcase_add_test(tests, limit_of_numbers);
    tcase_add_loop_test(tests, limit_of_work, 0, 3);
    tcase_add_test(tests, without_memory);
    tcase_add_test(tests, board_products);
    tcase_add_test(tests, board_sums);
    tcase_add_test(tests, board_operands);
    tcase_add_test(tests, board_softmax);
    tcase_add_test(tests, board_along);
    tcase_add_test(tests, board_choices);
}

int main(void)
{
    Suite *suite = suite_create("record");
    TCase *tests = tcase_create("graph");
    add_tests(tests);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
