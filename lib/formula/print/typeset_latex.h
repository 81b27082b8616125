/*
 * typeset_latex: a formula as LaTeX, to stand between two dollar signs.
 *
 * Commands are those that amsmath and MathJax both know, and \lt and \gt, which a document of LaTeX
 * has to define. Nothing in it is a sign of Markdown or HTML (no '<', '|', '*' or '`'; no '\'
 * before a sign), so that the same formula stands in a page of either.
 */
#ifndef ATTN_FORMULA_PRINT_TYPESET_LATEX_H
#define ATTN_FORMULA_PRINT_TYPESET_LATEX_H

#include "core/text.h"
#include "formula/syntax/ast.h"

/* Writes words of any script in the document around the formula: what stands inside \text{}. */
typedef void (*attn_latex_words)(const char *bytes, size_t length, attn_text *out);

/* Each adds its formula for LaTeX's mathematics mode, without dollars around it. */
void attn_latex_expr(const attn_expr *expr, attn_latex_words words, attn_text *out);
void attn_latex_statement(const attn_statement *statement, attn_latex_words words, attn_text *out);
/* A label ("e_{1,2}", "A A^T"). False, and nothing is added, if it is no formula. */
bool attn_latex_label(const char *label, attn_latex_words words, attn_text *out);
/* "score(s, h)" of a function and its parameters. */
void attn_latex_head(const char *function, const char *const *parameters, size_t count,
                     attn_latex_words words, attn_text *out);
/* "\exp" */
void attn_latex_function(const char *function, attn_text *out);
/* A number as texts have it: "−1.2e+07", "∞". Else nothing is added, and it is false. */
bool attn_latex_number(const char *digits, attn_text *out);

/* The command for a Greek letter or a sign ("\alpha", "\le"); NULL where there is none. */
const char *attn_latex_symbol(uint32_t code);

#endif
