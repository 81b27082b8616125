/*
 * Operations that compute nothing: leaves, another name for a value, a value with one number
 * replaced.
 */
#include <string.h>

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
    return attn_shape_like(work, work->a);
}

static void backward_copy(const attn_work *work, size_t example)
{
    const float *g = attn_upstream(work, example);
    float *into = attn_into(work, 0, example);
    for (size_t i = 0; i < attn_tensor_size(work->result); i++) into[i] += g[i];
}

static size_t source_of_copy(const attn_work *work, size_t *row, size_t *col)
{
    (void)work, (void)row, (void)col; /* the same place of the only operand */
    return 0;
}

/* ---- GRADIENT: what it is a derivative of ---- */

static void refuse_backward(const attn_work *work, size_t example)
{
    const char *name = attn_node_name(work->record, work->here);
    (void)example;
    attn_fail(attn_record_status(work->record), ATTN_INPUT,
              "∂ is not taken of a derivative, and this one would run through %s: write %s as a "
              "formula without ∂, or derive by what is computed from it",
              name ? name : "another ∂", name ? name : "that");
}

/* ---- REPLACED: x, the number; params: row, column ---- */

static size_t replaced_place(const attn_work *work)
{
    return work->params.a * work->a->cols + work->params.b;
}

static bool shape_of_replaced(attn_work *work)
{
    const attn_tensor *x = work->a;
    if (work->b->rank != ATTN_NUMBER) {
        return attn_fail_shapes(work, "needs a number to put in", "");
    }
    if (work->params.a >= x->rows || work->params.b >= x->cols) {
        char text[48];
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "there is no place [%zu,%zu] to replace: %s", work->params.a + 1,
                         work->params.b + 1, attn_tensor_shape(x, text));
    }
    work->result->words = x->words;
    return attn_shape_like(work, x);
}

static bool forward_replaced(const attn_work *work, size_t example)
{
    float *y = attn_result(work, example);
    memcpy(y, attn_numbers(work->a, example), attn_tensor_size(work->a) * sizeof *y);
    y[replaced_place(work)] = *attn_numbers(work->b, example);
    return true;
}

static void backward_replaced(const attn_work *work, size_t example)
{
    const float *g = attn_upstream(work, example);
    float *into_x = attn_into(work, 0, example), *into_number = attn_into(work, 1, example);
    size_t place = replaced_place(work);
    for (size_t i = 0; i < attn_tensor_size(work->a) && into_x; i++) {
        if (i != place) into_x[i] += g[i];
    }
    if (into_number) *into_number += g[place];
}

static size_t source_of_replaced(const attn_work *work, size_t *row, size_t *col)
{
    bool replaced = *row == work->params.a && *col == work->params.b;
    if (replaced) *row = *col = 0;
    return replaced ? 1 : 0;
}

const attn_operation attn_operations_plain[ATTN_OP_COUNT] = {
    [ATTN_OP_GIVEN] = {.sign = "given", .shape = refuse},
    [ATTN_OP_LITERAL] = {.sign = "number", .shape = refuse},
    [ATTN_OP_GRADIENT] = {.sign = "∂",
                          .shape = refuse,
                          .backward = refuse_backward,
                          .unread = ATTN_PART_LEFT | ATTN_PART_VALUE},
    [ATTN_OP_COPY] = {.sign = "copy",
                      .least = 1,
                      .most = 1,
                      .shape = shape_of_copy,
                      .backward = backward_copy,
                      .keeps_weights = true,
                      .source = source_of_copy},
    [ATTN_OP_REPLACED] = {.sign = "replacing",
                          .least = 2,
                          .most = 2,
                          .shape = shape_of_replaced,
                          .forward = forward_replaced,
                          .backward = backward_replaced,
                          .keeps_weights = true,
                          .source = source_of_replaced},
};
