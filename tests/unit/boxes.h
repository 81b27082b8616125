/*
 * boxes: where the texts, maps, charts, bars and lines of a sheet stand. None may overlap another,
 * but a number its cells, a word its plate, and a line another line, or leave the picture.
 */
#ifndef ATTN_UNIT_BOXES_H
#define ATTN_UNIT_BOXES_H

#include <math.h>

#include "picture/layout/layout.h"

typedef struct sheet_box {
    enum { BOX_NONE, BOX_TEXT, BOX_CELLS, BOX_CHART, BOX_BAR, BOX_LINE, BOX_PLATE } kind;
    double x, y, width, height; /* after rotation: the ink and advance rectangle */
    const char *text;           /* TEXT: what it says */
    double em;                  /* TEXT: size of its font */
    attn_color color;           /* TEXT: of its ink */
    bool in_cell;               /* a number inside a cell */
} sheet_box;

enum { BOXES_OF_FIELD = 3, BOXES_OF_CHART = 1 + ATTN_MOST_LINES };

static inline size_t count_boxes(const attn_sheet *sheet)
{
    return sheet->mark_count + BOXES_OF_FIELD * sheet->field_count +
           BOXES_OF_CHART * sheet->chart_count + sheet->shape_count;
}

static inline sheet_box box_of_mark(const attn_mark *mark)
{
    const attn_letters *letters = &mark->letters;
    return (sheet_box){.kind = BOX_TEXT,
                       .x = mark->x,
                       .y = mark->y,
                       .width = mark->upwards ? letters->height : letters->width,
                       .height = mark->upwards ? letters->width : letters->height,
                       .text = letters->text,
                       .em = letters->em,
                       .color = mark->color,
                       .in_cell = mark->in_cell};
}

/* Its cells, its bar, and the square of masked cells below that. */
static inline sheet_box box_of_field(const attn_field *field, size_t part)
{
    const attn_tensor *value = field->panel->value;
    const attn_bar *bar = &field->bar;
    if (part == 0)
        return (sheet_box){.kind = BOX_CELLS,
                           .x = (double)field->x,
                           .y = (double)field->y,
                           .width = (double)(value->cols * field->cell_width),
                           .height = (double)(value->rows * field->cell_height)};
    if (part == 1 ? bar->height == 0 : bar->masked_y == 0) return (sheet_box){.kind = BOX_NONE};
    return (sheet_box){.kind = BOX_BAR,
                       .x = (double)bar->x,
                       .y = (double)(part == 1 ? bar->y : bar->masked_y),
                       .width = (double)bar->width,
                       .height = (double)(part == 1 ? bar->height : bar->width)};
}

/* The ink of its field, whose marks may stand out a little, and of the samples of its lines. */
static inline sheet_box box_of_chart(const attn_chart *c, size_t part)
{
    const double out = ceil(7.0 * c->unit), sample = ceil(38.0 * c->unit);
    double middle = floor(c->top + c->key_line * ((double)part - 0.5));
    if (part == 0)
        return (sheet_box){.kind = BOX_CHART,
                           .x = c->left,
                           .y = c->top - out,
                           .width = c->width,
                           .height = c->height + 2.0 * out};
    if (part > attn_plot_lines(c->plot)) return (sheet_box){.kind = BOX_NONE};
    return (sheet_box){.kind = BOX_CHART,
                       .x = c->left + c->key_x,
                       .y = middle - out,
                       .width = sample,
                       .height = 2.0 * out};
}

/* All that its pen reaches. */
static inline sheet_box box_of_shape(const attn_shape *shape)
{
    double top = floor(fmin(shape->y, shape->end_y) - shape->pen / 2.0);
    double bottom = ceil(fmax(shape->y, shape->end_y) + shape->pen / 2.0);
    bool line = shape->kind == ATTN_SHAPE_LINK;
    double aside = line ? 0.0 : shape->pen / 2.0;
    return (sheet_box){.kind = line ? BOX_LINE : BOX_PLATE,
                       .x = floor(shape->x - aside),
                       .y = top,
                       .width = ceil(shape->end_x + aside) - floor(shape->x - aside),
                       .height = bottom - top};
}

static inline sheet_box box_at(const attn_sheet *sheet, size_t i)
{
    const size_t of_fields = BOXES_OF_FIELD * sheet->field_count;
    if (i < sheet->mark_count) return box_of_mark(&sheet->marks[i]);
    i -= sheet->mark_count;
    if (i < of_fields) return box_of_field(&sheet->fields[i / BOXES_OF_FIELD], i % BOXES_OF_FIELD);
    i -= of_fields;
    if (i < BOXES_OF_CHART * sheet->chart_count)
        return box_of_chart(sheet->charts[i / BOXES_OF_CHART], i % BOXES_OF_CHART);
    return box_of_shape(&sheet->shapes[i - BOXES_OF_CHART * sheet->chart_count]);
}

#endif
