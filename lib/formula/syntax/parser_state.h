/*
 * parser_state: what the parser's rules, and what refuses notation of elsewhere, know of a formula
 * that is being read. Private to both.
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

#endif
