/*
 * trainer: a training at work, for the files that train. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_TRAIN_TRAINER_H
#define ATTN_LESSON_TRAIN_TRAINER_H

#include "lesson/program/running.h"
#include "lesson/program/training.h"

enum { LANES = 2 }; /* halves of the work */

/* One of them. */
typedef struct lane {
    struct attn_trainer *trainer;
    worker_run of;
    batch *pieces; /* to do in this step: each of examples of equal lengths */
    size_t piece_count, load;
    float *gradient;
    float **parts; /* where in it that of each learned value lies */
    double loss;   /* sum over its examples */
    const batch *piece; /* at work */
    bool learns;        /* values are disturbed */
    size_t masks;       /* that it has drawn in this step */
} lane;

struct attn_trainer {
    attn_run *run; /* the lesson's own */
    attn_arena *arena;
    const step *step; /* that has `train` */
    const training *train;
    const attn_training_options *options; /* never NULL */
    const bool *needed;                   /* the lines that the loss is made by */
    size_t every;                         /* steps between two looks */
    size_t often;                         /* steps between two trials, or two rows of a log */
    size_t begun;                         /* steps that an earlier run of this training did */
    uint64_t work_before;                 /* spent before the first step */
    attn_arranged **arranged;             /* of each learned value that is a matrix */
    lane lanes[LANES];
    examples *examples, *validation; /* NULL: the lesson's own words; none */
    const char *unknown;             /* their words that no vocabulary has, as messages list them */
    batches *batches;
    size_t taken;            /* learned values that began with those of a file */
    attn_text fresh;         /* the others: "W_o, b", while they are listed */
    const char *fresh_names; /* the list; NULL: training does not start from a file */
    size_t piece_count;      /* of the validation: each of examples of equal lengths */
    batch *pieces;
    learning learning;
    bool stopped;                   /* before its end, as it was asked */
    const attn_statement **watched; /* what the reader asked for */
    size_t watched_count;
    attn_watched *looks;
    size_t look_count;
};

/* ---- train.c ---- */
/* A lane's fault is that of the run, and so is what it spent. */
bool attn_trainer_fault(trainer *t);
/* The loss of one piece, in a run that computes what it is made by, or all that stands above. 0 on
 * failure. */
attn_node attn_run_to_loss(lane *l, attn_run *run, const batch *piece, bool only_needed);

/* ---- prepare.c ---- */
/* All but the lanes. False, with a fault, if nothing can be trained so. */
bool attn_trainer_prepare(trainer *t);
/* How many parts of at most so many there are of all. */
size_t attn_parts_of(size_t all, size_t most);

/* ---- checkpoint.c ---- */
/* Goes back to where an earlier run of the same training stood. */
bool attn_checkpoint_resume(trainer *t);
/* Hands on all that is needed to go on later. */
bool attn_checkpoint_save(trainer *t);

/* ---- watch.c ---- */
/* What the reader watches. */
bool attn_watch_begin(trainer *t);
/* Computes the lesson as it is now, and keeps what is watched: with its own words or, where it has
 * none because they are to grow, with those of the first example. */
bool attn_look_on(trainer *t, size_t place);
/* A value of another record, kept in the run's own. */
bool attn_keep_value(attn_run *run, const attn_record *from, const attn_made *made,
                     attn_made *kept);

#endif
