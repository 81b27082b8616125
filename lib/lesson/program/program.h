/*
 * program: a lesson as it was read, before any number. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_PROGRAM_H
#define ATTN_LESSON_PROGRAM_PROGRAM_H

#include "files/bytes/input.h"
#include "formula/check/depend.h"
#include "lesson/lesson.h"
#include "lesson/program/inputs.h"

/* ---- steps ---- */

typedef struct said { /* `say`: one text, or one for each number of the innermost loop */
    size_t count;
    long *numbers; /* NULL: one text for all */
    prose *texts;
} said;

typedef struct heat {
    attn_statement *line;
    size_t grid_rows, grid_cols;
    const char *over; /* the file of a picture; or NULL */
    origin over_from;
    attn_statement *picture; /* a matrix that is drawn in greys to lay the map over; or NULL */
    size_t note_count;
    const char **notes; /* a text for each map, in order */
    origin notes_from;
    attn_captions captions;
} heat;

typedef struct stated_claim { /* what somebody else says of a value: its shape, or its numbers */
    origin from;
    const char *by;
    size_t place; /* among the lesson's steps that have it, from 0 */
    size_t rank, shape[2];
    const written_numbers *values; /* NULL: the shape is stated */
} stated_claim;

struct training;

typedef struct step step;
struct step {
    origin from;
    size_t number; /* of the outermost step, from 1 */
    said say;
    lines compute, show, table, plot, arithmetic, checks, warnings;
    prose *check_words;   /* of each check; empty where the lesson says nothing */
    prose *warning_words; /* of each warning */
    attn_captions plot_captions;
    attn_statement *shade_from, *shade_to; /* of a shaded span of the plot; or NULL */
    bool asked;                            /* by the reader, so that it is never left out */
    bool shows, zoom_all, plot_has_x, plot_log_x, plot_log_y;
    size_t heat_count;
    heat *heats;
    size_t zoom_count;
    const char **zooms;
    const stated_claim *stated; /* or NULL */
    size_t line_place;          /* of its first line of `compute` among the lesson's, from 0 */
    size_t check_place;         /* of its first check among the lesson's, from 0 */
    struct training *train;     /* or NULL */
    const attn_letter *loop;    /* `for` */
    size_t step_count;
    step *steps;
};

/* ---- what may take the place of a formula ---- */

typedef struct substitute { /* one formula of a switch */
    const char *by;         /* the switch */
    const char *text;
    origin from;
    attn_statement *line;
    const char *head; /* of a definition, as written; NULL: a statement */
    const char *function;
    size_t parameter_count;
    const char *const *parameters;
    size_t body; /* where the body starts in the text */
} substitute;

/* ---- the lesson ---- */

typedef struct rewriting { /* rules at work */
    attn_rewriter *rewriter;
    size_t place, met;     /* met: formulas that they fitted, so far */
    struct past **written; /* what was there before, by the name on the left, the last one first */
} rewriting;

struct evaluation;

#define ATTN_MOST_WEIGHTS 256
#define ATTN_MOST_CONFIGS 4

typedef struct weights_file { /* a file that values come from, and where the lesson names it */
    const char *path;
    origin from;
} weights_file;

typedef struct noted_file {
    const char *path;
    bool examples; /* to learn from */
} noted_file;

/* A number of the config file that must be at least what a formula is, in a run. */
typedef struct expectation {
    const char *key, *where; /* where: another key; if that is false, nothing is expected */
    double number;
    const char *file; /* where the number stands */
    size_t line, column;
    attn_statement *least;
} expectation;

struct attn_lesson {
    attn_arena *arena;
    attn_status *status;
    struct attn_json *json, *definitions; /* their texts: origins point into them */
    attn_scope *scope;
    const char *file, *folder, *name; /* folder: with its last slash, or "" */
    int opened;                       /* the folder; -1: its files are not looked for there */
    size_t file_count;
    noted_file *files; /* its own and those it names */
    bool builtin;
    bool model; /* the lesson of a family of models, over a folder that the user named: links in it
                   are followed */
    bool made;  /* by the program, of what the user named: its files may lie anywhere, and no text
                   says where a fault is */
    const char *title, *summary;
    uint64_t seed;
    size_t weights_count;
    weights_file weights[ATTN_MOST_WEIGHTS];
    const char *weights_by;  /* the index that has a file for each of its numbers; NULL: one file */
    const char *config_file; /* or NULL */
    size_t config_count;
    struct attn_json *config[ATTN_MOST_CONFIGS]; /* while the lesson is read */
    size_t expectation_count;
    expectation *expectations;
    size_t sequence_count;
    sequence_source *sequences;
    size_t given_count;
    given *givens;
    origin vary_from;            /* the key */
    lines vary_checks;           /* what must be true of numbers that are drawn anew */
    lines flow_to, flow_without; /* the names of "flow" */
    size_t step_count;
    step *steps;
    size_t statement_count; /* of all steps */
    size_t stated_count;    /* steps with `stated` */
    size_t check_count;
    bool trains;                   /* a step of it has `train` */
    struct evaluation *evaluation; /* or NULL */
    size_t switch_count;
    const char **switches;
    size_t substitute_count;
    substitute *substitutes;
    /* of a lesson with changes: */
    const attn_lesson *original; /* whose trees it shares; NULL: it is as it was read */
    size_t thrown_count;
    const char **thrown; /* its switches, in the order of all */
    const char *called;  /* what the caller calls the switches, in messages */
    const char *without; /* "scale and mask"; "": none */
    size_t rewriting_count;
    rewriting *rewritings;
    size_t exchange_count;
    attn_exchange *exchanges;
};

/* The name of the input that a sequence's words come from, itself or those it is moved from. */
const char *attn_sequence_input(const sequence_source *s);

/* ---- needed.c ---- */
/* Which of all lines of `compute`, in order, are needed of the steps before `until` to compute
 * these results (found->statements). False without memory. */
bool attn_find_steps(const attn_lesson *lesson, const lines *results, const step *until,
                     attn_arena *arena, attn_dependence *found);
/* Finds what the training of the lesson changes, if it trains. */
bool attn_find_changes(attn_lesson *lesson);

/* ---- files.c ---- */

/* Opens a file of this path to read, below the folder of the lesson (files/open.h); -1, with a
 * fault, on failure. */
int attn_lesson_open(const attn_lesson *lesson, const char *path, attn_status *status);
/* All of such a file, which is named at `from`, or what the program carries of it. */
bool attn_lesson_input(const attn_lesson *lesson, const char *path, const origin *from, size_t most,
                       attn_input *input, attn_status *status);
/* A file that the lesson names there and that could not be opened: the fault stands at the name.
 * False. */
bool attn_lesson_blame_file(const attn_lesson *lesson, const origin *from, attn_status *status);
/* A carried file's bytes (NUL behind them), or NULL. */
const char *attn_builtin_bytes(const char *name, size_t *length);

#endif
