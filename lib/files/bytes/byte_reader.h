/*
 * byte_reader: bytes that are read here and there: of a file, of memory, of a member of an archive.
 */
#ifndef ATTN_FILES_BYTES_BYTE_READER_H
#define ATTN_FILES_BYTES_BYTE_READER_H

#include "core/memory.h"

typedef struct attn_byte_reader attn_byte_reader;
struct attn_byte_reader {
    size_t length;
    const char *bytes; /* all of them, where they are in memory; else NULL */
    /* Else: reads these bytes, which lie within length, all of them, or fails. */
    bool (*read)(attn_byte_reader *self, size_t at, void *bytes, size_t length,
                 attn_status *status);
    void (*close)(attn_byte_reader *self); /* frees it too */
};

/*
 * A regular file is read where it lies; a pipe, a device and standard input ("-") are first read
 * into memory. NULL on failure.
 */
attn_byte_reader *attn_byte_reader_open(const char *path, attn_status *status);
/* The same of a file that is open, which it closes at its end, or on failure. -1: opening it
 * failed, as the status says. */
attn_byte_reader *attn_byte_reader_take(int file, attn_status *status);
/* The same, mapped read-only: a regular file. */
attn_byte_reader *attn_byte_reader_map(int file, attn_status *status);
/* Bytes in memory that outlive it. */
attn_byte_reader *attn_byte_reader_of(const char *bytes, size_t length, attn_status *status);
/* A copy of all bytes, in memory. */
attn_byte_reader *attn_byte_reader_hold(attn_byte_reader *source, attn_status *status);
void attn_byte_reader_close(attn_byte_reader *source); /* NULL is fine */

/* A fault where the bytes do not lie within it. */
bool attn_byte_reader_read(attn_byte_reader *source, size_t at, void *bytes, size_t length,
                           attn_status *status);
/* Line and column, from 1, in characters, of a byte of a text; a byte order mark does not count. */
bool attn_byte_reader_place(attn_byte_reader *source, size_t offset, size_t *line, size_t *column,
                            attn_status *status);

/*
 * A text read from its beginning to its end, a part of it in memory. {0} is none.
 */
typedef struct attn_window {
    attn_byte_reader *source;
    char *bytes;     /* a NUL stands behind its end */
    size_t at, end;  /* what is read next, and the end of what is there */
    size_t capacity; /* of bytes */
    size_t offset;   /* of bytes[0] in the source */
} attn_window;

/* Begins at the first byte of the source, which must outlive the window. False without memory. */
bool attn_window_open(attn_window *window, attn_byte_reader *source, attn_status *status);
void attn_window_close(attn_window *window);
/* True if nothing is left behind what is in memory. */
bool attn_window_ended(const attn_window *window);
/* Sees to it that `wanted` bytes from `at` on are in memory, or all that are left; what lies before
 * `at` is gone. */
bool attn_window_fill(attn_window *window, size_t wanted, attn_status *status);
/* The same from this byte of the source on, which is then the next. */
bool attn_window_seek(attn_window *window, size_t offset, size_t wanted, attn_status *status);

#endif
