/*
 * record_edges: where a number comes from, what gradients do at ties and behind masks, what words
 * name, and how it behaves when memory ends late or holds something already.
 */
/* slow under valgrind */
#include <math.h>

#include "record.h"
#include "record/operation.h"
#include "scarce.h"
#include "tensor/kernel.h"

#define NUMBERS(...) ((const float[]){__VA_ARGS__})

static const attn_params none = {0, 0};

static attn_node leaf(attn_rank rank, size_t rows, size_t cols, const float *numbers)
{
    attn_tensor shape = {.rank = rank, .batch = 1, .rows = rows, .cols = cols};
    attn_node made = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    memcpy(attn_record_fill(record, made), numbers, rows * cols * sizeof *numbers);
    return made;
}

static attn_node apply_with(attn_op op, attn_node a, attn_node b, size_t p, size_t q)
{
    const attn_node operands[] = {a, b};
    return attn_apply(record, op, operands, b ? 2 : 1, (attn_params){p, q});
}

static attn_node apply(attn_op op, attn_node a, attn_node b)
{
    return apply_with(op, a, b, 0, 0);
}

/* ---- origins ---- */

static void check_origin(attn_node node, size_t row, size_t col, attn_op op, attn_node named,
                         size_t named_row, size_t named_col)
{
    ck_assert_msg(node != 0, "%s", status.message);
    attn_origin origin = attn_node_origin(record, node, row, col);
    ck_assert_int_eq(origin.op, op);
    ck_assert_uint_eq(origin.named, named);
    ck_assert_uint_eq(origin.row, named_row);
    ck_assert_uint_eq(origin.col, named_col);
}

START_TEST(the_last_name_on_the_way_back)
{
    attn_node M = leaf(ATTN_MATRIX, 2, 3, NUMBERS(1, 2, 3, 4, 5, 6));
    check_origin(M, 1, 2, ATTN_OP_GIVEN, 0, 0, 0);
    attn_node_set_name(record, M, "M");
    check_origin(M, 1, 2, ATTN_OP_GIVEN, M, 1, 2);
    attn_node turned = apply(ATTN_OP_TRANSPOSE, M, 0);
    check_origin(turned, 2, 1, ATTN_OP_GIVEN, M, 1, 2);
    attn_node row = apply_with(ATTN_OP_ROW_OF, turned, 0, 2, 0);
    attn_node_set_name(record, row, "row");
    check_origin(row, 0, 1, ATTN_OP_GIVEN, M, 1, 2);
    attn_node doubled = apply(ATTN_OP_ADD, row, row);
    check_origin(doubled, 0, 1, ATTN_OP_ADD, 0, 0, 0);
    attn_node_set_name(record, doubled, "doubled");
    attn_node element = apply_with(ATTN_OP_ELEMENT_OF, doubled, 0, 0, 1);
    check_origin(element, 0, 0, ATTN_OP_ADD, doubled, 0, 1);
}
END_TEST

START_TEST(origins_of_what_is_put_together)
{
    attn_node v = leaf(ATTN_VECTOR, 1, 2, NUMBERS(1, 2));
    attn_node w = leaf(ATTN_VECTOR, 1, 2, NUMBERS(3, 4)), x = attn_record_number(record, 9);
    attn_node_set_name(record, v, "v");
    attn_node_set_name(record, w, "w");
    attn_node_set_name(record, x, "x");
    attn_node stacked = apply(ATTN_OP_STACK, v, w), joined = apply(ATTN_OP_JOIN, v, w);
    check_origin(stacked, 1, 0, ATTN_OP_GIVEN, w, 0, 0);
    check_origin(stacked, 0, 1, ATTN_OP_GIVEN, v, 0, 1);
    check_origin(joined, 0, 1, ATTN_OP_GIVEN, v, 0, 1);
    check_origin(joined, 0, 3, ATTN_OP_GIVEN, w, 0, 1);
    check_origin(apply(ATTN_OP_STACK, x, x), 0, 1, ATTN_OP_LITERAL, x, 0, 0);
    attn_node replaced = apply_with(ATTN_OP_REPLACED, stacked, x, 1, 1);
    check_origin(replaced, 1, 1, ATTN_OP_LITERAL, x, 0, 0);
    check_origin(replaced, 1, 0, ATTN_OP_GIVEN, w, 0, 0);
    check_origin(replaced, 0, 1, ATTN_OP_GIVEN, v, 0, 1);
    check_origin(apply_with(ATTN_OP_SPLIT, joined, 0, 1, 2), 0, 1, ATTN_OP_GIVEN, w, 0, 1);
}
END_TEST

/* ---- words ---- */

START_TEST(only_whole_places_are_words)
{
    static const char *const words[] = {"le", "chat", "noir"};
    static const attn_labels french = {.name = "french", .count = 3, .words = words};
    ck_assert_str_eq(attn_word_of(&french, 1), "le");
    ck_assert_str_eq(attn_word_of(&french, 3), "noir");
    const float others[] = {0, -1, 0.5f, 1.5f, 2.999f, 3.5f, 4, 1e30f, -INFINITY, INFINITY};
    for (size_t i = 0; i < COUNT(others); i++) ck_assert_ptr_null(attn_word_of(&french, others[i]));
}
END_TEST

START_TEST(tokens_in_a_matrix_are_compared_by_their_word)
{
    static const char *const words[] = {"le", "chat", "noir"}, *const turned[] = {"noir", "le"};
    static const attn_labels french = {.name = "french", .count = 3, .words = words},
                             back = {.name = "back", .count = 2, .words = turned};
    float places[] = {1, 2, 3, 1}, other[] = {2, 1};
    attn_tensor shape = {ATTN_VECTOR, 1, 1, 2, places, NULL, NULL, &french, false, NULL};
    attn_node first = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true);
    shape.data = places + 2;
    attn_node second = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true);
    shape.data = other;
    shape.words = &back;
    attn_node row = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, true);
    attn_node same = apply(ATTN_OP_EQUAL, apply(ATTN_OP_STACK, first, second), row);
    ck_assert_msg(same != 0, "%s", status.message);
    const float wanted[] = {1, 0, 0, 0}; /* le chat, noir le; le noir */
    ck_assert_mem_eq(attn_value(record, same)->data, wanted, sizeof wanted);
}
END_TEST

/* ---- exactly ---- */

START_TEST(one_hot_holds_nothing_else)
{
    attn_node y = leaf(ATTN_VECTOR, 1, 2, NUMBERS(3, 1));
    attn_node made = apply(ATTN_OP_ONE_HOT, y, attn_record_number(record, 3));
    const float wanted[] = {0, 0, 1, 1, 0, 0};
    ck_assert_mem_eq(attn_value(record, made)->data, wanted, sizeof wanted);
}
END_TEST

/* ---- gradients ---- */

static const struct {
    attn_op op;
    float x, y, left, right;
} slopes[] = {
    {ATTN_OP_MIN, 1, 2, 1, 0},   {ATTN_OP_MIN, 2, 1, 0, 1},   {ATTN_OP_MIN, 2, 2, 1, 0},
    {ATTN_OP_MAX2, 1, 2, 0, 1},  {ATTN_OP_MAX2, 2, 1, 1, 0},  {ATTN_OP_MAX2, 2, 2, 1, 0},
    {ATTN_OP_POWER, 0, 2, 0, 0}, {ATTN_OP_POWER, 0, 1, 1, 0}, {ATTN_OP_POWER, 0, 0.5f, INFINITY, 0},
};

START_TEST(slopes_where_two_rules_meet)
{
    attn_node x[2] = {attn_record_number(record, slopes[_i].x),
                      attn_record_number(record, slopes[_i].y)};
    float left = -1, right = -1, *into[2] = {&left, &right};
    attn_node z = attn_apply(record, slopes[_i].op, x, 2, none);
    ck_assert(z && attn_record_backward(record, z, 0, x, 2, into));
    ck_assert_msg(left == slopes[_i].left && right == slopes[_i].right, "%d: %g, %g", _i,
                  (double)left, (double)right);
}
END_TEST

START_TEST(nothing_flows_through_what_is_masked)
{
    attn_node S = leaf(ATTN_MATRIX, 2, 2, NUMBERS(1, 2, 3, 4));
    attn_node L = apply(ATTN_OP_ADD, apply(ATTN_OP_MASK, S, 0), attn_record_number(record, 1));
    ck_assert_msg(L != 0, "%s", status.message);
    const float wanted[4][4] = {{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (size_t element = 0; element < 4; element++) {
        float gradient[4], *into = gradient;
        ck_assert(attn_record_backward(record, L, element, &S, 1, &into));
        for (size_t i = 0; i < 4; i++)
            ck_assert_double_eq_tol((double)gradient[i], (double)wanted[element][i], 1e-6);
    }
}
END_TEST

START_TEST(no_gradient_after_a_fault)
{
    attn_node x = attn_record_number(record, 2), y = apply(ATTN_OP_EXP, x, 0);
    float gradient = -1, *into = &gradient;
    ck_assert_uint_eq(apply(ATTN_OP_SOFTMAX, x, 0), 0);
    ck_assert(!attn_record_backward(record, y, 0, &x, 1, &into));
    ck_assert(gradient == -1);
}
END_TEST

START_TEST(gradients_count_as_work)
{
    attn_node x = attn_record_number(record, 2), y = apply(ATTN_OP_EXP, x, 0);
    float gradient = -1, *into = &gradient;
    status.work = ATTN_USUAL_WORK - 3 * ATTN_COST_STEP;
    ck_assert(
        attn_record_backward(record, y, 0, &x, 1, &into)); /* to look for the way, and to go it */
    ck_assert(gradient == expf(2));
    ck_assert(!attn_record_backward(record, y, 0, &x, 1, &into));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

START_TEST(a_value_that_failed_has_no_other_words)
{
    static const char *const words[] = {"a"};
    static const attn_labels one = {.name = "one", .count = 1, .words = words};
    ck_assert_uint_eq(attn_record_relabel(record, 0, &one, NULL), 0);
    ck_assert(attn_ok(&status));
}
END_TEST

/* ---- memory ---- */

/* A record of many nodes, whose list of chunks must grow, too. */
static bool make_many(attn_status *fault)
{
    attn_record *made = attn_record_new(fault);
    attn_node last = made ? attn_record_number(made, 0) : 0;
    for (size_t i = 1; i < 10000 && last; i++) last = attn_record_number(made, (float)i);
    bool done = last && *attn_value(made, 1)->data == 0 && *attn_value(made, last)->data == 9999;
    attn_record_free(made);
    return done;
}

START_TEST(memory_may_end_late)
{
    scarce_each(make_many);
}
END_TEST

/* Memory that was used before: full of what is not a number. */
static void *(*usual_resize)(void *block, size_t size);

static void *used_resize(void *block, size_t size)
{
    void *made = usual_resize(block, size);
    if (made && !block) memset(made, 0xFF, size);
    return made;
}

START_TEST(large_values_do_not_depend_on_what_memory_held)
{
    enum { n = 150 };
    static float numbers[n * n], places[n];
    for (size_t i = 0; i < (size_t)n * n; i++) numbers[i] = (float)(i % 7) - 2.5f;
    for (size_t i = 0; i < n; i++) places[i] = (float)(i % 5 + 1);
    usual_resize = attn_resize;
    attn_resize = used_resize;
    attn_node X = leaf(ATTN_MATRIX, n, n, numbers), y = leaf(ATTN_VECTOR, 1, n, places);
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = n, .cols = n};
    attn_node zeros = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    attn_node hot = apply(ATTN_OP_ONE_HOT, y, attn_record_number(record, n));
    attn_node product = apply(ATTN_OP_PRODUCT, X, hot);
    attn_resize = usual_resize;
    ck_assert_msg(zeros && hot && product, "%s", status.message);
    for (size_t i = 0; i < (size_t)n * n; i++) {
        size_t row = i / n, col = i % n;
        ck_assert(attn_value(record, zeros)->data[i] == 0);
        ck_assert(attn_value(record, hot)->data[i] == (col == row % 5 ? 1 : 0));
        float sum = 0;
        for (size_t k = col; k < n && col < 5; k += 5) sum += numbers[row * n + k];
        ck_assert(attn_value(record, product)->data[i] == sum);
    }
}
END_TEST

/* Where gradients are wanted, a matrix is copied into panels when it is multiplied again. */
START_TEST(what_is_multiplied_again_gives_the_same_digits)
{
    enum { rows = 6, n = 56, times = 4 };
    static float numbers[n * n], ones[rows * n], product[rows * n], back[rows * n];
    static float gradients[times][rows * n];
    attn_node X[times], L = 0;
    float *into[times];
    for (size_t i = 0; i < (size_t)n * n; i++) numbers[i] = sinf((float)i);
    for (size_t i = 0; i < (size_t)rows * n; i++) ones[i] = 1;
    attn_kernel_product(attn_matrix_of(ones, rows, n),
                        attn_transpose_of(attn_matrix_of(numbers, n, n)), (attn_sink){back, false});
    attn_record_keep_for_gradients(record);
    attn_node W = leaf(ATTN_MATRIX, n, n, numbers);
    for (size_t t = 0; t < times; t++) {
        X[t] = leaf(ATTN_MATRIX, rows, n, numbers + 7 * t);
        into[t] = gradients[t];
        attn_node Y = apply(ATTN_OP_PRODUCT, X[t], W),
                  sum = apply(ATTN_OP_SUM, apply(ATTN_OP_SUM, Y, 0), 0);
        ck_assert_msg(sum != 0, "%s", status.message);
        attn_kernel_product(attn_matrix_of(numbers + 7 * t, rows, n), attn_matrix_of(numbers, n, n),
                            (attn_sink){product, false});
        ck_assert_mem_eq(attn_value(record, Y)->data, product, sizeof product);
        L = t == 0 ? sum : apply(ATTN_OP_ADD, L, sum);
    }
    ck_assert(attn_record_backward(record, L, 0, X, times, into));
    for (size_t t = 0; t < times; t++) ck_assert_mem_eq(gradients[t], back, sizeof back);
}
END_TEST

/* Panels that several records share are made between them, of what was asked for. */
START_TEST(lent_panels_give_the_same_digits)
{
    enum { rows = 6, k = 40, n = 72 };
    static float numbers[k * n], ones[rows * n], product[rows * n], back[rows * k];
    float gradient[rows * k], *into = gradient;
    attn_arena *arena = attn_arena_new(&status);
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = k, .cols = n, .data = numbers};
    for (size_t i = 0; i < (size_t)k * n; i++) numbers[i] = sinf((float)i);
    for (size_t i = 0; i < (size_t)rows * n; i++) ones[i] = 1;
    attn_kernel_product(attn_matrix_of(numbers, rows, k), attn_matrix_of(numbers, k, n),
                        (attn_sink){product, false});
    attn_kernel_product(attn_matrix_of(ones, rows, n),
                        attn_transpose_of(attn_matrix_of(numbers, k, n)), (attn_sink){back, false});
    attn_arranged *arranged = attn_arranged_new(arena, &shape);
    ck_assert_ptr_nonnull(arranged);
    attn_record_keep_for_gradients(record);
    attn_node X = leaf(ATTN_MATRIX, rows, k, numbers), W = leaf(ATTN_MATRIX, k, n, numbers);
    attn_record_lend_arranged(record, W, arranged);
    for (int turn = 0; turn < 3; turn++) {
        attn_node Y = apply(ATTN_OP_PRODUCT, X, W);
        attn_node L = apply(ATTN_OP_SUM, apply(ATTN_OP_SUM, Y, 0), 0);
        ck_assert_mem_eq(attn_value(record, Y)->data, product, sizeof product);
        ck_assert(attn_record_backward(record, L, 0, &X, 1, &into));
        ck_assert_mem_eq(gradient, back, sizeof back);
        ck_assert(attn_arranged_room(arranged, arena));
        attn_arrange(arranged);
    }
    attn_arena_free(arena);
}
END_TEST

/* A gradient of what is stretched over many rows is summed in parts. */
START_TEST(gradients_of_what_is_stretched_far)
{
    enum { rows = 700, n = 3 };
    static float numbers[rows * n];
    float gradient[n], sums[n] = {0}, of_number = 0, all = 0;
    float *into[] = {gradient, &of_number};
    for (size_t i = 0; i < (size_t)rows * n; i++) {
        numbers[i] = (float)(i % 13);
        sums[i % n] += numbers[i];
        all += numbers[i];
    }
    attn_node M = leaf(ATTN_MATRIX, rows, n, numbers), v = leaf(ATTN_VECTOR, 1, n, numbers);
    attn_node x = attn_record_number(record, 2), L = apply(ATTN_OP_TIMES, M, v);
    L = apply(ATTN_OP_ADD, L, apply(ATTN_OP_TIMES, x, M));
    L = apply(ATTN_OP_SUM, apply(ATTN_OP_SUM, L, 0), 0);
    const attn_node with[] = {v, x};
    ck_assert_msg(attn_record_backward(record, L, 0, with, 2, into), "%s", status.message);
    ck_assert_mem_eq(gradient, sums, sizeof sums);
    ck_assert(of_number == all);
}
END_TEST

/* Rows are standardized several at a time; those of the last few, too. */
START_TEST(a_row_is_standardized_by_itself)
{
    enum { rows = 17, n = 1100 };
    static float numbers[rows * n];
    for (size_t i = 0; i < (size_t)rows * n; i++) numbers[i] = sinf((float)i) + (float)(i / n);
    attn_node epsilon = attn_record_number(record, 1e-5f), X = leaf(ATTN_MATRIX, rows, n, numbers);
    attn_node Y = apply(ATTN_OP_STANDARDIZE, X, epsilon);
    ck_assert_msg(Y != 0, "%s", status.message);
    for (size_t i = 0; i < rows; i++) {
        attn_node row = leaf(ATTN_VECTOR, 1, n, numbers + i * n);
        const float *alone = attn_value(record, apply(ATTN_OP_STANDARDIZE, row, epsilon))->data;
        ck_assert_mem_eq(attn_value(record, Y)->data + i * n, alone, n * sizeof *alone);
    }
}
END_TEST

/* ---- one record after the other ---- */

enum { WIDE = 80, EXAMPLES = 3 };

/* A record with small and large values and gradients; words that its arena holds; a fault if odd.
 */
static attn_node make_some(float *gradient, float factor)
{
    static float numbers[WIDE * WIDE], tokens[EXAMPLES] = {3, 1, 2};
    for (size_t i = 0; i < WIDE * WIDE; i++) numbers[i] = (float)(i % 11) * 0.05f - 0.2f;
    attn_tensor places = {
        .rank = ATTN_NUMBER, .batch = EXAMPLES, .rows = 1, .cols = 1, .data = tokens};
    attn_tensor square = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = WIDE, .cols = WIDE, .data = numbers};
    attn_node X = attn_record_leaf(record, ATTN_OP_GIVEN, &square, false), y;
    attn_node T = attn_record_leaf(record, ATTN_OP_GIVEN, &places, false);
    attn_node H = apply(ATTN_OP_TANH, apply(ATTN_OP_PRODUCT, X, X), 0);
    H = apply(ATTN_OP_PRODUCT, H, attn_record_number(record, factor));
    y = apply(ATTN_OP_PRODUCT, apply(ATTN_OP_ROW, X, T), H);
    attn_node three[] = {y, y, apply(ATTN_OP_SIGMA, y, 0)};
    y = apply(ATTN_OP_SUM, attn_apply(record, ATTN_OP_JOIN, three, 3, none), 0);
    if (!attn_record_backward(record, y, 0, &X, 1, &gradient)) return 0;
    return y;
}

START_TEST(a_cleared_record_is_a_new_one)
{
    static float first[WIDE * WIDE], again[WIDE * WIDE];
    attn_record_share(record, true);
    attn_node a = make_some(first, 2);
    float sums[EXAMPLES];
    size_t operations = attn_record_operations(record), numbers = attn_record_numbers(record);
    memcpy(sums, attn_value(record, a)->data, sizeof sums);
    attn_node_set_name(record, a, "a");
    for (size_t turn = 0; turn < 5; turn++) {
        attn_record_clear(record);
        ck_assert_uint_eq(attn_record_operations(record), 0);
        ck_assert_uint_eq(attn_record_numbers(record), 0);
        if (turn == 2) make_some(again, 3), attn_record_clear(record);
        memset(again, 0xFF, sizeof again);
        ck_assert_uint_eq(make_some(again, 2), a);
        ck_assert_ptr_null(attn_node_name(record, a));
        ck_assert_uint_eq(attn_record_operations(record), operations);
        ck_assert_uint_eq(attn_record_numbers(record), numbers);
        ck_assert_int_eq(memcmp(first, again, sizeof first), 0);
        ck_assert_int_eq(memcmp(attn_value(record, a)->data, sums, sizeof sums), 0);
    }
    ck_assert(attn_ok(&status));
}
END_TEST

START_TEST(a_record_of_the_same_shapes_needs_no_memory)
{
    static float gradient[WIDE * WIDE];
    make_some(gradient, 2);
    for (size_t turn = 0; turn < 3; turn++) { /* the second pass is the first to be kept */
        attn_record_clear(record);
        if (turn == 2) scarce.smallest = 2048, scarce_begin(0);
        attn_node made = make_some(gradient, 2);
        if (turn == 2) scarce_end(), scarce.smallest = 0;
        ck_assert_msg(made != 0, "%s", status.message);
    }
}
END_TEST

/* Records of other shapes do not add up: what is kept is at most about twice what is used. */
START_TEST(what_is_kept_is_limited)
{
    scarce_begin(SIZE_MAX);
    for (size_t n = 70; n < 200; n += 3) {
        attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = n, .cols = n};
        attn_record_clear(record);
        attn_node X = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
        for (size_t i = 0; i < 20; i++) X = apply(ATTN_OP_ADD, X, X);
        ck_assert_int_lt(scarce.owned, 100);
    }
    attn_record_free(record);
    record = attn_record_new(&status);
    scarce_end();
}
END_TEST

static bool make_twice(attn_status *fault)
{
    static float gradient[WIDE * WIDE];
    attn_record *before = record;
    record = attn_record_new(fault);
    bool done = record && make_some(gradient, 2);
    if (record) attn_record_clear(record);
    done = done && make_some(gradient, 3);
    attn_record_free(record);
    record = before;
    return done;
}

START_TEST(memory_may_end_before_and_after_clearing)
{
    scarce_each(make_twice);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("record_edges");
    TCase *tests = tcase_create("record");
    tcase_add_checked_fixture(tests, open_record, close_record);
    tcase_add_test(tests, the_last_name_on_the_way_back);
    tcase_add_test(tests, origins_of_what_is_put_together);
    tcase_add_test(tests, only_whole_places_are_words);
    tcase_add_test(tests, tokens_in_a_matrix_are_compared_by_their_word);
    tcase_add_test(tests, one_hot_holds_nothing_else);
    tcase_add_loop_test(tests, slopes_where_two_rules_meet, 0, COUNT(slopes));
    tcase_add_test(tests, nothing_flows_through_what_is_masked);
    tcase_add_test(tests, no_gradient_after_a_fault);
    tcase_add_test(tests, gradients_count_as_work);
    tcase_add_test(tests, a_value_that_failed_has_no_other_words);
    tcase_add_test(tests, memory_may_end_late);
    tcase_add_test(tests, large_values_do_not_depend_on_what_memory_held);
    tcase_add_test(tests, what_is_multiplied_again_gives_the_same_digits);
    tcase_add_test(tests, lent_panels_give_the_same_digits);
    tcase_add_test(tests, gradients_of_what_is_stretched_far);
    tcase_add_test(tests, a_row_is_standardized_by_itself);
    tcase_add_test(tests, a_cleared_record_is_a_new_one);
    tcase_add_test(tests, a_record_of_the_same_shapes_needs_no_memory);
    tcase_add_test(tests, what_is_kept_is_limited);
    tcase_add_test(tests, memory_may_end_before_and_after_clearing);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
