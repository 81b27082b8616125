/*
 * value: a number, a vector or a matrix for the eye, with its name and the words on its axes; and
 * tables of them.
 */
#ifndef ATTN_DOCUMENT_VALUE_H
#define ATTN_DOCUMENT_VALUE_H

#include <stdint.h>

#include "core/text.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/sheet.h"
#include "picture/style/colors.h"

/* How numbers are written, and how cells are shaded. */
typedef struct attn_look {
    int precision;                /* decimals at most */
    bool all;                     /* no corners */
    attn_palette weights, scores; /* from 0 upwards; about 0; of a look with colours alone */
} attn_look;

/* Sets all members; color: with palettes for shaded cells. */
void attn_look_prepare(attn_look *look, int precision, bool all, bool color);

/*
 * As many decimals as the numbers need, at most `most`: those that would be zero in each of them
 * are left out. A number is taken for 2.1 if it differs from it by no more than float32 rounds.
 */
int attn_decimals_needed(const float *numbers, size_t count, int most);
/* Element i: its word if the value holds tokens, else its number with so many decimals. */
void attn_value_cell(const attn_tensor *value, size_t i, int decimals, attn_text *out);

/* "layer 2" of a number of layers. */
void attn_value_add_one(const char *name, const char *number, attn_text *out);

/* "______", which stands for what is to be filled in. */
extern const char attn_blank[];

/* Whether a value needs no table: a number, or a short vector without words. */
bool attn_value_on_line(const attn_look *look, const attn_tensor *value);

/* ---- tables ---- */

/*
 * Rows and columns with words on both axes; of a large one only a corner is shown: the first few
 * rows and columns, and the last.
 */
/* What stands in a table is asked for when it is needed; user is handed on. Places from 0. */
typedef void (*attn_table_words)(const void *user, size_t place, attn_text *out);
typedef struct attn_table {
    size_t rows, cols;
    const char *name; /* beside the heads, or above the table where it is long; or "" */
    const void *user;
    void (*cell)(const void *user, size_t row, size_t col, attn_text *out);
    /* The words on an axis; NULL: none (numbers are put there where a part of the table is shown).
     */
    attn_table_words row_head;
    attn_table_words col_head;
    bool col_names; /* col_head gives names, typeset already as `name` is, and no words */
    /* Words are aligned left, numbers right. NULL: all are numbers. */
    bool (*is_words)(const void *user, size_t col);
    /* Whether a cell stands out: behind a "*" on a page of text. NULL: none does. */
    bool (*stands_out)(const void *user, size_t row, size_t col);
    /* The colour behind a cell; false: none. NULL: none anywhere. */
    bool (*ground)(const void *user, size_t row, size_t col, attn_color *ground);
    /* How strong that colour is, for who has colours of their own: from −1, of numbers below 0, to
     * 1; NAN: it has none. NULL as above. */
    double (*depth)(const void *user, size_t row, size_t col);
} attn_table;

/* True if only a corner of an axis as long as this is shown. */
bool attn_table_cuts(size_t count, bool whole);
/* How many places of an axis are shown, and which the k-th of them is (ATTN_TABLE_GAP: the middle,
 * which is left out). */
size_t attn_table_shown(size_t count, bool whole);
size_t attn_table_place(size_t count, bool whole, size_t k);
#define ATTN_TABLE_GAP SIZE_MAX
/* The head at a place of an axis: what `words` says (row_head or col_head; NULL: the number, if the
 * axis is numbered), at the gap "…". */
void attn_table_head(const attn_table *table, attn_table_words words, bool numbered, size_t place,
                     attn_text *head);

/*
 * What a value, or vectors of one length under their names, look like as a table is decided here,
 * for every writer; `use` gets the table. False: there was no memory.
 */
typedef struct attn_shown_value {
    const char *name; /* typeset already */
    const attn_tensor *value;
    const attn_reading *reading; /* of a map of weights, else NULL */
    bool shaded;                 /* its cells have colours */
    const bool *blanks;          /* of each number: it is to be filled in; NULL: none is */
} attn_shown_value;
typedef void (*attn_table_use)(void *user, const attn_table *table);
bool attn_value_table(const attn_look *look, const attn_shown_value *shown, attn_table_use use,
                      void *user);
/* Names are typeset already. */
bool attn_columns_table(const attn_look *look, const char *const *names,
                        const attn_tensor *const *columns, size_t count, attn_table_use use,
                        void *user);

#endif
