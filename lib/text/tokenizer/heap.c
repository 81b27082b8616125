/*
 * heap: a binary heap in an array.
 */
#include "text/tokenizer/heap.h"

static bool stands_before(const attn_heap *heap, size_t a, size_t b)
{
    return heap->before(heap->user, heap->items[a], heap->items[b]);
}

static void exchange(attn_heap *heap, size_t a, size_t b)
{
    const attn_heap_item kept = heap->items[a];
    heap->items[a] = heap->items[b];
    heap->items[b] = kept;
}

bool attn_heap_add(attn_heap *heap, attn_heap_item item, attn_status *status)
{
    if (!attn_make_room(status, &heap->items, &heap->room, heap->count + 1, sizeof item))
        return false;
    size_t at = heap->count++;
    heap->items[at] = item;
    for (size_t above; at > 0 && stands_before(heap, at, above = (at - 1) / 2); at = above)
        exchange(heap, at, above);
    return true;
}

bool attn_heap_take(attn_heap *heap, attn_heap_item *first)
{
    if (heap->count == 0) return false;
    *first = heap->items[0];
    heap->items[0] = heap->items[--heap->count];
    for (size_t at = 0, below; (below = 2 * at + 1) < heap->count; at = below) {
        if (below + 1 < heap->count && stands_before(heap, below + 1, below)) below++;
        if (!stands_before(heap, below, at)) break;
        exchange(heap, at, below);
    }
    return true;
}

void attn_heap_free(attn_heap *heap)
{
    attn_resize(heap->items, 0);
    *heap = (attn_heap){.before = heap->before, .user = heap->user};
}
