/*
 * paint: a sheet as the rows of a PNG, from top to bottom.
 *
 * A row is first put together of numbers in a table of at most 256 colours: ground, cells and bars.
 * Cairo draws the texts apart from that, into a band of some rows that is clear elsewhere; where a
 * row has texts, they are laid over it. Texts on the ground take one of a few mixtures of ink and
 * ground that stand in the table too; where a text stands in a cell or has colours of its own, the
 * file has RGB pixels instead.
 */
#include <string.h>

#include "files/png/png.h"
#include "picture/layout/chart.h"
#include "picture/layout/overlay.h"
#include "picture/paint/png_data.h"

#define BAND_ROWS 64u

/* The table: the ground, both inks from faint to full, masked cells, then the colour maps. */
enum {
    RAMP = 15, /* mixtures of an ink, the last one is the ink itself */
    GROUND = 0,
    INK = GROUND + 1,
    SOFT_INK = INK + RAMP,
    HATCH_GROUND = SOFT_INK + RAMP,
    HATCH_EDGE,
    HATCH_LINE,
    STEPS,
    MOST_COLORS = 256
};
_Static_assert(STEPS + ATTN_MOST_STEPS <= MOST_COLORS, "the colour maps do not fit the table");

/* So many numbers are read at a time, or a row of them. */
#define STRIP_NUMBERS ((size_t)1 << 16)

typedef struct strip { /* rows first … end − 1 of a map */
    size_t first, end;
    float *numbers;
} strip;

typedef struct painter {
    const attn_sheet *sheet;
    attn_status *status;
    attn_arena *arena; /* of all that follows */
    uint8_t colors[MOST_COLORS][3];
    size_t color_count;
    bool table;      /* rows go out as they are, not as RGB */
    uint8_t *row;    /* numbers in the table */
    uint8_t *cells;  /* the last row of cells of each field, at the place of the field */
    uint8_t *steps;  /* one for each cell of it */
    size_t *painted; /* for each field: which row of cells that is, from 1 */
    strip *strips;   /* for each field whose numbers come in strips: the last one */
    cairo_surface_t *band;
    size_t top, bottom;      /* rows of the picture that the band holds: top … bottom − 1 */
    const attn_mark **marks; /* in the band */
    size_t mark_count;
} painter;

static size_t sooner(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- the table of colours ---- */

static void add_color(painter *p, attn_color color)
{
    const uint8_t bytes[3] = {color.red, color.green, color.blue};
    memcpy(p->colors[p->color_count++], bytes, sizeof bytes);
}

static void add_ramp(painter *p, attn_color ink)
{
    for (size_t i = 1; i <= RAMP; i++)
        add_color(p, attn_color_between(p->sheet->theme->ground, ink, (double)i / RAMP));
}

static void add_palette(painter *p, const attn_palette *palette)
{
    for (size_t i = 0; i < palette->count; i++) add_color(p, palette->steps[i]);
}

/* In the order of the names above. */
static void fill_table(painter *p)
{
    const attn_theme *theme = p->sheet->theme;
    add_color(p, theme->ground);
    add_ramp(p, theme->ink);
    add_ramp(p, theme->soft_ink);
    add_color(p, theme->hatch_ground);
    add_color(p, attn_color_between(theme->hatch_ground, theme->hatch_line, 0.25));
    add_color(p, theme->hatch_line);
    add_palette(p, &p->sheet->sequential);
    add_palette(p, &p->sheet->diverging);
}

static attn_steps steps_of(const painter *p, attn_range range, bool masked)
{
    const attn_palette *palette = attn_sheet_palette(p->sheet, range);
    size_t first = STEPS;
    if (palette == &p->sheet->diverging) first += p->sheet->sequential.count;
    return (attn_steps){(uint8_t)first, (uint8_t)(palette->count - 1), HATCH_GROUND, masked};
}

/* ---- cells ---- */

/* Diagonal lines, softened on both sides. */
static uint8_t hatch_at(attn_hatch hatch, size_t x, size_t y)
{
    size_t place = (x + y) % hatch.every;
    if (place < hatch.width) return HATCH_LINE;
    return place == hatch.width || place == hatch.every - 1 ? HATCH_EDGE : HATCH_GROUND;
}

static bool next_strip(painter *p, const attn_panel *panel, strip *s, size_t row)
{
    const attn_tensor *value = panel->value;
    size_t most = STRIP_NUMBERS / value->cols ? STRIP_NUMBERS / value->cols : 1;
    if (!s->numbers) s->numbers = attn_room(p->arena, most * value->cols, sizeof *s->numbers);
    if (!s->numbers) return false;
    s->first = row;
    s->end = sooner(row + most, value->rows);
    return panel->strips->read(panel->strips->user, row, s->end - row, s->numbers, p->status);
}

/* The numbers of a row of cells; NULL: they could not be read. */
static const float *row_of(painter *p, const attn_field *field, size_t row)
{
    const attn_panel *panel = field->panel;
    const size_t cols = panel->value->cols;
    if (!panel->strips) return panel->value->data + row * cols;
    strip *s = &p->strips[field - p->sheet->fields];
    if ((row < s->first || row >= s->end) && !next_strip(p, panel, s, row)) return NULL;
    return s->numbers + (row - s->first) * cols;
}

/* One row of cells into p->cells. */
static void color_cells(painter *p, const attn_field *field, size_t row)
{
    const attn_tensor *value = field->panel->value;
    const float *values = row_of(p, field, row);
    if (!values) return;
    size_t solid = field->cell_width - field->gap;
    uint8_t *cells = p->cells + field->x, *steps = field->cell_width == 1 ? cells : p->steps;
    attn_steps wanted = steps_of(p, field->range, field->masked);
    attn_range_steps(field->range, wanted, values, value->cols, steps);
    if (field->cell_width == 1) return;
    memset(cells, GROUND, value->cols * field->cell_width);
    for (size_t j = 0; j < value->cols; j++) memset(cells + j * field->cell_width, steps[j], solid);
}

/* What of the dots lies in row `below` of a row of cells. */
static void paint_dots(const painter *p, const attn_field *field, size_t row, size_t below)
{
    const size_t cols = field->panel->value->cols, top = field->dot_top;
    if (field->dot == 0 || below < top || below - top >= field->dot) return;
    for (size_t j = 0; j < cols; j++) {
        if (!attn_field_dotted(field, row * cols + j)) continue;
        bool ink = attn_field_is_ink(p->sheet, field, row * cols + j);
        uint8_t *dot = p->row + field->x + j * field->cell_width + field->dot_left;
        for (size_t x = 0; x < field->dot; x++)
            if (attn_field_in_dot(field, x, below - top)) dot[x] = ink ? INK + RAMP - 1 : GROUND;
    }
}

/* What of the frames lies in row `below` of a row of cells. */
static void paint_frames(const painter *p, const attn_field *field, size_t row, size_t below)
{
    const size_t cols = field->panel->value->cols;
    attn_bit bits[ATTN_MOST_BITS];
    for (size_t j = 0; field->frame && j < cols; j++) {
        const size_t i = row * cols + j;
        if (!field->panel->marks[i]) continue;
        size_t count = attn_field_frame(field, field->panel->marks[i], bits);
        uint8_t color = attn_field_is_ink(p->sheet, field, i) ? INK + RAMP - 1 : GROUND;
        for (size_t k = 0; k < count; k++)
            if (below >= bits[k].y && below - bits[k].y < bits[k].height)
                memset(p->row + field->x + j * field->cell_width + bits[k].x, color, bits[k].width);
    }
}

/* The part of field i that lies in row y of the picture. */
static void paint_field(painter *p, size_t i, size_t y)
{
    const attn_field *field = &p->sheet->fields[i];
    const attn_tensor *value = field->panel->value;
    if (field->panel->over || y < field->y || y - field->y >= value->rows * field->cell_height)
        return;
    size_t row = (y - field->y) / field->cell_height, below = (y - field->y) % field->cell_height;
    if (below >= field->cell_height - field->gap) return;
    if (p->painted[i] != row + 1) color_cells(p, field, row);
    p->painted[i] = row + 1;
    uint8_t *pixels = p->row + field->x;
    size_t width = value->cols * field->cell_width;
    memcpy(pixels, p->cells + field->x, width);
    paint_frames(p, field, row, below);
    paint_dots(p, field, row, below);
    if (!attn_field_hatched(p->sheet, field)) return;
    for (size_t x = 0; x < width; x++)
        if (pixels[x] == HATCH_GROUND) pixels[x] = hatch_at(p->sheet->hatch, x, y - field->y);
}

static void paint_bar(painter *p, const attn_bar *bar, size_t y)
{
    if (!bar->over && y >= bar->y && y - bar->y < bar->height) {
        attn_steps steps = steps_of(p, bar->range, false);
        double place = 1.0 - ((double)(y - bar->y) + 0.5) / (double)bar->height;
        memset(p->row + bar->x, steps.first + (int)(place * steps.last + 0.5), bar->width);
    }
    if (bar->masked_y == 0 || y < bar->masked_y || y - bar->masked_y >= bar->width) return;
    for (size_t x = 0; x < bar->width; x++)
        p->row[bar->x + x] = hatch_at(p->sheet->hatch, x, y - bar->masked_y);
}

/* What lies over pictures in row y; their colours stand in no table. */
static void paint_pictures(const painter *p, size_t y, uint8_t *rgb)
{
    const attn_sheet *sheet = p->sheet;
    for (size_t i = 0; i < sheet->field_count; i++) {
        const attn_field *field = &sheet->fields[i];
        size_t height = field->panel->value->rows * field->cell_height;
        if (field->panel->over && y >= field->y && y - field->y < height)
            attn_overlay_row(sheet, field, y - field->y, rgb + 3 * field->x);
    }
    for (size_t i = 0; i < sheet->bar_count; i++) {
        const attn_bar *bar = &sheet->bars[i];
        if (bar->over && y >= bar->y && y - bar->y < bar->height)
            attn_overlay_bar_row(sheet, bar, y - bar->y, rgb + 3 * bar->x);
    }
}

/* ---- texts ---- */

/* Pixels that a text or chart may touch: smoothed edges reach a pixel beyond the measured ink. */
typedef struct area {
    size_t left, top, right, bottom;
} area;

static size_t pixel_of(double place, size_t most)
{
    if (!(place > 0.0)) return 0;
    return place < (double)most ? (size_t)place : most;
}

static area area_at(const painter *p, double x, double y, double width, double height)
{
    return (area){.left = pixel_of(x - 1.0, p->sheet->width),
                  .top = pixel_of(y - 1.0, p->sheet->height),
                  .right = pixel_of(x + width + 2.0, p->sheet->width),
                  .bottom = pixel_of(y + height + 2.0, p->sheet->height)};
}

static area area_of(const painter *p, const attn_mark *mark)
{
    const attn_letters *letters = &mark->letters;
    double width = mark->upwards ? letters->height : letters->width;
    double height = mark->upwards ? letters->width : letters->height;
    return area_at(p, mark->x, mark->y, width, height);
}

static area area_of_chart(const painter *p, size_t i)
{
    double all[4];
    attn_chart_area(&p->sheet->charts[i], all);
    return area_at(p, all[0], all[1], all[2], all[3]);
}

static bool in_band(const painter *p, area a)
{
    return a.top < p->bottom && a.bottom > p->top;
}

static bool make_band(painter *p)
{
    if (p->band) return true;
    p->band = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)p->sheet->width, (int)BAND_ROWS);
    if (cairo_surface_status(p->band) == CAIRO_STATUS_SUCCESS) return true;
    return attn_fail(p->status, ATTN_MEMORY, "there is no memory for a picture %zu pixels wide",
                     p->sheet->width);
}

static void draw_charts(const painter *p, cairo_t *cairo)
{
    const attn_sheet *sheet = p->sheet;
    for (size_t i = 0; i < sheet->chart_count; i++)
        if (in_band(p, area_of_chart(p, i)))
            attn_chart_draw(&sheet->charts[i], sheet->theme, sheet->options.style.dark, cairo);
}

static void draw_marks(painter *p)
{
    cairo_surface_mark_dirty(p->band);
    cairo_t *cairo = cairo_create(p->band);
    cairo_translate(cairo, 0.0, -(double)p->top);
    draw_charts(p, cairo);
    for (size_t i = 0; i < p->mark_count; i++) attn_mark_draw(p->marks[i], cairo);
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) {
        attn_fail(p->status, ATTN_MEMORY, "the picture cannot be drawn: %s",
                  cairo_status_to_string(cairo_status(cairo)));
    }
    cairo_destroy(cairo);
    cairo_surface_flush(p->band);
}

/* All rows of the band before are done, so that it is clear again (see lay_over). */
static bool begin_band(painter *p, size_t top)
{
    p->top = top;
    p->bottom = sooner(top + BAND_ROWS, p->sheet->height);
    p->mark_count = 0;
    for (size_t i = 0; i < p->sheet->mark_count; i++) {
        const attn_mark *mark = &p->sheet->marks[i];
        if (in_band(p, area_of(p, mark))) p->marks[p->mark_count++] = mark;
    }
    bool empty = p->mark_count == 0;
    for (size_t i = 0; i < p->sheet->chart_count; i++)
        empty = empty && !in_band(p, area_of_chart(p, i));
    if (empty) return true;
    if (!make_band(p)) return false;
    draw_marks(p);
    return attn_ok(p->status);
}

static uint32_t *band_row(const painter *p, size_t y)
{
    unsigned char *data = cairo_image_surface_get_data(p->band);
    size_t stride = (size_t)cairo_image_surface_get_stride(p->band);
    return (uint32_t *)(void *)(data + (y - p->top) * stride);
}

/* Ink on the ground, by how much of the pixel it covers. */
static void lay_ink(painter *p, const attn_mark *mark, uint32_t ink, size_t x)
{
    uint32_t level = ((ink >> 24) * RAMP + 127) / 255;
    bool soft = memcmp(&mark->color, &p->sheet->theme->soft_ink, sizeof mark->color) == 0;
    if (level) p->row[x] = (uint8_t)((soft ? SOFT_INK : INK) + level - 1);
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

/* The part of a text in row y, which leaves the band by it; mark NULL: of a chart. */
static void lay_over(painter *p, const attn_mark *mark, area a, size_t y, uint8_t *rgb)
{
    if (y < a.top || y >= a.bottom) return;
    uint32_t *band = band_row(p, y);
    for (size_t x = a.left; x < a.right; x++) {
        if (band[x] == 0) continue;
        if (p->table) lay_ink(p, mark, band[x], x);
        if (!p->table) lay_color(band[x], rgb + 3 * x);
        band[x] = 0;
    }
}

static bool next_row(void *user, size_t y, uint8_t *pixels)
{
    painter *p = user;
    const attn_sheet *sheet = p->sheet;
    if (p->table) p->row = pixels;
    if (y >= p->bottom && !begin_band(p, y)) return false;
    memset(p->row, GROUND, sheet->width);
    for (size_t i = 0; i < sheet->field_count; i++) paint_field(p, i, y);
    for (size_t i = 0; i < sheet->bar_count; i++) paint_bar(p, &sheet->bars[i], y);
    for (size_t x = 0; !p->table && x < sheet->width; x++)
        memcpy(pixels + 3 * x, p->colors[p->row[x]], 3);
    if (!p->table) paint_pictures(p, y, pixels);
    for (size_t i = 0; i < sheet->chart_count; i++)
        lay_over(p, NULL, area_of_chart(p, i), y, pixels);
    for (size_t i = 0; i < p->mark_count; i++)
        lay_over(p, p->marks[i], area_of(p, p->marks[i]), y, pixels);
    return attn_ok(p->status);
}

/* ---- the whole ---- */

static bool begin(painter *p)
{
    const attn_sheet *sheet = p->sheet;
    p->table = sheet->chart_count == 0;
    for (size_t i = 0; i < sheet->field_count; i++)
        if (sheet->fields[i].panel->over) p->table = false;
    for (size_t i = 0; i < sheet->mark_count; i++)
        if (sheet->marks[i].in_cell || sheet->marks[i].letters.colored) p->table = false;
    fill_table(p);
    p->row = attn_alloc(p->arena, sheet->width, 1);
    p->cells = attn_alloc(p->arena, sheet->width, 1);
    p->steps = attn_alloc(p->arena, sheet->width, 1);
    p->painted = attn_alloc(p->arena, sheet->field_count, sizeof *p->painted);
    p->strips = attn_alloc(p->arena, sheet->field_count, sizeof *p->strips);
    p->marks = attn_alloc(p->arena, sheet->mark_count, sizeof(attn_mark *));
    return attn_ok(p->status);
}

bool attn_sheet_paint(attn_sheet *sheet, attn_sheet_use *use, void *user, attn_status *status)
{
    painter p = {.sheet = sheet, .status = status, .arena = attn_arena_new(status)};
    bool done = p.arena && begin(&p);
    attn_png picture = {.width = sheet->width,
                        .height = sheet->height,
                        .color_count = p.table ? p.color_count : 0,
                        .colors = (const uint8_t(*)[3])p.colors,
                        .row = next_row,
                        .user = &p};
    done = done && use(user, &picture, p.arena);
    if (p.band) cairo_surface_destroy(p.band);
    attn_arena_free(p.arena);
    return done;
}

typedef struct target {
    const attn_sheet *sheet;
    const char *path;
} target;

static bool write_picture(void *user, attn_png *picture, attn_arena *arena)
{
    const target *t = user;
    return attn_numbers_pack(&t->sheet->options, arena, picture) &&
           attn_png_write(t->path, picture, attn_arena_status(arena));
}

bool attn_sheet_write_png(attn_sheet *sheet, const char *path, attn_status *status)
{
    target t = {sheet, path};
    return attn_sheet_paint(sheet, write_picture, &t, status);
}
