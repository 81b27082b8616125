/*
 * budget: how much memory the program may hold at one time, and how much work a command may take.
 *
 * Memory is what attn_resize has given and not got back, for all threads together. Files that are
 * mapped do not count, nor what libraries allocate by themselves.
 *
 * Work is counted in multiply-adds of a matrix product. Whatever else takes time counts as the
 * multiply-adds that take about as long (the costs below). A status carries what was spent under
 * it: a command of the program has one status, and so has a call of the library.
 *
 * Both are asked before memory is taken and before work is done. Beyond them the fault is
 * ATTN_LIMIT; it says what asked, for how much, and which option of the program raises the budget.
 */
#ifndef ATTN_CORE_BUDGET_H
#define ATTN_CORE_BUDGET_H

#include <stdint.h>

#include "core/status.h"

/* As from the start. A build may set smaller ones, as that of the fuzz targets does. */
#ifndef ATTN_USUAL_MEMORY
#define ATTN_USUAL_MEMORY (UINT64_C(1) << 30)
#define ATTN_USUAL_WORK UINT64_C(300000000000)
#endif
#define ATTN_NO_BUDGET UINT64_MAX

/* Both may be ATTN_NO_BUDGET. Not while anything of the library is at work. */
void attn_budget_set(uint64_t memory, uint64_t work);
uint64_t attn_budget_work(void);

/* What takes about as long as so many multiply-adds. */
enum {
    ATTN_COST_NUMBER = 128,    /* a number computed, moved or looked at outside of a product */
    ATTN_COST_DRAWN = 2000,    /* a random number */
    ATTN_COST_MASKED = 4000,   /* a weight traced back to the score that it comes from */
    ATTN_COST_POINT = 50000,   /* a point of a plot, drawn */
    ATTN_COST_WRITTEN = 10000, /* a number as text, for programs */
    ATTN_COST_ROUNDED = 40000, /* a number as text, for people */
    ATTN_COST_UNPACKED = 256,  /* a byte unpacked */
    ATTN_COST_READ = 2000,     /* a number, or a word, of a text */
    ATTN_COST_SAID = 2000,     /* a byte of prose, put together and laid out */
    ATTN_COST_STEP = 10000,    /* an operation, or a call, by itself */
    ATTN_COST_MOMENT = 200000  /* a step of a lesson, or a turn of its loop */
};

/* a + b and a * b; UINT64_MAX where they do not fit. */
uint64_t attn_sum64(uint64_t a, uint64_t b);
uint64_t attn_product64(uint64_t a, uint64_t b);

/* ---- work ---- */

/* Counts work that is about to be done. False, silently, if it is beyond the budget. */
bool attn_spend(attn_status *status, uint64_t work);
/* The same question, where the work is counted piece by piece later. */
bool attn_may_spend(const attn_status *status, uint64_t work);
/* The fault where it is not. The format names who asks: "the product (3×4 and 4×3)".
 * Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool attn_fail_work(attn_status *status, uint64_t work, const char *format, ...);
/* What follows has the whole budget again. */
void attn_renew(attn_status *status);

/* ---- memory ---- */

/* Whether so many bytes more would be within the budget. */
bool attn_may_hold(uint64_t bytes);
/* The fault if they are not. The format names who asks: "X (3×4)". Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool attn_fail_memory(attn_status *status, uint64_t bytes, const char *format, ...);

/* For attn_resize alone: so many bytes more, and back. False if they are beyond the budget. */
bool attn_budget_take(size_t bytes);
void attn_budget_return(size_t bytes);
uint64_t attn_budget_held(void);
/* The system gave no memory: what fails now is no matter of the budget. */
void attn_budget_not_asked(void);
/* Adds to the message of a fault of memory that the budget refused it, if it did. */
void attn_budget_explain(attn_status *status);

#endif
