/*
 * mask: words of a sentence of a treebank masked, or replaced by words of the sentences before it,
 * for a model to find. Private to the rooms of the corpus.
 */
#ifndef ATTN_CORPUS_MASK_H
#define ATTN_CORPUS_MASK_H

#include "corpus/grammar.h"

/* Words that replace others, and bytes of each; a longer word replaces none. */
enum { MASK_POOL = 4096, MASK_WORD = 48 };

typedef struct attn_masking {
    attn_random random;
    double masked, replaced; /* shares of the words */
    size_t met;              /* words that went into the pool so far */
    char pool[MASK_POOL][MASK_WORD];
    attn_word shown[ATTN_MOST_LINE_WORDS], marks[ATTN_MOST_LINE_WORDS];
    char drawn[ATTN_MOST_LINE_WORDS][MASK_WORD];
} attn_masking;

/* In the arena; NULL on failure. */
attn_masking *attn_masking_new(const attn_corpus_asked *asked, attn_arena *arena);
/*
 * The first column becomes the changed sentence; the sentence as it was and its marks are two new
 * columns at the end. They hold until the next call.
 */
void attn_mask_line(attn_masking *masking, attn_line *line);

#endif
