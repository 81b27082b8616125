/*
 * parser: text to tree by the grammar of the lesson language (attnviz-lesson(5)).
 *
 * All trees live in the arena. Faults: message in status, with the formula and a caret
 * (attn_status_formula); the functions then return NULL (or false).
 */
#ifndef ATTN_FORMULA_SYNTAX_PARSER_H
#define ATTN_FORMULA_SYNTAX_PARSER_H

#include "formula/syntax/ast.h"
#include "formula/syntax/confusable.h"

/* What the parser must know of the lesson: whether a word before "(" is a function or a value. */
typedef struct attn_grammar {
    attn_arena *arena;
    bool (*is_function)(const void *user, const char *word); /* Greek already converted */
    /* the function that a misspelled word may mean, or NULL; may be absent */
    const char *(*near_function)(const void *user, const char *wrong);
    /* the number of a letter that is a length, if the lesson itself says it; else 0; may be absent
     */
    size_t (*length)(const void *user, const char *letter);
    const void *user;
    bool typed;        /* by a person who asks for a value: A_2,1 is A_{2,1} */
    attn_alike *words; /* those of the lesson: what looks like another is refused; or NULL */
    size_t
        hidden_count; /* parameters of the function being read: they hide functions of their name */
    const char *const *hidden;
} attn_grammar;

attn_statement *attn_parse_statement(const attn_grammar *grammar,
                                     const char *text); /* must have "=" */
/* name = expr, or expr { "," expr } without "=": a line of a function's body. */
attn_statement *attn_parse_body_line(const attn_grammar *grammar, const char *text);
attn_statement *attn_parse_formula(const attn_grammar *grammar, const char *text); /* no "=" */
attn_statement *attn_parse_check(const attn_grammar *grammar, const char *text);   /* the same */
attn_expr *attn_parse_expr(const attn_grammar *grammar, const char *text);
/* A formula by itself, with no lesson that knows its functions: f(x) is a call, f (x) a product. */
attn_expr *attn_parse_label(attn_arena *arena, const char *text);
/* Whether it is a function that takes an index, as in split_j(X). */
bool attn_is_indexed_function(const char *word);
bool attn_parse_name(const attn_grammar *grammar, const char *text,
                     attn_name *name); /* "W_{Q,l}": all of text */

#define ATTN_MOST_PARAMETERS 32

/* "f(x, y)" of a define: its name and its parameters (single words without subscripts). */
typedef struct attn_head {
    const char *function;
    size_t count;
    const char **parameters;
} attn_head;
bool attn_parse_head(const attn_grammar *grammar, const char *text, attn_head *head);

/* Operator characters and Greek names, for whoever must spell them: "alpha" to "α", or NULL. */
const char *attn_greek(const char *word);

#endif
