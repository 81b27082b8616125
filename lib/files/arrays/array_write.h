/*
 * array_write: what the writers of the several kinds of files share.
 */
#ifndef ATTN_FILES_ARRAYS_ARRAY_WRITE_H
#define ATTN_FILES_ARRAYS_ARRAY_WRITE_H

#include "files/arrays/safetensors.h"
#include "files/bytes/output.h"

/* Each adds a whole file to the output without ending it. False, with a fault, if it cannot be
 * written. */
bool attn_array_write_npy(attn_output *output, const attn_array_numbers *array,
                          attn_status *status);
bool attn_array_write_npz(attn_output *output, const attn_array_numbers *arrays, size_t count,
                          attn_status *status);
/* As attn_weights_write, but it does not end the output, and NaN and infinities are as they are. */
bool attn_array_write_safetensors(attn_output *output, const attn_array_numbers *arrays,
                                  size_t count, const attn_note *note, attn_status *status);
bool attn_array_write_json(attn_output *output, const attn_array_numbers *arrays, size_t count,
                           attn_status *status);
bool attn_array_write_table(attn_output *output, const attn_array_numbers *array, char separator,
                            attn_status *status);

#endif
