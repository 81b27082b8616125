/*
 * operation: what an operation is, to the record (record.c), to gradients (backward.c) and to the
 * board (arithmetic.c). Each operation is one entry in one of the tables of op_*.c; nothing else
 * knows the list.
 *
 * Letters: B examples, m rows, n columns; x, y, … operands; g the gradient that arrives from above.
 */
#ifndef ATTN_RECORD_OPERATION_H
#define ATTN_RECORD_OPERATION_H

#include "core/budget.h"
#include "record/calculation.h"
#include "tensor/kernel.h"

typedef struct attn_operation attn_operation;
typedef struct attn_gradient_slot attn_gradient_slot;
typedef struct attn_board attn_board;

/* One operation at work: what its functions are given. */
typedef struct attn_work {
    const attn_record *record;
    const attn_operation *operation;
    attn_params params;
    size_t count;             /* operands */
    const attn_node *nodes;   /* they in the record */
    const attn_tensor *a, *b; /* the first two of them; NULL if there are fewer */
    attn_tensor *result;
    uint64_t multiply_adds; /* told by a shape rule: beside what the numbers of the result cost */
    attn_gradient_slot *slots; /* private to backward.c */
    attn_node here;
} attn_work;

/* How tightly what is written on the board holds together: where parentheses are needed. */
typedef enum attn_binding {
    ATTN_BINDS_OPAQUE = 0, /* only its number is written inside other arithmetic */
    ATTN_BINDS_COMPARISON,
    ATTN_BINDS_SUM,
    ATTN_BINDS_QUOTIENT, /* a / b: beside a "·" it would be read another way */
    ATTN_BINDS_PRODUCT,
    ATTN_BINDS_POWER,
    ATTN_BINDS_ATOM /* a number, or a function with its parentheses */
} attn_binding;

/* A kernel's slope, and whose numbers its p is; its q is the right operand. */
typedef enum attn_flow_of { ATTN_OF_LEFT = 0, ATTN_OF_RIGHT, ATTN_OF_VALUE } attn_flow_of;
typedef struct attn_flow {
    attn_slope slope;
    attn_flow_of p;
} attn_flow;

/* What numbers a backward may read, beside the gradient that arrives. */
typedef enum attn_part { ATTN_PART_LEFT = 1, ATTN_PART_RIGHT = 2, ATTN_PART_VALUE = 4 } attn_part;

struct attn_operation {
    const char *function; /* its name in formulas; NULL: reached in another way */
    const char *sign;     /* an operator's sign, in messages and on the board; or NULL */
    size_t least, most;   /* operands */

    /*
     * Sets the result's rank, rows, columns and labels, or fails with a message. It may set data to
     * share an operand's numbers (forward is then left out), and batch, which is otherwise the
     * largest of the operands'.
     */
    bool (*shape)(attn_work *work);
    /* Fills the result of one example. */
    bool (*forward)(const attn_work *work, size_t example);
    /* Adds to the operands' gradients for one example; NULL: nothing flows back. */
    void (*backward)(const attn_work *work, size_t example);
    unsigned unread; /* attn_parts whose numbers backward leaves alone; of operations with flows, or
                        that only move numbers, it follows from these */
    bool at_once;    /* forward and backward take all examples in one call */
    bool multiplies; /* each number of the result is a sum over the first operand's columns */

    /* Elementwise operations: the kernels of the value and of what flows to each operand; */
    attn_each each;
    attn_flow flows[2];
    /* or one number's value and slopes, for the shared loops. */
    float (*of_one)(float x);
    float (*slope_of_one)(float x, float value);
    float (*of_two)(float x, float y);
    float (*slopes_of_two[2])(float x, float y, float value);
    bool chooses; /* an operand that is not the result has no say in it: nothing flows to it */
    /* Operations along a vector or row x of n: to one number, and its gradient g back. */
    float (*of_row)(const float *x, size_t n);
    void (*slopes_of_row)(const float *x, size_t n, float value, float g, float *into);

    bool makes_weights;           /* its result is weights */
    bool keeps_weights;           /* it is, if all operands are */
    bool unmasks;                 /* no −∞ comes through */
    const char *infinite_because; /* what a result that is not finite comes from */

    /* The board. */
    attn_binding binding;
    bool (*is_sum)(const attn_work *work); /* it writes several terms; NULL: it does not */
    attn_calculation *(*write)(attn_board *board, const attn_work *work, size_t row, size_t col);
    /*
     * Operations that only move numbers: the operand an element came from, and its place there;
     * ATTN_NO_SOURCE for one that did not come from anywhere.
     */
    size_t (*source)(const attn_work *work, size_t *row, size_t *col);
    bool source_reads; /* and it depends on the operands' numbers */
};

/* The entry of op. Never NULL for the operations of record.h. */
const attn_operation *attn_operation_of(attn_op op);

/* The tables of op_*.c: ATTN_OP_COUNT entries each, those of other kinds empty. */
extern const attn_operation attn_operations_plain[];
extern const attn_operation attn_operations_elementwise[];
extern const attn_operation attn_operations_product[];
extern const attn_operation attn_operations_shape[];
extern const attn_operation attn_operations_reduce[];
extern const attn_operation attn_operations_choose[];
extern const attn_operation attn_operations_standardize[];

/* Whose numbers backward reads: attn_parts; RIGHT is every operand after the first. */
unsigned attn_backward_reads(const attn_operation *operation);
unsigned attn_flow_reads(attn_flow flow);

/* ---- for the operations (operation.c) ---- */

enum { ATTN_ANY_COUNT = 0xFFFFFF };
#define ATTN_NO_SOURCE SIZE_MAX

/* "softmax", "+": how messages call it. */
const char *attn_operation_title(const attn_operation *operation);
/* Fails with "TITLE WHAT: 3×4 and vector of 3", for the first two operands. Returns false. */
bool attn_fail_shapes(const attn_work *work, const char *what, const char *hint);

const attn_tensor *attn_operand(const attn_work *work, size_t i);
/* The numbers of one example; those of a shared value are the same for all. */
const float *attn_numbers(const attn_tensor *tensor, size_t example);
float *attn_result(const attn_work *work, size_t example);
/* Gradients of one example: of the result; of operand i, to add to (NULL: nobody asks). */
const float *attn_upstream(const attn_work *work, size_t example);
float *attn_into(const attn_work *work, size_t i, size_t example);
/* That of all examples, for who writes all of it: to be added to, or, if *add is false, as nothing
 * has arrived there yet, to be written. */
float *attn_into_all(const attn_work *work, size_t i, bool *add);

/* Place, from 1, of a word in labels; 0 if it is not there. The record remembers where words are.
 */
size_t attn_record_place(const attn_record *record, const attn_labels *labels, const char *word);

/*
 * Adds Aᵀ·B (A rows×a_cols, B rows×b_cols) to the gradient of operand i, a value that all examples
 * share. Of a weight that is used again and again the few rows of each use wait, so that its
 * gradient is gone through once; its sums run over them in the order in which they came.
 */
void attn_into_product(const attn_work *work, size_t i, const float *A, size_t a_cols,
                       const float *B, size_t b_cols, size_t rows);
/*
 * The panels of operand i (k×n), or of its transpose, as the right operand of a product of m rows;
 * NULL: there are none, and it is read as it lies. Only of records that keep all, and from the
 * second use on.
 */
const float *attn_panels(const attn_work *work, size_t i, size_t m, size_t k, size_t n,
                         bool transposed);

/* Makes the result a number, a vector or a matrix without labels. Return true. */
bool attn_shape_number(attn_work *work);
bool attn_shape_vector(attn_work *work, size_t cols, const attn_labels *labels);
bool attn_shape_matrix(attn_work *work, size_t rows, size_t cols);
/* The result looks as x does, its words on the axes too, but holds no tokens. */
bool attn_shape_like(attn_work *work, const attn_tensor *x);
/* A number for a vector, a vector with one number for each row for a matrix. */
bool attn_shape_by_row(attn_work *work);
/* The rule of elementwise operations with one operand and with two. */
bool attn_shape_elementwise(attn_work *work);
/* The labels of two axes that fall together: the first there is, words before mere numbers. */
const attn_labels *attn_labels_of_two(const attn_labels *x, const attn_labels *y);
/* The vocabulary that all operands are tokens of; NULL if they have none in common. */
const attn_labels *attn_common_words(const attn_work *work);
/* The token's word; NULL if the number is no place in the vocabulary. */
const char *attn_word_of(const attn_labels *words, float token);

/* ⊙ , all examples at once, for the product with a number. */
bool attn_times_forward(const attn_work *work, size_t example);
void attn_times_backward(const attn_work *work, size_t example);
attn_calculation *attn_times_write(attn_board *board, const attn_work *work, size_t row,
                                   size_t col);

/* ---- label_index.c, for record.c ---- */

typedef struct attn_word_table {
    const attn_labels *labels; /* NULL: none yet */
    uint32_t *slots;           /* places in them, from 1; 0: empty */
    size_t size;
} attn_word_table;
enum { ATTN_WORD_TABLES = 4 };
typedef struct attn_word_tables {
    attn_word_table tables[ATTN_WORD_TABLES];
    size_t next; /* to be replaced */
} attn_word_tables;
size_t attn_word_place(attn_word_tables *tables, const attn_labels *labels, const char *word);
void attn_word_tables_free(attn_word_tables *tables);

/* ---- the record, for backward.c and arithmetic.c (record.c) ---- */

attn_work attn_work_of(const attn_record *record, attn_node node);
/* Count work against the budget; false, with a message, beyond it. whose: "", or what stands before
 * the operation's name: "the gradient of ". */
bool attn_record_spend_steps(const attn_record *record, size_t steps);
bool attn_work_spend(const attn_work *work, uint64_t cost, const char *whose);
/* What it costs to do it once more, or to go back through it to one of its operands. */
uint64_t attn_work_cost(const attn_work *work);
/* Numbers held at one time: counted, and returned. */
void attn_record_count_numbers(const attn_record *record, size_t count);
void attn_record_return_numbers(const attn_record *record, size_t count);
/*
 * Values of so many numbers are large: they have memory of their own, which can be given back. In a
 * record that was cleared that costs less, and a sixteenth is enough. A variable only so that tests
 * can make all values large, or none.
 */
extern size_t attn_large_numbers;
bool attn_is_large(const attn_record *record, size_t count);
float *attn_large_room(const attn_record *record, size_t count);
void attn_large_return(const attn_record *record, float *numbers);
/*
 * A pass over the record has an arena, and keeps the memory of what it returns until it ends; a
 * record that was cleared keeps it longer. NULL if there is no memory.
 */
attn_arena *attn_record_begin_pass(attn_record *record);
void attn_record_end_pass(attn_record *record);

/*
 * Values that were given back (attn_record_drop) are computed again by those who need them. False,
 * with a message, if there is no memory for that. The value of one node, if it was recomputed, is
 * forgotten by itself.
 */
bool attn_record_recompute(const attn_record *record, attn_node node);
bool attn_record_recompute_work(const attn_record *record, attn_node node); /* and its operands */
bool attn_record_recompute_parts(const attn_record *record, attn_node node,
                                 unsigned parts); /* of both */
void attn_record_forget_one(const attn_record *record, attn_node node);
/*
 * Gives back what was made from this place on, but for one value; the last first. Nobody will ask
 * for it, nor does any gradient that is still to come.
 */
void attn_record_use_up(attn_record *record, attn_node from, attn_node but);
/* Where backward.c notes which of its slots is the node's. */
uint32_t *attn_node_slot(const attn_record *record, attn_node node);

/* ---- writing on the board (arithmetic.c): parts of calculations, NULL without memory ---- */

attn_calculation *attn_write_number(attn_board *board, float value);
/* Words that stay where they are. */
attn_calculation *attn_write_words(attn_board *board, const char *words);
/* Where words are made. */
attn_arena *attn_board_arena(const attn_board *board);
/* Something of one part, or of two. */
attn_calculation *attn_write_one(attn_board *board, attn_calculation_kind kind,
                                 attn_calculation *part);
attn_calculation *attn_write_two(attn_board *board, attn_calculation_kind kind,
                                 attn_calculation *left, attn_calculation *right);
/* "exp(x)" */
attn_calculation *attn_write_function(attn_board *board, const char *function, attn_calculation *x);
/* "x − y", or "x + 2" if y is −2. */
attn_calculation *attn_write_difference(attn_board *board, attn_calculation *x, float y);
/* One more part, behind the others. A term of a SUM is put in so that its sign joins it. */
void attn_write_add(attn_board *board, attn_calculation *whole, attn_calculation *part);
/* Operand i at a place, its own arithmetic if no formula named it; in parentheses where needed. */
attn_calculation *attn_write_operand(attn_board *board, const attn_work *work, size_t i, size_t row,
                                     size_t col, attn_binding least);
/* The same where no minus sign may stand in front, as in 2·(−3). */
attn_calculation *attn_write_inner(attn_board *board, const attn_work *work, size_t i, size_t row,
                                   size_t col, attn_binding least);
/* Where an element of a result stands in operand i, which may be stretched over it. */
void attn_stretched(const attn_work *work, size_t i, size_t *row, size_t *col);
/* A SUM of n terms, or a CALL of a function with n values; of long ones the middle is left out. */
typedef struct attn_terms {
    const attn_work *work;
    size_t row, col;
    attn_calculation *(*write_term)(attn_board *board, const struct attn_terms *terms, size_t k);
    const void *more; /* for write_term, which writes the k-th, from 0 */
} attn_terms;
attn_calculation *attn_write_sum(attn_board *board, const attn_terms *terms, size_t n);
attn_calculation *attn_write_call(attn_board *board, const char *function, const attn_terms *terms,
                                  size_t n);

/* ---- calculator.c ---- */

/* How the numbers of a calculation are written. */
typedef struct attn_fineness {
    int digits;
    bool significant; /* of numbers below 1 they are counted from the first that is not 0 */
} attn_fineness;
/* The digits of a number that is not negative. */
void attn_write_digits(attn_fineness fine, float number, attn_text *out);
/* The value of one line as a pocket calculator gives it, from digits so fine; NaN where it cannot
 * be typed in: words, or terms left out. Fails for want of memory alone. */
double attn_calculate(const attn_calculation *line, attn_fineness fine, attn_status *status);

#endif
