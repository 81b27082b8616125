/*
 * array_remark: what a picture says under its title about the numbers of a file: NaN, rows that are
 * no weights, zeros that are drawn as masked.
 */
#ifndef ATTN_PICTURE_ARRAYS_ARRAY_REMARK_H
#define ATTN_PICTURE_ARRAYS_ARRAY_REMARK_H

#include "core/text.h"
#include "picture/arrays/array_scan.h"

/* What is known of one map; or of several. */
typedef struct attn_remarked {
    attn_scan scan;
    size_t maps, off_maps; /* how many, and how many have rows that do not sum to 1 */
    bool combined;         /* each was several, which became one */
    bool causal;           /* zeros above the diagonal are drawn as masked */
} attn_remarked;

/* One map more. */
void attn_remarked_add(attn_remarked *all, const attn_scan *scan, bool combined, bool causal);
/*
 * "3 cells are NaN, drawn as masked; 2 of 12 rows sum to between 0.71 and 1.32, not to 1: these are
 * not weights"; nothing where nothing is odd.
 */
void attn_remark(const attn_remarked *remarked, attn_text *out);

#endif
