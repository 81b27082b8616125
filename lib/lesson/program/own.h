/*
 * own: words and numbers that the reader brings, in place of those a lesson is given. They come
 * from a file of arrays, or from a set, "X = [[1, 0], [0, 1]]". Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_OWN_H
#define ATTN_LESSON_PROGRAM_OWN_H

#include "lesson/program/running.h"

/* Reads what the options bring; false, with a fault, if the lesson is given nothing of that name.
 */
bool attn_own_read(attn_run *run);
/* Whether a set puts a list in the place of what is given. */
bool attn_own_is_list(const char *set);
/* Whether the reader brought anything: then what the lesson says of its own is left out. */
bool attn_own_any(const attn_run *run);
/* What the reader brought for this; NULL: nothing. */
const own_value *attn_own_value(const attn_run *run, const given *g);
const word_list *attn_own_words(const attn_run *run, const sequence_source *s);

#endif
