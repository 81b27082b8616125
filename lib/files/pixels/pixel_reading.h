/*
 * pixel_reading: what the readers of PNG, JPEG and PPM share. Private to this room.
 */
#ifndef ATTN_FILES_PIXELS_PIXEL_READING_H
#define ATTN_FILES_PIXELS_PIXEL_READING_H

#include "files/pixels/picture_read.h"

/* Room for so many pixels, of which none has more than 4096 a side, if there is time to unpack
 * them; NULL, with a fault: there is not. */
uint8_t *attn_pixel_room(size_t width, size_t height, attn_arena *arena, attn_status *status);
enum { ATTN_MOST_PIXELS_A_SIDE = 4096 };

/* As attn_picture_read, of one format; the fault has no place yet. */
bool attn_png_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                   attn_status *status);
/* Of a PNG file whose chunks are as long as they say: its frames, if it is animated; else no
 * pixels.
 */
bool attn_film_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                    attn_status *status);
bool attn_jpeg_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                    attn_status *status);

/* The same of a PPM file. */
bool attn_pixmap_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                      attn_status *status);

#endif
