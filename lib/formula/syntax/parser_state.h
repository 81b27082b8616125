/*
 * parser_state: what the parser's rules (parser.c, parser_names.c, parser_lines.c), and refuse.c,
 * know of a formula that is being read. Private to them.
 *
 * A rule returns NULL, or false, after a fault, which then lies in the status.
 */
#ifndef ATTN_FORMULA_SYNTAX_PARSER_STATE_H
#define ATTN_FORMULA_SYNTAX_PARSER_STATE_H

#include "formula/syntax/lexer.h"
#include "formula/syntax/parser.h"

/* A name as it was read last: messages about what follows it quote it. */
typedef struct last_name {
    size_t start, end;
    size_t underscore; /* 0: no subscript, or one in braces */
} last_name;

typedef struct parser {
    const attn_grammar *grammar;
    attn_arena *arena;
    attn_status *status;
    const char *text;
    attn_lexer lexer;  /* stands behind token */
    attn_token token;  /* read next */
    attn_token before; /* read last; its end is 0 at first */
    last_name name;
    size_t nested;
} parser;

#define fault(p, caret, ...)                                                                       \
    attn_formula_fail((p)->status, ATTN_INPUT, (p)->text, (caret), __VA_ARGS__)

/* For "%.*s": a piece of the formula. */
#define PIECE(p, from, to) (int)((to) - (from)), (p)->text + (from)

/* ---- tokens ---- */

static inline void advance(parser *p)
{
    p->before = p->token;
    p->token = attn_lexer_next(&p->lexer);
}

/* Reads the next token if it is of this kind. */
static inline bool take(parser *p, attn_token_kind kind)
{
    if (p->token.kind != kind) return false;
    advance(p);
    return true;
}

/* The kind of the token after the next. */
static inline attn_token_kind peek(const parser *p)
{
    attn_lexer ahead = p->lexer;
    return attn_lexer_next(&ahead).kind;
}

/* ---- parser_names.c ---- */

/* Reads the bracket that closes this one; a fault, if another token stands here. */
bool attn_close_bracket(parser *p, attn_token open, attn_token_kind kind, char sign);
/* A word of the lesson; NULL if it looks like another, or there is no memory. */
const char *attn_take_name_word(parser *p, attn_token token);
/* The subscripts behind "_", which is taken. */
bool attn_parse_subs(parser *p, attn_name *name);
bool attn_parse_a_name(parser *p, attn_name *name);

/* ---- parser.c ---- */

typedef struct expr_list {
    attn_expr **items;
    size_t count, capacity;
} expr_list;

/* Adds an expression, unless it is NULL or there is no memory. */
bool attn_expr_list_add(parser *p, expr_list *list, attn_expr *expr);
/* "softmax", "f_dec", "gelu_new": the words in one. */
const char *attn_parse_function_name(parser *p);
/* "grad(L, W) is ∂L/∂W" of a word with a meaning of its own before "("; NULL: it is none. */
const char *attn_meaning_of_word(const char *word);
/* The rule "expr". */
attn_expr *attn_parse_rule_expr(parser *p);

#endif
