/*
 * api_board: the state of a board, and the rows of text that show it.
 */
#ifndef ATTN_API_BOARD_H
#define ATTN_API_BOARD_H

#include "api/api.h"
#include "render/terminal/board.h"

/* The smallest screen that a board fits, and the widest page that it sets, in characters. */
enum { BOARD_LEAST_COLUMNS = 80, BOARD_LEAST_ROWS = 24, BOARD_MOST_COLUMNS = 100 };

typedef enum board_mode {
    BOARD_READS,    /* a page, perhaps with a number chosen */
    BOARD_CHANGES,  /* that number is typed anew */
    BOARD_JUMPS,    /* the number of a step is typed */
    BOARD_LISTS,    /* all pages */
    BOARD_ENLARGES, /* the arithmetic of the number chosen, alone */
    BOARD_HELPS
} board_mode;

typedef struct board_change {
    const char *name; /* "e_{1,2}"; NULL: given with --set */
    const char *text; /* "e_{1,2} = 2.0" */
} board_change;

struct attnviz_board {
    attnviz_lesson *lesson;
    attn_lesson *changed;   /* with something left out; NULL: nothing can be */
    attn_varied varied;     /* of the options */
    attn_options options;   /* as they were given */
    attn_options now;       /* with the changes */
    attn_show_options look; /* as wide as the screen */
    attn_status fault;      /* of the run; shown, and then forgotten */
    attn_arena *arena;      /* of the changes */
    attn_run *run;
    attn_board *board;
    attn_board *plain;        /* the lesson as it is, to compare with; NULL: not made yet */
    size_t plain_columns;     /* that it was laid out for */
    const attn_board *before; /* the same; NULL: that is what `board` shows */
    board_change *changes;
    size_t change_count;
    size_t rows, columns; /* of the screen */
    bool ended;
    const char *without; /* "scale": what a key takes out and puts back; "": nothing */
    bool left_out;       /* it is out now */
    bool edited;         /* a number was given another value */
    board_mode mode;
    size_t page, top; /* top: the first line that shows, of the page, the list or the arithmetic */
    size_t chosen;    /* a figure of the page, or ATTN_NO_FIGURE */
    size_t listed;    /* the page chosen in the list */
    attn_text field;  /* what is typed */
    attn_text message;
    attn_text sum;    /* lines of the arithmetic of the number chosen, large or not */
    attn_text screen; /* the rows that show */
};

/* How much of the page, the list or the arithmetic there is. */
typedef struct attn_board_extent {
    size_t rows, lines; /* rows: lines that show at once; lines: all of them */
    size_t sum_rows;    /* of the arithmetic below a page */
} attn_board_extent;
/* Writes the arithmetic of the number chosen anew, and says what there is room for. */
attn_board_extent attn_board_measure(attnviz_board *board);
/* The page that shows; and the number chosen on it, if one is. */
const attn_board_page *attn_board_page_here(const attnviz_board *board);
const attn_number *attn_board_chosen(const attnviz_board *board);
/* The page in the lesson as it is; NULL: that is what shows, or it has no such page. */
const attn_board_page *attn_board_page_before(const attnviz_board *board);
/* Whether the screen is too small for a board. */
bool attn_board_too_small(const attnviz_board *board);
/* The whole screen, a line for each row, scrolled so that what is chosen shows. */
void attn_board_view(attnviz_board *board);

#endif
