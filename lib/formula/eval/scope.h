/*
 * scope: the names of a lesson: letters that run, sequences, values and families of values,
 * functions.
 *
 * A family is what one name stands for: a value (no subscripts), or the elements h_1 … h_n that its
 * statement made, each a node of the record, with borders (h_0) beside. Stacks are made when asked
 * for. Of a name whose value training changes there are two: the plain one is as it was before, at
 * its place in the lesson, and after(e) as it is afterwards.
 */
#ifndef ATTN_FORMULA_EVAL_SCOPE_H
#define ATTN_FORMULA_EVAL_SCOPE_H

#include "formula/syntax/ast.h"
#include "record/record.h"

typedef struct attn_sequence {
    const char *name;
    size_t place; /* among the lesson's sequences, from 0: the same in every run */
    size_t known; /* its length, where it is a count that the lesson or its config says; else 0 */
    size_t count;
    const attn_labels *labels;     /* its own words, on an axis */
    const attn_labels *vocabulary; /* what its tokens are places in; NULL for plain numbers */
    attn_node value;               /* the vector of its tokens or numbers */
} attn_sequence;                   /* all from count on: of a run */

typedef struct attn_letter {
    const char *name;
    size_t place; /* among the letters, from 1 */
    const attn_sequence *sequence;
    bool is_length; /* a length: its number is sequence->count */
    bool bound;     /* an index: it has a value now */
    bool runs;      /* the statement itself runs over it, no loop around it */
    long value;
} attn_letter;

typedef struct attn_element {
    long at[ATTN_MOST_SUBS]; /* the subscripts */
    attn_node node;
} attn_element;

typedef struct attn_family {
    const char *name;                          /* "e", "W_Q", "→h", "after(e)" */
    const char *plain;                         /* "e" of "after(e)" too */
    bool after;                                /* it is what training made of the plain one */
    size_t axis_count;                         /* subscripts the name was made with */
    const attn_sequence *axes[ATTN_MOST_SUBS]; /* what each runs over; NULL: plain numbers */
    const char *letters[ATTN_MOST_SUBS];       /* the index letter it was made with; NULL: none */
    long most[ATTN_MOST_SUBS];                 /* the largest number on each axis */
    size_t element_count;
    attn_element *elements; /* in the order they were made */
    attn_node whole; /* all elements in one value, if they were computed so: elements lists no more
                        than those that were asked for, the first among them; or 0 */
    const attn_statement *statement; /* the formula; NULL: given */
    bool learned, random;            /* `learned`; drawn from the seed */
    bool changed;                    /* by what-if */
} attn_family;

typedef struct attn_scope attn_scope;

/* All families of the lesson in the order of their first element; i from 0, NULL at the end. */
const attn_family *attn_scope_family(const attn_scope *scope, size_t i);
/* By its name; after(X) of what training does not change is X. */
const attn_family *attn_scope_find(const attn_scope *scope, const char *name);
/* The number an axis reaches to: its sequence's count, or the largest n with 1 … n all there. */
size_t attn_family_extent(const attn_family *family, size_t axis);
/* The element with these subscripts, or 0; of a whole, only where it was asked for. */
attn_node attn_family_element(const attn_family *family, const long *at);

#endif
