/*
 * paint: a sheet as a PNG, whose rows are painted in bands from top to bottom: the memory needed is
 * that of the texts and a few rows, whatever the size of the picture.
 *
 * A band holds places in a table of at most 256 colours. Texts and charts are drawn apart from
 * that, on a layer that is clear elsewhere, and laid over. Texts on the ground take one of a few
 * mixtures of ink and ground that stand in the table too; where a text stands in a cell or has
 * colours of its own, or a map lies over a picture, band and file have RGB pixels instead.
 */
#include "picture/paint/paint.h"

#include <math.h>
#include <string.h>

#include "picture/paint/painter.h"
#include "picture/paint/png_data.h"

#define BAND_ROWS 64u

typedef struct bands {
    attn_painter painter;
    cairo_surface_t *layer; /* of indices: how much of each pixel a text covers; clear elsewhere */
} bands;

/* ---- a band ---- */

static cairo_surface_t *new_surface(const attn_painter *p, cairo_format_t format)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(format, (int)p->sheet->width, (int)BAND_ROWS);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        attn_no_memory(p->status, "drawing a picture %zu pixels wide", p->sheet->width);
    return surface;
}

/* Draws in the places of the sheet. */
static void begin_drawing(attn_painter *p, cairo_surface_t *surface)
{
    p->cairo = cairo_create(surface);
    cairo_translate(p->cairo, 0.0, -(double)p->top);
}

static void end_drawing(attn_painter *p)
{
    if (cairo_status(p->cairo) != CAIRO_STATUS_SUCCESS)
        attn_fail(p->status, ATTN_MEMORY, "the picture cannot be drawn: %s",
                  cairo_status_to_string(cairo_status(p->cairo)));
    cairo_surface_flush(cairo_get_target(p->cairo));
    cairo_destroy(p->cairo);
}

/* A pixel lies inside a shape or outside it: its place in the table cannot be softened. Texts and
 * charts come from a layer of their own. */
static void draw_band(attn_painter *p)
{
    begin_drawing(p, p->pixels);
    cairo_save(p->cairo);
    cairo_set_operator(p->cairo, CAIRO_OPERATOR_SOURCE);
    cairo_set_antialias(p->cairo, CAIRO_ANTIALIAS_NONE);
    cairo_set_tolerance(p->cairo, 0.01);
    attn_paint_cells(p);
    cairo_restore(p->cairo);
    if (!p->indexed) {
        cairo_push_group(p->cairo);
        attn_paint_inks(p);
        cairo_pop_group_to_source(p->cairo);
        cairo_paint(p->cairo);
    }
    end_drawing(p);
}

static uint8_t *row_of(const attn_painter *p, cairo_surface_t *surface, size_t y)
{
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    return cairo_image_surface_get_data(surface) + (y - p->top) * stride;
}

static size_t pixel_of(double place, size_t least, size_t most)
{
    return (size_t)fmin(fmax(place, (double)least), (double)most);
}

/* Ink on the ground, by how much of a pixel it covers; the layer is clear again after it. */
static void lay_over(bands *b, const attn_mark *mark)
{
    const attn_painter *p = &b->painter;
    const attn_color soft_ink = p->sheet->theme->soft_ink;
    const attn_letters *letters = &mark->letters;
    const double width = mark->upwards ? letters->height : letters->width;
    const double height = mark->upwards ? letters->width : letters->height;
    size_t bottom = pixel_of(mark->y + height + 2.0, p->top, p->bottom);
    size_t right = pixel_of(mark->x + width + 2.0, 0, p->sheet->width);
    bool soft = memcmp(&mark->color, &soft_ink, sizeof soft_ink) == 0;
    for (size_t y = pixel_of(mark->y - 1.0, p->top, p->bottom); y < bottom; y++) {
        uint8_t *layer = row_of(p, b->layer, y), *pixels = row_of(p, p->pixels, y);
        for (size_t x = pixel_of(mark->x - 1.0, 0, p->sheet->width); x < right; x++) {
            size_t level = ((size_t)layer[x] * ATTN_RAMP + 127) / 255;
            if (level) pixels[x] = (uint8_t)((soft ? ATTN_SOFT_INK : ATTN_INK) + level - 1);
            layer[x] = 0;
        }
    }
}

static void draw_texts(bands *b)
{
    attn_painter *p = &b->painter;
    const attn_sheet *sheet = p->sheet;
    cairo_surface_mark_dirty(b->layer);
    begin_drawing(p, b->layer);
    attn_paint_inks(p);
    end_drawing(p);
    for (size_t i = 0; i < sheet->mark_count; i++)
        if (attn_mark_in_view(p, &sheet->marks[i])) lay_over(b, &sheet->marks[i]);
    cairo_surface_mark_dirty(p->pixels);
}

/* Cairo's colours have been multiplied by how much they cover. */
static void put_pixel(uint32_t pixel, bool clear, uint8_t *bytes)
{
    const uint32_t opaque = 255, alpha = clear ? pixel >> 24 : opaque;
    for (size_t i = 0; i < 3; i++) {
        uint32_t part = pixel >> (16 - 8 * i) & 0xff;
        bytes[i] =
            (uint8_t)(alpha == opaque || alpha == 0 ? part : (part * opaque + alpha / 2) / alpha);
    }
    if (clear) bytes[3] = (uint8_t)alpha;
}

static bool next_row(void *user, size_t y, uint8_t *pixels)
{
    bands *b = user;
    attn_painter *p = &b->painter;
    const size_t width = p->sheet->width;
    if (y >= p->bottom) {
        p->top = y;
        p->bottom = y + BAND_ROWS < p->sheet->height ? y + BAND_ROWS : p->sheet->height;
        draw_band(p);
        if (p->indexed && attn_ok(p->status)) draw_texts(b);
        if (!attn_ok(p->status)) return false;
    }
    const uint8_t *row = row_of(p, p->pixels, y);
    if (p->indexed) memcpy(pixels, row, width);
    const size_t bytes = p->sheet->theme->clear ? 4 : 3;
    for (size_t x = 0; !p->indexed && x < width; x++) {
        uint32_t pixel;
        memcpy(&pixel, row + 4 * x, sizeof pixel);
        put_pixel(pixel, bytes == 4, pixels + bytes * x);
    }
    return true;
}

/* ---- the whole ---- */

_Static_assert(sizeof(attn_color) == 3, "the table of a PNG has three bytes for each colour");

static bool table_suffices(const attn_sheet *sheet)
{
    bool suffices = sheet->chart_count + sheet->shape_count == 0;
    for (size_t i = 0; i < sheet->field_count; i++)
        suffices = suffices && !sheet->fields[i].panel->over;
    for (size_t i = 0; i < sheet->mark_count; i++)
        suffices = suffices && !sheet->marks[i].in_cell && !sheet->marks[i].letters.colored;
    return suffices;
}

bool attn_sheet_rows(const attn_sheet *sheet, attn_arena *arena, attn_png *picture)
{
    bands *b = attn_alloc(arena, 1, sizeof *b);
    *picture =
        (attn_png){.width = sheet->width, .height = sheet->height, .row = next_row, .user = b};
    if (!b || !attn_painter_begin(&b->painter, sheet, arena)) return false;
    attn_painter *p = &b->painter;
    p->indexed = table_suffices(sheet);
    picture->clear = sheet->theme->clear;
    picture->alphas = p->alphas;
    p->pixels = new_surface(p, p->indexed       ? CAIRO_FORMAT_A8
                               : picture->clear ? CAIRO_FORMAT_ARGB32
                                                : CAIRO_FORMAT_RGB24);
    if (p->indexed) b->layer = new_surface(p, CAIRO_FORMAT_A8);
    if (p->indexed) picture->color_count = p->color_count;
    if (p->indexed) picture->colors = (const uint8_t(*)[3])(void *)p->colors;
    return attn_ok(p->status);
}

void attn_sheet_rows_end(const attn_png *picture)
{
    const bands *b = picture->user;
    if (!b) return;
    cairo_surface_destroy(b->layer);
    cairo_surface_destroy(b->painter.pixels);
}

static bool write_png(const attn_sheet *sheet, const char *path, attn_status *status)
{
    attn_png picture = {0};
    attn_arena *arena = attn_arena_new(status);
    bool done = arena && attn_sheet_rows(sheet, arena, &picture) &&
                attn_numbers_pack(&sheet->options, arena, &picture) &&
                attn_png_write(path, &picture, status);
    attn_sheet_rows_end(&picture);
    attn_arena_free(arena);
    return done;
}

bool attn_sheet_fits(const attn_sheet *sheet, attn_format format, attn_status *status)
{
    if (sheet->apart)
        return attn_fail(status, ATTN_LIMIT,
                         "%zu maps do not fit on one picture of %u pixels a side: draw each alone",
                         sheet->options.panel_count, ATTN_MOST_PIXELS);
    if (sheet->options.style.live && format == ATTN_FORMAT_PNG)
        return attn_fail(status, ATTN_USAGE,
                         "a PNG has pixels, not text: use live text with SVG, as OUT.svg");
    return format == ATTN_FORMAT_PNG || attn_sheet_fits_shapes(sheet, status);
}

bool attn_sheet_write(const attn_sheet *sheet, attn_format format, const char *path,
                      attn_status *status)
{
    if (!attn_sheet_fits(sheet, format, status)) return false;
    return format == ATTN_FORMAT_PNG ? write_png(sheet, path, status)
                                     : attn_sheet_write_shapes(sheet, format, path, status);
}
