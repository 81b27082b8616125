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
/* A number, which may stand for a word. */
attn_node attn_make_number(making *m, float number, const attn_labels *words);
/* The weights that this element comes from; NULL on failure. */
attn_arrays *attn_weights_of(const making *m);
/* The letter of the value's name that chooses the file; NULL: none does. */
const attn_letter *attn_choosing_letter(const making *m);
/* Sets the file of an element whose letter has this number. */
bool attn_choose_file(making *m, const attn_letter *letter);
/* The value that a tensor is, as the lesson wants it; 0 on failure. */
attn_node attn_make_weight(making *m, const attn_array *weight);
/* The same of the tensor that the lesson names. */
attn_node attn_make_weights(making *m);
/* The values of the forms `pixels`, `sound` and `array`; 0 on failure. */
attn_node attn_make_pixels(making *m);
attn_node attn_make_sound(making *m);
attn_node attn_make_array(making *m);
/* The same of what the reader brought (lesson/program/own.h). */
attn_node attn_make_own(making *m, const own_value *own);

#endif
