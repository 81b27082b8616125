/*
 * write: what a lesson writes for many sentences, whose words grow together.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/program/growing.h"

typedef struct writing {
    attn_run *run; /* beside which the words grow */
    worker_run worker;
    const sequence_source *grows, *reads; /* reads: NULL: all words but those that grow are there */
    const char *inputs[2];
    examples all;    /* one for each sentence */
    uint32_t *order; /* of the sentences: those of equal lengths together */
    size_t beam;
    attn_written *written;
    attn_arena *arena;
} writing;

/* ---- sentences ---- */

static bool add_start(writing *w)
{
    const uint32_t start = (uint32_t)w->all.word_count;
    return attn_append(w->arena, &w->all.starts, &w->all.start_count, &start, sizeof start);
}

/* An example has the words of a sentence, and none in what grows; a sentence that cannot be read
 * has no words. */
static bool add_example(writing *w, const char *text)
{
    word_list list = {0};
    if (w->reads && !add_start(w)) return false;
    if (w->reads && !attn_sequence_cut(w->run, w->reads, text, &list)) {
        attn_status_clear(w->run->status);
        list.count = 0;
    }
    for (size_t i = 0; i < list.count; i++)
        if (!attn_push_text(w->arena, &w->all.texts, &w->all.word_count, list.words[i]))
            return false;
    w->all.count++;
    return add_start(w);
}

static size_t length_of(const writing *w, uint32_t example)
{
    return w->reads ? attn_example_length(&w->all, example, 0) : 0;
}

/* Puts those of equal lengths together: by their number of words, each in its order. */
static bool sort_examples(writing *w)
{
    size_t longest = 0, at = 0;
    w->order = attn_alloc(w->arena, w->all.count, sizeof *w->order);
    w->all.words = attn_alloc(w->arena, w->all.word_count + 1, sizeof *w->all.words);
    if (!w->order || !w->all.words) return false;
    for (size_t i = 0; i < w->all.word_count; i++) w->all.words[i] = (uint32_t)i;
    for (uint32_t i = 0; i < w->all.count; i++)
        if (length_of(w, i) > longest) longest = length_of(w, i);
    for (size_t length = 0; length <= longest; length++)
        for (uint32_t i = 0; i < w->all.count; i++)
            if (length_of(w, i) == length) w->order[at++] = i;
    return true;
}

static bool read_sentences(writing *w, const char *const *sentences, size_t count)
{
    w->all.input_count = w->reads ? 2 : 1;
    for (size_t i = 0; i < count; i++)
        if (!add_example(w, sentences[i])) return false;
    return add_start(w) && sort_examples(w);
}

/* ---- what is written ---- */

static bool keep(const writing *w, const grown_words *grown, attn_written *written)
{
    const char **words = attn_alloc(w->arena, grown->count + 1, sizeof *words);
    for (size_t i = 0; words && i < grown->count; i++)
        words[i] = attn_copy_text(w->arena, grown->words[i], strlen(grown->words[i]));
    const attn_run *run = w->run;
    *written = (attn_written){.count = grown->count,
                              .words = words,
                              .numbers = grown->numbers,
                              .beam = w->beam,
                              .beside = run->outcome.untrained || run->turned_count ? NULL : run};
    return words != NULL;
}

/* Sentences of equal lengths. */
static bool write_some(writing *w, const uint32_t *which, size_t count)
{
    const batch some = {&w->all, w->inputs, which, count, false};
    grown_words *grown = attn_alloc(w->arena, count, sizeof *grown);
    attn_renew(&w->worker.status);
    if (!grown || !attn_grow_together(&w->worker, w->grows, &some, w->beam, grown, w->arena))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!keep(w, &grown[i], &w->written[which[i]])) return false;
    return true;
}

static void write_all(writing *w)
{
    for (size_t at = 0, count; at < w->all.count; at += count) {
        count = 1;
        while (at + count < w->all.count && count < ATTN_MOST_TOGETHER &&
               attn_equal_lengths(&w->all, w->order[at], w->order[at + count]))
            count++;
        if (w->reads && length_of(w, w->order[at]) == 0) continue;
        if (!write_some(w, w->order + at, count) && w->all.count > 1)
            attn_status_clear(&w->worker.status);
    }
}

/* ---- the whole ---- */

/* The first sentence's run, as far as the first word that is to be chosen. */
static bool begin(writing *w, const attn_lesson *lesson, const attn_options *options,
                  generations *growing, attn_status *status)
{
    if (!attn_generations_list(lesson, options, growing, w->arena) || growing->count != 1)
        return false;
    w->run = attn_run_once(lesson, options, growing, status);
    w->grows = growing->items[0].source;
    return w->run && growing->items[0].open && !w->run->trainer;
}

attn_run *attn_lesson_write(const attn_lesson *lesson, const attn_options *options,
                            const char *const *sentences, size_t count, size_t beam,
                            attn_written *written, attn_arena *arena, attn_status *status)
{
    generations growing = {0};
    attn_options first = *options;
    first.sentence = sentences[0];
    writing w = {.beam = beam, .written = written, .arena = arena};
    bool done = begin(&w, lesson, &first, &growing, status);
    if (done && sentences[0]) w.reads = attn_sequence_of_sentence(lesson);
    const char *input = w.reads ? attn_sequence_input(w.reads) : NULL;
    if (input) w.inputs[0] = input;
    if (done) w.inputs[input != NULL] = attn_sequence_input(w.grows);
    done = done && !(input && attn_input_given(w.run, input)) &&
           read_sentences(&w, sentences, count) && attn_worker_begin(&w.worker, w.run);
    if (done) write_all(&w);
    attn_status_join(status, &w.worker.status);
    attn_worker_end(&w.worker);
    if (!w.run) return NULL;
    w.run->options = NULL; /* it only keeps what it has read */
    w.run->generations = NULL;
    return w.run;
}
