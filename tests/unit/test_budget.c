/* budget: what is held is counted to the byte, what is spent to the multiply-add; the faults. */

#include "core/budget.h"

#include "attnviz.h"
#include "core/memory.h"
#include "unit.h"

static attn_status status;

static void begin(void)
{
    status = (attn_status){0};
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
}

/* ---- memory ---- */

START_TEST(what_is_held_is_counted)
{
    const uint64_t before = attn_budget_held();
    char *block = attn_resize(NULL, 1000);
    ck_assert_uint_ge(attn_budget_held() - before, 1000);
    const uint64_t head = attn_budget_held() - before - 1000;
    block = attn_resize(block, 5000);
    ck_assert_uint_eq(attn_budget_held() - before, 5000 + head);
    block = attn_resize(block, 10);
    ck_assert_uint_eq(attn_budget_held() - before, 10 + head);
    ck_assert_ptr_null(attn_resize(block, 0));
    ck_assert_uint_eq(attn_budget_held(), before);
}
END_TEST

/* A piece that the system gives with zeros counts like any other. */
START_TEST(arenas_are_counted)
{
    const uint64_t before = attn_budget_held();
    attn_arena *arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(attn_alloc(arena, 9 << 20, 1));
    ck_assert_ptr_nonnull(attn_alloc(arena, 10, 1));
    ck_assert_uint_ge(attn_budget_held() - before, (9 << 20) + (32 << 10));
    attn_arena_free(arena);
    ck_assert_uint_eq(attn_budget_held(), before);
}
END_TEST

/* One byte more than the budget is refused, and nothing is lost. */
START_TEST(memory_ends_at_the_budget)
{
    const size_t sizes[] = {1000, 1 << 16, 9 << 20};
    const size_t size = sizes[_i];
    const uint64_t before = attn_budget_held();
    char *block = attn_resize(NULL, size);
    const uint64_t just = attn_budget_held();
    attn_resize(block, 0);
    attn_budget_set(just, ATTN_NO_BUDGET);
    ck_assert(attn_may_hold(size));
    ck_assert_ptr_nonnull(block = attn_resize(NULL, size));
    ck_assert_ptr_null(attn_resize(block, size + 1));
    ck_assert_ptr_null(attn_resize(NULL, 1));
    ck_assert(!attn_may_hold(1));
    memset(block, 7, size);
    ck_assert_ptr_nonnull(block = attn_resize(block, size - 1));
    attn_resize(block, 0);
    attn_budget_set(just - 1, ATTN_NO_BUDGET);
    ck_assert_ptr_null(attn_resize(NULL, size));
    ck_assert_uint_eq(attn_budget_held(), before);
}
END_TEST

START_TEST(sizes_beyond_the_machine)
{
    attn_budget_set(ATTN_NO_BUDGET, ATTN_NO_BUDGET);
    ck_assert_ptr_null(attn_resize(NULL, SIZE_MAX));
    ck_assert_ptr_null(attn_resize(NULL, PTRDIFF_MAX));
    ck_assert(!attn_may_hold(UINT64_MAX));
    attn_arena *arena = attn_arena_new(&status);
    ck_assert_ptr_null(attn_alloc(arena, SIZE_MAX / 2, 1));
    ck_assert_ptr_null(attn_alloc(arena, PTRDIFF_MAX - 100, 1));
    ck_assert_ptr_null(strstr(status.message, "budget"));
    attn_arena_free(arena);
}
END_TEST

/* Every fault of memory says whether the budget was why. */
START_TEST(faults_of_memory_say_why)
{
    attn_arena *arena = attn_arena_new(&status);
    attn_budget_set(1 << 20, ATTN_NO_BUDGET);
    ck_assert_ptr_null(attn_alloc(arena, 3 << 20, 1));
    ck_assert_int_eq(status.code, ATTN_MEMORY);
    ck_assert_str_eq(status.message,
                     "out of memory while allocating 3145728 × 1 bytes; the budget of "
                     "memory is 1 MiB: --memory 4M raises it");
    attn_status other = {0};
    attn_fail(&other, ATTN_MEMORY, "%s", status.message); /* passed on */
    ck_assert_str_eq(other.message, status.message);
    status = (attn_status){0};
    attn_budget_not_asked(); /* the system had none */
    attn_no_memory(&status, "reading %s", "it");
    ck_assert_str_eq(status.message, "out of memory while reading it");
    attn_arena_free(arena);
}
END_TEST

static const struct {
    uint64_t budget, bytes;
    const char *message;
} wants[] = {
    {1 << 30, UINT64_C(8589582400),
     "F (46340×46340) needs 8 GiB of memory, and the budget is 1 GiB: --memory 9G allows it"},
    {1 << 30, UINT64_C(1610612736),
     "F (46340×46340) needs 1.5 GiB of memory, and the budget is 1 GiB: --memory 2G allows it"},
    {1000, 2000,
     "F (46340×46340) needs 2 KiB of memory, and the budget is 1000 bytes: --memory 3K allows it"},
    {64000000, 64000001,
     "F (46340×46340) needs 64000001 bytes of memory, and the budget is 64000000: --memory 123M "
     "allows it"},
    {1 << 30, UINT64_MAX,
     "F (46340×46340) needs 16 EiB of memory, and the budget is 1 GiB: --memory none allows it"},
};

START_TEST(what_needs_memory_is_named)
{
    attn_budget_set(wants[_i].budget, ATTN_NO_BUDGET);
    ck_assert(!attn_may_hold(wants[_i].bytes));
    attn_fail_memory(&status, wants[_i].bytes, "%s (%d×%d)", "F", 46340, 46340);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_str_eq(status.message, wants[_i].message);
}
END_TEST

START_TEST(what_is_in_use_is_said)
{
    char *block = attn_resize(NULL, 3 << 20);
    attn_budget_set(4 << 20, ATTN_NO_BUDGET);
    attn_fail_memory(&status, 2 << 20, "the result of softmax");
    ck_assert_str_eq(status.message,
                     "the result of softmax needs 2 MiB of memory beside the 3 MiB in use, and the "
                     "budget is 4 MiB: --memory 8M allows it");
    attn_resize(block, 0);
}
END_TEST

/* ---- work ---- */

START_TEST(work_ends_at_the_budget)
{
    attn_budget_set(ATTN_NO_BUDGET, 100);
    ck_assert(attn_may_spend(&status, 100));
    ck_assert(!attn_may_spend(&status, 101));
    ck_assert(attn_spend(&status, 60));
    ck_assert(!attn_spend(&status, 41));
    ck_assert(!attn_spend(&status, UINT64_MAX));
    ck_assert_uint_eq(status.work, 60);
    ck_assert(attn_spend(&status, 40));
    ck_assert(attn_spend(&status, 0));
    ck_assert(!attn_spend(&status, 1));
    attn_budget_set(ATTN_NO_BUDGET, 99); /* less than was spent */
    ck_assert(!attn_spend(&status, 0));
    attn_budget_set(ATTN_NO_BUDGET, ATTN_NO_BUDGET);
    ck_assert(attn_spend(&status, UINT64_MAX - 100));
    ck_assert(!attn_spend(&status, 1));
}
END_TEST

static const struct {
    uint64_t budget, work;
    const char *message;
} works[] = {
    {ATTN_USUAL_WORK, UINT64_C(640000000000),
     "P needs 6.4·10¹¹ multiply-adds, and the budget is 3·10¹¹: --work 704G allows it"},
    {ATTN_USUAL_WORK, UINT64_C(310000000000),
     "P needs 3.1·10¹¹ multiply-adds, and the budget is 3·10¹¹: --work 600G allows it"},
    {ATTN_USUAL_WORK, 5,
     "P would exceed the budget of work, 3·10¹¹ multiply-adds: --work 600G raises it"},
    {5000, 99999, "P needs 99999 multiply-adds, and the budget is 5000: --work 110K allows it"},
    {ATTN_USUAL_WORK, UINT64_C(999999999999),
     "P needs 10¹² multiply-adds, and the budget is 3·10¹¹: --work 2T allows it"},
    {7, UINT64_MAX, "P needs 1.8·10¹⁹ multiply-adds, and the budget is 7: --work none allows it"},
};

START_TEST(what_takes_work_is_named)
{
    attn_budget_set(ATTN_NO_BUDGET, works[_i].budget);
    attn_fail_work(&status, works[_i].work, "%s", "P");
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_str_eq(status.message, works[_i].message);
}
END_TEST

/* A fault that is forgotten has cost what it cost. */
START_TEST(what_was_spent_stays)
{
    attn_status other = {0};
    attn_spend(&status, 100);
    attn_fail(&status, ATTN_INPUT, "first");
    attn_status_clear(&status);
    ck_assert(attn_ok(&status));
    ck_assert_uint_eq(status.work, 100);
    attn_spend(&other, 23);
    attn_fail(&other, ATTN_INPUT, "second");
    attn_status_join(&status, &other);
    ck_assert_str_eq(status.message, "second");
    ck_assert_uint_eq(status.work, 123);
    attn_status_join(&status, &other);
    ck_assert_uint_eq(status.work, 123);
}
END_TEST

START_TEST(large_numbers_do_not_wrap)
{
    ck_assert_uint_eq(attn_sum64(UINT64_MAX - 1, 1), UINT64_MAX);
    ck_assert_uint_eq(attn_sum64(UINT64_MAX, 5), UINT64_MAX);
    ck_assert_uint_eq(attn_product64(UINT64_C(1) << 32, UINT64_C(1) << 31), UINT64_C(1) << 63);
    ck_assert_uint_eq(attn_product64(UINT64_C(1) << 32, UINT64_C(1) << 32), UINT64_MAX);
    ck_assert_uint_eq(attn_product64(0, UINT64_MAX), 0);
    ck_assert_uint_eq(attn_product64(UINT64_MAX, 0), 0);
}
END_TEST

START_TEST(the_header_tells_the_usual_ones)
{
    ck_assert_uint_eq(ATTN_USUAL_MEMORY, ATTNVIZ_USUAL_MEMORY);
    ck_assert_uint_eq(attn_budget_work(), ATTNVIZ_USUAL_WORK);
    ck_assert_uint_eq(ATTN_NO_BUDGET, ATTNVIZ_NO_BUDGET);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("budget");
    TCase *tests = tcase_create("budget");
    tcase_add_checked_fixture(tests, begin, begin);
    tcase_add_test(tests, what_is_held_is_counted);
    tcase_add_test(tests, arenas_are_counted);
    tcase_add_loop_test(tests, memory_ends_at_the_budget, 0, 3);
    tcase_add_test(tests, sizes_beyond_the_machine);
    tcase_add_test(tests, faults_of_memory_say_why);
    tcase_add_loop_test(tests, what_needs_memory_is_named, 0, (int)COUNT(wants));
    tcase_add_test(tests, what_is_in_use_is_said);
    tcase_add_test(tests, work_ends_at_the_budget);
    tcase_add_loop_test(tests, what_takes_work_is_named, 0, (int)COUNT(works));
    tcase_add_test(tests, what_was_spent_stays);
    tcase_add_test(tests, large_numbers_do_not_wrap);
    tcase_add_test(tests, the_header_tells_the_usual_ones);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
