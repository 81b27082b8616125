/*
 * grid: of all ways to put tiles into rows and columns, the one that a canvas shows largest.
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
/* And what it costs that like tiles go on in a row or column of another length. */
static const double cost_of_tear = 0.1;
#define MOST_COLUMNS 6u

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

/* ---- neighbours ---- */

static bool ends_group(const attn_grid *g, size_t i)
{
    if (i + 1 == g->count) return true;
    if (g->shape.kind == ATTN_GRID_TABLE) return (i + 1) % g->shape.columns == 0;
    return (g->shape.ends >> i & 1u) != 0;
}

/* The tile whose cells stand beside those of tile i, in one row; NULL: there is none. */
static const attn_tile *tile_beside(const attn_grid *g, size_t i)
{
    const bool first = i == 0 || ends_group(g, i - 1);
    return first || g->shape.kind == ATTN_GRID_COLUMNS ? NULL : &g->tiles[i - 1];
}

/* The tile whose cells begin at the same left, above those of tile i. */
static const attn_tile *tile_above(const attn_grid *g, size_t i)
{
    const size_t columns = g->shape.columns;
    if (g->shape.kind == ATTN_GRID_TABLE) return i < columns ? NULL : &g->tiles[i - columns];
    if (g->shape.kind == ATTN_GRID_ROWS || i == 0 || ends_group(g, i - 1)) return NULL;
    return &g->tiles[i - 1];
}

/* ---- words that maps share ---- */

static bool same_role(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool have_cells(const attn_tile *a, const attn_tile *b)
{
    return b && !a->figure && !b->figure && !a->panel->over && !b->panel->over;
}

static bool same_rows(const attn_panel *a, const attn_panel *b)
{
    return a->value->rows == b->value->rows && attn_labels_same(a->row_labels, b->row_labels) &&
           same_role(a->row_role, b->row_role);
}

static bool same_columns(const attn_panel *a, const attn_panel *b)
{
    return a->value->cols == b->value->cols && attn_labels_same(a->col_labels, b->col_labels) &&
           same_role(a->col_role, b->col_role);
}

/* What an axis is stands once for maps side by side, or above one another; and so do its words,
 * where room is short and no note stands between. */
static void share_words(attn_grid *g, size_t i)
{
    attn_tile *tile = &g->tiles[i];
    const attn_panel *panel = tile->panel;
    const attn_tile *beside = tile_beside(g, i), *above = tile_above(g, i);
    const bool shared = tile->density.shared;
    tile->row_role_elsewhere = beside && same_role(panel->row_role, beside->panel->row_role);
    tile->col_role_elsewhere = above && same_role(panel->col_role, above->panel->col_role);
    if (above && tile->figure) /* both of its roles stand above it */
        tile->col_role_elsewhere &= same_role(panel->row_role, above->panel->row_role);
    tile->rows_elsewhere = shared && have_cells(tile, beside) && same_rows(panel, beside->panel);
    tile->cols_elsewhere = shared && have_cells(tile, above) && !above->panel->note &&
                           same_columns(panel, above->panel);
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

/* ---- rows and columns ---- */

static double above_cells(const double heights[ATTN_PARTS])
{
    return heights[ATTN_PART_TITLE] + heights[ATTN_PART_ROLE] + heights[ATTN_PART_LABELS];
}

/* Tiles begin … end − 1, with cells at the same top, and titles, roles and labels on one line. */
static void align_row(attn_grid *g, size_t begin, size_t end, double y)
{
    double heights[ATTN_PARTS] = {0.0};
    for (size_t i = begin; i < end; i++)
        for (size_t part = 0; part < ATTN_PARTS; part++)
            heights[part] = fmax(heights[part], part_of(&g->tiles[i], part));
    for (size_t i = begin; i < end; i++) {
        g->places[i].y = y;
        g->places[i].above = above_cells(heights);
        g->height = fmax(g->height, y + above_cells(heights) + heights[ATTN_PART_BODY]);
    }
}

/* Tiles begin, begin + step …, with cells at the same left. */
static void align_column(attn_grid *g, size_t begin, size_t end, size_t step, double x)
{
    double left = 0.0, width = 0.0;
    for (size_t i = begin; i < end; i += step) left = fmax(left, left_of(&g->tiles[i]));
    for (size_t i = begin; i < end; i += step)
        width = fmax(width, fmax(left + g->tiles[i].body_width, g->tiles[i].title_width));
    for (size_t i = begin; i < end; i += step) {
        attn_grid_place *place = &g->places[i];
        place->x = x;
        place->left = left;
        place->width = width;
    }
    g->width = fmax(g->width, x + width);
}

static void arrange_table(attn_grid *g)
{
    const size_t columns = g->shape.columns;
    for (size_t i = 0; i < g->count; i += columns)
        align_row(g, i, i + columns < g->count ? i + columns : g->count,
                  i ? g->height + g->spacing : 0.0);
    for (size_t i = 0; i < columns; i++)
        align_column(g, i, g->count, columns, i ? g->width + g->spacing : 0.0);
    for (size_t i = 0; i < g->count; i++) g->places[i].ends_row = ends_group(g, i);
}

static void arrange_rows(attn_grid *g)
{
    for (size_t begin = 0, i = 0; i < g->count; i++) {
        const attn_grid_place *before = i > begin ? &g->places[i - 1] : NULL;
        align_column(g, i, i + 1, 1, before ? before->x + before->width + g->spacing : 0.0);
        g->places[i].ends_row = ends_group(g, i);
        if (!ends_group(g, i)) continue;
        align_row(g, begin, i + 1, begin ? g->height + g->spacing : 0.0);
        begin = i + 1;
    }
}

static void arrange_columns(attn_grid *g)
{
    double y = 0.0;
    for (size_t begin = 0, i = 0; i < g->count; i++) {
        const double *heights = g->tiles[i].heights;
        align_row(g, i, i + 1, y);
        y += g->places[i].above + heights[ATTN_PART_BODY] + g->spacing;
        g->places[i].ends_row = true;
        if (!ends_group(g, i)) continue;
        align_column(g, begin, i + 1, 1, begin ? g->width + g->spacing : 0.0);
        begin = i + 1;
        y = 0.0;
    }
}

static void arrange(attn_grid *g, attn_grid_shape shape)
{
    g->shape = shape;
    g->width = g->height = 0.0;
    for (size_t i = 0; i < g->count; i++) share_words(g, i);
    if (shape.kind == ATTN_GRID_TABLE) arrange_table(g);
    if (shape.kind == ATTN_GRID_ROWS) arrange_rows(g);
    if (shape.kind == ATTN_GRID_COLUMNS) arrange_columns(g);
}

/* ---- the best shape ---- */

/* Plots, or maps of one size. */
static bool are_alike(const attn_tile *a, const attn_tile *b)
{
    const attn_tensor *one = a->panel->value, *other = b->panel->value;
    if (a->figure != b->figure || a->panel->over != b->panel->over) return false;
    return a->figure || (one->rows == other->rows && one->cols == other->cols);
}

/* Maps of one size make a table; what is of several sizes may also stand in rows and columns of
 * different lengths. */
static bool is_mixed(const attn_grid *g)
{
    for (size_t i = 1; i < g->count; i++)
        if (!are_alike(&g->tiles[0], &g->tiles[i])) return true;
    return false;
}

/* How often like tiles are torn apart. */
static double tears(const attn_grid *g)
{
    double count = 0.0;
    for (size_t begin = 0, before = 0, i = 0; i < g->count; i++) {
        if (!ends_group(g, i)) continue;
        const size_t length = i + 1 - begin;
        if (begin > 0 && length != before && are_alike(&g->tiles[begin - 1], &g->tiles[begin]))
            count += 1.0;
        before = length;
        begin = i + 1;
    }
    return count;
}

/* What tile i fills, with the space behind it. A chart at the end of its row or column stretches
 * over what is left there. */
static double filled_by(const attn_grid *g, size_t i)
{
    const attn_tile *tile = &g->tiles[i];
    const attn_grid_place *place = &g->places[i];
    const bool stretches = tile->panel->plot && ends_group(g, i);
    double width = tile->left + tile->body_width;
    double height = above_cells(tile->heights) + tile->heights[ATTN_PART_BODY];
    if (stretches && g->shape.kind == ATTN_GRID_ROWS)
        width = fmin(g->width - place->x, ATTN_MOST_BREADTH * width);
    if (stretches && g->shape.kind == ATTN_GRID_COLUMNS)
        height = fmin(g->height - place->y, ATTN_MOST_STRETCH * height);
    return (width + g->spacing) * (height + g->spacing);
}

/* The share of the grid that no panel fills. */
static double holes(const attn_grid *g)
{
    double filled = 0.0;
    for (size_t i = 0; i < g->count; i++) filled += filled_by(g, i);
    return 1.0 - filled / ((g->width + g->spacing) * (g->height + g->spacing));
}

/* The grid that a canvas could show largest is the cheapest; too large a one is dearer than any
 * that fits. */
static double cost(const attn_grid *g)
{
    const double wide = ATTN_CANVAS_WIDTH, high = ATTN_CANVAS_HEIGHT, too_large = 1e9;
    const bool table = g->shape.kind == ATTN_GRID_TABLE;
    const size_t columns = table ? g->shape.columns : 1;
    const double empty = (double)((columns - g->count % columns) % columns);
    if (fmax(g->width, g->height) > ATTN_MOST_PIXELS) return too_large + g->width + g->height;
    return log(fmax(g->width / wide, g->height / high)) + cost_of_empty * empty +
           cost_of_holes * holes(g) + (table ? 0.0 : cost_of_tear * tears(g));
}

typedef struct search {
    attn_grid_shape best;
    double least; /* its cost */
} search;

static void try_shape(attn_grid *g, attn_grid_shape shape, search *s)
{
    arrange(g, shape);
    const double here = cost(g);
    if (here >= s->least) return;
    *s = (search){shape, here};
}

void attn_grid_arrange(attn_grid *g, attn_grid_shape shape, double em)
{
    enum { MOST_MIXED = 10 };
    size_t most = (size_t)fmax(sqrt((double)g->count), MOST_COLUMNS);
    search s = {.least = HUGE_VAL, .best = shape};
    g->spacing = ceil((g->tiles[0].density.bare ? 0.8 : 2.6) * em);
    if (s.best.columns > g->count) s.best.columns = g->count;
    if (shape.kind == ATTN_GRID_TABLE && shape.columns == 0) {
        for (size_t i = 1; i <= most && i <= g->count; i++)
            try_shape(g, (attn_grid_shape){.columns = i}, &s);
        const uint32_t ways = is_mixed(g) && g->count <= MOST_MIXED ? 1u << (g->count - 1) : 0;
        for (uint32_t ends = 0; ends < ways; ends++) {
            try_shape(g, (attn_grid_shape){.kind = ATTN_GRID_ROWS, .ends = ends}, &s);
            try_shape(g, (attn_grid_shape){.kind = ATTN_GRID_COLUMNS, .ends = ends}, &s);
        }
    }
    arrange(g, s.best);
}

/* ---- bars ---- */

/* The first map that is no chart; the count: there is none. */
static size_t first_map(const attn_grid *g)
{
    size_t i = 0;
    while (i < g->count && g->tiles[i].panel->plot) i++;
    return i;
}

/* A picture is not seen through the colours of cells. */
static bool same_bar(const attn_tile *a, const attn_tile *b)
{
    return a->panel->over == b->panel->over && attn_range_same(a->range, b->range);
}

/* Of all maps. */
static bool one_range(const attn_grid *g)
{
    const size_t first = first_map(g);
    for (size_t i = first; i < g->count; i++)
        if (!g->tiles[i].panel->plot && !same_bar(&g->tiles[first], &g->tiles[i])) return false;
    return true;
}

/* Whether a bar stands at map i. Maps of one row that have one range of numbers have one, beside
 * the last of them, and so have all maps of the sheet together if they can, in its first row. */
static bool bar_is_at(const attn_grid *g, size_t i, bool shared)
{
    size_t k = i + 1;
    if (g->tiles[i].panel->plot) return false;
    if (shared)
        for (size_t before = first_map(g); before < i; before++)
            if (g->places[before].ends_row) return false;
    for (; k < g->count && !g->places[k - 1].ends_row; k++)
        if (!g->tiles[k].panel->plot) return !shared && !same_bar(&g->tiles[i], &g->tiles[k]);
    return true;
}

/* What the bar of map i says: of all maps of the sheet, or of those left of it that have no other.
 */
static void widen_bar(attn_grid *g, size_t i, bool shared)
{
    attn_tile *tile = &g->tiles[i];
    tile->bar_masked = tile->masked;
    tile->bar_beyond = tile->beyond;
    for (size_t k = shared ? g->count : i; k-- > 0;) {
        const attn_tile *other = &g->tiles[k];
        if (!shared && (g->places[k].ends_row || other->has_bar)) return;
        if (other->panel->plot) continue;
        tile->bar_masked = tile->bar_masked || other->masked;
        tile->bar_beyond = tile->bar_beyond || other->beyond;
    }
}

void attn_grid_set_bars(attn_grid *g)
{
    const bool shared = one_range(g);
    for (size_t i = 0; i < g->count; i++) g->tiles[i].has_bar = bar_is_at(g, i, shared);
    for (size_t i = 0; i < g->count; i++)
        if (g->tiles[i].has_bar) widen_bar(g, i, shared);
}
