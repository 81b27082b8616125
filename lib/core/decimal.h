/*
 * decimal: numbers that are written as text, as the float32 that lies nearest.
 */
#ifndef ATTN_CORE_DECIMAL_H
#define ATTN_CORE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

enum { ATTN_DECIMAL_LONGEST = 60 }; /* characters of a number that is read */

typedef struct attn_decimal {
    float value;       /* rounded to nearest, ties to even; infinite: too large for float32 */
    unsigned decimals; /* digits behind the point: 2 for 0.50, 5 for 1e-05 */
    size_t length;     /* characters */
    bool pointed;      /* a point stands in it */
} attn_decimal;

/*
 * Reads the number at text[0] as JSON writes one: "-0.5e-3". False where none stands, or one that
 * no JSON number is ("01", ".5", "5.", more than 60 characters). What follows is not looked at; the
 * text ends with a NUL. `point` is '.', or ','. Knows no locale.
 */
bool attn_decimal_read(const char *text, char point, attn_decimal *decimal);

#endif
