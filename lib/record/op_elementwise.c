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

/* ---- the loops: the whole result at once ---- */

static size_t numbers_in(const attn_tensor *x)
{
    return attn_tensor_size(x) * x->batch;
}

/* A loop over the result, and how far each operand moves at every turn. */
typedef struct axis {
    size_t count, step[2];
} axis;

/* A result as runs of numbers, as long as both operands allow. Of one operand, it is both. */
typedef struct walk {
    axis examples, rows, run;
} walk;

/* Turns that lie one behind the other become one. */
static void join(axis *outer, axis *inner)
{
    size_t n = inner->count;
    if (outer->count == 1) return;
    if (n == 1)
        *inner = *outer;
    else if (outer->step[0] == n * inner->step[0] && outer->step[1] == n * inner->step[1])
        inner->count *= outer->count;
    else
        return;
    outer->count = 1;
}

/* An operand moves as the result does, but for where it is stretched. */
static walk walk_of(const attn_work *work)
{
    const attn_tensor *result = work->result;
    walk w = {{.count = result->batch}, {.count = result->rows}, {.count = result->cols}};
    for (size_t k = 0; k < 2; k++) {
        const attn_tensor *x = k == 1 && work->b ? work->b : work->a;
        bool each_row = x->rank == ATTN_VECTOR && result->rank == ATTN_MATRIX;
        w.examples.step[k] = x->batch > 1 ? attn_tensor_size(x) : 0;
        w.rows.step[k] = x->rank == ATTN_NUMBER || each_row ? 0 : x->cols;
        w.run.step[k] = x->rank != ATTN_NUMBER;
    }
    join(&w.rows, &w.run);
    join(&w.examples, w.rows.count > 1 ? &w.rows : &w.run);
    return w;
}

/* Numbers of a few short runs: what is the same for each of them is written out so often. */
enum { ROOM = 1024, SHORT = ROOM / 4 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many runs are taken at once. */
static size_t runs_at_once(const walk *w)
{
    bool single = w->run.count >= SHORT || w->rows.count == 1;
    return single ? 1 : smaller(w->rows.count, ROOM / w->run.count);
}

/* An operand's numbers for the runs of an example, from the first one on. */
typedef struct operand_runs {
    const float *at;
    size_t step, next; /* from number to number, from run to run */
    float room[ROOM];  /* the first run, written out again and again, if each is the same */
} operand_runs;

static void find_runs(operand_runs *s, const attn_work *work, size_t operand, const walk *w,
                      size_t example)
{
    size_t runs = runs_at_once(w), n = w->run.count;
    const float *from = attn_operand(work, work->count > 1 ? operand : 0)->data;
    s->at = from + example * w->examples.step[operand];
    s->step = w->run.step[operand];
    s->next = w->rows.step[operand];
    if (runs == 1 || s->next > 0 || s->step != 1) return;
    memcpy(s->room, s->at, n * sizeof *s->at);
    for (size_t have = n, all = runs * n; have < all; have *= 2)
        memcpy(s->room + have, s->room, smaller(have, all - have) * sizeof *s->at);
    s->at = s->room;
}

static attn_series runs_from(const operand_runs *s, size_t i)
{
    return (attn_series){s->at + i * s->next, s->step};
}

static void compute_run(const attn_operation *operation, attn_series x, attn_series y, float *z,
                        size_t n)
{
    if (operation->each) attn_kernel_each(operation->each, x, y, z, n);
    for (size_t i = 0; i < n && !operation->each; i++) {
        double left = (double)x.at[i * x.step];
        z[i] = (float)(operation->of_one ? operation->of_one(left)
                                         : operation->of_two(left, (double)y.at[i * y.step]));
    }
}

static bool forward_each(const attn_work *work)
{
    operand_runs x, y;
    walk w = walk_of(work);
    size_t at_once = runs_at_once(&w);
    float *z = work->result->data;
    for (size_t e = 0; e < w.examples.count; e++) {
        find_runs(&x, work, 0, &w, e);
        find_runs(&y, work, 1, &w, e);
        for (size_t i = 0; i < w.rows.count; i += at_once) {
            size_t n = smaller(w.rows.count - i, at_once) * w.run.count;
            compute_run(work->operation, runs_from(&x, i), runs_from(&y, i), z, n);
            z += n;
        }
    }
    return true;
}

/* Numbers on their way back to one operand; of x, y and z what the slope does not ask for is
 * anything. */
typedef struct flow {
    const attn_operation *operation;
    size_t side;
    const float *g;
    attn_series x, y, z; /* the operands and the value */
} flow;

static flow flow_from(const flow *f, size_t n)
{
    return (flow){f->operation,
                  f->side,
                  f->g + n,
                  {f->x.at + n * f->x.step, f->x.step},
                  {f->y.at + n * f->y.step, f->y.step},
                  {f->z.at + n, 1}};
}

/* Of min and max all flows to the operand that is the value, to the left one of equal ones. */
static float slope_at(const flow *f, size_t i)
{
    const attn_operation *operation = f->operation;
    float x = f->x.at[i * f->x.step], y = f->y.at[i * f->y.step], z = f->z.at[i];
    if (operation->chooses) return (z == x) == (f->side == 0);
    if (operation->slope_of_one) return (float)operation->slope_of_one((double)x);
    return (float)operation->slopes_of_two[f->side]((double)x, (double)y, (double)z);
}

/* Where nothing arrives from above, nothing flows on: so 0 · ∞ stays 0. */
static void flow_back(const flow *f, attn_sink to, size_t n)
{
    attn_flow by = f->operation->flows[f->side];
    attn_series p = by.p == ATTN_OF_LEFT ? f->x : by.p == ATTN_OF_RIGHT ? f->y : f->z;
    if (by.slope) attn_kernel_slope(by.slope, f->g, to, p, f->y, n);
    for (size_t i = 0; i < n && !by.slope; i++) {
        float slope = f->g[i] != 0 ? slope_at(f, i) : 0;
        bool moves = f->g[i] != 0 && (slope != 0 || !f->operation->chooses);
        to.into[i] = (to.add ? to.into[i] : 0) + (moves ? f->g[i] * slope : 0);
    }
}

/* To what is stretched: a number, or a run of `width`, is met again and again, in order. */
static void add_up(const flow *f, size_t n, float *into, size_t width)
{
    for (size_t from = 0, count; from < n; from += count) {
        float some[ROOM];
        flow part = flow_from(f, from);
        count = smaller(n - from, ROOM / width * width);
        flow_back(&part, (attn_sink){some, false}, count);
        for (size_t i = 0; i < count; i += width) {
            for (size_t j = 0; j < width; j++) into[j] += some[i + j];
        }
    }
}

/* The gradient of one operand: of a stretched one, the sum over all it was stretched to. */
static void flow_runs(const attn_work *work, const walk *w, size_t example, size_t to,
                      attn_sink all)
{
    enum { worth_a_call = 32 };
    attn_flow by = work->operation->flows[to];
    unsigned reads = by.slope ? attn_flow_reads(by) : attn_backward_reads(work->operation);
    size_t rows = w->rows.count, n = w->run.count, before = example * rows * n;
    size_t next = w->rows.step[to], step = w->run.step[to], at_once = runs_at_once(w);
    float *into = all.into + example * w->examples.step[to];
    const float *g = attn_upstream(work) + before;
    operand_runs x, y, z; /* without filling their rooms, which would take longer than the rest */
    z.step = 1;
    z.next = n;
    z.at = reads & ATTN_PART_VALUE ? work->result->data + before : g;
    if (reads & ATTN_PART_LEFT) find_runs(&x, work, 0, w, example);
    if (reads & ATTN_PART_RIGHT) find_runs(&y, work, 1, w, example);
    bool meets_again = next == 0 && step == 1 && at_once > 1;
    if (meets_again && n >= worth_a_call) at_once = 1;
    for (size_t i = 0; i < rows; i += at_once) {
        size_t count = smaller(rows - i, at_once) * n;
        flow f = {work->operation,
                  to,
                  g + i * n,
                  runs_from(reads & ATTN_PART_LEFT ? &x : &z, i),
                  runs_from(reads & ATTN_PART_RIGHT ? &y : &z, i),
                  runs_from(&z, i)};
        if (step == 0)
            add_up(&f, count, into + i * next, 1);
        else if (meets_again && at_once > 1)
            add_up(&f, count, into, n);
        else
            flow_back(&f, (attn_sink){into + i * next, all.add}, count);
    }
}

static void flow_to(const attn_work *work, size_t to)
{
    walk w = walk_of(work);
    bool stretched = w.run.step[to] == 0;
    bool whole = !stretched && numbers_in(attn_operand(work, to)) == numbers_in(work->result);
    attn_sink all = whole ? attn_into_all(work, to) : (attn_sink){attn_into(work, to), true};
    for (size_t e = 0; all.into && e < w.examples.count; e++) flow_runs(work, &w, e, to, all);
}

static void backward_each(const attn_work *work)
{
    for (size_t side = 0; side < work->count; side++) flow_to(work, side);
}

/* ---- two operands: values and slopes ---- */

static double plus(double x, double y)
{
    return x + y;
}

static double times(double x, double y)
{
    return x * y;
}

static double divided(double x, double y)
{
    return x / y;
}

static double power_left(double x, double y, double z) /* y·x^(y−1) */
{
    (void)z;
    return y == 0 ? 0 : y * pow(x, y - 1);
}

static double power_right(double x, double y, double z) /* x^y · ln x; 0^y is 0 for y above 0 */
{
    return x == 0 && y > 0 ? 0 : z * log(x);
}

static double min_of(double x, double y)
{
    return x <= y ? x : y;
}

static double max_of(double x, double y)
{
    return x >= y ? x : y;
}

static double less(double x, double y)
{
    return x < y;
}

static double less_equal(double x, double y)
{
    return x <= y;
}

static double greater(double x, double y)
{
    return x > y;
}

static double greater_equal(double x, double y)
{
    return x >= y;
}

static double equal(double x, double y)
{
    return !(x < y) && !(x > y);
}

/* Tokens of two vocabularies are equal if their words are. */
static bool forward_equal(const attn_work *work)
{
    const attn_labels *x_words = work->a->words, *y_words = work->b->words;
    if (!x_words || !y_words || x_words == y_words) return forward_each(work);
    walk w = walk_of(work);
    size_t rows = w.rows.count, n = w.run.count;
    for (size_t i = 0; i < w.examples.count * rows * n; i++) {
        size_t e = i / n / rows, row = i / n % rows, col = i % n;
        float token[2];
        for (size_t k = 0; k < 2; k++)
            token[k] =
                attn_operand(work, k)
                    ->data[e * w.examples.step[k] + row * w.rows.step[k] + col * w.run.step[k]];
        const char *left = attn_word_of(x_words, token[0]);
        const char *right = attn_word_of(y_words, token[1]);
        work->result->data[i] = left && right && strcmp(left, right) == 0;
    }
    return true;
}

/* ---- one operand: values and slopes ---- */

static bool forward_exp(const attn_work *work)
{
    attn_kernel_exp(work->a->data, work->result->data, numbers_in(work->a));
    return true;
}

static double minus(double x)
{
    return -x;
}

static double abs_slope(double x)
{
    return (x > 0) - (x < 0);
}

static double cos_slope(double x)
{
    return -sin(x);
}

static double sigma(double x)
{
    return 1 / (1 + exp(-x));
}

static double relu(double x)
{
    return fmax(x, 0);
}

static double normal_below(double x) /* the share of the normal distribution below x */
{
    return 0.5 * (1 + erf(x * 0.70710678118654752440));
}

static double gelu(double x) /* x · Φ(x) */
{
    return isinf(x) && x < 0 ? 0 : x * normal_below(x);
}

static double gelu_slope(double x) /* Φ(x) + x·φ(x) */
{
    double density = 0.39894228040143267794 * exp(-0.5 * x * x);
    return normal_below(x) + (density > 0 ? x * density : 0);
}

static double itself(double x)
{
    return x;
}

/* ---- on the board ---- */

/*
 * a + b − c is one sum, though the record holds it as (a + b) − c: the links of this chain, from
 * the last term back to the first.
 */
typedef struct chain {
    attn_work work;
    attn_cell at;
} chain;

static bool is_link(const attn_work *work)
{
    return work->operation->each == ATTN_EACH_ADD || work->operation->each == ATTN_EACH_SUBTRACT;
}

static bool next_link(chain *link)
{
    attn_node left = link->work.nodes[0];
    attn_work below = attn_work_of(link->work.record, left);
    if (attn_node_name(link->work.record, left) || !is_link(&below)) return false;
    *link = (chain){below, attn_stretched(&link->work, 0, link->at)};
    return true;
}

static attn_calculation *write_link(attn_board *board, const attn_terms *terms, size_t k)
{
    size_t count = *(const size_t *)terms->more;
    chain link = {*terms->work, terms->at};
    for (size_t i = count - 1; i > (k > 0 ? k : 1); i--) next_link(&link);
    if (k == 0 || link.work.operation->each == ATTN_EACH_ADD)
        return attn_write_operand(board, &link.work, k > 0, link.at, ATTN_BINDS_SUM);
    return attn_write_one(board, ATTN_CALCULATION_NEGATIVE,
                          attn_write_inner(board, &link.work, 1, link.at, ATTN_BINDS_QUOTIENT));
}

static attn_calculation *write_chain(attn_board *board, const attn_work *work, attn_cell at)
{
    chain link = {*work, at};
    size_t count = 2;
    while (next_link(&link)) count++;
    return attn_write_sum(board, &(attn_terms){work, at, write_link, &count}, count);
}

/* ---- the table ---- */

#define TWO                                                                                        \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .forward = forward_each,               \
    .backward = backward_each, .at_once = true
#define COMPARISON                                                                                 \
    .least = 2, .most = 2, .shape = attn_shape_elementwise, .unmasks = true,                       \
    .binding = ATTN_BINDS_COMPARISON, .write = attn_write_operator,                                \
    .kind = ATTN_CALCULATION_COMPARISON, .tightness = {ATTN_BINDS_SUM, ATTN_BINDS_SUM}
#define EACH_OF_TWO(f, to_left, left_by, to_right, right_by)                                       \
    TWO, .each = f, .flows = {{to_left, left_by}, {to_right, right_by}}
#define ONE_WITHOUT_SLOPE                                                                          \
    .least = 1, .most = 1, .shape = attn_shape_elementwise, .forward = forward_each, .at_once = true
#define ONE ONE_WITHOUT_SLOPE, .backward = backward_each
#define ONE_BY_SLOPE(slope, by) ONE, .flows = {{slope, by}}
#define EACH_OF_ONE(f, slope, by) ONE, .each = f, .flows = {{slope, by}}
#define CALL                                                                                       \
    .binding = ATTN_BINDS_ATOM, .write = attn_write_operator, .kind = ATTN_CALCULATION_CALL,       \
    .tightness = {ATTN_BINDS_COMPARISON, ATTN_BINDS_COMPARISON}

const attn_operation attn_operations_elementwise[ATTN_OP_COUNT] = {
    [ATTN_OP_ADD] = {.sign = "+",
                     EACH_OF_TWO(ATTN_EACH_ADD, ATTN_SLOPE_ONE, ATTN_OF_VALUE, ATTN_SLOPE_ONE,
                                 ATTN_OF_VALUE),
                     .of_two = plus,
                     .binding = ATTN_BINDS_SUM,
                     .write = write_chain,
                     .kind = ATTN_CALCULATION_SUM},
    [ATTN_OP_SUBTRACT] = {.sign = "-",
                          EACH_OF_TWO(ATTN_EACH_SUBTRACT, ATTN_SLOPE_ONE, ATTN_OF_VALUE,
                                      ATTN_SLOPE_MINUS_ONE, ATTN_OF_VALUE),
                          .binding = ATTN_BINDS_SUM,
                          .write = write_chain},
    [ATTN_OP_TIMES] = {.sign = "⊙",
                       EACH_OF_TWO(ATTN_EACH_TIMES, ATTN_SLOPE_ITSELF, ATTN_OF_RIGHT,
                                   ATTN_SLOPE_ITSELF, ATTN_OF_LEFT),
                       .of_two = times,
                       .binding = ATTN_BINDS_PRODUCT,
                       .write = attn_write_operator,
                       .kind = ATTN_CALCULATION_PRODUCT,
                       .tightness = {ATTN_BINDS_PRODUCT, ATTN_BINDS_PRODUCT},
                       .unsigned_parts = 2},
    [ATTN_OP_DIVIDE] = {.sign = "/",
                        EACH_OF_TWO(ATTN_EACH_DIVIDE, ATTN_SLOPE_INVERSE, ATTN_OF_RIGHT,
                                    ATTN_SLOPE_MINUS_SHARE, ATTN_OF_VALUE),
                        .of_two = divided,
                        .infinite_because = "a division by 0, or by too small a number",
                        .binding = ATTN_BINDS_QUOTIENT,
                        .write = attn_write_operator,
                        .kind = ATTN_CALCULATION_QUOTIENT,
                        .tightness = {ATTN_BINDS_PRODUCT, ATTN_BINDS_POWER},
                        .unsigned_parts = 2},
    [ATTN_OP_POWER] = {.sign = "^",
                       TWO,
                       .of_two = pow,
                       .slopes_of_two = {power_left, power_right},
                       .infinite_because = "a negative number has whole powers only, 0 has no "
                                           "negative powers, and the result must not be too large",
                       .binding = ATTN_BINDS_POWER,
                       .write = attn_write_operator,
                       .kind = ATTN_CALCULATION_POWER,
                       .tightness = {ATTN_BINDS_ATOM, ATTN_BINDS_ATOM},
                       .unsigned_parts = 1 | 2},
    [ATTN_OP_MIN] = {.function = "min", TWO, .of_two = min_of, .chooses = true, CALL},
    [ATTN_OP_MAX2] = {.function = "max", TWO, .of_two = max_of, .chooses = true, CALL},

    [ATTN_OP_LESS] =
        {.sign = "<", COMPARISON, .of_two = less, .forward = forward_each, .at_once = true},
    [ATTN_OP_LESS_EQUAL] =
        {.sign = "≤", COMPARISON, .of_two = less_equal, .forward = forward_each, .at_once = true},
    [ATTN_OP_GREATER] =
        {.sign = ">", COMPARISON, .of_two = greater, .forward = forward_each, .at_once = true},
    [ATTN_OP_GREATER_EQUAL] = {.sign = "≥",
                               COMPARISON,
                               .of_two = greater_equal,
                               .forward = forward_each,
                               .at_once = true},
    [ATTN_OP_EQUAL] =
        {.sign = "==", COMPARISON, .of_two = equal, .forward = forward_equal, .at_once = true},

    [ATTN_OP_NEGATIVE] = {.sign = "-",
                          EACH_OF_ONE(ATTN_EACH_NEGATIVE, ATTN_SLOPE_MINUS_ONE, ATTN_OF_VALUE),
                          .of_one = minus,
                          .binding = ATTN_BINDS_PRODUCT,
                          .write = attn_write_operator,
                          .kind = ATTN_CALCULATION_NEGATIVE,
                          .tightness = {ATTN_BINDS_PRODUCT},
                          .unsigned_parts = 1},
    [ATTN_OP_EXP] = {.function = "exp",
                     .least = 1,
                     .most = 1,
                     .shape = attn_shape_elementwise,
                     .forward = forward_exp,
                     .backward = backward_each,
                     .at_once = true,
                     .each = ATTN_EACH_EXP,
                     .flows = {{ATTN_SLOPE_ITSELF, ATTN_OF_VALUE}},
                     .of_one = exp,
                     .infinite_because = "exp of a number above 88.7 is too large",
                     CALL},
    [ATTN_OP_LOG] = {.function = "log",
                     ONE_BY_SLOPE(ATTN_SLOPE_INVERSE, ATTN_OF_LEFT),
                     .of_one = log,
                     .infinite_because = "only numbers above 0 have a logarithm",
                     CALL},
    [ATTN_OP_SQRT] = {.function = "sqrt",
                      ONE_BY_SLOPE(ATTN_SLOPE_ROOT, ATTN_OF_VALUE),
                      .of_one = sqrt,
                      .infinite_because = "a negative number has no root",
                      .binding = ATTN_BINDS_ATOM,
                      .write = attn_write_operator,
                      .kind = ATTN_CALCULATION_ROOT,
                      .tightness = {ATTN_BINDS_ATOM},
                      .unsigned_parts = 1},
    [ATTN_OP_ABS] = {.function = "abs", ONE, .of_one = fabs, .slope_of_one = abs_slope, CALL},
    [ATTN_OP_SIN] = {.function = "sin", ONE, .of_one = sin, .slope_of_one = cos, CALL},
    [ATTN_OP_COS] = {.function = "cos", ONE, .of_one = cos, .slope_of_one = cos_slope, CALL},
    [ATTN_OP_TANH] = {.function = "tanh",
                      EACH_OF_ONE(ATTN_EACH_TANH, ATTN_SLOPE_TANH, ATTN_OF_VALUE),
                      .of_one = tanh,
                      CALL},
    [ATTN_OP_SIGMA] = {.function = "σ",
                       EACH_OF_ONE(ATTN_EACH_SIGMA, ATTN_SLOPE_SIGMA, ATTN_OF_VALUE),
                       .of_one = sigma,
                       CALL},
    [ATTN_OP_RELU] = {.function = "relu",
                      EACH_OF_ONE(ATTN_EACH_RELU, ATTN_SLOPE_STEP, ATTN_OF_LEFT),
                      .of_one = relu,
                      CALL},
    [ATTN_OP_GELU] = {.function = "gelu", ONE, .of_one = gelu, .slope_of_one = gelu_slope, CALL},
    [ATTN_OP_CONSTANT] = {.function = "constant", ONE_WITHOUT_SLOPE, .of_one = itself, CALL},
    [ATTN_OP_FLOOR] = {.function = "floor", ONE_WITHOUT_SLOPE, .of_one = floor, CALL},
};
