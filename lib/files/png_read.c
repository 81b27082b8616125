/*
 * png_read: libpng's simplified reader, with sizes capped before anything is allocated.
 */
#include "files/png_read.h"

#include <string.h>

#include "files/png_common.h"

#define MOST_SIDE 4096u

static void read_pixels(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                        attn_status *status)
{
    static const png_color white = {255, 255, 255};
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, length)) {
        attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": %s", image.message);
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
}

bool attn_png_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                   attn_picture *picture, attn_status *status)
{
    if (attn_png_whole(bytes, length, "IEND", status))
        read_pixels(bytes, length, arena, picture, status);
    attn_status_place(status, name, 0, 0);
    return attn_ok(status);
}
