/*
 * kernel_sets: each function of every instruction set of this machine, by what kernel_set.h says of
 * it: at every width there is an edge for, in memory that ends where the numbers end.
 */
/* slow under valgrind */
#include <math.h>
#include <stdint.h>

#include "tensor/kernel.h"
#include "tensor/kernel_product.h"
#include "unit.h"

static const attn_kernel_set *(*const sets[])(void) = {attn_kernel_base, attn_kernel_avx2,
                                                       attn_kernel_avx512, attn_kernel_neon};
enum { SETS = COUNT(sets), MOST = 70 };

/* Numbers from −1 to 1, in memory of just that length. */
static float *drawn(size_t count, uint32_t state)
{
    float *numbers = malloc(count * sizeof *numbers + (count == 0));
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    return numbers;
}

static void check_same(const attn_kernel_set *set, const char *what, size_t size,
                       const float *found, const float *expected, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (memcmp(&found[i], &expected[i], sizeof *found) == 0) continue;
        ck_abort_msg("%s: %s, %zu: number %zu is %a, not %a", set->name, what, size, i,
                     (double)found[i], (double)expected[i]);
    }
}

/* ---- products ---- */

static void check_pack(const attn_kernel_set *set, size_t depth, size_t width, bool across)
{
    enum { apart = 3 }; /* what lies between two rows of B */
    size_t row = across ? 1 : width + apart, col = across ? depth + apart : 1;
    size_t cells = depth * set->tile_cols;
    float *B = drawn((depth - 1) * row + (width - 1) * col + 1, 1), *panel = drawn(cells, 2);
    float *expected = calloc(cells, sizeof *expected);
    for (size_t i = 0; i < depth * width; i++) {
        size_t p = i / width, j = i % width;
        expected[p * set->tile_cols + j] = B[p * row + j * col];
    }
    set->pack((attn_matrix){B, depth, width, row, col, ATTN_FLOAT32}, panel);
    check_same(set, "pack", width, panel, expected, cells);
    free(B), free(panel), free(expected);
}

START_TEST(panels_end_in_zeros)
{
    static const size_t depths[] = {1, 3, 4, 5, 8, 33, ATTN_BLOCK};
    const attn_kernel_set *set = sets[_i]();
    for (size_t width = 1; set && width <= set->tile_cols; width++) {
        for (size_t d = 0; d < COUNT(depths); d++) {
            check_pack(set, depths[d], width, false);
            check_pack(set, depths[d], width, true);
        }
    }
}
END_TEST

/* C lies in rows of step numbers; what is beside the tile stays. */
static void check_tile(const attn_kernel_set *set, size_t depth, size_t rows, size_t width,
                       bool add)
{
    size_t step = width + 5, cells = (rows - 1) * step + width, cols = set->tile_cols;
    size_t third = set->tile_rows / 3, read = attn_pieces(rows, third) * third;
    float *a = drawn((read - 1) * ATTN_STEP + depth, 3), *panel = drawn(depth * cols, 4);
    float *C = drawn(cells, 5), *expected = drawn(cells, 5);
    for (size_t i = 0; i < rows * width; i++) {
        float *c = &expected[i / width * step + i % width];
        if (!add) *c = 0;
        for (size_t p = 0; p < depth; p++) {
            *c = fmaf(a[i / width * ATTN_STEP + p], panel[p * cols + i % width], *c);
        }
    }
    set->tile(&(attn_tile){a, panel, depth, C, step, rows, width, add});
    check_same(set, add ? "tile +=" : "tile", rows * 100 + width, C, expected, cells);
    free(a), free(panel), free(C), free(expected);
}

START_TEST(tiles_of_every_height_and_width)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t rows = 1; set && rows <= set->tile_rows; rows++) {
        for (size_t width = 1; width <= set->tile_cols; width++) {
            check_tile(set, 1 + (rows + width) % 5, rows, width, false);
            check_tile(set, 1 + (rows * width) % 7, rows, width, true);
        }
    }
    if (set) check_tile(set, ATTN_BLOCK, set->tile_rows, set->tile_cols, true);
}
END_TEST

static attn_matrix lay(float **numbers, size_t rows, size_t cols, bool across, uint32_t state)
{
    enum { apart = 3 };
    size_t row = across ? 1 : cols + apart, col = across ? rows + apart : 1;
    *numbers = drawn((rows - 1) * row + (cols - 1) * col + 1, state);
    return (attn_matrix){*numbers, rows, cols, row, col, ATTN_FLOAT32};
}

/* C += A·B of few rows, B as it lies in memory; beside C numbers stay. */
static void check_low(const attn_kernel_set *set, size_t m, size_t k, size_t n, unsigned how)
{
    const size_t step = n + 2, count = (m - 1) * step + n;
    const bool across = how & 2, add = !across || how & 4;
    float *a, *b, *C = drawn(count, 8), *one = drawn(m * n, 9), *expected = drawn(count, 8);
    attn_matrix A = lay(&a, m, k, how & 1, 6), B = lay(&b, k, n, across, 7);
    for (size_t i = 0; i < m * n; i++) {
        float *c = &expected[i / n * step + i % n], *c_one = &one[i];
        if (!add) *c = 0;
        *c_one = *c;
        for (size_t p = 0; p < k; p++)
            *c = fmaf(A.at[i / n * A.row + p * A.col], B.at[p * B.row + i % n * B.col], *c);
    }
    if (across)
        set->columns(A, B, (attn_sink){C, add}, step);
    else
        set->rows(A, B, C, step);
    check_same(set, across ? "columns" : "rows", m * 100 + n, C, expected, count);
    set->elements(A, B, (attn_sink){one, true});
    for (size_t i = 0; i < m; i++)
        check_same(set, "elements", n, one + i * n, expected + i * step, n);
    free(a), free(b), free(C), free(one), free(expected);
}

START_TEST(low_products_of_every_length)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 1; set && n < MOST; n++) {
        for (size_t k = 1; k < 20; k++)
            for (unsigned how = 0; how < 8; how++)
                check_low(set, 1 + (n + k) % set->lanes, k, n, how);
    }
    for (unsigned how = 0; set && how < 8; how++) check_low(set, set->lanes, 2100, 9, how);
}
END_TEST

static void check_small(const attn_kernel_set *set, size_t m, size_t k, size_t n, unsigned how)
{
    float *a, *b, *C = drawn(m * n, 31), *expected = drawn(m * n, 31);
    attn_matrix A = lay(&a, m, k, how & 1, 32), B = lay(&b, k, n, how & 2, 33);
    for (size_t i = 0; i < m * n; i++) {
        if (!(how & 4)) expected[i] = 0;
        for (size_t p = 0; p < k; p++)
            expected[i] =
                fmaf(A.at[i / n * A.row + p * A.col], B.at[p * B.row + i % n * B.col], expected[i]);
    }
    set->small(A, B, (attn_sink){C, how & 4});
    check_same(set, "small", m * 100 + n, C, expected, m * n);
    free(a), free(b), free(C), free(expected);
}

START_TEST(small_products_of_every_shape)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t m = 1; set && m < 20; m++) {
        for (size_t n = 1; n < 36; n++) {
            for (unsigned how = 0; how < 8; how++) check_small(set, m, 1 + (m + n) % 9, n, how);
        }
    }
    if (set) check_small(set, 3, ATTN_BLOCK, 5, 2);
    for (unsigned how = 0; set && how < 8; how++) check_small(set, 3, 2 * ATTN_BLOCK + 3, 5, how);
}
END_TEST

/* ---- softmax, step by step ---- */

START_TEST(scaled_and_masked)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        float *x = drawn(n, 9), *mask = drawn(n, 10), *y = drawn(n, 11), *z = drawn(n, 11);
        for (size_t most = 0; most <= n; most++) { /* the largest at every place; n: at none */
            for (int masked = 0; masked < 2; masked++) {
                float largest = -7;
                if (most < n) x[most] += 10;
                for (size_t j = 0; j < n; j++) {
                    z[j] = x[j] * 0.7f;
                    if (masked) z[j] += mask[j];
                    if (z[j] > largest) largest = z[j];
                }
                ck_assert(set->scale(x, 0.7f, masked ? mask : NULL, y, n, -7) == largest);
                check_same(set, "scale", n, y, z, n);
                ck_assert(set->scale(x, 0.7f, NULL, y, n, 100) == 100);
                if (most < n) x[most] -= 10;
            }
        }
        free(x), free(mask), free(y), free(z);
    }
}
END_TEST

static void exp_of(const attn_kernel_set *set, const float *x, float *y, size_t n)
{
    set->each[ATTN_EACH_EXP]((attn_series){x, 1}, (attn_series){x, 1}, y, n);
}

/* Each number goes to the sum of its place, in whatever lane it was. */
START_TEST(exps_are_added_by_place)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        float *y = drawn(n, 12), *e = drawn(n, 12);
        double sums[ATTN_SUMS] = {0};
        for (size_t j = 0; j < n; j++) e[j] = e[j] * 80 - 3;
        memcpy(y, e, n * sizeof *y);
        for (size_t j = 0; j < n; j++) e[j] -= 1.5f;
        exp_of(set, e, e, n);
        for (size_t j = 0; j < n; j++) sums[j % ATTN_SUMS] += (double)e[j];
        for (size_t half = ATTN_SUMS / 2; half > 0; half /= 2) {
            for (size_t l = 0; l < half; l++) sums[l] += sums[l + half];
        }
        ck_assert(set->exp_and_sum(y, n, 1.5f) == sums[0]);
        check_same(set, "exp", n, y, e, n);
        free(y), free(e);
    }
}
END_TEST

START_TEST(shares_are_rounded_quotients)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        float *y = drawn(n, 13), *shares = drawn(n, 13), *also = drawn(n, 14);
        float sum = 1 + (float)n / 3;
        for (size_t j = 0; j < n; j++) shares[j] = (y[j] = fabsf(y[j])) / sum;
        float *again = malloc(n * sizeof *again + (n == 0));
        memcpy(again, y, n * sizeof *y);
        set->divide(y, n, sum, NULL);
        set->divide(again, n, sum, also);
        check_same(set, "divide", n, y, shares, n);
        check_same(set, "divide", n, again, shares, n);
        check_same(set, "divide and copy", n, also, shares, n);
        free(y), free(shares), free(also), free(again);
    }
}
END_TEST

/* exp one by one, at every length: the places beyond it are nobody's. */
START_TEST(exps_of_every_length)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        float *x = drawn(n, 15), *y = drawn(n, 16), *one = drawn(n, 16);
        for (size_t j = 0; j < n; j++) exp_of(set, x + j, one + j, 1);
        exp_of(set, x, y, n);
        check_same(set, "exp", n, y, one, n);
        free(x), free(y), free(one);
    }
}
END_TEST

/* ---- number by number ---- */

/* What C itself makes of single numbers; of exp, tanh and σ, the set's own at length 1. */
static float each_of(const attn_kernel_set *set, attn_each f, float x, float y)
{
    float many[ATTN_MOST_LANES] = {x}, z = 0;
    if (f == ATTN_EACH_ADD) return x + y;
    if (f == ATTN_EACH_SUBTRACT) return x - y;
    if (f == ATTN_EACH_TIMES) return x * y;
    if (f == ATTN_EACH_DIVIDE) return y != 0 ? x / y : x * INFINITY;
    if (f == ATTN_EACH_NEGATIVE) return -x;
    if (f == ATTN_EACH_RELU) return x > 0 ? x : 0;
    set->each[f]((attn_series){many, 1}, (attn_series){many, 1}, &z, 1);
    return z;
}

static float slope_of(attn_slope slope, float p, float q)
{
    if (slope == ATTN_SLOPE_ONE) return 1;
    if (slope == ATTN_SLOPE_MINUS_ONE) return -1;
    if (slope == ATTN_SLOPE_ITSELF) return p;
    if (slope == ATTN_SLOPE_INVERSE) return p != 0 ? 1 / p : 0;
    if (slope == ATTN_SLOPE_MINUS_SHARE) return q != 0 ? -p / q : 0;
    if (slope == ATTN_SLOPE_TANH) return 1 - p * p;
    if (slope == ATTN_SLOPE_SIGMA) return p * (1 - p);
    if (slope == ATTN_SLOPE_STEP) return p > 0 ? 1 : 0;
    return p != 0 ? 0.5f / p : INFINITY;
}

/* What flows back; nothing where a step is off, whatever arrives. */
static float flow_of(attn_slope slope, float g, float p, float q)
{
    bool off = slope == ATTN_SLOPE_STEP && p < 0;
    return g == 0 || off ? 0 : g * slope_of(slope, p, q);
}

/* n numbers, of which some are 0; or one in every lane. */
static float *some(size_t n, size_t step, uint32_t state)
{
    size_t count = step == 0 ? ATTN_MOST_LANES : n;
    float *x = drawn(count, state);
    for (size_t j = 0; j < count; j++) {
        if (step == 0) x[j] = x[0];
        if (step == 1 && (j + state) % 5 == 2) x[j] = 0;
    }
    return x;
}

static void check_each(const attn_kernel_set *set, attn_each f, size_t n, size_t x_step,
                       size_t y_step)
{
    float *x = some(n, x_step, 21), *y = some(n, y_step, 22);
    float *z = drawn(n, 23), *expected = drawn(n, 23);
    for (size_t j = 0; j < n; j++) {
        expected[j] = each_of(set, f, x[j * x_step], y[j * y_step]);
        if (isnan(expected[j])) expected[j] = 7; /* of any sign */
    }
    set->each[f]((attn_series){x, x_step}, (attn_series){y, y_step}, z, n);
    for (size_t j = 0; j < n; j++) {
        if (isnan(z[j])) z[j] = 7;
    }
    check_same(set, "each", f * 100 + n, z, expected, n);
    free(x), free(y), free(z), free(expected);
}

START_TEST(each_of_every_length)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        for (int f = ATTN_EACH_ADD; f < ATTN_EACH_COUNT; f++) {
            bool two = f <= ATTN_EACH_DIVIDE;
            check_each(set, (attn_each)f, n, 1, 1);
            if (two) check_each(set, (attn_each)f, n, 0, 1);
            if (two) check_each(set, (attn_each)f, n, 1, 0);
        }
    }
}
END_TEST

static void check_slope(const attn_kernel_set *set, attn_slope slope, size_t n, size_t p_step,
                        size_t q_step)
{
    float *g = some(n, 1, 24), *p = some(n, p_step, 25), *q = some(n, q_step, 26);
    float *into = drawn(n, 27), *expected = drawn(n, 27);
    for (size_t j = 0; j < n; j++) {
        if (g[j] == 0 && p_step == 1) p[j] = INFINITY; /* nothing flows, whatever it is */
        expected[j] += flow_of(slope, g[j], p[j * p_step], q[j * q_step]);
    }
    set->slope[slope](g, (attn_sink){into, true}, (attn_series){p, p_step},
                      (attn_series){q, q_step}, n);
    check_same(set, "slope", slope * 100 + n, into, expected, n);
    for (size_t j = 0; j < n; j++) expected[j] = flow_of(slope, g[j], p[j * p_step], q[j * q_step]);
    set->slope[slope](g, (attn_sink){into, false}, (attn_series){p, p_step},
                      (attn_series){q, q_step}, n);
    check_same(set, "slope into a blank", slope * 100 + n, into, expected, n);
    free(g), free(p), free(q), free(into), free(expected);
}

START_TEST(slopes_of_every_length)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        for (int slope = ATTN_SLOPE_ONE; slope < ATTN_SLOPE_COUNT; slope++) {
            for (size_t steps = 0; steps < 4; steps++) {
                check_slope(set, (attn_slope)slope, n, steps % 2, steps / 2);
            }
        }
    }
}
END_TEST

static void check_moments(const attn_kernel_set *set, size_t rows, size_t n)
{
    float *x = drawn(rows * n, 34), *into = drawn(n, 35), *expected = drawn(n, 35), g = 0.3f;
    double mean[MOST], variance[MOST];
    set->moments(x, rows, n, mean, variance);
    for (size_t i = 0; i < rows; i++) {
        double sum = 0, squares = 0, count = (double)n;
        for (size_t j = 0; j < n; j++) sum += (double)x[i * n + j];
        for (size_t j = 0; j < n; j++) {
            double far = (double)x[i * n + j] - sum / count;
            squares += far * far;
        }
        ck_assert(mean[i] == sum / count && variance[i] == squares / count);
    }
    set->var_slopes(x, mean[0], 0, into, n);
    check_same(set, "var, nothing", n, into, expected, n);
    set->var_slopes(x, mean[0], g, into, n);
    for (size_t j = 0; j < n; j++)
        expected[j] += (float)(2 * (double)g * ((double)x[j] - mean[0]) / (double)n);
    check_same(set, "var", n, into, expected, n);
    free(x), free(into), free(expected);
}

START_TEST(moments_of_every_row)
{
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 1; set && n < 3 * MOST; n++) check_moments(set, 1 + n % 37, n);
}
END_TEST

START_TEST(what_is_no_number_is_found_anywhere)
{
    static const float none[] = {INFINITY, -INFINITY, NAN};
    const attn_kernel_set *set = sets[_i]();
    for (size_t n = 0; set && n < MOST; n++) {
        float *x = drawn(n, 28);
        if (n > 0) x[0] = 3.4e38f, x[n - 1] = -3.4e38f;
        ck_assert(set->finite(x, n));
        for (size_t j = 0; j < 3 * n; j++) {
            float before = x[j / 3];
            x[j / 3] = none[j % 3];
            ck_assert(!set->finite(x, n));
            x[j / 3] = before;
        }
        free(x);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel_sets");
    TCase *tests = tcase_create("kernel_sets");
    tcase_add_loop_test(tests, panels_end_in_zeros, 0, SETS);
    tcase_add_loop_test(tests, tiles_of_every_height_and_width, 0, SETS);
    tcase_add_loop_test(tests, low_products_of_every_length, 0, SETS);
    tcase_add_loop_test(tests, small_products_of_every_shape, 0, SETS);
    tcase_add_loop_test(tests, scaled_and_masked, 0, SETS);
    tcase_add_loop_test(tests, exps_are_added_by_place, 0, SETS);
    tcase_add_loop_test(tests, shares_are_rounded_quotients, 0, SETS);
    tcase_add_loop_test(tests, exps_of_every_length, 0, SETS);
    tcase_add_loop_test(tests, each_of_every_length, 0, SETS);
    tcase_add_loop_test(tests, slopes_of_every_length, 0, SETS);
    tcase_add_loop_test(tests, moments_of_every_row, 0, SETS);
    tcase_add_loop_test(tests, what_is_no_number_is_found_anywhere, 0, SETS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
