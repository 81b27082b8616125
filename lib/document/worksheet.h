/*
 * worksheet: a lesson as a sheet for a student: what is given, the formulas, blanks for what is to
 * be computed; or the same sheet with the answers, as the key.
 *
 * What stands on a sheet, and in which order, is decided here once, for every form: each has a
 * writer, which says how one thing is written.
 */
#ifndef ATTN_DOCUMENT_WORKSHEET_H
#define ATTN_DOCUMENT_WORKSHEET_H

#include "document/block.h"
#include "picture/style/colors.h"

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
} attn_worksheet_options;

typedef enum attn_entry_kind {
    ATTN_ENTRY_STEP,       /* number */
    ATTN_ENTRY_LOOP,       /* loop */
    ATTN_ENTRY_PROSE,      /* pieces */
    ATTN_ENTRY_FORMULA,    /* statement */
    ATTN_ENTRY_DEFINITION, /* definition */
    ATTN_ENTRY_VALUE       /* label, value, blanks; number: 1 where it is an answer */
} attn_entry_kind;

typedef struct attn_entry {
    attn_entry_kind kind;
    size_t number;
    const attn_loop_at *loop;
    size_t piece_count;
    const attn_piece *pieces;
    const bool *hidden; /* of each piece: a blank stands in its place */
    const attn_statement *statement;
    const attn_definition *definition;
    const char *label;
    const attn_tensor *value;
    const bool *blanks; /* of each number of the value; NULL: all are there */
} attn_entry;

typedef struct attn_wanted { /* a name to hand in */
    const char *label;
    const attn_tensor *value;
} attn_wanted;

typedef struct attn_worksheet { /* all in the arena, or in the run */
    const attn_run *run;
    attn_worksheet_options options;
    const char *command; /* "attnviz check masked --worksheet 7 answers.json" */
    const char *example; /* {"Q": [[1.25, …], …]} */
    size_t given_count, entry_count, answer_count;
    attn_entry *givens, *entries;
    attn_wanted *answers;
} attn_worksheet;

/*
 * The sheet of a run that was varied (options->varied). Its lesson must live as long. False, with a
 * fault, also where the lesson leaves nothing to compute by hand, or a number that is given has
 * more than two decimals.
 */
bool attn_worksheet_make(attn_run *run, const attn_worksheet_options *options, attn_arena *arena,
                         attn_worksheet *sheet, attn_status *status);

typedef struct attn_worksheet_renderer attn_worksheet_renderer;
struct attn_worksheet_renderer {
    void (*begin)(attn_worksheet_renderer *writer, const char *title, const char *side);
    void (*heading)(attn_worksheet_renderer *writer, const char *words);
    /* "Name: ________"; blank: whether what follows the words is to be filled in */
    void (*fields)(attn_worksheet_renderer *writer, const char *const *words, size_t count);
    void (*words)(attn_worksheet_renderer *writer, const char *words);
    void (*code)(attn_worksheet_renderer *writer, const char *line); /* to be typed as it stands */
    void (*entry)(attn_worksheet_renderer *writer, const attn_entry *entry);
    void (*end)(attn_worksheet_renderer *writer);
};
/* Writes the sheets one after the other, each from begin to end. */
bool attn_worksheet_write(const attn_worksheet *sheet, attn_worksheet_renderer *writer,
                          attn_status *status);

/* ---- forms: each appends the sheets, one after the other, to out ---- */

typedef struct attn_sheets {
    size_t count;
    /* Sheet i, from 0. Each is asked for once, in order, and may be gone when the next one is. NULL
     * on failure. */
    const attn_worksheet *(*at)(void *user, size_t i, attn_status *status);
    void *user;
} attn_sheets;

bool attn_worksheets_text(const attn_sheets *sheets, attn_text *out, attn_status *status);
bool attn_worksheets_markdown(const attn_sheets *sheets, attn_text *out, attn_status *status);
bool attn_worksheets_latex(const attn_sheets *sheets, attn_text *out, attn_status *status);
/* On pages of A4, each sheet beginning on a new one. */
bool attn_worksheets_pdf(const attn_sheets *sheets, attn_text *out, attn_status *status);

/* What stands where on the pages of a PDF, in points; for those who look after it. */
typedef enum attn_sheet_kind {
    ATTN_ON_TEXT,
    ATTN_ON_BLANK, /* a line in a sentence, to write on */
    ATTN_ON_CELL
} attn_sheet_kind;
typedef struct attn_sheet_place {
    attn_sheet_kind kind;
    size_t page; /* from 0 */
    double x, y, width, height;
} attn_sheet_place;
typedef struct attn_sheet_pages {
    size_t page_count, place_count;
    size_t cut_count;     /* numbers that an ellipsis cuts: there should be none */
    double width, height; /* of a page */
    attn_sheet_place *places;
} attn_sheet_pages;
/* Lays the sheets out as attn_worksheets_pdf does; all in the arena. */
bool attn_worksheets_lay_out(const attn_sheets *sheets, attn_arena *arena, attn_sheet_pages *pages,
                             attn_status *status);

#endif
