/*
 * tile_ranges: which ranges of numbers the colours of the maps on one sheet stand for.
 */
#include <math.h>

#include "picture/layout/tile.h"

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
        tile->beyond = attn_range_is_passed(tile->range, attn_panel_extent(tile->panel).largest);
    }
}

void attn_tiles_set_ranges(attn_tile *tiles, size_t count, double vmax)
{
    for (size_t i = 0; i < count; i++) {
        const attn_panel *panel = tiles[i].panel;
        if (panel->plot) continue;
        attn_extent extent = attn_panel_extent(panel);
        tiles[i].range = attn_range_holding(panel->scale, fmax(extent.largest, panel->range_floor));
        tiles[i].masked = extent.masked;
    }
    share_range(tiles, count, ATTN_SCALE_WEIGHTS);
    share_range(tiles, count, ATTN_SCALE_POSITIVE);
    share_range(tiles, count, ATTN_SCALE_SIGNED);
    if (vmax > 0.0) limit_ranges(tiles, count, vmax);
}
