/*
 * random: drawn numbers that depend on a seed and a name alone (the lesson language, "Chance").
 */
#ifndef ATTN_CORE_RANDOM_H
#define ATTN_CORE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bit. */
uint64_t attn_hash(const char *bytes, size_t length);

/* A series of random numbers: the same for the same name and seed on every machine. */
typedef struct attn_random {
    uint64_t state;
} attn_random;

/* name is "name_subscripts": "W_Q_", "W_Q_1", "Q_2,1". */
attn_random attn_random_named(const char *name, uint64_t seed);
float attn_random_uniform(attn_random *random); /* upper 24 bits / 2^24: [0, 1) */
float attn_random_normal(attn_random *random,
                         double scale); /* Box-Muller, cosine branch, in double */

#endif
