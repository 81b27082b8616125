/*
 * guess: which word may have been meant by one that is unknown.
 */
#ifndef ATTN_CORE_GUESS_H
#define ATTN_CORE_GUESS_H

#include "core/memory.h"

/* The candidate that is nearest to a word, as long as it is near at all. */
typedef struct attn_guess {
    const char *word;
    const char *best; /* NULL: none is near */
    size_t distance;
} attn_guess;

/* Takes the candidate if it is nearer than those before it. */
void attn_guess_try(attn_guess *guess, const char *candidate);
/* ": did you mean X?" in the arena, or "". */
const char *attn_guess_text(const attn_guess *guess, attn_arena *arena);

#endif
