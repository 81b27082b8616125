/*
 * lesson: small lessons written to a file, read and run; values, words, and faults with their
 * places.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lesson/lesson.h"

static char folder[] = "/tmp/attnviz-lesson-XXXXXX";
static char path[64], words_path[64];

static void write_file(const char *file, const char *text)
{
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert_int_ge(fputs(text, out), 0);
    ck_assert_int_eq(fclose(out), 0);
}

static void open_folder(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/lesson.json", folder);
    snprintf(words_path, sizeof words_path, "%s/words.txt", folder);
    write_file(words_path, "the\r\ncat\n\n<unk>\n");
}

static void close_folder(void)
{
    unlink(path);
    unlink(words_path);
    rmdir(folder);
}

/* Everything between the version and the end of a lesson. */
static attn_run *run_text(const char *text, const attn_options *options, attn_lesson **lesson,
                          attn_status *status)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "{\"attnviz\":1,\"title\":\"T\",\n%s}", text);
    write_file(path, whole);
    *lesson = attn_lesson_read(path, false, status);
    return *lesson ? attn_lesson_run(*lesson, options, status) : NULL;
}

typedef struct value_case {
    const char *text, *name;
    size_t rows, cols;
    double numbers[8];
} value_case;

static const value_case values[] = {
    {"\"given\":{\"x\":2},\"steps\":[{\"compute\":\"y = 3 x\"}]", "y", 1, 1, {6}},
    {"\"given\":{\"x\":[1,2]},\"steps\":[{\"compute\":[\"y = 3 x\",\"z = y · x\"]}]",
     "z",
     1,
     1,
     {15}},
    {"\"given\":{\"M\":{\"fill\":2,\"size\":[2,\"1+1\"]}},\"steps\":[]", "M", 2, 2, {2, 2, 2, 2}},
    {"\"sequences\":{\"w\":[\"a\",\"b\",\"a\"]},\"steps\":[]", "w", 1, 3, {1, 2, 1}},
    {"\"sequences\":{\"d\":[1,4,16]},\"indices\":{\"k\":\"d\"},\"steps\":[{\"compute\":\"r_k = "
     "√d_k\"}]",
     "r",
     1,
     3,
     {1, 2, 4}},
    {"\"sequences\":{\"v\":{\"file\":\"words.txt\",\"unknown\":\"<unk>\"},\"s\":{\"input\":"
     "\"sentence\",\"default\":\"The dog.\","
     "\"in\":\"v\"}},\"steps\":[{\"compute\":\"k = known(s)\"}]",
     "s",
     1,
     3,
     {1, 3, 3}},
    {"\"sequences\":{\"v\":{\"file\":\"words.txt\",\"unknown\":\"<unk>\"},\"s\":{\"input\":"
     "\"sentence\",\"default\":\"The dog.\","
     "\"in\":\"v\"}},\"steps\":[{\"compute\":\"k = known(s)\"}]",
     "k",
     1,
     3,
     {1, 0, 0}},
    {"\"sequences\":{\"a\":[\"x\",\"y\",\"z\"],\"b\":{\"from\":\"a\",\"first\":\"<\"}},\"steps\":["
     "]",
     "b",
     1,
     3,
     {1, 2, 3}},
    {"\"sequences\":{\"w\":[\"a\",\"b\"]},\"indices\":{\"i\":\"w\"},\"given\":{\"h_i\":[[1,2],[3,4]"
     "],\"h_0\":[0,0]},\"steps\":[]",
     "h",
     2,
     2,
     {1, 2, 3, 4}},
    {"\"sequences\":{\"w\":[\"a\",\"b\"]},\"given\":{\"y\":{\"token\":\"b\",\"of\":\"w\"},\"E\":{"
     "\"rows\":\"w\",\"values\":[[1,2],[3,4]]}},"
     "\"steps\":[{\"compute\":\"x = row(E, y)\"}]",
     "x",
     1,
     2,
     {3, 4}},
    {"\"sequences\":{\"w\":[\"a\",\"b\"]},\"indices\":{\"i\":\"w\"},\"steps\":[{\"for\":\"i\","
     "\"steps\":[{\"compute\":\"x_i = i\"}]}]",
     "x",
     1,
     2,
     {1, 2}},
    {"\"given\":{\"W\":[[1,2],[3,4]]},\"define\":{\"f(x)\":[\"y = W x\",\"y + "
     "1\"]},\"steps\":[{\"compute\":\"z = f([1, 1])\"}]",
     "z",
     1,
     2,
     {4, 8}},
    {"\"steps\":[{\"compute\":\"Z = attention([[1, 0]], [[1, 0]], [[5, 6]])\"}]",
     "Z",
     1,
     2,
     {5, 6}},
};

/* The whole of a name, as it is stacked. */
static attn_node whole_value(const attn_run *run)
{
    ck_assert_uint_eq(attn_run_shown(run), 1);
    return attn_run_shown_at(run, 0)->node;
}

START_TEST(test_values)
{
    const value_case *c = &values[_i];
    attn_status status = {0};
    attn_lesson *lesson;
    attn_options options = {.show_count = 1, .shows = &c->name};
    attn_run *run = run_text(c->text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s: %s", c->text, status.message);
    const attn_tensor *value = attn_value(attn_run_graph(run), whole_value(run));
    ck_assert_msg(value->rows == c->rows && value->cols == c->cols, "%s", c->text);
    for (size_t i = 0; i < c->rows * c->cols; i++)
        ck_assert_msg(fabs((double)value->data[i] - c->numbers[i]) <= 1e-5, "%s: %g", c->text,
                      (double)value->data[i]);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

typedef struct fault_case {
    const char *text, *message;
    size_t line, column;
} fault_case;

static const fault_case faults[] = {
    {"\"step\":[]", "did you mean 'steps'?", 2, 1},
    {"\"steps\":[{\"compute\":\"y = x\"}]", "x: nothing gives or computes it", 2, 26},
    {"\"steps\":[{\"compute\":\"y = 1 +\"}]", "", 2, 29},
    {"\"given\":{\"M\":[[1,2],[3]]},\"steps\":[]", "row 2 has 1 numbers, the rows before have 2", 2,
     21},
    {"\"given\":{\"M\":{\"randm\":[2]}},\"steps\":[]", "a value is numbers, or has one of the keys",
     2, 14},
    {"\"given\":{\"x\":{\"random\":[2],\"scal\":2}},\"steps\":[]", "did you mean 'scale'?", 2, 28},
    {"\"steps\":[{\"for\":\"i\",\"steps\":[]}]", "'i' is no index", 2, 17},
    {"\"steps\":[{\"say\":\"{=1 + x}\"}]", "x: nothing gives or computes it", 2, 24},
    {"\"given\":{\"x\":1e39},\"steps\":[]", "too large for float32", 2, 14},
    {"\"sequences\":{\"w\":[\"a\"]},\"indices\":{\"ij\":\"w\"},\"steps\":[]",
     "must be a single letter", 2, 36},
    {"\"sequences\":{\"w\":[]},\"steps\":[]", "at least one word", 2, 18},
    {"\"define\":{\"f(x)\":\"g(x)\",\"g(x)\":\"f(x)\"},\"steps\":[]", "calls itself", 2, 0},
    {"\"weights\":\"../w\",\"steps\":[]", "in the lesson's own folder", 2, 11},
    {"\"steps\":[{\"compute\":\"y = 1\",\"stated\":{\"by\":\"me\",\"values\":[1,2]}}]",
     "must be a number", 2, 0},
    {"\"steps\":[{\"train\":{\"loss\":\"1\",\"steps\":1,\"rate\":1}}]", "cannot train", 2, 10},
};

START_TEST(test_faults)
{
    const fault_case *c = &faults[_i];
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_text(c->text, NULL, &lesson, &status);
    ck_assert_msg(run == NULL, "%s", c->text);
    ck_assert_msg(strstr(status.message, c->message) != NULL, "%s: %s", c->text, status.message);
    ck_assert_msg(strcmp(status.file, path) == 0, "%s: file '%s'", c->text, status.file);
    ck_assert_msg(status.line == c->line, "%s: line %zu", c->text, status.line);
    if (c->column)
        ck_assert_msg(status.column == c->column, "%s: column %zu", c->text, status.column);
    attn_lesson_free(lesson);
}
END_TEST

START_TEST(test_stated_and_checks)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_text("\"sequences\":{\"w\":[\"a\",\"b\"]},\"indices\":{\"t\":\"w\"},"
                             "\"steps\":[{\"for\":\"t\",\"steps\":[{\"compute\":"
                             "\"p_t = [t, 2 "
                             "t]\",\"stated\":{\"by\":\"notes\",\"values\":[[1,2],[2,4.5]]}}]},{"
                             "\"check\":[\"p > 0\",\"p_t == p_1\"]}]",
                             NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_stated(run), 1);
    const attn_stated_total *total = attn_run_stated_at(run, 0);
    ck_assert_str_eq(total->name, "p");
    ck_assert(total->largest_difference == 0.5f && total->at_count == 2 && total->at[0] == 2 &&
              total->at[1] == 2);
    ck_assert(!attn_run_checks_hold(run));
    const attn_moment *last = attn_run_moment(run, attn_run_moments(run) - 1);
    ck_assert(last->checks[0].holds && !last->checks[1].holds);
    ck_assert_str_eq(last->checks[1].where, "p_2 == p_1 at [1]");
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* The same lesson read once may run often, each time with other words. */
START_TEST(test_runs_again)
{
    static const char *const shows[] = {"s"};
    attn_status status = {0};
    attn_lesson *lesson;
    attn_options options = {.show_count = 1, .shows = shows};
    attn_run *run = run_text("\"sequences\":{\"s\":{\"input\":\"sentence\",\"default\":\"a "
                             "b\"}},\"indices\":{\"i\":\"s\"},"
                             "\"steps\":[{\"compute\":\"x_i = i\"}]",
                             &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_value(attn_run_graph(run), whole_value(run))->cols, 2);
    attn_run_free(run);
    options.sentence = "one two three four";
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_value(attn_run_graph(run), whole_value(run))->cols, 4);
    ck_assert(attn_run_changed(run));
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lesson");
    TCase *tests = tcase_create("lesson");
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, test_values, 0, (int)(sizeof values / sizeof *values));
    tcase_add_loop_test(tests, test_faults, 0, (int)(sizeof faults / sizeof *faults));
    tcase_add_test(tests, test_stated_and_checks);
    tcase_add_test(tests, test_runs_again);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
