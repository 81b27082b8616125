/*
 * png_read: libpng's simplified reader, with sizes capped before anything is allocated.
 */
#include "files/png_read.h"

#include <png.h>
#include <string.h>

#define MOST_SIDE 4096u

static size_t number_at(const char *bytes)
{
    size_t number = 0;
    for (int i = 0; i < 4; i++) number = number << 8 | (unsigned char)bytes[i];
    return number;
}

/*
 * Whether each chunk ends within the file: libpng makes room for what a chunk says of itself. What
 * is no PNG at all, libpng says better.
 */
static bool chunks_end(const char *bytes, size_t length)
{
    enum { signature = 8, frame = 12 }; /* length, kind and checksum of a chunk */
    size_t at = signature;
    if (length < signature || png_sig_cmp((png_const_bytep)bytes, 0, signature)) return true;
    while (at < length && length - at >= frame) {
        size_t content = number_at(bytes + at);
        if (content > length - at - frame) return false;
        at += frame + content;
    }
    return true;
}

bool attn_png_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                   attn_picture *picture, attn_status *status)
{
    static const png_color white = {255, 255, 255};
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!chunks_end(bytes, length)) {
        attn_fail(status, ATTN_INPUT, "this is no whole PNG picture: a part of it is missing");
    } else if (!png_image_begin_read_from_memory(&image, bytes, length)) {
        attn_fail(status, ATTN_INPUT, "this is no PNG picture that can be read: %s", image.message);
    } else if (image.width > MOST_SIDE || image.height > MOST_SIDE) {
        attn_fail(status, ATTN_LIMIT, "the picture is %u×%u: at most %u pixels a side", image.width,
                  image.height, MOST_SIDE);
    } else {
        image.format = PNG_FORMAT_RGB;
        uint8_t *pixels = attn_alloc(arena, (size_t)image.width * image.height, 3);
        *picture = (attn_picture){image.width, image.height, pixels};
        if (pixels && !png_image_finish_read(&image, &white, pixels, 0, NULL))
            attn_fail(status, ATTN_INPUT, "this PNG picture cannot be read: %s", image.message);
    }
    png_image_free(&image);
    attn_status_place(status, name, 0, 0);
    return attn_ok(status);
}
