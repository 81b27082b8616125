/*
 * markup: what Markdown and LaTeX write differently; paper.c tells a lesson in either.
 *
 * `line` is always markup already: words escaped, formulas in dollars. Each block ends with a blank
 * line.
 */
#ifndef ATTN_RENDER_PAGE_MARKUP_H
#define ATTN_RENDER_PAGE_MARKUP_H

#include "document/document.h"
#include "document/say.h"
#include "formula/print/typeset_latex.h"

typedef struct attn_markup {
    /* Escapes words that hold no control character. */
    void (*words)(const char *bytes, size_t length, attn_text *out);
    attn_latex_words formula_words; /* letters of any script inside a formula */

    const char *head, *foot; /* around the whole page */
    const char *strong[2];   /* around a line or a cell */
    void (*title)(attn_text *out, const char *line);
    void (*heading)(attn_text *out, size_t depth, const char *line); /* depth from 0 */
    void (*paragraph)(attn_text *out, const char *line);
    void (*display)(attn_text *out, const char *formula);
    /* What was written from a place on stands inside an opened call. */
    void (*inside)(attn_text *out, size_t from, size_t depth);

    const char *list[2]; /* around checks */
    void (*check)(attn_text *out, bool holds, const char *line);

    /* A table: begins with the alignment of its columns; rows; after the row of heads comes
     * end_heads. */
    bool needs_heads;
    void (*begin_table)(attn_text *out, const bool *left, size_t count);
    const char *row[3]; /* before its first cell, between two, behind the last */
    void (*end_heads)(attn_text *out, const bool *left, size_t count);
    const char *end_table;

    /* alt: what it shows, for who cannot see it. */
    void (*picture)(attn_text *out, const char *name, const char *alt);
    const char *example; /* of an output's name */
} attn_markup;

/* Words of anyone, harmless and escaped. */
void attn_markup_words(const attn_markup *markup, const char *bytes, size_t length, attn_text *out);
/* A name in the language's notation, as a formula between dollars if it is one. */
void attn_markup_label(const attn_markup *markup, const char *label, attn_text *out);
/* Nothing follows the last block. */
void attn_markup_end(attn_text *out);

extern const attn_markup attn_markdown, attn_latex;

bool attn_markup_render(const attn_run *run, const attn_show_options *options,
                        const attn_markup *markup, attn_text *out, attn_status *status);

#endif
