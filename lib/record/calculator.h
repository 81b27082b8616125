/*
 * calculator: the arithmetic on the board, done again as a reader would with a pocket calculator:
 * from the digits that are written. That is how arithmetic.c knows whether it wrote enough of them.
 */
#ifndef ATTN_RECORD_CALCULATOR_H
#define ATTN_RECORD_CALCULATOR_H

/* The value of one line; NaN where it cannot be typed in: words, or terms left out. */
double attn_calculate(const char *line);

#endif
