/*
 * lesson: a lesson file read, run, and the record of the run for others to show.
 */
#ifndef ATTN_LESSON_LESSON_H
#define ATTN_LESSON_LESSON_H

#include "files/bytes/output.h"
#include "files/png/png_read.h"
#include "formula/check/rewrite.h"
#include "formula/eval/eval.h"
#include "text/alignment.h"

typedef struct attn_lesson attn_lesson;
typedef struct attn_run attn_run;

/* What the caller calls these lists, in messages. */
typedef struct attn_option_names {
    const char *inputs, *sets, *zooms, *arithmetics, *shows, *watches;
} attn_option_names;

/* How far training has come; losses are means over the examples of a step. */
typedef struct attn_progress {
    size_t step, steps; /* step: those that are done */
    float loss;
    double rate;
} attn_progress;

typedef struct attn_trained attn_trained;

/* What is asked of a lesson's training. */
typedef struct attn_training_options {
    bool anew;    /* also where the learned values could be read from a weights file */
    bool only;    /* the run ends with it: the steps behind it are left out */
    size_t steps; /* 0: as many as the lesson says */
    size_t every; /* steps between two looks at what is watched; 0: as the lesson says */
    size_t looks; /* where every is 0: so many, the first not counted; 0: as the lesson says */
    size_t watch_count;
    const char *const *watches; /* watched besides what the lesson says */
    void (*progress)(void *user, const attn_progress *progress); /* after each step; or NULL */
    /* Before the first step, with the first look of so many; or NULL. False, with a fault in the
     * status of the run: no step is done. */
    bool (*begin)(void *user, const attn_run *run, const attn_trained *first, size_t looks);
    void *user;
} attn_training_options;

/* Which numbers stand in the place of those that the lesson lets vary (attn_lesson_vary). */
typedef struct attn_varied {
    uint64_t seed;
    unsigned draw; /* those before it were no good for a worksheet */
} attn_varied;

/* What the reader gives besides the lesson: all strings are borrowed. */
typedef struct attn_options {
    const attn_option_names *names; /* NULL: as they are called here */
    size_t input_count;
    const char *const *inputs; /* pairs: name, text */
    const char *sentence; /* for the input named "sentence" (the first input, where none has that
                             name); or NULL */
    size_t set_count;
    const char *const *sets; /* "e_{1,2} = 2.0" */
    size_t zoom_count;
    const char *const *zooms; /* functions to open wherever they are called */
    size_t arithmetic_count;
    const char *const *arithmetics; /* "e_{1,2}": asked for in addition */
    size_t show_count;
    const char *const *shows; /* expressions to evaluate after the run */
    bool seeded;
    uint64_t seed;                         /* in the place of the lesson's */
    const attn_varied *varied;             /* a worksheet's numbers; NULL: the lesson's own */
    const attn_training_options *training; /* or NULL */
} attn_options;

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
/* That file, to be written, below the folder of the lesson; NULL on failure. */
attn_output *attn_lesson_weights_output(const attn_lesson *lesson, attn_status *status);
const char *attn_lesson_title(const attn_lesson *lesson);
const char *attn_lesson_summary(const attn_lesson *lesson);
size_t attn_lesson_checks(const attn_lesson *lesson); /* as they are written */
/* The sequences that grow where nobody gives them; i from 0, NULL at the end. */
const char *attn_lesson_generated_at(const attn_lesson *lesson, size_t i);

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
    const char *const *switches; /* of the lesson: they put their formulas in place of others */
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

/* The switches that it was read with, as "scale and mask"; "" if none. */
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

attn_run *attn_lesson_run(const attn_lesson *lesson, const attn_options *options,
                          attn_status *status);
void attn_run_free(attn_run *run);

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

/* ---- evaluating ---- */

/* How often words of one kind were linked wrongly. */
typedef struct attn_kind_score {
    const char *kind;
    size_t words, wrong;
} attn_kind_score;

/*
 * A map against gold links: the largest weight of each word's row is its link; a word is wrong if
 * the corpus does not have it. A word that looks at what ends a sequence, which is no word of the
 * corpus, has no link.
 */
typedef struct attn_align_score {
    const char *label; /* "α", "α_{2,3}" */
    size_t words, sentences;
    attn_link_counts counts; /* of all sentences together */
    double error_rate;       /* of these: of the corpus */
    double rates, mean_rate; /* the sum of each sentence's own, and their mean */
    size_t kind_count;
    attn_kind_score *kinds;
} attn_align_score;

/* A rule by which one could tell where a word looks without any map (train/baseline.h). */
typedef struct attn_rule_score {
    const char *kind; /* of the nearest word; NULL: the word `steps` places after */
    int steps;        /* with a kind -1 or 1: its side */
    size_t right;     /* rows */
} attn_rule_score;

/* All rules that were right at least once. */
typedef struct attn_rule_scores {
    size_t count;
    attn_rule_score *items;
} attn_rule_scores;

/* In how many rows of words of one role a map has its maximum, over all columns, at another role;
 * and in how many of these the simplest rule finds it. */
typedef struct attn_look_score {
    const char *from; /* NULL: every word */
    const char *to;   /* NULL: the word that stands `steps` after it */
    const char *word; /* only of this word; or NULL */
    int steps;
    const char *label; /* of the map */
    size_t lines, right;
    attn_rule_scores rules;      /* what could tell it without the map */
    const attn_rule_score *rule; /* that was best on other examples, with its score there; NULL: no
                                    row counted */
    size_t rule_right;           /* its score here */
} attn_look_score;

/* How often a value that a lesson has for a word is the right one. */
typedef struct attn_answer_score {
    const char *value, *right; /* formulas */
    const char *at;            /* the word's role; NULL: every word */
    const char *after;         /* stands before it, with least to most words between; or NULL */
    size_t least, most;
    size_t words, right_words;
} attn_answer_score;

typedef struct attn_evaluated {
    size_t examples;
    const char *part;               /* of the corpus; NULL: a file */
    const char *grown;              /* the sequence that grew; NULL: none */
    size_t exact;                   /* examples that grew to what they are, word for word */
    double words_right;             /* mean of 1 − edit distance / length, at least 0 */
    size_t align_count, look_count; /* 0 or 1 of `align`: the best, if there are several maps */
    const attn_align_score *aligns;
    const attn_look_score *looks; /* one for each that is asked: the best of the maps */
    size_t map_count;             /* of every look, where all have equally many; else 0 */
    const attn_look_score *maps;  /* all of the first look, then all of the second, … */
    size_t answer_count;
    const attn_answer_score *answers;
    bool several;          /* maps to choose the best from */
    const char *chosen_on; /* the part on which the best maps and rules were chosen; NULL: on these
                              examples, and no map is */
} attn_evaluated;

typedef struct attn_evaluation_options {
    size_t examples;    /* instead of as many as the lesson says; 0: those */
    const char *part;   /* instead of the lesson's; or NULL */
    size_t least, most; /* words of the source; 0: as the lesson has it */
} attn_evaluation_options;

bool attn_lesson_evaluates(const attn_lesson *lesson);
/* What the lesson's `evaluate` asks for, of a run of it; in the arena of the run. NULL on failure.
 */
const attn_evaluated *attn_run_evaluate(attn_run *run, const attn_evaluation_options *options,
                                        attn_status *status);

/* ---- the record ---- */

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

typedef struct attn_map {            /* one matrix to draw */
    const char *label;               /* "A_{1,2}" */
    attn_node node;                  /* vector: one row */
    size_t grid_rows, grid_cols;     /* `grid`: the vector laid out in this form; 0: as it is */
    const attn_picture *over;        /* the picture to lay it over; NULL */
    const struct attn_moment *plot;  /* its lines are drawn instead of a matrix; NULL */
    const struct attn_watched *look; /* the moment of the training whose value it is; NULL */
    const char *note;                /* what was measured of it on other words; NULL: nothing */
    const char *withheld; /* why that is not told of the words on its axes; NULL: it is */
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
    size_t place; /* among the checks of the lesson, from 0; in a loop each turn has it again */
    bool holds;
    const char *where; /* if false: the first place, "t = 2", "[1,3]"; or "" */
    const char *file;  /* where the formula stands */
    size_t line, column;
} attn_check;

typedef struct attn_stated {
    const char *label, *by;
    bool is_shape;
    size_t stated_shape[2], true_shape[2], stated_rank, true_rank; /* is_shape */
    attn_node node;           /* the true values (of this moment) */
    const float *values;      /* what was stated, as large as node's value */
    float largest_difference; /* of this moment */
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
struct attn_trained {
    bool skipped; /* every learned value came from a weights file */
    bool adam;
    size_t steps, examples, numbers; /* examples: 0 for the lesson's own words; numbers: learned */
    const float *losses;             /* of each step, before it changed anything */
    double rate;
    const char *curve; /* under which name a weights file has the losses; or NULL */
    /* Distinct words of the examples that no vocabulary has, read as its word for them; none of a
     * corpus of the program, whose made-up words are meant to be unknown. */
    size_t unknown_count;
    const char *unknown; /* "chien, loup, …": the first of them */
    size_t look_count;
    const attn_watched *looks;
};

/* One step at one moment (a step inside `for` has one for each value). */
typedef struct attn_moment attn_moment;
struct attn_moment {
    size_t step; /* number of the outermost step, from 1 */
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
    size_t stated_shape[2], true_shape[2], stated_rank, true_rank;
    float largest_difference;
    size_t at[ATTN_MOST_SUBS], at_count;
} attn_stated_total;

const attn_lesson *attn_run_lesson(const attn_run *run);
const attn_record *attn_run_record(const attn_run *run);
const attn_scope *attn_run_scope(const attn_run *run);
size_t attn_run_moments(const attn_run *run);
const attn_moment *attn_run_moment(const attn_run *run, size_t i);
size_t attn_run_stated(const attn_run *run);
const attn_stated_total *attn_run_stated_at(const attn_run *run, size_t i);
/* options->arithmetics and options->shows, after the run. */
size_t attn_run_asked(const attn_run *run);
const attn_sum_asked *attn_run_asked_at(const attn_run *run, size_t i);
size_t attn_run_shown(const attn_run *run);
const attn_made *attn_run_shown_at(const attn_run *run, size_t i);
/*
 * The same for a name or formula asked for later: one attn_made for each of its matrices. A fault
 * is recorded in the status of the run; once that is cleared, the run can be asked again.
 */
bool attn_run_ask(attn_run *run, const char *text, attn_made **made, size_t *count);
/* Whether input was changed, so that a false check is only reported. */
bool attn_run_changed(const attn_run *run);
/* False if a check is false: the first one is recorded as fault, with its place, step and loops. */
bool attn_run_verdict(const attn_run *run, attn_status *fault);
/* The learned values as they are now, by the names they have in a weights file; i from 0, NULL
 * label at the end. */
typedef struct attn_learned {
    const char *label;
    const attn_tensor *value;
} attn_learned;
attn_learned attn_run_learned_at(const attn_run *run, size_t i);
/* True if some `learned` value was drawn instead of read: the model has learned nothing. */
bool attn_run_untrained(const attn_run *run);

/*
 * False if matrices of the weights file have as many rows as columns, and neither the lesson nor
 * the file says which way they lie there: the fault names them, their place and the mend. What was
 * computed may be right or nonsense.
 */
bool attn_run_weights_lie(const attn_run *run, attn_status *fault);

/* A sequence that nobody gave, and that grew by itself. */
typedef struct attn_generated {
    const char *name;      /* of the sequence */
    const char *next;      /* the formula that chose its words, as it is written */
    const attn_expr *expr; /* the same */
    const char *end;       /* the word that ends it; NULL: none does */
    bool ended;            /* its last word is that one; else it has the most words it may have */
    size_t count;          /* of words; at least 1 */
    const char *const *words;
    const float *numbers; /* that each was chosen by: the largest of its row of next */
    size_t unsettled; /* the first word, from 1, that would be another one now that those after it
                         stand there, as it may be where formulas were exchanged; 0: none */
} attn_generated;
size_t attn_run_generated(const attn_run *run);
const attn_generated *attn_run_generated_at(const attn_run *run, size_t i);

/* A word that stands outside its vocabulary, and for which another stands. */
typedef struct attn_unknown {
    const char *sequence, *word, *vocabulary, *stands;
    bool spelled; /* the words of the sequence are read by their letters, these too */
    size_t place; /* in the sequence, from 1 */
} attn_unknown;
size_t attn_run_unknown(const attn_run *run);
const attn_unknown *attn_run_unknown_at(const attn_run *run, size_t i);

/* The sets that were applied: label, old value, new value; i from 0, NULL label at the end. */
typedef struct attn_change {
    const char *label;
    float old_value, new_value;
} attn_change;
size_t attn_run_changes(const attn_run *run);
const attn_change *attn_run_change_at(const attn_run *run, size_t i);

#endif
