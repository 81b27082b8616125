/*
 * index_number: reads "t=2", an index and its number, by which a reader chooses steps or maps.
 */
#ifndef ATTN_DOCUMENT_INDEX_NUMBER_H
#define ATTN_DOCUMENT_INDEX_NUMBER_H

#include "lesson/lesson.h"

/* Its letter is copied to the arena; `word` is NULL. False if the text is not an index and a
 * number, or, with a fault in the arena's status, without memory. */
bool attn_index_read(const char *text, attn_loop_at *index, attn_arena *arena);

#endif
