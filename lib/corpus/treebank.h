/*
 * treebank: sentences in the format CoNLL-U of Universal Dependencies: a line for each word, ten
 * fields split by tabs, an empty line behind each sentence. Private to the rooms of the corpus.
 *
 * Read are ID, FORM, UPOS (the kind of the word), HEAD, DEPREL, and "Antecedent=3" in MISC; what
 * belongs to no word of the tree (comments, "3-4", "3.1") is skipped. HEAD may be "_": a sentence
 * in which a governor is not known has no known subjects and objects either.
 */
#ifndef ATTN_CORPUS_TREEBANK_H
#define ATTN_CORPUS_TREEBANK_H

#include "core/text.h"
#include "corpus/grammar.h"
#include "files/bytes/lines.h"

/* Columns of a line behind its words; the first is the tree itself. */
enum { TREEBANK_GOVERNOR, TREEBANK_SUBJECT, TREEBANK_OBJECT, TREEBANK_ANTECEDENT, TREEBANK_ROLES };

#define TREEBANK_UNKNOWN ((size_t)-1) /* the place of a word that nobody has said */

typedef struct attn_treebank { /* where the reading has got to */
    attn_lines lines;
    attn_arena *arena; /* of the words of this sentence; its owner's */
    size_t count;      /* of them */
    const char *relation[ATTN_MOST_LINE_WORDS];
    /* for each role the place of each word's other, from 1; 0: none; TREEBANK_UNKNOWN */
    size_t others[TREEBANK_ROLES][ATTN_MOST_LINE_WORDS];
    attn_word word[ATTN_MOST_LINE_WORDS], place[TREEBANK_ROLES][ATTN_MOST_LINE_WORDS];
    attn_arc arcs[TREEBANK_ROLES * ATTN_MOST_LINE_WORDS];
} attn_treebank;

/* Checks every line. */
bool attn_treebank_check(attn_corpus *corpus);
void attn_treebank_begin(attn_treebank *treebank, const attn_corpus *corpus, attn_arena *arena);
/* False at the end, or with a fault. */
bool attn_treebank_next(attn_treebank *treebank, attn_line *line, attn_status *status);

#endif
