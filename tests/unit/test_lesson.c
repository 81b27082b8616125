/*
 * lesson: small lessons written to a file, read and run; values, words, and faults with their
 * places.
 */
/* slow under valgrind */
#include <math.h>

#include "formula/eval/machine.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "scarce.h"

static char folder[] = "/tmp/attnviz-lesson-XXXXXX";
static char path[64], words_path[64];

static void open_folder(void)
{
    unit_make_folder(folder);
    snprintf(path, sizeof path, "%s/lesson.json", folder);
    snprintf(words_path, sizeof words_path, "%s/words.txt", folder);
    unit_write_text(words_path, "the\r\ncat\n\n<unk>\n");
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
    unit_write_text(path, whole);
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
    {"\"sequences\":{\"v\":[\"<\",\"x\",\"y\"],\"a\":{\"tokens\":[\"y\",\"x\",\"x\"],\"in\":\"v\"},"
     "\"b\":{\"from\":\"a\","
     "\"first\":\"<\"},\"c\":{\"from\":\"b\",\"first\":\"<\"}},\"steps\":[]",
     "c",
     1,
     3,
     {1, 1, 3}},
    {"\"sequences\":{\"v\":[\"<\",\"x\",\"y\"],\"a\":{\"tokens\":[\"y\",\"x\"],\"in\":\"v\"},"
     "\"b\":{\"from\":\"a\",\"after\":\"<\"}},\"steps\":[]",
     "b",
     1,
     3,
     {1, 3, 2}},
    {"\"sequences\":{\"v\":{\"file\":\"words.txt\",\"unknown\":\"<unk>\",\"language\":\"en\"},"
     "\"s\":{\"input\":\"sentence\",\"default\":\"The dog's.\",\"in\":\"v\"}},\"steps\":["
     "{\"compute\":\"k = known(s)\"}]",
     "k",
     1,
     4,
     {1, 0, 0, 0}},
};

/* The whole of a name, as it is stacked. */
static attn_node whole_value(const attn_run *run)
{
    ck_assert_uint_eq(attn_run_outcome(run)->shown_count, 1);
    return attn_run_outcome(run)->shown[0].node;
}

START_TEST(test_values)
{
    const value_case *c = &values[_i];
    attn_status status = {0};
    attn_lesson *lesson;
    attn_options options = {.show_count = 1, .shows = &c->name};
    attn_run *run = run_text(c->text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s: %s", c->text, status.message);
    const attn_tensor *value = attn_value(attn_run_record(run), whole_value(run));
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
    {"\"given\":{\"M\":[[1,2],[3]]},\"steps\":[]",
     "row 2 has 1 number, but the rows before it have 2", 2, 21},
    {"\"given\":{\"M\":{\"randm\":[2]}},\"steps\":[]", "a value is numbers, or has one of the keys",
     2, 14},
    {"\"given\":{\"x\":{\"random\":[2],\"scal\":2}},\"steps\":[]", "did you mean 'scale'?", 2, 28},
    {"\"steps\":[{\"for\":\"i\",\"steps\":[]}]", "'i' is not an index", 2, 17},
    {"\"steps\":[{\"say\":\"{=1 + x}\"}]", "x: nothing gives or computes it", 2, 24},
    {"\"given\":{\"x\":1e39},\"steps\":[]", "too large for float32", 2, 14},
    {"\"sequences\":{\"w\":[\"a\"]},\"indices\":{\"ij\":\"w\"},\"steps\":[]",
     "must be a single letter", 2, 36},
    {"\"sequences\":{\"w\":[]},\"steps\":[]", "at least one word", 2, 18},
    {"\"define\":{\"f(x)\":\"g(x)\",\"g(x)\":\"f(x)\"},\"steps\":[]", "calls itself", 2, 0},
    {"\"weights\":\"../w\",\"steps\":[]", "in the lesson's own folder", 2, 11},
    {"\"steps\":[{\"compute\":\"y = 1\",\"stated\":{\"by\":\"me\",\"values\":[1,2]}}]",
     "must be a number", 2, 0},
    {"\"steps\":[{\"train\":{\"loss\":\"1\",\"steps\":1,\"rate\":1}}]",
     "there is nothing to train: no value is \"learned\"", 2, 19},
    {"\"sequences\":{\"w\":[\"a\",\"b\"]},\"indices\":{\"i\":\"w\"},\"given\":{\"h_{i+1}\":[1,2]},"
     "\"steps\":[]",
     "i itself is already on the left", 2, 0},
    {"\"sequences\":{\"f\":[\"a\"]},\"define\":{\"f(x)\":\"x\"},\"steps\":[]",
     "f is a function: give the value another name", 2, 0},
    {"\"sequences\":{\"w\":[\"a\"]},\"indices\":{\"σ\":\"w\"},\"steps\":[]",
     "σ is a function: choose another letter", 2, 0},
    {"\"given\":{\"x\":{\"fill\":1e300,\"size\":[2]}},\"steps\":[]", "too large for float32", 2, 0},
    {"\"given\":{\"x\":{\"random\":[2],\"scale\":1e300}},\"steps\":[]", "too large for float32", 2,
     0},
    {"\"sequences\":{\"d\":[1,1e39]},\"steps\":[]", "too large for float32", 2, 0},
    {"\"sequences\":{\"v\":{\"tokens\":[\"a\"],\"unknown\":\"u\"},\"s\":{\"tokens\":[\"b\"],\"in\":"
     "\"v\"}},\"steps\":[]",
     "'b' is not a word of v, and neither is its \"unknown\", 'u'", 2, 0},
    {"\"given\":{\"W_Q\":1},\"vary\":{\"W\":{\"integers\":[-2,2]}},\"steps\":[]",
     "'W' is not given", 2, 0},
    {"\"steps\":[{\"compute\":\"A = [[1, 2, 3], [4, 5, "
     "6]]\",\"stated\":{\"by\":\"me\",\"values\":[[1,2],[3,4],[5,6]]}}]",
     "must be a 2×3", 2, 0},
    {"\"sequences\":{\"w\":[\"a\",\"b\"]},\"indices\":{\"i\":\"w\"},\"steps\":[{\"for\":\"i\","
     "\"steps\":[{\"compute\":\"x_i = i\",\"stated\":{\"by\":\"me\",\"values\":[1,2,3]}}]}]",
     "for each number of the loops around it", 2, 0},
    {"\"sequences\":{\"w\":[\"a\",\"b\"]},\"indices\":{\"i\":\"w\"},\"steps\":[{\"compute\":\"A_i "
     "= [[i]]\",\"stated\":{\"by\":\"me\",\"values\":[[[1]],[[2]]]}}]",
     "A names several values, which do not stack: show and state one of them, as in \"show\": "
     "[\"A_1\"]",
     2, 0},
    {"\"steps\":[{\"compute\":\"x = [1, 2]\",\"plot\":{\"y\":\"x\",\"x\":[]}}]", "a plot has one",
     2, 0},
    {"\"sequences\":{\"s\":4096},\"indices\":{\"i\":\"s\",\"k\":\"s\"},\"steps\":[{\"for\":\"i\","
     "\"steps\":[{\"for\":\"k\",\"steps\":[]}]}]",
     "the next step would exceed the budget of work", 2, 0},
};

START_TEST(test_faults)
{
    const fault_case *c = &faults[_i];
    attn_status status = {.work = ATTN_USUAL_WORK / 10 * 9}; /* so that none takes long */
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
    ck_assert_uint_eq(attn_run_outcome(run)->stated_count, 1);
    const attn_stated_total *total = &attn_run_outcome(run)->stated[0];
    ck_assert_str_eq(total->name, "p");
    ck_assert(total->largest_difference == 0.5f && total->at_count == 2 && total->at[0] == 2 &&
              total->at[1] == 2);
    attn_status fault = {0};
    ck_assert(!attn_run_verdict(run, &fault));
    ck_assert_str_eq(fault.step, "step 2");
    const attn_moment *last =
        &attn_run_outcome(run)->moments[attn_run_outcome(run)->moment_count - 1];
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
    ck_assert_uint_eq(attn_value(attn_run_record(run), whole_value(run))->cols, 2);
    attn_run_free(run);
    options.sentence = "one two three four";
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_value(attn_run_record(run), whole_value(run))->cols, 4);
    ck_assert(attn_run_outcome(run)->changed);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* What nobody gives beside a sentence follows it: its words, or one word for each of them. */
START_TEST(test_default_from)
{
    static const char *const shows[] = {"x"}, *const inputs[] = {"marks", "1 0 1"};
    attn_status status = {0};
    attn_lesson *lesson;
    attn_options options = {.show_count = 1, .shows = shows};
    attn_run *run =
        run_text("\"sequences\":{\"kinds\":[\"0\",\"1\"],"
                 "\"s\":{\"input\":\"sentence\",\"default\":\"a b\"},"
                 "\"o\":{\"input\":\"original\",\"default\":{\"from\":\"s\"},\"in\":\"s\"},"
                 "\"marks\":{\"input\":\"marks\",\"default\":{\"from\":\"s\",\"each\":\"0\"},"
                 "\"in\":\"kinds\"}},"
                 "\"steps\":[{\"compute\":\"x = 10 (marks + 0) + (o == s)\"}]",
                 &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_tensor *x = attn_value(attn_run_record(run), whole_value(run));
    ck_assert(x->cols == 2 && x->data[0] == 11 && x->data[1] == 11);
    attn_run_free(run);
    options.sentence = "one two three";
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    x = attn_value(attn_run_record(run), whole_value(run));
    ck_assert(x->cols == 3 && x->data[2] == 11);
    attn_run_free(run);
    options.input_count = 1, options.inputs = inputs;
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    x = attn_value(attn_run_record(run), whole_value(run));
    ck_assert(x->cols == 3 && x->data[0] == 21 && x->data[1] == 11 && x->data[2] == 21);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* A length in --set is that of the sentence of this run. */
START_TEST(test_set_by_length)
{
    static const char *const shows[] = {"x"}, *const sets[] = {"x_n = 7"};
    attn_status status = {0}, second = {0};
    attn_lesson *lesson;
    attn_options options = {.show_count = 1, .shows = shows, .set_count = 1, .sets = sets};
    attn_run *run = run_text("\"sequences\":{\"s\":{\"input\":\"sentence\",\"default\":\"a "
                             "b\"}},\"indices\":{\"i\":\"s\"},"
                             "\"lengths\":{\"n\":\"s\"},\"steps\":[{\"compute\":\"x_i = i\"}]",
                             &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert(attn_value(attn_run_record(run), whole_value(run))->data[1] == 7);
    attn_run_free(run);
    options.sentence = "one two three";
    run = attn_lesson_run(lesson, &options, &second);
    ck_assert_msg(run != NULL, "%s", second.message);
    const float *x = attn_value(attn_run_record(run), whole_value(run))->data;
    ck_assert(x[1] == 2 && x[2] == 7);
    ck_assert_str_eq(attn_run_outcome(run)->changes[0].label, "x_3");
    attn_run_free(run);
    static const char *const wrong[] = {"x_ = 7"};
    options.sets = wrong;
    ck_assert_ptr_null(
        attn_lesson_run(lesson, &options, &second)); /* the fault goes to the run's own status */
    ck_assert(attn_ok(&status) && second.code == ATTN_USAGE);
    attn_lesson_free(lesson);
}
END_TEST

/* The step shows one name of the several that it computes: that one is stated. */
START_TEST(test_stated_is_shown)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_text("\"steps\":[{\"compute\":[\"a = 1\",\"b = "
                             "5\"],\"show\":\"b\",\"stated\":{\"by\":\"me\",\"values\":4}}]",
                             NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_str_eq(attn_run_outcome(run)->stated[0].name, "b");
    ck_assert(attn_run_outcome(run)->stated[0].largest_difference == 1);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- no memory ---- */

/* What a run tells: its labels, numbers and prose. */
static void add_record(const attn_run *run, attn_text *text)
{
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->piece_count; k++)
            attn_text_add(text, moment->pieces[k].text);
        for (size_t k = 0; k < moment->shown_count; k++) {
            const attn_tensor *value = attn_value(attn_run_record(run), moment->shown[k].node);
            attn_text_print(text, " %s", moment->shown[k].label);
            for (size_t n = 0; n < value->rows * value->cols; n++)
                attn_text_print(text, " %g", (double)value->data[n]);
        }
    }
}

/* With too little memory a lesson fails and says so, or comes out whole. */
START_TEST(test_no_memory)
{
    static const char lesson_text[] =
        "\"sequences\":{\"v\":[\"the\",\"cat\"],\"s\":{\"tokens\":[\"The\",\"cat\"],\"in\":\"v\"}},"
        "\"indices\":{\"i\":\"s\"},"
        "\"given\":{\"W_{Q,i}\":{\"random\":[2,2]},\"h_0\":1},\"define\":{\"f(x)\":[\"y = 2 "
        "x\",\"y, x\"]},"
        "\"steps\":[{\"for\":\"i\",\"steps\":[{\"say\":\"`x_i` {=x_i:2} of "
        "{=s_i}\",\"compute\":[\"x_i = sum(W_{Q,i} [1, i])\","
        "\"h_i = h_{i-1} + x_i\"],\"check\":\"x_i == x_i\"}]},{\"compute\":\"a, b = "
        "f(h)\",\"zoom\":true,\"show\":[\"a\",\"2 h_i\"]}]";
    attn_text whole = {0};
    bool enough = false;
    for (size_t n = 0; !enough || !scarce.once; n++) {
        attn_status status = {0};
        attn_lesson *lesson;
        attn_text told = {0};
        scarce.once = n % 2 == 0;
        scarce_begin(n ? n / 2 : SIZE_MAX);
        attn_run *run = run_text(lesson_text, NULL, &lesson, &status);
        enough = n && scarce.left > 0 && scarce.left < SIZE_MAX / 2;
        scarce_end();
        ck_assert_msg(run ? attn_ok(&status) : status.code == ATTN_MEMORY, "%zu: %s", n,
                      status.message);
        if (run) add_record(run, n ? &told : &whole);
        if (run && n) ck_assert_str_eq(attn_text_string(&told), attn_text_string(&whole));
        attn_text_free(&told);
        attn_run_free(run);
        attn_lesson_free(lesson);
    }
    attn_text_free(&whole);
}
END_TEST

/* ---- questions after the run ---- */

static attn_run *run_to_be_asked(attn_lesson **lesson, attn_status *status)
{
    static const char text[] =
        "\"sequences\":{\"s\":2},\"indices\":{\"i\":\"s\"},\"given\":{\"W_{Q,new}\":[1,2]},"
        "\"define\":{\"twice(a)\":\"2 a\",\"same(a)\":\"a\"},"
        "\"steps\":[{\"compute\":\"x_i = i\"}]";
    attn_run *run = run_text(text, NULL, lesson, status);
    ck_assert_msg(run != NULL, "%s", status->message);
    return run;
}

static const char *const questions[] = {"x",     "x_i",  "2 x",      "W_{Q,new}",
                                        "x · x", "x_99", "twice(x)", "same(x_1)"};

static bool ask(attn_run *run, const char *question)
{
    attn_made *made;
    size_t count;
    bool answered = attn_run_ask(run, question, &made, &count);
    return answered && attn_value(run->record, made[0].node)->data != NULL;
}

/* A question has what is left of the budget, for operations and calls together. */
START_TEST(test_question_beyond_budget)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_to_be_asked(&lesson, &status);
    status.work = ATTN_USUAL_WORK - 4 * ATTN_COST_STEP;
    ck_assert(!ask(run, "same(same(same(same(same(x_1)))))"));
    ck_assert_msg(strstr(status.message, "the next call would exceed the budget of work,") != NULL,
                  "%s", status.message);
    status = (attn_status){0};
    ck_assert_msg(ask(run, "same(same(x_1))"), "%s", status.message);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* What questions took is given back with the run. */
START_TEST(test_room_of_questions)
{
    enum { RUNS = 3 };
    long owned[RUNS];
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run_free(run_to_be_asked(&lesson, &status));
    scarce.owned = 0;
    scarce_begin(SIZE_MAX);
    for (size_t k = 0; k < RUNS; k++) {
        attn_run *run = attn_lesson_run(lesson, NULL, &status);
        for (size_t i = 0; i < 500 * COUNT(questions); i++) {
            ask(run, questions[i % COUNT(questions)]);
            status = (attn_status){0};
        }
        attn_run_free(run);
        owned[k] = scarce.owned;
    }
    scarce_end();
    ck_assert_int_eq(owned[RUNS - 1], owned[0]);
    attn_lesson_free(lesson);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lesson");
    TCase *tests = tcase_create("lesson");
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, test_values, 0, COUNT(values));
    tcase_add_loop_test(tests, test_faults, 0, COUNT(faults));
    tcase_add_test(tests, test_stated_and_checks);
    tcase_add_test(tests, test_runs_again);
    tcase_add_test(tests, test_default_from);
    tcase_add_test(tests, test_set_by_length);
    tcase_add_test(tests, test_stated_is_shown);
    tcase_add_test(tests, test_no_memory);
    tcase_add_test(tests, test_question_beyond_budget);
    tcase_add_test(tests, test_room_of_questions);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
