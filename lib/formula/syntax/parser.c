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

static attn_expr *node(parser *p, attn_expr_kind kind, size_t from)
{
    attn_expr *expr = attn_alloc(p->arena, 1, sizeof *expr);
    if (!expr) return NULL;
    expr->kind = kind;
    expr->start = from;
    expr->end = p->before.end;
    expr->height = 1;
    return expr;
}

static attn_expr *adopt(parser *p, attn_expr *parent, attn_expr **children, size_t count)
{
    if (!parent || !children) return NULL;
    parent->children = children;
    parent->count = count;
    for (size_t i = 0; i < count; i++)
        if (children[i]->height >= parent->height) parent->height = children[i]->height + 1;
    if (parent->height <= ATTN_MOST_HEIGHT) return parent;
    attn_formula_fail(p->status, ATTN_LIMIT, p->text, parent->start,
                      "this is more than %d operations deep: give a part a name of its own",
                      ATTN_MOST_HEIGHT);
    return NULL;
}

static attn_expr *node_over(parser *p, attn_expr_kind kind, size_t from, attn_expr *child)
{
    attn_expr **children = child ? attn_alloc(p->arena, 1, sizeof(attn_expr *)) : NULL;
    if (!children) return NULL;
    children[0] = child;
    return adopt(p, node(p, kind, from), children, 1);
}

/* With the letter that it runs over, or takes its part by. */
static attn_expr *indexed_over(parser *p, attn_expr_kind kind, size_t from, const attn_sub *index,
                               attn_expr *child)
{
    attn_expr *expr = node_over(p, kind, from, child);
    attn_sub *kept = expr ? attn_alloc(p->arena, 1, sizeof *kept) : NULL;
    if (!kept) return NULL;
    *kept = *index;
    expr->index = kept;
    return expr;
}

static attn_expr *node_between(parser *p, attn_expr_kind kind, attn_expr *left, attn_expr *right)
{
    attn_expr **children = left && right ? attn_alloc(p->arena, 2, sizeof(attn_expr *)) : NULL;
    if (!children) return NULL;
    children[0] = left;
    children[1] = right;
    return adopt(p, node(p, kind, left->start), children, 2);
}

bool attn_expr_list_add(parser *p, expr_list *list, attn_expr *expr)
{
    if (!expr) return false;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 4;
        attn_expr **items = attn_alloc(p->arena, capacity, sizeof(attn_expr *));
        if (!items) return false;
        if (list->count > 0) memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = expr;
    return true;
}

static bool nest(parser *p)
{
    if (p->nested++ <= most_nested) return true;
    attn_formula_fail(p->status, ATTN_LIMIT, p->text, p->token.start,
                      "more than %d levels are nested here: give a part a name of its own",
                      most_nested);
    return false;
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

/* "softmax", "f_dec", "gelu_new": the words in one. */
const char *attn_parse_function_name(parser *p)
{
    const char *word = attn_take_name_word(p, p->token);
    advance(p);
    while (word && take(p, TOKEN_UNDERSCORE)) {
        if (p->token.kind != TOKEN_WORD && !attn_lexer_is_whole(&p->lexer, p->token)) {
            fault(p, p->token.start, "a word is missing after '_'");
            return NULL;
        }
        const char *more = attn_take_name_word(p, p->token);
        if (more) word = attn_print(p->arena, "%s_%s", word, more);
        if (!more) return NULL;
        advance(p);
    }
    return word;
}

static bool is_hidden(const parser *p, const char *word)
{
    for (size_t i = 0; i < p->grammar->hidden_count; i++)
        if (strcmp(p->grammar->hidden[i], word) == 0) return true;
    return false;
}

/* expr { separator expr } and the closing bracket. */
static bool parse_list(parser *p, expr_list *items, attn_token_kind separator)
{
    do {
        if (!attn_expr_list_add(p, items, attn_parse_rule_expr(p))) return false;
    } while (take(p, separator));
    return true;
}

/* The values of a call, with both parentheses; there may be none. */
static bool parse_arguments(parser *p, expr_list *arguments)
{
    attn_token open = p->token;
    advance(p);
    if (take(p, TOKEN_CLOSE_ROUND)) return true;
    return parse_list(p, arguments, TOKEN_COMMA) &&
           attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')');
}

static attn_expr *parse_call(parser *p, const char *function, size_t from)
{
    expr_list arguments = {0};
    if (!parse_arguments(p, &arguments)) return NULL;
    attn_expr *call = node(p, ATTN_EXPR_CALL, from);
    if (!call) return NULL;
    call->function = function;
    return arguments.count > 0 ? adopt(p, call, arguments.items, arguments.count) : call;
}

/* sqrt(x) is √x. */
static attn_expr *parse_sqrt(parser *p, size_t from)
{
    expr_list arguments = {0};
    if (!parse_arguments(p, &arguments)) return NULL;
    if (arguments.count == 1) return node_over(p, ATTN_EXPR_ROOT, from, arguments.items[0]);
    fault(p, from, "sqrt takes one value: sqrt(x)");
    return NULL;
}

static attn_name *copy_name(parser *p, const attn_name *name)
{
    attn_name *copy = attn_alloc(p->arena, 1, sizeof *copy);
    if (copy) *copy = *name;
    return copy;
}

/* Gives an expression its names. NULL where there is none, or no memory. */
static attn_expr *named(parser *p, attn_expr *expr, const attn_name *name, const attn_name *with)
{
    if (!expr || !(expr->name = copy_name(p, name))) return NULL;
    if (with && !(expr->with = copy_name(p, with))) return NULL;
    return expr;
}

/* grad(L, W) is ∂L/∂W. */
static attn_expr *parse_grad(parser *p, size_t from)
{
    attn_name of = {0}, with = {0};
    attn_token open = p->token;
    advance(p);
    if (!attn_parse_a_name(p, &of)) return NULL;
    if (!take(p, TOKEN_COMMA)) {
        fault(p, p->token.start, "grad takes two names: grad(L, W) is ∂L/∂W");
        return NULL;
    }
    if (!attn_parse_a_name(p, &with) || !attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')'))
        return NULL;
    return named(p, node(p, ATTN_EXPR_PARTIAL, from), &of, &with);
}

/* after(e)_{2,1}: the whole of it was read as a name, and behind it a subscript stands. */
static void refuse_sub_behind(parser *p, const attn_name *name)
{
    attn_name more = {0};
    attn_token sub = p->token;
    advance(p);
    if (!attn_parse_subs(p, &more)) return;
    if (name->sub_count)
        fault(p, sub.start, "all subscripts stand inside, as in after(e_{2,1})");
    else
        fault(p, sub.start, "the subscripts stand inside: after(%.*s%.*s)",
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
    attn_name name = {0};
    attn_token open = p->token;
    advance(p);
    if (!attn_parse_a_name(p, &name)) return NULL;
    bool closed = take(p, TOKEN_CLOSE_ROUND);
    if (!closed) refuse_after(p, open);
    if (closed && p->token.kind == TOKEN_UNDERSCORE) refuse_sub_behind(p, &name);
    if (!attn_ok(p->status)) return NULL;
    name.after = true;
    name.start = from;
    name.end = p->before.end;
    return named(p, node(p, ATTN_EXPR_NAME, from), &name, NULL);
}

/* Words that are followed by "(" and have a meaning of their own. */
static const struct {
    const char *word;
    attn_expr *(*parse)(parser *p, size_t from);
    const char *means;
} spellings[] = {
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

/* "grad(L, W) is ∂L/∂W" of such a word; NULL: it is none. */
const char *attn_meaning_of_word(const char *word)
{
    for (size_t i = 0; i < COUNT(spellings); i++)
        if (strcmp(spellings[i].word, word) == 0) return spellings[i].means;
    return NULL;
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
    for (size_t i = 0; i < COUNT(spellings); i++)
        if (strcmp(spellings[i].word, word) == 0) return spellings[i].parse(p, from);
    return parse_call(p, word, from);
}

/* split_j(x), reshape_j(x) and concat_j(x); the name is read, "(" comes next. */
static attn_expr *parse_indexed(parser *p, const attn_name *name, attn_expr_kind kind)
{
    const attn_sub *index = &name->subs[0];
    bool divided = index->kind == ATTN_SUB_DIVIDED && kind == ATTN_EXPR_SPLIT;
    if (name->sub_count != 1 || (index->kind != ATTN_SUB_WORD && !divided)) {
        fault(p, name->start, "%s needs the letter of an index: %s_j(…)%s", name->word, name->word,
              kind == ATTN_EXPR_CONCAT ? "; single values are joined by [a ; b]" : "");
        return NULL;
    }
    attn_token open = p->token;
    advance(p);
    attn_expr *child = attn_parse_rule_expr(p);
    if (!child || !attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')')) return NULL;
    attn_expr *expr = indexed_over(p, kind, name->start, index, child);
    if (expr && kind == ATTN_EXPR_SPLIT) expr->function = name->word;
    return expr;
}

/* ---- bases ---- */

static attn_expr *parse_number(parser *p)
{
    attn_token token = p->token;
    const char *digits = attn_copy_text(p->arena, p->text + token.start, token.end - token.start);
    double number = digits ? strtod(digits, NULL) : 0.0;
    if (number > (double)FLT_MAX) {
        fault(p, token.start, "this number is too large: the largest is 3.4e38");
        return NULL;
    }
    advance(p);
    attn_expr *expr = node(p, ATTN_EXPR_NUMBER, token.start);
    if (expr) expr->number = number;
    return expr;
}

static attn_expr *parse_constant(parser *p)
{
    attn_expr_kind kind = p->token.kind == TOKEN_PI ? ATTN_EXPR_PI : ATTN_EXPR_INFINITY;
    advance(p);
    return node(p, kind, p->before.start);
}

static attn_expr *parse_word(parser *p)
{
    attn_name name = {0};
    if (function_ahead(p)) {
        const parser saved = *p;
        const char *word = attn_parse_function_name(p);
        if (word && is_function(p, word)) return parse_function(p, word, saved.token.start);
        *p = saved;
    }
    if (!attn_parse_a_name(p, &name)) return NULL;
    for (size_t i = 0; i < COUNT(indexed) && p->token.kind == TOKEN_OPEN_ROUND; i++)
        if (strcmp(indexed[i].word, name.word) == 0 && !is_hidden(p, name.word))
            return parse_indexed(p, &name, indexed[i].kind);
    return named(p, node(p, ATTN_EXPR_NAME, name.start), &name, NULL);
}

/* √2π, 10000^2i: without a blank the name may belong under the sign, in these brackets. */
static bool refuse_joined(parser *p, attn_token sign, const attn_expr *number, const char *brackets)
{
    bool name = p->token.kind == TOKEN_WORD || p->token.kind == TOKEN_PI;
    if (number->kind != ATTN_EXPR_NUMBER || !name || p->token.apart) return false;
    const attn_expr *more = parse_base(p);
    if (!more) return true;
    fault(p, more->start, "'%.*s' can be read two ways: write %.*s%c%.*s%c or %.*s %.*s",
          PIECE(p, sign.start, more->end), PIECE(p, sign.start, sign.end), brackets[0],
          PIECE(p, sign.end, more->end), brackets[1], PIECE(p, sign.start, number->end),
          PIECE(p, more->start, more->end));
    return true;
}

static attn_expr *parse_root(parser *p)
{
    attn_token sign = p->token;
    if (!nest(p)) return NULL;
    advance(p);
    attn_expr *child = parse_base(p);
    if (child && refuse_joined(p, sign, child, "()")) return NULL;
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
        fault(p, word.start, "'%.*s' is no function here%s%s%s", PIECE(p, word.start, word.end),
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
    if (!child) return NULL;
    if (after_word && p->token.kind == TOKEN_COMMA) refuse_function(p, word);
    if (!attn_close_bracket(p, open, TOKEN_CLOSE_ROUND, ')')) return NULL;
    return node_over(p, ATTN_EXPR_GROUP, open.start, child);
}

static attn_expr *parse_brackets(parser *p)
{
    expr_list items = {0};
    attn_token open = p->token;
    last_name word = p->name;
    bool after_word = open.start > 0 && word.end == open.start;
    advance(p);
    attn_expr *first = attn_parse_rule_expr(p);
    if (!attn_expr_list_add(p, &items, first)) return NULL;
    attn_token_kind separator = p->token.kind == TOKEN_SEMICOLON ? TOKEN_SEMICOLON : TOKEN_COMMA;
    if (take(p, separator) && !parse_list(p, &items, separator)) return NULL;
    if (p->token.kind == TOKEN_SEMICOLON || p->token.kind == TOKEN_COMMA) {
        fault(p, p->token.start, "in brackets stands either ';' (join) or ',' (stack): nest them");
        return NULL;
    }
    if (!attn_close_bracket(p, open, TOKEN_CLOSE_SQUARE, ']')) return NULL;
    if (after_word && items.count == 1) {
        attn_refuse_element(p, word, open);
        return NULL;
    }
    for (size_t i = 0; i < items.count; i++)
        if (attn_refuse_item(p, open, items.items[i], items.count == 1)) return NULL;
    attn_expr_kind kind = separator == TOKEN_SEMICOLON ? ATTN_EXPR_JOIN : ATTN_EXPR_STACK;
    return adopt(p, node(p, kind, open.start), items.items, items.count);
}

/* "∂" name "/" "∂" name */
static attn_expr *parse_partial(parser *p)
{
    attn_name of = {0}, with = {0};
    attn_token open = p->token;
    advance(p);
    if (!attn_parse_a_name(p, &of)) return NULL;
    if (!take(p, TOKEN_DIVIDE) || !take(p, TOKEN_PARTIAL)) {
        fault(p, p->token.start, "a derivative says by what: ∂L/∂W");
        return NULL;
    }
    if (!attn_parse_a_name(p, &with)) return NULL;
    return named(p, node(p, ATTN_EXPR_PARTIAL, open.start), &of, &with);
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
    if (bases[p->token.kind]) return bases[p->token.kind](p);
    attn_refuse_missing_value(p);
    return NULL;
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

static attn_expr *transpose(parser *p, attn_expr *base)
{
    return node_over(p, ATTN_EXPR_TRANSPOSE, base->start, base);
}

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
    fault(p, base->end, "'%.*s' can be read two ways: write (%.*s)%.*s or %.*s^{%.*s%.*s}",
          PIECE(p, base->start, power->end), PIECE(p, base->start, base->end),
          PIECE(p, base->end, power->end), PIECE(p, lower->start, lower->end),
          PIECE(p, upper->start, upper->end), PIECE(p, base->end, power->end));
    return NULL;
}

/* "T" | [ "-" ] base | "{" expr "}", where {T} is T */
static attn_expr *parse_power(parser *p, attn_expr *base)
{
    attn_token open = p->token, sign = p->before;
    attn_expr *exponent = NULL;
    if (take(p, TOKEN_OPEN_CURLY)) {
        bool whole = peek(p) == TOKEN_CLOSE_CURLY;
        if (whole && take_transpose(p) && take(p, TOKEN_CLOSE_CURLY)) return transpose(p, base);
        exponent = attn_parse_rule_expr(p);
        if (!exponent || !attn_close_bracket(p, open, TOKEN_CLOSE_CURLY, '}')) return NULL;
    } else {
        bool negative = take(p, TOKEN_MINUS);
        if (!negative && take_transpose(p)) return transpose(p, base);
        exponent = parse_base(p);
        if (exponent && refuse_joined(p, sign, exponent, "{}")) return NULL;
        if (negative) exponent = node_over(p, ATTN_EXPR_NEGATIVE, open.start, exponent);
    }
    return power_of(p, base, exponent);
}

static attn_expr *parse_factor(parser *p)
{
    attn_expr *factor = parse_base(p);
    while (factor) {
        if (take(p, TOKEN_TRANSPOSE))
            factor = transpose(p, factor);
        else if (take(p, TOKEN_POWER))
            factor = parse_power(p, factor);
        else
            break;
    }
    return factor;
}

/* "_" index, or "_{" index "}". */
static bool parse_index(parser *p, attn_sub *index)
{
    size_t sigma = p->before.start;
    bool underscore = take(p, TOKEN_UNDERSCORE), braces = take(p, TOKEN_OPEN_CURLY);
    attn_token word = p->token;
    bool closed = underscore && take(p, TOKEN_WORD) && (!braces || take(p, TOKEN_CLOSE_CURLY));
    bool bounds = closed ? p->token.kind == TOKEN_POWER : underscore;
    if (bounds || !closed)
        fault(p, sigma, "Σ runs over the whole of one index: Σ_i%s",
              bounds ? "; a factor of 1 and 0 takes a part, as in Σ_j (j ≤ i) x_j" : "");
    *index = (attn_sub){.kind = ATTN_SUB_WORD, .divisor = 1};
    index->word = closed && !bounds ? attn_take_name_word(p, word) : NULL;
    return index->word != NULL;
}

/* "Σ" "_" index term: takes the whole rest of the term. */
static attn_expr *parse_sigma(parser *p)
{
    size_t from = p->token.start;
    if (!nest(p)) return NULL;
    advance(p);
    attn_sub index;
    attn_expr *expr = NULL;
    if (parse_index(p, &index))
        expr = indexed_over(p, ATTN_EXPR_SIGMA, from, &index, parse_term(p));
    p->nested--;
    return expr;
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
        if (product) product->dotted = dotted;
    }
    return product;
}

/* a / b c: says how to write both of the things it could mean. Always NULL. */
static attn_expr *refuse_two_ways(parser *p, const attn_expr *left, attn_token sign,
                                  const attn_expr *right)
{
    attn_token open = p->token;
    last_name word = p->name;
    if (open.kind == TOKEN_OPEN_ROUND && word.end == open.start) refuse_function(p, word);
    bool dotted = take(p, TOKEN_DOT);
    const attn_expr *more = parse_product(p);
    if (!more) return NULL;
    const char *dot = dotted ? "· " : "";
    if (more->end - left->start > most_quoted) {
        fault(p, open.start,
              "to the right of '%.*s' stands one factor: put parentheses around what belongs "
              "together",
              PIECE(p, sign.start, sign.end));
        return NULL;
    }
    fault(p, open.start, "'%.*s' can be read two ways: write %.*s %.*s (%.*s) or (%.*s) %s%.*s",
          PIECE(p, left->start, more->end), PIECE(p, left->start, left->end),
          PIECE(p, sign.start, sign.end), PIECE(p, right->start, more->end),
          PIECE(p, left->start, right->end), dot, PIECE(p, more->start, more->end));
    return NULL;
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
    while (sum && operators[p->token.kind].level == LEVEL_SUM) {
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
    if (expr && operators[p->token.kind].level == LEVEL_COMPARISON) {
        attn_expr_kind kind = operators[p->token.kind].kind;
        advance(p);
        expr = node_between(p, kind, expr, parse_sum(p));
        if (expr && operators[p->token.kind].level == LEVEL_COMPARISON) {
            fault(p, p->token.start, "comparisons cannot be chained: write (a < b) ⊙ (b < c)");
            return NULL;
        }
    }
    p->nested--;
    return expr;
}
