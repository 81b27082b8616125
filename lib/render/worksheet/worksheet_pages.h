/*
 * worksheet_pages: pages of A4 on which texts, rules and cells get their places, and which are then
 * drawn as a PDF. All lengths are in points.
 */
#ifndef ATTN_RENDER_WORKSHEET_PAGES_H
#define ATTN_RENDER_WORKSHEET_PAGES_H

#include "document/worksheet.h"
#include "picture/style/rich.h"

#define ATTN_PAGE_WIDTH 595.28 /* of A4 */
#define ATTN_PAGE_HEIGHT 841.89
#define ATTN_PAGE_LEFT 54.0 /* where texts begin, and end */
#define ATTN_PAGE_RIGHT 541.0
#define ATTN_GAP 7.0 /* below a text */
#define ATTN_SMALL_GAP 3.0

#define ATTN_MOST_BESIDE 8

/* Sizes and places in points, from the top left corner of the page. */
typedef struct extent {
    double width, height;
} extent;

/* A rectangle at (x, y). */
typedef struct box {
    double x, y, width, height;
} box;

/* A line of a text, a run of its letters (which the line draws), a rule to write on, a cell, or a
 * bracket around numbers. */
typedef enum mark_kind {
    MARK_LINE,
    MARK_RUN,
    MARK_RULE,
    MARK_CELL,
    MARK_LEFT,
    MARK_RIGHT
} mark_kind;
typedef struct mark {
    mark_kind kind;
    size_t page;
    box at; /* LINE: x and y of its baseline */
    PangoLayoutLine *line;
    double gray;
} mark;

typedef struct foot { /* of a page */
    const char *side;
    size_t number; /* in its sheet, from 1 */
} foot;

typedef struct pages { /* in the arena, but for what the lettering has */
    attn_arena *arena;
    attn_status *status;
    attn_lettering *lettering;
    size_t page, foot_count; /* page: the one that is written, from 0 */
    foot *feet;
    double y;
    double room;       /* a gap due before what comes next */
    size_t due_number; /* of an exercise, beside the next line */
    size_t mark_count;
    mark *marks;
    bool failed; /* without memory, or with too many pages: later calls may do nothing */
    /* of the values, and of the sheet that is written: */
    attn_look look;
    size_t beside_count; /* values that will stand side by side */
    struct tile *beside[ATTN_MOST_BESIDE];
    double beside_width, beside_indent;
    size_t cut_count;          /* numbers that an ellipsis cuts */
    const char *title;         /* of the first sheet */
    const attn_doc_block *end; /* of the sheet */
} pages;

/* ---- texts: layouts of the lettering's; NULL on failure ---- */

/* width: 0: on one line. */
PangoLayout *attn_pages_set(pages *p, attn_rich *rich, attn_rich_font font, bool bold,
                            double width);
/* Words on one line. */
PangoLayout *attn_pages_set_words(pages *p, const char *words, double size);
/* The same; the text is freed. */
PangoLayout *attn_pages_set_text(pages *p, attn_text *words, double size);
/* A formula as typeset has it; the text is freed. */
PangoLayout *attn_pages_set_formula(pages *p, attn_text *formula, double width);
/* Words, formulas and blanks, as wide as the page from x on. */
PangoLayout *attn_pages_set_line(pages *p, const attn_line *line, double size, bool bold, double x);
attn_rich attn_rich_line(const attn_line *line, double size);
/* A formula behind what the text holds; the formula is freed. */
void attn_rich_take_formula(attn_rich *rich, attn_text *formula);
extent attn_extent_of(PangoLayout *layout);
/* It may be no wider: else it gets an ellipsis. NULL is fine. */
void attn_narrow(PangoLayout *layout, double width, PangoEllipsizeMode where);

/* ---- places ---- */

/* Draws a mark there, on this page. */
void attn_pages_box(pages *p, mark_kind kind, box at);
/* A layout whole, on this page; gray: 0 is black. NULL is fine. */
void attn_pages_layout(pages *p, PangoLayout *layout, double x, double y, double gray);
/* A layout over as many pages as it takes, and then a gap. NULL is fine. */
void attn_pages_flow(pages *p, PangoLayout *layout, double x, double after);
/* The number that is due, on a line with this baseline. */
void attn_pages_number(pages *p, double baseline);
/* Page `number` of a sheet; side: what stands below it. */
void attn_pages_begin(pages *p, const char *side, size_t number);
/* Goes on to the next page if less than this is left, after the gap that is due. */
void attn_pages_need(pages *p, double height);
/* What stands below each page, once all are known. */
void attn_pages_feet(pages *p);

/* Appends the PDF to out. */
bool attn_pages_draw(const pages *p, attn_text *out);

/* ---- worksheet_pdf.c ---- */
/* Lays sheets out on pages that are empty but for arena, status and lettering. False, with a fault,
 * on failure. */
bool attn_worksheets_lay_out(pages *p, const attn_sheets *sheets);

#endif
