/*
 * map_reading: which weights are masked, which values are maps of weights, and what each row of them
 * says.
 */
#include "lesson/run/map_reading.h"

#include <math.h>

#include "record.h"
#include "record/operation.h"
#include "scarce.h"

/* ---- what is masked ---- */

enum { SIDE = 3 };

static attn_node square(const float *numbers)
{
    attn_tensor shape = {.rank = ATTN_MATRIX, .batch = 1, .rows = SIDE, .cols = SIDE};
    attn_node made = attn_record_leaf(record, ATTN_OP_GIVEN, &shape, false);
    memcpy(attn_record_fill(record, made), numbers, SIDE * SIDE * sizeof *numbers);
    return made;
}

static attn_node apply(attn_op op, attn_node a, attn_node b, size_t p, size_t q)
{
    const attn_node operands[] = {a, b};
    attn_node made = attn_apply(record, op, operands, b ? 2 : 1, (attn_params){p, q});
    ck_assert_msg(made != 0, "%s", status.message);
    return made;
}

/* Row 2 has a weight that is 0 only because it is small, row 3 one that is masked. */
static attn_node masked_scores(void)
{
    attn_node scores = square((const float[]){1, 2, 3, 0, -1000, 0, 1, 2, 3});
    attn_node mask = square((const float[]){1, 0, 0, 1, 1, 0, 0, 1, 1});
    return apply(ATTN_OP_MASK_BY, scores, mask, 0, 0);
}

/* "-" masked, "." not, for each element in turn. */
static void check_masked(attn_node node, const char *wanted)
{
    const attn_tensor *value = attn_value(record, node);
    ck_assert_uint_eq(value->rows * value->cols, strlen(wanted));
    for (size_t i = 0; wanted[i]; i++) {
        bool masked = wanted[i] != '-';
        ck_assert(attn_node_masked(record, node, i / value->cols, i % value->cols, &masked));
        ck_assert_msg(masked == (wanted[i] == '-'), "element %zu", i);
    }
}

START_TEST(weights_are_masked_where_scores_are)
{
    attn_node scores = masked_scores(), weights = apply(ATTN_OP_SOFTMAX, scores, 0, 0, 0);
    ck_assert(attn_value(record, weights)->data[4] <= 0);
    check_masked(weights, ".--..--..");
    check_masked(scores, ".........");
    check_masked(apply(ATTN_OP_EXP, scores, 0, 0, 0), ".........");
    check_masked(square((const float[]){1, 0, 0, 0.5f, 0, 0.5f, 0, 0, 1}), ".........");
}
END_TEST

/* However the numbers are moved; but a number that took the place of another is not masked. */
START_TEST(masks_move_with_their_weights)
{
    attn_node weights = apply(ATTN_OP_SOFTMAX, masked_scores(), 0, 0, 0);
    attn_node first = apply(ATTN_OP_ROW_OF, weights, 0, 0, 0);
    attn_node last = apply(ATTN_OP_ROW_OF, weights, 0, 2, 0);
    check_masked(apply(ATTN_OP_COPY, weights, 0, 0, 0), ".--..--..");
    check_masked(last, "-..");
    check_masked(apply(ATTN_OP_STACK, last, first, 0, 0), "-...--");
    check_masked(apply(ATTN_OP_TRANSPOSE, weights, 0, 0, 0), "..--..--.");
    attn_node other = attn_record_number(record, 0.0f);
    check_masked(apply(ATTN_OP_REPLACED, weights, other, 0, 1), "..-..--..");
}
END_TEST

/* Weights whose scores were given back. */
static attn_node given_back(void)
{
    attn_node weights = apply(ATTN_OP_SOFTMAX, masked_scores(), 0, 0, 0);
    ck_assert(attn_record_hold(record, weights));
    attn_record_drop(record, 2, NULL, 0);
    return weights;
}

/* They are computed again once, for all elements that ask, and given back again. */
START_TEST(scores_come_back_once)
{
    const size_t usual = attn_large_numbers;
    attn_large_numbers = 1;
    attn_node weights = given_back();
    size_t first = attn_record_recomputed(record), numbers = attn_record_numbers(record);
    bool masked = false;
    ck_assert(attn_node_masked(record, weights, 0, 1, &masked) && masked);
    size_t recomputed = attn_record_recomputed(record);
    ck_assert_uint_eq(recomputed, first + 1);
    ck_assert_uint_eq(attn_record_numbers(record), numbers + SIDE * SIDE);
    check_masked(weights, ".--..--..");
    ck_assert_uint_eq(attn_record_recomputed(record), recomputed);
    attn_record_forget(record, first);
    ck_assert_uint_eq(attn_record_numbers(record), numbers);
    attn_large_numbers = usual;
}
END_TEST

START_TEST(without_memory_nobody_knows)
{
    const size_t usual = attn_large_numbers;
    attn_large_numbers = 1;
    attn_node weights = given_back();
    attn_reading reading = {
        .record = record, .node = weights, .value = attn_value(record, weights)};
    attn_row row;
    bool masked;
    scarce_begin(0);
    bool element = attn_node_masked(record, weights, 0, 1, &masked);
    bool whole = attn_reading_row(&reading, 0, &row);
    scarce_end();
    ck_assert(!element && !masked && !whole);
    size_t numbers = attn_record_numbers(record);
    reading.recomputed = attn_record_recomputed(record);
    ck_assert(attn_reading_row(&reading, 0, &row));
    ck_assert_uint_eq(row.open, 1);
    ck_assert_uint_gt(attn_record_numbers(record), numbers);
    attn_reading_end(&reading);
    ck_assert_uint_eq(attn_record_numbers(record), numbers);
    attn_large_numbers = usual;
}
END_TEST

/* ---- which values are maps of weights ---- */

static char path[] = "/tmp/attnviz-reading-XXXXXX";
static attn_lesson *lesson;
static attn_run *run;

static const char text[] =
    "{'attnviz':1,'title':'T',"
    "'sequences':{'s':['le','chat'],'english':['the','a','cat'],"
    "'t':{'tokens':['the','cat'],'in':'english'}},"
    "'given':{'S':[[2,2,-1],[0,1,2]],'M':[[1,1,0],[1,1,1]],'x':[1,2],'q':[2],"
    "'E':{'rows':'s','values':[[1,2],[0,1]]},'V':{'rows':'english','values':[[1],[2],[3]]},"
    "'shares':[[0.5,0.5],[0.25,0.75]],'choices':[[1,0],[0,1]],'signed':[[1.5,-0.5],[0.5,0.5]],"
    "'short':[[0.5,0.4],[0.5,0.5]],'column':[[1],[1]]},"
    "'steps':[{'compute':['A = softmax(mask(S, M))','one = softmax(column)','keys = softmax(E x)',"
    "'B = 2 A','two = A_2','p = softmax(V q)','best = argmax(A)']}]}";

static void run_lesson(void)
{
    static attn_status fault; /* the run keeps it */
    char *bytes = strdup(text);
    ck_assert_ptr_nonnull(bytes);
    for (char *at = bytes; *at; at++)
        if (*at == '\'') *at = '"';
    unit_make_file(path);
    unit_write_text(path, bytes);
    free(bytes);
    lesson = attn_lesson_read(path, false, &fault);
    run = lesson ? attn_lesson_run(lesson, NULL, &fault) : NULL;
    ck_assert_msg(run != NULL, "%s", fault.message);
}

static void forget_lesson(void)
{
    attn_run_free(run);
    attn_lesson_free(lesson);
    unlink(path);
}

static attn_node node_of(const char *name)
{
    const attn_family *family = attn_scope_find(attn_run_scope(run), name);
    ck_assert_msg(family != NULL, "%s", name);
    return family->whole ? family->whole : family->elements[0].node;
}

static const struct {
    const char *name;
    bool read, mapped; /* as it is; where the lesson draws it */
} values[] = {
    {"A", true, true},       {"two", true, true},       {"keys", true, true},
    {"one", false, false},   {"S", false, false},       {"B", false, false},
    {"shares", false, true}, {"choices", false, false}, {"signed", false, false},
    {"short", false, false}, {"column", false, false},  {"best", false, false},
    {"p", false, false},     {"t", false, false},       {"q", false, false},
};

START_TEST(softmax_makes_maps_and_drawing_does)
{
    attn_reading reading;
    attn_node node = node_of(values[_i].name);
    ck_assert_int_eq(attn_reading_of(run, node, false, &reading), values[_i].read);
    ck_assert_int_eq(attn_reading_of(run, node, true, &reading), values[_i].mapped);
}
END_TEST

/* ---- a row ---- */

static attn_row row_of(const char *name, size_t i)
{
    attn_reading reading;
    attn_row row;
    ck_assert(attn_reading_of(run, node_of(name), true, &reading));
    ck_assert(attn_reading_row(&reading, i, &row));
    attn_reading_end(&reading);
    return row;
}

static void check_row(const char *name, size_t i, size_t open, double entropy, double largest)
{
    const double near = 1e-6;
    attn_row row = row_of(name, i);
    ck_assert_uint_eq(row.open, open);
    ck_assert(row.shared);
    ck_assert_double_eq_tol(row.sum, 1.0, near);
    ck_assert_double_eq_tol(row.entropy, entropy, near);
    ck_assert_double_eq_tol(row.at_most, log((double)open), near);
    ck_assert_double_eq_tol((double)row.largest, largest, near);
}

START_TEST(rows_have_entropy_and_bound)
{
    check_row("A", 0, 2, 0.693147181, 0.5); /* even, over the two that are not masked */
    check_row("A", 1, 3, 0.832395484, 0.665240956);
    check_row("shares", 1, 2, 0.562335145, 0.75);
}
END_TEST

/* The sum of a row tells whether it is shared out, by what is lost in float32 at most. */
START_TEST(only_rows_that_sum_to_one_are_shared)
{
    static const struct {
        float numbers[3];
        bool shared;
    } rows[] = {{{0.5f, 0.25f, 0.25f}, true},
                {{0.5f, 0.25f, 0.24995f}, true},
                {{0.5f, 0.25f, 0.24985f}, false},
                {{0.5f, 0.25f, 0.25015f}, false},
                {{1, 0, 0}, true},
                {{0, 0, 0}, false}};
    attn_reading reading;
    ck_assert(attn_reading_of(run, node_of("A"), false, &reading));
    for (size_t i = 0; i < COUNT(rows); i++) {
        attn_tensor value = *reading.value;
        attn_row row;
        value.data = (float[]){rows[i].numbers[0], rows[i].numbers[1], rows[i].numbers[2]};
        attn_reading other = reading;
        other.value = &value;
        ck_assert(attn_reading_row(&other, 0, &row));
        ck_assert_msg(row.shared == rows[i].shared, "row %zu", i);
        ck_assert_double_ge(row.entropy, 0.0);
    }
    attn_reading_end(&reading);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map_reading");
    TCase *masks = tcase_create("masks"), *readings = tcase_create("readings");
    tcase_add_checked_fixture(masks, open_record, close_record);
    tcase_add_test(masks, weights_are_masked_where_scores_are);
    tcase_add_test(masks, masks_move_with_their_weights);
    tcase_add_test(masks, scores_come_back_once);
    tcase_add_test(masks, without_memory_nobody_knows);
    tcase_add_checked_fixture(readings, run_lesson, forget_lesson);
    tcase_add_loop_test(readings, softmax_makes_maps_and_drawing_does, 0, COUNT(values));
    tcase_add_test(readings, rows_have_entropy_and_bound);
    tcase_add_test(readings, only_rows_that_sum_to_one_are_shared);
    suite_add_tcase(suite, masks);
    suite_add_tcase(suite, readings);
    return unit_run(suite);
}
