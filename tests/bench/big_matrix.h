/*
 * big_matrix: n × n attention weights as a real map has them, the same for all who draw them: most
 * weight near the diagonal, some columns that every row looks at, noise. Rows sum to 1.
 */
#ifndef BENCH_BIG_MATRIX_H
#define BENCH_BIG_MATRIX_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Evenly from 0 to 1, without 1. */
static inline float big_matrix_noise(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (float)((z ^ (z >> 31)) >> 40) / 16777216.0f;
}

static inline void big_matrix_fill(float *weights, size_t n)
{
    uint64_t state = 1;
    for (size_t i = 0; i < n; i++) {
        float *row = weights + i * n, sum = 0.0f;
        for (size_t j = 0; j < n; j++) {
            float distance = (float)(i > j ? i - j : j - i) / 16.0f;
            float sink = j % 97 == 5 ? 3.0f : 0.0f;
            row[j] = expf(sink - fminf(distance, 5.0f) + 1.7f * big_matrix_noise(&state));
            sum += row[j];
        }
        for (size_t j = 0; j < n; j++) row[j] /= sum;
    }
}

#endif
