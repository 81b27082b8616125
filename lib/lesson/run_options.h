/*
 * run_options: what a reader gives a run besides the lesson.
 */
#ifndef ATTN_LESSON_RUN_OPTIONS_H
#define ATTN_LESSON_RUN_OPTIONS_H

#include "lesson/moment.h"
#include "text/choice.h"

/* What the caller calls these lists, in messages. */
typedef struct attn_option_names {
    const char *inputs, *sets, *zooms, *arithmetics, *shows, *watches, *ids, *target_ids;
} attn_option_names;

struct attn_arrays;
struct attn_array_numbers;
struct attn_note;
struct attn_generated;

/* How far training has come; losses are means over the examples of a step. */
typedef struct attn_progress {
    size_t step, steps; /* step: those that are done */
    size_t begun;       /* steps of an earlier run, which a resumed training reports again */
    float loss;
    double rate;
    bool row;           /* a log has a row for this step: */
    double recent;      /* the mean loss of the steps since the row before */
    const float *trial; /* the mean loss of the validation examples; NULL: there are none */
} attn_progress;

/* What is asked of a lesson's training. */
typedef struct attn_training_options {
    bool anew;    /* also where the learned values could be read from a weights file */
    bool only;    /* the run ends with it: the steps behind it are left out */
    size_t steps; /* 0: as many as the lesson says */
    size_t every; /* steps between two looks at what is watched; 0: as the lesson says */
    size_t looks; /* where every is 0: so many, the first not counted; 0: as the lesson says */
    size_t watch_count;
    const char *const *watches; /* watched besides what the lesson says */
    size_t patience; /* ends after so many trials without a lower validation loss; 0: never */
    /* After each step; or NULL. False: the training stops there. */
    bool (*progress)(void *user, const attn_progress *progress);
    /* Keeps a checkpoint, every so many steps (0: never) and when the training stops; or NULL.
     * False: it cannot be kept, and the training stops. */
    bool (*save)(void *user, const struct attn_array_numbers *arrays, size_t count,
                 const struct attn_note *note);
    size_t checkpoint;
    const struct attn_arrays *from;   /* weights to begin with, by names and shapes; or NULL */
    const struct attn_arrays *resume; /* such a file, to go on with; or NULL */
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

/* What attn_lesson_write wrote for a sentence; words NULL: nothing. */
typedef struct attn_written {
    size_t count;
    const char *const *words;
    const float *numbers; /* that chose them */
    size_t beam;
    const struct attn_run
        *beside; /* whose learned values serve the run with these words; or NULL */
} attn_written;

/* What the reader gives besides the lesson: all strings are borrowed. */
typedef struct attn_options {
    const attn_option_names *names; /* NULL: as they are called here */
    size_t input_count;
    const char *const *inputs; /* pairs: name, text */
    const char *sentence; /* for the input named "sentence" (the first input, where none has that
                             name); or NULL */
    const char *ids;      /* the same as numbers in its vocabulary, from 0: "15496,995"; or NULL */
    const char *target_ids; /* the same for the input named "target"; or NULL */
    const char *given;      /* a file of words and numbers in place of those it is given; or NULL */
    size_t set_count;
    const char *const *sets; /* "e_{1,2} = 2.0"; or, of what is given, "X = [[1, 0], [0, 1]]" */
    size_t zoom_count;
    const char *const *zooms; /* functions to open wherever they are called */
    size_t arithmetic_count;
    const char *const *arithmetics; /* "e_{1,2}": asked for in addition */
    size_t show_count;
    const char *const *shows; /* expressions to evaluate after the run */
    const char *patch_name;   /* what the caller calls these: */
    size_t patch_count;
    const char *const *patches; /* "X_{3,5}": values, rows and numbers that are those of */
    struct attn_run *other;     /* this run, of the same lesson with other words; or NULL */
    bool continues;     /* a text is written: sequences that go on with their own words do so,
                         * and only values that have a name are asked for */
    attn_choice choice; /* how words that grow are chosen, drawn by the seed */
    size_t most;        /* so many at most; 0: as the lesson says */
    void (*heard)(void *user, const struct attn_generated *grown); /* of the words by now, each time
                                                                      one was chosen; or NULL */
    void *hears;
    bool uncached; /* what grows is computed anew for each word */
    bool pieces;   /* maps show the pieces that spell words, in place of the words */
    bool seeded;
    uint64_t seed;                         /* in the place of the lesson's */
    const attn_varied *varied;             /* a worksheet's numbers; NULL: the lesson's own */
    const attn_training_options *training; /* or NULL */
    const attn_written *written; /* the words of the sequence that grows, known already; or NULL */
} attn_options;

#endif
