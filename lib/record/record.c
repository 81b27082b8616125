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
#include <stdio.h>
#include <string.h>

#include "record/store.h"

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

static void free_stored(store *values)
{
    for (size_t i = 0; i < values->stored_count; i++) attn_stored_free(values->stored[i]);
    attn_resize(values->stored, 0);
    values->stored = NULL;
    values->stored_count = 0;
}

void attn_record_free(attn_record *record)
{
    if (!record) return;
    free_stored(record->store);
    attn_spare_larges(record->store);
    attn_blocks_free(&record->store->spare);
    attn_resize(record->store->droppable.items, 0);
    attn_resize(record->store->recomputed.items, 0);
    attn_word_tables_free(&record->store->words);
    attn_following_free(record->store->following);
    attn_arena_free(record->store->passes);
    attn_arena_free(record->arena);
    attn_arena_free(record->home); /* the record itself lies in it */
}

void attn_record_clear(attn_record *record)
{
    store *values = record->store;
    free_stored(values);
    attn_spare_larges(values);
    attn_word_tables_free(&values->words);
    attn_arena_clear(record->arena);
    *values = (store){.again = true,
                      .spare = values->spare,
                      .unused = values->unused,
                      .lately = values->lately,
                      .passes = values->passes,
                      .droppable = {values->droppable.items, 0},
                      .recomputed = {values->recomputed.items, 0},
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

/* ---- nodes ---- */

static bool add_chunk(attn_record *record)
{
    node *chunk = attn_alloc(record->home, CHUNK, sizeof *chunk);
    node **place =
        chunk ? attn_push(record->home, &record->chunks, &record->chunk_count, sizeof *place)
              : NULL;
    if (place) *place = chunk;
    return place != NULL;
}

/* Room for the next node. It counts only once record->count is raised. */
static node *next_node(attn_record *record)
{
    if (record->count == record->chunk_count * CHUNK && !add_chunk(record)) return NULL;
    node *next = node_at(record, (attn_node)(record->count + 1));
    memset(next, 0, sizeof *next);
    return next;
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
        n->value.stored = NULL;
        if (!attn_take_room(record, n)) return 0;
        size_t bytes = attn_tensor_size(shape) * shape->batch * sizeof(float);
        if (shape->data)
            memcpy(n->value.data, shape->data, bytes);
        else
            memset(n->value.data, 0, bytes);
    }
    const attn_node leaf = (attn_node)(record->count + 1);
    if (record->store->following && !attn_note_leaf(record, leaf, borrow)) return 0;
    record->count++;
    return leaf;
}

attn_node attn_record_stored(attn_record *record, const attn_tensor *shape, attn_matrix matrix)
{
    store *values = record->store;
    attn_tensor made = *shape;
    made.stored = attn_stored_new(matrix);
    made.data = made.stored ? made.stored->numbers : NULL;
    if (!made.stored) {
        attn_node leaf = attn_record_leaf(record, ATTN_OP_GIVEN, &made, false);
        if (leaf) attn_kernel_lay_out(matrix, attn_record_fill(record, leaf));
        return leaf;
    }
    if (!attn_grow(record->status, &values->stored, values->stored_count, sizeof *values->stored)) {
        attn_stored_free(made.stored);
        return 0;
    }
    values->stored[values->stored_count++] = made.stored;
    return attn_record_leaf(record, ATTN_OP_GIVEN, &made, true);
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
        const attn_tensor *value = attn_shape_of(record, operands[i]);
        if (value->masked && !operation->unmasks) n->value.masked = true;
        if (value->batch == 1 || value->batch == n->value.batch) continue;
        if (n->value.batch > 1) {
            return attn_fail(record->status, ATTN_INPUT,
                             "values of %zu and of %zu examples do not fit together",
                             n->value.batch, value->batch);
        }
        n->value.batch = value->batch;
    }
    return true;
}

static bool are_weights(const attn_record *record, const node *n, const attn_operation *operation)
{
    const size_t asked = operation->keeps_weights, count = n->count < asked ? n->count : asked;
    if (operation->makes_weights || !asked) return operation->makes_weights;
    for (size_t i = 0; i < count; i++) {
        if (!node_at(record, operands_of(n)[i])->weights) return false;
    }
    return true;
}

bool attn_forward(const attn_work *work)
{
    const attn_operation *operation = work->operation;
    size_t examples = operation->at_once ? 1 : work->result->batch;
    attn_work one = *work;
    for (; one.example < examples; one.example++)
        if (!operation->forward(&one)) return false;
    return true;
}

/* ---- only finite numbers ---- */

/* The result is not finite, since a stored operand is not. */
static bool fail_stored(const attn_work *work)
{
    size_t row, col;
    for (size_t i = 0; i < work->count; i++) {
        const attn_stored *stored = attn_operand(work, i)->stored;
        const char *name = attn_node_name(work->record, work->nodes[i]);
        if (!stored || attn_stored_is_finite(stored, &row, &col)) continue;
        attn_fail(work->record->status, ATTN_INPUT,
                  "%s holds a number that is not finite: row %zu, column %zu",
                  name ? name : "a weight", row, col);
        return true;
    }
    return false;
}

static bool fail_finite(const attn_work *work, size_t i)
{
    char place[64] = "";
    if (fail_stored(work)) return false;
    const attn_tensor *shape = work->result;
    const char *because = work->operation->infinite_because;
    size_t row = i % attn_tensor_size(shape) / shape->cols + 1, col = i % shape->cols + 1;
    if (shape->rank == ATTN_VECTOR) snprintf(place, sizeof place, " at [%zu]", col);
    if (shape->rank == ATTN_MATRIX) snprintf(place, sizeof place, " at [%zu,%zu]", row, col);
    return attn_fail(
        work->record->status, ATTN_INPUT, "%s: the result%s is not a finite number%s%s",
        attn_operation_title(work->operation), place, because ? ": " : "", because ? because : "");
}

static bool has_infinity(const float *numbers, size_t count)
{
    size_t i = 0;
    while (i < count && !isinf(numbers[i])) i++;
    return i < count;
}

/*
 * Whether −∞ at place i of a masked result comes from an operand, rather than from numbers that
 * grew too large. Where the operation goes number by number, the operand has it at the same place.
 */
static bool came_from_mask(const attn_work *work, size_t i)
{
    const attn_operation *operation = work->operation;
    if (operation->moved) return true; /* the operand's own number, or what mask itself put there */
    size_t size = attn_tensor_size(work->result), cols = work->result->cols;
    attn_work one = *work;
    one.example = i / size;
    bool each = operation->shape == attn_shape_elementwise || work->a->rank == ATTN_NUMBER ||
                (work->b && work->b->rank == ATTN_NUMBER);
    for (size_t k = 0; k < work->count; k++) {
        const attn_tensor *x = attn_operand(work, k);
        if (!x->data) continue; /* a transpose that was left unmade, of a given value */
        const float *numbers = attn_numbers(&one, k);
        attn_cell at = attn_stretched(work, k, (attn_cell){i % size / cols, i % cols});
        if (has_infinity(each ? numbers + at.row * x->cols + at.col : numbers,
                         each ? 1 : attn_tensor_size(x)))
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
    if (!work->operation->moved && read > cost) cost = read;
    return attn_product64(cost, ATTN_COST_NUMBER);
}

/* Unless the shape rule said: each number of the result takes its time. */
static uint64_t cost_of(const attn_work *work)
{
    enum { one_by_one = 4 };
    const attn_operation *operation = work->operation;
    bool slow = (operation->of_one || operation->of_two) && !operation->each;
    uint64_t read = operation->reads_all ? count_of(work->a) : 0;
    uint64_t numbers = attn_product64(count_of(work->result), slow ? one_by_one : 1);
    return attn_sum64(work->multiply_adds,
                      attn_product64(attn_sum64(numbers, read), ATTN_COST_NUMBER));
}

static bool compute(attn_record *record, node *n, attn_work *work)
{
    return attn_work_spend(work, cost_of(work), "") && attn_make_operands(work) &&
           (n->value.data || attn_take_room(record, n)) && attn_forward(work) && check_finite(work);
}

/* The result computed, unless the shape rule found that it shares an operand's numbers, or it
 * stands in an earlier record. */
static bool carry_out(attn_record *record, node *n, attn_work *work, attn_node *earlier)
{
    if (!attn_find_shape(work)) return false;
    const float *shared = n->value.data;
    if (shared && !attn_make_operands(work)) return false;
    *earlier = record->store->following ? attn_find_earlier(work) : 0;
    if (shared || (*earlier && attn_lend_earlier(work, *earlier))) {
        const node *of = shared ? node_at(record, work->nodes[0]) : n;
        n->shares = shared != NULL;
        n->droppable = of->droppable;
        n->lent = of->lent;
        return attn_work_spend(work, 0, "");
    }
    if (attn_leave_unmade(record, n)) return attn_work_spend(work, 0, "");
    if (*earlier && !attn_earlier_room(work, *earlier)) return false;
    return (*earlier && attn_grow_earlier(work, *earlier)) || compute(record, n, work);
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

/* ---- equal operations ---- */

void attn_record_share(attn_record *record, bool share)
{
    record->store->shares = share;
}

/* Where a node of this hash is kept as carried out lately. */
static attn_node *recent_place(const attn_record *record, attn_op op, const attn_node *operands,
                               size_t count, attn_params params)
{
    return &record->store->recent[(hash_of(op, params, operands, count) >> 40) % RECENT];
}

/*
 * split_j(X W) for each j asks for X W again and again. The node that did the same not long ago is
 * that value, in memory or not. Not one with a name: under a name it would be written out
 * differently. Nor a copy: it is made to be named and labelled.
 */
static attn_node find_same(const attn_record *record, attn_op op, const attn_node *operands,
                           size_t count, attn_params params)
{
    attn_node place = *recent_place(record, op, operands, count, params);
    if (!record->store->shares || !place || op == ATTN_OP_COPY) return 0;
    const node *n = node_at(record, place);
    bool same = !n->name && n->op == op && n->params.a == params.a && n->params.b == params.b &&
                n->count == count;
    for (size_t i = 0; i < count && same; i++) same = operands_of(n)[i] == operands[i];
    return same ? place : 0;
}

attn_node attn_record_number(attn_record *record, float value)
{
    attn_params bits = {0, 0};
    memcpy(&bits.a, &value, sizeof value);
    if (!attn_ok(record->status)) return 0;
    attn_node same = find_same(record, ATTN_OP_LITERAL, NULL, 0, bits);
    if (same) return attn_record_spend_steps(record, 1) ? same : 0;
    attn_tensor shape = {.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &value};
    attn_node made = attn_record_leaf(record, ATTN_OP_LITERAL, &shape, false);
    if (!made) return 0;
    node_at(record, made)->params = bits;
    *recent_place(record, ATTN_OP_LITERAL, NULL, 0, bits) = made;
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
    attn_node made = (attn_node)(record->count + 1);
    attn_work work = work_of(record, n, made);
    if (!attn_recall_operands(&work) || !inherit(record, n, operation)) return 0;
    attn_node earlier;
    if (!carry_out(record, n, &work, &earlier)) return 0;
    n->weights = are_weights(record, n, operation);
    if (record->store->derives) attn_note_reads(record, n);
    if (n->droppable && !attn_list_add(record, &record->store->droppable, made)) return 0;
    if (record->store->following && !attn_note_made(record, made, earlier)) return 0;
    *recent_place(record, op, operands, count, params) = made;
    record->count++;
    return made;
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

const attn_tensor *attn_shape_of(const attn_record *record, attn_node place)
{
    return &node_at(record, place)->value;
}

const attn_tensor *attn_value(const attn_record *record, attn_node place)
{
    const attn_tensor *value = attn_shape_of(record, place);
    if (value->stored) attn_make_stored(record, place);
    return value;
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
