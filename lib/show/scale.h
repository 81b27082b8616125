/*
 * scale: from numbers to places on a colour map, and the round numbers beside a colour bar.
 */
#ifndef ATTN_SHOW_SCALE_H
#define ATTN_SHOW_SCALE_H

#include "show/sheet.h"

/* What one colour bar spans: 0 … top, or −top … top for a signed scale. */
typedef struct attn_range {
    attn_scale scale;
    double top;       /* a round number, never 0 */
    size_t intervals; /* into which round numbers divide it */
} attn_range;

/* The largest magnitude among the finite numbers of the first example; 0 if there is none. */
double attn_tensor_largest(const attn_tensor *tensor);
/* True if some element of the first example is no finite number: masked. */
bool attn_tensor_has_masked(const attn_tensor *tensor);

/* The narrowest range of this kind that holds numbers up to `largest` in magnitude. */
attn_range attn_range_holding(attn_scale scale, double largest);
bool attn_range_same(attn_range a, attn_range b);

/* The place 0 … 1 of a number on the map. */
double attn_range_place(attn_range range, float value);
/* Into how many intervals ticks divide the bar where there is room for `most` (one is always made).
 */
size_t attn_range_intervals(attn_range range, size_t most);
/* The number at tick k of 0 … intervals, from the lower end. */
double attn_range_tick(attn_range range, size_t k, size_t intervals);

#endif
