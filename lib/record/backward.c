/*
 * backward: gradients, by going back over the record from a result to what it was made of.
 *
 * First all that the result was made of is collected, last operation first, and what depends on
 * what is derived by is marked. Then gradients flow back over the marked ones alone. Each operation
 * adds to its operands'; when its own has been handed on, nobody needs it any more. Products that
 * go into the same one may be gathered first: its sums run over them in the same order.
 */
#include <math.h>
#include <string.h>

#include "record/operation.h"

/* The product AᵀB that is to be added to a gradient, gathered from several. */
typedef struct gathered {
    float *A, *B; /* most×a_cols, most×b_cols, of them `rows`: behind this head */
    size_t rows, most, a_cols, b_cols;
} gathered;
enum { GATHERED_HEAD = 16 }; /* float32 that the head takes */
_Static_assert(sizeof(gathered) <= GATHERED_HEAD * sizeof(float), "the head is larger");

struct attn_gradient_slot {
    attn_node node;
    uint32_t uses; /* operations that it is an operand of */
    uint32_t left; /* of those, that have not handed on yet */
    bool depends;
    bool asked;         /* it is derived by: its gradient is a result, and lies with the caller */
    bool blank;         /* nothing has arrived yet, and its memory holds anything */
    float *gradient;    /* as large as the node's value; NULL: not made yet, or handed on */
    gathered *gathered; /* what is still to be added to it; or NULL */
};

/* Room for a small gradient, in nobody's use. */
typedef struct spare {
    struct spare *next;
} spare;
enum { ROOMS = 8 * sizeof(size_t) };

typedef struct pass {
    attn_record *record;
    attn_arena *arena;         /* of this pass alone */
    attn_gradient_slot *slots; /* the collected nodes, from the last back to the first */
    size_t count, capacity;
    attn_node *heap; /* seen and not yet collected, the last on top */
    size_t heap_count, heap_capacity;
    attn_node first;      /* of what is derived by: no gradient flows to what stands before */
    bool last;            /* nobody asks for the values afterwards */
    spare *spares[ROOMS]; /* of small gradients that were handed on: 2^i numbers each */
} pass;

/* What is derived by, and where the gradients go: added to what is there, or into blank memory. */
typedef struct derived {
    const attn_node *nodes;
    size_t count;
    float *const *gradients;
    bool blank;
} derived;

/* In the node's own note, while it waits on the heap. */
#define WAITING UINT32_MAX

static attn_gradient_slot *slot_of(const pass *p, attn_node node)
{
    uint32_t slot = *attn_node_slot(p->record, node);
    return slot ? &p->slots[slot - 1] : NULL;
}

const float *attn_upstream(const attn_work *work, size_t example)
{
    const attn_gradient_slot *slot = &work->slots[*attn_node_slot(work->record, work->here) - 1];
    const attn_tensor *result = work->result;
    return slot->gradient + (result->batch > 1 ? example * attn_tensor_size(result) : 0);
}

static void add_gathered(attn_gradient_slot *slot)
{
    gathered *all = slot->gathered;
    if (!all || all->rows == 0) return;
    attn_kernel_product_at(all->A, all->B, slot->gradient, all->a_cols, all->rows, all->b_cols,
                           !slot->blank);
    slot->blank = false;
    all->rows = 0;
}

static attn_gradient_slot *operand_slot(const attn_work *work, size_t i)
{
    uint32_t place = *attn_node_slot(work->record, work->nodes[i]);
    attn_gradient_slot *slot = place ? &work->slots[place - 1] : NULL;
    return slot && slot->gradient ? slot : NULL;
}

float *attn_into(const attn_work *work, size_t i, size_t example)
{
    attn_gradient_slot *slot = operand_slot(work, i);
    const attn_tensor *value = attn_operand(work, i);
    size_t size = attn_tensor_size(value);
    if (!slot) return NULL;
    add_gathered(slot);
    if (slot->blank) memset(slot->gradient, 0, size * value->batch * sizeof *slot->gradient);
    slot->blank = false;
    return slot->gradient + (value->batch > 1 ? example * size : 0);
}

float *attn_into_all(const attn_work *work, size_t i, bool *add)
{
    attn_gradient_slot *slot = operand_slot(work, i);
    if (!slot) return NULL;
    add_gathered(slot);
    *add = !slot->blank;
    slot->blank = false;
    return slot->gradient;
}

/* ---- products gathered ---- */

static size_t gathered_numbers(const gathered *all)
{
    return GATHERED_HEAD + all->most * (all->a_cols + all->b_cols);
}

/* Where rows of a product are gathered; NULL if it is better done at once, or, a fault, if there is
 * no memory. */
static gathered *gather(const attn_work *work, attn_gradient_slot *slot, size_t a_cols,
                        size_t b_cols, size_t rows)
{
    enum { MOST_ROWS = 256, FEW_ROWS = 64, LEAST_NUMBERS = 1024 };
    const attn_record *record = work->record;
    gathered all = {.a_cols = a_cols, .b_cols = b_cols};
    if (slot->uses < 2 || rows > FEW_ROWS || a_cols * b_cols < LEAST_NUMBERS) return NULL;
    if (slot->gathered) return slot->gathered;
    all.most = 2 * a_cols * b_cols / (a_cols + b_cols); /* twice the memory of the gradient */
    if (all.most > MOST_ROWS) all.most = MOST_ROWS;
    if (all.most < 2 * rows) return NULL;
    float *room = attn_large_room(record, gathered_numbers(&all));
    if (!room) return NULL;
    attn_record_count_numbers(record, gathered_numbers(&all));
    all.A = room + GATHERED_HEAD;
    all.B = all.A + all.most * a_cols;
    slot->gathered = (gathered *)(void *)room;
    *slot->gathered = all;
    return slot->gathered;
}

static void drop_gathered(const pass *p, attn_gradient_slot *slot)
{
    gathered *all = slot->gathered;
    if (!all) return;
    size_t count = gathered_numbers(all);
    attn_record_return_numbers(p->record, count);
    attn_large_return(p->record, (float *)(void *)all);
    slot->gathered = NULL;
}

void attn_into_product(const attn_work *work, size_t i, const float *A, size_t a_cols,
                       const float *B, size_t b_cols, size_t rows)
{
    attn_gradient_slot *slot = operand_slot(work, i);
    bool add = true;
    if (!slot) return;
    gathered *all = gather(work, slot, a_cols, b_cols, rows);
    if (!all || all->a_cols != a_cols || rows > all->most) {
        float *into = attn_into_all(work, i, &add);
        attn_kernel_product_at(A, B, into, a_cols, rows, b_cols, add);
        return;
    }
    if (all->rows + rows > all->most) add_gathered(slot);
    memcpy(all->A + all->rows * a_cols, A, rows * a_cols * sizeof *A);
    memcpy(all->B + all->rows * b_cols, B, rows * b_cols * sizeof *B);
    all->rows += rows;
}

/* ---- what the result was made of ---- */

/* Room for one more; the old array stays in the arena of the pass. */
static void *more_room(const pass *p, void *old, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return old;
    size_t larger = *capacity ? 2 * *capacity : 64;
    void *room = attn_alloc(p->arena, larger, size);
    if (!room) return NULL;
    if (count) memcpy(room, old, count * size);
    *capacity = larger;
    return room;
}

/* Puts a node on the heap: each stands below one that comes later in the record. */
static bool wait(pass *p, attn_node node)
{
    void *room = more_room(p, p->heap, p->heap_count, &p->heap_capacity, sizeof *p->heap);
    if (!room) return false;
    p->heap = room;
    size_t i = p->heap_count++;
    for (; i > 0 && p->heap[(i - 1) / 2] < node; i = (i - 1) / 2) p->heap[i] = p->heap[(i - 1) / 2];
    p->heap[i] = node;
    *attn_node_slot(p->record, node) = WAITING;
    return true;
}

static attn_node take_last(pass *p)
{
    attn_node last = p->heap[0], moved = p->heap[--p->heap_count];
    size_t i = 0, below = 1;
    while (below < p->heap_count) {
        if (below + 1 < p->heap_count && p->heap[below + 1] > p->heap[below]) below++;
        if (p->heap[below] <= moved) break;
        p->heap[i] = p->heap[below];
        i = below;
        below = 2 * i + 1;
    }
    p->heap[i] = moved;
    return last;
}

static bool collect_one(pass *p, attn_node node)
{
    void *room = more_room(p, p->slots, p->count, &p->capacity, sizeof *p->slots);
    *attn_node_slot(p->record, node) = 0;
    if (!room) return false;
    p->slots = room;
    p->slots[p->count++] = (attn_gradient_slot){.node = node};
    *attn_node_slot(p->record, node) = (uint32_t)p->count;
    const attn_node *operands;
    size_t count = attn_node_operands(p->record, node, &operands);
    for (size_t i = 0; i < count; i++) {
        if (operands[i] < p->first || *attn_node_slot(p->record, operands[i])) continue;
        if (!wait(p, operands[i])) return false;
    }
    return true;
}

static bool collect(pass *p, attn_node of)
{
    enum { NODES_COLLECTED_AS_FAST_AS_ONE_MADE = 4 };
    if (!wait(p, of)) return false;
    while (p->heap_count > 0) {
        if (!collect_one(p, take_last(p))) return false;
        bool one_more = p->count % NODES_COLLECTED_AS_FAST_AS_ONE_MADE == 1;
        if (one_more && !attn_record_spend_steps(p->record, 1)) return false;
    }
    return true;
}

/* The gradient of what is derived by gathers where the caller wants it. */
static void mark_sources(const pass *p, const derived *by)
{
    for (size_t i = 0; i < by->count; i++) {
        attn_gradient_slot *slot = slot_of(p, by->nodes[i]);
        if (!slot || slot->asked) continue;
        slot->depends = slot->asked = true;
        slot->blank = by->blank;
        slot->gradient = by->gradients[i];
    }
}

static void mark_dependent(const pass *p)
{
    for (size_t k = p->count; k-- > 0;) {
        const attn_node *operands;
        attn_gradient_slot *slot = &p->slots[k];
        size_t count = attn_node_operands(p->record, slot->node, &operands);
        if (!attn_operation_of(attn_node_op(p->record, slot->node))->backward) continue;
        for (size_t i = 0; i < count; i++) {
            attn_gradient_slot *operand = slot_of(p, operands[i]);
            if (!operand || !operand->depends) continue;
            slot->depends = true;
            operand->uses++;
            operand->left++;
        }
    }
}

/* ---- back: gradients ---- */

static size_t numbers_in(const attn_record *record, attn_node node)
{
    const attn_tensor *value = attn_value(record, node);
    return attn_tensor_size(value) * value->batch;
}

/* Which of the spares have room for so many: the least 2^i that a pointer fits into, too. */
static size_t room_for(size_t count)
{
    size_t i = 1;
    while (((size_t)1 << i) < count) i++;
    return i;
}
_Static_assert(sizeof(spare) <= 2 * sizeof(float), "the least room is too small");

static float *small_room(pass *p, size_t count)
{
    size_t i = room_for(count);
    spare *free = p->spares[i];
    if (!free) return attn_room(p->arena, (size_t)1 << i, sizeof(float));
    p->spares[i] = free->next;
    return (float *)(void *)free;
}

static void return_small(pass *p, float *room, size_t count)
{
    size_t i = room_for(count);
    spare *free = (spare *)(void *)room;
    *free = (spare){p->spares[i]};
    p->spares[i] = free;
}

static bool make_gradient(pass *p, attn_node node)
{
    attn_gradient_slot *slot = slot_of(p, node);
    if (!slot || !slot->depends || slot->gradient) return true;
    size_t count = numbers_in(p->record, node);
    slot->gradient =
        attn_is_large(p->record, count) ? attn_large_room(p->record, count) : small_room(p, count);
    slot->blank = true;
    if (slot->gradient) attn_record_count_numbers(p->record, count);
    return slot->gradient != NULL;
}

static void drop_gradient(pass *p, attn_gradient_slot *slot)
{
    size_t count = numbers_in(p->record, slot->node);
    if (slot->asked || !slot->gradient) return;
    if (attn_is_large(p->record, count))
        attn_large_return(p->record, slot->gradient);
    else
        return_small(p, slot->gradient, count);
    attn_record_return_numbers(p->record, count);
    slot->gradient = NULL;
}

/* What handing a gradient on costs: a product costs as much again for each of its operands. */
static uint64_t cost_of(const attn_work *work)
{
    return attn_product64(attn_work_cost(work), work->operation->multiplies ? 2 : 1);
}

/* Whose last use it was needs the memory for gathering no longer. */
static void finish_gathering(const pass *p, const attn_work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        attn_gradient_slot *operand = slot_of(p, work->nodes[i]);
        if (!operand || !operand->depends || --operand->left > 0) continue;
        add_gathered(operand);
        drop_gathered(p, operand);
    }
}

/* The gradient of a node handed on to its operands. */
static bool hand_on(pass *p, attn_node node)
{
    attn_work work = attn_work_of(p->record, node);
    if (!work.operation->backward || work.count == 0) return true;
    bool asked = false;
    for (size_t i = 0; i < work.count; i++) {
        const attn_gradient_slot *operand = slot_of(p, work.nodes[i]);
        asked |= operand && operand->depends;
        if (!make_gradient(p, work.nodes[i])) return false;
    }
    if (!asked) return true;
    if (!attn_work_spend(&work, cost_of(&work), "the gradient of ")) return false;
    if (!attn_record_recompute_parts(p->record, node, attn_backward_reads(work.operation)))
        return false;
    work.slots = p->slots;
    size_t examples = work.operation->at_once ? 1 : work.result->batch;
    for (size_t e = 0; e < examples; e++) work.operation->backward(&work, e);
    finish_gathering(p, &work);
    return attn_ok(attn_record_status(p->record));
}

static bool seed(pass *p, size_t element)
{
    attn_gradient_slot *slot = &p->slots[0];
    const attn_tensor *value = attn_value(p->record, slot->node);
    size_t size = attn_tensor_size(value);
    if (!make_gradient(p, slot->node)) return false;
    if (slot->blank) memset(slot->gradient, 0, size * value->batch * sizeof *slot->gradient);
    slot->blank = false;
    for (size_t e = 0; e < value->batch; e++) slot->gradient[e * size + element] += 1;
    return true;
}

static bool flow_back(pass *p, attn_node of, size_t element, const derived *by)
{
    if (!collect(p, of)) return false;
    mark_sources(p, by);
    mark_dependent(p);
    if (!p->slots[0].depends) return true;
    if (!seed(p, element)) return false;
    for (size_t k = 0; k < p->count; k++) {
        attn_gradient_slot *slot = &p->slots[k];
        add_gathered(slot); /* where a use handed nothing on */
        drop_gathered(p, slot);
        if (slot->gradient && !slot->blank && !hand_on(p, slot->node)) return false;
        drop_gradient(p, slot);
        attn_record_forget_one(p->record, slot->node);
        if (p->last && k > 0) attn_record_use_up(p->record, slot->node, of);
    }
    return true;
}

/*
 * Zeros where nothing arrived in blank memory. Of a value that is asked for more than once, the
 * first has gathered the gradient.
 */
static void complete(const pass *p, const derived *by)
{
    for (size_t i = 0; i < by->count; i++) {
        const attn_gradient_slot *slot = slot_of(p, by->nodes[i]);
        size_t bytes = numbers_in(p->record, by->nodes[i]) * sizeof(float);
        if (by->blank && (!slot || (slot->blank && slot->gradient == by->gradients[i])))
            memset(by->gradients[i], 0, bytes);
        if (slot && slot->gradient != by->gradients[i])
            memcpy(by->gradients[i], slot->gradient, bytes);
    }
}

/* The record is left as it was. */
static void end_pass(pass *p, size_t recomputed)
{
    attn_record_forget(p->record, recomputed);
    for (size_t k = 0; k < p->count; k++) {
        drop_gathered(p, &p->slots[k]);
        drop_gradient(p, &p->slots[k]);
        *attn_node_slot(p->record, p->slots[k].node) = 0;
    }
    for (size_t k = 0; k < p->heap_count; k++) *attn_node_slot(p->record, p->heap[k]) = 0;
    attn_record_end_pass(p->record);
}

static bool derive(pass *p, attn_node of, size_t element, const derived *by)
{
    if (!attn_ok(attn_record_status(p->record))) return false;
    p->first = of;
    for (size_t i = 0; i < by->count; i++) {
        if (by->nodes[i] < p->first) p->first = by->nodes[i];
    }
    p->arena = attn_record_begin_pass(p->record);
    if (!p->arena) return false;
    size_t recomputed = attn_record_recomputed(p->record);
    bool done = flow_back(p, of, element, by);
    if (done) complete(p, by);
    end_pass(p, recomputed);
    return done;
}

bool attn_record_backward(attn_record *record, attn_node of, size_t element, const attn_node *with,
                          size_t count, float *const *gradients)
{
    pass p = {.record = record};
    return derive(&p, of, element, &(derived){with, count, gradients, .blank = true});
}

bool attn_record_last_gradients(attn_record *record, attn_node of, size_t element,
                                const attn_node *with, size_t count, float *const *gradients,
                                bool add)
{
    pass p = {.record = record, .last = true};
    return derive(&p, of, element, &(derived){with, count, gradients, .blank = !add});
}

/* ---- what came of it ---- */

bool attn_check_gradient(attn_status *status, const char *name, const float *gradient, size_t count)
{
    size_t i = 0;
    if (attn_kernel_finite(gradient, count)) return true;
    while (isfinite(gradient[i])) i++;
    bool none = isnan(gradient[i]);
    return attn_fail(status, ATTN_INPUT,
                     "%s%s is %s: √x, x^p with p below 1 and entropy(x) have an infinite slope "
                     "where x is 0%s; that of √(x + 0.001) is finite",
                     name ? "the derivative by " : "this derivative", name ? name : "",
                     none ? "no number" : "infinite, or too large",
                     none ? ", which has met a slope of 0" : "");
}
