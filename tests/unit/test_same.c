/*
 * same: a lesson computed in two ways is the same lesson to the last bit. Once as it is; and once
 * with every value given back as soon as the rules allow, so that all that is shown, written out or
 * derived must be found held or be computed again.
 */
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/operation.h"
#include "lesson/lesson.h"
#include "lesson/library.h"
#include "show/show.h"

/* ---- one run, and all that can be read from it ---- */

typedef struct telling {
    attn_status status;
    attn_lesson *lesson;
    attn_run *run;
} telling;

static void tell(telling *t, const char *file, bool builtin, const attn_options *options,
                 bool give_back)
{
    *t = (telling){0};
    attn_large_numbers = give_back ? 2 : SIZE_MAX;
    t->lesson = attn_lesson_read(file, builtin, &t->status);
    t->run = t->lesson ? attn_lesson_run(t->lesson, options, &t->status) : NULL;
}

static void forget(telling *t)
{
    attn_run_free(t->run);
    attn_lesson_free(t->lesson);
}

static size_t all_numbers(const attn_graph *graph)
{
    size_t numbers = 0;
    for (attn_node node = 1; node <= attn_graph_operations(graph); node++)
        numbers += attn_tensor_size(attn_value(graph, node));
    return numbers;
}

/* As text and, where it is not too long, as JSON. The bits of all values are compared besides. */
static void print_shown(const telling *t, attn_text *out)
{
    attn_status status = {0};
    attn_show_options options = {.columns = 80, .precision = 9};
    size_t pauses;
    ck_assert(attn_show_text(t->run, &options, out, NULL, 0, &pauses, &status));
    if (all_numbers(attn_run_graph(t->run)) < 100000)
        ck_assert(attn_show_json(t->run, &options, out, &status));
}

/* The arithmetic of the first and the last number of some hundred values of the record. */
static void print_arithmetic(const telling *t, attn_text *out)
{
    const attn_graph *graph = attn_run_graph(t->run);
    attn_node step = (attn_node)(attn_graph_operations(graph) / 500 + 1);
    for (attn_node node = 1; node <= attn_graph_operations(graph); node += step) {
        const attn_tensor *value = attn_value(graph, node);
        const char *name = attn_node_name(graph, node);
        attn_text_print(out, "\n%u %s: ", node, name ? name : "");
        attn_arithmetic(graph, node, 0, 0, 4, out);
        attn_text_add(out, "; ");
        attn_arithmetic(graph, node, value->rows - 1, value->cols - 1, 4, out);
    }
}

static void check_texts(const char *file, const telling *a, const telling *b,
                        void (*print)(const telling *t, attn_text *out))
{
    attn_text one = {0}, other = {0};
    print(a, &one);
    print(b, &other);
    ck_assert(!one.failed && !other.failed && one.length > 0);
    ck_assert_msg(strcmp(attn_text_string(&one), attn_text_string(&other)) == 0,
                  "%s is told differently", file);
    attn_text_free(&one);
    attn_text_free(&other);
}

static size_t bytes_of(const attn_tensor *value)
{
    return attn_tensor_size(value) * value->batch * sizeof(float);
}

/* Every value of the record: its shape, its words and its bits. Returns how many were given back.
 */
static size_t check_record(const char *file, const telling *a, const telling *b)
{
    const attn_graph *one = attn_run_graph(a->run), *other = attn_run_graph(b->run);
    size_t given_back = 0, recalled = attn_graph_recalled(other);
    ck_assert_uint_eq(attn_graph_operations(one), attn_graph_operations(other));
    for (attn_node node = 1; node <= attn_graph_operations(one); node++) {
        const attn_tensor *x = attn_value(one, node), *y = attn_value(other, node);
        given_back += y->data == NULL;
        ck_assert(attn_graph_recall(other, node));
        ck_assert_msg(bytes_of(x) == bytes_of(y) && x->rank == y->rank && x->cols == y->cols &&
                          !x->row_labels == !y->row_labels && !x->col_labels == !y->col_labels,
                      "%s: value %u has another shape", file, node);
        ck_assert_msg(memcmp(x->data, y->data, bytes_of(x)) == 0, "%s: value %u has other numbers",
                      file, node);
    }
    attn_graph_forget(other, recalled);
    return given_back;
}

/* ∂ of the last value that a name of the lesson stands for, by all that was given. */
static void check_gradients(const char *file, const telling *a, const telling *b)
{
    enum { MOST = 64 };
    const attn_graph *graphs[2] = {attn_run_graph(a->run), attn_run_graph(b->run)};
    attn_node with[MOST], of = 0;
    size_t count = 0;
    float *gradients[2][MOST];
    for (attn_node node = 1; node <= attn_graph_operations(graphs[0]); node++) {
        bool given = attn_node_op(graphs[0], node) == ATTN_OP_GIVEN;
        if (given && count < MOST) with[count++] = node;
        if (!given && attn_node_name(graphs[0], node)) of = node;
    }
    if (!of) return;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < count; i++) {
            gradients[k][i] = calloc(1, bytes_of(attn_value(graphs[k], with[i])));
            ck_assert_ptr_nonnull(gradients[k][i]);
        }
        /* the run's record is only read from outside; going back leaves it as it is */
        attn_graph *graph;
        memcpy(&graph, &graphs[k], sizeof graph);
        size_t before = attn_graph_numbers(graph);
        ck_assert_msg(attn_graph_backward(graph, of, 0, with, count, gradients[k]), "%s: %s", file,
                      attn_graph_status(graph)->message);
        ck_assert_uint_eq(attn_graph_numbers(graph), before);
    }
    for (size_t i = 0; i < count; i++) {
        size_t bytes = bytes_of(attn_value(graphs[0], with[i]));
        ck_assert_msg(memcmp(gradients[0][i], gradients[1][i], bytes) == 0,
                      "%s: the gradient by value %u differs", file, with[i]);
        free(gradients[0][i]);
        free(gradients[1][i]);
    }
}

/* Returns how many values were given back. */
static size_t check_lesson(const char *file, bool builtin, const attn_options *options)
{
    size_t given_back = 0;
    telling whole, sparing;
    tell(&whole, file, builtin, options, false);
    tell(&sparing, file, builtin, options, true);
    ck_assert_str_eq(whole.status.message, sparing.status.message);
    ck_assert(!whole.run == !sparing.run);
    if (whole.run) {
        check_texts(file, &whole, &sparing, print_shown);
        size_t numbers = attn_graph_numbers(attn_run_graph(sparing.run));
        ck_assert_uint_le(numbers, attn_graph_numbers(attn_run_graph(whole.run)));
        check_texts(file, &whole, &sparing, print_arithmetic);
        check_gradients(file, &whole, &sparing);
        given_back = check_record(file, &whole, &sparing);
        ck_assert_uint_eq(attn_graph_numbers(attn_run_graph(sparing.run)), numbers);
    }
    forget(&whole);
    forget(&sparing);
    return given_back;
}

/* ---- the lessons ---- */

static bool is_lesson(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0 &&
           strcmp(name, "definitions.json") != 0;
}

START_TEST(lessons_of_the_program)
{
    static const char *const zooms[] = {"attention"}, *const sets[] = {"α_{1,2} = 2"};
    size_t given_back = 0, lessons = 0;
    for (size_t i = 0; i < attn_carried_count; i++) {
        char name[64];
        const char *file = attn_carried_files[i].name;
        if (!is_lesson(file)) continue;
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - 5), file);
        attn_options plain = {0}, opened = {.zoom_count = 1, .zooms = zooms},
                     changed = {.set_count = 1, .sets = sets};
        given_back += check_lesson(name, true, &plain);
        check_lesson(name, true, &opened);
        check_lesson(name, true, &changed);
        lessons++;
    }
    ck_assert_uint_ge(lessons, 10);
    ck_assert_uint_ge(given_back, 100);
}
END_TEST

START_TEST(drafts)
{
    glob_t found;
    attn_options plain = {0};
    ck_assert_int_eq(glob("tests/lessons/drafts/*.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) check_lesson(found.gl_pathv[i], false, &plain);
    ck_assert_uint_ge(found.gl_pathc, 10);
    globfree(&found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("same");
    TCase *tests = tcase_create("ways");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, lessons_of_the_program);
    tcase_add_test(tests, drafts);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
