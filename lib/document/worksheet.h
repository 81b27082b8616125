/*
 * worksheet: a lesson as a sheet for a student: what is given, the formulas, blanks for what is to
 * be computed; or the same sheet with the answers, as the key.
 *
 * A worksheet is a document, a list of blocks like that of a lesson; renderers write it.
 */
#ifndef ATTN_DOCUMENT_WORKSHEET_H
#define ATTN_DOCUMENT_WORKSHEET_H

#include "document/block.h"

typedef enum attn_fill {
    ATTN_FILL_BLANK,  /* every answer is a blank */
    ATTN_FILL_PARTLY, /* some rows, or numbers, of each are filled in */
    ATTN_FILL_SOLVED  /* all are: the key */
} attn_fill;

/* No longer axis has a table that is filled in by hand. */
#define ATTN_MOST_BLANKS 10u

typedef struct attn_worksheet_options {
    attn_fill fill;
    uint64_t seed;  /* with which the run was varied */
    int precision;  /* decimals of the answers: 4 */
    size_t columns; /* of a line of text: 80 */
    bool checks;    /* it checks answers itself: it does not say how they are handed in */
} attn_worksheet_options;

/*
 * The sheet of a run that was varied (options->varied), in the arena or in the run. Faults are in
 * the status of both, which is one: also where the lesson leaves nothing to compute by hand.
 */
bool attn_worksheet_make(attn_run *run, const attn_worksheet_options *options, attn_arena *arena,
                         attn_document *document);

/* ---- what a step shows, as a sheet asks for it; for worksheet.c alone ---- */

typedef struct attn_shown {
    size_t count;
    const attn_made *made;
    bool *asks; /* of each: it is asked for here */
} attn_shown;

/* Not [K_1 ; K_2], which a step may show too. */
bool attn_label_is_name(attn_arena *arena, const char *label);
/* F and G in place of [F ; G]: what has a name can be handed in. Nothing is asked for yet. False
 * without memory. */
bool attn_shown_open(attn_shown *shown, const attn_record *record, const attn_moment *moment,
                     attn_arena *arena);
/* What heads the turn of a loop that begins with the first of these moments, each beside what it
 * shows: without its word, if that is asked for in this turn. */
const attn_loop_at *attn_shown_heading(const attn_shown *shown, const attn_moment *moments,
                                       size_t count, const attn_record *record, attn_arena *arena);

/* ---- forms: each appends the sheets, one after the other, to out ---- */

typedef struct attn_sheets {
    size_t count;
    /* Sheet i, from 0. Each is asked for once, in order, and may be gone when the next one is. NULL
     * on failure. */
    const attn_document *(*at)(void *user, size_t i, attn_status *status);
    void *user;
    attn_fill fill;   /* of all of them */
    const char *ways; /* of a page: HTML before the first sheet; or NULL */
} attn_sheets;

/* Each adds all sheets to out. False, with a fault, without memory. */
bool attn_worksheets_text(const attn_sheets *sheets, attn_text *out, attn_status *status);
bool attn_worksheets_markdown(const attn_sheets *sheets, attn_text *out, attn_status *status);
bool attn_worksheets_latex(const attn_sheets *sheets, attn_text *out, attn_status *status);
/* One page for a browser. A sheet alone that is to be filled in has boxes, and the page checks what
 * is written there. */
bool attn_worksheets_html(const attn_sheets *sheets, attn_text *out, attn_status *status);
/* On pages of A4, each sheet beginning on a new one. */
bool attn_worksheets_pdf(const attn_sheets *sheets, attn_text *out, attn_status *status);

#endif
