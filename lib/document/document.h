/*
 * document: the record of a run, as text for the board, as a page to print, as JSON and as
 * pictures. Nothing is computed here.
 */
#ifndef ATTN_DOCUMENT_DOCUMENT_H
#define ATTN_DOCUMENT_DOCUMENT_H

#include "lesson/lesson.h"
#include "picture/layout/sheet.h"

typedef struct attn_drawing { /* what a moment draws, on one sheet */
    const attn_moment *moment;
    const attn_map *maps;
    size_t count;
    const char *name; /* that a page includes it by: a file beside the page */
} attn_drawing;

typedef struct attn_show_options {
    size_t columns; /* of a line: 80 */
    int precision;  /* decimals: 4 */
    bool color;     /* SGR colours and shaded cells */
    bool all;       /* no corners: large values whole */
    size_t only_count;
    const char *const *only; /* names; all if 0 */
    size_t at_count;
    const char *const *at; /* "t=2": only these moments */
    const attn_run *with;  /* the lesson before its formulas were changed, run with the same input:
                              what changed is shown beside it; NULL: nothing is compared */
    const char *draw, *without; /* how the caller draws a lesson ("attnviz heatmap"), and leaves
                                   something out for it ("--without"); NULL: it is not told */
    const char *ask;            /* how the caller asks for a value ("--only"); NULL: the same */
    bool checks;                /* those that hold are listed, too */
    bool alone; /* a moment is read by itself: a loop says words and formulas in every turn */
    bool own;   /* the numbers are the reader's own: large ones are shown, given ones where a step
                   shows them */
    size_t figure_count;
    const attn_drawing *figures;         /* that pages include, in the order of the moments */
    struct attn_flow_arranger *arranger; /* of the diagram of a page, if its places are not carried;
                                            gets why there are none. NULL: nobody is asked */
} attn_show_options;

/* Where a teacher stops, between steps, as bytes of a text. */
typedef struct attn_pauses {
    size_t most; /* that are noted: room for them is the caller's */
    size_t *at;
    size_t count;
} attn_pauses;

/* The whole lesson as text, appended to out; pauses: of it, or NULL. */
bool attn_show_text(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_pauses *pauses, attn_status *status);
/*
 * The whole lesson as a page, appended to out: in GitHub's Markdown, or as a document for xelatex
 * or lualatex. Formulas are LaTeX in both; options->figures stand where the lesson draws them.
 */
bool attn_show_markdown(const attn_run *run, const attn_show_options *options, attn_text *out,
                        attn_status *status);
bool attn_show_latex(const attn_run *run, const attn_show_options *options, attn_text *out,
                     attn_status *status);
/* The same as one page of HTML that needs no file beside it: it draws by itself what the lesson
 * draws. */
bool attn_show_html(attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_status *status);
/* What a page draws, as the options choose: one picture for each moment, not yet named. */
bool attn_show_drawn(const attn_run *run, const attn_show_options *options, attn_arena *arena,
                     attn_drawing **figures, size_t *count);
/* The run as one JSON document (attnviz-lesson(5)), appended to out. */
bool attn_show_json(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_status *status);

/* What a map shows: a vector may be laid out as the grid it stands for, without its words. */
attn_tensor attn_map_value(const attn_record *record, const attn_map *map);

/* What a moment draws, its maps and then its plot, into maps, which has room for map_count + 1; how
 * many there are. */
size_t attn_show_drawings(const attn_moment *moment, attn_map *maps);
/* Maps and plots of a run, and of each the moment that it belongs to; NULL: a map that was asked
 * for by name. */
typedef struct attn_map_list {
    size_t count;
    attn_map *maps;
    const attn_moment **moments;
} attn_map_list;

/* All that the lesson draws, in its order; or, of values that were asked for by name, the plots in
 * which they are lines, each once, and else their maps. asked: NULL: the lesson. */
bool attn_show_maps(const attn_run *run, const attn_made *asked, size_t asked_count,
                    attn_arena *arena, attn_map_list *list);
/* False if there is one that has no cells: a single number, or words. */
bool attn_show_has_cells(const attn_run *run, const attn_map_list *list, attn_status *status);
/*
 * Maps and plots of a run as one picture. maps: what the lesson draws, or what the reader asked to
 * see. title: of the sheet; NULL: the lesson's. Everything the sheet needs lives in the run or in
 * the arena.
 */
bool attn_show_sheet(const attn_run *run, const attn_map *maps, size_t count, const char *title,
                     attn_arena *arena, attn_sheet_options *sheet);

/*
 * The same maps of a lesson with other formulas, each beside what it is in `with`, the lesson as it
 * is, and beside the difference; only those that change: the sheet has no panel if none does. Its
 * title is the lesson's.
 */
bool attn_show_contrasts(const attn_run *run, const attn_run *with, const attn_map *maps,
                         size_t count, attn_arena *arena, attn_sheet_options *sheet);

#endif
