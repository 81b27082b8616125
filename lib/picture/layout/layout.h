/*
 * layout: a sheet with everything in its place, as sheet.c leaves it and the painter
 * finds it. All places and lengths are in pixels; those of cells and bars are whole.
 */
#ifndef ATTN_PICTURE_LAYOUT_LAYOUT_H
#define ATTN_PICTURE_LAYOUT_LAYOUT_H

#include "picture/layout/plot.h"
#include "picture/layout/scale.h"
#include "picture/style/lettering.h"

typedef struct attn_mark { /* a text */
    attn_letters letters;
    double x, y; /* top left, after rotation */
    bool upwards;
    bool in_cell;
    attn_color color;
} attn_mark;

typedef struct attn_field { /* the cells of a panel */
    const attn_panel *panel;
    attn_range range;
    bool masked; /* some cells are */
    size_t x, y, cell_width, cell_height, gap;
    size_t dot; /* the side of the dot in the largest weight of a row; 0: there is none */
    size_t dot_left, dot_top; /* where it begins, seen from the cell */
    size_t frame;             /* how thick the frame of a marked cell is; 0: there is none */
} attn_field;

typedef struct attn_bar {
    attn_range range;
    size_t x, y, width, height;
    const attn_picture *over; /* of maps over a picture; or NULL */
    size_t masked_y; /* a square explaining masked cells starts here, as wide as the bar; 0: none */
} attn_bar;

typedef struct attn_chart { /* the lines of a plot */
    const attn_plot *plot;
    attn_ticks x, y;
    double left, top, width, height; /* of the field in which they are drawn */
    double key_x, key_line;          /* where samples of them begin, and how far each is from the
                                        next */
    double unit;
} attn_chart;

/* The stripes of masked cells: diagonal lines, each this wide, one every so many pixels. */
typedef struct attn_hatch {
    size_t width, every;
} attn_hatch;

struct attn_sheet {
    attn_status status; /* of its own memory */
    attn_arena *arena;
    attn_lettering *lettering;
    attn_sheet_options options;
    const attn_theme *theme;
    attn_palette sequential, diverging; /* those that no map needs are empty */
    attn_hatch hatch;
    bool apart;
    attn_range *ranges; /* of all panels, where they are apart */
    size_t width, height;
    size_t mark_count, field_count, chart_count, bar_count, box_count;
    attn_mark *marks;
    attn_field *fields;
    attn_chart *charts;
    attn_bar *bars;
    attn_box *boxes;
};

const attn_palette *attn_sheet_palette(const attn_sheet *sheet, attn_range range);
/* Whether the cells of a field have stripes where they are masked; small ones are plain. */
bool attn_field_hatched(const attn_sheet *sheet, const attn_field *field);

/* What the frame of a cell consists of, seen from the cell. */
typedef struct attn_bit {
    size_t x, y, width, height;
} attn_bit;
enum { ATTN_MOST_BITS = 8 };
/* How many they are; mark: ATTN_MARK_… */
size_t attn_field_frame(const attn_field *field, unsigned mark, attn_bit bits[ATTN_MOST_BITS]);

/* Whether cell i has a dot: it is the largest weight of its row. */
bool attn_field_dotted(const attn_field *field, size_t i);
/* Ink or ground, whichever stands out more from cell i: for its dot and its frame. */
bool attn_field_is_ink(const attn_sheet *sheet, const attn_field *field, size_t i);

attn_box *attn_sheet_add_box(attn_sheet *sheet, double x, double y, double width, double height);
/* One more text with its box; an empty one is left out. */
void attn_sheet_add_text(attn_sheet *sheet, attn_mark mark);

/* In its colour, with its place as it stands in the sheet. */
void attn_mark_draw(const attn_mark *mark, cairo_t *cairo);

#endif
