/*
 * colors: the maps are even, ordered by lightness alone, inside sRGB, told apart by all eyes, and
 * bear readable text.
 */
#include <math.h>

#include "picture/style/colors.h"
#include "unit.h"

typedef struct point {
    double lightness, a, b;
} point;

static double linear(uint8_t byte)
{
    double value = byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* The way back from linear sRGB to OKLab, by Ottosson's other pair of matrices. */
static point oklab_of(double r, double g, double b)
{
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (point){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static point oklab(attn_color color)
{
    return oklab_of(linear(color.red), linear(color.green), linear(color.blue));
}

static double distance(point x, point y)
{
    return sqrt(pow(x.lightness - y.lightness, 2) + pow(x.a - y.a, 2) + pow(x.b - y.b, 2));
}

/* Bytes round (by up to 0.004 where it is dark), so a step is measured over a tenth of the map. */
static void check_even(const attn_palette *palette, size_t first, size_t last)
{
    const size_t stride = palette->count / 10;
    double least = HUGE_VAL, most = 0.0;
    for (size_t i = first; i + stride <= last; i++) {
        double step = distance(oklab(palette->steps[i]), oklab(palette->steps[i + stride]));
        least = fmin(step, least);
        most = fmax(step, most);
    }
    ck_assert_msg(most < 1.1 * least, "steps from %g to %g", least, most);
}

/* Never back towards the ground from one step to the next (a byte of rounding aside). */
static void check_leaves_ground(const attn_palette *palette, size_t from, size_t to, bool dark)
{
    const double away = dark ? 1.0 : -1.0;
    for (size_t i = from, next; i != to; i = next) {
        next = i < to ? i + 1 : i - 1;
        double step = oklab(palette->steps[next]).lightness - oklab(palette->steps[i]).lightness;
        ck_assert_msg(away * step > -0.002, "step %zu goes back by %g", i, away * step);
    }
    double way = oklab(palette->steps[to]).lightness - oklab(palette->steps[from]).lightness;
    ck_assert_msg(away * way > 0.5, "lightness changes by %g only", way);
}

/* Where a map begins it is close to its ground, and still to be seen on it. */
static void check_near_ground(attn_color zero, bool dark)
{
    double away = distance(oklab(zero), oklab(attn_theme_of(dark)->ground));
    ck_assert_msg(away > 0.015 && away < 0.08, "zero is %g from the ground", away);
}

/* A clipped channel stays at 0 or 255 while the others move; a curve inside sRGB never rests. */
static void check_unclipped(const attn_palette *palette)
{
    for (size_t i = 0; i < palette->count; i++) {
        attn_color c = palette->steps[i];
        ck_assert_msg(c.red > 0 && c.green > 0 && c.blue > 0, "step %zu", i);
        ck_assert_msg(c.red < 255 && c.green < 255 && c.blue < 255, "step %zu", i);
    }
}

/*
 * Dichromats see a line of colours where others see a plane. Red- and green-blind: Viénot, Brettel
 * and Mollon 1999; blue-blind: Machado, Oliveira and Fernandes 2009. On linear red, green and blue.
 */
static const double eyes[][3][3] = {
    {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
    {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}}};
#define EYES COUNT(eyes)

static point as_seen_by(const double eye[3][3], attn_color color)
{
    const double lit[] = {linear(color.red), linear(color.green), linear(color.blue)};
    double seen[3];
    for (int i = 0; i < 3; i++) {
        seen[i] = eye[i][0] * lit[0] + eye[i][1] * lit[1] + eye[i][2] * lit[2];
        seen[i] = fmin(fmax(seen[i], 0.0), 1.0);
    }
    return oklab_of(seen[0], seen[1], seen[2]);
}

/* A tenth of the way along the map is a step that everybody sees, in the order of lightness. */
static void check_for_all_eyes(const attn_palette *palette, bool dark)
{
    const size_t stride = palette->count / 10;
    const double away = dark ? 1.0 : -1.0;
    for (size_t e = 0; e < EYES; e++) {
        for (size_t i = 0; i + stride < palette->count; i++) {
            point a = as_seen_by(eyes[e], palette->steps[i]);
            point b = as_seen_by(eyes[e], palette->steps[i + stride]);
            ck_assert_msg(distance(a, b) > 0.05, "%g at step %zu", distance(a, b), i);
            ck_assert_msg(away * (b.lightness - a.lightness) > 0.035, "step %zu", i);
        }
    }
}

START_TEST(sequential_maps_are_even_and_ordered)
{
    size_t names = 0;
    for (; attn_colors_name(names); names++) {
        for (int dark = 0; dark <= 1; dark++) {
            attn_palette palette;
            attn_palette_sequential(&palette, ATTN_MOST_STEPS, names, dark);
            ck_assert_uint_eq(palette.count, ATTN_MOST_STEPS);
            check_even(&palette, 0, ATTN_MOST_STEPS - 1);
            check_leaves_ground(&palette, 0, ATTN_MOST_STEPS - 1, dark);
            check_near_ground(palette.steps[0], dark);
            check_unclipped(&palette);
            check_for_all_eyes(&palette, dark);
        }
    }
    ck_assert_uint_ge(names, 4);
}
END_TEST

/* Its colours hardly change for who sees no red or no green, as those of others do. */
START_TEST(sand_looks_alike_to_most_eyes)
{
    const double most = 0.035;
    double furthest[2] = {0.0, 0.0};
    for (int dark = 0; dark <= 1; dark++) {
        for (size_t name = 0; attn_colors_name(name); name++) {
            attn_palette palette;
            const bool sand = strcmp(attn_colors_name(name), "sand") == 0;
            if (strcmp(attn_colors_name(name), "grey") == 0) continue;
            attn_palette_sequential(&palette, ATTN_MOST_STEPS, name, dark);
            for (size_t i = 0; i < 2 * ATTN_MOST_STEPS; i++) {
                attn_color c = palette.steps[i / 2];
                double change = distance(oklab(c), as_seen_by(eyes[i % 2], c));
                furthest[sand] = fmax(furthest[sand], change);
            }
        }
    }
    ck_assert_msg(furthest[1] < most, "sand changes by up to %g", furthest[1]);
    ck_assert_msg(furthest[0] > 2.0 * most, "others by %g at most", furthest[0]);
}
END_TEST

START_TEST(names_of_maps_differ)
{
    for (size_t i = 0; attn_colors_name(i); i++)
        for (size_t k = 0; k < i; k++) ck_assert_str_ne(attn_colors_name(i), attn_colors_name(k));
    ck_assert_str_eq(attn_colors_name(0), "indigo");
}
END_TEST

START_TEST(diverging_is_even_and_ordered_both_ways)
{
    for (int dark = 0; dark <= 1; dark++) {
        attn_palette palette;
        const size_t center = ATTN_MOST_STEPS / 2;
        attn_palette_diverging(&palette, ATTN_MOST_STEPS, dark);
        check_even(&palette, 0, center);
        check_even(&palette, center, ATTN_MOST_STEPS - 1);
        check_leaves_ground(&palette, center, 0, dark);
        check_leaves_ground(&palette, center, ATTN_MOST_STEPS - 1, dark);
        check_near_ground(palette.steps[center], dark);
        check_unclipped(&palette);
        point middle = oklab(palette.steps[center]);
        ck_assert(fabs(middle.a) < 0.01 && fabs(middle.b) < 0.01);
    }
}
END_TEST

START_TEST(arms_stay_apart_for_all_eyes)
{
    for (int dark = 0; dark <= 1; dark++) {
        attn_palette palette;
        attn_palette_diverging(&palette, ATTN_MOST_STEPS, dark);
        for (size_t i = ATTN_MOST_STEPS / 8; i <= ATTN_MOST_STEPS / 2; i++) {
            for (size_t e = 0; e < EYES; e++) {
                point low = as_seen_by(eyes[e], palette.steps[ATTN_MOST_STEPS / 2 - i]);
                point high = as_seen_by(eyes[e], palette.steps[ATTN_MOST_STEPS / 2 + i]);
                ck_assert_msg(distance(low, high) > 0.06, "%zu steps from the middle", i);
            }
        }
    }
}
END_TEST

START_TEST(fewer_steps_are_the_same_map)
{
    attn_palette many, few;
    attn_palette_sequential(&many, ATTN_MOST_STEPS, 0, false);
    attn_palette_sequential(&few, ATTN_MOST_STEPS / 2 + 1, 0, false);
    for (size_t i = 0; i <= ATTN_MOST_STEPS / 2; i++)
        ck_assert(distance(oklab(few.steps[i]), oklab(many.steps[2 * i])) < 0.004);
}
END_TEST

START_TEST(places_reach_both_ends)
{
    attn_palette palette;
    attn_palette_sequential(&palette, ATTN_MOST_STEPS, 0, false);
    const attn_color *first = &palette.steps[0], *last = &palette.steps[ATTN_MOST_STEPS - 1];
    const double low[] = {0.0, -1.0, -HUGE_VAL, (double)NAN}, high[] = {1.0, 2.0, HUGE_VAL};
    for (size_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(attn_palette_at(&palette, low[i]).red, first->red);
    }
    for (size_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(attn_palette_at(&palette, high[i]).red, last->red);
    }
    attn_color half = attn_palette_at(&palette, 0.5);
    ck_assert_uint_eq(half.green, palette.steps[ATTN_MOST_STEPS / 2].green);
}
END_TEST

START_TEST(lines_stand_out_from_the_ground)
{
    const double least = 3.0; /* WCAG 2.1, 1.4.11: graphics */
    for (int dark = 0; dark < 2; dark++) {
        attn_color ground = attn_theme_of(dark)->ground;
        for (size_t i = 0; i < ATTN_LINE_COLORS; i++) {
            attn_color here = attn_color_of_line(i, dark);
            attn_color next = attn_color_of_line((i + 1) % ATTN_LINE_COLORS, dark);
            ck_assert_double_ge(attn_color_contrast(ground, here), least);
            ck_assert_double_ge(attn_color_contrast(here, next), 1.3); /* also in grey */
        }
    }
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

static void check_text_on(const attn_palette *palette)
{
    for (size_t i = 0; i < palette->count; i++) {
        attn_color ground = palette->steps[i];
        double contrast = attn_color_contrast(ground, attn_color_for_text(ground));
        ck_assert_msg(contrast >= 4.5, "contrast %g at step %zu", contrast, i);
    }
}

START_TEST(text_is_readable_on_every_colour)
{
    attn_palette palette;
    for (int dark = 0; dark <= 1; dark++) {
        const attn_theme *theme = attn_theme_of(dark);
        ck_assert(attn_color_contrast(theme->ground, theme->ink) >= 7.0);
        ck_assert(attn_color_contrast(theme->ground, theme->soft_ink) >= 4.5);
        attn_palette_diverging(&palette, ATTN_MOST_STEPS, dark);
        check_text_on(&palette);
        for (size_t i = 0; attn_colors_name(i); i++) {
            attn_palette_sequential(&palette, ATTN_MOST_STEPS, i, dark);
            check_text_on(&palette);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("colors");
    TCase *cases = tcase_create("colors");
    tcase_add_test(cases, sequential_maps_are_even_and_ordered);
    tcase_add_test(cases, sand_looks_alike_to_most_eyes);
    tcase_add_test(cases, names_of_maps_differ);
    tcase_add_test(cases, diverging_is_even_and_ordered_both_ways);
    tcase_add_test(cases, arms_stay_apart_for_all_eyes);
    tcase_add_test(cases, fewer_steps_are_the_same_map);
    tcase_add_test(cases, places_reach_both_ends);
    tcase_add_test(cases, lines_stand_out_from_the_ground);
    tcase_add_test(cases, contrast_is_that_of_wcag);
    tcase_add_test(cases, text_is_readable_on_every_colour);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
