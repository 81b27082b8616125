/*
 * parser: recursive descent over the grammar of attnviz-lesson(5), one function for each rule, each
 * named like its rule. A rule returns NULL after a fault, which then lies in the status.
 *
 * Nothing here knows what a name stands for; of functions only whether a word is one.
 */
#include "formula/syntax/parser.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "formula/syntax/parser_state.h"
#include "formula/syntax/refuse.h"

enum {
    most_nested = 100, /* parentheses, brackets, braces, Σ and √ inside one another */
    most_quoted = 48   /* bytes of formula that a message repeats */
};

static attn_expr *parse_term(parser *p);
static attn_expr *parse_base(parser *p);

/* ---- nodes ---- */

/* This expression over these children, up to the token that was read last; NULL after a fault. */
static attn_expr *node(parser *p, attn_expr expr, attn_expr *const *children, size_t count)
{
    attn_expr *made = attn_alloc(p->arena, 1, sizeof *made);
    expr.children = attn_alloc(p->arena, count, sizeof *expr.children);
    if (!attn_ok(p->status)) return fault(p, 0, " ");
    expr.count = count;
    expr.end = p->before.end;
    expr.height = 1;
    for (size_t i = 0; i < count; i++) {
        expr.children[i] = children[i];
        if (children[i]->height >= expr.height) expr.height = children[i]->height + 1;
    }
    *made = expr;
    *p->end = made;
    p->end = &made->next;
    if (expr.height <= ATTN_MOST_HEIGHT) return made;
    return attn_parser_fail(p, ATTN_LIMIT, expr.start,
                            "this is more than %d operations deep: give a part a name of its own",
                            ATTN_MOST_HEIGHT);
}

static attn_expr *node_over(parser *p, attn_expr_kind kind, size_t from, attn_expr *child)
{
    return node(p, (attn_expr){.kind = kind, .start = from}, &child, 1);
}

static attn_expr *node_between(parser *p, attn_expr_kind kind, attn_expr *left, attn_expr *right)
{
    size_t from = left ? left->start : 0;
    return node(p, (attn_expr){.kind = kind, .start = from}, (attn_expr *[]){left, right}, 2);
}

/* A name, or a derivative of one name by the other. */
static attn_expr *node_of_names(parser *p, attn_expr_kind kind, size_t from, attn_name *name,
                                attn_name *with)
{
    return node(p, (attn_expr){.kind = kind, .start = from, .name = name, .with = with}, NULL, 0);
}

void attn_expr_list_add(parser *p, expr_list *list, attn_expr *expr)
{
    attn_expr **place =
        expr ? attn_push(p->arena, &list->items, &list->count, sizeof *place) : NULL;
    if (place) *place = expr;
}

static bool nest(parser *p)
{
    if (p->nested++ <= most_nested) return true;
    return attn_parser_fail(
        p, ATTN_LIMIT, p->token.start,
        "this is nested more than %d levels deep: give a part a name of its own", most_nested);
}

/* ---- calls ---- */

/* True where word { "_" ( word | whole number ) } and then "(" stand. */
static bool function_ahead(const parser *p)
{
    attn_lexer ahead = p->lexer;
    attn_token token = attn_lexer_next(&ahead);
    while (token.kind == TOKEN_UNDERSCORE) {
        token = attn_lexer_next(&ahead);
        if (token.kind != TOKEN_WORD && token.kind != TOKEN_NUMBER) return false;
        token = attn_lexer_next(&ahead);
    }
    return token.kind == TOKEN_OPEN_ROUND;
}

const char *attn_parse_function_name(parser *p)
{
    const char *word = attn_take_name_word(p, p->token);
    advance(p);
    while (take(p, TOKEN_UNDERSCORE)) {
        if (p->token.kind != TOKEN_WORD && !attn_lexer_is_whole(&p->lexer, p->token))
            return fault(p, p->token.start, "a word is missing after '_'");
        const char *more = attn_take_name_word(p, p->token);
        if (more) word = attn_print(p->arena, "%s_%s", word, more);
        advance(p);
    }
    return attn_ok(p->status) ? word : NULL;
}

static bool is_hidden(const parser *p, const char *word)
{
    for (size_t i = 0; i < p->grammar->hidden_count; i++)
        if (strcmp(p->grammar->hidden[i], word) == 0) return true;
    return false;
}

/* expr { separator expr } */
static void parse_list(parser *p, expr_list *items, attn_token_kind separator)
{
    do {
        attn_expr_list_add(p, items, attn_parse_rule_expr(p));
    } while (take(p, separator));
}

/* The values of a call, with both parentheses; there may be none. */
static expr_list parse_arguments(parser *p)
{
    expr_list arguments = {0};
    attn_token open = p->token;
    advance(p);
    if (take(p, TOKEN_CLOSE_ROUND)) return arguments;
    parse_list(p, &arguments, TOKEN_COMMA);
    attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')');
    return arguments;
}

static attn_expr *parse_call(parser *p, const char *function, size_t from)
{
    expr_list values = parse_arguments(p);
    return node(p, (attn_expr){.kind = ATTN_EXPR_CALL, .start = from, .function = function},
                values.items, values.count);
}

/* sqrt(x) is √x. */
static attn_expr *parse_sqrt(parser *p, size_t from)
{
    expr_list values = parse_arguments(p);
    if (values.count == 1) return node_over(p, ATTN_EXPR_ROOT, from, values.items[0]);
    return fault(p, from, "sqrt takes one value: sqrt(x)");
}

/* grad(L, W) is ∂L/∂W. */
static attn_expr *parse_grad(parser *p, size_t from)
{
    attn_token open = p->token;
    advance(p);
    attn_name *of = attn_parse_new_name(p);
    if (!take(p, TOKEN_COMMA))
        return fault(p, p->token.start, "grad takes two names: grad(L, W) is ∂L/∂W");
    attn_name *with = attn_parse_new_name(p);
    attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')');
    return node_of_names(p, ATTN_EXPR_PARTIAL, from, of, with);
}

/* after(e)_{2,1}: the whole of it was read as a name, and behind it a subscript stands. */
static void refuse_sub_behind(parser *p, const attn_name *name)
{
    attn_name more = {0};
    attn_token sub = p->token;
    advance(p);
    attn_parse_subs(p, &more);
    if (name->sub_count)
        fault(p, sub.start, "put all subscripts inside, as in after(e_{2,1})");
    else
        fault(p, sub.start, "put the subscripts inside: after(%.*s%.*s)",
              PIECE(p, name->start, name->end), PIECE(p, sub.start, p->before.end));
}

/* after(A_1,2), after(A V), after(A */
static void refuse_after(parser *p, attn_token open)
{
    if (p->token.kind == TOKEN_END)
        attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')');
    else if (!(p->token.kind == TOKEN_UNDERSCORE ? attn_refuse_stray(p) : attn_refuse_open_subs(p)))
        fault(p, p->token.start, "after takes one name: after(A) is A after the training");
}

/* after(W_Q) is the name W_Q for what training made of it. */
static attn_expr *parse_after(parser *p, size_t from)
{
    attn_token open = p->token;
    advance(p);
    attn_name *name = attn_parse_new_name(p);
    if (!take(p, TOKEN_CLOSE_ROUND)) refuse_after(p, open);
    if (p->token.kind == TOKEN_UNDERSCORE) refuse_sub_behind(p, name);
    if (!attn_ok(p->status)) return NULL;
    name->after = true;
    name->start = from;
    name->end = p->before.end;
    return node_of_names(p, ATTN_EXPR_NAME, from, name, NULL);
}

/* Words that are followed by "(" and have a meaning of their own. */
typedef struct spelling {
    const char *word;
    attn_expr *(*parse)(parser *p, size_t from);
    const char *means;
} spelling;

static const spelling spellings[] = {
    {"sqrt", parse_sqrt, "sqrt(x) is √x"},
    {"grad", parse_grad, "grad(L, W) is ∂L/∂W"},
    {"after", parse_after, "after(A) is A after the training"},
};

/* Functions with an index: split_j(X). */
static const struct {
    const char *word;
    attn_expr_kind kind;
} indexed[] = {
    {"split", ATTN_EXPR_SPLIT},
    {"reshape", ATTN_EXPR_SPLIT},
    {"concat", ATTN_EXPR_CONCAT},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const spelling *spelling_of(const char *word)
{
    for (size_t i = 0; i < COUNT(spellings); i++)
        if (strcmp(spellings[i].word, word) == 0) return &spellings[i];
    return NULL;
}

const char *attn_meaning_of_word(const char *word)
{
    const spelling *found = spelling_of(word);
    return found ? found->means : NULL;
}

/* "split", "split_j": read by way of its name. */
bool attn_is_indexed_function(const char *word)
{
    for (size_t i = 0; i < COUNT(indexed); i++) {
        size_t length = strlen(indexed[i].word);
        bool same = strncmp(word, indexed[i].word, length) == 0;
        if (same && (word[length] == '\0' || word[length] == '_')) return true;
    }
    return false;
}

static bool is_function(const parser *p, const char *word)
{
    if (is_hidden(p, word) || attn_is_indexed_function(word)) return false;
    if (attn_meaning_of_word(word)) return true;
    return p->grammar->is_function && p->grammar->is_function(p->grammar->user, word);
}

static attn_expr *parse_function(parser *p, const char *word, size_t from)
{
    const spelling *found = spelling_of(word);
    return found ? found->parse(p, from) : parse_call(p, word, from);
}

/* split_j(x), reshape_j(x) and concat_j(x); the name is read, "(" comes next. */
static attn_expr *parse_indexed(parser *p, attn_name *name, attn_expr_kind kind)
{
    const attn_sub *index = &name->subs[0];
    attn_token open = p->token;
    bool divided = index->kind == ATTN_SUB_DIVIDED && kind == ATTN_EXPR_SPLIT;
    if (name->sub_count != 1 || (index->kind != ATTN_SUB_WORD && !divided))
        return fault(p, name->start, "%s needs the letter of an index: %s_j(…)%s", name->word,
                     name->word,
                     kind == ATTN_EXPR_CONCAT ? "; single values are joined by [a ; b]" : "");
    advance(p);
    attn_expr *child = attn_parse_rule_expr(p);
    attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')');
    const char *function = kind == ATTN_EXPR_SPLIT ? name->word : NULL;
    return node(
        p, (attn_expr){.kind = kind, .start = name->start, .function = function, .index = index},
        &child, 1);
}

/* ---- bases ---- */

static attn_expr *parse_number(parser *p)
{
    attn_token token = p->token;
    const char *digits = attn_copy_text(p->arena, p->text + token.start, token.end - token.start);
    double number = digits ? strtod(digits, NULL) : 0.0;
    if (number > (double)FLT_MAX)
        return fault(p, token.start, "this number is too large: the largest is 3.4e38");
    advance(p);
    return node(p, (attn_expr){.kind = ATTN_EXPR_NUMBER, .start = token.start, .number = number},
                NULL, 0);
}

static attn_expr *parse_constant(parser *p)
{
    attn_expr_kind kind = p->token.kind == TOKEN_PI ? ATTN_EXPR_PI : ATTN_EXPR_INFINITY;
    advance(p);
    return node_of_names(p, kind, p->before.start, NULL, NULL);
}

static attn_expr *parse_word(parser *p)
{
    if (function_ahead(p)) {
        const parser saved = *p;
        const char *word = attn_parse_function_name(p);
        if (word && is_function(p, word)) return parse_function(p, word, saved.token.start);
        *p = saved;
    }
    attn_name *name = attn_parse_new_name(p);
    if (!attn_ok(p->status)) return NULL;
    for (size_t i = 0; i < COUNT(indexed) && p->token.kind == TOKEN_OPEN_ROUND; i++)
        if (strcmp(indexed[i].word, name->word) == 0 && !is_hidden(p, name->word))
            return parse_indexed(p, name, indexed[i].kind);
    return node_of_names(p, ATTN_EXPR_NAME, name->start, name, NULL);
}

/* √2π, 10000^2i: without a blank the name may belong under the sign, in these brackets. */
static void refuse_joined(parser *p, attn_token sign, const attn_expr *number, const char *brackets)
{
    bool name = p->token.kind == TOKEN_WORD || p->token.kind == TOKEN_PI;
    if (!number || number->kind != ATTN_EXPR_NUMBER || !name || p->token.apart) return;
    const attn_expr *more = parse_base(p);
    if (more)
        fault(p, more->start, "'%.*s' can be read two ways: write %.*s%c%.*s%c or %.*s %.*s",
              PIECE(p, sign.start, more->end), PIECE(p, sign.start, sign.end), brackets[0],
              PIECE(p, sign.end, more->end), brackets[1], PIECE(p, sign.start, number->end),
              PIECE(p, more->start, more->end));
}

static attn_expr *parse_root(parser *p)
{
    attn_token sign = p->token;
    if (!nest(p)) return NULL;
    advance(p);
    attn_expr *child = parse_base(p);
    refuse_joined(p, sign, child, "()");
    p->nested--;
    return node_over(p, ATTN_EXPR_ROOT, sign.start, child);
}

/* f(a, b) and f() are no product, so the word was meant as a function. */
static void refuse_function(parser *p, last_name word)
{
    size_t length = word.end - word.start, name = strcspn(p->text + word.start, "_");
    const char *bare =
        attn_copy_text(p->arena, p->text + word.start, name < length ? name : length);
    const attn_grammar *grammar = p->grammar;
    const char *near =
        bare && grammar->near_function ? grammar->near_function(grammar->user, bare) : NULL;
    if (bare && is_function(p, bare))
        fault(p, word.start, "%.*s: the function %s has no index: %s(…)",
              PIECE(p, word.start, word.end), bare, bare);
    else
        fault(p, word.start, "'%.*s' is not a function here%s%s%s", PIECE(p, word.start, word.end),
              near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
}

static attn_expr *parse_group(parser *p)
{
    attn_token open = p->token;
    last_name word = p->name;
    bool after_word = open.start > 0 && word.end == open.start;
    advance(p);
    if (after_word && p->token.kind == TOKEN_CLOSE_ROUND) refuse_function(p, word);
    attn_expr *child = attn_parse_rule_expr(p);
    if (after_word && p->token.kind == TOKEN_COMMA) refuse_function(p, word);
    attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')');
    return node_over(p, ATTN_EXPR_GROUP, open.start, child);
}

static attn_expr *parse_brackets(parser *p)
{
    expr_list items = {0};
    attn_token open = p->token;
    last_name word = p->name;
    bool after_word = open.start > 0 && word.end == open.start;
    advance(p);
    attn_expr_list_add(p, &items, attn_parse_rule_expr(p));
    attn_token_kind separator = p->token.kind == TOKEN_SEMICOLON ? TOKEN_SEMICOLON : TOKEN_COMMA;
    if (take(p, separator)) parse_list(p, &items, separator);
    if (p->token.kind == TOKEN_SEMICOLON || p->token.kind == TOKEN_COMMA)
        fault(p, p->token.start, "brackets take either ';' (join) or ',' (stack): nest them");
    attn_close_bracket(p, open, TOKEN_CLOSE_SQUARE, ']');
    if (after_word && items.count == 1) attn_refuse_element(p, word, open);
    for (size_t i = 0; i < items.count; i++)
        attn_refuse_item(p, open, items.items[i], items.count == 1);
    attn_expr_kind kind = separator == TOKEN_SEMICOLON ? ATTN_EXPR_JOIN : ATTN_EXPR_STACK;
    return node(p, (attn_expr){.kind = kind, .start = open.start}, items.items, items.count);
}

/* "∂" name "/" "∂" name */
static attn_expr *parse_partial(parser *p)
{
    attn_token open = p->token;
    advance(p);
    attn_name *of = attn_parse_new_name(p);
    if (!take(p, TOKEN_DIVIDE) || !take(p, TOKEN_PARTIAL))
        return fault(p, p->token.start, "a derivative needs to know by what: ∂L/∂W");
    return node_of_names(p, ATTN_EXPR_PARTIAL, open.start, of, attn_parse_new_name(p));
}

/* What begins a base, and so a factor. */
static attn_expr *(*const bases[TOKEN_KINDS])(parser *) = {
    [TOKEN_NUMBER] = parse_number,
    [TOKEN_PI] = parse_constant,
    [TOKEN_INFINITY] = parse_constant,
    [TOKEN_WORD] = parse_word,
    [TOKEN_ROOT] = parse_root,
    [TOKEN_OPEN_ROUND] = parse_group,
    [TOKEN_OPEN_SQUARE] = parse_brackets,
    [TOKEN_PARTIAL] = parse_partial,
};

static attn_expr *parse_base(parser *p)
{
    return bases[p->token.kind] ? bases[p->token.kind](p) : attn_refuse_missing_value(p);
}

/* ---- operators ---- */

typedef enum level { LEVEL_NONE, LEVEL_COMPARISON, LEVEL_SUM, LEVEL_TERM } level;

static const struct {
    level level;
    attn_expr_kind kind;
} operators[TOKEN_KINDS] = {
    [TOKEN_LESS] = {LEVEL_COMPARISON, ATTN_EXPR_LESS},
    [TOKEN_LESS_EQUAL] = {LEVEL_COMPARISON, ATTN_EXPR_LESS_EQUAL},
    [TOKEN_GREATER] = {LEVEL_COMPARISON, ATTN_EXPR_GREATER},
    [TOKEN_GREATER_EQUAL] = {LEVEL_COMPARISON, ATTN_EXPR_GREATER_EQUAL},
    [TOKEN_EQUAL] = {LEVEL_COMPARISON, ATTN_EXPR_EQUAL},
    [TOKEN_PLUS] = {LEVEL_SUM, ATTN_EXPR_ADD},
    [TOKEN_MINUS] = {LEVEL_SUM, ATTN_EXPR_SUBTRACT},
    [TOKEN_TIMES] = {LEVEL_TERM, ATTN_EXPR_TIMES},
    [TOKEN_DIVIDE] = {LEVEL_TERM, ATTN_EXPR_DIVIDE},
};

/* "T", which is no value in this place, but not the T of T_2; ᵀ behind "^" too. */
static bool take_transpose(parser *p)
{
    attn_token token = p->token;
    bool letter = token.kind == TOKEN_WORD && token.end - token.start == 1 &&
                  p->text[token.start] == 'T' && peek(p) != TOKEN_UNDERSCORE;
    if (letter || token.kind == TOKEN_TRANSPOSE) advance(p);
    return letter || token.kind == TOKEN_TRANSPOSE;
}

/* a^b^c: programs and mathematics take the upper power first, a reader from the left may not. */
static attn_expr *power_of(parser *p, attn_expr *base, attn_expr *exponent)
{
    attn_expr *power = node_between(p, ATTN_EXPR_POWER, base, exponent);
    if (!power || base->kind != ATTN_EXPR_POWER) return power;
    const attn_expr *lower = base->children[0], *upper = base->children[1];
    return fault(p, base->end, "'%.*s' can be read two ways: write (%.*s)%.*s or %.*s^{%.*s%.*s}",
                 PIECE(p, base->start, power->end), PIECE(p, base->start, base->end),
                 PIECE(p, base->end, power->end), PIECE(p, lower->start, lower->end),
                 PIECE(p, upper->start, upper->end), PIECE(p, base->end, power->end));
}

/* "T" | [ "-" ] base | "{" expr "}", where {T} is T */
static attn_expr *parse_power(parser *p, attn_expr *base)
{
    attn_token open = p->token, sign = p->before;
    attn_expr *exponent = NULL;
    bool curly = take(p, TOKEN_OPEN_CURLY), negative = !curly && take(p, TOKEN_MINUS);
    bool alone = curly ? peek(p) == TOKEN_CLOSE_CURLY : !negative;
    if (alone && take_transpose(p) && (!curly || take(p, TOKEN_CLOSE_CURLY)))
        return node_over(p, ATTN_EXPR_TRANSPOSE, base->start, base);
    if (curly) {
        exponent = attn_parse_rule_expr(p);
        attn_close_bracket(p, open, TOKEN_CLOSE_CURLY, '}');
    } else {
        exponent = parse_base(p);
        refuse_joined(p, sign, exponent, "{}");
    }
    if (negative) exponent = node_over(p, ATTN_EXPR_NEGATIVE, open.start, exponent);
    return power_of(p, base, exponent);
}

static attn_expr *parse_factor(parser *p)
{
    attn_expr *factor = parse_base(p);
    while (factor) {
        if (take(p, TOKEN_TRANSPOSE))
            factor = node_over(p, ATTN_EXPR_TRANSPOSE, factor->start, factor);
        else if (take(p, TOKEN_POWER))
            factor = parse_power(p, factor);
        else
            break;
    }
    return factor;
}

/* "_" index, or "_{" index "}", behind the Σ that was read last. */
static const attn_sub *parse_index(parser *p)
{
    size_t sigma = p->before.start;
    bool underscore = take(p, TOKEN_UNDERSCORE), braces = take(p, TOKEN_OPEN_CURLY);
    attn_token word = p->token;
    bool closed = underscore && take(p, TOKEN_WORD) && (!braces || take(p, TOKEN_CLOSE_CURLY));
    bool bounds = closed ? p->token.kind == TOKEN_POWER : underscore;
    if (bounds || !closed)
        return fault(p, sigma, "Σ runs over all values of one index: Σ_i%s",
                     bounds ? "; a factor of 1 and 0 selects a part, as in Σ_j (j ≤ i) x_j" : "");
    attn_sub *index = attn_alloc(p->arena, 1, sizeof *index);
    if (!index) return NULL;
    *index = (attn_sub){ATTN_SUB_WORD, attn_take_name_word(p, word), .divisor = 1};
    return index;
}

/* "Σ" "_" index term: takes the whole rest of the term. */
static attn_expr *parse_sigma(parser *p)
{
    size_t from = p->token.start;
    if (!nest(p)) return NULL;
    advance(p);
    const attn_sub *index = parse_index(p);
    attn_expr *term = parse_term(p);
    p->nested--;
    return node(p, (attn_expr){.kind = ATTN_EXPR_SIGMA, .start = from, .index = index}, &term, 1);
}

static bool begins_factor(const parser *p)
{
    return bases[p->token.kind] || p->token.kind == TOKEN_SIGMA || p->token.kind == TOKEN_DOT;
}

/* product = factor { [ "·" ] factor } [ [ "·" ] sigma ] | sigma */
static attn_expr *parse_product(parser *p)
{
    bool last = p->token.kind == TOKEN_SIGMA;
    attn_expr *product = last ? parse_sigma(p) : parse_factor(p);
    while (product && !last && begins_factor(p)) {
        bool dotted = take(p, TOKEN_DOT);
        last = p->token.kind == TOKEN_SIGMA;
        attn_expr *right = last ? parse_sigma(p) : parse_factor(p);
        product = node_between(p, ATTN_EXPR_PRODUCT, product, right);
        if (dotted && product) product->dotted = true;
    }
    return product;
}

/* a / b c: says how to write both of the things it could mean. */
static attn_expr *refuse_two_ways(parser *p, const attn_expr *left, attn_token sign,
                                  const attn_expr *right)
{
    attn_token open = p->token;
    last_name word = p->name;
    if (open.kind == TOKEN_OPEN_ROUND && word.end == open.start) refuse_function(p, word);
    const char *dot = take(p, TOKEN_DOT) ? "· " : "";
    const attn_expr *more = parse_product(p);
    if (!more) return NULL;
    if (more->end - left->start > most_quoted)
        return fault(
            p, open.start,
            "'%.*s' takes one factor on its right: put parentheses around what belongs together",
            PIECE(p, sign.start, sign.end));
    return fault(p, open.start,
                 "'%.*s' can be read two ways: write %.*s %.*s (%.*s) or (%.*s) %s%.*s",
                 PIECE(p, left->start, more->end), PIECE(p, left->start, left->end),
                 PIECE(p, sign.start, sign.end), PIECE(p, right->start, more->end),
                 PIECE(p, left->start, right->end), dot, PIECE(p, more->start, more->end));
}

/* term = product { ( "⊙" | "/" ) ( sigma | factor ) } */
static attn_expr *parse_term(parser *p)
{
    attn_expr *term = parse_product(p);
    while (term && operators[p->token.kind].level == LEVEL_TERM) {
        attn_token sign = p->token;
        advance(p);
        attn_expr *right = p->token.kind == TOKEN_SIGMA ? parse_sigma(p) : parse_factor(p);
        if (right && begins_factor(p)) return refuse_two_ways(p, term, sign, right);
        term = node_between(p, operators[sign.kind].kind, term, right);
    }
    return term;
}

/* sum = [ "-" ] term { ( "+" | "-" ) term } */
static attn_expr *parse_sum(parser *p)
{
    size_t from = p->token.start;
    bool negative = take(p, TOKEN_MINUS);
    attn_expr *sum = parse_term(p);
    if (negative) sum = node_over(p, ATTN_EXPR_NEGATIVE, from, sum);
    while (operators[p->token.kind].level == LEVEL_SUM) {
        attn_expr_kind kind = operators[p->token.kind].kind;
        advance(p);
        sum = node_between(p, kind, sum, parse_term(p));
    }
    return sum;
}

attn_expr *attn_parse_rule_expr(parser *p)
{
    if (!nest(p)) return NULL;
    attn_expr *expr = parse_sum(p);
    if (operators[p->token.kind].level == LEVEL_COMPARISON) {
        attn_expr_kind kind = operators[p->token.kind].kind;
        advance(p);
        expr = node_between(p, kind, expr, parse_sum(p));
        if (operators[p->token.kind].level == LEVEL_COMPARISON)
            return fault(p, p->token.start,
                         "comparisons cannot be chained: write (a < b) ⊙ (b < c)");
    }
    p->nested--;
    return expr;
}
