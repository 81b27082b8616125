/*
 * switches: formulas of a lesson exchanged while it is read, by its own switches and by rules; and
 * what becomes of its values.
 *
 * In the tables ' stands for ", and a lesson begins behind its title.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "differs.h"
#include "document/document.h"
#include "scarce.h"
#include "written.h"

static char path[] = "/tmp/attnviz-switches-XXXXXX";

static void open_file(void)
{
    unit_make_file(path);
}

static void close_file(void)
{
    unlink(path);
}

static attn_lesson *read_lesson(const char *text, attn_status *status)
{
    return read_written(path, text, status);
}

/* A lesson with statements, a definition of its own, a shared one and several results. */
static const char lesson_text[] =
    "'sequences':{'s':['a','b']},'indices':{'i':'s'},"
    "'given':{'Q':[[1,2],[3,4]],'K':[[1,0],[0,2]],'y_0':1},"
    "'define':{'score(q, k)':['p = q · k','p / √2, p']},"
    "'steps':[{'compute':['S = Q Kᵀ / √2','A = softmax(S)'],'heatmap':['S','A']},"
    "{'compute':['e = score(Q_1, K_2)','f, g = score(Q_1, K_1)']},"
    "{'for':'i','steps':[{'compute':'y_i = 2 y_{i-1}'}]},"
    "{'compute':'Z = attention(Q, K, K)','check':'S_{1,1} < 1'}],"
    "'switches':{'scale':['S = Q Kᵀ','score(a, b) = a · b, a · b'],"
    "'softmax':['A = S'],'growth':['y_i = y_{i-1}'],'keys':['attention(Q, K, V) = V'],"
    "'again':['S = Q Kᵀ / 2']}";

/* One number of a value of a lesson run with these switches. */
static float number(const char *const *switches, size_t count, const char *name, size_t place)
{
    attn_status status = {0};
    attn_changes changes = {.switch_count = count, .switches = switches};
    attn_options options = {.show_count = 1, .shows = &name};
    attn_lesson *lesson = read_lesson(lesson_text, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    ck_assert_msg(changed != NULL, "%s", status.message);
    attn_run *run = attn_lesson_run(changed, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert(attn_run_outcome(run)->changed == (count > 0));
    float found =
        attn_value(attn_run_record(run), attn_run_outcome(run)->shown[0].node)->data[place];
    attn_run_free(run);
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
    return found;
}

static const struct {
    const char *switches[3], *name;
    size_t place;
    double value;
} numbers[] = {
    {{NULL}, "S", 1, 4 / 1.41421356},
    {{"scale"}, "S", 1, 4},
    {{NULL}, "e", 0, 4 / 1.41421356},
    {{"scale"}, "e", 0, 4},
    {{"scale"}, "f", 0, 1},
    {{"scale"}, "g", 0, 1},
    {{"softmax"}, "A", 1, 4 / 1.41421356},
    {{"softmax", "scale"}, "A", 1, 4},
    {{"scale", "softmax"}, "A", 1, 4},
    {{"scale"}, "y_2", 0, 4},
    {{"growth"}, "y_2", 0, 1},
    {{"keys"}, "Z", 3, 2},
    {{"again"}, "S", 1, 2},
    {{"keys", "growth", "again"}, "Z", 3, 2},
};

START_TEST(test_numbers)
{
    size_t count = 0;
    while (count < 3 && numbers[_i].switches[count]) count++;
    float found = number(numbers[_i].switches, count, numbers[_i].name, numbers[_i].place);
    ck_assert_msg(fabs((double)found - numbers[_i].value) < 1e-5, "%s: %g", numbers[_i].name,
                  (double)found);
}
END_TEST

START_TEST(test_exchanges)
{
    static const char *const switches[] = {"keys", "scale"};
    attn_status status = {0};
    attn_changes changes = {.switch_count = 2, .switches = switches};
    attn_lesson *lesson = read_lesson(lesson_text, &status);
    ck_assert_str_eq(attn_lesson_switch_at(lesson, 0), "scale");
    ck_assert_str_eq(attn_lesson_switch_at(lesson, 4), "again");
    ck_assert_ptr_null(attn_lesson_switch_at(lesson, 5));
    ck_assert_ptr_null(attn_lesson_exchange_at(lesson, 0));
    ck_assert_str_eq(attn_lesson_without(lesson), "");
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    ck_assert_msg(changed != NULL, "%s", status.message);
    ck_assert_str_eq(attn_lesson_without(changed), "scale and keys");
    const attn_exchange *shared = attn_lesson_exchange_at(changed, 0),
                        *own = attn_lesson_exchange_at(changed, 1),
                        *statement = attn_lesson_exchange_at(changed, 2);
    ck_assert_str_eq(shared->by, "keys");
    ck_assert_str_eq(shared->before.lines[1]->text, "A V, A");
    ck_assert_str_eq(own->by, "scale");
    ck_assert_uint_eq(own->before.line_count, 2);
    ck_assert_str_eq(own->after.parameters[0], "a");
    ck_assert_ptr_null(statement->after.function);
    ck_assert_str_eq(statement->before.lines[0]->text, "S = Q Kᵀ / √2");
    ck_assert_str_eq(statement->after.lines[0]->text, "S = Q Kᵀ");
    ck_assert_ptr_null(attn_lesson_exchange_at(changed, 3));
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- several switches of one formula ---- */

/* A formula, what two switches make of it, and what both do; NULL: they cannot be combined. */
static const struct {
    const char *base, *b, *c, *both;
} several[] = {
    {"mask(Q Kᵀ / √2, M)", "Q Kᵀ / √2", "mask(Q Kᵀ, M)", "Q Kᵀ"},
    {"mask(Q Kᵀ, M)", "Q Kᵀ", "mask(K Kᵀ, M)", "K Kᵀ"},
    {"Q Kᵀ + M", "Q Kᵀ", "K Kᵀ + M", "K Kᵀ"},
    {"(Q + K) M", "Q M", "(Q + K) Kᵀ", "Q Kᵀ"},
    {"Q M", "(Q + K) M", "Q (M + K)", "(Q + K) (M + K)"},
    {"Q M", "K M", "Q M", "K M"},
    {"Q M", "M", "K M", NULL},           /* what c changes is left out by b */
    {"Q M", "K M", "M M", NULL},         /* both change Q */
    {"Q M + Q", "Q M", "K M + Q", NULL}, /* which Q is it? */
};

static attn_lesson *read_several(size_t i, attn_status *status)
{
    char text[1024];
    snprintf(text, sizeof text,
             "'given':{'Q':[[1,2],[3,4]],'K':[[1,0],[0,2]],'M':[[1,0],[1,1]]},"
             "'steps':[{'compute':'S = %s'}],'switches':{'b':['S = %s'],'c':['S = %s']}",
             several[i].base, several[i].b, several[i].c);
    return read_lesson(text, status);
}

static void check_both(attn_lesson *changed, const char *wanted)
{
    attn_status status = {0};
    const attn_exchange *e = attn_lesson_exchange_at(changed, 0);
    ck_assert_str_eq(e->after.lines[0]->text + strlen("S = "), wanted);
    ck_assert_str_eq(e->by, "b and c");
    ck_assert(attn_lesson_left_out(changed, "b") && attn_lesson_left_out(changed, "c"));
    attn_run *run = attn_lesson_run(changed, NULL, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    attn_run_free(run);
}

START_TEST(test_several)
{
    static const char *const orders[][2] = {{"b", "c"}, {"c", "b"}};
    for (size_t k = 0; k < 2; k++) {
        attn_status status = {0};
        attn_changes changes = {.switch_count = 2, .switches = orders[k]};
        attn_lesson *lesson = read_several((size_t)_i, &status);
        ck_assert_msg(lesson != NULL, "%s", status.message);
        ck_assert(!attn_lesson_left_out(lesson, "b"));
        attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
        ck_assert_msg((changed != NULL) == (several[_i].both != NULL), "%s", status.message);
        if (changed) check_both(changed, several[_i].both);
        if (!changed) ck_assert_ptr_nonnull(strstr(status.message, "b and c change the same part"));
        attn_lesson_free(changed);
        attn_lesson_free(lesson);
    }
}
END_TEST

/* ---- faults ---- */

static const struct {
    const char *text, *message;
} refused[] = {
    {"'steps':[],'switches':{'a':['S = 1']}", "no formula of this lesson has this left side: a "
                                              "switch replaces a formula with the same left side"},
    {"'steps':[{'compute':'S = 2'}],'switches':{'a':['S_1 = 1']}", "has this left side"},
    {"'steps':[],'define':{'f(x)':'x'},'switches':{'a':['f(x, y) = 1']}", "has this left side"},
    {"'steps':[{'compute':'S = 2'}],'switches':{'a':['S = B']}", "B: nothing gives or computes it"},
    {"'steps':[{'compute':'S = 2'}],'switches':{'a':['S = f(1)']}", "f"},
    {"'steps':[],'define':{'f(x)':'x'},'switches':{'a':['f(x) = x +']}", "a value is missing"},
    {"'steps':[],'define':{'f(x)':'x'},'switches':{'a':['f(x) = ']}", "the formula is empty"},
};

START_TEST(test_refused)
{
    attn_status status = {0};
    attn_lesson *lesson = read_lesson(refused[_i].text, &status);
    ck_assert_msg(lesson == NULL, "%s: it is read", refused[_i].text);
    ck_assert_msg(strstr(status.message, refused[_i].message) != NULL, "%s", status.message);
    ck_assert_uint_eq(status.line, 2);
}
END_TEST

static const struct {
    const char *text, *switches[2], *message;
    attn_code code;
} unknown[] = {
    {"'steps':[]",
     {"scale"},
     "has no switches, and computes no 'scale' that could be left out",
     ATTN_USAGE},
    {"'steps':[{'compute':'S = 2'}],'switches':{'scale':['S = 1'],'mask':['S = 3']}",
     {"scal"},
     "can leave out scale, mask, but not 'scal': did you mean scale?",
     ATTN_USAGE},
    {"'steps':[{'compute':'S = 2'}],'switches':{'scale':['S = 1']}",
     {"heads"},
     "can leave out scale, but not 'heads'",
     ATTN_USAGE},
    {"'steps':[{'compute':'S = 2'}],'switches':{'scale':['S = 1'],'mask':['S = 3']}",
     {"scale", "mask"},
     "scale and mask change the same part of the formula of S: choose one",
     ATTN_USAGE},
    {"'steps':[],'define':{'f(x)':'x'},'switches':{'a':['f(x) = 1'],'b':['f(y) = y']}",
     {"a", "b"},
     ": a and b both replace the whole definition of f: choose one of them",
     ATTN_USAGE},
    {"'steps':[],'define':{'f(x)':'x','g(x)':'f(x)'},'switches':{'a':['f(x) = g(x)']}",
     {"a"},
     "f calls itself",
     ATTN_INPUT},
    {"'steps':[],'define':{'f(x)':'x'},'switches':{'a':['f(x) = b']}",
     {"a"},
     "b: nothing gives or computes it",
     ATTN_INPUT},
};

START_TEST(test_unknown)
{
    attn_status status = {0};
    attn_changes changes = {.switch_count = unknown[_i].switches[1] ? 2 : 1,
                            .switches = unknown[_i].switches};
    attn_lesson *lesson = read_lesson(unknown[_i].text, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    ck_assert_ptr_null(attn_lesson_changed(lesson, &changes, &status));
    ck_assert_msg(strstr(status.message, unknown[_i].message) != NULL, "%s", status.message);
    ck_assert_int_eq(status.code, unknown[_i].code);
    attn_lesson_free(lesson);
}
END_TEST

/* A fault in a formula that was put in is told where the switch has it. */
static const char *const misfits[] = {
    "'given':{'X':[[1,2]]},'steps':[{'compute':'S = X Xᵀ'}],\n'switches':{'a':['S = X X']}",
    "'given':{'X':[[1,2]]},'define':{'f(x)':'x'},'steps':[{'compute':'S = f(X)'}],\n"
    "'switches':{'a':['f(x) = x x']}",
};

START_TEST(test_place)
{
    static const char *const switches[] = {"a"};
    attn_status status = {0};
    attn_changes changes = {.switch_count = 1, .switches = switches};
    attn_lesson *lesson = read_lesson(misfits[_i], &status);
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    ck_assert_msg(changed != NULL, "%s", status.message);
    ck_assert_ptr_null(attn_lesson_run(changed, NULL, &status));
    ck_assert_msg(strstr(status.message, "does not fit") != NULL, "%s", status.message);
    ck_assert_uint_eq(status.line, 3);
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- rules ---- */

START_TEST(test_rules)
{
    static const attn_rule rules[] = {{"a / √b", "a"}, {"softmax(mask(a, b))", "softmax(a) ⊙ b"}};
    static const char *const shows[] = {"S", "e", "Z", "B"};
    static const double expected[] = {4, 4, 0.2689414, 0.2689414};
    attn_status status = {0};
    attn_rewriting made = {.count = 2, .rules = rules};
    attn_changes changes = {.rewriting_count = 1, .rewritings = &made};
    attn_options options = {.show_count = 4, .shows = shows};
    attn_lesson *lesson =
        read_lesson("'given':{'Q':[[1,2]],'K':[[1,0],[0,2]],'M':[[1,0]]},"
                    "'define':{'score(q, k)':['p = q · k','p / √2']},"
                    "'steps':[{'compute':['S = Q_1 · K_2 / √2','e = score(Q_1, K_2)',"
                    "'Z = attention([[1, 0]], [[1, 0], [2, 0]], [[1, 0], [0, 1]])',"
                    "'T = mask([[1, 2]], M)','B = softmax(T)']}]",
                    &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    ck_assert_msg(changed != NULL, "%s", status.message);
    attn_run *run = attn_lesson_run(changed, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    for (size_t i = 0; i < COUNT(shows); i++) {
        const attn_tensor *value =
            attn_value(attn_run_record(run), attn_run_outcome(run)->shown[i].node);
        ck_assert_msg(fabs((double)value->data[0] - expected[i]) < 1e-5, "%s: %g", shows[i],
                      (double)value->data[0]);
    }
    ck_assert_ptr_null(attn_lesson_exchange_at(changed, 0)->by);
    attn_run_free(run);
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
}
END_TEST

/* Rules in one formula alone, counted as they are read, and others after them. */
START_TEST(test_one_formula)
{
    static const attn_rule rules[] = {{"cos(a)", "sin(a)"}},
                           others[] = {{"min(a, b)", "max(a, b)"}};
    static const char *const shows[] = {"x", "y", "z"};
    static const struct {
        size_t places[2];
        double expected[3];
    } cases[] = {
        {{0, 2}, {0, 0, 0}}, {{1, 2}, {0, 1, 0}}, {{2, 2}, {1, 0, 1}},
        {{3, 2}, {1, 1, 1}}, {{2, 1}, {1, 0, 3}}, {{1, 0}, {0, 1, 4}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        attn_status status = {0};
        attn_rewriting made[2] = {{1, rules, cases[i].places[0]}, {1, others, cases[i].places[1]}};
        attn_changes changes = {.rewriting_count = 2, .rewritings = made, .bare = i % 2 != 0};
        attn_options options = {.show_count = 3, .shows = shows};
        attn_lesson *lesson =
            read_lesson("'define':{'f(u)':'cos(u)'},"
                        "'steps':[{'compute':['x = f(0)','y = cos(0)','z = min(x, y + 3)']}]",
                        &status);
        attn_lesson *changed = lesson ? attn_lesson_changed(lesson, &changes, &status) : NULL;
        attn_run *run = changed ? attn_lesson_run(changed, &options, &status) : NULL;
        ck_assert_msg(run != NULL, "%s", status.message);
        for (size_t k = 0; k < 3; k++)
            ck_assert_double_eq_tol(
                (double)attn_value(attn_run_record(run), attn_run_outcome(run)->shown[k].node)
                    ->data[0],
                cases[i].expected[k], 1e-6);
        attn_run_free(run);
        attn_lesson_free(changed);
        attn_lesson_free(lesson);
    }
}
END_TEST

/* ---- the lessons of the program ---- */

static void throw_switch(attn_lesson *lesson, const char *name)
{
    attn_status status = {0};
    attn_changes changes = {.switch_count = 1, .switches = &name};
    attn_arena *arena = attn_arena_new(&status);
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    attn_run *with = changed ? attn_lesson_run(lesson, NULL, &status) : NULL;
    attn_run *run = with ? attn_lesson_run(changed, NULL, &status) : NULL;
    ck_assert_msg(run != NULL, "%s without %s: %s", attn_lesson_name(lesson), name, status.message);
    ck_assert_msg(any_changed(attn_values_new(with, arena), run, arena),
                  "%s without %s: nothing changes", attn_lesson_name(lesson), name);
    attn_run_free(run);
    attn_run_free(with);
    attn_lesson_free(changed);
    attn_arena_free(arena);
}

/* Every lesson can be computed without what it says it can do without, and that changes it. */
START_TEST(test_lessons)
{
    size_t thrown = 0;
    for (size_t i = 0; attn_builtin_lesson_at(i); i++) {
        attn_status status = {0};
        attn_lesson *lesson = attn_lesson_read(attn_builtin_lesson_at(i)->name, true, &status);
        ck_assert_msg(lesson != NULL, "%s", status.message);
        for (size_t k = 0; attn_lesson_switch_at(lesson, k); k++, thrown++)
            throw_switch(lesson, attn_lesson_switch_at(lesson, k));
        attn_lesson_free(lesson);
    }
    ck_assert_uint_gt(thrown, 15);
}
END_TEST

/* ---- contrasts ---- */

static const struct {
    float with[3], without[3];
    bool words, changed;
    float largest;
} contrasts[] = {
    {{1, 2, 3}, {1, 2, 3}, false, false, 0},
    {{1, 2, 3}, {1, 4, 0}, false, true, 3},
    {{1, 2, 3}, {1, 4, 0}, true, true, 3},
    {{1, 2, 3}, {1, 2, 3.000001f}, false, false, 0.000001f},
    {{1, 1000, 3}, {1, 1000, 3.001f}, false, false, 0.001f},
    {{1, -INFINITY, 3}, {1, -INFINITY, 3}, false, false, 0},
    {{1, -INFINITY, 3}, {1, 2, 3}, false, true, INFINITY},
    {{1, 2, 3}, {1, 2, -INFINITY}, false, true, INFINITY},
};

START_TEST(test_contrasts)
{
    static const char *const names[] = {"a", "b"};
    static const attn_labels labels = {.name = "s", .count = 2, .words = names};
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    float with[3], without[3];
    memcpy(with, contrasts[_i].with, sizeof with);
    memcpy(without, contrasts[_i].without, sizeof without);
    attn_tensor a = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 3, .data = with}, b = a;
    b.data = without;
    if (contrasts[_i].words) a.words = b.words = &labels;
    attn_contrast contrast;
    ck_assert(attn_contrast_make(&a, &b, arena, &contrast) == contrasts[_i].changed);
    ck_assert(!(fabsf(contrast.largest - contrasts[_i].largest) > 1e-5f));
    ck_assert((contrast.difference == NULL) == contrasts[_i].words);
    for (size_t i = 0; i < 3 && contrast.difference; i++)
        ck_assert(!isnan(contrast.difference->data[i]));
    b.cols = 2;
    ck_assert(!attn_contrast_make(&a, &b, arena, &contrast));
    attn_arena_free(arena);
}
END_TEST

/* ---- memory ---- */

static bool tell_both(const attn_run *run, const attn_run *with, attn_status *status)
{
    attn_show_options look = {
        .columns = 80, .precision = 4, .with = with, .draw = "draw", .without = "leaving out"};
    attn_text text = {0};
    bool told = attn_show_text(run, &look, &text, NULL, status) &&
                attn_show_json(run, &look, &text, status);
    if (told && text.failed) told = attn_fail(status, ATTN_MEMORY, "no memory for the text");
    if (told) ck_assert_ptr_nonnull(strstr(text.bytes, "without scale, in place of"));
    if (told) ck_assert_ptr_nonnull(strstr(text.bytes, " leaving out scale\n"));
    if (told) ck_assert_ptr_nonnull(strstr(text.bytes, "\"difference\":"));
    attn_text_free(&text);
    return told;
}

/* The maps of the first step, three times. */
static bool plan_both(const attn_run *run, const attn_run *with, attn_status *status)
{
    attn_sheet_options look = {0};
    attn_arena *arena = attn_arena_new(status);
    const attn_moment *moment = &attn_run_outcome(run)->moments[0];
    bool planned =
        arena && attn_show_contrasts(run, with, moment->maps, moment->map_count, arena, &look);
    if (planned) ck_assert_uint_eq(look.panel_count, 6);
    if (planned) ck_assert_int_eq(look.panels[2].scale, ATTN_SCALE_SIGNED);
    if (planned) ck_assert_double_gt(look.panels[0].range_floor, 0);
    if (planned) ck_assert_double_eq(look.panels[0].range_floor, look.panels[1].range_floor);
    if (planned) ck_assert_double_gt(look.panels[2].range_floor, 0); /* of all differences of S */
    if (planned) ck_assert_str_eq(look.panels[5].title, "A, difference");
    attn_arena_free(arena);
    return planned;
}

static bool explain_without(attn_status *status)
{
    static const char *const switches[] = {"scale"};
    static const attn_rule rule = {"a ⊙ b", "a"};
    const attn_rewriting made = {.count = 1, .rules = &rule};
    attn_changes changes = {
        .switch_count = 1, .switches = switches, .rewriting_count = 1, .rewritings = &made};
    attn_lesson *lesson = attn_lesson_read(path, false, status);
    attn_lesson *changed = lesson ? attn_lesson_changed(lesson, &changes, status) : NULL;
    attn_run *with = changed ? attn_lesson_run(lesson, NULL, status) : NULL;
    attn_run *run = with ? attn_lesson_run(changed, NULL, status) : NULL;
    bool told = run && tell_both(run, with, status) && plan_both(run, with, status);
    attn_run_free(run);
    attn_run_free(with);
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
    return told;
}

START_TEST(test_scarcity)
{
    attn_status status = {0};
    attn_lesson *lesson = read_lesson(lesson_text, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_lesson_free(lesson);
    ck_assert_uint_gt(scarce_each(explain_without), 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("switches");
    TCase *tcase = tcase_create("switches");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, open_file, close_file);
    tcase_add_loop_test(tcase, test_numbers, 0, COUNT(numbers));
    tcase_add_test(tcase, test_exchanges);
    tcase_add_loop_test(tcase, test_several, 0, COUNT(several));
    tcase_add_loop_test(tcase, test_refused, 0, COUNT(refused));
    tcase_add_loop_test(tcase, test_unknown, 0, COUNT(unknown));
    tcase_add_loop_test(tcase, test_place, 0, COUNT(misfits));
    tcase_add_test(tcase, test_rules);
    tcase_add_test(tcase, test_one_formula);
    tcase_add_test(tcase, test_lessons);
    tcase_add_loop_test(tcase, test_contrasts, 0, COUNT(contrasts));
    tcase_add_test(tcase, test_scarcity);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
