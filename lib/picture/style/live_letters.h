/*
 * live_letters: texts of an SVG as text that can be searched, copied and edited, in place of
 * outlines. Each run of one font stands where Pango has measured it.
 */
#ifndef ATTN_PICTURE_STYLE_LIVE_LETTERS_H
#define ATTN_PICTURE_STYLE_LIVE_LETTERS_H

#include "picture/style/colors.h"
#include "picture/style/lettering.h"

/* Adds an element <text>: the letters with their top left corner at (x, y), as attn_letters_draw
 * draws them. It keeps its blanks inside an element with xml:space="preserve". */
void attn_letters_write(const attn_letters *letters, attn_color color, double x, double y,
                        bool upwards, attn_text *out);

#endif
