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

#include "record/store.h"

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

typedef struct pass {
    attn_record *record;
    attn_arena *arena;         /* of this pass alone */
    attn_gradient_slot *slots; /* the collected nodes, from the last back to the first */
    size_t count;
    node_list heap;  /* seen and not yet collected, the last on top */
    attn_node first; /* of what is derived by: no gradient flows to what stands before */
    bool last;       /* nobody asks for the values afterwards */
} pass;

/* In the node's own note, while it waits on the heap. */
#define WAITING UINT32_MAX

/* The slot that the node's own note names; NULL: it has none. */
static attn_gradient_slot *slot_in(const attn_record *record, attn_gradient_slot *slots,
                                   attn_node place)
{
    uint32_t slot = node_at(record, place)->slot;
    return slot ? &slots[slot - 1] : NULL;
}

static attn_gradient_slot *slot_of(const pass *p, attn_node place)
{
    return slot_in(p->record, p->slots, place);
}

const float *attn_upstream(const attn_work *work)
{
    const attn_tensor *result = work->result;
    const attn_gradient_slot *slot = &work->slots[node_at(work->record, work->here)->slot - 1];
    return slot->gradient + (result->batch > 1 ? work->example * attn_tensor_size(result) : 0);
}

static void add_gathered(attn_gradient_slot *slot)
{
    gathered *all = slot->gathered;
    if (!all || all->rows == 0) return;
    attn_kernel_product(attn_transpose_of(attn_matrix_of(all->A, all->rows, all->a_cols)),
                        attn_matrix_of(all->B, all->rows, all->b_cols),
                        (attn_sink){slot->gradient, !slot->blank});
    slot->blank = false;
    all->rows = 0;
}

static attn_gradient_slot *operand_slot(const attn_work *work, size_t i)
{
    attn_gradient_slot *slot = slot_in(work->record, work->slots, work->nodes[i]);
    return slot && slot->gradient ? slot : NULL;
}

attn_sink attn_into_all(const attn_work *work, size_t i)
{
    attn_gradient_slot *slot = operand_slot(work, i);
    if (!slot) return (attn_sink){0};
    add_gathered(slot);
    attn_sink all = {slot->gradient, !slot->blank};
    slot->blank = false;
    return all;
}

float *attn_into(const attn_work *work, size_t i)
{
    const attn_tensor *value = attn_operand(work, i);
    attn_sink all = attn_into_all(work, i);
    size_t size = attn_tensor_size(value);
    if (all.into && !all.add) memset(all.into, 0, size * value->batch * sizeof *all.into);
    return all.into && value->batch > 1 ? all.into + work->example * size : all.into;
}

/* ---- products gathered ---- */

static size_t gathered_numbers(const gathered *all)
{
    return GATHERED_HEAD + all->most * (all->a_cols + all->b_cols);
}

/* Where rows of a product are gathered; NULL if it is better done at once, or, a fault, if there is
 * no memory. */
static gathered *gather(const attn_record *record, attn_gradient_slot *slot, attn_matrix A,
                        attn_matrix B)
{
    enum { MOST_ROWS = 256, FEW_ROWS = 64, LEAST_NUMBERS = 1024 };
    size_t rows = A.rows, numbers = A.cols * B.cols;
    gathered all = {.a_cols = A.cols, .b_cols = B.cols};
    if (slot->uses < 2 || rows > FEW_ROWS || numbers < LEAST_NUMBERS) return NULL;
    if (slot->gathered) return slot->gathered;
    all.most = 2 * numbers / (A.cols + B.cols); /* twice the memory of the gradient */
    if (all.most > MOST_ROWS) all.most = MOST_ROWS;
    if (all.most < 2 * rows) return NULL;
    float *room = attn_large_room(record, gathered_numbers(&all));
    if (!room) return NULL;
    all.A = room + GATHERED_HEAD;
    all.B = all.A + all.most * A.cols;
    slot->gathered = (gathered *)(void *)room;
    *slot->gathered = all;
    return slot->gathered;
}

static void drop_gathered(const pass *p, attn_gradient_slot *slot)
{
    gathered *all = slot->gathered;
    if (all) attn_large_return(p->record, (float *)(void *)all, gathered_numbers(all));
    slot->gathered = NULL;
}

void attn_into_product(const attn_work *work, size_t i, attn_matrix A, attn_matrix B)
{
    attn_gradient_slot *slot = operand_slot(work, i);
    gathered *all = slot ? gather(work->record, slot, A, B) : NULL;
    if (!slot) return;
    if (!all || all->a_cols != A.cols || A.rows > all->most) {
        attn_kernel_product(attn_transpose_of(A), B, attn_into_all(work, i));
        return;
    }
    if (all->rows + A.rows > all->most) add_gathered(slot);
    memcpy(all->A + all->rows * A.cols, A.at, A.rows * A.cols * sizeof *A.at);
    memcpy(all->B + all->rows * B.cols, B.at, B.rows * B.cols * sizeof *B.at);
    all->rows += A.rows;
}

/* ---- what the result was made of ---- */

/* Puts a node on the heap: each stands below one that comes later in the record. */
static bool wait(pass *p, attn_node place)
{
    if (!attn_list_add(p->record, &p->heap, place)) return false;
    attn_node *items = p->heap.items;
    size_t i = p->heap.count - 1;
    for (; i > 0 && items[(i - 1) / 2] < place; i = (i - 1) / 2) items[i] = items[(i - 1) / 2];
    items[i] = place;
    node_at(p->record, place)->slot = WAITING;
    return true;
}

static attn_node take_last(node_list *heap)
{
    attn_node *items = heap->items, last = items[0], moved = items[--heap->count];
    size_t i = 0, below = 1;
    while (below < heap->count) {
        if (below + 1 < heap->count && items[below + 1] > items[below]) below++;
        if (items[below] <= moved) break;
        items[i] = items[below];
        i = below;
        below = 2 * i + 1;
    }
    items[i] = moved;
    return last;
}

static bool collect_one(pass *p, attn_node place)
{
    node *n = node_at(p->record, place);
    n->slot = 0;
    attn_gradient_slot *slot = attn_push(p->arena, &p->slots, &p->count, sizeof *slot);
    if (!slot) return false;
    slot->node = place;
    n->slot = (uint32_t)p->count;
    for (size_t i = 0; i < n->count; i++) {
        attn_node operand = operands_of(n)[i];
        if (operand < p->first || node_at(p->record, operand)->slot) continue;
        if (!wait(p, operand)) return false;
    }
    return true;
}

static bool collect(pass *p, attn_node of)
{
    enum { NODES_COLLECTED_AS_FAST_AS_ONE_MADE = 4 };
    if (!wait(p, of)) return false;
    while (p->heap.count > 0) {
        if (!collect_one(p, take_last(&p->heap))) return false;
        bool one_more = p->count % NODES_COLLECTED_AS_FAST_AS_ONE_MADE == 1;
        if (one_more && !attn_record_spend_steps(p->record, 1)) return false;
    }
    return true;
}

/* The gradient of what is derived by gathers where the caller wants it. */
static void mark_sources(const pass *p, const attn_derived *by)
{
    for (size_t i = 0; i < by->count; i++) {
        attn_gradient_slot *slot = slot_of(p, by->with[i]);
        if (!slot || slot->asked) continue;
        slot->depends = slot->asked = true;
        slot->blank = !by->add;
        slot->gradient = by->gradients[i];
    }
}

static void mark_dependent(const pass *p)
{
    for (size_t k = p->count; k-- > 0;) {
        attn_gradient_slot *slot = &p->slots[k];
        const node *n = node_at(p->record, slot->node);
        if (!attn_operation_of((attn_op)n->op)->backward) continue;
        for (size_t i = 0; i < n->count; i++) {
            attn_gradient_slot *operand = slot_of(p, operands_of(n)[i]);
            if (!operand || !operand->depends) continue;
            slot->depends = true;
            operand->uses++;
            operand->left++;
        }
    }
}

/* ---- back: gradients ---- */

static bool make_gradient(pass *p, attn_node place)
{
    attn_gradient_slot *slot = slot_of(p, place);
    if (!slot || !slot->depends || slot->gradient) return true;
    slot->gradient = attn_large_room(p->record, numbers_in(node_at(p->record, place)));
    slot->blank = true;
    return slot->gradient != NULL;
}

static void drop_gradient(pass *p, attn_gradient_slot *slot)
{
    if (slot->asked || !slot->gradient) return;
    attn_large_return(p->record, slot->gradient, numbers_in(node_at(p->record, slot->node)));
    slot->gradient = NULL;
}

/* An operand after its last use no longer needs its gathering memory. */
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
static bool hand_on(pass *p, attn_node place)
{
    attn_work work = attn_work_of(p->record, place);
    if (!work.operation->backward || work.count == 0) return true;
    bool asked = false;
    for (size_t i = 0; i < work.count; i++) {
        const attn_gradient_slot *operand = slot_of(p, work.nodes[i]);
        asked |= operand && operand->depends;
        if (!make_gradient(p, work.nodes[i])) return false;
    }
    if (!asked) return true;
    /* a product costs as much again for each of its operands */
    uint64_t cost = attn_product64(attn_work_cost(&work), work.operation->multiplies ? 2 : 1);
    if (!attn_work_spend(&work, cost, "the gradient of ")) return false;
    if (!attn_record_recompute_parts(p->record, place, attn_backward_reads(work.operation)))
        return false;
    work.slots = p->slots;
    size_t examples = work.operation->at_once ? 1 : work.result->batch;
    for (; work.example < examples; work.example++) work.operation->backward(&work);
    finish_gathering(p, &work);
    return attn_ok(p->record->status);
}

static bool seed(pass *p, size_t element)
{
    attn_gradient_slot *slot = &p->slots[0];
    const attn_tensor *value = attn_shape_of(p->record, slot->node);
    size_t size = attn_tensor_size(value);
    if (!make_gradient(p, slot->node)) return false;
    if (slot->blank) memset(slot->gradient, 0, size * value->batch * sizeof *slot->gradient);
    slot->blank = false;
    for (size_t e = 0; e < value->batch; e++) slot->gradient[e * size + element] += 1;
    return true;
}

static bool flow_back(pass *p, attn_node of, size_t element, const attn_derived *by)
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
static void complete(const pass *p, const attn_derived *by)
{
    for (size_t i = 0; i < by->count; i++) {
        const attn_gradient_slot *slot = slot_of(p, by->with[i]);
        size_t bytes = numbers_in(node_at(p->record, by->with[i])) * sizeof(float);
        if (!by->add && (!slot || (slot->blank && slot->gradient == by->gradients[i])))
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
        node_at(p->record, p->slots[k].node)->slot = 0;
    }
    for (size_t k = 0; k < p->heap.count; k++) node_at(p->record, p->heap.items[k])->slot = 0;
    attn_resize(p->heap.items, 0);
    attn_record_end_pass(p->record);
}

static bool derive(pass *p, attn_node of, size_t element, const attn_derived *by)
{
    if (!attn_ok(p->record->status)) return false;
    p->first = of;
    for (size_t i = 0; i < by->count; i++)
        if (by->with[i] < p->first) p->first = by->with[i];
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
    return derive(&(pass){.record = record}, of, element,
                  &(attn_derived){with, count, gradients, .add = false});
}

bool attn_record_last_gradients(attn_record *record, attn_node of, size_t element,
                                const attn_derived *by)
{
    return derive(&(pass){.record = record, .last = true}, of, element, by);
}

/* ---- what came of it ---- */

bool attn_check_gradient(attn_status *status, const char *name, const float *gradient, size_t count)
{
    size_t i = 0;
    if (attn_kernel_finite(gradient, count)) return true;
    while (isfinite(gradient[i])) i++;
    return attn_fail(status, ATTN_INPUT,
                     "%s%s is %s: √x, x^p with p below 1 and entropy(x) have an infinite slope "
                     "where x is 0%s; that of √(x + 0.001) is finite",
                     name ? "the derivative by " : "this derivative", name ? name : "",
                     isnan(gradient[i]) ? "not a number" : "infinite, or too large",
                     isnan(gradient[i]) ? ", which has met a slope of 0" : "");
}
