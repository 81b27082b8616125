/*
 * mathml: a formula as MathML, to stand between <math> and </math>.
 *
 * The elements are those of MathML Core, which browsers draw by themselves. Every word is escaped.
 */
#ifndef ATTN_FORMULA_PRINT_MATHML_H
#define ATTN_FORMULA_PRINT_MATHML_H

#include "core/text.h"
#include "formula/syntax/ast.h"

/* Each adds its formula, without the element <math>. */
void attn_mathml_expr(const attn_expr *expr, attn_text *out);
void attn_mathml_statement(const attn_statement *statement, attn_text *out);
/* A label ("e_{1,2}", "A A^T"). False, and nothing is added, if it is no formula. */
bool attn_mathml_label(const char *label, attn_text *out);
/* "score(s, h)" of a function and its parameters. */
void attn_mathml_head(const char *function, const char *const *parameters, size_t count,
                      attn_text *out);

#endif
