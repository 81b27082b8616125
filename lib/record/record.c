/*
 * record: the record itself. Operations are carried out here, one after the other, and stay: with
 * their operands, their value and the name that a formula gave them.
 *
 * Nodes lie in chunks and never move, so a value may be pointed to as long as the record lives. The
 * number of a node that is a single number lies in the node; large values have memory of their own,
 * which is given back where nobody needs it any more. Every operation gives the same digits each
 * time, so such a value can be computed again.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "core/budget.h"
#include "record/float_pool.h"
#include "record/operation.h"

enum { CHUNK = 512 };
enum { RECENT = 1024 };
size_t attn_large_numbers = 4096;

/* Of a value that is the right operand of products: as it is, and transposed. */
struct attn_arranged {
    const char *set;          /* of instructions, that the panels are made with */
    const attn_tensor *value; /* of several records; NULL: of a node of one */
    atomic_bool asked[2];
    float *numbers[2]; /* NULL: not made */
};

typedef struct node {
    attn_tensor value;
    attn_params params;
    const char *name;
    attn_arranged *panels; /* NULL: nobody asked */
    union {
        attn_node few[2];
        const attn_node *many;
    } operands;
    uint32_t count; /* of operands */
    uint8_t op;
    bool weights : 1;
    bool shares : 1;     /* its numbers are those of its first operand, or a part of them */
    bool droppable : 1;  /* it has memory that can be given back, or shares such */
    bool held : 1;       /* it is not given back */
    bool read : 1;       /* gradients read it */
    bool recomputed : 1; /* it was given back and computed again */
    bool wanted : 1;     /* while values are given back: this one is a result */
    uint32_t slot;       /* its place in the pass of gradients that is running, from 1 */
    float number;        /* the value of a node that is one */
} node;

/* What stands before a large value's numbers: a list, to be freed. */
typedef struct large {
    struct large *before, *next;
    attn_block *block;
} large;
/* Numbers lie on the border of a cache line, behind the block's head and a large's. */
enum { LARGE_HEAD = 64, MOST_BEFORE = 3 * LARGE_HEAD };

typedef struct node_list {
    attn_node *items;
    size_t count, capacity;
} node_list;

/* What of the values is in memory. It changes while the record stays as it is. */
typedef struct store {
    size_t numbers;        /* float32 held */
    large *larges;         /* the last made */
    attn_blocks spare;     /* of larges that were returned */
    bool again;            /* the record was cleared: it will be again, and large values lie in */
    attn_float_pool rooms; /* these */
    attn_arena *passes;    /* of the pass that runs, or kept for the next */
    node_list droppable;   /* nodes with values that may be given back, in order */
    node_list recomputed;
    attn_word_tables words;
    bool shares;              /* equal operations are carried out once */
    bool derives;             /* what gradients read is not given back */
    attn_node recent[RECENT]; /* the last operation or number of each hash */
} store;

struct attn_record {
    attn_status *status;
    attn_arena *home;  /* of the record itself and its nodes */
    attn_arena *arena; /* of all else */
    node **chunks;
    size_t chunk_count, chunk_capacity;
    size_t count; /* nodes made */
    store *store;
};

/* ---- life ---- */

attn_record *attn_record_new(attn_status *status)
{
    attn_arena *home = attn_arena_new(status);
    attn_record *record = home ? attn_alloc(home, 1, sizeof *record) : NULL;
    store *values = record ? attn_alloc(home, 1, sizeof *values) : NULL;
    attn_arena *arena = values ? attn_arena_new(status) : NULL;
    if (!arena) {
        attn_arena_free(home);
        return NULL;
    }
    *record = (attn_record){.status = status, .home = home, .arena = arena, .store = values};
    return record;
}

/* Those in use, to where those lie that were returned. */
static void spare_larges(store *values)
{
    for (large *head = values->larges, *before; head; head = before) {
        before = head->before;
        attn_block_keep(&values->spare, head->block);
    }
    values->larges = NULL;
}

void attn_record_free(attn_record *record)
{
    if (!record) return;
    spare_larges(record->store);
    attn_blocks_free(&record->store->spare);
    attn_float_pool_free(&record->store->rooms);
    attn_resize(record->store->droppable.items, 0);
    attn_resize(record->store->recomputed.items, 0);
    attn_word_tables_free(&record->store->words);
    attn_arena_free(record->store->passes);
    attn_arena_free(record->arena);
    attn_arena_free(record->home); /* the record itself lies in it */
}

void attn_record_clear(attn_record *record)
{
    store *values = record->store;
    spare_larges(values);
    attn_blocks_free(&values->spare);
    attn_float_pool_clear(&values->rooms);
    attn_word_tables_free(&values->words);
    attn_arena_clear(record->arena);
    *values = (store){.again = true,
                      .rooms = values->rooms,
                      .passes = values->passes,
                      .droppable = {values->droppable.items, 0, values->droppable.capacity},
                      .recomputed = {values->recomputed.items, 0, values->recomputed.capacity},
                      .shares = values->shares};
    record->count = 0;
}

attn_arena *attn_record_begin_pass(attn_record *record)
{
    if (!record->store->passes) record->store->passes = attn_arena_new(record->status);
    return record->store->passes;
}

void attn_record_end_pass(attn_record *record)
{
    store *values = record->store;
    if (values->again) {
        attn_arena_clear(values->passes);
        return;
    }
    attn_arena_free(values->passes);
    values->passes = NULL;
    attn_blocks_free(&values->spare);
}

attn_status *attn_record_status(const attn_record *record)
{
    return record->status;
}

attn_arena *attn_record_arena(const attn_record *record)
{
    return record->arena;
}

size_t attn_record_operations(const attn_record *record)
{
    return record->count;
}

size_t attn_record_numbers(const attn_record *record)
{
    return record->store->numbers;
}

size_t attn_record_place(const attn_record *record, const attn_labels *labels, const char *word)
{
    return attn_word_place(&record->store->words, labels, word);
}

/* ---- budgets ---- */

bool attn_record_spend_steps(const attn_record *record, size_t steps)
{
    uint64_t work = attn_product64(steps, ATTN_COST_STEP);
    return attn_spend(record->status, work) ||
           attn_fail_work(record->status, work, "the next operation");
}

bool attn_work_spend(const attn_work *work, uint64_t cost, const char *whose)
{
    char a[48], b[48] = "";
    attn_status *status = attn_record_status(work->record);
    if (attn_spend(status, attn_sum64(cost, ATTN_COST_STEP))) return true;
    attn_tensor_shape(work->a, a);
    if (work->b) attn_tensor_shape(work->b, b);
    return attn_fail_work(status, cost, "%s%s (%s%s%s)", whose,
                          attn_operation_title(work->operation), a, work->b ? " and " : "", b);
}

void attn_record_count_numbers(const attn_record *record, size_t count)
{
    record->store->numbers += count;
}

void attn_record_return_numbers(const attn_record *record, size_t count)
{
    record->store->numbers -= count;
}

/* ---- nodes ---- */

static node *node_at(const attn_record *record, attn_node place)
{
    size_t i = (size_t)place - 1;
    return &record->chunks[i / CHUNK][i % CHUNK];
}

static bool add_chunk(attn_record *record)
{
    if (record->chunk_count == record->chunk_capacity) {
        size_t capacity = record->chunk_capacity ? 2 * record->chunk_capacity : 8;
        node **chunks = attn_alloc(record->home, capacity, sizeof *chunks);
        if (!chunks) return false;
        if (record->chunk_count) {
            memcpy(chunks, record->chunks, record->chunk_count * sizeof(node *));
        }
        record->chunks = chunks;
        record->chunk_capacity = capacity;
    }
    node *chunk = attn_alloc(record->home, CHUNK, sizeof *chunk);
    if (!chunk) return false;
    record->chunks[record->chunk_count++] = chunk;
    return true;
}

/* Room for the next node. It counts only once record->count is raised. */
static node *next_node(attn_record *record)
{
    if (record->count == record->chunk_count * CHUNK && !add_chunk(record)) return NULL;
    node *next = node_at(record, (attn_node)(record->count + 1));
    memset(next, 0, sizeof *next);
    return next;
}

/* Memory of its own. */
static float *block_of(store *values, size_t count)
{
    size_t bytes;
    bool fits = attn_multiply(count, sizeof(float), &bytes) && bytes <= SIZE_MAX - MOST_BEFORE;
    attn_block *block = fits ? attn_block_take(&values->spare, bytes + MOST_BEFORE) : NULL;
    if (!block) return NULL;
    attn_wish_huge_pages(block, bytes);
    char *numbers = (char *)block + MOST_BEFORE - (uintptr_t)block % LARGE_HEAD;
    large *head = (large *)(void *)(numbers - LARGE_HEAD), *last = values->larges;
    *head = (large){.before = last, .block = block};
    if (last) last->next = head;
    values->larges = head;
    return (float *)(void *)numbers;
}

static void return_block(store *values, float *numbers)
{
    large *head = (large *)(void *)((char *)numbers - LARGE_HEAD);
    if (head->before) head->before->next = head->next;
    *(head->next ? &head->next->before : &values->larges) = head->before;
    if (values->passes)
        attn_block_keep(&values->spare, head->block);
    else
        attn_resize(head->block, 0);
}

float *attn_large_room(const attn_record *record, size_t count)
{
    store *values = record->store;
    float *room =
        values->again ? attn_float_pool_take(&values->rooms, count) : block_of(values, count);
    if (!room)
        attn_fail(record->status, ATTN_MEMORY, "there is not enough memory for %zu numbers", count);
    return room;
}

void attn_large_return(const attn_record *record, float *numbers)
{
    if (record->store->again)
        attn_float_pool_return(&record->store->rooms, numbers);
    else
        return_block(record->store, numbers);
}

bool attn_is_large(const attn_record *record, size_t count)
{
    enum { rooms_cost_less_by = 16 };
    return count >=
           (record->store->again ? attn_large_numbers / rooms_cost_less_by : attn_large_numbers);
}

static size_t numbers_in(const node *n)
{
    return attn_tensor_size(&n->value) * n->value.batch;
}

/* Before anything is computed for it. */
static bool check_room(const attn_record *record, const node *n, uint64_t count)
{
    char shape[48];
    uint64_t bytes = attn_product64(count, sizeof(float));
    if (attn_may_hold(bytes)) return true;
    const char *title = n->count ? attn_operation_title(attn_operation_of((attn_op)n->op)) : NULL;
    return attn_fail_memory(record->status, bytes, "%s%s (%s)", title ? "the result of " : "",
                            title ? title : "a value", attn_tensor_shape(&n->value, shape));
}

static uint64_t count_of(const attn_tensor *value)
{
    return attn_product64(attn_product64(value->rows, value->cols), value->batch);
}

/* Memory for the numbers of n's value, all examples. */
static bool take_room(const attn_record *record, node *n)
{
    attn_tensor *value = &n->value;
    if (!check_room(record, n, count_of(value))) return false;
    size_t count = (size_t)count_of(value); /* they can be held, so it fits */
    attn_record_count_numbers(record, count);
    if (count == 1) {
        value->data = &n->number;
    } else if (attn_is_large(record, count)) {
        value->data = attn_large_room(record, count);
        n->droppable = n->count > 0; /* a leaf cannot be computed again */
    } else {
        value->data = attn_room(record->arena, count, sizeof(float));
    }
    if (!value->data) attn_record_return_numbers(record, count);
    return value->data != NULL;
}

/* ---- leaves ---- */

/* Whoever reads the words of an axis relies on there being one for each place. */
static bool labels_fit(attn_record *record, const attn_labels *labels, size_t places)
{
    if (!labels || labels->count == places) return true;
    return attn_fail(record->status, ATTN_INPUT,
                     "%s has %zu words, but there are %zu places for them",
                     labels->name ? labels->name : "a sequence", labels->count, places);
}

static bool all_labels_fit(attn_record *record, const attn_tensor *value)
{
    return labels_fit(record, value->row_labels, value->rows) &&
           labels_fit(record, value->col_labels, value->cols);
}

attn_node attn_record_leaf(attn_record *record, attn_op op, const attn_tensor *shape, bool borrow)
{
    if (!attn_ok(record->status) || !all_labels_fit(record, shape)) return 0;
    if (!attn_record_spend_steps(record, 1)) return 0;
    node *n = next_node(record);
    if (!n) return 0;
    n->value = *shape;
    n->op = (uint8_t)op;
    if (!borrow) {
        if (!take_room(record, n)) return 0;
        size_t bytes = attn_tensor_size(shape) * shape->batch * sizeof(float);
        if (shape->data)
            memcpy(n->value.data, shape->data, bytes);
        else
            memset(n->value.data, 0, bytes);
    }
    return (attn_node)++record->count;
}

attn_node attn_record_gradient(attn_record *record, attn_node of, const attn_tensor *shape)
{
    attn_node leaf = attn_record_leaf(record, ATTN_OP_GRADIENT, shape, false);
    if (!leaf) return 0;
    node *n = node_at(record, leaf);
    n->operands.few[0] = of;
    n->count = 1;
    return leaf;
}

float *attn_record_fill(attn_record *record, attn_node leaf)
{
    return node_at(record, leaf)->value.data;
}

/* ---- operations ---- */

static const attn_node *operands_of(const node *n)
{
    return n->count > 2 ? n->operands.many : n->operands.few;
}

static bool keep_operands(attn_record *record, node *n, const attn_node *operands, size_t count)
{
    n->count = (uint32_t)count;
    if (count <= 2) {
        for (size_t i = 0; i < count; i++) n->operands.few[i] = operands[i];
        return true;
    }
    attn_node *many = attn_alloc(record->arena, count, sizeof *many);
    if (!many) return false;
    memcpy(many, operands, count * sizeof *operands);
    n->operands.many = many;
    return true;
}

/* The result's batch and mask are those of its operands. */
static bool inherit(attn_record *record, node *n, const attn_operation *operation)
{
    n->value.batch = 1;
    const attn_node *operands = operands_of(n);
    for (size_t i = 0; i < n->count; i++) {
        const attn_tensor *value = attn_value(record, operands[i]);
        if (value->masked && !operation->unmasks) n->value.masked = true;
        if (value->batch == 1 || value->batch == n->value.batch) continue;
        if (n->value.batch > 1) {
            return attn_fail(record->status, ATTN_INPUT,
                             "values of %zu and of %zu examples do not go together", n->value.batch,
                             value->batch);
        }
        n->value.batch = value->batch;
    }
    return true;
}

/* The number put into a replaced value does not decide what the value is. */
static bool are_weights(const attn_record *record, const node *n, const attn_operation *operation)
{
    if (operation->makes_weights || !operation->keeps_weights) return operation->makes_weights;
    size_t count = n->op == ATTN_OP_REPLACED ? 1 : n->count;
    for (size_t i = 0; i < count; i++) {
        if (!node_at(record, operands_of(n)[i])->weights) return false;
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

/* ---- only finite numbers ---- */

static bool fail_finite(const attn_work *work, size_t i)
{
    char place[64] = "";
    const attn_tensor *shape = work->result;
    const char *because = work->operation->infinite_because;
    size_t row = i % attn_tensor_size(shape) / shape->cols + 1, col = i % shape->cols + 1;
    if (shape->rank == ATTN_VECTOR) snprintf(place, sizeof place, " at [%zu]", col);
    if (shape->rank == ATTN_MATRIX) snprintf(place, sizeof place, " at [%zu,%zu]", row, col);
    return attn_fail(work->record->status, ATTN_INPUT, "%s: the result%s is no finite number%s%s",
                     attn_operation_title(work->operation), place, because ? ": " : "",
                     because ? because : "");
}

static bool has_infinity(const attn_tensor *x, size_t example)
{
    const float *numbers = attn_numbers(x, example);
    for (size_t i = 0; i < attn_tensor_size(x); i++) {
        if (isinf(numbers[i])) return true;
    }
    return false;
}

/*
 * Whether −∞ at place i of a masked result comes from an operand, rather than from numbers that
 * grew too large. Where the operation goes number by number, the operand has it at the same place.
 */
static bool came_from_mask(const attn_work *work, size_t i)
{
    const attn_operation *operation = work->operation;
    if (operation->source)
        return true; /* the operand's own number, or what mask itself put there */
    size_t size = attn_tensor_size(work->result), example = i / size;
    bool each = operation->shape == attn_shape_elementwise || work->a->rank == ATTN_NUMBER ||
                (work->b && work->b->rank == ATTN_NUMBER);
    for (size_t k = 0; k < work->count; k++) {
        const attn_tensor *x = attn_operand(work, k);
        size_t row = i % size / work->result->cols, col = i % work->result->cols;
        attn_stretched(work, k, &row, &col);
        if (each ? isinf(attn_numbers(x, example)[row * x->cols + col]) : has_infinity(x, example))
            return true;
    }
    return false;
}

static bool check_finite(const attn_work *work)
{
    const attn_tensor *result = work->result;
    size_t count = attn_tensor_size(result) * result->batch;
    if (attn_kernel_finite(result->data, count)) return true;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(result->data[i])) continue;
        bool masked = result->masked && result->data[i] < 0;
        if (!masked || !came_from_mask(work, i)) return fail_finite(work, i);
    }
    return true;
}

/* Once more, or back: a product, or going through the operand, or through the result alone. */
uint64_t attn_work_cost(const attn_work *work)
{
    uint64_t cost = numbers_in(node_at(work->record, work->here));
    if (work->operation->multiplies) return attn_product64(cost, work->a->cols);
    uint64_t read = work->count ? numbers_in(node_at(work->record, work->nodes[0])) : 0;
    if (!work->operation->source && read > cost) cost = read;
    return attn_product64(cost, ATTN_COST_NUMBER);
}

/* What the shape rule has not told: each number of the result takes its time. */
static uint64_t cost_of(const attn_work *work)
{
    enum { one_by_one = 4 };
    const attn_operation *operation = work->operation;
    bool slow = operation->of_one || operation->of_two;
    uint64_t each = ATTN_COST_NUMBER * (slow ? one_by_one : 1);
    return attn_sum64(work->multiply_adds, attn_product64(count_of(work->result), each));
}

/* The result computed, unless the shape rule found that it shares an operand's numbers. */
static bool carry_out(attn_record *record, node *n, attn_work *work)
{
    const attn_operation *operation = work->operation;
    if (!operation->shape(work)) return false;
    if (n->value.data) {
        n->shares = true;
        n->droppable = node_at(record, work->nodes[0])->droppable;
        return attn_work_spend(work, 0, "");
    }
    return attn_work_spend(work, cost_of(work), "") && take_room(record, n) && forward(work) &&
           check_finite(work);
}

static attn_work work_of(const attn_record *record, node *n, attn_node here)
{
    attn_work work = {.record = record,
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

attn_work attn_work_of(const attn_record *record, attn_node place)
{
    return work_of(record, node_at(record, place), place);
}

/* ---- values given back, and computed again ---- */

static bool add_to(const attn_record *record, node_list *list, attn_node place)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        attn_node *items = attn_resize(list->items, capacity * sizeof *items);
        if (!items) return attn_fail(record->status, ATTN_MEMORY, "there is not enough memory");
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = place;
    return true;
}

/* The node whose memory this one's numbers lie in. */
static node *owner_of(const attn_record *record, node *n)
{
    while (n->shares) n = node_at(record, operands_of(n)[0]);
    return n;
}

static void give_back(const attn_record *record, node *n)
{
    if (!n->shares) {
        attn_large_return(record, n->value.data);
        attn_record_return_numbers(record, numbers_in(n));
    }
    n->value.data = NULL;
    n->recomputed = false;
}

static void set_wanted(const attn_record *record, const attn_node *results, size_t count,
                       bool wanted)
{
    for (size_t i = 0; i < count; i++) {
        node *result = node_at(record, results[i]);
        result->wanted = owner_of(record, result)->wanted = wanted;
    }
}

/*
 * Those from `first` on that are made after `after`. Results stay in the list; what is held or read
 * by gradients stays in memory, and in the list as long as gradients may use it up.
 */
static void drop_from(const attn_record *record, node_list *list, size_t first, attn_node after)
{
    size_t left = first;
    bool derives = record->store->derives;
    for (size_t i = first; i < list->count; i++) {
        node *n = node_at(record, list->items[i]);
        bool meant = !n->wanted && list->items[i] > after;
        if (meant && !n->held && !(derives && n->read) && n->value.data) give_back(record, n);
        if (!meant || (derives && n->value.data)) list->items[left++] = list->items[i];
    }
    list->count = left;
}

void attn_record_keep_for_gradients(attn_record *record)
{
    record->store->derives = true;
}

bool attn_record_keeps_for_gradients(const attn_record *record)
{
    return record->store->derives;
}

void attn_record_drop(attn_record *record, attn_node after, const attn_node *results, size_t count)
{
    node_list *list = &record->store->droppable, *recomputed = &record->store->recomputed;
    size_t first = list->count;
    while (first > 0 && list->items[first - 1] > after) first--;
    if (first == list->count && recomputed->count == 0) return;
    set_wanted(record, results, count, true);
    drop_from(record, list, first, after);
    drop_from(record, recomputed, 0, after);
    set_wanted(record, results, count, false);
}

/* The numbers of a value whose operands are in memory. */
static bool compute_again(const attn_record *record, attn_node place)
{
    node *n = node_at(record, place);
    attn_tensor before = n->value;
    attn_work work = work_of(record, n, place);
    if (!add_to(record, &record->store->recomputed, place)) return false;
    if (n->shares) {
        bool found = work.operation->shape(&work);
        before.data = n->value.data;
        n->value = before;
        n->recomputed = found;
        return found;
    }
    if (!attn_work_spend(&work, attn_work_cost(&work), "") || !take_room(record, n)) return false;
    n->recomputed = true;
    return forward(&work);
}

/* What is missing is computed after what it is computed from is: the stack holds what waits. */
static bool recall_waiting(const attn_record *record, node_list *waiting)
{
    while (waiting->count > 0) {
        attn_node place = waiting->items[waiting->count - 1];
        node *n = node_at(record, place);
        size_t before = waiting->count;
        for (size_t i = 0; i < n->count && !n->value.data; i++) {
            attn_node operand = operands_of(n)[i];
            if (!node_at(record, operand)->value.data && !add_to(record, waiting, operand))
                return false;
        }
        if (waiting->count > before) continue;
        if (!n->value.data && !compute_again(record, place)) return false;
        waiting->count--;
    }
    return true;
}

bool attn_record_recompute(const attn_record *record, attn_node place)
{
    node_list waiting = {0};
    if (node_at(record, place)->value.data) return true;
    bool done = add_to(record, &waiting, place) && recall_waiting(record, &waiting);
    attn_resize(waiting.items, 0);
    return done;
}

bool attn_record_hold(attn_record *record, attn_node place)
{
    node *n = node_at(record, place);
    n->held = owner_of(record, n)->held = true;
    return attn_record_recompute(record, place);
}

static bool recall_operands(const attn_record *record, const node *n)
{
    for (size_t i = 0; i < n->count; i++) {
        if (!attn_record_recompute(record, operands_of(n)[i])) return false;
    }
    return true;
}

bool attn_record_recompute_work(const attn_record *record, attn_node place)
{
    return attn_record_recompute(record, place) && recall_operands(record, node_at(record, place));
}

/* The part that operand i is. */
static unsigned part_of(size_t i)
{
    return i == 0 ? ATTN_PART_LEFT : ATTN_PART_RIGHT;
}

bool attn_record_recompute_parts(const attn_record *record, attn_node place, unsigned parts)
{
    const node *n = node_at(record, place);
    for (size_t i = 0; i < n->count; i++) {
        if (parts & part_of(i) && !attn_record_recompute(record, operands_of(n)[i])) return false;
    }
    return !(parts & ATTN_PART_VALUE) || attn_record_recompute(record, place);
}

static void note_read(const attn_record *record, node *n)
{
    n->read = owner_of(record, n)->read = true;
}

/* What the backward of this one will read. */
static void note_reads(const attn_record *record, node *n)
{
    unsigned parts = attn_backward_reads(attn_operation_of((attn_op)n->op));
    for (size_t i = 0; i < n->count; i++) {
        if (parts & part_of(i)) note_read(record, node_at(record, operands_of(n)[i]));
    }
    if (parts & ATTN_PART_VALUE) note_read(record, n);
}

void attn_record_use_up(attn_record *record, attn_node from, attn_node but)
{
    node_list *list = &record->store->droppable;
    const node *stays = owner_of(record, node_at(record, but));
    while (list->count > 0 && list->items[list->count - 1] >= from) {
        node *n = node_at(record, list->items[--list->count]);
        if (n->value.data && owner_of(record, n) != stays) give_back(record, n);
    }
}

size_t attn_record_recomputed(const attn_record *record)
{
    return record->store->recomputed.count;
}

void attn_record_forget_one(const attn_record *record, attn_node place)
{
    node *n = node_at(record, place);
    if (n->recomputed && !n->held) give_back(record, n);
    n->recomputed = false;
}

void attn_record_forget(const attn_record *record, size_t first)
{
    node_list *list = &record->store->recomputed;
    while (list->count > first) attn_record_forget_one(record, list->items[--list->count]);
}

/* ---- panels ---- */

/* They are no reason to come near the budget. */
static bool may_have_panels(size_t numbers)
{
    enum { share = 4 };
    return attn_may_hold(attn_product64(numbers, share * sizeof(float)));
}

static float *make_panels(const attn_record *record, const node *n, size_t k, size_t cols,
                          bool transposed)
{
    size_t count = attn_kernel_panels(k, cols);
    if (!may_have_panels(count)) return NULL;
    float *made = attn_large_room(record, count);
    if (!made) return NULL;
    record->store->numbers += count;
    attn_kernel_make_panels(n->value.data, k, cols, transposed, made);
    return made;
}

const float *attn_panels(const attn_work *work, size_t i, size_t m, size_t k, size_t n,
                         bool transposed)
{
    const attn_record *record = work->record;
    node *of = node_at(record, work->nodes[i]);
    if (!record->store->derives || !attn_kernel_wants_panels(m, k, n, transposed)) return NULL;
    if (!of->panels || of->panels->set != attn_kernel_name()) {
        of->panels = attn_alloc(record->arena, 1, sizeof *of->panels);
        if (!of->panels) return NULL;
        of->panels->set = attn_kernel_name();
    }
    attn_arranged *panels = of->panels;
    bool again = atomic_exchange(&panels->asked[transposed], true);
    if (again && !panels->numbers[transposed] && !panels->value)
        panels->numbers[transposed] = make_panels(record, of, k, n, transposed);
    return panels->numbers[transposed];
}

attn_arranged *attn_arranged_new(attn_arena *arena, const attn_tensor *value)
{
    attn_arranged *arranged = attn_alloc(arena, 1, sizeof *arranged);
    attn_tensor *copy = attn_alloc(arena, 1, sizeof *copy);
    if (!arranged || !copy) return NULL;
    *copy = *value;
    arranged->value = copy;
    arranged->set = attn_kernel_name();
    return arranged;
}

/* The size of the matrix that products go through, k×n. */
static size_t side(const attn_arranged *arranged, bool transposed, bool n)
{
    return transposed == n ? arranged->value->rows : arranged->value->cols;
}

bool attn_arranged_room(attn_arranged *arranged, attn_arena *arena)
{
    for (int t = 0; t < 2; t++) {
        size_t count = attn_kernel_panels(side(arranged, t, false), side(arranged, t, true));
        if (!arranged->asked[t] || arranged->numbers[t] || !may_have_panels(count)) continue;
        if (!(arranged->numbers[t] = attn_room(arena, count, sizeof(float)))) return false;
    }
    return true;
}

void attn_arrange(const attn_arranged *arranged)
{
    for (int t = 0; t < 2; t++)
        if (arranged->numbers[t])
            attn_kernel_make_panels(arranged->value->data, side(arranged, t, false),
                                    side(arranged, t, true), t, arranged->numbers[t]);
}

void attn_record_lend_arranged(attn_record *record, attn_node leaf, attn_arranged *arranged)
{
    node_at(record, leaf)->panels = arranged;
}

/* ---- equal operations ---- */

static const attn_params no_params = {0, 0};

void attn_record_share(attn_record *record, bool share)
{
    record->store->shares = share;
}

static size_t hash_of(attn_op op, const attn_node *operands, size_t count, attn_params params)
{
    uint64_t h = ((uint64_t)op << 32 ^ params.a) * 0x9E3779B97F4A7C15u ^ params.b;
    for (size_t i = 0; i < count; i++) h = (h ^ operands[i]) * 0xBF58476D1CE4E5B9u;
    return (size_t)(h >> 40) % RECENT;
}

/*
 * split_j(X W) for each j asks for X W again and again. The node that did the same not long ago is
 * that value, in memory or not. Not one with a name: under a name it would be written out
 * differently. Nor a copy: it is made to be named and labelled.
 */
static attn_node find_same(const attn_record *record, attn_op op, const attn_node *operands,
                           size_t count, attn_params params)
{
    attn_node place = record->store->recent[hash_of(op, operands, count, params)];
    if (!record->store->shares || !place || op == ATTN_OP_COPY) return 0;
    const node *n = node_at(record, place);
    bool same = !n->name && n->op == op && n->params.a == params.a && n->params.b == params.b &&
                n->count == count;
    return same && memcmp(operands_of(n), operands, count * sizeof *operands) == 0 ? place : 0;
}

static attn_node find_number(const attn_record *record, float value, attn_node *bits)
{
    memcpy(bits, &value, sizeof value);
    attn_node place = record->store->recent[hash_of(ATTN_OP_LITERAL, bits, 1, no_params)];
    if (!record->store->shares || !place) return 0;
    const node *n = node_at(record, place);
    bool same = n->op == ATTN_OP_LITERAL && !n->name && n->value.rank == ATTN_NUMBER &&
                memcmp(&n->number, &value, sizeof value) == 0 && !n->value.masked;
    return same ? place : 0;
}

static void note_recent(attn_record *record, attn_op op, const attn_node *operands, size_t count,
                        attn_params params)
{
    record->store->recent[hash_of(op, operands, count, params)] = (attn_node)record->count;
}

attn_node attn_record_number(attn_record *record, float value)
{
    if (!attn_ok(record->status)) return 0;
    attn_node bits, same = find_number(record, value, &bits);
    if (same) return attn_record_spend_steps(record, 1) ? same : 0;
    attn_tensor shape = {.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &value};
    attn_node made = attn_record_leaf(record, ATTN_OP_LITERAL, &shape, false);
    if (made) note_recent(record, ATTN_OP_LITERAL, &bits, 1, no_params);
    return made;
}

/* ---- the next operation ---- */

attn_node attn_apply(attn_record *record, attn_op op, const attn_node *operands, size_t count,
                     attn_params params)
{
    if (!attn_ok(record->status)) return 0;
    for (size_t i = 0; i < count; i++) {
        if (operands[i] == 0) return 0;
    }
    const attn_operation *operation = attn_operation_of(op);
    if (count < operation->least || count > operation->most) {
        attn_fail(record->status, ATTN_USAGE, "%s does not take %zu values",
                  attn_operation_title(operation), count);
        return 0;
    }
    attn_node same = find_same(record, op, operands, count, params);
    if (same) return attn_record_spend_steps(record, 1) ? same : 0; /* asking for it counts */
    node *n = next_node(record);
    if (!n || !keep_operands(record, n, operands, count)) return 0;
    n->op = (uint8_t)op;
    n->params = params;
    if (!recall_operands(record, n) || !inherit(record, n, operation)) return 0;
    attn_work work = work_of(record, n, (attn_node)(record->count + 1));
    if (!carry_out(record, n, &work)) return 0;
    n->weights = are_weights(record, n, operation);
    if (record->store->derives) note_reads(record, n);
    if (n->droppable &&
        !add_to(record, &record->store->droppable, (attn_node)(record->count + 1))) {
        return 0;
    }
    record->count++;
    note_recent(record, op, operands, count, params);
    return (attn_node)record->count;
}

attn_node attn_record_relabel(attn_record *record, attn_node place, const attn_labels *rows,
                              const attn_labels *cols)
{
    attn_node copy = attn_apply(record, ATTN_OP_COPY, &place, 1, (attn_params){0, 0});
    if (!copy) return 0;
    attn_tensor *value = &node_at(record, copy)->value;
    if (rows) value->row_labels = rows;
    if (cols) value->col_labels = cols;
    return all_labels_fit(record, value) ? copy : 0;
}

/* ---- reading ---- */

const attn_tensor *attn_value(const attn_record *record, attn_node place)
{
    return &node_at(record, place)->value;
}

attn_op attn_node_op(const attn_record *record, attn_node place)
{
    return (attn_op)node_at(record, place)->op;
}

size_t attn_node_operands(const attn_record *record, attn_node place, const attn_node **operands)
{
    const node *n = node_at(record, place);
    *operands = operands_of(n);
    return n->count;
}

uint32_t *attn_node_slot(const attn_record *record, attn_node place)
{
    return &node_at(record, place)->slot;
}

bool attn_node_is_weights(const attn_record *record, attn_node place)
{
    return node_at(record, place)->weights;
}

void attn_node_set_weights(attn_record *record, attn_node place)
{
    node_at(record, place)->weights = true;
}

void attn_node_set_name(attn_record *record, attn_node place, const char *name)
{
    node *n = node_at(record, place);
    if (!n->name) n->name = name;
}

const char *attn_node_name(const attn_record *record, attn_node place)
{
    return node_at(record, place)->name;
}
