/*
 * spell: the words of a line, letter by letter, with a mark between words. Private to the rooms of
 * the corpus.
 */
#ifndef ATTN_CORPUS_SPELL_H
#define ATTN_CORPUS_SPELL_H

#include "corpus/corpus.h"

typedef struct attn_spelling {
    attn_arena *arena; /* of the letters that came by; each is kept once */
    size_t letter_count;
    const char **letters;
    attn_word words[ATTN_MOST_LINE_WORDS];
    attn_box boxes[ATTN_MOST_BOXES];
} attn_spelling;

/* Of the last column, and its boxes: a letter has those of its word. False, with a fault. */
bool attn_spell_line(attn_spelling *spelling, attn_line *line, attn_status *status);

#endif
