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

#include "picture/layout/plot.h"
#include "picture/layout/tile.h"

typedef struct attn_chart {
    const attn_plot *plot;
    attn_ticks x, y;
    attn_letters across[ATTN_MOST_PLOT_TICKS], upwards[ATTN_MOST_PLOT_TICKS];
    attn_letters names[ATTN_MOST_LINES];
    attn_letters caption, upright, left_out; /* upright: beside the axis that goes upwards */
    attn_letters shade;                      /* above a shaded span */
    double left, top;            /* of the field in which lines are drawn, once it has its place */
    double width, height;        /* of it */
    double shade_from, shade_to; /* of the shaded span, seen from the field */
    double key_x;                /* where samples of the lines begin, seen from the field */
    double key_line;             /* how far each sample is from the next */
    double unit;
} attn_chart;

/* The highest and the lowest place at which something is drawn. */
void attn_chart_ends(const attn_chart *chart, double *top, double *bottom);
void attn_chart_draw(const attn_chart *chart, const attn_theme *theme, bool dark, cairo_t *cairo);

#endif
