/*
 * locale: the library says and draws the same in a program whose numbers have a decimal comma, and
 * leaves that program its locale.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include "core/locale.h"

#include <sched.h>
#include <stdatomic.h>

#include "attnviz.h"
#include "core/pool.h"
#include "core/text.h"
#include "unit.h"

static const char comma_locale[] = "de_DE.UTF-8";
static char folder[] = "/tmp/attnviz-locale-XXXXXX";
static char path[64], picture[64];

/* The locale, where the machine has none. */
static void open_folder(void)
{
    static const char text[] =
        "{\"attnviz\":1,\"title\":\"T\",\"given\":{\"x\":[0.5,1.25]},\"steps\":[{\"compute\":"
        "[\"y = 0.25 x\",\"z = 1.5\"],\"heatmap\":\"y\",\"check\":\"z == 2.5\"}]}";
    char command[160];
    unit_make_folder(folder);
    snprintf(path, sizeof path, "%s/lesson.json", folder);
    snprintf(picture, sizeof picture, "%s/picture.pdf", folder);
    unit_write_text(path, text);
    snprintf(command, sizeof command,
             "localedef --no-archive -i de_DE -f UTF-8 %s/%s >/dev/null 2>&1", folder,
             comma_locale);
    if (system(command) == 0) setenv("LOCPATH", folder, 1);
}

static void close_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* False, and told, where this machine has no such locale and can make none. */
static bool choose_comma(void)
{
    if (setlocale(LC_ALL, comma_locale) && strcmp(localeconv()->decimal_point, ",") == 0)
        return true;
    printf("SKIP a locale with a decimal comma: localedef cannot make one here (Debian: apt "
           "install locales)\n");
    return false;
}

static bool has_comma(void)
{
    char number[16];
    snprintf(number, sizeof number, "%.1f", 0.5);
    return strcmp(number, "0,5") == 0;
}

/* ---- what every function says ---- */

static void add_fault(attn_text *all, attnviz_fault *fault)
{
    attn_text_print(all, "%d %s\n", (int)fault->cause, fault->text);
    *fault = (attnviz_fault){.cause = ATTNVIZ_NONE};
}

static void add_said(attn_text *all, char *said, attnviz_fault *fault)
{
    attn_text_add(all, said ? said : "nothing");
    attnviz_free(said);
    add_fault(all, fault);
}

static void add_value(attn_text *all, attnviz_lesson *lesson, const char *name,
                      attnviz_fault *fault)
{
    static const float none = -1;
    attnviz_value value = {.rows = 1, .cols = 1, .data = &none};
    attnviz_lesson_value(lesson, name, &value, fault);
    for (size_t i = 0; i < value.rows * value.cols; i++)
        attn_text_print(all, "%ld ", (long)(value.data[i] * 1e6f));
    add_fault(all, fault);
}

static void add_picture(attn_text *all, attnviz_fault *fault)
{
    size_t length;
    add_fault(all, fault);
    if (access(picture, F_OK) != 0) return;
    char *bytes = unit_read(picture, &length);
    attn_text_add_bytes(all, bytes, length);
    free(bytes);
    unlink(picture);
}

static void add_lesson(attn_text *all, attnviz_lesson *lesson, const char *set)
{
    const char *sets[] = {set, NULL};
    attnviz_fault fault = {0};
    ck_assert_ptr_nonnull(lesson);
    attnviz_lesson_run(lesson, &(attnviz_wishes){.sets = sets}, &fault);
    add_fault(all, &fault);
    attnviz_lesson_holds(lesson, &fault);
    add_fault(all, &fault);
    add_value(all, lesson, "0.125", &fault);
    add_value(all, lesson, "pick([1.5, 2], 1.5)", &fault);
    add_said(all, attnviz_lesson_text(lesson, NULL, &fault), &fault);
    add_said(all, attnviz_lesson_json(lesson, NULL, &fault), &fault);
    attnviz_lesson_draw(lesson, NULL, picture, NULL, &fault);
    add_picture(all, &fault);
    attnviz_lesson_free(lesson);
}

static void add_map(attn_text *all)
{
    static const float data[] = {0.125f, 0.25f, 0.5f, 1.0f};
    attnviz_map map = {.rows = 2, .cols = 2, .data = data};
    attnviz_fault fault = {0};
    attnviz_map_draw(&map, picture, NULL, &fault);
    add_picture(all, &fault);
    attnviz_map_draw(&map, picture, &(attnviz_style){.scale = 9.5}, &fault);
    add_fault(all, &fault);
}

static void add_attention(attn_text *all)
{
    static const float one[] = {1.0f};
    float sum = 0.0f;
    attnviz_shape shape = {.count = 1, .queries = 1, .keys = 1, .width = 1, .value_width = 1};
    attnviz_fault fault = {0};
    attnviz_attention(one, one, one, NULL, &sum, &shape, &fault);
    attn_text_print(all, "%d\n", sum > 0.0f);
    add_fault(all, &fault);
}

static attn_text all_said(void)
{
    attn_text all = {0};
    attnviz_fault fault = {0};
    add_lesson(&all, attnviz_lesson_read(path, &fault), "z = 1.75");
    add_lesson(&all, attnviz_lesson_carried("le-chat-noir", &fault), "e_{1,2} = 0.25");
    add_lesson(&all, attnviz_lesson_carried("reader", &fault), NULL);
    add_map(&all);
    add_attention(&all);
    add_fault(&all, &fault);
    return all;
}

/* Where they part, and a little more. */
static void assert_same(const attn_text *one, const attn_text *other)
{
    const char *a = attn_text_string(one), *b = attn_text_string(other);
    size_t i = 0, most = one->length < other->length ? one->length : other->length;
    while (i < most && a[i] == b[i]) i++;
    ck_assert_msg(i == one->length && i == other->length, "'%.60s' and '%.60s'", a + i, b + i);
}

START_TEST(test_same_in_any_locale)
{
    attn_text plain = all_said();
    if (choose_comma()) {
        attn_text comma = all_said();
        ck_assert(has_comma());
        setlocale(LC_ALL, "C");
        assert_same(&plain, &comma);
        attn_text_free(&comma);
    }
    attn_text_free(&plain);
}
END_TEST

/* One that the program has chosen for this thread alone. */
START_TEST(test_thread_keeps_its_own)
{
    if (!choose_comma()) return;
    locale_t own = duplocale(LC_GLOBAL_LOCALE);
    setlocale(LC_ALL, "C");
    locale_t before = uselocale(own);
    attn_text comma = all_said();
    bool kept = uselocale(before) == own;
    freelocale(own);
    attn_text plain = all_said();
    assert_same(&plain, &comma);
    ck_assert(kept);
    attn_text_free(&comma);
    attn_text_free(&plain);
}
END_TEST

/* ---- the threads of the library ---- */

typedef struct pair {
    atomic_size_t here;
    bool has_comma[2]; /* of each worker; 0 is the caller */
} pair;

static void meet(void *context, size_t piece, size_t worker)
{
    pair *of = context;
    (void)piece;
    atomic_fetch_add(&of->here, 1);
    while (atomic_load(&of->here) < 2) sched_yield();
    of->has_comma[worker] = has_comma();
}

START_TEST(test_workers_have_no_comma)
{
    pair of = {.has_comma = {false}};
    if (!choose_comma()) return;
    attn_pool_run(2, 2, meet, &of);
    attn_pool_free();
    setlocale(LC_ALL, "C");
    ck_assert(of.has_comma[0] && !of.has_comma[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("locale");
    TCase *tests = tcase_create("locale");
    tcase_set_timeout(tests, 60);
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, test_same_in_any_locale);
    tcase_add_test(tests, test_thread_keeps_its_own);
    tcase_add_test(tests, test_workers_have_no_comma);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
