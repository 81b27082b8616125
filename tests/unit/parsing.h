/*
 * parsing: what the tests of formulas share: a status, an arena, a text to write into, and the
 * grammar of lessons with the functions that a test names.
 */
#ifndef TESTS_UNIT_PARSING_H
#define TESTS_UNIT_PARSING_H

#include "core/text.h"
#include "formula/syntax/parser.h"
#include "unit.h"

static attn_status status;
static attn_arena *arena;
static attn_text out;

static inline void begin(void)
{
    memset(&status, 0, sizeof status);
    arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(arena);
}

static inline void end(void)
{
    attn_arena_free(arena);
    attn_text_free(&out);
}

static inline bool parsing_is_function(const void *user, const char *word)
{
    const char *const *function = user;
    while (*function && strcmp(*function, word) != 0) function++;
    return *function != NULL;
}

/* functions: NULL behind the last. */
static inline attn_grammar parsing_grammar(const char *const *functions)
{
    return (attn_grammar){.arena = arena, .is_function = parsing_is_function, .user = functions};
}

#endif
