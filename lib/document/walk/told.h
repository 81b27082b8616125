/*
 * told: what a page says once: given values where a formula first reads them, the words and
 * formulas of a loop in its first turn; and values that are too large for it, by their names.
 */
#ifndef ATTN_DOCUMENT_WALK_TOLD_H
#define ATTN_DOCUMENT_WALK_TOLD_H

#include "document/block.h"
#include "document/filter.h"

typedef struct attn_told attn_told;
/* In the arena; NULL on failure. */
attn_told *attn_told_new(const attn_run *run, attn_arena *arena);
/* A given value, neither words nor made by a formula of the lesson. */
bool attn_told_is_given(const attn_told *told, attn_node node);
/* The families of given values that this moment reads and that were not shown before, nor are by
 * the moment itself; they count as shown from here on. False without memory. */
bool attn_told_given(attn_told *told, const attn_moment *moment, const attn_family ***given,
                     size_t *count);

/* The moment of the same step in the turn before, if the filter lets it through; or NULL. */
const attn_moment *attn_turn_before(const attn_run *run, const attn_moment *moment,
                                    const attn_filter *filter);
/* Both say the same words. */
bool attn_same_words(const attn_moment *a, const attn_moment *b);

/* ---- large values ---- */

/* Whether a value has more numbers than one follows by hand; mapped: drawn as a map, of which more
 * are looked over. */
bool attn_is_large(const attn_tensor *value, bool mapped);
/* So many values with so many numbers together. */
bool attn_are_many(size_t values, size_t numbers);
/* Names of large values, one for each family, with the shape of its values. */
typedef struct attn_large {
    size_t count;
    struct attn_large_name *items;
} attn_large;
/* False without memory. */
bool attn_large_add(attn_large *large, const char *label, const attn_tensor *value,
                    attn_arena *arena);
/* "W₁ (8 × 64), A (4 of 14 × 14): shown with --only W_1,A"; ask: "--only", or NULL. */
void attn_say_large(const attn_large *large, const char *ask, attn_line *line);

#endif
