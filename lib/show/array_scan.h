/*
 * array_scan: what the numbers of a map are, in one pass over them: weights or scores, how far they
 * go, and what is odd about them.
 */
#ifndef ATTN_SHOW_ARRAY_SCAN_H
#define ATTN_SHOW_ARRAY_SCAN_H

#include "core/memory.h"

/* Where the rows of a map come from. */
typedef struct attn_row_source {
    size_t rows, cols;
    bool (*read)(void *user, size_t row, size_t count, float *numbers, attn_status *status);
    void *user;
} attn_row_source;

/* How many numbers are odd in one way, and the first of them. */
typedef struct attn_odd {
    size_t count, row, col;
    float value;
} attn_odd;

typedef struct attn_scan {
    double largest;            /* magnitude of the finite ones */
    bool masked;               /* some are not finite */
    bool negative;             /* some are finite and below 0 */
    attn_odd nan;              /* NaN or +∞ */
    size_t off_count, off_row; /* rows that do not sum to 1, and the first of them */
    double off_sum;
    bool columns_sum; /* the columns do, then */
    attn_odd deep;    /* of at most ATTN_MASKED_TO */
    double shallow;   /* the largest magnitude of the other finite ones */
} attn_scan;

/* More behind those there are. */
void attn_odd_add(attn_odd *odd, attn_odd more);
/* Whether what lies so far below all else must be a mask that was added as a number. */
bool attn_scan_hides(const attn_scan *scan);
/* −∞ for such numbers. */
void attn_mask_deep(float *numbers, size_t count);

/* near: how far from 1 a sum may be. Rows in which nothing is finite sum to nothing. */
bool attn_scan_rows(const attn_row_source *source, double near, attn_status *status,
                    attn_scan *scan);

#endif
