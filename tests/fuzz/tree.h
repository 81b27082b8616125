/*
 * tree: a formula written out again from its tree, and two trees compared.
 */
#ifndef ATTN_TESTS_TREE_H
#define ATTN_TESTS_TREE_H

#include "core/text.h"
#include "formula/ast.h"

/* In the language's own notation, so that it can be parsed again. */
void tree_write(const attn_expr *expr, attn_text *out);
void tree_write_name(const attn_name *name, attn_text *out);
/* Alike in all but where they stand in their text. */
bool tree_same(const attn_expr *a, const attn_expr *b);
/* Children lie within their parent, which is higher than they are. */
void tree_check(const attn_expr *expr, size_t length);

#endif
