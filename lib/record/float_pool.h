/*
 * float_pool: memory for the numbers of a record that is cleared again and again
 * (attn_graph_clear).
 *
 * Rooms are cut from blocks; what is returned joins what lies free beside it, whatever sizes come
 * next. All are given back in one call, and the blocks stay for the next record.
 */
#ifndef ATTN_RECORD_FLOAT_POOL_H
#define ATTN_RECORD_FLOAT_POOL_H

#include "core/memory.h"

typedef struct attn_rooms_one attn_rooms_one;
typedef struct attn_rooms_block attn_rooms_block;
enum { ATTN_ROOM_SIZES = 512 };

/* {0} is none. */
typedef struct attn_rooms {
    attn_rooms_block *blocks; /* the newest first */
    attn_rooms_one *free[ATTN_ROOM_SIZES];
    size_t bytes;      /* of all blocks */
    size_t used, most; /* bytes in use, and at most since they were cleared */
    size_t lately;     /* about as many it were at most in the rounds before */
} attn_rooms;

/* Room for so many numbers, on the border of a cache line; NULL if there is no memory. */
float *attn_rooms_take(attn_rooms *rooms, size_t count);
void attn_rooms_return(attn_rooms *rooms, float *room); /* one that was taken; never NULL */
/* Nobody uses any of them any more. About twice what was used lately stays, at most. */
void attn_rooms_clear(attn_rooms *rooms);
void attn_rooms_free(attn_rooms *rooms);

#endif
