/*
 * plain: each operand is asked for the least level of the grammar that may stand in its place;
 * what is looser goes into parentheses.
 */
#include "formula/print/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXPR_KINDS = ATTN_EXPR_PARTIAL + 1 };

/* From the loosest rule of the grammar to the tightest. */
typedef enum level {
    LEVEL_EXPR,
    LEVEL_SUM,
    LEVEL_TERM,
    LEVEL_PRODUCT,
    LEVEL_FACTOR,
    LEVEL_BASE
} level;

static const level levels[EXPR_KINDS] = {
    [ATTN_EXPR_NUMBER] = LEVEL_BASE,  [ATTN_EXPR_INFINITY] = LEVEL_BASE,
    [ATTN_EXPR_PI] = LEVEL_BASE,      [ATTN_EXPR_NAME] = LEVEL_BASE,
    [ATTN_EXPR_CALL] = LEVEL_BASE,    [ATTN_EXPR_SPLIT] = LEVEL_BASE,
    [ATTN_EXPR_CONCAT] = LEVEL_BASE,  [ATTN_EXPR_SIGMA] = LEVEL_PRODUCT,
    [ATTN_EXPR_NEGATIVE] = LEVEL_SUM, [ATTN_EXPR_ADD] = LEVEL_SUM,
    [ATTN_EXPR_SUBTRACT] = LEVEL_SUM, [ATTN_EXPR_TIMES] = LEVEL_TERM,
    [ATTN_EXPR_DIVIDE] = LEVEL_TERM,  [ATTN_EXPR_PRODUCT] = LEVEL_PRODUCT,
    [ATTN_EXPR_LESS] = LEVEL_EXPR,    [ATTN_EXPR_LESS_EQUAL] = LEVEL_EXPR,
    [ATTN_EXPR_GREATER] = LEVEL_EXPR, [ATTN_EXPR_GREATER_EQUAL] = LEVEL_EXPR,
    [ATTN_EXPR_EQUAL] = LEVEL_EXPR,   [ATTN_EXPR_TRANSPOSE] = LEVEL_FACTOR,
    [ATTN_EXPR_POWER] = LEVEL_FACTOR, [ATTN_EXPR_ROOT] = LEVEL_BASE,
    [ATTN_EXPR_GROUP] = LEVEL_BASE,   [ATTN_EXPR_JOIN] = LEVEL_BASE,
    [ATTN_EXPR_STACK] = LEVEL_BASE,   [ATTN_EXPR_PARTIAL] = LEVEL_BASE,
};

/* Operators between two values, and the levels of these. */
static const struct {
    const char *sign;
    level left, right;
} infix[EXPR_KINDS] = {
    [ATTN_EXPR_LESS] = {" < ", LEVEL_SUM, LEVEL_SUM},
    [ATTN_EXPR_LESS_EQUAL] = {" ≤ ", LEVEL_SUM, LEVEL_SUM},
    [ATTN_EXPR_GREATER] = {" > ", LEVEL_SUM, LEVEL_SUM},
    [ATTN_EXPR_GREATER_EQUAL] = {" ≥ ", LEVEL_SUM, LEVEL_SUM},
    [ATTN_EXPR_EQUAL] = {" == ", LEVEL_SUM, LEVEL_SUM},
    [ATTN_EXPR_ADD] = {" + ", LEVEL_SUM, LEVEL_TERM},
    [ATTN_EXPR_SUBTRACT] = {" - ", LEVEL_SUM, LEVEL_TERM},
    [ATTN_EXPR_TIMES] = {" ⊙ ", LEVEL_TERM, LEVEL_FACTOR},
    [ATTN_EXPR_DIVIDE] = {" / ", LEVEL_TERM, LEVEL_FACTOR},
    [ATTN_EXPR_PRODUCT] = {" ", LEVEL_PRODUCT, LEVEL_FACTOR},
};

/* ---- names and numbers ---- */

bool attn_sub_is_computed(const attn_sub *sub)
{
    return sub->kind == ATTN_SUB_SHIFTED || sub->kind == ATTN_SUB_DIVIDED;
}

void attn_write_sub(const attn_sub *sub, attn_text *out)
{
    switch (sub->kind) {
    case ATTN_SUB_NUMBER:
        attn_text_print(out, "%ld", sub->offset);
        break;
    case ATTN_SUB_WORD:
        attn_text_add(out, sub->word);
        break;
    case ATTN_SUB_SHIFTED:
        attn_text_print(out, "%s%+ld", sub->word, sub->offset);
        break;
    case ATTN_SUB_DIVIDED:
        attn_text_print(out, "⌈%s/%ld⌉", sub->word, sub->divisor);
        break;
    }
}

static void add_subs(const attn_sub *subs, size_t count, attn_text *out)
{
    bool braces = count > 1 || attn_sub_is_computed(subs);
    attn_text_add(out, braces ? "_{" : "_");
    for (size_t i = 0; i < count; i++) {
        if (i) attn_text_add(out, ",");
        attn_write_sub(&subs[i], out);
    }
    if (braces) attn_text_add(out, "}");
}

void attn_write_name(const attn_name *name, attn_text *out)
{
    if (name->after) attn_text_add(out, "after(");
    attn_text_add(out, name->word);
    if (name->sub_count) add_subs(name->subs, name->sub_count, out);
    if (name->after) attn_text_add(out, ")");
}

/* The fewest digits that read back to the same double; 10 is not 1e+01. */
static void add_number(double number, attn_text *out)
{
    enum { most_digits = 17 };
    char digits[40] = "", plain[400];
    for (int precision = 1; precision <= most_digits; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (!(strtod(digits, NULL) < number) && !(strtod(digits, NULL) > number)) break;
    }
    snprintf(plain, sizeof plain, "%.0f", number);
    bool shorter = strchr(digits, 'e') && number >= 1 && strlen(plain) <= strlen(digits);
    attn_text_add(out, shorter ? plain : digits);
}

/* ---- expressions ---- */

/* True if Σ, which takes the rest of its term, would also take what follows this operand. */
static bool ends_in_sigma(const attn_expr *expr)
{
    while (expr->kind == ATTN_EXPR_TIMES || expr->kind == ATTN_EXPR_DIVIDE ||
           expr->kind == ATTN_EXPR_PRODUCT)
        expr = expr->children[1];
    return expr->kind == ATTN_EXPR_SIGMA;
}

static void add_at(const attn_expr *expr, level least, attn_text *out)
{
    bool looser = levels[expr->kind] < least;
    if (looser) attn_text_add(out, "(");
    attn_write_expr(expr, out);
    if (looser) attn_text_add(out, ")");
}

static void add_infix(const attn_expr *expr, attn_text *out)
{
    const attn_expr *left = expr->children[0], *right = expr->children[1];
    bool in_term = levels[expr->kind] == LEVEL_TERM || levels[expr->kind] == LEVEL_PRODUCT;
    bool sigma = in_term && right->kind == ATTN_EXPR_SIGMA;
    add_at(left, in_term && ends_in_sigma(left) ? LEVEL_BASE : infix[expr->kind].left, out);
    attn_text_add(out, expr->dotted ? " · " : infix[expr->kind].sign);
    add_at(right, sigma ? LEVEL_PRODUCT : infix[expr->kind].right, out);
}

static void add_list(const char *open, const attn_expr *expr, const char *between,
                     const char *close, attn_text *out)
{
    attn_text_add(out, open);
    for (size_t i = 0; i < expr->count; i++) {
        if (i) attn_text_add(out, between);
        attn_write_expr(expr->children[i], out);
    }
    attn_text_add(out, close);
}

/* sqrt(a + b) is √ of a sum that stands in no parentheses of its own. */
static void add_root(const attn_expr *expr, attn_text *out)
{
    bool base = levels[expr->children[0]->kind] == LEVEL_BASE;
    add_list(base ? "√" : "sqrt(", expr, "", base ? "" : ")", out);
}

/* A lone T would be the transpose, in braces too: it gets parentheses. */
static void add_power(const attn_expr *expr, attn_text *out)
{
    const attn_expr *exponent = expr->children[1];
    bool name = exponent->kind == ATTN_EXPR_NAME && exponent->name->sub_count == 0;
    bool letter_t = name && strcmp(exponent->name->word, "T") == 0;
    add_at(expr->children[0],
           expr->children[0]->kind == ATTN_EXPR_POWER ? LEVEL_BASE : LEVEL_FACTOR, out);
    attn_text_add(out, "^");
    if (levels[exponent->kind] == LEVEL_BASE && !letter_t)
        attn_write_expr(exponent, out);
    else
        add_list(letter_t ? "(" : "{", &(attn_expr){.children = expr->children + 1, .count = 1}, "",
                 letter_t ? ")" : "}", out);
}

static void add_partial(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "∂");
    attn_write_name(expr->name, out);
    attn_text_add(out, "/∂");
    attn_write_name(expr->with, out);
}

/* "softmax(", "split_j(" */
static void add_call(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, expr->kind == ATTN_EXPR_CONCAT ? "concat" : expr->function);
    if (expr->index) add_subs(expr->index, 1, out);
    add_list("(", expr, ", ", ")", out);
}

static void add_constant(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, expr->kind == ATTN_EXPR_PI ? "π" : "∞");
}

static void add_number_of(const attn_expr *expr, attn_text *out)
{
    add_number(expr->number, out);
}

static void add_name_of(const attn_expr *expr, attn_text *out)
{
    attn_write_name(expr->name, out);
}

static void add_sigma(const attn_expr *expr, attn_text *out)
{
    attn_text_print(out, "Σ_%s ", expr->index->word);
    add_at(expr->children[0], LEVEL_TERM, out);
}

static void add_negative(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "-");
    add_at(expr->children[0], LEVEL_TERM, out);
}

static void add_transpose(const attn_expr *expr, attn_text *out)
{
    add_at(expr->children[0], LEVEL_FACTOR, out);
    attn_text_add(out, "ᵀ");
}

static void add_group(const attn_expr *expr, attn_text *out)
{
    add_list("(", expr, "", ")", out);
}

/* A product without a dot and a comparison are refused alone in brackets: they get parentheses. */
static void add_brackets(const attn_expr *expr, attn_text *out)
{
    const attn_expr *first = expr->children[0];
    const attn_expr *bare = first->kind == ATTN_EXPR_NEGATIVE ? first->children[0] : first;
    bool refused =
        (bare->kind == ATTN_EXPR_PRODUCT && !bare->dotted) || levels[first->kind] == LEVEL_EXPR;
    if (expr->count == 1 && refused)
        add_list("[(", expr, "", ")]", out);
    else
        add_list("[", expr, expr->kind == ATTN_EXPR_JOIN ? " ; " : ", ", "]", out);
}

void attn_write_expr(const attn_expr *expr, attn_text *out)
{
    static void (*const writers[])(const attn_expr *, attn_text *) = {
        [ATTN_EXPR_NUMBER] = add_number_of,  [ATTN_EXPR_INFINITY] = add_constant,
        [ATTN_EXPR_PI] = add_constant,       [ATTN_EXPR_NAME] = add_name_of,
        [ATTN_EXPR_CALL] = add_call,         [ATTN_EXPR_SPLIT] = add_call,
        [ATTN_EXPR_CONCAT] = add_call,       [ATTN_EXPR_SIGMA] = add_sigma,
        [ATTN_EXPR_NEGATIVE] = add_negative, [ATTN_EXPR_ADD] = add_infix,
        [ATTN_EXPR_SUBTRACT] = add_infix,    [ATTN_EXPR_TIMES] = add_infix,
        [ATTN_EXPR_DIVIDE] = add_infix,      [ATTN_EXPR_PRODUCT] = add_infix,
        [ATTN_EXPR_LESS] = add_infix,        [ATTN_EXPR_LESS_EQUAL] = add_infix,
        [ATTN_EXPR_GREATER] = add_infix,     [ATTN_EXPR_GREATER_EQUAL] = add_infix,
        [ATTN_EXPR_EQUAL] = add_infix,       [ATTN_EXPR_TRANSPOSE] = add_transpose,
        [ATTN_EXPR_POWER] = add_power,       [ATTN_EXPR_ROOT] = add_root,
        [ATTN_EXPR_GROUP] = add_group,       [ATTN_EXPR_JOIN] = add_brackets,
        [ATTN_EXPR_STACK] = add_brackets,    [ATTN_EXPR_PARTIAL] = add_partial,
    };
    writers[expr->kind](expr, out);
}

void attn_write_statement(const attn_statement *statement, attn_text *out)
{
    for (size_t i = 0; i < statement->target_count; i++) {
        if (i) attn_text_add(out, ", ");
        attn_write_name(&statement->targets[i], out);
    }
    if (statement->target_count) attn_text_add(out, " = ");
    for (size_t i = 0; i < statement->result_count; i++) {
        if (i) attn_text_add(out, ", ");
        attn_write_expr(statement->results[i], out);
    }
}
