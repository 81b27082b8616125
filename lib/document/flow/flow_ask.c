/*
 * flow_ask: a value within a function, as a formula that the run can be asked for.
 */
#include <string.h>

#include "document/flow/building.h"

/* A question has at most so many: its locals may double with each line. */
enum { MOST_PARTS = 200 };

/* Letters that stand for the number 1 do so in every subscript: l − 1 is 0. */
static void set_letter(attn_name *name, const char *letter)
{
    for (size_t i = 0; i < name->sub_count; i++) {
        attn_sub *sub = &name->subs[i];
        if (sub->kind == ATTN_SUB_NUMBER || strcmp(sub->word, letter) != 0) continue;
        long number = sub->kind == ATTN_SUB_SHIFTED ? 1 + sub->offset : 1;
        *sub = (attn_sub){.kind = ATTN_SUB_NUMBER, .offset = number, .divisor = 1};
    }
}

static bool is_letter(const attn_expr *e, const char *letter)
{
    return e->kind == ATTN_EXPR_NAME && e->name->sub_count == 0 &&
           strcmp(e->name->word, letter) == 0;
}

/* In parentheses, which are left out where they are not needed. */
static attn_expr *grouped(builder *b, const attn_expr *e)
{
    attn_expr *group = attn_alloc(b->arena, 1, sizeof *group);
    attn_expr **child = attn_alloc(b->arena, 1, sizeof(attn_expr *));
    if (!group || !child) return NULL;
    child[0] = attn_copy(b->arena, e, 1, sizeof *e);
    *group = (attn_expr){.kind = ATTN_EXPR_GROUP, .count = 1, .children = child};
    return child[0] ? group : NULL;
}

static const flow_local *local_of(const builder *b, const attn_expr *e)
{
    return e->kind == ATTN_EXPR_NAME ? attn_flow_local(b, e->name) : NULL;
}

size_t attn_flow_size(const builder *b, const attn_expr *expr)
{
    const flow_local *local = local_of(b, expr);
    size_t size = local ? local->size : 1;
    for (size_t i = 0; i < expr->count && size <= MOST_PARTS; i++)
        size += attn_flow_size(b, expr->children[i]);
    return size;
}

static attn_expr *in_first_turn(builder *b, const attn_expr *expr, const char *letter)
{
    const flow_local *local = local_of(b, expr);
    if (local && local->is) return grouped(b, local->is);
    attn_expr *e = attn_copy(b->arena, expr, 1, sizeof *e);
    if (!e) return NULL;
    if (is_letter(expr, letter)) {
        *e = (attn_expr){.kind = ATTN_EXPR_NUMBER, .number = 1.0};
        return e;
    }
    if (e->name) e->name = attn_copy(b->arena, e->name, 1, sizeof *e->name);
    if (e->name) set_letter(e->name, letter);
    e->children = attn_alloc(b->arena, expr->count + 1, sizeof(attn_expr *));
    for (size_t i = 0; e->children && i < expr->count; i++)
        if (!(e->children[i] = in_first_turn(b, expr->children[i], letter))) return NULL;
    return e->children ? e : NULL;
}

attn_expr *attn_flow_in_first_turn(builder *b, const attn_expr *expr, const char *letter)
{
    return attn_flow_size(b, expr) > MOST_PARTS ? NULL : in_first_turn(b, expr, letter);
}
