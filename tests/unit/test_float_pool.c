/*
 * float_pool: they lie apart, on borders of cache lines; what is returned joins; what is cleared serves
 * any sizes again; and not more is kept than is used.
 */
#include "record/float_pool.h"

#include <stdint.h>
#include <string.h>

#include "scarce.h"

static attn_float_pool rooms;

static void open_rooms(void)
{
    rooms = (attn_float_pool){0};
    scarce.owned = 0;
    scarce_begin(SIZE_MAX);
}

static void close_rooms(void)
{
    attn_float_pool_free(&rooms);
    scarce_end();
    ck_assert_int_eq(scarce.owned, 0);
}

typedef struct held {
    float *numbers;
    size_t count;
} held;

static held take(size_t count, float with)
{
    held made = {attn_float_pool_take(&rooms, count), count};
    ck_assert_ptr_nonnull(made.numbers);
    ck_assert_uint_eq((uintptr_t)made.numbers % 64, 0);
    for (size_t i = 0; i < count; i++) made.numbers[i] = with;
    return made;
}

/* Nobody else has written there. */
static void give(held one, float with)
{
    size_t same = 0;
    while (same < one.count && one.numbers[same] == with) same++;
    ck_assert_uint_eq(same, one.count);
    attn_float_pool_return(&rooms, one.numbers);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

START_TEST(rooms_lie_apart)
{
    enum { MOST = 200, TURNS = 5000 };
    held all[MOST] = {{0}};
    uint32_t state = (uint32_t)_i;
    for (size_t turn = 0; turn < TURNS; turn++) {
        size_t i = next_random(&state) % MOST;
        if (all[i].numbers) {
            give(all[i], (float)i);
            all[i].numbers = NULL;
        } else {
            all[i] =
                take(1 + next_random(&state) % (next_random(&state) % 2 ? 100 : 9000), (float)i);
        }
    }
    for (size_t i = 0; i < MOST; i++)
        if (all[i].numbers) give(all[i], (float)i);
    ck_assert_uint_eq(rooms.used, 0);
}
END_TEST

/* In whatever order they come back, they are one again. */
START_TEST(what_is_returned_joins)
{
    enum { COUNT_OF = 24, EACH = 1000 };
    static const size_t strides[] = {1, 5, 7, 11, 13, 23};
    held all[COUNT_OF];
    for (size_t i = 0; i < COUNT_OF; i++) all[i] = take(EACH, (float)i);
    scarce_begin(0);
    for (size_t turn = 0; turn < COUNT(strides); turn++) {
        for (size_t i = 0; i < COUNT_OF; i++) {
            size_t k = i * strides[turn] % COUNT_OF;
            give(all[k], (float)k);
        }
        held whole = take(COUNT_OF * EACH, -1);
        give(whole, -1);
        for (size_t i = 0; i < COUNT_OF; i++) all[i] = take(EACH, (float)i);
    }
}
END_TEST

START_TEST(cleared_rooms_serve_other_sizes)
{
    for (size_t i = 0; i < 30; i++) take(900, 0);
    attn_float_pool_clear(&rooms);
    scarce_begin(0);
    for (size_t each = 100; each < 30 * 900; each = each * 3 / 2) {
        for (size_t left = 29 * 900; left >= each + 32; left -= each + 32) take(each, 1);
        attn_float_pool_clear(&rooms);
    }
}
END_TEST

START_TEST(what_is_kept_is_what_was_used_lately)
{
    enum { LARGE = 1 << 20, SMALL = 1 << 10 };
    take(LARGE, 0);
    attn_float_pool_clear(&rooms);
    ck_assert_uint_ge(rooms.bytes, LARGE * sizeof(float));
    for (size_t i = 0; i < 5; i++) { /* a few small ones are no reason to give it back */
        take(SMALL, 0);
        attn_float_pool_clear(&rooms);
    }
    ck_assert_uint_ge(rooms.bytes, LARGE * sizeof(float));
    for (size_t i = 0; i < 200; i++) {
        take(SMALL, 0);
        attn_float_pool_clear(&rooms);
    }
    ck_assert_uint_lt(rooms.bytes, LARGE);
}
END_TEST

START_TEST(memory_may_end)
{
    held one = take(100, 2);
    scarce_begin(0);
    ck_assert_ptr_null(attn_float_pool_take(&rooms, 1 << 20));
    for (size_t shift = 0; shift < 8; shift++) /* nor do they look small */
        ck_assert_ptr_null(attn_float_pool_take(&rooms, SIZE_MAX >> shift));
    scarce_begin(SIZE_MAX);
    give(one, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("float_pool");
    TCase *tests = tcase_create("rooms");
    tcase_add_checked_fixture(tests, open_rooms, close_rooms);
    tcase_add_loop_test(tests, rooms_lie_apart, 0, 4);
    tcase_add_test(tests, what_is_returned_joins);
    tcase_add_test(tests, cleared_rooms_serve_other_sizes);
    tcase_add_test(tests, what_is_kept_is_what_was_used_lately);
    tcase_add_test(tests, memory_may_end);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
