/*
 * draw: a line being drawn: its tree, then its words. What draw.c, replace.c and stream.c share;
 * private to them.
 */
#ifndef ATTN_CORPUS_DRAW_H
#define ATTN_CORPUS_DRAW_H

#include "corpus/grammar.h"

#define ATTN_MOST_STEM 48u /* bytes */

typedef struct node {                 /* of a tree; children stand side by side */
    const grammar_instance *instance; /* NULL: a word as it stands in the rule */
    const grammar_choice *choice;
    size_t first, head; /* nodes; head NONE where the rule has none, itself for a word */
    const grammar_entry *entry;
    const char *stem;      /* of a made-up word; else NULL */
    const char *word;      /* as it stands in the rule */
    size_t from[2], to[2]; /* places of its words */
} node;

typedef struct drawing {
    const attn_corpus *corpus;
    attn_status *status; /* of memory for the links */
    attn_random random;
    attn_corpus_part part;
    size_t goal; /* words of the source that are wanted; 0: as it comes */
    size_t node_count, words, stem_count, spelled_count;
    bool held, unseen; /* has a combination that is held out; a word that is unseen */
    node nodes[ATTN_MOST_NODES];
    char stems[ATTN_MOST_LINE_WORDS][ATTN_MOST_STEM];
    /* made-up words in full: those of the line, and those that replace them */
    char spelled[3 * ATTN_MOST_LINE_WORDS][ATTN_MOST_STEM + ATTN_MOST_FORM_BYTES];
    /* the line: */
    size_t count[2];
    attn_word line[2][ATTN_MOST_LINE_WORDS];
    const node *leaf[ATTN_MOST_LINE_WORDS]; /* of the words of the source */
    size_t link_count, link_room, role_count;
    attn_link *links; /* grows; freed by its owner */
    attn_role roles[ATTN_MOST_NODES];
    size_t role_ids[ATTN_MOST_NODES];
    attn_word shown[ATTN_MOST_LINE_WORDS];
    attn_word marks[ATTN_MOST_LINE_WORDS]; /* what was done to each: "0", "1" or "2" */
} drawing;

/* One of so many, from 0. */
size_t attn_draw_number(attn_random *random, size_t count);
/* The text of an entry's form, spelled with the stem of a made-up word; NULL where none fits. */
const char *attn_draw_form(drawing *d, const grammar_entry *entry, const char *stem, size_t form,
                           attn_side side);
/* Grows a tree from the first symbol; false where it got too large or could not be filled. */
bool attn_draw_tree(drawing *d);
/* Writes its words, links and roles. */
bool attn_draw_line(drawing *d);

/* ---- replace.c ---- */
/* What is shown in the place of the source, with its marks. */
void attn_draw_replaced(drawing *d);

#endif
