/* pool: every piece once, whoever does it; within itself, from two threads, and after a fork. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>

#include "core/pool.h"
#include "unit.h"

enum { PIECES = 1000 };

typedef struct record {
    atomic_int done[PIECES];
    atomic_bool busy[64]; /* of each worker */
    atomic_size_t workers, clashes;
    bool nests;
} record;

static void note(void *context, size_t piece, size_t worker)
{
    record *of = context;
    if (atomic_exchange(&of->busy[worker], true)) atomic_fetch_add(&of->clashes, 1);
    size_t most = atomic_load(&of->workers);
    while (worker + 1 > most && !atomic_compare_exchange_weak(&of->workers, &most, worker + 1)) {
        continue;
    }
    if (of->nests) {
        record inner = {0};
        attn_pool_run(4, 10, note, &inner);
        if (atomic_load(&inner.workers) == 1 && atomic_load(&inner.done[9]) == 1) {
            atomic_fetch_add(&of->done[piece], 1);
        }
    } else {
        atomic_fetch_add(&of->done[piece], 1);
    }
    atomic_store(&of->busy[worker], false);
}

/* Runs so many pieces; the number of them that were not done exactly once, by one at a time. */
static size_t wrong_of(size_t threads, size_t pieces, bool nests, size_t *workers)
{
    static _Thread_local record of;
    size_t wrong = 0;
    of = (record){.nests = nests};
    attn_pool_run(threads, pieces, note, &of);
    for (size_t i = 0; i < PIECES; i++) wrong += atomic_load(&of.done[i]) != (i < pieces);
    if (workers) *workers = atomic_load(&of.workers);
    return wrong + atomic_load(&of.clashes);
}

START_TEST(every_piece_is_done_once)
{
    for (size_t threads = 0; threads < 70; threads += 1 + threads / 4) {
        for (size_t pieces = 0; pieces <= PIECES; pieces += 1 + pieces * 2) {
            size_t workers;
            ck_assert_uint_eq(wrong_of(threads, pieces, false, &workers), 0);
            ck_assert_uint_le(workers, threads ? threads : 1);
            ck_assert_uint_le(workers, pieces);
        }
    }
    attn_pool_free();
    attn_pool_free();
    ck_assert_uint_eq(wrong_of(3, PIECES, false, NULL), 0); /* they come back */
    attn_pool_free();
}
END_TEST

typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t all;
    size_t here;
} meeting;

/* Returns only when all three pieces have begun. */
static void meet(void *context, size_t piece, size_t worker)
{
    meeting *of = context;
    (void)piece, (void)worker;
    pthread_mutex_lock(&of->lock);
    if (++of->here == 3) pthread_cond_broadcast(&of->all);
    while (of->here < 3) pthread_cond_wait(&of->all, &of->lock);
    pthread_mutex_unlock(&of->lock);
}

START_TEST(pieces_run_at_the_same_time)
{
    meeting of = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    attn_pool_run(3, 3, meet, &of);
    ck_assert_uint_eq(of.here, 3);
    attn_pool_free();
}
END_TEST

START_TEST(within_a_piece_the_pool_is_busy)
{
    ck_assert_uint_eq(wrong_of(4, 100, true, NULL), 0);
    attn_pool_free();
}
END_TEST

static void *use_often(void *wrong)
{
    for (size_t i = 0; i < 50; i++) *(size_t *)wrong += wrong_of(3, 100, false, NULL);
    return NULL;
}

START_TEST(two_threads_may_use_it)
{
    size_t wrong[2] = {0};
    pthread_t other;
    ck_assert_int_eq(pthread_create(&other, NULL, use_often, &wrong[1]), 0);
    use_often(&wrong[0]);
    pthread_join(other, NULL);
    ck_assert_uint_eq(wrong[0] + wrong[1], 0);
    attn_pool_free();
}
END_TEST

#if !defined(__SANITIZE_THREAD__) /* which allows no new threads after a fork */
START_TEST(a_child_makes_its_own_threads)
{
    int status;
    ck_assert_uint_eq(wrong_of(3, 100, false, NULL), 0);
    pid_t child = fork();
    if (child == 0) {
        meeting of = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
        size_t wrong = wrong_of(3, 100, false, NULL);
        attn_pool_run(3, 3, meet, &of);
        attn_pool_free();
        _exit(wrong == 0 ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    child = fork(); /* one that only gives back */
    if (child == 0) {
        attn_pool_free();
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_uint_eq(wrong_of(3, 100, false, NULL), 0);
    attn_pool_free();
}
END_TEST
#endif

START_TEST(the_number_of_threads)
{
    size_t found = attn_pool_size();
    ck_assert_uint_ge(found, 1);
    attn_pool_threads(3);
    ck_assert_uint_eq(attn_pool_size(), 3);
    attn_pool_threads((size_t)-1); /* as many as there can be */
    ck_assert_uint_ge(attn_pool_size(), 3);
    attn_pool_threads(0);
    ck_assert_uint_eq(attn_pool_size(), found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pool");
    TCase *tests = tcase_create("pool");
    tcase_add_test(tests, every_piece_is_done_once);
    tcase_add_test(tests, pieces_run_at_the_same_time);
    tcase_add_test(tests, within_a_piece_the_pool_is_busy);
    tcase_add_test(tests, two_threads_may_use_it);
#if !defined(__SANITIZE_THREAD__)
    tcase_add_test(tests, a_child_makes_its_own_threads);
#endif
    tcase_add_test(tests, the_number_of_threads);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
