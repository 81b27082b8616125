/*
 * planning: what the files that make a lesson of arrays ask of each other. Private to
 * lib/lesson/attend.
 */
#ifndef ATTN_LESSON_ATTEND_PLANNING_H
#define ATTN_LESSON_ATTEND_PLANNING_H

#include "files/arrays/array.h"
#include "lesson/attend/attend.h"
#include "lesson/read/reading.h"

enum {
    QUERY = ATTN_ATTEND_Q,
    KEY = ATTN_ATTEND_K,
    VALUE = ATTN_ATTEND_V,
    INPUT = ATTN_ATTEND_X,
    WEIGHT = ATTN_ATTEND_W_Q, /* and those of keys and values */
    BIAS = ATTN_ATTEND_B_Q,   /* the same */
    OUT = ATTN_ATTEND_W_O,
    OUT_BIAS = ATTN_ATTEND_B_O,
    MASK = ATTN_ATTEND_MASK,
    ADDED = ATTN_ATTEND_ADDED,
    PAST = ATTN_ATTEND_PAST_K, /* of keys, and behind it of values */
    GIVENS = PAST,             /* the parts before it are values of the lesson */
    PARTS = ATTN_ATTEND_PARTS
};

typedef struct shape {
    attn_attend_array from;
    size_t rank, sizes[ATTN_MOST_AXES];
    size_t at_count, at[2]; /* along its first axes, from 1 */
    size_t heads;           /* along the axis behind; 0: it has none */
    size_t rows, cols;
} shape;

typedef struct planning {
    const attn_attend *asked;
    attn_lesson *lesson;
    attn_arena *arena; /* the lesson's */
    attn_status *status;
    shape shapes[PARTS];
    bool chosen;      /* one of several examples, or the only one */
    bool stacked;     /* the heads are an axis of the arrays */
    size_t heads;     /* of queries; 0: one, which is not mentioned */
    size_t key_heads; /* of keys and values: heads is a multiple of it */
    bool masked;      /* by a mask from a file */
    size_t past;      /* so many keys stand before the first query's own */
    const attn_sequence *query_words, *key_words; /* or NULL */
} planning;

/* As formulas call a part: "Q", "W_O". */
const char *attn_attend_letter(size_t part);
bool attn_attend_has(const planning *p, size_t part);
/* Q, K and V are computed from X. */
bool attn_attend_projects(const planning *p);
/* How many query heads share a key head. */
size_t attn_attend_shared(const planning *p);
/* Reads the shapes of all parts, and whether they fit. False, with a fault. */
bool attn_attend_plan(planning *p);

#endif
