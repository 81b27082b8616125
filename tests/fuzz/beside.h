/*
 * beside: a folder of this process for the files that lessons are read from. It goes with the
 * process.
 */
#ifndef ATTN_TESTS_BESIDE_H
#define ATTN_TESTS_BESIDE_H

#include <stddef.h>

/* Writes a file of the folder anew; names are string literals. */
void beside_write(const char *name, const char *bytes, size_t length);
/* Its path, good until the next call. */
const char *beside_path(const char *name);

#endif
