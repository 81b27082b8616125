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

/* Levenshtein's distance from these words to m others: words put in, left out or exchanged. row:
 * room for m + 1. */
static size_t distance(const wanted *w, const char *const *b, size_t m, size_t *row)
{
    for (size_t j = 0; j <= m; j++) row[j] = j;
    for (size_t i = 1; i <= w->count; i++) {
        const char *word = attn_example_word(w->all, w->example, w->input, i - 1);
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

static bool is_part(const attn_exact_part *one, const attn_exact_part *other)
{
    const bool same = one->held == other->held && one->nouns == other->nouns;
    if (!one->form || !other->form) return same && one->form == other->form;
    return same && strcmp(one->form, other->form) == 0;
}

static bool count_part(const evaluator *e, const attn_exact_part *of, bool right,
                       attn_evaluated *report)
{
    attn_exact_part *part = NULL;
    for (size_t i = 0; i < report->exact_part_count && !part; i++)
        if (is_part(&report->exact_parts[i], of)) part = &report->exact_parts[i];
    if (!part)
        part = attn_append(e->arena, &report->exact_parts, &report->exact_part_count, of,
                           sizeof *part);
    if (!part) return false;
    part->examples++;
    part->exact += right;
    return true;
}

/* Of examples with pictures. */
static bool count_parts(const evaluator *e, size_t example, bool right, attn_evaluated *report)
{
    if (!e->all->pictures) return true;
    const example_notes *notes = &e->all->notes[example];
    const attn_exact_part all = {.held = notes->held};
    attn_exact_part part = {.held = notes->held, .form = notes->form};
    if (!notes->form) part.nouns = count_nouns(notes);
    return count_part(e, &all, right, report) &&
           (is_part(&part, &all) || count_part(e, &part, right, report));
}

static int compare_parts(const void *a, const void *b)
{
    const attn_exact_part *one = a, *other = b;
    if (one->held != other->held) return one->held ? 1 : -1;
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

static bool score_one(const evaluator *e, const sequence_source *s, size_t input, size_t i,
                      const grown_words *grown, attn_arena *arena, attn_evaluated *report)
{
    const wanted w = wanted_of(e, s, input, i);
    const size_t length = grown->count - grown->ended;
    size_t *row = attn_alloc(arena, s->most + 1, sizeof *row);
    if (!row) return false;
    size_t wrong = distance(&w, grown->words, length, row);
    const bool right = wrong == 0 && (grown->ended || !s->end);
    report->exact += right;
    if (!count_parts(e, w.example, right, report)) return false;
    if (wrong < w.count) report->words_right += 1 - (double)wrong / (double)w.count;
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
