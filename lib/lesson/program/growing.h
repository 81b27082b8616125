/*
 * growing: sequences that grow, for many examples at once. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_GROWING_H
#define ATTN_LESSON_PROGRAM_GROWING_H

#include "lesson/program/running.h"
#include "lesson/program/training.h"

/* As many examples are computed at once. */
enum { ATTN_MOST_TOGETHER = 64 };

/* What a sequence has become. */
typedef struct grown_words {
    size_t count; /* with the word that ended it */
    const char *const *words;
    const float *numbers; /* that chose them */
    bool ended;
} grown_words;

/*
 * Grows a sequence for each example of a batch, whose other inputs are of equal lengths, with the
 * words of the greatest numbers; an example that has ended is computed no further. beam: so many
 * beginnings are kept of each; that with the greatest mean logarithm wins, and none has the same
 * four words twice. 1: only the greatest number counts. grown: of each example, in the arena. False
 * on failure, with the fault in the worker.
 */
bool attn_grow_together(worker_run *worker, const sequence_source *s, const batch *of, size_t beam,
                        grown_words *grown, attn_arena *arena);

#endif
