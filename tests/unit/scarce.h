/*
 * scarce: memory that ends, in place of attn_resize.
 */
#ifndef TESTS_UNIT_SCARCE_H
#define TESTS_UNIT_SCARCE_H

#include <stdint.h>

#include "core/memory.h"
#include "unit.h"

static struct {
    void *(*usual)(void *block, size_t size);
    size_t left;     /* allocations, before one fails */
    size_t smallest; /* bytes: smaller ones do not count, */
    size_t most;     /* nor do larger ones than this; 0: they do */
    size_t largest;  /* bytes that were asked for at once */
    bool once;       /* those after it do not fail */
    long owned;      /* blocks that were given and did not come back */
} scarce;

static inline void *scarce_resize(void *block, size_t size)
{
    bool counts = size > 0 && size >= scarce.smallest && (scarce.most == 0 || size <= scarce.most);
    if (counts && scarce.left == 0) {
        if (scarce.once) scarce.left = SIZE_MAX;
        return NULL;
    }
    scarce.left -= counts;
    if (size > scarce.largest) scarce.largest = size;
    void *made = scarce.usual(block, size);
    scarce.owned += !block && made;
    scarce.owned -= block && !size;
    return made;
}

/* From here on so many allocations succeed. */
static inline void scarce_begin(size_t left)
{
    if (!scarce.usual) {
        scarce.usual = attn_resize;
        attn_resize = scarce_resize;
    }
    scarce.left = left;
}

static inline void scarce_end(void)
{
    attn_resize = scarce.usual;
    scarce.usual = NULL;
}

/* Does it with 0, 1, 2 … allocations until they are enough, and gives how many those are. Where
 * they are too few, this is the fault; nothing is kept either way. */
static inline size_t scarce_each(bool (*deed)(attn_status *status))
{
    bool done = false;
    size_t enough = 0;
    while (!done) {
        attn_status fault = {0};
        scarce.owned = 0;
        scarce_begin(enough);
        done = deed(&fault);
        scarce_end();
        ck_assert_msg(done ? attn_ok(&fault) : fault.code == ATTN_MEMORY, "allocation %zu: %s",
                      enough, fault.message);
        ck_assert_int_eq(scarce.owned, 0);
        if (!done) ck_assert_uint_lt(++enough, 10000);
    }
    return enough;
}

#endif
