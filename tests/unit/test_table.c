/*
 * Tests of what terminal text is made of: paragraphs wrapped by display width (page), values as
 * aligned tables (table, value), and how names are written (filter).
 */
/* slow under valgrind */
#include <math.h>

#include "core/memory.h"
#include "document/filter.h"
#include "render/terminal/text_value.h"
#include "scarce.h"

/* ---- help ---- */

static attn_text out;
static attn_page page;
static attn_look look;

static void prepare(void)
{
    attn_text_free(&out);
    page = (attn_page){.out = &out, .columns = 40};
    attn_look_prepare(&look, 4, false, true);
}

static void clean_up(void)
{
    attn_text_free(&out);
}

/* The widest line of what was printed, escape sequences of colours left out. */
static size_t widest(void)
{
    size_t most = 0, start = 0;
    attn_text plain = {0};
    const char *text = attn_text_string(&out);
    for (size_t i = 0; i < out.length; i++) {
        if (text[i] == '\x1b')
            i += strcspn(text + i, "m");
        else if (text[i] != '\n')
            attn_text_add_bytes(&plain, text + i, 1);
        if (text[i] != '\n') continue;
        size_t width = attn_text_width(attn_text_string(&plain) + start, plain.length - start);
        most = width > most ? width : most;
        start = plain.length;
    }
    attn_text_free(&plain);
    return most;
}

static void ck_printed(const char *expected)
{
    ck_assert_str_eq(attn_text_string(&out), expected);
}

static void paragraph(const char *text, size_t hang)
{
    attn_page_paragraph(&page, text, hang, ATTN_STYLE_PLAIN);
}

static const char *const french_words[] = {"le", "chat", "noir"};
static const attn_labels french = {.name = "source", .count = 3, .words = french_words};
static const char *const english_words[] = {"the", "black"};
static const attn_labels english = {.name = "target", .count = 2, .words = english_words};
static const char *const plain_words[] = {"1", "2", "3"};
static const attn_labels plain = {.name = "heads", .count = 3, .words = plain_words, .plain = true};

static attn_tensor matrix(float *data, size_t rows, size_t cols)
{
    return (attn_tensor){.rank = ATTN_MATRIX, .batch = 1, .rows = rows, .cols = cols, .data = data};
}

static attn_tensor vector(float *data, size_t cols)
{
    return (attn_tensor){.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = cols, .data = data};
}

/* ---- paragraphs ---- */

START_TEST(wraps_at_spaces_under_the_hang)
{
    page.indent = 4;
    paragraph("one two three four five six seven eight nine", 2);
    ck_printed("    one two three four five six seven\n"
               "      eight nine\n");
}
END_TEST

START_TEST(fills_the_line_to_its_last_column)
{
    paragraph("123456789 123456789 123456789 1234567890", 0);
    ck_printed("123456789 123456789 123456789 1234567890\n");
    attn_text_clear(&out);
    paragraph("123456789 123456789 123456789 12345678901", 0);
    ck_printed("123456789 123456789 123456789\n12345678901\n");
}
END_TEST

START_TEST(does_not_break_at_a_no_break_space)
{
    paragraph("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b\u00A0=\u00A0c", 0);
    ck_printed("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb = c\n");
}
END_TEST

START_TEST(counts_wide_and_combining_characters)
{
    paragraph("我爱水课我爱水课我爱水课我爱水课我爱水课 x", 0); /* 20 characters, 40 columns */
    ck_assert_uint_eq(widest(), 40);
    attn_text_clear(&out);
    paragraph("e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 "
              "123456789 123456789 123456789",
              0);
    ck_assert_ptr_null(strstr(attn_text_string(&out), "\n1"));
}
END_TEST

START_TEST(cuts_a_word_wider_than_the_line)
{
    char word[500];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    page.indent = 10;
    paragraph("before", 5);
    paragraph(word, 5);
    ck_assert_uint_eq(widest(), 40);
    size_t letters = 0;
    for (const char *c = attn_text_string(&out); *c; c++) letters += *c == 'x';
    ck_assert_uint_eq(letters, sizeof word - 1);
}
END_TEST

START_TEST(lets_no_control_reach_the_terminal)
{
    paragraph("a\x1b[2Jb \xc2\x9b"
              "31m \u202Ec \xff\xfe \u2028",
              0);
    const char *text = attn_text_string(&out);
    ck_assert_ptr_null(strchr(text, '\x1b'));
    ck_assert_ptr_null(strstr(text, "\xc2\x9b"));
    ck_assert_ptr_null(strstr(text, "\u202E"));
    ck_assert_ptr_null(strchr(text, '\xff'));
    ck_assert_ptr_nonnull(strstr(text, "\\x1B[2J"));
}
END_TEST

START_TEST(keeps_escapes_inside_the_line)
{
    attn_text controls = {0};
    attn_text_repeat(&controls, "\u202E", 100);
    page.indent = 20;
    paragraph(attn_text_string(&controls), 10);
    ck_assert_uint_le(widest(), 40);
    attn_text_free(&controls);
}
END_TEST

START_TEST(puts_one_blank_line_where_gaps_are_asked_for)
{
    attn_page_gap(&page); /* none at the top */
    paragraph("one", 0);
    attn_page_gap(&page);
    attn_page_gap(&page);
    page.indent = 4;
    page.number = 3;
    paragraph("two", 0);
    attn_page_gap(&page); /* none at the end */
    ck_printed("one\n\n3   two\n");
}
END_TEST

START_TEST(ends_a_line_at_a_newline)
{
    paragraph("one\ntwo\n\nthree", 0);
    ck_printed("one\ntwo\nthree\n");
}
END_TEST

/* ---- decimals ---- */

START_TEST(leaves_out_decimals_that_are_zero_everywhere)
{
    const float whole[] = {1, -3, 0}, halves[] = {1, 0.5f},
                sums[] = {2.1f, 0.1f + 0.2f, 2.0999999f}, thirds[] = {1.0f / 3, 1},
                masked[] = {-INFINITY, 0.25f}, almost[] = {0.99997f};
    ck_assert_int_eq(attn_decimals_needed(whole, 3, 4), 0);
    ck_assert_int_eq(attn_decimals_needed(halves, 2, 4), 1);
    ck_assert_int_eq(attn_decimals_needed(sums, 3, 4), 1);
    ck_assert_int_eq(attn_decimals_needed(thirds, 2, 4), 4);
    ck_assert_int_eq(attn_decimals_needed(masked, 2, 4), 2);
    ck_assert_int_eq(attn_decimals_needed(almost, 1, 4), 4); /* no "1": it is less */
    ck_assert_int_eq(attn_decimals_needed(sums, 3, 9), 9); /* who asks for nine sees the rounding */
    ck_assert_int_eq(attn_decimals_needed(thirds, 2, 0), 0);
    ck_assert_int_eq(attn_decimals_needed(thirds, 2, 1000), 9);
    const float large[] = {1, 12345678, 999999936}, larger[] = {1, 8589934592.f};
    const float largest[] = {1, 1e20f};
    ck_assert_int_eq(attn_decimals_needed(large, 3, 9), 0); /* with all of their digits */
    ck_assert_int_eq(attn_decimals_needed(larger, 2, 4), 4);
    ck_assert_int_eq(attn_decimals_needed(larger, 2, 9), 9);
    ck_assert_int_eq(attn_decimals_needed(largest, 2, 4), 0);
}
END_TEST

/* ---- values ---- */

static bool print_value(const char *name, const attn_tensor *value, bool shaded)
{
    return attn_value_print(&page, &look,
                            &(attn_shown_value){.name = name, .value = value, .shaded = shaded});
}

START_TEST(prints_numbers_and_vectors_without_words_on_a_line)
{
    float three = 3, numbers[] = {1, 0.5f, -2};
    attn_tensor number = {.batch = 1, .rows = 1, .cols = 1, .data = &three};
    attn_tensor row = vector(numbers, 3);
    ck_assert(!print_value("dₖ", &number, false));
    ck_assert(!print_value("s₀", &row, false));
    ck_printed("dₖ = 3\ns₀ = [1.0  0.5  −2.0]\n");
}
END_TEST

START_TEST(prints_a_vector_under_its_words)
{
    float numbers[] = {0.76053f, 0.12572f, 0.11375f};
    attn_tensor row = vector(numbers, 3);
    row.col_labels = &french;
    ck_assert(print_value("α₁", &row, true));
    ck_printed("        le    chat    noir\n"
               "α₁  0.7605  0.1257  0.1138\n");
}
END_TEST

START_TEST(prints_words_on_both_axes)
{
    float numbers[] = {-INFINITY, 0.25f, 1, 0, 0.5f, 0};
    attn_tensor value = matrix(numbers, 2, 3);
    value.row_labels = &english;
    value.col_labels = &french;
    print_value("S", &value, false);
    ck_printed("S        le  chat  noir\n"
               "the      −∞  0.25  1.00\n"
               "black  0.00  0.50  0.00\n");
}
END_TEST

START_TEST(prints_no_heads_where_there_are_no_words)
{
    float numbers[] = {1, 2, 3, -4, 5, 6};
    attn_tensor value = matrix(numbers, 2, 3);
    value.col_labels = &plain;
    print_value("W", &value, false);
    ck_printed("W   1  2  3\n"
               "   −4  5  6\n");
}
END_TEST

/* A sequence of numbers labels its rows: where they are just the places, with what it counts. */
START_TEST(prints_what_is_counted_beside_rows)
{
    static const char *const factors[] = {"0", "0.5"}, *const places[] = {"1", "2"};
    attn_labels factor = {.name = "glass", .count = 2, .words = factors, .plain = true},
                place = {.name = "layers", .count = 2, .words = places, .plain = true};
    float numbers[] = {1, 2, 3, -4, 5, 6};
    attn_tensor value = matrix(numbers, 2, 3);
    value.row_labels = &factor;
    print_value("β", &value, false);
    value.row_labels = &place;
    print_value("β", &value, false);
    place.name = NULL;
    print_value("β", &value, false);
    ck_printed("β\n"
               "0     1  2  3\n"
               "0.5  −4  5  6\n"
               "β\n"
               "layer 1   1  2  3\n"
               "layer 2  −4  5  6\n"
               "β   1  2  3\n"
               "   −4  5  6\n");
}
END_TEST

START_TEST(prints_tokens_as_their_words)
{
    float places[] = {3, 1};
    attn_tensor row = vector(places, 2);
    row.words = &french;
    print_value("y", &row, false);
    row.col_labels = &english;
    print_value("y", &row, false);
    ck_printed("y = [noir  le]\n"
               "   the   black\n"
               "y  noir  le\n");
}
END_TEST

START_TEST(aligns_wide_words)
{
    static const char *const words[] = {"我爱", "e\u0301", "水"};
    static const attn_labels labels = {.name = "s", .count = 3, .words = words};
    float numbers[] = {1, 20, 3, 4, 5, 6, 7, 8, 9};
    attn_tensor value = matrix(numbers, 3, 3);
    value.row_labels = value.col_labels = &labels;
    print_value("A", &value, false);
    ck_printed("A     我爱   e\u0301  水\n"
               "我爱     1  20   3\n"
               "e\u0301        4   5   6\n"
               "水       7   8   9\n");
}
END_TEST

/* ---- large ones ---- */

static float many[512 * 512];

START_TEST(shows_a_corner_of_a_large_value)
{
    for (size_t i = 0; i < 512 * 512; i++) many[i] = (float)(i % 10);
    attn_tensor value = matrix(many, 512, 512);
    page.columns = 80;
    print_value("W", &value, false);
    ck_printed("W (512×512)  1  2  3  4  …  512\n"
               "1            0  1  2  3  …    1\n"
               "2            2  3  4  5  …    3\n"
               "3            4  5  6  7  …    5\n"
               "4            6  7  8  9  …    7\n"
               "…            …  …  …  …  …    …\n"
               "512          2  3  4  5  …    3\n");
}
END_TEST

START_TEST(shows_all_of_it_when_asked)
{
    attn_tensor value = matrix(many, 40, 40);
    look.all = true;
    print_value("W", &value, false);
    ck_assert_ptr_null(strstr(attn_text_string(&out), "…"));
    ck_assert_uint_le(widest(), 40);
    size_t lines = 0;
    for (const char *c = attn_text_string(&out); *c; c++) lines += *c == '\n';
    ck_assert_uint_gt(lines, 80); /* blocks of 40 rows */
}
END_TEST

START_TEST(a_long_vector_is_a_corner)
{
    attn_tensor row = vector(many, 31);
    print_value("v", &row, false);
    ck_assert_ptr_nonnull(strstr(attn_text_string(&out), "v (vector of 31)"));
    ck_assert_ptr_nonnull(strstr(attn_text_string(&out), "…"));
}
END_TEST

START_TEST(breaks_columns_into_blocks)
{
    float numbers[20];
    for (size_t i = 0; i < 20; i++) numbers[i] = (float)i / 7;
    attn_tensor value = matrix(numbers, 2, 10);
    value.row_labels = &english;
    print_value("o", &value, false);
    ck_printed("o           1       2       3       4\n"
               "the    0.0000  0.1429  0.2857  0.4286\n"
               "black  1.4286  1.5714  1.7143  1.8571\n"
               "\n"
               "o           5       6       7       8\n"
               "the    0.5714  0.7143  0.8571  1.0000\n"
               "black  2.0000  2.1429  2.2857  2.4286\n"
               "\n"
               "o           9      10\n"
               "the    1.1429  1.2857\n"
               "black  2.5714  2.7143\n");
}
END_TEST

START_TEST(stays_inside_the_page_whatever_the_words)
{
    static char long_word[300];
    memset(long_word, 'w', sizeof long_word - 1);
    const char *const words[] = {long_word, "\x1b[2J\u202E", "我爱水课我爱水课我爱水课我爱水课"};
    attn_labels labels = {.name = "s", .count = 3, .words = words};
    float numbers[] = {1e-7f, 1e9f, -0.1f, 0.5f, 1, 2, 3, 4, 5};
    attn_tensor value = matrix(numbers, 3, 3);
    value.row_labels = value.col_labels = &labels;
    for (size_t columns = 40; columns <= 100; columns += 3)
        for (size_t indent = 0; indent <= columns / 2; indent += 7)
            for (int color = 0; color < 2; color++) {
                prepare();
                page.columns = columns;
                page.indent = indent;
                page.color = color;
                print_value(long_word, &value, true);
                value.words = &labels;
                print_value("α", &value, true);
                value.words = NULL;
                ck_assert_uint_le(widest(), columns);
                ck_assert_ptr_null(strstr(attn_text_string(&out), "\x1b[2J"));
            }
}
END_TEST

START_TEST(shades_cells_only_in_colour)
{
    float numbers[] = {0, 1, -INFINITY};
    attn_tensor row = vector(numbers, 3);
    row.col_labels = &french;
    print_value("α", &row, true);
    ck_assert_ptr_null(strchr(attn_text_string(&out), '\x1b'));
    page.color = true;
    print_value("α", &row, false);
    ck_assert_ptr_null(strchr(attn_text_string(&out), '\x1b'));
    print_value("α", &row, true);
    size_t grounds = 0;
    for (const char *at = attn_text_string(&out); (at = strstr(at, "\x1b[48;5;")); at++) grounds++;
    ck_assert_uint_eq(grounds, 2); /* −∞ has none */
}
END_TEST

/* ---- vectors side by side ---- */

START_TEST(prints_columns_under_their_names)
{
    float d[] = {1, 4, 16}, top[] = {0.2114f, 0.6118f, 0.5f}, y[] = {1, 2, 3};
    attn_tensor first = vector(d, 3), second = vector(top, 3), third = vector(y, 3);
    second.col_labels = &french;
    third.words = &french;
    const char *const names[] = {"d", "top", "source"};
    const attn_tensor *const columns[] = {&first, &second, &third};
    attn_columns_print(&page, &look, names, columns, 2);
    attn_columns_print(&page, &look, names, columns, 3); /* a column says the words: no heads */
    ck_printed("       d     top\n"
               "le     1  0.2114\n"
               "chat   4  0.6118\n"
               "noir  16  0.5000\n"
               "  d     top  source\n"
               "  1  0.2114  le\n"
               "  4  0.6118  chat\n"
               " 16  0.5000  noir\n");
}
END_TEST

/* ---- names ---- */

START_TEST(writes_names_one_way)
{
    static const struct {
        const char *label, *alone, *family;
    } names[] = {{"e_{1,2}", "e_{1,2}", "e"},
                 {"e_{1}", "e_1", "e"},
                 {"alpha_1", "α_1", "α"},
                 {"W_{Q,1}", "W_{Q,1}", "W_Q"},
                 {"→h_0", "→h_0", "→h"},
                 {"s_{B,-1}", "s_{B,-1}", "s_B"},
                 {"x_{-1}", "x_{-1}", "x"},
                 {"after(alpha_{1})", "after(α_1)", "after(α)"},
                 {"after( W_{Q,1} )", "after(W_{Q,1})", "after(W_Q)"},
                 {"d", "d", "d"},
                 {"", "", ""},
                 {"_", "", ""}};
    attn_text name = {0};
    for (size_t i = 0; i < COUNT(names); i++) {
        attn_text_clear(&name);
        attn_name_plain(names[i].label, true, &name);
        ck_assert_str_eq(attn_text_string(&name), names[i].alone);
        attn_text_clear(&name);
        attn_name_plain(names[i].label, false, &name);
        ck_assert_str_eq(attn_text_string(&name), names[i].family);
    }
    attn_text_free(&name);
}
END_TEST

/* ---- memory ---- */

START_TEST(records_that_memory_ran_out)
{
    float numbers[] = {1, 2, 3, 4, 5, 6};
    attn_tensor value = matrix(numbers, 2, 3);
    value.row_labels = &english;
    size_t failures = 0;
    for (size_t n = 0; n < 12; n++) {
        prepare();
        scarce_begin(n);
        print_value("W", &value, false);
        scarce_end();
        failures += out.failed;
        if (!out.failed) ck_printed("W\nthe    1  2  3\nblack  4  5  6\n");
    }
    ck_assert_uint_gt(failures, 0);
    ck_assert_uint_lt(failures, 12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("table");
    TCase *tests = tcase_create("table");
    tcase_add_checked_fixture(tests, prepare, clean_up);
    tcase_add_test(tests, wraps_at_spaces_under_the_hang);
    tcase_add_test(tests, fills_the_line_to_its_last_column);
    tcase_add_test(tests, does_not_break_at_a_no_break_space);
    tcase_add_test(tests, counts_wide_and_combining_characters);
    tcase_add_test(tests, cuts_a_word_wider_than_the_line);
    tcase_add_test(tests, lets_no_control_reach_the_terminal);
    tcase_add_test(tests, keeps_escapes_inside_the_line);
    tcase_add_test(tests, puts_one_blank_line_where_gaps_are_asked_for);
    tcase_add_test(tests, ends_a_line_at_a_newline);
    tcase_add_test(tests, leaves_out_decimals_that_are_zero_everywhere);
    tcase_add_test(tests, prints_numbers_and_vectors_without_words_on_a_line);
    tcase_add_test(tests, prints_a_vector_under_its_words);
    tcase_add_test(tests, prints_words_on_both_axes);
    tcase_add_test(tests, prints_no_heads_where_there_are_no_words);
    tcase_add_test(tests, prints_what_is_counted_beside_rows);
    tcase_add_test(tests, prints_tokens_as_their_words);
    tcase_add_test(tests, aligns_wide_words);
    tcase_add_test(tests, shows_a_corner_of_a_large_value);
    tcase_add_test(tests, shows_all_of_it_when_asked);
    tcase_add_test(tests, a_long_vector_is_a_corner);
    tcase_add_test(tests, breaks_columns_into_blocks);
    tcase_add_test(tests, stays_inside_the_page_whatever_the_words);
    tcase_add_test(tests, shades_cells_only_in_colour);
    tcase_add_test(tests, prints_columns_under_their_names);
    tcase_add_test(tests, writes_names_one_way);
    tcase_add_test(tests, records_that_memory_ran_out);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
