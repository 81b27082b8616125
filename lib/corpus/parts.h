/*
 * parts: to which part a line belongs. The hash of a sentence says it; pairs that have a source or
 * a target in common belong together. Private to the rooms of the corpus.
 */
#ifndef ATTN_CORPUS_PARTS_H
#define ATTN_CORPUS_PARTS_H

#include "core/known_words.h"
#include "core/text.h"
#include "corpus/corpus.h"

/* Of the words with blanks between, which are put into `joined`; never 0. */
uint64_t attn_hash_column(const attn_words *column, attn_text *joined);
/* The part of a hash: one in 16 is for validation, and one in 16 for the test, if it is `tested`
 * this way and not by what is held out. */
attn_corpus_part attn_part_of_hash(uint64_t hash, bool tested);

/* Pairs, while they are grouped. {arena} has none yet. */
typedef struct attn_grouping {
    attn_arena *arena;
    attn_text joined;
    attn_word_index sides; /* each sentence once, with "<" or ">" before it */
    size_t pair_count, parent_count;
    size_t *pairs;   /* of each pair: the place of its source among the sides */
    size_t *parents; /* of each side: another of its group, or itself */
} attn_grouping;

/* False without memory. */
bool attn_group_pair(attn_grouping *grouping, const attn_line *line);
/* The part of each pair, in this arena; NULL without memory. A group has one part, which its words
 * decide; one of more than 40 pairs is for training, or it would be most of a test. */
attn_corpus_part *attn_group_parts(attn_grouping *grouping, attn_arena *arena);

#endif
