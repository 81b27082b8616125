/*
 * tensor: shapes and labels; the kernels against plain loops. Products are compared bit for bit, as
 * the order of sums is promised; exp and softmax within their error.
 */
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tensor/kernel.h"
#include "tensor/kernel_set.h"
#include "tensor/tensor.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- shapes and labels ---- */

START_TEST(shapes_as_text)
{
    char text[48];
    attn_tensor number = {.rank = ATTN_NUMBER, .rows = 1, .cols = 1};
    attn_tensor vector = {.rank = ATTN_VECTOR, .rows = 1, .cols = 4};
    attn_tensor matrix = {.rank = ATTN_MATRIX, .rows = SIZE_MAX, .cols = SIZE_MAX};
    ck_assert_str_eq(attn_tensor_shape(&number, text), "number");
    ck_assert_str_eq(attn_tensor_shape(&vector, text), "vector of 4");
    ck_assert_str_eq(attn_tensor_shape(&matrix, text), "18446744073709551615×18446744073709551615");
    ck_assert_uint_eq(attn_tensor_size(&vector), 4);
}
END_TEST

START_TEST(labels_are_found_by_word)
{
    const char *const words[] = {"le", "chat", "", "chat"};
    attn_labels labels = {.count = COUNT(words), .words = words};
    ck_assert_uint_eq(attn_labels_find(&labels, "chat"), 2);
    ck_assert_uint_eq(attn_labels_find(&labels, ""), 3);
    ck_assert_uint_eq(attn_labels_find(&labels, "Chat"), 0);
}
END_TEST

/* ---- products ---- */

enum { SETS = 2 };

static const attn_kernel_set *set_at(int i) /* NULL: not on this machine */
{
    return i == 0 ? attn_kernel_base() : attn_kernel_avx2();
}

static float *drawn(size_t count, unsigned from)
{
    float *numbers = malloc(count * sizeof *numbers);
    uint32_t state = from * 2654435761u + 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    return numbers;
}

/* Every element by itself: one sum, k = 1, 2, …, fused. */
static void plain(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n, bool add)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = add ? C[i * n + j] : 0.0f;
            for (size_t p = 0; p < k; p++) {
                sum = fmaf(A.at[i * A.row + p * A.col], B.at[p * B.row + j * B.col], sum);
            }
            C[i * n + j] = sum;
        }
    }
}

static const size_t sizes[][3] = {
    /* m, k, n: single numbers, every kind of edge of tiles (6×16) and blocks (256) */
    {1, 1, 1},    {1, 600, 1},  {1, 3, 40},   {2, 300, 33},  {3, 4, 5},    {6, 256, 16},
    {7, 257, 17}, {13, 512, 1}, {5, 255, 31}, {12, 513, 48}, {20, 7, 100}, {1, 9, 1000},
};

typedef struct form { /* A·B, A·Bᵀ, Aᵀ·B */
    bool a_across, b_across;
} form;
static const form forms[] = {{false, false}, {false, true}, {true, false}};

static attn_stepped stepped(const float *at, size_t rows, size_t cols, bool across)
{
    return across ? (attn_stepped){at, 1, rows} : (attn_stepped){at, cols, 1};
}

static void check_product(const attn_kernel_set *set, form in, const size_t size[3], bool add)
{
    size_t m = size[0], k = size[1], n = size[2];
    float *a = drawn(m * k, 1), *b = drawn(k * n, 2), *c = drawn(m * n, 3),
          *expected = drawn(m * n, 3);
    attn_stepped A = stepped(a, m, k, in.a_across), B = stepped(b, k, n, in.b_across);
    plain(A, B, expected, m, k, n, add);
    set->product(A, B, c, m, k, n, add);
    ck_assert_msg(memcmp(c, expected, m * n * sizeof *c) == 0,
                  "%s: %zu×%zu×%zu, add %d, A %d, B %d", set->name, m, k, n, add, in.a_across,
                  in.b_across);
    free(a), free(b), free(c), free(expected);
}

START_TEST(products_sum_in_order)
{
    const attn_kernel_set *set = set_at(_i);
    for (size_t s = 0; set && s < COUNT(sizes); s++) {
        for (size_t f = 0; f < COUNT(forms); f++) {
            check_product(set, forms[f], sizes[s], false);
            check_product(set, forms[f], sizes[s], true);
        }
    }
}
END_TEST

START_TEST(products_by_their_public_names)
{
    const float A[] = {1, 2, 3, 4, 5, 6}, B[] = {1, 0, 2, -1, 3, 1};
    float C[9];
    attn_kernel_product(A, B, C, 2, 3, 2, false); /* (2×3)(3×2) */
    ck_assert(C[0] == 14 && C[1] == 1 && C[2] == 32 && C[3] == 1);
    attn_kernel_product_bt(A, B, C, 2, 3, 2, false); /* B as 2×3 */
    ck_assert(C[0] == 7 && C[1] == 8 && C[2] == 16 && C[3] == 17);
    attn_kernel_product_at(A, B, C, 3, 2, 3, false); /* A as 2×3, B as 2×3 */
    ck_assert(C[0] == -3 && C[1] == 12 && C[2] == 6 && C[8] == 12);
    attn_kernel_product_at(A, B, C, 3, 2, 3, true);
    ck_assert(C[0] == -6 && C[8] == 24);
}
END_TEST

/* ---- exp ---- */

static double ulps_off(float found, double truth)
{
    int exponent;
    frexp(truth, &exponent);
    double ulp = ldexp(1, exponent - 24);
    return fabs((double)found - truth) / fmax(ulp, ldexp(1, -149));
}

START_TEST(exp_is_within_2_ulp)
{
    const attn_kernel_set *set = set_at(_i);
    if (!set) return;
    double worst = 0;
    for (uint32_t bits = 0; bits < 0x42B17217u; bits += 9973) { /* 0 … 88.72 */
        float x[2], y[2];
        memcpy(x, &bits, sizeof *x);
        x[1] = -x[0];
        set->exp(x, y, 2);
        for (size_t i = 0; i < 2; i++) {
            double off = ulps_off(y[i], exp((double)x[i]));
            if (!(off <= worst)) worst = off;
        }
    }
    ck_assert_msg(worst <= 2, "%s: %g ulp", set->name, worst);
}
END_TEST

START_TEST(exp_at_its_ends)
{
    const float x[] = {0,     -0.0f,  -INFINITY, INFINITY, NAN, 88.73f,
                       1e30f, -1e30f, -104.5f,   -103.9f,  -90};
    float y[COUNT(x)];
    const attn_kernel_set *set = set_at(_i);
    if (!set) return;
    set->exp(x, y, COUNT(x));
    ck_assert(y[0] == 1 && y[1] == 1 && y[2] == 0);
    ck_assert(isinf(y[3]) && isnan(y[4]) && isinf(y[5]) && isinf(y[6]));
    ck_assert(y[7] == 0 && y[8] == 0);
    ck_assert(y[9] == ldexpf(1, -149)); /* the smallest number there is */
    ck_assert(ulps_off(y[10], exp(-90)) <= 1);
}
END_TEST

START_TEST(sets_give_the_same_digits)
{
    enum { n = 1003 };
    const attn_kernel_set *other = set_at(1);
    float *x = drawn(n, 5), base[n], wide[n];
    for (size_t i = 0; i < n; i++) x[i] *= 100;
    if (other) {
        attn_kernel_base()->exp(x, base, n);
        other->exp(x, wide, n);
        ck_assert_mem_eq(base, wide, sizeof base);
        attn_kernel_base()->softmax(x, base, 17, n / 17);
        other->softmax(x, wide, 17, n / 17);
        ck_assert_mem_eq(base, wide, sizeof base);
    }
    free(x);
}
END_TEST

/* ---- softmax ---- */

START_TEST(softmax_of_rows)
{
    enum { m = 3, n = 37 };
    float *x = drawn(m * n, 6), y[m * n];
    x[n + 2] = -INFINITY;                                /* one key masked */
    for (size_t j = 0; j < n; j++) x[2 * n + j] += 1e4f; /* far beyond what exp can hold */
    attn_kernel_softmax(x, y, m, n);
    for (size_t i = 0; i < m; i++) {
        double largest = -HUGE_VAL, sum = 0, shares = 0;
        for (size_t j = 0; j < n; j++) largest = fmax(largest, (double)x[i * n + j]);
        for (size_t j = 0; j < n; j++) sum += exp((double)x[i * n + j] - largest);
        for (size_t j = 0; j < n; j++) {
            double truth = exp((double)x[i * n + j] - largest) / sum;
            ck_assert_double_eq_tol((double)y[i * n + j], truth, 1e-7);
            shares += (double)y[i * n + j];
        }
        ck_assert_double_eq_tol(shares, 1, n * 6e-8);
    }
    ck_assert(y[n + 2] == 0);
    free(x);
}
END_TEST

START_TEST(softmax_of_nothing_but_masks_is_nan)
{
    const float x[] = {-INFINITY, -INFINITY, 3};
    float y[3];
    attn_kernel_softmax(x, y, 1, 2);
    ck_assert(isnan(y[0]) && isnan(y[1]));
    attn_kernel_softmax(x + 2, y, 1, 1);
    ck_assert(y[0] == 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tensor");
    TCase *tests = tcase_create("tensor");
    tcase_add_test(tests, shapes_as_text);
    tcase_add_test(tests, labels_are_found_by_word);
    tcase_add_loop_test(tests, products_sum_in_order, 0, SETS);
    tcase_add_test(tests, products_by_their_public_names);
    tcase_add_loop_test(tests, exp_is_within_2_ulp, 0, SETS);
    tcase_add_loop_test(tests, exp_at_its_ends, 0, SETS);
    tcase_add_test(tests, sets_give_the_same_digits);
    tcase_add_test(tests, softmax_of_rows);
    tcase_add_test(tests, softmax_of_nothing_but_masks_is_nan);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
