/*
 * Elementwise operations: one number of the result from one number of each operand.
 *
 * Each gives its value and its slopes for single numbers; the loops over elements, rows and
 * examples are shared. Slopes are what they are:
 *   at a kink, where they differ to the left and to the right, one of the two or, of |x|, the 0
 *   between them; at a jump 0, as on both sides of it;
 *   infinite where they are (√x at 0), and no number where there is none.
 * Who asked for the gradient judges what comes of it (attn_check_gradient).
 */
#include <math.h>
#include <string.h>

#include "record/operation.h"
#include "tensor/kernel.h"

/* ---- by kernels: the whole result at once ---- */

/* How far an operand moves when the result moves by so much: 0 where it is stretched. */
typedef struct steps {
    size_t example, row, col;
} steps;

static steps steps_of(const attn_tensor *x, const attn_tensor *result)
{
    steps s = {.example = x->batch > 1 ? attn_tensor_size(x) : 0};
    if (x->rank == ATTN_NUMBER) return s;
    bool each_row = x->rank == ATTN_VECTOR && result->rank == ATTN_MATRIX;
    s.row = each_row ? 0 : x->cols;
    s.col = 1;
    return s;
}

static size_t numbers_in(const attn_tensor *x)
{
    return attn_tensor_size(x) * x->batch;
}

/* A result as runs of n numbers, as long as both operands allow. */
typedef struct walk {
    size_t examples, rows, n;
    steps x, y; /* of one operand, y is x */
} walk;

/* Runs that lie one behind the other become one. */
static bool joins(size_t outer, size_t inner, size_t n)
{
    return outer == n * inner;
}

static void join_rows(walk *w)
{
    if (w->n == 1 && w->rows > 1) {
        w->x.col = w->x.row;
        w->y.col = w->y.row;
    } else if (w->rows > 1 &&
               !(joins(w->x.row, w->x.col, w->n) && joins(w->y.row, w->y.col, w->n))) {
        return;
    }
    w->n *= w->rows;
    w->rows = 1;
}

static void join_examples(walk *w)
{
    if (w->rows > 1) {
        if (!joins(w->x.example, w->x.row, w->rows) || !joins(w->y.example, w->y.row, w->rows))
            return;
        w->rows *= w->examples;
    } else if (w->n == 1) {
        w->x.col = w->x.example;
        w->y.col = w->y.example;
        w->n = w->examples;
    } else if (joins(w->x.example, w->x.col, w->n) && joins(w->y.example, w->y.col, w->n)) {
        w->n *= w->examples;
    } else {
        return;
    }
    w->examples = 1;
}

static walk walk_of(const attn_work *work)
{
    const attn_tensor *result = work->result;
    walk w = {.examples = result->batch, .rows = result->rows, .n = result->cols};
    w.x = steps_of(work->a, result);
    w.y = work->b ? steps_of(work->b, result) : w.x;
    join_rows(&w);
    if (w.examples > 1) join_examples(&w);
    return w;
}

/* Numbers of a few short runs: what is the same for each of them is written out so often. */
enum { ROOM = 1024, SHORT = ROOM / 4 };

/* How many runs are taken at once. */
static size_t runs_at_once(const walk *w)
{
    if (w->n >= SHORT || w->rows == 1) return 1;
    return w->rows < ROOM / w->n ? w->rows : ROOM / w->n;
}

/* An operand's numbers for the runs of an example, from the first one on. */
typedef struct operand_runs {
    const float *at;
    size_t step, next; /* from number to number, from run to run */
    bool repeats;      /* each run is the first, written out in the room */
    float room[ROOM];
} operand_runs;

static void find_runs(operand_runs *s, const attn_tensor *x, steps by, const walk *w,
                      size_t example)
{
    size_t runs = runs_at_once(w);
    s->at = x->data + example * by.example;
    s->step = by.col;
    s->next = by.row;
    s->repeats = runs > 1 && by.row == 0 && by.col == 1;
    if (!s->repeats) return;
    memcpy(s->room, s->at, w->n * sizeof *s->at);
    for (size_t have = w->n, all = runs * w->n; have < all; have *= 2) {
        memcpy(s->room + have, s->room, (have < all - have ? have : all - have) * sizeof *s->at);
    }
    s->at = s->room;
}

static void compute_each(const attn_work *work, attn_each f)
{
    operand_runs x, y;
    walk w = walk_of(work);
    const attn_tensor *right = work->b ? work->b : work->a;
    size_t at_once = runs_at_once(&w);
    float *z = work->result->data;
    for (size_t e = 0; e < w.examples; e++) {
        find_runs(&x, work->a, w.x, &w, e);
        find_runs(&y, right, w.y, &w, e);
        for (size_t i = 0; i < w.rows; i += at_once) {
            size_t n = (w.rows - i < at_once ? w.rows - i : at_once) * w.n;
            attn_kernel_each(f, x.at + i * x.next, x.step, y.at + i * y.next, y.step, z, n);
            z += n;
        }
    }
}

static bool forward_each(const attn_work *work, size_t example)
{
    (void)example;
    compute_each(work, work->operation->each);
    return true;
}

/* A few runs on their way back. */
typedef struct flow {
    attn_slope slope;
    const float *g, *p, *q;
    size_t p_step, q_step;
} flow;

/* To what is stretched: a number, or a run of `width`, is met again and again, in order. */
static void add_up(const flow *f, size_t n, float *into, size_t width)
{
    for (size_t from = 0; from < n; from += ROOM / width * width) {
        float some[ROOM];
        size_t count = n - from < ROOM / width * width ? n - from : ROOM / width * width;
        attn_kernel_slope(f->slope, f->g + from, f->p + from * f->p_step, f->p_step,
                          f->q + from * f->q_step, f->q_step, some, false, count);
        for (size_t i = 0; i < count; i += width) {
            for (size_t j = 0; j < width; j++) into[j] += some[i + j];
        }
    }
}

/* Where a gradient goes: with add it is added to what is there. */
typedef struct destination {
    float *into;
    bool add;
} destination;

/* The gradient of one operand: of a stretched one, the sum over all it was stretched to. */
static void flow_runs(const attn_work *work, const walk *w, size_t example, size_t to, attn_flow by,
                      destination all)
{
    enum { worth_a_call = 32 };
    operand_runs x, y, z; /* z: the value; or what arrives, where a slope asks for none */
    unsigned reads = attn_flow_reads(by);
    steps own = to == 0 ? w->x : w->y;
    float *into = all.into + example * own.example;
    size_t at_once = runs_at_once(w), before = example * w->rows * w->n;
    const float *g = attn_upstream(work, 0) + before;
    if (reads & ATTN_PART_LEFT) find_runs(&x, work->a, w->x, w, example);
    if (reads & ATTN_PART_RIGHT) find_runs(&y, work->b ? work->b : work->a, w->y, w, example);
    z.at = reads & ATTN_PART_VALUE ? work->result->data + before : g;
    z.step = 1;
    z.next = w->n;
    z.repeats = false;
    bool meets_again = own.row == 0 && own.col == 1 && at_once > 1;
    if (meets_again && w->n >= worth_a_call) at_once = 1;
    const operand_runs *p = !reads || by.p == ATTN_OF_VALUE ? &z : by.p == ATTN_OF_LEFT ? &x : &y;
    const operand_runs *q = reads & ATTN_PART_RIGHT ? &y : &z;
    for (size_t i = 0; i < w->rows; i += at_once) {
        size_t n = (w->rows - i < at_once ? w->rows - i : at_once) * w->n;
        flow f = {.slope = by.slope, .g = g + i * w->n, .p_step = p->step, .q_step = q->step};
        f.p = p->at + (p->repeats ? 0 : i * p->next);
        f.q = q->at + (q->repeats ? 0 : i * q->next);
        if (own.col == 0)
            add_up(&f, n, into + i * own.row, 1);
        else if (meets_again && at_once > 1)
            add_up(&f, n, into, w->n);
        else
            attn_kernel_slope(f.slope, f.g, f.p, f.p_step, f.q, f.q_step, into + i * own.row,
                              all.add, n);
    }
}

static void flow_to(const attn_work *work, size_t to, attn_flow by)
{
    walk w = walk_of(work);
    bool stretched = (to == 0 ? w.x : w.y).col == 0;
    bool whole = !stretched && numbers_in(attn_operand(work, to)) == numbers_in(work->result);
    destination all = {.add = true};
    all.into = whole ? attn_into_all(work, to, &all.add) : attn_into(work, to, 0);
    for (size_t e = 0; all.into && e < w.examples; e++) {
        flow_runs(work, &w, e, to, by, all);
    }
}

static void backward_each(const attn_work *work, size_t example)
{
    (void)example;
    for (size_t side = 0; side < work->count; side++) {
        flow_to(work, side, work->operation->flows[side]);
    }
}

bool attn_times_forward(const attn_work *work, size_t example)
{
    (void)example;
    compute_each(work, ATTN_EACH_TIMES);
    return true;
}

void attn_times_backward(const attn_work *work, size_t example)
{
    (void)example;
    flow_to(work, 0, (attn_flow){ATTN_SLOPE_ITSELF, ATTN_OF_RIGHT});
    flow_to(work, 1, (attn_flow){ATTN_SLOPE_ITSELF, ATTN_OF_LEFT});
}

/* ---- by functions of single numbers ---- */

static bool forward_one(const attn_work *work, size_t example)
{
    const float *x = work->a->data;
    float *y = work->result->data;
    (void)example;
    for (size_t i = 0; i < numbers_in(work->result); i++) y[i] = work->operation->of_one(x[i]);
    return true;
}

/* Where nothing arrives from above, nothing flows on: so 0 · ∞ stays 0. */
static void backward_one(const attn_work *work, size_t example)
{
    const float *x = work->a->data, *y = work->result->data, *g = attn_upstream(work, 0);
    float *into = attn_into(work, 0, 0);
    (void)example;
    for (size_t i = 0; i < numbers_in(work->result); i++) {
        if (g[i] != 0) into[i] += g[i] * work->operation->slope_of_one(x[i], y[i]);
    }
}

static bool forward_by(const attn_work *work, size_t example, float (*of_two)(float, float))
{
    const float *x = attn_numbers(work->a, example), *y = attn_numbers(work->b, example);
    float *z = attn_result(work, example);
    const attn_tensor *result = work->result;
    steps x_step = steps_of(work->a, result), y_step = steps_of(work->b, result);
    for (size_t i = 0; i < result->rows; i++) {
        const float *x_i = x + i * x_step.row, *y_i = y + i * y_step.row;
        float *z_i = z + i * result->cols;
        for (size_t j = 0; j < result->cols; j++) {
            z_i[j] = of_two(x_i[j * x_step.col], y_i[j * y_step.col]);
        }
    }
    return true;
}

static bool forward_two(const attn_work *work, size_t example)
{
    return forward_by(work, example, work->operation->of_two);
}

/* The gradient of one of two operands: of a stretched one, the sum over all it was stretched to. */
static void backward_side(const attn_work *work, size_t example, size_t side,
                          float (*slope)(float, float, float))
{
    float *into = attn_into(work, side, example);
    if (!into) return;
    const float *x = attn_numbers(work->a, example), *y = attn_numbers(work->b, example);
    const float *z = attn_result(work, example), *g = attn_upstream(work, example);
    const attn_tensor *result = work->result;
    steps x_step = steps_of(work->a, result), y_step = steps_of(work->b, result);
    steps own = side == 0 ? x_step : y_step;
    for (size_t i = 0; i < result->rows; i++) {
        for (size_t j = 0; j < result->cols; j++) {
            size_t ij = i * result->cols + j;
            float x_ij = x[i * x_step.row + j * x_step.col];
            float y_ij = y[i * y_step.row + j * y_step.col];
            float by = g[ij] != 0 ? slope(x_ij, y_ij, z[ij]) : 0;
            bool moves = g[ij] != 0 && (by != 0 || !work->operation->chooses);
            if (moves) into[i * own.row + j * own.col] += g[ij] * by;
        }
    }
}

static void backward_two(const attn_work *work, size_t example)
{
    for (size_t side = 0; side < 2; side++) {
        backward_side(work, example, side, work->operation->slopes_of_two[side]);
    }
}

/* ---- two operands: values and slopes ---- */

static float power(float x, float y)
{
    return (float)pow((double)x, (double)y);
}

static float power_left(float x, float y, float z) /* y·x^(y−1) */
{
    (void)z;
    return y == 0 ? 0 : (float)((double)y * pow((double)x, (double)y - 1));
}

static float power_right(float x, float y, float z) /* x^y · ln x; 0^y is 0 for y above 0 */
{
    return x == 0 && y > 0 ? 0 : (float)((double)z * log((double)x));
}

static float min_of(float x, float y)
{
    return x <= y ? x : y;
}

static float max_of(float x, float y)
{
    return x >= y ? x : y;
}

/* Of min and max: all flows to the operand that is the value, to the left one of equal ones. */
static float chosen_left(float x, float y, float z)
{
    (void)y;
    return z == x;
}

static float chosen_right(float x, float y, float z)
{
    (void)y;
    return z != x;
}

static float less(float x, float y)
{
    return x < y;
}

static float less_equal(float x, float y)
{
    return x <= y;
}

static float greater(float x, float y)
{
    return x > y;
}

static float greater_equal(float x, float y)
{
    return x >= y;
}

static float equal(float x, float y)
{
    return x == y;
}

/* Tokens of two vocabularies are equal if their words are. */
static bool forward_equal(const attn_work *work, size_t example)
{
    const attn_labels *x_words = work->a->words, *y_words = work->b->words;
    if (!x_words || !y_words || x_words == y_words) return forward_two(work, example);
    const attn_tensor *result = work->result;
    const float *x = attn_numbers(work->a, example), *y = attn_numbers(work->b, example);
    float *z = attn_result(work, example);
    steps x_step = steps_of(work->a, result), y_step = steps_of(work->b, result);
    for (size_t i = 0; i < result->rows; i++) {
        for (size_t j = 0; j < result->cols; j++) {
            const char *left = attn_word_of(x_words, x[i * x_step.row + j * x_step.col]);
            const char *right = attn_word_of(y_words, y[i * y_step.row + j * y_step.col]);
            z[i * result->cols + j] = left && right && strcmp(left, right) == 0;
        }
    }
    return true;
}

/* ---- one operand: values and slopes ---- */

static bool forward_exp(const attn_work *work, size_t example)
{
    (void)example;
    attn_kernel_exp(work->a->data, work->result->data, numbers_in(work->a));
    return true;
}

static float log_of(float x)
{
    return (float)log((double)x);
}

static float abs_slope(float x, float y)
{
    (void)y;
    return (float)(x > 0) - (float)(x < 0);
}

static float sin_of(float x)
{
    return (float)sin((double)x);
}

static float sin_slope(float x, float y)
{
    (void)y;
    return (float)cos((double)x);
}

static float cos_of(float x)
{
    return (float)cos((double)x);
}

static float cos_slope(float x, float y)
{
    (void)y;
    return (float)-sin((double)x);
}

static double normal_below(double x) /* the share of the normal distribution below x */
{
    return 0.5 * (1 + erf(x * 0.70710678118654752440));
}

static float gelu_of(float x) /* x · Φ(x) */
{
    return isinf(x) && x < 0 ? 0 : (float)((double)x * normal_below((double)x));
}

static float gelu_slope(float x, float y) /* Φ(x) + x·φ(x) */
{
    (void)y;
    double density = 0.39894228040143267794 * exp(-0.5 * (double)x * (double)x);
    return (float)(normal_below((double)x) + (density > 0 ? (double)x * density : 0));
}

/* ---- on the board ---- */

/*
 * a + b − c is one sum, though the record holds it as (a + b) − c: the links of this chain, from
 * the last term back to the first.
 */
typedef struct chain {
    attn_work work;
    size_t row, col;
} chain;

static bool is_link(const attn_work *work)
{
    return work->operation->each == ATTN_EACH_ADD || work->operation->each == ATTN_EACH_SUBTRACT;
}

static bool next_link(chain *at)
{
    attn_node left = at->work.nodes[0];
    attn_work below = attn_work_of(at->work.record, left);
    if (attn_node_name(at->work.record, left) || !is_link(&below)) return false;
    attn_stretched(&at->work, 0, &at->row, &at->col);
    at->work = below;
    return true;
}

static attn_calculation *write_link(attn_board *board, const attn_terms *terms, size_t k)
{
    size_t count = *(const size_t *)terms->more;
    chain at = {*terms->work, terms->row, terms->col};
    for (size_t i = count - 1; i > (k > 0 ? k : 1); i--) next_link(&at);
    if (k == 0 || at.work.operation->each == ATTN_EACH_ADD)
        return attn_write_operand(board, &at.work, k > 0, at.row, at.col, ATTN_BINDS_SUM);
    return attn_write_one(
        board, ATTN_CALCULATION_NEGATIVE,
        attn_write_inner(board, &at.work, 1, at.row, at.col, ATTN_BINDS_QUOTIENT));
}

static attn_calculation *write_chain(attn_board *board, const attn_work *work, size_t row,
                                     size_t col)
{
    chain at = {*work, row, col};
    size_t count = 2;
    while (next_link(&at)) count++;
    attn_terms terms = {work, row, col, write_link, &count};
    return attn_write_sum(board, &terms, count);
}

attn_calculation *attn_times_write(attn_board *board, const attn_work *work, size_t row, size_t col)
{
    return attn_write_two(board, ATTN_CALCULATION_PRODUCT,
                          attn_write_operand(board, work, 0, row, col, ATTN_BINDS_PRODUCT),
                          attn_write_inner(board, work, 1, row, col, ATTN_BINDS_PRODUCT));
}

static attn_calculation *write_divide(attn_board *board, const attn_work *work, size_t row,
                                      size_t col)
{
    return attn_write_two(board, ATTN_CALCULATION_QUOTIENT,
                          attn_write_operand(board, work, 0, row, col, ATTN_BINDS_PRODUCT),
                          attn_write_inner(board, work, 1, row, col, ATTN_BINDS_POWER));
}

static attn_calculation *write_power(attn_board *board, const attn_work *work, size_t row,
                                     size_t col)
{
    return attn_write_two(board, ATTN_CALCULATION_POWER,
                          attn_write_inner(board, work, 0, row, col, ATTN_BINDS_ATOM),
                          attn_write_inner(board, work, 1, row, col, ATTN_BINDS_ATOM));
}

static attn_calculation *write_comparison(attn_board *board, const attn_work *work, size_t row,
                                          size_t col)
{
    attn_calculation *made =
        attn_write_two(board, ATTN_CALCULATION_COMPARISON,
                       attn_write_operand(board, work, 0, row, col, ATTN_BINDS_SUM),
                       attn_write_operand(board, work, 1, row, col, ATTN_BINDS_SUM));
    if (made) made->text = work->operation->sign;
    return made;
}

static attn_calculation *write_negative(attn_board *board, const attn_work *work, size_t row,
                                        size_t col)
{
    return attn_write_one(board, ATTN_CALCULATION_NEGATIVE,
                          attn_write_inner(board, work, 0, row, col, ATTN_BINDS_PRODUCT));
}

static attn_calculation *write_root(attn_board *board, const attn_work *work, size_t row,
                                    size_t col)
{
    return attn_write_one(board, ATTN_CALCULATION_ROOT,
                          attn_write_inner(board, work, 0, row, col, ATTN_BINDS_ATOM));
}

static attn_calculation *write_argument(attn_board *board, const attn_terms *terms, size_t k)
{
    return attn_write_operand(board, terms->work, k, terms->row, terms->col, ATTN_BINDS_COMPARISON);
}

/* "tanh(x)", "max(x, y)" */
static attn_calculation *write_call(attn_board *board, const attn_work *work, size_t row,
                                    size_t col)
{
    attn_terms arguments = {work, row, col, write_argument, NULL};
    return attn_write_call(board, work->operation->function, &arguments, work->count);
}

/* ---- the table ---- */

#define TWO                                                                                        \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .forward = forward_two,                \
    .backward = backward_two
#define COMPARISON                                                                                 \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .unmasks = true,                       \
    .binding = ATTN_BINDS_COMPARISON, .write = write_comparison
#define EACH_OF_TWO(f, to_left, left_by, to_right, right_by)                                       \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .forward = forward_each,               \
    .backward = backward_each, .at_once = true, .each = f,                                         \
    .flows = {{to_left, left_by}, {to_right, right_by}}
#define ONE                                                                                        \
    .least = 1, .most = 1, .shape = attn_shape_elementwise, .forward = forward_one,                \
    .backward = backward_one, .at_once = true
#define ONE_BY_SLOPE(slope, by)                                                                    \
    .least = 1, .most = 1, .shape = attn_shape_elementwise, .forward = forward_one,                \
    .backward = backward_each, .at_once = true, .flows = {{slope, by}}
#define EACH_OF_ONE(f, slope, by)                                                                  \
    .least = 1, .most = 1, .shape = attn_shape_elementwise, .forward = forward_each,               \
    .backward = backward_each, .at_once = true, .each = f, .flows = {{slope, by}}
#define CALL .binding = ATTN_BINDS_ATOM, .write = write_call

const attn_operation attn_operations_elementwise[ATTN_OP_COUNT] = {
    [ATTN_OP_ADD] = {.sign = "+",
                     EACH_OF_TWO(ATTN_EACH_ADD, ATTN_SLOPE_ONE, ATTN_OF_VALUE, ATTN_SLOPE_ONE,
                                 ATTN_OF_VALUE),
                     .binding = ATTN_BINDS_SUM,
                     .write = write_chain},
    [ATTN_OP_SUBTRACT] = {.sign = "-",
                          EACH_OF_TWO(ATTN_EACH_SUBTRACT, ATTN_SLOPE_ONE, ATTN_OF_VALUE,
                                      ATTN_SLOPE_MINUS_ONE, ATTN_OF_VALUE),
                          .binding = ATTN_BINDS_SUM,
                          .write = write_chain},
    [ATTN_OP_TIMES] = {.sign = "⊙",
                       EACH_OF_TWO(ATTN_EACH_TIMES, ATTN_SLOPE_ITSELF, ATTN_OF_RIGHT,
                                   ATTN_SLOPE_ITSELF, ATTN_OF_LEFT),
                       .binding = ATTN_BINDS_PRODUCT,
                       .write = attn_times_write},
    [ATTN_OP_DIVIDE] = {.sign = "/",
                        EACH_OF_TWO(ATTN_EACH_DIVIDE, ATTN_SLOPE_INVERSE, ATTN_OF_RIGHT,
                                    ATTN_SLOPE_MINUS_SHARE, ATTN_OF_VALUE),
                        .infinite_because = "a division by 0, or by too small a number",
                        .binding = ATTN_BINDS_QUOTIENT,
                        .write = write_divide},
    [ATTN_OP_POWER] = {.sign = "^",
                       TWO,
                       .of_two = power,
                       .slopes_of_two = {power_left, power_right},
                       .infinite_because = "a negative number has whole powers only, 0 has no "
                                           "negative ones, and none may be too large",
                       .binding = ATTN_BINDS_POWER,
                       .write = write_power},
    [ATTN_OP_MIN] = {.function = "min",
                     TWO,
                     .of_two = min_of,
                     .slopes_of_two = {chosen_left, chosen_right},
                     .chooses = true,
                     CALL},
    [ATTN_OP_MAX2] = {.function = "max",
                      TWO,
                      .of_two = max_of,
                      .slopes_of_two = {chosen_left, chosen_right},
                      .chooses = true,
                      CALL},

    [ATTN_OP_LESS] = {.sign = "<", COMPARISON, .of_two = less, .forward = forward_two},
    [ATTN_OP_LESS_EQUAL] = {.sign = "≤", COMPARISON, .of_two = less_equal, .forward = forward_two},
    [ATTN_OP_GREATER] = {.sign = ">", COMPARISON, .of_two = greater, .forward = forward_two},
    [ATTN_OP_GREATER_EQUAL] = {.sign = "≥",
                               COMPARISON,
                               .of_two = greater_equal,
                               .forward = forward_two},
    [ATTN_OP_EQUAL] = {.sign = "==", COMPARISON, .of_two = equal, .forward = forward_equal},

    [ATTN_OP_NEGATIVE] = {.sign = "-",
                          EACH_OF_ONE(ATTN_EACH_NEGATIVE, ATTN_SLOPE_MINUS_ONE, ATTN_OF_VALUE),
                          .binding = ATTN_BINDS_PRODUCT,
                          .write = write_negative},
    [ATTN_OP_EXP] = {.function = "exp",
                     .least = 1,
                     .most = 1,
                     .shape = attn_shape_elementwise,
                     .forward = forward_exp,
                     .backward = backward_each,
                     .at_once = true,
                     .flows = {{ATTN_SLOPE_ITSELF, ATTN_OF_VALUE}},
                     .infinite_because = "exp of more than 88.7 is too large a number",
                     CALL},
    [ATTN_OP_LOG] = {.function = "log",
                     ONE_BY_SLOPE(ATTN_SLOPE_INVERSE, ATTN_OF_LEFT),
                     .of_one = log_of,
                     .infinite_because = "only numbers above 0 have a logarithm",
                     CALL},
    [ATTN_OP_SQRT] = {.function = "sqrt",
                      ONE_BY_SLOPE(ATTN_SLOPE_ROOT, ATTN_OF_VALUE),
                      .of_one = sqrtf,
                      .infinite_because = "a negative number has no root",
                      .binding = ATTN_BINDS_ATOM,
                      .write = write_root},
    [ATTN_OP_ABS] = {.function = "abs", ONE, .of_one = fabsf, .slope_of_one = abs_slope, CALL},
    [ATTN_OP_SIN] = {.function = "sin", ONE, .of_one = sin_of, .slope_of_one = sin_slope, CALL},
    [ATTN_OP_COS] = {.function = "cos", ONE, .of_one = cos_of, .slope_of_one = cos_slope, CALL},
    [ATTN_OP_TANH] = {.function = "tanh",
                      EACH_OF_ONE(ATTN_EACH_TANH, ATTN_SLOPE_TANH, ATTN_OF_VALUE),
                      CALL},
    [ATTN_OP_SIGMA] = {.function = "σ",
                       EACH_OF_ONE(ATTN_EACH_SIGMA, ATTN_SLOPE_SIGMA, ATTN_OF_VALUE),
                       CALL},
    [ATTN_OP_RELU] = {.function = "relu",
                      EACH_OF_ONE(ATTN_EACH_RELU, ATTN_SLOPE_STEP, ATTN_OF_LEFT),
                      CALL},
    [ATTN_OP_GELU] = {.function = "gelu", ONE, .of_one = gelu_of, .slope_of_one = gelu_slope, CALL},
    [ATTN_OP_FLOOR] = {.function = "floor",
                       .least = 1,
                       .most = 1,
                       .shape = attn_shape_elementwise,
                       .forward = forward_one,
                       .at_once = true,
                       .of_one = floorf,
                       CALL},
};
