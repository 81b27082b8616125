/*
 * refuse: notation of elsewhere, which is read otherwise here or not at all: each of these says
 * what to write instead. Private to the parser.
 *
 * Those that look whether there is anything to refuse are true if they did, and the fault is in the
 * status; the others always refuse.
 */
#ifndef ATTN_FORMULA_SYNTAX_REFUSE_H
#define ATTN_FORMULA_SYNTAX_REFUSE_H

#include "formula/syntax/parser_state.h"

/* No value begins with the next token. Always NULL. */
void *attn_refuse_missing_value(parser *p);
/* Nor does a name. Always false. */
bool attn_refuse_missing_name(parser *p);
/* The next token cannot go on what was read: where the reason is known. */
bool attn_refuse_stray(parser *p);
/* The same, whatever the reason. */
void attn_refuse_rest(parser *p);
/*
 * A comma right behind the subscript of a name, then one letter or digit, all without a blank:
 * "α_t,i" means α_{t,i}. For places where a comma would have another meaning or none.
 */
bool attn_refuse_open_subs(parser *p);
/* A second "_" right behind the subscripts of a name: "W_Q_{1,1}" means W_{Q,1,1}. */
bool attn_refuse_second_subs(parser *p);
/* x_{2 i}, x_{j-i}; not where the braces stay open. */
bool attn_refuse_computed_sub(parser *p);
/* h[t-1] is how programs write h_{t-1}; a list of one, right behind a name, can only mean that. */
void attn_refuse_element(parser *p, last_name word, attn_token open);
/* Refuses an item in brackets, perhaps alone there, that was meant as several, or as none. */
void attn_refuse_item(parser *p, attn_token open, const attn_expr *item, bool alone);

#endif
