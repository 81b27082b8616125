/*
 * baseline: which simple rules find a word, and which of them is told.
 */
#include "lesson/train/baseline.h"

#include "arena.h"

/* the key near the boxes is old */
static const char *const kinds[] = {"", "noun", "preposition", "", "noun", "verb", "adjective"};
enum { THE, KEY, NEAR, THE_2, BOXES, IS, OLD, WORDS };

static attn_rule_scores scores;

static void count(size_t from, size_t to)
{
    ck_assert(attn_rules_count(&scores, kinds, WORDS, from, to, arena));
}

static size_t right(const char *kind, int steps)
{
    return attn_rules_right(&scores, &(attn_rule_score){.kind = kind, .steps = steps});
}

static void check_best(const char *kind, int steps, size_t rows)
{
    const attn_rule_score *best = attn_rules_best(&scores);
    ck_assert_ptr_nonnull(best);
    ck_assert_pstr_eq(best->kind, kind);
    ck_assert_int_eq(best->steps, steps);
    ck_assert_uint_eq(best->right, rows);
}

static void open_all(void)
{
    open_arena();
    scores = (attn_rule_scores){0};
}

/* From "is" the nearest noun to the left is "boxes", not "key", and none is to the right. */
START_TEST(the_nearest_of_a_kind)
{
    count(IS, BOXES);
    ck_assert_uint_eq(right("noun", -1), 1);
    ck_assert_uint_eq(right("noun", 1), 0);
    count(IS, KEY);
    ck_assert_uint_eq(right("noun", -1), 1);
    count(KEY, BOXES);
    ck_assert_uint_eq(right("noun", 1), 1);
    count(THE, KEY);
    ck_assert_uint_eq(right("noun", 1), 2);
    count(OLD, IS);
    ck_assert_uint_eq(right("verb", -1), 1);
    count(THE_2, BOXES);
    check_best("noun", 1, 3);
}
END_TEST

START_TEST(distances)
{
    ck_assert_ptr_null(attn_rules_best(&scores));
    count(IS, KEY);
    check_best(NULL, -4, 1);
    count(BOXES, KEY);
    count(OLD, BOXES);
    ck_assert_uint_eq(right(NULL, -3), 1);
    ck_assert_uint_eq(right(NULL, -2), 1);
    count(KEY, KEY);
    count(OLD, OLD);
    check_best(NULL, 0, 2);
}
END_TEST

/* Of equally good rules a distance comes before a kind, a near one before a far one, and what
 * stands before first. */
START_TEST(of_equals_the_simplest)
{
    count(OLD, BOXES); /* the word 2 places before, and the nearest noun to the left */
    check_best(NULL, -2, 1);
    count(THE, BOXES);
    check_best(NULL, -2, 1);
    count(KEY, NEAR);
    check_best(NULL, 1, 1);
    count(NEAR, KEY);
    check_best("noun", -1, 2);
}
END_TEST

/* A word without a kind, a row or a column that is none of the line's words, the word itself. */
START_TEST(only_a_distance)
{
    count(KEY, THE);
    count(WORDS, OLD);
    count(OLD, WORDS);
    count(KEY, KEY);
    for (size_t i = 0; i < scores.count; i++) ck_assert_ptr_null(scores.items[i].kind);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("baseline");
    TCase *tests = tcase_create("baseline");
    tcase_add_checked_fixture(tests, open_all, close_arena);
    tcase_add_test(tests, the_nearest_of_a_kind);
    tcase_add_test(tests, distances);
    tcase_add_test(tests, of_equals_the_simplest);
    tcase_add_test(tests, only_a_distance);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
