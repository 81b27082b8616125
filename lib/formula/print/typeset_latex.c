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

#include "formula/print/printer.h"
#include "formula/print/typeset.h"

/* ---- letters and signs ---- */

typedef struct symbol {
    uint32_t code;
    const char *command;
} symbol;

static const symbol symbols[] = {
    {0x393, "\\Gamma"},       {0x394, "\\Delta"},       {0x398, "\\Theta"},
    {0x39B, "\\Lambda"},      {0x39E, "\\Xi"},          {0x3A0, "\\Pi"},
    {0x3A3, "\\Sigma"},       {0x3A5, "\\Upsilon"},     {0x3A6, "\\Phi"},
    {0x3A8, "\\Psi"},         {0x3A9, "\\Omega"},       {0x3B1, "\\alpha"},
    {0x3B2, "\\beta"},        {0x3B3, "\\gamma"},       {0x3B4, "\\delta"},
    {0x3B5, "\\varepsilon"},  {0x3B6, "\\zeta"},        {0x3B7, "\\eta"},
    {0x3B8, "\\theta"},       {0x3B9, "\\iota"},        {0x3BA, "\\kappa"},
    {0x3BB, "\\lambda"},      {0x3BC, "\\mu"},          {0x3BD, "\\nu"},
    {0x3BE, "\\xi"},          {0x3C0, "\\pi"},          {0x3C1, "\\rho"},
    {0x3C2, "\\varsigma"},    {0x3C3, "\\sigma"},       {0x3C4, "\\tau"},
    {0x3C5, "\\upsilon"},     {0x3C6, "\\varphi"},      {0x3C7, "\\chi"},
    {0x3C8, "\\psi"},         {0x3C9, "\\omega"},       {0xB7, "\\cdot"},
    {0xD7, "\\times"},        {0xB1, "\\pm"},           {0x2212, "-"},
    {0x2026, "\\ldots"},      {0x2113, "\\ell"},        {0x2190, "\\leftarrow"},
    {0x2192, "\\rightarrow"}, {0x21D2, "\\Rightarrow"}, {0x2202, "\\partial"},
    {0x2208, "\\in"},         {0x2211, "\\sum"},        {0x221A, "\\surd"},
    {0x221E, "\\infty"},      {0x2248, "\\approx"},     {0x2260, "\\ne"},
    {0x2264, "\\le"},         {0x2265, "\\ge"},         {0x2299, "\\odot"},
    {0x22A4, "\\top"},
};

static const symbol accents[] = {
    {0x300, "\\grave"}, {0x301, "\\acute"}, {0x302, "\\hat"}, {0x303, "\\tilde"},
    {0x304, "\\bar"},   {0x306, "\\breve"}, {0x307, "\\dot"}, {0x308, "\\ddot"},
    {0x30C, "\\check"}, {0x20D7, "\\vec"},
};

static const char *command_of(const symbol *table, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].code == code) return table[i].command;
    return NULL;
}

const char *attn_latex_symbol(uint32_t code)
{
    return command_of(symbols, sizeof symbols / sizeof *symbols, code);
}

/* The command for a mark above a letter; NULL where there is none. */
static const char *accent_of(uint32_t mark)
{
    return command_of(accents, sizeof accents / sizeof *accents, mark);
}

static bool is_ascii_letter(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
}

static bool is_plain(uint32_t code)
{
    return is_ascii_letter(code) || (code >= '0' && code <= '9');
}

/* A letter or a digit behind a command needs a blank between. */
static void add_apart(attn_text *out)
{
    size_t at = out->length;
    while (at && is_ascii_letter((unsigned char)out->bytes[at - 1])) at--;
    if (at && at < out->length && out->bytes[at - 1] == '\\') attn_text_add(out, " ");
}

typedef struct letter {
    uint32_t code;
    const char *accent; /* NULL: none */
    size_t length;      /* in bytes, with the accent */
} letter;

/* "Ĝ", as one character or as two, is G with \hat; length 0: no letter of a formula begins here. */
static letter letter_at(const char *word, size_t room)
{
    letter found = {0};
    utf8proc_int32_t parts[8] = {0};
    int boundary = 0;
    uint32_t mark = 0;
    size_t length = attn_utf8_next(word, room, &found.code);
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

/* How many letters of formulas the text consists of; 0 if there is anything else in it. */
static size_t count_letters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t at = 0, step; at < length; at += step, count++) {
        step = letter_at(text + at, length - at).length;
        if (step == 0) return 0;
    }
    return count;
}

static void add_letters(const char *text, size_t length, attn_text *out)
{
    for (size_t at = 0; at < length;) {
        letter next = letter_at(text + at, length - at);
        const char *command = attn_latex_symbol(next.code);
        attn_text_add(out, next.accent ? next.accent : "");
        if (command) {
            attn_text_add(out, command);
        } else {
            add_apart(out);
            attn_text_print(out, "%c", (char)next.code);
        }
        at += next.length;
    }
}

/* A letter leans; a word of several stands upright, or it would read like a product. */
static void add_word(const attn_printer *p, const char *word, size_t length)
{
    size_t count = count_letters(word, length);
    attn_text_add(p->out, count == 0 ? "\\text{" : count > 1 ? "\\mathrm{" : "");
    if (count)
        add_letters(word, length, p->out);
    else
        p->words(word, length, p->out);
    attn_text_add(p->out, count == 1 ? "" : "}");
}

/* ---- names ---- */

static void add_sub(const attn_printer *p, const attn_sub *sub)
{
    bool divided = sub->kind == ATTN_SUB_DIVIDED;
    if (divided) attn_text_add(p->out, "\\lceil ");
    if (sub->kind != ATTN_SUB_NUMBER) add_word(p, sub->word, strlen(sub->word));
    if (sub->kind == ATTN_SUB_NUMBER) attn_text_print(p->out, "%ld", sub->offset);
    if (sub->kind == ATTN_SUB_SHIFTED) attn_text_print(p->out, "%+ld", sub->offset);
    if (divided) attn_text_add(p->out, "/");
    if (divided && sub->by) add_word(p, sub->by, strlen(sub->by));
    if (divided && !sub->by) attn_text_print(p->out, "%ld", sub->divisor);
    if (divided) attn_text_add(p->out, "\\rceil");
}

/* The arrow of a bidirectional encoder's states stands above the word; what comes behind it. */
static const char *add_arrow(const attn_printer *p, const char *word)
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

static void print_subs(const attn_printer *p, const attn_sub *subs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        attn_text_add(p->out, i ? "," : "_{");
        add_sub(p, &subs[i]);
    }
    attn_text_add(p->out, "}");
}

static void print_name(const attn_printer *p, const attn_name *name)
{
    const char *word = add_arrow(p, name->word);
    size_t length = strlen(word), count = count_letters(word, length);
    bool arrow = word != name->word, braces = arrow && count != 1;
    if (name->sub_count && count > 1 && !arrow) {
        attn_text_add(p->out, "\\operatorname{");
        add_letters(word, length, p->out);
        attn_text_add(p->out, "}\\nolimits");
    } else {
        attn_text_add(p->out, braces ? "{" : "");
        add_word(p, word, length);
        attn_text_add(p->out, braces ? "}" : "");
    }
    if (name->sub_count) print_subs(p, name->subs, name->sub_count);
}

/* ---- functions ---- */

/* "layer_norm": what stands behind an underscore is a subscript, as in a name. */
static void add_function(const attn_printer *p, const char *function)
{
    static const char *const known[] = {"exp", "log", "sin", "cos", "tanh", "max", "min"};
    size_t length = strcspn(function, "_");
    bool has_command = false, word = count_letters(function, length) > 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        has_command |= strcmp(known[i], function) == 0;
    if (has_command) {
        attn_text_print(p->out, "\\%s", function);
    } else if (word) {
        attn_text_add(p->out, "\\operatorname{");
        add_letters(function, length, p->out);
        attn_text_add(p->out, "}");
    } else {
        add_word(p, function, length);
    }
    if (function[length] == '\0') return;
    attn_text_add(p->out, word ? "\\nolimits_{" : "_{");
    add_word(p, function + length + 1, strlen(function + length + 1));
    attn_text_add(p->out, "}");
}

/* ---- expressions ---- */

static void print_function(const attn_printer *p, const attn_expr *call)
{
    if (call->kind == ATTN_EXPR_SIGMA)
        attn_text_add(p->out, "\\sum");
    else if (call->kind == ATTN_EXPR_CALL)
        add_function(p, call->function);
    else
        attn_text_print(p->out, "\\operatorname{%s}\\nolimits",
                        call->kind == ATTN_EXPR_SPLIT ? call->function : "concat");
}

static void print_number(const attn_printer *p, double number)
{
    add_apart(p->out);
    int exponent = attn_typeset_digits(number, p->out);
    if (exponent) attn_text_print(p->out, "\\cdot 10^{%d}", exponent);
}

static const attn_style latex_style = {
    .forms = {[ATTN_EXPR_INFINITY] = {"\\infty", "", ""},
              [ATTN_EXPR_PI] = {"\\pi", "", ""},
              [ATTN_EXPR_CALL] = {"(", ", ", ")"},
              [ATTN_EXPR_SPLIT] = {"(", ", ", ")"},
              [ATTN_EXPR_CONCAT] = {"(", ", ", ")"},
              [ATTN_EXPR_SIGMA] = {" ", "", ""},
              [ATTN_EXPR_NEGATIVE] = {"-", "", ""},
              [ATTN_EXPR_ADD] = {"", " + ", ""},
              [ATTN_EXPR_SUBTRACT] = {"", " - ", ""},
              [ATTN_EXPR_TIMES] = {"", " \\odot ", ""},
              [ATTN_EXPR_DIVIDE] = {"\\frac{", "}{", "}"},
              [ATTN_EXPR_PRODUCT] = {"", " \\thinspace ", ""},
              [ATTN_EXPR_LESS] = {"", " \\lt ", ""},
              [ATTN_EXPR_LESS_EQUAL] = {"", " \\le ", ""},
              [ATTN_EXPR_GREATER] = {"", " \\gt ", ""},
              [ATTN_EXPR_GREATER_EQUAL] = {"", " \\ge ", ""},
              [ATTN_EXPR_EQUAL] = {"", " = ", ""},
              [ATTN_EXPR_TRANSPOSE] = {"", "", "^{\\top}"},
              [ATTN_EXPR_POWER] = {"", "^{", "}"},
              [ATTN_EXPR_ROOT] = {"\\sqrt{", "", "}"},
              [ATTN_EXPR_GROUP] = {"(", "", ")"},
              [ATTN_EXPR_JOIN] = {"[", " ; ", "]"},
              [ATTN_EXPR_STACK] = {"[", ", ", "]"},
              [ATTN_EXPR_PARTIAL] = {"\\frac{\\partial", "}{\\partial", "}"}},
    .dotted = " \\cdot ",
    .after = "\\operatorname{after}(",
    .comma = ", ",
    .equals = " = ",
    .also = ", ",
    .brackets = {"(", ")"},
    .one_equal = true,
    .grows = true,
    .around = attn_around_held,
    .number = print_number,
    .name = print_name,
    .function = print_function,
    .subs = print_subs,
};

/* ---- the whole ---- */

void attn_latex_expr(const attn_expr *expr, attn_latex_words words, attn_text *out)
{
    attn_print_expr(&(attn_printer){&latex_style, out, words}, expr);
}

void attn_latex_statement(const attn_statement *statement, attn_latex_words words, attn_text *out)
{
    attn_print_statement(&(attn_printer){&latex_style, out, words}, statement);
}

bool attn_latex_label(const char *label, attn_latex_words words, attn_text *out)
{
    return attn_print_label(&(attn_printer){&latex_style, out, words}, label, false);
}

void attn_latex_head(const char *function, const char *const *parameters, size_t count,
                     attn_latex_words words, attn_text *out)
{
    const attn_printer p = {&latex_style, out, words};
    add_function(&p, function);
    for (size_t i = 0; i < count; i++) {
        attn_text_add(out, i ? ", " : "(");
        add_word(&p, parameters[i], strlen(parameters[i]));
    }
    attn_text_add(out, count ? ")" : "()");
}

/* ---- arithmetic ---- */

void attn_latex_function(const char *function, attn_text *out)
{
    add_function(&(attn_printer){&latex_style, out, NULL}, function);
}

bool attn_latex_number(const char *digits, attn_text *out)
{
    static const char minus[] = "−";
    bool negative = strncmp(digits, minus, strlen(minus)) == 0;
    const char *size = negative ? digits + strlen(minus) : digits;
    char *end = NULL;
    bool infinite = strcmp(size, "∞") == 0;
    if (!infinite && *size >= '0' && *size <= '9') strtod(size, &end);
    if (!infinite && !(end && *end == '\0')) return false;
    if (negative) attn_text_add(out, "-");
    if (infinite) {
        attn_text_add(out, "\\infty");
        return true;
    }
    size_t mantissa = strcspn(size, "e");
    add_apart(out);
    attn_text_add_bytes(out, size, mantissa);
    if (size[mantissa])
        attn_text_print(out, "\\cdot 10^{%ld}", strtol(size + mantissa + 1, NULL, 10));
    return true;
}
