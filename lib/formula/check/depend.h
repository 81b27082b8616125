/*
 * depend: which statements of a lesson a result is made by, and what its training changes, found
 * without computing anything.
 */
#ifndef ATTN_FORMULA_CHECK_DEPEND_H
#define ATTN_FORMULA_CHECK_DEPEND_H

#include "formula/eval/eval.h"

/* What a result is made by. The arrays lie in an arena. */
typedef struct attn_dependence {
    bool derivative;   /* a ∂ stands among it */
    bool *statements;  /* which of the statements */
    size_t name_count; /* names that the scope knew */
    bool *names;       /* which of them, by the places of their slots */
    bool *functions;   /* which functions, by their places */
} attn_dependence;

typedef struct attn_bound_lines { /* the caller's */
    const attn_statement *const *items;
    size_t count;
} attn_bound_lines;

/*
 * Finds what the results are made by: what they read, and the statements that make it, themselves
 * or by way of other statements and of the functions that are called. False without memory.
 */
bool attn_find_needed(const attn_scope *scope, attn_bound_lines results,
                      attn_bound_lines statements, attn_arena *arena, attn_dependence *found);
/* Whether the result reads this bound name of the lesson. */
bool attn_is_needed(const attn_dependence *found, const attn_name *name);
/* Whether the statement makes a name that the result reads. */
bool attn_makes_needed(const attn_dependence *found, const attn_statement *statement);
/* Why the results cannot be computed in this run: they read a name that has no value in it
 * (attn_scope_absent), by way of functions too. NULL: they read none, or no memory. */
const char *attn_find_absent(const attn_scope *scope, attn_bound_lines results, attn_arena *arena);
/* Whether it calls the lesson's, or shared, function of this name and number of values. */
bool attn_is_function_needed(const attn_scope *scope, const attn_dependence *found,
                             const char *name, size_t count);

/*
 * Says which values the lesson's training changes: these bound names, and all that the statements,
 * those before the training, make of them. False without memory.
 */
bool attn_find_trained(attn_scope *scope, const attn_name *const *learned, size_t learned_count,
                       attn_bound_lines statements);
/* After it: whether training changes this bound name of the lesson. */
bool attn_is_trained(const attn_scope *scope, const attn_name *name);

/* Whether some formula speaks of a letter that runs over this sequence, or is its length. */
bool attn_speaks_of(const attn_scope *scope, const attn_statement *line,
                    const attn_sequence *sequence);
/* The same of the subscripts of a bound name. */
bool attn_runs_over(const attn_scope *scope, const attn_name *name, const attn_sequence *sequence);

#endif
