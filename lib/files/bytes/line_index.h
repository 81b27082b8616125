/*
 * line_index: byte offsets of a text as lines and columns, from 1, in characters.
 *
 * Marks at equal distances say where the text has got to, so a place is found in a few steps even
 * in a text of one long line.
 */
#ifndef ATTN_FILES_BYTES_LINE_INDEX_H
#define ATTN_FILES_BYTES_LINE_INDEX_H

#include "core/memory.h"

typedef struct attn_line_index {
    const char *text; /* borrowed */
    size_t length;
    struct attn_mark *marks;
} attn_line_index;

/* Built in the arena over a text that must outlive it. False without memory. */
bool attn_line_index_make(attn_line_index *index, attn_arena *arena, const char *text,
                          size_t length);
/* The line and column, from 1, of a byte; columns count characters. */
void attn_line_index_find(const attn_line_index *index, size_t offset, size_t *line,
                          size_t *column);

#endif
