/*
 * step_view: what `explain --step` shows, as rows of text; and the state that is shown.
 */
#ifndef ATTN_CLI_STEP_VIEW_H
#define ATTN_CLI_STEP_VIEW_H

#include "render/terminal/board.h"
#include "step_screen.h"

enum { STEP_LEAST_COLUMNS = 80, STEP_LEAST_ROWS = 24, STEP_MOST_COLUMNS = 100 };

typedef enum step_mode {
    STEP_READS,    /* a page, perhaps with a number chosen */
    STEP_CHANGES,  /* that number is typed anew */
    STEP_JUMPS,    /* the number of a step is typed */
    STEP_LISTS,    /* all pages */
    STEP_ENLARGES, /* the arithmetic of the number chosen, alone */
    STEP_HELPS
} step_mode;

typedef struct step_state {
    const attn_show_options *look;
    const attn_run *run;
    const attn_board *board;
    const attn_board *before; /* the lesson as it is; NULL: that is what `board` shows */
    const char *without;      /* "scale": what a key takes out and puts back; "": nothing */
    bool left_out;            /* it is out now */
    bool edited;              /* a number was given another value */
    step_mode mode;
    size_t page, top; /* top: the first line that shows, of the page, the list or the arithmetic */
    size_t chosen;    /* a figure of the page, or ATTN_NO_FIGURE */
    size_t listed;    /* the page chosen in the list */
    attn_text field;  /* what is typed */
    attn_text message;
} step_state;

/* The page in the lesson as it is; NULL: that is what shows, or it has no such page. */
const attn_board_page *step_page_before(const step_state *state);
/* Scrolls so that what is chosen shows, and no further than there is text. */
void step_view_settle(step_state *state, step_size size);
/* How many lines of the page, the list or the arithmetic show at once. */
size_t step_view_rows(const step_state *state, step_size size);
/* How many there are. */
size_t step_view_lines(const step_state *state, step_size size);
/* The whole screen, a line for each row. */
void step_view(const step_state *state, step_size size, attn_text *rows);

#endif
