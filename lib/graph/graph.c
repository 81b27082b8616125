/*
 * graph: the record itself. Nodes, their memory, the limits, and carrying out an operation.
 *
 * Nodes lie in chunks that never move, so a number can be stored inside its node, and values can be
 * shared by pointer. Small values come from the arena, large ones have memory of their own.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "graph/operation.h"

enum {
    chunk_nodes = 1024,
    most_chunks = ATTN_MOST_OPERATIONS / chunk_nodes + 1,
    large_bytes = 64 * 1024, /* a value of this size has its own memory */
    cache_line = 64,
    /* A number made outside a product takes about as long as so many multiply-adds inside one. */
    cost_of_number = 64
};

typedef struct record { /* one node */
    attn_tensor value;
    attn_params params;
    const char *name;
    union {
        attn_node few[2];
        const attn_node *many;
    } operands;
    size_t cost; /* multiply-adds */
    uint32_t count;
    float number; /* the value's data, if it is a single number */
    uint8_t op;
    bool is_weights;
} record;

typedef struct large { /* stands in front of a large value, in the same allocation */
    struct large *next;
} large;

struct attn_graph {
    attn_status *status;
    attn_arena *arena;
    record **chunks;
    large *larges;
    size_t nodes;
    size_t operations, numbers, multiply_adds; /* spent, of the limits */
};

/* ---- life ---- */

attn_graph *attn_graph_new(attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    if (!arena) return NULL;
    attn_graph *graph = attn_alloc(arena, 1, sizeof *graph);
    record **chunks = attn_alloc(arena, most_chunks, sizeof *chunks);
    if (!graph || !chunks) {
        attn_arena_free(arena);
        return NULL;
    }
    *graph = (attn_graph){.status = status, .arena = arena, .chunks = chunks};
    return graph;
}

void attn_graph_free(attn_graph *graph)
{
    if (!graph) return;
    large *next;
    for (large *one = graph->larges; one; one = next) {
        next = one->next;
        attn_resize(one, 0);
    }
    attn_arena_free(graph->arena);
}

attn_status *attn_graph_status(const attn_graph *graph)
{
    return graph->status;
}

attn_arena *attn_graph_arena(const attn_graph *graph)
{
    return graph->arena;
}

/* ---- limits ---- */

bool attn_graph_spend(attn_graph *graph, size_t operations, size_t multiply_adds)
{
    if (operations > ATTN_MOST_OPERATIONS - graph->operations) {
        return attn_fail(graph->status, ATTN_LIMIT,
                         "this takes more than %u operations, the most there may be",
                         ATTN_MOST_OPERATIONS);
    }
    if (multiply_adds > ATTN_MOST_MULTIPLY_ADDS - graph->multiply_adds) {
        return attn_fail(graph->status, ATTN_LIMIT,
                         "this takes more than %zu multiply-adds, the most there may be: use "
                         "smaller matrices",
                         ATTN_MOST_MULTIPLY_ADDS);
    }
    graph->operations += operations;
    graph->multiply_adds += multiply_adds;
    return true;
}

static float *large_value(attn_graph *graph, size_t count)
{
    size_t bytes;
    bool fits = attn_multiply(count, sizeof(float), &bytes) && bytes <= SIZE_MAX - 2 * cache_line;
    large *one = fits ? attn_resize(NULL, bytes + 2 * cache_line) : NULL;
    if (!one) {
        attn_fail(graph->status, ATTN_MEMORY, "there is no memory for %zu numbers", count);
        return NULL;
    }
    one->next = graph->larges;
    graph->larges = one;
    size_t ahead = cache_line - (uintptr_t)one % cache_line;
    return (float *)(void *)((unsigned char *)one + ahead);
}

/* Memory for count numbers, or NULL. That of a small value is zero. */
static float *new_numbers(attn_graph *graph, size_t count)
{
    if (count > ATTN_MOST_NUMBERS - graph->numbers) {
        attn_fail(graph->status, ATTN_LIMIT,
                  "this takes more than %zu numbers, the most there may be: use smaller matrices",
                  ATTN_MOST_NUMBERS);
        return NULL;
    }
    graph->numbers += count;
    bool small = count < large_bytes / sizeof(float);
    return small ? attn_alloc(graph->arena, count, sizeof(float)) : large_value(graph, count);
}

/* Gives the node its numbers' memory, inside itself if it is one. */
static bool make_room(attn_graph *graph, record *node)
{
    attn_tensor *value = &node->value;
    size_t size;
    bool fits = attn_multiply(value->rows, value->cols, &size) &&
                attn_multiply(size, value->batch, &size);
    if (!fits) size = SIZE_MAX;
    value->data = size == 1 ? &node->number : new_numbers(graph, size);
    return value->data != NULL;
}

/* ---- nodes ---- */

static record *at(const attn_graph *graph, attn_node node)
{
    return &graph->chunks[(node - 1) / chunk_nodes][(node - 1) % chunk_nodes];
}

/* The next node, empty. It belongs to the record only when add_node says so. */
static record *next_node(attn_graph *graph, attn_op op)
{
    record **chunk = &graph->chunks[graph->nodes / chunk_nodes];
    if (!*chunk) *chunk = attn_alloc(graph->arena, chunk_nodes, sizeof **chunk);
    if (!*chunk) return NULL;
    record *node = &(*chunk)[graph->nodes % chunk_nodes];
    *node = (record){.op = (uint8_t)op};
    return node;
}

static attn_node add_node(attn_graph *graph)
{
    return (attn_node)++graph->nodes;
}

const attn_tensor *attn_value(const attn_graph *graph, attn_node node)
{
    return node ? &at(graph, node)->value : NULL;
}

attn_op attn_node_op(const attn_graph *graph, attn_node node)
{
    return (attn_op)at(graph, node)->op;
}

size_t attn_node_operands(const attn_graph *graph, attn_node node, const attn_node **operands)
{
    const record *found = at(graph, node);
    *operands = found->count > 2 ? found->operands.many : found->operands.few;
    return found->count;
}

attn_params attn_node_params(const attn_graph *graph, attn_node node)
{
    return at(graph, node)->params;
}

size_t attn_node_cost(const attn_graph *graph, attn_node node)
{
    return at(graph, node)->cost;
}

bool attn_node_is_weights(const attn_graph *graph, attn_node node)
{
    return at(graph, node)->is_weights;
}

void attn_node_set_name(attn_graph *graph, attn_node node, const char *name)
{
    if (!node || at(graph, node)->name) return;
    at(graph, node)->name = attn_copy_text(graph->arena, name, strlen(name));
}

const char *attn_node_name(const attn_graph *graph, attn_node node)
{
    return at(graph, node)->name;
}

size_t attn_graph_operations(const attn_graph *graph)
{
    return graph->nodes;
}

attn_work attn_work_of(const attn_graph *graph, attn_node node)
{
    record *found = at(graph, node);
    attn_work work = {.graph = graph,
                      .operation = attn_operation_of((attn_op)found->op),
                      .params = found->params,
                      .result = &found->value,
                      .here = node};
    work.count = attn_node_operands(graph, node, &work.nodes);
    if (work.count > 0) work.a = attn_value(graph, work.nodes[0]);
    if (work.count > 1) work.b = attn_value(graph, work.nodes[1]);
    return work;
}

/* ---- finite numbers ---- */

static bool allowed(float number, bool masked)
{
    return fabsf(number) <= FLT_MAX || (masked && isinf(number) && number < 0);
}

static const char *place_text(const attn_tensor *shape, size_t place, char text[48])
{
    size_t row = place / shape->cols + 1, col = place % shape->cols + 1;
    text[0] = '\0';
    if (shape->rank == ATTN_VECTOR) snprintf(text, 48, " at [%zu]", col);
    if (shape->rank == ATTN_MATRIX) snprintf(text, 48, " at [%zu,%zu]", row, col);
    return text;
}

bool attn_check_finite(const attn_graph *graph, const attn_tensor *shape, const float *numbers,
                       const char *what, const char *because)
{
    size_t size = attn_tensor_size(shape), i = 0;
    while (i < size * shape->batch && allowed(numbers[i], shape->masked)) i++;
    if (i == size * shape->batch) return true;
    char place[48];
    const char *found = isnan(numbers[i]) ? "no number (NaN)" : numbers[i] > 0 ? "∞" : "−∞";
    return attn_fail(graph->status, ATTN_INPUT, "%s%s is %s: %s", what,
                     place_text(shape, i % size, place), found, because);
}

static bool check_result(const attn_work *work)
{
    char what[64];
    const char *because = work->operation->infinite_because;
    if (!because) because = "a number grew too large, or a masked −∞ took part";
    snprintf(what, sizeof what, "the result of %s", attn_operation_title(work->operation));
    return attn_check_finite(work->graph, work->result, work->result->data, what, because);
}

/* ---- leaves ---- */

static bool labels_fit(attn_graph *graph, const attn_labels *labels, size_t places)
{
    if (!labels || labels->count == places) return true;
    return attn_fail(graph->status, ATTN_INPUT, "%s has %zu words, but this axis has %zu places",
                     labels->name ? labels->name : "a sequence", labels->count, places);
}

static bool shape_fits(attn_graph *graph, const attn_tensor *shape)
{
    if (shape->rows == 0 || shape->cols == 0) {
        return attn_fail(graph->status, ATTN_INPUT, "a value needs at least one number");
    }
    bool row_ok = shape->rank == ATTN_MATRIX || shape->rows == 1;
    bool col_ok = shape->rank != ATTN_NUMBER || shape->cols == 1;
    if (!row_ok || !col_ok) {
        return attn_fail(graph->status, ATTN_USAGE, "%zu×%zu is no vector and no number",
                         shape->rows, shape->cols);
    }
    return labels_fit(graph, shape->row_labels, shape->rows) &&
           labels_fit(graph, shape->col_labels, shape->cols);
}

/* Copies what was given and checks it, or sets all to zero. */
static bool fill_leaf(attn_graph *graph, record *leaf, const float *numbers)
{
    if (!make_room(graph, leaf)) return false;
    attn_tensor *value = &leaf->value;
    size_t bytes = attn_tensor_size(value) * value->batch * sizeof *numbers;
    if (!numbers) {
        memset(value->data, 0, bytes);
        return true;
    }
    memcpy(value->data, numbers, bytes);
    if (leaf->op == ATTN_OP_LITERAL && isinf(numbers[0])) { /* ∞ in a formula: for masks */
        value->masked = true;
        return true;
    }
    return attn_check_finite(graph, value, value->data, "a given number",
                             "only finite numbers can be computed with");
}

attn_node attn_graph_leaf(attn_graph *graph, attn_op op, const attn_tensor *shape, bool borrow)
{
    if (!attn_ok(graph->status) || !shape_fits(graph, shape)) return 0;
    record *leaf = attn_graph_spend(graph, 1, 0) ? next_node(graph, op) : NULL;
    if (!leaf) return 0;
    leaf->value = *shape;
    if (leaf->value.batch == 0) leaf->value.batch = 1;
    if (borrow && shape->data) return add_node(graph);
    return fill_leaf(graph, leaf, shape->data) ? add_node(graph) : 0;
}

attn_node attn_graph_number(attn_graph *graph, float value)
{
    attn_tensor shape = {.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &value};
    return attn_graph_leaf(graph, ATTN_OP_LITERAL, &shape, false);
}

float *attn_graph_fill(attn_graph *graph, attn_node leaf)
{
    return leaf ? at(graph, leaf)->value.data : NULL;
}

/* ---- carrying out an operation ---- */

static bool check_operands(attn_graph *graph, attn_op op, const attn_node *operands, size_t count)
{
    if (!attn_ok(graph->status)) return false;
    if (op < ATTN_OP_GIVEN || op >= ATTN_OP_COUNT) {
        return attn_fail(graph->status, ATTN_USAGE, "there is no operation %d", (int)op);
    }
    const attn_operation *operation = attn_operation_of(op);
    if (count < operation->least || count > operation->most || count > UINT32_MAX) {
        return attn_fail(graph->status, ATTN_USAGE, "%s does not take %zu values",
                         attn_operation_title(operation), count);
    }
    for (size_t i = 0; i < count; i++) {
        if (operands[i] == 0) return false;
        if (operands[i] > graph->nodes) {
            return attn_fail(graph->status, ATTN_USAGE, "there is no node %u", operands[i]);
        }
    }
    return true;
}

static bool take_operands(attn_graph *graph, record *node, const attn_node *operands, size_t count)
{
    node->count = (uint32_t)count;
    attn_node *own = node->operands.few;
    if (count > 2) {
        own = attn_alloc(graph->arena, count, sizeof *own);
        if (!own) return false;
        node->operands.many = own;
    }
    if (count > 0) memcpy(own, operands, count * sizeof *own);
    return true;
}

/* What the result has from its operands whatever the operation: examples, and the mark of masks. */
static bool inherit(attn_graph *graph, record *node, const attn_work *work)
{
    attn_tensor *value = &node->value;
    value->batch = 1;
    for (size_t i = 0; i < work->count; i++) {
        const attn_tensor *operand = attn_operand(work, i);
        if (operand->masked && !work->operation->unmasks) value->masked = true;
        if (operand->batch == 1 || operand->batch == value->batch) continue;
        if (value->batch != 1) {
            return attn_fail(graph->status, ATTN_INPUT,
                             "%zu examples and %zu cannot be computed together", value->batch,
                             operand->batch);
        }
        value->batch = operand->batch;
    }
    bool kept = work->operation->keeps_weights && at(graph, work->nodes[0])->is_weights;
    node->is_weights = work->operation->makes_weights || kept;
    return true;
}

static bool spend_for(attn_graph *graph, record *node, size_t multiply_adds)
{
    const attn_tensor *value = &node->value;
    size_t size;
    bool fits = attn_multiply(value->rows, value->cols, &size) &&
                attn_multiply(size, value->batch, &size) &&
                attn_multiply(size, cost_of_number, &size) && size <= SIZE_MAX - multiply_adds;
    node->cost = fits ? size + multiply_adds : SIZE_MAX;
    return attn_graph_spend(graph, 1, node->cost);
}

static bool compute(attn_graph *graph, record *node, const attn_work *work)
{
    if (node->value.data) return true; /* an operand's own numbers */
    if (!make_room(graph, node)) return false;
    size_t calls = work->operation->at_once ? 1 : node->value.batch;
    for (size_t example = 0; example < calls; example++) {
        if (!work->operation->forward(work, example)) return false;
    }
    return check_result(work);
}

attn_node attn_apply(attn_graph *graph, attn_op op, const attn_node *operands, size_t count,
                     attn_params params)
{
    if (!check_operands(graph, op, operands, count)) return 0;
    record *node = next_node(graph, op);
    if (!node || !take_operands(graph, node, operands, count)) return 0;
    node->params = params;
    graph->nodes++; /* for attn_work_of; taken back if it fails */
    attn_work work = attn_work_of(graph, (attn_node)graph->nodes);
    bool done = inherit(graph, node, &work) && work.operation->shape(&work) &&
                spend_for(graph, node, work.multiply_adds) && compute(graph, node, &work);
    if (!done) graph->nodes--;
    return done ? (attn_node)graph->nodes : 0;
}

attn_node attn_graph_relabel(attn_graph *graph, attn_node node, const attn_labels *rows,
                             const attn_labels *cols)
{
    attn_node copy = attn_apply(graph, ATTN_OP_COPY, &node, 1, (attn_params){0, 0});
    if (!copy) return 0;
    attn_tensor *value = &at(graph, copy)->value;
    if (value->rank == ATTN_NUMBER) return copy;
    if (cols) value->col_labels = cols;
    if (rows && value->rank == ATTN_MATRIX) value->row_labels = rows;
    return shape_fits(graph, value) ? copy : 0;
}
