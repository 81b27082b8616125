/*
 * film: what was watched while a lesson trained, picture by picture: as an animated PNG, or side by
 * side as one strip. All pictures have one scale of colours.
 */
#ifndef ATTN_RENDER_FILM_H
#define ATTN_RENDER_FILM_H

#include "lesson/lesson.h"
#include "picture/layout/sheet.h"

#define ATTN_MOST_FRAMES 600u       /* of a film */
#define ATTN_MOST_STRIP_FRAMES 100u /* of a strip */

/* strip: also as PNG; SVG and PDF are strips always. What the reader watched is shown, or else all
 * that the lesson watches. False, with a fault. */
bool attn_film_write(const attn_run *run, const attn_trained *trained, const char *path,
                     attn_format format, bool strip, attn_status *status);

/* Whether so many looks, the first of which is there, become a film; as far as one look can tell.
 * Before the training, so that nobody waits for a film that cannot be. */
bool attn_film_check(const attn_run *run, const attn_trained *first, size_t looks,
                     attn_format format, bool strip, attn_status *status);

#endif
