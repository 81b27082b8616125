/*
 * line_index: marks every 256 bytes, and counting from the nearest one.
 */
#include "files/bytes/line_index.h"

#include "core/text.h"

enum { mark_distance = 256 };

struct attn_mark {
    size_t line, column;
};

/* Walks from one offset to another; the bytes inside a UTF-8 character do not count. */
static struct attn_mark walk(struct attn_mark mark, const char *text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        bool inside = ((unsigned char)text[i] & 0xC0) == 0x80;
        if (text[i] == '\n')
            mark = (struct attn_mark){mark.line + 1, 1};
        else if (!inside)
            mark.column++;
    }
    return mark;
}

bool attn_line_index_make(attn_line_index *index, attn_arena *arena, const char *text,
                          size_t length)
{
    size_t count = length / mark_distance + 1;
    *index = (attn_line_index){text, length, attn_alloc(arena, count, sizeof *index->marks)};
    if (!index->marks) return false;
    bool marked = attn_utf8_mark(text, length) > 0;
    index->marks[0] = (struct attn_mark){1, marked ? 0 : 1}; /* a byte order mark does not count */
    for (size_t i = 1; i < count; i++)
        index->marks[i] =
            walk(index->marks[i - 1], text, (i - 1) * mark_distance, i * mark_distance);
    return true;
}

void attn_line_index_find(const attn_line_index *index, size_t offset, size_t *line, size_t *column)
{
    if (offset > index->length) offset = index->length;
    size_t near = offset / mark_distance;
    struct attn_mark mark = walk(index->marks[near], index->text, near * mark_distance, offset);
    *line = mark.line;
    *column = mark.column ? mark.column : 1;
}
