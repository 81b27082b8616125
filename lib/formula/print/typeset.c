/*
 * typeset: a tree as Unicode text, as it would stand on the board.
 *
 * Subscripts and powers use the raised and lowered characters of Unicode where every character of
 * them has one, and else fall back whole: h_i is hᵢ, W_{Q,l} is W_Q,l. A word of several letters
 * stays one: Z_pos. Parentheses are added where the tree is clear and its typeset form would not
 * be.
 */
#include "formula/print/typeset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/print/plain.h"
#include "formula/syntax/parser.h"

#define STAY "\u00A0" /* a space at which no line breaks */

enum { EXPR_KINDS = ATTN_EXPR_PARTIAL + 1 };

typedef struct form {
    const char *plain, *set;
} form;

/* Of the letters those that count places. (W_r would be Wᵣ, but stands beside W_z, which has no
 * form.)
 */
static const form lowered[] = {
    {"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"},   {"4", "₄"}, {"5", "₅"}, {"6", "₆"},
    {"7", "₇"}, {"8", "₈"}, {"9", "₉"}, {"+", "₊"},   {"−", "₋"}, {",", ","}, {"h", "ₕ"},
    {"i", "ᵢ"}, {"j", "ⱼ"}, {"k", "ₖ"}, {"l", "ₗ"},   {"m", "ₘ"}, {"n", "ₙ"}, {"p", "ₚ"},
    {"s", "ₛ"}, {"t", "ₜ"}, {"u", "ᵤ"}, {"v", "ᵥ"},   {"x", "ₓ"}, {"β", "ᵦ"}, {"γ", "ᵧ"},
    {"ρ", "ᵨ"}, {"φ", "ᵩ"}, {"χ", "ᵪ"}, {NULL, NULL},
};

static const form raised[] = {
    {"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"},
    {"5", "⁵"}, {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"},
    {"+", "⁺"}, {"−", "⁻"}, {"i", "ⁱ"}, {"n", "ⁿ"}, {NULL, NULL},
};

/* Operators between two values. */
static const char *const infix[EXPR_KINDS] = {
    [ATTN_EXPR_ADD] = "+",     [ATTN_EXPR_SUBTRACT] = "−",      [ATTN_EXPR_TIMES] = "⊙",
    [ATTN_EXPR_DIVIDE] = "/",  [ATTN_EXPR_LESS] = "<",          [ATTN_EXPR_LESS_EQUAL] = "≤",
    [ATTN_EXPR_GREATER] = ">", [ATTN_EXPR_GREATER_EQUAL] = "≥", [ATTN_EXPR_EQUAL] = "=",
};

static const form *form_at(const form *forms, const char *text)
{
    for (; forms->plain; forms++)
        if (strncmp(forms->plain, text, strlen(forms->plain)) == 0) return forms;
    return NULL;
}

/* Adds text in these forms if every character has one; else adds nothing. */
static bool add_in_forms(const form *forms, const char *text, attn_text *out)
{
    attn_text set = {0};
    const form *next = NULL;
    for (; *text != '\0' && (next = form_at(forms, text)); text += strlen(next->plain))
        attn_text_add(&set, next->set);
    if (*text == '\0') attn_text_add(out, attn_text_string(&set));
    if (set.failed) out->failed = true;
    attn_text_free(&set);
    return *text == '\0';
}

void attn_typeset_raised(int number, attn_text *out)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", abs(number));
    if (number < 0) add_in_forms(raised, "−", out);
    add_in_forms(raised, digits, out);
}

/* ---- names ---- */

/* As attn_write_sub, but with a minus sign in place of a hyphen. */
static void add_sub(const attn_sub *sub, attn_text *out)
{
    if (sub->kind == ATTN_SUB_SHIFTED && sub->offset < 0)
        attn_text_print(out, "%s−%ld", sub->word, labs(sub->offset));
    else
        attn_write_sub(sub, out);
}

/* A word of several letters: lowered it would read like as many indices. */
static bool is_word(const attn_sub *sub)
{
    uint32_t code;
    size_t length = sub->kind == ATTN_SUB_NUMBER ? 0 : strlen(sub->word);
    return attn_utf8_next(length ? sub->word : "", length, &code) < length;
}

static void add_subs(const attn_sub *subs, size_t count, attn_text *out)
{
    attn_text text = {0};
    bool words = false, computed = false;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) attn_text_add(&text, ",");
        add_sub(&subs[i], &text);
        words |= is_word(&subs[i]);
        computed |= attn_sub_is_computed(&subs[i]);
    }
    const char *plain = attn_text_string(&text);
    if (text.failed)
        out->failed = true;
    else if (words || !add_in_forms(lowered, plain, out))
        attn_text_print(out, computed ? "_{%s}" : "_%s", plain);
    attn_text_free(&text);
}

void attn_typeset_name(const attn_name *name, attn_text *out)
{
    if (name->after) attn_text_add(out, "after(");
    attn_text_add(out, name->word);
    if (name->sub_count) add_subs(name->subs, name->sub_count, out);
    if (name->after) attn_text_add(out, ")");
}

/* ---- numbers ---- */

int attn_typeset_digits(double number, attn_text *out)
{
    char digits[64];
    int precision = 0;
    do {
        snprintf(digits, sizeof digits, "%.*e", precision, number);
    } while ((float)strtod(digits, NULL) != (float)number && ++precision < 9);
    int exponent = atoi(strchr(digits, 'e') + 1);
    if (exponent >= -6 && exponent <= 9) {
        attn_text_print(out, "%.*f", exponent < precision ? precision - exponent : 0, number);
        return 0;
    }
    attn_text_add_bytes(out, digits, (size_t)(strchr(digits, 'e') - digits));
    return exponent;
}

static void add_number(const attn_expr *expr, attn_text *out)
{
    int exponent = attn_typeset_digits(expr->number, out);
    if (exponent) attn_text_print(out, "e%s%d", exponent < 0 ? "−" : "", abs(exponent));
}

/* ---- expressions ---- */

static void add_expr(const attn_expr *expr, attn_text *out);

static void add_enclosed(const attn_expr *expr, bool enclosed, attn_text *out)
{
    if (enclosed) attn_text_add(out, "(");
    add_expr(expr, out);
    if (enclosed) attn_text_add(out, ")");
}

static void add_list(const char *open, const attn_expr *expr, const char *between,
                     const char *close, attn_text *out)
{
    attn_text_add(out, open);
    for (size_t i = 0; i < expr->count; i++) {
        if (i > 0) attn_text_add(out, between);
        add_expr(expr->children[i], out);
    }
    attn_text_add(out, close);
}

/* What is one thing to the eye, so that √ and ^ may stand before it without parentheses. */
static const bool is_base[EXPR_KINDS] = {
    [ATTN_EXPR_NUMBER] = true, [ATTN_EXPR_INFINITY] = true, [ATTN_EXPR_PI] = true,
    [ATTN_EXPR_NAME] = true,   [ATTN_EXPR_CALL] = true,     [ATTN_EXPR_SPLIT] = true,
    [ATTN_EXPR_CONCAT] = true, [ATTN_EXPR_GROUP] = true,    [ATTN_EXPR_ROOT] = true,
    [ATTN_EXPR_JOIN] = true,   [ATTN_EXPR_STACK] = true,
};

/* Below ᵀ or a power: (√x)² and (x²)ᵀ, for √x² and x²ᵀ would say something else. */
static void add_postfixed(const attn_expr *expr, attn_text *out)
{
    add_enclosed(expr, !is_base[expr->kind] || expr->kind == ATTN_EXPR_ROOT, out);
}

static void add_exponent(const attn_expr *exponent, attn_text *out)
{
    attn_text plain = {0};
    bool negative = exponent->kind == ATTN_EXPR_NEGATIVE;
    const attn_expr *size = negative ? exponent->children[0] : exponent;
    bool simple = size->kind == ATTN_EXPR_NUMBER || size->kind == ATTN_EXPR_NAME;
    if (simple) add_expr(exponent, &plain);
    if (!simple || !add_in_forms(raised, attn_text_string(&plain), out)) {
        attn_text_add(out, "^");
        add_enclosed(exponent, !is_base[exponent->kind], out);
    }
    if (plain.failed) out->failed = true;
    attn_text_free(&plain);
}

/* ∂L/∂W is one thing except behind another slash. */
static void add_operand(const attn_expr *parent, size_t which, attn_text *out)
{
    const attn_expr *child = parent->children[which];
    bool slash = parent->kind == ATTN_EXPR_DIVIDE && child->kind == ATTN_EXPR_PARTIAL;
    add_enclosed(child, slash, out);
}

static void add_product(const attn_expr *expr, attn_text *out)
{
    add_expr(expr->children[0], out);
    attn_text_add(out, expr->dotted ? " ·" STAY : STAY);
    add_expr(expr->children[1], out);
}

static void add_infix(const attn_expr *expr, attn_text *out)
{
    add_operand(expr, 0, out);
    attn_text_print(out, " %s" STAY, infix[expr->kind]);
    add_operand(expr, 1, out);
}

static void add_sigma(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "Σ");
    add_subs(expr->index, 1, out);
    attn_text_add(out, STAY);
    add_expr(expr->children[0], out);
}

static void add_indexed(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, expr->kind == ATTN_EXPR_SPLIT ? expr->function : "concat");
    add_subs(expr->index, 1, out);
    add_list("(", expr, "", ")", out);
}

static void add_partial(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "∂");
    attn_typeset_name(expr->name, out);
    attn_text_add(out, "/∂");
    attn_typeset_name(expr->with, out);
}

static void add_call(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, expr->function);
    add_list("(", expr, ", ", ")", out);
}

static void add_root(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "√");
    add_enclosed(expr->children[0], !is_base[expr->children[0]->kind], out);
}

static void add_constant(const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, expr->kind == ATTN_EXPR_PI ? "π" : "∞");
}

static void add_name(const attn_expr *expr, attn_text *out)
{
    attn_typeset_name(expr->name, out);
}

static void add_negative(const attn_expr *expr, attn_text *out)
{
    add_list("−", expr, "", "", out);
}

static void add_group(const attn_expr *expr, attn_text *out)
{
    add_list("(", expr, "", ")", out);
}

static void add_brackets(const attn_expr *expr, attn_text *out)
{
    add_list("[", expr, expr->kind == ATTN_EXPR_JOIN ? " ;" STAY : ", ", "]", out);
}

static void add_transpose(const attn_expr *expr, attn_text *out)
{
    add_postfixed(expr->children[0], out);
    attn_text_add(out, "ᵀ");
}

static void add_power(const attn_expr *expr, attn_text *out)
{
    add_postfixed(expr->children[0], out);
    add_exponent(expr->children[1], out);
}

/* All kinds that are no infix. */
static void (*const adders[EXPR_KINDS])(const attn_expr *, attn_text *) = {
    [ATTN_EXPR_NUMBER] = add_number,       [ATTN_EXPR_INFINITY] = add_constant,
    [ATTN_EXPR_PI] = add_constant,         [ATTN_EXPR_NAME] = add_name,
    [ATTN_EXPR_CALL] = add_call,           [ATTN_EXPR_SPLIT] = add_indexed,
    [ATTN_EXPR_CONCAT] = add_indexed,      [ATTN_EXPR_SIGMA] = add_sigma,
    [ATTN_EXPR_NEGATIVE] = add_negative,   [ATTN_EXPR_PRODUCT] = add_product,
    [ATTN_EXPR_TRANSPOSE] = add_transpose, [ATTN_EXPR_POWER] = add_power,
    [ATTN_EXPR_ROOT] = add_root,           [ATTN_EXPR_GROUP] = add_group,
    [ATTN_EXPR_JOIN] = add_brackets,       [ATTN_EXPR_STACK] = add_brackets,
    [ATTN_EXPR_PARTIAL] = add_partial,
};

static void add_expr(const attn_expr *expr, attn_text *out)
{
    (infix[expr->kind] ? add_infix : adders[expr->kind])(expr, out);
}

void attn_typeset_expr(const attn_expr *expr, attn_text *out)
{
    add_expr(expr, out);
}

/* D = (a = b): without parentheses both were said to be b; and (a = b) = 1. */
static void add_result(const attn_expr *result, bool named, attn_text *out)
{
    bool equation = named && result->kind == ATTN_EXPR_EQUAL;
    attn_text_add(out, equation ? "(" : "");
    add_expr(result, out);
    attn_text_add(out, equation ? ")" : "");
}

void attn_typeset_statement(const attn_statement *statement, attn_text *out)
{
    for (size_t i = 0; i < statement->target_count; i++) {
        if (i > 0) attn_text_add(out, "," STAY);
        attn_typeset_name(&statement->targets[i], out);
    }
    if (statement->target_count > 0) attn_text_add(out, STAY "= ");
    for (size_t i = 0; i < statement->result_count; i++) {
        if (i > 0) attn_text_add(out, ", ");
        add_result(statement->results[i], statement->target_count > 0, out);
    }
}

/* With ordinary spaces for those at which no line breaks. */
static void add_breaking(attn_text *typeset, attn_text *out)
{
    const char *at = attn_text_string(typeset), *stay;
    for (; (stay = strstr(at, STAY)); at = stay + strlen(STAY)) {
        attn_text_add_bytes(out, at, (size_t)(stay - at));
        attn_text_add(out, " ");
    }
    attn_text_add(out, at);
    out->failed |= typeset->failed;
    attn_text_free(typeset);
}

/* A formula, or only a name, typeset; else the text as it is. */
static void add_parsed(const char *text, bool only_name, attn_text *out)
{
    attn_status status = {0};
    attn_text typeset = {0};
    attn_arena *arena = attn_arena_new(&status);
    const attn_expr *expr = arena ? attn_parse_label(arena, text) : NULL;
    if (expr && (expr->kind == ATTN_EXPR_NAME || !only_name))
        add_result(expr, true, &typeset);
    else
        attn_text_add(&typeset, text);
    add_breaking(&typeset, out);
    if (status.code == ATTN_MEMORY) out->failed = true;
    attn_arena_free(arena);
}

void attn_typeset_label(const char *label, attn_text *out)
{
    add_parsed(label, false, out);
}

void attn_typeset_word(const char *word, attn_text *out)
{
    add_parsed(word, true, out);
}
