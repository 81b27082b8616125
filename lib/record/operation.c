/*
 * operation: finding an operation's entry, and what the operations share: operands, shapes, labels,
 * messages.
 */
#include "record/operation.h"

#include <string.h>

const attn_operation *attn_operation_of(attn_op op)
{
    static const attn_operation *const tables[] = {
        attn_operations_plain,       attn_operations_elementwise, attn_operations_product,
        attn_operations_shape,       attn_operations_reduce,      attn_operations_choose,
        attn_operations_standardize, attn_operations_window,
    };
    size_t last = sizeof tables / sizeof *tables - 1, i = 0;
    while (i < last && !tables[i][op].shape) i++;
    return &tables[i][op];
}

unsigned attn_flow_reads(attn_flow flow)
{
    static const unsigned parts[] = {
        [ATTN_OF_LEFT] = ATTN_PART_LEFT,
        [ATTN_OF_RIGHT] = ATTN_PART_RIGHT,
        [ATTN_OF_VALUE] = ATTN_PART_VALUE,
    };
    if (flow.slope <= ATTN_SLOPE_MINUS_ONE) return 0;
    return parts[flow.p] | (flow.slope == ATTN_SLOPE_MINUS_SHARE ? ATTN_PART_RIGHT : 0u);
}

unsigned attn_backward_reads(const attn_operation *operation)
{
    const unsigned all = ATTN_PART_LEFT | ATTN_PART_RIGHT | ATTN_PART_VALUE;
    const attn_flow *flows = operation->flows;
    if (!operation->backward || (operation->moved && !operation->moved_reads)) return 0;
    if (flows[0].slope) return attn_flow_reads(flows[0]) | attn_flow_reads(flows[1]);
    return all & ~operation->unread;
}

/* ---- functions by their name ---- */

static bool has_name(const attn_operation *operation, const char *name, size_t length)
{
    const char *function = operation->function;
    return function && strlen(function) == length && memcmp(function, name, length) == 0;
}

attn_op attn_op_find(const char *name, size_t length, size_t arguments, bool *known_name,
                     const char **arity_text)
{
    static const char *const texts[] = {
        [0] = "",         [1] = "1 value",
        [2] = "2 values", [1 | 2] = "1 or 2 values",
        [4] = "3 values", [8 | 16] = "4 or 5 values",
    };
    size_t arities = 0; /* bit n - 1: there is one with n values */
    attn_op found = (attn_op)0;
    for (int op = ATTN_OP_GIVEN; op < ATTN_OP_COUNT; op++) {
        const attn_operation *operation = attn_operation_of((attn_op)op);
        if (!has_name(operation, name, length)) continue;
        for (size_t n = operation->least; n <= operation->most; n++) {
            arities |= (size_t)1 << (n - 1);
            if (n == arguments) found = (attn_op)op;
        }
    }
    if (known_name) *known_name = arities != 0;
    if (arity_text) *arity_text = texts[arities];
    return found;
}

static bool named_before(int op)
{
    const char *name = attn_operation_of((attn_op)op)->function;
    for (int earlier = ATTN_OP_GIVEN; earlier < op; earlier++) {
        const attn_operation *other = attn_operation_of((attn_op)earlier);
        if (has_name(other, name, strlen(name))) return true;
    }
    return false;
}

const char *attn_op_function(size_t i)
{
    for (int op = ATTN_OP_GIVEN; op < ATTN_OP_COUNT; op++) {
        const char *name = attn_operation_of((attn_op)op)->function;
        if (name && !named_before(op) && i-- == 0) return name;
    }
    return NULL;
}

/* ---- operands and results ---- */

const attn_tensor *attn_operand(const attn_work *work, size_t i)
{
    return attn_shape_of(work->record, work->nodes[i]);
}

static size_t offset_in(const attn_tensor *tensor, size_t example)
{
    return tensor->batch > 1 ? example * attn_tensor_size(tensor) : 0;
}

const float *attn_numbers(const attn_work *work, size_t i)
{
    const attn_tensor *operand = attn_operand(work, i);
    return operand->data + offset_in(operand, work->example);
}

float *attn_result(const attn_work *work)
{
    return work->result->data + offset_in(work->result, work->example);
}

/* ---- messages ---- */

const char *attn_operation_title(const attn_operation *operation)
{
    return operation->function ? operation->function : operation->sign;
}

bool attn_fail_shapes(const attn_work *work, const char *what, const char *hint)
{
    char a[48], b[48];
    attn_status *status = attn_record_status(work->record);
    const char *title = attn_operation_title(work->operation);
    attn_tensor_shape(work->a, a);
    if (!work->b) return attn_fail(status, ATTN_INPUT, "%s %s: %s%s", title, what, a, hint);
    attn_tensor_shape(work->b, b);
    return attn_fail(status, ATTN_INPUT, "%s %s: %s and %s%s", title, what, a, b, hint);
}

/* ---- shapes ---- */

static bool shape(attn_work *work, attn_rank rank, size_t rows, size_t cols)
{
    work->result->rank = rank;
    work->result->rows = rows;
    work->result->cols = cols;
    return true;
}

bool attn_shape_number(attn_work *work)
{
    return shape(work, ATTN_NUMBER, 1, 1);
}

bool attn_shape_vector(attn_work *work, size_t cols, const attn_labels *labels)
{
    work->result->col_labels = labels;
    return shape(work, ATTN_VECTOR, 1, cols);
}

bool attn_shape_matrix(attn_work *work, size_t rows, const attn_labels *row_labels, size_t cols,
                       const attn_labels *col_labels)
{
    work->result->row_labels = row_labels;
    work->result->col_labels = col_labels;
    return shape(work, ATTN_MATRIX, rows, cols);
}

static bool shape_like(attn_work *work, const attn_tensor *x)
{
    work->result->row_labels = x->row_labels;
    work->result->col_labels = x->col_labels;
    return shape(work, x->rank, x->rows, x->cols);
}

bool attn_shape_like_first(attn_work *work)
{
    return shape_like(work, work->a);
}

bool attn_shape_by_row(attn_work *work)
{
    const attn_tensor *x = work->a;
    return x->rank == ATTN_VECTOR ? attn_shape_number(work)
                                  : attn_shape_vector(work, x->rows, x->row_labels);
}

static bool has_rank(const attn_tensor *x, unsigned ranks)
{
    return !x || !ranks || ranks & 1u << x->rank;
}

bool attn_find_shape(attn_work *work)
{
    const attn_operation *operation = work->operation;
    if (!has_rank(work->a, operation->ranks[0]) || !has_rank(work->b, operation->ranks[1]))
        return attn_fail_shapes(work, operation->needs, "");
    return operation->shape(work);
}

/* What the result of two operands looks like, or NULL where they do not fit. */
static const attn_tensor *wider(const attn_tensor *x, const attn_tensor *y)
{
    if (y->rank == ATTN_NUMBER) return x;
    if (x->rank == ATTN_NUMBER) return y;
    if (x->cols != y->cols) return NULL;
    if (x->rank == y->rank) return x->rows == y->rows ? x : NULL;
    return x->rank == ATTN_MATRIX ? x : y;
}

/* ---- a number for each row, put along the rows ---- */

enum { most_looked_back = 6 };

static attn_work unnamed_work(const attn_record *record, attn_node node)
{
    attn_work work = attn_work_of(record, node);
    for (int i = 0; i < most_looked_back && work.operation == attn_operation_of(ATTN_OP_COPY); i++)
        work = attn_work_of(record, work.nodes[0]);
    return work;
}

/* The same value, or one that is computed alike. */
static bool same_value(const attn_record *record, attn_node a, attn_node b, int depth)
{
    attn_work x = unnamed_work(record, a), y = unnamed_work(record, b);
    if (x.here == y.here) return true;
    bool leaf = x.operation->least == 0;
    bool alike = depth > 0 && !leaf && x.operation == y.operation && x.count == y.count &&
                 x.params.a == y.params.a && x.params.b == y.params.b;
    for (size_t i = 0; alike && i < x.count; i++)
        alike = same_value(record, x.nodes[i], y.nodes[i], depth - 1);
    return alike;
}

/* Whether the matrix is x, or made of it number by number. */
static bool has_rows_of(const attn_record *record, attn_node matrix, attn_node x, int depth)
{
    attn_work work = unnamed_work(record, matrix);
    bool found = same_value(record, matrix, x, depth);
    if (depth == 0 || work.operation->shape != attn_shape_elementwise) return found;
    for (size_t i = 0; i < work.count && !found; i++)
        found = has_rows_of(record, work.nodes[i], x, depth - 1);
    return found;
}

/* Whether the vector is sum(X), √(var(X) + ε) and the like, of the X that the matrix is made of. */
static bool is_of_rows(const attn_record *record, attn_node vector, attn_node matrix, int depth)
{
    attn_work work = unnamed_work(record, vector);
    bool found = false;
    if (work.result->rank != ATTN_VECTOR) return false; /* norm(X) fits everywhere */
    if (work.count == 1 && work.a->rank == ATTN_MATRIX && work.operation->function)
        return has_rows_of(record, matrix, work.nodes[0], depth);
    if (depth == 0 || work.operation->shape != attn_shape_elementwise) return false;
    for (size_t i = 0; i < work.count && !found; i++)
        found = is_of_rows(record, work.nodes[i], matrix, depth - 1);
    return found;
}

/* X - mean(X): where X is square it fits, and is not what was meant. */
static bool meant_columns(const attn_work *work)
{
    const attn_tensor *x = work->a, *y = work->b;
    bool left = x->rank == ATTN_MATRIX;
    if (x->rank + y->rank != ATTN_MATRIX + ATTN_VECTOR) return false;
    if ((left ? x : y)->rows != (left ? x : y)->cols) return false;
    return is_of_rows(work->record, work->nodes[left], work->nodes[!left], most_looked_back);
}

static bool shape_of_two(attn_work *work)
{
    const attn_tensor *x = work->a, *y = work->b, *like = wider(x, y);
    if (like && meant_columns(work))
        return attn_fail_shapes(work,
                                "puts a vector along each row, but this one has a number for each "
                                "row: write (Xᵀ / sum(X))ᵀ, or X / sum(Xᵀ) for the columns",
                                "");
    if (!like) {
        const attn_tensor *matrix = x->rank == ATTN_MATRIX ? x : y, *other = matrix == x ? y : x;
        bool by_columns = other->rank == ATTN_VECTOR && other->cols == matrix->rows;
        return attn_fail_shapes(
            work, "needs equal shapes, or a number, or a vector as long as the matrix's rows",
            by_columns ? " (for columns use ᵀ)" : "");
    }
    shape_like(work, like);
    work->result->row_labels = attn_labels_of_two(x->row_labels, y->row_labels);
    work->result->col_labels = attn_labels_of_two(x->col_labels, y->col_labels);
    return true;
}

bool attn_shape_elementwise(attn_work *work)
{
    return work->b ? shape_of_two(work) : attn_shape_like_first(work);
}

/* ---- labels ---- */

const attn_labels *attn_labels_of_two(const attn_labels *x, const attn_labels *y)
{
    if (!x || !y) return x ? x : y;
    return x->plain && !y->plain ? y : x;
}

const attn_labels *attn_common_words(const attn_work *work)
{
    const attn_labels *words = attn_operand(work, 0)->words;
    for (size_t i = 1; i < work->count && words; i++) {
        if (attn_operand(work, i)->words != words) words = NULL;
    }
    return words;
}

const char *attn_word_of(const attn_labels *words, float token)
{
    bool is_place = token >= 1 && token <= (float)words->count && token == (float)(size_t)token;
    return is_place ? words->words[(size_t)token - 1] : NULL;
}
