/*
 * stored: a matrix of given numbers that is stored elsewhere, in a file that is mapped, as it is
 * there: as float16 or bfloat16, transposed, or as columns of a wider one. Products read it so;
 * where anything else asks for its numbers, they are made once, row by row, as float32.
 */
#ifndef ATTN_TENSOR_STORED_H
#define ATTN_TENSOR_STORED_H

#include <stdatomic.h>

#include "tensor/kernel.h"

typedef struct attn_stored {
    attn_matrix matrix;
    float *numbers; /* address space for them, zeros at first; memory is taken once they are made */
    size_t bytes;
    atomic_int state; /* whether they are made, or are being made by some thread */
} attn_stored;

/* What is stored stays there as long as this does. NULL: no address space can be reserved. */
attn_stored *attn_stored_new(attn_matrix matrix);
void attn_stored_free(attn_stored *stored); /* NULL is fine */
bool attn_stored_is_made(const attn_stored *stored);
/* Makes the numbers, if nobody has, in any thread. False, with a fault that names the value, beyond
 * the budget of memory or where one of two bytes is not finite. */
bool attn_stored_make(attn_stored *stored, const char *name, attn_status *status);
/* Whether all its numbers are finite; if not, the row and column, from 1, of one that is not. */
bool attn_stored_is_finite(const attn_stored *stored, size_t *row, size_t *col);

#endif
