/*
 * asker: the word whose row of a map is meant, "it", or "the@5" where it stands several times.
 */
#ifndef ATTN_PICTURE_VIEWS_ASKER_H
#define ATTN_PICTURE_VIEWS_ASKER_H

#include "picture/layout/sheet.h"

typedef struct attn_asked_word {
    const char *word;   /* as it was typed */
    const char *option; /* what messages call the way to name it: "--from" */
} attn_asked_word;

/*
 * Leaves the panels that have a row of this word, and tells each of them which. As the words are
 * spelled, or else without regard to capitals. *remark: what to say where the word stands more than
 * once and no place was named, in the arena; or NULL. False, with a fault that lists the words, if
 * no row is of this word.
 */
bool attn_ask_word(attn_sheet_options *sheet, const attn_asked_word *asked, attn_arena *arena,
                   const char **remark);
/* "The, cat, sat": the words that look on a sheet, in the arena. */
const char *attn_words_that_look(const attn_sheet_options *sheet, attn_arena *arena);

#endif
