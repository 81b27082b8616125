/*
 * batches: which examples each step of training learns from.
 *
 * A round takes every example once. Shuffled, examples fall into bins by their lengths, in the
 * order of the shuffling; a full bin is a batch. What is left in the bins at the end makes mixed
 * ones. Then the batches are shuffled, so that a round does not go from short to long.
 */
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "lesson/program/training.h"

struct batches {
    size_t count, batch; /* examples; of each batch */
    bool shuffled;
    attn_random random;
    uint32_t *order; /* of the round: the batches, one after the other */
    size_t at;
    uint32_t *bin; /* of each example, from 0 */
    size_t bin_count;
    uint32_t *bins; /* bin_count times batch */
    size_t *filled;
    uint32_t *scratch;
};

typedef struct keyed {
    uint64_t key;
    uint32_t example;
} keyed;

static int by_key(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->example < y->example ? -1 : x->example > y->example;
}

static uint64_t key_of(const examples *all, size_t example)
{
    char lengths[ATTN_MOST_INPUTS * sizeof(size_t)];
    for (size_t k = 0; k < all->input_count; k++) {
        size_t length = attn_example_length(all, example, k);
        memcpy(lengths + k * sizeof length, &length, sizeof length);
    }
    return attn_hash(lengths, all->input_count * sizeof(size_t));
}

/* Examples of equal lengths get one bin. */
static bool choose_bins(batches *b, const examples *all, attn_status *status)
{
    keyed *keys = attn_resize(NULL, b->count * sizeof *keys);
    if (!keys) return attn_no_memory(status, "reading the examples");
    for (size_t i = 0; i < b->count; i++) keys[i] = (keyed){key_of(all, i), (uint32_t)i};
    qsort(keys, b->count, sizeof *keys, by_key);
    for (size_t i = 0; i < b->count; i++) {
        if (i == 0 || keys[i].key != keys[i - 1].key) b->bin_count++;
        b->bin[keys[i].example] = (uint32_t)(b->bin_count - 1);
    }
    attn_resize(keys, 0);
    return true;
}

static bool make_bins(batches *b, const examples *all, attn_arena *arena)
{
    if (!choose_bins(b, all, attn_arena_status(arena))) return false;
    b->bins = attn_alloc(arena, b->bin_count * b->batch, sizeof *b->bins);
    b->filled = attn_alloc(arena, b->bin_count, sizeof *b->filled);
    return b->bins && b->filled;
}

/* A whole number below n. */
static size_t below(attn_random *random, size_t n)
{
    return (size_t)((double)attn_random_uniform(random) * (double)n);
}

/* Fisher and Yates, on pieces of `width` numbers. */
static void shuffle(attn_random *random, uint32_t *items, size_t count, size_t width)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = below(random, i);
        for (size_t j = 0; j < width; j++) {
            uint32_t moved = items[(i - 1) * width + j];
            items[(i - 1) * width + j] = items[k * width + j];
            items[k * width + j] = moved;
        }
    }
}

static void new_round(batches *b)
{
    size_t made = 0;
    b->at = 0;
    if (!b->shuffled) return;
    for (size_t i = 0; i < b->count; i++) b->scratch[i] = (uint32_t)i;
    shuffle(&b->random, b->scratch, b->count, 1);
    memset(b->filled, 0, b->bin_count * sizeof *b->filled);
    for (size_t i = 0; i < b->count; i++) {
        size_t bin = b->bin[b->scratch[i]];
        uint32_t *items = b->bins + bin * b->batch;
        items[b->filled[bin]++] = b->scratch[i];
        if (b->filled[bin] < b->batch) continue;
        memcpy(b->order + made, items, b->batch * sizeof *items);
        made += b->batch;
        b->filled[bin] = 0;
    }
    for (size_t bin = 0; bin < b->bin_count; bin++) {
        memcpy(b->order + made, b->bins + bin * b->batch, b->filled[bin] * sizeof *b->bins);
        made += b->filled[bin];
    }
    shuffle(&b->random, b->order, b->count / b->batch, b->batch);
}

batches *attn_batches_new(const examples *all, const training *train, uint64_t seed,
                          attn_arena *arena)
{
    const size_t count = all->count;
    const batches begun = {.count = count,
                           .batch = train->batch < count ? train->batch : count,
                           .shuffled = train->shuffled,
                           .random = attn_random_named("order_", seed),
                           .order = attn_alloc(arena, count, sizeof *begun.order),
                           .scratch = attn_alloc(arena, count, sizeof *begun.scratch),
                           .bin = attn_alloc(arena, count, sizeof *begun.bin)};
    batches *b = attn_copy(arena, &begun, 1, sizeof begun);
    if (!attn_ok(attn_arena_status(arena)) || !make_bins(b, all, arena)) return NULL;
    for (size_t i = 0; i < b->count; i++) b->order[i] = (uint32_t)i;
    new_round(b);
    return b;
}

/* Examples of one bin stand together; bins in the order of their first example. */
static void sort_batch(const batches *b, const uint32_t *from, size_t count, uint32_t *to)
{
    size_t sorted = 0;
    for (size_t i = 0; i < count; i++) b->filled[b->bin[from[i]]] = 0;
    for (size_t i = 0; i < count; i++) {
        size_t bin = b->bin[from[i]];
        if (b->filled[bin]) continue;
        b->filled[bin] = 1;
        for (size_t k = i; k < count; k++)
            if (b->bin[from[k]] == bin) to[sorted++] = from[k];
    }
}

/* Takes the places of the next step in the order; how many. */
static size_t take_next(batches *b)
{
    if (b->at == b->count) new_round(b);
    size_t left = b->count - b->at, count = b->batch < left ? b->batch : left;
    b->at += count;
    return count;
}

size_t attn_batches_next(batches *b, const uint32_t **which)
{
    size_t count = take_next(b);
    sort_batch(b, b->order + b->at - count, count, b->scratch);
    *which = b->scratch;
    return count;
}

void attn_batches_skip(batches *b, size_t steps)
{
    for (size_t i = 0; i < steps; i++) take_next(b);
}
