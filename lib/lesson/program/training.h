/*
 * training: what is learned from and how, the examples, what steps of training change, and the
 * optimizer. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_TRAINING_H
#define ATTN_LESSON_PROGRAM_TRAINING_H

#include "corpus/corpus.h"
#include "files/arrays/safetensors.h"
#include "lesson/program/program.h"

struct attn_trainer;

/* ---- training ---- */

#define ATTN_MOST_INPUTS 8u
#define ATTN_MOST_TRAINING_STEPS 1000000u

/* Where examples come from, and what they fill. */
typedef struct example_source {
    origin object;    /* that has "examples" and "inputs" */
    origin from;      /* "examples" */
    const char *name; /* the file, or the name of a corpus; NULL: the lesson's own words, or, to
                         evaluate, none */
    bool corpus, carried;
    bool questions, clips;   /* of a file of scenes, in place of captions */
    const char *say;         /* of scenes, what is said in place of captions; or NULL */
    bool named;              /* by the user: a path as it is, and not one beside the lesson */
    bool optional;           /* the user may give others, so the file may be missing */
    attn_corpus_asked asked; /* of the corpus */
    size_t lines;            /* at most; 0: as many as there are */
    size_t input_count;
    const char **inputs; /* of each example, as the lesson names them */
} example_source;

/* What each step does to a computed value: a share of its numbers is left out, or it is noise. */
typedef struct disturbance {
    origin from;
    const char *name;
    double share; /* that is left out; 0: all its numbers are drawn, evenly between 0 and 1 */
} disturbance;

typedef struct training { /* `train` */
    origin from;
    attn_statement *loss;
    size_t steps, warmup, every, batch, trial; /* every, trial: 0 if it is not said */
    double rate, clip, weight_decay;           /* clip, weight_decay: 0 for none */
    size_t disturbance_count;
    disturbance *disturbances;
    bool adam, cosine, shuffled;
    lines watch;
    attn_name *curve;   /* or NULL */
    const char *source; /* of the examples, and its licence; or NULL */
    example_source examples;
    example_source validation; /* they decide which numbers are kept; without a name: the last */
} training;

#define ATTN_TO_BOX "box"
#define ATTN_MOST_FRAME ((size_t)1 << 20)
typedef struct role_look { /* in a map, the row of a word has its maximum at another one */
    attn_statement *map;
    const char *from; /* the part of speech of the words whose rows count; NULL: every word */
    const char *to;   /* the column of a treebank that names the other word; "box": not a word, but
                         a region of a picture or a moment of a sound; NULL: the word that stands
                         `steps` after it (-1:   the one before) */
    double steps;
    bool words;       /* of all columns only those of words count, and not that of a start mark */
    size_t grid[2];   /* of regions of a picture, one for each column; 0, 0: none */
    size_t frames[2]; /* of a sound: each column hears so many samples, one after every so many;
                         0, 0: none */
} role_look;

typedef struct evaluation {            /* `evaluate` */
    example_source examples, choosing; /* choosing: where the best of several maps is chosen */
    const attn_sequence *exact;        /* grows, and is to be what the examples have; or NULL */
    lines align;
    size_t look_count;
    role_look *looks;
} evaluation;

/* What a corpus knows of an example besides its words. */
typedef struct example_notes {
    size_t link_count, arc_count, box_count;
    const attn_link *links; /* between the words of source and target */
    const attn_arc *arcs;
    const attn_box *boxes;       /* of the words of the last column */
    bool held;                   /* has a combination that is held out */
    const char *form;            /* of a question; or NULL */
    size_t words[2];             /* of source and target, but for one that ends the sentence */
    const char *const *kinds[2]; /* of each of them */
} example_notes;

/* A sound as examples keep it: whole numbers, as attn_sample_whole has them. */
typedef struct example_sound {
    size_t count;
    unsigned rate;
    const int16_t *samples;
} example_sound;

/* Lines to learn from, pictures, sounds, or cut into words: those of input k of example e are
 * words[starts[e * input_count + k]] up to the next start, each the place of its text. */
typedef struct examples {
    size_t count, input_count;
    const char **texts; /* the distinct words */
    uint32_t *words;
    size_t word_count;
    uint32_t *word_of; /* of each piece, the word of its line that it is of, from 0; NULL: notes are
                          not asked for, or nothing is spelled by pieces */
    uint32_t *starts;
    size_t start_count;
    /* of each input of each example; NULL: it has none; NULL: none has */
    const attn_picture **pictures;
    const example_sound **sounds;
    example_notes *notes; /* of each; NULL: the file has none */
    bool some_held;       /* some have a combination that is held out */
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

/* ---- examples.c ---- */
/* What is asked of a corpus besides words. */
typedef enum notes_asked { NOTES_NONE, NOTES_LINKS, NOTES_WORDS } notes_asked;
/* With notes where they are asked for, which only a corpus has; of words only where no input is
 * spelled by pieces. To be freed before the arena. NULL on failure. */
examples *attn_examples_read(const attn_run *run, const example_source *from, notes_asked notes,
                             attn_arena *arena);
void attn_examples_free(examples *all); /* NULL is fine */
size_t attn_example_length(const examples *all, size_t example, size_t input);
const char *attn_example_word(const examples *all, size_t example, size_t input, size_t place);
/* NULL: this input has none. */
const attn_picture *attn_example_picture(const examples *all, size_t example, size_t input);
const example_sound *attn_example_sound(const examples *all, size_t example, size_t input);
bool attn_examples_sound(const examples *all); /* whether they are sounds */
/* Which word of the line, from 0, this piece is of; only where all->word_of is there. */
size_t attn_example_piece_word(const examples *all, size_t example, size_t input, size_t place);
bool attn_equal_lengths(const examples *all, size_t a, size_t b);
/* Which input of the examples has this name. False: none has. */
bool attn_batch_input(const batch *of, const char *name, size_t *input);

/* Every input that the examples fill must be one of the lesson. */
bool attn_example_source_check(const attn_run *run, const example_source *from);

/* ---- train.c ---- */
/* The losses of a training under the name that the lesson has for them, if it has one. */
bool attn_curve_give(attn_run *run, const training *train, const attn_trained *trained);
/* Trains what the lesson learns, then computes again what this changes. */
bool attn_train(attn_run *run, const step *s, attn_moment *moment);
void attn_trainer_free(struct attn_trainer *trainer); /* NULL is fine */

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
/* Goes on as if so many steps had been asked for. */
void attn_batches_skip(batches *batches, size_t steps);

/* ---- learning.c ---- */
typedef struct number_span { /* some of the learned numbers */
    size_t from, count;
} number_span;

/*
 * All that steps of training change, and what a checkpoint holds. What is random in a step depends
 * only on the seed and the number of the step.
 */
typedef struct learning {
    size_t count; /* of learned numbers */
    float *numbers;
    float *mean, *square; /* Adam's running means of gradients and of their squares; NULL: plain */
    size_t step, most_steps; /* done; and as many as there may be */
    float *losses;           /* of each step */
    size_t trial_count, most_trials;
    float *trials;   /* the mean loss of the validation examples, each time it was asked for */
    float *best;     /* the numbers when that was lowest; NULL: there are no such examples */
    double *squares; /* not kept, for `clip`: the sum of each piece */
    size_t decay_count;
    number_span *decays; /* which numbers decay */
} learning;
/* Room for all but the numbers, for most_steps and most_trials of them. False on failure. */
bool attn_learning_begin(learning *learning, const training *train, attn_arena *arena);
/* One more trial had this loss. */
void attn_learning_tried(learning *learning, float loss);
/* The trial with the lowest loss, the first one of equal ones, from 0; there is one. */
size_t attn_learning_best(const learning *learning);
/* What a checkpoint holds, into `arrays`; returns how many. */
enum { ATTN_LEARNING_ARRAYS = 6 };
size_t attn_learning_arrays(const learning *learning, attn_array_numbers *arrays);
/* The same the other way. False, with a fault, for a file that does not hold it. */
bool attn_learning_read(learning *learning, const attn_arrays *file, attn_status *status);

/* ---- optimizer.c ---- */
size_t attn_optimizer_pieces(size_t count); /* of so many numbers */
/* The rate of a step, from 1, as `warmup` and `decay` have it. */
double attn_rate_at(const training *train, size_t steps, size_t number);
/*
 * Changes the numbers by one step against their gradient, (gradient + more) · share, or gradient
 * alone where `more` is NULL; it is written over, and may be shortened (`clip`).
 */
void attn_optimize(learning *learning, const training *train, double rate, float *gradient,
                   const float *more, float share);

#endif
