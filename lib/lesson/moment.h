/*
 * moment: what a run keeps of one step at one moment, for others to show.
 */
#ifndef ATTN_LESSON_MOMENT_H
#define ATTN_LESSON_MOMENT_H

#include "files/pixels/picture_read.h"
#include "formula/eval/eval.h"

typedef struct attn_lesson attn_lesson;
typedef struct attn_run attn_run;

/* Prose in pieces: plain words, formulas to typeset, values put in (already text), in order. */
typedef enum attn_piece_kind {
    ATTN_PIECE_WORDS,
    ATTN_PIECE_FORMULA,
    ATTN_PIECE_VALUE
} attn_piece_kind;
typedef struct attn_piece {
    attn_piece_kind kind;
    const char *text;      /* FORMULA: as written */
    const attn_expr *expr; /* FORMULA that is an expression; else NULL */
    const attn_statement
        *statement; /* FORMULA that is "name = …"; NULL and no expr: shown as it is */
    attn_node node; /* VALUE: what was put in */
} attn_piece;

typedef struct attn_loop_at { /* one enclosing `for` */
    const char *letter;
    long number;
    const char *word; /* of the sequence at this place; NULL: it has none */
} attn_loop_at;

/* What a picture says in words; NULL or 0: what the lesson does not say. */
typedef struct attn_captions {
    const char *title;         /* in place of the name */
    const char *across, *down; /* what stands on its axes: "x", "y" */
    const char *rest;          /* the column on which a row rests that found nothing; or NULL */
    size_t legend_count;       /* as many as lines, or none */
    const char *const *legend; /* of a plot */
    const char *shade;         /* what a span of the axis across means */
    double shade_from, shade_to;
} attn_captions;

typedef struct attn_map {            /* one matrix to draw */
    const char *label;               /* "A_{1,2}" */
    attn_node node;                  /* vector: one row */
    size_t grid_rows, grid_cols;     /* `grid`: the vector laid out in this form; 0: as it is */
    const attn_picture *over;        /* the picture to lay it over; NULL */
    const struct attn_moment *plot;  /* its lines are drawn instead of a matrix; NULL */
    const struct attn_watched *look; /* the moment of the training whose value it is; NULL */
    const attn_captions *captions;   /* NULL: none */
    const char *note;                /* what was measured of it on other words; NULL: nothing */
    const char *withheld; /* why that does not hold for the words on its axes; NULL: it does */
} attn_map;

#define ATTN_MOST_PLOTTED 8u /* lines of one plot */

typedef struct attn_column { /* of a table or plot */
    const char *label;
    attn_node node;
} attn_column;

typedef struct attn_sum_asked { /* a number whose arithmetic is wanted */
    const char *label;          /* "e_{1,1}" */
    attn_node node;
    size_t row, col; /* from 0, in node's value */
} attn_sum_asked;

typedef struct attn_check {
    const char *formula;
    const attn_expr *expr;
    size_t piece_count; /* what it means, in words; 0: the lesson does not say */
    const attn_piece *pieces;
    size_t place; /* among the checks of the lesson, from 0; in a loop each turn has it again */
    bool holds;
    const char *where; /* if false: the first place, "t = 2", "[1,3]"; or "" */
    const char *file;  /* where the formula stands */
    size_t line, column;
} attn_check;

/* As a source states it, and as it is: a vector has one side, a number none. */
typedef struct attn_sides {
    size_t of[2], rank;
} attn_sides;

typedef struct attn_stated {
    const char *label, *by;
    bool is_shape;
    attn_sides stated_shape, true_shape; /* is_shape */
    attn_node node;                      /* the true values (of this moment) */
    const float *values;                 /* what was stated, as large as node's value */
    float largest_difference;            /* of this moment */
    size_t
        at[2]; /* of the largest difference, from 1; at[1] is 0 in a vector, both 0 for a number */
} attn_stated;

/* What was watched while training, at one moment of it. */
typedef struct attn_watched {
    size_t step; /* steps done; 0: before the first */
    float loss;
    size_t made_count, asked_count; /* asked: those that the options watch; they come first */
    const attn_made *made;
} attn_watched;

/* What training did. */
typedef struct attn_trained {
    bool skipped; /* every learned value came from a weights file */
    bool adam;
    bool stopped;             /* before its end, as it was asked */
    size_t steps, most_steps; /* done; as many as there were to be */
    size_t examples, numbers; /* examples: 0 for the lesson's own words; numbers: learned */
    size_t kept; /* the step whose numbers were kept, as they had the lowest loss on validation; 0:
                    those of the last one, without validation */
    float kept_loss;
    const float *losses; /* of each step, before it changed anything */
    double rate;
    const char *curve;  /* under which name a weights file has the losses; or NULL */
    const char *source; /* where the examples come from, for the metadata of the file; or NULL */
    /* Distinct words of the examples that no vocabulary has, read as its word for them; none of a
     * corpus of the program, whose made-up words are meant to be unknown. */
    size_t unknown_count;
    const char *unknown; /* "chien, loup, …": the first of them */
    size_t taken;        /* learned values that began with those of a file (run_options.h, from) */
    const char *fresh;   /* the others, "W_o, b"; NULL: there was no file */
    size_t look_count;
    const attn_watched *looks;
} attn_trained;

/* One step at one moment (a step inside `for` has one for each value). */
typedef struct attn_moment attn_moment;
struct attn_moment {
    size_t step;    /* number of the outermost step, from 1 */
    const void *of; /* the step of the lesson: the same in all turns of its loop */
    size_t loop_count;
    const attn_loop_at *loops; /* outermost first */
    bool opens_loop;           /* the `for` itself: stands before its steps, once */
    bool loop_start;           /* the first moment of a new value of the innermost loop */
    size_t piece_count;
    const attn_piece *pieces;
    size_t formula_count;
    const attn_statement *const *formulas; /* what it computes, as written */
    size_t made_count;
    const attn_made *made; /* what it computed */
    bool shown_instead;    /* `show` was given: */
    size_t shown_count;
    const attn_made *shown; /* what is shown: `show`, or what was made */
    size_t map_count;
    const attn_map *maps;
    size_t column_count;
    const attn_column *columns; /* table */
    size_t plot_count;          /* columns of the plot, x first if has_x */
    const attn_column *plot;
    bool plot_has_x, plot_log_x, plot_log_y;
    const attn_captions *plot_captions;
    size_t sum_count;
    const attn_sum_asked *sums;
    size_t check_count;
    const attn_check *checks;
    size_t stated_count;
    const attn_stated *stated;
    const attn_trained *trained; /* or NULL */
    size_t again_count;
    const attn_made *again; /* what the training changed: after(A) */
};

/* What the source stated for a name over all moments together (α: 0.0605 at [1,1]). */
typedef struct attn_stated_total {
    const char *name, *by;
    bool is_shape;
    attn_sides stated_shape, true_shape;
    float largest_difference;
    size_t at[ATTN_MOST_SUBS], at_count;
} attn_stated_total;

#endif
