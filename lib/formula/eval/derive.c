/*
 * derive: ∂L/∂W, by going back through the record from L to W.
 *
 * A number by anything has the shape of that thing; a vector by a vector is the matrix of
 * derivatives, a row for each element of the first. What L does not depend on gives zeros.
 */
#include <string.h>

#include "formula/eval/machine.h"

/* What is derived by: the nodes that hold it, and which part of their gradients is wanted. */
typedef struct source {
    attn_node shape; /* a value of its shape, with its words */
    attn_node *nodes;
    size_t node_count;
    size_t offset, size; /* the part, in the gradients laid end to end */
    size_t total;
    float **gradients;
} source;

static bool add_source_nodes(attn_scope *scope, source *s, const family *f, long *at, size_t count)
{
    if (count == f->open.axis_count) {
        attn_node node = attn_family_element(&f->open, at);
        if (!node) return attn_fail(scope->status, ATTN_INPUT, "%s is not complete", f->open.name);
        s->nodes[s->node_count++] = node;
        s->total += attn_tensor_size(attn_shape_of(scope->record, node));
        return true;
    }
    for (size_t i = 1; i <= attn_family_extent(&f->open, count); i++) {
        at[count] = (long)i;
        if (!add_source_nodes(scope, s, f, at, count + 1)) return false;
    }
    return true;
}

/* Where in an element the subscripts after its own point to. */
static size_t part_offset(const attn_tensor *element, const long *rest, size_t count)
{
    if (count == 0) return 0;
    if (element->rank == ATTN_VECTOR) return (size_t)rest[0] - 1;
    return ((size_t)rest[0] - 1) * element->cols + (count == 2 ? (size_t)rest[1] - 1 : 0);
}

/* Of elements computed in one, the gradient of the whole is found. */
static bool part_of_whole(attn_scope *scope, const family *f, const long *at, size_t count,
                          source *s)
{
    s->nodes[s->node_count++] = f->open.whole;
    s->total = attn_tensor_size(attn_shape_of(scope->record, f->open.whole));
    s->size = attn_tensor_size(attn_shape_of(scope->record, s->shape));
    s->offset = part_offset(attn_shape_of(scope->record, f->open.whole), at, count);
    return true;
}

static bool find_source(attn_scope *scope, const attn_name *name, source *s)
{
    const bound_name *bound = name->bound;
    s->shape = attn_eval_name(scope, name);
    if (!s->shape) return false;
    if (bound->letter)
        return attn_blame_with(scope, name->start, "%s is a letter: nothing depends on it",
                               name->word);
    const family *f = attn_family_of(scope, bound);
    s->nodes =
        attn_alloc(attn_record_arena(scope->record), f->open.element_count, sizeof *s->nodes);
    if (!s->nodes) return false;
    long at[ATTN_MOST_SUBS] = {0};
    if (!attn_selector_values(scope, bound, bound->count, at)) return false;
    size_t axes = f->open.axis_count, own = bound->count < axes ? bound->count : axes;
    if (f->open.whole) return part_of_whole(scope, f, at, bound->count, s);
    long element[ATTN_MOST_SUBS];
    attn_tuple_copy(element, at, own);
    if (!add_source_nodes(scope, s, f, element, own)) return false;
    s->size = attn_tensor_size(attn_shape_of(scope->record, s->shape));
    s->offset =
        part_offset(attn_shape_of(scope->record, s->nodes[0]), at + own, bound->count - own);
    return true;
}

/* Room for the gradients of all nodes, end to end, so that a stack's lie as its rows do. */
static float *gradient_room(attn_scope *scope, source *s)
{
    float *room = attn_alloc(attn_record_arena(scope->record), s->total, sizeof *room);
    s->gradients =
        attn_alloc(attn_record_arena(scope->record), s->node_count, sizeof *s->gradients);
    if (!room || !s->gradients) return NULL;
    size_t at = 0;
    for (size_t i = 0; i < s->node_count; i++) {
        s->gradients[i] = room + at;
        at += attn_tensor_size(attn_shape_of(scope->record, s->nodes[i]));
    }
    return room;
}

/* The shape and words of the result: like `with` for a number; a row for each element of a vector.
 */
static bool result_shape(attn_scope *scope, const attn_expr *expr, const attn_tensor *of,
                         const attn_tensor *with, attn_tensor *shape)
{
    *shape = *with;
    shape->data = NULL;
    shape->words = NULL;
    shape->masked = false;
    if (of->rank == ATTN_NUMBER) return true;
    if (of->rank == ATTN_MATRIX || with->rank == ATTN_MATRIX) {
        char a[48], b[48];
        return attn_blame_with(scope, expr->start,
                               "∂ of a %s by a %s would have too many axes: derive a number by "
                               "anything, or a vector by a vector",
                               attn_tensor_shape(of, a), attn_tensor_shape(with, b));
    }
    bool by_vector = with->rank == ATTN_VECTOR;
    shape->rank = by_vector ? ATTN_MATRIX : ATTN_VECTOR;
    shape->rows = by_vector ? of->cols : 1;
    shape->cols = by_vector ? with->cols : of->cols;
    shape->row_labels = by_vector ? of->col_labels : NULL;
    shape->col_labels = by_vector ? with->col_labels : of->col_labels;
    return true;
}

attn_node attn_eval_partial(attn_scope *scope, const attn_expr *expr)
{
    source s = {0};
    attn_tensor shape;
    attn_node of = attn_eval_name(scope, expr->name);
    if (!of || !find_source(scope, expr->with, &s)) return attn_blame(scope, 0, 0, expr->start);
    if (!result_shape(scope, expr, attn_shape_of(scope->record, of),
                      attn_shape_of(scope->record, s.shape), &shape))
        return 0;
    float *room = gradient_room(scope, &s);
    attn_node result = room ? attn_record_gradient(scope->record, of, &shape) : 0;
    if (!result) return attn_blame(scope, 0, 0, expr->start);
    float *numbers = attn_record_fill(scope->record, result);
    for (size_t i = 0; i < attn_tensor_size(attn_shape_of(scope->record, of)); i++) {
        if (!attn_record_backward(scope->record, of, i, s.nodes, s.node_count, s.gradients))
            return attn_blame(scope, expr->start, expr->end, expr->start);
        memcpy(numbers + i * s.size, room + s.offset, s.size * sizeof *numbers);
    }
    size_t count = attn_tensor_size(attn_shape_of(scope->record, result));
    bool fine = attn_check_gradient(scope->status, NULL, numbers, count);
    return fine ? result : attn_blame(scope, expr->start, expr->end, expr->start);
}
