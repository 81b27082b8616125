/*
 * raster: polygons filled in a small picture, in whole numbers alone, so that the same polygons
 * give the same bytes on every machine. Private to this room.
 *
 * A polygon is added edge by edge: in each of four rows of every pixel, an edge adds to the pixel
 * that it crosses, and to the next one, what it covers of them; running sums along a row are then
 * the coverage of its pixels (winding number not zero).
 */
#ifndef ATTN_CORPUS_SCENE_RASTER_H
#define ATTN_CORPUS_SCENE_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ATTN_MOST_PICTURE_SIDE 256u

enum {
    RASTER_PIXEL = 256,  /* units of a coordinate */
    RASTER_WHOLE = 1024, /* the coverage of a pixel that lies inside */
    RASTER_TURN = 64     /* steps of a whole turn */
};

typedef struct attn_point { /* in units; pixel 0 goes from 0 to RASTER_PIXEL */
    int32_t x, y;
} attn_point;

typedef struct attn_raster {
    size_t width, height;
    size_t top, bottom; /* rows of the polygon that is added; top >= bottom: none */
    int32_t (*sums)[ATTN_MOST_PICTURE_SIDE + 2]; /* of each row; all 0 but for that polygon */
} attn_raster;

/* Points lie within so many units of the picture; farther ones are brought there. */
#define RASTER_FAR (INT32_C(1) << 22)

/* Adds a polygon of these corners. */
void attn_raster_add(attn_raster *raster, const attn_point *points, size_t count);

/* What is done with a pixel that the polygon covers, by 1 to RASTER_WHOLE. */
typedef void attn_raster_pixel(void *user, size_t x, size_t y, int32_t coverage);
/* Hands on each of these pixels, and takes the polygon away. */
void attn_raster_fill(attn_raster *raster, attn_raster_pixel *pixel, void *user);

/* Cosine and sine of so many steps of a turn, times RASTER_SCALE. */
enum { RASTER_SCALE = 16384 };
int32_t attn_raster_cos(int step);
int32_t attn_raster_sin(int step);

#endif
