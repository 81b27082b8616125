/*
 * chart: a plot as a panel of a sheet: its texts set and measured, its field, lines and marks
 * drawn. The same in all formats.
 *
 *        title
 *      1 ┌──────────────┐  ──●── name
 *        │              │  ╌╌○╌╌ name
 *      0 └──────────────┘            what was left out stands below all
 *        1      10    100
 *             caption
 */
#ifndef ATTN_PICTURE_LAYOUT_CHART_H
#define ATTN_PICTURE_LAYOUT_CHART_H

#include "picture/layout/layout.h"
#include "picture/layout/tile.h"

/* What a tile of a chart has in place of cells, set by attn_chart_measure. */
struct attn_chart_texts {
    attn_ticks x, y;
    attn_letters across[ATTN_MOST_PLOT_TICKS], upwards[ATTN_MOST_PLOT_TICKS];
    attn_letters names[ATTN_MOST_LINES];
    attn_letters caption, left_out;
    double width, height;   /* of the field */
    double key_x, key_line; /* of the names, seen from the field; the height of one */
};

/* Fills all lengths of the tile but those of its title. */
void attn_chart_measure(attn_tile *tile, attn_lettering *lettering, attn_arena *arena,
                        attn_density density);
/* At most so many texts a chart has besides its title, and so many boxes besides those of its
 * texts. */
size_t attn_chart_marks(const attn_tile *tile);
#define ATTN_CHART_BOXES (1 + ATTN_MOST_LINES)
/* (x, y): where its field begins. */
void attn_chart_place(attn_sheet *sheet, const attn_tile *tile, double x, double y);

/* x, y, width, height of all that is drawn. */
void attn_chart_area(const attn_chart *chart, double area[4]);
void attn_chart_draw(const attn_chart *chart, const attn_theme *theme, bool dark, cairo_t *cairo);

#endif
