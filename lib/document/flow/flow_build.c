/*
 * flow_build: the graph of a lesson, a formula after the other, and what of it leads to the
 * results.
 */
#include <string.h>

#include "document/flow/building.h"
#include "formula/print/plain.h"
#include "formula/print/typeset.h"

/* Parts of all formulas of a lesson together; those that lead to no result go. */
enum { MOST_BUILT = 4000 };

/* ---- a formula ---- */

/* The function of the lesson that a call means; false: it is none of several lines. */
static bool find_definition(const builder *b, const attn_expr *call, attn_definition *found)
{
    for (size_t i = 0; attn_scope_definition(b->scope, i, found); i++)
        if (found->line_count > 1 && found->parameter_count == call->count &&
            strcmp(found->function, call->function) == 0)
            return true;
    return false;
}

static void add_local(builder *b, flow_local local)
{
    attn_append(b->arena, &b->locals, &b->local_count, &local, sizeof local);
}

/* A parameter that is a letter is that letter within. */
static void set_parameters(builder *b, const attn_expr *call, const attn_definition *definition,
                           const char *letter)
{
    flow_local locals[ATTN_MOST_LISTED];
    for (size_t i = 0; i < call->count; i++)
        locals[i] = (flow_local){.key = definition->parameters[i],
                                 .node = attn_flow_of(b, call->children[i]),
                                 .is = attn_flow_in_first_turn(b, call->children[i], letter),
                                 .size = attn_flow_size(b, call->children[i])};
    for (size_t i = 0; i < call->count; i++)
        if (!attn_scope_letter(b->scope, definition->parameters[i])) add_local(b, locals[i]);
}

/* The box of a name within the function. */
static void add_body_line(builder *b, const attn_statement *line, const char *letter)
{
    attn_text symbol = {0}, question = {0};
    const attn_expr *is = attn_flow_in_first_turn(b, line->results[0], letter);
    const size_t size = attn_flow_size(b, line->results[0]);
    size_t result = attn_flow_of(b, line->results[0]);
    attn_typeset_name(&line->targets[0], &symbol);
    if (is) attn_write_expr(is, &question);
    size_t box = attn_flow_add_node(b, ATTN_FLOW_BOX, attn_keep_text(b->arena, &symbol));
    attn_flow_connect(b, result, box, false);
    add_local(b, (flow_local){attn_flow_key(b, &line->targets[0]), box, is, size});
    const char *asked = attn_keep_text(b->arena, &question);
    if (box == NONE) return;
    b->boxes[box].question = is ? asked : NULL;
    b->boxes[box].words = attn_print(b->arena, "where %s is 1", letter);
}

/* X_l = block(X_{l−1}, l): the formulas of the function in a frame. Where they end. */
static size_t open_call(builder *b, const flow_line *line)
{
    const attn_definition *definition = &line->definition;
    set_parameters(b, line->statement->results[0], definition, line->letter);
    b->opened = true;
    for (size_t i = 0; i + 1 < definition->line_count; i++)
        if (definition->lines[i]->target_count == 1)
            add_body_line(b, definition->lines[i], line->letter);
    size_t end = attn_flow_of(b, definition->lines[definition->line_count - 1]->results[0]);
    b->opened = false;
    b->local_count = 0;
    return end;
}

/* The letter that a target runs over first. */
static const char *running_letter(const builder *b, const attn_name *target)
{
    for (size_t i = 0; i < target->sub_count; i++) {
        const attn_sub *sub = &target->subs[i];
        if (sub->kind == ATTN_SUB_WORD && attn_flow_loop_title(b, "", sub->word)) return sub->word;
    }
    return NULL;
}

static const char *frame_name(const builder *b, const attn_definition *definition)
{
    char *name = attn_print(b->arena, "%s, ", definition->function);
    for (char *c = name; c && *c; c++)
        if (*c == '_') *c = ' ';
    return name ? name : "";
}

/* Whether it makes matrices, as layers do. */
static bool is_of_rows(const builder *b, const attn_name *target)
{
    const attn_family *family = attn_scope_find(b->scope, attn_flow_key(b, target));
    if (!family || !family->element_count) return false;
    return attn_shape_of(attn_run_record(b->run), family->elements[0].node)->rank == ATTN_MATRIX;
}

/* A formula that goes on with what it made itself is a loop, unless the lesson has one there. */
static void find_loop(builder *b, size_t at)
{
    flow_line *line = &b->lines[at];
    const attn_expr *right = line->statement->results[0];
    const char *letter = running_letter(b, &line->statement->targets[0]);
    const char *title = letter ? attn_flow_loop_title(b, "", letter) : NULL;
    b->line = at;
    if (!title || !attn_flow_recurs(b, line->statement)) return;
    line->letter = letter;
    line->opens = right->kind == ATTN_EXPR_CALL && line->statement->target_count == 1 &&
                  is_of_rows(b, &line->statement->targets[0]) &&
                  find_definition(b, right, &line->definition);
    if (line->frame && strcmp(b->flow->frames[line->frame - 1].title, title) == 0) return;
    if (line->opens) title = attn_flow_loop_title(b, frame_name(b, &line->definition), letter);
    line->frame = attn_flow_add_frame(b, title, line->frame);
}

static bool targets_are_within(const builder *b)
{
    bool all = true;
    for (size_t i = 0; i < b->value_count; i++)
        if (b->values[i].line == b->line)
            all = all && (b->values[i].within || b->values[i].constant);
    return all;
}

static void add_targets(builder *b, size_t result)
{
    for (size_t i = 0; i < b->value_count; i++) {
        if (b->values[i].line != b->line || b->values[i].within || b->values[i].constant) continue;
        const attn_name *name = b->values[i].name;
        size_t box = attn_flow_node_of(b, name);
        if (box != NONE && b->flow->nodes[box].kind == ATTN_FLOW_BOX)
            attn_flow_connect(b, result, box, false);
    }
}

static void build_line(builder *b, size_t at)
{
    const attn_statement *line = b->lines[at].statement;
    b->line = at;
    b->frame = b->lines[at].frame;
    b->first_new = b->flow->node_count;
    if (targets_are_within(b)) return;
    b->lenient = attn_flow_is_constant(b, line->results[0]);
    size_t result =
        b->lines[at].opens ? open_call(b, &b->lines[at]) : attn_flow_of(b, line->results[0]);
    b->lenient = false;
    bool operation = result != NONE && b->flow->nodes[result].kind != ATTN_FLOW_BOX &&
                     b->flow->nodes[result].kind != ATTN_FLOW_TURN;
    if (result != NONE && !operation) result = attn_flow_step(b, result, "=");
    add_targets(b, result);
}

/* What a loop hands to its next turn. */
static void connect_turns(builder *b)
{
    for (size_t i = 0; i < b->turn_count; i++)
        attn_flow_connect(b, b->values[b->turns[i].value].node, b->turns[i].node, true);
}

/* ---- what is kept ---- */

static void spread(const attn_flow *flow, bool *kept)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < flow->edge_count; i++) {
            const attn_flow_edge *edge = &flow->edges[i];
            if (!kept[edge->to] || kept[edge->from]) continue;
            kept[edge->from] = more = true;
        }
    }
}

static bool is_read(const attn_flow *flow, size_t node)
{
    for (size_t i = 0; i < flow->edge_count; i++)
        if (flow->edges[i].from == node && !flow->edges[i].back) return true;
    return false;
}

/* Frames that nothing stands in go, and the others have other numbers. */
static void drop_frames(builder *b)
{
    attn_flow *flow = b->flow;
    size_t count = 0;
    size_t *now = attn_alloc(b->arena, flow->frame_count + 1, sizeof *now);
    bool *used = attn_alloc(b->arena, flow->frame_count + 1, sizeof *used);
    if (!now || !used) return;
    for (size_t i = 0; i < flow->node_count; i++)
        for (size_t f = flow->nodes[i].frame; f; f = flow->frames[f - 1].outer) used[f] = true;
    for (size_t f = 1; f <= flow->frame_count; f++) {
        if (!used[f]) continue;
        now[f] = ++count;
        flow->frames[count - 1] = flow->frames[f - 1];
        flow->frames[count - 1].outer = now[flow->frames[f - 1].outer];
    }
    flow->frame_count = count;
    for (size_t i = 0; i < flow->node_count; i++) flow->nodes[i].frame = now[flow->nodes[i].frame];
}

static void drop(builder *b, const bool *kept)
{
    attn_flow *flow = b->flow;
    size_t nodes = 0, edges = 0;
    size_t *now = attn_alloc(b->arena, flow->node_count + 1, sizeof *now);
    if (!now) return;
    for (size_t i = 0; i < flow->node_count; i++) {
        if (!kept[i]) continue;
        now[i] = nodes;
        b->boxes[nodes] = b->boxes[i];
        flow->nodes[nodes++] = flow->nodes[i];
    }
    for (size_t i = 0; i < flow->edge_count; i++) {
        attn_flow_edge edge = flow->edges[i];
        if (!kept[edge.from] || !kept[edge.to]) continue;
        edge.from = now[edge.from];
        edge.to = now[edge.to];
        flow->edges[edges++] = edge;
    }
    flow->node_count = nodes;
    flow->edge_count = edges;
    drop_frames(b);
}

/* ---- where it leads ---- */

/* "A_1" of what was asked for is the box of A. */
static bool keep_label(const builder *b, const char *label, bool *kept)
{
    attn_grammar grammar = attn_scope_grammar(b->scope);
    attn_name *name = attn_alloc(b->arena, 1, sizeof *name);
    grammar.arena = b->arena;
    if (!name || !attn_parse_name(&grammar, label, name)) return false;
    size_t value = attn_flow_lookup(b, name);
    if (value == NONE || b->values[value].node == NONE) return false;
    return kept[b->values[value].node] = true;
}

static bool keep_shown(const builder *b, const attn_flow_asked *asked, bool *kept)
{
    const attn_outcome *outcome = attn_run_outcome(b->run);
    bool any = false;
    for (size_t i = 0; i < outcome->shown_count; i++)
        any |= keep_label(b, outcome->shown[i].label, kept);
    return any || attn_fail(attn_arena_status(b->arena), ATTN_USAGE,
                            "the diagram has no box for %s: name a vector or a matrix that a "
                            "formula of the lesson computes",
                            asked->shows[0]);
}

/* What the lesson says that its diagram leads to; or all that nothing is made of. */
static void keep_usual(const builder *b, bool *kept)
{
    const attn_lesson *lesson = attn_run_lesson(b->run);
    const char *label;
    size_t said = 0;
    for (size_t i = 0; (label = attn_lesson_flow_at(lesson, false, i)); i++)
        said += keep_label(b, label, kept);
    for (size_t i = 0; !said && i < b->flow->node_count; i++)
        kept[i] = b->flow->nodes[i].kind == ATTN_FLOW_BOX && !is_read(b->flow, i);
}

/* Values that the lesson leaves out of its diagram. */
static void take_within(builder *b)
{
    const char *label;
    for (size_t i = 0; (label = attn_lesson_flow_at(attn_run_lesson(b->run), true, i)); i++) {
        attn_grammar grammar = attn_scope_grammar(b->scope);
        attn_name *name = attn_alloc(b->arena, 1, sizeof *name);
        grammar.arena = b->arena;
        if (!name || !attn_parse_name(&grammar, label, name)) return;
        size_t value = attn_flow_lookup(b, name);
        if (value != NONE && b->values[value].line != NONE) b->values[value].within = true;
    }
}

static bool check(const builder *b)
{
    attn_status *status = attn_arena_status(b->arena);
    const attn_flow *flow = b->flow;
    if (flow->node_count == 0)
        return attn_fail(status, ATTN_INPUT, "the lesson has no formula to draw");
    if (flow->node_count > ATTN_MOST_FLOW_NODES || flow->edge_count > ATTN_MOST_FLOW_EDGES)
        return attn_fail(status, ATTN_LIMIT,
                         "a diagram has at most %u parts and %u arrows, but this one has %zu and "
                         "%zu: name the value that it should lead to",
                         ATTN_MOST_FLOW_NODES, ATTN_MOST_FLOW_EDGES, flow->node_count,
                         flow->edge_count);
    return attn_ok(status);
}

/* All of the lesson, of which a part will be drawn. */
static bool build_lines(builder *b)
{
    attn_status *status = attn_arena_status(b->arena);
    for (size_t i = 0; attn_ok(status) && i < b->line_count; i++) find_loop(b, i);
    for (size_t i = 0; attn_ok(status) && i < b->line_count; i++) {
        build_line(b, i);
        if (b->flow->node_count > MOST_BUILT)
            return attn_fail(status, ATTN_LIMIT, "the lesson computes too much for a diagram");
    }
    connect_turns(b);
    return attn_ok(status);
}

bool attn_flow_build(attn_run *run, const attn_flow_asked *asked, attn_arena *arena,
                     attn_flow *flow, attn_sheet_options *sheet)
{
    builder b = {.run = run, .scope = attn_run_scope(run), .arena = arena, .flow = flow};
    *flow = (attn_flow){0};
    attn_flow_collect(&b);
    take_within(&b);
    if (!build_lines(&b)) return false;
    bool *kept = attn_alloc(arena, flow->node_count + 1, sizeof *kept);
    if (!kept) return false;
    if (asked->show_count == 0)
        keep_usual(&b, kept);
    else if (!keep_shown(&b, asked, kept))
        return false;
    spread(flow, kept);
    drop(&b, kept);
    if (!check(&b) || !attn_flow_fill(&b, asked, sheet)) return false;
    attn_flow_measure(flow);
    return true;
}
