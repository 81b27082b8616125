/*
 * png: rows of pixels through libpng into an attn_output.
 *
 * libpng leaves a failing call by longjmp. All state is in one struct that only its pointer
 * reaches, so nothing that the jump could lose lives in a local variable.
 */
#include "files/png/png.h"

#include <setjmp.h>
#include <string.h>
#include <zlib.h>

#include "files/png/png_common.h"

enum {
    most_pixels = 1000000, /* per side: libpng's own limit */
    most_keyword = 79,     /* bytes, by the format */
    most_colors = 256,
    buffer_bytes = 64 * 1024
};

struct picture {
    const attn_png *asked;
    attn_png_io io;
    png_structp png;
    png_infop info;
    uint8_t *pixels; /* one row */
    png_text *texts;
    png_color colors[most_colors];
};

/* ---- encoding; any of these may jump ---- */

static size_t count_texts(const char *const *text)
{
    size_t count = 0;
    if (!text) return 0;
    while (text[2 * count] && text[2 * count + 1]) count++;
    return count;
}

static bool is_ascii(const char *text)
{
    while (*text != '\0' && (unsigned char)*text < 0x80) text++; /* char may have no sign */
    return *text == '\0';
}

/* tEXt holds Latin-1, of which ASCII is safe; all else goes into iTXt, which holds UTF-8. */
static void set_texts(struct picture *picture, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *const *pair = &picture->asked->text[2 * i];
        bool ascii = is_ascii(pair[1]);
        picture->texts[i] =
            (png_text){.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE,
                       .key = (png_charp)(uintptr_t)pair[0], /* libpng copies both */
                       .text = (png_charp)(uintptr_t)pair[1]};
    }
    if (count) png_set_text(picture->png, picture->info, picture->texts, (int)count);
}

/*
 * A map in a table of colours is full of runs of equal bytes, which Z_RLE finds fastest. Runs of
 * whole RGB pixels are three bytes apart, which it does not find; but rows of a map repeat the row
 * above, so the difference to it is mostly zeros.
 */
static void set_compression(struct picture *picture)
{
    bool table = picture->asked->color_count > 0;
    png_set_compression_level(picture->png, 1);
    png_set_compression_buffer_size(picture->png, buffer_bytes);
    png_set_filter(picture->png, PNG_FILTER_TYPE_BASE, table ? PNG_FILTER_NONE : PNG_FILTER_UP);
    if (table) png_set_compression_strategy(picture->png, Z_RLE);
}

static void set_colors(struct picture *picture)
{
    const attn_png *asked = picture->asked;
    for (size_t i = 0; i < asked->color_count; i++) {
        const uint8_t *color = asked->colors[i];
        picture->colors[i] = (png_color){color[0], color[1], color[2]};
    }
    if (!asked->color_count) return;
    png_set_PLTE(picture->png, picture->info, picture->colors, (int)asked->color_count);
    if (asked->clear)
        png_set_tRNS(picture->png, picture->info, asked->alphas, (int)asked->color_count, NULL);
    png_set_check_for_invalid_index(picture->png, 0); /* the caller's rows have none */
}

static size_t bytes_of_pixel(const attn_png *asked)
{
    return asked->color_count ? 1 : asked->clear ? 4 : 3;
}

static int color_type(const attn_png *asked)
{
    if (asked->color_count) return PNG_COLOR_TYPE_PALETTE;
    return asked->clear ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
}

static void write_head(struct picture *picture)
{
    const attn_png *asked = picture->asked;
    png_set_IHDR(picture->png, picture->info, (png_uint_32)asked->width, (png_uint_32)asked->height,
                 8, color_type(asked), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(picture->png, picture->info, PNG_sRGB_INTENT_PERCEPTUAL);
    set_colors(picture);
    set_texts(picture, count_texts(asked->text));
    png_write_info(picture->png, picture->info);
    if (asked->chunk_length)
        png_write_chunk(picture->png, (png_const_bytep)asked->chunk_type, asked->chunk,
                        asked->chunk_length);
}

static bool encode(struct picture *picture)
{
    const attn_png *asked = picture->asked;
    if (setjmp(png_jmpbuf(picture->png))) return false;
    set_compression(picture);
    write_head(picture);
    for (size_t y = 0; y < asked->height; y++) {
        if (!asked->row(asked->user, y, picture->pixels)) return false;
        png_write_row(picture->png, picture->pixels);
    }
    png_write_end(picture->png, picture->info);
    return attn_ok(picture->io.status);
}

/* ---- the frame around it ---- */

static bool check(const struct picture *picture)
{
    const attn_png *asked = picture->asked;
    if (asked->width < 1 || asked->width > most_pixels || asked->height < 1 ||
        asked->height > most_pixels)
        return attn_fail(picture->io.status, ATTN_LIMIT,
                         "a picture of %zu × %zu pixels cannot be written: each side has 1 to %d",
                         asked->width, asked->height, most_pixels);
    if (asked->color_count > most_colors)
        return attn_fail(picture->io.status, ATTN_LIMIT, "a table has at most %d colours, not %zu",
                         most_colors, asked->color_count);
    for (size_t i = 0; i < count_texts(asked->text); i++) {
        const char *key = asked->text[2 * i];
        if (!*key || strlen(key) > most_keyword || !is_ascii(key))
            return attn_fail(picture->io.status, ATTN_USAGE,
                             "'%s' cannot name a text in a PNG file: 1 to %d ASCII characters can",
                             key, most_keyword);
    }
    return true;
}

static bool acquire(struct picture *picture)
{
    const attn_png *asked = picture->asked;
    picture->pixels = attn_resize(NULL, asked->width * bytes_of_pixel(asked));
    picture->texts = attn_resize(NULL, (count_texts(asked->text) + 1) * sizeof *picture->texts);
    picture->png = attn_png_writer(&picture->io);
    if (picture->png) picture->info = png_create_info_struct(picture->png);
    return (picture->pixels && picture->texts && picture->info) ||
           attn_no_memory(picture->io.status, "writing the picture");
}

bool attn_png_write(const char *path, const attn_png *asked, attn_status *status)
{
    struct picture picture = {.asked = asked,
                              .io = {status, ATTN_FILE, "the picture cannot be written", NULL}};
    bool done = check(&picture) && acquire(&picture);
    if (done) picture.io.output = attn_output_open(path, status);
    done = picture.io.output && encode(&picture);
    if (picture.png) png_destroy_write_struct(&picture.png, &picture.info);
    if (picture.texts) attn_resize(picture.texts, 0);
    if (picture.pixels) attn_resize(picture.pixels, 0);
    attn_status_place(status, path, 0, 0);
    return attn_output_end(picture.io.output, done);
}
