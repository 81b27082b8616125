/*
 * calculation: the arithmetic behind one number, as it stands at the board, as a tree. Operations
 * make it (the write of their entries), whoever shows it writes it out
 * (formula/print/arithmetic.h).
 */
#ifndef ATTN_RECORD_CALCULATION_H
#define ATTN_RECORD_CALCULATION_H

#include "record/record.h"

typedef enum attn_calculation_kind {
    ATTN_CALCULATION_NUMBER,
    ATTN_CALCULATION_WORDS,  /* text; nobody can calculate with it */
    ATTN_CALCULATION_MORE,   /* in the place of terms that are left out */
    ATTN_CALCULATION_PHRASE, /* words and numbers, one behind the other */
    ATTN_CALCULATION_CALL,   /* text(children) */
    ATTN_CALCULATION_GROUP,  /* (child) */
    ATTN_CALCULATION_NEGATIVE,
    ATTN_CALCULATION_ROOT,
    ATTN_CALCULATION_SQUARE,
    ATTN_CALCULATION_POWER,
    ATTN_CALCULATION_PRODUCT,
    ATTN_CALCULATION_QUOTIENT,
    ATTN_CALCULATION_SUM,       /* terms; a NEGATIVE one behind the first is taken away */
    ATTN_CALCULATION_COMPARISON /* text is its sign */
} attn_calculation_kind;

typedef struct attn_calculation attn_calculation;
struct attn_calculation {
    attn_calculation_kind kind;
    const char *text;        /* of a NUMBER its digits, with a minus sign */
    float number;            /* of a NUMBER */
    attn_node node;          /* whose value the NUMBER, or the word, is; 0: it is no element */
    size_t row, col;         /* its place there, from 0 */
    size_t left_out;         /* terms, of a MORE */
    attn_calculation *first; /* child; a GROUP stands wherever parentheses do, but for a CALL's */
    attn_calculation *next;  /* its neighbour; of a whole line: the next line */
};

/*
 * The arithmetic of one number: its lines (a rule with its names, then its numbers), in the arena.
 * Calculated from the digits of its numbers it gives the number to `digits` decimals: they have as
 * many as that takes. Operands that no formula named are written out in their turn; of long sums
 * the middle is left out.
 * NULL for a leaf; also after a failure, which is in the arena's status.
 */
const attn_calculation *attn_arithmetic(const attn_record *record, attn_node node, size_t row,
                                        size_t col, int digits, attn_arena *arena);

#endif
