/*
 * plain: a tree as text in the notation of the lesson language, which parses back to the same
 * tree. (typeset is for the eye; this is for the parser.)
 *
 * A tree that some rule put together gets parentheses where its parts need them; one that was
 * parsed gets none that are not in it.
 */
#ifndef ATTN_FORMULA_PRINT_PLAIN_H
#define ATTN_FORMULA_PRINT_PLAIN_H

#include "core/text.h"
#include "formula/syntax/ast.h"

/* i-1, ⌈j/4⌉: it stands in braces even alone. */
bool attn_sub_is_computed(const attn_sub *sub);
/* One subscript, without its braces. */
void attn_write_sub(const attn_sub *sub, attn_text *out);
void attn_write_name(const attn_name *name, attn_text *out);
void attn_write_expr(const attn_expr *expr, attn_text *out);
void attn_write_statement(const attn_statement *statement, attn_text *out);

#endif
