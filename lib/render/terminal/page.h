/*
 * page: lines of text no wider than the terminal. Everything that reaches it is escaped on the way
 * out, so nothing of a lesson can move a cursor; colours are the page's own.
 */
#ifndef ATTN_RENDER_TERMINAL_PAGE_H
#define ATTN_RENDER_TERMINAL_PAGE_H

#include "core/text.h"
#include "picture/style/colors.h"

typedef enum attn_style {
    ATTN_STYLE_PLAIN,
    ATTN_STYLE_STRONG, /* titles, headings, formulas */
    ATTN_STYLE_FAINT,
    ATTN_STYLE_GOOD,
    ATTN_STYLE_BAD
} attn_style;

/* A number of a value: the bytes from … to − 1 of a text, element (row, col) from 0. */
typedef struct attn_spot {
    size_t from, to, row, col;
} attn_spot;

/* Numbers that can be chosen, in the order of the text. */
typedef struct attn_spots {
    attn_arena *arena;
    size_t count;
    attn_spot *items;
} attn_spots;

/* Adds one; without memory the arena keeps the fault. */
void attn_spots_add(attn_spots *spots, attn_spot spot);

/* Zero but for out, columns (at least 20) and color. */
typedef struct attn_page {
    attn_text *out;
    size_t columns, indent;
    bool color;
    bool begun;              /* a line stands on it already */
    bool gap;                /* a blank line is due before the next */
    size_t number;           /* due in the margin of the next line; 0: none */
    attn_spots *spots;       /* where the numbers come to stand in out; NULL: nobody asks */
    const attn_spots *marks; /* the numbers in a paragraph that is printed now; or NULL */
    const char *marked;      /* its text */
} attn_page;

/* A blank line before the next line, but never two, and none at the top. */
void attn_page_gap(attn_page *page);

/* Starts a line at the indent (after a number due in the margin); the columns used so far. */
size_t attn_page_line(attn_page *page);
void attn_page_end_line(attn_page *page);

/* Words of anyone, escaped; U+00A0 comes out as a space. */
void attn_page_add(attn_page *page, const char *bytes, size_t length);
/* What was added since out had `from` bytes is this number. */
void attn_page_spot(attn_page *page, size_t from, size_t row, size_t col);
void attn_page_style(attn_page *page, attn_style style); /* PLAIN ends any other */
/* A ground for what follows, and letters that can be read on it; until the style is PLAIN. */
void attn_page_ground(attn_page *page, attn_color ground);

/*
 * A paragraph, wrapped at spaces (U+0020); '\n' always ends a line. Lines after the first start
 * `hang` columns behind the indent. A word wider than a line is cut.
 */
void attn_page_paragraph(attn_page *page, const char *text, size_t hang, attn_style style);
/* The same; marks: the numbers in it, in order (their bytes of text). One that is cut is not noted.
 */
void attn_page_paragraph_marked(attn_page *page, const char *text, const attn_spots *marks,
                                size_t hang, attn_style style);

#endif
