/*
 * sheet: panels measured (tile.c), arranged in a grid and put in their places.
 *
 * What is drawn fills the canvas: its type is the largest of a few steps with which all stands on
 * it, then its cells grow. What does not stand on the canvas has a larger one: the densities below
 * are tried in turn until the picture is no larger than ATTN_MOST_PIXELS on either side.
 */
#include "picture/layout/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/budget.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/foot.h"
#include "picture/layout/grid.h"
#include "picture/layout/layout.h"

/* More cells than this on one sheet, and no numbers are drawn: nobody would read them. */
#define MOST_NUMBERS 1024u
/* So many are drawn for those who ask for them. */
#define MOST_NUMBERS_EVER 16384u

/* Everything that is known while a sheet is being laid out. */
typedef struct draft {
    attn_sheet *sheet;
    const attn_sheet_options *options;
    size_t count;
    attn_tile *tiles;
    attn_grid grid;
    double zoom; /* of the whole picture */
    double unit; /* pixels for each that a length is given in: a step of the zoom */
    double em;   /* the largest caption */
    double canvas_width, canvas_height; /* that are to be filled; 0: as large as what is drawn */
    attn_grid_shape shape;              /* that is kept; all zero: as it looks best */
    attn_letters title, subtitle;
    size_t foot_count;
    attn_letters *foot;                   /* below one another */
    double margin, header, width, height; /* of what is drawn */
    double left, top;                     /* of it on the canvas */
} draft;

/* ---- densities ---- */

static void finish_tiles(draft *d)
{
    attn_grid_set_bars(&d->grid);
    for (size_t i = 0; i < d->count; i++) {
        attn_tile_finish(&d->tiles[i]);
        d->em = fmax(d->em, d->tiles[i].caption);
    }
}

/* One more line of the foot, which may be broken into several. */
static void add_foot(draft *d, const char *line, attn_font font)
{
    attn_letters *place = attn_push(d->sheet->arena, &d->foot, &d->foot_count, sizeof *place);
    if (place) *place = attn_letters_set(d->sheet->lettering, line, font);
}

static void add_lines(draft *d, const char *line, attn_font font)
{
    while (line && *line) {
        size_t length = strcspn(line, "\n");
        const char *one = attn_copy_text(d->sheet->arena, line, length);
        if (one) add_foot(d, one, font);
        line += length + (line[length] == '\n');
    }
}

/* Between the lines of the foot. */
static double foot_gap(const draft *d)
{
    return floor(0.3 * d->em);
}

/* The note, or, where maps have their own below them, what holds of those. */
static const char *note_below(const draft *d)
{
    for (size_t i = 0; d->options->foot && i < d->count; i++)
        if (d->tiles[i].note.layout) return d->options->foot;
    return d->options->note;
}

/* Below all panels, as wide as what is above it: each line of the note, and what holds of all maps.
 */
static void set_foot(draft *d, double width)
{
    enum { MOST_LINES = 64 };                            /* that each is broken into */
    const double least = d->options->note ? 28.0 : 18.0; /* ems */
    const bool rows = d->options->style.figure && d->options->style.figure->columns == 1;
    const double most = 75.0; /* of a line that is easy to read */
    attn_font font = {.size = d->em, .lines = MOST_LINES};
    font.width = fmin(fmax(width, least * d->em), most * d->em);
    if (rows) font.width = fmin(most * d->em, fmax(width, d->canvas_width - 2.0 * d->margin));
    d->foot_count = 0;
    d->foot = NULL;
    add_lines(d, note_below(d), font);
    add_lines(d, attn_sheet_foot(d->sheet, d->tiles, d->count), font);
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
    const double size = floor(1.75 * d->em);
    attn_font font = {.size = size, .bold = true, .lines = 3};
    font.width = fmax(d->grid.width, 28.0 * size);
    d->title = attn_letters_set(lettering, d->options->title, font);
    font = (attn_font){.size = floor(1.15 * d->em), .width = font.width, .lines = 3};
    d->subtitle = attn_letters_set(lettering, d->options->subtitle, font);
    d->header = ceil(d->title.height) + ceil(d->subtitle.height);
    if (d->title.layout && d->subtitle.layout) d->header += floor(0.4 * d->em);
    if (d->header > 0.0) d->header += ceil(1.6 * d->em);
    d->margin = ceil(2.0 * d->em);
    d->height = d->grid.height + d->header + 2.0 * d->margin;
    set_foot(d, ceil(fmax(d->grid.width, fmax(d->title.width, d->subtitle.width))));
}

/* Numbers that were asked for are never left out in silence. */
static void check_numbers(draft *d, const attn_tile *tile)
{
    if (tile->numbers || tile->figure || d->options->style.numbers != ATTN_NUMBERS_ALWAYS) return;
    attn_fail(d->sheet->status, ATTN_LIMIT,
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
        *tile = (attn_tile){.panel = tile->panel,
                            .panel_count = tile->panel_count,
                            .figure = tile->figure,
                            .color = tile->color,
                            .range = tile->range,
                            .masked = tile->masked,
                            .beyond = tile->beyond,
                            .lettering = sheet->lettering,
                            .density = density};
        if (tile->figure) tile->density.numbers = d->options->style.numbers;
        if (density.bare) attn_grid_name_edge(&d->grid, i, d->options->columns);
        attn_tile_measure(tile, sheet->arena);
        check_numbers(d, tile);
    }
}

/* Rows of text stand closer. */
static void arrange(draft *d, attn_grid_shape shape)
{
    const attn_figure *figure = d->options->style.figure;
    const double closer = d->tiles[0].density.tight ? 0.25 : 0.5;
    const double em = figure && figure->columns == 1 ? closer * d->em : d->em;
    attn_grid_arrange(&d->grid, shape, em);
}

/* In which all stands; columns 0: as it looks best. */
static attn_grid_shape shape_asked(const draft *d)
{
    const attn_figure *figure = d->options->style.figure;
    if (figure && figure->columns) return (attn_grid_shape){.columns = figure->columns};
    return d->options->columns ? (attn_grid_shape){.columns = d->options->columns} : d->shape;
}

static bool fits(double width, double height)
{
    return width <= ATTN_MOST_PIXELS && height <= ATTN_MOST_PIXELS;
}

/* Lays out all that is measured. True if it fits, or if nothing more need be tried: after a fault.
 */
static bool set_out(draft *d, attn_density density)
{
    d->em = 0.0;
    for (size_t i = 0; i < d->count; i++) attn_tile_size(&d->tiles[i], density);
    for (size_t i = 0; i < d->count; i++)
        for (size_t k = 0; k < i; k++) attn_tile_match(&d->tiles[k], &d->tiles[i]);
    finish_tiles(d);
    if (!attn_ok(d->sheet->status)) return true;
    arrange(d, shape_asked(d));
    finish_tiles(d); /* bars stand at the ends of rows */
    arrange(d, d->grid.shape);
    set_frame(d);
    return !attn_ok(d->sheet->status) || fits(d->width, d->height);
}

static bool try_density(draft *d, attn_density density)
{
    measure_tiles(d, density);
    return set_out(d, density);
}

/* Whether all of it stands on a canvas that is larger by this factor. */
static bool is_within(const draft *d, double factor)
{
    return attn_ok(d->sheet->status) && d->width <= factor * d->canvas_width &&
           d->height <= factor * d->canvas_height;
}

static bool is_on_canvas(const draft *d)
{
    return is_within(d, 1.0);
}

/* Type and lengths at one of the steps of size, and all texts measured anew. */
static void measure_step(draft *d, attn_density *density, double step)
{
    density->unit = d->unit = step * d->zoom;
    measure_tiles(d, *density);
}

/* The largest type with which all stands on a canvas on which it stands in the smallest. */
static void choose_type(draft *d, attn_density *density)
{
    static const double steps[] = {2.0, 1.75, 1.5, 1.25, 1.0};
    double room = fmin(d->canvas_width / d->width, d->canvas_height / d->height);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i] > room) continue;
        measure_step(d, density, steps[i]);
        if (set_out(d, *density) && is_on_canvas(d)) return;
    }
}

/* Makes a part of the density as large as the canvas lets it be, and `most` at most. */
static void grow(draft *d, attn_density *density, double *part, double most)
{
    const double near = 0.03;
    double low = *part;
    while (attn_ok(d->sheet->status) && most - low > near) {
        *part = (low + most) / 2.0;
        if (set_out(d, *density) && is_on_canvas(d))
            low = *part;
        else
            most = *part;
    }
    *part = low;
}

static bool has_figure(const draft *d)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->tiles[i].figure) return true;
    return false;
}

/* Cells and figures as large as the canvas lets them be. */
static bool fill_canvas(draft *d, attn_density density)
{
    d->shape = d->grid.shape;
    choose_type(d, &density);
    grow(d, &density, &density.growth, 4.0);
    grow(d, &density, &density.words, 1.8); /* a line less leaves room for larger cells */
    grow(d, &density, &density.growth, 4.0);
    if (has_figure(d)) {
        grow(d, &density, &density.stretch, ATTN_MOST_STRETCH);
        grow(d, &density, &density.breadth, ATTN_MOST_BREADTH);
    }
    return set_out(d, density);
}

/* Finds a way to set it all on a canvas larger by this factor: as it is; then with words that stand
 * once for several maps; then from tight cells and flat figures too; then from small figures. */
static bool find_way(draft *d, attn_density *density, double factor)
{
    enum { AS_IT_IS, SHARED, TIGHT, SMALL, WAYS };
    static const double heights[WAYS] = {1.0, 1.0, 0.7, 0.5}, widths[WAYS] = {1.0, 1.0, 1.0, 0.7};
    for (int way = AS_IT_IS; way < WAYS; way++) {
        density->shared = way >= SHARED && d->count > 1;
        density->tight = way >= TIGHT;
        density->stretch = heights[way];
        density->breadth = widths[way];
        if (set_out(d, *density) && is_within(d, factor)) return true;
    }
    return false;
}

/* Cells of the longest side of any map. */
static double longest_side(const draft *d)
{
    double longest = 0.0;
    for (size_t i = 0; i < d->count; i++) {
        const attn_panel *panel = d->tiles[i].panel;
        double side = fmax((double)panel->value->rows, (double)panel->value->cols);
        if (!panel->plot) longest = fmax(longest, side);
    }
    return longest;
}

/* Bare maps as large as the canvas lets them be; none is smaller than a shape must be. */
static bool try_bare(draft *d, attn_density density)
{
    const double most = 24.0, least_side = 42.0 * d->unit;
    const double least = ceil(least_side / longest_side(d));
    density.bare = density.asked = true;
    density.roomy = false;
    density.numbers = ATTN_NUMBERS_NEVER;
    density.cell = fmax(least, floor(most * d->unit));
    measure_tiles(d, density);
    for (; density.cell > least; density.cell -= 1.0)
        if (set_out(d, density) && is_on_canvas(d)) return true;
    return set_out(d, density);
}

/* Roomy cells that fill the canvas, without numbers where only so they stand on it; or else on one
 * that is a little larger, or on any. */
static bool try_roomy(draft *d, attn_density density)
{
    const double a_little = 1.3;
    density.roomy = true;
    measure_step(d, &density, 1.0);
    if (d->options->style.cropped) return set_out(d, density);
    if (find_way(d, &density, 1.0)) return fill_canvas(d, density);
    if (attn_grid_is_table(&d->grid, d->options->columns) &&
        density.numbers != ATTN_NUMBERS_ALWAYS && !density.entropy)
        return try_bare(d, density);
    if (density.numbers == ATTN_NUMBERS_AUTO && !density.entropy)
        density.numbers = ATTN_NUMBERS_NEVER;
    measure_tiles(d, density);
    if (find_way(d, &density, 1.0)) return fill_canvas(d, density);
    if (find_way(d, &density, a_little)) return true;
    density.shared = density.tight = false;
    density.stretch = density.breadth = 1.0;
    return set_out(d, density);
}

/* Of all maps; UINT64_MAX where there are more than can be counted. */
static uint64_t count_cells(const draft *d)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < d->count; i++)
        if (!d->tiles[i].panel->plot)
            cells = attn_sum64(cells, attn_tensor_size(d->tiles[i].panel->value));
    return cells;
}

/* Whether cells of this side leave room for margins at all; if not, nothing need be measured. */
static bool may_fit(const draft *d, double cell)
{
    const double least_margin = 24.0;
    return longest_side(d) * cell + 2.0 * least_margin * d->unit <= ATTN_MOST_PIXELS;
}

/* Maps that are too large together are drawn one by one instead of being refused. */
static void too_large(draft *d, const char *how, const char *mend)
{
    d->sheet->apart = d->count > 1;
    if (d->sheet->apart) return;
    attn_fail(d->sheet->status, ATTN_LIMIT,
              "%s the picture would be larger than %u pixels a side (the longest side of a map has "
              "%.0f cells): %s",
              how, ATTN_MOST_PIXELS, longest_side(d), mend);
}

static const char even_smallest[] = "even with the smallest cells";

static double smallest_cell(const draft *d)
{
    return fmax(floor(d->unit), 1.0);
}

/* Cells of the side that was asked for, or nothing. */
static void find_asked(draft *d, attn_density density)
{
    size_t cell = d->options->style.cell;
    density.asked = true;
    density.cell = fmax(floor((double)cell * d->unit + 0.5), 1.0);
    if (may_fit(d, density.cell) && try_density(d, density)) return;
    if (density.cell <= smallest_cell(d) || !may_fit(d, smallest_cell(d)))
        too_large(d, even_smallest, "show fewer words");
    else
        too_large(d, "with cells of this size", "choose smaller cells, or show fewer words");
}

/* As large as its words need, before anything grows. */
static attn_density density_at(const draft *d, attn_cell_numbers numbers)
{
    return (attn_density){.numbers = numbers,
                          .unit = d->unit,
                          .room = d->canvas_width,
                          .growth = 1.0,
                          .stretch = 1.0,
                          .breadth = 1.0,
                          .words = 1.0};
}

/* From numbers in roomy cells down to bare pixels: the first that fits. Several maps keep all their
 * labels. */
static void find_free(draft *d, attn_density density)
{
    const double smallest_labelled = 14.0 * d->zoom;
    if (may_fit(d, smallest_labelled)) {
        if (try_roomy(d, density)) return;
        density.unit = d->unit;
        if (density.numbers == ATTN_NUMBERS_AUTO) density.numbers = ATTN_NUMBERS_NEVER;
        if (try_density(d, density)) return;
    }
    if (density.numbers == ATTN_NUMBERS_ALWAYS) {
        too_large(d, "with a number in every cell", "draw it without numbers, or show fewer words");
        return;
    }
    density = density_at(d, ATTN_NUMBERS_NEVER);
    density.cell = ceil(smallest_labelled) - 1.0;
    for (; d->count == 1 && density.cell >= smallest_cell(d); density.cell -= 1.0)
        if (may_fit(d, density.cell) && try_density(d, density)) return;
    too_large(d, even_smallest, "show fewer words");
}

static bool find_density(draft *d)
{
    const attn_sheet_style *style = &d->options->style;
    attn_density density = density_at(d, style->numbers);
    density.entropy = style->entropy;
    uint64_t cells = count_cells(d);
    if (density.numbers == ATTN_NUMBERS_AUTO && cells > MOST_NUMBERS)
        density.numbers = ATTN_NUMBERS_NEVER;
    if (density.numbers == ATTN_NUMBERS_ALWAYS && cells > MOST_NUMBERS_EVER)
        return attn_fail(d->sheet->status, ATTN_LIMIT,
                         "numbers cannot be drawn in %" PRIu64
                         " cells, but in %u at most: draw the "
                         "picture without them, or show fewer words",
                         cells, MOST_NUMBERS_EVER);
    if (style->cell)
        find_asked(d, density);
    else
        find_free(d, density);
    return attn_ok(d->sheet->status);
}

/* ---- places ---- */

/* The title above, the foot below all panels. */
static void place_frame(draft *d)
{
    const attn_theme *theme = d->sheet->theme;
    const double below = d->title.layout ? ceil(d->title.height) + floor(0.4 * d->em) : 0.0;
    attn_mark mark = {.letters = d->title,
                      .color = theme->ink,
                      .x = d->left + d->margin,
                      .y = d->top + d->margin};
    attn_sheet_add_text(d->sheet, mark);
    mark.letters = d->subtitle;
    mark.color = theme->soft_ink;
    mark.y += below;
    attn_sheet_add_text(d->sheet, mark);
    mark.y = d->top + d->height - d->margin;
    for (size_t i = d->foot_count; i-- > 0;) {
        mark.letters = d->foot[i];
        mark.y -= ceil(mark.letters.height);
        attn_sheet_add_text(d->sheet, mark);
        mark.y -= foot_gap(d);
    }
}

static void place_tiles(draft *d)
{
    const double left = d->left + d->margin, top = d->top + d->margin + d->header;
    for (size_t i = 0; i < d->count; i++) {
        const attn_grid_place *place = &d->grid.places[i];
        const attn_tile *tile = &d->tiles[i];
        const double x = left + place->x, y = top + place->y;
        const attn_theme *theme = d->sheet->theme;
        const attn_mark marks[] = {
            {.letters = tile->title, .x = x, .y = y, .color = theme->ink},
            {.letters = tile->last_line, .x = x, .y = y + tile->last_line_y, .color = theme->ink},
            {.letters = tile->symbol,
             .x = x + tile->symbol_x,
             .y = y + tile->symbol_y,
             .color = theme->soft_ink}};
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
            attn_sheet_add_text(d->sheet, marks[k]);
        attn_tile_place(d->sheet, tile, x + place->left, y + place->above);
    }
}

/* ---- the sheet ---- */

const attn_palette *attn_sheet_palette(const attn_sheet *sheet, attn_range range)
{
    return range.scale == ATTN_SCALE_SIGNED ? &sheet->diverging : &sheet->sequential;
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
    if (sequential) attn_palette_sequential(&sheet->sequential, count, style->colors, style->dark);
    if (diverging) attn_palette_diverging(&sheet->diverging, count, style->dark);
}

/* That was asked for, or the usual one; none for what shall be as large as its cells or its frame.
 */
static void choose_canvas(draft *d)
{
    const attn_sheet_style *style = &d->options->style;
    size_t width = ATTN_CANVAS_WIDTH, height = ATTN_CANVAS_HEIGHT;
    if (style->cell || style->cropped) width = height = 0;
    if (style->width) width = style->width;
    if (style->height) height = style->height;
    d->canvas_width = floor((double)width * d->zoom + 0.5);
    d->canvas_height = floor((double)height * d->zoom + 0.5);
}

/* What is drawn stands in the middle of the canvas; one that was asked for does not grow. */
static bool set_size(draft *d)
{
    const attn_sheet_style *style = &d->options->style;
    bool asked = style->width || style->height;
    if (asked && !is_on_canvas(d))
        return attn_fail(d->sheet->status, ATTN_LIMIT,
                         "a canvas of %.0f×%.0f pixels is too small: this picture takes %.0f×%.0f "
                         "with letters of %.0f pixels; choose a larger canvas, or show less",
                         d->canvas_width, d->canvas_height, d->width, d->height, d->em);
    double width = fmax(d->width, d->canvas_width), height = fmax(d->height, d->canvas_height);
    d->left = floor((width - d->width) / 2.0);
    d->top = floor((height - d->height) / 2.0);
    d->sheet->width = (size_t)width;
    d->sheet->height = (size_t)height;
    return true;
}

static bool lay_out(attn_sheet *sheet)
{
    const attn_diagram *diagram = sheet->options.diagram;
    if (diagram) return diagram->place(sheet, diagram->user);
    draft d = {.sheet = sheet, .options = &sheet->options};
    d.unit = d.zoom = sheet->options.style.zoom > 0.0 ? sheet->options.style.zoom : 1.0;
    choose_canvas(&d);
    sheet->tiles = d.tiles = attn_alloc(sheet->arena, sheet->options.panel_count, sizeof *d.tiles);
    if (!d.tiles) return false;
    d.count = attn_tiles_make(d.tiles, &sheet->options);
    d.grid = (attn_grid){.tiles = d.tiles, .count = d.count};
    d.grid.places = attn_alloc(sheet->arena, d.count, sizeof *d.grid.places);
    if (!d.grid.places) return false;
    attn_tiles_set_ranges(d.tiles, d.count, sheet->options.style.vmax);
    mix_colors(&d);
    sheet->stripe = (size_t)fmax(floor(d.zoom + 0.5), 1.0);
    if (!find_density(&d) || sheet->apart || !set_size(&d)) return attn_ok(sheet->status);
    place_frame(&d);
    place_tiles(&d);
    return attn_ok(sheet->status);
}

/* Of one map alone the title is that of the sheet, too. */
static void leave_titles_out(attn_sheet *sheet)
{
    attn_sheet_options *o = &sheet->options;
    attn_panel *panel = o->panel_count == 1 ? attn_alloc(sheet->arena, 1, sizeof *panel) : NULL;
    o->subtitle = NULL;
    if (!panel) return;
    *panel = *o->panels;
    if (!panel->carried_title) panel->carried_title = panel->title;
    panel->title = panel->symbol = NULL;
    o->panels = panel;
}

/* A caption of the reader's own replaces what the lesson says below each map, too. */
static void leave_notes_out(attn_sheet *sheet)
{
    attn_sheet_options *o = &sheet->options;
    attn_panel *panels = attn_copy(sheet->arena, o->panels, o->panel_count, sizeof *panels);
    o->foot = NULL;
    for (size_t i = 0; panels && i < o->panel_count; i++) panels[i].note = NULL;
    if (panels) o->panels = panels;
}

/* The reader's own words in place of those that the sheet came with. */
static void use_words(attn_sheet *sheet)
{
    attn_sheet_options *o = &sheet->options;
    if (o->style.title) o->title = o->style.title;
    if (o->style.caption) o->note = o->style.caption;
    if (o->style.caption) leave_notes_out(sheet);
    if (o->style.title && !*o->style.title) leave_titles_out(sheet);
}

attn_sheet *attn_sheet_new(const attn_sheet_options *options, attn_status *status)
{
    if (!attn_sheet_check(options, status)) return NULL;
    attn_arena *arena = attn_arena_new(status);
    attn_sheet *sheet = arena ? attn_alloc(arena, 1, sizeof *sheet) : NULL;
    if (sheet) {
        *sheet = (attn_sheet){.status = status,
                              .arena = arena,
                              .options = *options,
                              .own_theme = *attn_theme_of(options->style.dark),
                              .lettering = attn_lettering_new(arena, options->style.fonts)};
        sheet->theme = &sheet->own_theme;
        sheet->own_theme.clear = options->style.clear;
        use_words(sheet);
        if (sheet->lettering && lay_out(sheet)) return sheet;
        attn_lettering_free(sheet->lettering);
    }
    attn_arena_free(arena);
    return NULL;
}

void attn_sheet_free(attn_sheet *sheet)
{
    if (!sheet) return;
    attn_lettering_free(sheet->lettering);
    attn_arena_free(sheet->arena);
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
    const attn_tile *tile = sheet->tiles;
    *panel = sheet->options.panels[i];
    while (tile->panel + tile->panel_count <= &sheet->options.panels[i]) tile++;
    panel->range_floor = tile->range.top;
    panel->joins = false;
    *part = sheet->options;
    part->panel_count = 1;
    part->panels = panel;
    if (!sheet->tiles[i].range.limited) part->style.vmax = 0.0;
    if (panel->alone) part->subtitle = *panel->alone ? panel->alone : NULL;
}

void attn_sheet_size(const attn_sheet *sheet, size_t *width, size_t *height)
{
    *width = sheet->width;
    *height = sheet->height;
}
