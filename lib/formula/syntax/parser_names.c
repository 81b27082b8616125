/*
 * parser_names: the rules of names and their subscripts.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "formula/syntax/refuse.h"

enum { most_whole_digits = 9 }; /* of a whole number in a subscript */

void *attn_parser_fail(parser *p, attn_code code, size_t caret, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_formula_fail_list(p->status, code, p->text, caret, format, arguments);
    va_end(arguments);
    p->token.kind = TOKEN_FAULT;
    return NULL;
}

void attn_close_bracket(parser *p, attn_token open, attn_token_kind kind, char sign)
{
    if (!take(p, kind) && !attn_refuse_stray(p))
        fault(p, open.start, "a '%c' is missing for the '%c' here", sign, p->text[open.start]);
}

/* The number of a token of digits. */
static long parse_whole(parser *p)
{
    attn_token token = p->token;
    if (!attn_lexer_is_whole(&p->lexer, token))
        fault(p, token.start, "expected a whole number");
    else if (token.end - token.start > most_whole_digits)
        fault(p, token.start, "a subscript has at most %d digits", most_whole_digits);
    else
        advance(p);
    return attn_ok(p->status) ? strtol(p->text + token.start, NULL, 10) : 0;
}

/* letter ( "+" | "-" ) whole number, the letter being taken. */
static void parse_shift(parser *p, attn_sub *sub)
{
    attn_token letter = p->before;
    if (!attn_lexer_is_letter(&p->lexer, letter))
        fault(p, letter.start, "only a single letter can be shifted in a subscript: h_{i-1}");
    long sign = p->token.kind == TOKEN_MINUS ? -1 : 1;
    advance(p);
    if (p->token.kind == TOKEN_WORD) attn_refuse_computed_sub(p);
    sub->kind = ATTN_SUB_SHIFTED;
    sub->offset = sign * parse_whole(p);
}

static bool opens_ceiling(const parser *p)
{
    const char *spelled = "ceil";
    size_t length = p->token.end - p->token.start;
    if (p->token.kind == TOKEN_OPEN_CEILING) return true;
    return p->token.kind == TOKEN_WORD && length == strlen(spelled) &&
           memcmp(p->text + p->token.start, spelled, length) == 0 && peek(p) == TOKEN_OPEN_ROUND;
}

const char *attn_take_name_word(parser *p, attn_token token)
{
    const char *word = attn_lexer_word(&p->lexer, token, p->arena), *why;
    if (!word || !p->grammar->words || attn_alike_take(p->grammar->words, word, &why)) return word;
    if (!why) attn_no_memory(p->status, "reading a name");
    return fault(p, token.start, "%s", why);
}

/* The letter of a length as divisor, where the lesson itself says how much it is. */
static void parse_length(parser *p, attn_sub *sub)
{
    const char *letter = attn_lexer_word(&p->lexer, p->token, p->arena);
    const size_t length =
        letter && p->grammar->length ? p->grammar->length(p->grammar->user, letter) : 0;
    if (length == 0) return;
    sub->divisor = (long)length;
    sub->by = letter;
    advance(p);
}

/* "⌈" letter "/" whole number or length "⌉", or "ceil(" … ")". */
static void parse_divided(parser *p, attn_sub *sub)
{
    bool sign = take(p, TOKEN_OPEN_CEILING);
    if (!sign) {
        advance(p);
        advance(p);
    }
    attn_token letter = p->token;
    bool divided =
        attn_lexer_is_letter(&p->lexer, letter) && take(p, TOKEN_WORD) && take(p, TOKEN_DIVIDE);
    if (divided && attn_lexer_is_whole(&p->lexer, p->token))
        sub->divisor = parse_whole(p);
    else if (divided && attn_lexer_is_letter(&p->lexer, p->token))
        parse_length(p, sub);
    sub->kind = ATTN_SUB_DIVIDED;
    if ((sub->divisor > 1 || sub->by) && take(p, sign ? TOKEN_CLOSE_CEILING : TOKEN_CLOSE_ROUND))
        sub->word = attn_take_name_word(p, letter);
    else
        fault(p, p->token.start,
              "only a letter divided by a whole number from 2, or by a length that is a count, can "
              "be rounded up: ⌈j/4⌉");
}

static void parse_sub(parser *p, attn_sub *sub, bool braces)
{
    sub->divisor = 1;
    if (braces && opens_ceiling(p)) {
        parse_divided(p, sub);
    } else if (p->token.kind == TOKEN_NUMBER) {
        sub->kind = ATTN_SUB_NUMBER;
        sub->offset = parse_whole(p);
    } else if (p->token.kind == TOKEN_WORD) {
        sub->kind = ATTN_SUB_WORD;
        sub->word = attn_take_name_word(p, p->token);
        advance(p);
        bool shifted = p->token.kind == TOKEN_PLUS || p->token.kind == TOKEN_MINUS;
        if (braces && shifted) parse_shift(p, sub);
    } else {
        fault(p, p->token.start,
              "a subscript is missing after '%.*s': a whole number, a word, or in braces i-1 "
              "or ⌈i/2⌉",
              PIECE(p, p->before.start, p->before.end));
    }
}

void attn_parse_subs(parser *p, attn_name *name)
{
    attn_token open = p->token;
    bool braces = take(p, TOKEN_OPEN_CURLY);
    do {
        if (name->sub_count == ATTN_MOST_SUBS)
            fault(p, p->token.start, "a name has at most %d subscripts", ATTN_MOST_SUBS);
        else
            parse_sub(p, &name->subs[name->sub_count++], braces);
    } while (braces && take(p, TOKEN_COMMA));
    if (!braces) return;
    if (p->token.kind != TOKEN_CLOSE_CURLY) attn_refuse_computed_sub(p);
    attn_close_bracket(p, open, TOKEN_CLOSE_CURLY, '}');
}

/* "," and a whole number, directly behind a subscript without braces. */
static bool takes_open_sub(parser *p, attn_token before)
{
    attn_lexer ahead = p->lexer;
    if (p->token.kind != TOKEN_COMMA || p->token.start != before.end) return false;
    const attn_token sub = attn_lexer_next(&ahead);
    return !sub.apart && attn_lexer_is_whole(&ahead, sub) && take(p, TOKEN_COMMA);
}

bool attn_parse_a_name(parser *p, attn_name *name)
{
    *name = (attn_name){.start = p->token.start};
    if (p->token.kind != TOKEN_WORD) return attn_refuse_missing_name(p);
    name->word = attn_take_name_word(p, p->token);
    advance(p);
    size_t underscore = 0;
    if (take(p, TOKEN_UNDERSCORE)) {
        if (p->token.kind != TOKEN_OPEN_CURLY) underscore = p->before.start;
        attn_parse_subs(p, name);
        while (underscore && p->grammar->typed && takes_open_sub(p, p->before))
            attn_parse_subs(p, name);
    }
    name->end = p->before.end;
    p->name = (last_name){name->start, name->end, underscore};
    return attn_ok(p->status);
}

attn_name *attn_parse_new_name(parser *p)
{
    attn_name *name = attn_alloc(p->arena, 1, sizeof *name);
    return name && attn_parse_a_name(p, name) ? name : fault(p, 0, " ");
}
