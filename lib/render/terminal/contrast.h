/*
 * contrast: a value with and without what was left out, and the difference, for the eye.
 */
#ifndef ATTN_RENDER_TERMINAL_CONTRAST_H
#define ATTN_RENDER_TERMINAL_CONTRAST_H

#include "document/value.h"
#include "lesson/run/compare.h"

#define ATTN_MOST_SIDES 3 /* with, without, difference */

typedef struct attn_sides {
    size_t count;                       /* there is no difference between words */
    const char *names[ATTN_MOST_SIDES]; /* "with scale", "without", "difference" */
    const attn_tensor *values[ATTN_MOST_SIDES];
} attn_sides;

/* without: what was left out, as "scale". */
attn_sides attn_contrast_sides(attn_arena *arena, const char *without,
                               const attn_contrast *contrast);
/* The sides of a vector as the rows of one table; NULL on failure. */
const attn_tensor *attn_contrast_rows(attn_arena *arena, const attn_sides *sides);

/* Of other shapes both sides are told, without a difference. name is typeset already; without: what
 * was left out, as "scale". Everything made on the way lies in the arena. True if tables were
 * printed. */
bool attn_contrast_print(attn_page *page, const attn_look *look, attn_arena *arena,
                         const char *name, const char *without, const attn_contrast *contrast,
                         bool shaded);

/* The same as columns of a table, for a vector: their names and values; how many. */
size_t attn_contrast_columns(attn_arena *arena, const char *name, const attn_contrast *contrast,
                             const char **names, const attn_tensor **columns);

#endif
