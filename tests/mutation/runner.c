/*
 * runner: all unit tests in one program, for the mutation tests. Linked with -Wl,--wrap for what is
 * wrapped below, each main renamed main_test_NAME.
 *
 *   runner TEST SECONDS BLOCKS  TEST SECONDS BLOCKS …
 *
 * runs these tests in this order, each in a process of its own, and ends at the first check that
 * fails, with the number of its test (from 1) as status; with TIME where a test takes more than its
 * seconds of the processor; with CRASH where it ends by any other signal. BLOCKS is how many pieces
 * of memory remain of a test: other than that many is a failure, too, as it is under the
 * sanitizers. With "?" it prints how many remain, and the seconds that the test took.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
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

enum { TIME = 200, CRASH = 201 };

static long blocks;

/* Check would go on with the next test. */
_Noreturn void __wrap__ck_assert_failed(void);
_Noreturn void __wrap__ck_assert_failed(void)
{
    _exit(1);
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

/* The child's part: 0 if the test passes. */
static int run_within(const char *name, const char *seconds, const char *remain)
{
    struct itimerval limit = {.it_value.tv_sec = strtol(seconds, NULL, 10)};
    setitimer(ITIMER_PROF, &limit, NULL);
    blocks = 0;
    clock_t begin = clock();
    if (run(name) != 0) return 1;
    if (strcmp(remain, "?") != 0) return strtol(remain, NULL, 10) != blocks;
    fprintf(stderr, "%ld %g\n", blocks, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}

int main(int count, char **arguments)
{
    for (int i = 1; i + 2 < count; i += 3) {
        int status = 1;
        pid_t child = fork();
        if (child == 0) exit(run_within(arguments[i], arguments[i + 1], arguments[i + 2]));
        if (child < 0 || waitpid(child, &status, 0) != child) return CRASH;
        if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGPROF ? TIME : CRASH;
        if (status != 0) return (i + 2) / 3;
    }
    return 0;
}
