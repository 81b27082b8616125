/*
 * film_read: an animated PNG (APNG), its frames below each other.
 *
 * The format (https://www.w3.org/TR/png-3/): acTL says that it is a film; fcTL begins a frame,
 * which may be smaller than the film, and its compressed rows follow as fdAT, those of the first
 * perhaps as IDAT. Each frame is put together as a PNG file of its own, which libpng reads, and
 * laid on what was there before.
 */
#include <string.h>
#include <zlib.h>

#include "core/budget.h"
#include "files/pixels/pixel_reading.h"
#include "files/png/png_common.h"

enum {
    SIGNATURE = 8,
    HEAD = 8, /* of a chunk: length of the content, kind */
    CHECKSUM = 4,
    SIZES = 13,   /* content of IHDR */
    CONTROL = 26, /* content of fcTL */
    NUMBER = 4,   /* before the content of fdAT */
    CHANNELS = 4,
    MOST_FRAMES = 1024
};

/* How a frame is laid on what is there, and what becomes of it afterwards. */
enum { LAID_AS_IT_IS, LAID_OVER };
enum { STAYS, CLEARED, TAKEN_AWAY };

typedef struct chunk {
    const uint8_t *kind, *content;
    size_t length;
} chunk;

typedef struct control { /* fcTL */
    size_t width, height, left, top;
    uint8_t after, laid;
} control;

typedef struct film {
    const uint8_t *bytes;
    size_t length, at; /* at: the next chunk */
    attn_arena *arena;
    attn_status *status;
    size_t width, height, frames;
    const uint8_t *sizes;        /* the content of IHDR */
    uint8_t *file;               /* a frame as a file of its own, */
    size_t count, head;          /* so many bytes of it; those before its rows */
    uint8_t *frame, *now, *last; /* RGBA; last: what was there before a frame that is taken away */
    attn_picture *made;
    uint8_t *pixels; /* of it */
} film;

static bool damaged(const film *f, const char *why)
{
    return attn_fail(f->status, ATTN_INPUT, "this animated PNG cannot be read: %s", why);
}

/* ---- chunks ---- */

static bool is(const chunk *c, const char *kind)
{
    return memcmp(c->kind, kind, 4) == 0;
}

/* The file was found whole, up to and with IEND. */
static bool next_chunk(film *f, chunk *c)
{
    if (f->length - f->at < HEAD + CHECKSUM) return false;
    const uint8_t *at = f->bytes + f->at;
    *c = (chunk){at + 4, at + HEAD, png_get_uint_32(at)};
    f->at += HEAD + c->length + CHECKSUM;
    return !is(c, "IEND");
}

static bool is_sound(const chunk *c)
{
    const uLong sum = crc32(0, c->kind, (uInt)(c->length + 4));
    return sum == png_get_uint_32(c->content + c->length);
}

/* ---- a frame as a file ---- */

static void put(film *f, const void *bytes, size_t length)
{
    if (length) memcpy(f->file + f->count, bytes, length);
    f->count += length;
}

static void put_chunk(film *f, const char *kind, const uint8_t *content, size_t length)
{
    uint8_t number[4];
    const size_t start = f->count + 4;
    png_save_uint_32(number, (png_uint_32)length);
    put(f, number, sizeof number);
    put(f, kind, 4);
    put(f, content, length);
    png_save_uint_32(number, (png_uint_32)crc32(0, f->file + start, (uInt)(length + 4)));
    put(f, number, sizeof number);
}

/* The size of this frame in place of that of the film. */
static void put_sizes(film *f, const control *c)
{
    uint8_t sizes[SIZES];
    const size_t count = f->count;
    memcpy(sizes, f->sizes, SIZES);
    png_save_uint_32(sizes, (png_uint_32)c->width);
    png_save_uint_32(sizes + 4, (png_uint_32)c->height);
    f->count = SIGNATURE;
    put_chunk(f, "IHDR", sizes, SIZES);
    f->count = count;
}

/* ---- frames ---- */

static uint8_t *pixel_of(const film *f, uint8_t *pixels, const control *c, size_t row)
{
    return pixels + CHANNELS * ((c->top + row) * f->width + c->left);
}

/* One pixel over another, each with how much it covers. */
static void lay_over(uint8_t *under, const uint8_t *over)
{
    const unsigned above = over[3] * 255u, below = under[3] * (255u - over[3]);
    const unsigned covered = above + below;
    for (size_t i = 0; i < 3 && covered; i++)
        under[i] = (uint8_t)((over[i] * above + under[i] * below + covered / 2) / covered);
    under[3] = (uint8_t)((covered + 127) / 255);
}

static void lay(film *f, const control *c)
{
    for (size_t y = 0; y < c->height; y++) {
        uint8_t *to = pixel_of(f, f->now, c, y), *from = f->frame + CHANNELS * y * c->width;
        if (c->laid == LAID_AS_IT_IS) memcpy(to, from, CHANNELS * c->width);
        for (size_t x = 0; c->laid == LAID_OVER && x < c->width; x++)
            lay_over(to + CHANNELS * x, from + CHANNELS * x);
    }
}

/* What is seen now is the next frame, on white. */
static void take(film *f)
{
    uint8_t *to = f->pixels + 3 * f->made->frames++ * f->width * f->height;
    for (size_t i = 0, n = f->width * f->height; i < n; i++) {
        const uint8_t *from = f->now + CHANNELS * i;
        for (size_t k = 0; k < 3; k++)
            to[3 * i + k] = (uint8_t)((from[k] * from[3] + 255u * (255u - from[3]) + 127) / 255);
    }
}

static void leave(film *f, const control *c)
{
    for (size_t y = 0; y < c->height && c->after == CLEARED; y++)
        memset(pixel_of(f, f->now, c, y), 0, CHANNELS * c->width);
    if (c->after == TAKEN_AWAY) memcpy(f->now, f->last, CHANNELS * f->width * f->height);
}

static bool unpack(film *f)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    bool done = png_image_begin_read_from_memory(&image, f->file, f->count);
    image.format = PNG_FORMAT_RGBA;
    done = done && png_image_finish_read(&image, NULL, f->frame, 0, NULL);
    png_image_free(&image);
    return done || damaged(f, image.message);
}

static bool show(film *f, const control *c)
{
    if (f->count == f->head) return damaged(f, "a frame has no pixels");
    put_chunk(f, "IEND", NULL, 0);
    put_sizes(f, c);
    if (!unpack(f)) return false;
    if (c->after == TAKEN_AWAY) memcpy(f->last, f->now, CHANNELS * f->width * f->height);
    lay(f, c);
    take(f);
    leave(f, c);
    f->count = f->head;
    return true;
}

/* ---- the whole ---- */

static bool read_control(const film *f, const chunk *part, control *c)
{
    if (part->length != CONTROL || !is_sound(part)) return damaged(f, "a frame has a wrong head");
    const uint8_t *at = part->content + 4;
    *c = (control){png_get_uint_32(at),
                   png_get_uint_32(at + 4),
                   png_get_uint_32(at + 8),
                   png_get_uint_32(at + 12),
                   at[20],
                   at[21]};
    if (c->width == 0 || c->height == 0 || c->left > f->width || c->top > f->height ||
        c->width > f->width - c->left || c->height > f->height - c->top)
        return damaged(f, "a frame lies outside the picture");
    return (c->after <= TAKEN_AWAY && c->laid <= LAID_OVER) ||
           damaged(f, "a frame is laid on the others in an unknown way");
}

/* Compressed rows; those of a still picture that is no part of the film are passed over. */
static bool add_rows(film *f, const chunk *part, bool begun)
{
    const size_t from = is(part, "fdAT") ? NUMBER : 0;
    if (part->length < from || !is_sound(part)) return damaged(f, "its pixels are damaged");
    if (begun) put_chunk(f, "IDAT", part->content + from, part->length - from);
    return true;
}

/* Up to the first frame: what the rows of all frames mean. */
static bool read_head(film *f)
{
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    chunk c;
    f->at = SIGNATURE;
    put(f, signature, SIGNATURE);
    while (next_chunk(f, &c) && !is(&c, "fcTL") && !is(&c, "IDAT"))
        if (!is(&c, "acTL")) put(f, c.kind - 4, HEAD + c.length + CHECKSUM);
    f->head = f->count;
    f->at = SIGNATURE;
    return true;
}

static bool read_frames(film *f)
{
    chunk part;
    control c;
    bool begun = false;
    while (next_chunk(f, &part)) {
        if (is(&part, "fcTL")) {
            if ((begun && !show(f, &c)) || !read_control(f, &part, &c)) return false;
            begun = true;
        } else if ((is(&part, "IDAT") || is(&part, "fdAT")) && !add_rows(f, &part, begun)) {
            return false;
        }
    }
    return !begun || show(f, &c);
}

static bool make_room(film *f)
{
    enum { unpacked = 3 * CHANNELS };
    const size_t most = ATTN_MOST_PIXELS_A_SIDE, pixels = f->width * f->height;
    if (f->width > most || f->height > most || f->frames > MOST_FRAMES ||
        pixels > most * most / f->frames)
        return attn_fail(f->status, ATTN_LIMIT,
                         "the film has %zu frames of %zu×%zu: at most %d frames, and together %zu "
                         "pixels: make it shorter or smaller",
                         f->frames, f->width, f->height, MOST_FRAMES, most * most);
    const uint64_t work = attn_product64(pixels * f->frames, unpacked * ATTN_COST_NUMBER);
    if (!attn_spend(f->status, work))
        return attn_fail_work(f->status, work, "a film of %zu frames of %zu×%zu pixels", f->frames,
                              f->width, f->height);
    f->file = attn_alloc(f->arena, f->length + SIGNATURE + 2 * (HEAD + CHECKSUM), 1);
    f->frame = attn_alloc(f->arena, pixels, CHANNELS);
    f->now = attn_alloc(f->arena, pixels, CHANNELS);
    f->last = attn_alloc(f->arena, pixels, CHANNELS);
    f->pixels = attn_alloc(f->arena, pixels * f->frames, 3);
    return f->file && f->frame && f->now && f->last && f->pixels;
}

bool attn_film_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                    attn_status *status)
{
    film f = {.bytes = (const uint8_t *)bytes,
              .length = length,
              .at = SIGNATURE,
              .arena = arena,
              .status = status,
              .made = picture};
    chunk c;
    bool animated = false, pixels = false;
    while (next_chunk(&f, &c)) {
        if (f.at == SIGNATURE + HEAD + SIZES + CHECKSUM && is(&c, "IHDR")) f.sizes = c.content;
        pixels = pixels || is(&c, "IDAT");
        animated = animated || (is(&c, "acTL") && !pixels);
        f.frames += is(&c, "fcTL");
    }
    *picture = (attn_picture){0};
    if (!animated || !f.sizes || f.frames == 0) return true;
    f.width = png_get_uint_32(f.sizes);
    f.height = png_get_uint_32(f.sizes + 4);
    if (f.width == 0 || f.height == 0) return true;
    if (!make_room(&f) || !read_head(&f) || !read_frames(&f)) return false;
    picture->width = f.width;
    picture->height = f.height * picture->frames;
    picture->pixels = f.pixels;
    return true;
}
