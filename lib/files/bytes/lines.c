/*
 * lines: cuts a text into lines, and finds the line and column of a byte.
 */
#include "files/bytes/lines.h"

#include <stdarg.h>
#include <string.h>

#include "core/text.h"

bool attn_span_take(attn_span *left, char divider, attn_span *taken)
{
    *taken = *left;
    if (!left->bytes) return false;
    const char *end = memchr(left->bytes, divider, left->length);
    if (end) taken->length = (size_t)(end - left->bytes);
    left->length -= taken->length + (end != NULL);
    left->bytes = end ? end + 1 : NULL;
    return true;
}

bool attn_span_word(attn_span *left, const char *blanks, attn_span *word)
{
    size_t from = 0;
    while (from < left->length && strchr(blanks, left->bytes[from])) from++;
    size_t to = from;
    while (to < left->length && !strchr(blanks, left->bytes[to])) to++;
    *word = (attn_span){left->bytes + from, to - from};
    *left = (attn_span){left->bytes + to, left->length - to};
    return to > from;
}

bool attn_span_mark(attn_span *left, const char *marks, char *taken)
{
    if (left->length == 0 || !strchr(marks, *left->bytes)) return false;
    *taken = *left->bytes++;
    left->length--;
    return true;
}

bool attn_span_whole(attn_span *left, size_t most, size_t *number)
{
    char digit = '\0';
    *number = 0;
    while (*number <= most && attn_span_mark(left, "0123456789", &digit))
        *number = *number * 10 + (size_t)(digit - '0');
    return digit && *number <= most;
}

void attn_lines_begin(attn_lines *lines, const char *file, const char *bytes, size_t length)
{
    size_t mark = attn_utf8_mark(bytes, length);
    *lines = (attn_lines){.file = strcmp(file, "-") == 0 ? "standard input" : file,
                          .rest = bytes + mark,
                          .end = bytes + length};
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

bool attn_lines_place(const attn_lines *lines, const char *at, attn_status *status)
{
    size_t column = at != NULL;
    for (const char *c = lines->line; at && c < at; c++)
        column += ((unsigned char)*c & 0xC0u) != 0x80u; /* characters, not bytes */
    attn_status_place(status, lines->file, lines->number, column);
    return false;
}

bool attn_lines_fail(const attn_lines *lines, const char *at, attn_status *status,
                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    return attn_lines_place(lines, at, status);
}

/* Fails at a byte of the text, whose lines up to there are counted. */
static bool fail_at(attn_lines lines, const char *at, attn_status *status, const char *message)
{
    while (attn_lines_next(&lines) && lines.rest <= at) continue;
    return attn_lines_fail(&lines, at, status, "%s", message);
}

static bool is_utf16(const char *bytes, size_t length)
{
    return length > 1 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0);
}

bool attn_lines_check(const attn_lines *lines, attn_status *status)
{
    size_t length = (size_t)(lines->end - lines->rest), bad;
    if (is_utf16(lines->rest, length))
        return fail_at(*lines, lines->rest, status, "this is UTF-16: save the text as UTF-8");
    const char *nul = length ? memchr(lines->rest, '\0', length) : NULL;
    if (nul) return fail_at(*lines, nul, status, "there is a NUL byte here: plain text has none");
    if (attn_utf8_valid(lines->rest, length, &bad)) return true;
    return fail_at(*lines, lines->rest + bad, status,
                   "this byte is not UTF-8: save the text as UTF-8 (iconv -t UTF-8 can do it)");
}

bool attn_lines_harmless(const attn_lines *lines, const char *at, size_t length,
                         attn_status *status)
{
    uint32_t code = 0;
    for (size_t i = 0, bytes = 1; i < length && bytes > 0; i += bytes) {
        bytes = attn_utf8_next(at + i, length - i, &code);
        if (attn_text_harmful(code))
            return attn_lines_fail(lines, at + i, status,
                                   "there is a control character here: remove it");
    }
    return true;
}
