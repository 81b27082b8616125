/* colors: the maps are even, ordered by lightness alone, inside sRGB, and bear readable text. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "show/colors.h"

typedef struct point {
    double lightness, a, b;
} point;

static double linear(uint8_t byte)
{
    double value = byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* The way back from sRGB to OKLab, by Ottosson's other pair of matrices. */
static point oklab(attn_color color)
{
    double r = linear(color.red), g = linear(color.green), b = linear(color.blue);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (point){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static double distance(point x, point y)
{
    return sqrt(pow(x.lightness - y.lightness, 2) + pow(x.a - y.a, 2) + pow(x.b - y.b, 2));
}

/* Bytes round (by up to 0.004 where it is dark), so a step is measured over a tenth of the map. */
static void check_even(const attn_palette *palette, size_t first, size_t last)
{
    const size_t stride = ATTN_PALETTE_STEPS / 10;
    double least = HUGE_VAL, most = 0.0;
    for (size_t i = first; i + stride <= last; i++) {
        double step = distance(oklab(palette->steps[i]), oklab(palette->steps[i + stride]));
        least = fmin(step, least);
        most = fmax(step, most);
    }
    ck_assert_msg(most < 1.1 * least, "steps from %g to %g", least, most);
}

/* Never brighter from one step to the next (a byte of rounding aside). */
static void check_darkens(const attn_palette *palette, size_t from, size_t to)
{
    size_t i = from;
    while (i != to) {
        size_t next = i < to ? i + 1 : i - 1;
        double here = oklab(palette->steps[i]).lightness;
        ck_assert(oklab(palette->steps[next]).lightness < here + 0.001);
        i = next;
    }
    double fall = oklab(palette->steps[from]).lightness - oklab(palette->steps[to]).lightness;
    ck_assert_msg(fall > 0.5, "lightness falls by %g only", fall);
}

START_TEST(sequential_is_even_and_darkens)
{
    attn_palette palette;
    attn_palette_sequential(&palette);
    check_even(&palette, 0, ATTN_PALETTE_STEPS - 1);
    check_darkens(&palette, 0, ATTN_PALETTE_STEPS - 1);
    ck_assert(oklab(palette.steps[0]).lightness > 0.95);
}
END_TEST

START_TEST(diverging_is_even_and_darkens_both_ways)
{
    attn_palette palette;
    const size_t center = ATTN_PALETTE_STEPS / 2;
    attn_palette_diverging(&palette);
    check_even(&palette, 0, center);
    check_even(&palette, center, ATTN_PALETTE_STEPS - 1);
    check_darkens(&palette, center, 0);
    check_darkens(&palette, center, ATTN_PALETTE_STEPS - 1);
    point middle = oklab(palette.steps[center]);
    ck_assert(fabs(middle.a) < 0.01 && fabs(middle.b) < 0.01);
}
END_TEST

/* A clipped channel stays at 0 or 255 while the others move; a curve inside sRGB never rests. */
START_TEST(no_channel_is_clipped)
{
    attn_palette palette;
    for (int diverging = 0; diverging <= 1; diverging++) {
        if (diverging)
            attn_palette_diverging(&palette);
        else
            attn_palette_sequential(&palette);
        for (size_t i = 0; i < ATTN_PALETTE_STEPS; i++) {
            attn_color c = palette.steps[i];
            ck_assert_msg(c.red > 0 && c.green > 0 && c.blue > 0, "step %zu", i);
            ck_assert_msg(c.red < 255 && c.green < 255 && c.blue < 255, "step %zu", i);
        }
    }
}
END_TEST

/*
 * Dichromats see a line of colours where others see a plane (Viénot, Brettel and Mollon 1999, the
 * red-blind case): the two arms must stay apart there too.
 */
static point as_seen_without_red(attn_color color)
{
    double r = linear(color.red), g = linear(color.green), b = linear(color.blue);
    double seen = 0.11238 * r + 0.88762 * g, blue = 0.00401 * r - 0.00401 * g + b;
    double l = cbrt(0.9487540071 * seen + 0.0514459929 * blue);
    double m = cbrt(0.8926030433 * seen + 0.1073969566 * blue);
    double s = cbrt(0.3700212995 * seen + 0.6299787005 * blue);
    return (point){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

START_TEST(arms_stay_apart_for_the_red_blind)
{
    attn_palette palette;
    attn_palette_diverging(&palette);
    for (size_t i = 60; i <= ATTN_PALETTE_STEPS / 2; i += 15) {
        point low = as_seen_without_red(palette.steps[ATTN_PALETTE_STEPS / 2 - i]);
        point high = as_seen_without_red(palette.steps[ATTN_PALETTE_STEPS / 2 + i]);
        ck_assert_msg(distance(low, high) > 0.06, "%zu steps from the middle", i);
    }
}
END_TEST

START_TEST(places_reach_both_ends)
{
    attn_palette palette;
    attn_palette_sequential(&palette);
    const attn_color *first = &palette.steps[0], *last = &palette.steps[ATTN_PALETTE_STEPS - 1];
    const double low[] = {0.0, -1.0, -HUGE_VAL, (double)NAN}, high[] = {1.0, 2.0, HUGE_VAL};
    for (size_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(attn_palette_at(&palette, low[i]).red, first->red);
    }
    for (size_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(attn_palette_at(&palette, high[i]).red, last->red);
    }
    attn_color half = attn_palette_at(&palette, 0.5);
    ck_assert_uint_eq(half.green, palette.steps[ATTN_PALETTE_STEPS / 2].green);
}
END_TEST

START_TEST(contrast_is_that_of_wcag)
{
    attn_color black = {0, 0, 0}, white = {255, 255, 255}, grey = {119, 119, 119};
    ck_assert_double_eq_tol(attn_color_contrast(black, white), 21.0, 1e-9);
    ck_assert_double_eq_tol(attn_color_contrast(white, grey), 4.478, 0.001);
    ck_assert_double_eq_tol(attn_color_contrast(grey, grey), 1.0, 1e-9);
}
END_TEST

START_TEST(text_is_readable_on_every_colour)
{
    attn_palette palette;
    for (int diverging = 0; diverging <= 1; diverging++) {
        if (diverging)
            attn_palette_diverging(&palette);
        else
            attn_palette_sequential(&palette);
        for (size_t i = 0; i < ATTN_PALETTE_STEPS; i++) {
            attn_color ground = palette.steps[i];
            double contrast = attn_color_contrast(ground, attn_color_for_text(ground));
            ck_assert_msg(contrast > 4.0, "contrast %g at step %zu", contrast, i);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("colors");
    TCase *cases = tcase_create("colors");
    tcase_add_test(cases, sequential_is_even_and_darkens);
    tcase_add_test(cases, diverging_is_even_and_darkens_both_ways);
    tcase_add_test(cases, no_channel_is_clipped);
    tcase_add_test(cases, arms_stay_apart_for_the_red_blind);
    tcase_add_test(cases, places_reach_both_ends);
    tcase_add_test(cases, contrast_is_that_of_wcag);
    tcase_add_test(cases, text_is_readable_on_every_colour);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
