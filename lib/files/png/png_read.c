/*
 * png_read: libpng's simplified reader, with sizes capped before anything is allocated.
 */
#include "files/png/png_read.h"

#include <string.h>

#include "core/budget.h"
#include "files/png/png_common.h"

#define MOST_SIDE 4096u

/* Room for them, if there is time to unpack them. */
static uint8_t *take_pixels(const png_image *image, attn_arena *arena, attn_status *status)
{
    enum { unpacked = 4 };
    size_t pixels = (size_t)image->width * image->height;
    uint64_t work = attn_product64(pixels, unpacked * ATTN_COST_NUMBER);
    if (attn_spend(status, work)) return attn_alloc(arena, pixels, 3);
    attn_fail_work(status, work, "a picture of %u×%u pixels", image->width, image->height);
    return NULL;
}

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
        uint8_t *pixels = take_pixels(&image, arena, status);
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
