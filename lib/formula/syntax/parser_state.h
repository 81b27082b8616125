/*
 * parser_state: what the parser's rules (parser.c, parser_names.c, parser_lines.c), and refuse.c,
 * know of a formula that is being read. Private to them.
 *
 * After a fault, which lies in the status, a rule returns NULL or false.
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
    attn_expr *nodes, **end; /* all that were made, and where the next one is hung */
} parser;

/*
 * Records a fault of the formula, with its caret, unless there is one already. The next token is
 * then a FAULT, which no rule takes, so a rule may go on after a fault and find nothing more.
 * Always NULL, or false.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void *
attn_parser_fail(parser *p, attn_code code, size_t caret, const char *format, ...);

#define fault(p, caret, ...) attn_parser_fail((p), ATTN_INPUT, (caret), __VA_ARGS__)

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
void attn_close_bracket(parser *p, attn_token open, attn_token_kind kind, char sign);
/* The word of a token, in the arena; NULL after a fault: it looks like another of the lesson. */
const char *attn_take_name_word(parser *p, attn_token token);
/* Adds the subscripts behind "_", which is taken. */
void attn_parse_subs(parser *p, attn_name *name);
/* Reads a name into *name; false after a fault. */
bool attn_parse_a_name(parser *p, attn_name *name);
/* The same, in the arena. */
attn_name *attn_parse_new_name(parser *p);

/* ---- parser.c ---- */

/* A growing list in the arena of the parser. */
typedef struct expr_list {
    attn_expr **items;
    size_t count;
} expr_list;

/* Adds an expression, but not NULL. */
void attn_expr_list_add(parser *p, expr_list *list, attn_expr *expr);
/* "softmax", "f_dec", "gelu_new": the words in one. */
const char *attn_parse_function_name(parser *p);
/* "grad(L, W) is ∂L/∂W" of a word with a meaning of its own before "("; NULL: it is none. */
const char *attn_meaning_of_word(const char *word);
/* The rule "expr". */
attn_expr *attn_parse_rule_expr(parser *p);

#endif
