/*
 * trie: pieces found byte by byte, so all that begin at a place of a text are met in one go.
 * Private to this room.
 */
#ifndef ATTN_TEXT_TRIE_H
#define ATTN_TEXT_TRIE_H

#include "core/memory.h"

typedef struct attn_trie attn_trie;

typedef struct attn_trie_word {
    const char *text; /* not empty */
    uint32_t value;   /* less than ATTN_TRIE_NOTHING */
} attn_trie_word;
#define ATTN_TRIE_NOTHING UINT32_MAX

/* A trie of words in the arena; it puts them in order. Of equal words one is found. NULL on
 * failure. */
attn_trie *attn_trie_new(attn_trie_word *words, size_t count, attn_arena *arena);
/* Goes on from a node by a byte; 0, which is the first node, where nothing goes on so. */
uint32_t attn_trie_step(const attn_trie *trie, uint32_t node, unsigned char byte);
/* The value of the word that ends at a node, or ATTN_TRIE_NOTHING. */
uint32_t attn_trie_value(const attn_trie *trie, uint32_t node);
/* The length of the longest word that the bytes begin with, and its value; 0: none. trie NULL: 0.
 */
size_t attn_trie_longest(const attn_trie *trie, const char *bytes, size_t length, uint32_t *value);

#endif
