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

/* The product with a number: ⊙ of the same operands. */
static attn_work times(const attn_work *work)
{
    attn_work made = *work;
    made.operation = attn_operation_of(ATTN_OP_TIMES);
    return made;
}

static plan plan_of(const attn_work *work)
{
    const attn_tensor *a = work->a, *b = work->b;
    bool by_transpose = b->rank == ATTN_VECTOR;
    plan made = {.by_transpose = by_transpose,
                 .left = by_transpose,
                 .right = !by_transpose,
                 .m = by_transpose ? 1 : a->rows,
                 .k = a->cols,
                 .n = by_transpose ? a->rows : b->cols,
                 .examples = work->result->batch};
    bool shares_left = attn_operand(work, made.left)->batch == 1;
    if (attn_operand(work, made.right)->batch == 1)
        made.m *= made.examples;
    else if (by_transpose && shares_left)
        made.n *= made.examples;
    else
        return made;
    made.examples = 1;
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

    if (a->rank == ATTN_VECTOR && b->rank == ATTN_VECTOR)
        attn_shape_number(work);
    else if (b->rank == ATTN_VECTOR)
        attn_shape_vector(work, a->rows, a->row_labels);
    else if (a->rank == ATTN_VECTOR)
        attn_shape_vector(work, b->cols, b->col_labels);
    else
        attn_shape_matrix(work, a->rows, a->row_labels, b->cols, b->col_labels);
    plan p = plan_of(work);
    work->multiply_adds = attn_product64(attn_product64(p.m, p.n), attn_product64(p.k, p.examples));
    return true;
}

/* C = A (m×k) · operand Y as a matrix k×n, or C += */
static void multiply(const attn_work *work, attn_matrix A, size_t Y, attn_matrix B, attn_sink C)
{
    bool shared = attn_operand(work, Y)->batch == 1;
    const float *panels = shared ? attn_panels(work, Y, A.rows, B) : NULL;
    if (panels)
        attn_kernel_product_by_panels(A, panels, B.cols, C);
    else
        attn_kernel_product(A, B, C);
}

static attn_matrix left_of(const attn_work *work, const plan *p)
{
    return attn_matrix_of(attn_numbers(work, p->left), p->m, p->k);
}

/* What is read once for all rows of the other: Y, and M of M v. */
static bool reads_stored(const attn_work *work, size_t i)
{
    return !scales(work) && i == (work->b->rank != ATTN_VECTOR);
}

/* Y, or its transpose. */
static attn_matrix right_of(const attn_work *work, const plan *p)
{
    if (attn_is_stored(work, p->right)) {
        const attn_matrix stored = attn_as_stored(work, p->right);
        return p->by_transpose ? attn_transpose_of(stored) : stored;
    }
    const float *Y = attn_numbers(work, p->right);
    return p->by_transpose ? attn_transpose_of(attn_matrix_of(Y, p->n, p->k))
                           : attn_matrix_of(Y, p->k, p->n);
}

static bool forward_product(const attn_work *work)
{
    attn_work one = scales(work) ? times(work) : *work;
    if (scales(work)) return one.operation->forward(&one);
    plan p = plan_of(work);
    for (; one.example < p.examples; one.example++)
        multiply(&one, left_of(&one, &p), p.right, right_of(&one, &p),
                 (attn_sink){attn_result(&one), false});
    return true;
}

/* C = X·Y:  ∂X = G·Yᵀ,  ∂Y = Xᵀ·G.   C = X·Yᵀ:  ∂X = G·Y,  ∂Y = Gᵀ·X. */
static void backward_example(const attn_work *work, const plan *p)
{
    attn_matrix X = left_of(work, p), Y = right_of(work, p);
    attn_matrix G = attn_matrix_of(attn_upstream(work), p->m, p->n);
    bool whole = p->examples == 1;
    attn_sink into_X =
        whole ? attn_into_all(work, p->left) : (attn_sink){attn_into(work, p->left), true};
    if (into_X.into) multiply(work, G, p->right, attn_transpose_of(Y), into_X);
    attn_matrix A = p->by_transpose ? G : X, B = p->by_transpose ? X : G;
    if (whole && attn_operand(work, p->right)->batch == 1) {
        attn_into_product(work, p->right, A, B);
        return;
    }
    float *into_Y = attn_into(work, p->right);
    if (into_Y) attn_kernel_product(attn_transpose_of(A), B, (attn_sink){into_Y, true});
}

static void backward_product(const attn_work *work)
{
    attn_work one = scales(work) ? times(work) : *work;
    plan p = plan_of(work);
    if (scales(work)) one.operation->backward(&one);
    for (; one.example < p.examples && !scales(work); one.example++) backward_example(&one, &p);
}

static attn_calculation *write_product_of(attn_board *board, const attn_work *work, attn_cell left,
                                          attn_cell right)
{
    return attn_write_two(board, ATTN_CALCULATION_PRODUCT,
                          attn_write_operand(board, work, 0, left, ATTN_BINDS_PRODUCT),
                          attn_write_inner(board, work, 1, right, ATTN_BINDS_PRODUCT));
}

/* Of M v, a vector, the columns are the rows of M. */
static attn_calculation *write_term(attn_board *board, const attn_terms *terms, size_t k)
{
    const attn_work *work = terms->work;
    attn_cell at = terms->at;
    bool vector = work->b->rank == ATTN_VECTOR;
    return write_product_of(board, work, (attn_cell){vector ? at.col : at.row, k},
                            vector ? (attn_cell){0, k} : (attn_cell){k, at.col});
}

static bool is_sum(const attn_work *work)
{
    return !scales(work) && work->a->cols > 1;
}

static attn_calculation *write_product(attn_board *board, const attn_work *work, attn_cell at)
{
    attn_terms terms = {work, at, write_term, NULL};
    return scales(work) ? write_product_of(board, work, at, at)
                        : attn_write_sum(board, &terms, work->a->cols);
}

/* ---- outer ---- */

static bool shape_of_outer(attn_work *work)
{
    const attn_tensor *a = work->a, *b = work->b;
    return attn_shape_matrix(work, a->cols, a->col_labels, b->cols, b->col_labels);
}

static attn_matrix column(const attn_work *work, size_t i)
{
    return attn_matrix_of(attn_numbers(work, i), attn_operand(work, i)->cols, 1);
}

static bool forward_outer(const attn_work *work)
{
    attn_kernel_product(column(work, 0), attn_transpose_of(column(work, 1)),
                        (attn_sink){attn_result(work), false});
    return true;
}

static void backward_outer(const attn_work *work)
{
    attn_matrix G = attn_matrix_of(attn_upstream(work), work->a->cols, work->b->cols);
    float *into_a = attn_into(work, 0), *into_b = attn_into(work, 1);
    if (into_a)
        attn_kernel_product(attn_transpose_of(column(work, 1)), attn_transpose_of(G),
                            (attn_sink){into_a, true});
    if (into_b)
        attn_kernel_product(attn_transpose_of(column(work, 0)), G, (attn_sink){into_b, true});
}

static attn_calculation *write_outer(attn_board *board, const attn_work *work, attn_cell at)
{
    return write_product_of(board, work, (attn_cell){0, at.row}, (attn_cell){0, at.col});
}

const attn_operation attn_operations_product[ATTN_OP_COUNT] = {
    [ATTN_OP_PRODUCT] = {.sign = "the product",
                         .grows = ATTN_GROWS_PRODUCT,
                         .least = 2,
                         .most = 2,
                         .shape = shape_of_product,
                         .forward = forward_product,
                         .reads_stored = reads_stored,
                         .backward = backward_product,
                         .unread = ATTN_PART_VALUE,
                         .at_once = true,
                         .multiplies = true,
                         .binding = ATTN_BINDS_PRODUCT,
                         .is_sum = is_sum,
                         .write = write_product},
    [ATTN_OP_OUTER] = {.function = "outer",
                       .grows = ATTN_GROWS_MOVED,
                       .least = 2,
                       .most = 2,
                       .ranks = {ATTN_VECTORS, ATTN_VECTORS},
                       .needs = "needs two vectors",
                       .shape = shape_of_outer,
                       .forward = forward_outer,
                       .backward = backward_outer,
                       .unread = ATTN_PART_VALUE,
                       .binding = ATTN_BINDS_PRODUCT,
                       .write = write_outer},
};
