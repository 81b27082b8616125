/*
 * colors: a colour map is a formula for a curve in OKLab; the palette is that curve cut into pieces
 * of equal length.
 *
 * OKLab and its matrices: Björn Ottosson, "A perceptual color space for image processing", 2020.
 * Relative luminance and contrast: WCAG 2.1. sRGB: IEC 61966-2-1.
 */
#include "show/colors.h"

#include <math.h>
#include <stddef.h>

static const double pi = 3.14159265358979323846;

/* Lightness 0 … 1, chroma (0 is grey), hue in degrees. */
typedef struct lch {
    double lightness, chroma, hue;
} lch;

typedef struct lab {
    double lightness, a, b;
} lab;

typedef lch (*curve)(double s); /* s from 0 to 1 */

/* Pieces into which a curve is cut to measure its length. */
#define FINE 4096

/* The chroma stays inside sRGB all along each curve (test_colors proves it), so nothing is clipped.
 */

static lch sequential(double s)
{
    return (lch){.lightness = 0.975 - 0.715 * s,
                 .chroma = 0.010 + 0.070 * s + 0.075 * sin(pi * s),
                 .hue = 190.0 + 85.0 * s};
}

static lch blue_arm(double s)
{
    return (lch){
        .lightness = 0.97 - 0.58 * s, .chroma = 0.003 + 0.27 * s - 0.15 * s * s, .hue = 255.0};
}

static lch brown_arm(double s)
{
    return (lch){
        .lightness = 0.97 - 0.58 * s, .chroma = 0.003 + 0.27 * s - 0.18 * s * s, .hue = 50.0};
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
static void walk(curve f, attn_color *steps, ptrdiff_t stride, size_t count)
{
    double length[FINE + 1];
    length[0] = 0.0;
    for (size_t i = 1; i <= FINE; i++) {
        lab here = lab_of(f((double)i / FINE)), before = lab_of(f((double)(i - 1) / FINE));
        length[i] = length[i - 1] + distance(before, here);
    }
    size_t i = 0;
    for (size_t k = 0; k < count; k++) {
        double wanted = length[FINE] * (double)k / (double)(count - 1);
        while (i + 1 < FINE && length[i + 1] < wanted) i++;
        double part = (wanted - length[i]) / (length[i + 1] - length[i]);
        steps[(ptrdiff_t)k * stride] = color_of(lab_of(f(((double)i + part) / FINE)));
    }
}

void attn_palette_sequential(attn_palette *palette)
{
    walk(sequential, palette->steps, 1, ATTN_PALETTE_STEPS);
}

void attn_palette_diverging(attn_palette *palette)
{
    size_t arm = ATTN_PALETTE_STEPS / 2 + 1;
    walk(brown_arm, palette->steps + ATTN_PALETTE_STEPS / 2, -1, arm);
    walk(blue_arm, palette->steps + ATTN_PALETTE_STEPS / 2, 1, arm);
}

attn_color attn_palette_at(const attn_palette *palette, double place)
{
    const size_t last = ATTN_PALETTE_STEPS - 1;
    if (!(place > 0.0)) return palette->steps[0];
    if (place >= 1.0) return palette->steps[last];
    return palette->steps[(size_t)(place * (double)last + 0.5)];
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
    const attn_color dark = {0x16, 0x1b, 0x22}, light = {0xff, 0xff, 0xff};
    return attn_color_contrast(ground, dark) >= attn_color_contrast(ground, light) ? dark : light;
}
