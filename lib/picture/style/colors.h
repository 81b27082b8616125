/*
 * colors: the colour maps of the pictures, their grounds and inks, and the colour of a text on top
 * of them.
 *
 * All maps are curves in OKLab, walked in steps of equal length, so that equal differences of
 * the numbers look equal. Zero lies near the ground, and lightness alone tells the order: in grey,
 * in print and to the colour-blind the maps say the same.
 */
#ifndef ATTN_PICTURE_STYLE_COLORS_H
#define ATTN_PICTURE_STYLE_COLORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* sRGB. */
typedef struct attn_color {
    uint8_t red, green, blue;
} attn_color;

/* As Cairo has it in memory, where nothing shines through: 0xffrrggbb. */
static inline uint32_t attn_color_pixel(attn_color color)
{
    return 0xffu << 24 | (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
}

/* What a picture is made of beside its colour maps. */
typedef struct attn_theme {
    attn_color ground, ink, soft_ink;
    attn_color hatch_ground, hatch_line; /* of masked cells */
    bool clear; /* no ground is drawn: what lies behind the picture shows there */
} attn_theme;

/* The theme on white, or on a dark ground. */
const attn_theme *attn_theme_of(bool dark);

/* The names of the colour maps, from 0, the default; NULL at the end. */
const char *attn_colors_name(size_t i);

#define ATTN_MOST_STEPS 213u

/* A colour map in `count` steps. */
typedef struct attn_palette {
    size_t count;
    attn_color steps[ATTN_MOST_STEPS];
} attn_palette;

/* From near the ground to the colour furthest from it. count: 2 to ATTN_MOST_STEPS. */
void attn_palette_sequential(attn_palette *palette, size_t count, size_t colors, bool dark);
/* From brown over a neutral middle near the ground to blue; both arms go as far from the ground.
 * count is odd, so that there is a middle. */
void attn_palette_diverging(attn_palette *palette, size_t count, bool dark);

/* The colour at place 0 … 1; places outside, and NaN, take the nearest end (NaN: the first). */
attn_color attn_palette_at(const attn_palette *palette, double place);

/* Lines of a chart; each stands out from the ground by 3 at least, and neighbours differ in
 * lightness too. i: below ATTN_LINE_COLORS. */
#define ATTN_LINE_COLORS 8u
attn_color attn_color_of_line(size_t i, bool dark);

/* The contrast ratio of WCAG 2: from 1 (the same) to 21 (black on white). */
double attn_color_contrast(attn_color a, attn_color b);
/* Black or white, whichever stands out more from the ground: by 4.5 at least. */
attn_color attn_color_for_text(attn_color ground);
/* The mixture: 0 is a, 1 is b. */
attn_color attn_color_between(attn_color a, attn_color b, double part);

#endif
