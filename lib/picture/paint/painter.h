/*
 * painter: draws a sheet on a Cairo surface, or the rows of it that a surface holds. PNG, SVG and
 * PDF differ in the surface alone: one of pixels takes cells and bars pixel by pixel, one of shapes
 * as rectangles, images and gradients.
 */
#ifndef ATTN_PICTURE_PAINT_PAINTER_H
#define ATTN_PICTURE_PAINT_PAINTER_H

#include "picture/layout/layout.h"

/* The table of colours: the ground, both inks from faint to full, masked cells, the greys of rows at
 * rest, the colour maps. */
enum {
    ATTN_GROUND = 0,
    ATTN_INK = ATTN_GROUND + 1,
    ATTN_SOFT_INK = ATTN_INK + ATTN_RAMP,
    ATTN_HATCH_GROUND = ATTN_SOFT_INK + ATTN_RAMP,
    ATTN_HATCH_EDGE,
    ATTN_HATCH_LINE,
    ATTN_REST,
    ATTN_FIRST_STEP = ATTN_REST + ATTN_REST_LEVELS,
    ATTN_MOST_COLORS = 256
};

typedef struct attn_strip { /* rows first … end − 1 of a map */
    size_t first, end;
    float *numbers;
} attn_strip;

typedef struct attn_painter {
    const attn_sheet *sheet;
    attn_status *status;
    attn_arena *arena; /* of all that follows */
    attn_color colors[ATTN_MOST_COLORS];
    uint8_t alphas[ATTN_MOST_COLORS]; /* how much each covers what lies behind the picture */
    uint32_t rgb[ATTN_MOST_COLORS];   /* the same as pixels of an RGB24 or ARGB32 surface */
    size_t color_count;
    size_t paper;       /* the place of an ink that has the colour of the ground */
    attn_strip *strips; /* for each field whose numbers come in strips: the last one */
    uint8_t *steps;     /* for each cell of a row, its place in the table */
    uint8_t *row;       /* the same for each pixel */
    uint8_t *hatched;   /* the row with its stripes */
    /* set by whoever owns the surface: */
    cairo_t *cairo;
    cairo_surface_t *pixels; /* of which an image surface; NULL: it takes shapes */
    bool wordless;           /* texts are left out */
    bool indexed;            /* A8: a pixel is a place in the table; else RGB24 or ARGB32 */
    size_t top, bottom;      /* rows of the sheet on the surface: top … bottom − 1 */
} attn_painter;

/* All but the surface; the painter lives as long as the arena. False: there is no memory. */
bool attn_painter_begin(attn_painter *p, const attn_sheet *sheet, attn_arena *arena);
/* Ground, cells and bars. */
void attn_paint_cells(attn_painter *p);
bool attn_mark_in_view(const attn_painter *p, const attn_mark *mark);
/* The lines, boxes, charts and texts in view. */
void attn_paint_inks(const attn_painter *p);

#endif
