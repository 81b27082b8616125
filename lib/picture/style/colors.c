/*
 * colors: a colour map is a formula for a curve in OKLab; the palette is that curve cut into pieces
 * of equal length.
 *
 * OKLab and its matrices: Björn Ottosson, "A perceptual color space for image processing", 2020.
 * Relative luminance and contrast: WCAG 2.1. sRGB: IEC 61966-2-1.
 */
#include "picture/style/colors.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Lightness 0 … 1, chroma (0 is grey), hue in degrees. */
typedef struct lch {
    double lightness, chroma, hue;
} lch;

typedef struct lab {
    double lightness, a, b;
} lab;

/* For s from 0 to 1: lightness and hue go straight from one end to the other, the chroma by
 * base + slope·s + bump·sin(π·s). */
typedef struct curve {
    double lightness[2];
    double base, slope, bump;
    double hue[2];
} curve;

/* Pieces into which a curve is cut to measure its length. */
#define FINE 1024

/*
 * The chroma stays inside sRGB all along each curve (test_colors proves it), so nothing is clipped.
 * On a dark ground the maps are walked from dark to light.
 */
static const struct {
    const char *name;
    curve on_light, on_dark;
} maps[] = {
    {"indigo",
     {{0.975, 0.26}, 0.010, 0.070, 0.075, {190, 275}},
     {{0.26, 0.95}, 0.012, 0.025, 0.095, {278, 190}}},
    {"moss",
     {{0.975, 0.26}, 0.010, 0.060, 0.048, {108, 285}},
     {{0.26, 0.95}, 0.012, 0.085, 0.034, {285, 108}}},
    {"ember",
     {{0.975, 0.26}, 0.012, 0.080, 0.095, {85, -50}},
     {{0.26, 0.95}, 0.012, 0.045, 0.085, {-40, 92}}},
    {"sand", /* through grey, where the chroma changes its sign and blue becomes yellow */
     {{0.975, 0.26}, -0.012, 0.095, -0.075, {268, 268}},
     {{0.26, 0.94}, 0.012, -0.090, 0.075, {270, 278}}},
    {"grey",
     {{0.975, 0.22}, 0.002, 0.001, 0.000, {260, 260}},
     {{0.26, 0.95}, 0.002, 0.001, 0.000, {260, 260}}},
};

static const curve brown_arms[] = {{{0.97, 0.39}, 0.003, 0.090, 0.045, {50, 50}},
                                   {{0.26, 0.86}, 0.003, 0.070, 0.070, {60, 60}}};
static const curve blue_arms[] = {{{0.97, 0.39}, 0.003, 0.120, 0.0375, {255, 255}},
                                  {{0.26, 0.86}, 0.003, 0.060, 0.080, {250, 250}}};

static const attn_theme themes[] = {
    {.ground = {0xff, 0xff, 0xff},
     .ink = {0x1f, 0x23, 0x28},
     .soft_ink = {0x59, 0x63, 0x6e},
     .hatch_ground = {0xf1, 0xf2, 0xf4},
     .hatch_line = {0xd3, 0xd8, 0xdd}},
    {.ground = {0x14, 0x17, 0x1c},
     .ink = {0xe9, 0xec, 0xf0},
     .soft_ink = {0xa6, 0xaf, 0xba},
     .hatch_ground = {0x2e, 0x33, 0x3b},
     .hatch_line = {0x41, 0x48, 0x52}},
};

const attn_theme *attn_theme_of(bool dark)
{
    return &themes[dark];
}

const char *attn_colors_name(size_t i)
{
    return i < sizeof maps / sizeof *maps ? maps[i].name : NULL;
}

/* ---- along a curve ---- */

static lch on_curve(const curve *c, double s)
{
    return (lch){.lightness = c->lightness[0] + (c->lightness[1] - c->lightness[0]) * s,
                 .chroma = c->base + c->slope * s + c->bump * sin(pi * s),
                 .hue = c->hue[0] + (c->hue[1] - c->hue[0]) * s};
}

static lab lab_of(lch color)
{
    double angle = color.hue * pi / 180.0;
    return (lab){color.lightness, color.chroma * cos(angle), color.chroma * sin(angle)};
}

static double distance(lab x, lab y)
{
    double l = x.lightness - y.lightness, a = x.a - y.a, b = x.b - y.b;
    return sqrt(l * l + a * a + b * b);
}

static uint8_t encode(double linear)
{
    double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
    return (uint8_t)lround(255.0 * fmin(fmax(value, 0.0), 1.0));
}

static double cube(double x)
{
    return x * x * x;
}

static attn_color color_of(lab x)
{
    double l = cube(x.lightness + 0.3963377774 * x.a + 0.2158037573 * x.b);
    double m = cube(x.lightness - 0.1055613458 * x.a - 0.0638541728 * x.b);
    double s = cube(x.lightness - 0.0894841775 * x.a - 1.2914855480 * x.b);
    return (attn_color){encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                        encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                        encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/* Points of the curve at equal distances along it: steps[0], steps[stride], … count of them. */
static void walk(const curve *c, attn_color *steps, ptrdiff_t stride, size_t count)
{
    double length[FINE + 1] = {0};
    lab before = lab_of(on_curve(c, 0.0));
    for (size_t i = 1; i <= FINE; i++) {
        lab here = lab_of(on_curve(c, (double)i / FINE));
        length[i] = length[i - 1] + distance(before, here);
        before = here;
    }
    size_t i = 0;
    for (size_t k = 0; k < count; k++) {
        double wanted = length[FINE] * (double)k / (double)(count - 1);
        while (i + 1 < FINE && length[i + 1] < wanted) i++;
        double part = (wanted - length[i]) / (length[i + 1] - length[i]);
        steps[(ptrdiff_t)k * stride] = color_of(lab_of(on_curve(c, ((double)i + part) / FINE)));
    }
}

void attn_palette_sequential(attn_palette *palette, size_t count, size_t colors, bool dark)
{
    palette->count = count;
    walk(dark ? &maps[colors].on_dark : &maps[colors].on_light, palette->steps, 1, count);
}

void attn_palette_diverging(attn_palette *palette, size_t count, bool dark)
{
    size_t middle = count / 2;
    palette->count = count;
    walk(&brown_arms[dark], palette->steps + middle, -1, middle + 1);
    walk(&blue_arms[dark], palette->steps + middle, 1, middle + 1);
}

attn_color attn_palette_at(const attn_palette *palette, double place)
{
    const size_t last = palette->count - 1;
    if (!(place > 0.0)) return palette->steps[0];
    if (place >= 1.0) return palette->steps[last];
    return palette->steps[(size_t)(place * (double)last + 0.5)];
}

/* On light ground and on dark. */
static const lch lines[2][ATTN_LINE_COLORS] = {
    {{0.46, 0.150, 258},
     {0.64, 0.150, 50},
     {0.38, 0.110, 150},
     {0.60, 0.170, 345},
     {0.34, 0.130, 300},
     {0.62, 0.100, 205},
     {0.44, 0.140, 28},
     {0.62, 0.120, 115}},
    {{0.72, 0.120, 250},
     {0.86, 0.130, 85},
     {0.66, 0.150, 150},
     {0.80, 0.110, 345},
     {0.62, 0.160, 300},
     {0.88, 0.080, 195},
     {0.64, 0.170, 28},
     {0.86, 0.150, 125}},
};

attn_color attn_color_of_line(size_t i, bool dark)
{
    return color_of(lab_of(lines[dark][i]));
}

static double decode(uint8_t byte)
{
    double value = byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double luminance(attn_color color)
{
    return 0.2126 * decode(color.red) + 0.7152 * decode(color.green) + 0.0722 * decode(color.blue);
}

double attn_color_contrast(attn_color a, attn_color b)
{
    double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

attn_color attn_color_for_text(attn_color ground)
{
    const attn_color black = {0, 0, 0}, white = {0xff, 0xff, 0xff};
    return attn_color_contrast(ground, black) >= attn_color_contrast(ground, white) ? black : white;
}

static uint8_t between(uint8_t a, uint8_t b, double part)
{
    return (uint8_t)lround(a + (b - a) * part);
}

attn_color attn_color_between(attn_color a, attn_color b, double part)
{
    return (attn_color){between(a.red, b.red, part), between(a.green, b.green, part),
                        between(a.blue, b.blue, part)};
}
