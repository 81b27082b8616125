/* memory: checked products, arenas, and failing allocations. */
#include <stdint.h>

#include "core/memory.h"
#include "scarce.h"

START_TEST(products_are_checked)
{
    size_t product = 7;
    ck_assert(attn_multiply(0, SIZE_MAX, &product) && product == 0);
    ck_assert(attn_multiply(SIZE_MAX, 0, &product) && product == 0);
    ck_assert(attn_multiply(SIZE_MAX, 1, &product) && product == SIZE_MAX);
    ck_assert(attn_multiply(SIZE_MAX / 3, 3, &product));
    ck_assert(!attn_multiply(SIZE_MAX / 3 + 1, 3, &product));
    ck_assert(!attn_multiply((size_t)1 << 32, (size_t)1 << 32, &product));
}
END_TEST

START_TEST(pieces_are_zero_aligned_and_apart)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    unsigned char *before = NULL;
    size_t before_size = 0;
    for (size_t size = 0; size < 70000; size = size * 3 / 2 + 1) {
        unsigned char *piece = attn_alloc(arena, size, 1);
        ck_assert_ptr_nonnull(piece);
        ck_assert_uint_eq((uintptr_t)piece % 16, 0);
        if (size >= 4096) ck_assert_uint_eq((uintptr_t)piece % 64, 0);
        for (size_t i = 0; i < size; i++) ck_assert_uint_eq(piece[i], 0);
        memset(piece, 0xAB, size);
        for (size_t i = 0; i < before_size; i++) ck_assert_uint_eq(before[i], 0xAB);
        before = piece;
        before_size = size;
    }
    ck_assert(attn_ok(attn_arena_status(arena)));
    attn_arena_free(arena);
}
END_TEST

/* Twice, so that the second may get what the first one gave back. */
START_TEST(huge_pieces_are_zero_and_aligned)
{
    for (size_t turn = 0; turn < 2; turn++) {
        attn_status status = {0};
        attn_arena *arena = attn_arena_new(&status);
        for (size_t mib = 3; mib < 9; mib += 2) {
            size_t size = (mib << 20) + mib;
            unsigned char *piece = attn_alloc(arena, size, 1);
            ck_assert_ptr_nonnull(piece);
            ck_assert_uint_eq((uintptr_t)piece % 64, 0);
            for (size_t i = 0; i < size; i++) {
                if (piece[i] != 0) ck_abort_msg("byte %zu is not 0", i);
            }
            memset(piece, 0xAB, size);
        }
        attn_arena_free(arena);
    }
}
END_TEST

START_TEST(impossible_sizes_fail)
{
    const size_t sizes[][2] = {{SIZE_MAX, 1},
                               {SIZE_MAX, 2},
                               {SIZE_MAX / 2 + 1, 2},
                               {SIZE_MAX - 64, 1},
                               {SIZE_MAX - 16, 1}};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        attn_status status = {0};
        attn_arena *arena = attn_arena_new(&status);
        ck_assert_ptr_null(attn_alloc(arena, sizes[i][0], sizes[i][1]));
        ck_assert_int_eq(status.code, ATTN_MEMORY);
        attn_arena_free(arena);
    }
}
END_TEST

START_TEST(texts_are_copied_and_printed)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    ck_assert_str_eq(attn_copy_text(arena, "abcdef", 3), "abc");
    ck_assert_str_eq(attn_copy_text(arena, NULL, 0), "");
    ck_assert_str_eq(attn_print(arena, "%s_%d", "h", 3), "h_3");
    char *wide = attn_print(arena, "%*d", 10000, 1);
    ck_assert_uint_eq(strlen(wide), 10000);
    ck_assert_ptr_null(attn_copy_text(arena, "", SIZE_MAX));
    ck_assert_int_eq(status.code, ATTN_MEMORY);
    attn_arena_free(arena);
    attn_arena_free(NULL);
}
END_TEST

static bool use_arena(attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    if (!arena) return false;
    for (size_t i = 0; i < 40; i++) attn_alloc(arena, 1000, 1);
    attn_alloc(arena, 9000, 8);
    attn_alloc(arena, 5 << 20, 1);
    attn_print(arena, "%d", 3);
    attn_arena_free(arena);
    return attn_ok(status);
}

START_TEST(every_allocation_may_fail)
{
    scarce_each(use_arena);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_test(tests, products_are_checked);
    tcase_add_test(tests, pieces_are_zero_aligned_and_apart);
    tcase_add_test(tests, huge_pieces_are_zero_and_aligned);
    tcase_add_test(tests, impossible_sizes_fail);
    tcase_add_test(tests, texts_are_copied_and_printed);
    tcase_add_test(tests, every_allocation_may_fail);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
