/*
 * grid: the tiles of a sheet in rows and columns, as a canvas shows them largest.
 */
#ifndef ATTN_PICTURE_LAYOUT_GRID_H
#define ATTN_PICTURE_LAYOUT_GRID_H

#include "picture/layout/tile.h"

typedef struct attn_grid {
    attn_tile *tiles;
    size_t count;
    bool same_rows, same_cols; /* all maps have the same words there */
    size_t columns, rows;
    double *lefts, *widths;        /* of each column: labels, all of it */
    double (*heights)[ATTN_PARTS]; /* of each row */
    double width, height, spacing; /* in pixels */
} attn_grid;

/* The tiles, whose panels are filled in, before they stand anywhere. */
attn_grid attn_grid_of(attn_tile *tiles, size_t count);
/* Puts tiles that are measured and finished into so many columns; 0: as it looks best. The space
 * between them follows from em, the size of their captions. False without memory. */
bool attn_grid_arrange(attn_grid *grid, size_t columns, double em, attn_arena *arena);
/* Whether so many maps of one size stand in a table that each is looked at as a shape: without
 * words, which rows and columns of the table have instead. */
bool attn_grid_is_table(const attn_grid *grid, size_t columns);
/* Names the table's row or column at a bare map that stands at its left or upper edge. */
void attn_grid_name_edge(attn_grid *grid, size_t i, size_t columns);
/* Of the parts of a row, or of a tile, those above the cells. */
double attn_grid_above_cells(const double heights[ATTN_PARTS]);
double attn_grid_row_height(const attn_grid *grid, size_t row);

#endif
