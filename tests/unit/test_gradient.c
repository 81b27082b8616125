/*
 * gradient: the gradient of every operation against finite differences, alone and in batches of
 * three, each operand in turn batched or shared. An operation without a case here is a failure.
 *
 * For each number of each operand: every number of the result, with it a little larger and a little
 * smaller, against what the record says. And each example alone against the same in its batch.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>
#include <stdint.h>

#include "record/operation.h"
#include "unit.h"

enum { MOST_OPERANDS = 4, MOST_NUMBERS = 3 * 12, EXAMPLES = 3 };

/* n number, v vector of 3, w vector of 2, m 2×3, t 3×2, s 3×3, d 2×4, c 4×2, p 4×1, q 8×1 */
typedef struct form {
    char letter;
    attn_rank rank;
    size_t rows, cols;
} form;
static const form forms[] = {
    {'n', ATTN_NUMBER, 1, 1}, {'v', ATTN_VECTOR, 1, 3}, {'w', ATTN_VECTOR, 1, 2},
    {'m', ATTN_MATRIX, 2, 3}, {'t', ATTN_MATRIX, 3, 2}, {'s', ATTN_MATRIX, 3, 3},
    {'d', ATTN_MATRIX, 2, 4}, {'c', ATTN_MATRIX, 4, 2}, {'p', ATTN_MATRIX, 4, 1},
    {'q', ATTN_MATRIX, 8, 1},
};

/* What the numbers of an operand are like. Only the first two kinds are differentiated. */
typedef enum kind {
    SIGNED = 0, /* of both signs, away from 0 and from whole numbers, no two in a row alike */
    POSITIVE,
    PLACES, /* 1, 2, … as row and pick take them */
    CHOICE, /* 0 and 1, at least one 1 in each row */
    DRAWS,  /* 0 to below 1 */
    SIZE_1, /* the same for all examples, as the ones below */
    SIZE_2,
    SIZE_3,
    SIZE_4
} kind;

typedef struct operation_case {
    attn_op op;
    const char *shapes; /* one form for each operand; several such, divided by blanks */
    kind kinds[MOST_OPERANDS];
    attn_params params;
} operation_case;

#define PAIRS "nn vv mm nm mn vm mv nv vn"
#define EACH "n v m"

static const operation_case cases[] = {
    {ATTN_OP_COPY, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_REPLACED, "mn", {SIGNED, SIGNED}, {1, 2}},
    {ATTN_OP_REPLACED, "vn", {SIGNED, SIGNED}, {0, 1}},
    {ATTN_OP_REPLACED, "nn", {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_ADD, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_SUBTRACT, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_TIMES, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_DIVIDE, PAIRS, {SIGNED, POSITIVE}, {0, 0}},
    {ATTN_OP_POWER, PAIRS, {POSITIVE, SIGNED}, {0, 0}},
    {ATTN_OP_MIN, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_MAX2, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_LESS, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_LESS_EQUAL, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_GREATER, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_GREATER_EQUAL, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_EQUAL, PAIRS, {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_NEGATIVE, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_EXP, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_LOG, EACH, {POSITIVE}, {0, 0}},
    {ATTN_OP_SQRT, EACH, {POSITIVE}, {0, 0}},
    {ATTN_OP_ABS, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_SIN, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_COS, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_TANH, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_SIGMA, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_RELU, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_GELU, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_FLOOR, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_CONSTANT, EACH, {PLACES}, {0, 0}}, /* no slope, whatever differences say */
    {ATTN_OP_PRODUCT, "nn nm mn nv vn vv mv wm mt tm ms", {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_OUTER, "vw wv", {SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_TRANSPOSE, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_JOIN, "vwn mdm nnn v", {SIGNED, SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_STACK, "nnn vvv v", {SIGNED, SIGNED, SIGNED}, {0, 0}},
    {ATTN_OP_ROW_OF, "m t", {SIGNED}, {1, 0}},
    {ATTN_OP_ELEMENT_OF, "m t", {SIGNED}, {1, 1}},
    {ATTN_OP_ELEMENT_OF, "v", {SIGNED}, {0, 2}},
    {ATTN_OP_SPLIT, "d w", {SIGNED}, {1, 2}},
    {ATTN_OP_RESHAPE, "d w", {SIGNED}, {1, 2}},
    {ATTN_OP_SPREAD, "v w", {SIGNED}, {4, 0}},
    {ATTN_OP_SOFTMAX, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_SUM, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_MEAN, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_VAR, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_MAX, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_ENTROPY, "v m", {POSITIVE}, {0, 0}},
    {ATTN_OP_ARGMAX, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_STANDARDIZE, "mn vn", {SIGNED, POSITIVE}, {0, 0}},
    {ATTN_OP_NORM, EACH, {SIGNED}, {0, 0}},
    {ATTN_OP_WIDTH, "v m", {SIGNED}, {0, 0}},
    {ATTN_OP_HEIGHT, "m", {SIGNED}, {0, 0}},
    {ATTN_OP_ROW, "sn sv", {SIGNED, PLACES}, {0, 0}},
    {ATTN_OP_PICK, "vn sv", {SIGNED, PLACES}, {0, 0}},
    {ATTN_OP_ONE_HOT, "nn vn", {PLACES, SIZE_4}, {0, 0}},
    {ATTN_OP_SAMPLE, "vn vw", {POSITIVE, DRAWS}, {0, 0}},
    {ATTN_OP_KNOWN, "v", {PLACES}, {0, 0}},
    {ATTN_OP_MASK, "m t s", {SIGNED}, {0, 0}},
    {ATTN_OP_MASK_BY, "mm mv vv", {SIGNED, CHOICE}, {0, 0}},
    {ATTN_OP_PATCHES, "pnnn", {SIGNED, SIZE_2, SIZE_3, SIZE_1}, {0, 0}}, /* 2×2 pixels */
    {ATTN_OP_PATCHES, "qnnn", {SIGNED, SIZE_4, SIZE_4, SIZE_2}, {0, 0}}, /* 2×4 */
    {ATTN_OP_PATCHES, "cnnn", {SIGNED, SIZE_2, SIZE_2, SIZE_2}, {0, 0}},
    {ATTN_OP_PATCHES, "cnnn", {SIGNED, SIZE_2, SIZE_4, SIZE_2}, {0, 0}},
    {ATTN_OP_PATCHES, "cnnn mnnn", {SIGNED, SIZE_1, SIZE_1, SIZE_1}, {0, 0}},
    {ATTN_OP_POOL, "qnn", {SIGNED, SIZE_4, SIZE_2}, {0, 0}},
    {ATTN_OP_POOL, "cnn", {SIGNED, SIZE_2, SIZE_2}, {0, 0}},
    {ATTN_OP_FRAMES, "vnn", {SIGNED, SIZE_2, SIZE_1}, {0, 0}},
    {ATTN_OP_FRAMES, "vnn cnn snn", {SIGNED, SIZE_1, SIZE_2}, {0, 0}},
    {ATTN_OP_FRAMES, "cnn snn qnn", {SIGNED, SIZE_3, SIZE_1}, {0, 0}},
};

/* ---- operands ---- */

static const char *const vocabulary_words[] = {"le", "chat", "noir"};
static const attn_labels vocabulary = {.count = 3, .words = vocabulary_words};

typedef struct argument {
    attn_tensor value;
    kind kind;
    float numbers[MOST_NUMBERS];
} argument;

static float number_of(kind of, size_t operand, size_t i, size_t example)
{
    size_t step = (7 * i + 3 * example) % 11; /* all different along a row */
    float spread = 0.1f + (float)step * 0.075f + 0.03f * (float)operand;
    switch (of) {
    case SIGNED:
        return (i + example) % 2 ? -spread : spread;
    case POSITIVE:
        return 0.3f + spread;
    case PLACES:
        return (float)((i + example) % 2 + 1);
    case CHOICE:
        return (float)(i % 3 == 0 || (i + example) % 2);
    case DRAWS:
        return 0.25f * (float)(i + 1);
    case SIZE_1:
    case SIZE_2:
    case SIZE_3:
    case SIZE_4:
        return (float)(1 + of - SIZE_1);
    }
    return 0;
}

static const form *form_of(char letter)
{
    size_t i = 0;
    while (forms[i].letter != letter) i++;
    return &forms[i];
}

static argument make_argument(const operation_case *c, char letter, size_t place, bool batched)
{
    const form *of = form_of(letter);
    argument made = {.kind = c->kinds[place]};
    made.value = (attn_tensor){.rank = of->rank,
                               .batch = batched && made.kind < SIZE_1 ? EXAMPLES : 1,
                               .rows = of->rows,
                               .cols = of->cols};
    if (c->op == ATTN_OP_KNOWN) made.value.words = &vocabulary;
    size_t size = of->rows * of->cols;
    for (size_t i = 0; i < size * made.value.batch; i++) {
        made.numbers[i] = number_of(made.kind, place, i % size, i / size);
    }
    return made;
}

/* ---- one run ---- */

typedef struct trial {
    attn_status status;
    attn_record *record;
    attn_node operands[MOST_OPERANDS], result;
} trial;

static void start(trial *run, const operation_case *c, argument *operands, size_t count)
{
    memset(&run->status, 0, sizeof run->status);
    run->record = attn_record_new(&run->status);
    for (size_t i = 0; i < count; i++) {
        operands[i].value.data = operands[i].numbers;
        run->operands[i] = attn_record_leaf(run->record, ATTN_OP_GIVEN, &operands[i].value, false);
    }
    run->result = attn_apply(run->record, c->op, run->operands, count, c->params);
    ck_assert_msg(run->result != 0, "operation %d: %s", (int)c->op, run->status.message);
}

/* Every number of the result summed over the examples, times sign, added to sums. */
static void add_result(const operation_case *c, argument *operands, size_t count, double sign,
                       double *sums)
{
    trial run;
    start(&run, c, operands, count);
    const attn_tensor *value = attn_value(run.record, run.result);
    size_t size = attn_tensor_size(value);
    for (size_t i = 0; i < size * value->batch; i++) {
        bool masked = value->masked && isinf(value->data[i]);
        if (!masked) sums[i % size] += sign * (double)value->data[i];
    }
    attn_record_free(run.record);
}

static void differences(const operation_case *c, argument *operands, size_t count, float *number,
                        double *slopes)
{
    const double step = 1.0 / 128;
    float middle = *number;
    memset(slopes, 0, MOST_NUMBERS * sizeof *slopes);
    *number = (float)((double)middle + step);
    add_result(c, operands, count, 1 / (2 * step), slopes);
    *number = (float)((double)middle - step);
    add_result(c, operands, count, -1 / (2 * step), slopes);
    *number = middle;
}

static void check_operand(const operation_case *c, const char *what, argument *operands,
                          size_t count, size_t place)
{
    trial run;
    start(&run, c, operands, count);
    size_t results = attn_tensor_size(attn_value(run.record, run.result));
    size_t numbers = attn_tensor_size(&operands[place].value) * operands[place].value.batch;
    static float gradients[MOST_NUMBERS][MOST_NUMBERS]; /* by result, by number */
    for (size_t k = 0; k < results; k++) {
        float *into = gradients[k];
        for (size_t i = 0; i < MOST_NUMBERS; i++) into[i] = 99;
        bool done = attn_record_backward(run.record, run.result, k, &run.operands[place], 1, &into);
        ck_assert_msg(done, "%s: %s", what, run.status.message);
    }
    attn_record_free(run.record);
    bool smooth = operands[place].kind <= POSITIVE;
    for (size_t i = 0; i < numbers; i++) {
        double slopes[MOST_NUMBERS] = {0};
        if (smooth) differences(c, operands, count, &operands[place].numbers[i], slopes);
        for (size_t k = 0; k < results; k++) {
            double found = (double)gradients[k][i], off = fabs(found - slopes[k]);
            ck_assert_msg(off <= 2e-3 * (1 + fabs(slopes[k])),
                          "%s: result %zu by number %zu of operand %zu: %g, but differences %g",
                          what, k, i, place, found, slopes[k]);
        }
    }
}

/* An example gives the same digits whether it is computed alone or together with others. */
static void check_examples(const operation_case *c, const char *what, argument *operands,
                           size_t count)
{
    trial together, alone;
    start(&together, c, operands, count);
    const attn_tensor *value = attn_value(together.record, together.result);
    size_t size = attn_tensor_size(value);
    for (size_t e = 0; e < value->batch; e++) {
        argument own[MOST_OPERANDS];
        for (size_t i = 0; i < count; i++) {
            own[i] = operands[i];
            own[i].value.batch = 1;
            size_t numbers = attn_tensor_size(&own[i].value);
            size_t from = operands[i].value.batch > 1 ? e * numbers : 0;
            memmove(own[i].numbers, own[i].numbers + from, numbers * sizeof *own[i].numbers);
        }
        start(&alone, c, own, count);
        const float *expected = attn_value(alone.record, alone.result)->data;
        ck_assert_msg(memcmp(value->data + e * size, expected, size * sizeof *expected) == 0,
                      "%s: example %zu", what, e);
        attn_record_free(alone.record);
    }
    attn_record_free(together.record);
}

/* Operands that are computed, −(−x); in a record that keeps what gradients read, if `keeps`. */
static void start_computed(trial *run, const operation_case *c, const argument *operands,
                           size_t count, bool keeps)
{
    attn_node computed[MOST_OPERANDS];
    memset(&run->status, 0, sizeof run->status);
    run->record = attn_record_new(&run->status);
    attn_record_clear(run->record);
    if (keeps) attn_record_keep_for_gradients(run->record);
    for (size_t i = 0; i < count; i++) {
        attn_tensor value = operands[i].value;
        attn_params none = {0, 0};
        value.data =
            memcpy((float[MOST_NUMBERS]){0}, operands[i].numbers, sizeof operands[i].numbers);
        computed[i] = run->operands[i] =
            attn_record_leaf(run->record, ATTN_OP_GIVEN, &value, false);
        for (size_t k = 0; k < 2 && !value.words; k++)
            computed[i] = attn_apply(run->record, ATTN_OP_NEGATIVE, &computed[i], 1, none);
    }
    run->result = attn_apply(run->record, c->op, computed, count, c->params);
    ck_assert_msg(run->result != 0, "operation %d: %s", (int)c->op, run->status.message);
    if (keeps) attn_record_drop(run->record, (attn_node)0, NULL, 0);
}

/* What no backward reads was given back, and gradients are the same to the last digit. */
static void check_kept(const operation_case *c, const char *what, const argument *operands,
                       size_t count)
{
    const size_t usual = attn_large_numbers;
    trial all, kept;
    attn_large_numbers = 0;
    start_computed(&all, c, operands, count, false);
    start_computed(&kept, c, operands, count, true);
    size_t results = attn_tensor_size(attn_value(all.record, all.result));
    size_t numbers = attn_record_numbers(kept.record);
    for (size_t k = 0; k < results * count; k++) {
        float expected[MOST_NUMBERS] = {0}, found[MOST_NUMBERS] = {0};
        size_t i = k / results, bytes = attn_tensor_size(&operands[i].value) *
                                        operands[i].value.batch * sizeof *found;
        ck_assert(attn_record_backward(all.record, all.result, k % results, &all.operands[i], 1,
                                       (float *[]){expected}));
        ck_assert(attn_record_backward(kept.record, kept.result, k % results, &kept.operands[i], 1,
                                       (float *[]){found}));
        ck_assert_msg(memcmp(expected, found, bytes) == 0, "%s: operand %zu", what, i);
        ck_assert_uint_eq(attn_record_numbers(kept.record), numbers);
    }
    attn_record_free(all.record);
    attn_record_free(kept.record);
    attn_large_numbers = usual;
}

static void check_shape(const operation_case *c, const char *letters, size_t count)
{
    for (size_t batched = 0; batched < (size_t)1 << count; batched++) {
        argument operands[MOST_OPERANDS];
        char what[80];
        snprintf(what, sizeof what, "operation %d on %.*s, batched %zu", (int)c->op, (int)count,
                 letters, batched);
        for (size_t i = 0; i < count; i++) {
            operands[i] = make_argument(c, letters[i], i, batched >> i & 1);
        }
        check_examples(c, what, operands, count);
        check_kept(c, what, operands, count);
        for (size_t i = 0; i < count; i++) check_operand(c, what, operands, count, i);
    }
}

START_TEST(gradient_is_what_differences_say)
{
    const operation_case *c = &cases[_i];
    for (const char *at = c->shapes; *at; at += strspn(at, " ")) {
        size_t count = strcspn(at, " ");
        check_shape(c, at, count);
        at += count;
    }
}
END_TEST

START_TEST(every_operation_has_a_case)
{
    for (int op = ATTN_OP_COPY; op < ATTN_OP_COUNT; op++) {
        size_t i = 0;
        while (i < COUNT(cases) && (int)cases[i].op != op) i++;
        ck_assert_msg(i < COUNT(cases), "operation %d has no case", op);
    }
}
END_TEST

/* ---- what is kept for gradients, and used up by them ---- */

enum { KEPT = 20, KEPT_NUMBERS = KEPT * KEPT };

static attn_node square_leaf(attn_record *record, float by)
{
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = KEPT, .cols = KEPT};
    attn_node leaf = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    for (size_t i = 0; i < KEPT_NUMBERS; i++)
        attn_record_fill(record, leaf)[i] = by * ((float)(i % 13) - 6);
    return leaf;
}

static attn_node one(attn_record *record, attn_op op, attn_node x)
{
    return attn_apply(record, op, &x, 1, (attn_params){0, 0});
}

static attn_node two(attn_record *record, attn_op op, attn_node x, attn_node y)
{
    return attn_apply(record, op, (attn_node[]){x, y}, 2, (attn_params){0, 0});
}

/* norm(tanh(x W + x) ⊙ σ(x)): the nodes of the record, in order. */
enum { XW = 2, INNER, TANH, SIGMA, TIMES, WHOLE, MADE };

static void make_chain(attn_record *record, attn_node *n)
{
    n[0] = square_leaf(record, 0.125f);
    n[1] = square_leaf(record, 0.0625f);
    n[XW] = two(record, ATTN_OP_PRODUCT, n[0], n[1]);
    n[INNER] = two(record, ATTN_OP_ADD, n[XW], n[0]);
    n[TANH] = one(record, ATTN_OP_TANH, n[INNER]);
    n[SIGMA] = one(record, ATTN_OP_SIGMA, n[0]);
    n[TIMES] = two(record, ATTN_OP_TIMES, n[TANH], n[SIGMA]);
    n[WHOLE] = one(record, ATTN_OP_NORM, n[TIMES]);
}

static bool is_there(const attn_record *record, attn_node node)
{
    return attn_value(record, node)->data != NULL;
}

START_TEST(what_gradients_read_is_kept_and_used_up)
{
    static float expected[2][KEPT_NUMBERS], found[2][KEPT_NUMBERS];
    attn_status status = {0};
    attn_node n[MADE];
    attn_record *record = attn_record_new(&status);
    make_chain(record, n);
    ck_assert(
        attn_record_backward(record, n[WHOLE], 0, n, 2, (float *[]){expected[0], expected[1]}));
    for (size_t turn = 0; turn < 3; turn++) {
        attn_record_clear(record);
        attn_record_keep_for_gradients(record);
        make_chain(record, n);
        if (turn == 1) ck_assert(attn_record_hold(record, n[XW]));
        size_t before = attn_record_numbers(record), given = turn == 1 ? 1 : 2;
        attn_record_drop(record, n[1], NULL, 0);
        for (size_t i = 0; i < MADE; i++)
            ck_assert_msg(is_there(record, n[i]) == (i != INNER && (i != XW || turn == 1)), "%zu",
                          i);
        ck_assert_uint_eq(attn_record_numbers(record), before - given * KEPT_NUMBERS);
        float whole = *attn_value(record, n[WHOLE])->data;
        memset(found, turn > 0 ? 0 : 1, sizeof found);
        float *const into[] = {found[0], found[1]};
        ck_assert(attn_record_last_gradients(record, n[WHOLE], 0,
                                             &(attn_derived){n, 2, into, .add = turn > 0}));
        ck_assert(memcmp(expected, found, sizeof found) == 0);
        for (size_t i = XW; i < WHOLE; i++) ck_assert_msg(!is_there(record, n[i]), "%zu", i);
        ck_assert(is_there(record, n[0]) && *attn_value(record, n[WHOLE])->data == whole);
        ck_assert_uint_eq(attn_record_numbers(record), 2 * KEPT_NUMBERS + 1);
    }
    ck_assert(attn_ok(&status));
    attn_record_free(record);
}
END_TEST

/* The value that is derived stays, and whatever has its numbers. */
START_TEST(what_is_derived_is_not_used_up)
{
    static float slopes[KEPT_NUMBERS];
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_record_clear(record);
    attn_record_keep_for_gradients(record);
    attn_node x = square_leaf(record, 0.125f), y = one(record, ATTN_OP_TANH, x);
    attn_node name = one(record, ATTN_OP_COPY, y), later = one(record, ATTN_OP_COPY, name);
    float *const into = slopes;
    ck_assert(
        attn_record_last_gradients(record, name, 7, &(attn_derived){&x, 1, &into, .add = false}));
    float value = attn_value(record, y)->data[7];
    ck_assert(is_there(record, name) && is_there(record, later));
    ck_assert(slopes[7] == 1 - value * value && slopes[8] == 0);
    attn_record_free(record);
}
END_TEST

/* ---- where a slope does not exist, and through several operations ---- */

static attn_node row_of(attn_record *record, const float *numbers, size_t count)
{
    float copy[8];
    memcpy(copy, numbers, count * sizeof *copy);
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = count, .data = copy};
    return attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
}

static attn_node apply(attn_record *record, attn_op op, attn_node a, attn_node b)
{
    attn_node operands[] = {a, b};
    return attn_apply(record, op, operands, b ? 2 : 1, (attn_params){0, 0});
}

static const struct {
    attn_op op;
    float x, slope;
} kinks[] = {
    {ATTN_OP_ABS, 0, 0},   {ATTN_OP_RELU, 0, 0},        {ATTN_OP_NORM, 0, 0},
    {ATTN_OP_FLOOR, 2, 0}, {ATTN_OP_SQRT, 0, INFINITY}, {ATTN_OP_CONSTANT, 2, 0},
};

START_TEST(kinks_have_a_slope)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x = attn_record_number(record, kinks[_i].x), y = apply(record, kinks[_i].op, x, 0);
    float slope = 99, *into = &slope;
    ck_assert(attn_record_backward(record, y, 0, &x, 1, &into));
    ck_assert(slope == kinks[_i].slope);
    attn_record_free(record);
}
END_TEST

static const struct {
    float base, power, by_base, by_power;
} powers[] = {
    {0, 2, 0, 0},           {0, 1, 1, 0},
    {0, 0.5f, INFINITY, 0}, {0, 0, 0, -INFINITY}, /* 1 there, 0 behind it */
    {-2, 3, 12, NAN},       {-2, 0, 0, NAN},      /* only whole powers */
};

START_TEST(powers_of_0_and_below)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x[] = {attn_record_number(record, powers[_i].base),
                     attn_record_number(record, powers[_i].power)};
    attn_node y = apply(record, ATTN_OP_POWER, x[0], x[1]);
    float by_base = 99, by_power = 99, *into[] = {&by_base, &by_power};
    ck_assert(attn_record_backward(record, y, 0, x, 2, into));
    ck_assert(by_base == powers[_i].by_base);
    ck_assert(isnan(powers[_i].by_power) ? isnan(by_power) : by_power == powers[_i].by_power);
    attn_record_free(record);
}
END_TEST

/* An infinite slope goes as far as it is met by what has no say in the result. */
static const struct {
    const char *what;
    attn_op inner, outer;
    float x, by, slope; /* of outer(inner(x, by)); of one operand: by is not a number */
} infinite[] = {
    {"√relu(x) below 0", ATTN_OP_RELU, ATTN_OP_SQRT, -2, NAN, 0},
    {"√relu(x) at 0", ATTN_OP_RELU, ATTN_OP_SQRT, 0, NAN, NAN},
    {"√max(x, 0) below 0", ATTN_OP_MAX2, ATTN_OP_SQRT, -2, 0, 0},
    {"√max(x, 0) at 0", ATTN_OP_MAX2, ATTN_OP_SQRT, 0, 0, INFINITY},
    {"√min(x, 0) above 0", ATTN_OP_MIN, ATTN_OP_SQRT, 2, 0, 0},
    {"√(x x) at 0", ATTN_OP_POWER, ATTN_OP_SQRT, 0, 2, NAN},
    {"√|x| at 0", ATTN_OP_ABS, ATTN_OP_SQRT, 0, NAN, NAN},
};

START_TEST(infinite_slopes_are_told)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x = attn_record_number(record, infinite[_i].x);
    attn_node by = isnan(infinite[_i].by) ? 0 : attn_record_number(record, infinite[_i].by);
    attn_node y = apply(record, infinite[_i].outer, apply(record, infinite[_i].inner, x, by), 0);
    float slope = 99, wanted = infinite[_i].slope, *into = &slope;
    ck_assert(y && attn_record_backward(record, y, 0, &x, 1, &into));
    ck_assert_msg(isnan(wanted) ? isnan(slope) : slope == wanted, "%s: %g", infinite[_i].what,
                  (double)slope);
    attn_record_free(record);
}
END_TEST

/* Shares that are 0 and were made by softmax: y log y has the slope 0 there. */
START_TEST(entropy_of_masked_scores_has_a_slope)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x = row_of(record, (const float[]){1, 2, 3}, 3);
    attn_node seen = row_of(record, (const float[]){1, 0, 1}, 3);
    attn_node weights = apply(record, ATTN_OP_SOFTMAX, apply(record, ATTN_OP_MASK_BY, x, seen), 0);
    attn_node entropy = apply(record, ATTN_OP_ENTROPY, weights, 0);
    float by_x[3], by_weights[3];
    ck_assert(attn_record_backward(record, entropy, 0, &x, 1, (float *[]){by_x}));
    ck_assert(attn_record_backward(record, entropy, 0, &weights, 1, (float *[]){by_weights}));
    double p = 1 / (1 + exp(2)), slope = 2 * p * (1 - p); /* of −p log p − (1 − p) log(1 − p) */
    ck_assert_double_eq_tol((double)by_x[0], slope, 1e-6);
    ck_assert(by_x[1] == 0 && fabsf(by_x[0] + by_x[2]) < 1e-6f);
    ck_assert(isfinite(by_weights[0]) && by_weights[1] == INFINITY && isfinite(by_weights[2]));
    attn_record_free(record);
}
END_TEST

/* A masked score gets no gradient, however the scores are scaled after the mask. */
START_TEST(masked_scores_get_nothing)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x = row_of(record, (const float[]){1, 2, 3}, 3);
    attn_node seen = row_of(record, (const float[]){1, 0, 1}, 3),
              half = attn_record_number(record, 0.5f);
    attn_node scaled =
        apply(record, ATTN_OP_PRODUCT, apply(record, ATTN_OP_MASK_BY, x, seen), half);
    attn_node weights = apply(record, ATTN_OP_SOFTMAX, scaled, 0), with[] = {x, half};
    float by_x[3], by_half, *into[] = {by_x, &by_half};
    ck_assert_msg(attn_record_backward(record, weights, 0, with, 2, into), "%s", status.message);
    double w = 1 / (1 + exp(1)); /* of scores ½ and 1½ */
    ck_assert_double_eq_tol((double)by_x[0], 0.5 * w * (1 - w), 1e-6);
    ck_assert(by_x[1] == 0 && by_x[2] == -by_x[0]);
    ck_assert_double_eq_tol((double)by_half, -2 * w * (1 - w), 1e-6);
    attn_record_free(record);
}
END_TEST

/* x used twice; another name in between; a value that comes later; one that has no part in it. */
START_TEST(gradients_through_the_record)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x = attn_record_number(record, 3), apart = attn_record_number(record, 5);
    attn_node copy = apply(record, ATTN_OP_COPY, x, 0);
    attn_node square = apply(record, ATTN_OP_TIMES, copy, x);
    attn_node y = apply(record, ATTN_OP_ADD, square, x);
    attn_node later = attn_record_number(record, 7);
    attn_node with[] = {x, square, apart, later, y, x};
    float slopes[6], *into[6];
    for (size_t i = 0; i < 6; i++) into[i] = &slopes[i];
    ck_assert(attn_record_backward(record, y, 0, with, 6, into));
    ck_assert(slopes[0] == 7 && slopes[1] == 1 && slopes[2] == 0 && slopes[3] == 0);
    ck_assert(slopes[4] == 1 && slopes[5] == 7);
    attn_record_free(record);
}
END_TEST

/* Looking for gradients again and again is work, and work has a limit. */
/*
 * Sums of any two earlier values: the slope of the last is the number of ways back to the first.
 * Most of the record waits at the same time, and each must wait for all that it went into.
 */
START_TEST(ways_through_the_record)
{
    enum { n = 90 };
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    attn_node x[n] = {attn_record_number(record, 1)};
    size_t made_of[n][2] = {{0}};
    uint32_t state = (uint32_t)_i * 977u + 5;
    for (size_t k = 1; k < n; k++) {
        for (size_t side = 0; side < 2; side++) {
            state = state * 1664525u + 1013904223u;
            made_of[k][side] = (state >> 8) % k;
        }
        x[k] = apply(record, ATTN_OP_ADD, x[made_of[k][0]], x[made_of[k][1]]);
    }
    for (size_t last = 1; last < n; last++) {
        double ways[n] = {0};
        float slope, *into = &slope;
        ways[last] = 1;
        for (size_t k = last; k > 0; k--) {
            ways[made_of[k][0]] += ways[k];
            ways[made_of[k][1]] += ways[k];
        }
        ck_assert(attn_record_backward(record, x[last], 0, x, 1, &into));
        ck_assert((double)slope == ways[0]);
    }
    attn_record_free(record);
}
END_TEST

/*
 * A weight used many times, and once in between in another way: its gradient is summed over the
 * uses, the last one first, and in each over the examples, however products are gathered and
 * whatever is kept of the weight.
 */
enum { USES = 40, HEIGHT = 40, BREADTH = 48, SHARED = HEIGHT * BREADTH, BETWEEN = 17 };

static float shared_number(size_t i)
{
    return (float)((i * 7919 + 13) % 1009) / 1009 - 0.5f;
}

static attn_node shared_leaf(attn_record *record, size_t batch, size_t rows, size_t cols,
                             size_t from)
{
    attn_tensor shape = {
        .rank = rows > 1 ? ATTN_MATRIX : ATTN_VECTOR, .batch = batch, .rows = rows, .cols = cols};
    attn_node leaf = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    for (size_t i = 0; i < batch * rows * cols; i++)
        attn_record_fill(record, leaf)[i] = shared_number(from + i);
    return leaf;
}

/* x W · c, or W c · x: in both ∂W is x cᵀ */
static void make_uses(attn_record *record, attn_node W, bool left, attn_node *total)
{
    attn_node each[USES];
    for (size_t t = 0; t < USES; t++) {
        attn_node x = shared_leaf(record, EXAMPLES, 1, HEIGHT, 100 * t);
        attn_node c = shared_leaf(record, EXAMPLES, 1, BREADTH, 100 * t + 7);
        each[t] = t == BETWEEN ? attn_apply(record, ATTN_OP_ROW_OF, &W, 1, (attn_params){1, 0})
                  : left       ? apply(record, ATTN_OP_PRODUCT, x, W)
                               : apply(record, ATTN_OP_PRODUCT, W, c);
        each[t] = apply(record, ATTN_OP_PRODUCT, each[t], left || t == BETWEEN ? c : x);
    }
    attn_node all = attn_apply(record, ATTN_OP_STACK, each, USES, (attn_params){0, 0});
    *total = apply(record, ATTN_OP_SUM, all, 0);
}

static void sum_uses(float *expected)
{
    for (size_t t = USES; t-- > 0;) {
        float row[BREADTH] = {0}; /* gathers before it goes into the weight */
        for (size_t k = 0; k < EXAMPLES * HEIGHT * BREADTH; k++) {
            size_t e = k / (HEIGHT * BREADTH), i = k / BREADTH % HEIGHT, j = k % BREADTH;
            float x = shared_number(100 * t + e * HEIGHT + i);
            float c = shared_number(100 * t + 7 + e * BREADTH + j), *sum = &expected[k % SHARED];
            if (t != BETWEEN) *sum = fmaf(x, c, *sum);
            if (t == BETWEEN && i == 1) row[j] += c;
        }
        for (size_t j = 0; j < BREADTH; j++) expected[BREADTH + j] += row[j];
    }
}

START_TEST(gradient_of_a_shared_weight)
{
    static float gradient[SHARED], expected[SHARED];
    bool left = _i % 2, keeps = _i / 2 % 2;
    float *into = gradient;
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    if (keeps) attn_record_keep_for_gradients(record);
    attn_node W = shared_leaf(record, 1, HEIGHT, BREADTH, 0), total;
    make_uses(record, W, left, &total);
    size_t held = attn_record_numbers(record);
    memset(expected, 0, sizeof expected);
    sum_uses(expected);
    for (size_t again = 0; again < 2; again++) {
        ck_assert(attn_record_backward(record, total, 0, &W, 1, &into));
        for (size_t i = 0; i < SHARED; i++)
            ck_assert_msg(gradient[i] == expected[i], "%d: [%zu] %.9g, not %.9g", _i, i,
                          (double)gradient[i], (double)expected[i]);
        if (!keeps) ck_assert_uint_eq(attn_record_numbers(record), held);
    }
    attn_record_free(record);
}
END_TEST

START_TEST(gradients_have_a_budget)
{
    attn_status status = {.work = ATTN_USUAL_WORK / 10 * 9};
    attn_record *record = attn_record_new(&status);
    attn_node x = attn_record_number(record, 1), y = x;
    for (size_t i = 0; i < 20000; i++) y = apply(record, ATTN_OP_NEGATIVE, y, 0);
    float slope, *into = &slope;
    size_t times = 0;
    while (times < 2000 && attn_record_backward(record, y, 0, &x, 1, &into)) times++;
    ck_assert(times > 20 && times < 400);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    attn_record_free(record);
}
END_TEST

/* ---- runs of every length ---- */

/*
 * x and y over examples, rows and columns, each shared or stretched in its own way; what arrives
 * from above is the third operand of a product. Number for number, in the order of memory.
 */
typedef struct stretch {
    attn_rank x, y;
    bool x_shared, y_shared;
} stretch;
static const stretch stretches[] = {
    {ATTN_MATRIX, ATTN_MATRIX, false, false}, {ATTN_MATRIX, ATTN_MATRIX, false, true},
    {ATTN_MATRIX, ATTN_VECTOR, false, true},  {ATTN_MATRIX, ATTN_VECTOR, false, false},
    {ATTN_VECTOR, ATTN_MATRIX, true, false},  {ATTN_VECTOR, ATTN_MATRIX, false, true},
    {ATTN_MATRIX, ATTN_NUMBER, false, true},  {ATTN_MATRIX, ATTN_NUMBER, true, false},
    {ATTN_NUMBER, ATTN_MATRIX, false, false}, {ATTN_VECTOR, ATTN_MATRIX, true, true},
};
static const size_t extents[][2] = {{1, 1},  {9, 1},  {1, 9},  {5, 3},   {100, 7},
                                    {70, 8}, {3, 63}, {3, 64}, {2, 300}, {41, 40}};

typedef struct stretched_value {
    attn_node node;
    size_t example, row, col, count; /* how far it moves with each; its numbers */
    float *numbers, *gradient, *expected;
} stretched_value;

static stretched_value make_stretched(attn_record *record, attn_rank rank, bool shared, size_t rows,
                                      size_t cols, unsigned seed)
{
    attn_tensor shape = {.rank = rank, .batch = shared ? 1 : EXAMPLES, .rows = 1, .cols = 1};
    if (rank != ATTN_NUMBER) shape.cols = cols;
    if (rank == ATTN_MATRIX) shape.rows = rows;
    size_t size = shape.rows * shape.cols;
    stretched_value made = {.example = shared ? 0 : size,
                            .row = rank == ATTN_MATRIX ? cols : 0,
                            .col = rank == ATTN_NUMBER ? 0 : 1,
                            .count = size * shape.batch};
    made.node = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    made.numbers = attn_record_fill(record, made.node);
    made.gradient = calloc(made.count, sizeof *made.gradient);
    made.expected = calloc(made.count, sizeof *made.expected);
    for (size_t i = 0; i < made.count; i++) {
        made.numbers[i] = 0.5f + (float)((i * 7919 + seed) % 1009) / 700;
    }
    return made;
}

static size_t place_in(const stretched_value *v, size_t e, size_t i, size_t j)
{
    return e * v->example + i * v->row + j * v->col;
}

static void check_stretched(attn_op op, stretch by, size_t rows, size_t cols)
{
    attn_status status = {0};
    attn_record *record = attn_record_new(&status);
    stretched_value x = make_stretched(record, by.x, by.x_shared, rows, cols, 1);
    stretched_value y = make_stretched(record, by.y, by.y_shared, rows, cols, 2);
    stretched_value g = make_stretched(record, ATTN_MATRIX, true, rows, cols, 3);
    attn_node two[] = {x.node, y.node}, of[2] = {g.node};
    attn_params none = {0, 0};
    attn_node z = of[1] = attn_apply(record, op, two, 2, none);
    attn_node sum = attn_apply(record, ATTN_OP_TIMES, of, 2, none);
    sum = attn_apply(record, ATTN_OP_SUM, &sum, 1, none);
    sum = attn_apply(record, ATTN_OP_SUM, &sum, 1, none);
    ck_assert(attn_record_backward(record, sum, 0, two, 2, (float *[]){x.gradient, y.gradient}));
    for (size_t e = 0; e < attn_value(record, z)->batch; e++) {
        for (size_t k = 0; k < rows * cols; k++) {
            size_t at_x = place_in(&x, e, k / cols, k % cols);
            size_t at_y = place_in(&y, e, k / cols, k % cols);
            float a = x.numbers[at_x], b = y.numbers[at_y], flow = g.numbers[k];
            float value = op == ATTN_OP_TIMES ? a * b : op == ATTN_OP_DIVIDE ? a / b : a - b;
            ck_assert(attn_value(record, z)->data[e * rows * cols + k] == value);
            x.expected[at_x] += flow * (op == ATTN_OP_TIMES ? b : op == ATTN_OP_DIVIDE ? 1 / b : 1);
            y.expected[at_y] += flow * (op == ATTN_OP_TIMES    ? a
                                        : op == ATTN_OP_DIVIDE ? -value / b
                                                               : -1);
        }
    }
    ck_assert_int_eq(memcmp(x.gradient, x.expected, x.count * sizeof(float)), 0);
    ck_assert_int_eq(memcmp(y.gradient, y.expected, y.count * sizeof(float)), 0);
    free(x.gradient), free(x.expected), free(y.gradient), free(y.expected);
    free(g.gradient), free(g.expected);
    attn_record_free(record);
}

START_TEST(runs_of_every_length)
{
    static const attn_op ops[] = {ATTN_OP_SUBTRACT, ATTN_OP_TIMES, ATTN_OP_DIVIDE};
    for (size_t i = 0; i < COUNT(ops) * COUNT(stretches); i++) {
        check_stretched(ops[i / COUNT(stretches)], stretches[i % COUNT(stretches)], extents[_i][0],
                        extents[_i][1]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gradient");
    TCase *tests = tcase_create("gradient"), *large = tcase_create("large");
    tcase_add_test(tests, every_operation_has_a_case);
    tcase_add_loop_test(tests, gradient_is_what_differences_say, 0, COUNT(cases));
    tcase_add_loop_test(tests, kinks_have_a_slope, 0, COUNT(kinks));
    tcase_add_loop_test(tests, powers_of_0_and_below, 0, COUNT(powers));
    tcase_add_loop_test(tests, infinite_slopes_are_told, 0, COUNT(infinite));
    tcase_add_test(tests, entropy_of_masked_scores_has_a_slope);
    tcase_add_test(tests, what_gradients_read_is_kept_and_used_up);
    tcase_add_test(tests, what_is_derived_is_not_used_up);
    tcase_add_test(tests, masked_scores_get_nothing);
    tcase_add_test(tests, gradients_through_the_record);
    tcase_add_loop_test(tests, ways_through_the_record, 0, 20);
    tcase_add_loop_test(tests, gradient_of_a_shared_weight, 0, 4);
    tcase_set_timeout(large, 60);
    tcase_add_test(large, gradients_have_a_budget);
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, runs_of_every_length, 0, COUNT(extents));
    suite_add_tcase(suite, large);
    return unit_run(suite);
}
