/*
 * standardize: layer norm found in a formula, and computed in one operation.
 *
 * Where a record is trained on, or writes a text, nobody asks for the arithmetic behind its
 * numbers, and nine operations that each go through all of them would take a seventh of the time.
 * The numbers are the same.
 */
#include <string.h>

#include "formula/eval/machine.h"

/* The i-th child of an expression of this kind; NULL if it is another. */
static const attn_expr *child(const attn_expr *expr, attn_expr_kind kind, size_t i)
{
    return expr && expr->kind == kind ? attn_ungrouped(expr->children[i]) : NULL;
}

static const attn_expr *argument(const attn_expr *expr, attn_op op)
{
    return expr && expr->op == (int)op ? attn_ungrouped(expr->children[0]) : NULL;
}

static bool is_name(const attn_expr *expr, const attn_name *name)
{
    return expr && expr->kind == ATTN_EXPR_NAME && expr->name->sub_count == 0 &&
           strcmp(expr->name->word, name->word) == 0;
}

/* The parts of ((Xᵀ − mean(X)) / √(var(X) + ε))ᵀ. */
static bool is_standardized(const attn_expr *expr, const attn_name **X, const attn_expr **epsilon)
{
    const attn_expr *quotient = child(expr, ATTN_EXPR_TRANSPOSE, 0);
    const attn_expr *from_mean = child(quotient, ATTN_EXPR_DIVIDE, 0);
    const attn_expr *sum = child(child(quotient, ATTN_EXPR_DIVIDE, 1), ATTN_EXPR_ROOT, 0);
    const attn_expr *x = child(child(from_mean, ATTN_EXPR_SUBTRACT, 0), ATTN_EXPR_TRANSPOSE, 0);
    *epsilon = child(sum, ATTN_EXPR_ADD, 1);
    if (!x || x->kind != ATTN_EXPR_NAME || !*epsilon) return false;
    *X = x->name;
    return is_name(x, *X) &&
           is_name(argument(child(from_mean, ATTN_EXPR_SUBTRACT, 1), ATTN_OP_MEAN), *X) &&
           is_name(argument(child(sum, ATTN_EXPR_ADD, 0), ATTN_OP_VAR), *X);
}

attn_node attn_eval_standardized(attn_scope *scope, const attn_expr *expr)
{
    const attn_name *X;
    const attn_expr *epsilon;
    if (attn_record_is_told(scope->record) || !is_standardized(expr, &X, &epsilon)) return 0;
    attn_status before = *scope->status;
    attn_node operands[2] = {attn_eval_name(scope, X), attn_eval_expr(scope, epsilon)}, made = 0;
    if (operands[0] && operands[1])
        made = attn_apply(scope->record, ATTN_OP_STANDARDIZE, operands, 2, (attn_params){0, 0});
    if (!made)
        *scope->status = before; /* the single operations find the fault again, and its place */
    return made;
}
