/*
 * mathml: writes the syntax tree of a formula as MathML.
 *
 * A browser draws a single letter of <mi> in italics and a word of several upright, as a formula
 * needs it. Brackets grow with the <mrow> that they stand in.
 */
#include "formula/print/mathml.h"

#include <string.h>

#include "formula/print/printer.h"
#include "formula/print/typeset.h"

#define OPERATOR(sign) "<mo>" sign "</mo>"
#define OPEN "<mrow>" OPERATOR("(")
#define CLOSE OPERATOR(")") "</mrow>"
#define COMMA OPERATOR(",")

/* ---- names ---- */

static void add_word(const char *word, size_t length, attn_text *out)
{
    attn_text_add(out, "<mi>");
    attn_text_add_xml(out, word, length);
    attn_text_add(out, "</mi>");
}

static void add_sub(const attn_sub *sub, attn_text *out)
{
    bool divided = sub->kind == ATTN_SUB_DIVIDED, number = sub->kind == ATTN_SUB_NUMBER;
    attn_text_add(out, divided ? OPERATOR("⌈") : "");
    if (number)
        attn_text_print(out, "<mn>%ld</mn>", sub->offset);
    else
        add_word(sub->word, strlen(sub->word), out);
    if (sub->kind == ATTN_SUB_SHIFTED)
        attn_text_print(out, OPERATOR("%s") "<mn>%ld</mn>", sub->offset < 0 ? "−" : "+",
                        sub->offset < 0 ? -sub->offset : sub->offset);
    if (divided) attn_text_print(out, OPERATOR("/") "<mn>%ld</mn>" OPERATOR("⌉"), sub->divisor);
}

static void add_subs(const attn_sub *subs, size_t count, attn_text *out)
{
    attn_text_add(out, "<mrow>");
    for (size_t i = 0; i < count; i++) {
        attn_text_add(out, i ? COMMA : "");
        add_sub(&subs[i], out);
    }
    attn_text_add(out, "</mrow>");
}

/* The arrow of a bidirectional encoder's states stands above the word. */
static void add_arrowed(const char *word, attn_text *out)
{
    static const char *const arrows[] = {"→", "←"};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        size_t length = strlen(arrows[i]);
        if (strncmp(word, arrows[i], length) != 0) continue;
        attn_text_add(out, "<mover>");
        add_word(word + length, strlen(word + length), out);
        attn_text_print(out, OPERATOR("%s") "</mover>", arrows[i]);
        return;
    }
    add_word(word, strlen(word), out);
}

static void print_name(const attn_printer *p, const attn_name *name)
{
    attn_text_add(p->out, name->sub_count ? "<msub>" : "");
    add_arrowed(name->word, p->out);
    if (name->sub_count) add_subs(name->subs, name->sub_count, p->out);
    attn_text_add(p->out, name->sub_count ? "</msub>" : "");
}

/* ---- functions ---- */

/* "layer_norm": what stands behind an underscore is a subscript, as in a name. */
static void add_function(const char *function, attn_text *out)
{
    size_t length = strcspn(function, "_");
    bool sub = function[length] != '\0';
    attn_text_add(out, sub ? "<msub>" : "");
    add_word(function, length, out);
    if (sub) add_word(function + length + 1, strlen(function + length + 1), out);
    attn_text_add(out, sub ? "</msub>" : "");
}

/* With the letter that it runs over. */
static void print_function(const attn_printer *p, const attn_expr *call)
{
    if (call->kind == ATTN_EXPR_CALL) {
        add_function(call->function, p->out);
        return;
    }
    bool sigma = call->kind == ATTN_EXPR_SIGMA;
    const char *word = call->kind == ATTN_EXPR_SPLIT ? call->function : "concat";
    attn_text_add(p->out, sigma ? "<munder>" OPERATOR("∑") : "<msub>");
    if (!sigma) add_word(word, strlen(word), p->out);
    add_subs(call->index, 1, p->out);
    attn_text_add(p->out, sigma ? "</munder>" : "</msub>");
}

/* print_function has written it. */
static void print_no_subs(const attn_printer *p, const attn_sub *subs, size_t count)
{
    (void)p, (void)subs, (void)count;
}

static void print_number(const attn_printer *p, double number)
{
    attn_text digits = {0};
    int exponent = attn_typeset_digits(number, &digits);
    attn_text_print(p->out, "<mn>%s</mn>", attn_text_string(&digits));
    if (exponent)
        attn_text_print(p->out, OPERATOR("·") "<msup><mn>10</mn><mn>%s%d</mn></msup>",
                        exponent < 0 ? "−" : "", exponent < 0 ? -exponent : exponent);
    attn_text_end(&digits, p->out);
}

/* ---- expressions ---- */

static const attn_style mathml_style = {
    .forms = {[ATTN_EXPR_INFINITY] = {"<mi>∞</mi>", "", ""},
              [ATTN_EXPR_PI] = {"<mi>π</mi>", "", ""},
              [ATTN_EXPR_CALL] = {OPEN, COMMA, CLOSE},
              [ATTN_EXPR_SPLIT] = {OPEN, COMMA, CLOSE},
              [ATTN_EXPR_CONCAT] = {OPEN, COMMA, CLOSE},
              [ATTN_EXPR_NEGATIVE] = {"<mrow>" OPERATOR("−"), "", "</mrow>"},
              [ATTN_EXPR_ADD] = {"", OPERATOR("+"), ""},
              [ATTN_EXPR_SUBTRACT] = {"", OPERATOR("−"), ""},
              [ATTN_EXPR_TIMES] = {"", OPERATOR("⊙"), ""},
              [ATTN_EXPR_DIVIDE] = {"<mfrac><mrow>", "</mrow><mrow>", "</mrow></mfrac>"},
              [ATTN_EXPR_PRODUCT] = {"", "<mspace width=\"0.2em\"/>", ""},
              [ATTN_EXPR_LESS] = {"", OPERATOR("&lt;"), ""},
              [ATTN_EXPR_LESS_EQUAL] = {"", OPERATOR("≤"), ""},
              [ATTN_EXPR_GREATER] = {"", OPERATOR("&gt;"), ""},
              [ATTN_EXPR_GREATER_EQUAL] = {"", OPERATOR("≥"), ""},
              [ATTN_EXPR_EQUAL] = {"", OPERATOR("="), ""},
              [ATTN_EXPR_TRANSPOSE] = {"<msup><mrow>", "", "</mrow><mi>⊤</mi></msup>"},
              [ATTN_EXPR_POWER] = {"<msup><mrow>", "</mrow><mrow>", "</mrow></msup>"},
              [ATTN_EXPR_ROOT] = {"<msqrt>", "", "</msqrt>"},
              [ATTN_EXPR_GROUP] = {OPEN, "", CLOSE},
              [ATTN_EXPR_JOIN] = {"<mrow>" OPERATOR("["), OPERATOR(";"), OPERATOR("]") "</mrow>"},
              [ATTN_EXPR_STACK] = {"<mrow>" OPERATOR("["), COMMA, OPERATOR("]") "</mrow>"},
              [ATTN_EXPR_PARTIAL] = {"<mfrac><mrow>" OPERATOR("∂"), "</mrow><mrow>" OPERATOR("∂"),
                                     "</mrow></mfrac>"}},
    .dotted = OPERATOR("·"),
    .after = "<mi>after</mi>" OPEN,
    .comma = COMMA,
    .equals = OPERATOR("="),
    .also = COMMA,
    .brackets = {OPEN, CLOSE},
    .one_equal = true,
    .around = attn_around_held,
    .number = print_number,
    .name = print_name,
    .function = print_function,
    .subs = print_no_subs,
};

/* ---- the whole ---- */

void attn_mathml_expr(const attn_expr *expr, attn_text *out)
{
    attn_print_expr(&(attn_printer){.style = &mathml_style, .out = out}, expr);
}

void attn_mathml_statement(const attn_statement *statement, attn_text *out)
{
    attn_print_statement(&(attn_printer){.style = &mathml_style, .out = out}, statement);
}

bool attn_mathml_label(const char *label, attn_text *out)
{
    return attn_print_label(&(attn_printer){.style = &mathml_style, .out = out}, label, false);
}

void attn_mathml_head(const char *function, const char *const *parameters, size_t count,
                      attn_text *out)
{
    add_function(function, out);
    attn_text_add(out, OPEN);
    for (size_t i = 0; i < count; i++) {
        attn_text_add(out, i ? COMMA : "");
        add_word(parameters[i], strlen(parameters[i]), out);
    }
    attn_text_add(out, CLOSE);
}
