/*
 * pango_floor: what a labelled picture costs at least, where Pango sets the text.
 *
 *     pango_floor OUT.png
 *
 * One picture of 1600 × 900 pixels, the least canvas of a heatmap, with the twelve words of a
 * sentence upright and again rotated, through one layout, written by libpng as 8 bits a pixel
 * without filter. No cells are drawn, nothing is measured, read or computed.
 */
#include <pango/pangocairo.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>

enum { WIDTH = 1600, HEIGHT = 900, WORDS = 12 };

static const char *const words[WORDS] = {"the",  "accord", "on",     "the", "European", "Economic",
                                         "Area", "was",    "signed", "in",  "August",   "."};

static void letter(cairo_t *cairo)
{
    PangoLayout *layout = pango_cairo_create_layout(cairo);
    PangoFontDescription *font = pango_font_description_from_string("Sans 16");
    pango_layout_set_font_description(layout, font);
    for (int i = 0; i < 2 * WORDS; i++) {
        cairo_save(cairo);
        if (i < WORDS) {
            cairo_translate(cairo, 240 + 80 * i, 780);
            cairo_rotate(cairo, -G_PI / 4);
        } else {
            cairo_translate(cairo, 40, 60 + 55 * (i - WORDS));
        }
        pango_layout_set_text(layout, words[i % WORDS], -1);
        cairo_move_to(cairo, 0, 0);
        pango_cairo_show_layout(cairo, layout);
        cairo_restore(cairo);
    }
}

/* Grey, from one of the three equal channels. */
static int save(const char *path, const uint8_t *pixels, int stride)
{
    uint8_t row[WIDTH];
    FILE *file = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (!file || !info || setjmp(png_jmpbuf(png))) return 1;
    png_init_io(png, file);
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_set_IHDR(png, info, WIDTH, HEIGHT, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) row[x] = pixels[y * stride + 4 * x];
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    letter(cairo);
    cairo_surface_flush(surface);
    return save(argv[1], cairo_image_surface_get_data(surface),
                cairo_image_surface_get_stride(surface));
}
