/*
 * lexer: a formula's text as tokens. Private to the parser.
 *
 * A lexer is a small value: copying it is looking ahead.
 */
#ifndef ATTN_FORMULA_SYNTAX_LEXER_H
#define ATTN_FORMULA_SYNTAX_LEXER_H

#include "core/memory.h"

typedef enum attn_token_kind {
    TOKEN_END,
    TOKEN_FAULT, /* its fault is in the status */
    TOKEN_NUMBER,
    TOKEN_WORD, /* with its arrow, if any */
    TOKEN_PI,
    TOKEN_INFINITY,
    TOKEN_SIGMA,
    TOKEN_ROOT,
    TOKEN_PARTIAL,
    TOKEN_TRANSPOSE, /* ᵀ or ' */
    TOKEN_POWER,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_DOT,
    TOKEN_TIMES,
    TOKEN_DIVIDE,
    TOKEN_LESS,
    TOKEN_LESS_EQUAL,
    TOKEN_GREATER,
    TOKEN_GREATER_EQUAL,
    TOKEN_EQUAL,
    TOKEN_ASSIGN,
    TOKEN_COMMA,
    TOKEN_SEMICOLON,
    TOKEN_UNDERSCORE,
    TOKEN_OPEN_ROUND,
    TOKEN_CLOSE_ROUND,
    TOKEN_OPEN_SQUARE,
    TOKEN_CLOSE_SQUARE,
    TOKEN_OPEN_CURLY,
    TOKEN_CLOSE_CURLY,
    TOKEN_OPEN_CEILING,
    TOKEN_CLOSE_CEILING,
    TOKEN_KINDS
} attn_token_kind;

typedef struct attn_token {
    attn_token_kind kind;
    bool apart;        /* a blank stands before it */
    size_t start, end; /* bytes in the text; an END lies right behind the last token */
} attn_token;

/* A text on its way into tokens; `at` is the byte where the next token is looked for. */
typedef struct attn_lexer {
    attn_status *status;
    const char *text;
    size_t length, at;
} attn_lexer;

/* Refuses a text that is too long or no UTF-8. */
bool attn_lexer_open(attn_lexer *lexer, attn_status *status, const char *text);
/* The next token; a FAULT, wherever it stands, once the status holds a fault. */
attn_token attn_lexer_next(attn_lexer *lexer);

/* A WORD in the form in which it is compared: composed (NFC), Greek that is spelled out as Greek.
 */
const char *attn_lexer_word(const attn_lexer *lexer, attn_token word, attn_arena *arena);
/* True for a WORD of one letter (and its marks) without an arrow: "i", "α", "x̂". */
bool attn_lexer_is_letter(const attn_lexer *lexer, attn_token word);
/* True for a NUMBER of digits alone. */
bool attn_lexer_is_whole(const attn_lexer *lexer, attn_token number);

/* Records a fault of a formula with its caret, unless the status holds a fault already. False. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
bool attn_formula_fail(attn_status *status, attn_code code, const char *text, size_t caret,
                       const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 5, 0)))
#endif
bool attn_formula_fail_list(attn_status *status, attn_code code, const char *text, size_t caret,
                            const char *format, va_list arguments);

#endif
