/*
 * map_reading: what a map of weights says by itself: how even each row is, what is masked, whether
 * the rows sum to 1.
 */
#ifndef ATTN_LESSON_RUN_MAP_READING_H
#define ATTN_LESSON_RUN_MAP_READING_H

#include "lesson/lesson.h"
#include "tensor/rounding.h"

typedef struct attn_reading {
    const attn_record *record;
    attn_node node;
    const attn_tensor *value;
    attn_rounding rounding; /* of its numbers, where no softmax made them */
    size_t recomputed;      /* values of the record that were computed again before */
} attn_reading;

/*
 * Whether a value is a map of weights: softmax made it; or the lesson draws it (mapped), and its
 * rows are not negative and sum to 1, and not all numbers are 0 or 1. No distribution over the
 * words of a vocabulary is one.
 */
bool attn_reading_of(const attn_run *run, attn_node node, bool mapped, attn_reading *reading);
/* Gives back what it computed again; the last one that began ends first. */
void attn_reading_end(const attn_reading *reading);
/* Weights over words that are attended to; else they say which word of a vocabulary comes out. */
bool attn_is_attention(const attn_run *run, const attn_tensor *weights);

/* A sum that is further from 1 is another number where two decimals are written. */
#define ATTN_SEEN_OFF 0.005

typedef struct attn_row {
    double sum;
    bool shared; /* it sums to 1; else nothing is shared out, and entropy says nothing */
    double entropy, at_most; /* in nats; at_most: log open */
    float largest;
    size_t open, parts; /* places that are not masked, and numbers that are not 0 */
} attn_row;

/* All rows of a value whose masked numbers are −∞. */
void attn_rows_read(const attn_tensor *value, const attn_rounding *rounding, attn_row *rows);

/* False: there was no memory to compute again what was given back. */
bool attn_reading_row(const attn_reading *reading, size_t row, attn_row *out);
bool attn_reading_masked(const attn_reading *reading, size_t row, size_t col, bool *masked);

#endif
