/*
 * png_read: libpng's simplified reader, with sizes capped before anything is allocated.
 */
#include <string.h>

#include "files/pixels/pixel_reading.h"
#include "files/png/png_common.h"

bool attn_png_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                   attn_status *status)
{
    static const png_color white = {255, 255, 255};
    png_image image;
    if (!attn_png_whole(bytes, length, "IEND", status)) return false;
    if (!attn_film_read(bytes, length, arena, picture, status) || picture->pixels)
        return attn_ok(status);
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, length)) {
        attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": %s", image.message);
    } else {
        image.format = PNG_FORMAT_RGB;
        uint8_t *pixels = attn_pixel_room(image.width, image.height, arena, status);
        *picture = (attn_picture){.width = image.width, .height = image.height, .pixels = pixels};
        if (pixels && !png_image_finish_read(&image, &white, pixels, 0, NULL))
            attn_fail(status, ATTN_INPUT, "this PNG picture cannot be read: %s", image.message);
    }
    png_image_free(&image);
    return attn_ok(status);
}
