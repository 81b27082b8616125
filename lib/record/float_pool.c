/*
 * float_pool: a block is a row of rooms, free ones and those in use, one behind the other. Two free
 * ones never lie side by side. Free rooms hang in lists by their size: eight lists from one power
 * of two to the next.
 */
#include "record/float_pool.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum { LINE = 64, STEPS = 8, LEAST_BLOCK = 128 * 1024 };

/* A line, and behind it the numbers. */
struct attn_float_piece {
    alignas(LINE) size_t lines; /* with this one; 0: the block ends here */
    size_t lines_before;        /* of the room before it; 0: it is the first */
    bool is_free;
    attn_float_piece *next, *last; /* in the list of free ones */
};
_Static_assert(sizeof(attn_float_piece) == LINE, "numbers behind it would not begin a line");

struct attn_float_block {
    attn_float_block *before;
    size_t lines;
};

static attn_float_piece *first_of(attn_float_block *block)
{
    uintptr_t behind = (uintptr_t)(block + 1);
    return (attn_float_piece *)(void *)((char *)(block + 1) + (LINE - behind % LINE) % LINE);
}

/* ---- lists of free rooms ---- */

/* The list that a room of so many lines hangs in; those with more hang in it or behind it. */
static size_t list_of(size_t lines)
{
    size_t power = 0;
    while (lines >> power >= 2 * STEPS) power++;
    return STEPS * power + (lines >> power);
}

static void hang(attn_float_pool *rooms, attn_float_piece *room)
{
    attn_float_piece **list = &rooms->free[list_of(room->lines)];
    room->is_free = true;
    room->next = *list;
    room->last = NULL;
    if (*list) (*list)->last = room;
    *list = room;
}

static void unhang(attn_float_pool *rooms, attn_float_piece *room)
{
    room->is_free = false;
    if (room->next) room->next->last = room->last;
    *(room->last ? &room->last->next : &rooms->free[list_of(room->lines)]) = room->next;
}

/* One of the smallest that are large enough. */
static attn_float_piece *find(const attn_float_pool *rooms, size_t lines)
{
    enum { looked_at = 8 };
    size_t list = list_of(lines);
    attn_float_piece *room = rooms->free[list];
    for (size_t i = 0; room && i < looked_at; i++, room = room->next)
        if (room->lines >= lines) return room;
    for (list++; list < ATTN_FLOAT_SIZES; list++)
        if (rooms->free[list]) return rooms->free[list];
    return NULL;
}

/* ---- rooms beside each other ---- */

static attn_float_piece *behind(attn_float_piece *room)
{
    return room + room->lines;
}

static void set_lines(attn_float_piece *room, size_t lines)
{
    room->lines = lines;
    behind(room)->lines_before = lines;
}

/* What is left behind so many lines is a room of its own. */
static void split(attn_float_pool *rooms, attn_float_piece *room, size_t lines)
{
    enum { least = 8 };
    size_t left = room->lines - lines;
    if (left < least) return;
    set_lines(room, lines);
    set_lines(behind(room), left);
    hang(rooms, behind(room));
}

/* The whole block one free room, and a line at its end. */
static void empty(attn_float_pool *rooms, attn_float_block *block)
{
    attn_float_piece *first = first_of(block);
    first->lines_before = 0;
    set_lines(first, block->lines - 1);
    behind(first)->lines = 0;
    behind(first)->is_free = false;
    hang(rooms, first);
}

static bool add_block(attn_float_pool *rooms, size_t lines)
{
    enum { share = 8 }; /* of what there is already */
    size_t size = rooms->bytes / share;
    if (size < LEAST_BLOCK) size = LEAST_BLOCK;
    if (size < (lines + 1) * LINE) size = (lines + 1) * LINE;
    attn_float_block *block = attn_resize(NULL, sizeof *block + LINE + size);
    if (!block) return false;
    attn_wish_huge_pages(block, size);
    *block = (attn_float_block){rooms->blocks, size / LINE};
    rooms->blocks = block;
    rooms->bytes += block->lines * LINE;
    empty(rooms, block);
    return true;
}

/* ---- */

float *attn_float_pool_take(attn_float_pool *rooms, size_t count)
{
    const size_t in_line = LINE / sizeof(float);
    if (count > PTRDIFF_MAX / (2 * sizeof(float))) return NULL;
    size_t lines = 1 + (count + in_line - 1) / in_line;
    attn_float_piece *room = find(rooms, lines);
    if (!room && add_block(rooms, lines)) room = find(rooms, lines);
    if (!room) return NULL;
    unhang(rooms, room);
    split(rooms, room, lines);
    rooms->used += room->lines * LINE;
    if (rooms->used > rooms->most) rooms->most = rooms->used;
    return (float *)(void *)(room + 1);
}

void attn_float_pool_return(attn_float_pool *rooms, float *numbers)
{
    attn_float_piece *room = (attn_float_piece *)(void *)numbers - 1, *next = behind(room);
    rooms->used -= room->lines * LINE;
    if (next->is_free) {
        unhang(rooms, next);
        set_lines(room, room->lines + next->lines);
    }
    attn_float_piece *before = room - room->lines_before;
    if (room->lines_before && before->is_free) {
        unhang(rooms, before);
        set_lines(before, before->lines + room->lines);
        room = before;
    }
    hang(rooms, room);
}

static void free_newest(attn_float_pool *rooms)
{
    attn_float_block *newest = rooms->blocks;
    rooms->blocks = newest->before;
    rooms->bytes -= newest->lines * LINE;
    attn_resize(newest, 0);
}

void attn_float_pool_clear(attn_float_pool *rooms)
{
    enum { rounds = 16 };
    rooms->lately -= rooms->lately / rounds;
    if (rooms->lately < rooms->most) rooms->lately = rooms->most;
    while (rooms->blocks && rooms->bytes / 2 > rooms->lately) free_newest(rooms);
    rooms->used = rooms->most = 0;
    memset(rooms->free, 0, sizeof rooms->free);
    for (attn_float_block *block = rooms->blocks; block; block = block->before) empty(rooms, block);
}

void attn_float_pool_free(attn_float_pool *rooms)
{
    while (rooms->blocks) free_newest(rooms);
    *rooms = (attn_float_pool){0};
}
