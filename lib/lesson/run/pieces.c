/*
 * pieces: a text spelled by the pieces of a tokenizer, or given as numbers of them.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/program/running.h"
#include "text/tokenizer/tokenizer.h"

bool attn_word_add(attn_run *run, word_list *list, const char *bytes, size_t length, size_t most)
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

/* The pieces of a word, and the word, as it was written. */
static bool take_spelled(attn_run *run, const attn_tokenizer *by, const attn_spelled *word,
                         word_list *list)
{
    if (word->word.length > ATTN_MOST_WORD_BYTES)
        return attn_fail(run->status, ATTN_LIMIT, "a word has at most %zu bytes",
                         ATTN_MOST_WORD_BYTES);
    for (size_t i = 0; i < word->count; i++) {
        const char *piece = by->pieces.words[word->pieces[i]];
        if (!attn_word_add(run, list, piece, strlen(piece), ATTN_MOST_WORDS)) return false;
    }
    return attn_push_text(run->arena, &list->whole, &list->whole_count,
                          attn_copy_text(run->arena, word->word.bytes, word->word.length));
}

static bool add_whole(attn_run *run, attn_span word, const char *piece, word_list *list)
{
    while (word.length && *word.bytes == ' ') {
        word.bytes++;
        word.length--;
    }
    if (word.length == 0) word = (attn_span){piece, strlen(piece)};
    return attn_push_text(run->arena, &list->whole, &list->whole_count,
                          attn_copy_text(run->arena, word.bytes, word.length));
}

/* The same of a tokenizer that another program has learned: what it cuts may hold several words, as
 * ▁ in its pieces says. */
static bool take_hub(attn_run *run, const attn_tokenizing *spelling, const attn_tokenizer *by,
                     const attn_spelled *word, word_list *list)
{
    attn_span whole = {NULL, 0};
    size_t first = 0;
    for (size_t i = 0; i < word->count; i++) {
        const char *piece = by->pieces.words[word->pieces[i]];
        const attn_span span = attn_tokenizing_piece(spelling, word, i);
        const bool begins = i == 0 || strncmp(piece, ATTN_PIECE_START, 3) == 0;
        if (begins && i && !add_whole(run, whole, by->pieces.words[word->pieces[first]], list))
            return false;
        if (begins) first = i;
        whole = begins ? span
                       : (attn_span){whole.bytes, (size_t)(span.bytes + span.length - whole.bytes)};
        if (!attn_word_add(run, list, piece, strlen(piece), ATTN_MOST_WORDS) ||
            !attn_append(run->arena, &list->begins, &list->begin_count, &begins, sizeof begins))
            return false;
    }
    return word->count == 0 || add_whole(run, whole, by->pieces.words[word->pieces[first]], list);
}

bool attn_words_spell(attn_run *run, const attn_tokenizer *by, const char *text, word_list *list)
{
    attn_spelled word;
    attn_tokenizing *spelling = attn_tokenizing_new(by, run->status);
    if (!spelling) return false;
    attn_tokenizing_begin(spelling, (attn_span){text, strlen(text)});
    while (
        attn_tokenizing_next(spelling, &word) && attn_tokenizing_spell(spelling, &word) &&
        (by->hub ? take_hub(run, spelling, by, &word, list) : take_spelled(run, by, &word, list)))
        continue;
    attn_tokenizing_free(spelling);
    return attn_ok(run->status);
}

/* ---- without a text ---- */

bool attn_words_by_ids(attn_run *run, const sequence_source *s, const char *ids, word_list *list)
{
    const attn_word_index *table = s->in ? run->filled[s->in->place].table : NULL;
    if (!table)
        return attn_fail(run->status, ATTN_INPUT,
                         "%s has no vocabulary that numbers could choose "
                         "words of",
                         s->sequence->name);
    for (const char *at = ids; *at;) {
        const size_t digits = strspn(at, "0123456789");
        const unsigned long long id = strtoull(at, NULL, 10);
        if (digits == 0 || digits > 9 || (at[digits] && at[digits] != ','))
            return attn_fail(run->status, ATTN_INPUT,
                             "numbers of words are whole numbers with commas between them, as "
                             "15496,995, not '%s'",
                             ids);
        if (id >= table->count)
            return attn_fail(run->status, ATTN_INPUT,
                             "there is no word %llu: %s has %zu, counted from 0", id, s->in->name,
                             table->count);
        if (!attn_word_add(run, list, table->words[id], strlen(table->words[id]), ATTN_MOST_WORDS))
            return false;
        at += digits + (at[digits] == ',');
    }
    return list->count || attn_fail(run->status, ATTN_INPUT, "no number of a word is given");
}

bool attn_words_named(const attn_run *run, const sequence_source *s)
{
    return !s->in || !run->lesson->sequences[s->in->place].nameless ||
           attn_fail(run->status, ATTN_INPUT,
                     "the folder %s has no tokenizer that could cut a text (tokenizer.json, or "
                     "vocab.json and merges.txt, or vocab.txt): give the numbers of the words with "
                     "%s, as 15496,995",
                     run->lesson->folder, run->names->ids);
}
