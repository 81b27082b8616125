/*
 * check: what the unit tests use of the library Check, for wasm32, where Check itself is not to be
 * had. Without setjmp an assertion that fails ends the program.
 */
#ifndef TESTS_WASM_CHECK_H
#define TESTS_WASM_CHECK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These the C library of WASI does not have (wasi.c). */
int mkstemp(char *path);
char *mkdtemp(char *path);

#define START_TEST(name) static void name(__attribute__((unused)) int _i)
#define END_TEST

enum { CKW_MOST = 128, CK_NORMAL = 0 };

typedef struct ckw_test {
    const char *name;
    void (*run)(int i);
    int from, to;
} ckw_test;

typedef struct TCase {
    struct TCase *next;
    ckw_test tests[CKW_MOST];
    size_t count;
    void (*begin_each)(void), (*end_each)(void), (*begin)(void), (*end)(void);
} TCase;

typedef struct Suite {
    TCase *first, **last;
    const char *name;
} Suite;

typedef Suite SRunner;

/* ---- what is to run ---- */

static inline Suite *suite_create(const char *name)
{
    Suite *suite = calloc(1, sizeof *suite);
    if (!suite) abort();
    suite->name = name;
    suite->last = &suite->first;
    return suite;
}

static inline TCase *tcase_create(const char *name)
{
    TCase *made = calloc(1, sizeof *made);
    if (!name || !made) abort();
    return made;
}

static inline void suite_add_tcase(Suite *suite, TCase *added)
{
    *suite->last = added;
    suite->last = &added->next;
}

/* Whether a test asks for what WASI has not. */
static inline int ckw_is_left_out(const char *test)
{
    static const char *const left_out[] = {
        "time_is_linear",       /* a clock that stands still while others run */
        "names_choose_formats", /* a pipe that has a name */
    };
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strcmp(test, left_out[i]) == 0) return 1;
    return 0;
}

static inline void ckw_add(TCase *to, ckw_test test)
{
    if (ckw_is_left_out(test.name)) return;
    if (to->count == CKW_MOST) abort();
    to->tests[to->count++] = test;
}

#define tcase_add_test(to, test) ckw_add(to, (ckw_test){#test, test, 0, 1})
#define tcase_add_loop_test(to, test, from, end)                                                   \
    ckw_add(to, (ckw_test){#test, test, (int)(from), (int)(end)})

static inline void tcase_add_checked_fixture(TCase *to, void (*begin)(void), void (*end)(void))
{
    to->begin_each = begin;
    to->end_each = end;
}

static inline void tcase_add_unchecked_fixture(TCase *to, void (*begin)(void), void (*end)(void))
{
    to->begin = begin;
    to->end = end;
}

/* tests/wasm/run has a limit of its own. */
static inline void tcase_set_timeout(TCase *of, double seconds)
{
    (void)of, (void)seconds;
}

/* ---- running it ---- */

static const char *ckw_name = "";
static int ckw_i;

static inline SRunner *srunner_create(Suite *suite)
{
    return suite;
}

static inline unsigned ckw_case(const TCase *all)
{
    unsigned done = 0;
    if (all->begin) all->begin();
    for (size_t i = 0; i < all->count; i++) {
        ckw_name = all->tests[i].name;
        for (ckw_i = all->tests[i].from; ckw_i < all->tests[i].to; ckw_i++, done++) {
            if (all->begin_each) all->begin_each();
            all->tests[i].run(ckw_i);
            if (all->end_each) all->end_each();
        }
    }
    if (all->end) all->end();
    return done;
}

static inline void srunner_run_all(SRunner *runner, int how)
{
    unsigned done = 0;
    for (const TCase *all = runner->first; all; all = all->next) done += ckw_case(all);
    printf("%s: %u checks\n", how == CK_NORMAL ? runner->name : "", done);
}

/* What comes so far has not failed. */
static inline int srunner_ntests_failed(const SRunner *runner)
{
    (void)runner;
    return 0;
}

static inline void srunner_free(SRunner *runner)
{
    free(runner);
}

/* ---- assertions ---- */

#define ckw_fail(...)                                                                              \
    (fprintf(stderr, "%s:%d: %s, %d: ", __FILE__, __LINE__, ckw_name, ckw_i),                      \
     fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))

/* The message may not be there: it follows "failed". */
#define ck_assert_msg(holds, ...) ((holds) ? (void)0 : ckw_fail(__VA_ARGS__))
#define ck_assert(holds) ck_assert_msg(holds, "%s", #holds)
#define ck_abort_msg(...) ckw_fail(__VA_ARGS__)

#define ckw_compare(type, format, a, sign, b)                                                      \
    do {                                                                                           \
        const type ckw_a = (a), ckw_b = (b);                                                       \
        ck_assert_msg(ckw_a sign ckw_b, "%s " #sign " %s: " format " and " format, #a, #b, ckw_a,  \
                      ckw_b);                                                                      \
    } while (0)

#define ck_assert_int_eq(a, b) ckw_compare(intmax_t, "%jd", a, ==, b)
#define ck_assert_int_ne(a, b) ckw_compare(intmax_t, "%jd", a, !=, b)
#define ck_assert_int_lt(a, b) ckw_compare(intmax_t, "%jd", a, <, b)
#define ck_assert_int_le(a, b) ckw_compare(intmax_t, "%jd", a, <=, b)
#define ck_assert_int_gt(a, b) ckw_compare(intmax_t, "%jd", a, >, b)
#define ck_assert_int_ge(a, b) ckw_compare(intmax_t, "%jd", a, >=, b)

#define ck_assert_uint_eq(a, b) ckw_compare(uintmax_t, "%ju", a, ==, b)
#define ck_assert_uint_ne(a, b) ckw_compare(uintmax_t, "%ju", a, !=, b)
#define ck_assert_uint_lt(a, b) ckw_compare(uintmax_t, "%ju", a, <, b)
#define ck_assert_uint_le(a, b) ckw_compare(uintmax_t, "%ju", a, <=, b)
#define ck_assert_uint_gt(a, b) ckw_compare(uintmax_t, "%ju", a, >, b)
#define ck_assert_uint_ge(a, b) ckw_compare(uintmax_t, "%ju", a, >=, b)

#define ck_assert_double_eq(a, b) ckw_compare(double, "%.17g", a, ==, b)
#define ck_assert_double_lt(a, b) ckw_compare(double, "%.17g", a, <, b)
#define ck_assert_double_le(a, b) ckw_compare(double, "%.17g", a, <=, b)
#define ck_assert_double_gt(a, b) ckw_compare(double, "%.17g", a, >, b)
#define ck_assert_double_ge(a, b) ckw_compare(double, "%.17g", a, >=, b)
#define ck_assert_double_eq_tol(a, b, within)                                                      \
    do {                                                                                           \
        const double ckw_a = (a), ckw_b = (b);                                                     \
        ck_assert_msg(fabs(ckw_a - ckw_b) < (within), "%s == %s: %.17g and %.17g", #a, #b, ckw_a,  \
                      ckw_b);                                                                      \
    } while (0)

#define ckw_pointers(a, sign, b)                                                                   \
    do {                                                                                           \
        const void *const ckw_a = (a), *const ckw_b = (b);                                         \
        ck_assert_msg(ckw_a sign ckw_b, "%s " #sign " %s: %p and %p", #a, #b, ckw_a, ckw_b);       \
    } while (0)
#define ck_assert_ptr_eq(a, b) ckw_pointers(a, ==, b)
#define ck_assert_ptr_ne(a, b) ckw_pointers(a, !=, b)
#define ck_assert_ptr_null(a) ckw_pointers(a, ==, NULL)
#define ck_assert_ptr_nonnull(a) ckw_pointers(a, !=, NULL)

static inline int ckw_strings(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

#define ckw_texts(holds, a, b)                                                                     \
    do {                                                                                           \
        const char *const ckw_a = (a), *const ckw_b = (b);                                         \
        ck_assert_msg(holds, "%s and %s: \"%s\" and \"%s\"", #a, #b, ckw_a ? ckw_a : "(null)",     \
                      ckw_b ? ckw_b : "(null)");                                                   \
    } while (0)
#define ck_assert_str_eq(a, b) ckw_texts(ckw_strings(ckw_a, ckw_b), a, b)
#define ck_assert_str_ne(a, b) ckw_texts(ckw_a &&ckw_b && !ckw_strings(ckw_a, ckw_b), a, b)
#define ck_assert_pstr_eq(a, b) ckw_texts((!ckw_a && !ckw_b) || ckw_strings(ckw_a, ckw_b), a, b)

#define ckw_bytes(a, sign, b, length)                                                              \
    ck_assert_msg(memcmp(a, b, length) sign 0, "%s " #sign " %s, in %zu bytes", #a, #b,            \
                  (size_t)(length))
#define ck_assert_mem_eq(a, b, length) ckw_bytes(a, ==, b, length)
#define ck_assert_mem_ne(a, b, length) ckw_bytes(a, !=, b, length)

#endif
