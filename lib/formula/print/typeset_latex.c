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
static void add_word(const attn_printer *p, const char *word)
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

static void add_sub(const attn_printer *p, const attn_sub *sub)
{
    bool divided = sub->kind == ATTN_SUB_DIVIDED;
    if (divided) attn_text_add(p->out, "\\lceil ");
    if (sub->kind != ATTN_SUB_NUMBER) add_word(p, sub->word);
    if (sub->kind == ATTN_SUB_NUMBER) attn_text_print(p->out, "%ld", sub->offset);
    if (sub->kind == ATTN_SUB_SHIFTED) attn_text_print(p->out, "%+ld", sub->offset);
    if (divided) attn_text_print(p->out, "/%ld\\rceil", sub->divisor);
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
    if (name->sub_count) print_subs(p, name->subs, name->sub_count);
}

/* ---- functions ---- */

/* "layer_norm": what stands behind an underscore is a subscript, as in a name. */
static void add_function(const attn_printer *p, const char *function)
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
    attn_text digits = {0};
    int exponent = attn_typeset_digits(number, &digits);
    put(p->out, attn_text_string(&digits), digits.length);
    if (exponent) attn_text_print(p->out, "\\cdot 10^{%d}", exponent);
    p->out->failed |= digits.failed;
    attn_text_free(&digits);
}

static attn_around around(const attn_expr *whole, size_t i)
{
    bool power = whole->kind == ATTN_EXPR_POWER;
    bool base = whole->kind == ATTN_EXPR_TRANSPOSE || (power && i == 0);
    if (whole->kind == ATTN_EXPR_DIVIDE || whole->kind == ATTN_EXPR_ROOT || (power && i == 1))
        return ATTN_AROUND_HELD;
    return base && !attn_is_one_thing(whole->children[i]) ? ATTN_AROUND_ROUND : ATTN_AROUND_NOTHING;
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
    .one_equal = true,
    .grows = true,
    .around = around,
    .number = print_number,
    .name = print_name,
    .function = print_function,
    .subs = print_subs,
};

/* ---- the whole ---- */

static attn_printer printer_to(attn_text *out, attn_latex_words words)
{
    return (attn_printer){.style = &latex_style, .out = out, .words = words};
}

void attn_latex_expr(const attn_expr *expr, attn_latex_words words, attn_text *out)
{
    const attn_printer p = printer_to(out, words);
    attn_print_expr(&p, expr);
}

void attn_latex_statement(const attn_statement *statement, attn_latex_words words, attn_text *out)
{
    const attn_printer p = printer_to(out, words);
    attn_print_statement(&p, statement);
}

bool attn_latex_label(const char *label, attn_latex_words words, attn_text *out)
{
    const attn_printer p = printer_to(out, words);
    return attn_print_label(&p, label, false);
}

void attn_latex_head(const char *function, const char *const *parameters, size_t count,
                     attn_latex_words words, attn_text *out)
{
    const attn_printer p = printer_to(out, words);
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
    const attn_printer p = printer_to(out, NULL);
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
