/*
 * attnviz: the library as its users see it, through the public header alone.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include "attnviz.h"
#include "unit.h"

#include <math.h>
#include <pthread.h>

static attnviz_lesson *ran(const char *name, const attnviz_wishes *wishes)
{
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = attnviz_lesson_carried(name, &fault);
    ck_assert_msg(attnviz_lesson_run(lesson, wishes, &fault), "%s", fault.text);
    return lesson;
}

static attnviz_value value_of(attnviz_lesson *lesson, const char *name)
{
    attnviz_fault fault = {0};
    attnviz_value value = {0};
    ck_assert_msg(attnviz_lesson_value(lesson, name, &value, &fault), "%s", fault.text);
    return value;
}

static void assert_fault(attnviz_fault *fault, attnviz_cause cause, const char *part)
{
    ck_assert_msg(fault->cause == cause, "cause %d: %s", (int)fault->cause, fault->text);
    ck_assert_msg(strstr(fault->text, part) != NULL, "%s", fault->text);
    *fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
}

/* ---- lessons ---- */

START_TEST(test_all_carried)
{
    size_t count = 0;
    for (; attnviz_carried_name(count) != NULL; count++) {
        attnviz_lesson *lesson = ran(attnviz_carried_name(count), NULL);
        ck_assert(attnviz_lesson_holds(lesson, NULL));
        ck_assert(attnviz_lesson_title(lesson)[0] != '\0');
        ck_assert_ptr_nonnull(attnviz_lesson_summary(lesson));
        attnviz_lesson_free(lesson);
    }
    ck_assert_uint_ge(count, 10);
    ck_assert_str_eq(attnviz_version(), ATTNVIZ_VERSION);
}
END_TEST

START_TEST(test_values)
{
    attnviz_lesson *lesson = ran("le-chat-noir", NULL);
    attnviz_value e = value_of(lesson, "e_{1,2}");
    ck_assert(e.rank == 0 && e.rows == 1 && e.cols == 1 && fabsf(e.data[0] - 0.3f) < 1e-6f);
    attnviz_value weights = value_of(lesson, "α");
    ck_assert(weights.rank == 2 && weights.rows == 3 && weights.cols == 3);
    ck_assert_str_eq(weights.col_labels[1], "chat");
    ck_assert_str_eq(weights.row_labels[2], "cat");
    ck_assert(fabsf(weights.data[0] - 0.7605f) < 5e-5f);
    attnviz_value row = value_of(lesson, "alpha_1");
    ck_assert(row.rank == 1 && row.rows == 1 && row.cols == 3 && row.data[1] == weights.data[1]);
    ck_assert(row.row_labels == NULL);
    ck_assert_str_eq(row.col_labels[0], "le");
    attnviz_value sum = value_of(lesson, "sum(α_1) + 2");
    ck_assert(sum.rank == 0 && fabsf(sum.data[0] - 3.0f) < 1e-6f);
    /* what was asked for before is still there */
    ck_assert(fabsf(e.data[0] - 0.3f) < 1e-6f && weights.data[1] == row.data[1]);
    attnviz_lesson_free(lesson);
}
END_TEST

/* The plain name is the value at its place, before the training. */
START_TEST(test_after_training)
{
    attnviz_fault fault = {0};
    attnviz_value value;
    attnviz_lesson *lesson = ran("learning", NULL);
    attnviz_value before = value_of(lesson, "L"), after = value_of(lesson, "after(L)");
    ck_assert(fabsf(before.data[0] - 1.0350f) < 5e-5f);
    ck_assert(fabsf(after.data[0] - 0.0027f) < 5e-5f);
    ck_assert(value_of(lesson, "after(L) - L").data[0] == after.data[0] - before.data[0]);
    /* functions of the lesson too: its own step width gives its own L_new, and no step L */
    ck_assert(fabsf(value_of(lesson, "loss_after(η) - L_new").data[0]) < 1e-6f);
    ck_assert(fabsf(value_of(lesson, "loss_after(0) - L").data[0]) < 1e-6f);
    ck_assert_str_eq(value_of(lesson, "after(A)").row_labels[1], "dog");
    ck_assert(value_of(lesson, "after(X_{1,1})").data[0] == 1);
    ck_assert(!attnviz_lesson_value(lesson, "after(A)_1", &value, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "put the subscripts inside: after(A_1)");
    attnviz_lesson_free(lesson);
    lesson = ran("masked", NULL);
    ck_assert(!attnviz_lesson_value(lesson, "after(A)", &value, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT,
                 "): this lesson trains nothing, so A has only one value: ask for");
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_words)
{
    static const char *const inputs[] = {"sentence", "the cat", NULL};
    attnviz_lesson *lesson = ran("reader", &(attnviz_wishes){.inputs = inputs});
    attnviz_value words = value_of(lesson, "sentence");
    ck_assert(words.rank == 1 && words.cols == 2 && words.words != NULL);
    ck_assert_str_eq(words.words[(size_t)words.data[1] - 1], "cat");
    attnviz_lesson_free(lesson);
}
END_TEST

/* Values of a family: one can be asked for, all together only be drawn. */
START_TEST(test_family)
{
    attnviz_fault fault = {0};
    attnviz_value value;
    attnviz_lesson *lesson = ran("multi-head", NULL);
    ck_assert(!attnviz_lesson_value(lesson, "A", &value, &fault));
    fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
    ck_assert(value_of(lesson, "A_2").rank == 2);
    ck_assert(attnviz_lesson_draw(lesson, "A_2", "/dev/null", NULL, &fault));
    ck_assert(attnviz_lesson_draw(lesson, NULL, "/dev/null", NULL, &fault));
    attnviz_lesson_free(lesson);
}
END_TEST

/* A wrong question is told, and the next one answered. */
START_TEST(test_questions_again)
{
    attnviz_fault fault = {0};
    attnviz_value value;
    attnviz_lesson *lesson = ran("le-chat-noir", NULL);
    static const char *const wrong[] = {"beta", "α_{9,1}",  "α β γ",   "α +",     "x = 1",
                                        "",     "score(α)", "α_{t,i}", "softmax", "Σ_i e_{9,i}"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        bool answered = attnviz_lesson_value(lesson, wrong[i], &value, &fault);
        ck_assert_msg(!answered && fault.text[0] != '\0', "%s", wrong[i]);
        fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
        ck_assert(fabsf(value_of(lesson, "e_{1,2}").data[0] - 0.3f) < 1e-6f);
    }
    ck_assert(!attnviz_lesson_value(lesson, "\xff", &value, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "not UTF-8: \\xFF");
    ck_assert(!attnviz_lesson_value(lesson, "alhpa", &value, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "alhpa is not a value of this lesson");
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_what_if)
{
    static const char *const sets[] = {"e_{1,2} = 2.0", NULL}, *const none[] = {"e_{7,7} = 1",
                                                                                NULL};
    static const char *const half[] = {"sentence", NULL};
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = ran("le-chat-noir", &(attnviz_wishes){.sets = sets});
    ck_assert(fabsf(value_of(lesson, "α").data[1] - 0.4404f) < 5e-5f);
    ck_assert(attnviz_lesson_run(lesson, NULL, &fault));
    ck_assert(fabsf(value_of(lesson, "α").data[1] - 0.1257f) < 5e-5f);
    ck_assert(!attnviz_lesson_run(lesson, &(attnviz_wishes){.sets = none}, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "e_{7,7}");
    ck_assert_ptr_null(attnviz_lesson_text(lesson, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "run it first");
    ck_assert(!attnviz_lesson_run(lesson, &(attnviz_wishes){.inputs = half}, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "inputs come in pairs, and '");
    ck_assert(attnviz_lesson_run(lesson, NULL, &fault));
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_faults)
{
    attnviz_fault fault = {0};
    ck_assert_ptr_null(attnviz_lesson_carried("le-chat-nior", &fault));
    ck_assert_int_eq(fault.cause, ATTNVIZ_USAGE);
    char first[sizeof fault.text];
    strcpy(first, fault.text);
    /* it keeps the first thing that went wrong, and nothing else happens */
    ck_assert_ptr_null(attnviz_lesson_carried("le-chat-noir", &fault));
    ck_assert(!attnviz_lesson_run(NULL, NULL, &fault));
    ck_assert_str_eq(fault.text, first);
    fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
    ck_assert_ptr_null(attnviz_lesson_read("/no/such/lesson.json", &fault));
    assert_fault(&fault, ATTNVIZ_FILE, "/no/such/lesson.json");
    ck_assert(!attnviz_lesson_run(NULL, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the lesson is NULL");
    ck_assert_ptr_null(attnviz_lesson_read(NULL, NULL));
    ck_assert_str_eq(attnviz_lesson_title(NULL), "");
    ck_assert_str_eq(attnviz_lesson_summary(NULL), "");
    attnviz_lesson_free(NULL);
    attnviz_free(NULL);
}
END_TEST

/* The fault of a run with these wishes: nothing in it is of the command line. */
static void refuse_wishes(const char *name, const attnviz_wishes *wishes, const char *part)
{
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = attnviz_lesson_carried(name, &fault);
    ck_assert(!attnviz_lesson_run(lesson, wishes, &fault));
    ck_assert_msg(strstr(fault.text, "--") == NULL, "%s", fault.text);
    assert_fault(&fault, ATTNVIZ_USAGE, part);
    attnviz_lesson_free(lesson);
}

START_TEST(test_faults_speak_of_wishes)
{
    static const char *const x[] = {"x", NULL}, *const far[] = {"e_{9,9} = 1", NULL};
    static const char *const soft[] = {"softmax", NULL}, *const pair[] = {"x", "y", NULL};
    attnviz_fault fault = {0};
    attnviz_look look = ATTNVIZ_LOOK;
    refuse_wishes("le-chat-noir", &(attnviz_wishes){.sets = x}, "sets: 'x' has no number");
    refuse_wishes("le-chat-noir", &(attnviz_wishes){.sets = far}, "sets: e_{9,9} is not a single");
    refuse_wishes("le-chat-noir", &(attnviz_wishes){.zooms = x}, "zooms: x is not a function");
    refuse_wishes("le-chat-noir", &(attnviz_wishes){.zooms = soft}, "zooms: softmax is built in");
    refuse_wishes("scores", &(attnviz_wishes){.arithmetics = far},
                  "arithmetics: expected a formula without '='");
    refuse_wishes("scores", &(attnviz_wishes){.inputs = pair}, "inputs: this lesson has no input");
    ck_assert_ptr_null(attnviz_lesson_carried("none", &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "carries no lesson 'none': attnviz_carried_name");
    attnviz_lesson *lesson = ran("le-chat-noir", NULL);
    look.names = (const char *const[]){"h", NULL};
    look.at = (const char *const[]){"t=1", NULL};
    ck_assert_ptr_null(attnviz_lesson_text(lesson, &look, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "no step at t=1 shows h: ask for another value");
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_long_fault)
{
    attnviz_fault fault = {0};
    attnviz_value value;
    attnviz_lesson *lesson = ran("scores", NULL);
    char name[8192];
    memset(name, '\x01', sizeof name); /* each is shown as \x01 */
    name[sizeof name - 1] = '\0';
    ck_assert(!attnviz_lesson_value(lesson, name, &value, &fault));
    ck_assert_uint_lt(strlen(fault.text), sizeof fault.text);
    ck_assert(strchr(fault.text, '\x01') == NULL);
    fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
    name[0] = '\xff'; /* a fault that repeats the text, and is cut */
    ck_assert(!attnviz_lesson_value(lesson, name, &value, &fault));
    ck_assert_uint_gt(strlen(fault.text), sizeof fault.text - 8);
    assert_fault(&fault, ATTNVIZ_INPUT, "not UTF-8: \\xFF\\x01\\x01");
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_check_is_false)
{
    attnviz_fault fault = {0};
    char path[] = "/tmp/attnviz-false-XXXXXX";
    unit_make_file(path);
    unit_write_text(
        path,
        "{\"attnviz\":1,\"title\":\"T\",\"steps\":[{\"compute\":\"a = 1\",\"check\":\"a > 2\"}]}");
    attnviz_lesson *lesson = attnviz_lesson_read(path, &fault);
    ck_assert(attnviz_lesson_run(lesson, NULL, &fault));
    ck_assert(!attnviz_lesson_holds(lesson, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "step 1: this check is false: a > 2");
    ck_assert(!attnviz_lesson_draw(lesson, NULL, "/dev/null", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "draws nothing");
    attnviz_lesson_free(lesson);
    unlink(path);
}
END_TEST

/* ---- shown ---- */

/* ---- texts through an output ---- */

static bool gather(void *user, const char *bytes, size_t length)
{
    char *all = user;
    size_t had = strlen(all);
    ck_assert_uint_lt(had + length, 1 << 16);
    memcpy(all + had, bytes, length);
    all[had + length] = '\0';
    return true;
}

static bool refuse(void *user, const char *bytes, size_t length)
{
    (void)user, (void)bytes, (void)length;
    return false;
}

START_TEST(test_glossary)
{
    static char all[1 << 16];
    attnviz_fault fault = {0};
    attnviz_output out = {.write = gather, .user = all}, none = {0}, full = {.write = refuse};
    ck_assert_msg(attnviz_glossary("alpha", NULL, &out, &fault), "%s", fault.text);
    ck_assert_ptr_nonnull(strstr(all, "attention weights"));
    ck_assert(!attnviz_glossary("alpa", NULL, &out, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "did you mean alpha?");
    ck_assert(!attnviz_glossary("alpha", NULL, &none, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "neither a path nor a function");
    ck_assert(!attnviz_glossary("alpha", NULL, &full, &fault));
    assert_fault(&fault, ATTNVIZ_FILE, "the caller takes no more");
}
END_TEST

START_TEST(test_corpus)
{
    static char all[1 << 16];
    attnviz_fault fault = {0};
    attnviz_output out = {.write = gather, .user = all};
    attnviz_lines lines = {.count = 3, .seed = 1};
    ck_assert_msg(attnviz_corpus_lines("pairs", &lines, &out, &fault), "%s", fault.text);
    size_t ends = 0;
    for (const char *at = all; *at; at++) ends += *at == '\n';
    ck_assert_uint_eq(ends, 3);
    lines.part = "nothing";
    ck_assert(!attnviz_corpus_lines("pairs", &lines, &out, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE,
                 "no part 'nothing': choose one of train, validation, test or");
    ck_assert(!attnviz_corpus_words("pears", NULL, false, &out, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "did you mean pairs?");
    lines.part = NULL;
    ck_assert(!attnviz_corpus_folder("scenes", &lines, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the folder is NULL");
    ck_assert(!attnviz_corpus_folder("scenes", NULL, "folder", &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "what lines are wanted is NULL");
    lines.questions = true;
    ck_assert(!attnviz_corpus_lines("repeats", &lines, &out, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "has no scenes to ask about");
}
END_TEST

START_TEST(test_open)
{
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = attnviz_lesson_open("scores", ATTNVIZ_TO_RUN, &fault);
    ck_assert_msg(lesson != NULL, "%s", fault.text);
    ck_assert(!attnviz_lesson_evaluate(lesson, NULL, ATTNVIZ_FORMAT_TEXT, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the output is NULL");
    attnviz_lesson_free(lesson);
    ck_assert_ptr_null(attnviz_lesson_open("score", ATTNVIZ_TO_RUN, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "did you mean scores?");
    ck_assert_ptr_null(attnviz_lesson_open("scores", ATTNVIZ_TO_EVALUATE, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "does not say how to evaluate it");
}
END_TEST

START_TEST(test_text_and_json)
{
    static const char *const names[] = {"α", NULL}, *const places[] = {"t=1", NULL};
    static const char *const numbers[] = {"e_{1,1}", NULL};
    attnviz_fault fault = {0};
    attnviz_look look = ATTNVIZ_LOOK;
    attnviz_lesson *lesson = ran("le-chat-noir", &(attnviz_wishes){.arithmetics = numbers});
    char *text = attnviz_lesson_text(lesson, NULL, &fault);
    ck_assert_msg(text != NULL, "%s", fault.text);
    ck_assert_ptr_nonnull(strstr(text, "e₁,₁ = 1.8·1 + 0.2·0.5"));
    attnviz_free(text);
    look.names = names;
    look.at = places;
    look.decimals = 2;
    text = attnviz_lesson_text(lesson, &look, &fault);
    ck_assert_ptr_nonnull(strstr(text, "α₁  *0.76  0.13  0.11"));
    attnviz_free(text);
    text = attnviz_lesson_json(lesson, &look, &fault);
    ck_assert_ptr_nonnull(strstr(text, "\"α\""));
    ck_assert_ptr_null(strstr(text, "\"e\":{"));
    attnviz_free(text);
    look.decimals = 10;
    ck_assert_ptr_null(attnviz_lesson_text(lesson, &look, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "decimals go from 0 to 9, not 10");
    look.decimals = 4;
    look.columns = 0;
    ck_assert_ptr_null(attnviz_lesson_text(lesson, &look, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "40 to 100 columns");
    attnviz_lesson_free(lesson);
}
END_TEST

/* The ending says what the picture is. */
static const struct kind {
    const char *ending, *start;
} kinds[] = {{".png", "\x89PNG"}, {".svg", "<?xml"}, {".PDF", "%PDF-"}};

START_TEST(test_draw)
{
    const struct kind *kind = &kinds[_i];
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = ran("le-chat-noir", NULL);
    char path[64];
    size_t length;
    snprintf(path, sizeof path, "/tmp/attnviz-draw-%ld%s", (long)getpid(), kind->ending);
    ck_assert_msg(attnviz_lesson_draw(lesson, "α", path, NULL, &fault), "%s", fault.text);
    char *bytes = unit_read(path, &length);
    ck_assert(strncmp(bytes, kind->start, strlen(kind->start)) == 0);
    free(bytes);
    unlink(path);
    ck_assert(!attnviz_lesson_draw(lesson, "e_{1,1}", path, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "a single number");
    ck_assert(!attnviz_lesson_draw(lesson, "beta", path, NULL, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "β is not a value of this lesson");
    ck_assert(access(path, F_OK) != 0);
    ck_assert(!attnviz_lesson_draw(lesson, "α", "/no/such/folder/a.png", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_FILE, "/no/such/folder/a.png");
    ck_assert(!attnviz_lesson_draw(lesson, "α", "/no/such/folder/a.jpg", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "a picture is .png, .svg or .pdf, not .jpg");
    ck_assert(!attnviz_lesson_draw(lesson, "α", "/tmp", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_FILE, "/tmp");
    ck_assert(!attnviz_lesson_draw(lesson, "α", "-", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "a picture is not written to standard output");
    attnviz_lesson_free(lesson);
}
END_TEST

static char *drawn_with(const attnviz_style *style, size_t *length)
{
    static const float data[] = {0.5f, 0.25f, -INFINITY, 1.0f};
    char folder[] = "/tmp/attnviz-style-XXXXXX", path[64];
    attnviz_fault fault = {0};
    attnviz_map map = {.rows = 2, .cols = 2, .data = data, .title = "Map"};
    unit_make_folder(folder);
    snprintf(path, sizeof path, "%s/a.png", folder);
    ck_assert_msg(attnviz_map_draw(&map, path, style, &fault), "%s", fault.text);
    char *bytes = unit_read(path, length);
    unlink(path);
    rmdir(folder);
    return bytes;
}

/* Each part of a style makes another picture; of none, and of {0}, it is the same. */
START_TEST(test_style)
{
    static const attnviz_style styles[] = {{.dark = true},
                                           {.colors = "ember"},
                                           {.colors = "grey"},
                                           {.cell = 90},
                                           {.numbers = ATTNVIZ_NUMBERS_NEVER},
                                           {.transparent = true},
                                           {.title = "Mine"},
                                           {.title = ""},
                                           {.caption = "Mine"},
                                           {.vmax = 0.25},
                                           {.view = ATTNVIZ_VIEW_LINKS},
                                           {.view = ATTNVIZ_VIEW_LINKS, .from = "2"},
                                           {.view = ATTNVIZ_VIEW_ROW, .from = "2"},
                                           {.scale = 2.0}};
    size_t plain_length, length;
    char *plain = drawn_with(NULL, &plain_length);
    for (size_t i = 0; i < COUNT(styles); i++) {
        char *other = drawn_with(&styles[i], &length);
        ck_assert(length != plain_length || memcmp(other, plain, length) != 0);
        free(other);
    }
    char *same = drawn_with(&(attnviz_style){.colors = "indigo"}, &length);
    ck_assert(length == plain_length && memcmp(same, plain, length) == 0);
    free(same);
    free(plain);
}
END_TEST

START_TEST(test_style_refused)
{
    static const float data[] = {1};
    static const struct {
        attnviz_style style;
        const char *part;
    } wrong[] = {{{.colors = "pink"}, "no colours 'pink': choose indigo, moss, ember, sand, grey"},
                 {{.cell = 257}, "at most 256 pixels"},
                 {{.numbers = (attnviz_numbers)3}, "no choice of numbers"},
                 {{.title = "\xff"}, "not UTF-8"},
                 {{.caption = "\xff"}, "not UTF-8"},
                 {{.live_text = true}, "use live text with SVG"},
                 {{.vmax = -1}, "from 1e-30 to 1e+30, not at -1"},
                 {{.vmax = (double)NAN}, "not at nan"},
                 {{.vmax = (double)INFINITY}, "not at inf"},
                 {{.view = (attnviz_view)4}, "no view 4"},
                 {{.view = ATTNVIZ_VIEW_FLOW}, "only attnviz_heatmap_draw"},
                 {{.view = ATTNVIZ_VIEW_LINKS, .cell = 8}, "leave out the size of cells"},
                 {{.view = ATTNVIZ_VIEW_LINKS, .from = "\xff"}, "not UTF-8"},
                 {{.view = ATTNVIZ_VIEW_ROW}, "name it with from, one of 1"},
                 {{.view = ATTNVIZ_VIEW_ROW, .from = "it"}, "from it: no such word looks here"},
                 {{.from = "1"}, "cells show where every word looks"},
                 {{.scale = 9}, "by 0.5 to 8, not by 9"},
                 {{.scale = -1}, "by 0.5 to 8, not by -1"},
                 {{.scale = (double)INFINITY}, "by 0.5 to 8, not by inf"},
                 {{.scale = (double)NAN}, "by 0.5 to 8, not by nan"}};
    attnviz_map map = {.rows = 1, .cols = 1, .data = data};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        attnviz_fault fault = {0};
        ck_assert(!attnviz_map_draw(&map, "/dev/null", &wrong[i].style, &fault));
        ck_assert_msg(strstr(fault.text, wrong[i].part) != NULL, "%s", fault.text);
    }
}
END_TEST

START_TEST(test_map)
{
    static const float data[] = {0.5f, 0.25f, -INFINITY, 1.0f}, bad[] = {0, 1, NAN, 3};
    static const char *const rows[] = {"the", "cat"}, *const harmful[] = {"the", "\xc3"};
    attnviz_fault fault = {0};
    attnviz_map map = {.rows = 2, .cols = 2, .data = data, .row_labels = rows};
    ck_assert_msg(attnviz_map_draw(&map, "/dev/null", NULL, &fault), "%s", fault.text);
    map.title = "T";
    map.row_role = "query";
    map.col_labels = rows;
    ck_assert_msg(attnviz_map_draw(&map, "/dev/null", NULL, &fault), "%s", fault.text);
    map.col_labels = harmful;
    ck_assert(!attnviz_map_draw(&map, "/dev/null", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "not UTF-8");
    map.col_labels = NULL;
    map.data = bad;
    ck_assert(!attnviz_map_draw(&map, "/dev/null", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "row 2, column 1 is NaN");
    map.rows = 0;
    ck_assert(!attnviz_map_draw(&map, "/dev/null", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "0×2 cells");
    ck_assert(!attnviz_map_draw(NULL, "/dev/null", NULL, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "the map is NULL");
}
END_TEST

/* Each thread with a lesson of its own: the texts are those of one thread. */
static void *tell(void *name)
{
    attnviz_lesson *lesson = attnviz_lesson_carried(name, NULL);
    bool done = attnviz_lesson_run(lesson, NULL, NULL) &&
                attnviz_lesson_draw(lesson, NULL, "/dev/null", NULL, NULL);
    char *text = done ? attnviz_lesson_text(lesson, NULL, NULL) : NULL;
    attnviz_lesson_free(lesson);
    return text;
}

START_TEST(test_threads)
{
    static char names[][16] = {"le-chat-noir", "multi-head", "self-attention", "multi-head"};
    pthread_t threads[COUNT(names)];
    for (size_t i = 0; i < COUNT(names); i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, tell, names[i]), 0);
    }
    for (size_t i = 0; i < COUNT(names); i++) {
        void *text = NULL;
        ck_assert_int_eq(pthread_join(threads[i], &text), 0);
        char *alone = tell(names[i]);
        ck_assert(text != NULL && alone != NULL);
        ck_assert_str_eq(text, alone);
        attnviz_free(text);
        attnviz_free(alone);
    }
}
END_TEST

/* ---- attention ---- */

/* In double, straight from the formula. */
static void slowly(const float *Q, const float *K, const float *V, double *A, double *Z,
                   const attnviz_shape *s)
{
    double scale = s->scale != 0.0f ? (double)s->scale : 1.0 / sqrt((double)s->width);
    for (size_t b = 0; b < s->count; b++) {
        for (size_t i = 0; i < s->queries; i++) {
            double sum = 0, *row = A + (b * s->queries + i) * s->keys;
            for (size_t j = 0; j < s->keys; j++) {
                double score = 0;
                for (size_t k = 0; k < s->width; k++) {
                    score += (double)Q[(b * s->queries + i) * s->width + k] *
                             (double)K[(b * s->keys + j) * s->width + k];
                }
                double mask = s->mask ? (double)s->mask[i * s->keys + j] : 0.0;
                bool seen = !s->causal || j <= i;
                sum += row[j] = seen ? exp(score * scale + mask) : 0.0;
            }
            for (size_t j = 0; j < s->keys; j++) row[j] /= sum;
            for (size_t c = 0; c < s->value_width; c++) {
                double *z = &Z[(b * s->queries + i) * s->value_width + c];
                *z = 0;
                for (size_t j = 0; j < s->keys; j++) {
                    *z += row[j] * (double)V[(b * s->keys + j) * s->value_width + c];
                }
            }
        }
    }
}

enum { MOST = 4096 };
static float Q[MOST], K[MOST], V[MOST], A[MOST], Z[MOST];

static void fill(float *numbers, uint32_t seed)
{
    for (size_t i = 0; i < MOST; i++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = (float)(seed >> 8) / (float)(1u << 23) - 1.0f;
    }
}

static void assert_attends(const attnviz_shape *s)
{
    static double exact_A[MOST], exact_Z[MOST];
    attnviz_fault fault = {0};
    fill(Q, 1);
    fill(K, 2);
    fill(V, 3);
    ck_assert_msg(attnviz_attention(Q, K, V, A, Z, s, &fault), "%s", fault.text);
    slowly(Q, K, V, exact_A, exact_Z, s);
    for (size_t i = 0; i < s->count * s->queries * s->keys; i++) {
        ck_assert_double_eq_tol((double)A[i], exact_A[i], 1e-6);
    }
    for (size_t i = 0; i < s->count * s->queries * s->value_width; i++) {
        ck_assert_double_eq_tol((double)Z[i], exact_Z[i], 2e-6);
    }
    static float alone[MOST];
    ck_assert(attnviz_attention(Q, K, V, NULL, alone, s, &fault));
    ck_assert_mem_eq(alone, Z, s->count * s->queries * s->value_width * sizeof *Z);
}

START_TEST(test_attention)
{
    static float mask[7 * 11];
    for (size_t i = 0; i < 7 * 11; i++) mask[i] = i % 3 == 0 ? -INFINITY : 0.5f * (float)(i % 2);
    attnviz_shape s = {.count = 1, .queries = 3, .keys = 3, .width = 4, .value_width = 2};
    assert_attends(&s);
    s = (attnviz_shape){.count = 3, .queries = 7, .keys = 11, .width = 17, .value_width = 5};
    assert_attends(&s);
    s.mask = mask;
    assert_attends(&s);
    s.causal = true;
    s.mask = NULL;
    assert_attends(&s);
    s.scale = 0.125f;
    assert_attends(&s);
    s = (attnviz_shape){.count = 2, .queries = 1, .keys = 40, .width = 1, .value_width = 33};
    assert_attends(&s);
    s = (attnviz_shape){.count = 1, .queries = 37, .keys = 37, .width = 32, .value_width = 32};
    s.causal = true;
    assert_attends(&s);
    attnviz_threads(1);
    assert_attends(&s);
    attnviz_threads(0);
}
END_TEST

START_TEST(test_attention_refuses)
{
    static const float mask[] = {0, 0, -INFINITY, -INFINITY};
    attnviz_fault fault = {0};
    attnviz_shape s = {.count = 1, .queries = 2, .keys = 2, .width = 2, .value_width = 2};
    fill(Q, 1);
    fill(K, 2);
    fill(V, 3);
    s.mask = mask;
    ck_assert(!attnviz_attention(Q, K, V, A, Z, &s, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "query 2");
    s.mask = NULL;
    K[1] = NAN;
    ck_assert(!attnviz_attention(Q, K, V, A, Z, &s, &fault));
    assert_fault(&fault, ATTNVIZ_INPUT, "query 1");
    fill(K, 2);
    ck_assert(!attnviz_attention(Q, NULL, V, A, Z, &s, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "K is NULL");
    s.keys = 0;
    ck_assert(!attnviz_attention(Q, K, V, A, Z, &s, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "keys");
    s.keys = SIZE_MAX / 2;
    ck_assert(!attnviz_attention(Q, K, V, A, Z, &s, &fault));
    assert_fault(&fault, ATTNVIZ_LIMIT, "more memory");
    s.keys = 2;
    /* one row alone, at every place of Z, which is looked through several numbers at a time */
    s = (attnviz_shape){.count = 2, .queries = 25, .keys = 1, .width = 1, .value_width = 3};
    fill(Q, 1), fill(K, 2), fill(V, 3);
    for (size_t i = 0; i < 2 * 25; i++) {
        float kept = Q[i];
        Q[i] = NAN;
        char expected[80];
        snprintf(expected, sizeof expected, "query %zu of attention %zu: Z is not finite",
                 i % 25 + 1, i / 25 + 1);
        ck_assert(!attnviz_attention(Q, K, V, A, Z, &s, &fault));
        assert_fault(&fault, ATTNVIZ_INPUT, expected);
        Q[i] = kept;
    }
    s.scale = INFINITY;
    ck_assert(!attnviz_attention(Q, K, V, A, Z, &s, &fault));
    assert_fault(&fault, ATTNVIZ_USAGE, "scale");
}
END_TEST

START_TEST(test_parts)
{
    static const float left[] = {1, 2, 3, 4, 5, 6}, right[] = {1, 0, 2, 1, 0, 1};
    float out[4], rows[2];
    attnviz_product(left, right, out, 2, 3, 2, false);
    ck_assert(out[0] == 5 && out[1] == 5 && out[2] == 14 && out[3] == 11);
    attnviz_product(left, right, out, 2, 3, 2, true);
    ck_assert(out[0] == 7 && out[1] == 4 && out[2] == 16 && out[3] == 10);
    rows[0] = 0.0f;
    rows[1] = logf(3.0f);
    attnviz_softmax(rows, rows, 1, 2);
    ck_assert(fabsf(rows[0] - 0.25f) < 1e-6f && fabsf(rows[1] - 0.75f) < 1e-6f);
}
END_TEST

/* ---- budgets ---- */

static bool runs_with(attnviz_lesson *lesson, uint64_t memory, uint64_t work, attnviz_fault *fault)
{
    *fault = (attnviz_fault){0};
    attnviz_budget(memory, work);
    bool done = attnviz_lesson_run(lesson, NULL, fault);
    attnviz_budget(ATTNVIZ_USUAL_MEMORY, ATTNVIZ_USUAL_WORK);
    return done;
}

/* Just enough is enough, again and again: each call has the whole budget. */
START_TEST(test_budget_of_work)
{
    attnviz_fault fault = {0};
    attnviz_value value;
    attnviz_lesson *lesson = attnviz_lesson_carried("le-chat-noir", &fault);
    uint64_t least = 1, enough = UINT64_C(1) << 40;
    while (enough - least > 1) {
        uint64_t middle = least + (enough - least) / 2;
        *(runs_with(lesson, ATTNVIZ_NO_BUDGET, middle, &fault) ? &enough : &least) = middle;
    }
    ck_assert_uint_gt(enough, 100000);
    ck_assert(!runs_with(lesson, ATTNVIZ_NO_BUDGET, enough - 1, &fault));
    assert_fault(&fault, ATTNVIZ_LIMIT, "the budget of work");
    for (size_t i = 0; i < 20; i++) ck_assert(runs_with(lesson, ATTNVIZ_NO_BUDGET, enough, &fault));
    attnviz_budget(ATTNVIZ_NO_BUDGET, 100000);
    for (size_t i = 0; i < 100; i++)
        ck_assert_msg(attnviz_lesson_value(lesson, "2 α", &value, &fault), "%s", fault.text);
    attnviz_budget(ATTNVIZ_USUAL_MEMORY, ATTNVIZ_USUAL_WORK);
    attnviz_lesson_free(lesson);
}
END_TEST

START_TEST(test_budget_of_memory)
{
    attnviz_fault fault = {0};
    attnviz_lesson *lesson = attnviz_lesson_carried("le-chat-noir", &fault);
    ck_assert(!runs_with(lesson, 1 << 16, ATTNVIZ_NO_BUDGET, &fault));
    assert_fault(&fault, ATTNVIZ_MEMORY, "the budget of memory is 64 KiB: --memory ");
    ck_assert(runs_with(lesson, ATTNVIZ_USUAL_MEMORY, ATTNVIZ_NO_BUDGET, &fault));
    attnviz_lesson_free(lesson);
}
END_TEST

/* Products read a stored matrix as it lies; asked for, its numbers are made, if the budget has
 * room. */
START_TEST(test_stored_beyond_the_budget)
{
    enum { SIZE = 256, NUMBERS = SIZE * SIZE };
    static const char header[] = "{\"W\":{\"dtype\":\"F16\",\"shape\":[256,256],"
                                 "\"data_offsets\":[0,131072]}}     ";
    static unsigned char bytes[8 + sizeof header - 1 + 2 * NUMBERS];
    char lesson_path[] = "/tmp/attn_test_stored_XXXXXX", text[512];
    char weights_path[] = "/tmp/attn_test_weight_XXXXXX";
    attnviz_fault fault = {0};
    attnviz_value value = {0};
    bytes[0] = sizeof header - 1;
    memcpy(bytes + 8, header, sizeof header - 1);
    for (size_t i = 0; i < NUMBERS; i++)
        bytes[sizeof bytes - 2 * NUMBERS + 2 * i + 1] = 0x3C; /* 1 */
    unit_make_file(lesson_path);
    unit_make_file(weights_path);
    unit_write(weights_path, bytes, sizeof bytes);
    snprintf(text, sizeof text,
             "{\"attnviz\": 1, \"title\": \"T\", \"weights\": \"%s\", \"given\": {\"x\": "
             "{\"random\": [256]}, \"W\": {\"weights\": \"W\"}}, \"steps\": [{\"compute\": [\"y = "
             "x W\"]}]}",
             strrchr(weights_path, '/') + 1);
    unit_write_text(lesson_path, text);
    attnviz_lesson *lesson = attnviz_lesson_open(lesson_path, ATTNVIZ_TO_RUN, &fault);
    ck_assert_msg(lesson && attnviz_lesson_run(lesson, NULL, &fault), "%s", fault.text);
    ck_assert_uint_eq(value_of(lesson, "y").cols, SIZE);
    attnviz_budget(1 << 17, ATTNVIZ_NO_BUDGET);
    ck_assert(!attnviz_lesson_value(lesson, "W", &value, &fault));
    assert_fault(&fault, ATTNVIZ_MEMORY, "the budget of memory is 128 KiB");
    attnviz_budget(ATTNVIZ_USUAL_MEMORY, ATTNVIZ_USUAL_WORK);
    value = value_of(lesson, "W");
    ck_assert(value.rows == SIZE && value.data[0] == 1 && value.data[NUMBERS - 1] == 1);
    attnviz_lesson_free(lesson);
    remove(lesson_path);
    remove(weights_path);
}
END_TEST

int main(void)
{
    TCase *budgets = tcase_create("budgets");
    TCase *lessons = tcase_create("lessons"), *shown = tcase_create("shown");
    TCase *attention = tcase_create("attention");
    tcase_add_test(lessons, test_all_carried);
    tcase_add_test(lessons, test_values);
    tcase_add_test(lessons, test_after_training);
    tcase_add_test(lessons, test_words);
    tcase_add_test(lessons, test_family);
    tcase_add_test(lessons, test_questions_again);
    tcase_add_test(lessons, test_what_if);
    tcase_add_test(lessons, test_faults);
    tcase_add_test(lessons, test_faults_speak_of_wishes);
    tcase_add_test(lessons, test_long_fault);
    tcase_add_test(lessons, test_check_is_false);
    tcase_add_test(shown, test_glossary);
    tcase_add_test(shown, test_corpus);
    tcase_add_test(shown, test_open);
    tcase_add_test(shown, test_text_and_json);
    tcase_add_loop_test(shown, test_draw, 0, COUNT(kinds));
    tcase_add_test(shown, test_style);
    tcase_add_test(shown, test_style_refused);
    tcase_add_test(shown, test_map);
    tcase_add_test(shown, test_threads);
    tcase_add_test(attention, test_attention);
    tcase_add_test(attention, test_attention_refuses);
    tcase_add_test(attention, test_parts);
    tcase_add_test(budgets, test_budget_of_work);
    tcase_add_test(budgets, test_budget_of_memory);
    tcase_add_test(budgets, test_stored_beyond_the_budget);
    Suite *suite = suite_create("attnviz");
    suite_add_tcase(suite, budgets);
    suite_add_tcase(suite, lessons);
    suite_add_tcase(suite, shown);
    suite_add_tcase(suite, attention);
    return unit_run(suite);
}
