/*
 * evaluate_generated: the words that a sequence generates, beside those of the examples. It grows
 * for all examples of equal lengths at once, until the last has ended.
 */
#include <string.h>

#include "lesson/train/evaluator.h"

static size_t input_of(const evaluator *e, const sequence_source *s)
{
    const char *name = attn_sequence_input(s);
    size_t k = 0;
    while (k < e->all->input_count && strcmp(e->asked->examples.inputs[k], name) != 0) k++;
    return k;
}

typedef struct generated {
    const sequence_source *source;
    examples words; /* as long as they are by now */
    size_t input, places;
    bool ended[MOST_TOGETHER];
    size_t length[MOST_TOGETHER];
} generated;

/* Room for the words of all inputs, as the examples have them, but for the one that grows. */
static bool begin_generated(const evaluator *e, const sequence_source *s, generated *g)
{
    const examples *all = e->all;
    *g = (generated){.source = s, .input = input_of(e, s)};
    size_t longest = s->most;
    for (size_t k = 0; k < all->input_count; k++)
        longest += attn_example_length(all, e->which[0], k);
    g->words = (examples){
        .count = e->count,
        .input_count = all->input_count,
        .texts = attn_alloc(e->arena, e->count * longest, sizeof *g->words.texts),
        .words = attn_alloc(e->arena, e->count * longest, sizeof *g->words.words),
        .starts = attn_alloc(e->arena, e->count * all->input_count + 1, sizeof *g->words.starts)};
    if (!g->words.texts || !g->words.words || !g->words.starts) return false;
    for (size_t i = 0; i < e->count * longest; i++) g->words.words[i] = (uint32_t)i;
    return true;
}

/* Lays all words out anew, with one more place for what grows. */
static void lay_out(const evaluator *e, generated *g, const char *const *chosen, const char *open)
{
    const char **texts = g->words.texts;
    size_t at = 0, start = 0;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->all->input_count; k++) {
            size_t length = attn_example_length(e->all, e->which[i], k);
            g->words.starts[start++] = (uint32_t)at;
            for (size_t w = 0; k != g->input && w < length; w++)
                texts[at++] = attn_example_word(e->all, e->which[i], k, w);
            for (size_t w = 0; k == g->input && w < g->places; w++)
                texts[at++] = chosen[i * g->source->most + w];
            if (k == g->input) texts[at++] = open;
        }
    g->words.starts[start] = (uint32_t)at;
}

/* The word of each example's last row. *ended: it was the last one in all of them. */
static bool choose(const evaluator *e, const attn_run *run, generated *g, const char **chosen,
                   bool *ended)
{
    const attn_tensor *value = attn_next_value(run, g->source);
    if (!value) return false;
    const char *end = g->source->end;
    *ended = true;
    float number;
    for (size_t i = 0; i < e->count; i++) {
        const float *row = attn_map_of(value, i) + g->places * value->cols;
        const char *word = attn_next_word(run, g->source, value, row, &number);
        chosen[i * g->source->most + g->places] = word;
        if (!g->ended[i] && end && strcmp(word, end) == 0) g->ended[i] = true;
        if (!g->ended[i]) g->length[i] = g->places + 1;
        *ended &= g->ended[i];
    }
    g->places++;
    return true;
}

/* The words of an input, without one that ends the sequence. */
typedef struct wanted {
    const examples *all;
    size_t example, input, count;
} wanted;

static wanted wanted_of(const evaluator *e, const generated *g, size_t i)
{
    wanted w = {e->all, e->which[i], g->input, attn_example_length(e->all, e->which[i], g->input)};
    const char *end = g->source->end;
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

static bool score_one(const evaluator *e, const generated *g, size_t i, const char *const *chosen,
                      attn_arena *arena, attn_evaluated *report)
{
    const wanted w = wanted_of(e, g, i);
    size_t *row = attn_alloc(arena, g->source->most + 1, sizeof *row);
    if (!row) return false;
    size_t wrong = distance(&w, chosen, g->length[i], row);
    report->exact += wrong == 0 && (g->ended[i] || !g->source->end);
    if (wrong < w.count) report->words_right += 1 - (double)wrong / (double)w.count;
    return count_nearness(&w, chosen, g->length[i], arena, &report->nearness);
}

static bool score_generated(const evaluator *e, const generated *g, const char *const *chosen,
                            attn_evaluated *report)
{
    attn_arena *arena = attn_arena_new(attn_arena_status(e->arena));
    bool done = arena != NULL;
    for (size_t i = 0; done && i < e->count; i++) {
        attn_arena_clear(arena);
        done = score_one(e, g, i, chosen + i * g->source->most, arena, report);
    }
    attn_arena_free(arena);
    return done;
}

bool attn_evaluate_generated(evaluator *e, attn_evaluated *report)
{
    const sequence_source *s = &e->of.lesson->sequences[e->asked->exact->place];
    lines next = {1, (attn_statement *[]){s->next}};
    const char **chosen = attn_alloc(e->arena, e->count * s->most, sizeof *chosen);
    generated g;
    if (!chosen || !begin_generated(e, s, &g)) return false;
    uint32_t which[MOST_TOGETHER];
    for (size_t i = 0; i < e->count; i++) which[i] = (uint32_t)i;
    batch words = {&g.words, e->asked->examples.inputs, which, e->count, false};
    for (bool ended = false; !ended && g.places < s->most;) {
        attn_run run;
        lay_out(e, &g, chosen, attn_sequence_here(e->run, s->sequence)->vocabulary->words[0]);
        if (!attn_evaluator_compute(e, &words, &next, &run)) return false;
        if (!choose(e, &run, &g, chosen, &ended)) return false;
    }
    return score_generated(e, &g, chosen, report);
}
