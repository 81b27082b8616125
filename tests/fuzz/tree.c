/*
 * tree: see tree.h.
 */
#include "tree.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"

/* ---- writing ---- */

void tree_write_name(const attn_name *name, attn_text *out)
{
    attn_text_add(out, name->word);
    for (size_t i = 0; i < name->sub_count; i++) {
        const attn_sub *sub = &name->subs[i];
        attn_text_add(out, i == 0 ? "_{" : ",");
        if (sub->kind == ATTN_SUB_NUMBER) attn_text_print(out, "%ld", sub->offset);
        if (sub->kind == ATTN_SUB_WORD) attn_text_add(out, sub->word);
        if (sub->kind == ATTN_SUB_SHIFTED) attn_text_print(out, "%s%+ld", sub->word, sub->offset);
    }
    if (name->sub_count > 0) attn_text_add(out, "}");
}

static void write_children(const attn_expr *expr, const char *open, const char *between,
                           const char *close, attn_text *out)
{
    attn_text_add(out, open);
    for (size_t i = 0; i < expr->count; i++) {
        if (i > 0) attn_text_add(out, between);
        tree_write(expr->children[i], out);
    }
    attn_text_add(out, close);
}

static void write_partial(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "∂");
    tree_write_name(expr->name, out);
    attn_text_add(out, "/∂");
    tree_write_name(expr->with, out);
}

/* What stands before, between and behind the children of each kind. */
static const struct {
    const char *open, *between, *close;
} signs[] = {
    [ATTN_EXPR_CALL] = {"(", ", ", ")"},    [ATTN_EXPR_SPLIT] = {"(", "", ")"},
    [ATTN_EXPR_CONCAT] = {"(", "", ")"},    [ATTN_EXPR_SIGMA] = {" ", "", ""},
    [ATTN_EXPR_NEGATIVE] = {"-", "", ""},   [ATTN_EXPR_ADD] = {"", " + ", ""},
    [ATTN_EXPR_SUBTRACT] = {"", " - ", ""}, [ATTN_EXPR_TIMES] = {"", " ⊙ ", ""},
    [ATTN_EXPR_DIVIDE] = {"", " / ", ""},   [ATTN_EXPR_PRODUCT] = {"", " ", ""},
    [ATTN_EXPR_LESS] = {"", " < ", ""},     [ATTN_EXPR_LESS_EQUAL] = {"", " ≤ ", ""},
    [ATTN_EXPR_GREATER] = {"", " > ", ""},  [ATTN_EXPR_GREATER_EQUAL] = {"", " ≥ ", ""},
    [ATTN_EXPR_EQUAL] = {"", " == ", ""},   [ATTN_EXPR_TRANSPOSE] = {"", "", "ᵀ"},
    [ATTN_EXPR_POWER] = {"", "^{", "}"},    [ATTN_EXPR_ROOT] = {"sqrt(", "", ")"},
    [ATTN_EXPR_GROUP] = {"(", "", ")"},     [ATTN_EXPR_JOIN] = {"[", " ; ", "]"},
    [ATTN_EXPR_STACK] = {"[", ", ", "]"},   [ATTN_EXPR_PARTIAL] = {"", "", ""},
};

void tree_write(const attn_expr *expr, attn_text *out)
{
    if (expr->kind == ATTN_EXPR_NUMBER) attn_text_print(out, "%.17g", expr->number);
    if (expr->kind == ATTN_EXPR_INFINITY) attn_text_add(out, "∞");
    if (expr->kind == ATTN_EXPR_PI) attn_text_add(out, "π");
    if (expr->kind == ATTN_EXPR_NAME) tree_write_name(expr->name, out);
    if (expr->kind == ATTN_EXPR_PARTIAL) write_partial(expr, out);
    if (expr->kind == ATTN_EXPR_CALL) attn_text_add(out, expr->function);
    if (expr->kind == ATTN_EXPR_SPLIT) attn_text_print(out, "split_{%s}", expr->index);
    if (expr->kind == ATTN_EXPR_CONCAT) attn_text_print(out, "concat_{%s}", expr->index);
    if (expr->kind == ATTN_EXPR_SIGMA) attn_text_print(out, "Σ_{%s}", expr->index);
    if (expr->count == 0 && expr->kind != ATTN_EXPR_CALL) return;
    write_children(expr, signs[expr->kind].open, expr->dotted ? " · " : signs[expr->kind].between,
                   signs[expr->kind].close, out);
}

/* ---- comparing ---- */

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_name(const attn_name *a, const attn_name *b)
{
    if (a == NULL || b == NULL) return a == b;
    bool same = strcmp(a->word, b->word) == 0 && a->sub_count == b->sub_count;
    for (size_t i = 0; same && i < a->sub_count; i++)
        same = a->subs[i].kind == b->subs[i].kind && a->subs[i].offset == b->subs[i].offset &&
               same_text(a->subs[i].word, b->subs[i].word);
    return same;
}

bool tree_same(const attn_expr *a, const attn_expr *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->dotted == b->dotted &&
                a->height == b->height && fabs(a->number - b->number) <= 0 &&
                same_text(a->function, b->function) && same_text(a->index, b->index) &&
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
