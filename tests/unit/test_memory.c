/* memory: checked products, arenas, and failing allocations. */
/* slow under valgrind */
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
    ck_assert(!attn_multiply(SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, &product));
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

static void fill(attn_arena *arena)
{
    static const size_t sizes[] = {10, 4000, 5000, 20000, 40000, 5 << 20, 100, 31000, 300};
    for (size_t i = 0; i < COUNT(sizes) * 4; i++) {
        size_t size = sizes[i % COUNT(sizes)];
        unsigned char *piece = attn_alloc(arena, size, 1);
        ck_assert_ptr_nonnull(piece);
        for (size_t k = 0; k < size; k++) {
            if (piece[k] != 0) ck_abort_msg("byte %zu of %zu is not 0", k, size);
        }
        memset(piece, 0xAB, size);
    }
}

/* What was cleared needs no more memory for the same, but for what is huge. */
START_TEST(cleared_arenas_use_their_memory_again)
{
    attn_status status = {0};
    scarce_begin(SIZE_MAX);
    attn_arena *arena = attn_arena_new(&status);
    scarce.smallest = 1;
    fill(arena);
    attn_arena_clear(arena);
    long owned = scarce.owned;
    for (size_t turn = 0; turn < 10; turn++) {
        fill(arena);
        ck_assert_int_le(scarce.owned, owned + 4);
        attn_arena_clear(arena);
        ck_assert_int_eq(scarce.owned, owned);
    }
    attn_arena_free(arena);
    ck_assert_int_eq(scarce.owned, 0);
    scarce_end();
}
END_TEST

/* What other sizes left is not kept for ever. */
START_TEST(kept_blocks_are_given_back)
{
    attn_status status = {0};
    scarce_begin(SIZE_MAX);
    attn_arena *arena = attn_arena_new(&status);
    for (size_t i = 0; i < 100; i++) attn_alloc(arena, 100000, 1);
    attn_arena_clear(arena);
    ck_assert_int_gt(scarce.owned, 100);
    for (size_t i = 0; i < 2; i++) attn_arena_clear(arena);
    attn_alloc(arena, 10, 1);
    ck_assert_int_lt(scarce.owned, 5);
    attn_arena_free(arena);
    scarce_end();
}
END_TEST

START_TEST(blocks_are_taken_by_size)
{
    attn_blocks blocks = {0};
    attn_block *small = attn_block_take(&blocks, 100), *large = attn_block_take(&blocks, 120);
    ck_assert(small->size == 100 && large->size == 120);
    attn_block_keep(&blocks, large);
    attn_block_keep(&blocks, small);
    ck_assert_uint_eq(blocks.bytes, 220);
    attn_block *found = attn_block_take(&blocks, 110), *other = attn_block_take(&blocks, 5000);
    ck_assert_ptr_eq(found, large);
    ck_assert_uint_eq(blocks.bytes, 100);
    ck_assert_ptr_null(attn_block_take(&blocks, SIZE_MAX));
    attn_block_keep(&blocks, found);
    attn_block_keep(&blocks, other);
    attn_blocks_free(&blocks);
    ck_assert_uint_eq(blocks.bytes, 0);
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
    attn_arena_clear(arena);
    for (size_t i = 0; i < 50; i++) attn_alloc(arena, 1000, 1);
    attn_arena_free(arena);
    return attn_ok(status);
}

START_TEST(every_allocation_may_fail)
{
    scarce_each(use_arena);
}
END_TEST

START_TEST(room_is_kept_and_doubles)
{
    attn_status status = {0};
    uint32_t *items = NULL;
    size_t room = 0;
    ck_assert(attn_make_room(&status, &items, &room, 3, sizeof *items));
    const size_t first = room;
    ck_assert_uint_ge(first, 3);
    items[2] = 7;
    ck_assert(attn_make_room(&status, &items, &room, 1, sizeof *items) && room == first);
    ck_assert(attn_make_room(&status, &items, &room, first + 1, sizeof *items));
    ck_assert(room == 2 * first && items[2] == 7);
    ck_assert(!attn_make_room(&status, &items, &room, SIZE_MAX, sizeof *items));
    ck_assert(status.code == ATTN_MEMORY && room == 2 * first);
    attn_resize(items, 0);
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
    tcase_add_test(tests, cleared_arenas_use_their_memory_again);
    tcase_add_test(tests, kept_blocks_are_given_back);
    tcase_add_test(tests, blocks_are_taken_by_size);
    tcase_add_test(tests, every_allocation_may_fail);
    tcase_add_test(tests, room_is_kept_and_doubles);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
