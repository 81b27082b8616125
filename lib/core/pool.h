/*
 * pool: the threads of the program. They share pieces of work that do not depend on each other, so
 * results are the same however many there are.
 *
 * The threads are made when they are first needed, and wait in between. Where none can be made, or
 * the pool is at work already (for another thread, or further up this one), the caller does all
 * pieces itself. A process made by fork starts without threads and makes its own.
 */
#ifndef ATTN_CORE_POOL_H
#define ATTN_CORE_POOL_H

#include <stddef.h>

/* worker: whose pieces never run at the same time, below the number of threads. */
typedef void attn_pool_work(void *context, size_t piece, size_t worker);

/* How many threads share work, the caller among them. 0 (default): one for each processor. */
void attn_pool_threads(size_t threads);
size_t attn_pool_size(void);

/* Does pieces 0 … pieces − 1, each once, by at most so many threads; returns when all are done. */
void attn_pool_run(size_t threads, size_t pieces, attn_pool_work *work, void *context);

/* Ends the threads. They come back when they are needed again. */
void attn_pool_free(void);

#endif
