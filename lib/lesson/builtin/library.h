/*
 * library: the files of lessons/ carried in the program, so that it runs alone from any folder.
 *
 * The build makes the table from the files themselves: sorted by name (as bytes), each starting at
 * a multiple of 64 bytes, so that weights can be used in place, and with a NUL behind its last
 * byte.
 */
#ifndef ATTN_LESSON_BUILTIN_LIBRARY_H
#define ATTN_LESSON_BUILTIN_LIBRARY_H

#include <stddef.h>

typedef struct attn_builtin_file {
    const char *name; /* of the file, without its folder: "le-chat-noir.json" */
    const unsigned char *bytes;
    size_t length; /* without the NUL */
} attn_builtin_file;

/* The files of lessons/, generated when the program is built. */
extern const attn_builtin_file attn_builtin_files[];
extern const size_t attn_builtin_count;

#endif
