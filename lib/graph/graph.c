/*
 * graph: the record itself. Operations are carried out here, one after the other, and stay: with
 * their operands, their value and the name that a formula gave them.
 *
 * Nodes lie in chunks and never move, so a value may be pointed to as long as the record lives. The
 * number of a node that is a single number lies in the node; large values have memory of their own.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "graph/operation.h"

enum { CHUNK = 512, LARGE_BYTES = 1 << 16 };

typedef struct node {
    attn_tensor value;
    attn_params params;
    const char *name;
    union {
        attn_node few[2];
        const attn_node *many;
    } operands;
    uint32_t count; /* of operands */
    uint8_t op;
    bool weights;
    float number; /* the value of a node that is one */
} node;

typedef struct large { /* a large value's memory, in a list to be freed */
    struct large *next;
    void *numbers;
} large;

struct attn_graph {
    attn_status *status;
    attn_arena *arena;
    node **chunks;
    size_t chunk_count, chunk_capacity;
    size_t count;   /* nodes made */
    size_t spent;   /* operations, those of gradients too */
    size_t numbers; /* float32 held */
    size_t multiply_adds;
    large *larges;
};

/* ---- life ---- */

attn_graph *attn_graph_new(attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    attn_graph *graph = arena ? attn_alloc(arena, 1, sizeof *graph) : NULL;
    if (!graph) {
        attn_arena_free(arena);
        return NULL;
    }
    graph->status = status;
    graph->arena = arena;
    return graph;
}

void attn_graph_free(attn_graph *graph)
{
    if (!graph) return;
    for (large *block = graph->larges; block; block = block->next) attn_resize(block->numbers, 0);
    attn_arena_free(graph->arena); /* the graph itself lies in it */
}

attn_status *attn_graph_status(const attn_graph *graph)
{
    return graph->status;
}

attn_arena *attn_graph_arena(const attn_graph *graph)
{
    return graph->arena;
}

size_t attn_graph_operations(const attn_graph *graph)
{
    return graph->count;
}

/* ---- limits ---- */

bool attn_graph_spend_nodes(attn_graph *graph, size_t nodes)
{
    graph->spent += nodes;
    if (graph->spent <= ATTN_MOST_OPERATIONS) return true;
    return attn_fail(graph->status, ATTN_LIMIT, "the lesson needs more than %u operations",
                     ATTN_MOST_OPERATIONS);
}

bool attn_graph_spend_multiply_adds(attn_graph *graph, size_t count)
{
    size_t left = ATTN_MOST_MULTIPLY_ADDS - graph->multiply_adds;
    if (count > left) {
        return attn_fail(graph->status, ATTN_LIMIT,
                         "the lesson needs more than %zu multiplications, too many to wait for",
                         ATTN_MOST_MULTIPLY_ADDS);
    }
    graph->multiply_adds += count;
    return true;
}

static bool spend_numbers(attn_graph *graph, size_t count)
{
    if (count > ATTN_MOST_NUMBERS - graph->numbers) {
        return attn_fail(graph->status, ATTN_LIMIT, "the lesson holds more than %zu numbers",
                         ATTN_MOST_NUMBERS);
    }
    graph->numbers += count;
    return true;
}

/* ---- nodes ---- */

static node *node_at(const attn_graph *graph, attn_node place)
{
    size_t i = (size_t)place - 1;
    return &graph->chunks[i / CHUNK][i % CHUNK];
}

static bool add_chunk(attn_graph *graph)
{
    if (graph->chunk_count == graph->chunk_capacity) {
        size_t capacity = graph->chunk_capacity ? 2 * graph->chunk_capacity : 8;
        node **chunks = attn_alloc(graph->arena, capacity, sizeof *chunks);
        if (!chunks) return false;
        if (graph->chunk_count) {
            memcpy(chunks, graph->chunks, graph->chunk_count * sizeof(node *));
        }
        graph->chunks = chunks;
        graph->chunk_capacity = capacity;
    }
    node *chunk = attn_alloc(graph->arena, CHUNK, sizeof *chunk);
    if (!chunk) return false;
    graph->chunks[graph->chunk_count++] = chunk;
    return true;
}

/* Room for the next node. It counts only once graph->count is raised. */
static node *next_node(attn_graph *graph)
{
    if (!attn_graph_spend_nodes(graph, 1)) return NULL;
    if (graph->count == graph->chunk_count * CHUNK && !add_chunk(graph)) return NULL;
    node *next = node_at(graph, (attn_node)(graph->count + 1));
    memset(next, 0, sizeof *next);
    return next;
}

static float *large_room(attn_graph *graph, size_t bytes)
{
    large *block = attn_alloc(graph->arena, 1, sizeof *block);
    if (!block) return NULL;
    block->numbers = attn_resize(NULL, bytes);
    if (!block->numbers) {
        attn_fail(graph->status, ATTN_MEMORY, "there is not enough memory for %zu numbers",
                  bytes / sizeof(float));
        return NULL;
    }
    block->next = graph->larges;
    graph->larges = block;
    return block->numbers;
}

/* Memory for the numbers of n's value, all examples. */
static bool take_room(attn_graph *graph, node *n)
{
    size_t count, bytes;
    attn_tensor *value = &n->value;
    bool fits = attn_multiply(value->rows, value->cols, &count) &&
                attn_multiply(count, value->batch, &count) &&
                attn_multiply(count, sizeof(float), &bytes);
    if (!spend_numbers(graph, fits ? count : SIZE_MAX)) return false;
    if (count == 1) {
        value->data = &n->number;
    } else if (bytes < LARGE_BYTES) {
        value->data = attn_alloc(graph->arena, count, sizeof(float));
    } else {
        value->data = large_room(graph, bytes);
    }
    return value->data != NULL;
}

/* ---- only finite numbers ---- */

static bool fail_finite(const attn_graph *graph, const attn_tensor *shape, size_t i,
                        const char *what, const char *because)
{
    char place[64] = "";
    size_t row = i % attn_tensor_size(shape) / shape->cols + 1, col = i % shape->cols + 1;
    if (shape->rank == ATTN_VECTOR) snprintf(place, sizeof place, " at [%zu]", col);
    if (shape->rank == ATTN_MATRIX) snprintf(place, sizeof place, " at [%zu,%zu]", row, col);
    return attn_fail(graph->status, ATTN_INPUT, "%s: the result%s is no finite number%s%s", what,
                     place, because ? ": " : "", because ? because : "");
}

bool attn_check_finite(const attn_graph *graph, const attn_tensor *shape, const float *numbers,
                       const char *what, const char *because)
{
    size_t count = attn_tensor_size(shape) * shape->batch;
    for (size_t i = 0; i < count; i++) {
        bool masked = shape->masked && numbers[i] < 0 && isinf(numbers[i]);
        if (!isfinite(numbers[i]) && !masked) return fail_finite(graph, shape, i, what, because);
    }
    return true;
}

/* ---- leaves ---- */

/* Whoever reads the words of an axis relies on there being one for each place. */
static bool labels_fit(attn_graph *graph, const attn_labels *labels, size_t places)
{
    if (!labels || labels->count == places) return true;
    return attn_fail(graph->status, ATTN_INPUT,
                     "%s has %zu words, but there are %zu places for them",
                     labels->name ? labels->name : "a sequence", labels->count, places);
}

static bool all_labels_fit(attn_graph *graph, const attn_tensor *value)
{
    return labels_fit(graph, value->row_labels, value->rows) &&
           labels_fit(graph, value->col_labels, value->cols);
}

attn_node attn_graph_leaf(attn_graph *graph, attn_op op, const attn_tensor *shape, bool borrow)
{
    if (!attn_ok(graph->status) || !all_labels_fit(graph, shape)) return 0;
    node *n = next_node(graph);
    if (!n) return 0;
    n->value = *shape;
    n->op = (uint8_t)op;
    if (!borrow) {
        if (!take_room(graph, n)) return 0;
        size_t bytes = attn_tensor_size(shape) * shape->batch * sizeof(float);
        if (shape->data)
            memcpy(n->value.data, shape->data, bytes);
        else
            memset(n->value.data, 0, bytes);
    }
    return (attn_node)++graph->count;
}

attn_node attn_graph_number(attn_graph *graph, float value)
{
    attn_tensor shape = {.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &value};
    return attn_graph_leaf(graph, ATTN_OP_LITERAL, &shape, false);
}

float *attn_graph_fill(attn_graph *graph, attn_node leaf)
{
    return node_at(graph, leaf)->value.data;
}

/* ---- operations ---- */

static const attn_node *operands_of(const node *n)
{
    return n->count > 2 ? n->operands.many : n->operands.few;
}

static bool keep_operands(attn_graph *graph, node *n, const attn_node *operands, size_t count)
{
    n->count = (uint32_t)count;
    if (count <= 2) {
        for (size_t i = 0; i < count; i++) n->operands.few[i] = operands[i];
        return true;
    }
    attn_node *many = attn_alloc(graph->arena, count, sizeof *many);
    if (!many) return false;
    memcpy(many, operands, count * sizeof *operands);
    n->operands.many = many;
    return true;
}

/* The result's batch and mask are those of its operands. */
static bool inherit(attn_graph *graph, node *n, const attn_operation *operation)
{
    n->value.batch = 1;
    const attn_node *operands = operands_of(n);
    for (size_t i = 0; i < n->count; i++) {
        const attn_tensor *value = attn_value(graph, operands[i]);
        if (value->masked && !operation->unmasks) n->value.masked = true;
        if (value->batch == 1 || value->batch == n->value.batch) continue;
        if (n->value.batch > 1) {
            return attn_fail(graph->status, ATTN_INPUT,
                             "values of %zu and of %zu examples do not go together", n->value.batch,
                             value->batch);
        }
        n->value.batch = value->batch;
    }
    return true;
}

/* The number put into a replaced value does not decide what the value is. */
static bool are_weights(const attn_graph *graph, const node *n, const attn_operation *operation)
{
    if (operation->makes_weights || !operation->keeps_weights) return operation->makes_weights;
    size_t count = n->op == ATTN_OP_REPLACED ? 1 : n->count;
    for (size_t i = 0; i < count; i++) {
        if (!node_at(graph, operands_of(n)[i])->weights) return false;
    }
    return true;
}

static bool forward(const attn_work *work)
{
    const attn_operation *operation = work->operation;
    size_t examples = operation->at_once ? 1 : work->result->batch;
    for (size_t e = 0; e < examples; e++) {
        if (!operation->forward(work, e)) return false;
    }
    return true;
}

/* The result computed, unless the shape rule found that it shares an operand's numbers. */
static bool carry_out(attn_graph *graph, node *n, attn_work *work)
{
    const attn_operation *operation = work->operation;
    if (!operation->shape(work)) return false;
    if (n->value.data) return true;
    if (!attn_graph_spend_multiply_adds(graph, work->multiply_adds) || !take_room(graph, n)) {
        return false;
    }
    return forward(work) &&
           attn_check_finite(graph, &n->value, n->value.data, attn_operation_title(operation),
                             operation->infinite_because);
}

static attn_work work_of(const attn_graph *graph, node *n, attn_node here)
{
    attn_work work = {.graph = graph,
                      .operation = attn_operation_of((attn_op)n->op),
                      .params = n->params,
                      .count = n->count,
                      .nodes = operands_of(n),
                      .result = &n->value,
                      .here = here};
    if (n->count > 0) work.a = attn_operand(&work, 0);
    if (n->count > 1) work.b = attn_operand(&work, 1);
    return work;
}

attn_work attn_work_of(const attn_graph *graph, attn_node place)
{
    return work_of(graph, node_at(graph, place), place);
}

attn_node attn_apply(attn_graph *graph, attn_op op, const attn_node *operands, size_t count,
                     attn_params params)
{
    if (!attn_ok(graph->status)) return 0;
    for (size_t i = 0; i < count; i++) {
        if (operands[i] == 0) return 0;
    }
    const attn_operation *operation = attn_operation_of(op);
    if (count < operation->least || count > operation->most) {
        attn_fail(graph->status, ATTN_USAGE, "%s does not take %zu values",
                  attn_operation_title(operation), count);
        return 0;
    }
    node *n = next_node(graph);
    if (!n || !keep_operands(graph, n, operands, count)) return 0;
    n->op = (uint8_t)op;
    n->params = params;
    if (!inherit(graph, n, operation)) return 0;
    attn_work work = work_of(graph, n, (attn_node)(graph->count + 1));
    if (!carry_out(graph, n, &work)) return 0;
    n->weights = are_weights(graph, n, operation);
    return (attn_node)++graph->count;
}

attn_node attn_graph_relabel(attn_graph *graph, attn_node place, const attn_labels *rows,
                             const attn_labels *cols)
{
    attn_node copy = attn_apply(graph, ATTN_OP_COPY, &place, 1, (attn_params){0, 0});
    if (!copy) return 0;
    attn_tensor *value = &node_at(graph, copy)->value;
    if (rows) value->row_labels = rows;
    if (cols) value->col_labels = cols;
    return all_labels_fit(graph, value) ? copy : 0;
}

/* ---- reading ---- */

const attn_tensor *attn_value(const attn_graph *graph, attn_node place)
{
    return &node_at(graph, place)->value;
}

attn_op attn_node_op(const attn_graph *graph, attn_node place)
{
    return (attn_op)node_at(graph, place)->op;
}

size_t attn_node_operands(const attn_graph *graph, attn_node place, const attn_node **operands)
{
    const node *n = node_at(graph, place);
    *operands = operands_of(n);
    return n->count;
}

bool attn_node_is_weights(const attn_graph *graph, attn_node place)
{
    return node_at(graph, place)->weights;
}

void attn_node_set_name(attn_graph *graph, attn_node place, const char *name)
{
    node *n = node_at(graph, place);
    if (!n->name) n->name = name;
}

const char *attn_node_name(const attn_graph *graph, attn_node place)
{
    return node_at(graph, place)->name;
}
