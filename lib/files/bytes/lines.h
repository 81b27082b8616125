/*
 * lines: a text line by line, and where in it something stands.
 */
#ifndef ATTN_FILES_BYTES_LINES_H
#define ATTN_FILES_BYTES_LINES_H

#include "core/status.h"

/* Some bytes of a text. */
typedef struct attn_span {
    const char *bytes;
    size_t length;
} attn_span;
/* Takes off what stands before the next divider, or all that is left; false if nothing is left, as
 * behind the last one: its bytes are NULL then. */
bool attn_span_take(attn_span *left, char divider, attn_span *taken);
/* The same of the next word between any of these blanks; false if there is none, and its length
 * is 0. */
bool attn_span_word(attn_span *left, const char *blanks, attn_span *word);

/* Takes off one of these characters into *taken; false, and nothing is taken, where none stands. */
bool attn_span_mark(attn_span *left, const char *marks, char *taken);
/* Takes off the digits of a whole number; false where none stands, or a number above `most`, of
 * which some digits stay. */
bool attn_span_whole(attn_span *left, size_t most, size_t *number);

typedef struct attn_lines {
    const char *file; /* for messages */
    const char *rest, *end;
    const char *line; /* without its end */
    size_t length, number;
} attn_lines;

/* A byte-order mark is skipped. */
void attn_lines_begin(attn_lines *lines, const char *file, const char *bytes, size_t length);
bool attn_lines_next(attn_lines *lines); /* false behind the last one */
/* Places a recorded fault at these bytes of the line; NULL: at the line. Returns false. */
bool attn_lines_place(const attn_lines *lines, const char *at, attn_status *status);
/* Fails (ATTN_INPUT) there. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool attn_lines_fail(const attn_lines *lines, const char *at, attn_status *status,
                     const char *format, ...);

/* Before the first line: whether all is UTF-8 without a byte that is 0; else fails at that byte. */
bool attn_lines_check(const attn_lines *lines, attn_status *status);
/* Whether these bytes of the line are free of what attn_text_harmful says; else fails there. */
bool attn_lines_harmless(const attn_lines *lines, const char *at, size_t length,
                         attn_status *status);

#endif
