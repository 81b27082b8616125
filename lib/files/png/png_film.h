/*
 * png_film: an animated PNG (APNG), whole or absent. A viewer that knows no animation shows its
 * still picture, which is no part of the film.
 */
#ifndef ATTN_FILES_PNG_PNG_FILM_H
#define ATTN_FILES_PNG_PNG_FILM_H

#include "files/png/png.h"

typedef struct attn_png_film attn_png_film;

/* A film of so many pictures, of this size or smaller: what they leave free is ground. It runs
 * again and again. NULL on failure. */
attn_png_film *attn_png_film_open(const char *path, size_t width, size_t height, size_t count,
                                  const uint8_t ground[3], attn_status *status);
/* First the still picture, then each picture of the film, shown for so many milliseconds. The
 * pictures' texts and chunks are left out. */
bool attn_png_film_add(attn_png_film *film, const attn_png *picture, unsigned milliseconds);
bool attn_png_film_commit(attn_png_film *film);  /* frees it; false: nothing is there */
void attn_png_film_abandon(attn_png_film *film); /* NULL is fine */

#endif
