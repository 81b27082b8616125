/*
 * pool: one job at a time; its pieces are taken one after the other by whoever is free.
 */
#include "core/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "core/locale.h"

enum { MOST_THREADS = 64, STACK_BYTES = 512 * 1024 };

static struct {
    pthread_mutex_t lock;      /* of all that follows */
    pthread_cond_t work, done; /* there are pieces to take; all pieces are done */
    attn_pool_work *function;
    void *context;
    size_t pieces, next, undone;
    size_t wanted; /* threads, beside the caller, that may take part */
    bool ending;
    atomic_size_t begun, ended; /* jobs so far: whoever waits may read them without the lock */
} job = {.lock = PTHREAD_MUTEX_INITIALIZER,
         .work = PTHREAD_COND_INITIALIZER,
         .done = PTHREAD_COND_INITIALIZER};

/* Held by whoever uses the pool or changes its threads. */
static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[MOST_THREADS];
static char seats[MOST_THREADS];        /* a thread knows its number by its seat */
static size_t thread_count;             /* that were made */
static pid_t process;                   /* that made them */
static atomic_size_t asked, processors; /* by attn_pool_threads; found, 0: not yet */

void attn_pool_threads(size_t count)
{
    atomic_store(&asked, count);
}

size_t attn_pool_size(void)
{
    size_t count = atomic_load(&asked);
    if (count == 0) count = atomic_load(&processors);
    if (count == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file: once is enough */
        count = online > 0 ? (size_t)online : 1;
        atomic_store(&processors, count);
    }
    return count < MOST_THREADS ? count : MOST_THREADS;
}

/* Takes pieces while there are any. The lock is held before and after, not in between. */
static void take_pieces(size_t worker)
{
    while (job.next < job.pieces) {
        size_t piece = job.next++;
        attn_pool_work *function = job.function;
        void *context = job.context;
        pthread_mutex_unlock(&job.lock);
        function(context, piece, worker);
        pthread_mutex_lock(&job.lock);
        if (--job.undone == 0) {
            atomic_fetch_add(&job.ended, 1);
            pthread_cond_signal(&job.done);
        }
    }
}

/*
 * The next job, or the end of one, is often microseconds away, and to sleep and be woken takes some
 * forty of them: so looks for that long whether the count changes. Others may have the processor
 * meanwhile. The lock is held before and after.
 */
static void look_out(atomic_size_t *count, size_t before)
{
    enum { looks = 100 };
    pthread_mutex_unlock(&job.lock);
    for (size_t k = 0; k < looks && atomic_load(count) == before; k++) sched_yield();
    pthread_mutex_lock(&job.lock);
}

/* Not in the locale that the program has chosen for all its threads. */
static void *work(void *seat)
{
    size_t worker = (size_t)((char *)seat - seats) + 1; /* 0 is the caller */
    locale_t programs = attn_locale_enter();
    if (programs == (locale_t)0) return NULL; /* the others do its pieces */
    pthread_mutex_lock(&job.lock);
    while (!job.ending) {
        size_t begun = job.begun;
        if (worker <= job.wanted) take_pieces(worker);
        if (job.begun == begun) look_out(&job.begun, begun);
        while (job.begun == begun) pthread_cond_wait(&job.work, &job.lock);
    }
    pthread_mutex_unlock(&job.lock);
    attn_locale_leave(programs);
    return NULL;
}

/* In a process made by fork there are no threads to wait for, and nobody holds the lock. */
static void forget_threads_of_parent(void)
{
    if (thread_count == 0 || process == getpid()) return;
    thread_count = 0;
    job.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    job.work = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    job.done = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

/* Signals are for the thread that called: the others let none through. */
static void make_threads(size_t count)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    forget_threads_of_parent();
    if (thread_count >= count || pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    process = getpid();
    while (thread_count < count &&
           pthread_create(&threads[thread_count], &attributes, work, &seats[thread_count]) == 0) {
        thread_count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

static void run_shared(size_t helpers, size_t pieces, attn_pool_work *function, void *context)
{
    make_threads(helpers);
    pthread_mutex_lock(&job.lock);
    job.function = function;
    job.context = context;
    job.pieces = job.undone = pieces;
    job.next = 0;
    job.wanted = helpers;
    size_t ended = job.ended;
    atomic_fetch_add(&job.begun, 1);
    pthread_cond_broadcast(&job.work);
    take_pieces(0);
    if (job.undone > 0) look_out(&job.ended, ended);
    while (job.undone > 0) pthread_cond_wait(&job.done, &job.lock);
    pthread_mutex_unlock(&job.lock);
}

void attn_pool_run(size_t count, size_t pieces, attn_pool_work *function, void *context)
{
    if (count > pieces) count = pieces;
    if (count > MOST_THREADS) count = MOST_THREADS;
    if (count > 1 && pthread_mutex_trylock(&in_use) == 0) {
        run_shared(count - 1, pieces, function, context);
        pthread_mutex_unlock(&in_use);
        return;
    }
    for (size_t piece = 0; piece < pieces; piece++) function(context, piece, 0);
}

void attn_pool_free(void)
{
    pthread_mutex_lock(&in_use);
    forget_threads_of_parent();
    pthread_mutex_lock(&job.lock);
    job.ending = true;
    atomic_fetch_add(&job.begun, 1);
    pthread_cond_broadcast(&job.work);
    pthread_mutex_unlock(&job.lock);
    for (size_t i = 0; i < thread_count; i++) pthread_join(threads[i], NULL);
    thread_count = 0;
    job.ending = false;
    pthread_mutex_unlock(&in_use);
}
