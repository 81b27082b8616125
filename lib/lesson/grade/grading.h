/*
 * grading: what answers.c, which finds what differs, shares with counterfactual.c, which computes
 * the lesson otherwise, and with diagnosis.c, which finds out why something differs. Private to
 * lib/lesson. A lack of memory is in the status of the grading; later calls do nothing then.
 */
#ifndef ATTN_LESSON_GRADE_GRADING_H
#define ATTN_LESSON_GRADE_GRADING_H

#include "lesson/grade/answers.h"
#include "lesson/grade/mistakes.h"
#include "lesson/program/running.h" /* worker_run */

/*
 * An answer beside the value of the lesson that it speaks of. A part of it is what it has of one
 * element of the family; all are of one size.
 */
typedef struct compared {
    attn_graded_value graded;
    const attn_answer *answer;
    size_t place; /* among the answers */
    const char *family;
    const char *called;       /* the same, or after(X) of what training does not change */
    const char *formula_name; /* by which the formulas of the lesson speak of it */
    size_t axis_count;        /* of the family */
    size_t fixed, inside;     /* subscripts that choose on these axes, and inside an element: */
    long at[ATTN_MOST_SUBS];
    size_t rank, shape[ATTN_MOST_AXES];
    const attn_labels *words[ATTN_MOST_AXES]; /* on the axes; or NULL */
    attn_rank element_rank;                   /* of one element; as the answer has it */
    size_t rows, cols;
    bool given;                    /* no statement makes it */
    const attn_labels *vocabulary; /* its numbers are places in it; or NULL */
    bool fits;                     /* the answer has the shape of the lesson's value */
    size_t count;                  /* of the lesson's numbers */
    size_t yours_count;            /* of the answer's */
    size_t part_count;
    attn_node *orders; /* of each part: in the run a later one was computed later */
    const float *right, *yours;
    float half;            /* half a unit of the last digit */
    float relative, least; /* float rounding: of a number, and of the value as a whole */
    attn_node wrong_order; /* of its first part that is wrong and follows from nothing; or 0 */
    /* of a counterfactual run: */
    const float *carried; /* carried forward: these take the place of what is computed; or NULL */
    bool always_carried;  /* also what is computed later than the run asks for */
    float *found;         /* what was computed before that, */
    size_t found_count;   /* so many numbers of it */
} compared;

/* Room behind the answers for values that nobody handed in. */
enum { ATTN_SPARE_VALUES = 8 };

/* After so many multiply-adds no more is tried: with a large model that is a matter of seconds. */
#define ATTN_MOST_TRIED (UINT64_C(1) << 34)
/* What it costs to read a formula anew, in multiply-adds. */
#define ATTN_READING (UINT64_C(1) << 15)

typedef struct grading {
    attn_lesson *lesson;
    attn_run *run; /* the right one */
    attn_arena *arena;
    attn_status *status;
    size_t count;
    uint64_t work;    /* of all counterfactual runs, in multiply-adds */
    compared *all;    /* in the order of computation */
    worker_run plain; /* for runs with the lesson's own formulas; begun at the first of them */
    const compared *followed; /* `plain` has what follows from the answers before this; or NULL */
} grading;

/* ---- answers.c ---- */
/* Whether the student's number is this one, for all that its digits say. */
bool attn_is_near(const compared *m, float yours, float number);
/* By how much a number of this size may differ and still be near. */
float attn_slack(const compared *m, float number);
/* What the lesson has under a name, as `right` of *m. False, with a fault, if it has none. */
bool attn_find_value(const grading *g, const char *name, compared *m);
/* Where in an element the numbers of the answer begin. */
size_t attn_offset_in_element(const compared *m);
/* A fault that is no lack of memory is forgotten. */
void attn_forgive(attn_status *status);

/* ---- counterfactual.c ---- */
/* Which values are as the lesson's own formulas make them, whatever is changed. */
typedef enum attn_corrected {
    CORRECT_NONE,
    CORRECT_EARLIER, /* those of turns of a loop before the answer's own, of the answers before it
                      */
    CORRECT_ALL      /* all, of what is given */
} attn_corrected;

typedef struct counterfactual {
    attn_changes changes; /* of the formulas */
    int decimals;         /* every value is rounded to so many; −1: none is */
    const compared *only; /* what is to be computed; NULL: all */
    attn_node before;  /* only parts that were computed before this are carried forward, and what is
                          right as a whole; 0: all */
    size_t round_from; /* only families from this one on are rounded, as the scope has them */
    attn_corrected corrected;
    /* found: */
    size_t met[2];       /* formulas that the rewritings fitted */
    uint64_t places;     /* of those, which are needed: bit i of the first rewriting's i-th */
    const char *formula; /* the first that was changed and is needed; or NULL */
} counterfactual;
/*
 * Computes what is asked for, and no more where that is `only` one answer, and leaves in `found` of
 * each answer what was computed for it. False if it cannot be computed, or if no formula that is
 * needed changes though some should, or after a fault; only a lack of memory is one.
 */
bool attn_compute(grading *g, counterfactual *c);
/* So much was tried that no more is. */
bool attn_tried_enough(const grading *g);
/* Whether all of an answer's numbers were found. */
bool attn_is_found(const compared *m);
/* A copy of what was found, for after the next run. NULL if not all was. */
const float *attn_keep_found(const grading *g, const compared *m);

/* ---- expected.c ---- */
/* What counterfactual runs found of an answer; each is NULL where it could not be computed. */
typedef struct expected {
    const float *follows; /* from the answers before, those that are right taken in full */
    const float *rounded; /* from them as they were handed in */
    const float *early;   /* with every value rounded as they are */
    float shaken;         /* by how much `follows` moves within their digits, at most */
} expected;
/* One for each answer. */
void attn_find_expected(grading *g, expected *all);
/* All answers are carried forward; where they are right, as the lesson's own values. */
void attn_carry_forward(const grading *g);
bool attn_is_right(const compared *m);
/* How far apart the finite ones of these numbers are. b: as many more, or NULL. */
float attn_spread_of(const float *a, const float *b, size_t count);
/* The largest finite number, in magnitude; 0 if there is none. */
float attn_largest_of(const float *numbers, size_t count);

/* ---- diagnosis.c ---- */
/*
 * Bits that the numbers must say, so that hardly one of a hundred random answers has a reason: the
 * more explanations are tried, the more.
 */
enum { BITS_FOR_ONE = 7, BITS_FOR_FEW = 9, BITS_FOR_SOME = 10, BITS_FOR_MANY = 14 };
/* What is said by the numbers that are not those of the lesson. */
double attn_bits_of(const compared *m, const float *numbers);
/* Whether the answer consists of these numbers, and they say so many bits. */
bool attn_is_reason(const compared *m, const float *numbers, double bits);
/* A mistake, or two at once, of which the second may be NULL. formula: that gives the numbers; or
 * NULL. */
void attn_add_reason(const grading *g, compared *m, const attn_mistake *first,
                     const attn_mistake *second, const char *formula);
/* Why the numbers of this answer are what they are: the reasons of its graded value. */
void attn_find_reasons(grading *g, compared *m);

/* ---- layout_errors.c ---- */
/* Whether the answer is these numbers, of the lesson's shape, in another layout; mistake: that made
 * them, NULL: they are the right ones. */
void attn_try_layout_errors(const grading *g, compared *m, const float *from,
                            const attn_mistake *mistake);

#endif
