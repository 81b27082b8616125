/*
 * scale: from numbers to places on a colour map, and the round numbers beside a colour bar.
 */
#ifndef ATTN_PICTURE_LAYOUT_SCALE_H
#define ATTN_PICTURE_LAYOUT_SCALE_H

#include <stdint.h>

#include "picture/layout/sheet.h"

/* mantissa · 10^power, as near as a double comes to it. */
double attn_times_ten_to(double mantissa, int power);

/* What one colour bar spans: 0 … top, or −top … top for a signed scale. */
typedef struct attn_range {
    attn_scale scale;
    double top;       /* a round number, or one that was asked for; never 0 */
    size_t intervals; /* into which round numbers divide it */
    bool limited;     /* it was asked for: numbers may lie beyond it */
} attn_range;

typedef struct attn_extent {
    double largest; /* magnitude among the finite numbers; 0 if there is none */
    bool masked;    /* some element is no finite number */
} attn_extent;

/* Of the first example, in one pass. */
attn_extent attn_tensor_extent(const attn_tensor *tensor);
attn_extent attn_numbers_extent(const float *numbers, size_t count);
attn_extent attn_panel_extent(const attn_panel *panel);

/* The narrowest range of this kind that holds numbers up to `largest` in magnitude. */
attn_range attn_range_holding(attn_scale scale, double largest);
/* The range that ends at a number above 0 which somebody asked for. */
attn_range attn_range_limited(attn_scale scale, double top);
/* Whether numbers up to `largest` in magnitude reach beyond it, by more than rounding does. */
bool attn_range_is_passed(attn_range range, double largest);
bool attn_range_same(attn_range a, attn_range b);

/* The place 0 … 1 of a number on the map. */
double attn_range_place(attn_range range, float value);
/* How strong its colour is, from −1, of numbers below 0, to 1; NAN: it is no finite number. */
double attn_range_depth(attn_range range, float value);
/*
 * The steps of a colour map that numbers take, as bytes: first + 0 … first + last. What is no
 * finite number is `masked`; some_masked false: there is nothing of that kind to look for.
 */
typedef struct attn_steps {
    uint8_t first, last, masked;
    bool some_masked;
} attn_steps;
void attn_range_steps(attn_range range, attn_steps steps, const float *values, size_t count,
                      uint8_t *out);
/* Into how many intervals ticks divide the bar where there is room for `most` (one is always made).
 */
size_t attn_range_intervals(attn_range range, size_t most);
/* The number at tick k of 0 … intervals, from the lower end. */
double attn_range_tick(attn_range range, size_t k, size_t intervals);

/* ---- one scale for panels of one group, on a sheet or on all sheets of a run ---- */

typedef struct attn_common attn_common;

attn_common *attn_common_new(attn_arena *arena); /* NULL on failure */
/* Takes in how far the numbers of these panels go; plots have no scale of colours. */
bool attn_common_note(attn_common *common, const attn_panel *panels, size_t count);
/* Gives each panel the scale of its group; the sheet gets panels of its own, in the arena. */
bool attn_common_apply(const attn_common *common, attn_arena *arena, attn_sheet_options *sheet);

#endif
