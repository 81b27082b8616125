/*
 * grid: the tiles of a sheet in rows and columns, as a canvas shows them largest.
 */
#ifndef ATTN_PICTURE_LAYOUT_GRID_H
#define ATTN_PICTURE_LAYOUT_GRID_H

#include "picture/layout/tile.h"

/* So much wider and higher than it is made a chart may become, where a sheet has room. */
#define ATTN_MOST_BREADTH 1.8
#define ATTN_MOST_STRETCH 1.6

/* Which tiles stand together. */
typedef struct attn_grid_shape {
    enum {
        ATTN_GRID_TABLE,  /* in so many columns, whose cells begin at the same left */
        ATTN_GRID_ROWS,   /* in rows that have each their own columns */
        ATTN_GRID_COLUMNS /* in columns, each as high as what stands in it */
    } kind;
    size_t columns; /* of a table; 0: as it looks best */
    uint32_t ends;  /* of the others: bit i: a row or column ends behind tile i */
} attn_grid_shape;

typedef struct attn_grid_place { /* of a tile, in pixels */
    double x, y;                 /* its left upper corner, */
    double left, above;          /* from which its cells are so far away */
    double width;
    bool ends_row; /* no tile stands right of it */
} attn_grid_place;

typedef struct attn_grid {
    attn_tile *tiles;
    size_t count;
    attn_grid_shape shape;
    attn_grid_place *places;       /* of each tile, zero before the tiles are arranged */
    double width, height, spacing; /* in pixels */
} attn_grid;

/* Puts tiles that are measured and finished into this shape, or into the one in which it looks
 * best. The space between them follows from em, the size of their captions. */
void attn_grid_arrange(attn_grid *grid, attn_grid_shape shape, double em);
/* Which tiles have a bar, and what of others it says; before they are finished, in the places that
 * they had last. */
void attn_grid_set_bars(attn_grid *grid);
/* Whether so many maps of one size stand in a table that each is looked at as a shape: without
 * words, which rows and columns of the table have instead. */
bool attn_grid_is_table(const attn_grid *grid, size_t columns);
/* Names the table's row or column at a bare map that stands at its left or upper edge. */
void attn_grid_name_edge(attn_grid *grid, size_t i, size_t columns);

#endif
