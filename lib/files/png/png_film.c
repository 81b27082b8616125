/*
 * png_film: writes an animated PNG picture by picture.
 *
 * The format (https://www.w3.org/TR/png-3/): acTL before the still picture's IDAT; then for each
 * picture fcTL, and its compressed rows as fdAT, both numbered in one row. libpng writes each
 * picture as a PNG file of its own, out of which the bytes of IDAT are taken as they come.
 *
 * libpng leaves a failing call by longjmp: all state lies in the film.
 */
#include "files/png/png_film.h"

#include <setjmp.h>
#include <string.h>

#include "files/bytes/output.h"
#include "files/png/png_common.h"

enum {
    most_side = 1000000, /* libpng's own limit */
    buffer_bytes = 64 * 1024,
    number_bytes = 4,
    checksum_bytes = 4,
    head_bytes = 8, /* of a chunk: length and type */
    signature_bytes = 8
};

struct attn_png_film {
    attn_png_io io;
    const char *path;
    size_t width, height, left; /* left: pictures still to come, the still one among them */
    uint8_t ground[3];
    bool still_done;
    png_uint_32 sequence;
    png_structp file; /* writes chunks into the film */
    png_infop file_info;
    /* the picture that is being written: */
    png_structp one;
    png_infop one_info;
    const attn_png *picture;
    uint8_t *row, *narrow; /* RGB; as the picture gives it */
    uint8_t head[head_bytes];
    size_t head_count, rest; /* of the chunk at hand; rest: of content and checksum */
    uint8_t *data;           /* number, then the content of one IDAT */
    size_t data_count;
};

/* ---- chunks ---- */

static void write_chunk(attn_png_film *film, const char *type, const uint8_t *bytes, size_t length)
{
    png_write_chunk(film->file, (png_const_bytep)type, bytes, length);
}

/* IDAT, or fdAT with its number. */
static void put_data(attn_png_film *film)
{
    if (!film->still_done) {
        write_chunk(film, "IDAT", film->data + number_bytes, film->data_count);
    } else {
        png_save_uint_32(film->data, film->sequence++);
        write_chunk(film, "fdAT", film->data, number_bytes + film->data_count);
    }
    film->data_count = 0;
}

/* The bytes of a whole PNG file, a few at a time; the content of IDAT is handed on. */
static void take_bytes(png_structp png, png_bytep bytes, size_t length)
{
    attn_png_film *film = png_get_io_ptr(png);
    for (size_t i = 0; i < length; i++) {
        if (film->head_count < head_bytes) {
            film->head[film->head_count++] = bytes[i];
            if (film->head_count == head_bytes)
                film->rest = png_get_uint_32(film->head) + checksum_bytes;
            continue;
        }
        bool data = memcmp(film->head + number_bytes, "IDAT", 4) == 0;
        if (data && film->rest > checksum_bytes)
            film->data[number_bytes + film->data_count++] = bytes[i];
        if (--film->rest == 0) film->head_count = 0;
        if (film->data_count == buffer_bytes || (film->data_count && film->rest == 0))
            put_data(film);
    }
}

/* ---- one picture; any of these may jump ---- */

static void fill_ground(const attn_png_film *film, size_t from)
{
    for (size_t x = from; x < film->width; x++) memcpy(film->row + 3 * x, film->ground, 3);
}

static bool make_row(attn_png_film *film, size_t y)
{
    const attn_png *picture = film->picture;
    bool there = y < picture->height;
    fill_ground(film, there ? picture->width : 0);
    if (!there) return true;
    if (!picture->color_count) return picture->row(picture->user, y, film->row);
    if (!picture->row(picture->user, y, film->narrow)) return false;
    for (size_t x = 0; x < picture->width; x++)
        memcpy(film->row + 3 * x, picture->colors[film->narrow[x]], 3);
    return true;
}

static void set_header(const attn_png_film *film, png_structp png, png_infop info)
{
    png_set_IHDR(png, info, (png_uint_32)film->width, (png_uint_32)film->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
}

static bool encode(attn_png_film *film)
{
    if (setjmp(png_jmpbuf(film->one))) return false;
    if (setjmp(png_jmpbuf(film->file))) return false;
    png_set_write_fn(film->one, film, take_bytes, attn_png_flush);
    png_set_sig_bytes(film->one, signature_bytes); /* no signature */
    png_set_compression_level(film->one, 6);
    png_set_filter(film->one, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    set_header(film, film->one, film->one_info);
    png_write_info(film->one, film->one_info);
    for (size_t y = 0; y < film->height; y++) {
        if (!make_row(film, y)) return false;
        png_write_row(film->one, film->row);
    }
    png_write_end(film->one, NULL);
    return attn_ok(film->io.status);
}

/* fcTL: number, size, place, time as a fraction of a second, how it is taken away and laid on. */
static bool write_control(attn_png_film *film, unsigned milliseconds)
{
    uint8_t bytes[26] = {0};
    if (setjmp(png_jmpbuf(film->file))) return false;
    png_save_uint_32(bytes, film->sequence++);
    png_save_uint_32(bytes + 4, (png_uint_32)film->width);
    png_save_uint_32(bytes + 8, (png_uint_32)film->height);
    png_save_uint_16(bytes + 20, milliseconds);
    png_save_uint_16(bytes + 22, 1000);
    write_chunk(film, "fcTL", bytes, sizeof bytes);
    return attn_ok(film->io.status);
}

bool attn_png_film_add(attn_png_film *film, const attn_png *picture, unsigned milliseconds)
{
    if (film->still_done && !write_control(film, milliseconds)) return false;
    film->picture = picture;
    film->head_count = film->data_count = 0;
    film->one = attn_png_writer(&film->io);
    film->one_info = film->one ? png_create_info_struct(film->one) : NULL;
    bool done = film->one_info ? encode(film) : attn_no_memory(film->io.status, "writing the film");
    if (film->one) png_destroy_write_struct(&film->one, &film->one_info);
    film->still_done = true;
    film->left--;
    return done;
}

/* ---- the file ---- */

static bool write_head(attn_png_film *film, size_t count)
{
    uint8_t bytes[8] = {0}; /* pictures; 0: again and again */
    if (setjmp(png_jmpbuf(film->file))) return false;
    set_header(film, film->file, film->file_info);
    png_set_sRGB(film->file, film->file_info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(film->file, film->file_info);
    png_save_uint_32(bytes, (png_uint_32)count);
    write_chunk(film, "acTL", bytes, sizeof bytes);
    return attn_ok(film->io.status);
}

static bool acquire(attn_png_film *film)
{
    film->row = attn_resize(NULL, 3 * film->width);
    film->narrow = attn_resize(NULL, 3 * film->width);
    film->data = attn_resize(NULL, number_bytes + buffer_bytes);
    film->file = attn_png_writer(&film->io);
    if (film->file) film->file_info = png_create_info_struct(film->file);
    return (film->row && film->narrow && film->data && film->file_info) ||
           attn_no_memory(film->io.status, "writing the film");
}

attn_png_film *attn_png_film_open(const char *path, size_t width, size_t height, size_t count,
                                  const uint8_t ground[3], attn_status *status)
{
    bool fits = width >= 1 && width <= most_side && height >= 1 && height <= most_side;
    attn_png_film *film = fits ? attn_resize(NULL, sizeof *film) : NULL;
    if (!fits)
        attn_fail(status, ATTN_LIMIT, "a film of %zu × %zu pixels cannot be written", width,
                  height);
    if (!film) attn_no_memory(status, "writing the film");
    if (!film) return NULL;
    *film = (attn_png_film){.io = {status, ATTN_FILE, "the film cannot be written", NULL},
                            .path = path,
                            .width = width,
                            .height = height,
                            .left = count + 1,
                            .ground = {ground[0], ground[1], ground[2]}};
    film->io.output = acquire(film) ? attn_output_open(path, status) : NULL;
    if (film->io.output && write_head(film, count)) return film;
    attn_png_film_abandon(film);
    return NULL;
}

static bool end(attn_png_film *film, bool done)
{
    attn_output *output = film->io.output;
    attn_status_place(film->io.status, film->path, 0, 0);
    if (film->file) png_destroy_write_struct(&film->file, &film->file_info);
    if (film->data) attn_resize(film->data, 0);
    if (film->narrow) attn_resize(film->narrow, 0);
    if (film->row) attn_resize(film->row, 0);
    attn_resize(film, 0);
    return attn_output_end(output, done);
}

static bool write_end(attn_png_film *film)
{
    if (setjmp(png_jmpbuf(film->file))) return false;
    write_chunk(film, "IEND", NULL, 0);
    return attn_ok(film->io.status);
}

bool attn_png_film_commit(attn_png_film *film)
{
    bool done = film->left == 0 && write_end(film);
    if (!done)
        attn_fail(film->io.status, ATTN_FILE, "the film has fewer pictures than it announced");
    return end(film, done);
}

void attn_png_film_abandon(attn_png_film *film)
{
    if (film) end(film, false);
}
