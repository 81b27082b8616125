/*
 * stored: a matrix of given numbers that lies elsewhere, in a file that is mapped, as it lies
 * there: as float16 or bfloat16, transposed, or as columns of a wider one. Products read it so;
 * where anything else asks for its numbers, they are made once, row by row, as float32.
 */
#ifndef ATTN_TENSOR_STORED_H
#define ATTN_TENSOR_STORED_H

#include <stdatomic.h>

#include "tensor/kernel.h"

typedef struct attn_stored {
    attn_matrix lies;
    float *numbers; /* address space for them, zeros at first; memory is taken once they are made */
    size_t bytes;
    atomic_int state;
} attn_stored;

/* What lies there stays as long as this does. NULL: the system sets no address space aside. */
attn_stored *attn_stored_new(attn_matrix lies);
void attn_stored_free(attn_stored *stored); /* NULL is fine */
/* Makes the numbers, if nobody has, in any thread. False, with a fault, beyond the budget of
 * memory. */
bool attn_stored_make(attn_stored *stored, attn_status *status);

#endif
