/*
 * beside: small tables of text put side by side.
 */
#include "render/terminal/beside.h"

#include <string.h>

enum { BETWEEN = 5, MOST_LINES = 24 };

typedef struct lines {
    size_t count, widest;
    const char *at[MOST_LINES];
    size_t bytes[MOST_LINES], widths[MOST_LINES];
} lines;

/* Columns on the terminal, the colours left out. */
static size_t width_of(const char *line, size_t bytes)
{
    size_t width = 0;
    const char *end = line + bytes, *from = line;
    for (const char *at = line; at < end; at++) {
        if (*at != '\033') continue;
        width += attn_text_width(from, (size_t)(at - from));
        while (at < end && *at != 'm') at++;
        from = at < end ? at + 1 : end;
    }
    return width + attn_text_width(from, (size_t)(end - from));
}

/* Lines, each without so many bytes. False: there are too many, or one is as short as that. */
static bool cut_lines(const char *text, const char *end, size_t indent, lines *out)
{
    *out = (lines){0};
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t bytes = stop ? (size_t)(stop - text) : 0, i = out->count;
        if (bytes <= indent || out->count++ == MOST_LINES) return false;
        out->at[i] = text + indent;
        out->bytes[i] = bytes - indent;
        out->widths[i] = width_of(out->at[i], out->bytes[i]);
        if (out->widths[i] > out->widest) out->widest = out->widths[i];
        text = stop + 1;
    }
    return out->count > 0;
}

static void add_joined(const lines *left, const lines *right, attn_text *out)
{
    for (size_t i = 0; i < left->count || i < right->count; i++) {
        bool begins = i < left->count;
        if (begins) attn_text_add_bytes(out, left->at[i], left->bytes[i]);
        if (i < right->count) {
            attn_text_repeat(out, " ", left->widest + BETWEEN - (begins ? left->widths[i] : 0));
            attn_text_add_bytes(out, right->at[i], right->bytes[i]);
        }
        attn_text_add(out, "\n");
    }
}

bool attn_beside_join(const attn_page *page, size_t first, size_t second)
{
    attn_text *out = page->out, joined = {0};
    lines left, right;
    const char *text = attn_text_string(out);
    if (out->failed) return false;
    first += text[first] == '\n';
    if (!cut_lines(text + first, text + second, 0, &left) ||
        !cut_lines(text + second + (text[second] == '\n'), text + out->length, page->indent,
                   &right) ||
        left.widest + BETWEEN + right.widest > page->columns)
        return false;
    add_joined(&left, &right, &joined);
    out->length = first;
    attn_text_add_bytes(out, attn_text_string(&joined), joined.length);
    attn_text_end(&joined, out);
    return true;
}
