/*
 * familiar: compares a run's words and weights with those that a model was measured on.
 */
#include "lesson/run/familiar.h"

#include <string.h>

#include "lesson/program/running.h"

/* ---- letters ---- */

enum { CODES = 0x110000, BITS = 32 };

/* Letters of any script: a bit for each code point. */
static void add_letters(uint32_t *letters, const char *word)
{
    size_t length = strlen(word), size;
    uint32_t letter;
    for (size_t at = 0; at < length; at += size) {
        size = attn_text_letter(word + at, length - at, &letter);
        if (letter) letters[letter / BITS] |= UINT32_C(1) << letter % BITS;
    }
}

/* Whether the letters of a word are among these; *any: it has some. */
static bool shares_letters(const uint32_t *letters, const char *word, bool *any)
{
    size_t length = strlen(word), size;
    uint32_t letter;
    for (size_t at = 0; at < length; at += size) {
        size = attn_text_letter(word + at, length - at, &letter);
        *any = *any || letter;
        if (letter && letters[letter / BITS] & UINT32_C(1) << letter % BITS) return true;
    }
    return false;
}

/* Whether no letter of the words is in any word of the vocabulary. */
static bool is_other_script(const attn_run *run, const attn_labels *words,
                            const attn_labels *vocabulary)
{
    uint32_t *letters = attn_alloc(run->arena, CODES / BITS, sizeof *letters);
    bool any = false;
    if (!letters) return false;
    for (size_t i = 0; i < vocabulary->count; i++)
        if (i + 1 != vocabulary->unknown) add_letters(letters, vocabulary->words[i]);
    for (size_t i = 0; i < words->count; i++)
        if (shares_letters(letters, words->words[i], &any)) return false;
    return any;
}

/* ---- words ---- */

/* Why words are not such as their vocabulary has, in the arena of the run; or NULL. */
static const char *unfamiliar(const attn_run *run, const attn_sequence *sequence)
{
    const attn_labels *words = sequence->labels, *vocabulary = sequence->vocabulary;
    size_t count = 0, unknown = 0;
    if (!words || !vocabulary || !vocabulary->unknown) return NULL;
    const float *places = attn_value(run->record, sequence->value)->data;
    for (size_t i = 0; i < words->count; i++) {
        if (attn_text_is_sign(words->words[i])) continue;
        count++;
        unknown += (size_t)places[i] == vocabulary->unknown;
    }
    if (is_other_script(run, words, vocabulary))
        return attn_print(run->arena, "no word of %s is written in these letters",
                          vocabulary->name);
    if (3 * unknown <= count) return NULL;
    if (count == 1) return attn_print(run->arena, "the word is not in %s", vocabulary->name);
    return attn_print(run->arena, "%zu of %zu words %s not in %s", unknown, count,
                      unknown == 1 ? "is" : "are", vocabulary->name);
}

/* The sequence whose words stand on an axis; NULL: none. */
static const attn_sequence *sequence_on(const attn_run *run, const attn_labels *axis)
{
    for (size_t i = 0; axis && i < run->lesson->sequence_count; i++) {
        const attn_sequence *sequence = attn_sequence_here(run, run->lesson->sequences[i].sequence);
        if (sequence->labels == axis) return sequence;
    }
    return NULL;
}

/* ---- the model ---- */

/* Why it is not the model that was measured, whatever its words are; or NULL. */
static const char *other_model(const attn_run *run)
{
    const attn_options *options = run->options;
    if (run->lesson->original) return "the formulas are not those that were measured";
    if (options->set_count > 0 || options->varied) return "numbers were changed";
    if (run->outcome.untrained || (options->training && options->training->anew))
        return "the weights are not those that were measured";
    return NULL;
}

const char *attn_notes_withheld(const attn_run *run, const attn_tensor *map,
                                attn_familiar_axes *last)
{
    if (last->graded && last->rows == map->row_labels && last->cols == map->col_labels)
        return last->withheld;
    *last = (attn_familiar_axes){true, map->row_labels, map->col_labels, other_model(run)};
    const attn_sequence *rows = sequence_on(run, last->rows), *cols = sequence_on(run, last->cols);
    if (!last->withheld && rows) last->withheld = unfamiliar(run, rows);
    if (!last->withheld && cols && cols != rows) last->withheld = unfamiliar(run, cols);
    return last->withheld;
}
