/*
 * flow_names: the formulas of a run, what they make, and what a name in one of them stands for.
 */
#include <string.h>

#include "document/flow/building.h"
#include "formula/print/plain.h"
#include "formula/print/typeset.h"

enum {
    MOST_WITHIN = 8, /* formulas that stand in place of names, one in another */
    MOST_LINES = 1000
};

/* ---- keys ---- */

/* A subscript that says which element, and is no part of the name. */
static bool selects(const builder *b, const attn_sub *sub)
{
    return sub->kind != ATTN_SUB_WORD || attn_scope_letter(b->scope, sub->word);
}

const char *attn_flow_key(const builder *b, const attn_name *name)
{
    attn_name bare = *name;
    attn_text text = {0};
    bare.sub_count = 0;
    for (size_t i = 0; i < name->sub_count; i++)
        if (!selects(b, &name->subs[i])) bare.subs[bare.sub_count++] = name->subs[i];
    attn_write_name(&bare, &text);
    const char *key = attn_keep_text(b->arena, &text);
    return key ? key : "";
}

/* Some of its subscripts select, and all of these are numbers: X_0. */
static bool is_border(const builder *b, const attn_name *name)
{
    size_t numbers = 0, others = 0;
    for (size_t i = 0; i < name->sub_count; i++) {
        if (name->subs[i].kind == ATTN_SUB_NUMBER)
            numbers++;
        else if (selects(b, &name->subs[i]))
            others++;
    }
    return numbers > 0 && others == 0;
}

static const char *written(const builder *b, const attn_name *name)
{
    attn_text text = {0};
    attn_write_name(name, &text);
    const char *kept = attn_keep_text(b->arena, &text);
    return kept ? kept : "";
}

static const char *typeset(const builder *b, const attn_name *name)
{
    attn_text text = {0};
    attn_typeset_name(name, &text);
    const char *kept = attn_keep_text(b->arena, &text);
    return kept ? kept : "";
}

/* ---- what the formulas make ---- */

/* A name with many letters below the line stands without those that count. */
static const char *symbol_of(const builder *b, const attn_name *name, bool border)
{
    enum { MOST_SYMBOL = 6 };
    const char *symbol = typeset(b, name);
    attn_text text = {0};
    if (border || attn_text_width(symbol, strlen(symbol)) <= MOST_SYMBOL) return symbol;
    attn_typeset_word(attn_flow_key(b, name), &text);
    return attn_keep_text(b->arena, &text);
}

static size_t add_value(builder *b, const attn_name *name, size_t line, bool border)
{
    flow_value value = {.key = attn_flow_key(b, name),
                        .symbol = symbol_of(b, name, border),
                        .name = name,
                        .line = line,
                        .border = border,
                        .node = NONE};
    value.label = border ? written(b, name) : value.key;
    attn_append(b->arena, &b->values, &b->value_count, &value, sizeof value);
    return b->value_count ? b->value_count - 1 : 0;
}

/* The value of a key that is no border. NONE: there is none. */
static size_t find_value(const builder *b, const char *key)
{
    for (size_t i = 0; i < b->value_count; i++)
        if (!b->values[i].border && strcmp(b->values[i].key, key) == 0) return i;
    return NONE;
}

static size_t find_border(const builder *b, const char *label)
{
    for (size_t i = 0; i < b->value_count; i++)
        if (b->values[i].border && strcmp(b->values[i].label, label) == 0) return i;
    return NONE;
}

size_t attn_flow_lookup(const builder *b, const attn_name *name)
{
    size_t found = is_border(b, name) ? find_border(b, written(b, name)) : NONE;
    return found == NONE ? find_value(b, attn_flow_key(b, name)) : found;
}

static bool is_known(const builder *b, const attn_statement *statement)
{
    for (size_t i = 0; i < b->line_count; i++)
        if (b->lines[i].statement == statement) return true;
    return false;
}

/* Names that are factors of a product: a vector that is only added is a bias. */
static void note_factors(builder *b, const attn_statement *statement)
{
    for (const attn_expr *e = statement->nodes; e; e = e->next) {
        for (size_t i = 0; e->kind == ATTN_EXPR_PRODUCT && i < e->count; i++) {
            const attn_expr *factor = e->children[i];
            while (factor->kind == ATTN_EXPR_GROUP || factor->kind == ATTN_EXPR_TRANSPOSE)
                factor = factor->children[0];
            if (factor->kind == ATTN_EXPR_NAME)
                attn_push_text(b->arena, &b->factors, &b->factor_count,
                               attn_flow_key(b, factor->name));
        }
    }
}

static void add_line(builder *b, const attn_statement *statement, size_t frame)
{
    flow_line line = {.statement = statement, .frame = frame};
    if (is_known(b, statement) || statement->target_count == 0) return;
    attn_append(b->arena, &b->lines, &b->line_count, &line, sizeof line);
    for (size_t i = 0; i < statement->target_count; i++) {
        const attn_name *name = &statement->targets[i];
        add_value(b, name, b->line_count - 1, is_border(b, name));
    }
    note_factors(b, statement);
}

const char *attn_flow_loop_title(const builder *b, const char *before, const char *letter)
{
    const attn_letter *found = attn_scope_letter(b->scope, letter);
    if (!found || found->is_length) return NULL;
    return attn_print(b->arena, "%sfor each %s of %s", before, letter, found->sequence->name);
}

static void count_uses(builder *b)
{
    for (size_t i = 0; i < b->line_count; i++)
        for (const attn_expr *e = b->lines[i].statement->nodes; e; e = e->next) {
            size_t used = e->name ? attn_flow_lookup(b, e->name) : NONE;
            if (used != NONE) b->values[used].uses++;
        }
}

/* The frame of the loops around a moment. Turns of a loop have one frame. */
static size_t frame_of(builder *b, const attn_moment *moment)
{
    size_t frame = 0;
    for (size_t i = 0; i < moment->loop_count; i++) {
        const char *title = attn_flow_loop_title(b, "", moment->loops[i].letter);
        size_t at = b->flow->frame_count;
        const attn_flow_frame *last = at ? &b->flow->frames[at - 1] : NULL;
        bool same = last && last->outer == frame && title && strcmp(last->title, title) == 0 &&
                    b->frame_step == moment->step;
        frame = same ? at : attn_flow_add_frame(b, title, frame);
        b->frame_step = moment->step;
    }
    return frame;
}

void attn_flow_collect(builder *b)
{
    const attn_outcome *outcome = attn_run_outcome(b->run);
    for (size_t i = 0; i < outcome->moment_count; i++) {
        const attn_moment *moment = &outcome->moments[i];
        bool any = false;
        for (size_t k = 0; k < moment->formula_count; k++)
            any = any || !is_known(b, moment->formulas[k]);
        size_t frame = any ? frame_of(b, moment) : 0;
        for (size_t k = 0; any && k < moment->formula_count && b->line_count <= MOST_LINES; k++)
            add_line(b, moment->formulas[k], frame);
    }
    if (b->line_count > MOST_LINES)
        attn_fail(attn_arena_status(b->arena), ATTN_LIMIT, "a diagram shows at most %d formulas",
                  MOST_LINES);
    else
        count_uses(b);
}

/* ---- what is given ---- */

static bool is_factor(const builder *b, const char *key)
{
    for (size_t i = 0; i < b->factor_count; i++)
        if (strcmp(b->factors[i], key) == 0) return true;
    return false;
}

/* Words over which some letter runs: a row, or a number, for each place of a sentence. */
static bool are_places(const builder *b, const attn_labels *labels)
{
    const attn_labels *words = attn_real_words(labels);
    const attn_sequence *sequence = words ? attn_scope_sequence(b->scope, words->name) : NULL;
    return sequence && attn_scope_is_indexed(b->scope, sequence);
}

static bool has_letter(const builder *b, const attn_name *name)
{
    for (size_t i = 0; i < name->sub_count; i++)
        if (name->subs[i].kind == ATTN_SUB_WORD && selects(b, &name->subs[i])) return true;
    return false;
}

/* A given value that has a box, where others are weights. */
static bool is_input(const builder *b, const attn_name *name, const attn_family *family)
{
    attn_node node = family->element_count ? family->elements[0].node : family->whole;
    const attn_tensor *value = attn_shape_of(attn_run_record(b->run), node);
    bool labelled = are_places(b, value->row_labels) || are_places(b, value->col_labels);
    if (b->lenient) return value->rank > ATTN_NUMBER || family->axis_count > 0;
    if (family->learned) return false;
    if (family->axis_count == 0) {
        if (value->rank == ATTN_MATRIX)
            return are_places(b, value->row_labels) || has_letter(b, name);
        return value->rank == ATTN_VECTOR && (labelled || is_factor(b, family->plain));
    }
    if (value->rank == ATTN_MATRIX) return are_places(b, value->row_labels);
    const attn_sequence *over = family->axes[0];
    if (value->rank == ATTN_VECTOR) return over != NULL;
    return over && attn_real_words(attn_scope_sequence_here(b->scope, over)->labels) != NULL;
}

/* A value that no formula makes; NONE: it has no box. */
static size_t given_value(builder *b, const attn_name *name, const char *key)
{
    const attn_family *family = attn_scope_find(b->scope, key);
    const attn_sequence *sequence = attn_scope_sequence(b->scope, key);
    if (sequence) sequence = attn_scope_sequence_here(b->scope, sequence);
    if (sequence && !sequence->vocabulary) return NONE;
    if (!sequence && (!family || !is_input(b, name, family))) return NONE;
    return add_value(b, name, NONE, false);
}

/* ---- names in formulas ---- */

/* A value of the turn before, or of the next: of the line itself, or of one further down. */
static bool is_turned(const builder *b, const attn_name *name, const flow_value *value)
{
    bool shifted = false;
    for (size_t i = 0; i < name->sub_count; i++)
        shifted = shifted || name->subs[i].kind == ATTN_SUB_SHIFTED;
    return shifted && value->line != NONE && value->line >= b->line;
}

static bool is_number(const builder *b, const flow_value *value)
{
    const attn_family *family = attn_scope_find(b->scope, value->key);
    if (!family || family->axis_count > 0) return false;
    attn_node node = family->element_count ? family->elements[0].node : family->whole;
    return attn_shape_of(attn_run_record(b->run), node)->rank == ATTN_NUMBER;
}

const flow_local *attn_flow_local(const builder *b, const attn_name *name)
{
    const char *key = attn_flow_key(b, name);
    for (size_t i = b->local_count; b->opened && i-- > 0;)
        if (strcmp(b->locals[i].key, key) == 0) return &b->locals[i];
    return NULL;
}

/* X_0 of a value X_l that begins at 1. */
static bool is_outside(const builder *b, const attn_name *name, size_t value)
{
    for (size_t i = 0; i < name->sub_count; i++)
        if (name->subs[i].kind == ATTN_SUB_NUMBER && name->subs[i].offset < 1)
            return !b->values[value].border;
    return false;
}

/* X_0, which no formula makes, has a box if its rows are words; else NONE. */
static size_t given_border(builder *b, size_t value)
{
    const attn_family *family = attn_scope_find(b->scope, b->values[value].key);
    attn_node node =
        family && family->axis_count == 1 ? attn_family_element(family, &(long){0}) : 0;
    attn_text label = {0};
    if (!node || !are_places(b, attn_shape_of(attn_run_record(b->run), node)->row_labels))
        return NONE;
    attn_text_add(&label, family->plain);
    attn_text_add_subscript(&label, 0);
    const char *kept = attn_keep_text(b->arena, &label);
    attn_name *name = attn_copy(b->arena, b->values[value].name, 1, sizeof *name);
    if (!kept || !name) return NONE;
    if (find_border(b, kept) != NONE) return find_border(b, kept);
    for (size_t k = 0; k < name->sub_count; k++)
        if (selects(b, &name->subs[k]))
            name->subs[k] = (attn_sub){.kind = ATTN_SUB_NUMBER, .divisor = 1};
    return add_value(b, name, NONE, true);
}

/* What has no box, a number or what the lesson leaves out, has its formula in its place, unless no
 * value goes into that: then its name is written where it is used. */
static bool is_written(builder *b, size_t value)
{
    const flow_value v = b->values[value];
    if (!v.known && (v.within || is_number(b, &v))) {
        b->values[value].known = true; /* before its own formula asks */
        bool constant =
            v.line == NONE || attn_flow_is_constant(b, b->lines[v.line].statement->results[0]);
        b->values[value].constant = constant;
        b->values[value].within = !constant;
    }
    return b->values[value].constant;
}

/* Things are values, then locals. */
enum { LOCALS = 1 << 20 };

size_t attn_flow_thing(builder *b, const attn_name *name)
{
    const char *key = attn_flow_key(b, name);
    const flow_local *local = attn_flow_local(b, name);
    if (local) return local->node == NONE ? NONE : LOCALS + local->node;
    const attn_letter *letter = name->sub_count ? NULL : attn_scope_letter(b->scope, name->word);
    if (letter) return NONE;
    size_t found = attn_flow_lookup(b, name);
    if (found != NONE && is_outside(b, name, found)) found = given_border(b, found);
    if (found == NONE) found = given_value(b, name, key);
    return found == NONE || is_written(b, found) ? NONE : found;
}

/* A border that is computed, or given with words on its rows. */
static void connect_borders(builder *b, size_t value, size_t turn)
{
    for (size_t i = 0; i < b->value_count; i++) {
        const flow_value *border = &b->values[i];
        if (!border->border || strcmp(border->key, b->values[value].key) != 0) continue;
        attn_flow_connect(b, attn_flow_node_of(b, border->name), turn, false);
    }
}

static size_t turn_of(builder *b, const attn_name *name, size_t value)
{
    const char *text = typeset(b, name);
    for (size_t i = 0; i < b->turn_count; i++) {
        const flow_turn *turn = &b->turns[i];
        if (turn->value == value && turn->frame == b->frame && strcmp(turn->text, text) == 0)
            return turn->node;
    }
    size_t node = attn_flow_add_node(b, ATTN_FLOW_TURN, text);
    attn_append(b->arena, &b->turns, &b->turn_count, &(flow_turn){text, value, b->frame, node},
                sizeof(flow_turn));
    given_border(b, value);
    connect_borders(b, value, node);
    return node;
}

static size_t box_of(builder *b, size_t value)
{
    flow_value *v = &b->values[value];
    size_t frame = b->frame;
    if (v->node != NONE) return v->node;
    b->frame = v->line == NONE ? 0 : b->lines[v->line].frame;
    v->node = attn_flow_add_node(b, ATTN_FLOW_BOX, v->symbol);
    if (v->node != NONE) b->boxes[v->node].value = value;
    b->frame = frame;
    return v->node;
}

/* The formula of a value in the place of its name. */
static size_t within(builder *b, size_t value)
{
    const flow_value *v = &b->values[value];
    const attn_statement *line = b->lines[v->line].statement;
    if (v->node != NONE || b->depth >= MOST_WITHIN || line->result_count != 1) return v->node;
    const bool opened = b->opened;
    const size_t frame = b->frame;
    b->opened = false;
    b->frame = b->lines[v->line].frame;
    b->depth++;
    size_t node = attn_flow_of(b, line->results[0]);
    b->depth--;
    b->frame = frame;
    b->opened = opened;
    if (node != NONE) b->boxes[node].closed = b->values[value].uses > 1;
    return b->values[value].node = node;
}

size_t attn_flow_node_of(builder *b, const attn_name *name)
{
    size_t thing = attn_flow_thing(b, name);
    if (thing == NONE) return NONE;
    if (thing >= LOCALS) return thing - LOCALS;
    const flow_value *value = &b->values[thing];
    if (value->within) return within(b, thing);
    return is_turned(b, name, value) ? turn_of(b, name, thing) : box_of(b, thing);
}

bool attn_flow_recurs(builder *b, const attn_statement *line)
{
    for (const attn_expr *e = line->nodes; e; e = e->next) {
        size_t thing = e->name ? attn_flow_thing(b, e->name) : NONE;
        if (thing < b->value_count && b->values[thing].line == b->line &&
            is_turned(b, e->name, &b->values[thing]))
            return true;
    }
    return false;
}
