/*
 * sheet_check: refuses what no picture can be made of.
 */
#include <stdint.h>

#include "core/budget.h"
#include "picture/layout/layout.h"

#define MOST_PANELS 1024u
/* Of a colour bar: what a float32 can be divided by. */
static const double least_end = 1e-30, most_end = 1e30;

static bool check_style(const attn_sheet_style *style, attn_status *status)
{
    if (!attn_colors_name(style->colors))
        return attn_fail(status, ATTN_USAGE, "there is no colour map number %zu", style->colors);
    if (style->cell > ATTN_MOST_CELL)
        return attn_fail(status, ATTN_LIMIT, "a cell has at most %u pixels a side, not %zu",
                         ATTN_MOST_CELL, style->cell);
    if (!(style->vmax >= least_end && style->vmax <= most_end) && style->vmax != 0.0)
        return attn_fail(status, ATTN_LIMIT, "colours end at a number from %g to %g, not at %g",
                         least_end, most_end, style->vmax);
    double zoom = style->zoom,
           side = (double)(style->width > style->height ? style->width : style->height);
    if (side * (zoom > 0.0 ? zoom : 1.0) > ATTN_MOST_PIXELS)
        return attn_fail(status, ATTN_LIMIT, "a picture has at most %u pixels a side, not %.0f",
                         ATTN_MOST_PIXELS, side * (zoom > 0.0 ? zoom : 1.0));
    if ((zoom >= ATTN_LEAST_ZOOM && zoom <= ATTN_MOST_ZOOM) || zoom == 0.0) return true;
    return attn_fail(status, ATTN_LIMIT, "a picture is scaled by %g to %g, not by %g",
                     ATTN_LEAST_ZOOM, ATTN_MOST_ZOOM, zoom);
}

static bool check_panels(const attn_sheet_options *options, attn_status *status)
{
    if (options->panel_count == 0 && !options->diagram) {
        return attn_fail(status, ATTN_INPUT, "there is no map to draw: name a value to show");
    }
    if (options->panel_count > MOST_PANELS) {
        return attn_fail(status, ATTN_LIMIT,
                         "%zu maps do not fit on one picture (%u at most): show fewer of them",
                         options->panel_count, MOST_PANELS);
    }
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_panel *panel = &options->panels[i];
        if (panel->value->rows > 0 && panel->value->cols > 0) continue;
        return attn_fail(status, ATTN_INPUT,
                         "the map '%s' has no cells, so there is nothing to draw",
                         panel->title ? panel->title : "");
    }
    return true;
}

/* What there is to draw, before anything of it is laid out. */
static bool check_work(const attn_sheet_options *options, attn_status *status)
{
    uint64_t work = 0;
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_panel *panel = &options->panels[i];
        uint64_t cells = attn_product64(panel->value->rows, panel->value->cols);
        uint64_t points = 0;
        if (panel->plot)
            points = attn_product64(attn_plot_points(panel->plot), attn_plot_lines(panel->plot));
        work = attn_sum64(work, attn_product64(cells, ATTN_COST_NUMBER));
        work = attn_sum64(work, attn_product64(points, ATTN_COST_POINT));
    }
    const attn_figure *figure = options->style.figure;
    if (figure && !figure->check(options, status)) return false;
    return attn_spend(status, work) ||
           attn_fail_work(status, work, "a picture of %zu map%s", options->panel_count,
                          options->panel_count == 1 ? "" : "s");
}

bool attn_sheet_check(const attn_sheet_options *options, attn_status *status)
{
    return check_panels(options, status) && check_style(&options->style, status) &&
           check_work(options, status);
}
