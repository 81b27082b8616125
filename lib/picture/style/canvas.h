/*
 * canvas: a surface of shapes whose bytes, those of an SVG or PDF file, go into a text. No date is
 * among them, so that equal drawings have equal bytes.
 */
#ifndef ATTN_PICTURE_STYLE_CANVAS_H
#define ATTN_PICTURE_STYLE_CANVAS_H

#include <cairo.h>

#include "core/text.h"
#include "picture/style/colors.h"

/* Lengths in points. title: of anyone, escaped; NULL: none. The text must live until the end, as
 * must that of an SVG. */
cairo_t *attn_pdf_begin(attn_text *out, double width, double height, const char *title);
/* Lengths in pixels. */
cairo_t *attn_svg_begin(attn_text *out, double width, double height);
/* What is drawn from here on has this colour. */
void attn_canvas_color(cairo_t *canvas, attn_color color);
/* Finishes what was drawn and gives the canvas back. False, with a fault that says `what` cannot be
 * drawn, if the text does not hold all of it. */
bool attn_canvas_end(cairo_t *canvas, const attn_text *out, const char *what, attn_status *status);

#endif
