/*
 * stored: matrices that are stored elsewhere, as other kinds of numbers and in other orders, give
 * the same bits as those that are as formulas use them.
 */
/* slow under sanitizers */
#include <math.h>

#include "core/budget.h"
#include "core/random.h"
#include "files/bytes/number_type.h"
#include "record.h"
#include "record/operation.h"
#include "tensor/stored.h"

enum { ROWS = 37, COLS = 330, WIDE = 2 * COLS, EVERY = 1 << 16 };

static const char *const sets[] = {"base", "avx2", "avx512", "neon"};

/* ---- numbers ---- */

static attn_raw raw_of(attn_kind kind)
{
    return kind == ATTN_FLOAT32   ? (attn_raw){ATTN_RAW_FLOAT, 4, false}
           : kind == ATTN_FLOAT16 ? (attn_raw){ATTN_RAW_FLOAT, 2, false}
                                  : (attn_raw){ATTN_RAW_BFLOAT, 2, false};
}

START_TEST(every_number_of_two_bytes_is_read_right)
{
    static unsigned char bytes[2 * EVERY];
    static float expected[EVERY], found[EVERY];
    const attn_kind kind = _i % 2 ? ATTN_FLOAT16 : ATTN_BFLOAT16;
    if (!attn_kernel_use(sets[_i / 2])) return;
    for (size_t i = 0; i < EVERY; i++) attn_put_little_endian(bytes + 2 * i, i, 2);
    ck_assert_uint_eq(attn_raw_read(raw_of(kind), bytes, EVERY, expected), EVERY);
    attn_kernel_lay_out((attn_matrix){(const float *)(const void *)bytes, 1, EVERY, EVERY, 1, kind},
                        found);
    for (size_t i = 0; i < EVERY; i++)
        ck_assert_msg(isnan(expected[i]) ? isnan(found[i])
                                         : memcmp(&expected[i], &found[i], sizeof *found) == 0,
                      "%zx: %g, not %g", i, (double)found[i], (double)expected[i]);
    attn_kernel_use(NULL);
}
END_TEST

/* ---- how a matrix is stored ---- */

/* Numbers of this kind: columns of a wider matrix, and perhaps transposed. */
typedef struct matrix {
    attn_matrix M;
    unsigned char bytes[4 * WIDE * WIDE];
    float numbers[COLS * COLS]; /* the same, row by row */
} matrix;

static void lay(matrix *l, size_t rows, size_t cols, attn_kind kind, bool transposed)
{
    const size_t size = raw_of(kind).size;
    attn_random random = attn_random_named("stored", 1);
    l->M = (attn_matrix){(const float *)(const void *)(l->bytes + 2 * size),
                         rows,
                         cols,
                         transposed ? 1 : WIDE,
                         transposed ? WIDE : 1,
                         kind};
    for (size_t i = 0; i < WIDE * WIDE; i++) {
        const uint64_t bits = (uint64_t)(0x3F00 * attn_random_uniform(&random)) | (i % 2) << 15;
        attn_put_little_endian(l->bytes + size * i, size == 2 ? bits : bits << 16, size);
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            attn_raw_read(raw_of(kind), (const unsigned char *)attn_element_at(l->M, i, j), 1,
                          &l->numbers[i * cols + j]);
}

static attn_node leaf(size_t rows, size_t cols, attn_rank rank, float *numbers)
{
    const attn_tensor shape = {
        .rank = rank, .batch = 1, .rows = rows, .cols = cols, .data = numbers};
    return attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
}

static attn_node stored_leaf(const matrix *l)
{
    const attn_tensor shape = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = l->M.rows, .cols = l->M.cols};
    return attn_record_stored(record, &shape, l->M);
}

static attn_node apply(attn_op op, attn_node a, attn_node b)
{
    const attn_node operands[] = {a, b};
    return attn_apply(record, op, operands, b ? 2 : 1, (attn_params){op == ATTN_OP_SPLIT, 2});
}

static void check_same(attn_node found, attn_node expected, const char *what)
{
    ck_assert_msg(found && expected, "%s: %s", what, status.message);
    ck_assert(attn_record_hold(record, found) && attn_record_hold(record, expected));
    const attn_tensor *x = attn_value(record, found), *y = attn_value(record, expected);
    ck_assert_msg(x->rank == y->rank && x->rows == y->rows && x->cols == y->cols, "%s", what);
    ck_assert_msg(memcmp(x->data, y->data, attn_tensor_size(y) * sizeof *y->data) == 0, "%s", what);
}

/* ---- operations ---- */

static bool is_made(attn_node node)
{
    return attn_shape_of(record, node)->data[0] != 0;
}

static void check_products(const matrix *l, attn_node stored, attn_node there)
{
    static const size_t heights[] = {1, 2, 3, 16, 100};
    static float numbers[100 * COLS];
    attn_random random = attn_random_named("left", 1);
    for (size_t i = 0; i < 100 * COLS; i++) numbers[i] = (float)attn_random_uniform(&random) - 0.5f;
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        attn_node X = leaf(heights[i], l->M.rows, ATTN_MATRIX, numbers);
        check_same(apply(ATTN_OP_PRODUCT, X, stored), apply(ATTN_OP_PRODUCT, X, there), "X M");
        attn_node turned = apply(ATTN_OP_TRANSPOSE, stored, 0);
        attn_node Y = leaf(heights[i], l->M.cols, ATTN_MATRIX, numbers);
        check_same(apply(ATTN_OP_PRODUCT, Y, turned),
                   apply(ATTN_OP_PRODUCT, Y, apply(ATTN_OP_TRANSPOSE, there, 0)), "Y Mᵀ");
    }
    attn_node v = leaf(1, l->M.rows, ATTN_VECTOR, numbers),
              w = leaf(1, l->M.cols, ATTN_VECTOR, numbers);
    check_same(apply(ATTN_OP_PRODUCT, v, stored), apply(ATTN_OP_PRODUCT, v, there), "v M");
    check_same(apply(ATTN_OP_PRODUCT, stored, w), apply(ATTN_OP_PRODUCT, there, w), "M w");
    attn_node places = leaf(1, 3, ATTN_VECTOR, (float[]){4, 1, 37});
    check_same(apply(ATTN_OP_ROW, stored, places), apply(ATTN_OP_ROW, there, places), "row");
}

START_TEST(what_is_stored_elsewhere_gives_the_same_bits)
{
    static matrix l;
    static const attn_op ops[] = {ATTN_OP_SPLIT,    ATTN_OP_ROW_OF,   ATTN_OP_SOFTMAX,
                                  ATTN_OP_SUM,      ATTN_OP_EXP,      ATTN_OP_COPY,
                                  ATTN_OP_NEGATIVE, ATTN_OP_TRANSPOSE};
    const attn_kind kind = (attn_kind)(_i % 3);
    const size_t unmade = attn_unmade_numbers;
    attn_unmade_numbers = _i % 2 ? unmade : 0; /* also transposes */
    lay(&l, ROWS, COLS, kind, _i / 3 % 2);
    if (!attn_kernel_use(sets[_i / 6])) return;
    attn_node stored = stored_leaf(&l), there = leaf(ROWS, COLS, ATTN_MATRIX, l.numbers);
    check_products(&l, stored, there);
    ck_assert(attn_unmade_numbers > 0 || !is_made(stored)); /* nobody asked for its numbers */
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        attn_node fresh = stored_leaf(&l);
        check_same(apply(ops[i], fresh, 0), apply(ops[i], there, 0), attn_op_function(ops[i]));
    }
    attn_node fresh = stored_leaf(&l);
    check_same(apply(ATTN_OP_ADD, fresh, fresh), apply(ATTN_OP_ADD, there, there), "M + M");
    fresh = stored_leaf(&l);
    attn_node wide = leaf(COLS, 2, ATTN_MATRIX, l.numbers);
    check_same(apply(ATTN_OP_PRODUCT, fresh, wide), apply(ATTN_OP_PRODUCT, there, wide), "M Y");
    check_same(stored_leaf(&l), there, "its value");
    attn_node turned = apply(ATTN_OP_TRANSPOSE, stored_leaf(&l), 0);
    check_same(apply(ATTN_OP_COPY, turned, 0), apply(ATTN_OP_TRANSPOSE, there, 0), "a copy of Mᵀ");
    attn_unmade_numbers = unmade;
    attn_kernel_use(NULL);
}
END_TEST

START_TEST(gradients_flow_past_what_is_stored_elsewhere)
{
    static matrix l;
    static float numbers[3 * ROWS], found[3 * ROWS], expected[3 * ROWS];
    lay(&l, ROWS, COLS, ATTN_BFLOAT16, _i);
    for (size_t i = 0; i < 3 * ROWS; i++) numbers[i] = (float)i / 100;
    attn_node X = leaf(3, ROWS, ATTN_MATRIX, numbers);
    const attn_node weights[] = {stored_leaf(&l), leaf(ROWS, COLS, ATTN_MATRIX, l.numbers)};
    float *const into[] = {found, expected};
    for (size_t i = 0; i < 2; i++) {
        attn_node loss = apply(ATTN_OP_NORM, apply(ATTN_OP_PRODUCT, X, weights[i]), 0);
        ck_assert_msg(attn_record_backward(record, loss, 0, &X, 1, &into[i]), "%s", status.message);
    }
    ck_assert(memcmp(found, expected, sizeof found) == 0 && found[0] != 0);
}
END_TEST

START_TEST(numbers_that_are_made_count_as_memory)
{
    static matrix l;
    lay(&l, ROWS, COLS, ATTN_FLOAT16, false);
    attn_node stored = stored_leaf(&l);
    attn_budget_set(attn_budget_held() + 1000, ATTN_NO_BUDGET);
    attn_value(record, stored);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, "a weight (37×330) as float32 needs"));
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
    attn_status_clear(&status);
    ck_assert(!is_made(stored));
    ck_assert_msg(attn_value(record, stored)->data[0] == l.numbers[0], "it can be made later");
}
END_TEST

START_TEST(a_number_that_is_not_finite_is_named)
{
    static matrix l;
    float ones[ROWS];
    lay(&l, ROWS, COLS, ATTN_BFLOAT16, _i % 2);
    unsigned char *bytes = l.bytes + 4 + 2 * (3 * l.M.row + 7 * l.M.col);
    attn_put_little_endian(bytes, _i < 2 ? 0x7F80 : 0x7FC0, 2);
    for (size_t i = 0; i < ROWS; i++) ones[i] = 1;
    attn_node M = stored_leaf(&l);
    attn_node_set_name(record, M, "W_{Q,1}");
    const bool whole = _i / 4;
    if (whole)
        attn_value(record, M);
    else
        apply(ATTN_OP_PRODUCT, leaf(1, ROWS, ATTN_MATRIX, ones), M);
    ck_assert_str_eq(status.message, "W_{Q,1} holds a number that is not finite: row 4, column 8");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stored");
    TCase *tests = tcase_create("stored");
    tcase_add_checked_fixture(tests, open_record, close_record);
    tcase_add_loop_test(tests, every_number_of_two_bytes_is_read_right, 0, 8);
    tcase_add_loop_test(tests, what_is_stored_elsewhere_gives_the_same_bits, 0, 24);
    tcase_add_loop_test(tests, gradients_flow_past_what_is_stored_elsewhere, 0, 2);
    tcase_add_test(tests, numbers_that_are_made_count_as_memory);
    tcase_add_loop_test(tests, a_number_that_is_not_finite_is_named, 0, 8);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
