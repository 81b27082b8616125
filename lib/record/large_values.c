/*
 * large_values: which of the values lie in memory. Large ones have memory of their own, which is
 * given back where nobody needs it any more, and are computed again where somebody does; every
 * operation gives the same digits each time. And matrices arranged as products read them.
 */
#include <string.h>

#include "record/store.h"

size_t attn_large_numbers = 4096;
size_t attn_unmade_numbers = 65536;

/* Numbers lie on the border of a cache line, behind the block's head and a large's. */
enum { LARGE_HEAD = 64, MOST_BEFORE = 3 * LARGE_HEAD };

/* ---- memory of large values ---- */

void attn_spare_larges(store *values)
{
    enum { rounds = 16 };
    for (large *head = values->larges, *before; head; head = before) {
        before = head->before;
        attn_block_keep(&values->spare, head->block);
    }
    values->larges = NULL;
    size_t used = values->spare.bytes - values->unused;
    values->lately -= values->lately / rounds;
    if (values->lately < used) values->lately = used;
    if (values->spare.bytes / 2 > values->lately) attn_blocks_free(&values->spare);
    values->unused = values->spare.bytes;
}

static void link_large(store *values, large *head)
{
    large *last = values->larges;
    head->before = last;
    head->next = NULL;
    if (last) last->next = head;
    values->larges = head;
}

static void unlink_large(store *values, large *head)
{
    if (head->before) head->before->next = head->next;
    *(head->next ? &head->next->before : &values->larges) = head->before;
}

/* Memory of its own. */
static float *block_of(store *values, size_t count)
{
    size_t bytes;
    bool fits = attn_multiply(count, sizeof(float), &bytes) && bytes <= SIZE_MAX - MOST_BEFORE;
    attn_block *block = fits ? attn_block_take(&values->spare, bytes + MOST_BEFORE) : NULL;
    if (!block) return NULL;
    if (values->unused > values->spare.bytes) values->unused = values->spare.bytes;
    attn_wish_huge_pages(block, bytes);
    char *numbers = (char *)block + MOST_BEFORE - (uintptr_t)block % LARGE_HEAD;
    large *head = (large *)(void *)(numbers - LARGE_HEAD);
    *head = (large){.block = block};
    link_large(values, head);
    return (float *)(void *)numbers;
}

/* For so many numbers, and room for more behind them. */
static float *large_room(const attn_record *record, size_t count, size_t more)
{
    float *room = count <= SIZE_MAX - more ? block_of(record->store, count + more) : NULL;
    if (!room) attn_no_memory(record->status, "computing %zu numbers", count);
    record->store->numbers += room ? count : 0;
    return room;
}

float *attn_large_room(const attn_record *record, size_t count)
{
    return large_room(record, count, 0);
}

void attn_large_return(const attn_record *record, float *numbers, size_t count)
{
    store *values = record->store;
    large *head = (large *)(void *)((char *)numbers - LARGE_HEAD);
    unlink_large(values, head);
    if (values->again || values->passes)
        attn_block_keep(&values->spare, head->block);
    else
        attn_resize(head->block, 0);
    values->numbers -= count;
}

static bool is_large(const attn_record *record, size_t count)
{
    enum { kept_cost_less_by = 16 };
    return count > 1 &&
           count >= attn_large_numbers / (record->store->again ? kept_cost_less_by : 1);
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

/* Memory for the numbers of n's value, all examples, and for so many behind them if it is large. */
static bool take_room(const attn_record *record, node *n, size_t more)
{
    attn_tensor *value = &n->value;
    if (!check_room(record, n, count_of(value))) return false;
    size_t count = (size_t)count_of(value); /* they can be held, so it fits */
    if (is_large(record, count)) {
        value->data = large_room(record, count, more);
        n->droppable = n->count > 0; /* a leaf cannot be computed again */
        return value->data != NULL;
    }
    value->data = count == 1 ? &n->number : attn_room(record->arena, count, sizeof(float));
    record->store->numbers += value->data ? count : 0;
    return value->data != NULL;
}

bool attn_take_room(const attn_record *record, node *n)
{
    return take_room(record, n, 0);
}

/* ---- values that grow ---- */

/*
 * Numbers that later turns may add behind n's, which are more than the older value's by what one
 * turn adds: room for all of them, but for a text that may get much longer than it is; a quarter
 * where there is little memory.
 */
static size_t room_behind(const attn_record *record, const node *n, const node *old)
{
    enum { LEAST_TURNS = 8, TIMES = 2, PARTS = 8, QUARTER = 4 };
    const size_t now = numbers_in(n), turn = now - numbers_in(old);
    size_t turns = turn ? TIMES * (now / turn) + LEAST_TURNS : 0, more = 0;
    if (turns > record->store->following->turns) turns = record->store->following->turns;
    const bool fits = attn_multiply(turns, turn, &more) &&
                      attn_may_hold(attn_product64(more, PARTS * sizeof(float)));
    return fits || more < now / QUARTER ? more : now / QUARTER;
}

/* The memory of the other record's value, if it has room for n's: the first numbers stay there. */
static bool move_large(const attn_record *record, const attn_record *from, node *old, node *n)
{
    const size_t count = numbers_in(n);
    large *head = (large *)(void *)((char *)old->value.data - LARGE_HEAD);
    const char *end = (char *)head->block + head->block->size;
    if ((size_t)(end - (char *)old->value.data) / sizeof(float) < count) return false;
    unlink_large(from->store, head);
    link_large(record->store, head);
    from->store->numbers -= numbers_in(old);
    record->store->numbers += count;
    n->value.data = old->value.data;
    n->droppable = true;
    old->droppable = false; /* it is no more its own */
    return true;
}

bool attn_grow_room(const attn_record *record, node *n, const attn_record *from, node *old)
{
    const bool own = old->droppable && !old->shares && !old->lent;
    const bool below = n->value.cols == old->value.cols || n->value.rows == 1;
    return (own && below && count_of(&n->value) <= SIZE_MAX / sizeof(float) &&
            move_large(record, from, old, n)) ||
           take_room(record, n, room_behind(record, n, old));
}

/* ---- values given back, and computed again ---- */

bool attn_list_add(const attn_record *record, node_list *list, attn_node place)
{
    if (!attn_grow(record->status, &list->items, list->count, sizeof *list->items)) return false;
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
    if (!n->shares) attn_large_return(record, n->value.data, numbers_in(n));
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

void attn_record_leave_untold(attn_record *record)
{
    record->store->untold = true;
}

bool attn_record_is_told(const attn_record *record)
{
    return !record->store->derives && !record->store->untold;
}

void attn_record_drop(attn_record *record, attn_node after, const attn_node *results, size_t count)
{
    node_list *list = &record->store->droppable, *recomputed = &record->store->recomputed;
    size_t first = list->count;
    if (record->store->following) return; /* the next record takes them over */
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
    attn_work work = attn_work_of(record, place);
    if (!attn_list_add(record, &record->store->recomputed, place)) return false;
    if (n->shares) {
        bool found = work.operation->shape(&work);
        before.data = n->value.data;
        n->value = before;
        n->recomputed = found;
        return found;
    }
    if (!attn_work_spend(&work, attn_work_cost(&work), "") || !attn_make_operands(&work) ||
        !attn_take_room(record, n))
        return false;
    n->recomputed = true;
    return attn_forward(&work);
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
            if (!node_at(record, operand)->value.data && !attn_list_add(record, waiting, operand))
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
    if (node_at(record, place)->value.data) return attn_make_stored(record, place);
    bool done = attn_list_add(record, &waiting, place) && recall_waiting(record, &waiting);
    attn_resize(waiting.items, 0);
    return done;
}

bool attn_record_hold(attn_record *record, attn_node place)
{
    node *n = node_at(record, place);
    n->held = owner_of(record, n)->held = true;
    return n->value.data || attn_record_recompute(record, place);
}

/* Given, perhaps with other words on its axes: its numbers stay. */
static bool is_given(const attn_record *record, attn_node place)
{
    return owner_of(record, node_at(record, place))->op == ATTN_OP_GIVEN;
}

attn_node attn_unmade_transpose(const attn_record *record, attn_node place)
{
    const node *n = node_at(record, place);
    if (n->op != ATTN_OP_TRANSPOSE || n->value.data || n->value.batch > 1) return 0;
    const attn_node of = operands_of(n)[0];
    return is_given(record, of) ? of : 0;
}

bool attn_is_stored(const attn_work *work, size_t i)
{
    const attn_stored *stored = attn_operand(work, i)->stored;
    return (stored && !attn_stored_is_made(stored)) ||
           attn_unmade_transpose(work->record, work->nodes[i]);
}

attn_matrix attn_as_stored(const attn_work *work, size_t i)
{
    const attn_node turned = attn_unmade_transpose(work->record, work->nodes[i]);
    const attn_tensor *value = turned ? attn_shape_of(work->record, turned) : attn_operand(work, i);
    const attn_matrix matrix = value->stored
                                   ? value->stored->matrix
                                   : attn_matrix_of(value->data, value->rows, value->cols);
    return turned ? attn_transpose_of(matrix) : matrix;
}

bool attn_make_stored(const attn_record *record, attn_node place)
{
    const node *n = node_at(record, place);
    attn_stored *stored = n->value.stored;
    const char *name = attn_node_name(record, place);
    for (; !name && n->shares; n = node_at(record, operands_of(n)[0]))
        name = attn_node_name(record, operands_of(n)[0]);
    return !stored || attn_stored_make(stored, name ? name : "a weight", record->status);
}

bool attn_leave_unmade(const attn_record *record, node *n)
{
    n->droppable = n->op == ATTN_OP_TRANSPOSE && is_given(record, operands_of(n)[0]) &&
                   !record->store->derives && n->value.batch == 1 &&
                   is_large(record, numbers_in(n)) && numbers_in(n) >= attn_unmade_numbers;
    return n->droppable;
}

/* Whether operand i is stored elsewhere and read there. */
static bool is_read_stored(const attn_work *work, size_t i)
{
    const attn_operation *operation = work->operation;
    return operation->reads_stored && attn_is_stored(work, i) && operation->reads_stored(work, i);
}

bool attn_recall_operands(const attn_work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        if (attn_operand(work, i)->data || is_read_stored(work, i)) continue;
        if (!attn_record_recompute(work->record, work->nodes[i])) return false;
    }
    return true;
}

bool attn_make_operands(const attn_work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        if (!attn_operand(work, i)->stored || is_read_stored(work, i)) continue;
        if (!attn_make_stored(work->record, work->nodes[i])) return false;
    }
    return true;
}

bool attn_record_recompute_work(const attn_record *record, attn_node place)
{
    const node *n = node_at(record, place);
    for (size_t i = 0; i < n->count; i++)
        if (!attn_record_recompute(record, operands_of(n)[i])) return false;
    return attn_record_recompute(record, place);
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
void attn_note_reads(const attn_record *record, node *n)
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

static float *make_panels(const attn_record *record, attn_matrix B)
{
    size_t count = attn_kernel_panels(B.rows, B.cols);
    float *made = may_have_panels(count) ? attn_large_room(record, count) : NULL;
    if (made) attn_kernel_make_panels(B, made);
    return made;
}

const float *attn_panels(const attn_work *work, size_t i, size_t m, attn_matrix B)
{
    const attn_record *record = work->record;
    node *of = node_at(record, work->nodes[i]);
    bool transposed = B.col != 1;
    if (!record->store->derives || !attn_kernel_wants_panels(m, B)) return NULL;
    if (!of->panels || of->panels->set != attn_kernel_name()) {
        of->panels = attn_alloc(record->arena, 1, sizeof *of->panels);
        if (!of->panels) return NULL;
        of->panels->set = attn_kernel_name();
    }
    attn_arranged *panels = of->panels;
    bool again = atomic_exchange(&panels->asked[transposed], true);
    if (again && !panels->numbers[transposed] && !panels->value)
        panels->numbers[transposed] = make_panels(record, B);
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

/* The matrix that products go through. */
static attn_matrix side(const attn_arranged *arranged, bool transposed)
{
    const attn_tensor *value = arranged->value;
    attn_matrix matrix = attn_matrix_of(value->data, value->rows, value->cols);
    return transposed ? attn_transpose_of(matrix) : matrix;
}

bool attn_arranged_room(attn_arranged *arranged, attn_arena *arena)
{
    for (int t = 0; t < 2; t++) {
        attn_matrix B = side(arranged, t);
        size_t count = attn_kernel_panels(B.rows, B.cols);
        if (!arranged->asked[t] || arranged->numbers[t] || !may_have_panels(count)) continue;
        if (!(arranged->numbers[t] = attn_room(arena, count, sizeof(float)))) return false;
    }
    return true;
}

void attn_arrange(const attn_arranged *arranged)
{
    for (int t = 0; t < 2; t++)
        if (arranged->numbers[t]) attn_kernel_make_panels(side(arranged, t), arranged->numbers[t]);
}

void attn_record_lend_arranged(attn_record *record, attn_node leaf, attn_arranged *arranged)
{
    node_at(record, leaf)->panels = arranged;
}
