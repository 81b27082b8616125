/*
 * safetensors: weights files, mapped, every offset checked before any number is read; and written.
 */
#ifndef ATTN_FILES_ARRAYS_SAFETENSORS_H
#define ATTN_FILES_ARRAYS_SAFETENSORS_H

#include "files/arrays/array.h"
#include "files/bytes/output.h"
#include "tensor/kernel.h"

#define ATTN_HALF "F16" /* a type, as these files call it */

typedef struct attn_note { /* one of the metadata */
    const char *key, *text;
} attn_note;

/* A file of arrays, as array.h has it, that is of this format and no other: what can be learned
 * and read back. The file is open, and taken over; -1: opening it failed, as the status says. name:
 * for messages. NULL on failure. */
attn_arrays *attn_weights_open(int file, const char *name, attn_status *status);
/* The same from bytes that outlive it (weights carried in the program). */
attn_arrays *attn_weights_from(const char *bytes, size_t length, const char *name,
                               attn_status *status);
/* Its metadata say that attnviz wrote it: matrices lie as formulas use them. */
bool attn_weights_own(const attn_arrays *weights);
/* What its metadata have under this key; NULL: nothing. */
const char *attn_weights_note(const attn_arrays *weights, const char *key);
/* The numbers, in place or read once and kept with the file; NULL on failure. */
const float *attn_weights_kept(attn_arrays *weights, const attn_array *array, attn_status *status);
/* The numbers in place, if they are F32 and aligned on this machine; else NULL: read them. */
const float *attn_weights_floats(const attn_arrays *weights, const attn_array *array);
/* Where its numbers lie in memory, and as which kind, if products can read them there; else NULL.
 */
const float *attn_weights_in_place(const attn_arrays *weights, const attn_array *array,
                                   attn_kind *kind);
/* Converts all its numbers to float32. A type other than F32, F16, BF16 and F64, a NaN or an
 * infinity is a failure that names it. */
bool attn_weights_read(const attn_arrays *weights, const attn_array *array, float *numbers,
                       attn_status *status);

/*
 * Writes these arrays to an output, which it ends: as float16 those whose type is ATTN_HALF, each
 * number rounded to the nearest one, as float32 all others. Names must differ. A number that is not
 * finite, or beyond float16 where that is asked for, is a fault. NULL: opening the output failed,
 * as the status says. The metadata say who wrote it, "writer" is "attnviz", and what the note says,
 * if there is one.
 */
bool attn_weights_write(attn_output *output, const attn_array_numbers *arrays, size_t count,
                        const attn_note *note, attn_status *status);

#endif
