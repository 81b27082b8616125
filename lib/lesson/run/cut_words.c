/*
 * cut_words: a text cut into the words of a sequence, or spelled by pieces.
 */
#include "lesson/run/cut_words.h"

#include <string.h>

#include "text/tokenizer/tokenizer.h"

bool attn_words_add(attn_run *run, word_list *list, const char *bytes, size_t length, size_t most)
{
    if (list->count == most)
        return attn_fail(run->status, ATTN_LIMIT,
                         "a sequence has at most %zu words: leave some out", most);
    if (length > ATTN_MOST_WORD_BYTES)
        return attn_fail(run->status, ATTN_LIMIT, "a word has at most %zu bytes",
                         ATTN_MOST_WORD_BYTES);
    if (!attn_spend(run->status, ATTN_COST_READ))
        return attn_fail_work(run->status, ATTN_COST_READ, "the next word");
    return attn_push_text(run->arena, &list->words, &list->count,
                          attn_copy_text(run->arena, bytes, length));
}

const attn_tokenizer *attn_sequence_tokenizer(const attn_lesson *lesson, const sequence_source *s)
{
    return s->in ? lesson->sequences[s->in->place].tokenizer : NULL;
}

/* The pieces of a word, and the word, as it was written. */
static bool take_spelled(attn_run *run, const attn_tokenizer *by, const attn_spelled *word,
                         word_list *list)
{
    if (word->word.length > ATTN_MOST_WORD_BYTES)
        return attn_fail(run->status, ATTN_LIMIT, "a word has at most %zu bytes",
                         ATTN_MOST_WORD_BYTES);
    for (size_t i = 0; i < word->count; i++) {
        const char *piece = by->pieces.words[word->pieces[i]];
        if (!attn_words_add(run, list, piece, strlen(piece), ATTN_MOST_WORDS)) return false;
    }
    return attn_push_text(run->arena, &list->whole, &list->whole_count,
                          attn_copy_text(run->arena, word->word.bytes, word->word.length));
}

static bool spell_text(attn_run *run, const attn_tokenizer *by, const char *text, word_list *list)
{
    attn_spelled word;
    attn_tokenizing *spelling = attn_tokenizing_new(by, run->status);
    if (!spelling) return false;
    attn_tokenizing_begin(spelling, (attn_span){text, strlen(text)});
    while (attn_tokenizing_next(spelling, &word) && attn_tokenizing_spell(spelling, &word) &&
           take_spelled(run, by, &word, list))
        continue;
    attn_tokenizing_free(spelling);
    return attn_ok(run->status);
}

bool attn_words_take(attn_run *run, const char *const *words, size_t count, word_list *out)
{
    for (size_t i = 0; i < count; i++)
        if (!attn_words_add(run, out, words[i], strlen(words[i]), ATTN_MOST_WORDS)) return false;
    return true;
}

/* By the rules of a language. */
static bool cut_language(attn_run *run, attn_language language, const char *text, word_list *list)
{
    attn_cutting words = {.text = {text, strlen(text)}, .language = language};
    attn_span word;
    while (attn_words_next(&words, &word))
        if (!attn_words_add(run, list, word.bytes, word.length, ATTN_MOST_WORDS)) return false;
    return true;
}

static bool cut_text(attn_run *run, const sequence_source *s, const char *text, word_list *list)
{
    const attn_language language =
        s->in ? run->lesson->sequences[s->in->place].language : ATTN_LANGUAGE_NONE;
    size_t at = 0, start, end;
    if (language != ATTN_LANGUAGE_NONE) return cut_language(run, language, text, list);
    while (attn_text_word(text, strlen(text), &at, &start, &end))
        if (!attn_words_add(run, list, text + start, end - start, ATTN_MOST_WORDS)) return false;
    return true;
}

bool attn_sequence_cut(attn_run *run, const sequence_source *s, const char *text, word_list *list)
{
    const attn_tokenizer *by = attn_sequence_tokenizer(run->lesson, s);
    size_t bad;
    if (!attn_utf8_valid(text, strlen(text), &bad))
        return attn_fail(run->status, ATTN_INPUT, "the sentence is not UTF-8 at byte %zu", bad + 1);
    if (!(by ? spell_text(run, by, text, list) : cut_text(run, s, text, list))) return false;
    return list->count || attn_fail(run->status, ATTN_INPUT, "the sentence has no words");
}

/* The words that a lesson writes one by one for an input. */
bool attn_words_written(attn_run *run, const sequence_source *s, word_list *list)
{
    const attn_tokenizer *by = attn_sequence_tokenizer(run->lesson, s);
    if (!by) return attn_words_take(run, s->words.words, s->words.count, list);
    for (size_t i = 0; i < s->words.count; i++)
        if (!spell_text(run, by, s->words.words[i], list)) return false;
    return true;
}
