/*
 * colors: the colour maps of the pictures, and the colour of a text on top of them.
 *
 * Both maps are curves in OKLab, walked in steps of equal length, so that equal differences of
 * the numbers look equal. Lightness alone tells the order: in grey, in print and to the
 * colour-blind the maps say the same.
 */
#ifndef ATTN_SHOW_COLORS_H
#define ATTN_SHOW_COLORS_H

#include <stdint.h>

typedef struct attn_color {
    uint8_t red, green, blue;
} attn_color;

/* An odd number, so that a diverging map has a middle. */
#define ATTN_PALETTE_STEPS 511

typedef struct attn_palette {
    attn_color steps[ATTN_PALETTE_STEPS];
} attn_palette;

/* From nearly white to a dark indigo. */
void attn_palette_sequential(attn_palette *palette);
/* From brown over a neutral light middle to blue: where the sequential map is dark, so is this. */
void attn_palette_diverging(attn_palette *palette);

/* The colour at place 0 … 1; places outside, and NaN, take the nearest end (NaN: the first). */
attn_color attn_palette_at(const attn_palette *palette, double place);

/* The contrast ratio of WCAG 2: from 1 (the same) to 21 (black on white). */
double attn_color_contrast(attn_color a, attn_color b);
/* Dark or light, whichever stands out more from the ground. */
attn_color attn_color_for_text(attn_color ground);

#endif
