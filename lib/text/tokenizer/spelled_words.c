/*
 * spelled_words: the words that pieces spell. A word begins with ▁, and a mark is a word by itself.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "text/tokenizer/tokenizer.h"

static bool is_mark_piece(const attn_tokenizer *t, const char *piece)
{
    for (size_t i = 0; t->mark_begins[(unsigned char)*piece] && i < t->mark_count; i++)
        if (strcmp(t->marks[i], piece) == 0) return true;
    return false;
}

/* In other programs' tokenizers a word begins with ▁, or a byte's letter for a blank, or does not
 * begin with "##". */
static bool begins_hub(const attn_tokenizer *t, const char *piece)
{
    static const char blank[] = "Ġ", start[] = ATTN_PIECE_START;
    const char *inside = t->hub->inside;
    if (*inside) return strncmp(piece, inside, strlen(inside)) != 0;
    return strncmp(piece, start, sizeof start - 1) == 0 ||
           strncmp(piece, blank, sizeof blank - 1) == 0;
}

static bool begins_spelled(const attn_tokenizer *t, const char *const *pieces, size_t i)
{
    static const char start[] = ATTN_PIECE_START;
    if (t->hub && begins_hub(t, pieces[i])) return true;
    return i == 0 || strncmp(pieces[i], start, sizeof start - 1) == 0 ||
           is_mark_piece(t, pieces[i]) || is_mark_piece(t, pieces[i - 1]);
}

/* The bytes that the letters of a piece stand for; the blank before a word is left out. */
static void add_letters(const char *piece, bool first, attn_text *word)
{
    const size_t length = strlen(piece);
    for (size_t at = 0, step; at < length; at += step ? step : 1) {
        uint32_t code = 0;
        step = attn_utf8_next(piece + at, length - at, &code);
        const int byte = attn_letter_byte(code);
        const char one = (char)byte;
        if (byte < 0)
            attn_text_add_bytes(word, piece + at, step ? step : 1);
        else if (!(first && at == 0 && one == ' ' && length > step))
            attn_text_add_bytes(word, &one, 1);
    }
}

/* "<0xC3>" is a byte; ▁ is left out where other letters follow. */
static void add_spelled(const attn_tokenizer *t, const char *piece, bool first, attn_text *word)
{
    const size_t inside = t->hub ? strlen(t->hub->inside) : 0;
    if (t->hub && t->hub->lettered) {
        add_letters(piece, first, word);
        return;
    }
    if (inside && !first && strncmp(piece, t->hub->inside, inside) == 0) piece += inside;
    static const char start[] = ATTN_PIECE_START;
    const bool is_byte = strlen(piece) == 6 && strncmp(piece, "<0x", 3) == 0;
    const char byte = (char)(is_byte ? strtoul(piece + 3, NULL, 16) : 0);
    if (first && strncmp(piece, start, sizeof start - 1) == 0) piece += sizeof start - 1;
    if (byte)
        attn_text_add_bytes(word, &byte, 1);
    else
        attn_text_add(word, piece);
}

/* What pieces spell, from this one up to the next word, in the arena; bytes that are no UTF-8,
 * which a model may write, are escaped. NULL without memory. */
static const char *word_of_pieces(const attn_tokenizer *t, const attn_labels *pieces, size_t from,
                                  attn_arena *arena)
{
    attn_text word = {0}, shown = {0};
    size_t bad;
    for (size_t i = from; i < pieces->count && (i == from || !begins_spelled(t, pieces->words, i));
         i++)
        add_spelled(t, pieces->words[i], i == from, &word);
    if (word.length == 0) attn_text_add(&word, ATTN_PIECE_START);
    if (attn_utf8_valid(attn_text_string(&word), word.length, &bad))
        attn_text_add(&shown, attn_text_string(&word));
    else
        attn_text_add_escaped(&shown, attn_text_string(&word), word.length, false);
    attn_text_end(&word, &shown);
    return attn_keep_text(arena, &shown);
}

bool attn_whole_words(const attn_tokenizer *tokenizer, const attn_whole *written, attn_arena *arena,
                      attn_labels *labels)
{
    size_t *word_of = attn_alloc(arena, labels->count + 1, sizeof *word_of), count = 0;
    const char **made = attn_alloc(arena, labels->count + 1, sizeof *made);
    attn_labels *whole = attn_alloc(arena, 1, sizeof *whole);
    if (!word_of || !made || !whole) return false;
    for (size_t i = 0; i < labels->count; i++) {
        const bool begins =
            written->begins ? written->begins[i] : begins_spelled(tokenizer, labels->words, i);
        if (begins && !(made[count] = word_of_pieces(tokenizer, labels, i, arena))) return false;
        count += begins;
        word_of[i] = count - 1;
    }
    if (count == written->count) memcpy(made, written->words, count * sizeof *made);
    *whole = (attn_labels){
        .name = labels->name, .count = count, .words = made, .prefix = labels->prefix};
    labels->whole = whole;
    labels->word_of = word_of;
    return true;
}
