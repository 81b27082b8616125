/*
 * output: files that are whole or absent.
 *
 * Life cycle: open writes to a new file beside the target; write remembers its first error; commit
 * flushes, syncs, closes and renames, and reports; abandon removes what was begun. A target that
 * exists and is no regular file (a device, a FIFO) is written through, never renamed over; so is
 * the file that standard output goes to. A symbolic link stays, and the file it leads to is
 * replaced. A file that is replaced hands its permissions on. Signals that end the program remove
 * the unfinished files first, and SIGXFSZ becomes a write error (attn_output_signals, called once
 * by the program). At most 8 files are unfinished at once.
 */
#ifndef ATTN_FILES_OUTPUT_H
#define ATTN_FILES_OUTPUT_H

#include "core/memory.h"

typedef struct attn_output attn_output;

attn_output *attn_output_open(const char *path, attn_status *status); /* NULL on failure */
bool attn_output_write(attn_output *output, const void *bytes, size_t length);
bool attn_output_commit(
    attn_output *output); /* frees output; false: nothing is there, status says why */
void attn_output_abandon(attn_output *output); /* NULL is fine */
void attn_output_signals(void);
/* A device or a pipe: it has no ending that says what it takes, and no place beside it. */
bool attn_output_streams(const char *path);

#endif
