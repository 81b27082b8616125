/* rounding: what numbers tell of how they were rounded, and how near 1 their sums must then be. */

#include "tensor/rounding.h"

#include <limits.h>
#include <math.h>

#include "unit.h"

enum { MOST = 4096 };

/* Weights without any pattern, as softmax makes them of drawn scores. */
static void fill(float *weights, size_t rows, size_t cols)
{
    uint32_t state = 1;
    for (size_t i = 0; i < rows; i++) {
        double sum = 0, drawn[MOST];
        for (size_t j = 0; j < cols; j++) {
            state = state * 1664525u + 1013904223u;
            sum += drawn[j] = exp(4.0 * (double)(state >> 8) / 0x1p24);
        }
        for (size_t j = 0; j < cols; j++) weights[i * cols + j] = (float)(drawn[j] / sum);
    }
}

static float to_decimals(float x, int decimals)
{
    double power = pow(10, decimals);
    return (float)(rint((double)x * power) / power);
}

static float to_digits(float x, int digits)
{
    return to_decimals(x, digits - 1 - (int)floor(log10((double)x)));
}

static float to_bits(float x, int bits)
{
    int exponent;
    double part = frexp((double)x, &exponent);
    return (float)ldexp(rint(ldexp(part, bits)), exponent - bits);
}

typedef float round_one(float x, int to);

/* n numbers, rounded so: the file is never called no weights, and what is allowed is what follows
 * from the rounding. */
static const struct {
    round_one *round;
    int to;
    size_t cols;
    unsigned decimals;
    double open; /* beside what float32 leaves open */
} ways[] = {
    {NULL, 0, 12, 0, 0},
    {NULL, 0, 4000, 0, 0},
    {to_decimals, 4, 12, 4, 12 * 4.95e-5},
    {to_decimals, 4, 512, 4, 512 * 4.95e-5},
    {to_decimals, 4, 4000, 4, 4000 * 4.95e-5},
    {to_decimals, 3, 40, 3, 40 * 4.95e-4},
    {to_decimals, 2, 5, 2, 5 * 4.95e-3},
    {to_decimals, 2, 60, 2, 60 * 4.95e-3},
    {to_decimals, 1, 5, 1, 5 * 4.95e-2},
    {to_decimals, 6, 300, 6, 300 * 4.95e-7},
    {to_digits, 3, 50, 0, 5e-3},
    {to_digits, 4, 50, 0, 5e-4},
    {to_bits, 11, 12, 0, 0x1p-10},
    {to_bits, 11, 3000, 0, 0x1p-10},
    {to_bits, 8, 12, 0, 0x1p-7},
    {to_bits, 8, 600, 0, 0x1p-7},
};

START_TEST(rounded_weights_are_weights)
{
    enum { ROWS = 8 };
    static float weights[ROWS * MOST];
    const size_t cols = ways[_i].cols, count = ROWS * cols;
    fill(weights, ROWS, cols);
    for (size_t i = 0; ways[_i].round && i < count; i++)
        weights[i] = ways[_i].round(weights[i], ways[_i].to);
    attn_rounding rounding = attn_rounding_begin(UINT_MAX, ATTN_FLOAT_BITS);
    attn_rounding_add(&rounding, weights, cols); /* in parts or at once */
    attn_rounding_add(&rounding, weights + cols, count - cols);
    if (ways[_i].decimals) ck_assert_uint_eq(attn_rounded_to(&rounding), ways[_i].decimals);
    double near = attn_near_one(&rounding, cols);
    ck_assert_double_ge(near, ATTN_NEAR_ONE + 0.999 * ways[_i].open);
    if (ways[_i].round != to_digits)
        ck_assert_double_le(near, ATTN_NEAR_ONE + 1.001 * ways[_i].open);
    attn_rounding whole = attn_rounding_of(weights, count);
    ck_assert_double_eq(near, attn_near_one(&whole, cols));
    ck_assert(attn_rows_are_weights(weights, ROWS, cols));
    weights[cols] += (float)(2 * near + 0.001);
    ck_assert(!attn_rows_are_weights(weights, ROWS, cols));
}
END_TEST

/* What a text says of its digits counts, unless so many of its numbers end in zeros that it is no
 * chance; and so does the type of a number. */
START_TEST(what_is_written_counts)
{
    static const float few[] = {0.1f, 0.2f, 0.6f};
    static const float many[] = {0.1f, 0.2f, 0.6f, 0.3f, 0.4f, 0.2f, 0.7f, 0.1f, 0.2f};
    static const float whole[] = {1, 0, 0, 0, 1, 1};
    static const struct {
        const float *numbers;
        size_t count;
        unsigned written, stored, decimals;
    } cases[] = {{few, 3, 2, 24, 2},   {few, 3, 1, 24, 1},   {few, 3, 17, 24, 1},
                 {many, 9, 2, 24, 1},  {many, 9, 6, 24, 1},  {whole, 6, UINT_MAX, 24, 0},
                 {whole, 6, 0, 24, 0}, {whole, 6, 2, 24, 2}, {few, 3, UINT_MAX, 11, 1}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        attn_rounding rounding = attn_rounding_begin(cases[i].written, cases[i].stored);
        attn_rounding_add(&rounding, cases[i].numbers, cases[i].count);
        ck_assert_msg(attn_rounded_to(&rounding) == cases[i].decimals, "case %zu: %u", i,
                      attn_rounded_to(&rounding));
    }
}
END_TEST

/* Numbers that are no weights are none, however they are written. */
START_TEST(what_is_no_weight_stays_none)
{
    static const struct {
        float numbers[4];
        size_t cols;
    } cases[] = {{{0.5f, 0.4f}, 2},  {{0.5f, 0.49f, 0.03f}, 3}, {{0.3333f, 0.3333f, 0.3331f}, 3},
                 {{1, 0, 1}, 3},     {{1.5f, -0.5f}, 2},        {{0.5f, 0.5f, NAN}, 3},
                 {{0.25f, 0.5f}, 2}, {{INFINITY, 0.5f}, 2}};
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_msg(!attn_rows_are_weights(cases[i].numbers, 1, cases[i].cols), "case %zu", i);
    static const float thirds[] = {0.3333f, 0.3333f, 0.3333f}, tenths[] = {0.3f, 0.3f, 0.3f};
    ck_assert(attn_rows_are_weights(thirds, 1, 3));
    ck_assert(attn_rows_are_weights(tenths, 1, 3));
}
END_TEST

/* A weight that is 0 may have been rounded down, but not up. */
START_TEST(zeros_add_nothing)
{
    enum { COLS = 400 };
    float row[COLS] = {0};
    for (size_t i = 0; i < 20; i++) row[i] = 0.05f;
    row[0] = 0.06f;
    for (size_t i = 0; i < 3; i++) {
        static const float more[] = {0, 0.08f, 0.15f};
        row[1] = 0.05f + more[i];
        ck_assert_int_eq(attn_rows_are_weights(row, 1, COLS), i < 2);
    }
    for (size_t i = 0; i < 15; i++) row[i] = 0;
    ck_assert(attn_rows_are_weights(row, 1, COLS));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rounding");
    TCase *tests = tcase_create("rounding");
    tcase_add_loop_test(tests, rounded_weights_are_weights, 0, COUNT(ways));
    tcase_add_test(tests, what_is_written_counts);
    tcase_add_test(tests, what_is_no_weight_stays_none);
    tcase_add_test(tests, zeros_add_nothing);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
