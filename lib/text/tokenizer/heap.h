/*
 * heap: items of which the first in an order is taken. Private to this room.
 */
#ifndef ATTN_TEXT_HEAP_H
#define ATTN_TEXT_HEAP_H

#include "core/memory.h"

typedef struct attn_heap_item {
    uint64_t rank;
    uint32_t at; /* what it is about */
} attn_heap_item;

/* {.before = …} is empty; freed by its owner. */
typedef struct attn_heap {
    bool (*before)(const void *user, attn_heap_item a, attn_heap_item b);
    const void *user;
    size_t count, room;
    attn_heap_item *items;
} attn_heap;
/* False without memory. */
bool attn_heap_add(attn_heap *heap, attn_heap_item item, attn_status *status);
/* False where none is left. */
bool attn_heap_take(attn_heap *heap, attn_heap_item *first);
void attn_heap_free(attn_heap *heap);

#endif
