/*
 * lines: see lines.h.
 */
#include "files/lines.h"

#include <string.h>

void attn_lines_begin(attn_lines *lines, const char *file, const char *bytes, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    bool marked = length >= 3 && memcmp(bytes, mark, 3) == 0;
    *lines = (attn_lines){.file = strcmp(file, "-") == 0 ? "standard input" : file,
                          .rest = marked ? bytes + 3 : bytes};
    lines->end = lines->rest + (marked ? length - 3 : length);
}

bool attn_lines_next(attn_lines *lines)
{
    size_t left = (size_t)(lines->end - lines->rest);
    if (left == 0) return false;
    const char *end = memchr(lines->rest, '\n', left);
    lines->line = lines->rest;
    lines->length = end ? (size_t)(end - lines->line) : left;
    lines->rest += lines->length + (end != NULL);
    lines->number++;
    if (lines->length > 0 && lines->line[lines->length - 1] == '\r') lines->length--;
    return true;
}

void attn_lines_place(const attn_lines *lines, const char *at, attn_status *status)
{
    size_t column = at != NULL;
    for (const char *c = lines->line; at && c < at; c++)
        column += ((unsigned char)*c & 0xC0u) != 0x80u; /* characters, not bytes */
    attn_status_place(status, lines->file, lines->number, column);
}
