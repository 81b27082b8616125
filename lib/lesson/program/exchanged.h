/*
 * exchanged: what a reader puts into a lesson beside its switches: values that are left out,
 * formulas in the place of its own, and formulas behind its last step. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_EXCHANGED_H
#define ATTN_LESSON_PROGRAM_EXCHANGED_H

#include "lesson/program/program.h"

/* What is left out, as a text calls it: "mask", "A_{5,3}", of a formula "the lesson's A_{5,3}".
 * NULL without memory. */
const char *attn_exchange_name(attn_lesson *lesson, const char *thrown);
/* Reads those of changes->switches that the lesson does not have itself; its scope holds them. */
bool attn_exchange_values(attn_lesson *lesson, const attn_changes *changes);
/* A step behind the others, with changes->formulas. */
bool attn_add_formulas(attn_lesson *lesson, const attn_changes *changes);

/* ---- changed.c ---- */
/* Notes that `after` takes the place of `before`; by: the switch or value; NULL: a rule. */
bool attn_note_exchange(attn_lesson *lesson, const char *by, const attn_statement *before,
                        const attn_statement *after);

#endif
