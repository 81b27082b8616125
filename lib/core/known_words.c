/*
 * known_words: an index with open addressing, doubled where it is half full; guesses by the edit
 * distance.
 */
#include "core/known_words.h"

#include <string.h>

#include "core/random.h"
#include "core/text.h"

/* ---- the index ---- */

static uint32_t *slot_of(const attn_word_index *index, const char *bytes, size_t length)
{
    size_t at = (size_t)attn_hash(bytes, length) & (index->slot_count - 1);
    for (;; at = (at + 1) & (index->slot_count - 1)) {
        const char *word = index->slots[at] ? index->words[index->slots[at] - 1] : NULL;
        if (!word || (strlen(word) == length && memcmp(word, bytes, length) == 0))
            return &index->slots[at];
    }
}

static bool grow(attn_word_index *index)
{
    if (2 * index->count < index->slot_count) return true;
    index->slot_count = index->slot_count ? 2 * index->slot_count : 16;
    index->slots = attn_alloc(index->arena, index->slot_count, sizeof *index->slots);
    for (size_t i = 0; index->slots && i < index->count; i++)
        *slot_of(index, index->words[i], strlen(index->words[i])) = (uint32_t)(i + 1);
    return index->slots != NULL;
}

size_t attn_word_index_find(const attn_word_index *index, const char *bytes, size_t length)
{
    return index->slot_count ? *slot_of(index, bytes, length) : 0;
}

size_t attn_word_index_add(attn_word_index *index, const char *bytes, size_t length)
{
    if (!grow(index)) return 0;
    uint32_t *slot = slot_of(index, bytes, length);
    if (*slot) return *slot;
    const char *copy = attn_copy_text(index->arena, bytes, length);
    if (!attn_push_text(index->arena, &index->words, &index->count, copy)) return 0;
    return *slot = (uint32_t)index->count;
}

/* ---- guesses ---- */

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
