/*
 * outcome: what a run is asked for once it is over.
 */
#ifndef ATTN_LESSON_OUTCOME_H
#define ATTN_LESSON_OUTCOME_H

#include "lesson/run_options.h"
#include "text/cutting.h"

/* A sequence that was not given: the lesson wrote it word by word. */
typedef struct attn_generated {
    const char *name;      /* of the sequence */
    const char *next;      /* the formula that chose its words, as it is written */
    const attn_expr *expr; /* the same */
    const char *end;       /* the word that ends it; NULL: none does */
    bool ended;            /* its last word is that one; else it has the most words it may have, */
    const char *stopped;   /* or this keeps it from having more; or NULL */
    size_t count;          /* of words; at least 1 */
    const char *const *words;
    const attn_labels *whole; /* the words that they spell, where they are pieces; or NULL */
    attn_language language;   /* of those */
    size_t begun;             /* of the words, those that it began with */
    const float *numbers;     /* that each of the others was chosen by: the largest of its row */
    size_t unsettled; /* the first word, from 1, that would be another one now that those after it
                         stand there, as it may be where formulas were exchanged; 0: none */
} attn_generated;

/* A word that stands outside its vocabulary, and for which another stands. */
typedef struct attn_unknown {
    const char *sequence, *word, *vocabulary, *stands;
    bool spelled; /* the words of the sequence are read by their letters, these too */
    size_t place; /* in the sequence, from 1 */
} attn_unknown;

/* A set that was applied. */
typedef struct attn_change {
    const char *label;
    bool computed; /* and not given */
    float old_value, new_value;
} attn_change;

/* What the reader should know of what the lesson was given, as the lesson says it. */
typedef struct attn_warning {
    size_t piece_count;
    const attn_piece *pieces;
} attn_warning;

/* What a run made. All lives as long as the run. */
typedef struct attn_outcome {
    size_t moment_count;
    const attn_moment *moments;
    size_t stated_count;
    attn_stated_total *stated;
    size_t asked_count;
    attn_sum_asked *asked; /* options->arithmetics, after the run */
    size_t shown_count;
    attn_made *shown; /* options->shows, after the run */
    size_t change_count;
    const attn_change *changes;
    size_t generated_count;
    const attn_generated *generated;
    size_t kept, made; /* numbers of the last word's turn that the turns before had computed, and
                          all that operations made in it; 0: each turn computes all */
    size_t unknown_count;
    const attn_unknown *unknown;
    size_t warning_count; /* of those whose formula is true */
    const attn_warning *warnings;
    size_t patch_count;
    const char *const *patches; /* what was taken from a run with other words: "X_{3,5}" */
    const char *own;            /* what the reader brought, "X, W_Q and words"; NULL: nothing */
    bool changed;               /* input was, so that a false check is only reported */
    bool untrained; /* some `learned` value was drawn instead of read: nothing was learned */
} attn_outcome;
const attn_outcome *attn_run_outcome(const attn_run *run);

/* What it was made from, and with. */
const attn_lesson *attn_run_lesson(const attn_run *run);
const attn_options *attn_run_options(const attn_run *run);
const attn_record *attn_run_record(const attn_run *run);
const attn_scope *attn_run_scope(const attn_run *run);

/*
 * A name or formula asked for after the run: one attn_made for each of its matrices. A fault is
 * recorded in the status of the run; once that is cleared, the run can be asked again.
 */
bool attn_run_ask(attn_run *run, const char *text, attn_made **made, size_t *count);
/* False if a check is false: the first one is recorded as fault, with its place, step and loops. */
bool attn_run_verdict(const attn_run *run, attn_status *fault);
/* The learned values as they are now, by the names they have in a weights file; i from 0, NULL
 * label at the end. */
typedef struct attn_learned {
    const char *label;
    const attn_tensor *value;
} attn_learned;
attn_learned attn_run_learned_at(const attn_run *run, size_t i);

/* ---- handed on, to be computed again elsewhere ---- */

/* A file that the run has read, by its name below the folder of the lesson; a picture as a pixmap
 * (files/pixels/picture_read.h). False stops. Nothing lives longer than the call. */
typedef bool attn_hand(void *user, const char *name, const char *bytes, size_t length);
/* Whether it can be computed elsewhere: not of a model's folder, nor with arrays, formulas or
 * another text of the reader. */
bool attn_run_is_handed(const attn_run *run);
/* Hands on all files that computing it again takes: those of the lesson, and the reader's pictures
 * and sounds by attn_run_handed_name. None may be larger than ATTN_MOST_HANDED. */
bool attn_run_hand(const attn_run *run, attn_hand *take, void *user, attn_status *status);
/* From which texts such a file of weights learned, as the file says itself; NULL: it is no such
 * file, or says nothing. In the run. */
const char *attn_handed_source(const attn_run *run, const char *name, const char *bytes,
                               size_t length);
#define ATTN_MOST_HANDED ((size_t)32 << 20)
/* What the file that the reader gives for an input is called when it is handed on, "/INPUT/LAST
 * PART OF ITS PATH", as no file of a lesson can be; NULL: nothing is given, or no file. */
const char *attn_run_handed_name(const attn_run *run, const char *input);

/*
 * False if matrices of the weights file have as many rows as columns, and neither the lesson nor
 * the file says which way they lie there: the fault names them, their place and the mend. What was
 * computed may be right or nonsense.
 */
bool attn_run_weights_lie(const attn_run *run, attn_status *fault);

#endif
