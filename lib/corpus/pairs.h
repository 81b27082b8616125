/*
 * pairs: a file of pairs: source, tab, target and, perhaps, tab and links ("0-0 1?2"). Private to
 * the rooms of the corpus.
 */
#ifndef ATTN_CORPUS_PAIRS_H
#define ATTN_CORPUS_PAIRS_H

#include "core/text.h"
#include "corpus/grammar.h"
#include "files/bytes/lines.h"

typedef struct attn_pairs { /* where the reading has got to */
    attn_lines lines;
    attn_arena *arena; /* of the words of this line; its owner's */
    size_t number;     /* of this line among the pairs, from 1 */
    attn_word word[2][ATTN_MOST_LINE_WORDS];
    attn_link links[ATTN_MOST_LINE_LINKS];
} attn_pairs;

/* Checks every line, and finds which of them belong to one part. */
bool attn_pairs_check(attn_corpus *corpus);
void attn_pairs_begin(attn_pairs *pairs, const attn_corpus *corpus, attn_arena *arena);
/* False at the end, or with a fault. */
bool attn_pairs_next(attn_pairs *pairs, attn_line *line, attn_status *status);

#endif
