/*
 * building: what the files share that make a diagram of a lesson's formulas. Private to
 * lib/document/flow.
 */
#ifndef ATTN_DOCUMENT_FLOW_BUILDING_H
#define ATTN_DOCUMENT_FLOW_BUILDING_H

#include "document/flow/graph.h"

#define NONE SIZE_MAX

/* How many kinds of expressions there are. */
enum { ATTN_EXPR_KINDS = ATTN_EXPR_PARTIAL + 1 };

typedef struct flow_line { /* a formula of the lesson, in their order */
    const attn_statement *statement;
    size_t frame; /* of the loops around it; 0: none */
    bool opens;   /* its call is taken apart: the formulas of the function stand there */
    attn_definition definition; /* of that function */
    const char *letter;         /* that it runs over, where it goes on with what it made */
} flow_line;

typedef struct flow_value { /* what a name of the lesson stands for */
    const char *key;        /* "W_Q" of W_{Q,l}: without what selects */
    const char *label;      /* to ask the run for it: "X", "X_0"; NULL: it has no numbers */
    const char *symbol;     /* as it stands in its formula, typeset */
    const attn_name *name;  /* on the left of its formula, or where it was first met */
    size_t line;            /* that makes it; NONE: it is given, or words that are read */
    bool border;            /* X_0: its subscripts are numbers alone */
    bool within;            /* it has no box: its formula stands in its place */
    bool known, constant;   /* of what has no box: whether no value goes into it */
    size_t uses;            /* in formulas of the lesson */
    size_t node;            /* its box; NONE: not yet */
} flow_value;

typedef struct flow_local { /* a name within a function that is opened */
    const char *key;
    size_t node;         /* NONE: it is no value of the diagram */
    const attn_expr *is; /* what it is in the lesson's own names; NULL: it is too long */
    size_t size;         /* parts that it has so */
} flow_local;

typedef struct flow_turn { /* a node for a value of the turn before */
    const char *text;
    size_t value, frame, node;
} flow_turn;

typedef struct flow_box_of { /* what stands in a node */
    size_t value;            /* NONE: none of the lesson's */
    const char *question;    /* to ask the run for a value within a function; NULL: none */
    const char *words;       /* of such a value */
    bool closed; /* an operation whose result goes to several places: none is added to it */
} flow_box_of;

typedef struct builder {
    attn_run *run;
    const attn_scope *scope;
    attn_arena *arena;
    attn_flow *flow;
    size_t line_count, value_count, turn_count, local_count, factor_count;
    flow_line *lines;
    flow_value *values;
    flow_turn *turns;
    flow_local *locals;
    const char **factors; /* keys of names that are multiplied with something */
    flow_box_of *boxes;   /* of each node */
    size_t box_count;
    size_t frame_step; /* the step of the lesson that the last frame stands for */
    size_t line;       /* that is being built */
    size_t frame;      /* in which new nodes stand */
    size_t first_new;  /* the first node of this line */
    size_t depth;      /* formulas that stand in place of names, one in another */
    bool opened;       /* names are looked for among the locals first */
    bool lenient;      /* the line has no other values than given ones: these have boxes then */
} builder;

/* ---- flow_names.c ---- */
/* The lines of the run, their frames and what they make. */
void attn_flow_collect(builder *b);
/* The value of a name. NONE: there is none. */
size_t attn_flow_lookup(const builder *b, const attn_name *name);
/* "W_Q" of a name as written; in the arena. */
const char *attn_flow_key(const builder *b, const attn_name *name);
/* Whether the name is a value with a box, or in whose place its formula stands: something that
 * tells it from all others; NONE: it is a weight, a number or a letter. */
size_t attn_flow_thing(builder *b, const attn_name *name);
/* Its node, made if there is none yet. */
size_t attn_flow_node_of(builder *b, const attn_name *name);
/* Whether the line at b->line makes a value of values of its own of the turn before. */
bool attn_flow_recurs(builder *b, const attn_statement *line);
/* "for each t of target", of a letter; NULL for one that is none. */
const char *attn_flow_loop_title(const builder *b, const char *before, const char *letter);

/* ---- flow_expr.c ---- */
/* NONE without memory. */
size_t attn_flow_add_node(builder *b, attn_flow_kind kind, const char *text);
void attn_flow_connect(builder *b, size_t from, size_t to, bool back);
size_t attn_flow_add_frame(builder *b, const char *title, size_t outer);
/* What computes the expression; NONE: no value of the diagram goes in. */
size_t attn_flow_of(builder *b, const attn_expr *expr);
/* One more operation behind a node; where it ends then. */
size_t attn_flow_step(builder *b, size_t node, const char *text);
/* A local name of a function that is opened; NULL: it is none. */
const flow_local *attn_flow_local(const builder *b, const attn_name *name);
/* Whether no value of the diagram stands in the expression. */
bool attn_flow_is_constant(builder *b, const attn_expr *expr);

/* ---- flow_ask.c ---- */
/* Parts of the expression with names of the lesson in place of locals. */
size_t attn_flow_size(const builder *b, const attn_expr *expr);
/* The expression with names of the lesson in place of locals, and the number 1 in place of a
 * letter, so that the run can be asked for it. NULL: it is too long, or there is no memory. */
attn_expr *attn_flow_in_first_turn(builder *b, const attn_expr *expr, const char *letter);

/* ---- flow_boxes.c ---- */
/* Words, shapes and maps of the boxes. False, with a fault, for a word to follow that no box has.
 */
bool attn_flow_fill(builder *b, const attn_flow_asked *asked, attn_sheet_options *sheet);

#endif
