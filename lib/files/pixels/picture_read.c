/*
 * picture_read: which format a picture has, and how large it may be.
 */
#include "files/pixels/picture_read.h"

#include <string.h>

#include "core/budget.h"
#include "files/pixels/pixel_reading.h"

attn_picture attn_picture_frame(const attn_picture *film, size_t frame)
{
    const size_t height = film->height / (film->frames ? film->frames : 1);
    return (attn_picture){.width = film->width,
                          .height = height,
                          .pixels = film->pixels + 3 * frame * height * film->width};
}

uint8_t *attn_pixel_room(size_t width, size_t height, attn_arena *arena, attn_status *status)
{
    enum { unpacked = 4 };
    const size_t most = ATTN_MOST_PIXELS_A_SIDE;
    if (width > most || height > most) {
        attn_fail(status, ATTN_LIMIT, "the picture is %zu×%zu: at most %zu pixels a side", width,
                  height, most);
        return NULL;
    }
    uint64_t work = attn_product64(width * height, unpacked * ATTN_COST_NUMBER);
    if (attn_spend(status, work)) return attn_alloc(arena, width * height, 3);
    attn_fail_work(status, work, "a picture of %zu×%zu pixels", width, height);
    return NULL;
}

static bool begins_with(const char *bytes, size_t length, const char *signature)
{
    return length >= strlen(signature) && memcmp(bytes, signature, strlen(signature)) == 0;
}

bool attn_picture_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                       attn_picture *picture, attn_status *status)
{
    if (begins_with(bytes, length, "\x89PNG"))
        attn_png_read(bytes, length, arena, picture, status);
    else if (begins_with(bytes, length, "\xFF\xD8\xFF"))
        attn_jpeg_read(bytes, length, arena, picture, status);
    else if (begins_with(bytes, length, "P6"))
        attn_pixmap_read(bytes, length, arena, picture, status);
    else
        attn_fail(status, ATTN_INPUT, "this is no picture that can be read: %s",
                  length ? "it does not begin as a PNG, JPEG or PPM file does: save it as one of these"
                         : "the file is empty");
    attn_status_place(status, name, 0, 0);
    return attn_ok(status);
}
