/*
 * tree: see tree.h.
 */
#include "tree.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_sub(const attn_sub *a, const attn_sub *b)
{
    if (a == NULL || b == NULL) return a == b;
    return a->kind == b->kind && a->offset == b->offset && a->divisor == b->divisor &&
           same_text(a->word, b->word);
}

static bool same_name(const attn_name *a, const attn_name *b)
{
    if (a == NULL || b == NULL) return a == b;
    bool same =
        strcmp(a->word, b->word) == 0 && a->sub_count == b->sub_count && a->after == b->after;
    for (size_t i = 0; same && i < a->sub_count; i++) same = same_sub(&a->subs[i], &b->subs[i]);
    return same;
}

bool tree_same(const attn_expr *a, const attn_expr *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->dotted == b->dotted &&
                a->height == b->height && fabs(a->number - b->number) <= 0 &&
                same_text(a->function, b->function) && same_sub(a->index, b->index) &&
                same_name(a->name, b->name) && same_name(a->with, b->with);
    for (size_t i = 0; same && i < a->count; i++) same = tree_same(a->children[i], b->children[i]);
    return same;
}

void tree_check(const attn_expr *expr, size_t length)
{
    fuzz_require(expr->start < expr->end && expr->end <= length, "a node lies within its text");
    fuzz_require(expr->height <= ATTN_MOST_HEIGHT, "a tree is no higher than its limit");
    for (size_t i = 0; i < expr->count; i++) {
        const attn_expr *child = expr->children[i];
        fuzz_require(child->start >= expr->start && child->end <= expr->end,
                     "a part lies within the whole");
        fuzz_require(child->height < expr->height, "a part is lower than the whole");
        tree_check(child, length);
    }
}
