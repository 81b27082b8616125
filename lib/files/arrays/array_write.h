/*
 * array_write: what the writers of the several kinds of files share.
 */
#ifndef ATTN_FILES_ARRAYS_ARRAY_WRITE_H
#define ATTN_FILES_ARRAYS_ARRAY_WRITE_H

#include "files/arrays/array.h"
#include "files/bytes/output.h"

/* An array that is to be written: what array.h says of one that was read, and its numbers. */
typedef struct attn_array_numbers {
    attn_array array; /* name, rank, shape, count, labels */
    const float *numbers;
} attn_array_numbers;

bool attn_array_write_npy(attn_output *output, const attn_array_numbers *array,
                          attn_status *status);
bool attn_array_write_npz(attn_output *output, const attn_array_numbers *arrays, size_t count,
                          attn_status *status);
bool attn_array_write_json(attn_output *output, const attn_array_numbers *arrays, size_t count,
                           attn_status *status);
bool attn_array_write_table(attn_output *output, const attn_array_numbers *array, char separator,
                            attn_status *status);

#endif
