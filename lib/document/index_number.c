/*
 * index_number: a letter of the text before "=", digits behind it, and blanks around both.
 */
#include "document/index_number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool attn_index_read(const char *text, attn_loop_at *index, attn_arena *arena)
{
    text += strspn(text, " ");
    size_t length = strcspn(text, " =");
    const char *number = text + length + strspn(text + length, " ");
    *index = (attn_loop_at){0};
    if (length == 0 || *number++ != '=') return false;
    number += strspn(number, " ");
    const char *end = number + strspn(number, "0123456789");
    errno = 0;
    index->number = strtol(number, NULL, 10);
    if (end == number || errno || end[strspn(end, " ")] != '\0') return false;
    index->letter = attn_copy_text(arena, text, length);
    return index->letter != NULL;
}
