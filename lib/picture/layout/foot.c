/*
 * foot: a sentence stands there only if it holds for what is drawn.
 */
#include "picture/layout/foot.h"

#include <math.h>

/* Whether a row that is drawn looks most at what is no word. */
static bool has_rests(const attn_panel *panel, bool of_a_word)
{
    if (!panel->faint) return false;
    const size_t first = of_a_word && panel->from ? panel->from - 1 : 0;
    const size_t end = of_a_word ? first + 1 : panel->value->rows;
    bool any = false;
    for (size_t row = first; row < end; row++) any |= panel->faint[row];
    return any;
}

/* Where the first of such rows looks, of all the heads of a tile; NULL: there is none. */
static const char *rest_of(const attn_tile *tile, bool of_a_word)
{
    for (size_t i = 0; i < tile->panel_count; i++)
        if (has_rests(&tile->panel[i], of_a_word)) return tile->panel[i].rest;
    return NULL;
}

/* Whether the largest number of each row is 1, or, of regions, that of the map. */
static bool has_largest_one(const attn_panel *panel)
{
    const attn_tensor *value = panel->value;
    const size_t cells = attn_tensor_size(value), cols = panel->over->frames ? value->cols : cells;
    bool all = true;
    for (size_t i = 0; i < cells; i += cols) {
        float largest = value->data[i];
        for (size_t k = 1; k < cols; k++) largest = fmaxf(largest, value->data[i + k]);
        all &= !(largest < 1.0f || largest > 1.0f);
    }
    return all;
}

/* Of maps over pictures. Shares of the largest are easily taken for weights. */
static const char *over_foot(const attn_sheet *sheet, const attn_tile *tiles, size_t count)
{
    bool divided = true, frames = true;
    for (size_t i = 0; i < count; i++) {
        const attn_panel *panel = tiles[i].panel;
        if (!panel->over) continue;
        divided &= has_largest_one(panel);
        frames &= panel->over->frames > 0;
    }
    return attn_print(sheet->arena, "The clearer a part of the picture, the larger its number%s. ",
                      !divided ? ""
                      : frames ? "; the largest of each row is 1"
                               : "; the largest over each picture is 1");
}

/* Whether numbers stand in cells, and one that is not masked has none. */
static bool has_empty_cells(const attn_tile *tile)
{
    const attn_tensor *value = tile->panel->value;
    bool any = false;
    for (size_t i = 0; tile->numbers && i < attn_tensor_size(value); i++)
        any |= isfinite(value->data[i]) && !tile->numbers[i].layout;
    return any;
}

/* Only attention is mistaken for reasons. */
const char *attn_sheet_foot(const attn_sheet *sheet, const attn_tile *tiles, size_t count)
{
    const attn_figure *figure = sheet->options.style.figure;
    if (sheet->options.style.caption) return NULL;
    const char *first = "", *empty = "", *remark = "", *grey = "", *last = "";
    bool over = false;
    for (size_t i = 0; i < count; i++) {
        const attn_tile *tile = &tiles[i];
        if (tile->density.bare) first = "Each row of a map is a query, each column a key. ";
        if (has_empty_cells(tile)) empty = "An empty cell rounds to 0. ";
        if (attn_tile_dot(tile) > 0) first = "A dot marks the largest weight of a row. ";
        if (tile->panel->over) over = true;
        if (figure && tile->figure == figure && *remark == '\0') remark = figure->remark(tile);
        const char *rest = rest_of(tile, figure && figure->of_a_word);
        if (rest)
            grey = attn_print(sheet->arena, "%s most at %s, which is no word. ",
                              figure ? figure->rest : "Grey rows look", rest);
        if (tile->panel->attention) last = "A map shows where the layer looks, not why it answers.";
    }
    if (over) first = over_foot(sheet, tiles, count);
    if (figure) first = figure->foot;
    const char *apart = figure && *last ? "\n" : "";
    return attn_print(sheet->arena, "%s%s%s%s%s%s", first, empty, remark, grey, apart, last);
}
