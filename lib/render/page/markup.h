/*
 * markup: a lesson as a page of Markdown or LaTeX, and what the two write differently.
 *
 * What stands between the strings of a pair is markup already: words escaped, formulas in dollars.
 * Each block ends with a blank line.
 */
#ifndef ATTN_RENDER_PAGE_MARKUP_H
#define ATTN_RENDER_PAGE_MARKUP_H

#include "document/block.h"
#include "document/value.h"
#include "document/worksheet.h"
#include "formula/print/typeset_latex.h"

/* Depths of headings: a loop or an opened call goes one deeper. */
enum { ATTN_MARKUP_DEPTHS = 5 };

/* What tells how the columns of a table are aligned. */
typedef struct attn_markup_columns {
    const char *before, *left, *right, *after;
} attn_markup_columns;

typedef struct attn_markup {
    /* Escapes words that hold no control character. */
    void (*words)(const char *bytes, size_t length, attn_text *out);
    attn_latex_words formula_words; /* letters of any script inside a formula */

    const char *head, *foot; /* around the whole page */
    const char *strong[2];   /* around a line or a cell */
    const char *title[2], *display[2];
    const char *headings[ATTN_MARKUP_DEPTHS], *heading_end;
    void (*paragraph)(attn_text *out, const char *line);
    void (*code)(attn_text *out, const char *words); /* to be typed as they stand, on one line */
    const char *next_sheet;                          /* between two worksheets */
    /* What was written from a place on stands inside an opened call. */
    void (*inside)(attn_text *out, size_t from, size_t depth);
    const char *list[2], *check[2], *untrue[2]; /* around checks, a true one, a false one */

    bool needs_heads; /* a table has a row of them, be it empty */
    attn_markup_columns table, heads_end;
    const char *row[3]; /* before its first cell, between two, behind the last */
    const char *table_end;

    /* alt: what it shows, for who cannot see it. */
    void (*picture)(attn_text *out, const char *name, const char *alt);
    const char *example; /* of an output's name */
} attn_markup;

/* The two languages of a page. */
extern const attn_markup attn_markdown, attn_latex;

/* A page that is being written. */
typedef struct attn_markup_page {
    const attn_markup *markup;
    const attn_document *document;
    attn_arena *arena;
    attn_text *out;
    attn_look look;
    attn_text line;                /* the one being put together; empty between blocks */
    bool listing;                  /* the list of checks is open */
    bool read;                     /* how to read a map of weights stands there */
    size_t depth;                  /* of opened calls */
    struct attn_markup_call *call; /* the innermost */
} attn_markup_page;

/* Words of anyone, harmless and escaped. */
void attn_markup_words(const attn_markup *markup, const char *words, attn_text *out);
/* A name in the language's notation, as a formula between dollars if it is one. */
void attn_markup_label(const attn_markup *markup, const char *label, attn_text *out);
void attn_markup_inline(const attn_markup *markup, const attn_inline *item, attn_text *out);
void attn_markup_line(const attn_markup *markup, const attn_line *line, attn_text *out);
/* The line of a page ends here, as a paragraph (nothing if it is empty) or between a pair. */
void attn_markup_end_paragraph(attn_markup_page *page);
void attn_markup_end_line(attn_markup_page *page, const char *const pair[2]);

/* Values and columns as lines and tables. */
void attn_markup_value(attn_markup_page *page, const attn_doc_block *block);
void attn_markup_columns_table(attn_markup_page *page, const attn_doc_block *block);

/* Adds the whole page of a run. False, with a fault, on failure. */
bool attn_markup_render(const attn_run *run, const attn_show_options *options,
                        const attn_markup *markup, attn_text *out, attn_status *status);
bool attn_markup_worksheets(const attn_sheets *sheets, const attn_markup *markup, attn_text *out,
                            attn_status *status);

#endif
