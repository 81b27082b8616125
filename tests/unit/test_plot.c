/*
 * plot: round numbers on every axis, and lines in characters that stay where their numbers are.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "render/terminal/braille_plot.h"
#include "scarce.h"

static attn_status status;
static attn_arena *arena;
static attn_text out;
static attn_page page;
static float numbers[8000];
static attn_tensor columns;
static attn_labels names, places;
static attn_plot plot;

static const char *const letters[] = {"d", "top", "g", "f", "e", "c", "b", "a", "l"};

static void prepare(void)
{
    status = (attn_status){0};
    arena = attn_arena_new(&status);
    page = (attn_page){.out = &out, .columns = 60};
}

static void clean_up(void)
{
    attn_arena_free(arena);
    attn_text_free(&out);
}

/* x first, then lines; a row for each point. */
static void use(const float *values, size_t points, size_t count, const char *log)
{
    if (values != numbers) memcpy(numbers, values, points * count * sizeof *values);
    names = (attn_labels){.name = "", .count = count, .words = letters};
    columns = (attn_tensor){.rank = ATTN_MATRIX,
                            .batch = 1,
                            .rows = points,
                            .cols = count,
                            .data = numbers,
                            .col_labels = &names};
    plot = (attn_plot){.columns = &columns, .across = "d", .has_x = true};
    plot.log_x = strchr(log, 'x') != NULL;
    plot.log_y = strchr(log, 'y') != NULL;
}

/* "1 10 100": the labels of all ticks. */
static const char *labels_of(attn_ticks ticks)
{
    attn_text_clear(&out);
    for (size_t k = 0; k < ticks.count; k++) {
        if (k) attn_text_add(&out, " ");
        attn_ticks_label(&ticks, k, &out);
    }
    return attn_text_string(&out);
}

static const struct {
    float low, high;
    size_t most;
    const char *log, *across, *upwards;
} axes[] = {
    {0, 1, 6, "", "0 0.2 0.4 0.6 0.8 1.0", "0 0.2 0.4 0.6 0.8 1.0"},
    {0.0441f, 0.8525f, 5, "", "0.2 0.4 0.6 0.8", "0 0.5 1.0"},
    {-3, 4, 5, "", "−2 0 2 4", "−4 −2 0 2 4"},
    {-7, -5, 5, "", "−7.0 −6.5 −6.0 −5.5 −5.0", "−7.0 −6.5 −6.0 −5.5 −5.0"},
    {-7, -1, 5, "", "−6 −4 −2", "−8 −6 −4 −2 0"},
    {3, 3, 4, "", "2 3 4", "0 2 4 6"},
    {0, 0, 4, "", "−1 0 1", "−1 0 1"},
    {0, 8.6e9f, 5, "", "0 2·10⁹ 4·10⁹ 6·10⁹ 8·10⁹", "0 0.5·10¹⁰ 1.0·10¹⁰"},
    {0, 3e-7f, 4, "", "0 1·10⁻⁷ 2·10⁻⁷ 3·10⁻⁷", "0 1·10⁻⁷ 2·10⁻⁷ 3·10⁻⁷"},
    {1, 4096, 8, "xy", "1 10 100 1000", "1 10 100 1000 10000"},
    {1, 8.6e9f, 6, "xy", "10⁰ 10² 10⁴ 10⁶ 10⁸", "10⁰ 10² 10⁴ 10⁶ 10⁸ 10¹⁰"},
    {0.25f, 3, 6, "xy", "0.5 1 2", "0.2 0.5 1 2 5"},
    {30, 80, 6, "xy", "30 40 50 60 70 80", "20 50 100"},
    {5, 5, 6, "xy", "4 6 8 10", "2 5 10"},
    {1e-44f, 3e38f, 4, "xy", "", ""},
    {1, 1.0000001f, 4, "xy", "1.00000000 1.00000005 1.00000010",
     "1.00000000 1.00000005 1.00000010"},
    {-3e38f, 3e38f, 4, "", "−2·10³⁸ 0 2·10³⁸", "−5·10³⁸ 0 5·10³⁸"},
};

START_TEST(ticks_are_round)
{
    const float values[] = {axes[_i].low, axes[_i].low, axes[_i].high, axes[_i].high};
    use(values, 2, 2, axes[_i].log);
    attn_ticks x = attn_plot_ticks(&plot, true, axes[_i].most);
    attn_ticks y = attn_plot_ticks(&plot, false, axes[_i].most);
    ck_assert_uint_le(x.count, axes[_i].most);
    ck_assert_double_ge(attn_ticks_place(&y, (double)axes[_i].low), -1e-6);
    ck_assert_double_le(attn_ticks_place(&y, (double)axes[_i].high), 1 + 1e-6);
    if (!*axes[_i].across) return;
    ck_assert_str_eq(labels_of(x), axes[_i].across);
    ck_assert_str_eq(labels_of(y), axes[_i].upwards);
}
END_TEST

/* Whatever the numbers: some ticks, in order, on the axis, each with another label. */
START_TEST(any_numbers_have_ticks)
{
    srand(7);
    for (int turn = 0; turn < 20000; turn++) {
        float low = ldexpf((float)(rand() % 2000 - 1000), rand() % 120 - 60);
        float high = rand() % 3 ? ldexpf((float)(rand() % 2000 - 1000), rand() % 120 - 60)
                                : low * (1 + (float)(rand() % 100) / 30);
        bool log = rand() % 2;
        const float values[] = {fabsf(low), log ? fabsf(low) : low, fabsf(high),
                                log ? fabsf(high) : high};
        use(values, 2, 2, log ? "xy" : "");
        size_t most = 3 + (size_t)rand() % 10;
        attn_ticks both[] = {attn_plot_ticks(&plot, true, most),
                             attn_plot_ticks(&plot, false, most)};
        for (size_t i = 0; i < 2; i++) {
            attn_text before = {0}, here = {0};
            double at = -1;
            ck_assert(both[i].count <= most &&
                      (both[i].count >= 1 || !(fabsf(low) > 0) || !(fabsf(high) > 0) || i == 0));
            for (size_t k = 0; k < both[i].count; k++) {
                double place = attn_ticks_place(&both[i], both[i].at[k]);
                ck_assert_msg(place > at && place > -1e-5 && place < 1 + 1e-5, "%g … %g: %g",
                              (double)low, (double)high, place);
                attn_text_clear(&here);
                attn_ticks_label(&both[i], k, &here);
                ck_assert_msg(strcmp(attn_text_string(&here), attn_text_string(&before)) != 0,
                              "%g … %g: %s", (double)low, (double)high, here.bytes);
                attn_text swap = before;
                before = here;
                here = swap;
                at = place;
            }
            attn_text_free(&before);
            attn_text_free(&here);
        }
    }
}
END_TEST

START_TEST(places_are_whole_numbers_or_words)
{
    static const char *const words[] = {"the", "我", "cat"};
    const float values[] = {1, 2, 3};
    use(values, 3, 1, "");
    plot.has_x = false;
    ck_assert_str_eq(labels_of(attn_plot_ticks(&plot, true, 12)), "1 2 3");
    places = (attn_labels){.name = "s", .count = 3, .words = words};
    columns.row_labels = &places;
    ck_assert_str_eq(labels_of(attn_plot_ticks(&plot, true, 12)), "the 我 cat");
    ck_assert_uint_eq(attn_plot_lines(&plot), 1);
}
END_TEST

/* ---- in characters ---- */

static const char *sketched(void)
{
    attn_text_clear(&out);
    page.begun = page.gap = false;
    ck_assert(attn_braille_plot_print(&page, &plot, arena));
    return attn_text_string(&out);
}

/* Also of a word from right to left that is cut, the mark behind it is there. */
START_TEST(long_words_are_cut)
{
    static const char *const words[] = {"אבגדהוזחטיכלמנסע", "b", "antidisestablishment"};
    const float values[] = {1, 2, 3};
    use(values, 3, 1, "");
    plot.has_x = false;
    places = (attn_labels){.name = "s", .count = 3, .words = words};
    columns.row_labels = &places;
    const char *text = sketched();
    ck_assert_msg(strstr(text, "\u200Eאבגדהוזחטיכלמ…\u200E"), "%s", text);
    ck_assert_msg(strstr(text, "antidisestabl…\n"), "%s", text);
}
END_TEST

START_TEST(lines_in_characters)
{
    const float values[] = {1, 0, 1, 10, 0.5f, 0.5f, 100, 1, 0};
    use(values, 3, 3, "x");
    page.columns = 40;
    ck_assert_str_eq(sketched(), "1.0 ┤○⠂⠄⡀                           ⢀⡠⠔●\n"
                                 "0.8 ┤    ⠁⠂⠄⡀                   ⢀⡠⠔⠊⠁\n"
                                 "    │        ⠁⠂⠄⡀           ⢀⡠⠔⠊⠁\n"
                                 "0.6 ┤            ⠁⠂⠄⡀   ⢀⡠⠔⠊⠁\n"
                                 "    │                ⣁●⡊⠁\n"
                                 "0.4 ┤            ⣀⠤⠒⠉   ⠁⠂⠄⡀\n"
                                 "    │        ⣀⠤⠒⠉           ⠁⠂⠄⡀\n"
                                 "0.2 ┤    ⣀⠤⠒⠉                   ⠁⠂⠄⡀\n"
                                 "  0 ┤●⠤⠒⠉                           ⠁⠂⠄○\n"
                                 "    └┬────┬──────┬────┬────┬──────┬────┬\n"
                                 "     1    2      5   10   20     50  100\n"
                                 "                d (log scale)\n"
                                 "  ● top   ○ g\n");
}
END_TEST

static size_t count_of(const char *text, const char *piece)
{
    size_t count = 0;
    for (; (text = strstr(text, piece)); text += strlen(piece)) count++;
    return count;
}

START_TEST(equal_lines_take_turns)
{
    float values[24];
    for (size_t i = 0; i < 8; i++) {
        values[3 * i] = (float)i;
        values[3 * i + 1] = values[3 * i + 2] = (float)(i * i);
    }
    use(values, 8, 3, "");
    const char *text = sketched();
    ck_assert_uint_eq(count_of(text, "●"), 5); /* one of them in the legend */
    ck_assert_uint_eq(count_of(text, "○"), 5);
}
END_TEST

START_TEST(what_has_no_place_is_left_out_and_told)
{
    const float values[] = {1, 1, 10, 0, 100, -1, 1000, 5};
    use(values, 4, 2, "y");
    ck_assert_ptr_nonnull(strstr(sketched(), "d; upwards: log scale"));
    ck_assert_ptr_nonnull(strstr(sketched(), "2 of 4 points are left out: a log scale has no"));
    const float none[] = {1, INFINITY, 2, -INFINITY};
    use(none, 2, 2, "");
    ck_assert_str_eq(sketched(), "  ● top\n2 of 2 points are left out: they are infinite.\n");
}
END_TEST

START_TEST(one_point_is_a_mark)
{
    const float values[] = {4, 0.25f};
    use(values, 1, 2, "");
    const char *text = sketched();
    ck_assert_uint_eq(count_of(text, "●"), 2);
    ck_assert_ptr_nonnull(strstr(text, "0.2"));
}
END_TEST

/* Every line fits the page, whatever the names, the numbers and the words. */
START_TEST(stays_inside_the_page)
{
    static const char *words[1000];
    static const char *const some[] = {"a",
                                       "我爱水课",
                                       "قطة",
                                       "👩‍👩‍👧",
                                       "e\u0301te\u0301",
                                       "Donaudampfschifffahrtsgesellschaft",
                                       "",
                                       "\x1b[2J"};
    srand(3);
    for (int turn = 0; turn < 300; turn++) {
        size_t count = 1 + (size_t)rand() % 9, points = 1 + (size_t)rand() % 800;
        for (size_t i = 0; i < count * points; i++)
            numbers[i] = ldexpf((float)(rand() % 2000 - 600), rand() % 60 - 30);
        use(numbers, points, count, rand() % 2 ? "y" : rand() % 2 ? "x" : "");
        plot.has_x = rand() % 2 && count > 1;
        if (count > 8) plot.has_x = true;
        for (size_t i = 0; i < points; i++) words[i] = some[rand() % 8];
        places = (attn_labels){.name = "s", .count = points, .words = words};
        if (!plot.has_x && !plot.log_x && rand() % 2) columns.row_labels = &places;
        page.columns = 40 + (size_t)rand() % 61;
        page.indent = (size_t)rand() % 8;
        sketched();
        for (char *line = out.bytes; *line;) {
            char *end = strchr(line, '\n');
            size_t length = (size_t)(end - line);
            ck_assert_msg(attn_text_width(line, length) <= page.columns, "%.*s", (int)length, line);
            ck_assert_msg(length == 0 || line[length - 1] != ' ', "%s", out.bytes);
            for (char *c = line; c < end; c++) ck_assert((unsigned char)*c >= 0x20);
            line = end + 1;
        }
    }
}
END_TEST

static bool sketch_some(attn_status *fault)
{
    attn_text text = {0};
    attn_page own = {.out = &text, .columns = 60};
    attn_arena *memory = attn_arena_new(fault);
    bool done = memory && attn_braille_plot_print(&own, &plot, memory);
    if (text.failed) done = attn_fail(fault, ATTN_MEMORY, "a text ends");
    attn_text_free(&text);
    attn_arena_free(memory);
    return done;
}

START_TEST(memory_may_end_anywhere)
{
    const float values[] = {1, 0, 1, 10, 0.5f, 0.5f, 100, 1, 0};
    use(values, 3, 3, "x");
    ck_assert_uint_gt(scarce_each(sketch_some), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plot");
    TCase *tests = tcase_create("plot");
    tcase_add_checked_fixture(tests, prepare, clean_up);
    tcase_add_loop_test(tests, ticks_are_round, 0, COUNT(axes));
    tcase_add_test(tests, any_numbers_have_ticks);
    tcase_add_test(tests, places_are_whole_numbers_or_words);
    tcase_add_test(tests, long_words_are_cut);
    tcase_add_test(tests, lines_in_characters);
    tcase_add_test(tests, equal_lines_take_turns);
    tcase_add_test(tests, what_has_no_place_is_left_out_and_told);
    tcase_add_test(tests, one_point_is_a_mark);
    tcase_add_test(tests, stays_inside_the_page);
    tcase_add_test(tests, memory_may_end_anywhere);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
