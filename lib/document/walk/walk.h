/*
 * walk: what the walk over a run knows. Private to walk.c, which goes over the moments, and to
 * walk_values.c, which makes the blocks of formulas and their values.
 */
#ifndef ATTN_DOCUMENT_WALK_WALK_H
#define ATTN_DOCUMENT_WALK_WALK_H

#include "document/block.h"
#include "document/data.h"
#include "document/filter.h"
#include "document/walk/told.h"

#define MOST_LOOPS 16

typedef struct walk {
    attn_document *document;
    attn_arena *arena;
    const attn_run *run;
    const attn_record *record;
    const attn_lesson *lesson;
    const attn_filter *filter;
    const attn_values *with; /* what is compared with; or NULL */
    int precision;
    const attn_data *data; /* what programs read is made; NULL: what people read */
    attn_told *told;       /* of people; NULL: they asked for names, or for their own numbers */
    size_t part;           /* the next: 0: the head; then each moment; the end */
    size_t step;           /* that the last block belongs to */
    size_t worded;         /* the step that has had words, unless it was said what they describe */
    size_t loop_count, told_loops;         /* told: as many of them have their heading */
    const attn_loop_at *loops[MOST_LOOPS]; /* the numbers of the last moment */
    const attn_statement *formula; /* the last block is this one, or a definition below it */
    size_t results;                /* of an opened call: shown since */
    size_t inside;                 /* opened calls: their values are not compared */
    bool watching;                 /* values of a moment of the training: they are gone since */
} walk;

/* One more block; apart from the one before it. */
attn_doc_block *attn_walk_add(walk *w, attn_block_kind kind);
/* Right below the one before it. */
attn_doc_block *attn_walk_add_below(walk *w, attn_block_kind kind);
/* The filter lets a value of this label through. */
bool attn_walk_wants(const walk *w, const char *label);
/* The moment of the same step in the turn before that the reader has seen; or NULL. */
const attn_moment *attn_walk_turn_before(const walk *w, const attn_moment *moment);
/* The reader asked for certain names: only these, without the words around them. */
bool attn_walk_is_chosen(const walk *w);

/* A formula that was changed, or what stands below one: "with score(s, h) = s · h". */
attn_doc_block *attn_walk_add_definition(walk *w, attn_block_kind kind, const char *before,
                                         const attn_definition *definition, bool deeper);
/* Beside what it is with the lesson's own formulas, if those give something else. */
attn_block_value attn_walk_value_of(const walk *w, const char *label, attn_node node, bool mapped);
/* Whether the page names a value and does not show it, for it is large; mapped: a map. */
bool attn_walk_leaves_out(const walk *w, const attn_block_value *value, bool mapped);
/* The names of those that were left out. */
void attn_walk_add_large(walk *w, const attn_large *large);
/* The moment makes a value of this label. */
bool attn_walk_was_made(const attn_moment *moment, const char *label);
/* A formula of the moment, or of what it calls, was exchanged. */
bool attn_walk_is_exchanged(const walk *w, const attn_moment *moment);
/* What a moment trains, given values that it is the first to read, its formulas with their values,
 * and what it shows instead. */
void attn_walk_add_values(walk *w, const attn_moment *moment);
/* Given values that the reader asked for by name and no step shows. */
void attn_walk_add_all_given(walk *w);

#endif
