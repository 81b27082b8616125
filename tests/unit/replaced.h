/*
 * replaced: a text that is right but for one place.
 */
#ifndef ATTN_TESTS_REPLACED_H
#define ATTN_TESTS_REPLACED_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* The text with `to` in place of `from`, which it has. The caller frees it. */
static inline char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    ck_assert_msg(at != NULL, "the text has no %s", from);
    char *made = malloc(strlen(text) + strlen(to) + 1);
    ck_assert(made != NULL);
    memcpy(made, text, (size_t)(at - text));
    strcpy(made + (at - text), to);
    strcat(made, at + strlen(from));
    return made;
}

#endif
