/*
 * html: a page of HTML that is being written. Private to render/html.
 *
 * Text, tables, MathML and SVG are all there before any script runs, and without a file beside the
 * page. Words of anyone come out escaped, in text and in attributes alike.
 */
#ifndef ATTN_RENDER_HTML_HTML_H
#define ATTN_RENDER_HTML_HTML_H

#include "document/block.h"
#include "document/value.h"
#include "picture/layout/plot.h"
#include "picture/layout/scale.h"

typedef struct attn_html {
    const attn_document *document;
    attn_arena *arena; /* of the document */
    attn_text *out;
    attn_look look;
    bool headed, bodied; /* <header> is open; <main> is */
    bool stepped;        /* a step's <section> is open */
    bool grouped;        /* values that stand side by side */
    bool listing;        /* the list of checks is open */
    bool read;           /* how to read a map of weights stands there */
    const attn_block_value
        *answer;  /* of a worksheet, which has boxes; NULL: what is written is none */
    size_t step;  /* the number of the open one */
    size_t loops; /* that have begun in it */
    size_t picture_count;
    const uint8_t **pictures; /* the pixels of those that stand there */
    attn_text *files;         /* for the module; or NULL */
} attn_html;

/* The scripts that make a page alive: of a lesson, and of a worksheet. */
extern const char attn_html_lesson_script[], attn_html_sheet_script[];

/* A page up to what stands in its <body>, and its end. script: with which attn_html_live makes it
 * alive; NULL: it stays as it is. */
void attn_html_begin(const char *title, const char *script, attn_text *out);
void attn_html_end(attn_text *out);
/* What a lesson says: its <header> and its <main>. files: gets what the module needs to draw the
 * diagram again, for attn_html_live. False, with a fault, on failure. */
bool attn_html_body(attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_text *files, attn_status *status);

/* The blocks that a document holds now. */
void attn_html_blocks(attn_html *page);
/* Ends what is open, up to <header> or <main>. */
void attn_html_end_body(attn_html *page);
void attn_html_end_step(attn_html *page);

/* What makes a page alive. */
typedef struct attn_html_life {
    const char *script; /* attn_html_lesson_script or attn_html_sheet_script */
    const char *wishes; /* lines of a request besides those of the run, "sheet partly\n"; or NULL */
    attn_text *drawn;   /* files of the body, taken and freed; or NULL */
} attn_html_life;

/* html_live.c: at the end of <body>, what lets a reader change numbers and see the lesson computed
 * again: the program as WebAssembly, the lesson's files, a script. Nothing where its files cannot
 * be handed on, or in a page that such a module makes. False, with a fault, on failure. */
bool attn_html_live(const attn_run *run, const attn_show_options *options, attn_html_life life,
                    attn_text *out, attn_status *status);
/* html_data.c: bytes of anyone, of this kind and name, that a script of the page reads. A name that
 * ends with .gz says that they are packed already. */
void attn_html_data(const char *kind, const char *name, const void *bytes, size_t length,
                    attn_text *out);
/* The lines of its request, which are not packed: a script reads them at once. */
void attn_html_wishes(const attn_text *wishes, attn_text *out);
/* The script, if it can make a page of this run alive; else NULL. */
const char *attn_html_lives(const attn_run *run, const char *script);
/* The security policy of the page, for its <head>. */
void attn_html_policy(const char *script, attn_text *out);

/* Words of anyone, escaped. */
void attn_html_words(const char *words, attn_text *out);
/* A name in the language's notation, as MathML if it is a formula. */
void attn_html_label(const char *label, attn_text *out);
void attn_html_inline(const attn_inline *item, attn_text *out);
void attn_html_line(const attn_line *line, attn_text *out);

/* html_value.c: values and columns as lines and tables. */
void attn_html_value(attn_html *page, const attn_doc_block *block);
void attn_html_columns(attn_html *page, const attn_doc_block *block);

/* html_sheet.c: what only worksheets have. A box stands in place of a number of page->answer. */
void attn_html_heading(attn_html *page, const attn_doc_block *block);
void attn_html_fields(attn_html *page, const attn_doc_block *block);
void attn_html_exercise(attn_html *page, const attn_doc_block *block);
void attn_html_box(attn_html *page, size_t place);
void attn_html_begin_answer(attn_html *page, const attn_block_value *value);
void attn_html_end_answer(attn_html *page);

/* html_figure.c: what a moment draws. */
void attn_html_figure(attn_html *page, const attn_doc_block *block);
/* html_map.c, html_plot.c: one panel of it as SVG. of: the value whose numbers a map's cells are,
 * if what-if takes them; else its node is 0. */
void attn_html_map(attn_html *page, const attn_panel *panel, const attn_numbers *of);
/* html_map.c: cells alone, from this corner on, each of this size. */
typedef struct attn_html_field {
    size_t left, top, side, high;
} attn_html_field;
void attn_html_cells(attn_html *page, const attn_panel *panel, attn_range range,
                     attn_html_field field);
/* html_flow.c: the diagram of the lesson, if it has places. */
void attn_html_flow(attn_html *page, attn_run *run);
void attn_html_plot(attn_html *page, const attn_plot *plot, const char *title);

#endif
