/*
 * making: one element of a given value while it is made. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_RUN_MAKING_H
#define ATTN_LESSON_RUN_MAKING_H

#include "lesson/program/running.h"

typedef struct making {
    attn_run *run;
    const given *given;
    const written_numbers *values; /* numbers written out: this element's */
    const char *seed_name;
    attn_tensor shape; /* filled in by the form, labels too */
} making;

/* A leaf of this shape, to be filled; 0 on failure. */
attn_node attn_new_leaf(making *m);
/* The value of the form `pixels`; 0 on failure. */
attn_node attn_make_pixels(making *m);

#endif
