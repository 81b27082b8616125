/*
 * grow: a sequence grown word by word beside a run, for many examples at once, by its greatest
 * numbers or with a beam.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/program/growing.h"

enum { REPEATED = 4 }; /* so many words never come twice with a beam */

typedef struct beginning { /* of a sequence */
    size_t example;        /* of the batch */
    const char **words;
    float *numbers; /* that chose them */
    double score;   /* the sum of the logarithms of its numbers, with a beam */
} beginning;

typedef struct candidate { /* a beginning, and a word behind it */
    const beginning *from;
    const char *word;
    size_t column; /* of the word */
    float number;
    double score;
} candidate;

typedef struct outcome { /* of an example */
    size_t left;         /* so many beginnings may still go on */
    bool any;
    double score; /* of the best by now */
    grown_words best;
} outcome;

typedef struct growing {
    worker_run *worker;
    const sequence_source *source;
    const batch *of;
    size_t beam, most, input, places;
    const bool *needed; /* lines of the lesson */
    examples words;     /* of all beginnings, as long as they are by now */
    uint32_t *which;
    beginning *open, *next; /* by example */
    size_t open_count, next_count;
    candidate *candidates;
    size_t *columns;
    outcome *outcomes;
    attn_arena *arena; /* as long as the sequence grows */
} growing;

/* ---- what is computed ---- */

static beginning *new_beginnings(const growing *g, size_t count)
{
    beginning *made = attn_alloc(g->arena, count, sizeof *made);
    const size_t most = g->most;
    const char **words = attn_alloc(g->arena, count * most, sizeof *words);
    float *numbers = attn_alloc(g->arena, count * most, sizeof *numbers);
    if (!made || !words || !numbers) return NULL;
    for (size_t i = 0; i < count; i++)
        made[i] = (beginning){.words = words + i * most, .numbers = numbers + i * most};
    return made;
}

/* Room for the words of all inputs, but for the one that grows as the examples have them. */
static bool make_room(growing *g)
{
    const examples *all = g->of->from;
    const size_t count = g->of->count * g->beam;
    size_t longest = g->most;
    for (size_t k = 0; k < all->input_count; k++)
        longest += attn_example_length(all, g->of->which[0], k);
    g->words = (examples){
        .input_count = all->input_count,
        .texts = attn_alloc(g->arena, count * longest, sizeof *g->words.texts),
        .words = attn_alloc(g->arena, count * longest, sizeof *g->words.words),
        .starts = attn_alloc(g->arena, count * all->input_count + 1, sizeof *g->words.starts)};
    if (all->pictures)
        g->words.pictures =
            attn_alloc(g->arena, count * all->input_count, sizeof *g->words.pictures);
    if (all->sounds)
        g->words.sounds = attn_alloc(g->arena, count * all->input_count, sizeof *g->words.sounds);
    g->which = attn_alloc(g->arena, count, sizeof *g->which);
    g->open = new_beginnings(g, count);
    g->next = new_beginnings(g, count);
    g->candidates = attn_alloc(g->arena, g->beam * g->beam, sizeof *g->candidates);
    g->columns = attn_alloc(g->arena, g->beam, sizeof *g->columns);
    g->outcomes = attn_alloc(g->arena, g->of->count, sizeof *g->outcomes);
    if (!attn_ok(attn_arena_status(g->arena))) return false;
    for (size_t i = 0; i < count; i++) g->which[i] = (uint32_t)i;
    for (size_t i = 0; i < count * longest; i++) g->words.words[i] = (uint32_t)i;
    for (size_t i = 0; i < g->of->count; i++) {
        g->open[g->open_count++].example = i;
        g->outcomes[i].left = g->beam;
    }
    return true;
}

/* The words of all beginnings, with one more place in what grows. */
static void lay_out(growing *g)
{
    const examples *all = g->of->from;
    const char *open =
        attn_sequence_here(g->worker->from, g->source->sequence)->vocabulary->words[0];
    const char **texts = g->words.texts;
    size_t at = 0, start = 0;
    for (size_t i = 0; i < g->open_count; i++)
        for (size_t k = 0; k < all->input_count; k++) {
            const uint32_t example = g->of->which[g->open[i].example];
            const size_t length = k == g->input ? g->places : attn_example_length(all, example, k);
            if (all->pictures) g->words.pictures[start] = attn_example_picture(all, example, k);
            if (all->sounds) g->words.sounds[start] = attn_example_sound(all, example, k);
            g->words.starts[start++] = (uint32_t)at;
            for (size_t w = 0; w < length; w++)
                texts[at++] =
                    k == g->input ? g->open[i].words[w] : attn_example_word(all, example, k, w);
            if (k == g->input) texts[at++] = open;
        }
    g->words.starts[start] = (uint32_t)at;
    g->words.count = g->open_count;
}

/* ---- what is chosen ---- */

/* Whether the last words and this one stand in the beginning already. */
static bool repeats(const growing *g, const beginning *b, const char *word)
{
    const size_t before = REPEATED - 1;
    for (size_t at = 0; at + before < g->places; at++) {
        size_t same = 0;
        while (same < before &&
               strcmp(b->words[at + same], b->words[g->places - before + same]) == 0)
            same++;
        if (same == before && strcmp(b->words[at + before], word) == 0) return true;
    }
    return false;
}

/* The columns of the greatest numbers, the first of equals before the others; returns how many. */
static size_t greatest(const growing *g, const beginning *b, const attn_labels *labels,
                       const float *row, size_t cols)
{
    size_t count = 0;
    g->columns[0] = attn_place_of_max(row, cols);
    if (g->beam == 1) return 1;
    for (size_t c = 0; c < cols; c++) {
        if (count == g->beam && !(row[c] > row[g->columns[count - 1]])) continue;
        if (!(row[c] > 0) || repeats(g, b, labels->words[c])) continue;
        size_t at = count < g->beam ? count++ : count - 1;
        for (; at > 0 && row[c] > row[g->columns[at - 1]]; at--)
            g->columns[at] = g->columns[at - 1];
        g->columns[at] = c;
    }
    return count;
}

/* A beam multiplies probabilities. */
static bool are_probabilities(const growing *g, const attn_run *run, const float *row, size_t cols)
{
    double sum = 0;
    bool fine = true;
    for (size_t c = 0; g->beam > 1 && c < cols; c++) {
        sum += (double)row[c];
        fine = fine && row[c] >= 0;
    }
    if (g->beam == 1 || (fine && fabs(sum - 1) < 1e-3)) return true;
    return attn_fail_at(run->status, &g->source->next_from,
                        "a beam compares probabilities: no number of %s may be below 0, and each "
                        "of its rows must sum to 1, as those of softmax do",
                        g->source->next->text);
}

static int compare_candidates(const void *a, const void *b)
{
    const candidate *one = a, *other = b;
    if (one->score != other->score) return one->score > other->score ? -1 : 1;
    if (one->from != other->from) return one->from < other->from ? -1 : 1;
    return one->column < other->column ? -1 : 1;
}

/* A beginning has become a sequence: the best of its example, or it is forgotten. */
static bool finish(const growing *g, const beginning *b, size_t count, bool ended)
{
    outcome *o = &g->outcomes[b->example];
    const double score = b->score / (double)(count ? count : 1);
    if (o->any && score <= o->score) return true;
    *o = (outcome){.left = o->left, .any = true, .score = score, .best = {count, .ended = ended}};
    o->best.words = attn_copy(g->arena, b->words, count, sizeof *b->words);
    o->best.numbers = attn_copy(g->arena, b->numbers, count, sizeof *b->numbers);
    return o->best.words && o->best.numbers;
}

/* The best candidates of one example go on or end. */
static bool go_on(growing *g, const beginning *from, size_t count)
{
    outcome *o = &g->outcomes[from->example];
    const char *end = g->source->end;
    const size_t taken = count < o->left ? count : o->left, places = g->places + 1;
    if (count == 0) return finish(g, from, g->places, false);
    qsort(g->candidates, count, sizeof *g->candidates, compare_candidates);
    for (size_t i = 0; i < taken; i++) {
        const candidate *c = &g->candidates[i];
        beginning *b = &g->next[g->next_count];
        b->example = from->example;
        b->score = c->score;
        memcpy(b->words, c->from->words, g->places * sizeof *b->words);
        memcpy(b->numbers, c->from->numbers, g->places * sizeof *b->numbers);
        b->words[g->places] = c->word;
        b->numbers[g->places] = c->number;
        const bool ended = end && strcmp(c->word, end) == 0;
        if (!ended && places < g->most) {
            g->next_count++;
            continue;
        }
        o->left--;
        if (!finish(g, b, places, ended)) return false;
    }
    return true;
}

/* One more word for all that are open. */
static bool choose(growing *g, const attn_run *run)
{
    const attn_tensor *value = attn_next_value(run, g->source);
    if (!value) return false;
    const attn_labels *labels = attn_next_labels(run, g->source, value);
    const size_t rows = value->batch > 1 ? attn_tensor_size(value) : 0;
    g->next_count = 0;
    for (size_t i = 0, first = 0, count = 0; i < g->open_count; i++) {
        const beginning *b = &g->open[i];
        const float *row = value->data + i * rows + g->places * value->cols;
        if (!are_probabilities(g, run, row, value->cols)) return false;
        const size_t found = greatest(g, b, labels, row, value->cols);
        for (size_t k = 0; k < found; k++) {
            const size_t column = g->columns[k];
            const double score = g->beam > 1 ? log((double)row[column]) : 0;
            g->candidates[count++] = (candidate){.from = b,
                                                 .word = labels->words[column],
                                                 .column = column,
                                                 .number = row[column],
                                                 .score = b->score + score};
        }
        if (i + 1 < g->open_count && g->open[i + 1].example == b->example) continue;
        if (!go_on(g, &g->open[first], count)) return false;
        first = i + 1;
        count = 0;
    }
    beginning *open = g->open;
    g->open = g->next;
    g->next = open;
    g->open_count = g->next_count;
    g->places++;
    return true;
}

/* ---- the whole ---- */

static bool grow_some(growing *g)
{
    if (!make_room(g)) return false;
    while (g->open_count) {
        attn_run run;
        const batch open = {&g->words, g->of->inputs, g->which, g->open_count, false};
        lay_out(g);
        if (!attn_worker_run(g->worker, &run, &open) || !attn_run_quietly(&run, NULL, g->needed) ||
            !choose(g, &run))
            return false;
    }
    return true;
}

/* The outcomes move to the arena of the caller. */
static bool keep(const growing *g, grown_words *grown, attn_arena *arena)
{
    for (size_t i = 0; i < g->of->count; i++) {
        const grown_words *best = &g->outcomes[i].best;
        grown[i] = *best;
        grown[i].words = attn_copy(arena, best->words, best->count, sizeof *best->words);
        grown[i].numbers = attn_copy(arena, best->numbers, best->count, sizeof *best->numbers);
        if (!grown[i].words || !grown[i].numbers) return false;
    }
    return true;
}

bool attn_grow_together(worker_run *worker, const sequence_source *s, const batch *of, size_t beam,
                        grown_words *grown, attn_arena *arena)
{
    const lines next = {1, (attn_statement *[]){s->next}};
    const size_t together = beam < ATTN_MOST_TOGETHER ? ATTN_MOST_TOGETHER / beam : 1;
    attn_arena *own = attn_arena_new(&worker->status);
    attn_dependence found;
    bool done = own && attn_find_steps(worker->lesson, &next, NULL, arena, &found);
    for (size_t at = 0; done && at < of->count; at += together) {
        batch some = *of;
        some.which += at;
        some.count = of->count - at < together ? of->count - at : together;
        growing g = {.worker = worker,
                     .source = s,
                     .of = &some,
                     .beam = beam,
                     .most = attn_most_words(worker->from->options, s),
                     .needed = found.statements,
                     .arena = own};
        attn_batch_input(of, attn_sequence_input(s), &g.input);
        done = grow_some(&g) && keep(&g, grown + at, arena);
        attn_arena_clear(own);
    }
    attn_arena_free(own);
    return done && attn_ok(&worker->status);
}
