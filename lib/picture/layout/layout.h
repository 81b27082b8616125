/*
 * layout: a sheet with everything in its place, as sheet.c leaves it and the painter
 * finds it. All places and lengths are in pixels; those of cells and bars are whole.
 */
#ifndef ATTN_PICTURE_LAYOUT_LAYOUT_H
#define ATTN_PICTURE_LAYOUT_LAYOUT_H

#include "picture/layout/chart.h"
#include "picture/layout/tile.h"

typedef struct attn_mark { /* a text */
    attn_letters letters;
    double x, y; /* top left, after rotation */
    bool upwards;
    bool in_cell;
    attn_color color;
} attn_mark;

typedef struct attn_bar {       /* the colours of a map, and their numbers */
    size_t x, y, width, height; /* height 0: there is none */
    size_t masked_y; /* a square explaining masked cells starts here, as wide as the bar; 0: none */
} attn_bar;

typedef struct attn_field { /* the cells of a panel */
    const attn_panel *panel;
    attn_range range;
    bool masked; /* some cells are */
    size_t x, y, cell_width, cell_height, gap;
    size_t dot; /* the side of the dot in the largest weight of a row; 0: there is none */
    size_t dot_left, dot_top; /* where it begins, seen from the cell */
    size_t frame;             /* how thick the frame of a marked cell is; 0: there is none */
    attn_bar bar;
} attn_field;

/* A line or a box, below all texts, in the order in which they are added. */
typedef struct attn_shape {
    enum {
        ATTN_SHAPE_LINK,  /* from the first point to the second; both ends lie level */
        ATTN_SHAPE_BOX,   /* these are its corners, top left and bottom right */
        ATTN_SHAPE_CURVE, /* these are the corners of what its points span */
        ATTN_SHAPE_HEAD   /* of an arrow that comes from the first point; its tip is the second */
    } kind;
    double x, y, end_x, end_y;
    size_t point_count; /* of a CURVE: 3 k + 1, of Bézier curves */
    const double (*points)[2];
    bool dashed;
    double pen;    /* how thick the line is; 0: the box is filled */
    double radius; /* of the corners of a box */
    double opacity;
    attn_color color;
} attn_shape;

struct attn_sheet {
    attn_status *status; /* while it is laid out */
    attn_arena *arena;
    attn_lettering *lettering;
    attn_sheet_options options;
    const attn_theme *theme; /* &own_theme */
    attn_theme own_theme;
    attn_palette sequential, diverging; /* those that no map needs are empty */
    size_t stripe;                      /* the diagonal lines of masked cells are so wide */
    bool apart;
    const attn_tile *tiles; /* of all panels, as they were measured */
    size_t width, height;
    size_t mark_count, field_count, chart_count, shape_count;
    attn_shape *shapes;
    attn_mark *marks;
    attn_field *fields;
    attn_chart **charts;
};

/* A stripe of masked cells begins every so many widths of one. */
#define ATTN_STRIPE_EVERY 6u

/* False, with a fault, if the look or the maps that are asked for cannot be drawn, or take more
 * work than is left. */
bool attn_sheet_check(const attn_sheet_options *options, attn_status *status);

/* The colours for values of this range on this sheet. */
const attn_palette *attn_sheet_palette(const attn_sheet *sheet, attn_range range);

enum { ATTN_RAMP = 15 }; /* mixtures of an ink with the ground, the last one is the ink itself */

enum { ATTN_REST_LEVELS = 5 }; /* greys of rows that look at no word */

/* Which of the greys, from 0, a cell of this step has in a row that looks at no word: every colour
 * of the bar would stand for another number. */
uint8_t attn_rest_level(uint8_t step, attn_steps steps);
attn_color attn_rest_color(const attn_theme *theme, uint8_t level);

/* Whether a row of the map looks most at what is no word. */
bool attn_panel_rests(const attn_panel *panel, size_t row);

/* Of cell i of a map that lies over no picture; it is not masked. */
attn_color attn_tile_color(const attn_sheet *sheet, const attn_tile *tile, size_t i);

/* Whether cell i is the largest weight of its row, in a field with dots. */
bool attn_field_dotted(const attn_field *field, size_t i);

/* One more text; an empty one is left out. */
void attn_sheet_add_text(attn_sheet *sheet, attn_mark mark);
void attn_sheet_add_shape(attn_sheet *sheet, attn_shape shape);
/* The cells, labels, numbers and bar of a tile, or its chart. (x, y): where its cells begin. */
void attn_tile_place(attn_sheet *sheet, const attn_tile *tile, double x, double y);

/* A tile that is being placed on a sheet. */
typedef struct attn_placing {
    attn_sheet *sheet;
    const attn_tile *tile;
    double x, y; /* where its body begins */
} attn_placing;

/* In its colour, with its place as it stands in the sheet. */
void attn_mark_draw(const attn_mark *mark, cairo_t *cairo);

#endif
