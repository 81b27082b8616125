/*
 * state: what a run changes: values, the record, what is known of its words. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_STATE_H
#define ATTN_LESSON_PROGRAM_STATE_H

#include "files/arrays/safetensors.h"
#include "formula/check/depend.h"
#include "lesson/program/program.h"

struct batch;
typedef struct picture_read {
    const char *path;
    bool given;                  /* by the reader: the path may lead anywhere */
    const attn_picture *picture; /* one for each path: maps over the same picture share it */
} picture_read;

typedef struct word_table word_table;

typedef struct filled {           /* the words of a sequence */
    const sequence_source *owner; /* whose words its tokens are places in; may be itself */
    const word_table *table;      /* these words; NULL: numbers */
    const char *const *words;     /* its own; of all examples of a batch, one after the other */
    attn_tensor value;
} filled;

typedef struct made_values { /* of a given, in order */
    size_t count;
    attn_tensor *items;
} made_values;

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
    const attn_run *shared;    /* whose words and given values it has, but for those that its batch
                                  changes; NULL: it makes its own */
    filled *filled;            /* of each sequence */
    made_values *givens;       /* of each given */
    const struct batch *batch; /* words for the inputs; NULL: the lesson's own */
    size_t taken;              /* values of the given that is being made, from `shared` */
    size_t element;            /* which of its elements that is, from 0 */
    size_t letter_count;       /* the indices that its name runs over */
    attn_letter **letters;
    size_t learned_count; /* in the order they are given */
    learned_value *learned;
    const attn_run *taught; /* whose learned values this run takes at the step that trains: its own,
                               once they are trained; NULL: none */
    const attn_trained *trained; /* what its own training did; NULL: there was none */
    bool again;                  /* the step that trains is computing again what it changed */
    size_t node_count;           /* the same, of a run that shares values */
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

/* Fails at numbers that the lesson writes out: run, written, format, … False. */
#define attn_fail_written(run, numbers, ...)                                                       \
    attn_fail_at((run)->status, &(origin){(run)->lesson->json, (numbers)->start, 0}, __VA_ARGS__)

/* ---- prose.c ---- */
/* Puts the values in. NULL on failure; *count pieces in the arena of the run. */
attn_piece *attn_prose_fill(attn_run *run, const prose *text, size_t *count);
/* A value as words: its token, its number, its list of numbers; percent: in per cent, where they
 * are parts of a whole. */
void attn_prose_value(const attn_record *record, attn_node node, int decimals, bool percent,
                      attn_text *out);

/* ---- words.c ---- */
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

/* Whether its words are other ones in each batch. */
bool attn_sequence_varies(const attn_run *run, const sequence_source *s);

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

/* ---- given.c ---- */
/* A number that float32 can hold. False, with a fault, if it cannot. */
bool attn_written_number(const attn_run *run, const written_numbers *w, float *number);
bool attn_given_make(attn_run *run, const given *given);
/* The losses of a training that is left out, if the weights file has them. */
bool attn_curve_read(attn_run *run, const attn_name *curve);
/* The element of the given that is being made. 0 on failure. */
attn_node attn_array_given_make(attn_run *run, const given *g);

/* ---- pixels.c ---- */
/* What is made of this file of the lesson, in whose place the reader may give another; or NULL. */
const given *attn_pixels_of(const attn_lesson *lesson, const char *file);
/* The picture of a file, which is named at `from`, or the one that the reader gave in its place for
 * g (or NULL). It is read once in a run. */
const attn_picture *attn_run_picture(attn_run *run, const char *file, const origin *from,
                                     const given *g);

/* ---- vary.c ---- */
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
/* Computes what the steps before `until` compute, and records nothing. needed: which lines of the
 * lesson alone, as attn_find_steps finds them; NULL: all. */
bool attn_run_quietly(attn_run *run, const step *until, const bool *needed);
/*
 * Takes what `taught` has learned, and computes again what this changes of the steps before this
 * one, which trains. moment: where it is noted, or NULL.
 */
bool attn_run_again(attn_run *run, const step *s, const bool *needed, attn_moment *moment);
/* A name or formula that the reader gives, bound; NULL on failure. */
const attn_statement *attn_run_read(attn_run *run, const char *text);
/* What cannot be read or computed was asked for wrongly, by the option. False. */
bool attn_run_blame(attn_run *run, const char *option);

/* ---- lesson_read.c ---- */
/* The same lesson once more, to be run beside this one, which must live longer. */
attn_lesson *attn_lesson_copy(const attn_lesson *lesson, attn_status *status);

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
bool attn_worker_run(worker_run *b, attn_run *run, const struct batch *words);
/* Which of all lines of `compute`, in order, are needed of the steps before `until` to compute
 * these results; in the arena, NULL on failure. */
const bool *attn_find_steps(const attn_lesson *lesson, const lines *results, const step *until,
                            attn_arena *arena, attn_dependence *found);
/* Finds what the training of the lesson changes, if it trains. */
bool attn_find_changes(attn_lesson *lesson);

/* ---- report.c ---- */
bool attn_check_make(attn_run *run, const attn_statement *line, size_t place, attn_check *check);
bool attn_stated_make(attn_run *run, const step *step, attn_moment *moment);

#endif
