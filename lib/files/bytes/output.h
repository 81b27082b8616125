/*
 * output: files that are whole or absent.
 *
 * Life cycle: open writes to a new file beside the target; write remembers its first error; commit
 * flushes, syncs, closes and renames, and reports; abandon removes what was begun. The folder is
 * opened once, at the beginning, so the file arrives there whatever becomes of the folder's name.
 *
 * A target that is a symbolic link is itself replaced, and the file that it leads to is not
 * touched. What is written through, never renamed over: a device or a pipe, also where a link leads
 * to it; what the program was started with ("/dev/stdout", "/dev/fd/3", and links to them); and the
 * file that standard output goes to. A file that is replaced hands its permissions on, and so does
 * the file behind a link. Signals that end the program remove the unfinished files first, and
 * SIGXFSZ becomes a write error (attn_output_signals, called once by the program). At most 8 files
 * are unfinished at once.
 */
#ifndef ATTN_FILES_BYTES_OUTPUT_H
#define ATTN_FILES_BYTES_OUTPUT_H

#include <sys/stat.h>

#include "core/memory.h"

typedef struct attn_output attn_output;

attn_output *attn_output_open(const char *path, attn_status *status); /* NULL on failure */
/* A regular file below a folder, where a link or a device is refused (files/open.h). path: what
 * messages call it; its end is `name`, which counts from the folder. NULL on failure. */
attn_output *attn_output_below(int folder, const char *name, const char *path, attn_status *status);
/* Whether it is written through: nothing that is there is replaced. */
bool attn_output_through(const attn_output *output);
bool attn_output_write(attn_output *output, const void *bytes, size_t length);
bool attn_output_commit(
    attn_output *output); /* frees output; false: nothing is there, status says why */
void attn_output_abandon(attn_output *output); /* NULL is fine */
/* Commits what is done, and abandons what is not, or has a fault: true only if the file is there.
 * NULL is fine. */
bool attn_output_end(attn_output *output, bool done);
/* tell: called with the signal, once the files are gone; it may do only what a signal handler
 * may. NULL: nobody. */
void attn_output_signals(void (*tell)(int signal_number));
/* A device or a pipe: it has no ending that says what it takes, and no place beside it. */
bool attn_output_streams(const char *path);
/* What an output of this name changes, if it is there: the file, or the link itself, or what is
 * written through. */
bool attn_output_changes(const char *path, struct stat *about);

#endif
