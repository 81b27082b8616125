/*
 * The product side by side: a number scales, two vectors give their inner product, matrices their
 * matrix product. A vector lies as it is needed. And the outer product.
 */
#include "record/operation.h"
#include "tensor/kernel.h"

/*
 * Every product is one of two forms, done for a number of examples:
 *   C (m×n) = X (m×k) · Y (k×n)    the right operand is a matrix; a left vector is a row
 *   C (m×n) = X (m×k) · Yᵀ, Y (n×k)  the right operand is a vector, and X is it
 * Where one side is shared by all examples, those of the other are more rows of one large product.
 */
typedef struct plan {
    bool by_transpose;  /* the second form */
    size_t left, right; /* operands that are X and Y */
    size_t m, k, n;
    size_t examples;
} plan;

static bool scales(const attn_work *work)
{
    return work->a->rank == ATTN_NUMBER || work->b->rank == ATTN_NUMBER;
}

static plan plan_of(const attn_work *work)
{
    const attn_tensor *a = work->a, *b = work->b;
    size_t examples = work->result->batch;
    plan made = {.k = a->cols, .examples = examples};
    made.by_transpose = b->rank == ATTN_VECTOR;
    made.left = made.by_transpose ? 1 : 0;
    made.right = 1 - made.left;
    made.m = made.by_transpose ? 1 : a->rows;
    made.n = made.by_transpose ? a->rows : b->cols;

    const attn_tensor *X = made.by_transpose ? b : a, *Y = made.by_transpose ? a : b;
    if (Y->batch == 1) {
        made.m *= examples;
        made.examples = 1;
    } else if (made.by_transpose && X->batch == 1) {
        made.n *= examples;
        made.examples = 1;
    }
    return made;
}

static const char *hint_for(const attn_tensor *a, const attn_tensor *b)
{
    if (b->rank == ATTN_VECTOR && a->rank == ATTN_MATRIX && a->rows == b->cols) {
        return " (transpose the matrix?)";
    }
    if (b->rank != ATTN_MATRIX) return "";
    if (a->cols == b->cols) {
        return a->rank == ATTN_VECTOR ? " (transpose the matrix?)" : " (transpose the second?)";
    }
    return a->rank == ATTN_MATRIX && a->rows == b->rows ? " (transpose the first?)" : "";
}

/* Label rule: the left's rows, the right's columns; of a vector result they are its own axis. */
static bool shape_of_product(attn_work *work)
{
    const attn_tensor *a = work->a, *b = work->b;
    if (scales(work)) return attn_shape_elementwise(work);
    size_t height = b->rank == ATTN_VECTOR ? b->cols : b->rows;
    if (a->cols != height) return attn_fail_shapes(work, "does not fit", hint_for(a, b));

    plan made;
    if (a->rank == ATTN_VECTOR && b->rank == ATTN_VECTOR) {
        attn_shape_number(work);
    } else if (b->rank == ATTN_VECTOR) {
        attn_shape_vector(work, a->rows, a->row_labels);
    } else if (a->rank == ATTN_VECTOR) {
        attn_shape_vector(work, b->cols, b->col_labels);
    } else {
        attn_shape_matrix(work, a->rows, b->cols);
        work->result->row_labels = a->row_labels;
        work->result->col_labels = b->col_labels;
    }
    made = plan_of(work);
    work->multiply_adds =
        attn_product64(attn_product64(made.m, made.n), attn_product64(made.k, made.examples));
    return true;
}

/* C (m×n) = A (m×k) · operand Y, its transpose if it lies as n×k; or C += */
static void multiply(const attn_work *work, const float *A, size_t Y, size_t example,
                     bool transposed, float *C, size_t m, size_t k, size_t n, bool add)
{
    const attn_tensor *tensor = attn_operand(work, Y);
    const float *numbers = attn_numbers(tensor, example);
    const float *panels = tensor->batch == 1 ? attn_panels(work, Y, m, k, n, transposed) : NULL;
    if (panels)
        attn_kernel_product_by_panels(A, panels, C, m, k, n, add);
    else if (transposed)
        attn_kernel_product_bt(A, numbers, C, m, k, n, add);
    else
        attn_kernel_product(A, numbers, C, m, k, n, add);
}

static bool forward_product(const attn_work *work, size_t example)
{
    if (scales(work)) return attn_times_forward(work, example);
    plan p = plan_of(work);
    for (size_t e = 0; e < p.examples; e++) {
        const float *X = attn_numbers(attn_operand(work, p.left), e);
        multiply(work, X, p.right, e, p.by_transpose, attn_result(work, e), p.m, p.k, p.n, false);
    }
    return true;
}

/* ∂Y = Xᵀ·G, or Gᵀ·X */
static void into_right(const attn_work *work, const plan *p, const float *X, const float *G,
                       size_t example)
{
    const float *A = p->by_transpose ? G : X, *B = p->by_transpose ? X : G;
    size_t rows = p->by_transpose ? p->n : p->k, cols = p->by_transpose ? p->k : p->n;
    if (attn_operand(work, p->right)->batch == 1 && p->examples == 1) {
        attn_into_product(work, p->right, A, rows, B, cols, p->m);
        return;
    }
    float *into = attn_into(work, p->right, example);
    if (into) attn_kernel_product_at(A, B, into, rows, p->m, cols, true);
}

/* C = X·Y:  ∂X = G·Yᵀ,  ∂Y = Xᵀ·G.   C = X·Yᵀ:  ∂X = G·Y,  ∂Y = Gᵀ·X. */
static void backward_example(const attn_work *work, const plan *p, size_t example)
{
    const float *X = attn_numbers(attn_operand(work, p->left), example);
    const float *G = attn_upstream(work, example);
    bool add = true, whole = p->examples == 1;
    float *into_X = whole ? attn_into_all(work, p->left, &add) : attn_into(work, p->left, example);
    if (into_X)
        multiply(work, G, p->right, example, !p->by_transpose, into_X, p->m, p->n, p->k, add);
    into_right(work, p, X, G, example);
}

static void backward_product(const attn_work *work, size_t example)
{
    if (scales(work)) {
        attn_times_backward(work, example);
        return;
    }
    plan p = plan_of(work);
    for (size_t e = 0; e < p.examples; e++) backward_example(work, &p, e);
}

static attn_calculation *write_term(attn_board *board, const attn_terms *terms, size_t k)
{
    const attn_work *work = terms->work;
    bool right_vector = work->b->rank == ATTN_VECTOR;
    size_t row = right_vector ? terms->col : terms->row; /* M v is a vector: its columns are rows */
    return attn_write_two(board, ATTN_CALCULATION_PRODUCT,
                          attn_write_operand(board, work, 0, row, k, ATTN_BINDS_PRODUCT),
                          attn_write_inner(board, work, 1, right_vector ? 0 : k,
                                           right_vector ? k : terms->col, ATTN_BINDS_PRODUCT));
}

static bool is_sum(const attn_work *work)
{
    return !scales(work) && work->a->cols > 1;
}

static attn_calculation *write_product(attn_board *board, const attn_work *work, size_t row,
                                       size_t col)
{
    attn_terms terms = {work, row, col, write_term, NULL};
    return scales(work) ? attn_times_write(board, work, row, col)
                        : attn_write_sum(board, &terms, work->a->cols);
}

/* ---- outer ---- */

static bool shape_of_outer(attn_work *work)
{
    const attn_tensor *a = work->a, *b = work->b;
    if (a->rank != ATTN_VECTOR || b->rank != ATTN_VECTOR) {
        return attn_fail_shapes(work, "needs two vectors", "");
    }
    attn_shape_matrix(work, a->cols, b->cols);
    work->result->row_labels = a->col_labels;
    work->result->col_labels = b->col_labels;
    return true;
}

static bool forward_outer(const attn_work *work, size_t example)
{
    const float *a = attn_numbers(work->a, example), *b = attn_numbers(work->b, example);
    attn_kernel_product(a, b, attn_result(work, example), work->a->cols, 1, work->b->cols, false);
    return true;
}

static void backward_outer(const attn_work *work, size_t example)
{
    size_t m = work->a->cols, n = work->b->cols;
    const float *a = attn_numbers(work->a, example), *b = attn_numbers(work->b, example);
    const float *G = attn_upstream(work, example);
    float *into_a = attn_into(work, 0, example), *into_b = attn_into(work, 1, example);
    if (into_a) attn_kernel_product_bt(b, G, into_a, 1, n, m, true);
    if (into_b) attn_kernel_product(a, G, into_b, 1, m, n, true);
}

static attn_calculation *write_outer(attn_board *board, const attn_work *work, size_t row,
                                     size_t col)
{
    return attn_write_two(board, ATTN_CALCULATION_PRODUCT,
                          attn_write_operand(board, work, 0, 0, row, ATTN_BINDS_PRODUCT),
                          attn_write_inner(board, work, 1, 0, col, ATTN_BINDS_PRODUCT));
}

const attn_operation attn_operations_product[ATTN_OP_COUNT] = {
    [ATTN_OP_PRODUCT] = {.sign = "the product",
                         .least = 2,
                         .most = 2,
                         .shape = shape_of_product,
                         .forward = forward_product,
                         .backward = backward_product,
                         .unread = ATTN_PART_VALUE,
                         .at_once = true,
                         .multiplies = true,
                         .binding = ATTN_BINDS_PRODUCT,
                         .is_sum = is_sum,
                         .write = write_product},
    [ATTN_OP_OUTER] = {.function = "outer",
                       .least = 2,
                       .most = 2,
                       .shape = shape_of_outer,
                       .forward = forward_outer,
                       .backward = backward_outer,
                       .unread = ATTN_PART_VALUE,
                       .binding = ATTN_BINDS_PRODUCT,
                       .write = write_outer},
};
