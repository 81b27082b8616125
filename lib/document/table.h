/*
 * table: rows and columns with words on both axes; of a large one only a corner is shown: the first
 * few rows and columns, and the last.
 */
#ifndef ATTN_DOCUMENT_TABLE_H
#define ATTN_DOCUMENT_TABLE_H

#include <stdint.h>

#include "core/text.h"
#include "picture/style/colors.h"

/* What stands in a table is asked for when it is needed; user is handed on. Places from 0. */
typedef struct attn_table {
    size_t rows, cols;
    const char *name; /* beside the heads, or above the table where it is long; or "" */
    const void *user;
    void (*cell)(const void *user, size_t row, size_t col, attn_text *out);
    /* The words on an axis; NULL: none (numbers are put there where a part of the table is shown).
     */
    void (*row_head)(const void *user, size_t row, attn_text *out);
    void (*col_head)(const void *user, size_t col, attn_text *out);
    bool col_names; /* col_head gives names, typeset already as `name` is, and no words */
    /* Words are aligned left, numbers right. NULL: all are numbers. */
    bool (*is_words)(const void *user, size_t col);
    /* Whether a cell stands out: behind a "*" on a page of text. NULL: none does. */
    bool (*stands_out)(const void *user, size_t row, size_t col);
    /* The colour behind a cell; false: none. NULL: none anywhere. */
    bool (*ground)(const void *user, size_t row, size_t col, attn_color *ground);
} attn_table;

/* True if only a corner of an axis as long as this is shown. */
bool attn_table_cuts(size_t count, bool whole);
/* How many places of an axis are shown, and which the k-th of them is (ATTN_TABLE_GAP: the middle,
 * which is left out). */
size_t attn_table_shown(size_t count, bool whole);
size_t attn_table_place(size_t count, bool whole, size_t k);
#define ATTN_TABLE_GAP SIZE_MAX

#endif
