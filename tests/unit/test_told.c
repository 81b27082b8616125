/*
 * told: what a page says once: given values where they are first read, words and formulas of a loop
 * in its first turn; and the names of values that are too large for it.
 *
 * In the lessons ' stands for ".
 */
/* slow under valgrind */
#include "document/document.h"
#include "document/walk/told.h"
#include "written.h"

#include "arena.h" /* its status stands behind the parameters of that name */

static char path[] = "/tmp/attnviz-told-XXXXXX";
static attn_lesson *lesson;
static attn_run *run;
static attn_text text;

static void prepare(void)
{
    open_arena();
    unit_make_file(path);
}

static void clean_up(void)
{
    unlink(path);
    attn_text_free(&text);
    attn_run_free(run);
    attn_lesson_free(lesson);
    run = NULL;
    lesson = NULL;
    close_arena();
}

static void run_lesson(const char *written)
{
    lesson = read_written(path, written, &status);
    run = lesson ? attn_lesson_run(lesson, NULL, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
}

static const char *tell(attn_show_options options)
{
    options.columns = 80;
    options.precision = 4;
    attn_text_clear(&text);
    ck_assert_msg(attn_show_text(run, &options, &text, NULL, &status), "%s", status.message);
    return attn_text_string(&text);
}

static size_t times(const char *all, const char *part)
{
    size_t count = 0;
    for (const char *at = all; (at = strstr(at, part)); at += strlen(part)) count++;
    return count;
}

/* ---- given values ---- */

static const struct {
    const char *name, *lesson;
    const char *says, *above; /* this stands there once, above that */
} given[] = {
    {"read in a later step", "'given':{'b':7},'steps':[{'say':'A.'},{'compute':'y = 3 b'}]",
     "b = 7", "y = 3 b"},
    {"read by two steps", "'given':{'b':7},'steps':[{'compute':'y = 3 b'},{'compute':'z = 2 b'}]",
     "b = 7", "y = 3 b"},
    {"a copy shows it", "'given':{'b':7},'steps':[{'compute':'y = b'},{'compute':'z = 2 b'}]",
     " = 7", "z = 2 b"},
    {"read inside a function",
     "'given':{'b':7},'define':{'f(x)':'x + b'},'steps':[{'compute':'y = f(1)'}]", "b = 7",
     "y = f(1)"},
    {"read by what a function names inside",
     "'given':{'b':7,'c':6},'define':{'f(x)':['z = x + b','z c']},'steps':[{'compute':'y = f(1)'}]",
     "b = 7     c = 6", "y = f(1)"},
    {"shown by its own step",
     "'given':{'b':7},'steps':[{'show':'b','say':'B.'},{'compute':'y = b'}]", "b = 7", "y = b"},
    {"two, in the order of the lesson", "'given':{'a':5,'b':7},'steps':[{'compute':'y = b - a'}]",
     "a = 5     b = 7", "y = b"},
    {"a formula's own value is none",
     "'given':{'b':7},'steps':[{'compute':['c = 2 b','y = 3 c'],'show':[]}]", "b = 7", "y = 3 c"},
    {"a part of a matrix brings all of it",
     "'given':{'M':[[5,6],[7,8]]},'steps':[{'compute':'y = row(M, 2)'}]", "M  5  6\n       7  8\n",
     "y = row"},
    {"each value of a family",
     "'sequences':{'s':2},'indices':{'i':'s'},'given':{'x':[[1,2],[3,4]]},"
     "'steps':[{'compute':'y = x_2'}]",
     "x", "y = x₂"},
};

START_TEST(shows_given_values_once)
{
    run_lesson(given[_i].lesson);
    const char *told = tell((attn_show_options){0}), *at = strstr(told, given[_i].says),
               *above = strstr(told, given[_i].above);
    ck_assert_msg(at && above && at < above, "%s:\n%s", given[_i].name, told);
    if (given[_i].says[1] != '\0')
        ck_assert_msg(times(told, given[_i].says) == 1, "%s:\n%s", given[_i].name, told);
}
END_TEST

/* Whoever asks for names, or brings the numbers, knows them. */
START_TEST(leaves_them_out_for_who_asks)
{
    static const char *const only[] = {"y"};
    run_lesson("'given':{'b':7},'steps':[{'compute':'y = 2 b'}]");
    ck_assert_ptr_null(strstr(tell((attn_show_options){.only = only, .only_count = 1}), "b = 7"));
    ck_assert_ptr_null(strstr(tell((attn_show_options){.own = true}), "b = 7"));
    ck_assert_ptr_nonnull(strstr(tell((attn_show_options){0}), "b = 7"));
}
END_TEST

START_TEST(finds_families_for_a_moment)
{
    size_t count;
    const attn_family **families;
    run_lesson("'sequences':{'s':['le','chat']},'given':{'a':1,'b':2,'c':3},"
               "'steps':[{'compute':'y = c + a'},{'compute':'z = y + b + a'},{'say':'{=s}'}]");
    attn_told *told = attn_told_new(run, arena);
    const attn_outcome *outcome = attn_run_outcome(run);
    ck_assert(told && attn_told_given(told, &outcome->moments[0], &families, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(families[0]->name, "a");
    ck_assert_str_eq(families[1]->name, "c");
    ck_assert(attn_told_is_given(told, families[0]->elements[0].node));
    ck_assert(!attn_told_is_given(told, outcome->moments[0].made[0].node));
    ck_assert(attn_told_given(told, &outcome->moments[1], &families, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(families[0]->name, "b");
    ck_assert(attn_told_given(told, &outcome->moments[1], &families, &count));
    ck_assert_uint_eq(count, 0);
}
END_TEST

/* ---- turns of a loop ---- */

static const char turns[] =
    "'sequences':{'s':3},'indices':{'i':'s'},'given':{'x':[1,2,3]},'steps':[{'for':'i','steps':["
    "{'say':'Always the same.','compute':'y_i = 2 x_i'},{'say':'This is {=y_i}.'}]}]";

START_TEST(says_words_and_formulas_of_a_loop_once)
{
    run_lesson(turns);
    const char *told = tell((attn_show_options){0});
    ck_assert_uint_eq(times(told, "Always the same."), 1);
    ck_assert_uint_eq(times(told, "yᵢ = 2 xᵢ"), 1);
    ck_assert_uint_eq(times(told, "This is"), 3);
    ck_assert_ptr_nonnull(strstr(told, "y₃ = 6"));
}
END_TEST

/* Short formulas share a line, and the definition of a function stands beside its call; a formula
 * with its value below it stays alone. */
START_TEST(puts_short_formulas_side_by_side)
{
    run_lesson("'given':{'a':1},'define':{'f(x)':'x + 1'},'steps':[{'compute':['b = 2 a',"
               "'c = f(b)','d = 3 c','w = a + b + c + d + a + b + c + d + a + b + c + d'],"
               "'show':[]},{'compute':['p = 4 a','q = 5 a']}]");
    const char *told = tell((attn_show_options){0});
    ck_assert_ptr_nonnull(strstr(told, "\n    b = 2 a     c = f(b)     with f(x) = x + 1\n"
                                       "    d = 3 c     w = a + b + c"));
    ck_assert_ptr_nonnull(strstr(told, "p = 4 a\n    p = 4\n    q = 5 a\n    q = 5\n"));
}
END_TEST

START_TEST(lists_words_that_stand_beside_none)
{
    run_lesson("'sequences':{'s':['le','chat'],'t':['the','cat']},'steps':[{'show':['s']},"
               "{'compute':'y_i = t_i','show':['y']}],'indices':{'i':'s'}");
    const char *told = tell((attn_show_options){0});
    ck_assert_ptr_nonnull(strstr(told, "1   s = le  chat\n"));
    ck_assert_ptr_nonnull(strstr(told, "       le   chat\n    y  the  cat\n"));
}
END_TEST

START_TEST(says_them_in_the_turn_that_is_asked_for)
{
    static const char *const at[] = {"i=2"};
    run_lesson(turns);
    const char *told = tell((attn_show_options){.at = at, .at_count = 1});
    ck_assert_uint_eq(times(told, "Always the same."), 1);
    ck_assert_uint_eq(times(told, "yᵢ = 2 xᵢ"), 1);
}
END_TEST

/* ---- large values ---- */

START_TEST(knows_what_is_large)
{
    attn_tensor of = {.rank = ATTN_MATRIX, .rows = 8, .cols = 5, .batch = 1};
    ck_assert(!attn_is_large(&of, false));
    of.cols = 6;
    ck_assert(attn_is_large(&of, false));
    ck_assert(!attn_is_large(&of, true));
    of = (attn_tensor){.rank = ATTN_MATRIX, .rows = 10, .cols = 10, .batch = 1};
    ck_assert(!attn_is_large(&of, true));
    of.cols = 11;
    ck_assert(attn_is_large(&of, true));
    ck_assert(!attn_are_many(4, 100));
    ck_assert(attn_are_many(4, 101));
    ck_assert(!attn_are_many(5, 40));
    ck_assert(attn_are_many(5, 41));
}
END_TEST

static void add(attn_large *large, const char *label, size_t rows, size_t cols)
{
    const attn_tensor of = {.rank = rows ? ATTN_MATRIX : ATTN_VECTOR,
                            .rows = rows ? rows : 1,
                            .cols = cols,
                            .batch = 1};
    ck_assert(attn_large_add(large, label, &of, arena));
}

static const char *say(const attn_large *large, const char *ask)
{
    attn_line line = {.arena = arena};
    attn_say_large(large, ask, &line);
    attn_text_clear(&text);
    attn_line_typeset(&line, &text);
    for (char *at = text.bytes; (at = strstr(at, "\u00A0"));) {
        *at = ' ';
        memmove(at + 1, at + 2, strlen(at + 1));
    }
    return attn_text_string(&text);
}

START_TEST(names_large_values)
{
    attn_large large = {0};
    add(&large, "W_{1}", 8, 64);
    ck_assert_str_eq(say(&large, NULL), "W₁ (8 × 64)");
    add(&large, "A_{1,1}", 14, 14);
    add(&large, "A_{1,2}", 14, 14);
    add(&large, "v", 0, 50);
    ck_assert_str_eq(say(&large, "--only"),
                     "W₁ (8 × 64), A (2 of 14 × 14), v (50): shown with --only W_1,A,v");
    add(&large, "W_{2}", 64, 8);
    add(&large, "W_{3}", 8, 64);
    ck_assert_ptr_nonnull(strstr(say(&large, "--only"), "--only W,A,v,W_2"));
    add(&large, "b", 0, 50);
    ck_assert_ptr_nonnull(strstr(say(&large, "--only"), ": shown with --only NAME"));
    large.count--;
    ck_assert_str_eq(say(&large, NULL), "W (2 of 8 × 64), A (2 of 14 × 14), v (50), W₂ (64 × 8)");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("told");
    TCase *tests = tcase_create("told");
    tcase_add_checked_fixture(tests, prepare, clean_up);
    tcase_add_loop_test(tests, shows_given_values_once, 0, (int)COUNT(given));
    tcase_add_test(tests, leaves_them_out_for_who_asks);
    tcase_add_test(tests, finds_families_for_a_moment);
    tcase_add_test(tests, says_words_and_formulas_of_a_loop_once);
    tcase_add_test(tests, puts_short_formulas_side_by_side);
    tcase_add_test(tests, lists_words_that_stand_beside_none);
    tcase_add_test(tests, says_them_in_the_turn_that_is_asked_for);
    tcase_add_test(tests, knows_what_is_large);
    tcase_add_test(tests, names_large_values);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
