/*
 * png_read: a small picture's colours, for lessons that look at one.
 */
#ifndef ATTN_FILES_PNG_PNG_READ_H
#define ATTN_FILES_PNG_PNG_READ_H

#include <stdint.h>

#include "core/memory.h"

/* Rows of width × 3 bytes (red, green, blue; transparency laid on white), in the arena. At most
 * 4096 pixels a side. */
typedef struct attn_picture {
    size_t width, height;
    const uint8_t *pixels;
} attn_picture;

/* From the bytes of a PNG file; name is for messages. */
bool attn_png_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                   attn_picture *picture, attn_status *status);

#endif
