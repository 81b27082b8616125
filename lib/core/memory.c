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
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "core/budget.h"

enum {
    block_bytes = 32 * 1024, /* of a block for small pieces */
    large_bytes = 4 * 1024,  /* from here on a piece has its own block */
    huge_bytes = 4 << 20,    /* from here on the system is asked for huge pages */
    huge_page = 2 << 20,
    small_align = alignof(max_align_t),
    large_align = 64 /* a cache line; the widest vector registers */
};

typedef struct block {
    attn_block head;
    size_t used;
    alignas(max_align_t) unsigned char bytes[];
} block;

struct attn_arena {
    attn_status *status;
    block *filling;   /* takes small pieces; NULL at first */
    attn_block *full; /* filled ones and those of large pieces */
    attn_blocks spare;
};

/* Before each block stands how much of the budget is its. */
typedef union head {
    size_t size; /* with the head */
    max_align_t aligned;
} head;

/* ---- huge pages ---- */

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

/*
 * The heap is made of huge pages once it has grown (by as much at a time as mallopt says): most
 * blocks are smaller than such a page.
 */
static void wish_huge_heap(void)
{
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
    static atomic_uintptr_t wished; /* up to here; at first where it ends */
    char *const top = sbrk(0);
    const uintptr_t end = (uintptr_t)top;
    uintptr_t before = atomic_load_explicit(&wished, memory_order_relaxed);
    if (end >= before && end - before < huge_bytes) return;
    if (!atomic_compare_exchange_strong(&wished, &before, end)) return; /* another thread does it */
    if (before && end > before) attn_wish_huge_pages(top - (end - before), end - before);
#endif
}

static void *give_back(head *old)
{
    if (old) attn_budget_return(old->size);
    free(old);
    return NULL;
}

static void *resize_within_budget(void *memory, size_t size)
{
    head *old = memory ? (head *)memory - 1 : NULL;
    size_t before = old ? old->size : 0;
    if (size == 0) return give_back(old);
    if (size > PTRDIFF_MAX - sizeof(head)) return NULL; /* no object is larger */
    size += sizeof(head);
    size_t more = size > before ? size - before : 0;
    if (more > 0 && !attn_budget_take(more)) return NULL;
    head *made = realloc(old, size);
    if (!made) {
        attn_budget_return(more);
        attn_budget_not_asked();
        return NULL;
    }
    if (size < before) attn_budget_return(before - size);
    made->size = size;
    if (size >= large_bytes) wish_huge_heap();
    return made + 1;
}

void *(*attn_resize)(void *block, size_t size) = resize_within_budget;

void *attn_reserve(size_t bytes)
{
#if defined(MAP_NORESERVE)
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *reserved = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    return reserved == MAP_FAILED ? NULL : reserved;
#else
    return calloc(1, bytes);
#endif
}

void attn_unreserve(void *reserved, size_t bytes)
{
#if defined(MAP_NORESERVE)
    if (reserved) munmap(reserved, bytes);
#else
    (void)bytes;
    free(reserved);
#endif
}

bool attn_memory_has_room(size_t bytes)
{
#if defined(MAP_ANONYMOUS)
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) return munmap(room, bytes) == 0;
    attn_budget_not_asked();
    return false;
#else
    (void)bytes;
    return true;
#endif
}

bool attn_multiply(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b) return false;
    *product = a * b;
    return true;
}

void *attn_zlib_allocate(void *unused, unsigned count, unsigned size)
{
    size_t bytes;
    (void)unused;
    return attn_multiply(count, size, &bytes) ? attn_resize(NULL, bytes) : NULL;
}

void attn_zlib_free(void *unused, void *given)
{
    (void)unused;
    if (given) attn_resize(given, 0);
}

/* ---- blocks of about one size ---- */

/* Two classes from one power of two to the next. */
static size_t class_of(size_t size)
{
    size_t power = 0;
    while (power < 63 && size >> power > 3) power++;
    size_t class = 2 * power + (size >> power & 1);
    return class < ATTN_BLOCK_CLASSES ? class : ATTN_BLOCK_CLASSES - 1;
}

attn_block *attn_block_take(attn_blocks *blocks, size_t size)
{
    enum { looked_at = 8 };
    attn_block **link = &blocks->kept[class_of(size)];
    for (size_t i = 0; *link && i < looked_at; i++, link = &(*link)->next) {
        attn_block *found = *link;
        if (found->size < size) continue;
        *link = found->next;
        blocks->bytes -= found->size;
        return found;
    }
    attn_block *made = attn_resize(NULL, size);
    if (made) made->size = size;
    return made;
}

void attn_block_keep(attn_blocks *blocks, attn_block *one)
{
    attn_block **list = &blocks->kept[class_of(one->size)];
    one->next = *list;
    *list = one;
    blocks->bytes += one->size;
}

void attn_blocks_free(attn_blocks *blocks)
{
    for (size_t i = 0; i < ATTN_BLOCK_CLASSES; i++) {
        for (attn_block *one = blocks->kept[i], *next; one; one = next) {
            next = one->next;
            attn_resize(one, 0);
        }
    }
    *blocks = (attn_blocks){0};
}

/* ---- arenas ---- */

attn_arena *attn_arena_new(attn_status *status)
{
    attn_arena *arena = attn_resize(NULL, sizeof *arena);
    if (!arena) {
        attn_no_memory(status, "starting an arena");
        return NULL;
    }
    *arena = (attn_arena){.status = status};
    return arena;
}

static size_t bytes_in(const attn_block *first)
{
    size_t bytes = 0;
    for (; first; first = first->next) bytes += first->size;
    return bytes;
}

void attn_arena_clear(attn_arena *arena)
{
    if (arena->spare.bytes > bytes_in(arena->full) + block_bytes) attn_blocks_free(&arena->spare);
    for (attn_block *one = arena->full, *next; one; one = next) {
        next = one->next;
        attn_block_keep(&arena->spare, one);
    }
    if (arena->filling) attn_block_keep(&arena->spare, &arena->filling->head);
    arena->full = NULL;
    arena->filling = NULL;
}

void attn_arena_free(attn_arena *arena)
{
    if (!arena) return;
    attn_arena_clear(arena);
    attn_blocks_free(&arena->spare);
    attn_resize(arena, 0);
}

attn_status *attn_arena_status(attn_arena *arena)
{
    return arena->status;
}

static block *new_block(attn_arena *arena, size_t size)
{
    block *made = (block *)(void *)attn_block_take(&arena->spare, sizeof(block) + size);
    if (!made) return NULL;
    made->head.next = NULL;
    made->used = 0;
    return made;
}

static void push(attn_block **list, block *one)
{
    one->head.next = *list;
    *list = &one->head;
}

static void *large_piece(attn_arena *arena, size_t size)
{
    if (size > PTRDIFF_MAX - large_align - sizeof(block)) return NULL;
    block *own = new_block(arena, size + large_align);
    if (!own) return NULL;
    attn_wish_huge_pages(own, size);
    push(&arena->full, own);
    return own->bytes + (large_align - (uintptr_t)own->bytes % large_align) % large_align;
}

static void *small_piece(attn_arena *arena, size_t size)
{
    size_t whole = (size + small_align - 1) / small_align * small_align;
    if (!arena->filling || arena->filling->used + whole > block_bytes) {
        block *fresh = new_block(arena, block_bytes);
        if (!fresh) return NULL;
        if (arena->filling) push(&arena->full, arena->filling);
        arena->filling = fresh;
    }
    void *piece = arena->filling->bytes + arena->filling->used;
    arena->filling->used += whole;
    return piece;
}

void *attn_room(attn_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    void *piece = NULL;
    if (attn_multiply(count, size, &bytes)) {
        if (bytes == 0) bytes = 1; /* so that NULL always means failure */
        piece = bytes < large_bytes ? small_piece(arena, bytes) : large_piece(arena, bytes);
    }
    if (!piece) attn_no_memory(arena->status, "allocating %zu × %zu bytes", count, size);
    return piece;
}

void *attn_alloc(attn_arena *arena, size_t count, size_t size)
{
    void *piece = attn_room(arena, count, size);
    return piece ? memset(piece, 0, count * size) : NULL;
}

void *attn_push(attn_arena *arena, void *array, size_t *count, size_t size)
{
    char *items;
    memcpy(&items, array, sizeof items);
    if ((*count & (*count - 1)) == 0) { /* full: at 0 and at every power of two */
        const size_t fresh = *count ? *count : 1;
        char *larger = attn_room(arena, *count + fresh, size);
        if (!larger) return NULL;
        if (*count) memcpy(larger, items, *count * size);
        memset(larger + *count * size, 0, fresh * size);
        memcpy(array, &larger, sizeof larger);
        items = larger;
    }
    return items + (*count)++ * size;
}

bool attn_grow(attn_status *status, void *array, size_t count, size_t size)
{
    char *items;
    size_t bytes;
    if (count & (count - 1)) return true;
    memcpy(&items, array, sizeof items);
    bool fits = attn_multiply(count ? 2 * count : 1, size, &bytes);
    items = fits ? attn_resize(items, bytes) : NULL;
    if (!items) return attn_no_memory(status, "growing a list");
    memcpy(array, &items, sizeof items);
    return true;
}

bool attn_make_room(attn_status *status, void *array, size_t *room, size_t count, size_t size)
{
    char *items;
    size_t bytes, wanted = *room ? *room : 64;
    if (count <= *room) return true;
    while (wanted < count && wanted <= SIZE_MAX / 2) wanted *= 2;
    memcpy(&items, array, sizeof items);
    const bool fits = wanted >= count && attn_multiply(wanted, size, &bytes);
    items = fits ? attn_resize(items, bytes) : NULL;
    if (!items) return attn_no_memory(status, "growing a list");
    memcpy(array, &items, sizeof items);
    *room = wanted;
    return true;
}

void *attn_append(attn_arena *arena, void *array, size_t *count, const void *item, size_t size)
{
    void *place = attn_push(arena, array, count, size);
    return place ? memcpy(place, item, size) : NULL;
}

bool attn_push_text(attn_arena *arena, const char ***texts, size_t *count, const char *text)
{
    return text && attn_append(arena, texts, count, &text, sizeof text);
}

void *attn_copy(attn_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = attn_alloc(arena, count + 1, size);
    if (copy && count) memcpy(copy, items, count * size);
    return copy;
}

char *attn_copy_text(attn_arena *arena, const char *bytes, size_t length)
{
    if (length == SIZE_MAX) {
        attn_no_memory(arena->status, "copying a text of %zu bytes", length);
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
