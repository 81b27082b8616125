/*
 * memory: every allocation of the program, through one replaceable function.
 *
 * An arena belongs to one thing (a lesson, a record) and is given back in one call.
 */
#ifndef ATTN_CORE_MEMORY_H
#define ATTN_CORE_MEMORY_H

#include "core/status.h"

/*
 * The one function: block NULL allocates, size 0 frees, else resizes; NULL on failure.
 * Tests put their own in its place before anything else is called.
 */
extern void *(*attn_resize)(void *block, size_t size);

/* Asks the system for huge pages under a fresh block, if it is large enough for them. */
void attn_wish_huge_pages(void *block, size_t size);

/*
 * Addresses for so many bytes, all zero, which the system backs with memory only once they are
 * written to. They count in no budget. NULL: none is left.
 */
void *attn_reserve(size_t bytes);
void attn_unreserve(void *reserved, size_t bytes); /* NULL is fine */

/*
 * Whether the system would give so much at once, beside what it gave already. For libraries that
 * end the program, or never return, where there is no memory: they are set to work only if there is
 * room for them. True where the system cannot be asked.
 */
bool attn_memory_has_room(size_t bytes);

/* a * b into *product; false if it does not fit. */
bool attn_multiply(size_t a, size_t b, size_t *product);

/* The same function as zlib asks for memory (zalloc, zfree); `unused` is its opaque. */
void *attn_zlib_allocate(void *unused, unsigned count, unsigned size);
void attn_zlib_free(void *unused, void *given);

/*
 * Blocks that are kept for the next one of about their size. {0} is none. What is in use is the
 * caller's; its first bytes say how large it is.
 */
typedef struct attn_block {
    struct attn_block *next;
    size_t size; /* of all of it */
} attn_block;
enum { ATTN_BLOCK_CLASSES = 128 };
typedef struct attn_blocks {
    attn_block *kept[ATTN_BLOCK_CLASSES];
    size_t bytes; /* of those that are kept */
} attn_blocks;
/* A block of at least so many bytes, kept or new; NULL on failure. */
attn_block *attn_block_take(attn_blocks *blocks, size_t size);
void attn_block_keep(attn_blocks *blocks, attn_block *one);
void attn_blocks_free(attn_blocks *blocks); /* those that are kept */

typedef struct attn_arena attn_arena;

/* Failures of the arena are recorded in status, which must outlive it. NULL on failure. */
attn_arena *attn_arena_new(attn_status *status);
void attn_arena_free(attn_arena *arena); /* NULL is fine */
/* All pieces are given back, but the memory stays with the arena, for the next ones. */
void attn_arena_clear(attn_arena *arena);
attn_status *attn_arena_status(attn_arena *arena);

/* count * size bytes set to zero, aligned for any type (large ones to 64 bytes); NULL on failure.
 */
void *attn_alloc(attn_arena *arena, size_t count, size_t size);
/* The same with whatever stood there: for what is written as a whole before it is read. */
void *attn_room(attn_arena *arena, size_t count, size_t size);
/* One more zeroed item at the end of an array in the arena (*array is its first); NULL on failure.
 */
void *attn_push(attn_arena *arena, void *array, size_t *count, size_t size);
/* The same with a copy of an item in the place of zeros. */
void *attn_append(attn_arena *arena, void *array, size_t *count, const void *item, size_t size);
/* The same of a text that may be NULL: it failed. False on failure. */
bool attn_push_text(attn_arena *arena, const char ***texts, size_t *count, const char *text);
/* A copy of so many items; NULL on failure. */
void *attn_copy(attn_arena *arena, const void *items, size_t count, size_t size);
/* A copy of length bytes with a NUL behind; NULL on failure. */
char *attn_copy_text(attn_arena *arena, const char *bytes, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
attn_print(attn_arena *arena, const char *format, ...);

/*
 * Room for one more item in an array of attn_resize that holds `count` of them; `array` is the
 * place of its pointer, NULL at first. It doubles where it is full, at 0 and at every power of two.
 * False, with a fault, if there is no memory; the array stays then as it was.
 */
bool attn_grow(attn_status *status, void *array, size_t count, size_t size);
/*
 * Room for `count` items in an array of attn_resize that has room for *room of them, and doubles it
 * as often as needed. An array that is emptied and filled again keeps its room. False as above.
 */
bool attn_make_room(attn_status *status, void *array, size_t *room, size_t count, size_t size);

#endif
