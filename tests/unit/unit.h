/*
 * unit: what the unit tests share: Check and how it is run, and files of a test's own.
 */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* For main to return. */
static inline int unit_run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Whether a program marked "not all in make test" runs whole. */
static inline bool unit_whole(void)
{
    const char *everything = getenv("EVERYTHING");
    return everything && strcmp(everything, "1") == 0;
}

/* Puts the name of a new file, or folder, in place of the last six characters of the path; the test
 * removes it. */
static inline void unit_make_file(char *path)
{
    memset(path + strlen(path) - 6, 'X', 6);
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(close(file), 0);
}

static inline void unit_make_folder(char *path)
{
    memset(path + strlen(path) - 6, 'X', 6);
    ck_assert_ptr_nonnull(mkdtemp(path));
}

static inline void unit_write(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static inline void unit_write_text(const char *path, const char *text)
{
    unit_write(path, text, strlen(text));
}

/* With a NUL behind its end; to be freed. */
static inline char *unit_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *length, file), *length);
    ck_assert_int_eq(fclose(file), 0);
    bytes[*length] = '\0';
    return bytes;
}

#endif
