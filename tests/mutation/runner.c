/*
 * runner: all unit tests in one program, for the mutation tests. Linked with -Wl,--wrap for what is
 * wrapped below, each main renamed main_test_NAME.
 *
 *   runner TEST BLOCKS TEST BLOCKS …
 *
 * runs these tests in this order and ends at the first check that fails, with the number of its
 * test (from 1) as status. BLOCKS is how many pieces of memory remain of a test: other than that
 * many is a failure, too, as it is under the sanitizers. With "?" the number is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define TEST(name) int main_##name(void);
#include "tests.h"
#undef TEST

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#define TEST(name) {#name, main_##name},
#include "tests.h"
};

static int here;
static long blocks;

/* Check would go on with the next test. */
_Noreturn void __wrap__ck_assert_failed(void);
_Noreturn void __wrap__ck_assert_failed(void)
{
    _exit(here);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *made = __real_malloc(size);
    blocks += made != NULL;
    return made;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    void *made = __real_calloc(count, size);
    blocks += made != NULL;
    return made;
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    void *made = __real_realloc(old, size);
    blocks += made && !old;
    return made;
}

void __real_free(void *old);
void __wrap_free(void *old);
void __wrap_free(void *old)
{
    blocks -= old != NULL;
    __real_free(old);
}

static int run(const char *name)
{
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (strcmp(tests[i].name, name) == 0) return tests[i].run();
    return 1;
}

int main(int count, char **arguments)
{
    for (int i = 1; i + 2 < count; i += 3) {
        struct itimerval limit = {.it_value.tv_sec = strtol(arguments[i + 1], NULL, 10)};
        setitimer(ITIMER_VIRTUAL, &limit, NULL);
        here = (i + 2) / 3;
        blocks = 0;
        clock_t begin = clock();
        if (run(arguments[i]) != 0) return here;
        if (strcmp(arguments[i + 2], "?") == 0)
            fprintf(stderr, "%ld %g\n", blocks, (double)(clock() - begin) / CLOCKS_PER_SEC);
        else if (strtol(arguments[i + 2], NULL, 10) != blocks)
            return here;
    }
    return 0;
}
