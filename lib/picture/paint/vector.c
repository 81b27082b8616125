/*
 * vector: a sheet as SVG or PDF: the same texts, cells and bars as paint.c, as shapes.
 *
 * Cells with gaps between them are rectangles; those without are one image, since rectangles that
 * touch would show hairlines. Texts are outlines of glyphs in SVG and embedded fonts in PDF, so
 * both look the same without the fonts. No date is written: equal sheets have equal bytes.
 */
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

#include "files/bytes/output.h"
#include "picture/layout/chart.h"
#include "picture/layout/overlay.h"

/* More cells than this are an image, gaps or not. */
#define MOST_RECTANGLES 4096u
/* An image of more cells would be too large for the programs that show it. */
#define MOST_IMAGE_CELLS ((size_t)1 << 24)
/*
 * Many programs smooth an image that they enlarge, whatever the file says. So a cell is more than
 * one pixel wide, up to this, where the image stays below so many: then only its edges are
 * softened.
 */
#define MOST_CELL_SIDE 16u
#define MOST_IMAGE_PIXELS ((size_t)1 << 22)
/* Of a bar: between two of them the colours run straight. */
#define BAR_STOPS 32u

static const double points_per_pixel = 0.75; /* 96 pixels and 72 points to an inch */

typedef struct drawing {
    const attn_sheet *sheet;
    attn_status *status;
    attn_arena *arena;
    attn_output *output;
    cairo_t *cairo;
    attn_text head; /* SVG: what stands behind the opening tag */
    size_t tags;    /* SVG: '>' seen so far, up to the one that closes the opening tag */
    char end[8];    /* the last bytes written */
} drawing;

static void set_color(const drawing *d, attn_color c)
{
    cairo_set_source_rgb(d->cairo, c.red / 255.0, c.green / 255.0, c.blue / 255.0);
}

static void add_rectangle(const drawing *d, size_t x, size_t y, size_t width, size_t height)
{
    cairo_rectangle(d->cairo, (double)x, (double)y, (double)width, (double)height);
}

/* ---- masked cells ---- */

/* Stripes over the current path, which is used up; the box around it begins at (x, y). */
static void hatch_path(const drawing *d, size_t x, size_t y, size_t width, size_t height)
{
    attn_hatch hatch = d->sheet->hatch;
    double left = (double)x, top = (double)y, high = (double)height;
    set_color(d, d->sheet->theme->hatch_ground);
    cairo_fill_preserve(d->cairo);
    cairo_save(d->cairo);
    cairo_clip(d->cairo);
    set_color(d, d->sheet->theme->hatch_line);
    cairo_set_line_width(d->cairo, (double)hatch.width);
    for (size_t k = 0; k * hatch.every < width + height; k++) {
        double start = (double)(k * hatch.every) + (double)hatch.width / 2.0;
        cairo_move_to(d->cairo, left + start + 2.0, top - 2.0);
        cairo_line_to(d->cairo, left + start - high - 2.0, top + high + 2.0);
    }
    cairo_stroke(d->cairo);
    cairo_restore(d->cairo);
}

/* ---- cells ---- */

#define MASKED 255u /* above all steps */
_Static_assert(ATTN_MOST_STEPS <= MASKED, "a step is taken for a masked cell");

static uint8_t *steps_of(const drawing *d, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    const attn_palette *palette = attn_sheet_palette(d->sheet, field->range);
    const attn_steps steps = {
        .last = (uint8_t)(palette->count - 1), .masked = MASKED, .some_masked = field->masked};
    const attn_strips *strips = field->panel->strips;
    uint8_t *of_cells = attn_alloc(d->arena, attn_tensor_size(value), 1);
    float *row = strips ? attn_room(d->arena, value->cols, sizeof *row) : NULL;
    if (!of_cells || (strips && !row)) return NULL;
    if (!strips)
        attn_range_steps(field->range, steps, value->data, attn_tensor_size(value), of_cells);
    for (size_t i = 0; strips && i < value->rows; i++) {
        if (!strips->read(strips->user, i, 1, row, attn_arena_status(d->arena))) return NULL;
        attn_range_steps(field->range, steps, row, value->cols, of_cells + i * value->cols);
    }
    return of_cells;
}

static attn_color color_of(const drawing *d, const attn_field *field, uint8_t step)
{
    if (step == MASKED) return d->sheet->theme->hatch_ground;
    return attn_sheet_palette(d->sheet, field->range)->steps[step];
}

/* The cells of one colour are one path. */
static void draw_step(const drawing *d, const attn_field *field, const uint8_t *steps, uint8_t step)
{
    const attn_tensor *value = field->panel->value;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        if (steps[i] != step) continue;
        add_rectangle(d, field->x + i % value->cols * field->cell_width,
                      field->y + i / value->cols * field->cell_height,
                      field->cell_width - field->gap, field->cell_height - field->gap);
    }
    if (step == MASKED && attn_field_hatched(d->sheet, field)) {
        hatch_path(d, field->x, field->y, value->cols * field->cell_width,
                   value->rows * field->cell_height);
        return;
    }
    set_color(d, color_of(d, field, step));
    cairo_fill(d->cairo);
}

static void draw_rectangles(const drawing *d, const attn_field *field, const uint8_t *steps)
{
    bool used[MASKED + 1] = {false};
    for (size_t i = 0, n = attn_tensor_size(field->panel->value); i < n; i++) used[steps[i]] = true;
    for (size_t step = 0; step <= MASKED; step++)
        if (used[step]) draw_step(d, field, steps, (uint8_t)step);
}

/* Pixels of the image on each side of a cell. */
static size_t cell_side(const attn_field *field)
{
    size_t cells = attn_tensor_size(field->panel->value), side = MOST_CELL_SIDE;
    while (side > 1 && side * side > MOST_IMAGE_PIXELS / cells) side--;
    return side;
}

static void fill_row(const drawing *d, const attn_field *field, const uint8_t *steps, size_t side,
                     unsigned char *row)
{
    for (size_t j = 0; j < field->panel->value->cols; j++) {
        attn_color c = color_of(d, field, steps[j]);
        uint32_t pixel = (uint32_t)c.red << 16 | (uint32_t)c.green << 8 | c.blue;
        for (size_t x = j * side; x < (j + 1) * side; x++) memcpy(row + 4 * x, &pixel, 4);
    }
}

static cairo_surface_t *cells_as_image(const drawing *d, const attn_field *field,
                                       const uint8_t *steps, size_t side)
{
    const attn_tensor *value = field->panel->value;
    cairo_surface_t *image = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)(value->cols * side), (int)(value->rows * side));
    if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) return image;
    cairo_surface_flush(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    unsigned char *row = cairo_image_surface_get_data(image);
    for (size_t y = 0; y < value->rows * side; y++, row += stride) {
        if (y % side == 0) fill_row(d, field, steps + y / side * value->cols, side, row);
        if (y % side != 0) memcpy(row, row - stride, stride);
    }
    cairo_surface_mark_dirty(image);
    return image;
}

/* The light lines that end each cell, over an image. */
static void draw_gaps(const drawing *d, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    size_t width = value->cols * field->cell_width, height = value->rows * field->cell_height;
    for (size_t j = 1; j <= value->cols; j++)
        add_rectangle(d, field->x + j * field->cell_width - field->gap, field->y, field->gap,
                      height);
    for (size_t i = 1; i <= value->rows; i++)
        add_rectangle(d, field->x, field->y + i * field->cell_height - field->gap, width,
                      field->gap);
    set_color(d, d->sheet->theme->ground);
    cairo_fill(d->cairo);
}

static void draw_image(const drawing *d, const attn_field *field, const uint8_t *steps)
{
    size_t side = cell_side(field);
    cairo_surface_t *image = cells_as_image(d, field, steps, side);
    cairo_save(d->cairo);
    cairo_translate(d->cairo, (double)field->x, (double)field->y);
    cairo_scale(d->cairo, (double)field->cell_width / (double)side,
                (double)field->cell_height / (double)side);
    cairo_set_source_surface(d->cairo, image, 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(d->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(d->cairo); /* not filled, which would make a pattern of it that is smoothed */
    cairo_restore(d->cairo);
    cairo_surface_destroy(image);
    if (field->gap) draw_gaps(d, field);
}

/* A surface whose rows of RGB bytes come from `row`, painted where it belongs. */
static void draw_rows(const drawing *d, size_t x, size_t y, size_t width, size_t height,
                      void (*row)(const attn_sheet *sheet, const void *of, size_t y, uint8_t *rgb),
                      const void *of)
{
    uint8_t *rgb = attn_alloc(d->arena, width, 3);
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    bool made = cairo_surface_status(image) == CAIRO_STATUS_SUCCESS;
    cairo_surface_flush(image);
    for (size_t k = 0; rgb && made && k < height; k++) {
        size_t stride = (size_t)cairo_image_surface_get_stride(image);
        unsigned char *pixels = cairo_image_surface_get_data(image) + k * stride;
        row(d->sheet, of, k, rgb);
        for (size_t i = 0; i < width; i++) {
            uint32_t pixel =
                (uint32_t)rgb[3 * i] << 16 | (uint32_t)rgb[3 * i + 1] << 8 | rgb[3 * i + 2];
            memcpy(pixels + 4 * i, &pixel, 4);
        }
    }
    cairo_surface_mark_dirty(image);
    cairo_set_source_surface(d->cairo, image, (double)x, (double)y);
    cairo_paint(d->cairo);
    cairo_surface_destroy(image);
}

static void field_row(const attn_sheet *sheet, const void *of, size_t y, uint8_t *rgb)
{
    attn_overlay_row(sheet, of, y, rgb);
}

static void bar_row(const attn_sheet *sheet, const void *of, size_t y, uint8_t *rgb)
{
    attn_overlay_bar_row(sheet, of, y, rgb);
}

/* The dots in the largest weights of rows; an overlay has them already. */
static void draw_dots(const drawing *d, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    const attn_theme *theme = d->sheet->theme;
    double radius = (double)field->dot / 2.0;
    for (size_t i = 0, n = attn_tensor_size(value); field->dot && i < n; i++) {
        if (!attn_field_dotted(field, i)) continue;
        size_t left = field->x + i % value->cols * field->cell_width + field->dot_left;
        size_t top = field->y + i / value->cols * field->cell_height + field->dot_top;
        cairo_arc(d->cairo, (double)left + radius, (double)top + radius, radius, 0.0, 2.0 * G_PI);
        set_color(d, attn_field_is_ink(d->sheet, field, i) ? theme->ink : theme->ground);
        cairo_fill(d->cairo);
    }
}

static void draw_frames(const drawing *d, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    const attn_theme *theme = d->sheet->theme;
    attn_bit bits[ATTN_MOST_BITS];
    for (size_t i = 0, n = attn_tensor_size(value); field->frame && i < n; i++) {
        if (!field->panel->marks[i]) continue;
        size_t count = attn_field_frame(field, field->panel->marks[i], bits);
        size_t x = field->x + i % value->cols * field->cell_width;
        size_t y = field->y + i / value->cols * field->cell_height;
        for (size_t k = 0; k < count; k++)
            add_rectangle(d, x + bits[k].x, y + bits[k].y, bits[k].width, bits[k].height);
        set_color(d, attn_field_is_ink(d->sheet, field, i) ? theme->ink : theme->ground);
        cairo_fill(d->cairo);
    }
}

static void draw_field(const drawing *d, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    size_t cells = attn_tensor_size(value);
    if (field->panel->over) {
        draw_rows(d, field->x, field->y, value->cols * field->cell_width,
                  value->rows * field->cell_height, field_row, field);
        return;
    }
    uint8_t *steps = steps_of(d, field);
    if (!steps) return;
    if (field->gap && cells <= MOST_RECTANGLES) {
        draw_rectangles(d, field, steps);
    } else {
        draw_image(d, field, steps);
    }
    draw_frames(d, field);
    draw_dots(d, field);
}

/* ---- bars and the whole ---- */

static void draw_colors(const drawing *d, const attn_bar *bar)
{
    const attn_palette *palette = attn_sheet_palette(d->sheet, bar->range);
    double top = (double)bar->y, bottom = (double)(bar->y + bar->height);
    cairo_pattern_t *colors = cairo_pattern_create_linear(0.0, bottom, 0.0, top);
    for (size_t i = 0; i <= BAR_STOPS; i++) {
        double place = (double)i / BAR_STOPS;
        attn_color c = attn_palette_at(palette, place);
        cairo_pattern_add_color_stop_rgb(colors, place, c.red / 255.0, c.green / 255.0,
                                         c.blue / 255.0);
    }
    add_rectangle(d, bar->x, bar->y, bar->width, bar->height);
    cairo_set_source(d->cairo, colors);
    cairo_fill(d->cairo);
    cairo_pattern_destroy(colors);
}

static void draw_bar(const drawing *d, const attn_bar *bar)
{
    if (bar->over)
        draw_rows(d, bar->x, bar->y, bar->width, bar->height, bar_row, bar);
    else
        draw_colors(d, bar);
    if (bar->masked_y == 0) return;
    add_rectangle(d, bar->x, bar->masked_y, bar->width, bar->width);
    hatch_path(d, bar->x, bar->masked_y, bar->width, bar->width);
}

static void draw_sheet(const drawing *d)
{
    const attn_sheet *sheet = d->sheet;
    add_rectangle(d, 0, 0, sheet->width, sheet->height);
    set_color(d, sheet->theme->ground);
    cairo_fill(d->cairo);
    for (size_t i = 0; i < sheet->field_count; i++) draw_field(d, &sheet->fields[i]);
    for (size_t i = 0; i < sheet->bar_count; i++) draw_bar(d, &sheet->bars[i]);
    for (size_t i = 0; i < sheet->chart_count; i++)
        attn_chart_draw(&sheet->charts[i], sheet->theme, sheet->options.style.dark, d->cairo);
    for (size_t i = 0; i < sheet->mark_count; i++) attn_mark_draw(&sheet->marks[i], d->cairo);
    cairo_show_page(d->cairo);
}

/* ---- files ---- */

static cairo_status_t write_bytes(void *user, const unsigned char *bytes, unsigned length)
{
    drawing *d = user;
    size_t last = length < sizeof d->end ? length : sizeof d->end;
    memmove(d->end, d->end + last, sizeof d->end - last);
    if (last) memcpy(d->end + sizeof d->end - last, bytes + length - last, last);
    return attn_output_write(d->output, bytes, length) ? CAIRO_STATUS_SUCCESS
                                                       : CAIRO_STATUS_WRITE_ERROR;
}

/* The title goes behind the second tag of the document: the first is the XML declaration. */
static cairo_status_t write_titled(void *user, const unsigned char *bytes, unsigned length)
{
    drawing *d = user;
    unsigned at = 0;
    while (at < length && d->tags < 2) d->tags += bytes[at++] == '>';
    bool titled = d->tags == 2 && at > 0;
    if (titled) d->tags++;
    if (write_bytes(d, bytes, at) != CAIRO_STATUS_SUCCESS) return CAIRO_STATUS_WRITE_ERROR;
    if (titled && !attn_output_write(d->output, attn_text_string(&d->head), d->head.length))
        return CAIRO_STATUS_WRITE_ERROR;
    return write_bytes(d, bytes + at, length - at);
}

/* Control characters, which XML has no form for, come out escaped as on a terminal. */
static void add_xml(attn_text *out, const char *text)
{
    static const char *const forms[] = {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;"};
    attn_text plain = {0};
    attn_text_add_escaped(&plain, text, strlen(text), false);
    for (const char *c = attn_text_string(&plain); *c; c++) {
        size_t k = (unsigned char)*c;
        const char *form = k < sizeof forms / sizeof *forms ? forms[k] : NULL;
        attn_text_add_bytes(out, form ? form : c, form ? strlen(form) : 1);
    }
    out->failed = out->failed || plain.failed;
    attn_text_free(&plain);
}

static void add_element(attn_text *out, const char *name, const char *text)
{
    if (!text || !*text) return;
    attn_text_print(out, "\n<%s>", name);
    add_xml(out, text);
    attn_text_print(out, "</%s>", name);
}

static cairo_surface_t *svg_surface(drawing *d)
{
    double width = (double)d->sheet->width, height = (double)d->sheet->height;
    add_element(&d->head, "title", d->sheet->options.title);
    add_element(&d->head, "desc", d->sheet->options.subtitle);
    /* no smoothing of enlarged images; those of letters stand in their own size */
    attn_text_add(&d->head, "\n<style>use:not([transform^='matrix(1,0,0,1,'])"
                            "{image-rendering:pixelated}</style>");
    if (d->head.failed) attn_fail(d->status, ATTN_MEMORY, "there is no memory left");
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(write_titled, d, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
}

static cairo_surface_t *pdf_surface(drawing *d)
{
    double width = (double)d->sheet->width, height = (double)d->sheet->height;
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        write_bytes, d, width * points_per_pixel, height * points_per_pixel);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, ""); /* takes it out */
    if (d->sheet->options.title) {
        attn_text title = {0};
        const char *text = d->sheet->options.title;
        attn_text_add_escaped(&title, text, strlen(text), false);
        if (title.failed) attn_fail(d->status, ATTN_MEMORY, "there is no memory left");
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, attn_text_string(&title));
        attn_text_free(&title);
    }
    return surface;
}

/* Cairo without memory may end a PDF early and call that success; only the last bytes tell. */
static bool ends_with(const drawing *d, const char *end)
{
    size_t length = strlen(end);
    return memcmp(d->end + sizeof d->end - length, end, length) == 0;
}

/* Draws on the surface and finishes it; end: the last bytes of a whole file, at most 8. */
static bool draw_on(drawing *d, cairo_surface_t *surface, double scale, const char *end)
{
    d->cairo = cairo_create(surface);
    cairo_scale(d->cairo, scale, scale);
    draw_sheet(d);
    cairo_status_t drawn = cairo_status(d->cairo);
    cairo_destroy(d->cairo);
    cairo_surface_finish(surface);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (drawn == CAIRO_STATUS_SUCCESS && attn_ok(d->status) && !ends_with(d, end))
        drawn = CAIRO_STATUS_NO_MEMORY;
    if (drawn == CAIRO_STATUS_SUCCESS) return attn_ok(d->status);
    return attn_fail(d->status, drawn == CAIRO_STATUS_NO_MEMORY ? ATTN_MEMORY : ATTN_FILE,
                     "the picture cannot be drawn: %s", cairo_status_to_string(drawn));
}

bool attn_sheet_fits_vector(const attn_sheet *sheet, attn_status *status)
{
    for (size_t i = 0; i < sheet->field_count; i++) {
        size_t cells = attn_tensor_size(sheet->fields[i].panel->value);
        if (cells <= MOST_IMAGE_CELLS) continue;
        return attn_fail(status, ATTN_LIMIT,
                         "a map of %zu cells is too large for SVG and PDF (%zu at most): draw it "
                         "as PNG",
                         cells, MOST_IMAGE_CELLS);
    }
    return true;
}

static bool write_sheet(attn_sheet *sheet, cairo_surface_t *(*make)(drawing *), double scale,
                        const char *end, const char *path, attn_status *status)
{
    drawing d = {.sheet = sheet, .status = status};
    if (attn_sheet_fits_vector(sheet, status)) d.arena = attn_arena_new(status);
    if (d.arena) d.output = attn_output_open(path, status);
    bool done = d.output && draw_on(&d, make(&d), scale, end);
    attn_text_free(&d.head);
    attn_arena_free(d.arena);
    attn_status_place(status, path, 0, 0);
    if (done) return attn_output_commit(d.output);
    attn_output_abandon(d.output);
    return false;
}

bool attn_sheet_write_svg(attn_sheet *sheet, const char *path, attn_status *status)
{
    return write_sheet(sheet, svg_surface, 1.0, "</svg>\n", path, status);
}

bool attn_sheet_write_pdf(attn_sheet *sheet, const char *path, attn_status *status)
{
    return write_sheet(sheet, pdf_surface, points_per_pixel, "%%EOF\n", path, status);
}
