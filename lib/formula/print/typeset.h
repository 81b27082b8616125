/*
 * typeset: a formula for the eye, in plain Unicode text: eₜ,ᵢ where subscript characters exist,
 * e_{B,t} with readable fallback where they do not.
 *
 * Places where a line may break are ordinary spaces: before an operator between two values, after
 * a comma between values, and after the "=" of a statement; everywhere else the space is U+00A0. A
 * renderer wraps at U+0020 and prints U+00A0 as a space.
 */
#ifndef ATTN_FORMULA_PRINT_TYPESET_H
#define ATTN_FORMULA_PRINT_TYPESET_H

#include "core/text.h"
#include "formula/syntax/ast.h"

/* Each adds its formula as Unicode text: "W_Q" becomes "W_Q", "A^T" becomes "Aᵀ". */
void attn_typeset_expr(const attn_expr *expr, attn_text *out);
void attn_typeset_name(const attn_name *name, attn_text *out);
void attn_typeset_statement(const attn_statement *statement, attn_text *out);
/* A label of a value, which is a formula by itself ("e_{1,2}", "A A^T", "→h_0"): with ordinary
 * spaces alone. */
void attn_typeset_label(const char *label, attn_text *out);
/* A name; any other words stay as they are. */
void attn_typeset_word(const char *word, attn_text *out);
/* A whole number as an exponent: "⁻³". */
void attn_typeset_raised(int number, attn_text *out);
/*
 * The fewest digits that read back to the same float32, 0.00001 rather than 1e-05. Of a number with
 * more places than that its digits alone are added, and the power of ten is returned; else 0.
 */
int attn_typeset_digits(double number, attn_text *out);

#endif
