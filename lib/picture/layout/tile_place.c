/*
 * tile_place: the parts of a tile in their places on a sheet: cells, numbers, labels, bar.
 */
#include <math.h>

#include "lesson/run/map_reading.h"
#include "picture/layout/layout.h"
#include "picture/layout/overlay.h"
#include "picture/style/canvas.h"

void attn_sheet_add_text(attn_sheet *sheet, attn_mark mark)
{
    if (mark.letters.layout)
        attn_append(sheet->arena, &sheet->marks, &sheet->mark_count, &mark, sizeof mark);
}

void attn_sheet_add_shape(attn_sheet *sheet, attn_shape shape)
{
    attn_append(sheet->arena, &sheet->shapes, &sheet->shape_count, &shape, sizeof shape);
}

void attn_mark_draw(const attn_mark *mark, cairo_t *cairo)
{
    attn_canvas_color(cairo, mark->color);
    attn_letters_draw(&mark->letters, cairo, mark->x, mark->y, mark->upwards);
}

/* The middle of cell i, without the gap that ends it. */
static double middle(double start, double cell, double gap, size_t i)
{
    return start + cell * (double)i + (cell - gap) / 2.0;
}

/* Where a text of this height begins whose middle lies here. */
static double above(double middle_y, double height)
{
    return floor(middle_y - height / 2.0 + 0.5);
}

/* Where labels begin whose line has its middle here, on a common baseline. */
static double on_line(double line, const attn_axis *axis, const attn_letters *label)
{
    return floor(line + (axis->ascent - axis->descent) / 2.0 + 0.5) - label->ascent;
}

/* ---- words ---- */

/* The middle of what label k of an axis names: a cell, or all of a bare map. */
static double named(const attn_tile *tile, const attn_axis *axis, double start, double cell,
                    size_t k)
{
    if (tile->density.bare) return start + cell * (double)axis->count / 2.0;
    return middle(start, cell, tile->gap, k * axis->every);
}

static void add_row_labels(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_axis *axis = &tile->rows;
    for (size_t k = 0; k < axis->label_count; k++) {
        const attn_letters *label = &axis->labels[k];
        double line = named(tile, axis, y, tile->cell_height, k);
        attn_sheet_add_text(sheet, (attn_mark){.letters = *label,
                                               .color = sheet->theme->ink,
                                               .x = x - attn_tile_label_gap(tile) - label->width,
                                               .y = on_line(line, axis, label)});
    }
}

static void add_column_labels(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_axis *axis = &tile->cols;
    for (size_t k = 0; k < axis->label_count; k++) {
        const attn_letters *label = &axis->labels[k];
        double line = named(tile, axis, x, tile->cell_width, k);
        attn_mark upright = {.x = line - label->width / 2.0,
                             .y = y - attn_tile_label_gap(tile) - ceil(axis->descent) -
                                  label->ascent};
        attn_mark mark = {.x = on_line(line, axis, label),
                          .y = y - attn_tile_label_gap(tile) - label->width,
                          .upwards = true};
        if (!tile->upwards) mark = upright;
        mark.letters = *label;
        mark.color = sheet->theme->ink;
        attn_sheet_add_text(sheet, mark);
    }
}

/* In the middle of their side of the cells; longer ones start at its beginning. */
static void add_roles(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_letters *across = &tile->cols.role, *down = &tile->rows.role;
    double width = tile->cell_width * (double)tile->cols.count - tile->gap;
    double height = tile->cell_height * (double)tile->rows.count - tile->gap;
    double high = tile->heights[ATTN_PART_LABELS] + tile->heights[ATTN_PART_ROLE];
    if (!tile->col_role_elsewhere)
        attn_sheet_add_text(sheet, (attn_mark){.letters = *across,
                                               .color = sheet->theme->soft_ink,
                                               .x = x + fmax(0.0, (width - across->width) / 2.0),
                                               .y = y - high});
    if (!tile->row_role_elsewhere)
        attn_sheet_add_text(sheet, (attn_mark){.letters = *down,
                                               .color = sheet->theme->soft_ink,
                                               .x = x - tile->left,
                                               .y = y + fmax(0.0, (height - down->width) / 2.0),
                                               .upwards = true});
}

/* What weights say by themselves. */
static void add_readings(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const double beside = x + tile->cell_width * (double)tile->cols.count + tile->read_left;
    attn_mark mark = {.letters = tile->read_head, .color = sheet->theme->soft_ink, .x = beside};
    mark.y = y - attn_tile_label_gap(tile) - mark.letters.height;
    if (tile->read_width > 0.0) attn_sheet_add_text(sheet, mark);
    for (size_t i = 0; tile->read_width > 0.0 && i < tile->panel->read_count; i++) {
        mark.letters = tile->entropies[i];
        mark.y = above(middle(y, tile->cell_height, tile->gap, i), mark.letters.height);
        attn_sheet_add_text(sheet, mark);
    }
    mark.letters = tile->read_line;
    mark.x = x;
    mark.y = y + tile->read_top;
    attn_sheet_add_text(sheet, mark);
}

/* ---- cells ---- */

bool attn_panel_rests(const attn_panel *panel, size_t row)
{
    return panel->faint && panel->faint[row];
}

uint8_t attn_rest_level(uint8_t step, attn_steps steps)
{
    return (uint8_t)((step - steps.first) * (ATTN_REST_LEVELS - 1) / steps.last);
}

attn_color attn_rest_color(const attn_theme *theme, uint8_t level)
{
    return attn_color_between(theme->ground, theme->soft_ink, (double)(level + 1) / ATTN_RAMP);
}

attn_color attn_tile_color(const attn_sheet *sheet, const attn_tile *tile, size_t i)
{
    const attn_palette *palette = attn_sheet_palette(sheet, tile->range);
    const attn_steps steps = {.last = (uint8_t)(palette->count - 1)};
    const attn_panel *panel = tile->panel;
    uint8_t step;
    attn_range_steps(tile->range, steps, &panel->value->data[i], 1, &step);
    if (!attn_panel_rests(panel, i / panel->value->cols)) return palette->steps[step];
    return attn_rest_color(sheet->theme, attn_rest_level(step, steps));
}

/* What a number stands on. */
static attn_color ground_of(attn_sheet *sheet, const attn_tile *tile, const attn_field *field,
                            size_t i)
{
    return tile->panel->over ? attn_overlay_cell(sheet, field, i) : attn_tile_color(sheet, tile, i);
}

static void add_numbers(attn_sheet *sheet, const attn_tile *tile, const attn_field *field, double x,
                        double y)
{
    const attn_tensor *value = tile->panel->value;
    for (size_t i = 0, n = attn_tensor_size(value); i < n && tile->numbers; i++) {
        const attn_letters *number = &tile->numbers[i];
        double left = middle(x, tile->cell_width, tile->gap, i % value->cols) - number->width / 2.0;
        double line = middle(y, tile->cell_height, tile->gap, i / value->cols);
        attn_sheet_add_text(
            sheet, (attn_mark){.letters = *number,
                               .in_cell = true,
                               .color = attn_color_for_text(ground_of(sheet, tile, field, i)),
                               .x = left,
                               .y = above(line, number->height)});
    }
}

/* Frames that were asked for are never left out in silence. */
static size_t frame_of(const attn_sheet *sheet, const attn_tile *tile)
{
    const size_t least_cell = 6, part = 12;
    size_t side = (size_t)fmin(tile->cell_width, tile->cell_height), frame = side / part;
    size_t most = (size_t)ceil(2.0 * tile->density.unit);
    if (!tile->panel->marks) return 0;
    if (side < least_cell)
        attn_fail(sheet->status, ATTN_LIMIT,
                  "cells of %zu pixel%s are too small for frames: choose larger cells, or show "
                  "fewer words",
                  side, side == 1 ? "" : "s");
    return frame < 1 ? 1 : frame < most ? frame : most;
}

bool attn_field_dotted(const attn_field *field, size_t i)
{
    const attn_panel *panel = field->panel;
    size_t row = panel->read_count > 1 ? i / panel->value->cols : 0;
    if (attn_panel_rests(panel, i / panel->value->cols)) return false;
    return panel->value->data[i] >= panel->read[row].largest;
}

/* In the middle of the cell. */
static void place_dot(attn_field *field, const attn_tile *tile)
{
    size_t width = field->cell_width - field->gap, height = field->cell_height - field->gap;
    field->dot = attn_tile_dot(tile);
    field->dot_left = (width - field->dot) / 2;
    field->dot_top = (height - field->dot) / 2;
}

static attn_field *add_cells(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    attn_field *field = attn_push(sheet->arena, &sheet->fields, &sheet->field_count, sizeof *field);
    if (!field) return NULL;
    *field = (attn_field){.panel = tile->panel,
                          .range = tile->range,
                          .masked = tile->masked,
                          .x = (size_t)x,
                          .y = (size_t)y,
                          .cell_width = (size_t)tile->cell_width,
                          .cell_height = (size_t)tile->cell_height,
                          .gap = (size_t)tile->gap,
                          .frame = frame_of(sheet, tile)};
    place_dot(field, tile);
    return field;
}

/* ---- the bar ---- */

/* Each tick beside its place; the highest reaches no further up than the labels of the columns do.
 */
static void add_bar(attn_sheet *sheet, const attn_tile *tile, attn_bar *bar, double y)
{
    const double x = (double)bar->x + tile->bar_width + tile->tick_gap;
    const double highest = -fmax(tile->heights[ATTN_PART_LABELS], attn_tile_label_gap(tile));
    attn_mark mark = {.color = sheet->theme->soft_ink, .x = x};
    for (size_t k = 0; k <= tile->intervals; k++) {
        double part = 1.0 - (double)k / (double)tile->intervals;
        mark.letters = tile->ticks[k];
        mark.y = y + fmax(above(tile->bar_height * part, mark.letters.height), highest);
        attn_sheet_add_text(sheet, mark);
    }
    if (!tile->bar_masked) return;
    double top = y + tile->bar_height + tile->bar_width;
    bar->masked_y = (size_t)top;
    mark.letters = tile->masked_word;
    mark.y = floor(top + (tile->bar_width - mark.letters.height) / 2.0);
    attn_sheet_add_text(sheet, mark);
}

void attn_tile_place(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    attn_sheet_add_text(sheet, (attn_mark){.letters = tile->note,
                                           .color = sheet->theme->soft_ink,
                                           .x = x,
                                           .y = y + tile->note_top});
    if (tile->figure) {
        tile->figure->place(sheet, tile, x, y);
        return;
    }
    attn_field *field = add_cells(sheet, tile, x, y);
    if (!field) return;
    add_numbers(sheet, tile, field, x, y);
    if (!tile->rows_elsewhere) add_row_labels(sheet, tile, x, y);
    if (!tile->cols_elsewhere) add_column_labels(sheet, tile, x, y);
    add_roles(sheet, tile, x, y);
    add_readings(sheet, tile, x, y);
    if (!tile->has_bar) return;
    field->bar = (attn_bar){.x = (size_t)(x + tile->bar_x),
                            .y = field->y,
                            .width = (size_t)tile->bar_width,
                            .height = (size_t)tile->bar_height};
    add_bar(sheet, tile, &field->bar, y);
}
