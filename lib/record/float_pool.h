/*
 * float_pool: memory for the numbers of a record that is cleared again and again
 * (attn_record_clear).
 *
 * Rooms are cut from blocks; what is returned joins what lies free beside it, whatever sizes come
 * next. All are given back in one call, and the blocks stay for the next record.
 */
#ifndef ATTN_RECORD_FLOAT_POOL_H
#define ATTN_RECORD_FLOAT_POOL_H

#include "core/memory.h"

typedef struct attn_float_piece attn_float_piece;
typedef struct attn_float_block attn_float_block;
enum { ATTN_FLOAT_SIZES = 512 };

/* {0} is none. */
typedef struct attn_float_pool {
    attn_float_block *blocks; /* the newest first */
    attn_float_piece *free[ATTN_FLOAT_SIZES];
    size_t bytes;      /* of all blocks */
    size_t used, most; /* bytes in use, and at most since they were cleared */
    size_t lately;     /* about as many it were at most in the rounds before */
} attn_float_pool;

/* Room for so many numbers, on the border of a cache line; NULL if there is no memory. */
float *attn_float_pool_take(attn_float_pool *rooms, size_t count);
void attn_float_pool_return(attn_float_pool *rooms,
                            float *room); /* one that was taken; never NULL */
/* Nobody uses any of them any more. About twice what was used lately stays, at most. */
void attn_float_pool_clear(attn_float_pool *rooms);
void attn_float_pool_free(attn_float_pool *rooms);

#endif
