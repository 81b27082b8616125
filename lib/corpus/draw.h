/*
 * draw: a line being drawn: its tree, then its words. What draw.c and stream.c share; private
 * to them.
 */
#ifndef ATTN_CORPUS_DRAW_H
#define ATTN_CORPUS_DRAW_H

#include "corpus/grammar.h"

typedef struct node {                 /* of a tree; children stand side by side */
    const grammar_instance *instance; /* NULL: a word as it stands in the rule */
    const grammar_choice *choice;
    size_t first; /* node */
    const grammar_entry *entry;
    const char *word;      /* as it stands in the rule */
    size_t from[2], to[2]; /* places of its words */
} node;

typedef struct drawing {
    const attn_corpus *corpus;
    attn_random random;
    size_t goal; /* words of the source that are wanted; 0: as it comes */
    size_t node_count, words;
    bool held; /* has a combination that is held out */
    node nodes[ATTN_MOST_NODES];
    /* the line: */
    size_t count[2];
    attn_word line[2][ATTN_MOST_LINE_WORDS];
    size_t link_count;
    attn_link links[ATTN_MOST_LINE_LINKS];
} drawing;

/* One of so many, from 0. */
size_t attn_draw_number(attn_random *random, size_t count);
/* Grows a tree from the first symbol; false where it got too large or could not be filled. */
bool attn_draw_tree(drawing *d);
/* Writes its words and links. */
bool attn_draw_line(drawing *d);

#endif
