/*
 * decode: a lesson run until its growing sequences have all their words.
 *
 * Each turn is a run of its own, with an open place behind the words that were chosen; what stands
 * there meanwhile must not matter. The last run has no open place, and is the one that is kept: in
 * it every word must still be the one that its row of `next` chooses.
 */
#include <string.h>

#include "core/budget.h"
#include "core/random.h"
#include "lesson/program/running.h"
#include "text/tokenizer/tokenizer.h"

generation *attn_generation_of(const attn_run *run, const sequence_source *s)
{
    generation *g = run->generations->items;
    while (g->source != s) g++;
    return g;
}

size_t attn_most_words(const attn_options *options, const sequence_source *s)
{
    return options && options->most ? options->most : s->most;
}

bool attn_generations_list(const attn_lesson *lesson, const attn_options *options, generations *all,
                           attn_arena *arena)
{
    all->items = attn_alloc(arena, lesson->sequence_count + 1, sizeof *all->items);
    for (size_t i = 0; all->items && i < lesson->sequence_count; i++)
        if (lesson->sequences[i].next)
            all->items[all->count++] =
                (generation){.source = &lesson->sequences[i],
                             .most = attn_most_words(options, &lesson->sequences[i])};
    return all->items != NULL;
}

size_t attn_turns_left(const generations *all)
{
    size_t left = 0;
    for (size_t i = 0; i < all->count; i++) {
        const generation *g = &all->items[i];
        if (!g->done && g->most - g->count > left) left = g->most - g->count;
    }
    return left;
}

/* ---- what chooses ---- */

/* Column by column the words of the vocabulary, or of some of it. */
static bool columns_are_words(const attn_run *run, const sequence_source *s,
                              const attn_tensor *value)
{
    const attn_sequence *sequence = attn_sequence_here(run, s->sequence);
    const attn_labels *labels = value->col_labels;
    if (!labels || labels->plain) {
        if (value->cols == sequence->vocabulary->count) return true;
        return attn_fail_at(run->status, &s->next_from,
                            "%s has %zu columns, but %s has %zu words: it needs one for each word, "
                            "to choose among them",
                            s->next->text, value->cols, sequence->vocabulary->name,
                            sequence->vocabulary->count);
    }
    if (labels->words == sequence->vocabulary->words) return true;
    for (size_t i = 0; i < labels->count; i++)
        if (!attn_sequence_find(run, sequence, labels->words[i]))
            return attn_fail_at(run->status, &s->next_from,
                                "the columns of %s are words of %s, but '%s' is not a word of %s",
                                s->next->text, labels->name, labels->words[i],
                                sequence->vocabulary->name);
    return true;
}

const attn_tensor *attn_next_value(const attn_run *run, const sequence_source *s)
{
    const attn_statement *next = s->next;
    const attn_sequence *sequence = attn_sequence_here(run, s->sequence);
    char shape[48];
    attn_node node = attn_eval(run->scope, next);
    if (!node) {
        attn_place_formula(run->status, next->origin);
        return NULL;
    }
    const attn_tensor *value = attn_value(run->record, node);
    if (value->rank == ATTN_MATRIX && value->rows == sequence->count)
        return columns_are_words(run, s, value) ? value : NULL;
    attn_fail_at(
        run->status, &s->next_from,
        "%s is a %s: to choose the words of %s it needs a row for each of its places, %zu by now",
        next->text, attn_tensor_shape(value, shape), sequence->name, sequence->count);
    return NULL;
}

const attn_labels *attn_next_labels(const attn_run *run, const sequence_source *s,
                                    const attn_tensor *value)
{
    const attn_labels *labels = value->col_labels;
    return labels && !labels->plain ? labels : attn_sequence_here(run, s->sequence)->vocabulary;
}

static const char *word_of_row(const attn_run *run, const generation *g, const attn_tensor *value,
                               size_t row, float *number)
{
    const float *numbers = value->data + row * value->cols;
    size_t column = attn_place_of_max(numbers, value->cols);
    *number = numbers[column];
    return attn_next_labels(run, g->source, value)->words[column];
}

/* ---- one turn ---- */

static bool ends(const sequence_source *s, const char *word)
{
    for (size_t i = 0; i < s->ends.count; i++)
        if (strcmp(word, s->ends.words[i]) == 0) return true;
    return s->end && strcmp(word, s->end) == 0;
}

/* The place of the next word in the last row: of the greatest number, or drawn by the seed. */
static size_t chosen_place(const attn_run *run, const generation *g, const attn_tensor *value)
{
    const float *numbers = value->data + (value->rows - 1) * value->cols;
    const char *name = attn_print(run->arena, "%s_%zu", g->source->sequence->name, g->count + 1);
    if (!name) return SIZE_MAX;
    attn_random random = attn_random_named(name, run->seed);
    const size_t place = attn_choose_place(numbers, value->cols, &run->options->choice,
                                           (double)attn_random_uniform(&random));
    if (place == SIZE_MAX) attn_no_memory(run->status, "drawing a word");
    return place;
}

static bool choose(const attn_run *run, generation *g, attn_arena *arena)
{
    const attn_tensor *value = attn_next_value(run, g->source);
    const size_t at = g->count, place = value ? chosen_place(run, g, value) : SIZE_MAX;
    if (place == SIZE_MAX) return false;
    if (!g->words) {
        g->words = attn_alloc(arena, g->most, sizeof *g->words);
        g->numbers = attn_alloc(arena, g->most, sizeof *g->numbers);
        if (!g->words || !g->numbers) return false;
    }
    const char *word = attn_next_labels(run, g->source, value)->words[place];
    g->numbers[at] = value->data[(value->rows - 1) * value->cols + place];
    g->words[at] = attn_copy_text(arena, word, strlen(word));
    g->count++;
    g->done = g->count == g->most || ends(g->source, word);
    return g->words[at] != NULL;
}

static bool choose_all(const attn_run *run, generations *all, attn_arena *arena)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].open && !choose(run, &all->items[i], arena)) return false;
    return attn_ok(run->status);
}

/* ---- words that are known already ---- */

static bool take_written(const attn_options *options, generations *all, attn_arena *arena)
{
    const attn_written *written = options ? options->written : NULL;
    generation *g = all->items;
    if (!written || !written->words || all->count != 1) return true;
    g->words = attn_copy(arena, written->words, written->count, sizeof *g->words);
    g->numbers = attn_copy(arena, written->numbers, written->count, sizeof *g->numbers);
    g->count = written->count;
    g->done = true;
    all->read = written->beside;
    return g->words && g->numbers;
}

/* Whether the rows would choose these words; with a beam they need not. */
static bool would_choose(const attn_run *run, const generation *g, bool *same)
{
    float number;
    const attn_tensor *value = attn_next_value(run, g->source);
    *same = value != NULL;
    for (size_t i = 0; *same && i < g->count && run->options->written->beam == 1; i++)
        *same = strcmp(word_of_row(run, g, value, i, &number), g->words[i]) == 0;
    return value != NULL;
}

/* The run with the words that are known; *run NULL: they are to be found word by word, since they
 * are not known, or come out otherwise where a sentence is computed alone. False on failure. */
static bool run_written(const attn_lesson *lesson, const attn_options *options, generations *all,
                        attn_arena *arena, attn_status *status, attn_run **run)
{
    bool same;
    *run = NULL;
    if (!take_written(options, all, arena)) return false;
    if (all->count == 0 || !all->items[0].done) return true;
    *run = attn_run_once(lesson, options, all, status);
    if (!*run || !would_choose(*run, all->items, &same)) return false;
    if (same) return true;
    attn_run_free(*run);
    *run = NULL;
    all->items[0] = (generation){.source = all->items[0].source, .most = all->items[0].most};
    return true;
}

/* ---- the last run ---- */

/* The row that chose word i of those that grew: of a text that is continued the one before it. */
static size_t row_of(const generation *g, const attn_generated *generated, size_t i)
{
    return generated->begun + i - (g->source->continues ? 1 : 0);
}

/* A word is chosen before it and those after it are there; if that matters, the lesson looks at
 * what it is to find. Where formulas were exchanged, it is what they show. */
static bool check_stable(const attn_run *run, const generation *g, attn_generated *generated)
{
    float number;
    if (run->options->written && run->options->written->beam > 1) return true;
    if (run->options->choice.temperature > 0) return true; /* the greatest need not be chosen */
    const attn_tensor *value = attn_next_value(run, g->source);
    if (!value) return false;
    for (size_t i = 0; i < g->count && !generated->unsettled; i++)
        if (strcmp(word_of_row(run, g, value, row_of(g, generated, i), &number), g->words[i]) != 0)
            generated->unsettled = generated->begun + i + 1;
    if (!generated->unsettled || run->lesson->exchange_count) return true;
    size_t place = generated->unsettled, row = row_of(g, generated, place - 1 - generated->begun);
    return attn_fail_at(run->status, &g->source->next_from,
                        "row %zu of %s chose '%s', but chooses '%s' now that this and the words "
                        "after it are in %s: a row may depend only on the words before it (read "
                        "them moved, by \"from\", and mask the later ones)",
                        row + 1, g->source->next->text, generated->words[place - 1],
                        word_of_row(run, g, value, row, &number), generated->name);
}

/* The words that it has by now. */
static attn_generated generated_by(const attn_run *run, const generation *g)
{
    const bool ended = g->count && ends(g->source, g->words[g->count - 1]);
    const attn_sequence *sequence = attn_sequence_here(run, g->source->sequence);
    const attn_tokenizer *by = attn_sequence_tokenizer(run->lesson, g->source);
    return (attn_generated){.name = sequence->name,
                            .next = g->source->next->text,
                            .expr = g->source->next->results[0],
                            .end = ended ? sequence->labels->words[sequence->count - 1]
                                         : g->source->end,
                            .ended = ended,
                            .stopped = g->stopped,
                            .count = sequence->count,
                            .begun = sequence->count - g->count,
                            .words = sequence->labels->words,
                            .whole = sequence->labels->whole,
                            .language = by ? by->language : ATTN_LANGUAGE_NONE,
                            .numbers = g->numbers};
}

static bool keep_generation(attn_run *run, const generation *g)
{
    attn_generated *generated = attn_push(run->arena, &run->outcome.generated,
                                          &run->outcome.generated_count, sizeof *generated);
    if (!generated) return false;
    *generated = generated_by(run, g);
    generated->numbers = attn_copy(run->arena, g->numbers, g->count, sizeof *g->numbers);
    if (g->stopped) generated->stopped = attn_copy_text(run->arena, g->stopped, strlen(g->stopped));
    return generated->numbers && check_stable(run, g, generated);
}

static bool record_all(attn_run *run, const generations *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].count && !keep_generation(run, &all->items[i])) return false;
    return true;
}

/* ---- turn by turn ---- */

static void forget_turns(generations *all)
{
    if (all->last != all->first) attn_run_free(all->last);
    attn_run_free(all->first);
    all->first = all->last = NULL;
}

/* Where there is not enough memory to keep what a turn computes for the next one, or what the one
 * before has computed, nothing is kept, and all is computed. If that fails, too, the first fault is
 * told: of a budget of work there may be little left. */
static attn_run *next_turn(const attn_lesson *lesson, const attn_options *options, generations *all,
                           attn_status *status)
{
    attn_run *run = attn_run_once(lesson, options, all, status);
    const attn_status fault = *status;
    if (run || !all->follows || (fault.code != ATTN_LIMIT && fault.code != ATTN_MEMORY)) return run;
    attn_status_clear(status);
    forget_turns(all);
    all->follows = false;
    run = attn_run_once(lesson, options, all, status);
    if (!run) *status = fault;
    return run;
}

/* The words that were chosen, without the open place behind them. False without memory. */
static bool leave_open(const attn_run *run, const generation *g, attn_generated *by_now,
                       attn_arena *arena)
{
    const attn_tokenizer *by = attn_sequence_tokenizer(run->lesson, g->source);
    const attn_whole unwritten = {0};
    attn_labels labels = {.count = g->count, .words = g->words};
    by_now->count = g->count;
    by_now->begun = 0;
    by_now->words = g->words;
    if (by && !attn_whole_words(by, &unwritten, arena, &labels)) return false;
    by_now->whole = labels.whole;
    return true;
}

/* Whoever listens hears the words of a text that a model writes. What a lesson writes may turn out
 * to be wrong at its end. */
static void let_hear(const attn_run *run, const generations *all)
{
    const attn_options *options = run->options;
    const generation *g = all->items;
    if (!options->heard || all->count != 1) return;
    if (!g->source->continues && !(run->lesson->model && g->open && g->count)) return;
    attn_status ignored = {0}; /* what cannot be said now is said at the end */
    attn_arena *arena = attn_arena_new(&ignored);
    attn_generated by_now = generated_by(run, g);
    if (arena && (g->source->continues || leave_open(run, g, &by_now, arena)))
        options->heard(options->hears, &by_now);
    attn_arena_free(arena);
}

/* A text that is continued has no room for its last word: the model has no more places, or memory
 * or work end. It ends before that word. NULL: it is another fault. */
static attn_run *take_back(const attn_lesson *lesson, const attn_options *options, generations *all,
                           attn_arena *arena, attn_status *status)
{
    generation *g = all->items;
    if (all->count != 1 || !g->source->continues || g->count < 2) return NULL;
    if (all->last != all->first) attn_run_free(all->last); /* the fault has some of its memory */
    all->last = all->first;
    g->stopped = attn_copy_text(arena, status->message, strlen(status->message));
    g->count--;
    g->done = true;
    attn_status_clear(status);
    attn_renew(status);
    return g->stopped ? next_turn(lesson, options, all, status) : NULL;
}

/* A turn that has chosen its words: the next ones may need what it has learned or computed. */
static void end_turn(generations *all, attn_run *run)
{
    if (run->trainer) {
        all->trained = run;
        all->follows = false;
    } else if (all->follows) {
        if (all->last != all->first) attn_run_free(all->last);
        all->last = run;
        if (!all->first) all->first = run;
    } else {
        attn_run_free(run);
    }
}

/* What the first turn noted of values that the others have from it. */
static void take_notes(attn_run *run, const attn_run *first)
{
    run->outcome.untrained = first->outcome.untrained;
    run->turned = first->turned;
    run->turned_count = first->turned_count;
}

/* The run that is kept, which owns those that it needs. */
static attn_run *last_turn(generations *all, attn_run *run)
{
    const bool done = run && record_all(run, all);
    if (run) run->outcome.kept = attn_record_taken(run->record, &run->outcome.made);
    if (run) attn_record_stop_following(run->record);
    if (!done) {
        attn_run_free(run);
        attn_run_free(all->trained);
        forget_turns(all);
        return NULL;
    }
    if (all->last != all->first) attn_run_free(all->last);
    if (all->first) take_notes(run, all->first);
    run->owned = all->first;
    run->teacher = all->trained;
    return run;
}

/* Whether a word is written at all: a text that could go on is often only read. */
static bool is_written(const generations *all, const attn_options *options)
{
    const bool goes_on = options && options->continues;
    for (size_t i = 0; i < all->count; i++)
        if (goes_on || !all->items[i].source->continues) return true;
    return false;
}

attn_run *attn_decode(const attn_lesson *lesson, const attn_options *options, attn_arena *arena,
                      attn_status *status)
{
    generations all = {0};
    if (!attn_generations_list(lesson, options, &all, arena)) return NULL;
    attn_run *run;
    if (!run_written(lesson, options, &all, arena, status, &run)) {
        attn_run_free(run);
        return NULL;
    }
    if (!run) {
        all.follows = is_written(&all, options) && !(options && options->uncached);
        run = next_turn(lesson, options, &all, status);
    }
    while (run && run->open && !attn_run_only_trains(run)) {
        let_hear(run, &all);
        const bool chosen = choose_all(run, &all, arena);
        end_turn(&all, run);
        run = chosen ? next_turn(lesson, options, &all, status) : NULL;
        if (chosen && !run) run = take_back(lesson, options, &all, arena, status);
    }
    return last_turn(&all, run);
}
