/*
 * cut_words: a text cut into the words of a sequence, or spelled by pieces. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_RUN_CUT_WORDS_H
#define ATTN_LESSON_RUN_CUT_WORDS_H

#include "lesson/program/running.h"

/* One more word of a list that may have so many; false, with a fault, if it has them, or if the word
 * is too long. */
bool attn_words_add(attn_run *run, word_list *list, const char *bytes, size_t length, size_t most);
bool attn_words_take(attn_run *run, const char *const *words, size_t count, word_list *list);
/* The words or pieces of a text, as the sequence's vocabulary cuts it. */
bool attn_words_cut(attn_run *run, const sequence_source *s, const char *text, word_list *list);
/* Those of the words that a lesson writes one by one for an input. */
bool attn_words_written(attn_run *run, const sequence_source *s, word_list *list);

#endif
