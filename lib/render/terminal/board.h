/*
 * board: a lesson as text, cut into pages for the board, a moment on each, with the place of
 * every number on its page, so that a cursor can stand on one.
 *
 * A board lives longer than its run, but for the nodes of its figures.
 */
#ifndef ATTN_RENDER_TERMINAL_BOARD_H
#define ATTN_RENDER_TERMINAL_BOARD_H

#include "render/terminal/located.h"

#define ATTN_NO_FIGURE SIZE_MAX

typedef struct attn_board_line { /* its bytes of the text, without the end of the line */
    size_t from, to;
} attn_board_line;

typedef struct attn_board_cell { /* where a figure stands */
    size_t line;                 /* from 0, of its page */
    size_t column, width;        /* on a terminal */
} attn_board_cell;

typedef struct attn_board_page {
    const attn_stop *stop;
    size_t line_count, figure_count;
    const attn_board_line *lines;
    const attn_number *figures;
    const attn_board_cell *cells; /* of each figure */
} attn_board_page;

typedef struct attn_board {
    attn_arena *arena;
    attn_text text;
    size_t page_count; /* at least 1 */
    attn_board_page *pages;
} attn_board;

/* NULL on failure. */
attn_board *attn_board_make(const attn_run *run, const attn_show_options *options,
                            attn_status *status);
void attn_board_free(attn_board *board); /* NULL is fine */

/* Where the cursor is sent. */
typedef enum attn_way { ATTN_LEFT, ATTN_RIGHT, ATTN_UP, ATTN_DOWN } attn_way;
/*
 * The figure reached from one of this page: LEFT, RIGHT: in the order of reading; UP, DOWN: the
 * nearest on the next line that has any. ATTN_NO_FIGURE: there is none.
 */
size_t attn_board_go(const attn_board_page *page, size_t figure, attn_way way);
/* The first figure on these lines of the page, or ATTN_NO_FIGURE. */
size_t attn_board_first(const attn_board_page *page, size_t from_line, size_t lines);
/* The first page of this step, or of the last one before it. */
size_t attn_board_step(const attn_board *board, size_t step);
/* The same number on an earlier page, also where other numbers came or went; NULL: it has none.
 */
const attn_number *attn_board_before(const attn_board_page *page, size_t figure,
                                     const attn_board_page *before);
/* Whether it was another there. */
bool attn_board_changed(const attn_board_page *page, size_t figure, const attn_board_page *before);

/*
 * A line as it goes to a terminal: the figure `chosen` reversed (ATTN_NO_FIGURE: none), those that
 * have changed since `before` underlined (NULL: none).
 */
void attn_board_add_line(const attn_board *board, size_t page, size_t line, size_t chosen,
                         const attn_board_page *before, attn_text *out);

#endif
