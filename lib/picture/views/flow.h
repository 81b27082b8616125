/*
 * flow: a computation as a diagram. Values are boxes, operations stand on the arrows between them,
 * loops are frames.
 *
 * How large each is follows from its words alone, never from fonts or numbers: so the text that
 * Graphviz places them by (attn_flow_dot) is the same on every machine and for every sentence, and
 * places that were once found stay right until a formula changes.
 */
#ifndef ATTN_PICTURE_VIEWS_FLOW_H
#define ATTN_PICTURE_VIEWS_FLOW_H

#include "core/text.h"
#include "picture/layout/sheet.h"

typedef enum attn_flow_kind {
    ATTN_FLOW_BOX,    /* a value */
    ATTN_FLOW_PILL,   /* operations, a line each */
    ATTN_FLOW_CIRCLE, /* +, −, ⊙ between two values */
    ATTN_FLOW_TURN    /* a value of the turn before, where a loop goes on with it */
} attn_flow_kind;

typedef struct attn_flow_node {
    attn_flow_kind kind;
    const char *text;          /* the symbol of a value, operations; as typeset has them */
    const char *words;         /* what the value is; "" */
    const char *cap;           /* of a box: operations that stand in it, above the value; or NULL */
    const char *shape;         /* "3×4"; "" */
    size_t panel, panel_count; /* its maps among those of the sheet, the first of them … */
    size_t map_count;          /* … of so many that it has */
    const struct attn_labels *written; /* words in place of numbers; or NULL */
    size_t frame;                      /* the innermost one around it, from 1; 0: none */
    double x, y, width, height;        /* (x, y): its middle, once it has a place */
    bool followed;
} attn_flow_node;

typedef struct attn_flow_edge {
    size_t from, to; /* nodes */
    bool back;       /* to the next turn of a loop */
    bool followed;
    size_t point_count; /* 3 k + 1, once it has a place: of Bézier curves */
    double (*points)[2];
} attn_flow_edge;

typedef struct attn_flow_frame {
    const char *title; /* "for each t of target" */
    size_t outer;      /* the frame around it, from 1; 0: none */
} attn_flow_frame;

typedef struct attn_flow {
    const char *follow; /* whose row or column is marked in each box; or NULL */
    bool down;          /* arrows go from top to bottom, and words stand beside maps */
    bool capped;        /* operations stand in boxes, so that arrows have only themselves */
    size_t node_count, edge_count, frame_count;
    attn_flow_node *nodes;
    attn_flow_edge *edges;
    attn_flow_frame *frames;
    double width, height; /* once it has places; its left upper corner is (0, 0) */
} attn_flow;

/* More of either are no diagram that anybody reads. */
#define ATTN_MOST_FLOW_NODES 400u
#define ATTN_MOST_FLOW_EDGES 1200u

/* Room that a frame has around what stands in it. */
#define ATTN_FLOW_MARGIN 24.0
/* Of a box, the part above its maps, and the maps. */
#define ATTN_FLOW_HEAD 26.0
#define ATTN_FLOW_MAP_WIDTH 96.0
#define ATTN_FLOW_MAP_HEIGHT 84.0
#define ATTN_FLOW_PAD 8.0
#define ATTN_FLOW_LINE 19.0

/* ---- flow_ways.c ---- */
/* How a diagram can be drawn: from left to right or from top to bottom; each operation on its
 * arrow, or, if it makes a box alone, in that box. */
enum { ATTN_FLOW_WAYS = 4 };
/* The diagram drawn in one of these ways, measured; false without memory. */
bool attn_flow_in_way(const attn_flow *flow, size_t way, attn_arena *arena, attn_flow *out);
/* The factor by which the usual canvas could enlarge it, once it has places. */
double attn_flow_scale(const attn_flow *flow);

/* ---- flow_dot.c ---- */
/* Gives each node its width and height. */
void attn_flow_measure(attn_flow *flow);
/* Of a box, what it has for its cap and for its words. */
double attn_flow_cap_height(const attn_flow_node *node);
double attn_flow_words_width(const attn_flow *flow, const attn_flow_node *node);
/* The part of a diagram, with no arrow to another, in which each node stands: counted from 0, in
 * the order of their first nodes. How many there are. */
size_t attn_flow_parts(const attn_flow *flow, size_t *part);
/* The diagram in the language of Graphviz, measured: what dot is to place, part by part. On the
 * first try arrows are straight, which looks better, but Graphviz does not manage that for every
 * diagram; on the second they are curved. */
enum { ATTN_FLOW_TRIES = 2 };
void attn_flow_dot(const attn_flow *flow, size_t try, attn_arena *arena, attn_text *out);

/* ---- flow_plain.c ---- */
/*
 * Puts the parts of the diagram beside and above one another, with the places out of what `dot
 * -Tplain` answered, which may come from anyone: every node and every edge must have one, and of
 * the size that was asked for. False, with a fault that names the line.
 */
bool attn_flow_read(attn_flow *flow, const char *plain, size_t length, attn_arena *arena);

/* ---- flow_place.c ---- */
/* Puts an attn_flow on its sheet (attn_diagram). */
bool attn_flow_place(attn_sheet *sheet, const void *flow);

#endif
