/*
 * operations: each of them in tables. Values alone and in batches, gradients added up, labels,
 * words, masks, messages, limits, and the arithmetic on the board.
 *
 * Small formulas stand here in reverse Polish notation, tokens divided by blanks:
 *   7  -2.5       a number               1,2  7,        a vector (of one)
 *   1,2;3,4  1,2; a matrix (of one row)  S  y           a leaf with words, see leaves below
 *   + × softmax   an operation           elem:0:2       one with its params
 *   join:3        of so many operands    =x             names what was just made
 * Slopes have a test of their own, test_gradient.c.
 */
/* slow under valgrind */
#include <math.h>

#include "calculations.h"
#include "record.h"
#include "record/operation.h"
#include "scarce.h"

/* ---- formulas ---- */

typedef struct notation {
    const char *sign;
    attn_op op;
    size_t operands; /* 0: the token says how many */
} notation;

static const notation notations[] = {
    {"copy", ATTN_OP_COPY, 1},       {"replaced", ATTN_OP_REPLACED, 2},
    {"+", ATTN_OP_ADD, 2},           {"-", ATTN_OP_SUBTRACT, 2},
    {"⊙", ATTN_OP_TIMES, 2},         {"/", ATTN_OP_DIVIDE, 2},
    {"^", ATTN_OP_POWER, 2},         {"min", ATTN_OP_MIN, 2},
    {"max2", ATTN_OP_MAX2, 2},       {"<", ATTN_OP_LESS, 2},
    {"≤", ATTN_OP_LESS_EQUAL, 2},    {">", ATTN_OP_GREATER, 2},
    {"≥", ATTN_OP_GREATER_EQUAL, 2}, {"==", ATTN_OP_EQUAL, 2},
    {"neg", ATTN_OP_NEGATIVE, 1},    {"exp", ATTN_OP_EXP, 1},
    {"log", ATTN_OP_LOG, 1},         {"sqrt", ATTN_OP_SQRT, 1},
    {"abs", ATTN_OP_ABS, 1},         {"sin", ATTN_OP_SIN, 1},
    {"cos", ATTN_OP_COS, 1},         {"tanh", ATTN_OP_TANH, 1},
    {"σ", ATTN_OP_SIGMA, 1},         {"relu", ATTN_OP_RELU, 1},
    {"gelu", ATTN_OP_GELU, 1},       {"floor", ATTN_OP_FLOOR, 1},
    {"×", ATTN_OP_PRODUCT, 2},       {"outer", ATTN_OP_OUTER, 2},
    {"T", ATTN_OP_TRANSPOSE, 1},     {"join", ATTN_OP_JOIN, 0},
    {"stack", ATTN_OP_STACK, 0},     {"line", ATTN_OP_ROW_OF, 1},
    {"elem", ATTN_OP_ELEMENT_OF, 1}, {"split", ATTN_OP_SPLIT, 1},
    {"reshape", ATTN_OP_RESHAPE, 1}, {"spread", ATTN_OP_SPREAD, 1},
    {"softmax", ATTN_OP_SOFTMAX, 1}, {"sum", ATTN_OP_SUM, 1},
    {"mean", ATTN_OP_MEAN, 1},       {"var", ATTN_OP_VAR, 1},
    {"max", ATTN_OP_MAX, 1},         {"entropy", ATTN_OP_ENTROPY, 1},
    {"argmax", ATTN_OP_ARGMAX, 1},   {"norm", ATTN_OP_NORM, 1},
    {"width", ATTN_OP_WIDTH, 1},     {"height", ATTN_OP_HEIGHT, 1},
    {"row", ATTN_OP_ROW, 2},         {"pick", ATTN_OP_PICK, 2},
    {"one_hot", ATTN_OP_ONE_HOT, 2}, {"sample", ATTN_OP_SAMPLE, 2},
    {"known", ATTN_OP_KNOWN, 1},     {"mask", ATTN_OP_MASK, 1},
    {"mask_by", ATTN_OP_MASK_BY, 2}, {"standard", ATTN_OP_STANDARDIZE, 2},
    {"patches", ATTN_OP_PATCHES, 4}, {"pool", ATTN_OP_POOL, 3},
    {"frames", ATTN_OP_FRAMES, 3},   {"constant", ATTN_OP_CONSTANT, 1},
    {"film", ATTN_OP_PATCHES, 5},
};

static const char *const two_words[] = {"a", "b"}, *const three_words[] = {"x", "y", "z"};
static const char *const numerals[] = {"1", "2", "3"};
static const char *const french_words[] = {"noir", "le", "chat", "y"};
static const char *const spellings[] = {"Le", "chien", "chat"};
static const attn_labels two = {.name = "two", .count = 2, .words = two_words},
                         three = {.name = "three", .count = 3, .words = three_words};
static const attn_labels plain2 = {.name = "plain2", .count = 2, .words = numerals, .plain = true},
                         plain3 = {.name = "plain3", .count = 3, .words = numerals, .plain = true};
static const attn_labels french = {.name = "french", .count = 4, .words = french_words};
static const attn_labels spelled = {.name = "spelled", .count = 3, .words = spellings};

static float one_to_six[] = {1, 2, 3, 4, 5, 6}, tokens[] = {2, 1, 3};

static const struct {
    const char *name;
    attn_tensor value;
} leaves[] = {
    {"S", {ATTN_MATRIX, 1, 2, 3, one_to_six, &two, &three, NULL, false, NULL}},
    {"R", {ATTN_MATRIX, 1, 2, 3, one_to_six, &two, NULL, NULL, false, NULL}},
    {"C", {ATTN_MATRIX, 1, 2, 3, one_to_six, NULL, &three, NULL, false, NULL}},
    {"P", {ATTN_MATRIX, 1, 2, 3, one_to_six, &plain2, &plain3, NULL, false, NULL}},
    {"N", {ATTN_MATRIX, 1, 2, 3, one_to_six, NULL, NULL, NULL, false, NULL}},
    {"F", {ATTN_MATRIX, 1, 4, 1, one_to_six, &french, NULL, NULL, false, NULL}},
    {"p", {ATTN_VECTOR, 1, 1, 4, one_to_six, NULL, &french, NULL, false, NULL}},
    {"u", {ATTN_VECTOR, 1, 1, 2, one_to_six, NULL, &two, NULL, false, NULL}},
    {"v", {ATTN_VECTOR, 1, 1, 3, one_to_six, NULL, &three, NULL, false, NULL}},
    {"y", {ATTN_VECTOR, 1, 1, 3, tokens, NULL, &spelled, &french, false, NULL}}, /* le noir chat */
    {"z", {ATTN_VECTOR, 1, 1, 3, tokens, NULL, NULL, &three, false, NULL}},      /* y x z */
};

static bool is_numbers(const char *token)
{
    return strchr("0123456789", token[token[0] == '-']) && token[token[0] == '-'] != '\0';
}

static attn_node numbers_leaf(const char *token)
{
    float numbers[64];
    size_t count = 0, rows = 1;
    bool commas = strchr(token, ','), semicolons = strchr(token, ';');
    char *end = (char *)(uintptr_t)token;
    for (const char *at = token; *at; at = end + (*end != '\0')) {
        numbers[count++] = strtof(at, &end);
        rows += *end == ';' && end[1] != '\0';
    }
    if (!commas && !semicolons) return attn_record_number(record, numbers[0]);
    attn_tensor shape = {.rank = semicolons ? ATTN_MATRIX : ATTN_VECTOR, .batch = 1, .rows = rows};
    shape.cols = count / rows;
    shape.data = numbers;
    return attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
}

static attn_node words_leaf(const char *token)
{
    for (size_t i = 0; i < COUNT(leaves); i++) {
        if (strcmp(leaves[i].name, token) == 0)
            return attn_record_leaf(record, ATTN_OP_GIVEN, &leaves[i].value, true);
    }
    ck_abort_msg("no token '%s'", token);
}

static const notation *notation_of(const char *token, size_t length)
{
    for (size_t i = 0; i < COUNT(notations); i++) {
        const char *sign = notations[i].sign;
        if (strlen(sign) == length && memcmp(sign, token, length) == 0) return &notations[i];
    }
    return NULL;
}

/* Carries out "elem:0:2" on the end of the stack. */
static void carry_out(const notation *found, const char *colon, attn_node *stack, size_t *height)
{
    attn_params params = {0, 0};
    char *second = NULL;
    if (*colon) params.a = strtoul(colon + 1, &second, 10);
    if (second && *second) params.b = strtoul(second + 1, NULL, 10);
    size_t count = found->operands ? found->operands : params.a;
    ck_assert_uint_ge(*height, count);
    *height -= count;
    stack[*height] = attn_apply(record, found->op, stack + *height, count, params);
    ++*height;
}

/* What the formula makes; 0 if it failed. */
static attn_node make(const char *formula)
{
    static char text[512];
    attn_node stack[16];
    size_t height = 0;
    strcpy(text, formula);
    for (char *token = strtok(text, " "); token; token = strtok(NULL, " ")) {
        size_t length = strcspn(token, ":");
        const notation *found = notation_of(token, length);
        if (*token == '=' && !found) {
            if (stack[height - 1]) attn_node_set_name(record, stack[height - 1], "name");
        } else if (found) {
            carry_out(found, token + length, stack, &height);
        } else {
            stack[height++] = is_numbers(token) ? numbers_leaf(token) : words_leaf(token);
        }
    }
    ck_assert_uint_eq(height, 1);
    return stack[0];
}

static const attn_tensor *value_of(const char *formula)
{
    attn_node made = make(formula);
    ck_assert_msg(made != 0, "%s: %s", formula, status.message);
    return attn_value(record, made);
}

static void assert_same(const char *formula, const attn_tensor *found, const attn_tensor *wanted)
{
    ck_assert_msg(found->rank == wanted->rank && found->rows == wanted->rows &&
                      found->cols == wanted->cols && found->batch == wanted->batch,
                  "%s: another shape", formula);
    for (size_t i = 0; i < attn_tensor_size(found) * found->batch; i++) {
        double is = (double)found->data[i], should = (double)wanted->data[i];
        bool near = fabs(is - should) <= 1e-6 * (1 + fabs(should)) || is == should;
        ck_assert_msg(near, "%s: number %zu is %.9g, not %.9g", formula, i, is, should);
    }
}

/* ---- values ---- */

static const struct {
    const char *formula, *value;
} values[] = {
    {"1,2 copy", "1,2"},
    {"1,2;3,4 9 replaced:1:0", "1,2;9,4"},
    {"1,2,3 9 replaced:0:2", "1,2,9"},
    {"1 2 +", "3"},
    {"1,2 3,4 +", "4,6"},
    {"1 2,3 -", "-1,-2"},
    {"1,2;3,4 10,20 +", "11,22;13,24"},
    {"10,20 1,2;3,4 -", "9,18;7,16"},
    {"1,2;3,4 2 ⊙", "2,4;6,8"},
    {"1,2;3,4 1,2;3,4 ⊙", "1,4;9,16"},
    {"6 1,2,3 /", "6,3,2"},
    {"2,3 2 ^", "4,9"},
    {"-2 3 ^", "-8"},
    {"4 -0.5 ^", "0.5"},
    {"1,5 4,2 min", "1,2"},
    {"1,5 3 max2", "3,5"},
    {"1,2,3 2 <", "1,0,0"},
    {"1,2,3 2 ≤", "1,1,0"},
    {"1,2,3 2 >", "0,0,1"},
    {"1,2,3 2 ≥", "0,1,1"},
    {"1,2,3 2 ==", "0,1,0"},
    {"1,-2 neg", "-1,2"},
    {"0,1,-1 exp", "1,2.7182818,0.36787944"},
    {"1,7.389056 log", "0,2"},
    {"0,9 sqrt", "0,3"},
    {"-3,0,2 abs", "3,0,2"},
    {"0,1.5707963 sin", "0,1"},
    {"0,3.1415927 cos", "1,-1"},
    {"0,1 tanh", "0,0.76159416"},
    {"0,1,-200 σ", "0.5,0.7310586,0"},
    {"-1,0,2 relu", "0,0,2"},
    {"-1,0,2 gelu", "-0.15865525,0,1.9544997"},
    {"1,2;3,4 mask gelu", "0.8413447,0;2.9959502,3.9998733"},
    {"-1.5,1.5,2 floor", "-2,1,2"},
    {"3 4 ×", "12"},
    {"3 1,2 ×", "3,6"},
    {"1,2;3,4 10 ×", "10,20;30,40"},
    {"1,2 3,4 ×", "11"},
    {"1,2;3,4;5,6 1,10 ×", "21,43,65"},
    {"1,10 1,2,3;4,5,6 ×", "41,52,63"},
    {"1,2;3,4 5,6,7;8,9,10 ×", "21,24,27;47,54,61"},
    {"1,2 3,4,5 outer", "3,4,5;6,8,10"},
    {"1,2,3;4,5,6 T", "1,4;2,5;3,6"},
    {"1,2 T", "1,2"},
    {"1,2 3 4, join:3", "1,2,3,4"},
    {"1,2;3,4 5;6 join:2", "1,2,5;3,4,6"},
    {"1 2 3 stack:3", "1,2,3"},
    {"1,2 3,4 stack:2", "1,2;3,4"},
    {"1,2;3,4 line:1", "3,4"},
    {"1,2;3,4 elem:1:0", "3"},
    {"1,2,3 elem:0:2", "3"},
    {"1,2,3,4 reshape:1:2", "3,4"},
    {"1,2,3,4;5,6,7,8 reshape:0:2", "1,2;3,4"},
    {"1,2,3,4 split:1:2", "3,4"},
    {"1,2;3,4 split:0:2", "1;3"},
    {"1,2 spread:3", "1,1,1;2,2,2"},
    {"0,1.0986123 softmax", "0.25,0.75"},
    {"0,0;1000,1000 softmax", "0.5,0.5;0.5,0.5"},
    {"1,2,3;4,5,6 sum", "6,15"},
    {"1,2,3 mean", "2"},
    {"1,2,3;4,5,9 var", "0.6666667,4.6666667"},
    {"3,9,9 max", "9"},
    {"3,9,9;2,1,0 argmax", "2,1"},
    {"0.5,0.5,0 entropy", "0.6931472"},
    {"3,4 norm", "5"},
    {"1,1;1,1 norm", "2"},
    {"-3 norm", "3"},
    {"1,2,3;4,5,6 width", "3"},
    {"1,2 width", "2"},
    {"1,2,3;4,5,6 height", "2"},
    {"1,2;3,4;5,6 2 row", "3,4"},
    {"1,2;3,4;5,6 3,1,3 row", "5,6;1,2;5,6"},
    {"1,3;2,6 0 standard", "-1,1;-1,1"},
    {"1,3 3 standard", "-0.5,0.5"},
    {"7,8,9 3 pick", "9"},
    {"1,2;3,4 2,1 pick", "2,3"},
    {"2 3 one_hot", "0,1,0"},
    {"2,1 2 one_hot", "0,1;1,0"},
    {"0.25,0.5,0.25 0.25 sample", "2"},
    {"0.25,0.5,0.25 0,0.24,0.74,0.75 sample", "1,1,2,3"},
    {"0.5,0.25,0 0.9 sample", "2"},
    /* 2×2 pixels: one window, with a border of one pixel; four, at a stride of 1 */
    {"1;2;3;4 2 4 2 patches", "0,0,0,0,0,1,2,0,0,3,4,0,0,0,0,0;"},
    {"1;2;3;4 2 3 1 patches",
     "0,0,0,0,1,2,0,3,4;0,0,0,1,2,0,3,4,0;0,1,2,0,3,4,0,0,0;1,2,0,3,4,0,0,0,0"},
    {"1;2;3;4;5;6 3 1 1 patches", "1;2;3;4;5;6"},
    /* two channels; windows side by side */
    {"1,-1;2,-2;3,-3;4,-4;5,-5;6,-6;7,-7;8,-8 4 2 2 patches",
     "1,-1,2,-2,5,-5,6,-6;3,-3,4,-4,7,-7,8,-8"},
    {"1;2;3;4;5;6;7;8 4 4 2 patches",
     "0,0,0,0,0,1,2,3,0,5,6,7,0,0,0,0;0,0,0,0,2,3,4,0,6,7,8,0,0,0,0,0"},
    {"1;2;3;4;5;6;7;8 2 2 2 2 film", "1,2,3,4;5,6,7,8"},
    {"1;2;3;4 1 3 1 2 film",
     "0,0,0,0,1,0,0,2,0;0,1,0,0,2,0,0,0,0;0,0,0,0,3,0,0,4,0;0,3,0,0,4,0,0,0,0"},
    {"1;2;3;4;5;6;7;8 2 4 2 patches",
     "0,0,0,0,0,1,2,0,0,3,4,0,0,5,6,0;0,3,4,0,0,5,6,0,0,7,8,0,0,0,0,0"},
    {"1,8;2,7;3,6;4,5;5,4;6,3;7,2;8,1 4 2 pool", "6,8;8,6"},
    {"-4;-3;-2;-1 2 2 pool", "-1;"},
    {"R constant", "R"},
    {"3;1;2 1 1 pool", "3;1;2"},
    {"1,2,3,4,5 3 2 frames", "1,2,3;3,4,5"},
    {"1,2,3,4,5 2 1 frames", "1,2;2,3;3,4;4,5"},
    {"1,2,3,4,5 2 3 frames", "1,2;4,5"},
    {"1,2,3,4,5 5 9 frames", "1,2,3,4,5;"},
    {"1,2;3,4;5,6 2 1 frames", "1,2,3,4;3,4,5,6"},
    {"1,2;3,4;5,6 1 2 frames", "1,2;5,6"},
};

START_TEST(operations_have_their_values)
{
    const attn_tensor *found = value_of(values[_i].formula);
    assert_same(values[_i].formula, found, value_of(values[_i].value));
}
END_TEST

START_TEST(every_operation_has_a_value_here)
{
    for (size_t i = 0; i < COUNT(notations); i++) {
        char token[16];
        snprintf(token, sizeof token, " %s", notations[i].sign);
        bool found = notations[i].op == ATTN_OP_KNOWN || notations[i].op == ATTN_OP_MASK ||
                     notations[i].op == ATTN_OP_MASK_BY; /* they have tests of their own */
        for (size_t k = 0; k < COUNT(values); k++)
            found |= strstr(values[k].formula, token) != NULL;
        ck_assert_msg(found, "no value of %s", notations[i].sign);
    }
    ck_assert_uint_eq(COUNT(notations), ATTN_OP_COUNT - ATTN_OP_COPY + 1); /* patches twice */
}
END_TEST

/* ---- examples computed together ---- */

/* A value of two examples: x, and x with its numbers in reverse. */
static attn_node two_examples(const attn_tensor *x, bool batched, bool reversed)
{
    size_t size = attn_tensor_size(x);
    attn_tensor shape = *x;
    shape.data = NULL;
    shape.batch = batched ? 2 : 1;
    attn_node leaf = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    float *to = attn_record_fill(record, leaf);
    for (size_t i = 0; i < size; i++) {
        to[i] = x->data[reversed ? size - 1 - i : i];
        if (batched) to[size + i] = x->data[size - 1 - i];
    }
    return leaf;
}

static void check_batch(attn_node made, unsigned batched)
{
    const attn_node *operands;
    size_t count = attn_node_operands(record, made, &operands);
    attn_op op = attn_node_op(record, made);
    attn_params params = attn_work_of(record, made).params;
    attn_node all[5], one[2][5];
    for (size_t i = 0; i < count; i++) {
        bool in_batch = batched >> i & 1;
        const attn_tensor *x = attn_value(record, operands[i]);
        all[i] = two_examples(x, in_batch, false);
        for (size_t e = 0; e < 2; e++) one[e][i] = two_examples(x, false, in_batch && e == 1);
    }
    attn_node together = attn_apply(record, op, all, count, params);
    ck_assert_msg(together != 0, "operation %d: %s", (int)op, status.message);
    for (size_t e = 0; e < 2; e++) {
        const attn_tensor *alone =
            attn_value(record, attn_apply(record, op, one[e], count, params));
        const attn_tensor *value = attn_value(record, together);
        const float *of_e = value->data + (value->batch > 1 ? e * attn_tensor_size(value) : 0);
        size_t bytes = attn_tensor_size(alone) * sizeof(float);
        ck_assert_msg(attn_tensor_size(alone) == attn_tensor_size(value) &&
                          memcmp(alone->data, of_e, bytes) == 0,
                      "operation %d, batched %u: example %zu differs", (int)op, batched, e);
    }
}

START_TEST(a_batch_computes_each_example)
{
    attn_node made = make(values[_i].formula);
    const attn_node *operands;
    size_t count = attn_node_operands(record, made, &operands);
    attn_op op = attn_node_op(record, made);
    /* operands from the second on that are the same for all */
    bool shared_count = op == ATTN_OP_ONE_HOT || op >= ATTN_OP_PATCHES;
    bool valid = op != ATTN_OP_POWER && op != ATTN_OP_SAMPLE; /* may not be turned round */
    for (unsigned batched = 1; valid && batched < 1u << count; batched++) {
        if (!(shared_count && batched & ~1u)) check_batch(made, batched);
    }
}
END_TEST

/* A value that two operations use gets the gradients of both. */
START_TEST(gradients_add_up)
{
    const attn_node *operands;
    attn_node made = make(values[_i].formula), pair[2] = {made, 0};
    size_t count = attn_node_operands(record, made, &operands);
    attn_params params = attn_work_of(record, made).params;
    pair[1] = attn_apply(record, attn_node_op(record, made), operands, count, params);
    attn_node both = attn_apply(record, ATTN_OP_ADD, pair, 2, (attn_params){0, 0});
    for (size_t i = 0; i < count; i++) {
        float once[64], twice[64], *into_once = once, *into_twice = twice;
        ck_assert(attn_record_backward(record, made, 0, &operands[i], 1, &into_once));
        ck_assert(attn_record_backward(record, both, 0, &operands[i], 1, &into_twice));
        for (size_t k = 0; k < attn_tensor_size(attn_value(record, operands[i])); k++) {
            double wanted = 2 * (double)once[k];
            if (isfinite(wanted))
                ck_assert_double_eq_tol((double)twice[k], wanted, 1e-5 * (1 + fabs(wanted)));
            else
                ck_assert(isnan(wanted) ? isnan(twice[k]) : (double)twice[k] == wanted);
        }
    }
}
END_TEST

/* Of equal numbers the first is the largest of its block. */
START_TEST(a_pool_of_equals_has_one_slope)
{
    const attn_node *operands;
    attn_node made = make("5;7;7;7;3;3;3;3 2 2 pool");
    float slopes[8], *into = slopes;
    attn_node_operands(record, made, &operands);
    const float wanted[2][8] = {{0, 1}, {0, 0, 0, 0, 1}};
    for (size_t k = 0; k < 2; k++) {
        ck_assert(attn_record_backward(record, made, k, operands, 1, &into));
        ck_assert(memcmp(slopes, wanted[k], sizeof slopes) == 0);
    }
}
END_TEST

START_TEST(examples_must_be_as_many)
{
    float numbers[6] = {0};
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 3, .rows = 1, .cols = 2, .data = numbers};
    attn_node operands[2] = {attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false)};
    shape.batch = 2;
    operands[1] = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    attn_node width = attn_apply(record, ATTN_OP_WIDTH, operands, 1, (attn_params){0, 0});
    ck_assert_uint_eq(attn_value(record, width)->batch, 1);
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_ADD, operands, 2, (attn_params){0, 0}), 0);
    ck_assert_str_eq(status.message, "values of 3 and of 2 examples do not fit together");
}
END_TEST

/* ---- messages ---- */

static const struct {
    const char *formula, *message;
} faults[] = {
    {"1,2 3,4 replaced", "replacing needs a number to put in: vector of 2 and vector of 2"},
    {"1,2;3,4 9 replaced:2:0", "there is no place [3,1] to replace: 2×2"},
    {"1,2 3,4,5 +", "+ needs equal shapes, or a number, or a vector as long as the matrix's rows: "
                    "vector of 2 and vector of 3"},
    {"1,2;3,4;5,6 1,2,3 ⊙", "⊙ needs equal shapes, or a number, or a vector as long as the "
                            "matrix's rows: 3×2 and vector of 3 (for columns use ᵀ)"},
    {"1,2;3,4 1,2; <", "< needs equal shapes, or a number, or a vector as long as the matrix's "
                       "rows: 2×2 and 1×2"},
    {"1,2 3,4,5 ×", "the product does not fit: vector of 2 and vector of 3"},
    {"1,2,3;4,5,6 1,2 ×", "the product does not fit: 2×3 and vector of 2 (transpose the matrix?)"},
    {"1,2,3 1,2,3;4,5,6 ×",
     "the product does not fit: vector of 3 and 2×3 (transpose the matrix?)"},
    {"1,2,3;4,5,6 1,2,3;4,5,6 ×", "the product does not fit: 2×3 and 2×3 (transpose the second?)"},
    {"1,2,3;4,5,6 1;2 ×", "the product does not fit: 2×3 and 2×1 (transpose the first?)"},
    {"1,2; 1;2;3 ×", "the product does not fit: 1×2 and 3×1"},
    {"1,2 3 outer", "outer needs two vectors: vector of 2 and number"},
    {"1,2 1,2; join:2",
     "[ ; ] joins vectors, or matrices with equally many rows: vector of 2 and 1×2"},
    {"1,2;3,4 1,2; join:2", "[ ; ] joins vectors, or matrices with equally many rows: 2×2 and 1×2"},
    {"1,2; 3,4; stack:2", "[ , ] stacks numbers or vectors, not matrices: 1×2 (join with ; )"},
    {"1,2 3 stack:2", "[ , ] stacks values of one shape: vector of 2 and number"},
    {"1,2 line:0", "a row needs a matrix: vector of 2"},
    {"1,2; line:1", "there is no row 2: the matrix has 1"},
    {"1 elem:0:0", "an element needs a vector or a matrix: number"},
    {"1,2 elem:0:2", "there is no element 3 in a vector of 2"},
    {"1,2; elem:1:0", "there is no element [2,1] in 1×2"},
    {"1 reshape:0:1", "reshape needs a vector or a matrix: number"},
    {"1 split:0:1", "split needs a vector or a matrix: number"},
    {"1 spread:3", "spread needs a vector: number"},
    {"1,2,3 split:0:2", "3 columns do not split into 2 equal parts"},
    {"1,2,3 split:0:0", "3 columns do not split into 0 equal parts"},
    {"1,2 split:2:2", "2 columns do not split into 2 equal parts"},
    {"1 softmax", "softmax needs a vector or a matrix: number"},
    {"1 sum", "sum needs a vector or a matrix: number"},
    {"1 argmax", "argmax needs a vector or a matrix: number"},
    {"1 width", "width needs a vector or a matrix: number"},
    {"1,2 height", "height needs a matrix: vector of 2"},
    {"1,2 1 row", "row needs a matrix, and a number or a vector of places: vector of 2 and number"},
    {"1,2;3,4 1,2; row", "row needs a matrix, and a number or a vector of places: 2×2 and 1×2"},
    {"1,2;3,4 3 row", "row: there is no row 3, only 1 to 2"},
    {"1,2;3,4 0 row", "row: there is no row 0, only 1 to 2"},
    {"1,2;3,4 -1 row", "row: there is no row -1, only 1 to 2"},
    {"1,2;3,4 1.5 row", "row: 1.5 is not a whole number, so it names no row"},
    {"1,2;3,4 1e30 row", "row: there is no row 1000000015047466219876688855040, only 1 to 2"},
    {"S y row", "row: no row is named 'le'"},
    {"1,2;3,4 1 pick", "pick needs a vector and a number, or a matrix and a vector with one number "
                       "for each row: 2×2 and number"},
    {"1,2 3 pick", "pick: there is no place 3, only 1 to 2"},
    {"1,2; 2 one_hot",
     "one_hot needs a number or a vector of places, and their number: 1×2 and number"},
    {"1 2,3 one_hot",
     "one_hot needs a number or a vector of places, and their number: number and vector of 2"},
    {"1 0 one_hot", "one_hot: 0 is not a number of places"},
    {"1 2.5 one_hot", "one_hot: 2.5 is not a number of places"},
    {"1 1e20 one_hot", "one_hot: 1e+20 is not a number of places"},
    {"3 2 one_hot", "one_hot: there is no place 3, only 1 to 2"},
    {"1,2 2 2 2 patches",
     "patches needs a matrix with a row for each pixel, and three numbers: the "
     "picture's width, the side of a window, the stride; and, of a film, a fourth: the height "
     "of a frame: vector of 2 and "
     "number"},
    {"1;2 1 1,2 1 patches",
     "patches needs a matrix with a row for each pixel, and three numbers: "
     "the picture's width, the side of a window, the stride; and, of a film, "
     "a fourth: the height of a frame: 2×1 and "
     "number"},
    {"1;2 0.5 1 1 patches",
     "patches: 0.5 is not the width of a picture: it is a whole number from 1 on"},
    {"1;2 1 0 1 patches", "patches: 0 is not the side of a window: it is a whole number from 1 on"},
    {"1;2 1 1 -1 patches", "patches: -1 is not a stride: it is a whole number from 1 on"},
    {"1;2;3 2 1 1 patches", "patches: 3 rows do not make a picture that is 2 pixels wide"},
    {"1;2 5 1 1 patches", "patches: 2 rows do not make a picture that is 5 pixels wide"},
    {"1;2;3;4;5;6 2 2 2 patches", "patches: a stride of 2 does not divide a picture of 3×2 pixels"},
    {"1;2;3;4;5;6 3 2 2 patches", "patches: a stride of 2 does not divide a picture of 2×3 pixels"},
    {"1;2;3;4;5;6 1 1 1 4 film", "patches: 6 lines of pixels do not make frames of 4 lines"},
    {"1;2;3;4 1 1 1 0 film",
     "patches: 0 is not the height of a frame: it is a whole number from 1 on"},
    {"1;2;3;4 2 2 2 1 film", "patches: a stride of 2 does not divide a picture of 1×2 pixels"},
    {"1;2;3;4 2 1 2 patches", "patches: windows of 1 pixels at a stride of 2 leave pixels out"},
    {"1;2;3;4 2 4 1 patches", "patches: windows of 4 pixels at a stride of 1 lie 1.5 pixels beyond "
                              "each edge: take two even numbers, or two odd ones"},
    {"1;2;3;4 2 1e9 pool",
     "pool: 1e+09 is not the side of a block: it is a whole number from 1 on"},
    {"1;2;3;4;5;6 3 2 pool", "pool: a block of 2 does not divide a picture of 2×3 pixels"},
    {"1;2;3 2 1 pool", "pool: 3 rows do not make a picture that is 2 pixels wide"},
    {"1 2 1 frames", "frames needs a vector or a matrix, and two numbers: the length of a window, "
                     "the hop: number and number"},
    {"1,2 1,2 1 frames", "frames needs a vector or a matrix, and two numbers: the length of a "
                         "window, the hop: vector of 2 and vector of 2"},
    {"1,2 3 1 frames", "frames: a window of 3 does not fit into 2 numbers"},
    {"1,2; 2 1 frames", "frames: a window of 2 does not fit into 1 row"},
    {"1,2 0 1 frames", "frames: 0 is not the length of a window: it is a whole number from 1 on"},
    {"1,2 1 0 frames", "frames: 0 is not a hop: it is a whole number from 1 on"},
    {"1,2; 0 sample",
     "sample needs a vector of shares, and a number or a vector of draws: 1×2 and number"},
    {"0.5,0.5 1 sample", "sample: a draw lies from 0 to below 1, but this one is 1"},
    {"0.5,0.5 0,-1 sample", "sample: a draw lies from 0 to below 1, but this one is -1"},
    {"0,0 0.5 sample", "sample: every share is 0"},
    {"1,2 known", "known needs a sequence of words: vector of 2"},
    {"2 1 standard", "layer norm needs rows and a number: number and number"},
    {"1,2 mask", "mask needs a matrix of scores: vector of 2"},
    {"1,2;3,4 1,2,3 mask_by", "mask needs a mask with the shape of the scores, or a vector for "
                              "each of their rows: 2×2 and vector of 3"},
    {"1 1 mask_by", "mask needs a mask with the shape of the scores, or a vector for each of their "
                    "rows: number and number"},
    {"1,2;3,4 0,-10000;0,0 mask_by",
     "mask: M is -10000 at [1,2]: mask(S, M) takes 1 where a key is seen and 0 where it is not; "
     "write a mask of 0 and −10000 or −∞ as S + M"},
    {"1,2;3,4 1,1;2,3 mask_by", "mask: M is 2 at [2,1]: mask(S, M) takes 1 where a key is seen and "
                                "0 where it is not; write a mask of 0 and −10000 or −∞ as S + M"},
    {"1,2;3,4 1,0.5 mask_by", "mask: M is 0.5 at [2]: mask(S, M) takes 1 where a key is seen and 0 "
                              "where it is not; write a mask of 0 and −10000 or −∞ as S + M"},
    {"1,2;3,4 0,0;0,0 mask mask_by",
     "mask: M is -inf at [1,2]: mask(S, M) takes 1 where a key is seen and 0 where it is not; "
     "write a mask of 0 and −10000 or −∞ as S + M"},
    {"1,2 0,0 mask_by softmax", "softmax: everything is masked: a query must see at least one key"},
    {"1,2;3,4 1,1;0,0 mask_by softmax",
     "softmax: row 2 is fully masked: a query must see at least one key"},
    /* no finite number */
    {"1,2 1,0 /",
     "/: the result at [2] is not a finite number: a division by 0, or by too small a number"},
    {"1,2;3,89 exp",
     "exp: the result at [2,2] is not a finite number: exp of a number above 88.7 is too large"},
    {"0 log", "log: the result is not a finite number: only numbers above 0 have a logarithm"},
    {"-1 sqrt", "sqrt: the result is not a finite number: a negative number has no root"},
    {"-2 0.5 ^", "^: the result is not a finite number: a negative number has whole powers only, 0 "
                 "has no negative powers, and the result must not be too large"},
    {"0.5,-0.5 entropy",
     "entropy: the result is not a finite number: entropy takes shares, which are never below 0"},
    {"3e38 3e38 +", "+: the result is not a finite number"},
    {"1,2;3,4 mask abs", "abs: the result at [1,2] is not a finite number"},
    {"1,2;3,4 mask 0,0 ⊙", "⊙: the result at [1,2] is not a finite number"},
};

START_TEST(faults_have_their_message)
{
    size_t width_of_message = strlen(faults[_i].message);
    ck_assert_uint_lt(width_of_message, sizeof status.message);
    ck_assert_uint_eq(make(faults[_i].formula), 0);
    ck_assert_str_eq(status.message, faults[_i].message);
    ck_assert_int_eq(status.code, ATTN_INPUT);
    ck_assert_uint_eq(make("1 2 +"), 0); /* nothing is done after a fault */
    ck_assert_str_eq(status.message, faults[_i].message);
}
END_TEST

START_TEST(an_operation_takes_its_number_of_operands)
{
    attn_node x[3] = {attn_record_number(record, 1), attn_record_number(record, 2), 0};
    size_t made = attn_record_operations(record);
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_JOIN, x, 3, (attn_params){0, 0}), 0);
    ck_assert(attn_ok(&status)); /* an operand that failed before has left its message already */
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_EXP, x, 2, (attn_params){0, 0}), 0);
    ck_assert_str_eq(status.message, "exp does not take 2 values");
    ck_assert_int_eq(status.code, ATTN_USAGE);
    ck_assert_uint_eq(attn_record_operations(record), made);
}
END_TEST

START_TEST(a_leaf_is_no_operation)
{
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_GIVEN, NULL, 0, (attn_params){0, 0}), 0);
    ck_assert_str_eq(status.message, "a leaf is not computed");
}
END_TEST

START_TEST(a_fault_in_a_later_example_has_its_place)
{
    float numbers[] = {1, 2, 3, 4, 5, 0, 7, 8};
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 2, .rows = 2, .cols = 2, .data = numbers};
    attn_node x = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_LOG, &x, 1, (attn_params){0, 0}), 0);
    ck_assert_ptr_nonnull(strstr(status.message, "[1,2]"));
}
END_TEST

/* ---- leaves, names, marks ---- */

START_TEST(leaves_copy_borrow_or_wait)
{
    float numbers[2] = {1, 2};
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 2, .data = numbers};
    attn_node copied = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    attn_node borrowed = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true);
    shape.data = NULL;
    attn_node waiting = attn_record_leaf(record, ATTN_OP_GRADIENT, &shape, false);
    numbers[1] = 5;
    ck_assert(attn_value(record, copied)->data[1] == 2);
    ck_assert_ptr_eq(attn_value(record, borrowed)->data, numbers);
    ck_assert(attn_value(record, waiting)->data[1] == 0);
    attn_record_fill(record, waiting)[1] = 7;
    ck_assert(attn_value(record, waiting)->data[1] == 7);
    ck_assert_int_eq(attn_node_op(record, waiting), ATTN_OP_GRADIENT);
    ck_assert_uint_eq(attn_record_operations(record), 3);
}
END_TEST

START_TEST(labels_must_be_as_many_as_places)
{
    attn_tensor shape = leaves[0].value;
    shape.row_labels = &three;
    ck_assert_uint_eq(attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true), 0);
    ck_assert_str_eq(status.message, "three has 3 words, but there are 2 places for them");
    close_record();
    open_record();
    ck_assert_uint_eq(attn_record_relabel(record, make("N"), NULL, &two), 0);
    ck_assert_str_eq(status.message, "two has 2 words, but there are 3 places for them");
}
END_TEST

START_TEST(relabelling_shares_the_numbers)
{
    attn_node plain = make("N"), labelled = attn_record_relabel(record, plain, &two, NULL);
    attn_node both = attn_record_relabel(record, labelled, NULL, &three);
    ck_assert_ptr_eq(attn_value(record, both)->data, attn_value(record, plain)->data);
    ck_assert_ptr_eq(attn_value(record, both)->row_labels, &two);
    ck_assert_ptr_eq(attn_value(record, both)->col_labels, &three);
    ck_assert_ptr_null(attn_value(record, plain)->row_labels);
}
END_TEST

START_TEST(the_first_name_stays)
{
    attn_node x = attn_record_number(record, 1);
    const attn_tensor *early = attn_value(record, x);
    ck_assert_ptr_null(attn_node_name(record, x));
    attn_node_set_name(record, x, "x");
    attn_node_set_name(record, x, "y");
    for (size_t i = 0; i < 5000; i++) attn_record_number(record, 2);
    ck_assert_str_eq(attn_node_name(record, x), "x");
    ck_assert_ptr_eq(attn_value(record, x), early); /* nodes never move */
}
END_TEST

static const struct {
    const char *formula;
    bool weights;
} weights[] = {
    {"1,2 softmax", true},
    {"1,2 softmax copy", true},
    {"1,2;3,4 softmax line:1", true},
    {"1,2 softmax 1,2 softmax stack:2", true},
    {"1,2 softmax 1,2 stack:2", false},
    {"1,2 softmax 9 replaced:0:1", true},
    {"1,2 softmax 1 ⊙", false},
    {"1,2;3,4 softmax elem:0:0", false},
    {"0.5,0.5 copy", false},
};

START_TEST(softmax_makes_weights)
{
    attn_node made = make(weights[_i].formula);
    ck_assert_msg(attn_node_is_weights(record, made) == weights[_i].weights, "%s",
                  weights[_i].formula);
}
END_TEST

/* ---- functions by name ---- */

static const struct {
    const char *name;
    size_t arguments;
    attn_op op;
    bool known;
    const char *arity;
} functions[] = {
    {"softmax", 1, ATTN_OP_SOFTMAX, true, "1 value"},
    {"max", 1, ATTN_OP_MAX, true, "1 or 2 values"},
    {"max", 2, ATTN_OP_MAX2, true, "1 or 2 values"},
    {"mask", 2, ATTN_OP_MASK_BY, true, "1 or 2 values"},
    {"max", 3, 0, true, "1 or 2 values"},
    {"row", 1, 0, true, "2 values"},
    {"patches", 4, ATTN_OP_PATCHES, true, "4 or 5 values"},
    {"patches", 5, ATTN_OP_PATCHES, true, "4 or 5 values"},
    {"patches", 6, 0, true, "4 or 5 values"},
    {"frames", 3, ATTN_OP_FRAMES, true, "3 values"},
    {"pool", 2, 0, true, "3 values"},
    {"σ", 1, ATTN_OP_SIGMA, true, "1 value"},
    {"soft", 1, 0, false, ""},
    {"+", 2, 0, false, ""},
    {"", 0, 0, false, ""},
};

START_TEST(functions_are_found_by_name)
{
    bool known;
    const char *arity, *name = functions[_i].name;
    attn_op op = attn_op_find(name, strlen(name), functions[_i].arguments, &known, &arity);
    ck_assert_int_eq(op, functions[_i].op);
    ck_assert_int_eq(known, functions[_i].known);
    ck_assert_str_eq(arity, functions[_i].arity);
    ck_assert_int_eq(attn_op_find(name, strlen(name), functions[_i].arguments, NULL, NULL), op);
}
END_TEST

START_TEST(functions_are_listed_once)
{
    const char *all =
        "exp log sqrt abs sin cos tanh σ relu gelu floor constant min max softmax sum mean "
        "var entropy argmax norm width height row pick one_hot sample known mask outer "
        "patches pool frames";
    size_t count = 0;
    for (const char *name; (name = attn_op_function(count)); count++) {
        ck_assert_msg(strstr(all, name) != NULL, "%s", name);
        for (size_t i = 0; i < count; i++) ck_assert_str_ne(attn_op_function(i), name);
    }
    ck_assert_uint_eq(count, 33);
}
END_TEST

/* ---- words on the axes, tokens ---- */

static const struct {
    const char *formula, *labels; /* of rows, of columns, of the vocabulary */
} labels[] = {
    {"S copy", "two three -"},
    {"S 9 replaced:0:0", "two three -"},
    {"S exp", "two three -"},
    {"S N +", "two three -"},
    {"N S +", "two three -"},
    {"P S +", "two three -"}, /* words before mere numbers */
    {"P N +", "plain2 plain3 -"},
    {"R C +", "two three -"},
    {"S 1 +", "two three -"},
    {"1 S -", "two three -"},
    {"R v +", "two three -"},
    {"S 1 <", "two three -"},
    {"S S T ×", "two two -"},
    {"S v ×", "- two -"},
    {"u S ×", "- three -"},
    {"u v outer", "two three -"},
    {"S T", "three two -"},
    {"S C join:2", "two three -"},
    {"S N join:2", "two - -"},
    {"v u join:2", "- three -"},
    {"v 1 join:2", "- - -"},
    {"v v stack:2", "- three -"},
    {"v 1,2,3 stack:2", "- three -"},
    {"1,2,3 v stack:2", "- three -"},
    {"1;2;3;4;5 z 5 replaced:0:1 row", "- - -"}, /* the second is not a word */
    {"S split:0:3", "two - -"},
    {"S reshape:0:3", "- - -"},
    {"S line:1", "- three -"},
    {"S softmax", "two three -"},
    {"S sum", "- two -"},
    {"S argmax", "- two three"},
    {"v argmax", "- - three"},
    {"v mean", "- - -"},
    {"S mask", "two three -"},
    {"N S 3 > mask_by", "two three -"},
    {"F y row", "spelled - -"},
    {"1;2;3 z row",
     "three - -"}, /* without words of their own the rows are named by those chosen */
    {"S 1 row", "- three -"},
    {"C u pick", "- two -"},
    {"S 1,2 pick", "- two -"},
    {"y 4 one_hot", "spelled french -"},
    {"y 5 one_hot", "spelled - -"},
    {"v 0,0.1 sample", "- - three"},
    {"y known", "- spelled -"},
    {"S 1 1 1 patches", "- - -"},
    {"S 1 1 pool", "- three -"},
    {"S 1 1 frames", "- - -"},
    {"v 2 1 frames", "- - -"},
    /* tokens stay tokens where numbers are only moved; arithmetic makes them plain numbers */
    {"y copy", "- spelled french"},
    {"y T", "- spelled french"},
    {"y elem:0:1", "- - french"},
    {"y elem:0:1 y elem:0:2 stack:2", "- - french"},
    {"y elem:0:1 z elem:0:1 stack:2", "- - -"},
    {"y y join:2", "- spelled french"},
    {"y 1 replaced:0:0", "- spelled french"},
    {"y 0 +", "- spelled -"},
    {"y neg", "- spelled -"},
};

static const char *label_name(const attn_labels *of)
{
    return of ? of->name : "-";
}

START_TEST(labels_follow_their_rule)
{
    char found[64];
    const attn_tensor *value = value_of(labels[_i].formula);
    snprintf(found, sizeof found, "%s %s %s", label_name(value->row_labels),
             label_name(value->col_labels), label_name(value->words));
    ck_assert_msg(strcmp(found, labels[_i].labels) == 0, "%s: %s, not %s", labels[_i].formula,
                  found, labels[_i].labels);
}
END_TEST

START_TEST(a_join_has_all_words)
{
    const attn_labels *joined = value_of("v u join:2")->col_labels;
    const char *const words[] = {"x", "y", "z", "a", "b"};
    ck_assert_uint_eq(joined->count, 5);
    for (size_t i = 0; i < 5; i++) ck_assert_str_eq(joined->words[i], words[i]);
    ck_assert(!joined->plain);
}
END_TEST

static const struct {
    const char *formula, *value;
} by_word[] = {
    {"y z ==", "0,0,0"},                              /* le noir chat; y x z */
    {"p argmax z ==", "1,0,0"},                       /* y */
    {"y y ==", "1,1,1"},        {"y 3 ==", "0,0,1"},  /* by number where one side has no words */
    {"F y elem:0:2 row", "3,"},                       /* chat */
    {"F z elem:0:0 row", "4,"},                       /* y */
    {"p z elem:0:0 pick", "4"}, {"y known", "1,0,1"}, /* Le: in lower case; chien: not there */
};

START_TEST(words_choose_and_compare)
{
    const attn_tensor *found = value_of(by_word[_i].formula);
    assert_same(by_word[_i].formula, found, value_of(by_word[_i].value));
}
END_TEST

/* ---- masks ---- */

static const struct {
    const char *formula;
    bool masked;
} masks[] = {
    {"1,2;3,4 mask", true},
    {"1,2;3,4 1,1;1,1 mask_by", true},
    {"1,2;3,4 mask 2 /", true},
    {"1,2;3,4 mask 1,1 +", true},
    {"1,2;3,4 mask T", true},
    {"1,2;3,4 mask copy", true},
    {"1,2;3,4 mask line:0", true},
    {"1,2;3,4 mask elem:0:1", true},
    {"1,2;3,4 mask 3,4;5,6 join:2", true},
    {"1,2;3,4 mask sum", true},
    {"1,2;3,4 mask softmax", false},
    {"1,2;3,4 mask 0 <", false},
    {"1,2;3,4 mask argmax", false},
    {"1,2;3,4 mask width", false},
    {"1,2;3,4 copy", false},
};

START_TEST(a_mask_travels_as_far_as_softmax)
{
    const attn_tensor *found = value_of(masks[_i].formula);
    ck_assert_msg(found->masked == masks[_i].masked, "%s", masks[_i].formula);
}
END_TEST

START_TEST(masked_values)
{
    const attn_tensor *below = value_of("1,2,3;4,5,6;7,8,9 mask");
    for (size_t i = 0; i < 9; i++) {
        float wanted = i % 3 > i / 3 ? -INFINITY : (float)(i + 1);
        ck_assert(below->data[i] == wanted);
    }
    const attn_tensor *chosen = value_of("1,2;3,4 1,0 mask_by");
    ck_assert(chosen->data[0] == 1 && chosen->data[1] == -INFINITY && chosen->data[2] == 3);
    assert_same("softmax", value_of("1,2;3,4 mask softmax"), value_of("1,0;0.26894142,0.7310586"));
    assert_same("exp", value_of("1,0;0,0 mask exp"), value_of("2.7182818,0;1,1"));
}
END_TEST

START_TEST(an_infinite_number_can_be_written)
{
    float infinite = INFINITY;
    attn_tensor shape = {ATTN_NUMBER, 1, 1, 1, &infinite, NULL, NULL, NULL, true, NULL};
    attn_node x = attn_record_leaf(record, ATTN_OP_LITERAL, &shape, false), y[2];
    y[0] = attn_apply(record, ATTN_OP_NEGATIVE, &x, 1, (attn_params){0, 0});
    ck_assert(y[0] != 0 && attn_value(record, y[0])->data[0] == -INFINITY);
    y[1] = y[0];
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_SUBTRACT, y, 2, (attn_params){0, 0}), 0); /* NaN */
}
END_TEST

/* ---- limits ---- */

static attn_node wide_leaf(size_t rows, size_t cols, bool borrow)
{
    attn_tensor shape = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = rows, .cols = cols, .data = one_to_six};
    if (!borrow) shape.data = NULL;
    return attn_record_leaf(record, ATTN_OP_GIVEN, &shape, borrow);
}

static const struct {
    size_t rows, cols;
    const char *needs;
} too_large[] = {{1, ((size_t)1 << 28) + 1,
                  "a value (1×268435457) needs 1073741828 bytes of memory, and the "
                  "budget is 1073741824: --memory 2G"},
                 {SIZE_MAX, 1, "of memory"},
                 {SIZE_MAX, SIZE_MAX, "of memory"},
                 {SIZE_MAX / 2 + 1, SIZE_MAX / 4 + 1, "of memory"}};

START_TEST(numbers_have_a_budget)
{
    ck_assert_uint_eq(wide_leaf(too_large[_i].rows, too_large[_i].cols, false), 0);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, too_large[_i].needs));
    ck_assert_ptr_nonnull(strstr(status.message, " allows it"));
}
END_TEST

START_TEST(multiplications_have_a_budget)
{
    static const char *const who[] = {
        "the product (65536×65536 and 65536×65536) needs 2.8·10¹⁴ multiply-adds, and the budget is "
        "3·10¹¹: --work 311T allows it",
        "sum (65536×65536) needs 5.5·10¹¹ multiply-adds, and the budget is 3·10¹¹: --work 605G "
        "allows it",
        "norm (65536×65536) needs 5.5·10¹¹ multiply-adds, and the budget is 3·10¹¹: --work 605G "
        "allows it"};
    const attn_op ops[] = {ATTN_OP_PRODUCT, ATTN_OP_SUM, ATTN_OP_NORM};
    attn_node x[2] = {wide_leaf(1 << 16, 1 << 16, true), 0}; /* its numbers are never read */
    x[1] = x[0];
    ck_assert_uint_eq(attn_apply(record, ops[_i], x, _i == 0 ? 2 : 1, (attn_params){0, 0}), 0);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_str_eq(status.message, who[_i]);
}
END_TEST

/* All work counts together: two leaves, the product with its 6 multiply-adds, and the 2 numbers
 * that it makes. */
START_TEST(work_adds_up)
{
    const uint64_t once = 3 * ATTN_COST_STEP + 6 + 2 * ATTN_COST_NUMBER;
    ck_assert_uint_ne(make("1,2,3;4,5,6 1,2,3 ×"), 0);
    ck_assert_uint_eq(status.work, once);
    status.work = ATTN_USUAL_WORK - once;
    ck_assert_uint_ne(make("1,2,3;4,5,6 1,2,3 ×"), 0);
    status.work = ATTN_USUAL_WORK - once + 1;
    ck_assert_uint_eq(make("1,2,3;4,5,6 1,2,3 ×"), 0);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, "the product (2×3 and vector of 3) would exceed"));
}
END_TEST

START_TEST(operations_have_a_budget)
{
    attn_node x = attn_record_number(record, 1);
    status.work = ATTN_USUAL_WORK - ATTN_COST_STEP - ATTN_COST_NUMBER;
    x = attn_apply(record, ATTN_OP_EXP, &x, 1, (attn_params){0, 0});
    ck_assert_uint_ne(x, 0);
    ck_assert_uint_eq(attn_apply(record, ATTN_OP_NEGATIVE, &x, 1, (attn_params){0, 0}), 0);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_str_eq(
        status.message,
        "- (number) would exceed the budget of work, 3·10¹¹ multiply-adds: --work 600G raises it");
}
END_TEST

/* A record with large and small values, long joins and a gradient. */
static bool use_much(attn_status *fault)
{
    attn_text written = {0};
    attn_record *made = attn_record_new(fault);
    if (!made) return false;
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = 200, .cols = 200};
    attn_node x = attn_record_leaf(made, ATTN_OP_GIVEN, &shape, false), pair[2] = {x, x}, y = x;
    for (size_t i = 0; i < 2000; i++) y = attn_record_number(made, 1);
    y = attn_apply(made, ATTN_OP_PRODUCT, pair, 2, (attn_params){0, 0});
    float *gradient = calloc(40000, sizeof *gradient);
    bool done = y && attn_record_backward(made, y, 7, &x, 1, &gradient);
    if (done) write_arithmetic(made, y, 0, 0, 4, &written);
    if (done && written.failed) done = attn_fail(fault, ATTN_MEMORY, "text");
    attn_text_free(&written);
    free(gradient);
    attn_record_free(made);
    return done;
}

START_TEST(memory_may_end_anywhere)
{
    scarce_each(use_much);
}
END_TEST

/* ---- arithmetic ---- */

#define Q "1.8,0.2,-0.8,0.4"
#define K "1,0.5,0,0.5"
#define NINE "1,2,3,4,5,6,7,8,9"

static const struct {
    const char *formula;
    size_t row, col;
    const char *arithmetic;
} boards[] = {
    {"7", 0, 0, ""},
    {"1,2", 0, 1, ""},
    {"1 2 +", 0, 0, "1 + 2"},
    {"1 -2 +", 0, 0, "1 − 2"},
    {"-1 -2 -", 0, 0, "−1 − (−2)"},
    {"1 2 + 3 - 4 +", 0, 0, "1 + 2 − 3 + 4"},
    {"1 2 3 + -", 0, 0, "1 − (2 + 3)"},
    {"1 2 3 - +", 0, 0, "1 + 2 − 3"},
    {"1 2 neg +", 0, 0, "1 − 2"},
    {"1 2 neg -", 0, 0, "1 − (−2)"},
    {"1 2 + =x 3 +", 0, 0, "3 + 3"},
    {"1,2 10 +", 0, 1, "2 + 10"},
    {"1,2 3,4 + 5,6;7,8 +", 1, 1, "2 + 4 + 8"},
    {"1,2;3,4 10,20 +", 1, 1, "4 + 20"},
    {"2 3 ⊙", 0, 0, "2·3"},
    {"2 -3 ⊙", 0, 0, "2·(−3)"},
    {"1 2 + 3 4 - ⊙", 0, 0, "(1 + 2)·(3 − 4)"},
    {"1 2 /", 0, 0, "1 / 2"},
    {"1 2 / 3 /", 0, 0, "(1 / 2) / 3"},
    {"1 2 / 3 ⊙", 0, 0, "(1 / 2)·3"},
    {"1 2 3 ⊙ /", 0, 0, "1 / (2·3)"},
    {"1 2 3 / +", 0, 0, "1 + 2 / 3"},
    {"1 2 3 / -", 0, 0, "1 − 2 / 3"},
    {"2 3 ^", 0, 0, "2^3"},
    {"-2 3 ^", 0, 0, "(−2)^3"},
    {"2 3 + 2 ^", 0, 0, "(2 + 3)^2"},
    {"2 3 ^ 2 ^", 0, 0, "(2^3)^2"},
    {"1 2 min", 0, 0, "min(1, 2)"},
    {"1 -2 max2", 0, 0, "max(1, −2)"},
    {"1 2 + 3 ≤", 0, 0, "1 + 2 ≤ 3"},
    {"1 2 ==", 0, 0, "1 == 2"},
    {"1 2 < 3 +", 0, 0, "(1 < 2) + 3"},
    {"3 neg", 0, 0, "−3"},
    {"-3 neg", 0, 0, "−(−3)"},
    {"1 2 + neg", 0, 0, "−(1 + 2)"},
    {"1 exp", 0, 0, "exp(1)"},
    {"1 2 + tanh", 0, 0, "tanh(1 + 2)"},
    {"1 2 ⊙ σ 1 +", 0, 0, "σ(1·2) + 1"},
    {"2 sqrt", 0, 0, "√2"},
    {"1 2 + sqrt", 0, 0, "√(1 + 2)"},
    {"2 exp sqrt", 0, 0, "√exp(2)"},
    /* products */
    {Q " " K " ×", 0, 0, "1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5"},
    {Q " " K " × 2 sqrt /", 0, 0, "(1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5) / √2"},
    {"1,2 3,4 × neg", 0, 0, "−(1·3 + 2·4)"},
    {"5 1,2 3,4 × -", 0, 0, "5 − (1·3 + 2·4)"},
    {"1,2 3,4 × =e 2 /", 0, 0, "11 / 2"},
    {"0,1; 0.5;2 × 0.1, +", 0, 0, "0·0.5 + 1·2 + 0.1"},
    {"1,2;3,4 5,6;7,8 ×", 1, 0, "3·5 + 4·7"},
    {"1,2;3,4 5,6 ×", 0, 1, "3·5 + 4·6"},
    {"5,6 1,2;3,4 ×", 0, 1, "5·2 + 6·4"},
    {"1,2 3,4 × 5,6 ×", 0, 1, "(1·3 + 2·4)·6"},
    {"2 1,2 ×", 0, 1, "2·2"},
    {"1,2;3,4 1,2;3,4 × 1,2;3,4 ×", 0, 0, "7·1 + 10·3"}, /* no sum inside a sum */
    {"1,2 2 ⊙ 3,4 ×", 0, 0, "1·2·3 + 2·2·4"},
    {"1,2 2 + 3,4 ×", 0, 0, "(1 + 2)·3 + (2 + 2)·4"},
    {"7, 8, ×", 0, 0, "7·8"},
    {"7, 8, × 2 ⊙", 0, 0, "7·8·2"},
    {"1,2 3,4 × 5,6 7,8 × ⊙", 0, 0, "(1·3 + 2·4)·(5·7 + 6·8)"},
    {"1,2 3,-4 outer", 1, 1, "2·(−4)"},
    {NINE " " NINE " ×", 0, 0, "1·1 + 2·2 + 3·3 + … 5 more … + 9·9"},
    {"1,2,3,4,5,6,7,8 1,1,1,1,1,1,1,1 ×", 0, 0, "1·1 + 2·1 + 3·1 + 4·1 + 5·1 + 6·1 + 7·1 + 8·1"},
    /* moved: the arithmetic of what was moved */
    {"1,2;3,4 exp T", 0, 1, "exp(3)"},
    {"1,2 exp =x copy", 0, 1, "exp(2)"},
    {"1 2 + 3 4 ⊙ stack:2", 0, 1, "3·4"},
    {"1 2 + copy =x 3 ⊙", 0, 0, "3·3"},
    {"1,2 exp 3,4 join:2", 0, 1, "exp(2)"},
    {"1,2 exp 3,4 join:2", 0, 3, ""},
    {"1,2;3,4 exp line:1", 0, 0, "exp(3)"},
    {"1,2;3,4 exp elem:1:0 1 +", 0, 0, "exp(3) + 1"},
    {"1,2,3,4 exp split:1:2", 0, 1, "exp(4)"},
    {"1,2,3,4;5,6,7,8 exp reshape:1:2", 0, 1, "exp(6)"},
    {"1,2 exp 9 replaced:0:1", 0, 0, "exp(1)"},
    {"1,2 exp 9 replaced:0:1", 0, 1, ""},
    {"1,2 1 2 + replaced:0:1", 0, 1, "1 + 2"},
    /* along a row */
    {"2,1 softmax", 0, 0, "exp(2) / (exp(2) + exp(1))\n7.3891 / (7.3891 + 2.7183)"},
    {"1,2;3,4 softmax", 1, 1, "exp(4) / (exp(3) + exp(4))\n54.5982 / (20.0855 + 54.5982)"},
    {"100,99 softmax", 0, 1,
     "exp(99 − 100) / (exp(100 − 100) + exp(99 − 100))\n0.36788 / (1 + 0.36788)"},
    {"1,2;3,4 mask softmax", 0, 1, "exp(−∞) / (exp(1) + exp(−∞))\n0 / (2.7183 + 0)"},
    {"2,1 softmax 2 ⊙", 0, 0, "0.73106·2"},
    {"1,2;3,-4 sum", 0, 1, "3 − 4"},
    {"1,2,3 sum 2 ⊙", 0, 0, "(1 + 2 + 3)·2"},
    {NINE " sum", 0, 0, "1 + 2 + 3 + … 5 more … + 9"},
    {"1,2 mean", 0, 0, "(1 + 2) / 2"},
    {"1 1,2 mean -", 0, 0, "1 − (1 + 2) / 2"},
    {"1,2 mean 3 ⊙", 0, 0, "((1 + 2) / 2)·3"},
    {"1,3 var", 0, 0, "((1 − 2)² + (3 − 2)²) / 2"},
    {"-1,-3 var", 0, 0, "((−1 + 2)² + (−3 + 2)²) / 2"},
    {"1,3;5,9 var", 0, 1, "((5 − 7)² + (9 − 7)²) / 2"},
    {"1,2;3,4 max", 0, 1, "max(3, 4)"},
    {"1,3 3 standard", 0, 0, "(1 − 2) / 2"},
    {"1,2;-1,-3 3 standard 2 ⊙", 1, 1, "((−3 + 2) / 2)·2"},
    {"1,2 argmax", 0, 0, "the place of max(1, 2)"},
    {"0.5,0.25 entropy", 0, 0, "−(0.5·log(0.5) + 0.25·log(0.25))"},
    {"3,-4 norm", 0, 0, "√(3² + (−4)²)"},
    {"0,3 norm", 0, 0, "√(0² + 3²)"},
    {"1,2 width", 0, 0, "2 numbers"},
    {"1,2; width", 0, 0, "2 columns"},
    {"1,2; height", 0, 0, "1 row"},
    /* chosen */
    {"1,2;3,4 2 row", 0, 1, "row 2, column 2"},
    {"1,2;3,4 =M 2,1 row", 1, 0, "row 1 of name, column 1"},
    {"F y row", 2, 0, "row 'chat', column 1"},
    {"7,8 2 pick", 0, 0, "place 2"},
    {"p y elem:0:0 pick", 0, 0, "place 'le'"},
    {"2,1 3 one_hot", 1, 0, "1 at place 1, else 0"},
    {"2 3 one_hot", 0, 2, "1 at place 2, else 0"},
    {"0.5,0.5 0.25 sample", 0, 0, "the first place where the running sum passes 0.25"},
    {"y known", 0, 0, "'Le' is in the vocabulary"},
    {"y known", 0, 1, "'chien' is not in the vocabulary"},
    {"1,2;3,4 exp mask", 0, 1, "masked: −∞"},
    {"1,2;3,4 exp mask", 1, 0, "exp(3)"},
    {"1,2;3,4 exp mask 2 /", 0, 1, "−∞ / 2"},
    {"y elem:0:0 y elem:0:2 ==", 0, 0, "le == chat"},
    /* through windows */
    {"1,2;3,4 exp 1 1 1 patches", 1, 0, "exp(3)"},
    {"1,2;3,4 exp 1 3 1 patches", 0, 8, "exp(1)"},
    {"1,2;3,4 exp 1 3 1 patches", 1, 3, "exp(2)"},
    {"1,2;3,4 exp 1 3 1 patches", 0, 0, "0: outside the picture"},
    {"1,2;3,4 exp 1 3 1 patches", 1, 15, "0: outside the picture"},
    {"1,8;2,7;3,6;4,5;5,4;6,3;7,2;8,1 4 2 pool", 1, 0, "max(3, 4, 7, 8)"},
    {"1;2;3;4;5;6;7;8;9 3 3 pool 2 ⊙", 0, 0, "max(1, 2, 3, … 5 more …, 9)·2"},
    {"1,2,3,4 exp 2 1 frames", 1, 1, "exp(3)"},
    {"1,2;3,4;5,6 exp 2 1 frames", 1, 2, "exp(5)"},
    /* digits enough to calculate the result from: 1.6094·2 would be 3.2188 */
    {"0.28125 exp", 0, 0, "exp(0.28125)"},
    {"5 log =x 2 ⊙", 0, 0, "1.60944·2"},
    {"10000 log =x 3 /", 0, 0, "9.2103 / 3"},
    {"10000 log =x 12345 ⊙", 0, 0, "9.21034·12345"},
    {"0.0003 1998.2 125 stack:3 =x sum", 0, 0, "0.0003 + 1998.2 + 125"},
    {"-8 exp =x 2123 /", 0, 0, "0.00034 / 2123"},
    {"-16 exp =x 2 ⊙", 0, 0, "1.1254e-07·2"},
    {"-7.7674 exp =x log neg", 0, 0, "−log(0.0004233)"}, /* −log(0.0004) would be 7.8240 */
    {"-6.8089 exp neg =x abs log", 0, 0, "log(abs(−0.0011039))"},
};

START_TEST(arithmetic_is_written_as_on_the_board)
{
    attn_text text = {0};
    attn_node made = make(boards[_i].formula);
    ck_assert_msg(made != 0, "%s: %s", boards[_i].formula, status.message);
    write_arithmetic(record, made, boards[_i].row, boards[_i].col, 4, &text);
    ck_assert_msg(strcmp(attn_text_string(&text), boards[_i].arithmetic) == 0, "%s: %s\nnot %s",
                  boards[_i].formula, attn_text_string(&text), boards[_i].arithmetic);
    attn_text_free(&text);
}
END_TEST

/* A Σ is a chain of additions, however long; operations inside one another are opened only so deep.
 */
START_TEST(long_chains_are_shortened)
{
    attn_text text = {0};
    attn_node sum[2] = {attn_record_number(record, 0), attn_record_number(record, 2)},
              deep = sum[1];
    for (size_t i = 0; i < 100000; i++)
        sum[0] = attn_apply(record, ATTN_OP_ADD, sum, 2, (attn_params){0, 0});
    write_arithmetic(record, sum[0], 0, 0, 4, &text);
    ck_assert_str_eq(attn_text_string(&text), "0 + 2 + 2 + … 99997 more … + 2");
    attn_text_clear(&text);
    for (size_t i = 0; i < 100000; i++)
        deep = attn_apply(record, ATTN_OP_COS, &deep, 1, (attn_params){0, 0});
    write_arithmetic(record, deep, 0, 0, 4, &text);
    ck_assert_str_eq(attn_text_string(&text), "cos(cos(cos(cos(cos(0.7391)))))");
    attn_text_free(&text);
}
END_TEST

START_TEST(arithmetic_is_of_the_first_example)
{
    float numbers[] = {1, 2, 3, 4};
    attn_text text = {0};
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 2, .rows = 1, .cols = 2, .data = numbers};
    attn_node x = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    write_arithmetic(record, attn_apply(record, ATTN_OP_SUM, &x, 1, (attn_params){0, 0}), 0, 0, 4,
                     &text);
    ck_assert_str_eq(attn_text_string(&text), "1 + 2");
    attn_text_free(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("operations");
    TCase *tests = tcase_create("operations");
    tcase_add_checked_fixture(tests, open_record, close_record);
    tcase_add_loop_test(tests, operations_have_their_values, 0, COUNT(values));
    tcase_add_test(tests, every_operation_has_a_value_here);
    tcase_add_loop_test(tests, a_batch_computes_each_example, 0, COUNT(values));
    tcase_add_loop_test(tests, gradients_add_up, 0, COUNT(values));
    tcase_add_test(tests, a_pool_of_equals_has_one_slope);
    tcase_add_test(tests, examples_must_be_as_many);
    tcase_add_loop_test(tests, faults_have_their_message, 0, COUNT(faults));
    tcase_add_test(tests, an_operation_takes_its_number_of_operands);
    tcase_add_test(tests, a_leaf_is_no_operation);
    tcase_add_test(tests, a_fault_in_a_later_example_has_its_place);
    tcase_add_test(tests, leaves_copy_borrow_or_wait);
    tcase_add_test(tests, labels_must_be_as_many_as_places);
    tcase_add_test(tests, relabelling_shares_the_numbers);
    tcase_add_test(tests, the_first_name_stays);
    tcase_add_loop_test(tests, softmax_makes_weights, 0, COUNT(weights));
    tcase_add_loop_test(tests, functions_are_found_by_name, 0, COUNT(functions));
    tcase_add_test(tests, functions_are_listed_once);
    tcase_add_loop_test(tests, labels_follow_their_rule, 0, COUNT(labels));
    tcase_add_test(tests, a_join_has_all_words);
    tcase_add_loop_test(tests, words_choose_and_compare, 0, COUNT(by_word));
    tcase_add_loop_test(tests, a_mask_travels_as_far_as_softmax, 0, COUNT(masks));
    tcase_add_test(tests, masked_values);
    tcase_add_test(tests, an_infinite_number_can_be_written);
    tcase_add_loop_test(tests, numbers_have_a_budget, 0, COUNT(too_large));
    tcase_add_loop_test(tests, multiplications_have_a_budget, 0, 3);
    tcase_add_test(tests, work_adds_up);
    tcase_add_test(tests, operations_have_a_budget);
    tcase_add_test(tests, memory_may_end_anywhere);
    tcase_add_loop_test(tests, arithmetic_is_written_as_on_the_board, 0, COUNT(boards));
    tcase_add_test(tests, long_chains_are_shortened);
    tcase_add_test(tests, arithmetic_is_of_the_first_example);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
