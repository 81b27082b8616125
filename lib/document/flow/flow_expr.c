/*
 * flow_expr: from the syntax tree of a formula to operations on arrows.
 *
 * A chain of operations on one value becomes the lines of one pill. Where two values meet, a sum or
 * a product number by number is a circle; any other operation is a pill that names both.
 */
#include <string.h>

#include "document/flow/building.h"
#include "formula/print/typeset.h"

/* Longer formulas than this are cut, or taken apart. */
enum { MOST_STEP = 24, MOST_ATOM = 20, MOST_TEXT = 34 };

/* ---- nodes and arrows ---- */

size_t attn_flow_add_node(builder *b, attn_flow_kind kind, const char *text)
{
    const flow_box_of nothing = {.value = NONE};
    const attn_flow_node node = {
        .kind = kind, .text = text ? text : "", .words = "", .shape = "", .frame = b->frame};
    bool added = attn_append(b->arena, &b->flow->nodes, &b->flow->node_count, &node, sizeof node) &&
                 attn_append(b->arena, &b->boxes, &b->box_count, &nothing, sizeof nothing);
    return added ? b->flow->node_count - 1 : NONE;
}

void attn_flow_connect(builder *b, size_t from, size_t to, bool back)
{
    if (from == NONE || to == NONE) return;
    for (size_t i = 0; i < b->flow->edge_count; i++)
        if (b->flow->edges[i].from == from && b->flow->edges[i].to == to) return;
    attn_flow_edge edge = {.from = from, .to = to, .back = back};
    attn_append(b->arena, &b->flow->edges, &b->flow->edge_count, &edge, sizeof edge);
}

size_t attn_flow_add_frame(builder *b, const char *title, size_t outer)
{
    attn_flow_frame frame = {.title = title ? title : "", .outer = outer};
    attn_append(b->arena, &b->flow->frames, &b->flow->frame_count, &frame, sizeof frame);
    return b->flow->frame_count;
}

/* A pill of this line that leads nowhere yet. */
static bool is_open(const builder *b, size_t node)
{
    if (node < b->first_new || b->flow->nodes[node].kind != ATTN_FLOW_PILL || b->boxes[node].closed)
        return false;
    for (size_t i = 0; i < b->flow->edge_count; i++)
        if (b->flow->edges[i].from == node) return false;
    return true;
}

/* Whether a text has room behind the last line of another. */
static bool has_room(const char *lines, const char *text)
{
    enum { MOST_LINE = 16 };
    const char *end = strrchr(lines, '\n'), *line = end ? end + 1 : lines;
    return attn_text_width(line, strlen(line)) + attn_text_width(text, strlen(text)) < MOST_LINE;
}

/* The same line goes on, if there is room, or a new one begins. */
static size_t step(builder *b, size_t node, const char *text, bool same)
{
    if (node == NONE || !text) return node;
    if (!is_open(b, node)) {
        size_t pill = attn_flow_add_node(b, ATTN_FLOW_PILL, text);
        attn_flow_connect(b, node, pill, false);
        return pill;
    }
    attn_flow_node *open = &b->flow->nodes[node];
    same = same && has_room(open->text, text);
    const char *both = attn_print(b->arena, "%s%s%s", open->text, same ? "\u00A0" : "\n", text);
    if (both) open->text = both;
    return node;
}

size_t attn_flow_step(builder *b, size_t node, const char *text)
{
    return step(b, node, text, false);
}

/* ---- texts ---- */

/* At most so many columns, on one line. */
static const char *cut(const builder *b, attn_text *text, size_t columns)
{
    const char *all = attn_text_string(text);
    if (attn_text_width(all, text->length) > columns) {
        text->length = attn_text_fit(all, text->length, columns - 1);
        attn_text_add(text, "…");
    }
    return attn_keep_text(b->arena, text);
}

static const char *set(const builder *b, const char *before, const attn_expr *expr,
                       const char *behind)
{
    attn_text text = {0};
    attn_text_add(&text, before);
    attn_typeset_expr(expr, &text);
    attn_text_add(&text, behind);
    return cut(b, &text, MOST_STEP);
}

/* "layer" above "norm" of layer_norm. */
static const char *function_name(const builder *b, const char *function)
{
    char *name = attn_copy_text(b->arena, function, strlen(function));
    for (char *c = name ? strchr(name, '_') : NULL; c; c = strchr(c, '_')) *c = '\n';
    return name;
}

/* ---- what stands in an expression ---- */

typedef struct mentions {
    size_t count, first; /* first: the thing that is mentioned first */
    bool one;            /* no other is */
} mentions;

static bool is_size(const attn_expr *e)
{
    return e->kind == ATTN_EXPR_CALL &&
           (strcmp(e->function, "width") == 0 || strcmp(e->function, "height") == 0);
}

static void mention(builder *b, const attn_name *name, mentions *m)
{
    size_t thing = name ? attn_flow_thing(b, name) : NONE;
    if (thing == NONE) return;
    if (m->count++ == 0) m->first = thing;
    m->one = m->one && thing == m->first;
}

static void collect(builder *b, const attn_expr *e, mentions *m)
{
    if (is_size(e)) return;
    mention(b, e->name, m);
    mention(b, e->with, m);
    for (size_t i = 0; i < e->count; i++) collect(b, e->children[i], m);
}

static mentions mentions_of(builder *b, const attn_expr *e)
{
    mentions m = {.one = true, .first = NONE};
    collect(b, e, &m);
    return m;
}

bool attn_flow_is_constant(builder *b, const attn_expr *expr)
{
    return mentions_of(b, expr).count == 0;
}

/* Whether each value in it is a name that has a box: nothing in it need be computed apart. */
static bool is_plain(builder *b, const attn_expr *e)
{
    if (e->kind == ATTN_EXPR_CALL || e->kind == ATTN_EXPR_CONCAT) return is_size(e);
    if (e->kind == ATTN_EXPR_ADD || e->kind == ATTN_EXPR_SUBTRACT) return false;
    if (e->name) {
        size_t thing = attn_flow_thing(b, e->name);
        if (thing < b->value_count && b->values[thing].within) return false;
    }
    for (size_t i = 0; i < e->count; i++)
        if (!is_plain(b, e->children[i])) return false;
    return true;
}

/* ---- pills that name what goes in ---- */

static void feed(builder *b, const attn_expr *e, size_t pill)
{
    if (is_size(e)) return;
    if (e->name) attn_flow_connect(b, attn_flow_node_of(b, e->name), pill, false);
    if (e->with) attn_flow_connect(b, attn_flow_node_of(b, e->with), pill, false);
    for (size_t i = 0; i < e->count; i++) feed(b, e->children[i], pill);
}

static const attn_expr *ungrouped(const attn_expr *e)
{
    while (e->kind == ATTN_EXPR_GROUP) e = e->children[0];
    return e;
}

/* Without split_j( ), which a line of its own says. */
static void set_factor(const attn_expr *e, attn_text *text)
{
    while (ungrouped(e)->kind == ATTN_EXPR_SPLIT) e = ungrouped(e)->children[0];
    if (e->kind == ATTN_EXPR_TRANSPOSE) {
        set_factor(e->children[0], text);
        attn_text_add(text, "ᵀ");
    } else if (e->kind == ATTN_EXPR_PRODUCT) {
        set_factor(e->children[0], text);
        attn_text_add(text, e->dotted ? " · " : "\u00A0");
        set_factor(e->children[1], text);
    } else {
        attn_typeset_expr(e, text);
    }
}

static const attn_expr *find_split(const attn_expr *e)
{
    const attn_expr *found = e->kind == ATTN_EXPR_SPLIT ? e : NULL;
    for (size_t i = 0; i < e->count && !found; i++) found = find_split(e->children[i]);
    return found;
}

static const char *atom_text(const builder *b, const attn_expr *e, size_t columns)
{
    attn_text text = {0};
    const attn_expr *split = e->kind == ATTN_EXPR_PRODUCT ? find_split(e) : NULL;
    set_factor(e, &text);
    const char *line = cut(b, &text, columns);
    return split && line ? attn_print(b->arena, "%s\nfor each %s", line, split->index->word) : line;
}

/* The formula itself, and an arrow from each value in it. */
static size_t atom(builder *b, const attn_expr *e)
{
    size_t pill = attn_flow_add_node(b, ATTN_FLOW_PILL, atom_text(b, e, MOST_TEXT));
    feed(b, e, pill);
    return pill;
}

/* Whether the formula is short, and all that it needs has a box. */
static bool is_atom(builder *b, const attn_expr *e)
{
    attn_text text = {0};
    set_factor(e, &text);
    size_t width = attn_text_width(attn_text_string(&text), text.length);
    attn_text_free(&text);
    return width <= MOST_ATOM && is_plain(b, e);
}

static size_t meet(builder *b, attn_flow_kind kind, const char *text, const attn_expr *e)
{
    size_t nodes[ATTN_MOST_LISTED], count = 0;
    for (size_t i = 0; i < e->count && count < ATTN_MOST_LISTED; i++)
        nodes[count++] = attn_flow_of(b, e->children[i]);
    size_t met = attn_flow_add_node(b, kind, text);
    for (size_t i = 0; i < count; i++) attn_flow_connect(b, nodes[i], met, false);
    return met;
}

/* ---- by the kind of expression ---- */

static bool is_sum(builder *b, const attn_expr *e)
{
    return e->kind == ATTN_EXPR_ADD && !attn_flow_is_constant(b, e->children[0]) &&
           !attn_flow_is_constant(b, e->children[1]);
}

/* A sum of several values has one circle; what is added to all of it goes with the last. */
static void add_terms(builder *b, const attn_expr *e, const attn_expr *added, size_t circle)
{
    e = ungrouped(e);
    if (is_sum(b, e)) {
        add_terms(b, e->children[0], NULL, circle);
        add_terms(b, e->children[1], added, circle);
        return;
    }
    size_t node = attn_flow_of(b, e);
    if (added) node = step(b, node, set(b, "+ ", added, ""), e->kind == ATTN_EXPR_PRODUCT);
    attn_flow_connect(b, node, circle, false);
}

static size_t sum(builder *b, const attn_expr *e, const attn_expr *added)
{
    size_t circle = attn_flow_add_node(b, ATTN_FLOW_CIRCLE, "+");
    add_terms(b, e, added, circle);
    return circle;
}

typedef struct sign {
    const char *circle;       /* where two values meet; NULL: the formula stands there */
    const char *left, *right; /* before and behind a number on that side */
    const char *before;       /* where the value stands left */
} sign;

static const sign signs[ATTN_EXPR_KINDS] = {
    [ATTN_EXPR_ADD] = {"+", "+ ", "", "+ "},     [ATTN_EXPR_SUBTRACT] = {"−", "", " −", "− "},
    [ATTN_EXPR_TIMES] = {"⊙", "⊙ ", "", "⊙ "},   [ATTN_EXPR_DIVIDE] = {NULL, "", " ÷", "÷ "},
    [ATTN_EXPR_PRODUCT] = {"×", "", " ×", "× "},
};

/* A number, by which may be multiplied from either side. */
static bool is_scalar(const builder *b, const attn_expr *e)
{
    e = ungrouped(e);
    if (e->kind == ATTN_EXPR_NUMBER) return true;
    const attn_family *family =
        e->name ? attn_scope_find(b->scope, attn_flow_key(b, e->name)) : NULL;
    if (!family || family->axis_count > 0 || !family->element_count) return false;
    return attn_shape_of(attn_run_record(b->run), family->elements[0].node)->rank == ATTN_NUMBER;
}

/* What is done with the value on the left: "× W_Q", and on the same line "+ b_Q". */
static size_t behind(builder *b, const attn_expr *e)
{
    const attn_expr *left = ungrouped(e->children[0]);
    bool same = e->kind == ATTN_EXPR_ADD && left->kind == ATTN_EXPR_PRODUCT;
    if (e->kind == ATTN_EXPR_ADD && is_sum(b, left)) return sum(b, left, e->children[1]);
    return step(b, attn_flow_of(b, left), set(b, signs[e->kind].before, e->children[1], ""), same);
}

static size_t binary(builder *b, const attn_expr *e)
{
    const sign *s = &signs[e->kind];
    const attn_expr *left = e->children[0], *right = e->children[1];
    bool has_left = !attn_flow_is_constant(b, left), has_right = !attn_flow_is_constant(b, right);
    if (!has_right) return behind(b, e);
    if (!has_left && is_scalar(b, left) && e->kind == ATTN_EXPR_PRODUCT)
        return step(b, attn_flow_of(b, right), set(b, s->before, left, ""), false);
    if (!has_left && is_atom(b, e)) return atom(b, e);
    if (!has_left) return step(b, attn_flow_of(b, right), set(b, s->left, left, s->right), false);
    if (e->kind == ATTN_EXPR_ADD) return sum(b, e, NULL);
    if (!s->circle || (mentions_of(b, e).one && e->kind != ATTN_EXPR_SUBTRACT) || is_atom(b, e))
        return atom(b, e);
    return meet(b, ATTN_FLOW_CIRCLE, s->circle, e);
}

/* "rows of E" of row(E, source). */
static const char *call_step(const builder *b, const attn_expr *e, const attn_expr *value)
{
    if (strcmp(e->function, "row") == 0 && e->count == 2 && value == e->children[1])
        return set(b, "rows of ", e->children[0], "");
    return function_name(b, e->function);
}

static size_t call(builder *b, const attn_expr *e)
{
    const attn_expr *value = NULL;
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        if (attn_flow_is_constant(b, e->children[i])) continue;
        count++;
        value = e->children[i];
    }
    if (count == 1) return attn_flow_step(b, attn_flow_of(b, value), call_step(b, e, value));
    return meet(b, ATTN_FLOW_PILL, function_name(b, e->function), e);
}

/* "split into" above "heads". */
static const char *of_sequence(const builder *b, const char *what, const attn_sub *index)
{
    const attn_letter *letter = attn_scope_letter(b->scope, index->word);
    return attn_print(b->arena, "%s\n%s", what, letter ? letter->sequence->name : index->word);
}

/* What the operations on one value are called; of those of an index, with what it runs over. */
static const char *const unary_names[ATTN_EXPR_KINDS] = {
    [ATTN_EXPR_TRANSPOSE] = "transpose",
    [ATTN_EXPR_NEGATIVE] = "× −1",
    [ATTN_EXPR_ROOT] = "√",
    [ATTN_EXPR_SPLIT] = "split into",
    [ATTN_EXPR_CONCAT] = "join",
    [ATTN_EXPR_SIGMA] = "Σ over",
};

static size_t unary(builder *b, const attn_expr *e)
{
    const char *name = unary_names[e->kind];
    if (e->kind == ATTN_EXPR_SIGMA && is_atom(b, e)) return atom(b, e);
    if (e->index) name = of_sequence(b, name, e->index);
    return attn_flow_step(b, attn_flow_of(b, e->children[0]), name);
}

static size_t power(builder *b, const attn_expr *e)
{
    bool constant = attn_flow_is_constant(b, e->children[1]);
    if (!constant) return atom(b, e);
    bool square = e->children[1]->kind == ATTN_EXPR_NUMBER && e->children[1]->number == 2.0;
    const char *text = square ? "squared" : set(b, "to the power ", e->children[1], "");
    return attn_flow_step(b, attn_flow_of(b, e->children[0]), text);
}

static size_t named(builder *b, const attn_expr *e)
{
    return attn_flow_node_of(b, e->name);
}

static size_t group(builder *b, const attn_expr *e)
{
    return attn_flow_of(b, e->children[0]);
}

static size_t join(builder *b, const attn_expr *e)
{
    return is_atom(b, e) ? atom(b, e) : meet(b, ATTN_FLOW_PILL, "join", e);
}

/* Others, as comparisons and derivatives, stand as they are. */
static size_t (*const ways[ATTN_EXPR_KINDS])(builder *, const attn_expr *) = {
    [ATTN_EXPR_NAME] = named,      [ATTN_EXPR_GROUP] = group,  [ATTN_EXPR_TRANSPOSE] = unary,
    [ATTN_EXPR_NEGATIVE] = unary,  [ATTN_EXPR_ROOT] = unary,   [ATTN_EXPR_SPLIT] = unary,
    [ATTN_EXPR_CONCAT] = unary,    [ATTN_EXPR_SIGMA] = unary,  [ATTN_EXPR_ADD] = binary,
    [ATTN_EXPR_SUBTRACT] = binary, [ATTN_EXPR_TIMES] = binary, [ATTN_EXPR_DIVIDE] = binary,
    [ATTN_EXPR_PRODUCT] = binary,  [ATTN_EXPR_POWER] = power,  [ATTN_EXPR_CALL] = call,
    [ATTN_EXPR_JOIN] = join,       [ATTN_EXPR_STACK] = join,
};

size_t attn_flow_of(builder *b, const attn_expr *expr)
{
    if (attn_flow_is_constant(b, expr)) return NONE;
    return ways[expr->kind] ? ways[expr->kind](b, expr) : atom(b, expr);
}
