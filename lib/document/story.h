/*
 * story: the walk over a run, moment by moment, for whoever tells it. A renderer says how each
 * thing is written (terminal.c as terminal text); what comes, and in which order, is decided here.
 */
#ifndef ATTN_DOCUMENT_STORY_H
#define ATTN_DOCUMENT_STORY_H

#include "document/filter.h"

typedef struct attn_tally { /* over the whole run, told or not */
    size_t checks, untrue, pictures;
} attn_tally;

typedef struct attn_renderer attn_renderer;
struct attn_renderer {
    /* title, summary, what was changed; part: the reader asked for certain names alone */
    void (*begin)(attn_renderer *renderer, const attn_run *run, bool part);
    /* a moment begins; only such that have something to tell */
    void (*moment)(attn_renderer *renderer);
    /* a new outermost step, from 1 */
    void (*step)(attn_renderer *renderer, size_t number);
    /* a loop reaches its next number; depth 0 is the outermost */
    void (*loop)(attn_renderer *renderer, const attn_loop_at *loop, size_t depth);
    void (*prose)(attn_renderer *renderer, const attn_piece *pieces, size_t count);
    /* what training did; before all that the step computes */
    void (*trained)(attn_renderer *renderer, const attn_trained *trained);
    /* the values that follow are those of this moment of the training; NULL: no more of them */
    void (*look)(attn_renderer *renderer, const attn_watched *look);
    void (*formula)(attn_renderer *renderer, const attn_statement *statement);
    /* a function that the formula just told is the first to call */
    void (*definition)(attn_renderer *renderer, const attn_definition *definition);
    /* between call and end_call: the formulas and values inside it */
    void (*call)(attn_renderer *renderer, const attn_call *call);
    void (*end_call)(attn_renderer *renderer);
    /* made->statement is NULL for what no formula made; mapped: the lesson draws it */
    void (*value)(attn_renderer *renderer, const attn_made *made, bool mapped);
    void (*sum)(attn_renderer *renderer, const attn_sum_asked *sum);
    void (*stated)(attn_renderer *renderer, const attn_stated *stated);
    void (*columns)(attn_renderer *renderer, const attn_column *columns, size_t count);
    /* the lines through the columns, which were told before; NULL: they are not drawn */
    void (*plot)(attn_renderer *renderer, const attn_moment *moment);
    /* what the lesson draws here and shows nowhere else in the moment */
    void (*map)(attn_renderer *renderer, const attn_map *map);
    /* where the pictures of the moment belong, if it has any; may be NULL */
    void (*drawn)(attn_renderer *renderer, const attn_moment *moment);
    void (*check)(attn_renderer *renderer, const attn_check *check);
    /* the sums that follow are those the reader asked for besides the lesson's */
    void (*asked)(attn_renderer *renderer);
    void (*end)(attn_renderer *renderer, const attn_run *run, const attn_tally *tally);
};

/* What a moment draws and the filter lets through, into maps, which has room for map_count + 1; how
 * many there are. */
size_t attn_story_drawings(const attn_filter *filter, const attn_moment *moment, attn_map *maps);
/* Tells what the filter lets through. False where memory ended: something is missing. */
bool attn_document_walk(const attn_run *run, const attn_filter *filter, attn_renderer *renderer);

#endif
