/*
 * arena: an arena for one test, opened and closed around it.
 */
#ifndef ATTN_UNIT_ARENA_H
#define ATTN_UNIT_ARENA_H

#include "core/memory.h"
#include "unit.h"

static attn_status status;
static attn_arena *arena;

static void open_arena(void)
{
    status = (attn_status){0};
    arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(arena);
}

static void close_arena(void)
{
    attn_arena_free(arena);
}

#endif
