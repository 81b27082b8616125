/*
 * lesson: a lesson file read, changed and run; what the run made is in outcome.h and moment.h.
 */
#ifndef ATTN_LESSON_LESSON_H
#define ATTN_LESSON_LESSON_H

#include "files/bytes/output.h"
#include "formula/check/rewrite.h"
#include "lesson/evaluated.h"
#include "lesson/outcome.h"
#include "lesson/run_options.h"

/* ---- the lessons carried in the program ---- */

typedef struct attn_builtin_lesson { /* one of them */
    const char *name, *chapter;
} attn_builtin_lesson;
/* i from 0, NULL at the end; in the order of teaching. */
const attn_builtin_lesson *attn_builtin_lesson_at(size_t i);
/* Title and summary, read from the lesson itself; in the arena. */
bool attn_builtin_lesson_describe(const attn_builtin_lesson *lesson, attn_arena *arena,
                                  const char **title, const char **summary);

/* ---- reading ---- */

/* file: a path, or with builtin true the name of a carried lesson. All that needs no numbers is
 * checked. NULL on failure. */
attn_lesson *attn_lesson_read(const char *file, bool builtin, attn_status *status);
/* The lesson of the family of models that the config.json of a folder names, over this folder. NULL
 * on failure. */
attn_lesson *attn_lesson_read_model(const char *folder, attn_status *status);
void attn_lesson_free(attn_lesson *lesson); /* NULL is fine; runs of it must be freed before */
const char *attn_lesson_name(const attn_lesson *lesson); /* file name without folder and ending */
/* What to type to name it again: the name of a carried lesson, the path of a file. */
const char *attn_lesson_argument(const attn_lesson *lesson);
/* The files it is read from: its own, then those it names; NULL at the end. None of a carried
 * lesson. */
const char *attn_lesson_file_at(const attn_lesson *lesson, size_t i);
/* Whether a step of it has "train", and whether that watches something. */
bool attn_lesson_trains(const attn_lesson *lesson);
bool attn_lesson_watches(const attn_lesson *lesson);
/* The weights file that it names, if nothing but learned values comes from it: what training writes
 * anew. NULL: none. */
const char *attn_lesson_weights(const attn_lesson *lesson);
/* That file, or one beside it, to be written, below the folder of the lesson; NULL on failure. */
attn_output *attn_lesson_weights_output(const attn_lesson *lesson, const char *path,
                                        attn_status *status);
const char *attn_lesson_title(const attn_lesson *lesson);
const char *attn_lesson_summary(const attn_lesson *lesson);
size_t attn_lesson_checks(const attn_lesson *lesson); /* as they are written */
/* The sequences that grow where nobody gives them; i from 0, NULL at the end. */
const char *attn_lesson_generated_at(const attn_lesson *lesson, size_t i);
/* Whether one of them goes on with the reader's words, where options say so. */
bool attn_lesson_continues(const attn_lesson *lesson);

/* What its diagram leads to (within: what is left out of it), as it is written: "Z"; i from 0, NULL
 * at the end. */
const char *attn_lesson_flow_at(const attn_lesson *lesson, bool within, size_t i);

/* ---- reading with other formulas ---- */

/* The switches of a lesson, by which formulas of it are exchanged; i from 0, NULL at the end. */
const char *attn_lesson_switch_at(const attn_lesson *lesson, size_t i);

/* Rules that change what they fit, the formulas of functions too. */
typedef struct attn_rewriting {
    size_t count;
    const attn_rule *rules;
    size_t place; /* only the so-manieth formula that they fit, from 1; 0: all of them */
} attn_rewriting;

typedef struct attn_changes {
    const char *name; /* what the caller calls the switches, in messages; NULL: switches */
    size_t switch_count;
    /* Each a switch of the lesson, whose formulas take the place of others; a value that it
     * computes, "A_{5,3}", whose numbers become 0; or a formula that takes the place of a value,
     * "A_{5,3} = 2 A_{5,3}", in which the name is what the lesson makes. */
    const char *const *switches;
    size_t formula_count;
    const char *const *formulas; /* computed behind the last step, and shown: "r = norm(X_1)" */
    const char *formula_name;    /* what the caller calls them */
    size_t rewriting_count;
    const attn_rewriting *rewritings; /* one after the other */
    bool bare; /* only what computes values is read: no prose, no pictures, no checks */
} attn_changes;

/*
 * The same lesson with formulas changed. The lesson it is made from must live longer. NULL on
 * failure; a name that is no switch of the lesson is a fault of usage.
 */
attn_lesson *attn_lesson_changed(const attn_lesson *original, const attn_changes *changes,
                                 attn_status *status);

/* What is exchanged, as the caller wrote it, "A_{5,3}"; i from 0, NULL at the end. */
const char *attn_lesson_thrown_at(const attn_lesson *lesson, size_t i);

/* What it was read without, as "scale and mask"; "" if nothing. */
const char *attn_lesson_without(const attn_lesson *lesson);

/* Whether it was read with this switch. */
bool attn_lesson_left_out(const attn_lesson *lesson, const char *name);

/* A formula, or a definition, and what took its place. */
typedef struct attn_exchange {
    const char *by;                /* the switch, or "mask and scale"; NULL: a rule */
    attn_definition before, after; /* of a statement: function is NULL, and it has one line */
    size_t place; /* a rule: the so-manieth formula that the first rewriting fits, from 1 */
} attn_exchange;
/* i from 0, NULL at the end; none in a lesson that was read as it is. */
const attn_exchange *attn_lesson_exchange_at(const attn_lesson *lesson, size_t i);

/* ---- running ---- */

/* Computes a lesson, which must outlive the run; options may be NULL. NULL, with a fault, on
 * failure. The caller frees the run; NULL is fine. */
attn_run *attn_lesson_run(const attn_lesson *lesson, const attn_options *options,
                          attn_status *status);
void attn_run_free(attn_run *run);

#define ATTN_MOST_BEAM ((size_t)16)
/*
 * Writes what the lesson writes for several sentences, all computed together with these options.
 * sentences: {NULL}: one, as the options have it. written[i], in the arena, is the option `written`
 * for the run of sentence i. It stays empty if the sentence failed: a run without it reports why.
 * beam: how many beginnings of each are kept (program/growing.h), up to ATTN_MOST_BEAM. The status
 * must not be the arena's. Returns the run beside which the words grew; the caller frees it after
 * the runs that use the words. NULL, perhaps with a fault, if nothing was written.
 */
attn_run *attn_lesson_write(const attn_lesson *lesson, const attn_options *options,
                            const char *const *sentences, size_t count, size_t beam,
                            attn_written *written, attn_arena *arena, attn_status *status);

/* ---- worksheets ---- */

/* Whether the lesson says which of its numbers a worksheet draws anew (`vary`). */
bool attn_lesson_varies(const attn_lesson *lesson);
/*
 * Finds the numbers of the worksheet with this seed: the first draw in which no row of a drawn
 * matrix is like another, no softmax is nearly uniform or nearly all on one place, every number has
 * at most two digits before the point, and what the lesson demands of them is true. A run has them
 * if options->varied is this; so has one of a changed lesson. options: of such a run, or NULL.
 */
bool attn_lesson_vary(attn_lesson *lesson, const attn_options *options, uint64_t seed,
                      attn_varied *varied, attn_status *status);

#endif
