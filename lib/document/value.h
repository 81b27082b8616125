/*
 * value: a number, a vector or a matrix for the eye, with its name and the words on its axes.
 */
#ifndef ATTN_DOCUMENT_VALUE_H
#define ATTN_DOCUMENT_VALUE_H

#include "document/table.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/sheet.h"

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
