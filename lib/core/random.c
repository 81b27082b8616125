/*
 * random: FNV-1a gives a name its place, splitmix64 draws from there, Box and Muller make it
 * normal.
 */
#include "core/random.h"

#include <math.h>
#include <string.h>

static const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / golden ratio, odd */

uint64_t attn_hash(const char *bytes, size_t length)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    return hash;
}

attn_random attn_random_named(const char *name, uint64_t seed)
{
    return (attn_random){attn_hash(name, strlen(name)) ^ (seed * golden)};
}

/* splitmix64 (Steele, Lea, Flood 2014; constants of Vigna's reference code). */
static uint64_t next(attn_random *random)
{
    random->state += golden;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

float attn_random_uniform(attn_random *random)
{
    return (float)(next(random) >> 40) / 16777216.0f;
}

float attn_random_normal(attn_random *random, double scale)
{
    const double pi = 3.14159265358979323846;
    double u = (double)attn_random_uniform(random), v = (double)attn_random_uniform(random);
    return (float)(sqrt(-2.0 * log(1.0 - u)) * cos(2.0 * pi * v) * scale);
}
