/*
 * written: lessons that a test writes out, in a file of its own.
 */
#ifndef ATTN_UNIT_WRITTEN_H
#define ATTN_UNIT_WRITTEN_H

#include "lesson/lesson.h"
#include "unit.h"

/* Reads the lesson of this text, which has ' for " and neither the first keys nor the outer braces;
 * path is of unit_make_file. NULL on failure. */
static inline attn_lesson *read_written(const char *path, const char *text, attn_status *status)
{
    char whole[8192];
    int length = snprintf(whole, sizeof whole, "{'attnviz':1,'title':'T',\n%s}", text);
    ck_assert_int_lt(length, (int)sizeof whole);
    for (char *at = whole; *at != '\0'; at++)
        if (*at == '\'') *at = '"';
    unit_write_text(path, whole);
    return attn_lesson_read(path, false, status);
}

#endif
