/*
 * confusable: words of one lesson that its readers could not tell apart.
 *
 * Two words look alike if their looks are the same: the letters of each in compatible form (NFKD:
 * µ is μ, ϵ is ε), and in the place of a Cyrillic or Greek letter that is drawn as a Latin or Greek
 * one that one (Unicode Technical Standard 39, without what differs in print: α is no a). A word
 * that mixes alphabets may have no such letter: Δt and αmax are fine, Latin "Qa" with a Cyrillic а
 * is not.
 */
#ifndef ATTN_FORMULA_SYNTAX_CONFUSABLE_H
#define ATTN_FORMULA_SYNTAX_CONFUSABLE_H

#include "core/memory.h"

/* The words of a lesson, by their looks. They live in the arena. */
typedef struct attn_alike attn_alike;
attn_alike *attn_alike_new(attn_arena *arena); /* NULL on failure */
/* The same words, to which others are added here alone. */
attn_alike *attn_alike_over(const attn_alike *words, attn_arena *arena);
/*
 * Takes a word of the lesson, in normal form C. False if it is refused: *why says so, in the arena;
 * or, with *why NULL, if there is no memory.
 */
bool attn_alike_take(attn_alike *words, const char *word, const char **why);

#endif
