/*
 * kernel: every instruction set of this machine against plain loops. Products are compared bit for
 * bit, as the order of sums is promised; exp and softmax within their error, and bit for bit from
 * set to set; attention bit for bit with the single kernels.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include <dirent.h>
#include <math.h>
#include <stdint.h>
#if defined(__linux__)
#include <sys/wait.h>
#endif
#include <unistd.h>

#include "core/memory.h"
#include "core/pool.h"
#include "tensor/kernel.h"
#include "tensor/kernel_set.h"
#include "unit.h"

static const char *const names[] = {"base", "avx2", "avx512", "neon"};
enum { SETS = COUNT(names) };

/* Works with set i from here on; false: this machine has none. */
static bool use(int i)
{
    return attn_kernel_use(names[i]);
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8 | *state << 24;
}

/* Numbers from −1 to 1. */
static float *drawn(size_t count, unsigned from)
{
    float *numbers = malloc((count + 1) * sizeof *numbers);
    uint32_t state = from * 2654435761u + 1;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (float)(next(&state) >> 8) / 8388608.0f - 1.0f;
    }
    return numbers;
}

static bool same(float a, float b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

START_TEST(sets_are_chosen_by_name)
{
    ck_assert(attn_kernel_use("base"));
    ck_assert_str_eq(attn_kernel_name(), "base");
    ck_assert(!attn_kernel_use("mmx") && !attn_kernel_use(""));
    ck_assert_str_eq(attn_kernel_name(), "base");
    ck_assert(attn_kernel_use(NULL));
#if defined(__x86_64__)
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool avx512 = __builtin_cpu_supports("avx512f");
    ck_assert(attn_kernel_use("avx2") == avx2 && attn_kernel_use("avx512") == avx512);
    attn_kernel_use("base");
    attn_kernel_use(NULL);
    ck_assert_str_eq(attn_kernel_name(), avx512 ? "avx512" : avx2 ? "avx2" : "base");
#endif
}
END_TEST

/* ---- the fused multiply-add ---- */

static void check_fused(float a, float b, float c)
{
    float found = c, expected = fmaf(a, b, c);
    attn_matrix A = attn_matrix_of(&a, 1, 1), B = attn_matrix_of(&b, 1, 1);
    attn_kernel_chosen()->small(A, B, (attn_sink){&found, true});
    if (same(found, expected)) return; /* an assertion each time would take longer than the test */
    ck_abort_msg("%s: %a · %a + %a = %a, not %a", attn_kernel_name(), (double)a, (double)b,
                 (double)c, (double)found, (double)expected);
}

START_TEST(fused_at_its_ends)
{
    static const uint32_t ends[] = {0x00000000, 0x00000001, 0x00000002, 0x00000003, 0x00400000,
                                    0x007FFFFF, 0x00800000, 0x00800001, 0x0C800000, 0x1F800000,
                                    0x20000000, 0x33000000, 0x33800000, 0x33800001, 0x34000000,
                                    0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3F800003,
                                    0x40000000, 0x4B000001, 0x4B800000, 0x5F000000, 0x5F7FFFFF,
                                    0x7F000000, 0x7F7FFFFE, 0x7F7FFFFF, 0x7F800000, 0x7FC00000};
    enum { both_signs = 2 * COUNT(ends) };
    if (!use(_i)) return;
    for (size_t i = 0; i < both_signs * both_signs * both_signs; i++) {
        float x[3];
        for (size_t k = 0, rest = i; k < 3; k++, rest /= both_signs) {
            x[k] = float_of(ends[rest % both_signs / 2] | (rest & 1 ? 0x80000000u : 0));
        }
        check_fused(x[0], x[1], x[2]);
    }
}
END_TEST

/* Any bits; and few bits set, of sizes that meet, so that sums end in ties and cancel. */
START_TEST(fused_of_any_numbers)
{
    uint32_t state = 7;
    if (!use(_i)) return;
    for (size_t i = 0; i < 150000; i++) {
        float x[3], y[3];
        for (size_t k = 0; k < 3; k++) {
            uint32_t bits = next(&state), few = next(&state) & next(&state) & next(&state);
            x[k] = float_of(bits);
            y[k] = float_of((bits & 0x80000000u) | (few & 0x7FFFFFu) | (100 + bits % 27) << 23);
        }
        check_fused(x[0], x[1], x[2]);
        check_fused(y[0], y[1], y[2]);
        check_fused(y[0], y[1], -y[0] * y[1]);
        check_fused(y[0], float_of(0x00800000u >> (i % 24)), y[2] * 0x1p-126f);
    }
}
END_TEST

/* ---- products ---- */

/* Every element by itself: one sum, k = 1, 2, …, fused. */
static void plain(attn_matrix A, attn_matrix B, float *C, bool add)
{
    for (size_t i = 0; i < A.rows; i++) {
        for (size_t j = 0; j < B.cols; j++) {
            float sum = add ? C[i * B.cols + j] : 0.0f;
            for (size_t p = 0; p < A.cols; p++) {
                sum = fmaf(A.at[i * A.row + p * A.col], B.at[p * B.row + j * B.col], sum);
            }
            C[i * B.cols + j] = sum;
        }
    }
}

static const size_t sizes[][3] = {
    /* m, k, n: none, single numbers, every kind of edge of tiles (6×8 … 12×32) and blocks (320) */
    {0, 3, 4},    {3, 4, 0},       {3, 0, 4},        {1, 1, 1},     {1, 600, 1},    {1, 3, 40},
    {2, 300, 33}, {3, 4, 5},       {6, 320, 16},     {7, 321, 17},  {13, 640, 1},   {5, 319, 31},
    {4, 70, 64},  {9, 80, 8},      {12, 641, 48},    {20, 7, 100},  {1, 9, 1000},   {2, 100, 100},
    {47, 64, 31}, {48, 65, 33},    {49, 400, 63},    {61, 321, 65}, {1030, 20, 33}, {33, 20, 1030},
    {300, 2, 40}, {16, 1100, 200}, {11, 1030, 1030},
};

typedef struct form { /* A·B, A·Bᵀ, Aᵀ·B */
    bool a_across, b_across;
} form;
static const form forms[] = {{false, false}, {false, true}, {true, false}};

static attn_matrix matrix(const float *at, size_t rows, size_t cols, bool across)
{
    return across ? attn_transpose_of(attn_matrix_of(at, cols, rows))
                  : attn_matrix_of(at, rows, cols);
}

static void check_product(form in, const size_t size[3], bool add)
{
    size_t m = size[0], k = size[1], n = size[2];
    float *a = drawn(m * k, 1), *b = drawn(k * n, 2), *c = drawn(m * n, 3),
          *expected = drawn(m * n, 3);
    attn_matrix A = matrix(a, m, k, in.a_across), B = matrix(b, k, n, in.b_across);
    plain(A, B, expected, add);
    attn_kernel_product(A, B, (attn_sink){c, add});
    ck_assert_msg(memcmp(c, expected, m * n * sizeof *c) == 0,
                  "%s: %zu×%zu×%zu, add %d, A %d, B %d", attn_kernel_name(), m, k, n, add,
                  in.a_across, in.b_across);
    free(a), free(b), free(c), free(expected);
}

/* Panels hold whole tiles; what lies behind them must stay as it is. */
static void check_panels(bool across, const size_t size[3], bool add)
{
    size_t m = size[0], k = size[1], n = size[2], count = attn_kernel_panels(k, n);
    float *a = drawn(m * k, 1), *b = drawn(k * n, 2), *c = drawn(m * n, 3),
          *expected = drawn(m * n, 3), *panels = drawn(count + 1, 4), behind = panels[count];
    attn_matrix A = attn_matrix_of(a, m, k), B = matrix(b, k, n, across);
    plain(A, B, expected, add);
    attn_kernel_make_panels(B, panels);
    ck_assert(panels[count] == behind);
    attn_kernel_product_by_panels(A, panels, n, (attn_sink){c, add});
    ck_assert_msg(memcmp(c, expected, m * n * sizeof *c) == 0, "%s: %zu×%zu×%zu, add %d, B %d",
                  attn_kernel_name(), m, k, n, add, across);
    free(a), free(b), free(c), free(expected), free(panels);
}

static void check_products(void)
{
    for (size_t s = 0; s < COUNT(sizes); s++) {
        for (size_t f = 0; f < COUNT(forms); f++) {
            check_product(forms[f], sizes[s], false);
            check_product(forms[f], sizes[s], true);
            if (!forms[f].a_across) check_panels(forms[f].b_across, sizes[s], f == 0);
        }
    }
}

START_TEST(products_sum_in_order)
{
    if (use(_i)) check_products();
}
END_TEST

static void *no_memory(void *block, size_t size)
{
    (void)block, (void)size;
    return NULL;
}

START_TEST(products_without_memory)
{
    void *(*before)(void *, size_t) = attn_resize;
    attn_resize = no_memory;
    if (use(_i)) check_products();
    attn_resize = before;
}
END_TEST

/* The bound that holds for any order of k roundings. */
START_TEST(products_are_near_the_truth)
{
    enum { m = 37, k = 401, n = 53 };
    float *a = drawn(m * k, 4), *b = drawn(k * n, 5), c[m * n];
    if (use(_i)) {
        attn_kernel_product(attn_matrix_of(a, m, k), attn_matrix_of(b, k, n),
                            (attn_sink){c, false});
        for (size_t i = 0; i < m * n; i++) {
            long double sum = 0, sizes_sum = 0;
            for (size_t p = 0; p < k; p++) {
                long double term = (long double)a[i / n * k + p] * (long double)b[p * n + i % n];
                sum += term;
                sizes_sum += fabsl(term);
            }
            ck_assert(fabsl((long double)c[i] - sum) < k * 0x1p-24L * sizes_sum);
        }
    }
    free(a), free(b);
}
END_TEST

START_TEST(products_by_their_public_names)
{
    const float A[] = {1, 2, 3, 4, 5, 6}, B[] = {1, 0, 2, -1, 3, 1};
    float C[9];
    attn_matrix tall = attn_matrix_of(B, 3, 2), flat = attn_matrix_of(B, 2, 3);
    attn_matrix left = attn_matrix_of(A, 2, 3);
    attn_kernel_product(left, tall, (attn_sink){C, false});
    ck_assert(C[0] == 14 && C[1] == 1 && C[2] == 32 && C[3] == 1);
    attn_kernel_product(left, attn_transpose_of(flat), (attn_sink){C, false});
    ck_assert(C[0] == 7 && C[1] == 8 && C[2] == 16 && C[3] == 17);
    attn_kernel_product(attn_transpose_of(left), flat, (attn_sink){C, false});
    ck_assert(C[0] == -3 && C[1] == 12 && C[2] == 6 && C[8] == 12);
    attn_kernel_product(attn_transpose_of(left), flat, (attn_sink){C, true});
    ck_assert(C[0] == -6 && C[8] == 24);
}
END_TEST

START_TEST(panels_are_for_few_rows)
{
    ck_assert(attn_kernel_wants_panels(16, matrix(NULL, 128, 128, false)));
    ck_assert(attn_kernel_wants_panels(1, matrix(NULL, 128, 128, true)));
    ck_assert(!attn_kernel_wants_panels(
        1, matrix(NULL, 128, 128, false))); /* one row reads B as it lies */
    ck_assert(!attn_kernel_wants_panels(1000, matrix(NULL, 128, 128, true)));
    ck_assert(!attn_kernel_wants_panels(16, matrix(NULL, 8, 8, false)));
    ck_assert(attn_kernel_panels(3, SIZE_MAX) == SIZE_MAX);
    ck_assert(attn_kernel_panels(SIZE_MAX / 2, 5) == SIZE_MAX);
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
    double worst = 0;
    if (!use(_i)) return;
    for (uint32_t bits = 0; bits < 0x42B17217u; bits += 9973) { /* 0 … 88.72 */
        float x[2] = {float_of(bits), -float_of(bits)}, y[2];
        attn_kernel_exp(x, y, 2);
        for (size_t i = 0; i < 2; i++) {
            double off = ulps_off(y[i], exp((double)x[i]));
            if (!(off <= worst)) worst = off;
        }
    }
    ck_assert_msg(worst <= 2, "%s: %g ulp", attn_kernel_name(), worst);
}
END_TEST

START_TEST(exp_at_its_ends)
{
    const float x[] = {0,     -0.0f,  -INFINITY, INFINITY, NAN, 88.73f,
                       1e30f, -1e30f, -104.5f,   -103.9f,  -90};
    if (!use(_i)) return;
    for (size_t before = 0; before < 16; before++) { /* in every lane, and where none is left */
        float some[16 + COUNT(x)] = {0}, y[16 + COUNT(x)];
        memcpy(some + before, x, sizeof x);
        attn_kernel_exp(some, y, before + COUNT(x));
        const float *of_x = y + before;
        ck_assert(of_x[0] == 1 && of_x[1] == 1 && of_x[2] == 0);
        ck_assert(isinf(of_x[3]) && isnan(of_x[4]) && isinf(of_x[5]) && isinf(of_x[6]));
        ck_assert(of_x[7] == 0 && of_x[8] == 0);
        ck_assert(of_x[9] == ldexpf(1, -149)); /* the smallest number there is */
        ck_assert(ulps_off(of_x[10], exp(-90)) <= 1);
    }
}
END_TEST

static void check_same(const float *found, const float *expected, size_t n, const char *what)
{
    for (size_t i = 0; i < n; i++) {
        if (same(found[i], expected[i])) continue;
        ck_abort_msg("%s, %s: number %zu is %a, not %a", attn_kernel_name(), what, i,
                     (double)found[i], (double)expected[i]);
    }
}

START_TEST(exp_is_the_same_in_all_sets)
{
    enum { n = 1 << 16 };
    static float x[n], expected[n], y[n];
    for (uint32_t part = 0; part < 8; part++) {
        for (uint32_t i = 0; i < n; i++) x[i] = float_of((part * n + i) * 8191u);
        use(0);
        attn_kernel_exp(x, expected, n);
        if (use(_i)) attn_kernel_exp(x, y, n), check_same(y, expected, n, "exp");
    }
}
END_TEST

/* ---- softmax ---- */

START_TEST(transposes_of_every_size)
{
    for (size_t m = 0; m < 11; m++) {
        for (size_t n = 0; n < 11; n++) {
            float *x = drawn(m * n, 1), *y = drawn(m * n, 2), *expected = drawn(m * n, 2);
            for (size_t i = 0; i < m * n; i++) expected[i % n * m + i / n] += x[i];
            attn_kernel_transpose(attn_matrix_of(x, m, n), (attn_sink){y, true});
            check_same(y, expected, m * n, "transpose +=");
            for (size_t i = 0; i < m * n; i++) expected[i % n * m + i / n] = x[i];
            attn_kernel_transpose(attn_matrix_of(x, m, n), (attn_sink){y, false});
            check_same(y, expected, m * n, "transpose");
            free(x), free(y), free(expected);
        }
    }
}
END_TEST

/* ---- tanh and σ ---- */

static double true_sigma(double x)
{
    return 1 / (1 + exp(-x));
}

typedef struct squash {
    attn_each f;
    double (*truth)(double x);
} squash;
static const squash squashes[] = {{ATTN_EACH_TANH, tanh}, {ATTN_EACH_SIGMA, true_sigma}};

START_TEST(tanh_and_sigma_are_within_3_ulp)
{
    if (!use(_i)) return;
    for (size_t k = 0; k < COUNT(squashes); k++) {
        double worst = 0;
        for (uint32_t bits = 0; bits < 0x42C80000u; bits += 29989) { /* 0 … 100 */
            float x[2] = {float_of(bits), -float_of(bits)}, y[2];
            attn_kernel_each(squashes[k].f, (attn_series){x, 1}, (attn_series){x, 1}, y, 2);
            for (size_t i = 0; i < 2; i++) {
                double truth = squashes[k].truth((double)x[i]);
                double off = fabs(truth) < 0x1p-125 ? 0 : ulps_off(y[i], truth);
                if (!(off <= worst)) worst = off;
                ck_assert(fabsf(y[i]) <= 1);
            }
        }
        ck_assert_msg(worst < 3, "%s: %zu: %g ulp", attn_kernel_name(), k, worst);
    }
}
END_TEST

START_TEST(tanh_and_sigma_at_their_ends)
{
    const float x[] = {0, -0.0f, INFINITY, -INFINITY, 3e38f, -3e38f, NAN, 1e-40f, -1e-40f};
    enum { n = COUNT(x) };
    const float tanhs[n] = {0, -0.0f, 1, -1, 1, -1, NAN, 1e-40f, -1e-40f};
    const float sigmas[n] = {0.5f, 0.5f, 1, 0, 1, 0, NAN, 0.5f, 0.5f};
    float y[n];
    if (!use(_i)) return;
    attn_kernel_each(ATTN_EACH_TANH, (attn_series){x, 1}, (attn_series){x, 1}, y, n);
    check_same(y, tanhs, n, "tanh");
    attn_kernel_each(ATTN_EACH_SIGMA, (attn_series){x, 1}, (attn_series){x, 1}, y, n);
    check_same(y, sigmas, n, "sigma");
}
END_TEST

/* Also where one way of computing it meets the other, at 0.625. */
START_TEST(tanh_is_odd)
{
    enum { n = 4096, border = 0x3F200000 };
    static float x[n], minus[n], y[n], opposite[n];
    if (!use(_i)) return;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = float_of(border + (i - n / 2) * (i % 2 == 0 ? 1 : 4099));
        minus[i] = -x[i];
    }
    attn_kernel_each(ATTN_EACH_TANH, (attn_series){x, 1}, (attn_series){x, 1}, y, n);
    attn_kernel_each(ATTN_EACH_TANH, (attn_series){minus, 1}, (attn_series){minus, 1}, opposite, n);
    for (size_t i = 0; i < n; i++) opposite[i] = -opposite[i];
    check_same(y, opposite, n, "tanh");
}
END_TEST

START_TEST(tanh_and_sigma_are_the_same_in_all_sets)
{
    enum { n = 1 << 16 };
    static float x[n], expected[n], y[n];
    for (uint32_t i = 0; i < n; i++) x[i] = float_of(i * 65521u);
    for (size_t k = 0; k < COUNT(squashes); k++) {
        use(0);
        attn_kernel_each(squashes[k].f, (attn_series){x, 1}, (attn_series){x, 1}, expected, n);
        if (!use(_i)) continue;
        attn_kernel_each(squashes[k].f, (attn_series){x, 1}, (attn_series){x, 1}, y, n);
        check_same(y, expected, n, "tanh and sigma");
    }
}
END_TEST

/* One number beside many, by the public names. */
START_TEST(numbers_are_stretched)
{
    const float x[3] = {1, 2, 3}, y = 10, g[3] = {1, 0, 2};
    float z[3], into[3] = {5, 5, 5};
    if (!use(_i)) return;
    attn_kernel_each(ATTN_EACH_DIVIDE, (attn_series){&y, 0}, (attn_series){x, 1}, z, 3);
    ck_assert(z[0] == 10 && z[1] == 5 && z[2] == 10.0f / 3);
    attn_kernel_each(ATTN_EACH_SUBTRACT, (attn_series){x, 1}, (attn_series){&y, 0}, z, 3);
    ck_assert(z[0] == -9 && z[1] == -8 && z[2] == -7);
    attn_kernel_slope(ATTN_SLOPE_ITSELF, g, (attn_sink){into, true}, (attn_series){&y, 0},
                      (attn_series){x, 1}, 3);
    ck_assert(into[0] == 15 && into[1] == 5 && into[2] == 25);
    attn_kernel_slope(ATTN_SLOPE_MINUS_SHARE, g, (attn_sink){into, true}, (attn_series){x, 1},
                      (attn_series){&y, 0}, 3);
    ck_assert(into[0] == 15 - 0.1f && into[1] == 5 && into[2] == 25 - 2 * 0.3f);
    attn_kernel_slope(ATTN_SLOPE_ITSELF, g, (attn_sink){into, false}, (attn_series){&y, 0},
                      (attn_series){x, 1}, 3);
    ck_assert(into[0] == 10 && into[1] == 0 && into[2] == 20);
    ck_assert(attn_kernel_finite(x, 3));
}
END_TEST

/* Every operation by itself, each rounded. */
static void plain_adam(const attn_adam *how, const float *g, float *m, float *v, float *w, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        m[i] = how->b1 * m[i] + (1 - how->b1) * g[i];
        v[i] = how->b2 * v[i] + (1 - how->b2) * g[i] * g[i];
        w[i] -= how->rate * m[i] / (sqrtf(v[i]) / how->root + how->epsilon);
    }
}

START_TEST(learning_is_the_same_in_all_sets)
{
    enum { most = 67 };
    const attn_adam how = {.b1 = 0.9f, .b2 = 0.999f, .epsilon = 1e-8f, .rate = 0.02f, .root = 0.1f};
    for (size_t n = 0; use(_i) && n <= most; n++) {
        float *g = drawn(most, 1), *m = drawn(most, 2), *v = drawn(most, 3), *w = drawn(most, 4);
        for (size_t i = 0; i < most; i++) v[i] *= v[i];
        float *m2 = drawn(most, 2), *v2 = drawn(most, 3), *w2 = drawn(most, 4);
        memcpy(v2, v, most * sizeof *v);
        plain_adam(&how, g, m2, v2, w2, n);
        attn_kernel_adam(&how, g, m, v, w, n);
        ck_assert(memcmp(m, m2, most * sizeof *m) == 0 && memcmp(v, v2, most * sizeof *v) == 0);
        ck_assert(memcmp(w, w2, most * sizeof *w) == 0);
        for (size_t i = 0; i < n; i++) m2[i] = (m2[i] + g[i]) * 0.3f;
        attn_kernel_add_shares(m, g, 0.3f, n);
        ck_assert(memcmp(m, m2, most * sizeof *m) == 0);
        double squares = 0;
        for (size_t i = 0; i < n; i++) squares += (double)g[i] * (double)g[i];
        ck_assert(fabs(attn_kernel_squares(g, n) - squares) <= 1e-13 * squares);
        free(g), free(m), free(v), free(w), free(m2), free(v2), free(w2);
    }
}
END_TEST

START_TEST(softmax_is_the_same_in_all_sets)
{
    static const size_t widths[] = {1, 2, 7, 8, 9, 16, 17, 40, 59, 256, 1003};
    float *x = drawn(17 * 1003, 5), *expected = drawn(17 * 1003, 5), *y = drawn(17 * 1003, 5);
    for (size_t i = 0; i < (size_t)17 * 1003; i++) x[i] *= i % 3 ? 100 : 1;
    x[3] = -INFINITY;
    for (size_t w = 0; w < COUNT(widths); w++) {
        use(0);
        attn_kernel_softmax(x, expected, 17, widths[w]);
        if (!use(_i)) continue;
        attn_kernel_softmax(x, y, 17, widths[w]);
        check_same(y, expected, 17 * widths[w], "softmax");
    }
    free(x), free(expected), free(y);
}
END_TEST

/* A share is the quotient of exp and sum, rounded once. */
START_TEST(softmax_divides)
{
    enum { n = 24 };
    if (!use(_i)) return;
    float *x = drawn((size_t)n * 1000, 8), y[n], e[n];
    for (size_t i = 0; i < 1000; i++) {
        float largest = -INFINITY;
        double sum = 0;
        for (size_t j = 0; j < n; j++) largest = fmaxf(largest, x[i * n + j]);
        for (size_t j = 0; j < n; j++) e[j] = x[i * n + j] - largest;
        attn_kernel_exp(e, e, n);
        for (size_t lane = 0; lane < 8; lane++) {
            sum += (double)e[lane] + (double)e[lane + 8] + (double)e[lane + 16];
        }
        for (size_t j = 0; j < n; j++) e[j] /= (float)sum;
        attn_kernel_softmax(x + i * n, y, 1, n);
        check_same(y, e, n, "share");
    }
    free(x);
}
END_TEST

START_TEST(softmax_of_rows)
{
    enum { m = 3, n = 37 };
    float *x = drawn(m * n, 6), y[m * n];
    x[n + 2] = -INFINITY;                                /* one key masked */
    for (size_t j = 0; j < n; j++) x[2 * n + j] += 1e4f; /* far beyond what exp can hold */
    attn_kernel_use(NULL);
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

START_TEST(softmax_of_what_is_no_number)
{
    float x[40], y[40];
    if (!use(_i)) return;
    for (size_t j = 0; j < COUNT(x); j++) x[j] = -INFINITY;
    attn_kernel_softmax(x, y, 2, 20); /* nothing but masks */
    for (size_t j = 0; j < COUNT(y); j++) ck_assert(isnan(y[j]));
    x[39] = 3;
    attn_kernel_softmax(x + 39, y, 1, 1);
    ck_assert(y[0] == 1);
    attn_kernel_softmax(x, y, 2, 20);
    ck_assert(isnan(y[0]) && y[20] == 0 && y[39] == 1);
    x[21] = NAN; /* one is enough, wherever it stands */
    attn_kernel_softmax(x, y, 2, 20);
    for (size_t j = 0; j < COUNT(y); j++) ck_assert(isnan(y[j]));
    attn_kernel_softmax(x, y, 0, 5);
    attn_kernel_softmax(x, y, 5, 0);
}
END_TEST

/* ---- attention ---- */

typedef struct numbers { /* of one test of attention */
    float *Q, *K, *V, *mask, *A, *Z;
} numbers;

static numbers draw_for(const attn_attention *of)
{
    numbers x = {.Q = drawn(of->count * of->queries * of->width, 11),
                 .K = drawn(of->count * of->keys * of->width, 12),
                 .V = drawn(of->count * of->keys * of->value_width, 13),
                 .mask = drawn(of->queries * of->keys, 14),
                 .A = drawn(of->count * of->queries * of->keys, 15),
                 .Z = drawn(of->count * of->queries * of->value_width, 16)};
    for (size_t i = 0; i < of->queries * of->keys; i++) {
        if (i % 5 == 1 && i % of->keys != 0) x.mask[i] = -INFINITY;
    }
    return x;
}

static void free_numbers(const numbers *x)
{
    free(x->Q), free(x->K), free(x->V), free(x->mask), free(x->A), free(x->Z);
}

/* With the single kernels, one after the other. */
static void compose(const numbers *x, const attn_attention *of)
{
    size_t m = of->queries, n = of->keys;
    float scale = of->scale != 0 ? of->scale : 1 / sqrtf((float)of->width);
    for (size_t h = 0; h < of->count; h++) {
        float *A = x->A + h * m * n;
        attn_matrix K = attn_matrix_of(x->K + h * n * of->width, n, of->width);
        attn_kernel_product(attn_matrix_of(x->Q + h * m * of->width, m, of->width),
                            attn_transpose_of(K), (attn_sink){A, false});
        for (size_t i = 0; i < m * n; i++) {
            A[i] *= scale;
            if (of->mask) A[i] += of->mask[i];
            if (of->causal && i % n > i / n) A[i] = -INFINITY;
        }
        attn_kernel_softmax(A, A, m, n);
        attn_kernel_product(attn_matrix_of(A, m, n),
                            attn_matrix_of(x->V + h * n * of->value_width, n, of->value_width),
                            (attn_sink){x->Z + h * m * of->value_width, false});
    }
}

static bool attend(const numbers *x, bool keeps_weights, attn_attention of, attn_status *status)
{
    of.Q = x->Q;
    of.K = x->K;
    of.V = x->V;
    of.A = keeps_weights ? x->A : NULL;
    of.Z = x->Z;
    return attn_kernel_attention(&of, status);
}

static void *(*usual_resize)(void *block, size_t size);

/* Fresh memory holds no numbers: what is read of it before it is written is seen. */
static void *resize_without_numbers(void *old, size_t size)
{
    void *made = usual_resize(old, size);
    if (made && !old) memset(made, 0xFF, size);
    return made;
}

static void check_attention(const attn_attention *of, const numbers *x, const numbers *expected)
{
    attn_status status = {0};
    size_t m = of->count * of->queries;
    if (attn_resize != resize_without_numbers) usual_resize = attn_resize;
    attn_resize = resize_without_numbers;
    for (int kept = 0; kept < 2; kept++) {
        memset(x->A, 0xFF, m * of->keys * sizeof *x->A);
        memset(x->Z, 0xFF, m * of->value_width * sizeof *x->Z);
        ck_assert_msg(attend(x, kept, *of, &status), "%s", status.message);
        if (kept) check_same(x->A, expected->A, m * of->keys, "weights");
        check_same(x->Z, expected->Z, m * of->value_width, "values");
    }
    attn_resize = usual_resize;
}

static const attn_attention shapes[] = {
    {.count = 1, .queries = 1, .keys = 1, .width = 1, .value_width = 1},
    {.count = 3, .queries = 5, .keys = 7, .width = 3, .value_width = 2, .scale = 0.3f},
    {.count = 2, .queries = 24, .keys = 32, .width = 64, .value_width = 64},
    {.count = 2, .queries = 49, .keys = 323, .width = 65, .value_width = 33},
    {.count = 1, .queries = 25, .keys = 645, .width = 323, .value_width = 31, .scale = -1},
    {.count = 1, .queries = 90, .keys = 90, .width = 16, .value_width = 0},
    {.count = 1, .queries = 360, .keys = 340, .width = 8, .value_width = 40},
};

START_TEST(attention_is_its_single_kernels)
{
    if (!use(_i)) return;
    for (size_t s = 0; s < COUNT(shapes) * 4; s++) {
        attn_attention of = shapes[s / 4];
        numbers x = draw_for(&of), expected = draw_for(&of);
        of.causal = s % 2 == 1;
        of.mask = s % 4 >= 2 ? x.mask : NULL;
        compose(&expected, &of);
        check_attention(&of, &x, &expected);
        free_numbers(&x), free_numbers(&expected);
    }
}
END_TEST

START_TEST(attention_is_the_same_in_all_sets)
{
    attn_attention of = shapes[3];
    numbers x = draw_for(&of), expected = draw_for(&of);
    use(0);
    compose(&expected, &of);
    if (use(_i)) check_attention(&of, &x, &expected);
    free_numbers(&x), free_numbers(&expected);
}
END_TEST

/* Whatever stands at the values that a query does not see. */
START_TEST(what_is_not_seen_adds_nothing)
{
    attn_attention of = shapes[6];
    numbers x = draw_for(&of), expected = draw_for(&of);
    of.causal = true;
    for (size_t i = 0; i < of.keys * of.value_width; i++) {
        if (i / of.value_width % 10 > 5) x.V[i] = expected.V[i] = 3e38f;
    }
    compose(&expected, &of);
    if (use(_i)) check_attention(&of, &x, &expected);
    free_numbers(&x), free_numbers(&expected);
}
END_TEST

START_TEST(attention_tells_who_sees_nothing)
{
    if (!use(_i)) return;
    attn_attention of = shapes[3];
    numbers x = draw_for(&of);
    attn_status status = {0};
    for (size_t j = 0; j < 2 * of.keys; j++) x.mask[30 * of.keys + j] = -INFINITY;
    of.mask = x.mask;
    ck_assert(!attend(&x, true, of, &status));
    ck_assert_int_eq(status.code, ATTN_INPUT);
    ck_assert_ptr_nonnull(strstr(status.message, "query 31 of attention 1 sees no key"));

    status = (attn_status){0};
    of.causal = true; /* query 0 sees one key, which is masked */
    x.mask[0] = -INFINITY;
    ck_assert(!attend(&x, false, of, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "query 1 of attention 1 sees no key"));

    status = (attn_status){0};
    x.Q[0] = NAN; /* no number in: none out, but something is seen */
    of.mask = NULL;
    ck_assert(attend(&x, true, of, &status));
    ck_assert(isnan(x.A[0]) && isnan(x.Z[0]) && !isnan(x.Z[of.value_width]));

    status = (attn_status){0};
    size_t wide = of.width, blind = of.queries + 4; /* the fifth of the second attention */
    for (size_t i = 0; i < of.count * of.queries * wide; i++)
        x.Q[i] = i / wide == blind ? -3e38f : 1;
    for (size_t i = 0; i < of.count * of.keys * wide; i++) x.K[i] = 1;
    ck_assert(!attend(&x, true, of, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "query 5 of attention 2 sees no key"));
    free_numbers(&x);
}
END_TEST

START_TEST(attention_of_nothing)
{
    float one[4] = {1, 2, 3, 4}, Z[4];
    numbers x = {.Q = one, .K = one, .V = one, .Z = Z};
    attn_status status = {0};
    attn_attention of = {.count = 0, .queries = 1, .keys = 1, .width = 1, .value_width = 1};
    ck_assert(attend(&x, false, of, &status));
    of = (attn_attention){.count = 0, .queries = 1}; /* nobody asks for a key */
    ck_assert(attend(&x, false, of, &status));
    of = (attn_attention){.count = 1, .queries = 0};
    ck_assert(attend(&x, false, of, &status));
    of = (attn_attention){.count = 1, .queries = 1, .width = 1, .value_width = 1};
    ck_assert(!attend(&x, false, of, &status));
    ck_assert_int_eq(status.code, ATTN_USAGE);
    status = (attn_status){0};
    of = (attn_attention){.count = 1, .queries = 1, .keys = 1, .value_width = 1};
    ck_assert(!attend(&x, false, of, &status));
    ck_assert_int_eq(status.code, ATTN_USAGE);
}
END_TEST

START_TEST(attention_without_memory)
{
    void *(*before)(void *, size_t) = attn_resize;
    attn_attention of = shapes[1];
    numbers x = draw_for(&of);
    attn_status status = {0};
    attn_resize = no_memory;
    ck_assert(!attend(&x, true, of, &status));
    ck_assert_int_eq(status.code, ATTN_MEMORY);
    attn_resize = before;
    static const attn_attention too_much[] = {
        {.count = 3, .queries = 5, .keys = SIZE_MAX / 8, .width = 3, .value_width = 2},
        {.count = 1, .queries = 1, .keys = SIZE_MAX / 4 + 1, .width = 1},
        {.count = 1, .queries = 1, .keys = SIZE_MAX / 8, .width = 64},
    };
    for (size_t i = 0; i < COUNT(too_much); i++) { /* more than there can be */
        status = (attn_status){0};
        ck_assert(!attend(&x, true, too_much[i], &status));
        ck_assert_int_eq(status.code, ATTN_MEMORY);
    }
    free_numbers(&x);
}
END_TEST

/* ---- threads ---- */

#if defined(__linux__) && !defined(__SANITIZE_THREAD__) /* which allows no threads after a fork */
/* Every thread of this process is a folder there. */
static int threads_here(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        count += entry->d_name[0] != '.';
    }
    if (folder) closedir(folder);
    return count;
}

enum { KINDS = 5 };

/* About m·n·1000 multiply-adds, or a tenth of that. */
static void run_job(size_t kind, size_t m, size_t n)
{
    enum { k = 1000, width = 330 };
    const attn_attention of = {
        .count = 2, .queries = m, .keys = n, .width = width, .value_width = width};
    float *a = drawn(m * k, 1), *b = drawn(k * n, 2), *A = drawn(2 * m * n, 3);
    float *Z = drawn(2 * m * width, 4);
    attn_status status = {0};
    if (kind == 0)
        attn_kernel_product(attn_matrix_of(a, m, k), attn_matrix_of(b, k, n),
                            (attn_sink){A, false});
    if (kind == 1) attend(&(numbers){.Q = a, .K = b, .V = b, .A = A, .Z = Z}, true, of, &status);
    if (kind == 2) attn_kernel_softmax(a, a, m, k);
    if (kind == 3) attn_kernel_softmax(b, b, k, n);
    if (kind == 4) attn_kernel_exp(a, a, m * k);
    free(a), free(b), free(A), free(Z);
}

/* How many threads a job makes, in a process that has none yet and may have three. */
static int threads_made(size_t kind, size_t m, size_t n)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        int before = threads_here();
        attn_pool_threads(3);
        run_job(kind, m, n);
        _exit(threads_here() - before);
    }
    ck_assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Small ones are not: to wake a thread takes longer. */
START_TEST(large_jobs_are_shared)
{
    if (threads_here() == 0) return; /* no /proc here */
    for (size_t kind = 0; kind < KINDS; kind++) {
        ck_assert_int_eq(threads_made(kind, 10, 12), 0);
        ck_assert_int_eq(threads_made(kind, 700, 600), 2);
    }
}
END_TEST
#endif

/* Long enough for threads to be at it at the same time, each with rows of its own. */
START_TEST(threads_keep_apart)
{
    attn_attention of = {.count = 2, .queries = 700, .keys = 700, .width = 64, .value_width = 64};
    numbers x = draw_for(&of), expected = draw_for(&of);
    attn_kernel_use(NULL);
    compose(&expected, &of);
    attn_pool_threads(4);
    check_attention(&of, &x, &expected);
    attn_pool_threads(0);
    attn_pool_free();
    free_numbers(&x), free_numbers(&expected);
}
END_TEST

START_TEST(threads_change_nothing)
{
    enum { m = 910, k = 270, n = 290, few = 13, wide = m * n / few };
    attn_attention of = {
        .count = 3, .queries = 130, .keys = 140, .width = 64, .value_width = 64, .causal = true};
    float *a = drawn(m * k, 1), *b = drawn(k * n, 2);
    float *c[2] = {drawn(m * n, 3), drawn(m * n, 3)};
    numbers x = draw_for(&of), expected = draw_for(&of);
    attn_kernel_use(NULL);
    attn_pool_threads(1);
    compose(&expected, &of);
    attn_kernel_product(attn_matrix_of(a, m, k), attn_matrix_of(b, k, n), (attn_sink){c[0], true});
    attn_kernel_softmax(c[0], c[0], m, n);
    attn_kernel_exp(c[0], c[0], m * n);
    attn_kernel_softmax(c[0], c[0], few, wide);
    for (size_t threads = 2; threads < 6; threads++) {
        attn_pool_threads(threads);
        float *again = drawn(m * n, 3);
        attn_kernel_product(attn_matrix_of(a, m, k), attn_matrix_of(b, k, n),
                            (attn_sink){again, true});
        attn_kernel_softmax(again, again, m, n);
        attn_kernel_exp(again, again, m * n);
        attn_kernel_softmax(again, again, few, wide);
        check_same(again, c[0], m * n, "threads");
        check_attention(&of, &x, &expected);
        free(again);
    }
    attn_pool_threads(0);
    attn_pool_free();
    free(a), free(b), free(c[0]), free(c[1]);
    free_numbers(&x), free_numbers(&expected);
}
END_TEST

/* What stood in C before leaves no trace: where all products are 0, so is the sum. */
START_TEST(products_of_zeros)
{
    static const struct {
        size_t m, k, n;
    } of_zeros[] = {{1, 2, 20}, {2, 9, 12}, {5, 2, 30}, {1, 40, 3}, {6, 7, 5}, {30, 33, 40}};
    static float zeros[40 * 40], C[40 * 40];
    for (size_t s = 0; s < COUNT(of_zeros); s++) {
        size_t m = of_zeros[s].m, k = of_zeros[s].k, n = of_zeros[s].n;
        for (size_t way = 0; way < COUNT(forms); way++) {
            for (size_t i = 0; i < m * n; i++) C[i] = 7;
            attn_kernel_product(matrix(zeros, m, k, forms[way].a_across),
                                matrix(zeros, k, n, forms[way].b_across), (attn_sink){C, false});
            for (size_t i = 0; i < m * n; i++)
                ck_assert_msg(C[i] == 0, "%zu×%zu×%zu, %zu: %g", m, k, n, way, (double)C[i]);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel");
    TCase *tests = tcase_create("kernel");
    tcase_add_test(tests, sets_are_chosen_by_name);
    tcase_add_loop_test(tests, products_sum_in_order, 0, SETS);
    tcase_add_loop_test(tests, products_without_memory, 0, SETS);
    tcase_add_loop_test(tests, products_are_near_the_truth, 0, SETS);
    tcase_add_test(tests, products_by_their_public_names);
    tcase_add_test(tests, panels_are_for_few_rows);
    tcase_add_loop_test(tests, exp_is_within_2_ulp, 0, SETS);
    tcase_add_loop_test(tests, exp_at_its_ends, 0, SETS);
    tcase_add_loop_test(tests, exp_is_the_same_in_all_sets, 0, SETS);
    tcase_add_test(tests, transposes_of_every_size);
    tcase_add_loop_test(tests, tanh_and_sigma_are_within_3_ulp, 0, SETS);
    tcase_add_loop_test(tests, tanh_and_sigma_at_their_ends, 0, SETS);
    tcase_add_loop_test(tests, tanh_is_odd, 0, SETS);
    tcase_add_loop_test(tests, tanh_and_sigma_are_the_same_in_all_sets, 0, SETS);
    tcase_add_loop_test(tests, numbers_are_stretched, 0, SETS);
    tcase_add_loop_test(tests, learning_is_the_same_in_all_sets, 0, SETS);
    tcase_add_loop_test(tests, softmax_is_the_same_in_all_sets, 0, SETS);
    tcase_add_loop_test(tests, softmax_divides, 0, SETS);
    tcase_add_test(tests, softmax_of_rows);
    tcase_add_loop_test(tests, softmax_of_what_is_no_number, 0, SETS);
    tcase_add_loop_test(tests, attention_is_its_single_kernels, 0, SETS);
    tcase_add_loop_test(tests, attention_is_the_same_in_all_sets, 0, SETS);
    tcase_add_loop_test(tests, what_is_not_seen_adds_nothing, 0, SETS);
    tcase_add_loop_test(tests, attention_tells_who_sees_nothing, 0, SETS);
    tcase_add_test(tests, attention_of_nothing);
    tcase_add_test(tests, attention_without_memory);
#if defined(__linux__) && !defined(__SANITIZE_THREAD__)
    tcase_add_test(tests, large_jobs_are_shared);
#endif
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, threads_keep_apart);
    tcase_add_loop_test(tests, fused_at_its_ends, 0, SETS);
    tcase_add_loop_test(tests, fused_of_any_numbers, 0, SETS);
    tcase_add_test(tests, products_of_zeros);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
