/*
 * overlay: composes a map with the picture under it, as fog or as tint.
 */
#include "picture/layout/overlay.h"

#include <math.h>

/* So much of the picture is seen through the thickest fog, which then thins with the root of the
 * weight: where many regions share it, they are seen too. */
static const double clear_at_zero = 0.15;
/* So far the fog is from the ground to the ink. */
static const double fog_in_ink = 0.40;
/* How strong the colour of a number of either sign is over the picture. */
static const double tint = 0.65;
/* Cells at least so wide and high end in a line, this much of which is ground. */
enum { LEAST_LINED = 14 };
static const double line_in_ground = 0.35;

/* ---- the picture in another size ---- */

/* Pixels of a side whose mean is taken, at most: of a very large picture not all. */
#define MOST_MEANT 6u

/* The pixels of the picture that become pixel i of `count`: all of them, or the nearest. */
static void source(size_t i, size_t count, size_t pixels, size_t *from, size_t *to)
{
    *from = i * pixels / count;
    *to = (i + 1) * pixels / count;
    if (*to <= *from) *to = *from + 1;
}

static void add_pixel(size_t sum[3], const uint8_t rgb[3])
{
    for (size_t c = 0; c < 3; c++) sum[c] += rgb[c];
}

static attn_color mean_of(const size_t sum[3], size_t count)
{
    return (attn_color){(uint8_t)(sum[0] / count), (uint8_t)(sum[1] / count),
                        (uint8_t)(sum[2] / count)};
}

/* Pixel (x, y) of the picture where it is drawn width × height. */
static attn_color picture_at(const attn_picture *picture, size_t x, size_t y, size_t width,
                             size_t height)
{
    size_t left, right, top, bottom, count = 0, sum[3] = {0, 0, 0};
    source(x, width, picture->width, &left, &right);
    source(y, height, picture->height, &top, &bottom);
    const size_t down = (bottom - top - 1) / MOST_MEANT + 1;
    const size_t across = (right - left - 1) / MOST_MEANT + 1;
    for (size_t row = top; row < bottom; row += down)
        for (size_t column = left; column < right; column += across, count++)
            add_pixel(sum, picture->pixels + 3 * (row * picture->width + column));
    return mean_of(sum, count);
}

/* Pixel (x, y) of the field. */
static attn_color seen_at(const attn_field *field, size_t x, size_t y)
{
    const attn_picture *over = field->panel->over;
    const attn_tensor *value = field->panel->value;
    const size_t wide = field->cell_width, high = field->cell_height;
    if (!over->frames) return picture_at(over, x, y, value->cols * wide, value->rows * high);
    const attn_picture frame =
        attn_picture_frame(over, (2 * (x / wide) + 1) * over->frames / (2 * value->cols));
    return picture_at(&frame, x % wide, y % high, wide, high);
}

/* ---- under a number ---- */

static attn_color under(const attn_sheet *sheet, attn_range range, double place, attn_color pixel)
{
    if (range.scale == ATTN_SCALE_SIGNED)
        return attn_color_between(pixel, attn_palette_at(&sheet->diverging, place), tint);
    const attn_theme *theme = sheet->theme;
    attn_color fog = attn_color_between(theme->ground, theme->ink, fog_in_ink);
    return attn_color_between(fog, pixel, clear_at_zero + (1.0 - clear_at_zero) * sqrt(place));
}

static attn_color masked(const attn_sheet *sheet, size_t x, size_t y)
{
    bool line = (x + y) % (ATTN_STRIPE_EVERY * sheet->stripe) < sheet->stripe;
    return line ? sheet->theme->hatch_line : sheet->theme->hatch_ground;
}

static attn_color pixel_at(const attn_sheet *sheet, const attn_field *field, size_t x, size_t y)
{
    const attn_tensor *value = field->panel->value;
    size_t row = y / field->cell_height, column = x / field->cell_width;
    float number = value->data[row * value->cols + column];
    if (!isfinite(number)) return masked(sheet, x, y);
    return under(sheet, field->range, attn_range_place(field->range, number), seen_at(field, x, y));
}

static bool on_line(const attn_field *field, size_t x, size_t y)
{
    if (field->cell_width < LEAST_LINED || field->cell_height < LEAST_LINED) return false;
    return x % field->cell_width == field->cell_width - 1 ||
           y % field->cell_height == field->cell_height - 1;
}

void attn_overlay_row(const attn_sheet *sheet, const attn_field *field, size_t y, uint32_t *pixels)
{
    size_t width = field->panel->value->cols * field->cell_width;
    for (size_t x = 0; x < width; x++) {
        attn_color color = pixel_at(sheet, field, x, y);
        if (on_line(field, x, y))
            color = attn_color_between(color, sheet->theme->ground, line_in_ground);
        pixels[x] = attn_color_pixel(color);
    }
}

/* A half of ground, a half of ink, as clear as a picture would be: no hue may be taken for a number.
 */
void attn_overlay_bar_row(const attn_sheet *sheet, const attn_field *field, size_t y,
                          uint32_t *pixels)
{
    const size_t width = field->bar.width;
    double place = 1.0 - ((double)y + 0.5) / (double)field->bar.height;
    for (size_t x = 0; x < width; x++) {
        attn_color pixel = x < width / 2 ? sheet->theme->ground : sheet->theme->ink;
        pixels[x] = attn_color_pixel(under(sheet, field->range, place, pixel));
    }
}

attn_color attn_overlay_cell(const attn_sheet *sheet, const attn_field *field, size_t i)
{
    enum { SAMPLES = 8 }; /* a side */
    const size_t cols = field->panel->value->cols;
    size_t left = i % cols * field->cell_width, top = i / cols * field->cell_height;
    size_t sum[3] = {0, 0, 0};
    for (size_t k = 0; k < SAMPLES * SAMPLES; k++) {
        size_t x = left + k % SAMPLES * field->cell_width / SAMPLES;
        size_t y = top + k / SAMPLES * field->cell_height / SAMPLES;
        attn_color color = pixel_at(sheet, field, x, y);
        add_pixel(sum, (const uint8_t[]){color.red, color.green, color.blue});
    }
    return mean_of(sum, (size_t)SAMPLES * SAMPLES);
}
