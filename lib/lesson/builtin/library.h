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
    const char *name; /* below lessons/: "le-chat-noir.json", "families/gpt2.json" */
    const unsigned char *bytes;
    size_t length; /* without the NUL */
} attn_builtin_file;

/* The files of lessons/, generated when the program is built. */
extern const attn_builtin_file attn_builtin_files[];
extern const size_t attn_builtin_count;
/* One of them by its name; NULL: there is none. */
const attn_builtin_file *attn_builtin_file_of(const char *name);

/*
 * NAME.flow, the places of a lesson's diagram; NULL: none are carried. Such a file has a line about
 * Graphviz, then the text that Graphviz was asked with, and its answer.
 */
const attn_builtin_file *attn_builtin_flow_of(const char *lesson);

#endif
