/*
 * pixmap: portable pixmaps (PPM), colours without compression: read and written.
 */
#include <string.h>

#include "files/pixels/pixel_reading.h"

enum { BRIGHTEST = 255, CHANNELS = 3 };
static const char frames_are[] = "# frames ";

typedef struct header {
    const char *bytes;
    size_t length, at, frames;
} header;

/* Digits, of a number that is no larger than a side of a film may be; 0: there is none. */
static size_t read_number(header *h)
{
    const size_t most = (size_t)ATTN_MOST_PIXELS_A_SIDE * ATTN_MOST_PIXELS_A_SIDE;
    size_t number = 0;
    for (; h->at < h->length && h->bytes[h->at] >= '0' && h->bytes[h->at] <= '9'; h->at++)
        number = number > most ? number : 10 * number + (size_t)(h->bytes[h->at] - '0');
    return number > most ? 0 : number;
}

/* A line that begins with "#"; it may tell how many frames there are. */
static void pass_comment(header *h)
{
    const size_t starts = strlen(frames_are);
    if (h->length - h->at > starts && memcmp(h->bytes + h->at, frames_are, starts) == 0) {
        h->at += starts;
        h->frames = read_number(h);
    }
    while (h->at < h->length && h->bytes[h->at] != '\n') h->at++;
}

static size_t next_number(header *h)
{
    while (h->at < h->length && (strchr(" \t\r\n", h->bytes[h->at]) || h->bytes[h->at] == '#')) {
        if (h->bytes[h->at] == '#')
            pass_comment(h);
        else
            h->at++;
    }
    return read_number(h);
}

bool attn_pixmap_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                      attn_status *status)
{
    header h = {bytes, length, strlen("P6"), 0};
    const size_t width = next_number(&h), height = next_number(&h), brightest = next_number(&h);
    *picture = (attn_picture){.width = width, .height = height, .frames = h.frames};
    h.at++; /* one blank ends the head */
    if (width == 0 || height == 0 || brightest != BRIGHTEST || h.at > length ||
        (h.frames && height % h.frames != 0))
        return attn_fail(status, ATTN_INPUT,
                         "the head of this PPM file is damaged, or its colours are not bytes");
    const size_t most = ATTN_MOST_PIXELS_A_SIDE;
    if (height > most * most / width)
        return attn_fail(status, ATTN_LIMIT, "the picture has more than %zu pixels", most * most);
    if ((length - h.at) / CHANNELS < width * height)
        return attn_fail(status, ATTN_INPUT, "the PPM file is cut short");
    /* a film may be higher than a picture */
    uint8_t *pixels = h.frames ? attn_room(arena, width * height, CHANNELS)
                               : attn_pixel_room(width, height, arena, status);
    if (pixels) memcpy(pixels, bytes + h.at, CHANNELS * width * height);
    picture->pixels = pixels;
    return pixels;
}

void attn_pixmap_write(const attn_picture *picture, attn_text *out)
{
    attn_text_add(out, "P6\n");
    if (picture->frames) attn_text_print(out, "%s%zu\n", frames_are, picture->frames);
    attn_text_print(out, "%zu %zu\n%d\n", picture->width, picture->height, BRIGHTEST);
    attn_text_add_bytes(out, (const char *)picture->pixels,
                        CHANNELS * picture->width * picture->height);
}
