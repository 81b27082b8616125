/*
 * heads: where each head looks, measured on its map of weights; and which kind of head it is.
 *
 * Every number is a mean over the rows of a map that see two places or more. Beside each stands
 * what a head would have that shares its weight evenly among the places that it sees.
 */
#ifndef ATTN_LESSON_HEADS_HEADS_H
#define ATTN_LESSON_HEADS_HEADS_H

#include "lesson/lesson.h"

typedef enum attn_look {
    ATTN_LOOK_ENTROPY,   /* in nats */
    ATTN_LOOK_BACK,      /* places from the row to what it looks at, on either side */
    ATTN_LOOK_FIRST,     /* from here on shares of the weight of a row: on the first place, */
    ATTN_LOOK_PREVIOUS,  /* on the one before, */
    ATTN_LOOK_ITSELF,    /* on itself, */
    ATTN_LOOK_SIGNS,     /* on what is punctuation alone, */
    ATTN_LOOK_INDUCTION, /* on what stood behind the same word before, in repeated random words */
    ATTN_LOOKS
} attn_look;

/* As tables name them: "previous". */
extern const char *const attn_look_names[ATTN_LOOKS];

typedef struct attn_share {
    double is, even; /* even: of a head that looks evenly; both NAN: there is nothing of the kind */
} attn_share;

typedef struct attn_head_looks {
    const char *label;       /* of its map: "A_{1,2}" */
    const char *rows, *cols; /* the sequences that look and are looked at; "" where they are none */
    size_t row_count, col_count;
    attn_share looks[ATTN_LOOKS];
} attn_head_looks;

/* A kind is named where a head has at least this share of its weight there, and at least so many
 * times what even looking has. */
#define ATTN_HEAD_SHARE 0.5
#define ATTN_HEAD_TIMES 2.0
/* Whether a head is of the kind that is named after this look: first, previous or induction. */
bool attn_head_is(const attn_head_looks *head, attn_look look);

typedef struct attn_heads {
    const char *lesson, *words; /* words: what was read, "" where the maps have none */
    size_t count;
    attn_head_looks *items;
    size_t repeated; /* so many random words, read twice in a row; 0: they were not read, since: */
    const char *why;
    const char *ids; /* what was read, as --ids has it: "3,17,3,17" */
    uint64_t seed;
    bool by_words; /* places are whole words, but for induction */
} attn_heads;

/* How heads are measured. */
typedef struct attn_repeating {
    size_t length; /* random words, read twice; 0: of a model 25, of a lesson as many as its own
                      words, from 6 to 25; fewer where it cannot read so many */
    uint64_t seed; /* of these words */
    bool words;    /* pieces of a word are one place; not where induction is measured */
} attn_repeating;

/*
 * Measures those of the maps that hold weights, and runs the lesson once more on random words, with
 * the options of the run. All lives in the arena. False, with a fault, also if there is no such
 * map.
 */
bool attn_heads_measure(const attn_run *run, const attn_map *maps, size_t count,
                        const attn_repeating *how, attn_arena *arena, attn_heads *heads);

/* ---- head_repeat.c, for head_measure.c ---- */

/* Runs the lesson of a run on random words, each of which comes twice. NULL: they could not be
 * read, and heads->why says why. */
attn_run *attn_heads_repeat(const attn_run *run, const attn_repeating *how, attn_arena *arena,
                            attn_status *status, attn_heads *heads);

#endif
