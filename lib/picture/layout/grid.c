/*
 * grid: of all numbers of columns, the one whose grid a canvas shows largest.
 */
#include "picture/layout/grid.h"

#include <math.h>
#include <string.h>

#include "picture/layout/sheet.h"

/* What an empty place at the end of the grid costs, beside a grid that is larger by a factor e. */
static const double cost_of_empty = 0.02;
/* And what each share of the grid costs that no panel fills: small ones are lost beside large ones.
 */
static const double cost_of_holes = 0.5;
#define MOST_COLUMNS 6u

/* ---- words that maps share ---- */

static bool same_role(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

attn_grid attn_grid_of(attn_tile *tiles, size_t count)
{
    attn_grid g = {.tiles = tiles, .count = count, .same_rows = true, .same_cols = true};
    const attn_panel *first = tiles[0].panel;
    for (size_t i = 0; i < count; i++) {
        const attn_panel *one = tiles[i].panel;
        bool map = !tiles[i].figure && !one->over;
        g.same_rows = g.same_rows && map && one->value->rows == first->value->rows &&
                      attn_labels_same(one->row_labels, first->row_labels) &&
                      same_role(one->row_role, first->row_role);
        g.same_cols = g.same_cols && map && one->value->cols == first->value->cols &&
                      attn_labels_same(one->col_labels, first->col_labels) &&
                      same_role(one->col_role, first->col_role);
    }
    return g;
}

/* ---- tables of bare maps ---- */

bool attn_grid_is_table(const attn_grid *g, size_t columns)
{
    enum { MANY = 25, LEAST_ROWS = 4 };
    const attn_tensor *first = g->tiles[0].panel->value;
    if (g->count < MANY || columns < 2 || g->count / columns < LEAST_ROWS) return false;
    for (size_t i = 0; i < g->count; i++) {
        const attn_panel *panel = g->tiles[i].panel;
        if (!panel->row_name || !panel->column_name || g->tiles[i].figure ||
            panel->value->rows != first->rows || panel->value->cols != first->cols)
            return false;
    }
    return true;
}

/* "layer 3" of the first map, "3" of all others. */
static const char *name_in_table(const char *name, bool first)
{
    const char *blank = first ? NULL : strrchr(name, ' ');
    return blank ? blank + 1 : name;
}

void attn_grid_name_edge(attn_grid *g, size_t i, size_t columns)
{
    attn_tile *tile = &g->tiles[i];
    if (i % columns == 0) tile->row_name = name_in_table(tile->panel->row_name, i == 0);
    if (i < columns) tile->column_name = name_in_table(tile->panel->column_name, i == 0);
}

/* ---- rows and columns ---- */

static void widen(double *length, double least)
{
    if (*length < least) *length = least;
}

double attn_grid_above_cells(const double heights[ATTN_PARTS])
{
    return heights[ATTN_PART_TITLE] + heights[ATTN_PART_ROLE] + heights[ATTN_PART_LABELS];
}

double attn_grid_row_height(const attn_grid *g, size_t row)
{
    return attn_grid_above_cells(g->heights[row]) + g->heights[row][ATTN_PART_BODY];
}

/* What stands beside or above other maps takes no room of this one. */
static double left_of(const attn_tile *tile)
{
    double left = tile->row_role_elsewhere ? tile->left - tile->role_left : tile->left;
    return tile->rows_elsewhere ? 0.0 : left;
}

static double part_of(const attn_tile *tile, size_t part)
{
    if (part == ATTN_PART_ROLE && tile->col_role_elsewhere) return 0.0;
    return part == ATTN_PART_LABELS && tile->cols_elsewhere ? 0.0 : tile->heights[part];
}

/* What an axis is stands once for maps side by side, or above one another. */
static void share_roles(attn_grid *g, size_t i, size_t columns)
{
    const attn_panel *panel = g->tiles[i].panel;
    const attn_panel *left = i % columns > 0 ? g->tiles[i - 1].panel : NULL;
    const attn_panel *above = i >= columns ? g->tiles[i - columns].panel : NULL;
    g->tiles[i].row_role_elsewhere = left && same_role(panel->row_role, left->row_role);
    g->tiles[i].col_role_elsewhere = above && same_role(panel->col_role, above->col_role);
    if (above && g->tiles[i].figure) /* both of its roles stand above it */
        g->tiles[i].col_role_elsewhere &= same_role(panel->row_role, above->row_role);
}

/* Cells of one column stand at the same left, cells of one row at the same top. */
static bool arrange(attn_grid *g, size_t columns, double em, attn_arena *arena)
{
    const size_t count = g->count, rows = (count - 1) / columns + 1;
    g->columns = columns;
    g->rows = rows;
    g->spacing = ceil((g->tiles[0].density.bare ? 0.8 : 2.6) * em);
    g->lefts = attn_alloc(arena, columns, sizeof *g->lefts);
    g->widths = attn_alloc(arena, columns, sizeof *g->widths);
    g->heights = attn_alloc(arena, rows, sizeof *g->heights);
    if (!g->lefts || !g->widths || !g->heights) return false;
    for (size_t i = 0; i < count; i++) {
        attn_tile *tile = &g->tiles[i];
        tile->rows_elsewhere = tile->density.shared && g->same_rows && i % columns > 0;
        tile->cols_elsewhere = tile->density.shared && g->same_cols && i / columns > 0;
        share_roles(g, i, columns);
        widen(&g->lefts[i % columns], left_of(tile));
        for (size_t part = 0; part < ATTN_PARTS; part++)
            widen(&g->heights[i / columns][part], part_of(tile, part));
    }
    for (size_t i = 0; i < count; i++) {
        const attn_tile *tile = &g->tiles[i];
        double width = g->lefts[i % columns] + tile->body_width;
        widen(&g->widths[i % columns], fmax(width, tile->title_width));
    }
    g->width = g->spacing * (double)(columns - 1);
    g->height = g->spacing * (double)(rows - 1);
    for (size_t i = 0; i < columns; i++) g->width += g->widths[i];
    for (size_t i = 0; i < rows; i++) g->height += attn_grid_row_height(g, i);
    return true;
}

/* ---- the best number of columns ---- */

/* The share of the grid that no panel fills. */
static double holes(const attn_grid *g)
{
    double width = g->width - g->spacing * (double)(g->columns - 1);
    double height = g->height - g->spacing * (double)(g->rows - 1), filled = 0.0;
    for (size_t i = 0; i < g->count; i++) {
        const attn_tile *tile = &g->tiles[i];
        filled += (tile->left + tile->body_width) *
                  (attn_grid_above_cells(tile->heights) + tile->heights[ATTN_PART_BODY]);
    }
    return 1.0 - filled / (width * height);
}

/* The grid that a canvas could show largest is the cheapest; too large a one is dearer than any
 * that fits. */
static double cost(const attn_grid *g)
{
    const double wide = ATTN_CANVAS_WIDTH, high = ATTN_CANVAS_HEIGHT, too_large = 1e9;
    double empty = (double)(g->columns * g->rows - g->count);
    if (fmax(g->width, g->height) > ATTN_MOST_PIXELS) return too_large + g->width + g->height;
    return log(fmax(g->width / wide, g->height / high)) + cost_of_empty * empty +
           cost_of_holes * holes(g);
}

bool attn_grid_arrange(attn_grid *g, size_t columns, double em, attn_arena *arena)
{
    size_t most = (size_t)fmax(sqrt((double)g->count), MOST_COLUMNS), best = 1;
    double least = HUGE_VAL;
    if (columns > 0) return arrange(g, columns < g->count ? columns : g->count, em, arena);
    for (size_t i = 1; i <= most && i <= g->count; i++) {
        if (!arrange(g, i, em, arena)) return false;
        if (cost(g) >= least) continue;
        least = cost(g);
        best = i;
    }
    return arrange(g, best, em, arena);
}
