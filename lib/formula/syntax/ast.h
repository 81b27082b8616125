/*
 * ast: a formula as a tree, exactly as it was written (parentheses and the kind of product are
 * kept, so that it can be typeset as it stands).
 */
#ifndef ATTN_FORMULA_SYNTAX_AST_H
#define ATTN_FORMULA_SYNTAX_AST_H

#include "core/memory.h"

typedef enum attn_sub_kind {
    ATTN_SUB_NUMBER,  /* 3: offset holds it */
    ATTN_SUB_WORD,    /* i, n, Q, dot: word holds it */
    ATTN_SUB_SHIFTED, /* i-1, n+1: word and offset */
    ATTN_SUB_DIVIDED  /* ⌈j/4⌉, ⌈j/g⌉: word and divisor */
} attn_sub_kind;

typedef struct attn_sub {
    attn_sub_kind kind;
    const char *word;
    long offset;
    long divisor;   /* 1 but in DIVIDED */
    const char *by; /* the letter of that length; NULL: it is written as a number */
} attn_sub;

#define ATTN_MOST_SUBS 8

/* W_{Q,l}: word "W" (Greek spelled out has become Greek: "alpha" is "α"), subs Q and l. */
typedef struct attn_name {
    const char *word; /* with its arrow, if any: "→h" */
    size_t sub_count;
    attn_sub subs[ATTN_MOST_SUBS];
    bool after;                    /* after(W_{Q,l}): what training made of it */
    size_t start, end;             /* bytes in the formula text */
    struct attn_bound_name *bound; /* what it stands for in its lesson: private to eval */
} attn_name;

typedef enum attn_expr_kind {
    ATTN_EXPR_NUMBER,   /* number; children none */
    ATTN_EXPR_INFINITY, /* ∞ */
    ATTN_EXPR_PI,
    ATTN_EXPR_NAME,     /* name */
    ATTN_EXPR_CALL,     /* function; children: arguments */
    ATTN_EXPR_SPLIT,    /* split_j(x), reshape_j(x): function, index; 1 child */
    ATTN_EXPR_CONCAT,   /* concat_j(x): index; 1 child */
    ATTN_EXPR_SIGMA,    /* Σ_i x: index; 1 child */
    ATTN_EXPR_NEGATIVE, /* 1 child */
    ATTN_EXPR_ADD,
    ATTN_EXPR_SUBTRACT,
    ATTN_EXPR_TIMES /* ⊙ */,
    ATTN_EXPR_DIVIDE,  /* 2 children */
    ATTN_EXPR_PRODUCT, /* 2 children; dotted: written with · */
    ATTN_EXPR_LESS,
    ATTN_EXPR_LESS_EQUAL,
    ATTN_EXPR_GREATER,
    ATTN_EXPR_GREATER_EQUAL,
    ATTN_EXPR_EQUAL,
    ATTN_EXPR_TRANSPOSE, /* 1 child */
    ATTN_EXPR_POWER,     /* 2 children */
    ATTN_EXPR_ROOT,      /* √x: 1 child */
    ATTN_EXPR_GROUP,     /* ( x ): 1 child */
    ATTN_EXPR_JOIN,      /* [a ; b]: children */
    ATTN_EXPR_STACK,     /* [a, b]: children */
    ATTN_EXPR_PARTIAL    /* ∂y/∂x: name is y, with is x; no children */
} attn_expr_kind;

/* A tree is no higher than this, so that whoever walks it may do so by recursion. */
#define ATTN_MOST_HEIGHT 256
/* The children of a node, and the names on the left of a statement, are no more once they are
 * bound. */
#define ATTN_MOST_LISTED 64
#define ATTN_MOST_TARGETS 8

typedef struct attn_expr attn_expr;
struct attn_expr {
    attn_expr_kind kind;
    bool dotted;
    unsigned height;   /* 1 without children, else one more than the highest child */
    size_t start, end; /* bytes in the formula text */
    double number;
    const char *function;   /* CALL */
    const attn_sub *index;  /* SPLIT, CONCAT, SIGMA: the letter, which SPLIT may have divided */
    attn_name *name, *with; /* NAME, PARTIAL; else NULL */
    size_t count;
    attn_expr **children;
    attn_expr *next; /* the one that was read after it; children come before their parents */
    int op;          /* its operation of the record, or 0: private to eval */
    const struct attn_function *called; /* by a CALL, where it is no operation: private to eval */
};

/* name { , name } = expr; or an expression alone (no targets): the result of a function, a check.
 */
typedef struct attn_statement {
    const char *text; /* as written */
    size_t target_count;
    attn_name *targets;
    size_t result_count; /* "A V, A": several results; else 1 */
    attn_expr **results;
    attn_expr *nodes; /* of all results, the first that was read; see attn_expr.next */
    void *origin;     /* the reader's own: where it stands in its file */
} attn_statement;

#endif
