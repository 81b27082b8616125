/*
 * following: a record that does what another did before with fewer words, and takes over what
 * still stands there.
 *
 * Two nodes correspond if the same operation made them of operands that correspond. The value of
 * the later one may have more rows and columns than the earlier one's; where each number of the
 * result depends only on numbers that stood there before, the earlier value is its upper left
 * block, and only the rest is computed: of parts of the operands, by the same operation. Every sum
 * of a product runs in the order of its terms, and every sum of softmax adds a number to the lane
 * of its place, so what is added behind, being zero, changes no bit. (One exception: a sum whose
 * terms are all too small for float32 may be −0, to which a zero behind it would give +0.)
 *
 *     X (n rows)   one more row    K = X W: one more row     Q Kᵀ: one more row and column
 *     softmax(mask(Q Kᵀ)): one more row, and zeros above     A V: one more row
 */
#include <math.h>
#include <string.h>

#include "record/store.h"

/* ---- what corresponds ---- */

bool attn_record_follow(attn_record *record, const attn_record *before, size_t turns)
{
    following *f = attn_alloc(record->home, 1, sizeof *f);
    if (!f) return false;
    f->before = before;
    f->turns = turns;
    record->store->following = f;
    return true;
}

size_t attn_record_taken(const attn_record *record, size_t *of)
{
    const following *f = record->store->following;
    *of = f ? f->made : 0;
    return f ? f->taken : 0;
}

void attn_record_stop_following(attn_record *record)
{
    attn_following_free(record->store->following);
    record->store->following = NULL;
}

void attn_following_free(following *f)
{
    if (!f) return;
    attn_record_free(f->part);
    attn_resize(f->earlier, 0);
    attn_resize(f->first, 0);
    attn_resize(f->slots, 0);
    attn_resize(f->given.items, 0);
}

enum { MOST = 256 }; /* operands of a node that is looked for */

static node *before_at(const attn_record *record, attn_node place)
{
    return node_at(record->store->following->before, place);
}

/* [a, b] and [a ; b], which get more operands as they grow. */
static bool is_list(const node *n)
{
    return attn_operation_of((attn_op)n->op)->most == ATTN_ANY_COUNT;
}

/* Where it is looked for first. Lists are known by their first operand. */
static size_t first_slot(const node *n, const attn_node *operands)
{
    const uint64_t h = hash_of((attn_op)n->op, n->params, operands, is_list(n) ? 1 : n->count);
    return (size_t)(h ^ h >> 32);
}

/* Its operands, of several that were made alike the first; NULL: there are too many, or what they
 * make is not known by them. */
static const attn_node *firsts(const following *f, const node *n, attn_node *into)
{
    if (n->op == ATTN_OP_GIVEN || n->op == ATTN_OP_GRADIENT || n->count > MOST) return NULL;
    for (size_t i = 0; i < n->count; i++) into[i] = f->first[operands_of(n)[i]];
    return into;
}

/* Whether a node has these operands, or, of a list, the first of them. */
static bool begins_so(const following *f, const node *made, const node *n,
                      const attn_node *operands)
{
    attn_node theirs[MOST];
    return made->op == n->op && made->params.a == n->params.a && made->params.b == n->params.b &&
           (made->count == n->count || (is_list(n) && made->count < n->count)) &&
           memcmp(firsts(f, made, theirs), operands, made->count * sizeof *operands) == 0;
}

/* The node of `in` that makes the same of these operands, which are the first made alike, or of as
 * many of the first of them as there is one for; 0: there is none. *slot: where it stands, or the
 * next would. */
static attn_node find(const attn_record *in, const node *n, const attn_node *operands,
                      attn_node **slot)
{
    const following *f = in->store->following;
    attn_node best = 0;
    for (size_t i = first_slot(n, operands);; i++) {
        *slot = &f->slots[i & (f->size - 1)];
        if (!**slot) return best;
        const node *made = node_at(in, **slot);
        if (!begins_so(f, made, n, operands)) continue;
        if (made->count == n->count) return **slot;
        if (!best || made->count > node_at(in, best)->count) best = **slot;
    }
}

static void put(const attn_record *record, attn_node place)
{
    following *f = record->store->following;
    const node *n = node_at(record, place);
    attn_node into[MOST];
    const attn_node *operands = firsts(f, n, into);
    attn_node *slot = NULL;
    if (operands) find(record, n, operands, &slot);
    if (slot && !*slot) *slot = place;
    f->first[place] = slot ? *slot : place;
}

/* Room for one node more: half of the slots stay empty. */
static bool make_room(const attn_record *record)
{
    enum { FEWEST = 1024 };
    following *f = record->store->following;
    if (record->count < f->size / 2) return true;
    const size_t size = f->size ? 2 * f->size : FEWEST;
    attn_node **arrays[] = {&f->slots, &f->earlier, &f->first};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        attn_node *larger = attn_resize(*arrays[i], size * sizeof **arrays[i]);
        if (!larger) return attn_no_memory(record->status, "keeping what was computed");
        *arrays[i] = larger;
    }
    f->size = size;
    memset(f->slots, 0, size * sizeof *f->slots);
    for (size_t i = 1; i <= record->count; i++) put(record, (attn_node)i);
    return true;
}

/* ---- what still stands ---- */

static bool as_large(const attn_tensor *x, const attn_tensor *y)
{
    return x->rank == y->rank && x->rows == y->rows && x->cols == y->cols;
}

/* Whether the block of rows below `old`'s and columns right of it, in old rows, is one number. */
static bool is_filled(const attn_tensor *x, const attn_tensor *old, float with)
{
    if (!x->data || x->stored) return false;
    for (size_t i = 0; i < old->rows; i++)
        for (size_t j = old->cols; j < x->cols; j++)
            if (x->data[i * x->cols + j] != with) return false;
    return true;
}

/* What chooses by words finds the same: the tokens are of the same vocabulary, and the axis has
 * these or the same words as before. */
static bool chooses_alike(const attn_work *work, const attn_work *old)
{
    const attn_tensor *axis = work->a, *tokens = work->b ? work->b : work->a;
    const attn_tensor *old_tokens = work->b ? old->b : old->a;
    const attn_labels *words = tokens->words;
    return attn_labels_same(words, old_tokens->words) &&
           (!words || attn_labels_same(axis->row_labels, old->a->row_labels) ||
            attn_labels_same(axis->row_labels, words)) &&
           (!words || attn_labels_same(axis->col_labels, old->a->col_labels) ||
            attn_labels_same(axis->col_labels, words));
}

/* Of a product, which sums over all columns of the left operand. What is added behind is 0 times a
 * number, but 0 times −∞ is none. */
static bool sums_stand(const attn_work *work, const attn_work *old)
{
    const attn_tensor *a = work->a, *b = work->b;
    if (a->rank == ATTN_NUMBER || b->rank == ATTN_NUMBER) return true;
    return a->cols == old->a->cols || (!b->masked && is_filled(a, old->a, 0));
}

static bool rows_stand(const attn_work *work, const attn_work *old)
{
    if (work->a->cols == old->a->cols) return true;
    return work->operation->makes_weights && work->a->rank == ATTN_MATRIX &&
           is_filled(work->a, old->a, -INFINITY);
}

static attn_growth growth_of(const attn_operation *operation)
{
    if (operation->grows) return operation->grows;
    if (operation->shape == attn_shape_elementwise) return ATTN_GROWS_EACH;
    return operation->of_row && operation->shape == attn_shape_by_row ? ATTN_GROWS_BY_ROW
                                                                      : ATTN_GROWS_NOT;
}

/* What only moves numbers is as fast as taking them over, unless they stay where they are. */
static bool is_moved(const attn_operation *operation)
{
    const attn_growth growth = growth_of(operation);
    return growth == ATTN_GROWS_MOVED || growth == ATTN_GROWS_DOWN;
}

bool attn_note_made(const attn_record *record, attn_node made, attn_node earlier)
{
    if (!make_room(record)) return false;
    following *f = record->store->following;
    const node *n = node_at(record, made);
    f->earlier[made] = earlier;
    if (n->count && !n->shares && !is_moved(attn_operation_of((attn_op)n->op)))
        f->made += numbers_in(n);
    put(record, made);
    return true;
}

/* Whether the old value is the upper left block of the new one, whose shape is known. */
static bool stands(const attn_work *work, const attn_work *old)
{
    const attn_operation *operation = work->operation;
    bool all = work->count == old->count, widths = true;
    if (operation->by_words && !chooses_alike(work, old)) return false;
    for (size_t i = 0; i < old->count; i++) {
        const attn_tensor *x = attn_operand(work, i), *y = attn_operand(old, i);
        all = all && as_large(x, y);
        widths = widths && x->cols == y->cols;
    }
    const attn_growth growth = growth_of(operation);
    if (all || growth == ATTN_GROWS_EACH || growth == ATTN_GROWS_MOVED) return true;
    if (growth == ATTN_GROWS_BY_ROW) return rows_stand(work, old);
    if (growth == ATTN_GROWS_PRODUCT) return sums_stand(work, old);
    return growth == ATTN_GROWS_DOWN && widths;
}

/* The node before that did what this one does; 0: there is none. */
static attn_node counterpart(const attn_record *record, const node *n)
{
    const following *f = record->store->following;
    const following *before = f->before ? f->before->store->following : NULL;
    attn_node operands[MOST], *slot;
    if (!before || !before->size || n->count > MOST || n->op == ATTN_OP_GRADIENT) return 0;
    for (size_t i = 0; i < n->count; i++) {
        const attn_node earlier = f->earlier[operands_of(n)[i]];
        if (!earlier && !(i > 0 && is_list(n))) return 0;
        operands[i] = earlier ? before->first[earlier] : 0; /* 0: no node */
    }
    return find(f->before, n, operands, &slot);
}

/* Whether a value has at least the rows and columns that it had. */
static bool has_grown(const attn_tensor *now, const attn_tensor *then)
{
    return now->rank == then->rank && now->rows >= then->rows && now->cols >= then->cols &&
           then->batch == 1;
}

attn_node attn_find_earlier(const attn_work *work)
{
    const attn_record *record = work->record;
    const attn_node earlier = counterpart(record, node_at(record, work->here));
    if (!earlier) return 0;
    const attn_work old = attn_work_of(record->store->following->before, earlier);
    return has_grown(work->result, old.result) && stands(work, &old) ? earlier : 0;
}

/* ---- leaves ---- */

bool attn_note_leaf(const attn_record *record, attn_node leaf, bool borrowed)
{
    node *n = node_at(record, leaf);
    n->lent = borrowed;
    if (n->op != ATTN_OP_LITERAL) return attn_note_made(record, leaf, 0);
    memcpy(&n->params.a, n->value.data, sizeof *n->value.data);
    return attn_note_made(record, leaf, counterpart(record, n));
}

static bool begins_with(const attn_tensor *now, const attn_tensor *then)
{
    bool same = has_grown(now, then);
    if (now->stored != then->stored) return false;
    for (size_t i = 0; same && now->data != then->data && i < then->rows; i++)
        same = memcmp(now->data + i * now->cols, then->data + i * then->cols,
                      then->cols * sizeof *now->data) == 0;
    return same;
}

bool attn_record_give(const attn_record *record, attn_node given)
{
    following *f = record->store->following;
    if (!f) return true;
    if (!attn_list_add(record, &f->given, given)) return false;
    const node_list *before = f->before ? &f->before->store->following->given : NULL;
    if (!before || f->given.count > before->count || f->earlier[given]) return true;
    const attn_node earlier = before->items[f->given.count - 1];
    if (begins_with(&node_at(record, given)->value, &before_at(record, earlier)->value))
        f->earlier[given] = earlier;
    return true;
}

/* ---- the rest ---- */

typedef struct region { /* of a result or an operand: rows and columns from … to before … */
    size_t top, bottom, left, right;
} region;

static region whole_of(const attn_tensor *x)
{
    return (region){0, x->rows, 0, x->cols};
}

/* What of operand i those numbers of the result are computed from. */
static region needed(const attn_work *work, size_t i, region of)
{
    const attn_tensor *x = attn_operand(work, i), *result = work->result;
    const attn_growth growth = growth_of(work->operation);
    const bool scales = work->b && (work->a->rank == ATTN_NUMBER || work->b->rank == ATTN_NUMBER);
    const bool sums = growth == ATTN_GROWS_PRODUCT && !scales;
    if (x->rank == ATTN_NUMBER) return whole_of(x);
    if (growth == ATTN_GROWS_DOWN) return (region){of.top, of.bottom, 0, x->cols};
    if (growth == ATTN_GROWS_BY_ROW || sums) { /* rows of the left, columns of the right */
        if (i == 1 && x->rank == ATTN_MATRIX) return (region){0, x->rows, of.left, of.right};
        if (i == 1 || x->rank == ATTN_VECTOR) return whole_of(x);
        return result->rank == ATTN_VECTOR ? (region){of.left, of.right, 0, x->cols}
                                           : (region){of.top, of.bottom, 0, x->cols};
    }
    return x->rank == ATTN_VECTOR ? (region){0, 1, of.left, of.right} : of;
}

/* All of an operand that is stored elsewhere, or is an unmade transpose of what is given. */
static attn_node whole_leaf(attn_record *part, const attn_work *work, size_t operand)
{
    const attn_node turned = attn_unmade_transpose(work->record, work->nodes[operand]);
    const attn_tensor *of =
        turned ? attn_shape_of(work->record, turned) : attn_operand(work, operand);
    const attn_node leaf = attn_record_leaf(part, ATTN_OP_GIVEN, of, true);
    return turned ? attn_apply(part, ATTN_OP_TRANSPOSE, &leaf, 1, (attn_params){0}) : leaf;
}

/* That part of an operand as a leaf. Nothing is copied if it is stored elsewhere, or in one piece.
 */
static attn_node part_leaf(attn_record *part, const attn_work *work, size_t operand, region of)
{
    const attn_tensor *x = attn_operand(work, operand);
    const size_t rows = of.bottom - of.top, cols = of.right - of.left;
    attn_tensor shape = {
        .rank = x->rank, .batch = 1, .rows = rows, .cols = cols, .masked = x->masked};
    if (attn_is_stored(work, operand)) {
        if (rows == x->rows && cols == x->cols) return whole_leaf(part, work, operand);
        const attn_matrix all = attn_as_stored(work, operand);
        return attn_record_stored(part, &shape, attn_part_of(all, of.top, of.left, rows, cols));
    }
    float *from = x->data + of.top * x->cols + of.left;
    const bool in_one = cols == x->cols || rows == 1;
    if (in_one) shape.data = from;
    const attn_node leaf = attn_record_leaf(part, ATTN_OP_GIVEN, &shape, in_one);
    if (in_one || !leaf) return leaf;
    attn_matrix block = attn_matrix_of(from, rows, cols);
    block.row = x->cols;
    attn_kernel_lay_out(block, attn_record_fill(part, leaf));
    return leaf;
}

/* Computes the numbers of a part of the result. */
static bool compute_part(attn_record *part, const attn_work *work, region of)
{
    attn_node operands[MOST];
    if (of.top == of.bottom || of.left == of.right) return true;
    attn_record_clear(part);
    for (size_t i = 0; i < work->count; i++)
        operands[i] = part_leaf(part, work, i, needed(work, i, of));
    const attn_node made = attn_apply(part, (attn_op)node_at(work->record, work->here)->op,
                                      operands, work->count, work->params);
    if (!made) return false;
    const float *from = attn_shape_of(part, made)->data;
    const size_t cols = work->result->cols, width = of.right - of.left;
    for (size_t i = of.top; i < of.bottom; i++, from += width)
        memcpy(work->result->data + i * cols + of.left, from, width * sizeof *from);
    return true;
}

/* The record for parts. It has a status of its own: where a part fails, the whole is computed, and
 * its message names the right place. */
static attn_record *part_record(const attn_record *record)
{
    following *f = record->store->following;
    if (!f->part) f->part = attn_record_new(&f->status);
    if (!f->part) attn_status_clear(&f->status);
    return f->part;
}

/* What of the result stands in no former row and column. */
static bool compute_rest(const attn_record *record, const attn_work *work, const attn_tensor *old)
{
    following *f = record->store->following;
    const attn_tensor *now = work->result;
    attn_record *part = part_record(record);
    const bool unseen = growth_of(work->operation) == ATTN_GROWS_BY_ROW && now->rank == ATTN_MATRIX;
    const region below = {old->rows, now->rows, 0, now->cols},
                 beside = {0, unseen ? 0 : old->rows, old->cols, now->cols};
    const bool done = part && compute_part(part, work, below) && compute_part(part, work, beside);
    for (size_t i = 0; unseen && i < old->rows; i++) /* it has the weight 0 */
        memset(now->data + i * now->cols + old->cols, 0, (now->cols - old->cols) * sizeof(float));
    attn_status_clear(&f->status);
    attn_status_join(record->status, &f->status);
    return done;
}

/* ---- what is taken over ---- */

/* Whether the numbers stay where they are as long as this record lives. */
static bool lasts(const attn_record *before, const node *old)
{
    return !before->store->following->before || old->lent;
}

bool attn_lend_earlier(const attn_work *work, attn_node earlier)
{
    const attn_record *record = work->record, *before = record->store->following->before;
    const node *old = node_at(before, earlier);
    node *n = node_at(record, work->here);
    if (!as_large(&n->value, &old->value) || !old->value.data || !lasts(before, old)) return false;
    n->value.data = old->value.data;
    n->lent = true;
    if (!is_moved(work->operation)) record->store->following->taken += numbers_in(n);
    return true;
}

bool attn_earlier_room(const attn_work *work, attn_node earlier)
{
    const attn_record *record = work->record, *before = record->store->following->before;
    node *n = node_at(record, work->here);
    node *old = node_at(before, earlier);
    const bool first = !before->store->following->before; /* it keeps its own */
    const bool moved = growth_of(work->operation) == ATTN_GROWS_MOVED;
    return first || moved || !old->value.data ? attn_take_room(record, n)
                                              : attn_grow_room(record, n, before, old);
}

bool attn_grow_earlier(const attn_work *work, attn_node earlier)
{
    const attn_record *record = work->record;
    const attn_tensor *now = work->result, *then = &before_at(record, earlier)->value;
    const bool same = as_large(now, then);
    const bool moved = is_moved(work->operation);
    if (!then->data || (!same && moved && now->data != then->data)) return false;
    for (size_t i = 0; now->data != then->data && i < then->rows; i++)
        memcpy(now->data + i * now->cols, then->data + i * then->cols,
               then->cols * sizeof *now->data);
    if (!same && !compute_rest(record, work, then)) return false;
    if (!moved) record->store->following->taken += attn_tensor_size(then);
    return true;
}
