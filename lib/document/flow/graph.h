/*
 * graph: the computation of a lesson as a diagram, made from its own formulas.
 *
 * A value is a box, and what stands right of its "=" becomes the operations on the arrows to it. A
 * weight is no box but stands where it is used ("× W_Q"); so does a number. A loop is a frame, and
 * what a turn takes from the one before goes back by an arrow of its own.
 */
#ifndef ATTN_DOCUMENT_FLOW_GRAPH_H
#define ATTN_DOCUMENT_FLOW_GRAPH_H

#include "lesson/lesson.h"
#include "picture/views/flow.h"

typedef struct attn_flow_asked {
    size_t show_count;
    const char *const *shows; /* the values that it leads to; none: as the lesson says */
    const char *follow;       /* a word whose way is marked; or NULL */
} attn_flow_asked;

/*
 * The diagram, measured but without places, and the sheet that it stands on, whose maps are those
 * in its boxes. All of it lives in the run or in the arena. False, with a fault: there is nothing
 * to draw, or no such value or word.
 */
bool attn_flow_build(attn_run *run, const attn_flow_asked *asked, attn_arena *arena,
                     attn_flow *flow, attn_sheet_options *sheet);

/* A diagram with places, and how it got them: what Graphviz was asked, and what it answered. */
typedef struct attn_flow_found {
    attn_flow flow;
    const char *dot, *plain;
} attn_flow_found;

/* Who places the parts of a diagram: returns what `dot -Tplain` makes of this text, which lives
 * until the next call. NULL, with a fault: nobody does. */
typedef struct attn_flow_arranger {
    const char *(*arrange)(void *user, const char *dot, attn_status *status);
    void *user;
    attn_status missing; /* why the diagram of a page has no places */
} attn_flow_arranger;

/*
 * The same diagram with its places: those that are carried for this lesson, in the way in which
 * they were found; or else those that the arranger finds, in the way that a canvas shows best.
 * arranger: NULL: there is none. False, with a fault, if there are none for these formulas.
 */
bool attn_flow_find(const attn_run *run, attn_flow *flow, const attn_flow_arranger *arranger,
                    attn_arena *arena, attn_flow_found *found);
/* Only those that are carried. False: there are none; or with a fault. */
bool attn_flow_carried(const attn_run *run, attn_flow *flow, attn_arena *arena,
                       attn_flow_found *found);

/* What Graphviz answered to this text about a lesson; NULL: no answer is carried. */
const char *attn_flow_answer(const char *lesson, const char *dot, size_t *length);

#endif
