/*
 * layout: a sheet with everything in its place, as sheet.c leaves it and paint.c finds it.
 * All places and lengths are in pixels; those of cells and bars are whole.
 */
#ifndef ATTN_SHOW_LAYOUT_H
#define ATTN_SHOW_LAYOUT_H

#include "show/colors.h"
#include "show/lettering.h"
#include "show/scale.h"

typedef struct attn_mark { /* a text */
    attn_letters letters;
    double x, y; /* top left, after rotation */
    bool upwards;
    attn_color color;
} attn_mark;

typedef struct attn_field { /* the cells of a panel */
    const attn_tensor *value;
    attn_range range;
    size_t x, y, cell_width, cell_height, gap;
} attn_field;

typedef struct attn_bar {
    attn_range range;
    size_t x, y, width, height;
    size_t masked_y; /* a square explaining masked cells starts here, as wide as the bar; 0: none */
} attn_bar;

struct attn_sheet {
    attn_status status; /* of its own memory */
    attn_arena *arena;
    attn_lettering *lettering;
    attn_palette sequential, diverging;
    size_t width, height;
    size_t mark_count, field_count, bar_count, box_count;
    attn_mark *marks;
    attn_field *fields;
    attn_bar *bars;
    attn_box *boxes;
};

const attn_palette *attn_sheet_palette(const attn_sheet *sheet, attn_range range);

#endif
