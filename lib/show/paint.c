/*
 * paint: a sheet drawn in bands from top to bottom, each handed on as rows of a PNG.
 *
 * Cairo draws the texts. Cells and bars are written as pixels, so their borders are sharp and equal
 * cells have equal bytes.
 */
#include <math.h>
#include <string.h>

#include "files/png.h"
#include "show/layout.h"

#define BAND_ROWS 64u

static const attn_color paper = {0xff, 0xff, 0xff};
static const attn_color hatch_ground = {0xe9, 0xeb, 0xee}, hatch_line = {0xb9, 0xc0, 0xc8};

/* Cells smaller than this are plain grey where they are masked: stripes would not show. */
#define LEAST_HATCHED 8u
#define HATCH_STEP 6u

typedef struct painter {
    const attn_sheet *sheet;
    attn_status *status;
    cairo_surface_t *surface;
    size_t top, bottom; /* rows of the picture that the band holds: top … bottom − 1 */
    uint32_t *line;     /* one row of a field */
    bool *masked;       /* one for each column of a field */
} painter;

static uint32_t pixel(attn_color color)
{
    return (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
}

/* Row y of the picture, which must lie in the band. */
static uint32_t *row_at(const painter *p, size_t y)
{
    unsigned char *data = cairo_image_surface_get_data(p->surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(p->surface);
    return (uint32_t *)(void *)(data + (y - p->top) * stride);
}

static void fill(uint32_t *pixels, size_t count, attn_color color)
{
    uint32_t value = pixel(color);
    for (size_t i = 0; i < count; i++) pixels[i] = value;
}

/* Diagonal lines, one pixel wide, softened on both sides. */
static attn_color hatch_at(size_t x, size_t y)
{
    size_t step = (x + y) % HATCH_STEP;
    if (step == 0) return hatch_line;
    if (step > 1 && step < HATCH_STEP - 1) return hatch_ground;
    return (attn_color){(uint8_t)((3 * hatch_ground.red + hatch_line.red) / 4),
                        (uint8_t)((3 * hatch_ground.green + hatch_line.green) / 4),
                        (uint8_t)((3 * hatch_ground.blue + hatch_line.blue) / 4)};
}

static void fill_masked(uint32_t *pixels, size_t count, size_t x, size_t y, bool hatched)
{
    if (!hatched) {
        fill(pixels, count, hatch_ground);
        return;
    }
    for (size_t i = 0; i < count; i++) pixels[i] = pixel(hatch_at(x + i, y));
}

static size_t later(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t sooner(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- cells ---- */

/* The colours of a row of cells into p->line; what is masked stays paper. True if something is. */
static bool color_cells(painter *p, const attn_field *field, size_t row)
{
    const attn_palette *palette = attn_sheet_palette(p->sheet, field->range);
    const size_t cols = field->value->cols, solid = field->cell_width - field->gap;
    const float *values = field->value->data + row * cols;
    bool any = false;
    fill(p->line, cols * field->cell_width, paper);
    for (size_t j = 0; j < cols; j++) {
        p->masked[j] = !isfinite(values[j]);
        any = any || p->masked[j];
        if (p->masked[j]) continue;
        double place = attn_range_place(field->range, values[j]);
        fill(p->line + j * field->cell_width, solid, attn_palette_at(palette, place));
    }
    return any;
}

static void hatch_cells(const painter *p, const attn_field *field, uint32_t *pixels, size_t y)
{
    const size_t solid = field->cell_width - field->gap;
    bool hatched = sooner(field->cell_width, field->cell_height) >= LEAST_HATCHED;
    for (size_t j = 0; j < field->value->cols; j++) {
        size_t x = j * field->cell_width;
        if (p->masked[j]) fill_masked(pixels + x, solid, x, y - field->y, hatched);
    }
}

/* The part of one row of cells that lies in the band. */
static void paint_cells(painter *p, const attn_field *field, size_t row)
{
    size_t top = field->y + row * field->cell_height;
    size_t end = sooner(top + field->cell_height - field->gap, p->bottom);
    size_t y = later(top, p->top);
    if (y >= end) return;
    bool any_masked = color_cells(p, field, row);
    for (; y < end; y++) {
        uint32_t *pixels = row_at(p, y) + field->x;
        memcpy(pixels, p->line, field->value->cols * field->cell_width * sizeof *pixels);
        if (any_masked) hatch_cells(p, field, pixels, y);
    }
}

static void paint_field(painter *p, const attn_field *field)
{
    if (field->y >= p->bottom) return;
    size_t first = p->top > field->y ? (p->top - field->y) / field->cell_height : 0;
    for (size_t row = first; row < field->value->rows; row++) {
        if (field->y + row * field->cell_height >= p->bottom) break;
        paint_cells(p, field, row);
    }
}

/* ---- bars and texts ---- */

static void paint_bar(painter *p, const attn_bar *bar)
{
    const attn_palette *palette = attn_sheet_palette(p->sheet, bar->range);
    size_t end = sooner(bar->y + bar->height, p->bottom);
    for (size_t y = later(bar->y, p->top); y < end; y++) {
        double place = 1.0 - ((double)(y - bar->y) + 0.5) / (double)bar->height;
        fill(row_at(p, y) + bar->x, bar->width, attn_palette_at(palette, place));
    }
    if (bar->masked_y == 0) return;
    end = sooner(bar->masked_y + bar->width, p->bottom);
    for (size_t y = later(bar->masked_y, p->top); y < end; y++) {
        fill_masked(row_at(p, y) + bar->x, bar->width, 0, y - bar->masked_y, true);
    }
}

static void paint_marks(painter *p)
{
    cairo_t *cairo = cairo_create(p->surface);
    cairo_translate(cairo, 0.0, -(double)p->top);
    for (size_t i = 0; i < p->sheet->mark_count; i++) {
        const attn_mark *mark = &p->sheet->marks[i];
        const attn_letters *letters = &mark->letters;
        double height = mark->upwards ? letters->width : letters->height;
        /* a pixel more on both sides: smoothed edges reach beyond the measured ink */
        if (mark->y - 1.0 >= (double)p->bottom || mark->y + height + 1.0 <= (double)p->top)
            continue;
        cairo_set_source_rgb(cairo, mark->color.red / 255.0, mark->color.green / 255.0,
                             mark->color.blue / 255.0);
        attn_letters_draw(letters, cairo, mark->x, mark->y, mark->upwards);
    }
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) {
        attn_fail(p->status, ATTN_MEMORY, "the picture cannot be drawn: %s",
                  cairo_status_to_string(cairo_status(cairo)));
    }
    cairo_destroy(cairo);
}

static void paint_band(painter *p, size_t top)
{
    p->top = top;
    p->bottom = sooner(top + BAND_ROWS, p->sheet->height);
    cairo_surface_flush(p->surface);
    for (size_t y = p->top; y < p->bottom; y++) fill(row_at(p, y), p->sheet->width, paper);
    for (size_t i = 0; i < p->sheet->field_count; i++) paint_field(p, &p->sheet->fields[i]);
    for (size_t i = 0; i < p->sheet->bar_count; i++) paint_bar(p, &p->sheet->bars[i]);
    cairo_surface_mark_dirty(p->surface);
    paint_marks(p);
    cairo_surface_flush(p->surface);
}

static bool next_row(void *user, size_t y, uint8_t *pixels)
{
    painter *p = user;
    if (y >= p->bottom) paint_band(p, y);
    if (!attn_ok(p->status)) return false;
    const uint32_t *row = row_at(p, y);
    for (size_t x = 0; x < p->sheet->width; x++) {
        pixels[3 * x] = (uint8_t)(row[x] >> 16);
        pixels[3 * x + 1] = (uint8_t)(row[x] >> 8);
        pixels[3 * x + 2] = (uint8_t)row[x];
    }
    return true;
}

/* ---- the whole ---- */

static bool begin(painter *p)
{
    const attn_sheet *sheet = p->sheet;
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)sheet->width, (int)BAND_ROWS);
    p->line = attn_resize(NULL, sheet->width * sizeof *p->line);
    p->masked = attn_resize(NULL, sheet->width * sizeof *p->masked);
    if (p->line && p->masked && cairo_surface_status(p->surface) == CAIRO_STATUS_SUCCESS)
        return true;
    return attn_fail(p->status, ATTN_MEMORY, "there is no memory for a picture %zu pixels wide",
                     sheet->width);
}

static void end(painter *p)
{
    cairo_surface_destroy(p->surface);
    if (p->line) attn_resize(p->line, 0);
    if (p->masked) attn_resize(p->masked, 0);
}

bool attn_sheet_write_png(attn_sheet *sheet, const char *path, attn_status *status)
{
    painter p = {.sheet = sheet, .status = status};
    bool done =
        begin(&p) && attn_png_write(path, sheet->width, sheet->height, next_row, &p, NULL, status);
    end(&p);
    return done;
}
