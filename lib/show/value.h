/*
 * value: a number, a vector or a matrix for the eye, with its name and the words on its axes.
 */
#ifndef ATTN_SHOW_VALUE_H
#define ATTN_SHOW_VALUE_H

#include "show/page.h"
#include "show/sheet.h"

/* How numbers are written, and how cells are shaded. */
typedef struct attn_look {
    int precision;                /* decimals at most */
    bool all;                     /* no corners */
    attn_palette weights, scores; /* from 0 upwards; about 0; of a look with colours alone */
} attn_look;

void attn_look_prepare(attn_look *look, int precision, bool all, bool color);

/*
 * As many decimals as the numbers need, at most `most`: those that would be zero in each of them
 * are left out. A number is taken for 2.1 if it differs from it by no more than float32 rounds.
 */
int attn_decimals_needed(const float *numbers, size_t count, int most);
/* Element i: its word if the value holds tokens, else its number with so many decimals. */
void attn_value_cell(const attn_tensor *value, size_t i, int decimals, attn_text *out);
/* The words on an axis, if they are more than the numbers 1, 2 …; else NULL. */
const attn_labels *attn_real_words(const attn_labels *labels);

/* "name = 3", "name = [1  0.5]", or a table (true). name is typeset already. */
bool attn_value_print(attn_page *page, const attn_look *look, const char *name,
                      const attn_tensor *value, bool shaded);

/* Vectors of one length as columns under their (typeset) names. */
void attn_columns_print(attn_page *page, const attn_look *look, const char *const *names,
                        const attn_tensor *const *columns, size_t count);

#endif
