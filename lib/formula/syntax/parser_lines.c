/*
 * parser_lines: the whole texts of the language: statements, lines of functions, formulas, checks,
 * labels, single names, heads of functions.
 */
#include <string.h>

#include "formula/syntax/refuse.h"

/* ---- whole texts ---- */

static bool start(parser *p, const attn_grammar *grammar, const char *text)
{
    attn_status *status = attn_arena_status(grammar->arena);
    *p = (parser){.grammar = grammar, .arena = grammar->arena, .status = status, .text = text};
    p->end = &p->nodes;
    if (!attn_ok(status) || !attn_lexer_open(&p->lexer, status, text)) return false;
    p->token = attn_lexer_next(&p->lexer);
    if (p->token.kind == TOKEN_END) fault(p, 0, "the formula is empty: write one, such as Q Kᵀ");
    return attn_ok(status);
}

/* Whether all of the text is read, and without a fault. */
static bool at_end(parser *p)
{
    if (p->token.kind != TOKEN_END) attn_refuse_rest(p);
    return attn_ok(p->status);
}

/* The first "=", before which there can be so many names; or another token, where there is none. */
static attn_token assign_ahead(const parser *p, size_t *names)
{
    attn_lexer ahead = p->lexer;
    attn_token token = p->token;
    *names = 1;
    while (token.kind != TOKEN_END && token.kind != TOKEN_FAULT && token.kind != TOKEN_ASSIGN) {
        if (token.kind == TOKEN_COMMA) ++*names;
        token = attn_lexer_next(&ahead);
    }
    return token;
}

/* name { "," name } "=" */
static void parse_targets(parser *p, attn_statement *statement)
{
    size_t most;
    assign_ahead(p, &most);
    statement->targets = attn_alloc(p->arena, most, sizeof *statement->targets);
    if (!statement->targets) return;
    do {
        bool letter = p->token.kind == TOKEN_PI || p->token.kind == TOKEN_SIGMA;
        if (p->token.kind != TOKEN_WORD && !letter) break;
        attn_parse_a_name(p, &statement->targets[statement->target_count++]);
        if (p->token.kind == TOKEN_COMMA) attn_refuse_open_subs(p);
    } while (take(p, TOKEN_COMMA));
    if (p->before.kind != TOKEN_COMMA && statement->target_count > 0 && take(p, TOKEN_ASSIGN))
        return;
    if (p->token.kind == TOKEN_UNDERSCORE) attn_refuse_second_subs(p);
    bool power = p->token.kind == TOKEN_POWER;
    fault(p, p->token.start, "only names are allowed to the left of '='%s: A = …, or h_i, c_i = …",
          power ? ", and their indices below, not above" : "");
}

typedef enum form { STATEMENT, SEVERAL_RESULTS, ONE_RESULT } form;

static attn_statement *parse_line(parser *p, form wanted)
{
    expr_list results = {0};
    attn_statement *statement = attn_alloc(p->arena, 1, sizeof *statement);
    if (!statement) return NULL;
    statement->text = attn_copy_text(p->arena, p->text, strlen(p->text));
    if (wanted == STATEMENT) parse_targets(p, statement);
    do {
        attn_expr_list_add(p, &results, attn_parse_rule_expr(p));
        if (p->token.kind == TOKEN_COMMA) attn_refuse_open_subs(p);
    } while (wanted == SEVERAL_RESULTS && take(p, TOKEN_COMMA));
    statement->results = results.items;
    statement->result_count = results.count;
    statement->nodes = p->nodes;
    return at_end(p) ? statement : NULL;
}

attn_statement *attn_parse_statement(const attn_grammar *grammar, const char *text)
{
    parser p;
    size_t names;
    if (!start(&p, grammar, text)) return NULL;
    if (assign_ahead(&p, &names).kind == TOKEN_ASSIGN) return parse_line(&p, STATEMENT);
    return fault(&p, p.token.start, "= is missing: a step computes NAME = FORMULA");
}

attn_statement *attn_parse_body_line(const attn_grammar *grammar, const char *text)
{
    parser p;
    size_t names;
    if (!start(&p, grammar, text)) return NULL;
    bool assigns = assign_ahead(&p, &names).kind == TOKEN_ASSIGN;
    return parse_line(&p, assigns ? STATEMENT : SEVERAL_RESULTS);
}

/* unassigned: what is said of a "=". */
static attn_statement *parse_formula(const attn_grammar *grammar, const char *text,
                                     const char *unassigned)
{
    parser p;
    size_t names;
    if (!start(&p, grammar, text)) return NULL;
    attn_token token = assign_ahead(&p, &names);
    if (token.kind == TOKEN_ASSIGN) return fault(&p, token.start, "%s", unassigned);
    return parse_line(&p, ONE_RESULT);
}

attn_statement *attn_parse_formula(const attn_grammar *grammar, const char *text)
{
    return parse_formula(grammar, text, "expected a formula without '='");
}

attn_statement *attn_parse_check(const attn_grammar *grammar, const char *text)
{
    return parse_formula(grammar, text, "a check compares with ==, not with =");
}

static attn_expr *parse_whole_expr(parser *p, const attn_grammar *grammar, const char *text)
{
    attn_expr *expr = start(p, grammar, text) ? attn_parse_rule_expr(p) : NULL;
    return expr && at_end(p) ? expr : NULL;
}

attn_expr *attn_parse_expr(const attn_grammar *grammar, const char *text)
{
    parser p;
    return parse_whole_expr(&p, grammar, text);
}

static bool stands_before_parenthesis(const void *user, const char *word)
{
    const parser *p = user;
    (void)word;
    return p->token.kind == TOKEN_OPEN_ROUND && !p->token.apart;
}

attn_expr *attn_parse_label(attn_arena *arena, const char *text)
{
    parser p;
    const attn_grammar grammar = {
        .arena = arena, .is_function = stands_before_parenthesis, .user = &p};
    return parse_whole_expr(&p, &grammar, text);
}

bool attn_parse_name(const attn_grammar *grammar, const char *text, attn_name *name)
{
    parser p;
    if (!start(&p, grammar, text)) return false;
    attn_parse_a_name(&p, name);
    if (p.token.kind == TOKEN_COMMA) attn_refuse_open_subs(&p);
    if (p.token.kind == TOKEN_END) return true;
    return fault(&p, p.token.start,
                 "a name is one word with subscripts, such as W_{Q,l}: it ends here");
}

/* ---- heads of functions ---- */

static bool is_parameter(const attn_head *head, const char *word)
{
    for (size_t i = 0; i < head->count; i++)
        if (strcmp(head->parameters[i], word) == 0) return true;
    return false;
}

static void parse_parameter(parser *p, attn_head *head)
{
    attn_token word = p->token;
    if (word.kind != TOKEN_WORD || peek(p) == TOKEN_UNDERSCORE)
        fault(p, word.start, "a parameter is a single word without subscripts: f(x, y)");
    if (head->count == ATTN_MOST_PARAMETERS)
        fault(p, word.start, "a function has at most %d parameters", ATTN_MOST_PARAMETERS);
    const char *name = attn_ok(p->status) ? attn_take_name_word(p, word) : NULL;
    if (!name) return;
    if (is_parameter(head, name)) fault(p, word.start, "the parameter %s is given twice", name);
    head->parameters[head->count++] = name;
    advance(p);
}

static bool parse_function_head(parser *p, attn_head *head)
{
    size_t from = p->token.start;
    if (p->token.kind != TOKEN_WORD)
        return fault(p, from, "a function is defined as \"f(x, y)\": expected its name here");
    head->function = attn_parse_function_name(p);
    if (!head->function) return false;
    const char *means = attn_meaning_of_word(head->function);
    if (means || attn_is_indexed_function(head->function))
        return fault(p, from, "%s%s: give the function another name",
                     means ? means : head->function, means ? "" : " already has a meaning");
    if (p->token.kind == TOKEN_OPEN_ROUND) return true;
    return fault(p, p->token.start, "'(' and the parameters are missing: \"f(x, y)\"");
}

bool attn_parse_head(const attn_grammar *grammar, const char *text, attn_head *head)
{
    parser p;
    *head = (attn_head){0};
    if (!start(&p, grammar, text) || !parse_function_head(&p, head)) return false;
    head->parameters = attn_alloc(p.arena, ATTN_MOST_PARAMETERS, sizeof *head->parameters);
    if (!head->parameters) return false;
    attn_token open = p.token;
    advance(&p);
    if (p.token.kind != TOKEN_CLOSE_ROUND) {
        do {
            parse_parameter(&p, head);
        } while (take(&p, TOKEN_COMMA));
    }
    attn_close_bracket(&p, open, TOKEN_CLOSE_ROUND, ')');
    return at_end(&p);
}
