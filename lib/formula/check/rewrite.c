/*
 * rewrite: matching from the top of the pattern down, replacing from the bottom of the formula up.
 */
#include "formula/check/rewrite.h"

#include <math.h>
#include <string.h>

#include "formula/print/plain.h"

enum { MOST_PARTS = 8, MOST_THROUGH = 8 };

/* Subscripts that fit any; those of one word are the same, those of the other are not these. */
static const char any_subs[] = "any", other_subs[] = "other";

typedef struct read_rule {
    attn_expr *from, *to;
} read_rule;

struct attn_rewriter {
    size_t count;
    read_rule *rules;
    attn_meaning *meaning;
    const void *user;
};

/* What a name of a pattern turned out to stand for. */
typedef struct meaning_of {
    const char *word;
    attn_expr *expr;       /* of a name */
    const attn_sub *index; /* of an index letter */
    const attn_name *subs; /* of a name whose subscripts may be any */
} meaning_of;

typedef struct parts {
    const attn_rewriter *rewriter;
    size_t through; /* names looked through: x = y and y = x lead nowhere */
    size_t count;
    meaning_of items[MOST_PARTS]; /* a rule has no more names than these (attn_rewriter_new) */
} parts;

/* ---- names ---- */

static bool same_sub(const attn_sub *a, const attn_sub *b)
{
    return a->kind == b->kind && a->offset == b->offset && a->divisor == b->divisor &&
           (a->kind == ATTN_SUB_NUMBER || strcmp(a->word, b->word) == 0);
}

static bool same_subs(const attn_name *a, const attn_name *b)
{
    bool same = a->sub_count == b->sub_count;
    for (size_t i = 0; same && i < a->sub_count; i++) same = same_sub(&a->subs[i], &b->subs[i]);
    return same;
}

static bool same_name(const attn_name *a, const attn_name *b)
{
    return strcmp(a->word, b->word) == 0 && same_subs(a, b);
}

bool attn_same_left_side(const attn_statement *a, const attn_statement *b)
{
    bool same = a->target_count == b->target_count;
    for (size_t i = 0; same && i < a->target_count; i++)
        same = same_name(&a->targets[i], &b->targets[i]);
    return same;
}

/* The word that stands for its subscripts in a pattern; NULL: they mean themselves. */
static const char *open_subs(const attn_name *name)
{
    bool word = name->sub_count == 1 && name->subs[0].kind == ATTN_SUB_WORD;
    if (word && strcmp(name->subs[0].word, any_subs) == 0) return any_subs;
    return word && strcmp(name->subs[0].word, other_subs) == 0 ? other_subs : NULL;
}

/* A name of a pattern that stands for any part. */
static bool is_part(attn_expr *pattern)
{
    return pattern->kind == ATTN_EXPR_NAME && pattern->name->sub_count == 0;
}

/* ---- matching ---- */

static attn_expr *inside(attn_expr *expr)
{
    while (expr->kind == ATTN_EXPR_GROUP) expr = expr->children[0];
    return expr;
}

static bool same_word(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* But for their names, letters and parts. */
static bool same_shape(const attn_expr *a, const attn_expr *b)
{
    return a->kind == b->kind && a->count == b->count && !(fabs(a->number - b->number) > 0) &&
           same_word(a->function, b->function);
}

/* But for what stands in them. */
static bool same_node(const attn_expr *a, const attn_expr *b)
{
    return same_shape(a, b) && (!a->index || same_sub(a->index, b->index)) &&
           (!a->name || same_name(a->name, b->name)) && (!a->with || same_name(a->with, b->with));
}

static bool same(attn_expr *a, attn_expr *b)
{
    a = inside(a);
    b = inside(b);
    bool found = same_node(a, b);
    for (size_t i = 0; found && i < a->count; i++) found = same(a->children[i], b->children[i]);
    return found;
}

/* The place for what this word of the pattern stands for. */
static meaning_of *part_of(parts *p, const char *word)
{
    size_t i = 0;
    while (i < p->count && strcmp(p->items[i].word, word) != 0) i++;
    if (i == p->count) p->items[p->count++] = (meaning_of){.word = word};
    return &p->items[i];
}

static bool take_expr(parts *p, const char *word, attn_expr *expr)
{
    meaning_of *found = part_of(p, word);
    if (found->expr) return same(found->expr, expr);
    found->expr = expr;
    return true;
}

static bool take_index(parts *p, const char *word, const attn_sub *index)
{
    meaning_of *found = part_of(p, word);
    if (found->index) return same_sub(found->index, index);
    for (size_t k = 0; k < p->count; k++)
        if (p->items[k].index && same_sub(p->items[k].index, index)) return false;
    found->index = index;
    return true;
}

/* "Q_any K_anyᵀ" fits Q_j K_jᵀ alone, "Q_any K_otherᵀ" Q_j K_1ᵀ. */
static bool take_name(parts *p, const attn_name *pattern, const attn_name *name)
{
    const char *subs = open_subs(pattern);
    if (strcmp(pattern->word, name->word) != 0) return false;
    if (!subs) return same_subs(pattern, name);
    meaning_of *found = part_of(p, subs);
    if (found->subs) return same_subs(found->subs, name);
    for (size_t k = 0; k < p->count; k++)
        if (p->items[k].subs && same_subs(p->items[k].subs, name)) return false;
    found->subs = name;
    return true;
}

static bool fits(parts *p, attn_expr *pattern, attn_expr *expr);

static bool fits_through(parts *p, attn_expr *pattern, attn_expr *expr)
{
    const attn_rewriter *r = p->rewriter;
    bool can = r->meaning && expr->kind == ATTN_EXPR_NAME && pattern->kind != ATTN_EXPR_NAME;
    attn_expr *meaning = can ? r->meaning(r->user, expr->name) : NULL;
    if (++p->through > MOST_THROUGH) return false;
    return meaning && fits(p, pattern, meaning);
}

static bool fits(parts *p, attn_expr *pattern, attn_expr *expr)
{
    pattern = inside(pattern);
    expr = inside(expr);
    if (is_part(pattern)) return take_expr(p, pattern->name->word, expr);
    if (pattern->kind != expr->kind) return fits_through(p, pattern, expr);
    if (pattern->kind == ATTN_EXPR_NAME) return take_name(p, pattern->name, expr->name);
    bool found = same_shape(pattern, expr) &&
                 (!pattern->index || take_index(p, pattern->index->word, expr->index));
    for (size_t i = 0; found && i < pattern->count; i++)
        found = fits(p, pattern->children[i], expr->children[i]);
    return found;
}

/* ---- building ---- */

/* Its parts are the same ones, to be exchanged. */
static attn_expr *copy_of(attn_arena *arena, const attn_expr *expr)
{
    attn_expr *copy = attn_alloc(arena, 1, sizeof *copy);
    if (!copy) return NULL;
    *copy = *expr;
    copy->children = attn_alloc(arena, expr->count, sizeof(attn_expr *));
    if (!copy->children) return NULL;
    for (size_t i = 0; i < expr->count; i++) copy->children[i] = expr->children[i];
    return copy;
}

/* The word of the pattern with the subscripts that were found. */
static attn_name *build_name(attn_arena *arena, parts *p, const attn_name *pattern)
{
    attn_name *name = attn_alloc(arena, 1, sizeof *name);
    if (!name) return NULL;
    *name = *part_of(p, open_subs(pattern))->subs;
    name->word = pattern->word;
    return name;
}

/* What the pattern is with its names put in; NULL without memory. */
static attn_expr *build(attn_arena *arena, parts *p, attn_expr *pattern)
{
    if (is_part(pattern)) return part_of(p, pattern->name->word)->expr;
    attn_expr *expr = copy_of(arena, pattern);
    if (!expr) return NULL;
    bool open = expr->kind == ATTN_EXPR_NAME && open_subs(expr->name);
    if (open) expr->name = build_name(arena, p, expr->name);
    if (expr->index) expr->index = part_of(p, expr->index->word)->index;
    for (size_t i = 0; i < expr->count; i++)
        expr->children[i] = build(arena, p, pattern->children[i]);
    return attn_ok(attn_arena_status(arena)) ? expr : NULL;
}

/* ---- whole formulas ---- */

/* What the first rule that fits makes of it; the expression itself if none fits. */
static attn_expr *apply(const attn_rewriter *r, attn_arena *arena, attn_expr *expr, size_t *places)
{
    for (size_t i = 0; i < r->count; i++) {
        parts p = {.rewriter = r};
        if (!fits(&p, r->rules[i].from, expr)) continue;
        attn_expr *made = build(arena, &p, r->rules[i].to);
        if (made && same(made, expr)) return expr; /* protected */
        (*places)++;
        return made;
    }
    return expr;
}

static attn_expr *rewrite_expr(const attn_rewriter *r, attn_arena *arena, attn_expr *expr,
                               size_t *places)
{
    size_t before = *places;
    attn_expr *copy = copy_of(arena, expr);
    for (size_t i = 0; copy && i < expr->count; i++)
        copy->children[i] = rewrite_expr(r, arena, expr->children[i], places);
    if (!attn_ok(attn_arena_status(arena))) return NULL;
    bool changed = *places > before; /* it gets parentheses anew where it needs them */
    if (expr->kind == ATTN_EXPR_GROUP) return changed ? copy->children[0] : expr;
    return apply(r, arena, changed ? copy : expr, places);
}

static attn_statement *parse_anew(const attn_grammar *grammar, const attn_statement *statement)
{
    attn_text text = {0};
    attn_write_statement(statement, &text);
    const char *written = attn_keep_text(grammar->arena, &text);
    attn_statement *parsed = written ? attn_parse_body_line(grammar, written) : NULL;
    if (parsed) parsed->origin = statement->origin;
    return parsed;
}

attn_statement *attn_rewrite(const attn_rewriter *rewriter, const attn_grammar *grammar,
                             attn_statement *statement, size_t *places)
{
    attn_statement changed = *statement;
    *places = 0;
    changed.results = attn_alloc(grammar->arena, statement->result_count, sizeof(attn_expr *));
    if (!changed.results) return NULL;
    for (size_t i = 0; i < statement->result_count; i++)
        changed.results[i] = rewrite_expr(rewriter, grammar->arena, statement->results[i], places);
    if (!attn_ok(attn_arena_status(grammar->arena))) return NULL;
    return *places ? parse_anew(grammar, &changed) : statement;
}

/* ---- two changes at once ---- */

typedef struct difference {
    attn_expr *from, *to; /* NULL: there is none */
} difference;

/* The smallest part of `base` that another expression has otherwise. */
static difference difference_of(attn_expr *base, attn_expr *other)
{
    for (;;) {
        size_t differ = 0, at = 0;
        base = inside(base);
        other = inside(other);
        if (!same_node(base, other)) return (difference){base, other};
        for (size_t i = 0; i < base->count; i++) {
            if (same(base->children[i], other->children[i])) continue;
            differ++;
            at = i;
        }
        if (differ == 0) return (difference){NULL, NULL};
        if (differ > 1) return (difference){base, other};
        base = base->children[at];
        other = other->children[at];
    }
}

static size_t count_part(attn_expr *part, attn_expr *expr)
{
    size_t count = 0;
    expr = inside(expr);
    if (same(part, expr)) return 1;
    for (size_t i = 0; i < expr->count; i++) count += count_part(part, expr->children[i]);
    return count;
}

/* The expression with the part exchanged; NULL without memory. */
static attn_expr *exchange(attn_arena *arena, attn_expr *expr, difference d)
{
    expr = inside(expr);
    if (same(d.from, expr)) return d.to;
    attn_expr *copy = copy_of(arena, expr);
    for (size_t i = 0; copy && i < expr->count; i++)
        copy->children[i] = exchange(arena, expr->children[i], d);
    return attn_ok(attn_arena_status(arena)) ? copy : NULL;
}

/* Whether what a change takes away stands there just once, so that it can be made there too. */
static bool stands_in(difference d, attn_expr *base, attn_expr *expr)
{
    return count_part(d.from, base) == 1 && count_part(d.from, expr) == 1;
}

static attn_expr *combine(attn_arena *arena, attn_expr *base, attn_expr *one, attn_expr *other)
{
    difference first = difference_of(base, one), second = difference_of(base, other);
    if (!second.from) return one;
    if (!first.from) return other;
    if (stands_in(second, base, one)) return exchange(arena, one, second);
    if (stands_in(first, base, other)) return exchange(arena, other, first);
    return NULL;
}

attn_statement *attn_combine_changes(const attn_grammar *grammar, const attn_statement *base,
                                     const attn_statement *one, const attn_statement *other)
{
    attn_statement both = *one;
    size_t count = base->result_count;
    if (one->result_count != count || other->result_count != count) return NULL;
    both.results = attn_alloc(grammar->arena, count, sizeof(attn_expr *));
    if (!both.results) return NULL;
    for (size_t i = 0; i < count; i++) {
        both.results[i] =
            combine(grammar->arena, base->results[i], one->results[i], other->results[i]);
        if (!both.results[i]) return NULL;
    }
    return parse_anew(grammar, &both);
}

/* ---- reading rules ---- */

/* The names of `to` must stand in `from`, and there must not be too many of them. */
static bool is_known_in(attn_expr *from, const char *word)
{
    bool name = from->kind == ATTN_EXPR_NAME;
    if (name &&
        (is_part(from) ? strcmp(from->name->word, word) == 0 : open_subs(from->name) == word))
        return true;
    if (from->index && strcmp(from->index->word, word) == 0) return true;
    for (size_t i = 0; i < from->count; i++)
        if (is_known_in(from->children[i], word)) return true;
    return false;
}

static size_t count_names(attn_expr *expr)
{
    size_t count = expr->name || expr->index ? 1 : 0;
    for (size_t i = 0; i < expr->count; i++) count += count_names(expr->children[i]);
    return count;
}

static bool check_names(const attn_rule *rule, attn_expr *from, attn_expr *to, attn_status *status)
{
    const char *word = to->index ? to->index->word : NULL;
    if (to->kind == ATTN_EXPR_NAME) word = is_part(to) ? to->name->word : open_subs(to->name);
    if (word && !is_known_in(from, word))
        return attn_fail(status, ATTN_INPUT, "the rule %s → %s: %s must be on the left too",
                         rule->from, rule->to, word);
    for (size_t i = 0; i < to->count; i++)
        if (!check_names(rule, from, to->children[i], status)) return false;
    return true;
}

static bool take_rule(const attn_grammar *grammar, const attn_rule *rule, read_rule *p)
{
    attn_status *status = attn_arena_status(grammar->arena);
    p->from = attn_parse_expr(grammar, rule->from);
    p->to = p->from ? attn_parse_expr(grammar, rule->to) : NULL;
    if (!p->to) return false;
    if (count_names(p->from) > MOST_PARTS)
        return attn_fail(status, ATTN_LIMIT, "the rule %s → %s has more than %d names", rule->from,
                         rule->to, MOST_PARTS);
    return check_names(rule, p->from, p->to, status);
}

/* A rule may speak of functions that this lesson does not have: then it fits nowhere. */
static bool is_function(const void *user, const char *word)
{
    (void)user;
    return word[0] != '\0';
}

attn_rewriter *attn_rewriter_new(attn_arena *arena, const attn_rule *rules, size_t count)
{
    const attn_grammar grammar = {.arena = arena, .is_function = is_function};
    attn_rewriter *r = attn_alloc(arena, 1, sizeof *r);
    read_rule *made = r ? attn_alloc(arena, count + 1, sizeof *made) : NULL;
    if (!made) return NULL;
    *r = (attn_rewriter){.count = count, .rules = made};
    for (size_t i = 0; i < count; i++)
        if (!take_rule(&grammar, &rules[i], &made[i])) return NULL;
    return r;
}

void attn_rewriter_look_through(attn_rewriter *rewriter, attn_meaning *meaning, const void *user)
{
    rewriter->meaning = meaning;
    rewriter->user = user;
}
