/*
 * picture_read: the colours of a PNG, JPEG or PPM file, for lessons that look at a picture.
 */
#ifndef ATTN_FILES_PIXELS_PICTURE_READ_H
#define ATTN_FILES_PIXELS_PICTURE_READ_H

#include <stdint.h>

#include "core/text.h"

/* Rows of width × 3 bytes (red, green, blue; transparency laid on white), in the arena. */
typedef struct attn_picture {
    size_t width, height;
    const uint8_t *pixels;
    size_t frames; /* of a film: so many stand below each other; 0: a still picture */
} attn_picture;

/* One of them, from 0, as a picture; a still picture is its only one. */
attn_picture attn_picture_frame(const attn_picture *film, size_t frame);

/*
 * From the bytes of a file, which say what format it has; name is for messages. A PNG has at most
 * 4096 pixels a side; an animated one is a film of at most 1024 frames. Of a larger JPEG each pixel
 * is the mean of 2×2, 4×4 or 8×8 of the file's. A JPEG stands upright: as its camera says that it
 * was held.
 */
bool attn_picture_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                       attn_picture *picture, attn_status *status);

/* As a portable pixmap (PPM, "P6"), which attn_picture_read reads too. The second line of a film
 * says how many frames stand below each other: "# frames 14". */
void attn_pixmap_write(const attn_picture *picture, attn_text *out);

#endif
