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
    attn_node leaf;    /* of this shape; 0: not made yet */
    bool whole;        /* its array is this element alone */
    size_t file;       /* of the lesson's weights: the one that this element comes from */
} making;

/* Whether there are memory and time for the value, whose shape is known, at this cost for each of
 * its numbers; or else a fault, by its name. */
bool attn_making_fits(const making *m, uint64_t cost);
/* The sizes that the lesson states into the shape, if it fits. */
bool attn_take_sizes(making *m);
/* Makes the leaf; its numbers, to be filled, or NULL on failure. */
float *attn_new_numbers(making *m);
/* A leaf of one number, perhaps a token of this vocabulary (NULL: none). */
attn_node attn_make_number(making *m, float number, const attn_labels *words);
/* The values of the forms `pixels`, `sound` and `array`; 0 on failure. */
attn_node attn_make_pixels(making *m);
attn_node attn_make_sound(making *m);
attn_node attn_make_array(making *m);
/*
 * The same of the form `weights`, and of one tensor. Which of the lesson's weights files an element
 * comes from is chosen by a letter of its name, NULL if by none; choosing fails if there is no such
 * file, opening it (NULL) as the status says.
 */
attn_node attn_make_weights(making *m);
attn_node attn_make_weight(making *m, const attn_array *weight);
const attn_letter *attn_choosing_letter(const making *m);
bool attn_choose_weights(making *m, const attn_letter *letter);
attn_arrays *attn_weights_of(const making *m);
/* The same of what the reader brought (lesson/program/own.h). */
attn_node attn_make_own(making *m, const own_value *own);

#endif
