/*
 * patched: values that a run takes from another run of the lesson, with other words. Private to
 * lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_PATCHED_H
#define ATTN_LESSON_PROGRAM_PATCHED_H

#include "lesson/program/running.h"

/* Finds what the options ask for, and waits until the run makes it. False, with a fault. */
bool attn_patch_begin(attn_run *run);
/* At the end: whether each of them was made. */
bool attn_patch_check(attn_run *run);

#endif
