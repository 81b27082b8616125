/*
 * printer: one walk over the syntax tree of a formula. A style says how each kind of expression
 * begins, separates and ends, and which of its parts need parentheses. The styles are in plain.c,
 * typeset.c and typeset_latex.c. Private to formula/print.
 */
#ifndef ATTN_FORMULA_PRINT_PRINTER_H
#define ATTN_FORMULA_PRINT_PRINTER_H

#include "core/text.h"
#include "formula/syntax/ast.h"

/* How many kinds of expressions there are. */
enum { ATTN_EXPR_KINDS = ATTN_EXPR_PARTIAL + 1 };

/* From the loosest rule of the grammar to the tightest. */
typedef enum attn_level {
    ATTN_LEVEL_EXPR,
    ATTN_LEVEL_SUM,
    ATTN_LEVEL_TERM,
    ATTN_LEVEL_PRODUCT,
    ATTN_LEVEL_FACTOR,
    ATTN_LEVEL_BASE
} attn_level;
extern const attn_level attn_levels[ATTN_EXPR_KINDS];

/* Whether it is one thing to the eye, so that √ and ^ may stand beside it without parentheses. */
bool attn_is_one_thing(const attn_expr *expr);

typedef struct attn_form { /* NULL: nothing */
    const char *before, *between, *behind;
} attn_form;

typedef enum attn_around { /* what stands around a part */
                           ATTN_AROUND_NOTHING,
                           ATTN_AROUND_ROUND,
                           ATTN_AROUND_CURLY,
                           ATTN_AROUND_HELD, /* nothing, nor its own parentheses: the form holds it
                                                together */
                           ATTN_AROUND_ROOT, /* √ */
                           ATTN_AROUND_SQRT, /* sqrt( ) */
                           ATTN_AROUND_OWN   /* the style writes it: part */
} attn_around;
/* What stands around a part where fractions, roots and exponents hold theirs together. */
attn_around attn_around_held(const attn_expr *whole, size_t i);

typedef struct attn_printer attn_printer;

typedef struct attn_style {
    attn_form forms[ATTN_EXPR_KINDS]; /* of functions and Σ: behind their names and letters */
    const char *dotted;               /* between the factors of a product with a dot */
    const char *after;                /* begins after(A) */
    const char *comma, *equals;       /* between names left of "=", and it */
    const char *also;                 /* between results */
    const char *brackets[2];          /* round ones that the tree does not have */
    bool one_equal;                   /* a comparison is written "=", as a statement is */
    bool grows;                       /* brackets are as high as what they hold */
    attn_around (*around)(const attn_expr *whole, size_t i);
    void (*part)(const attn_printer *p, const attn_expr *part);
    void (*number)(const attn_printer *p, double number);
    void (*name)(const attn_printer *p, const attn_name *name); /* without after( ) */
    void (*function)(const attn_printer *p, const attn_expr *call);
    void (*subs)(const attn_printer *p, const attn_sub *subs, size_t count);
} attn_style;

struct attn_printer {
    const attn_style *style;
    attn_text *out;
    void (*words)(const char *bytes, size_t length, attn_text *out); /* LaTeX: letters in \text{} */
};

/* Each adds its formula to p->out in the style of p. */
void attn_print_expr(const attn_printer *p, const attn_expr *expr);
void attn_print_name(const attn_printer *p, const attn_name *name);
void attn_print_statement(const attn_printer *p, const attn_statement *statement);
/* A label of a value, which is a formula by itself; a name, if only_name. False, and nothing is
 * added, if it is none. */
bool attn_print_label(const attn_printer *p, const char *label, bool only_name);

#endif
