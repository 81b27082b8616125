/*
 * spell: letters in the place of words.
 */
#include "corpus/spell.h"

#include <string.h>

#include "core/text.h"

/* The letter as a text that stays. NULL on failure. */
static const char *keep_letter(attn_spelling *spelling, const char *bytes, size_t length)
{
    for (size_t i = 0; i < spelling->letter_count; i++)
        if (strlen(spelling->letters[i]) == length &&
            memcmp(spelling->letters[i], bytes, length) == 0)
            return spelling->letters[i];
    const char *kept = attn_copy_text(spelling->arena, bytes, length);
    return kept && attn_push_text(spelling->arena, &spelling->letters, &spelling->letter_count,
                                  kept)
               ? kept
               : NULL;
}

static bool add_letter(attn_spelling *spelling, size_t *count, const char *text, const char *kind,
                       attn_status *status)
{
    if (*count == ATTN_MOST_LINE_WORDS)
        return attn_fail(status, ATTN_LIMIT, "a line has at most %u letters", ATTN_MOST_LINE_WORDS);
    spelling->words[(*count)++] = (attn_word){text, kind};
    return text != NULL;
}

/* What follows the first byte of a character in UTF-8 begins with the bits 10. */
static size_t letter_length(const char *text)
{
    size_t length = 1;
    while (((unsigned char)text[length] & 0xC0) == 0x80) length++;
    return length;
}

static bool add_boxes(attn_spelling *spelling, size_t *count, const attn_line *line, size_t word,
                      size_t letter, attn_status *status)
{
    for (size_t i = 0; i < line->box_count; i++) {
        if (line->boxes[i].word != word) continue;
        if (*count == ATTN_MOST_BOXES)
            return attn_fail(status, ATTN_LIMIT, "the letters of a line have at most %u boxes",
                             ATTN_MOST_BOXES);
        attn_box *box = &spelling->boxes[(*count)++];
        *box = line->boxes[i];
        box->word = letter;
    }
    return true;
}

bool attn_spell_line(attn_spelling *spelling, attn_line *line, attn_status *status)
{
    attn_words *column = &line->columns[line->column_count - 1];
    size_t count = 0, boxes = 0;
    for (size_t w = 0; w < column->count; w++) {
        const attn_word *word = &column->words[w];
        if (w > 0 && !add_letter(spelling, &count, ATTN_BETWEEN_WORDS, "", status)) return false;
        for (const char *at = word->text; *at; at += letter_length(at))
            if (!add_boxes(spelling, &boxes, line, w, count, status) ||
                !add_letter(spelling, &count, keep_letter(spelling, at, letter_length(at)),
                            word->kind, status))
                return false;
    }
    *column = (attn_words){.count = count, .words = spelling->words};
    line->box_count = boxes;
    line->boxes = spelling->boxes;
    return true;
}
