/*
 * backward: gradients, by going back over the record from a result to what it was made of.
 *
 * First every node that depends on what is derived by is marked, going forward; then gradients flow
 * back over the marked ones alone, last operation first. Each operation adds to its operands'.
 */
#include <string.h>

#include "graph/operation.h"

struct attn_slot {
    float *gradient; /* as large as the node's value; NULL: nothing has arrived yet */
    bool depends;
};

typedef struct pass {
    attn_graph *graph;
    attn_arena *arena; /* of this pass alone */
    attn_slot *slots;  /* of the nodes first … of */
    attn_node first, of;
} pass;

const float *attn_upstream(const attn_work *work, size_t example)
{
    const float *gradient = work->slots[work->here - work->first_slot].gradient;
    return gradient + (work->result->batch > 1 ? example * attn_tensor_size(work->result) : 0);
}

float *attn_into(const attn_work *work, size_t i, size_t example)
{
    attn_node operand = work->nodes[i];
    if (operand < work->first_slot) return NULL;
    float *gradient = work->slots[operand - work->first_slot].gradient;
    const attn_tensor *value = attn_operand(work, i);
    return gradient ? gradient + (value->batch > 1 ? example * attn_tensor_size(value) : 0) : NULL;
}

/* The slot of a node of the pass, and of any node: NULL outside of the pass. */
static attn_slot *slot_at(const pass *p, attn_node node)
{
    return &p->slots[node - p->first];
}

static attn_slot *slot_of(const pass *p, attn_node node)
{
    return node < p->first || node > p->of ? NULL : slot_at(p, node);
}

/* ---- forward: what depends on it ---- */

static void mark_sources(const pass *p, const attn_node *with, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (slot_of(p, with[i])) slot_of(p, with[i])->depends = true;
    }
}

static void mark_dependent(const pass *p)
{
    for (attn_node node = p->first; node <= p->of; node++) {
        const attn_node *operands;
        attn_slot *slot = slot_at(p, node);
        size_t count = attn_node_operands(p->graph, node, &operands);
        if (!attn_operation_of(attn_node_op(p->graph, node))->backward) continue;
        for (size_t i = 0; i < count && !slot->depends; i++) {
            const attn_slot *operand = slot_of(p, operands[i]);
            slot->depends = operand && operand->depends;
        }
    }
}

/* ---- back: gradients ---- */

static size_t numbers_in(const attn_graph *graph, attn_node node)
{
    const attn_tensor *value = attn_value(graph, node);
    return attn_tensor_size(value) * value->batch;
}

static bool make_gradient(const pass *p, attn_node node)
{
    attn_slot *slot = slot_of(p, node);
    if (!slot || !slot->depends || slot->gradient) return true;
    slot->gradient = attn_alloc(p->arena, numbers_in(p->graph, node), sizeof(float));
    return slot->gradient != NULL;
}

/*
 * What handing a gradient on costs. A product costs as much again for each of its operands; other
 * operations go through their operand, or through their result alone if they only move numbers.
 */
static size_t cost_of(const pass *p, const attn_work *work)
{
    size_t cost = numbers_in(p->graph, work->here);
    if (work->operation->at_once) {
        return attn_multiply(cost, 2 * work->a->cols, &cost) ? cost : SIZE_MAX;
    }
    size_t read = numbers_in(p->graph, work->nodes[0]);
    if (!work->operation->source && read > cost) cost = read;
    return attn_multiply(cost, ATTN_COST_OF_NUMBER, &cost) ? cost : SIZE_MAX;
}

/* The gradient of a node passed on to its operands. */
static bool pass_on(const pass *p, attn_node node)
{
    const attn_slot *slot = slot_at(p, node);
    attn_work work = attn_work_of(p->graph, node);
    if (!slot->gradient || !work.operation->backward || work.count == 0) return true;
    bool asked = false;
    for (size_t i = 0; i < work.count; i++) {
        const attn_slot *operand = slot_of(p, work.nodes[i]);
        asked |= operand && operand->depends;
        if (!make_gradient(p, work.nodes[i])) return false;
    }
    if (!asked) return true;
    if (!attn_graph_spend_nodes(p->graph, 1)) return false;
    if (!attn_graph_spend_multiply_adds(p->graph, cost_of(p, &work))) return false;
    work.slots = p->slots;
    work.first_slot = p->first;
    size_t examples = work.operation->at_once ? 1 : work.result->batch;
    for (size_t e = 0; e < examples; e++) work.operation->backward(&work, e);
    return true;
}

static bool seed(const pass *p, size_t element)
{
    const attn_tensor *value = attn_value(p->graph, p->of);
    size_t size = attn_tensor_size(value);
    if (!make_gradient(p, p->of)) return false;
    float *gradient = slot_at(p, p->of)->gradient;
    for (size_t e = 0; gradient && e < value->batch; e++) gradient[e * size + element] = 1;
    return true;
}

static bool flow_back(const pass *p, const attn_node *with, size_t count, size_t element)
{
    mark_sources(p, with, count);
    mark_dependent(p);
    if (!slot_at(p, p->of)->depends) return true;
    if (!seed(p, element)) return false;
    for (attn_node node = p->of; node >= p->first; node--) {
        if (!pass_on(p, node)) return false;
    }
    return true;
}

static void take_results(const pass *p, const attn_node *with, size_t count,
                         float *const *gradients)
{
    for (size_t i = 0; i < count; i++) {
        const attn_slot *slot = slot_of(p, with[i]);
        size_t bytes = numbers_in(p->graph, with[i]) * sizeof(float);
        if (slot && slot->gradient)
            memcpy(gradients[i], slot->gradient, bytes);
        else
            memset(gradients[i], 0, bytes);
    }
}

bool attn_graph_backward(attn_graph *graph, attn_node of, size_t element, const attn_node *with,
                         size_t count, float *const *gradients)
{
    enum { NODES_MARKED_AS_FAST_AS_ONE_MADE = 16 };
    pass p = {.graph = graph, .first = of, .of = of};
    if (!attn_ok(attn_graph_status(graph))) return false;
    for (size_t i = 0; i < count; i++) {
        if (with[i] < p.first) p.first = with[i];
    }
    size_t range = (size_t)(of - p.first) + 1;
    if (!attn_graph_spend_nodes(graph, range / NODES_MARKED_AS_FAST_AS_ONE_MADE + 1)) return false;
    p.arena = attn_arena_new(attn_graph_status(graph));
    p.slots = p.arena ? attn_alloc(p.arena, range, sizeof *p.slots) : NULL;
    bool done = p.slots && flow_back(&p, with, count, element);
    if (done) take_results(&p, with, count, gradients);
    attn_arena_free(p.arena);
    return done;
}
