/*
 * compare: the values of a lesson beside those of the same lesson with other formulas.
 */
#ifndef ATTN_LESSON_RUN_COMPARE_H
#define ATTN_LESSON_RUN_COMPARE_H

#include "lesson/lesson.h"

/* The values that the steps of a run made, showed or drew, by their labels. */
typedef struct attn_values attn_values;
attn_values *attn_values_new(const attn_run *run, attn_arena *arena); /* NULL on failure */
/* 0: none has this label. */
attn_node attn_values_node(const attn_values *values, const char *label);
/* NULL: none has this label. */
const attn_tensor *attn_values_find(const attn_values *values, const char *label);

typedef struct attn_contrast {
    const attn_tensor *with, *without;
    const attn_tensor *difference; /* without − with; NULL: they are words */
    float largest;                 /* of the differences, in magnitude */
    bool same_shape;               /* else there is nothing to compare */
    bool other_shape;              /* though both are numbers, or both are words */
} attn_contrast;

/* Rank, rows and columns, and words on both sides or on neither. */
bool attn_same_shape(const attn_tensor *a, const attn_tensor *b);

/*
 * False if nothing became of the value: the numbers are the same but for rounding, or they cannot
 * be compared, being of other shapes or words on one side alone. The difference lies in the arena;
 * what is infinite in both differs by 0.
 */
bool attn_contrast_make(const attn_tensor *with, const attn_tensor *without, attn_arena *arena,
                        attn_contrast *contrast);

/* The element of a family, also of one that was computed as a whole; false: there is none. */
bool attn_element_value(const attn_record *record, const attn_family *family, const long *at,
                        attn_tensor *value);

#endif
