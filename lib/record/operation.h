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
    size_t example; /* that is computed; 0 where all are, in one call */
    const attn_record *record;
    const attn_operation *operation;
    attn_params params;
    size_t count;             /* operands */
    const attn_node *nodes;   /* they in the record */
    const attn_tensor *a, *b; /* the first two of them; NULL if there are fewer */
    attn_tensor *result;
    uint64_t multiply_adds;    /* set by a shape rule: beside what the numbers of the result cost */
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

/* Where an element stands, from 0. */
typedef struct attn_cell {
    size_t row, col;
} attn_cell;

/* Numbers that lie one behind the other in an operand, from a place on, and in the result. */
typedef struct attn_moved {
    size_t operand; /* ATTN_NO_OPERAND: none has them; attn_move_forward makes them −∞ */
    size_t from, count;
    bool repeated; /* all of the result's are the first of the operand's */
    /* So many more runs of as many numbers follow in the result, in the operand each `step` on. */
    size_t more, step;
} attn_moved;
#define ATTN_NO_OPERAND SIZE_MAX

/* A kernel's slope, and whose numbers its p is; its q is the right operand. */
typedef enum attn_flow_of { ATTN_OF_LEFT = 0, ATTN_OF_RIGHT, ATTN_OF_VALUE } attn_flow_of;
typedef struct attn_flow {
    attn_slope slope;
    attn_flow_of p;
} attn_flow;

/* What numbers a backward may read, beside the gradient that arrives. */
typedef enum attn_part { ATTN_PART_LEFT = 1, ATTN_PART_RIGHT = 2, ATTN_PART_VALUE = 4 } attn_part;

/* What of a result still stands where its operands have got more rows or columns, and is the same
 * to the last bit (following.c). */
typedef enum attn_growth {
    ATTN_GROWS_AS_SHAPED = 0, /* NOT, but EACH and BY_ROW by the shared shape rules */
    ATTN_GROWS_NOT,           /* nothing */
    ATTN_GROWS_EACH,          /* each number stands as long as those at its place */
    ATTN_GROWS_BY_ROW,        /* each row, as long as the first operand's */
    ATTN_GROWS_PRODUCT,       /* each sum, as long as the terms behind it are 0 */
    ATTN_GROWS_MOVED,         /* each number, which was moved, and is moved anew */
    ATTN_GROWS_DOWN           /* the same, as long as no operand got more columns */
} attn_growth;

struct attn_operation {
    const char *function; /* its name in formulas; NULL: reached in another way */
    const char *sign;     /* an operator's sign, in messages and on the board; or NULL */
    size_t least, most;   /* operands */
    unsigned ranks[2];    /* 1 << rank for each that the first two may have; 0: any */
    const char *needs;    /* the message where they have others: "needs a matrix" */

    /*
     * Sets the result's rank, rows, columns and labels, or fails with a message. It may set data to
     * share an operand's numbers (forward is then left out), and batch, which is otherwise the
     * largest of the operands'.
     */
    bool (*shape)(attn_work *work);
    /* Fills the result of one example. */
    bool (*forward)(const attn_work *work);
    /* Whether it reads operand i where it is stored (attn_as_stored). NULL: no operand. */
    bool (*reads_stored)(const attn_work *work, size_t i);
    /* Adds to the operands' gradients for one example; NULL: nothing flows back. */
    void (*backward)(const attn_work *work);
    unsigned unread; /* attn_parts whose numbers backward leaves alone; of operations with flows, or
                        that only move numbers, it follows from these */
    bool at_once;    /* forward and backward take all examples in one call */
    bool multiplies; /* each number of the result is a sum over the first operand's columns */
    bool reads_all;  /* going through the first operand takes time, beside what the result takes */

    /* Elementwise operations: the kernels of the value and of what flows to each operand; */
    attn_each each;
    attn_flow flows[2];
    /* or one number's slopes, for the shared loops. */
    double (*slope_of_one)(double x);
    double (*slopes_of_two[2])(double x, double y, double value);
    attn_growth grows;
    bool by_words; /* it reads words, of tokens and on axes */
    bool chooses;  /* an operand that is not the result has no say in it: nothing flows to it */
    /* One number's value: for the shared loops where there is no kernel, and for the calculator. */
    double (*of_one)(double x);
    double (*of_two)(double x, double y);
    /* Operations along a vector or row x of n: to one number, and its gradient g back. */
    float (*of_row)(const float *x, size_t n);
    void (*slopes_of_row)(const float *x, size_t n, float value, float g, float *into);

    bool makes_weights;           /* its result is weights */
    size_t keeps_weights;         /* it is, if so many operands are, the first ones; 0: never */
    bool unmasks;                 /* no −∞ comes through */
    const char *infinite_because; /* what a result that is not finite comes from */

    /* The board. */
    attn_binding binding;
    bool (*is_sum)(const attn_work *work); /* it writes several terms; NULL: it does not */
    attn_calculation *(*write)(attn_board *board, const attn_work *work, attn_cell at);
    /* For attn_write_operator: what is written, how tightly each operand must hold together in it,
     * and 1 << i for those where no minus sign may stand in front. */
    attn_calculation_kind kind;
    attn_binding tightness[2];
    unsigned unsigned_parts;
    /* Operations that only move numbers: the run that begins at a place of the result. */
    attn_moved (*moved)(const attn_work *work, size_t place);
    bool moved_reads; /* and it depends on the operands' numbers */
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
extern const attn_operation attn_operations_window[];

/* Whose numbers backward reads: attn_parts; RIGHT is every operand after the first. */
unsigned attn_backward_reads(const attn_operation *operation);
unsigned attn_flow_reads(attn_flow flow);

/* ---- for the operations (operation.c) ---- */

/* Of operands: any number from the least on; and sets of the ranks that an operation takes. */
enum { ATTN_ANY_COUNT = 0xFFFFFF };
enum { ATTN_NUMBERS = 1 << ATTN_NUMBER, ATTN_VECTORS = 1 << ATTN_VECTOR };
enum { ATTN_MATRICES = 1 << ATTN_MATRIX, ATTN_ROWS = ATTN_VECTORS | ATTN_MATRICES };

/* "softmax", "+": how messages call it. */
const char *attn_operation_title(const attn_operation *operation);
/* Fails with "TITLE WHAT: 3×4 and vector of 3", for the first two operands. Returns false. */
bool attn_fail_shapes(const attn_work *work, const char *what, const char *hint);
/* The result's shape by the operation's rule, if the operands have the ranks that it takes. */
bool attn_find_shape(attn_work *work);

/* Operand i, from 0: its shape and labels. */
const attn_tensor *attn_operand(const attn_work *work, size_t i);
/* What a value is the transpose of that was never made, since products read it as well as it is;
 * else 0. */
attn_node attn_unmade_transpose(const attn_record *record, attn_node node);
/* Whether the numbers of operand i are stored elsewhere and not made yet, or it is the transpose of
 * a given value that was left unmade. */
bool attn_is_stored(const attn_work *work, size_t i);
/* Where its numbers are, then. */
attn_matrix attn_as_stored(const attn_work *work, size_t i);
/* The numbers of the example: of operand i, of the result; a shared value's are the same for all.
 */
const float *attn_numbers(const attn_work *work, size_t i);
float *attn_result(const attn_work *work);
/* Gradients of the example: of the result; of operand i, to add to (NULL: nobody asks). */
const float *attn_upstream(const attn_work *work);
float *attn_into(const attn_work *work, size_t i);
/* That of all examples, for who writes all of it: to be added to, or, where nothing has arrived
 * yet, to be written. */
attn_sink attn_into_all(const attn_work *work, size_t i);

/* Place, from 1, of a word in labels; 0 if it is not there. The record remembers where words are.
 */
size_t attn_record_place(const attn_record *record, const attn_labels *labels, const char *word);

/*
 * Adds Aᵀ·B, whose numbers lie row by row, to the gradient of operand i, a value that all examples
 * share. Of a weight that is used again and again the few rows of each use wait, so that its
 * gradient is gone through once; its sums run over them in the order in which they came.
 */
void attn_into_product(const attn_work *work, size_t i, attn_matrix A, attn_matrix B);
/*
 * The panels of operand i, which is B or its transpose, as the right operand of a product of m
 * rows; NULL: there are none, and it is read as it lies. Only of records that keep all, and from
 * the second use on.
 */
const float *attn_panels(const attn_work *work, size_t i, size_t m, attn_matrix B);

/* Makes the result a number, a vector or a matrix. Return true. */
bool attn_shape_number(attn_work *work);
bool attn_shape_vector(attn_work *work, size_t cols, const attn_labels *labels);
bool attn_shape_matrix(attn_work *work, size_t rows, const attn_labels *row_labels, size_t cols,
                       const attn_labels *col_labels);
/* The result looks as the first operand does, its words on the axes too, but holds no tokens. */
bool attn_shape_like_first(attn_work *work);
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

/* The forward and the backward of operations that only move numbers, run by run. */
bool attn_move_forward(const attn_work *work);
void attn_move_back(const attn_work *work);
/* The backward of one run: n numbers that arrive, added to those they came from. */
void attn_add_gradient(float *restrict into, const float *restrict g, size_t n);

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
void attn_word_tables_free(attn_word_tables *tables);

/* ---- the record, for backward.c and arithmetic.c (record.c) ---- */

/* What the operation of a node works on, as it was when the node was made. */
attn_work attn_work_of(const attn_record *record, attn_node node);
/* Count work against the budget; false, with a message, beyond it. whose: "", or what stands before
 * the operation's name: "the gradient of ". */
bool attn_record_spend_steps(const attn_record *record, size_t steps);
bool attn_work_spend(const attn_work *work, uint64_t cost, const char *whose);
/*
 * Values of so many numbers are large: they have memory of their own, which can be given back. In a
 * record that was cleared that costs less, and a sixteenth is enough. A variable only so that tests
 * can make all values large, or none.
 */
extern size_t attn_large_numbers;

/* Values that were given back (attn_record_drop) are computed again by those who need them. False,
 * with a message, if there is no memory for that. */
bool attn_record_recompute(const attn_record *record, attn_node node);
bool attn_record_recompute_work(const attn_record *record, attn_node node); /* and its operands */

/* ---- writing on the board (arithmetic.c): parts of calculations, NULL without memory ---- */

struct attn_board {
    const attn_record *record;
    attn_arena *arena; /* where calculations and words are made */
    size_t depth;      /* operands inside operands */
    size_t sums;       /* sums of several terms that we are inside of */
};

/* A number as it is shown. NULL without memory. */
attn_calculation *attn_write_number(attn_board *board, float value);
/* Words that stay where they are. */
attn_calculation *attn_write_words(attn_board *board, const char *words);
/* "1 at place 3, else 0": a part between words; NULL: none there. */
attn_calculation *attn_write_phrase(attn_board *board, const char *before, attn_calculation *part,
                                    const char *after);
/* Something of one part, or of two; and of one in parentheses. */
attn_calculation *attn_write_one(attn_board *board, attn_calculation_kind kind,
                                 attn_calculation *part);
attn_calculation *attn_write_two(attn_board *board, attn_calculation_kind kind,
                                 attn_calculation *left, attn_calculation *right);
attn_calculation *attn_write_in_group(attn_board *board, attn_calculation_kind kind,
                                      attn_calculation *part);
/* "exp(x)" */
attn_calculation *attn_write_function(attn_board *board, const char *function, attn_calculation *x);
/* "x − y", or "x + 2" if y is −2. */
attn_calculation *attn_write_difference(attn_board *board, attn_calculation *x, float y);
/* One more part, behind the others. A term of a SUM is put in so that its sign joins it. */
void attn_write_add(attn_board *board, attn_calculation *whole, attn_calculation *part);
/* Operand i at a place, its own arithmetic if no formula named it; in parentheses where needed. */
attn_calculation *attn_write_operand(attn_board *board, const attn_work *work, size_t i,
                                     attn_cell at, attn_binding least);
/* The same where no minus sign may stand in front, as in 2·(−3). */
attn_calculation *attn_write_inner(attn_board *board, const attn_work *work, size_t i, attn_cell at,
                                   attn_binding least);
/* The operation of its operands, by its kind: "x / y", "x < y", "max(x, y)". */
attn_calculation *attn_write_operator(attn_board *board, const attn_work *work, attn_cell at);
/* Where an element of a result stands in operand i, which may be stretched over it. */
attn_cell attn_stretched(const attn_work *work, size_t i, attn_cell at);
/* A SUM of n terms, or a CALL of a function with n values; of long ones the middle is left out. */
typedef struct attn_terms {
    const attn_work *work;
    attn_cell at;
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
