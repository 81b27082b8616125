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

#include <string.h>

#include "picture/paint/painter.h"
#include "picture/paint/png_data.h"

#define BAND_ROWS 64u

typedef struct bands {
    attn_painter painter;
    cairo_surface_t *layer; /* NULL: no band had texts so far */
    const attn_ink **inks;  /* in the band */
    size_t ink_count;
} bands;

/* ---- a band ---- */

static cairo_surface_t *new_surface(const bands *b, cairo_format_t format)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(format, (int)b->painter.sheet->width, (int)BAND_ROWS);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        attn_fail(b->painter.status, ATTN_MEMORY,
                  "there is no memory for a picture %zu pixels wide", b->painter.sheet->width);
    return surface;
}

/* Draws in the places of the sheet. */
static cairo_t *on_surface(const bands *b, cairo_surface_t *surface)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_translate(cairo, 0.0, -(double)b->painter.top);
    return cairo;
}

static void end_drawing(const bands *b, cairo_t *cairo)
{
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS)
        attn_fail(b->painter.status, ATTN_MEMORY, "the picture cannot be drawn: %s",
                  cairo_status_to_string(cairo_status(cairo)));
    cairo_surface_flush(cairo_get_target(cairo));
    cairo_destroy(cairo);
}

/* A pixel lies inside a shape or outside it: its place in the table cannot be softened. */
static void draw_cells(bands *b)
{
    attn_painter *p = &b->painter;
    p->cairo = on_surface(b, p->pixels);
    cairo_set_operator(p->cairo, CAIRO_OPERATOR_SOURCE);
    cairo_set_antialias(p->cairo, CAIRO_ANTIALIAS_NONE);
    cairo_set_tolerance(p->cairo, 0.01);
    attn_paint_cells(p);
    end_drawing(b, p->cairo);
}

/* All rows of the band before are done, so that the layer is clear again (see lay_over). */
static void draw_layer(bands *b)
{
    if (!b->layer) b->layer = new_surface(b, CAIRO_FORMAT_ARGB32);
    if (!attn_ok(b->painter.status)) return;
    cairo_surface_mark_dirty(b->layer);
    cairo_t *cairo = on_surface(b, b->layer);
    attn_paint_inks(&b->painter, cairo);
    end_drawing(b, cairo);
}

static bool begin_band(bands *b, size_t top)
{
    attn_painter *p = &b->painter;
    p->top = top;
    p->bottom = top + BAND_ROWS < p->sheet->height ? top + BAND_ROWS : p->sheet->height;
    b->ink_count = 0;
    for (size_t i = 0; i < p->ink_count; i++)
        if (attn_ink_in_view(p, &p->inks[i])) b->inks[b->ink_count++] = &p->inks[i];
    draw_cells(b);
    if (b->ink_count > 0) draw_layer(b);
    return attn_ok(p->status);
}

static uint32_t *surface_row(cairo_surface_t *surface, size_t row)
{
    unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    return (uint32_t *)(void *)(data + row * stride);
}

/* ---- a row ---- */

/* Ink on the ground, by how much of the pixel it covers. */
static void lay_ink(const bands *b, const attn_mark *mark, uint32_t ink, uint8_t *pixel)
{
    const attn_color soft_ink = b->painter.sheet->theme->soft_ink;
    uint32_t level = ((ink >> 24) * ATTN_RAMP + 127) / 255;
    bool soft = memcmp(&mark->color, &soft_ink, sizeof soft_ink) == 0;
    if (level) *pixel = (uint8_t)((soft ? ATTN_SOFT_INK : ATTN_INK) + level - 1);
}

/* `ink` has its colours multiplied by how much of the pixel it covers. */
static void lay_color(uint32_t ink, uint8_t *pixel)
{
    uint32_t rest = 255 - (ink >> 24);
    for (size_t i = 0; i < 3; i++) {
        uint32_t own = ink >> (16 - 8 * i) & 0xff;
        pixel[i] = (uint8_t)(own + (pixel[i] * rest + 127) / 255);
    }
}

/* The part of a text or chart in row y, which leaves the layer by it. */
static void lay_over(const bands *b, const attn_ink *ink, size_t y, uint8_t *pixels)
{
    if (y < ink->top || y >= ink->bottom) return;
    uint32_t *layer = surface_row(b->layer, y - b->painter.top);
    for (size_t x = ink->left; x < ink->right; x++) {
        if (layer[x] == 0) continue;
        if (b->painter.indexed)
            lay_ink(b, ink->mark, layer[x], pixels + x);
        else
            lay_color(layer[x], pixels + 3 * x);
        layer[x] = 0;
    }
}

static void copy_row(const bands *b, size_t y, uint8_t *pixels)
{
    const size_t width = b->painter.sheet->width;
    const uint32_t *row = surface_row(b->painter.pixels, y - b->painter.top);
    if (b->painter.indexed) memcpy(pixels, row, width);
    for (size_t x = 0; !b->painter.indexed && x < width; x++) {
        const uint8_t rgb[3] = {(uint8_t)(row[x] >> 16), (uint8_t)(row[x] >> 8), (uint8_t)row[x]};
        memcpy(pixels + 3 * x, rgb, sizeof rgb);
    }
}

static bool next_row(void *user, size_t y, uint8_t *pixels)
{
    bands *b = user;
    if (y >= b->painter.bottom && !begin_band(b, y)) return false;
    copy_row(b, y, pixels);
    for (size_t i = 0; i < b->ink_count; i++) lay_over(b, b->inks[i], y, pixels);
    return attn_ok(b->painter.status);
}

/* ---- the whole ---- */

static bool table_suffices(const attn_sheet *sheet)
{
    bool suffices = sheet->chart_count == 0;
    for (size_t i = 0; i < sheet->field_count; i++)
        suffices = suffices && !sheet->fields[i].panel->over;
    for (size_t i = 0; i < sheet->mark_count; i++)
        suffices = suffices && !sheet->marks[i].in_cell && !sheet->marks[i].letters.colored;
    return suffices;
}

static void add_table(const attn_painter *p, attn_arena *arena, attn_png *picture)
{
    uint8_t(*colors)[3] = attn_alloc(arena, p->color_count, sizeof *colors);
    for (size_t i = 0; colors && i < p->color_count; i++)
        memcpy(colors[i], &p->colors[i], sizeof *colors);
    picture->colors = (const uint8_t(*)[3])colors;
    picture->color_count = p->color_count;
}

bool attn_sheet_rows(const attn_sheet *sheet, attn_arena *arena, attn_png *picture)
{
    bands *b = attn_alloc(arena, 1, sizeof *b);
    *picture =
        (attn_png){.width = sheet->width, .height = sheet->height, .row = next_row, .user = b};
    if (!b || !attn_painter_begin(&b->painter, sheet, arena)) return false;
    attn_painter *p = &b->painter;
    p->indexed = table_suffices(sheet);
    p->pixels = new_surface(b, p->indexed ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_RGB24);
    b->inks = attn_alloc(arena, p->ink_count, sizeof(attn_ink *));
    if (p->indexed) add_table(p, arena, picture);
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
    return format == ATTN_FORMAT_PNG || attn_sheet_fits_shapes(sheet, status);
}

bool attn_sheet_write(const attn_sheet *sheet, attn_format format, const char *path,
                      attn_status *status)
{
    if (!attn_sheet_fits(sheet, format, status)) return false;
    return format == ATTN_FORMAT_PNG ? write_png(sheet, path, status)
                                     : attn_sheet_write_shapes(sheet, format, path, status);
}
