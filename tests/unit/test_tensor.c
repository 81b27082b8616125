/* tensor: shapes and labels. */
#include <stdint.h>

#include "tensor/tensor.h"
#include "unit.h"

/* ---- shapes and labels ---- */

START_TEST(shapes_as_text)
{
    char text[48], largest[48];
    attn_tensor number = {.rank = ATTN_NUMBER, .rows = 1, .cols = 1};
    attn_tensor vector = {.rank = ATTN_VECTOR, .rows = 1, .cols = 4};
    attn_tensor matrix = {.rank = ATTN_MATRIX, .rows = SIZE_MAX, .cols = SIZE_MAX};
    snprintf(largest, sizeof largest, "%zu×%zu", (size_t)SIZE_MAX, (size_t)SIZE_MAX);
    ck_assert_str_eq(attn_tensor_shape(&number, text), "number");
    ck_assert_str_eq(attn_tensor_shape(&vector, text), "vector of 4");
    ck_assert_str_eq(attn_tensor_shape(&matrix, text), largest);
    ck_assert_uint_eq(attn_tensor_size(&vector), 4);
}
END_TEST

START_TEST(labels_are_found_by_word)
{
    const char *const words[] = {"le", "chat", "", "chat"};
    attn_labels labels = {.count = COUNT(words), .words = words};
    ck_assert_uint_eq(attn_labels_find(&labels, "chat"), 2);
    ck_assert_uint_eq(attn_labels_find(&labels, ""), 3);
    ck_assert_uint_eq(attn_labels_find(&labels, "Chat"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tensor");
    TCase *tests = tcase_create("tensor");
    tcase_add_test(tests, shapes_as_text);
    tcase_add_test(tests, labels_are_found_by_word);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
