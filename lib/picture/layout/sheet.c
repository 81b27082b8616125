/*
 * sheet: panels measured (tile.c), arranged in a grid and put in their places.
 *
 * A sheet is set as generously as its size allows: the densities below are tried in turn until the
 * picture is no larger than ATTN_MOST_PIXELS on either side.
 */
#include "picture/layout/sheet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/budget.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/chart.h"
#include "picture/layout/layout.h"
#include "picture/layout/overlay.h"
#include "picture/layout/tile.h"

/* So wide for its height a sheet should be, if its panels leave the choice. */
static const double wanted_shape = 1.4;
/* What an empty place at the end of the grid costs, beside a shape that is wrong by a factor e. */
static const double cost_of_empty = 0.12;
/* And what each share of the grid costs that no panel fills: small ones are lost beside large ones.
 */
static const double cost_of_holes = 0.5;
/* More cells than this on one sheet, and no numbers are drawn: nobody would read them. */
#define MOST_NUMBERS 1024u
/* So many are drawn for those who ask for them. */
#define MOST_NUMBERS_EVER 16384u
/* More panels than this, and nothing is written beside them: their maps alone are enough to see. */
#define MOST_READ 16u
#define MOST_COLUMNS 4u
#define MOST_PANELS 1024u

typedef struct grid {
    size_t columns, rows;
    double *lefts, *widths;                    /* of each column: labels, all of it */
    double *titles, *roles, *labels, *heights; /* of each row: above the cells, below their top */
    double width, height, spacing;
} grid;

/* Everything that is known while a sheet is being laid out. */
typedef struct draft {
    attn_sheet *sheet;
    const attn_sheet_options *options;
    size_t count;
    attn_tile *tiles;
    grid grid;
    double unit; /* pixels for each that a length is given in */
    double em;   /* the largest caption */
    attn_letters title, subtitle;
    size_t foot_count;
    attn_letters *foot; /* below one another */
    double margin, header, width, height;
} draft;

/* ---- ranges ---- */

/* Maps of one kind whose ranges differ by no more than this share the widest of them. */
static const double most_unlike = 4.0;

/* The widest range of this kind below `limit`; its top is 0 if there is none. */
static attn_range widest_below(const draft *d, attn_scale scale, double limit)
{
    attn_range widest = {.top = 0.0};
    for (size_t i = 0; i < d->count; i++) {
        attn_range range = d->tiles[i].range;
        if (range.scale != scale || d->tiles[i].panel->plot || range.top >= limit) continue;
        if (range.top > widest.top) widest = range;
    }
    return widest;
}

/*
 * Weights of one sheet always share one range, so that their colours can be compared; others share
 * it with those beside which they do not turn pale: the widest first, then what is left.
 */
static void share_range(draft *d, attn_scale scale)
{
    attn_range widest = widest_below(d, scale, HUGE_VAL);
    while (widest.top > 0.0) {
        double least = scale == ATTN_SCALE_WEIGHTS ? 0.0 : widest.top / most_unlike;
        for (size_t i = 0; i < d->count; i++) {
            attn_range *range = &d->tiles[i].range;
            bool alike = range->scale == scale && range->top >= least && range->top < widest.top;
            if (alike && !d->tiles[i].panel->plot) *range = widest;
        }
        widest = widest_below(d, scale, least);
    }
}

static void set_ranges(draft *d)
{
    for (size_t i = 0; i < d->count; i++) {
        const attn_panel *panel = d->tiles[i].panel;
        if (panel->plot) continue;
        attn_extent extent = attn_panel_extent(panel);
        d->tiles[i].range = attn_range_holding(panel->scale, fmax(extent.largest, panel->reach));
        d->tiles[i].masked = extent.masked;
    }
    share_range(d, ATTN_SCALE_WEIGHTS);
    share_range(d, ATTN_SCALE_POSITIVE);
    share_range(d, ATTN_SCALE_SIGNED);
}

/* Charts have no bar, and so no place for one that maps share; a picture has a bar of its own. */
static bool one_range(const draft *d)
{
    for (size_t i = 0; i < d->count; i++) {
        const attn_panel *panel = d->tiles[i].panel;
        if (panel->plot || panel->over != d->tiles[0].panel->over) return false;
        if (!attn_range_same(d->tiles[0].range, d->tiles[i].range)) return false;
    }
    return true;
}

/* ---- grid ---- */

static double *lengths(draft *d, size_t count)
{
    return attn_alloc(d->sheet->arena, count, sizeof(double));
}

static bool new_grid(draft *d, size_t columns)
{
    grid *g = &d->grid;
    *g = (grid){.columns = columns, .rows = (d->count - 1) / columns + 1};
    g->lefts = lengths(d, g->columns);
    g->widths = lengths(d, g->columns);
    g->titles = lengths(d, g->rows);
    g->roles = lengths(d, g->rows);
    g->labels = lengths(d, g->rows);
    g->heights = lengths(d, g->rows);
    g->spacing = ceil(2.6 * d->em);
    return attn_ok(&d->sheet->status);
}

static void widen(double *length, double least)
{
    if (*length < least) *length = least;
}

static double row_height(const grid *g, size_t row)
{
    return g->titles[row] + g->roles[row] + g->labels[row] + g->heights[row];
}

/* Cells of one column stand at the same left, cells of one row at the same top. */
static bool arrange(draft *d, size_t columns)
{
    grid *g = &d->grid;
    if (!new_grid(d, columns)) return false;
    for (size_t i = 0; i < d->count; i++) {
        const attn_tile *tile = &d->tiles[i];
        size_t row = i / columns, column = i % columns;
        widen(&g->lefts[column], tile->left);
        widen(&g->titles[row], tile->title_height);
        widen(&g->roles[row], tile->role_height);
        widen(&g->labels[row], tile->label_height);
        widen(&g->heights[row], tile->body_height);
    }
    for (size_t i = 0; i < d->count; i++) {
        const attn_tile *tile = &d->tiles[i];
        size_t column = i % columns;
        widen(&g->widths[column], g->lefts[column] + tile->body_width);
        widen(&g->widths[column], ceil(tile->title.width));
    }
    g->width = g->spacing * (double)(columns - 1);
    g->height = g->spacing * (double)(g->rows - 1);
    for (size_t i = 0; i < columns; i++) g->width += g->widths[i];
    for (size_t i = 0; i < g->rows; i++) g->height += row_height(g, i);
    return true;
}

static bool fits(double width, double height)
{
    return width <= ATTN_MOST_PIXELS && height <= ATTN_MOST_PIXELS;
}

/* The share of the grid that no panel fills. */
static double holes(const draft *d)
{
    const grid *g = &d->grid;
    double width = 0.0, height = 0.0, filled = 0.0;
    for (size_t i = 0; i < g->columns; i++) width += g->widths[i];
    for (size_t i = 0; i < g->rows; i++) height += row_height(g, i);
    for (size_t i = 0; i < d->count; i++) {
        const attn_tile *tile = &d->tiles[i];
        double above = tile->title_height + tile->role_height + tile->label_height;
        filled += (tile->left + tile->body_width) * (above + tile->body_height);
    }
    return 1.0 - filled / (width * height);
}

/* The further from the wanted shape the dearer; too large a grid is dearer than any that fits. */
static double cost(const draft *d)
{
    const double too_large = 1e9;
    const grid *g = &d->grid;
    double empty = (double)(g->columns * g->rows - d->count);
    double shape = fabs(log(g->width / g->height / wanted_shape)) + cost_of_empty * empty +
                   cost_of_holes * holes(d);
    return fits(g->width, g->height) ? shape : too_large + g->width + g->height;
}

static bool best_arrangement(draft *d)
{
    size_t wanted = d->options->columns;
    if (wanted) return arrange(d, wanted < d->count ? wanted : d->count);
    size_t most = (size_t)sqrt((double)d->count), best = 1;
    if (most < MOST_COLUMNS) most = MOST_COLUMNS;
    double least = HUGE_VAL;
    for (size_t columns = 1; columns <= most && columns <= d->count; columns++) {
        if (!arrange(d, columns)) return false;
        if (cost(d) >= least) continue;
        least = cost(d);
        best = columns;
    }
    return arrange(d, best);
}

/* One bar for all stands at the right end of the first row. */
static void finish_tiles(draft *d, bool shared_bar, size_t bar_at)
{
    bool masked = false;
    for (size_t i = 0; i < d->count; i++) masked = masked || d->tiles[i].masked;
    for (size_t i = 0; i < d->count; i++) {
        attn_tile *tile = &d->tiles[i];
        tile->has_bar = !shared_bar || i == bar_at;
        if (shared_bar) tile->masked = masked;
        attn_tile_finish(tile, d->sheet->lettering);
        widen(&d->em, tile->caption);
    }
}

/* ---- densities ---- */

/* Of the dot in the largest weight of a row, in pixels; 0: the cells are too small for one. */
static size_t dot_side(const attn_tile *tile)
{
    const double least_cell = 12.0, part = 7.0, least = 3.0, most = 6.0;
    double side = fmin(tile->cell_width, tile->cell_height);
    if (!tile->panel->read || side < least_cell * tile->unit) return 0;
    return (size_t)(fmin(fmax(side / part, least * tile->unit), most * tile->unit) + 0.5);
}

/* Only weights are read as somebody's reasons. */
static const char *foot_of(const draft *d)
{
    bool weights = false, dots = false;
    for (size_t i = 0; i < d->count; i++) {
        const attn_tile *tile = &d->tiles[i];
        weights = weights || tile->panel->read;
        dots = dots || (tile->panel->read && dot_side(tile) > 0);
    }
    if (!weights) return NULL;
    return dots ? "A dot marks the largest weight of a row. A map is where the layer looks, not "
                  "why it answers."
                : "A map is where the layer looks, not why it answers.";
}

/* One more line of the foot, which may be broken into several. */
static void add_foot(draft *d, const char *line, attn_font font)
{
    attn_letters *place = attn_push(d->sheet->arena, &d->foot, &d->foot_count, sizeof *place);
    if (place) *place = attn_letters_set(d->sheet->lettering, line, font);
}

/* Between the lines of the foot. */
static double foot_gap(const draft *d)
{
    return floor(0.3 * d->em);
}

/* Below all panels, as wide as what is above it: each line of the note, and what holds of all maps.
 */
static void set_foot(draft *d, double width)
{
    enum { MOST_LINES = 64 };                            /* that each is broken into */
    const double least = d->options->note ? 28.0 : 18.0; /* ems */
    const double most = 75.0;                            /* of a line that is easy to read */
    const char *line = d->options->note, *foot = foot_of(d);
    attn_font font = {.size = d->em, .lines = MOST_LINES};
    font.width = fmin(fmax(width, least * d->em), most * d->em);
    d->foot_count = 0;
    d->foot = NULL;
    while (line && *line) {
        size_t length = strcspn(line, "\n");
        const char *one = attn_copy_text(d->sheet->arena, line, length);
        if (one) add_foot(d, one, font);
        line += length + (line[length] == '\n');
    }
    if (foot) add_foot(d, foot, font);
    double height = 0.0;
    for (size_t i = 0; i < d->foot_count; i++) {
        width = fmax(width, ceil(d->foot[i].width));
        height += (i ? foot_gap(d) : ceil(1.6 * d->em)) + ceil(d->foot[i].height);
    }
    d->width = width + 2.0 * d->margin;
    d->height += height;
}

static void set_frame(draft *d)
{
    attn_lettering *lettering = d->sheet->lettering;
    double width = d->grid.width;
    attn_font font = {.bold = true, .lines = 3};
    font.size = fmax(floor(1.4 * d->em), 18.0 * d->unit);
    font.width = fmax(width, 28.0 * font.size);
    d->title = attn_letters_set(lettering, d->options->title, font);
    font = (attn_font){.size = d->em + d->unit, .width = font.width, .lines = 3};
    d->subtitle = attn_letters_set(lettering, d->options->subtitle, font);
    d->header = ceil(d->title.height) + ceil(d->subtitle.height);
    if (d->title.layout && d->subtitle.layout) d->header += floor(0.4 * d->em);
    if (d->header > 0.0) d->header += ceil(1.6 * d->em);
    d->margin = ceil(2.0 * d->em);
    width = ceil(fmax(width, fmax(d->title.width, d->subtitle.width)));
    d->height = d->grid.height + d->header + 2.0 * d->margin;
    set_foot(d, width);
}

/* Numbers that were asked for are never left out in silence. */
static void check_numbers(draft *d, const attn_tile *tile)
{
    if (tile->numbers || tile->chart || d->options->style.numbers != ATTN_NUMBERS_ALWAYS) return;
    attn_fail(&d->sheet->status, ATTN_LIMIT,
              "the numbers do not fit into cells of %zu pixel%s: choose larger cells, or draw the "
              "picture without numbers",
              d->options->style.cell, d->options->style.cell == 1 ? "" : "s");
}

static void measure_tiles(draft *d, attn_density density)
{
    attn_sheet *sheet = d->sheet;
    attn_lettering_clear(sheet->lettering);
    for (size_t i = 0; i < d->count; i++) {
        attn_tile *tile = &d->tiles[i];
        *tile = (attn_tile){.panel = tile->panel, .range = tile->range, .masked = tile->masked};
        attn_tile_measure(tile, sheet->lettering, sheet->arena, density);
        check_numbers(d, tile);
    }
}

static void size_tiles(draft *d, attn_density density)
{
    d->em = 0.0;
    for (size_t i = 0; i < d->count; i++) attn_tile_size(&d->tiles[i], density);
    for (size_t i = 0; i < d->count; i++) {
        for (size_t k = 0; k < i; k++) attn_tile_match(&d->tiles[k], &d->tiles[i]);
    }
}

/* Lays out all that is measured. False on failure, or if it does not fit. */
static bool set_out(draft *d, attn_density density)
{
    size_tiles(d, density);
    bool shared = one_range(d);
    finish_tiles(d, shared, 0);
    if (!attn_ok(&d->sheet->status) || !best_arrangement(d)) return false;
    if (shared && d->grid.columns > 1) {
        finish_tiles(d, shared, d->grid.columns - 1);
        if (!arrange(d, d->grid.columns)) return false;
    }
    set_frame(d);
    return attn_ok(&d->sheet->status) && fits(d->width, d->height);
}

static bool try_density(draft *d, attn_density density)
{
    measure_tiles(d, density);
    return set_out(d, density);
}

/* Whether the words can be read where the picture fills a projector's 1024×768 pixels. */
static bool can_be_projected(const draft *d)
{
    const double width = 1024.0, height = 768.0, least_em = 11.0;
    double scale = fmin(width / d->width, height / d->height);
    for (size_t i = 0; i < d->count; i++) {
        const attn_tile *tile = &d->tiles[i];
        if (fmin(tile->em, tile->caption) * scale < least_em) return false;
    }
    return true;
}

/* Roomy cells; without what weights say by themselves, or tight ones, where only so the words can
 * be read on a projector. */
static bool try_roomy(draft *d, attn_density density)
{
    static const struct {
        attn_read_place read;
        bool tight;
    } ways[] = {{ATTN_READ_BESIDE, false}, {ATTN_READ_BELOW, false}, {ATTN_READ_NOWHERE, false},
                {ATTN_READ_BESIDE, true},  {ATTN_READ_BELOW, true},  {ATTN_READ_NOWHERE, true}};
    const attn_read_place read = density.read;
    density.roomy = true;
    measure_tiles(d, density);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].read > read) continue;
        density.read = ways[i].read;
        density.tight = ways[i].tight;
        if (set_out(d, density) && can_be_projected(d)) return true;
        if (!attn_ok(&d->sheet->status)) return false;
    }
    density.read = read;
    density.tight = false;
    return set_out(d, density);
}

static size_t longest_side(const draft *d)
{
    size_t side = 0;
    for (size_t i = 0; i < d->count; i++) {
        const attn_tensor *value = d->tiles[i].panel->value;
        if (d->tiles[i].panel->plot) continue;
        if (value->rows > side) side = value->rows;
        if (value->cols > side) side = value->cols;
    }
    return side;
}

/* SIZE_MAX where there are more than can be counted. */
static size_t count_cells(const draft *d)
{
    size_t cells = 0;
    for (size_t i = 0; i < d->count; i++) {
        size_t more = d->tiles[i].panel->plot ? 0 : attn_tensor_size(d->tiles[i].panel->value);
        if (more > SIZE_MAX - cells) return SIZE_MAX;
        cells += more;
    }
    return cells;
}

/* Whether cells of this side leave room for margins at all; if not, nothing need be measured. */
static bool may_fit(const draft *d, double cell)
{
    const double least_margin = 24.0;
    return (double)longest_side(d) * cell + 2.0 * least_margin * d->unit <= ATTN_MOST_PIXELS;
}

static bool refuse_size(const draft *d, const char *how, const char *mend)
{
    return attn_fail(&d->sheet->status, ATTN_LIMIT,
                     "%s the picture would be larger than %u pixels a side (the longest side of a "
                     "map has %zu cells): %s",
                     how, ATTN_MOST_PIXELS, longest_side(d), mend);
}

/* What each attempt leaves to the next: true if it fits, or if nothing more need be tried. */
static bool settled(const draft *d, bool fitted)
{
    return fitted || !attn_ok(&d->sheet->status);
}

/* Several maps that are too large together are told apart instead of being refused. */
static bool too_large(draft *d, const char *how, const char *mend)
{
    d->sheet->apart = d->count > 1;
    return d->sheet->apart || refuse_size(d, how, mend);
}

static const char even_smallest[] = "even with the smallest cells";

static double smallest_cell(const draft *d)
{
    return fmax(floor(d->unit), 1.0);
}

/* Cells of the side that was asked for, or nothing. */
static bool find_asked(draft *d, attn_density density)
{
    size_t cell = d->options->style.cell;
    density.asked = true;
    density.cell = fmax(floor((double)cell * d->unit + 0.5), 1.0);
    if (may_fit(d, density.cell) && settled(d, try_density(d, density)))
        return attn_ok(&d->sheet->status);
    if (density.cell <= smallest_cell(d) || !may_fit(d, smallest_cell(d)))
        return too_large(d, even_smallest, "show fewer words");
    return too_large(d, "with cells of this size", "choose smaller cells, or show fewer words");
}

/* From numbers in roomy cells down to bare pixels: the first that fits. Several maps keep all their
 * labels. */
static bool find_free(draft *d, attn_density density)
{
    const double smallest_labelled = 9.0 * d->unit;
    if (may_fit(d, smallest_labelled)) {
        if (settled(d, try_roomy(d, density))) return attn_ok(&d->sheet->status);
        if (density.numbers == ATTN_NUMBERS_AUTO) density.numbers = ATTN_NUMBERS_NEVER;
        if (settled(d, try_density(d, density))) return attn_ok(&d->sheet->status);
    }
    if (density.numbers == ATTN_NUMBERS_ALWAYS)
        return too_large(d, "with a number in every cell",
                         "draw it without numbers, or show fewer words");
    density = (attn_density){.numbers = ATTN_NUMBERS_NEVER, .unit = d->unit};
    density.cell = ceil(smallest_labelled) - 1.0;
    for (; d->count == 1 && density.cell >= smallest_cell(d); density.cell -= 1.0) {
        if (!may_fit(d, density.cell)) continue;
        if (settled(d, try_density(d, density))) return attn_ok(&d->sheet->status);
    }
    return too_large(d, even_smallest, "show fewer words");
}

static bool find_density(draft *d)
{
    const attn_sheet_style *style = &d->options->style;
    attn_density density = {.numbers = style->numbers, .unit = d->unit};
    density.read = d->count <= MOST_READ ? ATTN_READ_BESIDE : ATTN_READ_NOWHERE;
    size_t cells = count_cells(d);
    if (density.numbers == ATTN_NUMBERS_AUTO && cells > MOST_NUMBERS)
        density.numbers = ATTN_NUMBERS_NEVER;
    if (density.numbers == ATTN_NUMBERS_ALWAYS && cells > MOST_NUMBERS_EVER)
        return attn_fail(&d->sheet->status, ATTN_LIMIT,
                         "numbers cannot be drawn in %zu cells, but in %u at most: draw the "
                         "picture without them, or show fewer words",
                         cells, MOST_NUMBERS_EVER);
    return style->cell ? find_asked(d, density) : find_free(d, density);
}

/* ---- places ---- */

attn_box *attn_sheet_add_box(attn_sheet *sheet, double x, double y, double width, double height)
{
    attn_box *box = &sheet->boxes[sheet->box_count++];
    *box = (attn_box){.x = x, .y = y, .width = width, .height = height};
    return box;
}

void attn_sheet_add_text(attn_sheet *sheet, attn_mark mark)
{
    const attn_letters *letters = &mark.letters;
    if (!letters->layout) return;
    sheet->marks[sheet->mark_count++] = mark;
    attn_box *box =
        attn_sheet_add_box(sheet, mark.x, mark.y, mark.upwards ? letters->height : letters->width,
                           mark.upwards ? letters->width : letters->height);
    box->kind = ATTN_BOX_TEXT;
    box->text = letters->text;
    box->in_cell = mark.in_cell;
    box->em = letters->em;
    box->color = mark.color;
}

/* The middle of cell i, without the gap that ends it. */
static double middle(double start, double cell, double gap, size_t i)
{
    return start + cell * (double)i + (cell - gap) / 2.0;
}

/* Where the common baseline of labels stands whose line has its middle here. */
static double baseline(double line, const attn_axis *axis)
{
    return floor(line + (axis->ascent - axis->descent) / 2.0 + 0.5);
}

static void add_row_labels(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_axis *axis = &tile->rows;
    const double gap = ceil(ATTN_LABEL_GAP * tile->unit);
    for (size_t k = 0; k < axis->label_count; k++) {
        attn_mark mark = {.letters = axis->labels[k], .color = sheet->theme->ink};
        double line = middle(y, tile->cell_height, tile->gap, k * axis->every);
        mark.x = x - gap - mark.letters.width;
        mark.y = baseline(line, axis) - mark.letters.ascent;
        attn_sheet_add_text(sheet, mark);
    }
}

static void add_column_labels(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_axis *axis = &tile->cols;
    const double gap = ceil(ATTN_LABEL_GAP * tile->unit);
    for (size_t k = 0; k < axis->label_count; k++) {
        attn_mark mark = {
            .letters = axis->labels[k], .upwards = tile->upwards, .color = sheet->theme->ink};
        double line = middle(x, tile->cell_width, tile->gap, k * axis->every);
        if (tile->upwards) {
            mark.x = baseline(line, axis) - mark.letters.ascent;
            mark.y = y - gap - mark.letters.width;
        } else {
            mark.x = line - mark.letters.width / 2.0;
            mark.y = y - gap - ceil(axis->descent) - mark.letters.ascent;
        }
        attn_sheet_add_text(sheet, mark);
    }
}

/* In the middle of their side of the cells; longer ones start at its beginning. */
static void add_roles(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    attn_mark across = {.letters = tile->cols.role, .color = sheet->theme->soft_ink};
    attn_mark down = {.letters = tile->rows.role, .color = sheet->theme->soft_ink, .upwards = true};
    double width = tile->cell_width * (double)tile->cols.count - tile->gap;
    double height = tile->cell_height * (double)tile->rows.count - tile->gap;
    across.x = x + fmax(0.0, (width - across.letters.width) / 2.0);
    across.y = y - tile->label_height - tile->role_height;
    down.x = x - tile->left;
    down.y = y + fmax(0.0, (height - down.letters.width) / 2.0);
    attn_sheet_add_text(sheet, across);
    attn_sheet_add_text(sheet, down);
}

static void add_numbers(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_tensor *value = tile->panel->value;
    const attn_field *field = &sheet->fields[sheet->field_count - 1];
    const attn_palette *palette = attn_sheet_palette(sheet, tile->range);
    const attn_steps steps = {.last = (uint8_t)(palette->count - 1)};
    for (size_t i = 0, n = attn_tensor_size(value); i < n && tile->numbers; i++) {
        uint8_t step;
        attn_range_steps(tile->range, steps, &value->data[i], 1, &step);
        attn_mark mark = {.letters = tile->numbers[i], .in_cell = true};
        double line = middle(y, tile->cell_height, tile->gap, i / value->cols);
        attn_color ground = palette->steps[step];
        if (tile->panel->over) ground = attn_overlay_cell(sheet, field, i);
        mark.color = attn_color_for_text(ground);
        mark.x = middle(x, tile->cell_width, tile->gap, i % value->cols);
        mark.x -= mark.letters.width / 2.0;
        mark.y = floor(line - mark.letters.height / 2.0 + 0.5);
        attn_sheet_add_text(sheet, mark);
    }
}

/* What weights say by themselves. */
static void add_readings(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const double width = tile->cell_width * (double)tile->cols.count;
    const attn_color color = sheet->theme->soft_ink;
    attn_mark head = {.letters = tile->read_head, .color = color};
    attn_mark line = {.letters = tile->read_line, .color = color, .x = x};
    head.x = x + width + tile->read_left;
    head.y = y - ceil(ATTN_LABEL_GAP * tile->unit) - head.letters.height;
    if (tile->read_width > 0.0) attn_sheet_add_text(sheet, head);
    for (size_t i = 0; tile->read_width > 0.0 && i < tile->panel->read_count; i++) {
        attn_mark mark = {.letters = tile->entropies[i], .x = head.x, .color = color};
        double middle_y = middle(y, tile->cell_height, tile->gap, i);
        mark.y = floor(middle_y - mark.letters.height / 2.0 + 0.5);
        attn_sheet_add_text(sheet, mark);
    }
    line.y = y + tile->read_top;
    attn_sheet_add_text(sheet, line);
}

/* In the middle of the cell, or beside the number that stands there. */
static void place_dot(attn_field *field, const attn_tile *tile)
{
    size_t width = field->cell_width - field->gap, height = field->cell_height - field->gap;
    field->dot = dot_side(tile);
    field->dot_left = (width - field->dot) / 2;
    field->dot_top = (height - field->dot) / 2;
    if (!tile->numbers) return;
    field->dot_top = (field->dot + 1) / 2;
    field->dot_left = width - field->dot - field->dot_top;
}

/* Marks that were asked for are never left out in silence. */
static void place_marks(attn_sheet *sheet, attn_field *field, const attn_tile *tile)
{
    const size_t least_cell = 6, part = 12;
    size_t side = field->cell_width < field->cell_height ? field->cell_width : field->cell_height;
    size_t most = (size_t)ceil(2.0 * tile->unit), frame = side / part;
    if (side < least_cell)
        attn_fail(&sheet->status, ATTN_LIMIT,
                  "cells of %zu pixel%s are too small for frames: choose larger cells, or show "
                  "fewer words",
                  side, side == 1 ? "" : "s");
    field->frame = frame < 1 ? 1 : frame < most ? frame : most;
    if (!tile->numbers || !field->dot) return;
    field->dot_top += 2 * field->frame; /* inside the frame */
    field->dot_left -= 2 * field->frame;
}

static void add_cells(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    sheet->fields[sheet->field_count++] = (attn_field){.panel = tile->panel,
                                                       .range = tile->range,
                                                       .masked = tile->masked,
                                                       .x = (size_t)x,
                                                       .y = (size_t)y,
                                                       .cell_width = (size_t)tile->cell_width,
                                                       .cell_height = (size_t)tile->cell_height,
                                                       .gap = (size_t)tile->gap};
    if (tile->panel->read) place_dot(&sheet->fields[sheet->field_count - 1], tile);
    if (tile->panel->marks) place_marks(sheet, &sheet->fields[sheet->field_count - 1], tile);
    attn_box *box = attn_sheet_add_box(sheet, x, y, tile->cell_width * (double)tile->cols.count,
                                       tile->cell_height * (double)tile->rows.count);
    box->kind = ATTN_BOX_CELLS;
}

/* Each beside its place; the highest reaches no further up than the labels of the columns do. */
static void add_ticks(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    for (size_t k = 0; k <= tile->intervals; k++) {
        attn_mark mark = {.letters = tile->ticks[k], .x = x, .color = sheet->theme->soft_ink};
        double part = 1.0 - (double)k / (double)tile->intervals;
        double wanted = floor(tile->bar_height * part - mark.letters.height / 2.0 + 0.5);
        mark.y = y + fmax(wanted, -fmax(tile->label_height, ceil(ATTN_LABEL_GAP * tile->unit)));
        attn_sheet_add_text(sheet, mark);
    }
}

static void add_bar(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    attn_bar bar = {.range = tile->range,
                    .x = (size_t)x,
                    .y = (size_t)y,
                    .width = (size_t)tile->bar_width,
                    .height = (size_t)tile->bar_height,
                    .over = tile->panel->over};
    double beside = x + tile->bar_width + tile->tick_gap;
    attn_sheet_add_box(sheet, x, y, tile->bar_width, tile->bar_height)->kind = ATTN_BOX_BAR;
    add_ticks(sheet, tile, beside, y);
    if (tile->masked) {
        attn_mark mark = {
            .letters = tile->masked_word, .x = beside, .color = sheet->theme->soft_ink};
        double top = y + tile->bar_height + tile->bar_width;
        mark.y = floor(top + (tile->bar_width - mark.letters.height) / 2.0);
        bar.masked_y = (size_t)top;
        attn_sheet_add_box(sheet, x, top, tile->bar_width, tile->bar_width)->kind = ATTN_BOX_BAR;
        attn_sheet_add_text(sheet, mark);
    }
    sheet->bars[sheet->bar_count++] = bar;
}

/* (x, y): where the tile's cells begin. */
static void place_tile(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    if (tile->chart) {
        attn_chart_place(sheet, tile, x, y);
        return;
    }
    add_cells(sheet, tile, x, y);
    add_numbers(sheet, tile, x, y);
    add_row_labels(sheet, tile, x, y);
    add_column_labels(sheet, tile, x, y);
    add_roles(sheet, tile, x, y);
    add_readings(sheet, tile, x, y);
    if (tile->has_bar) add_bar(sheet, tile, x + tile->bar_x, y);
}

/* The title above, the foot below all panels. */
static void place_frame(draft *d)
{
    const attn_theme *theme = d->sheet->theme;
    attn_mark title = {.letters = d->title, .color = theme->ink};
    attn_mark subtitle = {.letters = d->subtitle, .color = theme->soft_ink};
    title.x = title.y = subtitle.x = subtitle.y = d->margin;
    if (d->title.layout) {
        subtitle.y += ceil(d->title.height) + floor(0.4 * d->em);
    }
    attn_sheet_add_text(d->sheet, title);
    attn_sheet_add_text(d->sheet, subtitle);
    double y = d->height - d->margin;
    for (size_t i = d->foot_count; i-- > 0;) {
        attn_mark foot = {.letters = d->foot[i], .color = theme->soft_ink, .x = d->margin};
        y -= ceil(d->foot[i].height);
        foot.y = y;
        attn_sheet_add_text(d->sheet, foot);
        y -= foot_gap(d);
    }
}

static void place_tiles(draft *d)
{
    const grid *g = &d->grid;
    double x = d->margin, y = d->margin + d->header;
    for (size_t i = 0; i < d->count; i++) {
        size_t column = i % g->columns, row = i / g->columns;
        const attn_tile *tile = &d->tiles[i];
        attn_mark title = {.letters = tile->title, .x = x, .y = y};
        title.color = d->sheet->theme->ink;
        attn_sheet_add_text(d->sheet, title);
        place_tile(d->sheet, tile, x + g->lefts[column],
                   y + g->titles[row] + g->roles[row] + g->labels[row]);
        x += g->widths[column] + g->spacing;
        if (column + 1 < g->columns) continue;
        x = d->margin;
        y += row_height(g, row) + g->spacing;
    }
}

/* Room for all marks: what every tile may have at most. */
static bool make_room(draft *d)
{
    attn_sheet *sheet = d->sheet;
    const size_t captions = 5 + ATTN_MOST_TICKS + 1;
    size_t marks = 2 + d->foot_count; /* title and subtitle */
    for (size_t i = 0; i < d->count; i++) {
        const attn_tile *tile = &d->tiles[i];
        marks +=
            attn_chart_marks(tile) + captions + tile->rows.label_count + tile->cols.label_count;
        if (tile->numbers) marks += attn_tensor_size(tile->panel->value);
        if (tile->entropies) marks += tile->panel->read_count;
    }
    sheet->marks = attn_alloc(sheet->arena, marks, sizeof *sheet->marks);
    sheet->fields = attn_alloc(sheet->arena, d->count, sizeof *sheet->fields);
    sheet->charts = attn_alloc(sheet->arena, d->count, sizeof *sheet->charts);
    sheet->bars = attn_alloc(sheet->arena, d->count, sizeof *sheet->bars);
    sheet->boxes =
        attn_alloc(sheet->arena, marks + (3 + ATTN_CHART_BOXES) * d->count, sizeof *sheet->boxes);
    return attn_ok(&sheet->status);
}

/* ---- the sheet ---- */

const attn_palette *attn_sheet_palette(const attn_sheet *sheet, attn_range range)
{
    return range.scale == ATTN_SCALE_SIGNED ? &sheet->diverging : &sheet->sequential;
}

bool attn_field_hatched(const attn_sheet *sheet, const attn_field *field)
{
    const size_t least = sheet->hatch.every + 2 * sheet->hatch.width;
    return field->masked && field->cell_width >= least && field->cell_height >= least;
}

bool attn_field_dotted(const attn_field *field, size_t i)
{
    const attn_panel *panel = field->panel;
    size_t row = panel->read_count > 1 ? i / panel->value->cols : 0;
    return field->dot && panel->value->data[i] >= panel->read[row].largest;
}

size_t attn_field_frame(const attn_field *field, unsigned mark, attn_bit bits[ATTN_MOST_BITS])
{
    const size_t t = field->frame, width = field->cell_width - field->gap - 2 * t;
    const size_t height = field->cell_height - field->gap - 2 * t;
    const size_t right = width, bottom = height; /* where the last bit begins */
    size_t across = width / 3, down = height / 3, count = 0;
    if (mark == ATTN_MARK_SURE) {
        bits[count++] = (attn_bit){t, t, width, t};
        bits[count++] = (attn_bit){t, bottom, width, t};
        bits[count++] = (attn_bit){t, t, t, height};
        bits[count++] = (attn_bit){right, t, t, height};
        return count;
    }
    for (size_t k = 0; k < 4; k++) {
        bool at_right = k % 2, at_bottom = k / 2;
        size_t x = at_right ? right + t - across : t, y = at_bottom ? bottom + t - down : t;
        bits[count++] = (attn_bit){x, at_bottom ? bottom : t, across, t};
        bits[count++] = (attn_bit){at_right ? right : t, y, t, down};
    }
    return count;
}

bool attn_field_is_ink(const attn_sheet *sheet, const attn_field *field, size_t i)
{
    const attn_theme *theme = sheet->theme;
    double place = attn_range_place(field->range, field->panel->value->data[i]);
    attn_color cell = field->panel->over
                          ? attn_overlay_cell(sheet, field, i)
                          : attn_palette_at(attn_sheet_palette(sheet, field->range), place);
    return attn_color_contrast(theme->ink, cell) > attn_color_contrast(theme->ground, cell);
}

void attn_mark_draw(const attn_mark *mark, cairo_t *cairo)
{
    attn_color c = mark->color;
    cairo_set_source_rgb(cairo, c.red / 255.0, c.green / 255.0, c.blue / 255.0);
    attn_letters_draw(&mark->letters, cairo, mark->x, mark->y, mark->upwards);
}

/*
 * The colours of all maps, both inks and the ground fit together into one table of 256 (paint.c):
 * where maps of both kinds stand on a sheet, each kind has half of the steps.
 */
static void mix_colors(draft *d)
{
    attn_sheet *sheet = d->sheet;
    const attn_sheet_style *style = &d->options->style;
    bool sequential = false, diverging = false;
    for (size_t i = 0; i < d->count; i++) {
        if (d->tiles[i].panel->plot) continue;
        bool is_signed = d->tiles[i].range.scale == ATTN_SCALE_SIGNED;
        diverging = diverging || is_signed;
        sequential = sequential || !is_signed;
    }
    size_t count = sequential && diverging ? ATTN_MOST_STEPS / 2 | 1 : ATTN_MOST_STEPS;
    sheet->theme = attn_theme_of(style->dark);
    if (sequential) attn_palette_sequential(&sheet->sequential, count, style->colors, style->dark);
    if (diverging) attn_palette_diverging(&sheet->diverging, count, style->dark);
}

static bool check_style(const attn_sheet_style *style, attn_status *status)
{
    for (size_t i = 0; i <= style->colors; i++) {
        if (attn_colors_name(i)) continue;
        return attn_fail(status, ATTN_USAGE, "there is no colour map of number %zu", style->colors);
    }
    if (style->cell > ATTN_MOST_CELL)
        return attn_fail(status, ATTN_LIMIT, "a cell has at most %u pixels a side, not %zu",
                         ATTN_MOST_CELL, style->cell);
    double zoom = style->zoom;
    if ((zoom >= ATTN_LEAST_ZOOM && zoom <= ATTN_MOST_ZOOM) || zoom == 0.0) return true;
    return attn_fail(status, ATTN_LIMIT, "a picture is scaled by %g to %g, not by %g",
                     ATTN_LEAST_ZOOM, ATTN_MOST_ZOOM, zoom);
}

static bool check_panels(const attn_sheet_options *options, attn_status *status)
{
    if (options->panel_count == 0) {
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
        return attn_fail(status, ATTN_INPUT, "the map '%s' has no cells: there is nothing to draw",
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
    return attn_spend(status, work) ||
           attn_fail_work(status, work, "a picture of %zu map%s", options->panel_count,
                          options->panel_count == 1 ? "" : "s");
}

static bool keep_ranges(draft *d)
{
    attn_sheet *sheet = d->sheet;
    sheet->ranges = attn_alloc(sheet->arena, d->count, sizeof *sheet->ranges);
    for (size_t i = 0; sheet->ranges && i < d->count; i++) sheet->ranges[i] = d->tiles[i].range;
    return sheet->ranges != NULL;
}

static bool lay_out(attn_sheet *sheet, const attn_sheet_options *options)
{
    draft d = {.sheet = sheet, .options = options, .count = options->panel_count};
    d.unit = options->style.zoom > 0.0 ? options->style.zoom : 1.0;
    d.tiles = attn_alloc(sheet->arena, d.count, sizeof *d.tiles);
    if (!d.tiles) return false;
    for (size_t i = 0; i < d.count; i++) d.tiles[i].panel = &options->panels[i];
    set_ranges(&d);
    mix_colors(&d);
    sheet->hatch.width = (size_t)fmax(floor(d.unit + 0.5), 1.0);
    sheet->hatch.every = 6 * sheet->hatch.width;
    if (!find_density(&d)) return false;
    if (sheet->apart) return keep_ranges(&d);
    if (!make_room(&d)) return false;
    sheet->width = (size_t)d.width;
    sheet->height = (size_t)d.height;
    place_frame(&d);
    place_tiles(&d);
    return attn_ok(&sheet->status);
}

static bool begin(attn_sheet *sheet, const attn_sheet_options *options)
{
    sheet->options = *options;
    sheet->arena = attn_arena_new(&sheet->status);
    sheet->lettering = sheet->arena ? attn_lettering_new(sheet->arena, options->style.fonts) : NULL;
    return sheet->lettering != NULL;
}

attn_sheet *attn_sheet_new(const attn_sheet_options *options, attn_status *status)
{
    if (!check_panels(options, status) || !check_style(&options->style, status) ||
        !check_work(options, status))
        return NULL;
    attn_sheet *sheet = attn_resize(NULL, sizeof *sheet);
    if (!sheet) {
        attn_fail(status, ATTN_MEMORY, "there is no memory left");
        return NULL;
    }
    memset(sheet, 0, sizeof *sheet);
    if (begin(sheet, options) && lay_out(sheet, &sheet->options)) return sheet;
    attn_status_join(status, &sheet->status);
    attn_sheet_free(sheet);
    return NULL;
}

void attn_sheet_free(attn_sheet *sheet)
{
    if (!sheet) return;
    attn_lettering_free(sheet->lettering);
    attn_arena_free(sheet->arena);
    attn_resize(sheet, 0);
}

static const attn_format formats[] = {ATTN_FORMAT_PNG, ATTN_FORMAT_SVG, ATTN_FORMAT_PDF,
                                      ATTN_FORMAT_NONE};
const attn_writer attn_picture_writer = {
    .is = "a picture is", .formats = formats, .usual = ATTN_FORMAT_PNG, .file = true};

bool attn_sheet_apart(const attn_sheet *sheet)
{
    return sheet->apart;
}

void attn_sheet_part(const attn_sheet *sheet, size_t i, attn_sheet_options *part, attn_panel *panel)
{
    *panel = sheet->options.panels[i];
    panel->reach = sheet->ranges[i].top;
    *part = sheet->options;
    part->panel_count = 1;
    part->panels = panel;
    if (panel->alone) part->subtitle = *panel->alone ? panel->alone : NULL;
}

void attn_sheet_size(const attn_sheet *sheet, size_t *width, size_t *height)
{
    *width = sheet->width;
    *height = sheet->height;
}

size_t attn_sheet_boxes(const attn_sheet *sheet)
{
    return sheet->box_count;
}

const attn_box *attn_sheet_box(const attn_sheet *sheet, size_t i)
{
    return i < sheet->box_count ? &sheet->boxes[i] : NULL;
}
