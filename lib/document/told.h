/*
 * told: a lesson told as text, with what stands where in it: where a teacher stops, and which
 * number of the record each number on the page is.
 */
#ifndef ATTN_DOCUMENT_TOLD_H
#define ATTN_DOCUMENT_TOLD_H

#include "document/document.h"

typedef struct attn_stop { /* a moment begins */
    size_t at;             /* byte of the text */
    size_t step;           /* the outermost, from 1 */
    const char *loop;      /* "t = 1 · the"; "": no loop runs */
    const char *formula;   /* its first one, typeset; "": it has none */
    const char *prose;     /* what is said first; "": nothing */
} attn_stop;

typedef struct attn_figure { /* a number on the page */
    size_t from, to;         /* bytes of the text */
    const char *name;        /* "e_{1,2}"; "": it has none */
    bool can_change;         /* what-if takes it by this name */
    attn_node node;
    size_t row, col; /* from 0, in node's value */
    float number;
} attn_figure;

typedef struct attn_located_text { /* all in the arena */
    attn_arena *arena;
    size_t stop_count, figure_count;
    attn_stop *stops; /* the first at byte 0 */
    attn_figure *figures;
} attn_located_text;

/*
 * The whole lesson as text, appended to out, which is empty; told: zero but for its arena. Where
 * values are compared (options->with) no number is a figure.
 */
bool attn_show_located(const attn_run *run, const attn_show_options *options, attn_text *out,
                       attn_located_text *told, attn_status *status);
/* The arithmetic of one number as text of its own. */
bool attn_show_sum(const attn_run *run, const attn_show_options *options, const attn_figure *figure,
                   attn_text *out, attn_status *status);

#endif
