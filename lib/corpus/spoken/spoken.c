/*
 * spoken: draws recordings, and mixes them into an utterance. A recording is read when it is first
 * drawn: at the rate of utterances, without the silence at its ends, as loud as all others. From
 * there on everything is in whole numbers, so a seed gives the same samples on every machine.
 */
#include "corpus/spoken/spoken.h"

#include <string.h>

#include "corpus/draw.h"
#include "corpus/parts.h"
#include "files/bytes/input.h"
#include "files/sound/resample.h"

#define MOST_SOUND_BYTES ((size_t)16 << 20)
enum {
    SHORTEST_GAP = SPOKEN_RATE * 3 / 100,
    LONGEST_SHORT_GAP = SPOKEN_RATE * 25 / 100, /* half of the gaps are short */
    LONGEST_GAP = SPOKEN_RATE * 12 / 10,
    MOST_WORD = SPOKEN_RATE * 4, /* samples of a word */
    ECHOES = 3,
    NEAREST_ECHO = SPOKEN_RATE * 5 / 1000,
    FARTHEST_ECHO = SPOKEN_RATE * 40 / 1000,
    PEAK = 16384,        /* of a recording as it is kept */
    SILENCE = PEAK / 32, /* below this its ends are cut off */
    QUIETEST = 6,        /* a word is up to so many decibels quieter */
    LEAST_NOISE = 30,    /* so many decibels below the words */
    MOST_NOISE = 10,
    REPEATED = 5,     /* one utterance in so many repeats a word */
    MOST_TRIES = 1000 /* to make one that is short enough */
};

typedef struct kept_word {
    size_t count; /* 0: not read yet */
    int16_t *samples;
} kept_word;

typedef struct placed_word {
    size_t recording, from, count;
    size_t quieter; /* decibels */
} placed_word;

typedef struct recording_list {
    size_t count;
    size_t *items;
} recording_list;

struct attn_spoken_lines {
    const attn_corpus *corpus;
    attn_arena *arena;
    attn_corpus_asked asked;
    attn_random random;
    recording_list lists[2]; /* of the part: known ones, and those that are held out */
    recording_list same;     /* those of one word */
    kept_word *kept;         /* of each recording */
    size_t word_count;
    placed_word placed[SPOKEN_MOST_WORDS];
    attn_word words[SPOKEN_MOST_WORDS];
    attn_box boxes[SPOKEN_MOST_WORDS];
    size_t count, room; /* samples; and room for so many */
    int32_t *dry, *wet;
    float *samples;
    attn_sound sound;
};

/* ---- recordings ---- */

static bool add_to(attn_arena *arena, recording_list *list, size_t recording)
{
    return attn_append(arena, &list->items, &list->count, &recording, sizeof recording) != NULL;
}

attn_spoken_lines *attn_spoken_lines_new(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                         attn_arena *arena)
{
    const struct attn_spoken *spoken = corpus->spoken;
    attn_spoken_lines *made = attn_alloc(arena, 1, sizeof *made);
    if (!made) return NULL;
    made->corpus = corpus;
    made->arena = arena;
    made->asked = *asked;
    made->random = attn_random_named(attn_part_names[asked->part], asked->seed);
    made->kept = attn_alloc(arena, spoken->count, sizeof *made->kept);
    for (size_t i = 0; i < spoken->count; i++)
        if (spoken->recordings[i].part == asked->part &&
            !add_to(arena, &made->lists[spoken->recordings[i].held], i))
            return NULL;
    return made->kept ? made : NULL;
}

/* The span between the first and the last sample that is loud. */
static void cut_silence(const float *samples, size_t *from, size_t *to, float loud)
{
    while (*from < *to && samples[*from] < loud && samples[*from] > -loud) ++*from;
    while (*to > *from && samples[*to - 1] < loud && samples[*to - 1] > -loud) --*to;
}

static float peak_of(const float *samples, size_t count)
{
    float peak = 0;
    for (size_t i = 0; i < count; i++) {
        const float size = samples[i] < 0 ? -samples[i] : samples[i];
        if (size > peak) peak = size;
    }
    return peak;
}

/* Keeps a sound that was read, PEAK at its loudest. */
static bool keep_samples(attn_spoken_lines *lines, const float *samples, size_t count,
                         kept_word *kept, attn_status *status)
{
    const float peak = peak_of(samples, count);
    size_t from = 0, to = count;
    if (!(peak > 0)) return attn_fail(status, ATTN_INPUT, "this recording is silent");
    cut_silence(samples, &from, &to, peak * SILENCE / PEAK);
    if (to - from > MOST_WORD)
        return attn_fail(status, ATTN_LIMIT,
                         "a word lasts at most %d s, without the silence around it",
                         MOST_WORD / (int)SPOKEN_RATE);
    kept->samples = attn_room(lines->arena, to - from, sizeof *kept->samples);
    if (!kept->samples) return false;
    kept->count = to - from;
    for (size_t i = from; i < to; i++) {
        const float scaled = samples[i] / peak * PEAK;
        kept->samples[i - from] = (int16_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
    }
    return true;
}

static bool read_sound(attn_spoken_lines *lines, const char *file, const attn_input *input,
                       attn_arena *arena, kept_word *kept)
{
    attn_status *status = attn_arena_status(arena);
    attn_sound sound;
    if (!attn_wav_read(input->bytes, input->length, file, SPOKEN_RATE, arena, &sound, status))
        return false;
    const size_t count = attn_resampled_count(&sound, SPOKEN_RATE);
    float *samples = attn_room(arena, count, sizeof *samples);
    return samples && attn_resample(&sound, SPOKEN_RATE, samples, count, status) &&
           keep_samples(lines, samples, count, kept, status);
}

/* The sound of a recording; NULL on failure. */
static const kept_word *keep_recording(attn_spoken_lines *lines, size_t recording)
{
    const char *file = lines->corpus->spoken->recordings[recording].file;
    kept_word *kept = &lines->kept[recording];
    attn_status *status = attn_arena_status(lines->arena);
    attn_input input = {0};
    if (kept->count > 0) return kept;
    attn_arena *arena = attn_arena_new(status);
    bool done = arena &&
                attn_input_beside(&input, lines->corpus->file, file, MOST_SOUND_BYTES, status) &&
                read_sound(lines, file, &input, arena, kept);
    attn_input_close(&input);
    attn_arena_free(arena);
    attn_status_place(status, file, 0, 0);
    return done ? kept : NULL;
}

/* ---- what is said ---- */

/* Half of the test is of recordings that are held out, if there are any. */
static const recording_list *choose_list(attn_spoken_lines *lines)
{
    const recording_list *known = &lines->lists[false], *held = &lines->lists[true];
    if (held->count == 0) return known;
    return known->count == 0 || attn_draw_number(&lines->random, 2) == 1 ? held : known;
}

/* Those of the list that have the word of this one. */
static const recording_list *choose_same(attn_spoken_lines *lines, const recording_list *list,
                                         size_t recording)
{
    const spoken_recording *all = lines->corpus->spoken->recordings;
    lines->same.count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(all[list->items[i]].word, all[recording].word) == 0 &&
            !add_to(lines->arena, &lines->same, list->items[i]))
            return NULL;
    return &lines->same;
}

static size_t choose(attn_spoken_lines *lines, const recording_list *list)
{
    return list->items[attn_draw_number(&lines->random, list->count)];
}

static size_t choose_count(attn_spoken_lines *lines)
{
    const attn_corpus_asked *asked = &lines->asked;
    const size_t least = asked->most ? asked->least : SPOKEN_LEAST,
                 most = asked->most ? asked->most : SPOKEN_MOST;
    return least + attn_draw_number(&lines->random, most - least + 1);
}

/* One word again and again is another task than words of all kinds. */
static void name_kind(attn_spoken_lines *lines)
{
    bool same = lines->word_count > 1;
    for (size_t i = 1; i < lines->word_count; i++)
        same = same && strcmp(lines->words[i].text, lines->words[0].text) == 0;
    for (size_t i = 0; i < lines->word_count; i++)
        lines->words[i].kind = same ? "repeated" : "varied";
}

static bool choose_words(attn_spoken_lines *lines, const recording_list *list)
{
    const bool repeated = attn_draw_number(&lines->random, REPEATED) == 0;
    lines->word_count = choose_count(lines);
    if (repeated && !(list = choose_same(lines, list, choose(lines, list)))) return false;
    for (size_t i = 0; i < lines->word_count; i++) {
        const size_t recording = choose(lines, list);
        const kept_word *kept = keep_recording(lines, recording);
        if (!kept) return false;
        lines->placed[i] = (placed_word){.recording = recording,
                                         .count = kept->count,
                                         .quieter = attn_draw_number(&lines->random, QUIETEST + 1)};
        lines->words[i].text = lines->corpus->spoken->recordings[recording].word;
    }
    name_kind(lines);
    return true;
}

/* ---- when ---- */

/* Before each word, and after the last: uneven, so that nobody can tell the words by the clock. */
static size_t draw_gap(attn_spoken_lines *lines)
{
    const bool brief = attn_draw_number(&lines->random, 2) == 1;
    const size_t least = brief ? SHORTEST_GAP : LONGEST_SHORT_GAP,
                 most = brief ? LONGEST_SHORT_GAP : LONGEST_GAP;
    return least + attn_draw_number(&lines->random, most - least + 1);
}

static void place_words(attn_spoken_lines *lines)
{
    lines->count = draw_gap(lines);
    for (size_t i = 0; i < lines->word_count; i++) {
        placed_word *placed = &lines->placed[i];
        if (i > 0) lines->count += draw_gap(lines);
        placed->from = lines->count;
        lines->count += placed->count;
        lines->boxes[i] = (attn_box){i, placed->from, 0, lines->count, 1};
    }
    lines->count += draw_gap(lines);
}

/* Whether a lesson for utterances of as many words as usual can hear all of it. */
static bool is_short(const attn_spoken_lines *lines)
{
    return lines->word_count > SPOKEN_MOST || lines->count <= SPOKEN_LONGEST;
}

static bool draw_utterance(attn_spoken_lines *lines)
{
    const recording_list *list = choose_list(lines);
    attn_status *status = attn_arena_status(lines->arena);
    if (list->count == 0)
        return attn_fail(status, ATTN_INPUT,
                         "no recording is in the part '%s': one in 16 is for validation and one in "
                         "16 for the test, with those that are held out; add recordings",
                         attn_part_names[lines->asked.part]);
    for (size_t i = 0; i < MOST_TRIES; i++) {
        if (!choose_words(lines, list)) return false;
        place_words(lines);
        if (is_short(lines)) return true;
    }
    return attn_fail(status, ATTN_LIMIT,
                     "after %d draws no utterance lasts at most %.1f s: take shorter recordings, "
                     "or fewer words (--words)",
                     MOST_TRIES, (double)SPOKEN_LONGEST / SPOKEN_RATE);
}

/* ---- the sound ---- */

/* This many decibels less; a decibel is 58409 / 65536. */
static int64_t quieter(int64_t size, size_t decibels)
{
    for (size_t i = 0; i < decibels; i++) size = size * 58409 / 65536;
    return size;
}

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return root;
}

/* Room for all samples. */
static bool make_room(attn_spoken_lines *lines)
{
    if (lines->count <= lines->room) return true;
    lines->room = lines->count < SPOKEN_LONGEST ? SPOKEN_LONGEST : lines->count;
    lines->dry = attn_room(lines->arena, lines->room, sizeof *lines->dry);
    lines->wet = attn_room(lines->arena, lines->room, sizeof *lines->wet);
    lines->samples = attn_room(lines->arena, lines->room, sizeof *lines->samples);
    return lines->dry && lines->wet && lines->samples;
}

static void lay_words(attn_spoken_lines *lines)
{
    memset(lines->dry, 0, lines->count * sizeof *lines->dry);
    for (size_t w = 0; w < lines->word_count; w++) {
        const placed_word *placed = &lines->placed[w];
        const int16_t *samples = lines->kept[placed->recording].samples;
        const int64_t gain = quieter(65536, placed->quieter);
        for (size_t i = 0; i < placed->count; i++)
            lines->dry[placed->from + i] = (int32_t)(samples[i] * gain / 65536);
    }
}

/* How loud the words are: the root of the mean square. */
static int64_t loudness_of(const attn_spoken_lines *lines)
{
    int64_t square = 0, count = 0;
    for (size_t w = 0; w < lines->word_count; w++) count += (int64_t)lines->placed[w].count;
    for (size_t i = 0; i < lines->count; i++) square += (int64_t)lines->dry[i] * lines->dry[i];
    return root_of(square / count);
}

/* A room adds echoes, each later and weaker. */
static void add_echoes(attn_spoken_lines *lines)
{
    memcpy(lines->wet, lines->dry, lines->count * sizeof *lines->wet);
    for (size_t e = 0; e < ECHOES; e++) {
        const size_t later =
            NEAREST_ECHO + attn_draw_number(&lines->random, FARTHEST_ECHO - NEAREST_ECHO + 1);
        const int32_t gain = (int32_t)attn_draw_number(&lines->random, 96) - 48; /* of 256 */
        for (size_t i = later; i < lines->count; i++)
            lines->wet[i] += lines->dry[i - later] * gain / 256;
    }
}

/*
 * Noise is the sum of two even draws, 4096 wide each; its loudness is 1672. Deep noise, as that of
 * a street, keeps three quarters of what was, and is 378 / 1000 as loud for one quarter of the new.
 */
static void add_noise(attn_spoken_lines *lines, int64_t loudness)
{
    const size_t below =
        MOST_NOISE + attn_draw_number(&lines->random, LEAST_NOISE - MOST_NOISE + 1);
    const bool deep = attn_draw_number(&lines->random, 2) == 1;
    const int64_t wanted = quieter(loudness * 256, below);
    int64_t last = 0;
    for (size_t i = 0; i < lines->count; i++) {
        const size_t drawn = attn_draw_number(&lines->random, (size_t)1 << 24);
        int64_t noise = (int64_t)(drawn / 4096 + drawn % 4096) - 4095;
        if (deep) noise = last = (3 * last + 1000 * noise / 378) / 4;
        lines->wet[i] += (int32_t)(noise * wanted / (1672 * 256));
    }
}

static void take_samples(attn_spoken_lines *lines)
{
    const int32_t most = 32767;
    for (size_t i = 0; i < lines->count; i++) {
        const int32_t sample = lines->wet[i];
        lines->samples[i] = (float)(sample > most    ? most
                                    : sample < -most ? -most
                                                     : sample) /
                            32768.0f;
    }
    lines->sound = (attn_sound){lines->count, SPOKEN_RATE, lines->samples};
}

/* ---- the whole ---- */

bool attn_spoken_lines_next(attn_spoken_lines *lines, attn_line *line)
{
    if (!draw_utterance(lines) || !make_room(lines)) return false;
    lay_words(lines);
    add_echoes(lines);
    add_noise(lines, loudness_of(lines));
    take_samples(lines);
    line->columns[line->column_count++] = (attn_words){.sound = &lines->sound};
    line->columns[line->column_count++] =
        (attn_words){.count = lines->word_count, .words = lines->words};
    line->source = &line->columns[1];
    line->box_count = lines->word_count;
    line->boxes = lines->boxes;
    line->held = lines->corpus->spoken->recordings[lines->placed[0].recording].held;
    return true;
}
