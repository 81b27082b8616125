/* status: the first fault stays, with its place; what stands on stderr. */

#include "core/text.h"
#include "unit.h"

static const char *printed(const attn_status *status)
{
    static attn_text text;
    attn_text_free(&text);
    attn_status_text(status, "attnviz", &text);
    return attn_text_string(&text);
}

START_TEST(the_first_fault_stays)
{
    attn_status status = {0};
    ck_assert(attn_ok(&status));
    ck_assert(!attn_fail(&status, ATTN_INPUT, "%d×%d does not fit", 3, 4));
    ck_assert(!attn_fail(&status, ATTN_MEMORY, "later"));
    ck_assert(!attn_ok(&status));
    ck_assert_int_eq(status.code, ATTN_INPUT);
    ck_assert_str_eq(printed(&status), "attnviz: 3×4 does not fit\n");
}
END_TEST

START_TEST(nothing_is_added_without_a_fault)
{
    attn_status status = {0};
    attn_status_prefix(&status, "x: ");
    attn_status_place(&status, "f", 1, 1);
    attn_status_step(&status, "step 1");
    attn_status_formula(&status, "a = b", 4);
    ck_assert_int_eq(memcmp(&status, &(attn_status){0}, sizeof status), 0);
    ck_assert_str_eq(printed(&status), "");
}
END_TEST

START_TEST(all_parts_in_order)
{
    attn_status status = {0};
    attn_fail(&status, ATTN_INPUT, "does not fit");
    attn_status_prefix(&status, "'Q K': ");
    attn_status_place(&status, "a.json", 3, 7);
    attn_status_step(&status, "step 3, t = 2");
    attn_status_formula(&status, "我 = x̂ Q K", strlen("我 = x̂ "));
    ck_assert_str_eq(printed(&status), "attnviz: a.json:3:7: step 3, t = 2: 'Q K': does not fit\n"
                                       "  我 = x̂ Q K\n"
                                       "         ^\n");
}
END_TEST

START_TEST(a_place_is_filled_once)
{
    attn_status status = {0};
    attn_fail(&status, ATTN_INPUT, "m");
    attn_status_place(&status, "w.safetensors", 0, 0);
    attn_status_place(&status, "lesson.json", 5, 1);
    ck_assert_str_eq(printed(&status), "attnviz: w.safetensors: m\n");
    attn_status_place(&status, "w.safetensors", 2, 0);
    attn_status_place(&status, "w.safetensors", 9, 9);
    ck_assert_str_eq(printed(&status), "attnviz: w.safetensors:2: m\n");
    attn_status_step(&status, "step 1");
    attn_status_step(&status, "step 2");
    attn_status_formula(&status, "a", 0);
    attn_status_formula(&status, "b", 0);
    ck_assert_str_eq(status.step, "step 1");
    ck_assert_str_eq(status.formula, "a");
}
END_TEST

START_TEST(hostile_text_is_escaped)
{
    attn_status status = {0};
    attn_fail(&status, ATTN_INPUT, "'\x1b[2J' \xff");
    attn_status_place(&status, "a\nb", 1, 1);
    attn_status_formula(&status, "\x1b Q", 2);
    ck_assert_str_eq(printed(&status), "attnviz: a\\x0Ab:1:1: '\\x1B[2J' \\xFF\n"
                                       "  \\x1B Q\n"
                                       "       ^\n");
}
END_TEST

START_TEST(long_texts_are_cut_at_characters)
{
    attn_status status = {0};
    char long_text[4000];
    for (size_t shift = 0; shift < 3; shift++) {
        memset(long_text, 'x', shift);
        for (size_t i = shift; i + 3 < sizeof long_text; i += 3) memcpy(long_text + i, "我", 4);
        status = (attn_status){0};
        attn_fail(&status, ATTN_INPUT, "%s", long_text);
        attn_status_prefix(&status, "ab");
        attn_status_place(&status, long_text, 1, 1);
        attn_status_step(&status, long_text);
        size_t bad;
        ck_assert(attn_utf8_valid(status.message, strlen(status.message), &bad));
        ck_assert(attn_utf8_valid(status.file, strlen(status.file), &bad));
        ck_assert(attn_utf8_valid(status.step, strlen(status.step), &bad));
        ck_assert_str_eq(status.message + strlen(status.message) - 3, "…");
        ck_assert_int_eq(strncmp(status.file, "…", 3), 0);
        ck_assert_uint_gt(strlen(status.message), sizeof status.message - 8);
    }
}
END_TEST

START_TEST(a_long_formula_keeps_a_window_around_the_caret)
{
    char formula[3001];
    for (size_t i = 0; i < 3000; i += 3) memcpy(formula + i, i % 2 ? "我" : "abc", 4);
    for (size_t caret = 0; caret <= 3000; caret++) {
        attn_status status = {0};
        size_t bad;
        attn_fail(&status, ATTN_INPUT, "m");
        attn_status_formula(&status, formula, caret);
        ck_assert(attn_utf8_valid(status.formula, strlen(status.formula), &bad));
        ck_assert_uint_eq(status.formula_from + status.caret, caret);
        ck_assert_int_eq(status.formula[status.caret], formula[caret]);
        ck_assert_uint_gt(strlen(status.formula), sizeof status.formula - 10);
        ck_assert(caret < 200 || strncmp(status.formula, "…", 3) == 0 || caret < 270);
    }
}
END_TEST

/* The caret stands on the line, under the character it means, whatever is cut off. */
START_TEST(a_formula_is_shown_within_a_line)
{
    char formula[301];
    for (size_t i = 0; i < 300; i += 3) memcpy(formula + i, i % 2 ? "我" : "abc", 4);
    for (size_t caret = 0; caret <= 300; caret += 3) {
        attn_status status = {0};
        attn_fail(&status, ATTN_INPUT, "m");
        attn_status_formula(&status, formula, caret);
        const char *line = strchr(printed(&status), '\n') + 1, *below = strchr(line, '\n') + 1;
        size_t width = (size_t)(below - line) - 1, column = strcspn(below, "^");
        ck_assert_uint_le(attn_text_width(line, width), 78);
        ck_assert_uint_le(column, 78);
        const char *meant = line + attn_text_fit(line, width, column);
        ck_assert(caret == 300 ? *meant == '\n' : strncmp(meant, formula + caret, 3) == 0);
    }
}
END_TEST

START_TEST(the_caret_never_leaves_the_formula)
{
    attn_status status = {0};
    attn_fail(&status, ATTN_INPUT, "m");
    attn_status_formula(&status, "abc", 99);
    ck_assert_uint_eq(status.caret, 3);
    ck_assert_str_eq(printed(&status), "attnviz: m\n  abc\n     ^\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("status");
    TCase *tests = tcase_create("status");
    tcase_add_test(tests, the_first_fault_stays);
    tcase_add_test(tests, nothing_is_added_without_a_fault);
    tcase_add_test(tests, all_parts_in_order);
    tcase_add_test(tests, a_place_is_filled_once);
    tcase_add_test(tests, hostile_text_is_escaped);
    tcase_add_test(tests, long_texts_are_cut_at_characters);
    tcase_add_test(tests, a_long_formula_keeps_a_window_around_the_caret);
    tcase_add_test(tests, a_formula_is_shown_within_a_line);
    tcase_add_test(tests, the_caret_never_leaves_the_formula);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
