/*
 * located: a lesson as text, with what stands where in it: where a teacher stops, and which number
 * of the record each number of the text is.
 */
#ifndef ATTN_RENDER_TERMINAL_LOCATED_H
#define ATTN_RENDER_TERMINAL_LOCATED_H

#include "document/block.h"

typedef struct attn_stop { /* a moment begins */
    size_t at;             /* byte of the text */
    size_t step;           /* the outermost, from 1 */
    const char *loop;      /* "t = 1 · the"; "": no loop runs */
    const char *formula;   /* its first one, typeset; "": it has none */
    const char *prose;     /* what is said first; "": nothing */
} attn_stop;

typedef struct attn_located_text { /* all in the arena */
    attn_arena *arena;
    size_t stop_count, number_count;
    attn_stop *stops; /* the first at byte 0 */
    attn_number *numbers;
} attn_located_text;

/*
 * The whole lesson as text, appended to out, which is empty; located: zero but for its arena. Where
 * values are compared (options->with) only a number whose arithmetic stands there is located.
 */
bool attn_show_located(const attn_run *run, const attn_show_options *options, attn_text *out,
                       attn_located_text *located, attn_status *status);
/* The arithmetic of one number as text of its own. */
bool attn_show_sum(const attn_run *run, const attn_show_options *options, const attn_number *number,
                   attn_text *out, attn_status *status);

#endif
