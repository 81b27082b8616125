/*
 * typeset_latex: writes the syntax tree of a formula as LaTeX.
 *
 * A fraction, a root and an exponent hold their parts together, so the parentheses of a part are
 * left out there. Before the "_" of a subscript stands a letter wherever that is possible: behind a
 * bracket or a blank, Markdown without formulas would take it for emphasis.
 */
#include "formula/print/typeset_latex.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "formula/print/typeset.h"
#include "formula/syntax/parser.h"

enum { EXPR_KINDS = ATTN_EXPR_PARTIAL + 1 };

typedef struct page { /* what a formula is written to, and how words are written there */
    attn_text *out;
    attn_latex_words words;
} page;

/* ---- letters and signs ---- */

static const struct {
    uint32_t code;
    const char *command;
} symbols[] = {
    {0x393, "\\Gamma"},       {0x394, "\\Delta"},      {0x398, "\\Theta"},
    {0x39B, "\\Lambda"},      {0x39E, "\\Xi"},         {0x3A0, "\\Pi"},
    {0x3A3, "\\Sigma"},       {0x3A5, "\\Upsilon"},    {0x3A6, "\\Phi"},
    {0x3A8, "\\Psi"},         {0x3A9, "\\Omega"},      {0x3B1, "\\alpha"},
    {0x3B2, "\\beta"},        {0x3B3, "\\gamma"},      {0x3B4, "\\delta"},
    {0x3B5, "\\varepsilon"},  {0x3B6, "\\zeta"},       {0x3B7, "\\eta"},
    {0x3B8, "\\theta"},       {0x3B9, "\\iota"},       {0x3BA, "\\kappa"},
    {0x3BB, "\\lambda"},      {0x3BC, "\\mu"},         {0x3BD, "\\nu"},
    {0x3BE, "\\xi"},          {0x3C0, "\\pi"},         {0x3C1, "\\rho"},
    {0x3C2, "\\varsigma"},    {0x3C3, "\\sigma"},      {0x3C4, "\\tau"},
    {0x3C5, "\\upsilon"},     {0x3C6, "\\varphi"},     {0x3C7, "\\chi"},
    {0x3C8, "\\psi"},         {0x3C9, "\\omega"},      {0xB7, "\\cdot"},
    {0xD7, "\\times"},        {0xB1, "\\pm"},          {0x2212, "-"},
    {0x2026, "\\ldots"},      {0x2190, "\\leftarrow"}, {0x2192, "\\rightarrow"},
    {0x21D2, "\\Rightarrow"}, {0x2202, "\\partial"},   {0x2208, "\\in"},
    {0x2211, "\\sum"},        {0x221A, "\\surd"},      {0x221E, "\\infty"},
    {0x2248, "\\approx"},     {0x2260, "\\ne"},        {0x2264, "\\le"},
    {0x2265, "\\ge"},         {0x2299, "\\odot"},      {0x22A4, "\\top"},
};

const char *attn_latex_symbol(uint32_t code)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (symbols[i].code == code) return symbols[i].command;
    return NULL;
}

/* A letter or a digit behind a command needs a blank between. */
static void put(attn_text *out, const char *bytes, size_t length)
{
    size_t at = out->length;
    bool letter = (*bytes >= 'a' && *bytes <= 'z') || (*bytes >= 'A' && *bytes <= 'Z') ||
                  (*bytes >= '0' && *bytes <= '9');
    while (letter && at &&
           ((out->bytes[at - 1] >= 'a' && out->bytes[at - 1] <= 'z') ||
            (out->bytes[at - 1] >= 'A' && out->bytes[at - 1] <= 'Z')))
        at--;
    if (letter && at && at < out->length && out->bytes[at - 1] == '\\') attn_text_add(out, " ");
    attn_text_add_bytes(out, bytes, length);
}

static bool is_plain(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           (code >= '0' && code <= '9');
}

static const struct {
    uint32_t mark;
    const char *command;
} accents[] = {
    {0x300, "\\grave"}, {0x301, "\\acute"}, {0x302, "\\hat"}, {0x303, "\\tilde"},
    {0x304, "\\bar"},   {0x306, "\\breve"}, {0x307, "\\dot"}, {0x308, "\\ddot"},
    {0x30C, "\\check"}, {0x20D7, "\\vec"},
};

/* The command for a mark above a letter; NULL where there is none. */
static const char *accent_of(uint32_t mark)
{
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (accents[i].mark == mark) return accents[i].command;
    return NULL;
}

typedef struct letter {
    uint32_t code;
    const char *accent; /* NULL: none */
    size_t length;      /* in bytes, with the accent */
} letter;

/* "Ĝ", as one character or as two, is G with \hat; length 0: no letter of a formula begins here. */
static letter letter_at(const char *word)
{
    letter found = {0};
    utf8proc_int32_t parts[8] = {0};
    int boundary = 0;
    uint32_t mark = 0;
    size_t room = strlen(word), length = attn_utf8_next(word, room, &found.code);
    if (length == 0) return found;
    utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)found.code, parts, 8,
                                                     UTF8PROC_DECOMPOSE, &boundary);
    if (count == 2) {
        found.code = (uint32_t)parts[0];
        found.accent = accent_of((uint32_t)parts[1]);
    } else {
        size_t more = attn_utf8_next(word + length, room - length, &mark);
        found.accent = more ? accent_of(mark) : NULL;
        if (found.accent) length += more;
    }
    bool known = is_plain(found.code) || attn_latex_symbol(found.code);
    if (known && (count == 1 || found.accent)) found.length = length;
    return found;
}

/* Whether a name consists of what a formula has letters for; and how many they are. */
static bool has_letters(const char *word, size_t *count)
{
    *count = 0;
    for (; *word; ++*count) {
        letter next = letter_at(word);
        if (next.length == 0) return false;
        word += next.length;
    }
    return true;
}

static void add_letters(const char *word, attn_text *out)
{
    while (*word) {
        letter next = letter_at(word);
        const char *command = attn_latex_symbol(next.code);
        char plain = (char)next.code;
        attn_text_add(out, next.accent ? next.accent : "");
        if (command)
            attn_text_add(out, command);
        else
            put(out, &plain, 1);
        word += next.length;
    }
}

/* A letter leans; a word of several stands upright, or it would read like a product. */
static void add_word(const page *p, const char *word)
{
    size_t count = 0;
    if (!has_letters(word, &count)) {
        attn_text_add(p->out, "\\text{");
        p->words(word, strlen(word), p->out);
        attn_text_add(p->out, "}");
        return;
    }
    if (count > 1) attn_text_add(p->out, "\\mathrm{");
    add_letters(word, p->out);
    if (count > 1) attn_text_add(p->out, "}");
}

/* ---- names ---- */

static void add_sub(const page *p, const attn_sub *sub)
{
    bool divided = sub->kind == ATTN_SUB_DIVIDED;
    if (divided) attn_text_add(p->out, "\\lceil ");
    if (sub->kind != ATTN_SUB_NUMBER) add_word(p, sub->word);
    if (sub->kind == ATTN_SUB_NUMBER) attn_text_print(p->out, "%ld", sub->offset);
    if (sub->kind == ATTN_SUB_SHIFTED) attn_text_print(p->out, "%+ld", sub->offset);
    if (divided) attn_text_print(p->out, "/%ld\\rceil", sub->divisor);
}

/* The arrow of a bidirectional encoder's states stands above the word; what comes behind it. */
static const char *add_arrow(const page *p, const char *word)
{
    static const struct {
        const char *arrow, *command;
    } arrows[] = {{"→", "\\overrightarrow"}, {"←", "\\overleftarrow"}};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (strncmp(word, arrows[i].arrow, strlen(arrows[i].arrow)) != 0) continue;
        attn_text_add(p->out, arrows[i].command);
        return word + strlen(arrows[i].arrow);
    }
    return word;
}

static void add_name(const page *p, const attn_name *name)
{
    size_t count = 0;
    const char *word = add_arrow(p, name->word);
    bool letters = has_letters(word, &count), arrow = word != name->word;
    if (name->sub_count && letters && count > 1 && !arrow) {
        attn_text_add(p->out, "\\operatorname{");
        add_letters(word, p->out);
        attn_text_add(p->out, "}\\nolimits");
    } else {
        bool braces = arrow && !(letters && count == 1);
        attn_text_add(p->out, braces ? "{" : "");
        add_word(p, word);
        attn_text_add(p->out, braces ? "}" : "");
    }
    for (size_t i = 0; i < name->sub_count; i++) {
        attn_text_add(p->out, i ? "," : "_{");
        add_sub(p, &name->subs[i]);
    }
    attn_text_add(p->out, name->sub_count ? "}" : "");
}

/* ---- functions ---- */

/* "layer_norm": what stands behind an underscore is a subscript, as in a name. */
static void add_function(const page *p, const char *function)
{
    static const char *const known[] = {"exp", "log", "sin", "cos", "tanh", "max", "min"};
    attn_text first = {0};
    size_t length = strcspn(function, "_"), count = 0;
    attn_text_add_bytes(&first, function, length);
    const char *letters = attn_text_string(&first);
    bool has_command = false, word = has_letters(letters, &count) && count > 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        has_command |= strcmp(known[i], function) == 0;
    if (has_command) {
        attn_text_print(p->out, "\\%s", function);
    } else if (word) {
        attn_text_add(p->out, "\\operatorname{");
        add_letters(letters, p->out);
        attn_text_add(p->out, "}");
    } else {
        add_word(p, letters);
    }
    if (function[length] != '\0') {
        attn_text_add(p->out, word ? "\\nolimits_{" : "_{");
        add_word(p, function + length + 1);
        attn_text_add(p->out, "}");
    }
    p->out->failed |= first.failed;
    attn_text_free(&first);
}

/* ---- expressions ---- */

static void add_expr(const page *p, const attn_expr *expr);

/* What stands out above the line, so that its parentheses grow. */
static bool is_tall(const attn_expr *expr)
{
    bool tall = expr->kind == ATTN_EXPR_DIVIDE || expr->kind == ATTN_EXPR_SIGMA ||
                expr->kind == ATTN_EXPR_PARTIAL;
    for (size_t i = 0; i < expr->count && !tall; i++) tall = is_tall(expr->children[i]);
    return tall;
}

static void add_list(const page *p, const char *brackets, attn_expr *const *items, size_t count,
                     const char *between)
{
    bool tall = false;
    for (size_t i = 0; i < count; i++) tall |= is_tall(items[i]);
    attn_text_print(p->out, tall ? "\\mathopen{}\\left%c" : "%c", brackets[0]);
    for (size_t i = 0; i < count; i++) {
        attn_text_add(p->out, i ? between : "");
        add_expr(p, items[i]);
    }
    attn_text_print(p->out, tall ? "\\right%c" : "%c", brackets[1]);
}

static void add_arguments(const page *p, const attn_expr *expr)
{
    add_list(p, "()", expr->children, expr->count, ", ");
}

/* Inside what holds its parts together. */
static void add_held(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, "{");
    add_expr(p, expr->kind == ATTN_EXPR_GROUP ? expr->children[0] : expr);
    attn_text_add(p->out, "}");
}

/* What is one thing to the eye, so that a power may stand behind it. */
static const bool is_base[EXPR_KINDS] = {
    [ATTN_EXPR_NUMBER] = true, [ATTN_EXPR_INFINITY] = true, [ATTN_EXPR_PI] = true,
    [ATTN_EXPR_NAME] = true,   [ATTN_EXPR_CALL] = true,     [ATTN_EXPR_SPLIT] = true,
    [ATTN_EXPR_CONCAT] = true, [ATTN_EXPR_GROUP] = true,    [ATTN_EXPR_ROOT] = true,
    [ATTN_EXPR_JOIN] = true,   [ATTN_EXPR_STACK] = true,
};

static void add_base(const page *p, attn_expr *const *expr)
{
    if (is_base[(*expr)->kind])
        add_expr(p, *expr);
    else
        add_list(p, "()", expr, 1, "");
}

static void add_number(const page *p, const attn_expr *expr)
{
    attn_text digits = {0};
    int exponent = attn_typeset_digits(expr->number, &digits);
    put(p->out, attn_text_string(&digits), digits.length);
    if (exponent) attn_text_print(p->out, "\\cdot 10^{%d}", exponent);
    p->out->failed |= digits.failed;
    attn_text_free(&digits);
}

static void add_constant(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, expr->kind == ATTN_EXPR_PI ? "\\pi" : "\\infty");
}

static void add_named(const page *p, const attn_expr *expr)
{
    if (expr->name->after) attn_text_add(p->out, "\\operatorname{after}(");
    add_name(p, expr->name);
    if (expr->name->after) attn_text_add(p->out, ")");
}

static void add_call(const page *p, const attn_expr *expr)
{
    add_function(p, expr->function);
    add_arguments(p, expr);
}

static void add_indexed(const page *p, const attn_expr *expr)
{
    bool split = expr->kind == ATTN_EXPR_SPLIT;
    attn_text_print(p->out, "\\operatorname{%s}\\nolimits_{", split ? expr->function : "concat");
    add_sub(p, expr->index);
    attn_text_add(p->out, "}");
    add_arguments(p, expr);
}

static void add_sigma(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, "\\sum_{");
    add_sub(p, expr->index);
    attn_text_add(p->out, "} ");
    add_expr(p, expr->children[0]);
}

static void add_negative(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, "-");
    add_expr(p, expr->children[0]);
}

/* Operators between two values. */
static const char *const infix[EXPR_KINDS] = {
    [ATTN_EXPR_ADD] = " + ",           [ATTN_EXPR_SUBTRACT] = " - ",
    [ATTN_EXPR_TIMES] = " \\odot ",    [ATTN_EXPR_LESS] = " \\lt ",
    [ATTN_EXPR_LESS_EQUAL] = " \\le ", [ATTN_EXPR_GREATER] = " \\gt ",
    [ATTN_EXPR_EQUAL] = " = ",         [ATTN_EXPR_GREATER_EQUAL] = " \\ge ",
};

static void add_infix(const page *p, const attn_expr *expr)
{
    add_expr(p, expr->children[0]);
    attn_text_add(p->out, infix[expr->kind]);
    add_expr(p, expr->children[1]);
}

static void add_product(const page *p, const attn_expr *expr)
{
    add_expr(p, expr->children[0]);
    attn_text_add(p->out, expr->dotted ? " \\cdot " : " \\thinspace ");
    add_expr(p, expr->children[1]);
}

static void add_fraction(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, "\\frac");
    add_held(p, expr->children[0]);
    add_held(p, expr->children[1]);
}

static void add_partial(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, "\\frac{\\partial");
    add_name(p, expr->name);
    attn_text_add(p->out, "}{\\partial");
    add_name(p, expr->with);
    attn_text_add(p->out, "}");
}

static void add_transpose(const page *p, const attn_expr *expr)
{
    add_base(p, &expr->children[0]);
    attn_text_add(p->out, "^{\\top}");
}

static void add_power(const page *p, const attn_expr *expr)
{
    add_base(p, &expr->children[0]);
    attn_text_add(p->out, "^");
    add_held(p, expr->children[1]);
}

static void add_root(const page *p, const attn_expr *expr)
{
    attn_text_add(p->out, "\\sqrt");
    add_held(p, expr->children[0]);
}

static void add_group(const page *p, const attn_expr *expr)
{
    add_arguments(p, expr);
}

static void add_brackets(const page *p, const attn_expr *expr)
{
    bool join = expr->kind == ATTN_EXPR_JOIN;
    add_list(p, "[]", expr->children, expr->count, join ? " ; " : ", ");
}

/* All kinds that are no infix. */
static void (*const adders[EXPR_KINDS])(const page *, const attn_expr *) = {
    [ATTN_EXPR_NUMBER] = add_number,     [ATTN_EXPR_INFINITY] = add_constant,
    [ATTN_EXPR_PI] = add_constant,       [ATTN_EXPR_NAME] = add_named,
    [ATTN_EXPR_CALL] = add_call,         [ATTN_EXPR_SPLIT] = add_indexed,
    [ATTN_EXPR_CONCAT] = add_indexed,    [ATTN_EXPR_SIGMA] = add_sigma,
    [ATTN_EXPR_NEGATIVE] = add_negative, [ATTN_EXPR_DIVIDE] = add_fraction,
    [ATTN_EXPR_PRODUCT] = add_product,   [ATTN_EXPR_TRANSPOSE] = add_transpose,
    [ATTN_EXPR_POWER] = add_power,       [ATTN_EXPR_ROOT] = add_root,
    [ATTN_EXPR_GROUP] = add_group,       [ATTN_EXPR_JOIN] = add_brackets,
    [ATTN_EXPR_STACK] = add_brackets,    [ATTN_EXPR_PARTIAL] = add_partial,
};

static void add_expr(const page *p, const attn_expr *expr)
{
    (infix[expr->kind] ? add_infix : adders[expr->kind])(p, expr);
}

/* ---- the whole ---- */

void attn_latex_expr(const attn_expr *expr, attn_latex_words words, attn_text *out)
{
    const page p = {out, words};
    add_expr(&p, expr);
}

/* D = (a = b): without parentheses both were said to be b; and (a = b) = 1. */
static void add_result(const page *p, const attn_expr *result, bool named)
{
    bool equation = named && result->kind == ATTN_EXPR_EQUAL;
    attn_text_add(p->out, equation ? "(" : "");
    add_expr(p, result);
    attn_text_add(p->out, equation ? ")" : "");
}

void attn_latex_statement(const attn_statement *statement, attn_latex_words words, attn_text *out)
{
    const page p = {out, words};
    for (size_t i = 0; i < statement->target_count; i++) {
        attn_text_add(out, i ? ", " : "");
        add_name(&p, &statement->targets[i]);
    }
    attn_text_add(out, statement->target_count ? " = " : "");
    for (size_t i = 0; i < statement->result_count; i++) {
        attn_text_add(out, i ? ", " : "");
        add_result(&p, statement->results[i], statement->target_count > 0);
    }
}

bool attn_latex_label(const char *label, attn_latex_words words, attn_text *out)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const page p = {out, words};
    const attn_expr *expr = arena ? attn_parse_label(arena, label) : NULL;
    if (expr) add_result(&p, expr, true);
    out->failed |= status.code == ATTN_MEMORY;
    attn_arena_free(arena);
    return expr != NULL;
}

void attn_latex_head(const char *function, const char *const *parameters, size_t count,
                     attn_latex_words words, attn_text *out)
{
    const page p = {out, words};
    add_function(&p, function);
    attn_text_add(out, "(");
    for (size_t i = 0; i < count; i++) {
        attn_text_add(out, i ? ", " : "");
        add_word(&p, parameters[i]);
    }
    attn_text_add(out, ")");
}

/* ---- arithmetic ---- */

void attn_latex_function(const char *function, attn_text *out)
{
    const page p = {out, NULL};
    add_function(&p, function);
}

bool attn_latex_number(const char *digits, attn_text *out)
{
    static const char minus[] = "−";
    bool negative = strncmp(digits, minus, strlen(minus)) == 0;
    const char *size = negative ? digits + strlen(minus) : digits;
    char *end = NULL;
    bool infinite = strcmp(size, "∞") == 0, number = *size >= '0' && *size <= '9';
    if (number) strtod(size, &end);
    if (!infinite && !(number && *end == '\0')) return false;
    if (negative) attn_text_add(out, "-");
    if (infinite) {
        attn_text_add(out, "\\infty");
        return true;
    }
    size_t mantissa = strcspn(size, "e");
    put(out, size, mantissa);
    if (size[mantissa])
        attn_text_print(out, "\\cdot 10^{%ld}", strtol(size + mantissa + 1, NULL, 10));
    return true;
}
