/*
 * png_data: the numbers of a sheet inside its PNG file, and out of it again.
 *
 * They stand in one chunk, `atNv` (attnviz-heatmap(1) describes it), which programs that do not
 * know it leave alone. A sheet of more cells than ATTN_MOST_CARRIED carries none, and says so in a
 * text of the file.
 */
#ifndef ATTN_PICTURE_PAINT_PNG_DATA_H
#define ATTN_PICTURE_PAINT_PNG_DATA_H

#include "core/text.h"
#include "files/png/png.h"
#include "picture/layout/sheet.h"

#define ATTN_MOST_CARRIED 1048576u /* cells, 2^20 */

/* Fills the texts and the chunk of the picture, in the arena. */
bool attn_numbers_pack(const attn_sheet_options *sheet, attn_arena *arena, attn_png *picture);

/* What was drawn, from the bytes of a PNG file that anyone may have written; all of it in the
 * arena. name is for messages. */
bool attn_numbers_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                       attn_sheet_options *sheet, attn_status *status);

/* The maps as one JSON document, appended to out. */
void attn_numbers_json(const attn_sheet_options *sheet, attn_text *out);

#endif
