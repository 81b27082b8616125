/*
 * guess: the nearest of several words, for messages about an unknown one.
 */
#include "guess.h"

#include <string.h>

#include "text.h"

void attn_guess_try(attn_guess *guess, const char *candidate)
{
    size_t distance = attn_text_distance(guess->word, candidate);
    /* the dashes of an option are no letters of its name */
    size_t length = strlen(guess->word) - strspn(guess->word, "-");
    size_t near = length < 5 ? 1 : length / 3 + 1;
    bool is_start =
        strlen(guess->word) > 2 && strncmp(candidate, guess->word, strlen(guess->word)) == 0;
    if (is_start) distance = 1;
    if (distance > near || distance >= strlen(candidate) ||
        (guess->best != NULL && distance >= guess->distance))
        return;
    guess->best = candidate;
    guess->distance = distance;
}

const char *attn_guess_text(const attn_guess *guess, attn_arena *arena)
{
    const char *text = guess->best ? attn_print(arena, ": did you mean %s?", guess->best) : NULL;
    return text ? text : "";
}
