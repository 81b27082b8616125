/*
 * tile_ranges: what the panels of one sheet are drawn as, and which ranges of numbers their colours
 * stand for.
 */
#include <math.h>
#include <stdint.h>

#include "picture/layout/tile.h"

size_t attn_tiles_make(attn_tile *tiles, const attn_sheet_options *options)
{
    const size_t columns = options->columns > 1 ? options->columns : SIZE_MAX;
    size_t count = 0;
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_panel *panel = &options->panels[i];
        const attn_figure *figure = panel->over ? NULL : options->style.figure;
        if (panel->joins && count > 0) {
            tiles[count - 1].panel_count++;
            continue;
        }
        tiles[count++] = (attn_tile){
            .panel = panel,
            .panel_count = 1,
            .figure = panel->plot ? &attn_figure_chart : figure,
            .color = attn_color_of_line(i % columns % ATTN_LINE_COLORS, options->style.dark)};
    }
    return count;
}

/* Of all that stands in a tile. */
static attn_extent extent_of(const attn_tile *tile)
{
    attn_extent all = {0.0, false};
    for (size_t k = 0; k < tile->panel_count; k++) {
        const attn_extent one = attn_panel_extent(&tile->panel[k]);
        all.largest = fmax(all.largest, one.largest);
        all.masked = all.masked || one.masked;
    }
    return all;
}

/* Maps of one kind whose ranges differ by no more than this share the widest of them. */
static const double most_unlike = 4.0;

/* The widest range of this kind below `limit`; its top is 0 if there is none. */
static attn_range widest_below(const attn_tile *tiles, size_t count, attn_scale scale, double limit)
{
    attn_range widest = {.top = 0.0};
    for (size_t i = 0; i < count; i++) {
        attn_range range = tiles[i].range;
        if (range.scale != scale || tiles[i].panel->plot || range.top >= limit) continue;
        if (range.top > widest.top) widest = range;
    }
    return widest;
}

/*
 * Weights of one sheet always share one range, so that their colours can be compared; others share
 * it with those beside which they do not turn pale: the widest first, then what is left.
 */
static void share_range(attn_tile *tiles, size_t count, attn_scale scale)
{
    attn_range widest = widest_below(tiles, count, scale, HUGE_VAL);
    while (widest.top > 0.0) {
        double least = scale == ATTN_SCALE_WEIGHTS ? 0.0 : widest.top / most_unlike;
        for (size_t i = 0; i < count; i++) {
            attn_range *range = &tiles[i].range;
            bool alike = range->scale == scale && range->top >= least && range->top < widest.top;
            if (alike && !tiles[i].panel->plot) *range = widest;
        }
        widest = widest_below(tiles, count, scale, least);
    }
}

/* The end that was asked for: of weights, where there are any, else of all maps. */
static void limit_ranges(attn_tile *tiles, size_t count, double vmax)
{
    bool weights = false;
    for (size_t i = 0; i < count; i++)
        weights = weights || (!tiles[i].panel->plot && tiles[i].panel->scale == ATTN_SCALE_WEIGHTS);
    for (size_t i = 0; i < count; i++) {
        attn_tile *tile = &tiles[i];
        if (tile->panel->plot || (weights && tile->panel->scale != ATTN_SCALE_WEIGHTS)) continue;
        tile->range = attn_range_limited(tile->panel->scale, vmax);
        tile->beyond = attn_range_is_passed(tile->range, extent_of(tile).largest);
    }
}

void attn_tiles_set_ranges(attn_tile *tiles, size_t count, double vmax)
{
    for (size_t i = 0; i < count; i++) {
        const attn_panel *panel = tiles[i].panel;
        if (panel->plot) continue;
        const attn_extent extent = extent_of(&tiles[i]);
        double largest = extent.largest;
        for (size_t k = 0; k < tiles[i].panel_count; k++)
            largest = fmax(largest, panel[k].range_floor);
        tiles[i].masked = extent.masked;
        tiles[i].range = attn_range_holding(panel->scale, largest);
    }
    share_range(tiles, count, ATTN_SCALE_WEIGHTS);
    share_range(tiles, count, ATTN_SCALE_POSITIVE);
    share_range(tiles, count, ATTN_SCALE_SIGNED);
    if (vmax > 0.0) limit_ranges(tiles, count, vmax);
}
