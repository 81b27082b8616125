/*
 * whole_words: maps of weights by the words that pieces spell.
 */
#ifndef ATTN_DOCUMENT_FIGURES_WHOLE_WORDS_H
#define ATTN_DOCUMENT_FIGURES_WHOLE_WORDS_H

#include "picture/layout/sheet.h"

/* Weights by whole words, if their labels know them: the columns of a word are summed, its rows
 * averaged. Of other values that would say nothing. False on failure. */
bool attn_join_pieces(attn_arena *arena, attn_panel *panel);

#endif
