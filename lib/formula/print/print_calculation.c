/*
 * print_calculation: one walk over the tree, with a table for each style of what stands around and
 * between the parts.
 */
#include "formula/print/print_calculation.h"

#include <string.h>

#include "formula/print/typeset_latex.h"

#define STAY "\u00A0" /* a space at which no line breaks */

enum { KINDS = ATTN_CALCULATION_COMPARISON + 1 };

typedef struct form {
    const char *before, *between, *behind;
} form;

typedef struct style {
    form forms[KINDS];
    const char *minus; /* in the place of what stands before a term */
    bool closed;       /* spaces are closed but where a line may break; else they are ordinary */
    bool holds;        /* root and power hold their parts together */
    void (*number)(const char *digits, attn_text *out);
    void (*function)(const char *name, attn_text *out);
    const char *(*comparison)(const char *sign);
} style;

/* ---- text ---- */

static void add_text(const char *text, attn_text *out)
{
    attn_text_add(out, text);
}

static const char *text_sign(const char *sign)
{
    return sign;
}

#define TEXT                                                                                       \
    .forms = {[ATTN_CALCULATION_MORE] = {"…" STAY, "", STAY "more …"},                             \
              [ATTN_CALCULATION_CALL] = {"(", ", ", ")"},                                          \
              [ATTN_CALCULATION_GROUP] = {"(", "", ")"},                                           \
              [ATTN_CALCULATION_NEGATIVE] = {"−", "", ""},                                         \
              [ATTN_CALCULATION_ROOT] = {"√", "", ""},                                             \
              [ATTN_CALCULATION_SQUARE] = {"", "", "²"},                                           \
              [ATTN_CALCULATION_POWER] = {"", "^", ""},                                            \
              [ATTN_CALCULATION_PRODUCT] = {"", "·", ""},                                          \
              [ATTN_CALCULATION_QUOTIENT] = {"", " /" STAY, ""},                                   \
              [ATTN_CALCULATION_SUM] = {"", " +" STAY, ""},                                        \
              [ATTN_CALCULATION_COMPARISON] = {STAY, "", STAY}},                                   \
    .minus = " −" STAY, .number = add_text, .function = add_text, .comparison = text_sign

static const style plain_style = {TEXT};
static const style typeset_style = {TEXT, .closed = true};

/* ---- LaTeX ---- */

static const char *latex_sign(const char *sign)
{
    static const char *const commands[][2] = {
        {"<", "\\lt"}, {"≤", "\\le"}, {">", "\\gt"}, {"≥", "\\ge"}, {"==", "="}};
    size_t i = 0;
    while (strcmp(commands[i][0], sign) != 0) i++;
    return commands[i][1];
}

static void add_latex_number(const char *digits, attn_text *out)
{
    attn_latex_number(digits, out);
}

static const style latex_style = {
    .forms = {[ATTN_CALCULATION_CALL] = {"(", ", ", ")"},
              [ATTN_CALCULATION_GROUP] = {"(", "", ")"},
              [ATTN_CALCULATION_NEGATIVE] = {"-", "", ""},
              [ATTN_CALCULATION_ROOT] = {"\\sqrt{", "", "}"},
              [ATTN_CALCULATION_SQUARE] = {"", "", "^{2}"},
              [ATTN_CALCULATION_POWER] = {"", "^{", "}"},
              [ATTN_CALCULATION_PRODUCT] = {"", "\\cdot", ""},
              [ATTN_CALCULATION_QUOTIENT] = {"", " / ", ""},
              [ATTN_CALCULATION_SUM] = {"", " + ", ""},
              [ATTN_CALCULATION_COMPARISON] = {" ", "", " "}},
    .minus = " - ",
    .holds = true,
    .number = add_latex_number,
    .function = attn_latex_function,
    .comparison = latex_sign,
};

/* ---- the walk ---- */

/* What a table has: with ordinary spaces, where they are not closed. */
static void add_form(const style *s, const char *text, attn_text *out)
{
    for (const char *stay; !s->closed && (stay = strstr(text, STAY)); text = stay + strlen(STAY)) {
        attn_text_add_bytes(out, text, (size_t)(stay - text));
        attn_text_add(out, " ");
    }
    attn_text_add(out, text);
}

/* Words of anyone: where spaces are closed, a line may break behind a comma. */
static void add_words(const style *s, const char *words, attn_text *out)
{
    for (char before = ' '; *words; before = *words++) {
        if (s->closed && *words == ' ' && before != ',')
            attn_text_add(out, STAY);
        else
            attn_text_add_bytes(out, words, 1);
    }
}

static void print(const style *s, const attn_calculation *part, attn_text *out);

/* The parentheses of a part that its command holds together are left out. */
static const attn_calculation *held(const style *s, const attn_calculation *whole,
                                    const attn_calculation *part)
{
    bool holds = whole->kind == ATTN_CALCULATION_ROOT ||
                 (whole->kind == ATTN_CALCULATION_POWER && part != whole->first);
    return s->holds && holds && part->kind == ATTN_CALCULATION_GROUP ? part->first : part;
}

static void print_comparison(const style *s, const attn_calculation *part, attn_text *out)
{
    const form *f = &s->forms[part->kind];
    print(s, part->first, out);
    add_form(s, f->before, out);
    attn_text_add(out, s->comparison(part->text));
    add_form(s, f->behind, out);
    print(s, part->first->next, out);
}

/* Terms, factors, values: of a sum those with a minus sign are taken away. */
static void print_parts(const style *s, const attn_calculation *whole, attn_text *out)
{
    const char *between = s->forms[whole->kind].between;
    for (const attn_calculation *part = whole->first; part; part = part->next) {
        bool joined = part != whole->first;
        bool minus = joined && whole->kind == ATTN_CALCULATION_SUM &&
                     part->kind == ATTN_CALCULATION_NEGATIVE;
        if (joined && between) add_form(s, minus ? s->minus : between, out);
        print(s, minus ? part->first : held(s, whole, part), out);
    }
}

static void print(const style *s, const attn_calculation *part, attn_text *out)
{
    const form *f = &s->forms[part->kind];
    if (part->kind == ATTN_CALCULATION_NUMBER) {
        s->number(part->text, out);
    } else if (part->kind == ATTN_CALCULATION_WORDS) {
        add_words(s, part->text, out);
    } else if (part->kind == ATTN_CALCULATION_COMPARISON) {
        print_comparison(s, part, out);
    } else {
        if (part->kind == ATTN_CALCULATION_CALL) s->function(part->text, out);
        add_form(s, f->before ? f->before : "", out);
        if (part->left_out) attn_text_print(out, "%zu", part->left_out);
        print_parts(s, part, out);
        add_form(s, f->behind ? f->behind : "", out);
    }
}

void attn_print_calculation(const attn_calculation *line, attn_text *out)
{
    print(&plain_style, line, out);
}

void attn_typeset_calculation(const attn_calculation *line, attn_text *out)
{
    print(&typeset_style, line, out);
}

static bool has_words(const attn_calculation *part)
{
    bool found = part->kind == ATTN_CALCULATION_WORDS || part->kind == ATTN_CALCULATION_MORE;
    for (part = part->first; part && !found; part = part->next) found = has_words(part);
    return found;
}

bool attn_latex_calculation(const attn_calculation *line, attn_text *out)
{
    if (has_words(line)) return false;
    print(&latex_style, line, out);
    return true;
}
