/*
 * state: what a run changes: values, the record, what is known of its words. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_STATE_H
#define ATTN_LESSON_PROGRAM_STATE_H

#include "core/known_words.h"
#include "files/arrays/safetensors.h"
#include "lesson/program/program.h"

struct batch;
typedef struct picture_read {
    const char *path;
    bool given;                  /* by the reader: the path may lead anywhere */
    const attn_picture *picture; /* one for each path: maps over the same picture share it */
} picture_read;

typedef struct open_weights { /* NULL: not needed yet */
    attn_arrays *files[ATTN_MOST_WEIGHTS];
} open_weights;

typedef struct open_files { /* that given values come from, as far as they were needed yet */
    open_weights weights;
    attn_arrays *arrays;     /* the file of arrays that was read last, */
    const char *arrays_file; /* and its path; or NULL */
} open_files;
/* Those that are open. */
void attn_files_close(const open_files *files);

typedef struct filled {           /* the words of a sequence */
    const sequence_source *owner; /* whose words its tokens are places in; may be itself */
    const attn_word_index *table; /* the owner's words; NULL: numbers */
    const char *const *words;     /* its own; of all examples of a batch, one after the other */
    attn_tensor value;
} filled;

typedef struct made_values { /* of a given, in order */
    size_t count;
    attn_tensor *items;
    bool drawn;         /* from the seed */
    const char *absent; /* why there is none; or NULL */
} made_values;

typedef struct attn_trainer trainer;

typedef struct learned_value {
    const char *label; /* "W_{Q,1}": its name in a weights file */
    const given *of;   /* the key that it is an element of */
    attn_tensor shape; /* data: where its numbers lie */
    size_t offset;     /* of them, among all learned numbers */
} learned_value;

/* A sequence that grows, over the runs in which it does. */
typedef struct generation {
    const sequence_source *source;
    bool open; /* in this run: its last place is one to choose a word for */
    bool done; /* it has ended, or has the most words */
    size_t count, most;
    const char **words;
    float *numbers;      /* that each was chosen by */
    const char *stopped; /* why there are no more words, though it has not ended; or NULL */
} generation;

typedef struct generations {
    size_t count;
    generation *items;
    attn_run *trained;          /* the run that trained what is learned; or NULL */
    const attn_trained *report; /* what it tells of that */
    const attn_run *read;       /* a run that has read what is learned; or NULL */
    bool follows;               /* each turn takes over what stands in the one before */
    attn_run *first, *last;     /* of these turns; may be the same; NULL: there was none */
} generations;

/* Numbers that the reader brings in place of something given, and words in place of a sequence. */
typedef struct own_value {
    const given *given;
    const char *from; /* the file, or the option, for messages */
    size_t rank, shape[ATTN_MOST_AXES];
    float *numbers;
} own_value;
typedef struct own_words {
    const sequence_source *sequence;
    word_list words;
} own_words;

struct attn_run {
    const attn_lesson *lesson;
    attn_scope *scope; /* over that of the lesson */
    attn_status *status;
    attn_record *record;
    attn_arena *arena; /* the record's */
    const attn_options *options;
    const struct patches *patches;  /* what it takes from another run; NULL: nothing */
    const attn_option_names *names; /* of the options */
    open_files *files;
    size_t own_count, own_word_count;
    own_value *owns;
    own_words *own_words;
    size_t turned_count; /* given values that are matrices of weights, which may lie either way */
    const given **turned;
    uint64_t seed;
    const attn_run *shared;    /* whose words and given values it has, but for those that its batch
                                  changes; NULL: it makes its own */
    filled *filled;            /* of each sequence */
    made_values *givens;       /* of each given */
    const struct batch *batch; /* words for the inputs; NULL: the lesson's own */
    const attn_run *first;     /* whose given values and vocabularies it has, but for those that
                                  change as words are added; NULL: it makes its own */
    bool lacks;                /* something given is absent */
    size_t taken;              /* values of the given that is being made, from one of these */
    size_t element;            /* which of its elements that is, from 0 */
    size_t letter_count;       /* the indices that its name runs over */
    attn_letter **letters;
    size_t learned_count; /* in the order they are given */
    learned_value *learned;
    const attn_run *taught; /* whose learned values this run takes at the step that trains: its own,
                               once they are trained; NULL: none */
    const attn_trained *trained; /* what its own training did; NULL: there was none */
    const attn_run *learner;     /* whose learned values this run has as they are now; NULL: as they
                                    were given */
    size_t node_count;           /* the same, of a run that shares values */
    attn_node *learned_nodes;
    attn_arranged *const *arranged; /* of each of them, or NULL; NULL: of none */
    attn_run *owned;                /* the first, if this is the last; or NULL */
    attn_run *teacher;              /* that trained what this run uses, and is its own; or NULL */
    trainer *trainer;               /* whose memory the learned numbers lie in; or NULL */
    generations *generations;       /* the sequences that grow */
    bool open; /* one of them has an open place: what is computed chooses a word for it, and
                  nothing is shown */
    size_t picture_count;
    picture_read *pictures;
    size_t loop_count;
    attn_loop_at loops[ATTN_MOST_LESSON_DEPTH];
    bool loop_starts;
    attn_outcome outcome;
};

#endif
