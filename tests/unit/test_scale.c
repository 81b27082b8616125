/* scale: ranges end at round numbers, hold what they must, and are no wider than need be. */
#include <float.h>
#include <math.h>

#include "picture/layout/scale.h"
#include "unit.h"

static double top(attn_scale scale, double largest)
{
    return attn_range_holding(scale, largest).top;
}

START_TEST(weights_end_at_one_or_at_a_half_and_less)
{
    static const double cases[][2] = {{1.0, 1.0},   {0.51, 1.0},  {0.5, 0.5},    {0.33, 0.4},
                                      {0.2, 0.2},   {0.11, 0.12}, {0.1, 0.1},    {0.07, 0.08},
                                      {0.05, 0.05}, {0.0, 1.0},   {0.0041, 0.005}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        ck_assert_double_eq(top(ATTN_SCALE_WEIGHTS, cases[i][0]), cases[i][1]);
    }
    ck_assert_double_eq(top(ATTN_SCALE_WEIGHTS, (double)1.0000001f), 1.0);
    ck_assert_double_eq(top(ATTN_SCALE_WEIGHTS, (double)0.2f), 0.2);
}
END_TEST

START_TEST(other_scales_go_upwards_too)
{
    ck_assert_double_eq(top(ATTN_SCALE_POSITIVE, 3.0), 3.0);
    ck_assert_double_eq(top(ATTN_SCALE_POSITIVE, 2.2), 2.5);
    ck_assert_double_eq(top(ATTN_SCALE_POSITIVE, 1001.0), 1200.0);
    ck_assert_double_eq(top(ATTN_SCALE_SIGNED, 2.3), 3.0);
    ck_assert_double_eq(top(ATTN_SCALE_SIGNED, 1.4), 1.5);
    ck_assert_double_eq(top(ATTN_SCALE_SIGNED, 0.083), 0.1);
}
END_TEST

START_TEST(every_float_is_held)
{
    static const attn_scale scales[] = {ATTN_SCALE_WEIGHTS, ATTN_SCALE_POSITIVE, ATTN_SCALE_SIGNED};
    const double smallest = 1.5e-45;
    for (size_t s = 0; s < 3; s++) {
        for (double x = smallest; x <= (double)FLT_MAX; x *= 1.37) {
            double end = top(scales[s], x);
            bool part = scales[s] == ATTN_SCALE_WEIGHTS && x > 0.5 && x < 1.0;
            double most = part ? 2.0 : 1.5;
            ck_assert_msg(end >= x * (1.0 - 2e-6) && end <= x * most, "%g ends at %g", x, end);
        }
        ck_assert(isfinite(top(scales[s], (double)FLT_MAX)));
    }
}
END_TEST

START_TEST(places_run_from_end_to_end)
{
    attn_range weights = attn_range_holding(ATTN_SCALE_WEIGHTS, 0.5);
    ck_assert_double_eq(attn_range_place(weights, 0.0f), 0.0);
    ck_assert_double_eq(attn_range_place(weights, 0.25f), 0.5);
    ck_assert_double_eq(attn_range_place(weights, 0.5f), 1.0);
    ck_assert_double_eq(attn_range_place(weights, 7.0f), 1.0);
    attn_range scores = attn_range_holding(ATTN_SCALE_SIGNED, 4.0);
    ck_assert_double_eq(attn_range_place(scores, -4.0f), 0.0);
    ck_assert_double_eq(attn_range_place(scores, 0.0f), 0.5);
    ck_assert_double_eq(attn_range_place(scores, 2.0f), 0.75);
    ck_assert_double_eq(attn_range_place(scores, -INFINITY), 0.0);
}
END_TEST

START_TEST(ticks_are_round_and_as_many_as_fit)
{
    attn_range unit = attn_range_holding(ATTN_SCALE_WEIGHTS, 1.0);
    ck_assert_uint_eq(attn_range_intervals(unit, 9), 5);
    ck_assert_uint_eq(attn_range_intervals(unit, 4), 1);
    ck_assert(fabs(attn_range_tick(unit, 3, 5) - 0.6) < 1e-15);
    attn_range scores = attn_range_holding(ATTN_SCALE_SIGNED, 3.0);
    ck_assert_uint_eq(attn_range_intervals(scores, 4), 4);
    ck_assert_uint_eq(attn_range_intervals(scores, 0), 2);
    ck_assert_double_eq(attn_range_tick(scores, 0, 4), -3.0);
    ck_assert_double_eq(attn_range_tick(scores, 1, 2), 0.0);
    ck_assert_double_eq(attn_range_tick(scores, 3, 4), 1.5);
}
END_TEST

START_TEST(the_largest_ignores_what_is_masked)
{
    float data[] = {-3.0f, 2.0f, -INFINITY, 0.0f};
    attn_tensor value = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 4, .data = data};
    ck_assert_double_eq(attn_tensor_extent(&value).largest, 3.0);
    ck_assert(attn_tensor_extent(&value).masked);
    value.cols = 2;
    ck_assert(!attn_tensor_extent(&value).masked);
}
END_TEST

/* Whatever its place in a block of numbers is, and behind a last whole block. */
START_TEST(the_largest_is_found_anywhere)
{
    float data[200] = {0.0f};
    attn_tensor value = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .data = data};
    for (size_t count = 1; count <= 200; count += 7) {
        value.cols = count;
        for (size_t i = 0; i < count; i++) {
            data[i] = -0.5f;
            ck_assert_double_eq(attn_tensor_extent(&value).largest, 0.5);
            ck_assert(!attn_tensor_extent(&value).masked);
            data[i] = i % 2 ? INFINITY : NAN;
            ck_assert_double_eq(attn_tensor_extent(&value).largest, 0.0);
            ck_assert(attn_tensor_extent(&value).masked);
            data[i] = 0.0f;
        }
        data[count] = 9.0f; /* behind the end */
        ck_assert_double_eq(attn_tensor_extent(&value).largest, 0.0);
        data[count] = 0.0f;
    }
}
END_TEST

/* Steps are the nearest to the place, for numbers of any size. */
static void check_steps(attn_range range)
{
    enum { COUNT = 331 };
    float data[COUNT];
    uint8_t steps[COUNT + 1];
    const attn_steps wanted = {.first = 34, .last = 220, .masked = 31, .some_masked = true};
    for (size_t i = 0; i < COUNT; i++) data[i] = (float)(((double)i / 150.0 - 1.1) * range.top);
    data[3] = -INFINITY;
    data[100] = NAN;
    data[COUNT - 1] = INFINITY;
    steps[COUNT] = 77;
    attn_range_steps(range, wanted, data, COUNT, steps);
    ck_assert_uint_eq(steps[COUNT], 77);
    for (size_t i = 0; i < COUNT; i++) {
        double place = 34.0 + 220.0 * attn_range_place(range, data[i]);
        bool near = fabs(place - steps[i]) < 0.5 + 1e-4;
        if (!isfinite(data[i])) near = steps[i] == 31;
        ck_assert_msg(near, "%g of %g: step %d", (double)data[i], range.top, steps[i]);
    }
}

START_TEST(steps_are_the_nearest)
{
    static const attn_scale scales[] = {ATTN_SCALE_WEIGHTS, ATTN_SCALE_POSITIVE, ATTN_SCALE_SIGNED};
    for (size_t s = 0; s < 3; s++) {
        check_steps(attn_range_holding(scales[s], 1.0));
        check_steps(attn_range_holding(scales[s], 0.002));
        check_steps(attn_range_holding(scales[s], 1e-29));
        check_steps(attn_range_holding(scales[s], 1e-36));
        check_steps(attn_range_holding(scales[s], 1e30));
    }
}
END_TEST

START_TEST(a_step_of_its_own_is_what_it_is_in_a_row)
{
    float data[70];
    uint8_t row[70], one;
    attn_range range = attn_range_holding(ATTN_SCALE_WEIGHTS, 0.7);
    const attn_steps wanted = {.last = 110};
    for (size_t i = 0; i < 70; i++) data[i] = (float)i * 0.0143f;
    attn_range_steps(range, wanted, data, 70, row);
    for (size_t i = 0; i < 70; i++) {
        attn_range_steps(range, wanted, data + i, 1, &one);
        ck_assert_uint_eq(one, row[i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scale");
    TCase *cases = tcase_create("scale");
    tcase_add_test(cases, weights_end_at_one_or_at_a_half_and_less);
    tcase_add_test(cases, other_scales_go_upwards_too);
    tcase_add_test(cases, every_float_is_held);
    tcase_add_test(cases, places_run_from_end_to_end);
    tcase_add_test(cases, ticks_are_round_and_as_many_as_fit);
    tcase_add_test(cases, the_largest_ignores_what_is_masked);
    tcase_add_test(cases, the_largest_is_found_anywhere);
    tcase_add_test(cases, steps_are_the_nearest);
    tcase_add_test(cases, a_step_of_its_own_is_what_it_is_in_a_row);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
