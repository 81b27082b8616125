/*
 * learning: whole steps of training of a lesson, as `attnviz train` does them.
 *
 *     learning THREADS LESSON NAME      prints NAME and the median time of a step, then NAME_memory
 *                                       and the largest memory of the process
 *
 * A step reads the next examples, makes the record of their loss by the lesson's formulas, takes
 * the gradients back and changes the weights.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "core/budget.h"
#include "core/pool.h"
#include "lesson/lesson.h"
#include "median.h"

enum { STEPS = 60, UNMEASURED = 10 };

typedef struct watch {
    double times[STEPS], last;
} watch;

static bool note(void *user, const attn_progress *progress)
{
    watch *w = user;
    double now = bench_now();
    if (progress->step <= STEPS) w->times[progress->step - 1] = now - w->last;
    w->last = now;
    return true;
}

static int fail(const attn_status *status)
{
    fprintf(stderr, "learning: %s\n", status->message);
    return 1;
}

int main(int argc, char **argv)
{
    static watch w;
    attn_status status = {0};
    if (argc != 4) return 2;
    attn_pool_threads(strtoul(argv[1], NULL, 10));
    attn_budget_set(ATTN_NO_BUDGET, ATTN_NO_BUDGET);
    attn_lesson *lesson = attn_lesson_read(argv[2], false, &status);
    if (!lesson) return fail(&status);
    attn_training_options training = {
        .anew = true, .only = true, .steps = STEPS, .progress = note, .user = &w};
    attn_options options = {.training = &training};
    attn_run *run = attn_lesson_run(lesson, &options, &status);
    attn_run_free(run);
    attn_lesson_free(lesson);
    if (!run) return fail(&status);
    double *measured = w.times + UNMEASURED;
    qsort(measured, STEPS - UNMEASURED, sizeof *measured, bench_compare);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%s %.4f ms\n", argv[3], measured[(STEPS - UNMEASURED) / 2]);
    printf("%s_memory %.1f MiB\n", argv[3], (double)usage.ru_maxrss / 1024);
    return 0;
}
