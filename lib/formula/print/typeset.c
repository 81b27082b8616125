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
#include "formula/print/printer.h"

#define STAY "\u00A0" /* a space at which no line breaks */

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

static void print_subs(const attn_printer *p, const attn_sub *subs, size_t count)
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
        p->out->failed = true;
    else if (words || !add_in_forms(lowered, plain, p->out))
        attn_text_print(p->out, computed ? "_{%s}" : "_%s", plain);
    attn_text_free(&text);
}

static void print_name(const attn_printer *p, const attn_name *name)
{
    attn_text_add(p->out, name->word);
    if (name->sub_count) print_subs(p, name->subs, name->sub_count);
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

static void print_number(const attn_printer *p, double number)
{
    int exponent = attn_typeset_digits(number, p->out);
    if (exponent) attn_text_print(p->out, "e%s%d", exponent < 0 ? "−" : "", abs(exponent));
}

/* ---- expressions ---- */

static void print_function(const attn_printer *p, const attn_expr *call)
{
    attn_text_add(p->out, call->kind == ATTN_EXPR_SIGMA    ? "Σ"
                          : call->kind == ATTN_EXPR_CONCAT ? "concat"
                                                           : call->function);
}

/* An exponent in raised letters, if it is a number or a name that has them. */
static void print_exponent(const attn_printer *p, const attn_expr *exponent)
{
    attn_text plain = {0};
    const attn_expr *size = exponent->kind == ATTN_EXPR_NEGATIVE ? exponent->children[0] : exponent;
    bool simple = size->kind == ATTN_EXPR_NUMBER || size->kind == ATTN_EXPR_NAME;
    attn_print_expr(&(attn_printer){.style = p->style, .out = &plain}, exponent);
    if (!simple || !add_in_forms(raised, attn_text_string(&plain), p->out))
        attn_text_print(p->out, attn_is_one_thing(exponent) ? "^%s" : "^(%s)",
                        attn_text_string(&plain));
    p->out->failed |= plain.failed;
    attn_text_free(&plain);
}

/*
 * (√x)² and (x²)ᵀ, for √x² and x²ᵀ would say something else. ∂L/∂W is one thing except behind
 * another slash.
 */
static attn_around around(const attn_expr *whole, size_t i)
{
    const attn_expr *part = whole->children[i];
    bool postfix = whole->kind == ATTN_EXPR_TRANSPOSE || whole->kind == ATTN_EXPR_POWER;
    bool root = whole->kind == ATTN_EXPR_ROOT;
    if (whole->kind == ATTN_EXPR_POWER && i == 1) return ATTN_AROUND_OWN;
    bool looser = (postfix || root) && !attn_is_one_thing(part);
    bool slashes = whole->kind == ATTN_EXPR_DIVIDE && part->kind == ATTN_EXPR_PARTIAL;
    return looser || slashes || (postfix && part->kind == ATTN_EXPR_ROOT) ? ATTN_AROUND_ROUND
                                                                          : ATTN_AROUND_NOTHING;
}

static const attn_style typeset_style = {
    .forms = {[ATTN_EXPR_INFINITY] = {"∞", "", ""},
              [ATTN_EXPR_PI] = {"π", "", ""},
              [ATTN_EXPR_CALL] = {"(", ", ", ")"},
              [ATTN_EXPR_SPLIT] = {"(", "", ")"},
              [ATTN_EXPR_CONCAT] = {"(", "", ")"},
              [ATTN_EXPR_SIGMA] = {STAY, "", ""},
              [ATTN_EXPR_NEGATIVE] = {"−", "", ""},
              [ATTN_EXPR_ADD] = {"", " +" STAY, ""},
              [ATTN_EXPR_SUBTRACT] = {"", " −" STAY, ""},
              [ATTN_EXPR_TIMES] = {"", " ⊙" STAY, ""},
              [ATTN_EXPR_DIVIDE] = {"", " /" STAY, ""},
              [ATTN_EXPR_PRODUCT] = {"", STAY, ""},
              [ATTN_EXPR_LESS] = {"", " <" STAY, ""},
              [ATTN_EXPR_LESS_EQUAL] = {"", " ≤" STAY, ""},
              [ATTN_EXPR_GREATER] = {"", " >" STAY, ""},
              [ATTN_EXPR_GREATER_EQUAL] = {"", " ≥" STAY, ""},
              [ATTN_EXPR_EQUAL] = {"", " =" STAY, ""},
              [ATTN_EXPR_TRANSPOSE] = {"", "", "ᵀ"},
              [ATTN_EXPR_ROOT] = {"√", "", ""},
              [ATTN_EXPR_GROUP] = {"(", "", ")"},
              [ATTN_EXPR_JOIN] = {"[", " ;" STAY, "]"},
              [ATTN_EXPR_STACK] = {"[", ", ", "]"},
              [ATTN_EXPR_PARTIAL] = {"∂", "/∂", ""}},
    .dotted = " ·" STAY,
    .after = "after(",
    .comma = "," STAY,
    .equals = STAY "= ",
    .also = ", ",
    .brackets = {"(", ")"},
    .one_equal = true,
    .around = around,
    .part = print_exponent,
    .number = print_number,
    .name = print_name,
    .function = print_function,
    .subs = print_subs,
};

void attn_typeset_expr(const attn_expr *expr, attn_text *out)
{
    attn_print_expr(&(attn_printer){.style = &typeset_style, .out = out}, expr);
}

void attn_typeset_name(const attn_name *name, attn_text *out)
{
    attn_print_name(&(attn_printer){.style = &typeset_style, .out = out}, name);
}

void attn_typeset_statement(const attn_statement *statement, attn_text *out)
{
    attn_print_statement(&(attn_printer){.style = &typeset_style, .out = out}, statement);
}

/* ---- labels ---- */

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
    attn_text typeset = {0};
    const attn_printer p = {.style = &typeset_style, .out = &typeset};
    if (!attn_print_label(&p, text, only_name)) attn_text_add(&typeset, text);
    add_breaking(&typeset, out);
}

void attn_typeset_label(const char *label, attn_text *out)
{
    add_parsed(label, false, out);
}

void attn_typeset_word(const char *word, attn_text *out)
{
    add_parsed(word, true, out);
}
