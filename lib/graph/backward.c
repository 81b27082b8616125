/*
 * backward: reverse mode. The record is the tape: walked from `of` back to the earliest value asked
 * for, each operation hands the gradient of its result on to its operands.
 *
 * Only nodes between the two that depend on what is asked for take part; the gradient of an
 * inner node is given back as soon as it has been handed on.
 */
#include <string.h>

#include "graph/operation.h"

/* What is known about one node of the stretch from the first value asked for to `of`. */
struct attn_slot {
    float *gradient; /* NULL: nothing has arrived */
    float number;    /* the gradient of a single number */
    bool depends;    /* on a value asked for, through an operand */
    bool wanted;     /* is one */
};

/* The stretch of the record that is walked back over. */
typedef struct stretch {
    attn_graph *graph;
    attn_slot *slots; /* of nodes first … of */
    attn_node first, of;
} stretch;

enum {
    /* Looking at a node takes about this part of the time that an operation on numbers does. */
    looks_per_operation = 16,
    /* Backward costs up to two products where forward costs one. */
    backward_per_forward = 2
};

static size_t whole_size(const attn_tensor *value)
{
    return attn_tensor_size(value) * value->batch;
}

/* ---- for the operations ---- */

static float *of_example(const attn_tensor *value, float *gradient, size_t example)
{
    return gradient + (value->batch > 1 ? example * attn_tensor_size(value) : 0);
}

const float *attn_upstream(const attn_work *work, size_t example)
{
    return of_example(work->result, work->slots[work->here - work->first_slot].gradient, example);
}

float *attn_into(const attn_work *work, size_t i, size_t example)
{
    if (work->nodes[i] < work->first_slot) return NULL;
    float *gradient = work->slots[work->nodes[i] - work->first_slot].gradient;
    return gradient ? of_example(attn_operand(work, i), gradient, example) : NULL;
}

/* ---- the walk ---- */

static bool inside(const stretch *walk, attn_node node)
{
    return node >= walk->first && node <= walk->of;
}

static attn_slot *slot_of(const stretch *walk, attn_node node)
{
    return &walk->slots[node - walk->first];
}

static bool asked_for(const stretch *walk, attn_node node)
{
    return inside(walk, node) && (slot_of(walk, node)->depends || slot_of(walk, node)->wanted);
}

static bool start_gradient(const stretch *walk, attn_node node)
{
    attn_slot *slot = slot_of(walk, node);
    const attn_tensor *value = attn_value(walk->graph, node);
    size_t count = whole_size(value), bytes;
    if (slot->gradient) return true;
    slot->gradient = &slot->number;
    if (count == 1) return true;
    bool fits = attn_multiply(count, sizeof(float), &bytes);
    slot->gradient = fits ? attn_resize(NULL, bytes) : NULL;
    if (!slot->gradient) {
        return attn_fail(attn_graph_status(walk->graph), ATTN_MEMORY,
                         "there is no memory for a gradient of %zu numbers", count);
    }
    memset(slot->gradient, 0, bytes);
    return true;
}

static void free_gradient(attn_slot *slot)
{
    if (slot->gradient && slot->gradient != &slot->number) attn_resize(slot->gradient, 0);
    slot->gradient = NULL;
}

/* Forward once: a node depends on what is asked for if gradients flow to an operand that does. */
static void mark(const stretch *walk)
{
    for (attn_node node = walk->first; node <= walk->of; node++) {
        const attn_node *operands;
        const attn_operation *operation = attn_operation_of(attn_node_op(walk->graph, node));
        size_t count = attn_node_operands(walk->graph, node, &operands);
        bool depends = false;
        for (size_t i = 0; i < count && operation->backward && !depends; i++) {
            depends = asked_for(walk, operands[i]);
        }
        slot_of(walk, node)->depends = depends;
    }
}

/* Hands the gradient of one node on to its operands. */
static bool hand_on(const stretch *walk, attn_node node)
{
    attn_work work = attn_work_of(walk->graph, node);
    size_t cost = attn_node_cost(walk->graph, node);
    if (!attn_multiply(cost, backward_per_forward, &cost)) cost = SIZE_MAX;
    if (!attn_graph_spend(walk->graph, 1, cost)) return false;
    for (size_t i = 0; i < work.count; i++) {
        bool flows = asked_for(walk, work.nodes[i]);
        if (flows && !start_gradient(walk, work.nodes[i])) return false;
    }
    work.slots = walk->slots;
    work.first_slot = walk->first;
    size_t calls = work.operation->at_once ? 1 : work.result->batch;
    for (size_t example = 0; example < calls; example++) work.operation->backward(&work, example);
    return true;
}

static bool walk_back(const stretch *walk)
{
    for (attn_node node = walk->of; node >= walk->first; node--) {
        attn_slot *slot = slot_of(walk, node);
        if (!slot->gradient) continue;
        if (slot->depends && !hand_on(walk, node)) return false;
        if (!slot->wanted) free_gradient(slot);
    }
    return true;
}

/* The gradient of `of` by itself: 1 at the element of every example. */
static bool seed(const stretch *walk, size_t element)
{
    const attn_tensor *value = attn_value(walk->graph, walk->of);
    if (element >= attn_tensor_size(value)) {
        return attn_fail(attn_graph_status(walk->graph), ATTN_USAGE, "there is no element %zu",
                         element + 1);
    }
    if (!asked_for(walk, walk->of)) return true;
    if (!start_gradient(walk, walk->of)) return false;
    float *gradient = slot_of(walk, walk->of)->gradient;
    for (size_t b = 0; b < value->batch; b++) gradient[b * attn_tensor_size(value) + element] = 1;
    return true;
}

static bool hand_out(const stretch *walk, attn_node with, float *gradient)
{
    const attn_tensor *value = attn_value(walk->graph, with);
    const float *found = inside(walk, with) ? slot_of(walk, with)->gradient : NULL;
    size_t bytes = whole_size(value) * sizeof *gradient;
    if (!found) {
        memset(gradient, 0, bytes);
        return true;
    }
    memcpy(gradient, found, bytes);
    attn_tensor shape = *value;
    shape.masked = false;
    return attn_check_finite(walk->graph, &shape, gradient, "the gradient",
                             "it is too large a number");
}

static bool differentiate(const stretch *walk, size_t element, const attn_node *with, size_t count,
                          float *const *gradients)
{
    for (size_t k = 0; k < count; k++) {
        if (inside(walk, with[k])) slot_of(walk, with[k])->wanted = true;
    }
    mark(walk);
    bool done = seed(walk, element) && walk_back(walk);
    for (size_t k = 0; k < count && done; k++) done = hand_out(walk, with[k], gradients[k]);
    return done;
}

bool attn_graph_backward(attn_graph *graph, attn_node of, size_t element, const attn_node *with,
                         size_t count, float *const *gradients)
{
    attn_status *status = attn_graph_status(graph);
    if (!attn_ok(status) || of == 0) return false;
    stretch walk = {.graph = graph, .first = of, .of = of};
    for (size_t k = 0; k < count; k++) {
        if (with[k] == 0) return false;
        if (with[k] < walk.first) walk.first = with[k];
    }
    size_t nodes = of - walk.first + 1, bytes;
    if (!attn_graph_spend(graph, nodes / looks_per_operation, 0)) return false;
    bool fits = attn_multiply(nodes, sizeof *walk.slots, &bytes);
    walk.slots = fits ? attn_resize(NULL, bytes) : NULL;
    if (!walk.slots) return attn_fail(status, ATTN_MEMORY, "there is no memory for gradients");
    memset(walk.slots, 0, bytes);
    bool done = differentiate(&walk, element, with, count, gradients);
    for (size_t i = 0; i < nodes; i++) free_gradient(&walk.slots[i]);
    attn_resize(walk.slots, 0);
    return done;
}
