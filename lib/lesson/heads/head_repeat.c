/*
 * head_repeat: random words of a lesson's vocabulary, each of them twice, for heads that look at
 * what stood behind the same word before (Olsson and others, 2022).
 */
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "lesson/heads/heads.h"
#include "lesson/program/running.h"
#include "text/tokens.h"

enum { OF_MODEL = 25, OF_LESSON = 6, LEAST_LENGTH = 3, MOST_TRIES = 200 };

/* ---- words ---- */

/* "#50257": a place of a vocabulary for which its tokenizer has no piece. */
static bool is_nameless(const attn_labels *words, size_t place)
{
    char name[32];
    snprintf(name, sizeof name, "#%zu", place);
    return strcmp(words->words[place], name) == 0;
}

/* A mark, an unknown word, and a piece that the tokenizer never makes are not drawn. */
static bool can_be_drawn(const sequence_source *s, const attn_labels *words, size_t place,
                         const sequence_source *vocabulary)
{
    const char *word = words->words[place];
    if (attn_token_is_special(word) || attn_text_mark(word, strlen(word)) == strlen(word))
        return false;
    if (place + 1 == words->unknown || (s->end && strcmp(s->end, word) == 0)) return false;
    return vocabulary->nameless || !is_nameless(words, place);
}

static bool lists_place(const size_t *places, size_t count, size_t place)
{
    for (size_t i = 0; i < count; i++)
        if (places[i] == place) return true;
    return false;
}

/* Places of different words of the vocabulary, so many if it has them; how many were found. */
static size_t draw_places(const attn_run *run, const sequence_source *s, uint64_t seed,
                          size_t *places, size_t most)
{
    const attn_labels *words = attn_sequence_here(run, s->in)->labels;
    const sequence_source *vocabulary = &run->lesson->sequences[s->in->place];
    attn_random random = attn_random_named("repeated", seed);
    size_t count = 0;
    for (size_t i = 0; words && i < MOST_TRIES * most && count < most; i++) {
        const size_t place = (size_t)((double)attn_random_uniform(&random) * (double)words->count);
        if (can_be_drawn(s, words, place, vocabulary) && !lists_place(places, count, place))
            places[count++] = place;
    }
    return count;
}

/* Whether another sequence repeats the words of this one by itself. */
static bool is_repeated(const attn_lesson *lesson, const sequence_source *s)
{
    for (size_t i = 0; i < lesson->sequence_count; i++)
        if (lesson->sequences[i].like == s->sequence) return true;
    return false;
}

/* "3,17,3,17": numbers as --ids has them. NULL: the vocabulary has too few words. */
static const char *repeated_ids(const attn_run *run, const sequence_source *s, uint64_t seed,
                                size_t length, attn_arena *arena)
{
    size_t *places = attn_alloc(arena, length + 1, sizeof *places);
    attn_text ids = {0};
    if (!places || draw_places(run, s, seed, places, length) < length) return NULL;
    const size_t times = is_repeated(run->lesson, s) ? 1 : 2;
    for (size_t i = 0; i < times * length; i++)
        attn_text_print(&ids, "%s%zu", i ? "," : "", places[i % length]);
    return attn_keep_text(arena, &ids);
}

/* ---- the run ---- */

static const sequence_source *target_of(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->sequence_count; i++) {
        const char *input = attn_sequence_input(&lesson->sequences[i]);
        if (input && strcmp(input, ATTN_TARGET_NAME) == 0) return &lesson->sequences[i];
    }
    return NULL;
}

static bool is_of_words(const attn_lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->sequence_count; i++) {
        const char *input = attn_sequence_input(&lesson->sequences[i]);
        if (input && strcmp(input, name) == 0) return true;
    }
    return false;
}

/* The options of the run, with random words in place of the reader's. NULL: there are too few. */
static const attn_options *repeated_options(const attn_run *run, uint64_t seed, size_t length,
                                            attn_arena *arena)
{
    const attn_options *was = run->options;
    const sequence_source *s = attn_sequence_of_sentence(run->lesson);
    const sequence_source *target = target_of(run->lesson);
    attn_options *options = attn_copy(arena, was, 1, sizeof *options);
    const char **inputs = attn_alloc(arena, 2 * was->input_count + 1, sizeof *inputs);
    if (!options || !inputs) return NULL;
    options->sentence = options->target_ids = NULL;
    options->written = NULL;
    options->inputs = inputs;
    options->input_count = options->show_count = options->arithmetic_count = 0;
    for (size_t i = 0; i < was->input_count; i++) {
        if (is_of_words(run->lesson, was->inputs[2 * i])) continue;
        memcpy(&inputs[2 * options->input_count++], &was->inputs[2 * i], 2 * sizeof *inputs);
    }
    options->ids = repeated_ids(run, s, seed, length, arena);
    if (target && target != s && target->in)
        options->target_ids = repeated_ids(run, target, seed + 1, length, arena);
    return options->ids ? options : NULL;
}

/* Why a lesson cannot read random words; NULL: it can. */
static const char *cannot(const attn_run *run)
{
    const sequence_source *s = attn_sequence_of_sentence(run->lesson);
    if (!s || !s->in) return "the words of this lesson are its own";
    return run->options->given ? "the words come from a file" : NULL;
}

/* A lesson has learned from texts about as long as its own. */
static size_t usual_length(const attn_run *run)
{
    if (run->lesson->model) return OF_MODEL;
    const sequence_source *s = attn_sequence_of_sentence(run->lesson);
    const size_t own = s ? attn_sequence_here(run, s->sequence)->count : 0;
    return own > OF_MODEL ? OF_MODEL : own < OF_LESSON ? OF_LESSON : own;
}

attn_run *attn_heads_repeat(const attn_run *run, const attn_repeating *how, attn_arena *arena,
                            attn_status *status, attn_heads *heads)
{
    size_t length = how->length ? how->length : usual_length(run);
    attn_run *again = NULL;
    heads->why = cannot(run);
    while (!heads->why && !again) {
        attn_status *trial = attn_alloc(arena, 1, sizeof *trial); /* lives as long as the run */
        const attn_options *options = repeated_options(run, how->seed, length, arena);
        if (!trial || !attn_ok(status)) return NULL;
        again = options ? attn_lesson_run(run->lesson, options, trial) : NULL;
        heads->repeated = again ? length : 0;
        heads->ids = again ? options->ids : NULL;
        if (again) break;
        if (trial->code && (how->length || trial->code != ATTN_INPUT)) {
            *status = *trial;
            return NULL;
        }
        if (how->length || length / 2 < LEAST_LENGTH)
            heads->why = options ? "the model reads no text as long as they are"
                                 : "the vocabulary has too few words";
        length /= 2;
    }
    return again;
}
