/*
 * memory: the one function that all allocations go through, and arenas.
 *
 * An arena is a list of blocks. Small pieces are cut from the newest block one after the other;
 * a large piece gets a block of its own. Nothing is given back before the arena is.
 */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "core/memory.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum {
    block_bytes = 32 * 1024, /* of a block for small pieces */
    large_bytes = 4 * 1024,  /* from here on a piece has its own block */
    huge_bytes = 4 << 20,    /* from here on the system is asked for zeros and huge pages */
    huge_page = 2 << 20,
    small_align = alignof(max_align_t),
    large_align = 64 /* a cache line; the widest vector registers */
};

typedef struct block {
    struct block *next;
    size_t used;
    alignas(max_align_t) unsigned char bytes[];
} block;

struct attn_arena {
    attn_status *status;
    block *filling; /* takes small pieces; NULL at first */
    block *full;    /* filled ones and those of large pieces */
};

static void *resize_with_libc(void *old, size_t size)
{
    if (size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, size);
}

void *(*attn_resize)(void *block, size_t size) = resize_with_libc;

bool attn_multiply(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b) return false;
    *product = a * b;
    return true;
}

attn_arena *attn_arena_new(attn_status *status)
{
    attn_arena *arena = attn_resize(NULL, sizeof *arena);
    if (!arena) {
        attn_fail(status, ATTN_MEMORY, "there is no memory left");
        return NULL;
    }
    *arena = (attn_arena){.status = status};
    return arena;
}

static void free_blocks(block *first)
{
    while (first) {
        block *next = first->next;
        attn_resize(first, 0);
        first = next;
    }
}

void attn_arena_free(attn_arena *arena)
{
    if (!arena) return;
    free_blocks(arena->filling);
    free_blocks(arena->full);
    attn_resize(arena, 0);
}

attn_status *attn_arena_status(attn_arena *arena)
{
    return arena->status;
}

static block *new_block(size_t size)
{
    block *made = attn_resize(NULL, sizeof(block) + size);
    if (made) *made = (block){0};
    return made;
}

static void push(block **list, block *one)
{
    one->next = *list;
    *list = one;
}

/* Pages of 4 KiB take several times as long to come into being, each by itself. */
void attn_wish_huge_pages(void *memory, size_t size)
{
#if defined(MADV_HUGEPAGE)
    if (size < huge_bytes) return;
    size_t before = (huge_page - (uintptr_t)memory % huge_page) % huge_page;
    size_t whole = size > before ? (size - before) / huge_page * huge_page : 0;
    if (whole > 0) madvise((char *)memory + before, whole, MADV_HUGEPAGE); /* a wish */
#else
    (void)memory, (void)size;
#endif
}

/* A block with zeros that nobody wrote: its pages come into being where they are first used. */
static block *huge_block(size_t size)
{
    block *made = calloc(1, size);
    if (made) attn_wish_huge_pages(made, size);
    return made;
}

static void *large_piece(attn_arena *arena, size_t size)
{
    if (size > SIZE_MAX - large_align - sizeof(block)) return NULL;
    /* a function that tests put in the place of attn_resize gets all to see */
    bool huge = size >= huge_bytes && attn_resize == resize_with_libc;
    block *own =
        huge ? huge_block(sizeof(block) + size + large_align) : new_block(size + large_align);
    if (!own) return NULL;
    push(&arena->full, own);
    void *piece = own->bytes + (large_align - (uintptr_t)own->bytes % large_align) % large_align;
    return huge ? piece : memset(piece, 0, size);
}

static void *small_piece(attn_arena *arena, size_t size)
{
    size_t whole = (size + small_align - 1) / small_align * small_align;
    if (!arena->filling || arena->filling->used + whole > block_bytes) {
        block *fresh = new_block(block_bytes);
        if (!fresh) return NULL;
        if (arena->filling) push(&arena->full, arena->filling);
        arena->filling = fresh;
    }
    void *piece = arena->filling->bytes + arena->filling->used;
    arena->filling->used += whole;
    return memset(piece, 0, size);
}

void *attn_alloc(attn_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    void *piece = NULL;
    if (attn_multiply(count, size, &bytes)) {
        if (bytes == 0) bytes = 1; /* so that NULL always means failure */
        piece = bytes < large_bytes ? small_piece(arena, bytes) : large_piece(arena, bytes);
    }
    if (!piece) {
        attn_fail(arena->status, ATTN_MEMORY, "there is no memory for %zu times %zu bytes", count,
                  size);
        return NULL;
    }
    return piece;
}

void *attn_push(attn_arena *arena, void *array, size_t *count, size_t size)
{
    char *items;
    memcpy(&items, array, sizeof items);
    if ((*count & (*count - 1)) == 0) { /* full: at 0 and at every power of two */
        char *larger = attn_alloc(arena, *count ? 2 * *count : 1, size);
        if (!larger) return NULL;
        if (*count) memcpy(larger, items, *count * size);
        memcpy(array, &larger, sizeof larger);
        items = larger;
    }
    return items + (*count)++ * size;
}

char *attn_copy_text(attn_arena *arena, const char *bytes, size_t length)
{
    if (length == SIZE_MAX) {
        attn_fail(arena->status, ATTN_MEMORY, "there is no memory for %zu bytes", length);
        return NULL;
    }
    char *copy = attn_alloc(arena, length + 1, 1);
    if (copy && length) memcpy(copy, bytes, length);
    return copy;
}

char *attn_print(attn_arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : attn_alloc(arena, (size_t)length + 1, 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    if (length < 0) attn_fail(arena->status, ATTN_MEMORY, "a text is too long to be put together");
    va_end(again);
    va_end(arguments);
    return text;
}
