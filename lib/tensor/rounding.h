/*
 * rounding: how exactly numbers are known, found from the numbers themselves, and so how far from 1
 * a sum of weights may be.
 */
#ifndef ATTN_TENSOR_ROUNDING_H
#define ATTN_TENSOR_ROUNDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A sum of weights that float32 computed is no further from 1, or from another, than this. */
#define ATTN_NEAR_ONE 1e-4

/* Significant bits of a float32. */
#define ATTN_FLOAT_BITS 24u

typedef struct attn_rounding {
    unsigned written; /* decimals of the text they stand in, or that their type can hold */
    unsigned stored;  /* significant bits of their type, */
    double next;      /* and so how far from one the next number may lie, relative to it */
    /* of those seen so far: */
    unsigned decimals, digits; /* that any of them needs: behind the point, and from the first that
                                  is not 0 */
    unsigned zeros;            /* between the point and the largest of them */
    uint32_t bits;             /* of a fraction that any of them uses */
    size_t parted;             /* how many are not whole; counted as long as it matters */
} attn_rounding;

/* Before any is seen. written: UINT_MAX, of numbers that stand in no text. */
attn_rounding attn_rounding_begin(unsigned written, unsigned stored);
void attn_rounding_add(attn_rounding *rounding, const float *numbers, size_t count);

/* To so many decimals they were rounded, as far as they tell; 0: to none. */
unsigned attn_rounded_to(const attn_rounding *rounding);
/*
 * How far from 1 the sum of `count` such weights may be: half a unit of the last decimal for each,
 * or what so few digits or bits leave open.
 */
double attn_near_one(const attn_rounding *rounding, size_t count);
/* Whether so many weights, of which `parts` are not 0, can have this sum: one that is 0 may have
 * been more, but not less. */
bool attn_sums_to_one(const attn_rounding *rounding, double sum, size_t count, size_t parts);

/* Of rows of which nothing else is known; and whether they are weights: no number is below 0, and
 * each row sums to 1. */
attn_rounding attn_rounding_of(const float *numbers, size_t count);
bool attn_rows_are_weights(const float *numbers, size_t rows, size_t cols);
/* How far a number of so many significant bits may be from what was meant, relative to it, where it
 * was computed with as many. */
double attn_bits_precision(unsigned bits);

#endif
