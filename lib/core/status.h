/*
 * status: one fault, the first one, with the place where it lies and the way to mend it.
 *
 * A status is owned by the caller and is sticky: after the first failure every further attn_fail
 * leaves it as it is, so a long computation may be checked once, at its end. It carries, too, what
 * the computation has spent of the budget of work (budget.h).
 */
#ifndef ATTN_CORE_STATUS_H
#define ATTN_CORE_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum attn_code {
    ATTN_OK = 0,
    ATTN_INPUT,  /* what was read is wrong: a lesson, a formula, a weights file */
    ATTN_FILE,   /* a file could not be read or written */
    ATTN_LIMIT,  /* a documented limit was passed */
    ATTN_MEMORY, /* an allocation failed */
    ATTN_USAGE   /* the caller asked for something that does not exist */
} attn_code;

typedef struct attn_status {
    attn_code code;
    char message[640];   /* one sentence: what is wrong, and what to do; UTF-8, not yet escaped */
    char file[512];      /* empty: no file is concerned */
    size_t line, column; /* from 1, in characters; 0: unknown */
    char step[64];       /* as "step 3, t = 2"; empty: none */
    char formula[512];   /* the formula concerned, or the part of it around the fault; or empty */
    size_t caret;        /* byte offset into formula */
    size_t formula_from; /* formula_from + caret is its offset in the whole formula text */
    uint64_t work;       /* spent by what reports here */
} attn_status;

/* Records the fault, unless one is recorded already. Returns false, always, for `return
 * attn_fail(…)`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool attn_fail(attn_status *status, attn_code code, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 0)))
#endif
bool attn_fail_list(attn_status *status, attn_code code, const char *format, va_list arguments);
/* Records that an allocation failed while `doing` ("reading the file"). */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool attn_no_memory(attn_status *status, const char *doing, ...);

/* True while nothing has failed. */
bool attn_ok(const attn_status *status);
/* Forgets the fault, but not what was spent. */
void attn_status_clear(attn_status *status);
/* What was spent under `from` is spent under this one from now on; so is its fault, if this one has
 * none. */
void attn_status_join(attn_status *status, attn_status *from);

/* Puts words before the recorded message ("'Q K': " …). Does nothing without a fault. */
void attn_status_prefix(attn_status *status, const char *prefix);

/* Each fills its part of a recorded fault if that part is still empty; nothing without a fault. */
void attn_status_formula(attn_status *status, const char *formula, size_t caret);
void attn_status_place(attn_status *status, const char *file, size_t line, size_t column);
void attn_status_step(attn_status *status, const char *step);

#endif
