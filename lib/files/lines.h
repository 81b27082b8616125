/*
 * lines: a text line by line, and where in it something stands.
 */
#ifndef ATTN_FILES_LINES_H
#define ATTN_FILES_LINES_H

#include "core/status.h"

typedef struct attn_lines {
    const char *file; /* for messages */
    const char *rest, *end;
    const char *line; /* without its end */
    size_t length, number;
} attn_lines;

/* A byte-order mark is skipped. */
void attn_lines_begin(attn_lines *lines, const char *file, const char *bytes, size_t length);
bool attn_lines_next(attn_lines *lines); /* false behind the last one */
/* Places a recorded fault at these bytes of the line; NULL: at the line. */
void attn_lines_place(const attn_lines *lines, const char *at, attn_status *status);

#endif
