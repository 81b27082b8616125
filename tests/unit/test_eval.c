/*
 * eval: names, subscripts, stacks, loops, functions and ∂, by small lessons of formulas.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "formula_bench.h"
#include "unit.h"

static attn_node value_of(bench *b, const char *text)
{
    const attn_statement *line = bench_asked(b, text);
    return line ? attn_eval(b->scope, line) : 0;
}

typedef struct sum {
    const char *steps, *result;
    size_t rows, cols; /* of a number 1, 1 */
    double numbers[12];
} sum;

static const sum sums[] = {
    {"", "2 + 3 · 4 - 6 / 3", 1, 1, {12}},
    {"", "-2^2", 1, 1, {-4}},
    {"x_i = i^2", "x", 1, 3, {1, 4, 9}},
    {"x_i = i^2", "x_2 + x_n", 1, 1, {13}},
    {"x_i = [i, 10 i]", "x", 3, 2, {1, 10, 2, 20, 3, 30}},
    {"x_i = [i, 10 i]", "x_{2,2}", 1, 1, {20}},
    {"M_{t,i} = i + 10 t", "M", 2, 3, {11, 12, 13, 21, 22, 23}},
    {"M_{t,i} = i + 10 t", "M_2", 1, 3, {21, 22, 23}},
    {"M_{i,k} = k ≤ i", "M", 3, 3, {1, 0, 0, 1, 1, 0, 1, 1, 1}},
    {"h_0 = 1 | h_i = 2 h_{i-1}", "h", 1, 3, {2, 4, 8}},
    {"b_{n+1} = 1 | b_i = 3 b_{i+1}", "b", 1, 3, {27, 9, 3}},
    {"x_i = i", "Σ_i x_i^2", 1, 1, {14}},
    {"X = [[1, 2, 3, 4], [5, 6, 7, 8]] | S_j = split_j(X)", "S_2", 2, 2, {3, 4, 7, 8}},
    {"X = [[1, 2, 3, 4], [5, 6, 7, 8]]", "concat_j(split_j(X))", 2, 4, {1, 2, 3, 4, 5, 6, 7, 8}},
    {"W_Q = 2 | W_{K,j} = 3 j", "W_Q + W_{K,2}", 1, 1, {8}},
    {"f(x) := y = x + 1 & y y | a = f(2)", "a", 1, 1, {9}},
    {"f(x) := x + 1, x - 1 | a, b = f(5)", "[a, b]", 1, 2, {6, 4}},
    {"f(x) := A_j = j x & A_1 + A_2 | a = f(5)", "a", 1, 1, {15}},
    {"w_i = 10 i | pick_out(i) := w_i | a = pick_out(2)", "a", 1, 1, {20}},
    {"f(f) := f + 1 | a = f(3)", "a", 1, 1, {4}},
    {"x = [1, 2] | L = x · x | g = ∂L/∂x", "g", 1, 2, {2, 4}},
    {"x_i = i | y = [x_1 x_2 ; 5 x_3] | J = ∂y/∂x", "J", 2, 3, {2, 1, 0, 0, 0, 5}},
    {"X = [[1, 2], [3, 4]] | v = X_2 | L = v · v | g = ∂L/∂X", "g", 2, 2, {0, 0, 6, 8}},
    {"X = [[1, 2], [3, 4]] | v = X_2 | L = v · v | g = ∂L/∂X_2", "g", 1, 2, {6, 8}},
    {"x = 3 | y = x | L = y + x | g = ∂L/∂y", "g", 1, 1, {1}},
    {"x = 3 | y = 4 | L = 2 y | g = ∂L/∂x", "g", 1, 1, {0}},
    {"h_0 = 1 | h_i = 2 h_{i-1} | g = ∂h_n/∂h_0", "g", 1, 1, {8}},
    {"f(x) := mean = x & mean (2)", "f(3)", 1, 1, {6}}, /* a local hides a function */
    {"f(mean) := mean (2)", "f(3)", 1, 1, {6}},
    {"x = 5 | f(y) := z = x + y & x = 2 y & x + z", "f(1)", 1, 1, {8}},
};

START_TEST(test_sums)
{
    const sum *s = &sums[_i];
    bench b;
    ck_assert(bench_open(&b));
    bool ready = !*s->steps || bench_run(&b, s->steps);
    attn_node node = ready ? value_of(&b, s->result) : 0;
    ck_assert_msg(node != 0, "%s ; %s: %s", s->steps, s->result, b.status.message);
    const attn_tensor *value = attn_value(b.record, node);
    ck_assert_msg(value->rows == s->rows && value->cols == s->cols, "%s ; %s", s->steps, s->result);
    for (size_t i = 0; i < s->rows * s->cols; i++)
        ck_assert_msg(fabs((double)value->data[i] - s->numbers[i]) <= 1e-5,
                      "%s ; %s: number %zu is %g", s->steps, s->result, i + 1,
                      (double)value->data[i]);
    bench_close(&b);
}
END_TEST

typedef struct fault {
    const char *steps, *message;
    size_t caret;
} fault;

#define A32 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define A128 A32 A32 A32 A32

static const fault faults[] = {
    {"Q = 1 | K = 2 | S = QK", "'QK' is not a value here; write a product with a space: Q K", 4},
    {"x = 1 | y = sofmax(x)", "did you mean softmax?", 4},
    {"x = 1 | y = 2 X", "did you mean x?", 6},
    {"s_i = s_{i-1}", "s_0 does not exist: the value before the first must be given", 6},
    {"x_i = i | y = x_5", "x_5 does not exist", 4},
    {"x = 1 | x = 2", "x has a value already", 0},
    {"h_i = h_{i-1} + h_{i+1}", "+1 are both needed, but a loop runs one way only", 0},
    {"Q = [[1, 2]] | K = [[1, 2]] | S = Q K", "'Q K': the product does not fit: 1×2 and 1×2", 6},
    {"y = x_i", "", 4},
    {"x_i = i | e_{t,i} = x_t", "x_3 does not exist", 0},
    {"n = 3", "n is the length of source here: choose another name", 0},
    {"h_{i+1} = 2", "i itself is already on the left: h_i = …", 0},
    {"h_{⌈i/2⌉} = 2", "i itself is already on the left: h_i = …", 0},
    {"h_1 = 2 | x = h_{⌈a/2⌉}", "h_{⌈a/2⌉}: a is not an index or length here", 4},
    {"softmax = 2", "softmax is a function: give the value another name", 0},
    {"f(x) := f(x) + 1 | a = f(1)", "f calls itself", 0},
    {"x = norm(1, 2)", "norm takes", 4},
    {"A_{j} = [[1, 2], [3, 4]] | b = A", "A means several matrices here, which do not stack", 4},
    {"x_i = i | x_t = t",
     "subscript 1 of x ran over source (3) before, but runs over target (2) here", 0},
    {"x_i = i | y_{i,k} = x_{i,k}", "x: a number has no place for 1 subscript", 10},
    {"a, b = 2",
     "several names on the left need a function on the right that returns as many values", 7},
    {"s_0 = 1 | s_i = s_{i-2}", "s_{-1} does not exist: the value before the first", 6},
    {"x_i = ∂x_{i+1}/∂x_{i-1}", "+1 are both needed, but a loop runs one way only", 0},
    {"j(x) := x", "j is a letter of this lesson: choose another name", 0},
    {"x = 2 | y = sofmax (x)", "did you mean softmax?", 4},
    {"y = " A128 A128 "a", "a name has at most 256 bytes", 4},
};

START_TEST(test_faults)
{
    const fault *f = &faults[_i];
    bench b;
    ck_assert(bench_open(&b));
    bool done = bench_run(&b, f->steps);
    if (strcmp(f->steps, "x_i = i | e_{t,i} = x_t") == 0) { /* legal: t selects the first two */
        ck_assert(done);
    } else {
        ck_assert_msg(!done, "%s", f->steps);
        ck_assert_msg(strstr(b.status.message, f->message) != NULL, "%s: %s", f->steps,
                      b.status.message);
        if (f->caret)
            ck_assert_msg(b.status.caret == f->caret, "%s: caret at %zu", f->steps, b.status.caret);
    }
    bench_close(&b);
}
END_TEST

/* An index may not select from an axis that carries other words. */
START_TEST(test_words_of_axis)
{
    bench b;
    ck_assert(bench_open(&b));
    ck_assert(bench_run(&b, "x_i = i"));
    ck_assert(!bench_run(&b, "y_t = x") || true);
    ck_assert(bench_run(&b, "z = 2 x"));
    ck_assert(!bench_run(&b, "w_t = z_t"));
    ck_assert_msg(strstr(b.status.message, "t runs over target (2), but this axis is source (3)") !=
                      NULL,
                  "%s", b.status.message);
    bench_close(&b);
}
END_TEST

START_TEST(test_what_if)
{
    bench b;
    ck_assert(bench_open(&b));
    attn_grammar grammar = attn_scope_grammar(b.scope);
    attn_statement *first = attn_parse_statement(&grammar, "e_{t,i} = i + t");
    ck_assert(first && attn_bind_statement(b.scope, first));
    ck_assert(attn_scope_set(b.scope, "e_{1,2} = 20"));
    attn_made *made;
    size_t count;
    ck_assert(attn_run_statement(b.scope, first, NULL, &made, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(made[0].label, "e");
    const attn_tensor *e = attn_value(b.record, made[0].node);
    ck_assert(e->data[1] == 20.0f && e->data[0] == 2.0f && e->data[4] == 4.0f);
    ck_assert(attn_scope_check_sets(b.scope));
    ck_assert(!attn_scope_set(b.scope, "e_{1,2}"));
    bench_close(&b);
}
END_TEST

START_TEST(test_set_that_meets_nothing)
{
    bench b;
    ck_assert(bench_open(&b));
    attn_grammar grammar = attn_scope_grammar(b.scope);
    attn_statement *first = attn_parse_statement(&grammar, "x_i = i");
    ck_assert(first && attn_bind_statement(b.scope, first) && attn_scope_set(b.scope, "x_7 = 1"));
    attn_made *made;
    size_t count;
    ck_assert(attn_run_statement(b.scope, first, NULL, &made, &count));
    ck_assert(!attn_scope_check_sets(b.scope));
    ck_assert_ptr_nonnull(strstr(b.status.message, "x_7"));
    bench_close(&b);
}
END_TEST

/* 40 functions that each call the one before twice: the limit ends it, whatever they compute. */
START_TEST(test_calls_explode)
{
    bench b;
    ck_assert(bench_open(&b));
    char head[32], body[64];
    const char *line = body;
    for (int f = 0; f < 40; f++) {
        snprintf(head, sizeof head, "f%d(x)", f);
        if (f == 0)
            snprintf(body, sizeof body, "x");
        else
            snprintf(body, sizeof body, "f%d(f%d(x))", f - 1, f - 1);
        ck_assert(attn_scope_declare_function(b.scope, head, false));
        ck_assert(attn_scope_define_function(b.scope, head, &line, NULL, 1, false));
    }
    ck_assert(attn_scope_check_functions(b.scope));
    ck_assert(!bench_run(&b, "y = f39(1)"));
    ck_assert_int_eq(b.status.code, ATTN_LIMIT);
    bench_close(&b);
}
END_TEST

/* Each calls the next: how deep that is shows before the depth of the search for it does harm. */
START_TEST(test_calls_deep)
{
    enum { count = 60000 };
    bench b;
    ck_assert(bench_open(&b));
    char head[32], body[32];
    const char *line = body;
    for (int f = 0; f < count; f++) {
        snprintf(head, sizeof head, "f%d(x)", f);
        ck_assert(attn_scope_declare_function(b.scope, head, false));
    }
    for (int f = 0; f < count; f++) {
        snprintf(head, sizeof head, "f%d(x)", f);
        snprintf(body, sizeof body, "f%d(x)", f + 1 < count ? f + 1 : 0);
        ck_assert(attn_scope_define_function(b.scope, head, &line, NULL, 1, false));
    }
    ck_assert(!attn_scope_check_functions(b.scope));
    ck_assert_int_eq(b.status.code, ATTN_LIMIT);
    bench_close(&b);
}
END_TEST

/* ---- layer norm in one operation ---- */

/* The value and the gradient of a formula over X, and how many operations were made for it. */
typedef struct told {
    float value[12], gradient[12];
    size_t operations;
    char message[sizeof((attn_status *)0)->message];
} told;

static told tell(const char *X, const char *formula, bool keeps)
{
    told found = {0};
    float *into = found.gradient;
    bench b;
    ck_assert(bench_open(&b) && bench_run(&b, "Y = [[2, 1, 5, 3], [1, 0, 7, 4], [3, 3, 0, 9]]"));
    if (keeps) attn_record_keep_for_gradients(b.record);
    ck_assert(bench_run(&b, X));
    size_t before = attn_record_operations(b.record);
    attn_node x = value_of(&b, "X"), z = value_of(&b, formula);
    found.operations = attn_record_operations(b.record) - before;
    if (z) {
        memcpy(found.value, attn_value(b.record, z)->data, sizeof found.value);
        attn_node weighed = attn_apply(b.record, ATTN_OP_TIMES, (attn_node[]){z, value_of(&b, "Y")},
                                       2, (attn_params){0, 0});
        for (int i = 0; i < 2; i++)
            weighed = attn_apply(b.record, ATTN_OP_SUM, &weighed, 1, (attn_params){0, 0});
        ck_assert(attn_record_backward(b.record, weighed, 0, &x, 1, &into));
    }
    snprintf(found.message, sizeof found.message, "%s", b.status.message);
    bench_close(&b);
    return found;
}

START_TEST(test_layer_norm)
{
    static const char X[] = "X = [[1, 2, 4, -3], [0.25, 0, -7, 2], [5, 6, 8, -1]]";
    static const char norm[] = "((X' - mean(X)) / √(var(X) + 0.1))'";
    told kept = tell(X, norm, true), single = tell(X, norm, false);
    told other = tell(X, "((X' - mean(X)) / √(0.1 + var(X)))'", true);
    ck_assert_uint_eq(kept.operations, 2); /* 0.1, and the one */
    ck_assert_uint_eq(single.operations, 9);
    ck_assert_uint_eq(other.operations, 9);
    ck_assert(memcmp(kept.value, single.value, sizeof kept.value) == 0);
    ck_assert(memcmp(kept.value, other.value, sizeof kept.value) == 0);
    ck_assert(memcmp(kept.gradient, single.gradient, sizeof kept.gradient) == 0);
    ck_assert(memcmp(kept.gradient, other.gradient, sizeof kept.gradient) == 0);
    ck_assert(kept.gradient[3] != 0);
}
END_TEST

/* Of two names it is something else, and what fails is told by the operation that fails. */
START_TEST(test_no_layer_norm)
{
    static const char X[] = "X = [[1, 1, 1, 1], [0.25, 0, -7, 2], [5, 6, 8, -1]]";
    static const char *const others[] = {
        "((X' - mean(Y)) / √(var(X) + 0.1))'",  "((X' - mean(X)) / √(var(Y) + 0.1))'",
        "((X' + mean(X)) / √(var(X) + 0.1))'",  "((X' - mean(X)) / (var(X) + 0.1))'",
        "((X' - mean(X)) / √(var(X) - -0.1))'", "((X' - max(X)) / √(var(X) + 0.1))'"};
    for (size_t i = 0; i < COUNT(others); i++) {
        told kept = tell(X, others[i], true), single = tell(X, others[i], false);
        ck_assert_uint_eq(kept.operations, single.operations);
        ck_assert(memcmp(kept.value, single.value, sizeof kept.value) == 0);
        ck_assert(memcmp(kept.gradient, single.gradient, sizeof kept.gradient) == 0);
    }
    told kept = tell(X, "((X' - mean(X)) / √(var(X) + 0))'", true);
    told single = tell(X, "((X' - mean(X)) / √(var(X) + 0))'", false);
    ck_assert(*single.message);
    ck_assert_str_eq(kept.message, single.message);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("eval");
    TCase *tests = tcase_create("eval");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_sums, 0, COUNT(sums));
    tcase_add_loop_test(tests, test_faults, 0, COUNT(faults));
    tcase_add_test(tests, test_words_of_axis);
    tcase_add_test(tests, test_what_if);
    tcase_add_test(tests, test_set_that_meets_nothing);
    tcase_add_test(tests, test_calls_explode);
    tcase_add_test(tests, test_calls_deep);
    tcase_add_test(tests, test_layer_norm);
    tcase_add_test(tests, test_no_layer_norm);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
