/*
 * refuse: refuses notation from elsewhere and says what to write instead. What might be meant is
 * quoted in the notation that is read here.
 */
#include "formula/syntax/refuse.h"

#include <string.h>

#include "core/text.h"

void *attn_refuse_missing_value(parser *p)
{
    attn_token token = p->token;
    bool power = token.kind == TOKEN_TIMES && p->before.kind == TOKEN_TIMES && !token.apart;
    const char *hint =
        power                              ? "; write a power as x^2"
        : token.kind == TOKEN_MINUS        ? "; put a negative number in parentheses here: (-x)"
        : token.kind == TOKEN_OPEN_CEILING ? "; '⌈' belongs only in a subscript: K_{⌈j/4⌉}"
                                           : "";
    if (p->before.end == 0)
        return fault(p, token.start, "a value is missing before '%.*s'",
                     PIECE(p, token.start, token.end));
    return fault(p, token.start, "a value is missing after '%.*s'%s",
                 PIECE(p, p->before.start, p->before.end), hint);
}

bool attn_refuse_open_subs(parser *p)
{
    attn_lexer ahead = p->lexer;
    attn_token comma = p->token, sub = {0};
    size_t end = 0;
    if (p->name.underscore == 0 || p->name.end != comma.start) return false;
    while (comma.kind == TOKEN_COMMA && !comma.apart) {
        sub = attn_lexer_next(&ahead);
        bool single = attn_lexer_is_letter(&ahead, sub) || attn_lexer_is_whole(&ahead, sub);
        if (sub.apart || !single) break;
        comma = attn_lexer_next(&ahead);
        if (comma.kind == TOKEN_UNDERSCORE || comma.kind == TOKEN_OPEN_ROUND) break;
        end = sub.end;
    }
    if (end == 0) return false;
    return !fault(p, p->token.start, "%.*s: put several subscripts in braces: %.*s_{%.*s}",
                  PIECE(p, p->name.start, end), PIECE(p, p->name.start, p->name.underscore),
                  PIECE(p, p->name.underscore + 1, end));
}

static const char *const unopened[TOKEN_KINDS] = {
    [TOKEN_CLOSE_ROUND] = "this ')' has no '(' before it",
    [TOKEN_CLOSE_SQUARE] = "this ']' has no '[' before it",
    [TOKEN_CLOSE_CURLY] = "this '}' has no '{' before it",
    [TOKEN_CLOSE_CEILING] = "this '⌉' has no '⌈' before it",
};

static const char *const stray[TOKEN_KINDS] = {
    [TOKEN_OPEN_CURLY] = "braces belong only after '_' and '^': use parentheses",
    [TOKEN_ASSIGN] = "'=' is not allowed here: write a comparison with ==",
    [TOKEN_SEMICOLON] = "';' joins, and belongs only in brackets: [a ; b]",
    [TOKEN_COMMA] = "',' belongs only between the values of a function or in brackets: [a, b]",
    [TOKEN_OPEN_CEILING] = "'⌈' belongs only in a subscript: K_{⌈j/4⌉}",
};

/* "0,5" */
static bool refuse_decimal_comma(parser *p)
{
    attn_lexer ahead = p->lexer;
    attn_token whole = p->before, digits = attn_lexer_next(&ahead);
    if (whole.kind != TOKEN_NUMBER || digits.kind != TOKEN_NUMBER) return false;
    if (p->token.apart || digits.apart) return false;
    return !fault(p, p->token.start, "write a decimal point: %.*s.%.*s",
                  PIECE(p, whole.start, whole.end), PIECE(p, digits.start, digits.end));
}

/* "Q = X W; K = X U" */
static bool refuse_second_formula(parser *p)
{
    if (!strstr(p->text + p->token.end, " = ")) return false;
    return !fault(p, p->token.start,
                  "put each formula in quotes of its own: [\"A = …\", \"B = …\"]");
}

bool attn_refuse_second_subs(parser *p)
{
    const attn_token underscore = p->token;
    bool behind = p->name.underscore != 0 && p->name.end == underscore.start;
    attn_lexer ahead = p->lexer;
    attn_token sub = behind ? attn_lexer_next(&ahead) : underscore;
    size_t from = sub.start, end = sub.end;
    if (sub.kind == TOKEN_OPEN_CURLY) {
        const char *close = strchr(p->text + from, '}');
        from++;
        end = close ? (size_t)(close - p->text) : from;
    }
    if (!behind || end <= from || sub.kind == TOKEN_END) return false;
    return !fault(p, underscore.start,
                  "put several subscripts in one pair of braces: %.*s_{%.*s,%.*s}",
                  PIECE(p, p->name.start, p->name.underscore),
                  PIECE(p, p->name.underscore + 1, p->name.end), PIECE(p, from, end));
}

/* softmax(e)_1: only a name has subscripts. */
static void refuse_subscript(parser *p)
{
    attn_refuse_second_subs(p);
    if (p->name.end == p->token.start)
        fault(p, p->token.start, "put several subscripts in braces: W_{Q,l}");
    else
        fault(p, p->token.start,
              "only a name has subscripts: name this value first, as in p = softmax(e), and then "
              "write p_1");
}

bool attn_refuse_stray(parser *p)
{
    attn_token_kind kind = p->token.kind;
    if (kind == TOKEN_COMMA && (attn_refuse_open_subs(p) || refuse_decimal_comma(p))) return true;
    if ((kind == TOKEN_COMMA || kind == TOKEN_SEMICOLON) && refuse_second_formula(p)) return true;
    if (kind == TOKEN_UNDERSCORE)
        refuse_subscript(p);
    else if (stray[kind])
        fault(p, p->token.start, "%s", stray[kind]);
    return !attn_ok(p->status);
}

void attn_refuse_rest(parser *p)
{
    const char *closing = unopened[p->token.kind];
    if (!attn_refuse_stray(p))
        fault(p, p->token.start, "%s", closing ? closing : "the formula should end here");
}

bool attn_refuse_computed_sub(parser *p)
{
    const char *rest = p->text + p->token.start;
    if (rest[strcspn(rest, "{}")] != '}') return false;
    return !fault(p, p->token.start,
                  "a subscript computes nothing but i-1, ⌈i/2⌉ and the like: row(X, y) takes the "
                  "row that a formula y gives, pick(x, y) the number");
}

bool attn_refuse_missing_name(parser *p)
{
    bool pi = p->token.kind == TOKEN_PI;
    if (!pi && p->token.kind != TOKEN_SIGMA)
        return fault(p, p->token.start, "expected a name, such as W_Q or h_{i-1}");
    return fault(p, p->token.start,
                 "%s is %s in every formula and cannot be a name: choose another letter",
                 pi ? "π" : "Σ", pi ? "the number 3.1416" : "the sign of a sum");
}

void attn_refuse_element(parser *p, last_name word, attn_token open)
{
    bool braces = p->text[word.end - 1] == '}', more = braces || word.underscore > 0;
    size_t name_end = word.underscore ? word.underscore : word.end - braces;
    size_t subs = word.underscore ? word.underscore + 1 : word.end;
    fault(p, word.start, "%.*s: write an element with a subscript: %.*s%s%.*s%s%.*s}",
          PIECE(p, word.start, p->before.end), PIECE(p, word.start, name_end), braces ? "" : "_{",
          PIECE(p, subs, word.end), more ? "," : "", PIECE(p, open.end, p->before.start));
}

/* What an undotted product begins with. */
static const attn_expr *first_factor(const attn_expr *expr)
{
    while (expr->kind == ATTN_EXPR_PRODUCT && !expr->dotted) expr = expr->children[0];
    return expr;
}

/* The sign behind left, if it is a minus that stands apart from left, and not from what is behind
 * it; else one of no length. */
static attn_token apart_minus(const parser *p, const attn_expr *left)
{
    attn_lexer ahead = p->lexer;
    ahead.at = left->end;
    attn_token sign = attn_lexer_next(&ahead);
    bool found = sign.kind == TOKEN_MINUS && sign.apart && !attn_lexer_next(&ahead).apart;
    return found ? sign : (attn_token){0};
}

/* [3 -2] is how vectors are printed. */
static void refuse_apart_minus(parser *p, const attn_expr *item)
{
    const attn_expr *sum = NULL; /* the first such sign, and what it is the sign of */
    attn_token first = {0};
    for (; item->kind == ATTN_EXPR_SUBTRACT || item->kind == ATTN_EXPR_ADD;
         item = item->children[0]) {
        attn_token sign = apart_minus(p, item->children[0]);
        if (sign.end == 0) continue;
        first = sign;
        sum = item;
    }
    if (!sum) return;
    const attn_expr *left = sum->children[0], *right = first_factor(sum->children[1]);
    fault(p, first.start,
          "'%.*s' in brackets can be read two ways: write %.*s, -%.*s or %.*s - %.*s",
          PIECE(p, left->start, right->end), PIECE(p, left->start, left->end),
          PIECE(p, right->start, right->end), PIECE(p, left->start, left->end),
          PIECE(p, right->start, right->end));
}

/* [1 2 3] is how vectors are printed; it must not become their product. */
static void refuse_numbers(parser *p, const attn_expr *item)
{
    size_t from = item->start;
    if (item->kind == ATTN_EXPR_NEGATIVE) item = item->children[0];
    while (item->kind == ATTN_EXPR_PRODUCT && item->children[0]->kind == ATTN_EXPR_PRODUCT)
        item = item->children[0];
    if (item->kind != ATTN_EXPR_PRODUCT || item->dotted) return;
    const attn_expr *left = item->children[0], *right = item->children[1];
    if (left->kind == ATTN_EXPR_NUMBER && right->kind == ATTN_EXPR_NUMBER)
        fault(p, right->start,
              "separate numbers in brackets by commas: [%.*s, %.*s]; their product is %.*s · %.*s",
              PIECE(p, from, left->end), PIECE(p, right->start, right->end),
              PIECE(p, from, left->end), PIECE(p, right->start, right->end));
}

/* The factors of an undotted product; `from` is where the first begins, with its sign. */
static void add_factors(const parser *p, const attn_expr *expr, size_t from, const char *between,
                        attn_text *out)
{
    if (expr->kind == ATTN_EXPR_PRODUCT && !expr->dotted) {
        add_factors(p, expr->children[0], from, between, out);
        attn_text_add(out, between);
        expr = expr->children[1];
        from = expr->start;
    }
    attn_text_add_bytes(out, p->text + from, expr->end - from);
}

static const char *factors_of(const parser *p, const attn_expr *product, size_t from,
                              const char *between)
{
    attn_text text = {0};
    add_factors(p, product, from, between, &text);
    return attn_keep_text(p->arena, &text);
}

/* [x y] is how some join; and [2x] is hardly meant as a vector of one number. */
static void refuse_product(parser *p, const attn_expr *item)
{
    size_t from = item->start;
    if (item->kind == ATTN_EXPR_NEGATIVE) item = item->children[0];
    if (item->kind != ATTN_EXPR_PRODUCT || item->dotted) return;
    const char *joined = factors_of(p, item, from, " ; ");
    const char *multiplied = factors_of(p, item, from, " · ");
    fault(p, item->children[1]->start,
          "'[%.*s]' can be read two ways: write [%s] to join, [%s] for the product",
          PIECE(p, from, item->end), joined, multiplied);
}

/* [j ≤ i] is 1 or 0 elsewhere, and would be a vector of one number here. */
static void refuse_condition(parser *p, attn_token open, const attn_expr *item)
{
    if (item->kind >= ATTN_EXPR_LESS && item->kind <= ATTN_EXPR_EQUAL)
        fault(p, open.start, "brackets make a vector; a comparison is 1 or 0 without them: (%.*s)",
              PIECE(p, item->start, item->end));
}

void attn_refuse_item(parser *p, attn_token open, const attn_expr *item, bool alone)
{
    refuse_apart_minus(p, item);
    refuse_numbers(p, item);
    if (!alone) return;
    refuse_condition(p, open, item);
    refuse_product(p, item);
}
