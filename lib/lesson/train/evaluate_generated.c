/*
 * evaluate_generated: the words that a sequence generates, beside those of the examples.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/train/evaluator.h"

/* The words of an input, without one that ends the sequence. */
typedef struct wanted {
    const examples *all;
    size_t example, input, count;
} wanted;

static wanted wanted_of(const evaluator *e, const sequence_source *s, size_t input, size_t i)
{
    wanted w = {e->all, e->which[i], input, attn_example_length(e->all, e->which[i], input)};
    const char *end = s->end;
    if (w.count && end &&
        strcmp(attn_example_word(w.all, w.example, w.input, w.count - 1), end) == 0)
        w.count--;
    return w;
}

static const char **texts_of(const wanted *w, attn_arena *arena)
{
    const char **texts = attn_alloc(arena, w->count + 1, sizeof *texts);
    for (size_t i = 0; texts && i < w->count; i++)
        texts[i] = attn_example_word(w->all, w->example, w->input, i);
    return texts;
}

/* Letters become the words that they spell, of which there are *count then. NULL on failure. */
static const char *const *join_letters(const char *const *letters, size_t *count, attn_arena *arena)
{
    const char **words = attn_alloc(arena, *count + 1, sizeof *words);
    attn_text word = {0};
    size_t made = 0;
    for (size_t i = 0; words && i <= *count; i++) {
        const bool ends = i == *count || strcmp(letters[i], ATTN_BETWEEN_WORDS) == 0;
        if (!ends) attn_text_add(&word, letters[i]);
        if (!ends || word.length == 0) continue;
        words[made++] = attn_copy_text(arena, attn_text_string(&word), word.length);
        attn_text_clear(&word);
    }
    attn_text_free(&word);
    *count = made;
    return attn_ok(attn_arena_status(arena)) ? words : NULL;
}

/* Levenshtein's distance from n words to m others: words put in, left out or exchanged. row: room
 * for m + 1. */
static size_t distance(const char *const *a, size_t n, const char *const *b, size_t m, size_t *row)
{
    for (size_t j = 0; j <= m; j++) row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        const char *word = a[i - 1];
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t least = diagonal + (strcmp(word, b[j - 1]) != 0);
            if (row[j] + 1 < least) least = row[j] + 1;
            if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = least;
        }
    }
    return row[m];
}

static void add_word(attn_text *text, const char *word)
{
    if (text->length) attn_text_add(text, " ");
    attn_text_add(text, word);
}

/* Both sentences as texts, for the scores that count runs of words and of letters. */
static bool count_nearness(const wanted *w, const char *const *words, size_t count,
                           attn_arena *arena, attn_nearness *sum)
{
    attn_text written = {0}, right = {0};
    for (size_t i = 0; i < count; i++) add_word(&written, words[i]);
    for (size_t i = 0; i < w->count; i++)
        add_word(&right, attn_example_word(w->all, w->example, w->input, i));
    const char *texts[] = {attn_keep_text(arena, &written), attn_keep_text(arena, &right)};
    return texts[0] && texts[1] && attn_nearness_add(sum, texts[0], texts[1], arena);
}

/* ---- parts ---- */

static size_t count_nouns(const example_notes *notes)
{
    const size_t last = notes->kinds[ATTN_TARGET] ? ATTN_TARGET : ATTN_SOURCE;
    size_t count = 0;
    for (size_t i = 0; i < notes->words[last]; i++)
        count += strcmp(notes->kinds[last][i], "noun") == 0;
    return count;
}

static bool is_repeated(const example_notes *notes)
{
    const size_t last = notes->kinds[ATTN_TARGET] ? ATTN_TARGET : ATTN_SOURCE;
    return notes->words[last] > 0 && strcmp(notes->kinds[last][0], "repeated") == 0;
}

static bool is_part(const attn_exact_part *one, const attn_exact_part *other)
{
    const bool same =
        one->held == other->held && one->nouns == other->nouns && one->repeated == other->repeated;
    if (!one->form || !other->form) return same && one->form == other->form;
    return same && strcmp(one->form, other->form) == 0;
}

/* This example counts in the part that is alike but for what is counted. */
static bool count_part(const evaluator *e, const attn_exact_part *alike, attn_evaluated *report)
{
    attn_exact_part *part = NULL;
    for (size_t i = 0; i < report->exact_part_count && !part; i++)
        if (is_part(&report->exact_parts[i], alike)) part = &report->exact_parts[i];
    if (!part)
        return attn_append(e->arena, &report->exact_parts, &report->exact_part_count, alike,
                           sizeof *alike) != NULL;
    part->examples += alike->examples;
    part->exact += alike->exact;
    part->words += alike->words;
    part->wrong += alike->wrong;
    return true;
}

/* What is held out apart; of examples with pictures, by their nouns, too, and of sounds by what
 * repeats. */
static bool count_parts(const evaluator *e, size_t example, attn_exact_part counted,
                        attn_evaluated *report)
{
    const examples *all = e->all;
    if (!all->notes || !(all->pictures || all->sounds || all->some_held)) return true;
    const example_notes *notes = &e->all->notes[example];
    counted.held = notes->held;
    attn_exact_part part = counted;
    part.form = notes->form;
    part.repeated = is_repeated(notes);
    if (!notes->form && e->all->pictures) part.nouns = count_nouns(notes);
    return count_part(e, &counted, report) &&
           (is_part(&part, &counted) || count_part(e, &part, report));
}

static int compare_parts(const void *a, const void *b)
{
    const attn_exact_part *one = a, *other = b;
    if (one->held != other->held) return one->held ? 1 : -1;
    if (one->repeated != other->repeated) return one->repeated ? 1 : -1;
    if (one->nouns != other->nouns) return one->nouns < other->nouns ? -1 : 1;
    if (!one->form || !other->form) return one->form ? 1 : other->form ? -1 : 0;
    return strcmp(one->form, other->form);
}

void attn_sort_exact(attn_evaluated *report)
{
    if (report->exact_part_count)
        qsort(report->exact_parts, report->exact_part_count, sizeof *report->exact_parts,
              compare_parts);
}

/* ---- one example ---- */

/* Words that are wrong, of how many. False on failure. */
static bool count_wrong(const evaluator *e, const wanted *w, const char *const *written,
                        size_t length, attn_arena *arena, size_t *wrong, size_t *count)
{
    const char *const *right = texts_of(w, arena);
    size_t *row = attn_alloc(arena, length + 1, sizeof *row);
    *count = w->count;
    if (e->asked->examples.asked.letters) {
        right = right ? join_letters(right, count, arena) : NULL;
        written = join_letters(written, &length, arena);
    }
    if (!right || !written || !row) return false;
    *wrong = distance(right, *count, written, length, row);
    return true;
}

static bool score_one(const evaluator *e, const sequence_source *s, size_t input, size_t i,
                      const grown_words *grown, attn_arena *arena, attn_evaluated *report)
{
    const wanted w = wanted_of(e, s, input, i);
    const size_t length = grown->count - grown->ended;
    size_t wrong, count;
    if (!count_wrong(e, &w, grown->words, length, arena, &wrong, &count)) return false;
    const bool right = wrong == 0 && (grown->ended || !s->end);
    report->exact += right;
    report->words += count;
    report->wrong += wrong;
    const attn_exact_part counted = {.examples = 1, .exact = right, .words = count, .wrong = wrong};
    if (!count_parts(e, w.example, counted, report)) return false;
    if (wrong < count) report->words_right += 1 - (double)wrong / (double)count;
    return count_nearness(&w, grown->words, length, arena, &report->nearness);
}

bool attn_evaluate_generated(evaluator *e, attn_evaluated *report)
{
    const sequence_source *s = &e->of.lesson->sequences[e->asked->exact->place];
    const batch of = {e->all, e->asked->examples.inputs, e->which, e->count, false};
    attn_arena *arena = attn_arena_new(attn_arena_status(e->arena));
    grown_words *grown = arena ? attn_alloc(arena, e->count, sizeof *grown) : NULL;
    size_t input;
    bool done = grown && attn_batch_input(&of, attn_sequence_input(s), &input) &&
                attn_grow_together(&e->of, s, &of, e->beam, grown, arena);
    for (size_t i = 0; done && i < e->count; i++)
        done = score_one(e, s, input, i, &grown[i], arena, report);
    attn_arena_free(arena);
    return done;
}
