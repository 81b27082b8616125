/*
 * Operations that compute nothing: leaves, another name for a value, a value with one number
 * replaced.
 */
#include "record/operation.h"

/* Leaves are made by attn_record_leaf and carry their shape with them. */
static bool refuse(attn_work *work)
{
    return attn_fail(attn_record_status(work->record), ATTN_USAGE, "a leaf is not computed");
}

static bool shape_of_copy(attn_work *work)
{
    work->result->words = work->a->words;
    work->result->data = work->a->data;
    work->result->stored = work->a->stored;
    return attn_shape_like_first(work);
}

static bool copy_reads_stored(const attn_work *work, size_t i)
{
    (void)i;
    return work->a->data != NULL; /* it reads nothing, and shares them */
}

static attn_moved moved_by_copy(const attn_work *work, size_t place)
{
    return (attn_moved){.from = place, .count = attn_tensor_size(work->a) - place};
}

/* ---- GRADIENT: what it is a derivative of ---- */

static void refuse_backward(const attn_work *work)
{
    const char *name = attn_node_name(work->record, work->here);
    attn_fail(attn_record_status(work->record), ATTN_INPUT,
              "∂ of a derivative is not computed, and this one would run through %s: write %s as a "
              "formula without ∂, or derive by what is computed from it",
              name ? name : "another ∂", name ? name : "that");
}

/* ---- REPLACED: x, the number; params: row, column ---- */

static bool shape_of_replaced(attn_work *work)
{
    const attn_tensor *x = work->a;
    char text[48];
    if (work->params.a >= x->rows || work->params.b >= x->cols) {
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "there is no place [%zu,%zu] to replace: %s", work->params.a + 1,
                         work->params.b + 1, attn_tensor_shape(x, text));
    }
    work->result->words = x->words;
    return attn_shape_like_first(work);
}

/* The number, and what lies before and behind it. */
static attn_moved moved_by_replaced(const attn_work *work, size_t place)
{
    size_t replaced = work->params.a * work->a->cols + work->params.b;
    if (place == replaced) return (attn_moved){.operand = 1, .from = 0, .count = 1};
    return (attn_moved){.from = place,
                        .count = (place < replaced ? replaced : attn_tensor_size(work->a)) - place};
}

const attn_operation attn_operations_plain[ATTN_OP_COUNT] = {
    [ATTN_OP_GIVEN] = {.sign = "given", .shape = refuse},
    [ATTN_OP_LITERAL] = {.sign = "number", .shape = refuse},
    [ATTN_OP_GRADIENT] = {.sign = "∂",
                          .shape = refuse,
                          .backward = refuse_backward,
                          .unread = ATTN_PART_LEFT | ATTN_PART_VALUE},
    [ATTN_OP_COPY] = {.sign = "copy",
                      .grows = ATTN_GROWS_MOVED,
                      .least = 1,
                      .most = 1,
                      .shape = shape_of_copy,
                      .reads_stored = copy_reads_stored,
                      .backward = attn_move_back,
                      .keeps_weights = 1,
                      .moved = moved_by_copy},
    [ATTN_OP_REPLACED] = {.sign = "replacing",
                          .least = 2,
                          .most = 2,
                          .ranks = {0, ATTN_NUMBERS},
                          .needs = "needs a number to put in",
                          .shape = shape_of_replaced,
                          .forward = attn_move_forward,
                          .backward = attn_move_back,
                          .keeps_weights = 1,
                          .moved = moved_by_replaced},
};
