/*
 * word_table: words found by their hash. Each has a place, in the order in which they came.
 */
#ifndef ATTN_LESSON_PROGRAM_WORD_TABLE_H
#define ATTN_LESSON_PROGRAM_WORD_TABLE_H

#include "core/memory.h"

/* {arena} is an empty one. */
typedef struct attn_word_table {
    attn_arena *arena;
    size_t count;
    const char **words;
    size_t slot_count; /* a power of two, more than the words; or 0 */
    uint32_t *slots;   /* places in words, from 1; 0: free */
} attn_word_table;

/* The place of a word, from 1; 0: it is not there. */
size_t attn_word_table_find(const attn_word_table *table, const char *bytes, size_t length);
/* The same, added if it is not there: a copy in the arena. 0 without memory. */
size_t attn_word_table_add(attn_word_table *table, const char *bytes, size_t length);

#endif
