/*
 * overlay: a map laid over a picture: where a weight is large the picture is clear, where it is
 * small it lies in a grey fog; numbers of both signs tint it in their colours instead. The fog is
 * neither light nor dark, so that it hides light and dark pictures alike. Of a film each row of the
 * map has all frames side by side, as many as it has columns.
 */
#ifndef ATTN_PICTURE_LAYOUT_OVERLAY_H
#define ATTN_PICTURE_LAYOUT_OVERLAY_H

#include "picture/layout/layout.h"

/* Row y of the pixels of a field (attn_color_pixel), as many as its cells are wide together. */
void attn_overlay_row(const attn_sheet *sheet, const attn_field *field, size_t y, uint32_t *pixels);
/* Row y of its bar, as wide as that is: what is seen under each number of the range. */
void attn_overlay_bar_row(const attn_sheet *sheet, const attn_field *field, size_t y,
                          uint32_t *pixels);
/* About what colour cell i is, for the ink of a number on it. */
attn_color attn_overlay_cell(const attn_sheet *sheet, const attn_field *field, size_t i);

#endif
