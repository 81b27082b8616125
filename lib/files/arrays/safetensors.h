/*
 * safetensors: weights files, mapped, every offset checked before any number is read; and written.
 */
#ifndef ATTN_FILES_ARRAYS_SAFETENSORS_H
#define ATTN_FILES_ARRAYS_SAFETENSORS_H

#include <stdint.h>

#include "core/memory.h"
#include "files/bytes/byte_reader.h"
#include "files/bytes/number_type.h"
#include "files/bytes/output.h"

typedef struct attn_weights attn_weights;

typedef struct attn_weight {
    const char *name;
    size_t rank; /* number of axes, 0 … 8 */
    size_t shape[8];
    size_t count; /* product of shape */
    const char
        *type; /* "F32", "F16", "BF16", "F64" or another type, which cannot be read as numbers */
} attn_weight;

/* A file that is open, which is taken over; -1: opening it failed, as the status says. name: for
 * messages. NULL on failure. */
attn_weights *attn_weights_open(int file, const char *name, attn_status *status);
/* The same from bytes that outlive it (weights carried in the program). */
attn_weights *attn_weights_from(const char *bytes, size_t length, const char *name,
                                attn_status *status);
/*
 * The same from the header alone, which is read; the numbers stay where they are. Only
 * attn_weights_count, _at, _find, _place and _raw may be asked then.
 */
attn_weights *attn_weights_of(attn_byte_reader *source, const char *name, attn_status *status);
/* The byte of the file where the numbers of a tensor begin. */
size_t attn_weights_place(const attn_weights *weights, const attn_weight *weight);
/* How its numbers are written there. */
attn_raw attn_weights_raw(const attn_weight *weight);
void attn_weights_close(attn_weights *weights); /* NULL is fine */
/* Its metadata say that attnviz wrote it: matrices lie as formulas use them. */
bool attn_weights_own(const attn_weights *weights);
size_t attn_weights_count(const attn_weights *weights);
const attn_weight *attn_weights_at(const attn_weights *weights, size_t i);
const attn_weight *attn_weights_find(const attn_weights *weights,
                                     const char *name); /* NULL: not there */
/* The numbers in place, if they are F32 and aligned on this machine; else NULL: read them. */
const float *attn_weights_floats(const attn_weights *weights, const attn_weight *weight);
/* Converts count numbers to float32. A type without numbers, a NaN or an infinity is a failure that
 * names it. */
bool attn_weights_read(const attn_weights *weights, const attn_weight *weight, float *numbers,
                       attn_status *status);

/*
 * Writes these tensors to an output, which it ends: numbers[i] are the items[i].count of one, by
 * rows, as float32; its type is not looked at. Names must differ. A number that is not finite is a
 * fault. NULL: opening the output failed, as the status says. The metadata say who wrote it:
 * "writer" is "attnviz".
 */
bool attn_weights_write(attn_output *output, const attn_weight *items, const float *const *numbers,
                        size_t count, attn_status *status);
/* The same, with NaN and infinities as they are: arrays that are no weights. */
bool attn_weights_write_any(attn_output *output, const attn_weight *items,
                            const float *const *numbers, size_t count, attn_status *status);

#endif
