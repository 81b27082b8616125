/*
 * printer: the walk over a formula, for all styles.
 */
#include "formula/print/printer.h"

#include "formula/syntax/parser.h"

const attn_level attn_levels[ATTN_EXPR_KINDS] = {
    [ATTN_EXPR_NUMBER] = ATTN_LEVEL_BASE,  [ATTN_EXPR_INFINITY] = ATTN_LEVEL_BASE,
    [ATTN_EXPR_PI] = ATTN_LEVEL_BASE,      [ATTN_EXPR_NAME] = ATTN_LEVEL_BASE,
    [ATTN_EXPR_CALL] = ATTN_LEVEL_BASE,    [ATTN_EXPR_SPLIT] = ATTN_LEVEL_BASE,
    [ATTN_EXPR_CONCAT] = ATTN_LEVEL_BASE,  [ATTN_EXPR_SIGMA] = ATTN_LEVEL_PRODUCT,
    [ATTN_EXPR_NEGATIVE] = ATTN_LEVEL_SUM, [ATTN_EXPR_ADD] = ATTN_LEVEL_SUM,
    [ATTN_EXPR_SUBTRACT] = ATTN_LEVEL_SUM, [ATTN_EXPR_TIMES] = ATTN_LEVEL_TERM,
    [ATTN_EXPR_DIVIDE] = ATTN_LEVEL_TERM,  [ATTN_EXPR_PRODUCT] = ATTN_LEVEL_PRODUCT,
    [ATTN_EXPR_LESS] = ATTN_LEVEL_EXPR,    [ATTN_EXPR_LESS_EQUAL] = ATTN_LEVEL_EXPR,
    [ATTN_EXPR_GREATER] = ATTN_LEVEL_EXPR, [ATTN_EXPR_GREATER_EQUAL] = ATTN_LEVEL_EXPR,
    [ATTN_EXPR_EQUAL] = ATTN_LEVEL_EXPR,   [ATTN_EXPR_TRANSPOSE] = ATTN_LEVEL_FACTOR,
    [ATTN_EXPR_POWER] = ATTN_LEVEL_FACTOR, [ATTN_EXPR_ROOT] = ATTN_LEVEL_BASE,
    [ATTN_EXPR_GROUP] = ATTN_LEVEL_BASE,   [ATTN_EXPR_JOIN] = ATTN_LEVEL_BASE,
    [ATTN_EXPR_STACK] = ATTN_LEVEL_BASE,   [ATTN_EXPR_PARTIAL] = ATTN_LEVEL_BASE,
};

bool attn_is_one_thing(const attn_expr *expr)
{
    return attn_levels[expr->kind] == ATTN_LEVEL_BASE && expr->kind != ATTN_EXPR_PARTIAL;
}

attn_around attn_around_held(const attn_expr *whole, size_t i)
{
    bool power = whole->kind == ATTN_EXPR_POWER;
    bool base = whole->kind == ATTN_EXPR_TRANSPOSE || (power && i == 0);
    if (whole->kind == ATTN_EXPR_DIVIDE || whole->kind == ATTN_EXPR_ROOT || (power && i == 1))
        return ATTN_AROUND_HELD;
    return base && !attn_is_one_thing(whole->children[i]) ? ATTN_AROUND_ROUND : ATTN_AROUND_NOTHING;
}

static void add(const attn_printer *p, const char *text)
{
    if (text) attn_text_add(p->out, text);
}

/* ---- brackets ---- */

/* What stands out above the line. */
static bool is_tall(const attn_expr *expr)
{
    bool tall = expr->kind == ATTN_EXPR_DIVIDE || expr->kind == ATTN_EXPR_SIGMA ||
                expr->kind == ATTN_EXPR_PARTIAL;
    for (size_t i = 0; i < expr->count && !tall; i++) tall = is_tall(expr->children[i]);
    return tall;
}

static bool is_bracket(const char *text)
{
    return text && (*text == '(' || *text == '[') && text[1] == '\0';
}

static bool grows(const attn_printer *p, attn_expr *const *parts, size_t count)
{
    bool tall = false;
    for (size_t i = 0; i < count && p->style->grows; i++) tall |= is_tall(parts[i]);
    return tall;
}

/* ---- expressions ---- */

static void add_bracket(const attn_printer *p, bool tall, const char *command, const char *bracket)
{
    add(p, tall ? command : NULL);
    add(p, bracket);
}

static void print_part(const attn_printer *p, const attn_expr *whole, size_t i)
{
    static const char *const signs[][2] = {
        [ATTN_AROUND_NOTHING] = {"", ""},    [ATTN_AROUND_CURLY] = {"{", "}"},
        [ATTN_AROUND_HELD] = {"", ""},       [ATTN_AROUND_ROOT] = {"√", ""},
        [ATTN_AROUND_SQRT] = {"sqrt(", ")"},
    };
    attn_expr *const *part = &whole->children[i];
    attn_around around = p->style->around(whole, i);
    if (around == ATTN_AROUND_OWN) {
        p->style->part(p, *part);
        return;
    }
    if (around == ATTN_AROUND_HELD && (*part)->kind == ATTN_EXPR_GROUP) part = (*part)->children;
    const char *const *sign = around == ATTN_AROUND_ROUND ? p->style->brackets : signs[around];
    bool tall = is_bracket(sign[0]) && grows(p, part, 1);
    add_bracket(p, tall, "\\mathopen{}\\left", sign[0]);
    attn_print_expr(p, *part);
    add_bracket(p, tall, "\\right", sign[1]);
}

/* What stands before the parts: a number, a name, a function with its letter. */
static void print_head(const attn_printer *p, const attn_expr *expr)
{
    bool called = expr->kind == ATTN_EXPR_CALL || expr->index;
    if (expr->kind == ATTN_EXPR_NUMBER) p->style->number(p, expr->number);
    if (expr->kind == ATTN_EXPR_NAME) attn_print_name(p, expr->name);
    if (called) p->style->function(p, expr);
    if (expr->index) p->style->subs(p, expr->index, 1);
}

void attn_print_expr(const attn_printer *p, const attn_expr *expr)
{
    const attn_form *form = &p->style->forms[expr->kind];
    const char *between = expr->dotted ? p->style->dotted : form->between;
    bool tall = is_bracket(form->before) && grows(p, expr->children, expr->count);
    print_head(p, expr);
    add_bracket(p, tall, "\\mathopen{}\\left", form->before);
    if (expr->kind == ATTN_EXPR_PARTIAL) {
        attn_print_name(p, expr->name);
        add(p, between);
        attn_print_name(p, expr->with);
    }
    for (size_t i = 0; i < expr->count; i++) {
        add(p, i ? between : NULL);
        print_part(p, expr, i);
    }
    add_bracket(p, tall, "\\right", form->behind);
}

void attn_print_name(const attn_printer *p, const attn_name *name)
{
    add(p, name->after ? p->style->after : NULL);
    p->style->name(p, name);
    add(p, name->after ? p->style->brackets[1] : NULL);
}

/* ---- the whole ---- */

/* D = (a = b): without parentheses both were said to be b; and (a = b) = 1. */
static void print_result(const attn_printer *p, attn_expr *const *result, bool named)
{
    bool equation = named && p->style->one_equal && (*result)->kind == ATTN_EXPR_EQUAL;
    add(p, equation ? p->style->brackets[0] : NULL);
    attn_print_expr(p, *result);
    add(p, equation ? p->style->brackets[1] : NULL);
}

void attn_print_statement(const attn_printer *p, const attn_statement *statement)
{
    for (size_t i = 0; i < statement->target_count; i++) {
        add(p, i ? p->style->comma : NULL);
        attn_print_name(p, &statement->targets[i]);
    }
    add(p, statement->target_count ? p->style->equals : NULL);
    for (size_t i = 0; i < statement->result_count; i++) {
        add(p, i ? p->style->also : NULL);
        print_result(p, &statement->results[i], statement->target_count > 0);
    }
}

bool attn_print_label(const attn_printer *p, const char *label, bool only_name)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_expr *expr = arena ? attn_parse_label(arena, label) : NULL;
    if (expr && only_name && expr->kind != ATTN_EXPR_NAME) expr = NULL;
    if (expr) print_result(p, &expr, true);
    p->out->failed |= status.code == ATTN_MEMORY;
    attn_arena_free(arena);
    return expr != NULL;
}
