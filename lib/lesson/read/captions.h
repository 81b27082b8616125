/*
 * captions: what a picture says in words: its title, its axes, its lines, a shaded span.
 */
#ifndef ATTN_LESSON_READ_CAPTIONS_H
#define ATTN_LESSON_READ_CAPTIONS_H

#include "lesson/read/reading.h"

/* Reads "title" and "axis" of a heatmap or a plot into what its formula has at this place, from 0,
 * among `count` formulas; other members stay as they are. */
bool attn_captions_read(attn_lesson *lesson, const cJSON *options, size_t place, size_t count,
                        attn_captions *captions);
/* Reads "legend" and "shade" of a plot with so many lines into the step too. */
bool attn_legend_read(attn_lesson *lesson, const cJSON *plot, size_t count, step *s);

#endif
