/*
 * painter: goes through a sheet once: ground, cells with their frames and dots, bars; then charts
 * and texts.
 *
 * On a surface of shapes, cells with gaps between them are rectangles; those without are one image,
 * since rectangles that touch would show hairlines.
 */
#include "picture/paint/painter.h"

#include <math.h>
#include <string.h>

#include "picture/layout/overlay.h"
#include "picture/style/canvas.h"

_Static_assert((int)ATTN_FIRST_STEP + ATTN_MOST_STEPS + 1 <= ATTN_MOST_COLORS,
               "the colour maps do not fit the table");

/* So many numbers are read at a time, or a row of them. */
#define STRIP_NUMBERS ((size_t)1 << 16)
/* More cells than this are an image, gaps or not. */
#define MOST_RECTANGLES 4096u
/*
 * Many programs smooth an image that they enlarge, whatever the file says. So a cell is more than
 * one pixel wide, up to this, where the image stays below so many: then only its edges are
 * softened.
 */
#define MOST_CELL_SIDE 16u
#define MOST_IMAGE_PIXELS ((size_t)1 << 22)
/* Of a bar: between two of them the colours run straight. */
#define BAR_STOPS 32u
#define OPAQUE 255u

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- the table of colours ---- */

static void add_color(attn_painter *p, attn_color color, uint8_t alpha)
{
    p->rgb[p->color_count] = alpha ? attn_color_pixel(color) : 0;
    p->alphas[p->color_count] = alpha;
    p->colors[p->color_count++] = color;
}

/* Mixtures of the ground and an ink; or ink through which more and more of the ground shows. */
static void add_ramp(attn_painter *p, attn_color ink)
{
    const attn_theme *theme = p->sheet->theme;
    for (size_t i = 1; i <= ATTN_RAMP; i++) {
        double part = (double)i / ATTN_RAMP;
        if (theme->clear)
            add_color(p, ink, (uint8_t)lround(OPAQUE * part));
        else
            add_color(p, attn_color_between(theme->ground, ink, part), OPAQUE);
    }
}

/* In the order of their names. */
static void fill_table(attn_painter *p)
{
    const attn_theme *theme = p->sheet->theme;
    const attn_palette *palettes[] = {&p->sheet->sequential, &p->sheet->diverging};
    add_color(p, theme->ground, theme->clear ? 0 : OPAQUE);
    add_ramp(p, theme->ink);
    add_ramp(p, theme->soft_ink);
    add_color(p, theme->hatch_ground, OPAQUE);
    add_color(p, attn_color_between(theme->hatch_ground, theme->hatch_line, 0.25), OPAQUE);
    add_color(p, theme->hatch_line, OPAQUE);
    for (uint8_t level = 0; level < ATTN_REST_LEVELS; level++)
        add_color(p, attn_rest_color(theme, level), OPAQUE);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < palettes[k]->count; i++) add_color(p, palettes[k]->steps[i], OPAQUE);
    p->paper = theme->clear ? p->color_count : ATTN_GROUND;
    if (theme->clear) add_color(p, theme->ground, OPAQUE);
}

/* On a surface of indices, how far a pixel is covered is its place in the table. */
static void set_color(const attn_painter *p, size_t index)
{
    if (p->indexed)
        cairo_set_source_rgba(p->cairo, 0.0, 0.0, 0.0, (double)index / 255.0);
    else if (p->alphas[index] == 0)
        cairo_set_source_rgba(p->cairo, 0.0, 0.0, 0.0, 0.0);
    else
        attn_canvas_color(p->cairo, p->colors[index]);
}

static void add_rectangle(const attn_painter *p, size_t x, size_t y, size_t width, size_t height)
{
    cairo_rectangle(p->cairo, (double)x, (double)y, (double)width, (double)height);
}

/* ---- rows of pixels ---- */

/* Pixels at (x, y) of the sheet, and who fills row y of them. */
typedef struct block {
    size_t x, y, width, height;
    void (*fill)(attn_painter *p, const struct block *b, size_t y, unsigned char *pixels);
    const attn_field *field; /* of which they are the cells, or the bar */
    size_t cell_width, cell_height, gap;
} block;

/* Pixels by their places in the table. */
static void put_row(const attn_painter *p, const uint8_t *row, size_t width, unsigned char *pixels)
{
    if (p->indexed) {
        memcpy(pixels, row, width);
        return;
    }
    for (size_t x = 0; x < width; x++) memcpy(pixels + 4 * x, &p->rgb[row[x]], sizeof *p->rgb);
}

static void fill_rows(attn_painter *p, const block *b, cairo_surface_t *image, size_t from,
                      size_t end)
{
    cairo_surface_flush(image);
    unsigned char *pixels = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    if (image == p->pixels) pixels += (b->y + from - p->top) * stride;
    if (image == p->pixels) pixels += b->x * (p->indexed ? 1 : 4);
    for (size_t y = from; y < end; y++, pixels += stride) b->fill(p, b, y, pixels);
    cairo_surface_mark_dirty(image);
}

/* An image, so large: not filled, which would make a pattern of it that is smoothed. */
static void draw_image(attn_painter *p, const block *b, double width, double height)
{
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)b->width, (int)b->height);
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) fill_rows(p, b, image, 0, b->height);
    cairo_save(p->cairo);
    cairo_translate(p->cairo, (double)b->x, (double)b->y);
    cairo_scale(p->cairo, width / (double)b->width, height / (double)b->height);
    cairo_set_source_surface(p->cairo, image, 0.0, 0.0);
    if (b->cell_width) cairo_pattern_set_filter(cairo_get_source(p->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(p->cairo);
    cairo_restore(p->cairo);
    cairo_surface_destroy(image);
}

/* In the pixels of the surface, as far as they are in view, or as an image in their own size. */
static void draw_block(attn_painter *p, const block *b)
{
    size_t from = p->top > b->y ? p->top - b->y : 0;
    if (!p->pixels)
        draw_image(p, b, (double)b->width, (double)b->height);
    else if (p->bottom > b->y && from < b->height)
        fill_rows(p, b, p->pixels, from, lesser(p->bottom - b->y, b->height));
}

/* ---- masked cells ---- */

/* Diagonal lines, softened on both sides. */
static uint8_t hatch_at(const attn_sheet *sheet, size_t x, size_t y)
{
    const size_t every = ATTN_STRIPE_EVERY * sheet->stripe, place = (x + y) % every;
    if (place < sheet->stripe) return ATTN_HATCH_LINE;
    return place == sheet->stripe || place == every - 1 ? ATTN_HATCH_EDGE : ATTN_HATCH_GROUND;
}

static void fill_hatch(attn_painter *p, const block *b, size_t y, unsigned char *pixels)
{
    for (size_t x = 0; x < b->width; x++) p->row[x] = hatch_at(p->sheet, x, y);
    put_row(p, p->row, b->width, pixels);
}

/* Whether the masked cells of a field have stripes; small ones are plain. */
static bool is_hatched(const attn_sheet *sheet, const attn_field *field)
{
    const size_t least = (ATTN_STRIPE_EVERY + 2) * sheet->stripe;
    return field->masked && field->cell_width >= least && field->cell_height >= least;
}

/* Stripes over the current path, which is used up; the box around it begins at (x, y). */
static void hatch_path(const attn_painter *p, size_t x, size_t y, size_t width, size_t height)
{
    const double stripe = (double)p->sheet->stripe, every = ATTN_STRIPE_EVERY * stripe;
    const double top = (double)y, high = (double)height, all = (double)(width + height);
    set_color(p, ATTN_HATCH_GROUND);
    cairo_fill_preserve(p->cairo);
    cairo_save(p->cairo);
    cairo_clip(p->cairo);
    set_color(p, ATTN_HATCH_LINE);
    cairo_set_line_width(p->cairo, stripe);
    for (double at = 0.0; at < all; at += every) {
        double start = (double)x + (at + stripe / 2.0);
        cairo_move_to(p->cairo, start + 2.0, top - 2.0);
        cairo_line_to(p->cairo, start - high - 2.0, top + high + 2.0);
    }
    cairo_stroke(p->cairo);
    cairo_restore(p->cairo);
}

/* ---- the colours of cells ---- */

static attn_steps steps_of(const attn_painter *p, attn_range range, bool masked)
{
    const attn_palette *palette = attn_sheet_palette(p->sheet, range);
    size_t first = ATTN_FIRST_STEP;
    if (palette == &p->sheet->diverging) first += p->sheet->sequential.count;
    return (attn_steps){(uint8_t)first, (uint8_t)(palette->count - 1), ATTN_HATCH_GROUND, masked};
}

/* The numbers of a row of cells; NULL: they could not be read. */
static const float *row_of(attn_painter *p, const attn_field *field, size_t row)
{
    const attn_strips *strips = field->panel->strips;
    const attn_tensor *value = field->panel->value;
    const size_t most = STRIP_NUMBERS / value->cols ? STRIP_NUMBERS / value->cols : 1;
    if (!strips) return value->data + row * value->cols;
    attn_strip *s = &p->strips[field - p->sheet->fields];
    if (!s->numbers) s->numbers = attn_room(p->arena, most * value->cols, sizeof *s->numbers);
    if (!s->numbers) return NULL;
    if (row < s->first || row >= s->end) {
        s->first = row;
        s->end = lesser(row + most, value->rows);
        if (!strips->read(strips->user, row, s->end - row, s->numbers, p->status)) return NULL;
    }
    return s->numbers + (row - s->first) * value->cols;
}

static bool color_cells(attn_painter *p, const attn_field *field, size_t row, uint8_t *steps)
{
    const float *values = row_of(p, field, row);
    const attn_steps range = steps_of(p, field->range, field->masked);
    const size_t cols = field->panel->value->cols;
    if (!values) return false;
    attn_range_steps(field->range, range, values, cols, steps);
    for (size_t j = 0; attn_panel_rests(field->panel, row) && j < cols; j++)
        if (steps[j] >= range.first) /* not masked */
            steps[j] = (uint8_t)(ATTN_REST + attn_rest_level(steps[j], range));
    return true;
}

/* The first row of pixels of a row of cells into p->row. */
static void color_row(attn_painter *p, const block *b, size_t row)
{
    const size_t cols = b->field->panel->value->cols, solid = b->cell_width - b->gap;
    uint8_t *steps = b->cell_width == 1 ? p->row : p->steps;
    if (!color_cells(p, b->field, row, steps) || b->cell_width == 1) return;
    memset(p->row, ATTN_GROUND, b->width);
    for (size_t j = 0; j < cols; j++) memset(p->row + j * b->cell_width, steps[j], solid);
}

/* Rows come in order, so that p->row is made once for a row of cells. */
static void fill_cells(attn_painter *p, const block *b, size_t y, unsigned char *pixels)
{
    const size_t below = y % b->cell_height;
    const bool hatched = p->pixels && is_hatched(p->sheet, b->field);
    if (below >= b->cell_height - b->gap)
        memset(p->row, ATTN_GROUND, b->width);
    else if (below == 0 || b->y + y == p->top)
        color_row(p, b, y / b->cell_height);
    for (size_t x = 0; hatched && x < b->width; x++) {
        bool masked = p->row[x] == ATTN_HATCH_GROUND;
        p->hatched[x] = masked ? hatch_at(p->sheet, x, y) : p->row[x];
    }
    put_row(p, hatched ? p->hatched : p->row, b->width, pixels);
}

/* ---- cells as shapes ---- */

/* The cells of one colour are one path. */
static void draw_step(const attn_painter *p, const attn_field *field, const uint8_t *steps,
                      size_t step)
{
    const attn_tensor *value = field->panel->value;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        if (steps[i] != step) continue;
        add_rectangle(p, field->x + i % value->cols * field->cell_width,
                      field->y + i / value->cols * field->cell_height,
                      field->cell_width - field->gap, field->cell_height - field->gap);
    }
    if (step == ATTN_HATCH_GROUND && is_hatched(p->sheet, field)) {
        hatch_path(p, field->x, field->y, value->cols * field->cell_width,
                   value->rows * field->cell_height);
        return;
    }
    set_color(p, step);
    cairo_fill(p->cairo);
}

/* Colour by colour, the masked cells last. */
static void draw_rectangles(attn_painter *p, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    const size_t cells = attn_tensor_size(value);
    uint8_t steps[MOST_RECTANGLES];
    for (size_t row = 0; row < value->rows; row++)
        if (!color_cells(p, field, row, steps + row * value->cols)) return;
    for (size_t step = ATTN_REST; step < p->color_count; step++)
        if (memchr(steps, (int)step, cells)) draw_step(p, field, steps, step);
    if (memchr(steps, ATTN_HATCH_GROUND, cells)) draw_step(p, field, steps, ATTN_HATCH_GROUND);
}

/* Pixels of an image on each side of a cell. */
static size_t cell_side(const attn_field *field)
{
    size_t cells = attn_tensor_size(field->panel->value), side = MOST_CELL_SIDE;
    while (side > 1 && side * side > MOST_IMAGE_PIXELS / cells) side--;
    return side;
}

/* What is drawn from here on leaves out the lines that end each cell. */
static void clip_gaps(const attn_painter *p, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    size_t width = value->cols * field->cell_width, height = value->rows * field->cell_height;
    for (size_t j = 0; j < value->cols; j++)
        add_rectangle(p, field->x + j * field->cell_width, field->y, field->cell_width - field->gap,
                      height);
    cairo_clip(p->cairo);
    for (size_t i = 0; i < value->rows; i++)
        add_rectangle(p, field->x, field->y + i * field->cell_height, width,
                      field->cell_height - field->gap);
    cairo_clip(p->cairo);
}

/* ---- fields ---- */

static void fill_overlay(attn_painter *p, const block *b, size_t y, unsigned char *pixels)
{
    attn_overlay_row(p->sheet, b->field, y, (uint32_t *)(void *)pixels);
}

/* Its cells, in this size. */
static block block_of(const attn_field *field, size_t cell_width, size_t cell_height, size_t gap)
{
    const attn_tensor *value = field->panel->value;
    return (block){.x = field->x,
                   .y = field->y,
                   .width = value->cols * cell_width,
                   .height = value->rows * cell_height,
                   .fill = fill_cells,
                   .field = field,
                   .cell_width = cell_width,
                   .cell_height = cell_height,
                   .gap = gap};
}

static void draw_cells(attn_painter *p, const attn_field *field)
{
    const size_t side = cell_side(field);
    const block cells = block_of(field, field->cell_width, field->cell_height, field->gap);
    const block image = block_of(field, side, side, 0);
    block over = cells;
    over.fill = fill_overlay;
    over.cell_width = 0;
    if (field->panel->over) {
        draw_block(p, &over);
    } else if (p->pixels) {
        draw_block(p, &cells);
    } else if (field->gap && attn_tensor_size(field->panel->value) <= MOST_RECTANGLES) {
        draw_rectangles(p, field);
    } else {
        cairo_save(p->cairo);
        if (field->gap) clip_gaps(p, field);
        draw_image(p, &image, (double)cells.width, (double)cells.height);
        cairo_restore(p->cairo);
    }
}

/* The frame of cell i, whose corner lies at (x, y), or its corners alone, as a path. False: it has
 * none. */
static bool add_frame(const attn_painter *p, const attn_field *field, size_t i, size_t x, size_t y)
{
    const size_t t = field->frame, left = x + t, top = y + t;
    const size_t width = field->cell_width - field->gap - 2 * t;
    const size_t height = field->cell_height - field->gap - 2 * t;
    const size_t last_x = x + width, last_y = y + height; /* where the right and lower bars begin */
    const bool whole = field->panel->marks[i] == ATTN_MARK_SURE;
    if (!field->panel->marks[i]) return false;
    for (size_t k = 0; k < 2 && whole; k++) add_rectangle(p, left, k ? last_y : top, width, t);
    for (size_t k = 0; k < 2 && whole; k++) add_rectangle(p, k ? last_x : left, top, t, height);
    for (size_t k = 0; k < 4 && !whole; k++) {
        const bool right = k % 2, low = k / 2;
        add_rectangle(p, right ? last_x + t - width / 3 : left, low ? last_y : top, width / 3, t);
        add_rectangle(p, right ? last_x : left, low ? last_y + t - height / 3 : top, t, height / 3);
    }
    return true;
}

/* The dot in cell i, if it is the largest weight of its row. */
static bool add_dot(const attn_painter *p, const attn_field *field, size_t i, size_t x, size_t y)
{
    const double radius = (double)field->dot / 2.0;
    if (!attn_field_dotted(field, i)) return false;
    cairo_arc(p->cairo, (double)(x + field->dot_left) + radius,
              (double)(y + field->dot_top) + radius, radius, 0.0, 2.0 * G_PI);
    return true;
}

/* Ink or ground, whichever stands out more from cell i. */
static size_t color_on(const attn_painter *p, const attn_field *field, size_t i)
{
    const attn_theme *theme = p->sheet->theme;
    double place = attn_range_place(field->range, field->panel->value->data[i]);
    attn_color cell = field->panel->over
                          ? attn_overlay_cell(p->sheet, field, i)
                          : attn_palette_at(attn_sheet_palette(p->sheet, field->range), place);
    bool ink = attn_color_contrast(theme->ink, cell) > attn_color_contrast(theme->ground, cell);
    return ink ? ATTN_INK + ATTN_RAMP - 1 : p->paper;
}

/* The dots, or the frames, of the cells in view. */
static void draw_signs(const attn_painter *p, const attn_field *field, bool dots)
{
    const size_t cols = field->panel->value->cols, high = field->cell_height;
    const size_t first = p->top > field->y ? (p->top - field->y) / high : 0;
    for (size_t i = first * cols, n = attn_tensor_size(field->panel->value); i < n; i++) {
        const size_t x = field->x + i % cols * field->cell_width, y = field->y + i / cols * high;
        if (y >= p->bottom) return;
        if (dots ? !add_dot(p, field, i, x, y) : !add_frame(p, field, i, x, y)) continue;
        set_color(p, color_on(p, field, i));
        cairo_fill(p->cairo);
    }
}

static void draw_field(attn_painter *p, const attn_field *field)
{
    draw_cells(p, field);
    if (field->frame) draw_signs(p, field, false);
    if (field->dot) draw_signs(p, field, true);
}

/* ---- bars ---- */

static void fill_bar(attn_painter *p, const block *b, size_t y, unsigned char *pixels)
{
    attn_steps steps = steps_of(p, b->field->range, false);
    double place = 1.0 - ((double)y + 0.5) / (double)b->height;
    memset(p->row, steps.first + (int)(place * steps.last + 0.5), b->width);
    put_row(p, p->row, b->width, pixels);
}

static void fill_overlay_bar(attn_painter *p, const block *b, size_t y, unsigned char *pixels)
{
    attn_overlay_bar_row(p->sheet, b->field, y, (uint32_t *)(void *)pixels);
}

static void draw_gradient(const attn_painter *p, const attn_field *field)
{
    const attn_bar *bar = &field->bar;
    const attn_palette *palette = attn_sheet_palette(p->sheet, field->range);
    cairo_pattern_t *colors =
        cairo_pattern_create_linear(0.0, (double)(bar->y + bar->height), 0.0, (double)bar->y);
    for (size_t i = 0; i <= BAR_STOPS; i++) {
        double place = (double)i / BAR_STOPS;
        attn_color c = attn_palette_at(palette, place);
        cairo_pattern_add_color_stop_rgb(colors, place, c.red / 255.0, c.green / 255.0,
                                         c.blue / 255.0);
    }
    add_rectangle(p, bar->x, bar->y, bar->width, bar->height);
    cairo_set_source(p->cairo, colors);
    cairo_fill(p->cairo);
    cairo_pattern_destroy(colors);
}

static void draw_bar(attn_painter *p, const attn_field *field)
{
    const attn_bar *bar = &field->bar;
    const bool over = field->panel->over;
    block b = {.x = bar->x,
               .y = bar->y,
               .width = bar->width,
               .height = bar->height,
               .fill = over ? fill_overlay_bar : fill_bar,
               .field = field};
    if (p->pixels || over)
        draw_block(p, &b);
    else
        draw_gradient(p, field);
    if (bar->masked_y == 0) return;
    b.y = bar->masked_y;
    b.height = bar->width;
    b.fill = fill_hatch;
    if (p->pixels) {
        draw_block(p, &b);
        return;
    }
    add_rectangle(p, b.x, b.y, b.width, b.height);
    hatch_path(p, b.x, b.y, b.width, b.height);
}

/* ---- lines and boxes ---- */

static bool is_in_view(const attn_painter *p, double top, double bottom)
{
    return top < (double)p->bottom && bottom > (double)p->top;
}

static void add_box(cairo_t *cairo, const attn_shape *s)
{
    const double r = s->radius, quarter = G_PI / 2.0;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, s->end_x - r, s->y + r, r, -quarter, 0.0);
    cairo_arc(cairo, s->end_x - r, s->end_y - r, r, 0.0, quarter);
    cairo_arc(cairo, s->x + r, s->end_y - r, r, quarter, 2.0 * quarter);
    cairo_arc(cairo, s->x + r, s->y + r, r, 2.0 * quarter, 3.0 * quarter);
    cairo_close_path(cairo);
}

/* It leaves both ends level, so that lines of neighbours part where they leave their words. */
static void add_link(cairo_t *cairo, const attn_shape *s)
{
    const double bend = 0.45 * (s->end_x - s->x);
    cairo_move_to(cairo, s->x, s->y);
    cairo_curve_to(cairo, s->x + bend, s->y, s->end_x - bend, s->end_y, s->end_x, s->end_y);
}

static void add_curve(cairo_t *cairo, const attn_shape *s)
{
    cairo_move_to(cairo, s->points[0][0], s->points[0][1]);
    for (size_t i = 1; i + 2 < s->point_count; i += 3) {
        const double(*at)[2] = s->points + i;
        cairo_curve_to(cairo, at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1]);
    }
}

/* A triangle, as long as the way from the first point to the tip. */
static void add_head(cairo_t *cairo, const attn_shape *s)
{
    const double wide = 0.44, x = s->end_x - s->x, y = s->end_y - s->y;
    cairo_move_to(cairo, s->end_x, s->end_y);
    cairo_line_to(cairo, s->x - wide * y, s->y + wide * x);
    cairo_line_to(cairo, s->x + wide * y, s->y - wide * x);
    cairo_close_path(cairo);
}

static void draw_shape(cairo_t *cairo, const attn_shape *s)
{
    static void (*const paths[])(cairo_t *, const attn_shape *) = {
        [ATTN_SHAPE_LINK] = add_link,
        [ATTN_SHAPE_BOX] = add_box,
        [ATTN_SHAPE_CURVE] = add_curve,
        [ATTN_SHAPE_HEAD] = add_head,
    };
    const attn_color c = s->color;
    const double dash[] = {4.0 * s->pen, 3.0 * s->pen};
    cairo_set_source_rgba(cairo, c.red / 255.0, c.green / 255.0, c.blue / 255.0, s->opacity);
    paths[s->kind](cairo, s);
    cairo_set_line_width(cairo, s->pen);
    cairo_set_dash(cairo, dash, s->dashed ? 2 : 0, 0.0);
    if (s->pen > 0.0)
        cairo_stroke(cairo);
    else
        cairo_fill(cairo);
}

static void draw_shapes(const attn_painter *p)
{
    for (size_t i = 0; i < p->sheet->shape_count; i++) {
        const attn_shape *s = &p->sheet->shapes[i];
        const double top = fmin(s->y, s->end_y) - s->pen, bottom = fmax(s->y, s->end_y) + s->pen;
        const double head = s->kind == ATTN_SHAPE_HEAD ? fabs(s->end_x - s->x) : 0.0;
        if (is_in_view(p, top - head, bottom + head)) draw_shape(p->cairo, s);
    }
}

/* ---- charts and texts ---- */

/* Smoothed edges reach a pixel beyond the measured ink. */
bool attn_mark_in_view(const attn_painter *p, const attn_mark *mark)
{
    const attn_letters *letters = &mark->letters;
    double height = mark->upwards ? letters->width : letters->height;
    return is_in_view(p, mark->y - 1.0, mark->y + height + 1.0);
}

void attn_paint_inks(const attn_painter *p)
{
    const attn_sheet *sheet = p->sheet;
    draw_shapes(p);
    for (size_t i = 0; i < sheet->chart_count; i++) {
        double top, bottom;
        attn_chart_ends(sheet->charts[i], &top, &bottom);
        if (is_in_view(p, top, bottom))
            attn_chart_draw(sheet->charts[i], sheet->theme, sheet->options.style.dark, p->cairo);
    }
    for (size_t i = 0; i < sheet->mark_count && !p->wordless; i++)
        if (attn_mark_in_view(p, &sheet->marks[i])) attn_mark_draw(&sheet->marks[i], p->cairo);
}

/* ---- the whole ---- */

/* Pixels of the longest row that is filled; a cell of an image may have more than it has on the
 * sheet. */
static size_t longest_row(const attn_sheet *sheet)
{
    size_t longest = sheet->width;
    for (size_t i = 0; i < sheet->field_count; i++) {
        size_t enlarged = sheet->fields[i].panel->value->cols * MOST_CELL_SIDE;
        if (enlarged > longest) longest = enlarged;
    }
    return longest;
}

bool attn_painter_begin(attn_painter *p, const attn_sheet *sheet, attn_arena *arena)
{
    const size_t longest = longest_row(sheet);
    *p = (attn_painter){.sheet = sheet,
                        .status = attn_arena_status(arena),
                        .arena = arena,
                        .row = attn_alloc(arena, longest, 1),
                        .hatched = attn_alloc(arena, longest, 1),
                        .steps = attn_alloc(arena, longest, 1),
                        .strips = attn_alloc(arena, sheet->field_count, sizeof *p->strips)};
    fill_table(p);
    return attn_ok(p->status);
}

void attn_paint_cells(attn_painter *p)
{
    const attn_sheet *sheet = p->sheet;
    if (p->pixels || !sheet->theme->clear) {
        add_rectangle(p, 0, p->top, sheet->width, p->bottom - p->top);
        set_color(p, ATTN_GROUND);
        cairo_fill(p->cairo);
    }
    for (size_t i = 0; i < sheet->field_count; i++) draw_field(p, &sheet->fields[i]);
    for (size_t i = 0; i < sheet->field_count; i++)
        if (sheet->fields[i].bar.height > 0) draw_bar(p, &sheet->fields[i]);
}
