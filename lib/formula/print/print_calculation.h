/*
 * print_calculation: lines of arithmetic (record/calculation.h) written out.
 */
#ifndef ATTN_FORMULA_PRINT_PRINT_CALCULATION_H
#define ATTN_FORMULA_PRINT_PRINT_CALCULATION_H

#include "core/text.h"
#include "record/calculation.h"

/* "1.8·1 + 0.2·0.5 − 0.8·0": one line, without those behind it. */
void attn_print_calculation(const attn_calculation *line, attn_text *out);
/* The same, where lines may break before an operator and behind a comma alone: other spaces are
 * U+00A0. */
void attn_typeset_calculation(const attn_calculation *line, attn_text *out);
/* One line as a formula of LaTeX. False, and nothing is added, if there are words in it, or terms
 * that are left out. */
bool attn_latex_calculation(const attn_calculation *line, attn_text *out);

#endif
