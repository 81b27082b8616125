/*
 * answers: what a student has computed, held against what the lesson computes: the first value that
 * differs, by how much and where, and which mistake gives just these numbers.
 */
#ifndef ATTN_LESSON_GRADE_ANSWERS_H
#define ATTN_LESSON_GRADE_ANSWERS_H

#include "files/arrays/array.h"
#include "lesson/lesson.h"

typedef struct attn_answer {
    const char *name; /* as the lesson has it: "α", "alpha", "e_{1,2}"; a family stands for all of
                         its values: e has rows t and columns i */
    const char *file; /* where it stands, for messages */
    size_t rank, shape[ATTN_MOST_AXES];
    const float *numbers;     /* row by row; NULL: it is written as text, */
    const char *const *words; /* as these, of places in a vocabulary; NULL: as nothing of use */
    size_t line, column;      /* of a text in the file */
    unsigned digits; /* behind the point, as they were written; ATTN_BINARY: all there are */
    unsigned bits;   /* significant ones of a number, as it was stored; 0: as float32 */
} attn_answer;

typedef enum attn_answer_mark {
    ATTN_MARK_RIGHT,
    ATTN_MARK_ROUNDED, /* right, with the values before it rounded as they were handed in */
    ATTN_MARK_FOLLOWS, /* not the lesson's, but right given what was handed in before */
    ATTN_MARK_COARSE,  /* so few digits that they say nothing */
    ATTN_MARK_WRONG,
    ATTN_MARK_SHAPE,    /* another shape */
    ATTN_MARK_NO_NUMBER /* a NaN */
} attn_answer_mark;

/* What makes the student's numbers of the lesson. */
typedef struct attn_reason {
    size_t name_count;
    const char *names[2]; /* "no scale"; of two mistakes at once both */
    const char *says; /* as goes on after "what you get when": "the scores are not divided …" */
    const char *look; /* the same as a hint: "what the scores are divided by" */
    const char *formula; /* that gives them: "A = softmax(Q Kᵀ)"; or NULL */
} attn_reason;

typedef struct attn_graded_value {
    const attn_answer *answer;
    const char *label;   /* in the lesson's notation: "α", "A_{1,2}" */
    const char *formula; /* that computes it; NULL: it is given */
    attn_answer_mark mark;
    size_t rank, shape[ATTN_MOST_AXES]; /* the lesson's */
    double tolerance;                   /* of its numbers */
    size_t count, wrong;                /* of numbers, and of those that differ */
    /* the largest difference, if one differs */
    double difference;
    float yours, right;
    const char *your_word, *right_word; /* that they stand for; or NULL */
    const char *at;                     /* "α_{2,3}" */
    const char *words[ATTN_MOST_AXES];  /* beside it, on each axis; or NULL */
    size_t order;      /* of its first number that is wrong, in the order of computation */
    const char *after; /* FOLLOWS: the values that were wrong before it, "α" or "e and α" */
    size_t reason_count;
    attn_reason *reasons; /* if there are several, all give the same numbers */
} attn_graded_value;

typedef struct attn_grade_report {
    bool right;
    size_t count;                    /* of values */
    const attn_graded_value *values; /* in the order of computation */
    const attn_graded_value *first;  /* that is wrong; NULL: none */
    bool cut;                        /* the lesson is so large that not all mistakes were tried */
    attn_status doubt;               /* of attn_run_weights_lie; ATTN_OK: there is none */
} attn_grade_report;

/*
 * Runs the lesson with these options (NULL: none) and grades the answers; the result lies in the
 * arena, but for what it has from the answers. A name that is none of the lesson is a fault of
 * usage. NULL on failure.
 */
const attn_grade_report *attn_answers_grade(attn_lesson *lesson, const attn_options *options,
                                            const attn_answer *answers, size_t count,
                                            attn_arena *arena, attn_status *status);

#endif
