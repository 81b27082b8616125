/*
 * record: the record. Every operation that was carried out, in order, with its operands, its value,
 * its gradient and the arithmetic behind each of its numbers.
 *
 * The record is at once what is shown and the tape that gradients run back on. A node is never
 * changed once made. Operands always stand before the operation that uses them.
 *
 * A large value that nobody can ask for any more may be given back (attn_record_drop). Operations,
 * gradients and arithmetic that need it compute it again.
 */
#ifndef ATTN_RECORD_RECORD_H
#define ATTN_RECORD_RECORD_H

#include <stdint.h>

#include "core/memory.h"
#include "core/text.h"
#include "tensor/kernel.h"
#include "tensor/tensor.h"

/* A place in the record, from 1. 0 is "no value": the operation failed, and the status says why. */
typedef uint32_t attn_node;

/*
 * The operations. Everything about one (its name as a function, its operands, shapes and errors,
 * labels, forward, gradient, arithmetic) stands in one place, its entry in the table in op_*.c.
 */
/* clang-format off: in groups */
typedef enum attn_op {
    /* leaves: values that no operation made */
    ATTN_OP_GIVEN = 1, /* by the lesson, its inputs or its weights */
    ATTN_OP_LITERAL,   /* a number written in a formula */
    ATTN_OP_GRADIENT, /* made by ∂ of its operand (attn_record_gradient); is not derived itself */
    /* names */
    ATTN_OP_COPY,     /* x under another name; shares its numbers */
    ATTN_OP_REPLACED, /* x with the element at params (row, column from 0) replaced by operand 2 */
    /* elementwise, two operands */
    ATTN_OP_ADD,
    ATTN_OP_SUBTRACT,
    ATTN_OP_TIMES,
    ATTN_OP_DIVIDE,
    ATTN_OP_POWER,
    ATTN_OP_MIN,
    ATTN_OP_MAX2,
    ATTN_OP_LESS,
    ATTN_OP_LESS_EQUAL,
    ATTN_OP_GREATER,
    ATTN_OP_GREATER_EQUAL,
    ATTN_OP_EQUAL,
    /* elementwise, one operand */
    ATTN_OP_NEGATIVE,
    ATTN_OP_EXP,
    ATTN_OP_LOG,
    ATTN_OP_SQRT,
    ATTN_OP_ABS,
    ATTN_OP_SIN,
    ATTN_OP_COS,
    ATTN_OP_TANH,
    ATTN_OP_SIGMA,
    ATTN_OP_RELU,
    ATTN_OP_GELU,
    ATTN_OP_CONSTANT, /* its operand, without a slope */
    ATTN_OP_FLOOR,
    /* products and shapes */
    ATTN_OP_PRODUCT, /* side by side: scales, inner product, matrix product */
    ATTN_OP_OUTER,
    ATTN_OP_TRANSPOSE,
    ATTN_OP_JOIN,       /* [a ; b], any number of operands: end to end; matrices: columns */
    ATTN_OP_STACK,      /* [a, b], any number: numbers to a vector, vectors to a matrix */
    ATTN_OP_ROW_OF,     /* M_i; params: row from 0 */
    ATTN_OP_ELEMENT_OF, /* v_i or M_{i,j}; params: row, column from 0 */
    ATTN_OP_SPLIT,      /* params: part from 0, number of parts */
    ATTN_OP_RESHAPE,    /* the same parts of the numbers in reading order; params: as of SPLIT */
    ATTN_OP_SPREAD,     /* a vector's numbers, each along a row; params: columns */
    /* along a vector or each row */
    ATTN_OP_SOFTMAX,
    ATTN_OP_SUM,
    ATTN_OP_MEAN,
    ATTN_OP_VAR,
    ATTN_OP_MAX,
    ATTN_OP_ENTROPY,
    ATTN_OP_ARGMAX,
    ATTN_OP_STANDARDIZE, /* less its mean, by √(variance + ε); operand 2: ε */
    /* whole */
    ATTN_OP_NORM,
    ATTN_OP_WIDTH,
    ATTN_OP_HEIGHT,
    /* choose */
    ATTN_OP_ROW,
    ATTN_OP_PICK,
    ATTN_OP_ONE_HOT,
    ATTN_OP_SAMPLE,
    ATTN_OP_KNOWN,
    ATTN_OP_MASK,    /* mask(S) */
    ATTN_OP_MASK_BY, /* mask(S, M) */
    /* through windows */
    ATTN_OP_PATCHES,
    ATTN_OP_POOL,
    ATTN_OP_FRAMES,
    ATTN_OP_COUNT
} attn_op;
/* clang-format on */

/* Whole numbers that belong to the operation and not to its operands; see attn_op. */
typedef struct attn_params {
    size_t a, b;
} attn_params;

/*
 * The function of the language with this name and number of arguments ("softmax", 1), or 0.
 * *known_name, if not NULL, tells whether any function has the name; *arity_text (e.g. "2 values")
 * how many values it takes.
 */
attn_op attn_op_find(const char *name, size_t length, size_t arguments, bool *known_name,
                     const char **arity_text);
/* Names of all functions, for suggestions and documentation: i from 0, NULL at the end. */
const char *attn_op_function(size_t i);

typedef struct attn_record attn_record;

/* status must outlive the record. NULL on failure. */
attn_record *attn_record_new(attn_status *status);
void attn_record_free(attn_record *record); /* NULL is fine; gives back all memory of the record */
/*
 * Empties the record, with all that lies in its arena, for another one: it is as new, but keeps its
 * memory, so that a record of the same shapes needs none. Gradients keep theirs, too. The status
 * stays as it is.
 */
void attn_record_clear(attn_record *record);
attn_status *attn_record_status(const attn_record *record);
attn_arena *attn_record_arena(const attn_record *record);

/*
 * A leaf. shape tells rank, sizes, labels; its data is copied if not NULL (borrow false), used in
 * place for as long as the record lives (borrow true: mapped weights), else left zero for the
 * caller to fill at once.
 */
attn_node attn_record_leaf(attn_record *record, attn_op op, const attn_tensor *shape, bool borrow);
attn_node attn_record_number(attn_record *record, float value); /* ATTN_OP_LITERAL */
/* A leaf of this shape for a derivative of `of`. A gradient that would flow through it to what `of`
 * depends on is a failure: the slope of a derivative is not known here. */
attn_node attn_record_gradient(attn_record *record, attn_node of, const attn_tensor *shape);
/*
 * A given matrix, as large and with the words on its axes as `shape`, whose numbers are stored
 * elsewhere in memory, perhaps as another kind of number or in another order, and stay there as
 * long as the record lives. Products with it on the right, M v and row(M, …) read it there; where
 * anything else asks for its numbers they are made as float32, once. If no address space can be
 * reserved for them, they are made at once.
 */
attn_node attn_record_stored(attn_record *record, const attn_tensor *shape, attn_matrix matrix);
/* Matrices of so many given numbers, and their transposes, are worth being left where they are. A
 * variable only so that tests can have it of all, or of none. */
extern size_t attn_unmade_numbers;
float *attn_record_fill(attn_record *record, attn_node leaf); /* the numbers of a leaf just made */

/*
 * Carries out op. On failure records what does not fit (message without the formula: the caller
 * knows it) and returns 0; also 0, silently, if the status has failed before or an operand is 0.
 * A NaN, or an infinity that does not come from mask, is a failure.
 */
attn_node attn_apply(attn_record *record, attn_op op, const attn_node *operands, size_t count,
                     attn_params params);

/* Its data is NULL if it was given back. The numbers of a stored value are made
 * (attn_record_stored); if that fails, as the record's status says, they are zeros. */
const attn_tensor *attn_value(const attn_record *record, attn_node node);
/* Its shape, words and kind, for who does not read the numbers. */
const attn_tensor *attn_shape_of(const attn_record *record, attn_node node);
attn_op attn_node_op(const attn_record *record, attn_node node);
size_t attn_node_operands(const attn_record *record, attn_node node, const attn_node **operands);
/* Softmax made it, or it stacks, copies or selects rows of such. */
bool attn_node_is_weights(const attn_record *record, attn_node node);
/* The same of a leaf, whose numbers another record made. */
void attn_node_set_weights(attn_record *record, attn_node leaf);
/* The same value with other words on its axes; NULL keeps. A COPY that shares the numbers. */
attn_node attn_record_relabel(attn_record *record, attn_node node, const attn_labels *rows,
                              const attn_labels *cols);

/*
 * Names a node, in the language's own notation ("e_{1,2}", "W_Q"); the first name stays. The
 * arithmetic of other nodes stops at named ones.
 */
void attn_node_set_name(attn_record *record, attn_node node, const char *name);
const char *attn_node_name(const attn_record *record, attn_node node); /* or NULL */

size_t attn_record_operations(const attn_record *record); /* nodes made so far: places 1 … this */

/*
 * The value of this node stays: somebody may ask for it as long as the record lives. False if it
 * was given back before, and there is no memory for it.
 */
bool attn_record_hold(attn_record *record, attn_node node);
/*
 * Gives back the memory of the large values made after this place, but not of those that are held
 * or are among the results.
 */
void attn_record_drop(attn_record *record, attn_node after, const attn_node *results, size_t count);
/* From now on what gradients read is not given back: they will be asked for at once. */
void attn_record_keep_for_gradients(attn_record *record);
/* Nobody will ask how its numbers came to be, of those between them either: what a formula says in
 * several operations may be done in one. No number differs. */
void attn_record_leave_untold(attn_record *record);
bool attn_record_is_told(const attn_record *record); /* and no gradients are asked of it */

/*
 * The numbers of a matrix as products with it read them, made once for all records in which it is
 * borrowed (attn_record_leaf), and anew whenever they have changed. A record notes what it would
 * have liked to find, so records of several threads may have it at the same time.
 */
typedef struct attn_arranged attn_arranged;
/* Of this value, whose numbers stay where they are; in the arena. NULL on failure. */
attn_arranged *attn_arranged_new(attn_arena *arena, const attn_tensor *value);
/* Makes room for what records asked for; false, with a fault in the status of the arena. */
bool attn_arranged_room(attn_arranged *arranged, attn_arena *arena);
/* Makes what there is room for; while no record uses it. */
void attn_arrange(const attn_arranged *arranged);
/* The leaf is that value. */
void attn_record_lend_arranged(attn_record *record, attn_node leaf, attn_arranged *arranged);

/*
 * Whether an operation that was carried out shortly before, and has no name, is not carried out
 * again: attn_apply gives that node, whose value may have been given back. Gradients are then
 * summed in another order.
 */
void attn_record_share(attn_record *record, bool share);
/* How many float32 lie in memory now. */
size_t attn_record_numbers(const attn_record *record);

/*
 * From its first node on, the record keeps all values, and takes over from `before`, if it is not
 * NULL, what still stands there (following.c): no number differs from what it would compute. The
 * record before must live as long as this one is worked on, and the first of all, which followed
 * none, as long as this one lives. `turns`: so many records at most will follow after this one,
 * each with more of the same. False without memory.
 */
bool attn_record_follow(attn_record *record, const attn_record *before, size_t turns);
/* A value that is given from outside, once its numbers are there. The one that was given as the
 * same in turn corresponds to it if it has the same numbers, or the first of them. False without
 * memory. */
bool attn_record_give(const attn_record *record, attn_node given);
/* How many numbers were taken over, *of all that operations made since it follows. */
size_t attn_record_taken(const attn_record *record, size_t *of);
/* From now on all is computed, and the record before may go. */
void attn_record_stop_following(attn_record *record);

/*
 * Reverse mode: gradients[k] (as large as the value of with[k], its batch included) becomes
 * ∂ of[element] / ∂ with[k], zeros where `of` does not depend on it. With a batch, the element of
 * every example counts, so a shared operand gets the sum over the examples.
 */
bool attn_record_backward(attn_record *record, attn_node of, size_t element, const attn_node *with,
                          size_t count, float *const *gradients);
/* What is derived by, and the gradients of each. */
typedef struct attn_derived {
    const attn_node *with;
    size_t count;
    float *const *gradients;
    bool add; /* to what stands in them: only for leaves, none twice */
} attn_derived;
/*
 * As attn_record_backward, where nothing is asked of this record after it: on the way large values
 * are given back, held ones too, but not `of`. After a failure some gradients may have been added.
 */
bool attn_record_last_gradients(attn_record *record, attn_node of, size_t element,
                                const attn_derived *by);

/*
 * Fails, with what may be the reason, unless all of these are finite: derivatives by the value of
 * this name; NULL: the message says "this derivative".
 */
bool attn_check_gradient(attn_status *status, const char *name, const float *gradient,
                         size_t count);

/* Where an element comes from, past names and operations that only move numbers. */
typedef struct attn_origin {
    attn_op op;      /* what made it */
    attn_node named; /* the last value on the way there that has a name; 0: none has */
    size_t row, col; /* its place in that */
} attn_origin;
attn_origin attn_node_origin(const attn_record *record, attn_node node, size_t row, size_t col);
/* The weights that element `at` of a number or a vector was taken from, or is the largest of, and
 * the row of them that it stood in; 0: it was made in another way. */
attn_node attn_node_weights_behind(const attn_record *record, attn_node node, size_t at,
                                   size_t *row);
/* How many values that were given back are computed again now; forgets those after the first. */
size_t attn_record_recomputed(const attn_record *record);
void attn_record_forget(const attn_record *record, size_t first);
/*
 * Whether an element is a weight that softmax gave to a score of −∞. What had to be computed again
 * to know stays until it is forgotten: all elements of a map ask for the same. False: there was no
 * memory for it.
 */
bool attn_node_masked(const attn_record *record, attn_node node, size_t row, size_t col,
                      bool *masked);

#endif
