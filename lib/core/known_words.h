/*
 * known_words: words found by their hash, and which of them may have been meant by one that is
 * unknown.
 */
#ifndef ATTN_CORE_KNOWN_WORDS_H
#define ATTN_CORE_KNOWN_WORDS_H

#include "core/memory.h"

/* Words, each with a place, in the order in which they came. {arena} is an empty index. */
typedef struct attn_word_index {
    attn_arena *arena;
    size_t count;
    const char **words;
    size_t slot_count; /* a power of two, more than the words; or 0 */
    uint32_t *slots;   /* places in words, from 1; 0: free */
} attn_word_index;

/* The place of a word, from 1; 0: it is not there. */
size_t attn_word_index_find(const attn_word_index *index, const char *bytes, size_t length);
/* The same, added if it is not there: a copy in the arena. 0 without memory. */
size_t attn_word_index_add(attn_word_index *index, const char *bytes, size_t length);

/* The candidate that is nearest to a word, as long as it is near at all. */
typedef struct attn_guess {
    const char *word;
    const char *best; /* NULL: none is near */
    size_t distance;
} attn_guess;

/* Takes the candidate if it is nearer than those before it. */
void attn_guess_try(attn_guess *guess, const char *candidate);
/* ": did you mean X?" in the arena, or "". */
const char *attn_guess_text(const attn_guess *guess, attn_arena *arena);

#endif
