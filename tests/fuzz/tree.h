/*
 * tree: two formulas compared as trees.
 */
#ifndef ATTN_TESTS_TREE_H
#define ATTN_TESTS_TREE_H

#include "formula/syntax/ast.h"

/* Alike in all but where they stand in their text. */
bool tree_same(const attn_expr *a, const attn_expr *b);
/* Children lie within their parent, which is higher than they are. */
void tree_check(const attn_expr *expr, size_t length);

#endif
