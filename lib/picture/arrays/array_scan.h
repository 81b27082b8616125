/*
 * array_scan: what the numbers of a map are, in one pass over them: weights or scores, how far they
 * go, and what is odd about them.
 */
#ifndef ATTN_PICTURE_ARRAYS_ARRAY_SCAN_H
#define ATTN_PICTURE_ARRAYS_ARRAY_SCAN_H

#include "core/memory.h"
#include "tensor/rounding.h"

/* Where the rows of a map come from. */
typedef struct attn_row_source {
    size_t rows, cols;
    float *held; /* all of them; or NULL: */
    bool (*read)(void *user, size_t row, size_t count, float *numbers, attn_status *status);
    void *user;
} attn_row_source;

/* How many numbers are odd in one way, and the first of them. */
typedef struct attn_odd {
    size_t count, row, col;
    float value;
} attn_odd;

/* Sums of rows: how many, the first of them and the row it is of, and how far they go. */
typedef struct attn_sums {
    size_t count, row;
    double first, least, most;
    double away; /* from 1, all of them together */
} attn_sums;

typedef struct attn_scan {
    attn_rounding rounding; /* of the numbers; it says which sums may be those of weights */
    double largest;         /* magnitude of the finite ones */
    bool masked;            /* some are not finite */
    bool negative;          /* some are finite and below 0 */
    attn_odd nan;           /* NaN or +∞ */
    size_t infinite;        /* how many of them are +∞ */
    attn_sums sums;         /* of rows with numbers, and no odd ones among them */
    attn_sums off;          /* of those, that are not 1 */
    bool columns_sum;       /* the columns sum to 1, then */
    attn_odd deep;          /* of at most ATTN_MASKED_TO */
    double shallow;         /* the largest magnitude of the other finite ones */
    bool above, below;      /* some above the diagonal are not 0, some below it */
} attn_scan;

/* Of another map that becomes one with it: whatever is odd in one of them is. */
void attn_scan_add(attn_scan *scan, const attn_scan *more);
/* −∞ for numbers so far below all else that they must be a mask that was added as a number. */
void attn_mask_deep(float *numbers, size_t count);

/*
 * Whether a square map, of `side` rows, can only be causal: all above the diagonal is exactly 0,
 * not all below it is, and nothing is below 0. Zeros elsewhere tell less: a number that is only
 * small is 0 as well, once it is rounded.
 */
bool attn_scan_causal(const attn_scan *scan, size_t side);
/* −∞ above the diagonal, in `count` of its rows from this one on. */
void attn_mask_above(float *numbers, size_t row, size_t count, size_t side);

/*
 * rounding: what is known of the numbers before any is seen. Rows in which nothing is finite sum to
 * nothing. hidden: what is added to it was a mask, and is −∞ in the scan, and in numbers that are
 * held.
 */
bool attn_scan_rows(const attn_row_source *source, attn_rounding rounding, attn_status *status,
                    attn_scan *scan, attn_odd *hidden);

#endif
