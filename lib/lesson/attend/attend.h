/*
 * attend: attention on arrays that someone brings, as a lesson: what is shown is what is computed.
 */
#ifndef ATTN_LESSON_ATTEND_ATTEND_H
#define ATTN_LESSON_ATTEND_ATTEND_H

#include "lesson/lesson.h"
#include "text/tokens.h"

/* An array in a file. */
typedef struct attn_attend_array {
    const char *file; /* NULL: none */
    const char *name; /* NULL: the only one in it */
} attn_attend_array;

typedef enum attn_attend_scale {
    ATTN_ATTEND_ROOT, /* by 1 / √d_k */
    ATTN_ATTEND_UNSCALED,
    ATTN_ATTEND_GIVEN
} attn_attend_scale;

/* Q, K and V; or what they are computed from, X with the weights of a layer, and perhaps its
 * biases. */
typedef enum attn_attend_part {
    ATTN_ATTEND_Q,
    ATTN_ATTEND_K,
    ATTN_ATTEND_V,
    ATTN_ATTEND_X,
    ATTN_ATTEND_W_Q,
    ATTN_ATTEND_W_K,
    ATTN_ATTEND_W_V,
    ATTN_ATTEND_B_Q,
    ATTN_ATTEND_B_K,
    ATTN_ATTEND_B_V,
    ATTN_ATTEND_W_O,
    ATTN_ATTEND_B_O,
    ATTN_ATTEND_MASK,
    ATTN_ATTEND_ADDED,  /* numbers that are added to the scores */
    ATTN_ATTEND_PAST_K, /* rows that stand before those of K, */
    ATTN_ATTEND_PAST_V, /* and of V: both or none */
    ATTN_ATTEND_PARTS
} attn_attend_part;

typedef struct attn_attend {
    attn_attend_array arrays[ATTN_ATTEND_PARTS]; /* file NULL: none. Without X, Q, K and V */
    bool causal;
    size_t past;    /* the first query stands behind so many keys */
    float softcap;  /* the scores stay within it on either side; 0: they are not capped */
    size_t heads;   /* equal parts of the columns, or the first axis of all three; 0: one head, or
                       as many as that axis says in an array of four */
    size_t example; /* along the first axis, from 1; 0: there is only one */
    attn_attend_scale scale;
    float factor;            /* of GIVEN */
    attn_tokens tokens;      /* of queries and keys; or NULL */
    const char *tokens_file; /* that they come from, which no output is to overwrite; or NULL */
    /* what the caller calls these, in messages */
    const char *heads_option, *example_option, *tokens_option, *past_option;
    const char *past_keys_option, *past_values_option;
} attn_attend;

/* All shapes are checked. NULL on failure. */
attn_lesson *attn_attend_lesson(const attn_attend *asked, attn_status *status);

#endif
