/*
 * beside: tables of text put side by side, as bytes.
 */
#include "render/terminal/beside.h"
#include "unit.h"

static const struct {
    const char *name, *left, *right;
    size_t columns, indent;
    const char *joined; /* NULL: they stay one below the other */
} pairs[] = {
    {"as many lines", "    Q  1  0\n       0  1\n", "\n    K  2  0\n       0  2\n", 80, 4,
     "    Q  1  0     K  2  0\n       0  1        0  2\n"},
    {"the left is longer", "Q  1\n   2\n", "K  3\n", 80, 0, "Q  1     K  3\n   2\n"},
    {"the right is longer", "Q  1\n", "\nK  3\n   4\n", 80, 0, "Q  1     K  3\n            4\n"},
    {"lines of many widths", "    y\n    the  1\n", "    K  2\n       3\n", 80, 4,
     "    y          K  2\n    the  1        3\n"},
    {"a blank line above stays", "\n  a\n", "  b\n", 80, 2, "\n  a     b\n"},
    {"wide characters are two columns", "词\n", "b\nc\n", 80, 0, "词     b\n       c\n"},
    {"colours are no columns", "\033[1mQ\033[0m\n", "b\nc\n", 80, 0,
     "\033[1mQ\033[0m     b\n      c\n"},
    {"just as wide as the page", "aaaaaaaaaa\n", "bbbbb\n", 20, 0, "aaaaaaaaaa     bbbbb\n"},
    {"wider than the page", "aaaaaaaaaa\n", "bbbbbb\n", 20, 0, NULL},
    {"nothing on the left", "\n", "b\n", 80, 0, NULL},
    {"a line of the right is as short as its indent", "    a\n", "    b\n  \n", 80, 4, NULL},
};

static attn_text out;

static void clear(void)
{
    attn_text_free(&out);
}

static bool join(const char *left, const char *right, size_t columns, size_t indent)
{
    const attn_page page = {.out = &out, .columns = columns, .indent = indent};
    attn_text_add(&out, "above\n");
    size_t first = out.length;
    attn_text_add(&out, left);
    size_t second = out.length;
    attn_text_add(&out, right);
    return attn_beside_join(&page, first, second);
}

START_TEST(joins_what_fits)
{
    bool joined = join(pairs[_i].left, pairs[_i].right, pairs[_i].columns, pairs[_i].indent);
    attn_text expected = {0};
    ck_assert_msg(joined == (pairs[_i].joined != NULL), "%s", pairs[_i].name);
    attn_text_print(&expected, "above\n%s%s", joined ? pairs[_i].joined : pairs[_i].left,
                    joined ? "" : pairs[_i].right);
    ck_assert_msg(strcmp(attn_text_string(&out), attn_text_string(&expected)) == 0, "%s:\n%s",
                  pairs[_i].name, attn_text_string(&out));
    attn_text_free(&expected);
}
END_TEST

/* So many lines as a page of a terminal has, and no more. */
START_TEST(leaves_long_tables_alone)
{
    static const char lines[] = "1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n"
                                "5\n6\n7\n";
    ck_assert(!join(lines, "b\n", 80, 0));
    attn_text_clear(&out);
    ck_assert(join(lines + 2, "b\n", 80, 0));
}
END_TEST

START_TEST(keeps_a_text_that_failed)
{
    attn_text_add(&out, "a\n");
    out.failed = true;
    const attn_page page = {.out = &out, .columns = 80};
    ck_assert(!attn_beside_join(&page, 0, 2));
    ck_assert(out.failed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("beside");
    TCase *tests = tcase_create("beside");
    tcase_add_checked_fixture(tests, NULL, clear);
    tcase_add_loop_test(tests, joins_what_fits, 0, (int)COUNT(pairs));
    tcase_add_test(tests, leaves_long_tables_alone);
    tcase_add_test(tests, keeps_a_text_that_failed);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
