/*
 * program: a lesson as it was read, before any number. What the files of this room share; private
 * to it.
 */
#ifndef ATTN_LESSON_PROGRAM_PROGRAM_H
#define ATTN_LESSON_PROGRAM_PROGRAM_H

#include "core/budget.h"
#include "corpus/corpus.h"
#include "files/arrays/array.h"
#include "files/arrays/safetensors.h"
#include "files/bytes/input.h"
#include "files/json/json.h"
#include "formula/check/depend.h"
#include "formula/check/rewrite.h"
#include "lesson/lesson.h"

#define ATTN_MOST_LESSON_BYTES ((size_t)4 << 20)
#define ATTN_MOST_LESSON_DEPTH 16u
#define ATTN_MOST_WORDS 4096u
#define ATTN_USUAL_GROWTH 40u /* words of a sequence that grows, where it does not say */
#define ATTN_MOST_WORD_BYTES ((size_t)256)
#define ATTN_MOST_SIDE 2147483648u /* of a matrix */
_Static_assert(ATTN_MOST_SIDE <= SIZE_MAX, "the limit does not fit size_t");

/* Where a formula stands: statement->origin. */
typedef struct origin {
    const attn_json *json;
    const char *file;
    const cJSON *item;
    size_t offset; /* bytes into the item's text */
} origin;

typedef struct lines {
    size_t count;
    attn_statement **items;
} lines;

/* ---- prose ---- */

typedef struct prose_piece {
    attn_piece_kind kind;
    const char *text;           /* WORDS, FORMULA */
    const attn_statement *line; /* FORMULA that parses; VALUE: the expression */
    int decimals;               /* VALUE: −1: as short as it is exact */
    bool percent;
} prose_piece;

typedef struct prose {
    size_t bytes; /* as written */
    size_t count;
    prose_piece *pieces;
} prose;

typedef struct said { /* `say`: one text, or one for each number of the innermost loop */
    size_t count;
    long *numbers; /* NULL: one text for all */
    prose *texts;
} said;

/* ---- steps ---- */

typedef struct heat {
    attn_statement *line;
    size_t grid_rows, grid_cols;
    const char *over;
    const cJSON *over_item;
    const cJSON *notes; /* a text for each map, in order; or NULL */
} heat;

/* ---- training ---- */

#define ATTN_MOST_INPUTS 8u
#define ATTN_MOST_TRAINING_STEPS 1000000u

/* Where examples come from, and what they fill. */
typedef struct example_source {
    const cJSON *json; /* the object that has "examples" and "inputs" */
    const cJSON *item; /* "examples" */
    const char *name;  /* the file, or the name of a corpus; NULL: the lesson's own words */
    bool corpus, carried;
    attn_corpus_asked asked; /* of the corpus */
    size_t lines;            /* at most; 0: as many as there are */
    size_t input_count;
    const char **inputs; /* of each example, as the lesson names them */
} example_source;

typedef struct training { /* `train` */
    const cJSON *json;
    attn_statement *loss;
    size_t steps, warmup, every, batch; /* every: 0 if it is not said */
    double rate, clip;                  /* clip: 0 for none */
    bool adam, cosine, shuffled;
    lines watch;
    attn_name *curve; /* or NULL */
    example_source from;
} training;

typedef struct role_look { /* in a map, the row of one role's word has its maximum at another's */
    attn_statement *map;
    const char *from; /* NULL: every word */
    const char *to;   /* NULL: the word that stands `steps` after it (-1: the one before) */
    const char *word; /* only where this one has the role `from`; or NULL */
    double steps;
    size_t between; /* only where as many words stand between them, or more */
} role_look;

typedef struct word_answer { /* what a lesson says of words: a vector each, with a number a word */
    attn_statement *value, *right;
    const char *at;     /* only of the word with this role; NULL: of every word */
    const char *after;  /* only where it stands after this role's; or NULL */
    size_t least, most; /* words between the two */
} word_answer;

typedef struct evaluation {        /* `evaluate` */
    example_source from, choosing; /* choosing: where the best of several maps is chosen */
    attn_sequence *exact;          /* grows, and is to be what the examples have; or NULL */
    lines align;
    size_t look_count;
    role_look *looks;
    size_t answer_count;
    word_answer *answers;
} evaluation;

/* What a corpus knows of an example besides its words. */
typedef struct example_notes {
    size_t link_count, role_count;
    const attn_link *links; /* between the words of source and target */
    const attn_role *roles;
    size_t words[2];             /* of source and target, but for one that ends the sentence */
    const char *const *kinds[2]; /* of each of them; of a sentence to read, as it was */
} example_notes;

/* Lines to learn from, cut into words: those of input k of example e are
 * words[starts[e * input_count + k]] up to the next start, each the place of its text. */
typedef struct examples {
    size_t count, input_count;
    const char **texts; /* the distinct words */
    size_t text_count;
    uint32_t *words;
    size_t word_count;
    uint32_t *starts;
    size_t start_count;
    uint32_t *table; /* places in texts, from 1, while they are read; 0: empty */
    size_t table_size;
    example_notes *notes; /* of each; NULL: the file has none */
    size_t unknown_count; /* distinct words for which a vocabulary has another one */
    attn_text unknown;    /* the first of them, with commas between */
} examples;

/* Examples that are computed together: each of their inputs has as many words in all of them. */
typedef struct batch {
    const examples *from;
    const char *const *inputs; /* their names */
    const uint32_t *which;
    size_t count;
    bool shown; /* of one: its words stand on the axes */
} batch;

typedef struct step step;
struct step {
    const cJSON *json;
    size_t number; /* of the outermost step, from 1 */
    said say;
    lines compute, show, table, plot, arithmetic, checks;
    bool shows, zoom_all, plot_has_x, plot_log_x, plot_log_y;
    size_t heat_count;
    heat *heats;
    size_t zoom_count;
    const char **zooms;
    const cJSON *stated; /* or NULL */
    size_t stated_place; /* among the lesson's steps that have it, from 0 */
    size_t check_place;  /* of its first check among the lesson's, from 0 */
    training *train;     /* or NULL */
    bool *needed;        /* while training: which of `compute` the loss is made by */
    attn_letter *loop;   /* `for` */
    size_t step_count;
    step *steps;
};

/* ---- what may take the place of a formula ---- */

typedef struct substitute { /* one formula of a switch */
    const char *by;         /* the switch */
    const cJSON *item;
    bool thrown, met; /* the switch is; its left side stands in the lesson */
    attn_statement *line;
    const char *head; /* of a definition, as written; NULL: a statement */
    const char *function;
    attn_definition definition; /* as it is shown: not bound */
    size_t body;                /* where the body starts in the item's text */
} substitute;

/* ---- what is given ---- */

typedef enum form {
    FORM_VALUES,
    FORM_RANDOM,
    FORM_UNIFORM,
    FORM_FILL,
    FORM_TOKEN,
    FORM_CONFIG,
    FORM_WEIGHTS,
    FORM_SPELLING,
    FORM_PIXELS,
    FORM_ARRAY
} form;

/* `vary`: a number is k / parts, for any whole k from low to high. */
typedef struct variation {
    long parts, low, high; /* parts: 0: the value does not vary */
    bool keep_zeros;       /* what is 0 in the lesson stays so */
} variation;

/* Numbers of a file: those of one array, or of a part of it. */
typedef struct array_given {
    const char *file, *name; /* name: of the array; NULL: the only one */
    size_t at_count;
    size_t at[ATTN_MOST_AXES]; /* along its first axes, from 0 */
    bool mask;                 /* as programs write a mask: 0 and −∞ become 1 and 0 */
} array_given;

typedef struct given {
    const cJSON *item;
    attn_name name;
    bool learned;
    form form;
    const cJSON *main; /* what stands under the key of the form */
    lines sizes;
    double scale;
    float fill;
    const attn_sequence *rows, *cols, *of; /* or NULL */
    size_t part, parts;                    /* from 1; 0: all */
    bool transposed;
    prose weight; /* the tensor's name, with values to put in */
    size_t grid[2];
    const char *picture; /* the file of `pixels` */
    const char *input;   /* the name under which the reader may give another picture; or NULL */
    variation vary;
    array_given array;
    size_t lent_count; /* the values made of it in the run that lends, in order */
    attn_tensor *lent;
} given;

typedef struct word_table word_table;

typedef struct sequence_source sequence_source;
typedef struct filled {
    const sequence_source *owner; /* whose words its tokens are places in; may be itself */
    const word_table *table;      /* these words; NULL: numbers */
    const char *const *words;     /* its own; of all examples of a batch, one after the other */
} filled;
struct sequence_source {
    const cJSON *item;
    attn_sequence *sequence;
    attn_name name;
    attn_sequence *in, *from; /* or NULL */
    attn_sequence *like;      /* what an input's default has its words from; or NULL */
    const char *each;         /* the word that stands for each of these; NULL: themselves */
    const char *unknown;      /* of a vocabulary; or NULL */
    const char *prefix;       /* stands before its words where they name rows; or NULL */
    attn_statement *next;     /* what chooses its words where it grows; or NULL */
    const char *end;          /* the word that ends it; or NULL */
    size_t most;              /* words that it may have */
    const char *file;         /* or NULL */
    filled filled;            /* of this run */
    filled filled_then;       /* of the run that lends, and its value */
    attn_tensor lent;
};

typedef struct past { /* a statement as it was before some rules changed it */
    struct past *before;
    const attn_statement *line;
} past;

enum { PAST_BUCKETS = 1024 };

typedef struct rewriting { /* rules at work */
    attn_rewriter *rewriter;
    size_t place, met;           /* met: formulas that they fitted, so far */
    past *written[PAST_BUCKETS]; /* by the name on the left, the last one first */
} rewriting;

struct attn_lesson {
    attn_arena *arena;
    attn_status *status;
    attn_json *json, *definitions;
    attn_scope *scope;
    const char *file, *folder, *name; /* folder: with its last slash, or "" */
    int opened;                       /* the folder; -1: its files are not looked for there */
    size_t file_count;
    const char **files; /* its own and those it names; none of a carried lesson */
    bool builtin;
    bool made; /* by the program, of what the user named: its files may lie anywhere */
    const char *title, *summary;
    uint64_t seed;
    const char *weights;
    const cJSON *weights_item;
    attn_json *config;
    const char *config_file;
    size_t sequence_count;
    sequence_source *sequences;
    size_t given_count;
    given *givens;
    const cJSON *vary; /* or NULL */
    lines vary_checks; /* what must be true of numbers that are drawn anew */
    size_t step_count;
    step *steps;
    size_t statement_count; /* of all steps */
    size_t stated_count;    /* steps with `stated` */
    size_t check_count;
    bool trains;            /* a step of it has `train` */
    evaluation *evaluation; /* or NULL */
    size_t switch_count;
    const char **switches;
    size_t substitute_count;
    substitute *substitutes;
    /* of a lesson read with changes: */
    const attn_lesson *original; /* whose JSON it reads; NULL: it is read as it is */
    const attn_changes *changes; /* the caller's */
    const char *without;         /* "scale and mask" */
    size_t rewriting_count;
    rewriting *rewritings;
    size_t exchange_count;
    attn_exchange *exchanges;
};

typedef struct picture_read {
    const char *path;
    bool given;                  /* by the reader: the path may lead anywhere */
    const attn_picture *picture; /* one for each path: maps over the same picture share it */
} picture_read;

/*
 * A run lends what it was given, so that others of the same lesson need not make it anew: those
 * that train, each with other words and with the learned values as they are then, and those that
 * try other formulas.
 */
typedef enum lending { LENDS, BORROWS } lending;

typedef struct attn_trainer trainer;

typedef struct learned_value {
    const char *label; /* "W_{Q,1}": its name in a weights file */
    attn_tensor shape; /* data: where its numbers lie */
    size_t offset;     /* of them, among all learned numbers */
} learned_value;

/* A sequence that grows, over the runs in which it does. */
typedef struct growth {
    const sequence_source *source;
    bool open; /* in this run: its last place is one to choose a word for */
    bool done; /* it has ended, or has the most words */
    size_t count;
    const char **words;
    float *numbers; /* that each was chosen by */
} growth;

typedef struct growths {
    size_t count;
    growth *items;
    attn_run *trained;        /* the run that trained what is learned; or NULL */
    const attn_trained *told; /* what it tells of that */
} growths;

struct attn_run {
    attn_lesson *lesson;
    attn_status *status;
    attn_record *record;
    attn_arena *arena; /* the record's */
    const attn_options *options;
    const attn_option_names *names; /* of the options */
    attn_weights *weights;
    attn_arrays *arrays;     /* the file of arrays that was read last, */
    const char *arrays_file; /* and its path; or NULL */
    bool changed, untrained;
    size_t turned_count; /* given values that are matrices of weights, which may lie either way */
    const given **turned;
    uint64_t seed;
    lending lending;
    const batch *batch;  /* words for the inputs; NULL: the lesson's own */
    size_t borrowed;     /* values of the given that is being made */
    size_t element;      /* which of its elements that is, from 0 */
    size_t letter_count; /* the indices that its name runs over */
    attn_letter **letters;
    size_t learned_count; /* in the order they are given */
    learned_value *learned;
    const attn_run *taught; /* whose learned values this run takes at the step that trains: its own,
                               once they are trained; NULL: none */
    const attn_trained *trained; /* what its own training did; NULL: there was none */
    bool again;                  /* the step that trains is computing again what it changed */
    size_t node_count;           /* the same, of a run that borrows */
    attn_node *learned_nodes;
    attn_arranged *const *arranged; /* of each of them, or NULL; NULL: of none */
    attn_run *teacher;              /* that trained what this run uses, and is its own; or NULL */
    trainer *trainer;               /* whose memory the learned numbers lie in; or NULL */
    growths *growing;               /* the sequences that grow */
    bool open; /* one of them has an open place: what is computed chooses a word for it, and
                  nothing is shown */
    size_t picture_count;
    picture_read *pictures;
    size_t loop_count;
    attn_loop_at loops[ATTN_MOST_LESSON_DEPTH];
    bool loop_starts;
    size_t moment_count;
    attn_moment *moments;
    size_t stated_count;
    attn_stated_total *stated;
    size_t asked_count;
    attn_sum_asked *asked;
    size_t shown_count;
    attn_made *shown;
    size_t change_count;
    attn_change *changes;
    size_t grown_count;
    attn_generated *grown;
    size_t unknown_count;
    attn_unknown *unknown;
};

/* ---- fields.c ---- */

/* Fail at an item of the lesson, or at its key: lesson, item, format, … False. */
#define attn_lesson_fail(lesson, item, ...)                                                        \
    attn_json_fail((lesson)->json, item, (lesson)->status, __VA_ARGS__)
#define attn_lesson_fail_key(lesson, item, ...)                                                    \
    attn_json_fail_key((lesson)->json, item, (lesson)->status, __VA_ARGS__)
/* Gives a recorded fault the file, line and column of the formula (or text) it lies in. */
bool attn_lesson_place(const attn_lesson *lesson, const origin *from);
/* A file that the lesson names here and that could not be opened: the fault is told at the name. */
bool attn_lesson_blame_file(const attn_lesson *lesson, const cJSON *item, attn_status *status);
bool attn_lesson_place_key(const attn_lesson *lesson, const cJSON *item);

/* Every key of the object is one of `keys` (NULL at the end); else fails with a suggestion. */
bool attn_lesson_keys(const attn_lesson *lesson, const cJSON *object, const char *const *keys);
/* The item's text, or NULL with a message. `what` as in "title must be a text". */
const char *attn_lesson_text(const attn_lesson *lesson, const cJSON *item, const char *what);
/* A whole number from least to most. */
bool attn_lesson_whole(const attn_lesson *lesson, const cJSON *item, const char *what, size_t least,
                       size_t most, size_t *number);
/* The same of numbers that count nothing in memory, up to 2⁵³. */
bool attn_lesson_whole_64(const attn_lesson *lesson, const cJSON *item, const char *what,
                          uint64_t least, uint64_t most, uint64_t *number);
/* A number that float32 can hold. */
bool attn_lesson_number(const attn_lesson *lesson, const cJSON *item, float *number);
/* The sequence an item names. */
attn_sequence *attn_lesson_sequence(const attn_lesson *lesson, const cJSON *item);

typedef enum line_kind { LINE_STATEMENT, LINE_EXPRESSION, LINE_CHECK } line_kind;
/* Parses and binds text that stands in item, `offset` bytes from its start. */
attn_statement *attn_lesson_line(attn_lesson *lesson, const cJSON *item, const char *text,
                                 size_t offset, line_kind kind);
/* A formula or a list of them. */
bool attn_lesson_lines(attn_lesson *lesson, const cJSON *item, line_kind kind, const char *what,
                       lines *out);

/* The path of a file that the lesson names (a carried lesson: the carried name); NULL with a
 * message. It is for messages: to read it is to open it below the lesson's folder, as follows. */
const char *attn_lesson_beside(attn_lesson *lesson, const cJSON *item, const char *what);
/* Opens a file of this path to read, below the folder of the lesson (files/open.h); -1, with a
 * fault, on failure. */
int attn_lesson_open(const attn_lesson *lesson, const char *path, attn_status *status);
/* All of such a file, which `named` names, or what the program carries of it. */
bool attn_lesson_input(const attn_lesson *lesson, const char *path, const cJSON *named, size_t most,
                       attn_input *input, attn_status *status);
/* Notes a file that the lesson is read from. */
bool attn_lesson_note_file(attn_lesson *lesson, const char *path);

/* ---- lesson_read.c ---- */
/* The same lesson once more, to be run beside this one, which must live longer. */
attn_lesson *attn_lesson_copy(const attn_lesson *lesson, attn_status *status);

/* ---- prose.c ---- */
/* Text with {=expr} (marked) or {expr} to put in; formulas in backticks only where marked. */
bool attn_prose_read(attn_lesson *lesson, const cJSON *item, bool marked, prose *out);
/* Puts the values in. NULL on failure; *count pieces in the arena of the run. */
attn_piece *attn_prose_fill(attn_run *run, const prose *text, size_t *count);
/* A value as words: its token, its number, its list of numbers; percent: in per cent, where they
 * are parts of a whole. */
void attn_prose_value(const attn_record *record, attn_node node, int decimals, bool percent,
                      attn_text *out);

/* ---- sequences.c ---- */
bool attn_sequences_read(attn_lesson *lesson, const cJSON *object);
bool attn_sequences_fill(attn_run *run);
/* The place of a word, as it is written, in the vocabulary of a sequence; 0: it is not there. */
size_t attn_sequence_find(const attn_run *run, const attn_sequence *sequence, const char *word);
/*
 * Whether an input may have this word; fails if a vocabulary has neither it nor a word for what is
 * unknown. *unknown: that one stands for it.
 */
bool attn_sequences_take(const attn_run *run, const char *input, const char *word, bool *unknown);
/* The text that the reader gives for the input of this name, or NULL. */
const char *attn_input_given(const attn_run *run, const char *name);

/* The name of the input that a sequence's words come from, itself or those it is moved from. */
const char *attn_sequence_input(const sequence_source *s);
/* Whether its words are other ones in each batch. */
bool attn_sequence_varies(const attn_run *run, const sequence_source *s);

/* Binds what chooses the words of those that grow, once all that it may name is known. */
bool attn_growing_bind(attn_lesson *lesson);

/* ---- decode.c ---- */
/* Of a sequence that grows. */
growth *attn_growth_of(const attn_run *run, const sequence_source *s);
/* The value of its `next`, with a row for each place and a column for each word; NULL on failure.
 */
const attn_tensor *attn_next_value(const attn_run *run, const sequence_source *s);
/* The word that a row of it chooses, and by which number. */
const char *attn_next_word(const sequence_source *s, const attn_tensor *value, const float *row,
                           float *number);

/* ---- run.c ---- */
/* With the words that the sequences have by now. NULL on failure. */
attn_run *attn_run_once(attn_lesson *lesson, const attn_options *options, growths *growing,
                        attn_status *status);

/* ---- initialisers.c ---- */
bool attn_given_read(attn_lesson *lesson, const cJSON *item, bool learned);
bool attn_given_make(attn_run *run, given *given);
/* What is made of this file of the lesson, in whose place the reader may give another; or NULL. */
const given *attn_pixels_of(const attn_lesson *lesson, const char *file);
/* The picture of a file, which `named` names, or the one that the reader gave in its place for g
 * (or NULL). It is read once in a run. */
const attn_picture *attn_run_picture(attn_run *run, const char *file, const cJSON *named,
                                     const given *g);

/* ---- steps.c ---- */
bool attn_steps_read(attn_lesson *lesson, const cJSON *array, size_t depth, size_t number,
                     step **steps, size_t *count);

/* The losses of a training that is left out, if the weights file has them. */
bool attn_curve_read(attn_run *run, const attn_name *curve);

/* ---- array_given.c ---- */
bool attn_array_given_read(attn_lesson *lesson, given *g);
/* The element of the given that is being made. 0 on failure. */
attn_node attn_array_given_make(attn_run *run, const given *g);

/* ---- switches.c ---- */
/* Which formulas may take the place of others, and which are to do it; before any function. */
bool attn_switches_read(attn_lesson *lesson, const cJSON *object);
/* False, with a fault, if one of those to be thrown is none of the lesson. */
bool attn_switches_known(const attn_lesson *lesson, const attn_changes *changes,
                         attn_status *status);
/* Reads them, once all functions are known. */
bool attn_switches_bind(attn_lesson *lesson);
/* At last: each must have met the formula whose place it could take. */
bool attn_switches_check(const attn_lesson *lesson);
/* What is computed in the place of this statement of a step: mostly itself. NULL on failure. */
attn_statement *attn_statement_now(attn_lesson *lesson, attn_statement *line);
typedef struct defined { /* a definition as it is to be read: mostly as it is written */
    const cJSON *item;
    const substitute *taken; /* what is read in its place; or NULL */
    const char *head;
    size_t count;
    const char **texts;
    origin *origins;
} defined;
/* Its head, before any function is known. */
bool attn_head_now(attn_lesson *lesson, defined *body);
/* Its lines, which are filled in as they are written, once all functions are known. */
bool attn_body_now(attn_lesson *lesson, defined *body);

/* ---- extras.c: train, which others run ---- */
training *attn_train_read(attn_lesson *lesson, const cJSON *object);
evaluation *attn_evaluation_read(attn_lesson *lesson, const cJSON *object);
/* Reads "examples" and "inputs" of an object. */
bool attn_example_source_read(attn_lesson *lesson, const cJSON *object, example_source *from);

/* ---- vary.c ---- */
/* Once all that is given and computed is known. */
bool attn_vary_read(attn_lesson *lesson, const cJSON *object);
/* Puts numbers of the worksheet in the place of those of the lesson, `count` of them; seed_name: of
 * the element. False: there was no memory. */
bool attn_vary_draw(attn_run *run, const variation *vary, const char *seed_name, float *numbers,
                    size_t count);

/* ---- run.c, for train.c ---- */
/* A run that has not begun; NULL on failure. */
attn_run *attn_run_new(attn_lesson *lesson, const attn_options *options, attn_status *status);
/* The scope begun anew on the run's record, with all that is given. */
bool attn_run_prepare(attn_run *run);
/* From here on, what takes the place of a value is noted as a change of the run. */
void attn_run_note_changes(attn_run *run);
/* Whether it ends with its training. */
bool attn_run_only_trains(const attn_run *run);
/* Computes what the steps before `until` compute, or only what they need, and records nothing. */
bool attn_run_quietly(attn_run *run, const step *until, bool only_needed);
/*
 * Takes what `taught` has learned, and computes again what this changes of the steps before this
 * one, which trains. moment: where it is noted, or NULL.
 */
bool attn_run_again(attn_run *run, const step *s, bool only_needed, attn_moment *moment);
/* A name or formula that the reader gives, bound; NULL on failure. */
const attn_statement *attn_run_read(attn_run *run, const char *text);
/* What cannot be read or computed was asked for wrongly, by the option. False. */
bool attn_run_blame(attn_run *run, const char *option);

/* ---- worker.c ---- */
/*
 * One who runs a copy of a lesson beside it, again and again with other words. The status is its
 * own, so that several can work at the same time.
 */
typedef struct worker_run {
    attn_lesson *lesson;
    attn_run *base;       /* lends what is given; NULL: `from` does */
    const attn_run *from; /* whose options and seed it has */
    attn_record *record;
    attn_record *sets;              /* what if is remembered on it; or NULL */
    attn_node *nodes;               /* of the learned values */
    attn_arranged *const *arranged; /* of each of them, or NULL; NULL: of none */
    attn_status status;
} worker_run;
/* The run, whose learned values it has from now on, must live longer. Ended also on failure. */
bool attn_worker_begin(worker_run *b, const attn_run *run);
void attn_worker_end(worker_run *b);
/*
 * The same for the lesson of a run with other formulas, NULL: with its own, read bare; what is
 * given, and the learned values as they are now, are those of the run.
 */
bool attn_worker_follow(worker_run *b, const attn_run *run, const attn_changes *changes);
/* Begins a run with these words, or with the lesson's own: all that is given is there. The record
 * of the run before is given up. */
bool attn_worker_run(worker_run *b, attn_run *run, const batch *words);
/* Marks what is needed of the steps before `until` to compute these lines; step->needed lies in the
 * arena. */
bool attn_find_steps(attn_lesson *lesson, const lines *results, const step *until,
                     attn_arena *arena, attn_dependence *found);
/* Finds what the training of the lesson changes, if it trains. */
bool attn_find_changes(attn_lesson *lesson);

/* ---- examples.c ---- */
/* NULL on failure. */
/* With notes where they are asked for, which only a corpus has. To be freed before the arena. */
examples *attn_examples_read(const attn_run *run, const example_source *from, bool notes,
                             attn_arena *arena);
void attn_examples_free(examples *all); /* NULL is fine */
size_t attn_example_length(const examples *all, size_t example, size_t input);
const char *attn_example_word(const examples *all, size_t example, size_t input, size_t place);
bool attn_equal_lengths(const examples *all, size_t a, size_t b);

/* Every input that the examples fill must be one of the lesson. */
bool attn_example_source_check(const attn_run *run, const example_source *from);

/* ---- train.c ---- */
/* The losses of a training under the name that the lesson has for them, if it has one. */
bool attn_curve_give(attn_run *run, const training *train, const attn_trained *trained);
/* Trains what the lesson learns, then computes again what this changes. */
bool attn_train(attn_run *run, const step *s, attn_moment *moment);
void attn_trainer_free(trainer *trainer); /* NULL is fine */

/* ---- batches.c ---- */
/*
 * Which examples each step learns from. `batch` of them, in the order they are written or, for each
 * round anew, shuffled; then as far as possible of equal lengths.
 */
typedef struct batches batches;
batches *attn_batches_new(const examples *all, const training *train, uint64_t seed,
                          attn_arena *arena);
/* The examples of the next step, those of equal lengths together; *which stays until the next. */
size_t attn_batches_next(batches *batches, const uint32_t **which);

/* ---- optimizer.c ---- */
typedef struct optimizer {
    size_t count; /* of numbers */
    float *numbers;
    float *mean, *square; /* Adam's running means of gradients and of their squares */
    double *squares;      /* for `clip`: the sum of each piece */
    size_t step;          /* done */
} optimizer;
size_t attn_optimizer_pieces(size_t count); /* of so many numbers */
/* The rate of a step, from 1, as `warmup` and `decay` have it. */
double attn_rate_at(const training *train, size_t steps, size_t number);
/*
 * Changes the numbers by one step against their gradient, (gradient + more) · share, or gradient
 * alone where `more` is NULL; it is written over, and may be shortened (`clip`).
 */
void attn_optimize(optimizer *optimizer, const training *train, double rate, float *gradient,
                   const float *more, float share);

/* ---- library.c ---- */
/* A carried file's bytes (NUL behind them), or NULL. */
const char *attn_builtin_bytes(const char *name, size_t *length);

/* ---- report.c ---- */
bool attn_check_make(attn_run *run, const attn_statement *line, size_t place, attn_check *check);
bool attn_stated_make(attn_run *run, const step *step, attn_moment *moment);

#endif
