/*
 * paint: a sheet as PNG, SVG or PDF.
 */
#ifndef ATTN_PICTURE_PAINT_PAINT_H
#define ATTN_PICTURE_PAINT_PAINT_H

#include "files/png/png.h"
#include "picture/layout/sheet.h"

/* Whether it can be written at all: on one picture, in this format. False, with a fault. */
bool attn_sheet_fits(const attn_sheet *sheet, attn_format format, attn_status *status);
/* Into a file that is whole or absent. */
bool attn_sheet_write(const attn_sheet *sheet, attn_format format, const char *path,
                      attn_status *status);

/*
 * A picture whose rows are those of the sheet, painted as they are asked for: in the arena, but for
 * what attn_sheet_rows_end gives back, also after a failure.
 */
bool attn_sheet_rows(const attn_sheet *sheet, attn_arena *arena, attn_png *picture);
void attn_sheet_rows_end(const attn_png *picture);

/* vector.c: SVG or PDF, on one surface of shapes. */
bool attn_sheet_write_shapes(const attn_sheet *sheet, attn_format format, const char *path,
                             attn_status *status);
/* Whether its maps are small enough for that. */
bool attn_sheet_fits_shapes(const attn_sheet *sheet, attn_status *status);

#endif
