/*
 * calls: the longer calls of the public header, which the commands stand on: telling, exercises,
 * models, heatmaps, the board.
 */

#include "attnviz.h"
#include "unit.h"

typedef struct collected {
    char text[1 << 16];
    size_t length, calls;
} collected;

static bool collect(void *user, const char *bytes, size_t length)
{
    collected *all = user;
    ck_assert_uint_lt(all->length + length, sizeof all->text);
    memcpy(all->text + all->length, bytes, length);
    all->text[all->length += length] = '\0';
    all->calls++;
    return true;
}

static collected all; /* of one test */

static attnviz_output output(void)
{
    all = (collected){.calls = 0};
    return (attnviz_output){.write = collect, .user = &all};
}

static attnviz_lesson *carried(const char *name)
{
    attnviz_lesson *lesson = attnviz_lesson_carried(name, NULL);
    ck_assert_ptr_nonnull(lesson);
    return lesson;
}

static void assert_fault(attnviz_fault *fault, attnviz_cause cause, const char *part)
{
    ck_assert_msg(fault->cause == cause, "cause %d: %s", (int)fault->cause, fault->text);
    ck_assert_msg(strstr(fault->text, part) != NULL, "%s", fault->text);
    *fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
}

/* ---- telling ---- */

START_TEST(test_tells_as_text)
{
    attnviz_fault fault = {0};
    attnviz_output to = output();
    attnviz_lesson *lesson = carried("le-chat-noir");
    const attnviz_telling telling = {.look = ATTNVIZ_LOOK};
    ck_assert_msg(attnviz_lesson_tell(lesson, &telling, &to, &fault), "%s", fault.text);
    char *text = attnviz_lesson_text(lesson, NULL, &fault);
    ck_assert_str_eq(all.text, text);
    attnviz_free(text);
    attnviz_lesson_free(lesson);
}
END_TEST

static bool pause_twice(void *user)
{
    size_t *left = user;
    return --*left > 0;
}

START_TEST(test_pauses)
{
    size_t left = 2;
    attnviz_output to = output();
    attnviz_lesson *lesson = carried("le-chat-noir");
    const attnviz_telling telling = {.look = ATTNVIZ_LOOK, .pause = pause_twice, .user = &left};
    ck_assert(attnviz_lesson_tell(lesson, &telling, &to, NULL));
    ck_assert_uint_eq(left, 0);
    ck_assert_uint_eq(all.calls, 3);
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_leaves_out)
{
    static const char *const without[] = {"scale", NULL}, *const wrong[] = {"moon", NULL};
    attnviz_fault fault = {0};
    attnviz_output to = output();
    attnviz_lesson *lesson = carried("scaling");
    attnviz_telling telling = {.look = ATTNVIZ_LOOK, .without = without};
    ck_assert_msg(attnviz_lesson_tell(lesson, &telling, &to, &fault), "%s", fault.text);
    ck_assert_ptr_nonnull(strstr(all.text, "without"));
    telling.without = wrong;
    ck_assert(!attnviz_lesson_tell(lesson, &telling, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "moon");
    attnviz_lesson_free(lesson);
}
END_TEST

static void count_name(void *user, const char *name)
{
    ck_assert(name[0] != ' ');
    ++*(size_t *)user;
}

/* The names of "Z_1,2,Z_{1,2}, Z_1 ,A", behind three others. */
static void expect_names(void *user, const char *name)
{
    static const char *const names[] = {"Z_{1,2}", "Z_{1,2}", "Z_1", "A"};
    size_t *count = user;
    ck_assert_uint_lt(*count, 7);
    ck_assert_str_eq(name, names[*count - 3]);
    ++*count;
}

START_TEST(test_names)
{
    attnviz_fault fault = {0};
    size_t count = 0;
    ck_assert(attnviz_names("A, e_{1,2},f(x,y),", count_name, &count, &fault));
    ck_assert_uint_eq(count, 3);
    ck_assert(attnviz_names("Z_1,2,Z_{1,2}, Z_1 ,A", expect_names, &count, &fault));
    ck_assert_uint_eq(count, 7);
}
END_TEST

/* ---- exercises and models ---- */

START_TEST(test_worksheet)
{
    attnviz_fault fault = {0};
    attnviz_output to = output();
    const attnviz_worksheet sheet = {.seed = 7, .look = ATTNVIZ_LOOK};
    attnviz_lesson *lesson = carried("le-chat-noir");
    ck_assert_msg(attnviz_lesson_worksheet(lesson, &sheet, &to, &fault), "%s", fault.text);
    ck_assert_ptr_nonnull(strstr(all.text, "Worksheet 7"));
    ck_assert(!attnviz_lesson_worksheet(lesson, &(attnviz_worksheet){.seed = 7}, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "a line has 40 to 100 columns, not 0");
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_answers)
{
    static const char *const files[] = {"/nowhere/A.csv", NULL};
    attnviz_fault fault = {0};
    attnviz_output to = output();
    bool right = true;
    attnviz_answers answers = {.look = ATTNVIZ_LOOK};
    attnviz_lesson *lesson = carried("masked");
    ck_assert(!attnviz_lesson_check(lesson, &answers, &right, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "attnviz check masked A.csv");
    answers.files = files;
    ck_assert(!attnviz_lesson_check(lesson, &answers, &right, &to, &fault));
    assert_fault(&fault, ATTNVIZ_FILE, "/nowhere/A.csv");
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_refuses_what_a_lesson_cannot)
{
    attnviz_fault fault = {0};
    attnviz_output to = output();
    attnviz_lesson *lesson = carried("scores");
    ck_assert(!attnviz_lesson_train(lesson, NULL, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the lesson scores trains nothing");
    ck_assert(!attnviz_lesson_generate(lesson, NULL, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the lesson scores writes no sentence");
    ck_assert(!attnviz_lesson_evaluate(lesson, NULL, ATTNVIZ_FORMAT_TEXT, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the lesson scores ");
    ck_assert_uint_eq(all.length, 0);
    attnviz_lesson_free(lesson);
    lesson = carried("translator-pairs");
    ck_assert(!attnviz_lesson_evaluate(lesson, &(attnviz_trial){.part = "tset"},
                                       ATTNVIZ_FORMAT_TEXT, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "no part 'tset': choose one of train, validation, test or");
    attnviz_lesson_free(lesson);
    const char *arrays[] = {"no-file.npy", NULL};
    ck_assert_ptr_null(attnviz_lesson_attend(
        &(attnviz_attend){.arrays = arrays, .scaling = ATTNVIZ_SCALE_GIVEN}, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the scale must be a number above 0");
}
END_TEST

START_TEST(test_measures_heads)
{
    static const char *const second[] = {"l=2", NULL};
    attnviz_fault fault = {0};
    attnviz_output to = output();
    attnviz_lesson *lesson = carried("induction");
    ck_assert_msg(attnviz_lesson_heads(lesson, NULL, &to, &fault), "%s", fault.text);
    ck_assert_ptr_nonnull(strstr(all.text, "A_{1,2}"));
    ck_assert_ptr_nonnull(strstr(all.text, "seed 0"));
    to = output();
    attnviz_measuring measuring = {.at = second, .format = ATTNVIZ_FORMAT_CSV};
    ck_assert_msg(attnviz_lesson_heads(lesson, &measuring, &to, &fault), "%s", fault.text);
    ck_assert_ptr_null(strstr(all.text, "A_{1,2}"));
    ck_assert_ptr_nonnull(strstr(all.text, "induction\n\"A_{2,2}\""));
    to = output();
    measuring.format = ATTNVIZ_FORMAT_HTML;
    ck_assert(!attnviz_lesson_heads(lesson, &measuring, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "a table of heads is .txt, .json or .csv, not html");
    ck_assert(!attnviz_lesson_heads(NULL, &measuring, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the lesson is NULL");
    ck_assert_uint_eq(all.length, 0);
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_attends_to_three_arrays)
{
    static const char *const arrays[] = {"/nowhere/Q.npy", "/nowhere/K.npy", NULL};
    attnviz_fault fault = {0};
    attnviz_attend attend = {.arrays = arrays};
    ck_assert_ptr_null(attnviz_lesson_attend(&attend, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE,
                 "attend needs queries, keys and values: name three files, or one with arrays "
                 "named Q, K and V, or X, W_Q, W_K and W_V");
}
END_TEST

START_TEST(test_heatmap_of_no_lesson)
{
    static const char *const files[] = {"scorse", NULL};
    attnviz_fault fault = {0};
    ck_assert(!attnviz_heatmap_draw(&(attnviz_heatmap){.files = files}, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "did you mean scores?");
}
END_TEST

/* ---- what is read is not overwritten, and what is asked for exists ---- */

static void assert_kept(const char *path, const char *text)
{
    size_t length;
    char *now = unit_read(path, &length);
    ck_assert_str_eq(now, text);
    free(now);
}

START_TEST(test_outputs_spare_what_is_read)
{
    static const char trains[] =
        "{\"attnviz\":1,\"title\":\"T\",\"learned\":{\"w\":3},\"steps\":[{\"compute\":\"L = w^2\"},"
        "{\"train\":{\"loss\":\"L\",\"steps\":2,\"rate\":0.1}}]}";
    static const char would[] = " would overwrite the ";
    char path[] = "/tmp/attnviz-test-XXXXXX";
    attnviz_fault fault = {0};
    bool right = true;
    unit_make_file(path);
    const attnviz_output to = {.path = path};
    const char *const files[] = {path, NULL};

    unit_write_text(path, "le chat");
    attnviz_lesson *lesson = carried("translator-pairs");
    ck_assert(!attnviz_lesson_generate(lesson, &(attnviz_generation){.files = files}, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, would);
    const attnviz_answers answers = {.files = files, .look = ATTNVIZ_LOOK};
    ck_assert(!attnviz_lesson_check(lesson, &answers, &right, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, would);
    attnviz_lesson_free(lesson);
    ck_assert(!attnviz_corpus_words(path, NULL, false, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, would);
    ck_assert(!attnviz_picture_numbers(path, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, would);
    assert_kept(path, "le chat");

    unit_write_text(path, trains);
    lesson = attnviz_lesson_read(path, &fault);
    ck_assert_msg(lesson, "%s", fault.text);
    ck_assert(!attnviz_lesson_train(lesson, NULL, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "would overwrite the lesson");
    ck_assert(attnviz_lesson_run(lesson, NULL, &fault));
    ck_assert(!attnviz_lesson_draw(lesson, "w", path, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "would overwrite the lesson");
    assert_kept(path, trains);
    attnviz_lesson_free(lesson);
    remove(path);
}
END_TEST

START_TEST(test_text_or_json)
{
    attnviz_fault fault = {0};
    attnviz_look look = ATTNVIZ_LOOK;
    char folder[] = "/tmp/attnviz-test-XXXXXX", path[64];
    unit_make_folder(folder);
    snprintf(path, sizeof path, "%s/a.json", folder);
    ck_assert(attnviz_glossary("softmax", &look, &(attnviz_output){.path = path}, &fault));
    size_t length;
    char *text = unit_read(path, &length);
    ck_assert_msg(text[0] == '{', "%s", text);
    free(text);
    remove(path);
    snprintf(path, sizeof path, "%s/a.pdf", folder);
    ck_assert(!attnviz_glossary("softmax", &look, &(attnviz_output){.path = path}, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the output is .txt or .json, not .pdf");
    attnviz_output to = output();
    look.format = ATTNVIZ_FORMAT_SVG;
    ck_assert(!attnviz_glossary("softmax", &look, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the output is .txt or .json, not svg");
    attnviz_lesson *lesson = carried("translator-pairs");
    ck_assert(!attnviz_lesson_evaluate(lesson, NULL, ATTNVIZ_FORMAT_PNG, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the output is .txt or .json, not png");
    ck_assert_uint_eq(all.length, 0);
    attnviz_lesson_free(lesson);
    remove(folder);
}
END_TEST

/* Of each enumeration a number that it does not have. */
START_TEST(test_values_that_do_not_exist)
{
    static const char *const arrays[] = {"a.npy", NULL};
    attnviz_fault fault = {0};
    attnviz_output to = output();
    const attnviz_format format = (attnviz_format)77;
    attnviz_lesson *lesson = carried("le-chat-noir");
    ck_assert(!attnviz_lesson_open("scores", (attnviz_purpose)9, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "there is no purpose 9");
    attnviz_telling telling = {.look = ATTNVIZ_LOOK};
    telling.look.format = format;
    ck_assert(!attnviz_lesson_tell(lesson, &telling, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "no format 77");
    ck_assert(!attnviz_heatmap_draw(&(attnviz_heatmap){.format = format}, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "no format 77");
    telling.look.format = ATTNVIZ_FORMAT_PNG;
    ck_assert(!attnviz_lesson_tell(lesson, &telling, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "explain writes .txt, .json, .md, .tex or .html, not png");
    const attnviz_worksheet sheet = {.fill = (attnviz_fill)9, .look = ATTNVIZ_LOOK};
    ck_assert(!attnviz_lesson_worksheet(lesson, &sheet, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "there is no fill 9");
    attnviz_heatmap heatmap = {.files = arrays, .arrays = {.heads = (attnviz_heads)9}};
    ck_assert(!attnviz_heatmap_draw(&heatmap, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "there is no choice of heads 9");
    const attnviz_attend attend = {.arrays = arrays, .scaling = (attnviz_scaling)9};
    ck_assert_ptr_null(attnviz_lesson_attend(&attend, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "there is no scaling 9");
    attnviz_lesson_free(lesson);
}
END_TEST

/* A worksheet's numbers are those of the picture; messages name members, or options. */
START_TEST(test_heatmap_wishes)
{
    static const char *const learning[] = {"learning", NULL};
    attnviz_fault fault = {0};
    attnviz_heatmap heatmap = {
        .files = learning, .output = "/tmp/no-map.png", .wishes = {.varied = true, .worksheet = 7}};
    ck_assert(!attnviz_heatmap_draw(&heatmap, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "learning");
    heatmap = (attnviz_heatmap){.arrays = {.layer = 1}};
    ck_assert(!attnviz_heatmap_draw(&heatmap, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "layer works with numbers of your own");
    ck_assert(attnviz_heatmap_draw(&heatmap, NULL, NULL) == false);
    heatmap.wishes.as_options = true;
    ck_assert(!attnviz_heatmap_draw(&heatmap, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "--layer works with numbers of your own");
}
END_TEST

/* ---- the board ---- */

static bool press(attnviz_board *board, attnviz_key key, char character)
{
    const attnviz_press one = {.key = key, .text = {character}};
    return attnviz_board_press(board, &one);
}

static void assert_shows(attnviz_board *board, const char *part)
{
    const char *screen = attnviz_board_screen(board);
    ck_assert_msg(screen && strstr(screen, part), "%s", screen);
}

START_TEST(test_board)
{
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = carried("le-chat-noir");
    const attnviz_telling telling = {.look = ATTNVIZ_LOOK};
    attnviz_board *board = attnviz_board_open(lesson, &telling, 24, 80, &fault);
    ck_assert_msg(board, "%s", fault.text);
    assert_shows(board, "page 1 of ");
    ck_assert(press(board, ATTNVIZ_KEY_CHARACTER, 'n') && press(board, ATTNVIZ_KEY_END, 0));
    ck_assert(press(board, ATTNVIZ_KEY_HOME, 0) && press(board, ATTNVIZ_KEY_CHARACTER, 'l'));
    assert_shows(board, "Escape closes the list");
    ck_assert(press(board, ATTNVIZ_KEY_REDRAW, 0) && press(board, ATTNVIZ_KEY_ESCAPE, 0));
    ck_assert(attnviz_board_resize(board, 10, 30));
    assert_shows(board, "The board needs");
    ck_assert(attnviz_board_resize(board, 40, 100));
    ck_assert(!press(board, ATTNVIZ_KEY_CHARACTER, 'q') && !press(board, ATTNVIZ_KEY_ENTER, 0));
    ck_assert_ptr_null(attnviz_board_screen(board));
    ck_assert(attnviz_board_close(board, &fault));
    attnviz_lesson_free(lesson);
}
END_TEST

/* ---- nothing given ---- */

START_TEST(test_nothing_given)
{
    attnviz_fault fault = {0};
    attnviz_output to = output();
    bool right;
    attnviz_lesson *lesson = carried("scores");
    ck_assert(!attnviz_lesson_tell(NULL, &(attnviz_telling){.picture = NULL}, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the lesson is NULL");
    ck_assert(!attnviz_lesson_tell(lesson, NULL, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "what is asked is NULL");
    ck_assert(!attnviz_lesson_worksheet(lesson, NULL, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the worksheet is NULL");
    ck_assert(!attnviz_lesson_check(lesson, NULL, &right, &to, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "is NULL");
    ck_assert_ptr_null(attnviz_board_open(lesson, NULL, 24, 80, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "is NULL");
    ck_assert_ptr_null(attnviz_lesson_attend(NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "is NULL");
    ck_assert(attnviz_board_close(NULL, NULL));
    ck_assert(!attnviz_board_press(NULL, &(attnviz_press){.key = ATTNVIZ_KEY_REDRAW}));
    ck_assert(!attnviz_board_resize(NULL, 24, 80));
    ck_assert_ptr_null(attnviz_board_screen(NULL));
    ck_assert(!attnviz_names("A", NULL, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the function is NULL");
    ck_assert(!attnviz_carried_list(NULL, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the function is NULL");
    ck_assert(!attnviz_course(NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the folder is NULL");
    ck_assert(!attnviz_glossary_names(NULL, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the function is NULL");
    attnviz_lesson_listen(NULL, NULL);
    attnviz_lesson_free(lesson);
}
END_TEST

int main(void)
{
    TCase *calls = tcase_create("calls");
    tcase_add_test(calls, test_tells_as_text);
    tcase_add_test(calls, test_pauses);
    tcase_add_test(calls, test_leaves_out);
    tcase_add_test(calls, test_names);
    tcase_add_test(calls, test_worksheet);
    tcase_add_test(calls, test_answers);
    tcase_add_test(calls, test_refuses_what_a_lesson_cannot);
    tcase_add_test(calls, test_attends_to_three_arrays);
    tcase_add_test(calls, test_heatmap_of_no_lesson);
    tcase_add_test(calls, test_outputs_spare_what_is_read);
    tcase_add_test(calls, test_text_or_json);
    tcase_add_test(calls, test_values_that_do_not_exist);
    tcase_add_test(calls, test_measures_heads);
    tcase_add_test(calls, test_heatmap_wishes);
    tcase_add_test(calls, test_board);
    tcase_add_test(calls, test_nothing_given);
    Suite *suite = suite_create("calls");
    suite_add_tcase(suite, calls);
    return unit_run(suite);
}
