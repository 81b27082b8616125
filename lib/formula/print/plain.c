/*
 * plain: the style of the lesson language. Each part has a least level of the grammar that may
 * stand in its place; what is looser goes into parentheses.
 */
#include "formula/print/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/print/printer.h"

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
        attn_text_print(out, "⌈%s/", sub->word);
        if (sub->by)
            attn_text_add(out, sub->by);
        else
            attn_text_print(out, "%ld", sub->divisor);
        attn_text_add(out, "⌉");
        break;
    }
}

static void print_subs(const attn_printer *p, const attn_sub *subs, size_t count)
{
    bool braces = count > 1 || attn_sub_is_computed(subs);
    attn_text_add(p->out, braces ? "_{" : "_");
    for (size_t i = 0; i < count; i++) {
        if (i) attn_text_add(p->out, ",");
        attn_write_sub(&subs[i], p->out);
    }
    if (braces) attn_text_add(p->out, "}");
}

static void print_name(const attn_printer *p, const attn_name *name)
{
    attn_text_add(p->out, name->word);
    if (name->sub_count) print_subs(p, name->subs, name->sub_count);
}

/* The fewest digits that read back to the same double; 10 is not 1e+01. */
static void print_number(const attn_printer *p, double number)
{
    enum { most_digits = 17 };
    char digits[40] = "", plain[400];
    for (int precision = 1; precision <= most_digits; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (!(strtod(digits, NULL) < number) && !(strtod(digits, NULL) > number)) break;
    }
    snprintf(plain, sizeof plain, "%.0f", number);
    bool shorter = strchr(digits, 'e') && number >= 1 && strlen(plain) <= strlen(digits);
    attn_text_add(p->out, shorter ? plain : digits);
}

/* ---- expressions ---- */

static void print_function(const attn_printer *p, const attn_expr *call)
{
    attn_text_add(p->out, call->kind == ATTN_EXPR_SIGMA    ? "Σ"
                          : call->kind == ATTN_EXPR_CONCAT ? "concat"
                                                           : call->function);
}

/* The least levels of the parts, the first and the others; any where none is said. */
static const attn_level least[ATTN_EXPR_KINDS][2] = {
    [ATTN_EXPR_LESS] = {ATTN_LEVEL_SUM, ATTN_LEVEL_SUM},
    [ATTN_EXPR_LESS_EQUAL] = {ATTN_LEVEL_SUM, ATTN_LEVEL_SUM},
    [ATTN_EXPR_GREATER] = {ATTN_LEVEL_SUM, ATTN_LEVEL_SUM},
    [ATTN_EXPR_GREATER_EQUAL] = {ATTN_LEVEL_SUM, ATTN_LEVEL_SUM},
    [ATTN_EXPR_EQUAL] = {ATTN_LEVEL_SUM, ATTN_LEVEL_SUM},
    [ATTN_EXPR_ADD] = {ATTN_LEVEL_SUM, ATTN_LEVEL_TERM},
    [ATTN_EXPR_SUBTRACT] = {ATTN_LEVEL_SUM, ATTN_LEVEL_TERM},
    [ATTN_EXPR_TIMES] = {ATTN_LEVEL_TERM, ATTN_LEVEL_FACTOR},
    [ATTN_EXPR_DIVIDE] = {ATTN_LEVEL_TERM, ATTN_LEVEL_FACTOR},
    [ATTN_EXPR_PRODUCT] = {ATTN_LEVEL_PRODUCT, ATTN_LEVEL_FACTOR},
    [ATTN_EXPR_SIGMA] = {ATTN_LEVEL_TERM},
    [ATTN_EXPR_NEGATIVE] = {ATTN_LEVEL_TERM},
    [ATTN_EXPR_TRANSPOSE] = {ATTN_LEVEL_FACTOR},
    [ATTN_EXPR_POWER] = {ATTN_LEVEL_FACTOR},
};

static bool is_term(const attn_expr *expr)
{
    return expr->kind == ATTN_EXPR_TIMES || expr->kind == ATTN_EXPR_DIVIDE ||
           expr->kind == ATTN_EXPR_PRODUCT;
}

/* True if Σ, which takes the rest of its term, would also take what follows this operand. */
static bool ends_in_sigma(const attn_expr *expr)
{
    while (is_term(expr)) expr = expr->children[1];
    return expr->kind == ATTN_EXPR_SIGMA;
}

static attn_level least_level(const attn_expr *whole, size_t i)
{
    const attn_expr *part = whole->children[i];
    if (is_term(whole) && i == 0 && ends_in_sigma(part)) return ATTN_LEVEL_BASE;
    if (is_term(whole) && i == 1 && part->kind == ATTN_EXPR_SIGMA) return ATTN_LEVEL_PRODUCT;
    if (whole->kind == ATTN_EXPR_POWER && part->kind == ATTN_EXPR_POWER) return ATTN_LEVEL_BASE;
    return least[whole->kind][i > 0];
}

/* A lone T would be the transpose, in braces too: it gets parentheses. */
static attn_around around_exponent(const attn_expr *exponent)
{
    bool name = exponent->kind == ATTN_EXPR_NAME && exponent->name->sub_count == 0;
    if (name && strcmp(exponent->name->word, "T") == 0) return ATTN_AROUND_ROUND;
    return attn_levels[exponent->kind] == ATTN_LEVEL_BASE ? ATTN_AROUND_NOTHING : ATTN_AROUND_CURLY;
}

/* A product without a dot and a comparison are refused alone in brackets: they get parentheses. */
static bool is_refused_alone(const attn_expr *item)
{
    const attn_expr *bare = item->kind == ATTN_EXPR_NEGATIVE ? item->children[0] : item;
    return (bare->kind == ATTN_EXPR_PRODUCT && !bare->dotted) ||
           attn_levels[item->kind] == ATTN_LEVEL_EXPR;
}

/* sqrt(a + b) is √ of a sum that stands in no parentheses of its own. */
static attn_around around(const attn_expr *whole, size_t i)
{
    const attn_expr *part = whole->children[i];
    attn_level level = attn_levels[part->kind];
    bool brackets = whole->kind == ATTN_EXPR_JOIN || whole->kind == ATTN_EXPR_STACK;
    if (whole->kind == ATTN_EXPR_ROOT)
        return level == ATTN_LEVEL_BASE ? ATTN_AROUND_ROOT : ATTN_AROUND_SQRT;
    if (whole->kind == ATTN_EXPR_POWER && i == 1) return around_exponent(part);
    bool refused = brackets && whole->count == 1 && is_refused_alone(part);
    return refused || level < least_level(whole, i) ? ATTN_AROUND_ROUND : ATTN_AROUND_NOTHING;
}

static const attn_style plain_style = {
    .forms = {[ATTN_EXPR_INFINITY] = {"∞", "", ""},   [ATTN_EXPR_PI] = {"π", "", ""},
              [ATTN_EXPR_CALL] = {"(", ", ", ")"},    [ATTN_EXPR_SPLIT] = {"(", "", ")"},
              [ATTN_EXPR_CONCAT] = {"(", "", ")"},    [ATTN_EXPR_SIGMA] = {" ", "", ""},
              [ATTN_EXPR_NEGATIVE] = {"-", "", ""},   [ATTN_EXPR_ADD] = {"", " + ", ""},
              [ATTN_EXPR_SUBTRACT] = {"", " - ", ""}, [ATTN_EXPR_TIMES] = {"", " ⊙ ", ""},
              [ATTN_EXPR_DIVIDE] = {"", " / ", ""},   [ATTN_EXPR_PRODUCT] = {"", " ", ""},
              [ATTN_EXPR_LESS] = {"", " < ", ""},     [ATTN_EXPR_LESS_EQUAL] = {"", " ≤ ", ""},
              [ATTN_EXPR_GREATER] = {"", " > ", ""},  [ATTN_EXPR_GREATER_EQUAL] = {"", " ≥ ", ""},
              [ATTN_EXPR_EQUAL] = {"", " == ", ""},   [ATTN_EXPR_TRANSPOSE] = {"", "", "ᵀ"},
              [ATTN_EXPR_POWER] = {"", "^", ""},      [ATTN_EXPR_GROUP] = {"(", "", ")"},
              [ATTN_EXPR_JOIN] = {"[", " ; ", "]"},   [ATTN_EXPR_STACK] = {"[", ", ", "]"},
              [ATTN_EXPR_PARTIAL] = {"∂", "/∂", ""}},
    .dotted = " · ",
    .after = "after(",
    .comma = ", ",
    .equals = " = ",
    .also = ", ",
    .brackets = {"(", ")"},
    .around = around,
    .number = print_number,
    .name = print_name,
    .function = print_function,
    .subs = print_subs,
};

void attn_write_name(const attn_name *name, attn_text *out)
{
    attn_print_name(&(attn_printer){.style = &plain_style, .out = out}, name);
}

void attn_write_expr(const attn_expr *expr, attn_text *out)
{
    attn_print_expr(&(attn_printer){.style = &plain_style, .out = out}, expr);
}

void attn_write_statement(const attn_statement *statement, attn_text *out)
{
    attn_print_statement(&(attn_printer){.style = &plain_style, .out = out}, statement);
}
