/*
 * input: whole files read into memory, large ones mapped.
 */
#ifndef ATTN_FILES_BYTES_INPUT_H
#define ATTN_FILES_BYTES_INPUT_H

#include "core/memory.h"

typedef struct attn_input {
    const char
        *bytes; /* not NUL-terminated when mapped; attn_input_read adds a NUL behind length */
    size_t length;
    void *owner; /* private */
    bool mapped;
} attn_input;

/* Reads all of a file (path "-": standard input), at most `most` bytes. No seek: pipes and devices
 * work. */
bool attn_input_read(attn_input *input, const char *path, size_t most, attn_status *status);
/* The same of a file that is open, which it closes; -1: opening it failed, as the status says.
 * name: what messages call it. */
bool attn_input_take(attn_input *input, int file, const char *name, size_t most,
                     attn_status *status);
/* The same of a file that lies in the folder of another one, or below (files/bytes/open.h). */
bool attn_input_beside(attn_input *input, const char *other, const char *name, size_t most,
                       attn_status *status);
/* The same as attn_input_take, mapped read-only: a regular file. */
bool attn_input_map(attn_input *input, int file, const char *name, attn_status *status);
void attn_input_close(attn_input *input); /* {0} is fine */

#endif
