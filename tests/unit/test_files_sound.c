/*
 * files_sound: WAV files of every kind that is read, and of kinds that are not; sounds at another
 * rate.
 */
#include <math.h>

#include "core/budget.h"
#include "files/sound/resample.h"
#include "scarce.h"

/* ---- files ---- */

typedef struct file {
    unsigned char bytes[4096];
    size_t length;
} file;

static void add(file *f, const char *text)
{
    memcpy(f->bytes + f->length, text, strlen(text));
    f->length += strlen(text);
}

static void add_number(file *f, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++) f->bytes[f->length++] = (unsigned char)(number >> (8 * i));
}

typedef struct kind {
    unsigned format, channels, rate, bits;
    bool extensible;
} kind;

static void add_format(file *f, const kind *k)
{
    add(f, "fmt ");
    add_number(f, k->extensible ? 40 : 16, 4);
    add_number(f, k->extensible ? 0xFFFE : k->format, 2);
    add_number(f, k->channels, 2);
    add_number(f, k->rate, 4);
    add_number(f, (uint64_t)k->rate * k->channels * (k->bits / 8), 4);
    add_number(f, k->channels * (k->bits / 8), 2);
    add_number(f, k->bits, 2);
    if (!k->extensible) return;
    add_number(f, 22, 2);
    add_number(f, k->bits, 2);
    add_number(f, 0, 4);
    add_number(f, k->format, 2);
    for (size_t i = 0; i < 14; i++) add_number(f, 7, 1);
}

/* A number from −1 to 1, as the file has it. */
static void add_sample(file *f, const kind *k, double sample)
{
    float single = (float)sample;
    uint64_t bits = 0;
    if (k->format == 3 && k->bits == 32) memcpy(&bits, &single, sizeof single);
    if (k->format == 3 && k->bits == 64) memcpy(&bits, &sample, sizeof sample);
    if (k->format == 1 && k->bits == 8) bits = (uint64_t)(sample * 128 + 128);
    if (k->format == 1 && k->bits > 8)
        bits = (uint64_t)(int64_t)(sample * (double)(UINT64_C(1) << (k->bits - 1)));
    add_number(f, bits, k->bits / 8);
}

/* One channel has `samples`, each further one their negatives, halved. */
static void make(file *f, const kind *k, const double *samples, size_t count)
{
    size_t size = count * k->channels * (k->bits / 8);
    f->length = 0;
    add(f, "RIFF");
    add_number(f, 0, 4); /* nobody reads it */
    add(f, "WAVELIST");
    add_number(f, 3, 4);
    add(f, "odd.");
    add_format(f, k);
    add(f, "data");
    add_number(f, size, 4);
    for (size_t i = 0; i < count; i++)
        for (unsigned c = 0; c < k->channels; c++)
            add_sample(f, k, c ? -samples[i] / 2 : samples[i]);
}

typedef struct outcome {
    attn_status status;
    attn_arena *arena;
    attn_sound sound;
    bool read;
} outcome;

/* From memory of exactly this size, so that reading on is seen. */
static void read_file(outcome *o, const file *f, size_t length)
{
    static attn_status fine;
    memset(o, 0, sizeof *o);
    o->arena = attn_arena_new(&fine);
    char *bytes = malloc(length + !length);
    memcpy(bytes, f->bytes, length);
    o->read = attn_wav_read(bytes, length, "a.wav", 8000, o->arena, &o->sound, &o->status);
    ck_assert(o->read == attn_ok(&o->status));
    free(bytes);
}

static const double samples[] = {0, 0.5, -0.5, 0.25, -1, 0.75, 0.125};

static const kind kinds[] = {
    {1, 1, 8000, 8, false},   {1, 1, 8000, 16, false},   {1, 2, 44100, 16, false},
    {1, 1, 48000, 24, false}, {1, 2, 16000, 24, true},   {1, 1, 8000, 32, false},
    {1, 6, 96000, 32, true},  {3, 1, 8000, 32, false},   {3, 2, 8000, 64, false},
    {3, 1, 8000, 32, true},   {1, 1, 1000000, 16, true},
};

START_TEST(every_kind_is_read)
{
    file f;
    outcome o;
    const kind *k = &kinds[_i];
    make(&f, k, samples, COUNT(samples));
    read_file(&o, &f, f.length);
    ck_assert_msg(o.read, "%s", o.status.message);
    ck_assert_uint_eq(o.sound.count, COUNT(samples));
    ck_assert_uint_eq(o.sound.rate, k->rate);
    double others = (k->channels - 1) / 2.0;
    for (size_t i = 0; i < COUNT(samples); i++) {
        double mean = samples[i] * (1 - others) / k->channels;
        ck_assert_double_eq_tol((double)o.sound.samples[i], mean, 1e-7);
    }
    attn_arena_free(o.arena);
}
END_TEST

/* Nothing that is cut off is read, and no byte behind its end. */
START_TEST(a_file_that_ends_too_early_is_no_sound)
{
    file f;
    outcome o;
    make(&f, &kinds[4], samples, COUNT(samples));
    for (size_t length = 0; length < f.length; length++) {
        read_file(&o, &f, length);
        ck_assert_msg(!o.read, "%zu bytes", length);
        ck_assert_str_eq(o.status.file, "a.wav");
        attn_arena_free(o.arena);
    }
}
END_TEST

#define MEND "; make one with: ffmpeg -i a.wav -ac 1 -ar 8000 a-8000.wav"

/* A byte of a good file is another: of one with a chunk "LIST" of 3 bytes and one of filling at 12,
 * with "fmt " at 24 and "data" at 48. */
static const struct {
    size_t at;
    unsigned char byte;
    const char *message;
} damages[] = {
    {0, 'X', "this is not a WAV file" MEND},
    {8, 'X', "this is not a WAV file" MEND},
    {24, 'X', "this WAV file cannot be read: it says no format (fmt)" MEND},
    {19, 0x7f, "this WAV file cannot be read: it says no format (fmt)" MEND},
    {28, 15, "this WAV file cannot be read: its format (fmt) is cut off" MEND},
    {32, 2, "this WAV file cannot be read: its samples are compressed, or of an unusual kind" MEND},
    {46, 12,
     "this WAV file cannot be read: its samples are compressed, or of an unusual kind" MEND},
    {46, 24, "this WAV file cannot be read: its format (fmt) contradicts itself" MEND},
    {34, 0, "this WAV file cannot be read: its format (fmt) contradicts itself" MEND},
    {34, 9, "this WAV file cannot be read: its format (fmt) contradicts itself" MEND},
    {39, 1, "this WAV file cannot be read: its format (fmt) contradicts itself" MEND},
    {48, 'X', "this WAV file cannot be read: it has no samples (data)" MEND},
    {52, 0, "this WAV file cannot be read: it has no samples (data)" MEND},
    {52, 1, "this WAV file cannot be read: it has no samples (data)" MEND},
    {54, 1, "this WAV file cannot be read: it ends too early" MEND},
};

START_TEST(what_is_wrong_is_said)
{
    file f;
    outcome o;
    make(&f, &kinds[1], samples, COUNT(samples));
    f.bytes[damages[_i].at] = damages[_i].byte;
    read_file(&o, &f, f.length);
    ck_assert_str_eq(o.status.message, damages[_i].message);
    attn_arena_free(o.arena);
}
END_TEST

START_TEST(numbers_of_no_sound_are_refused)
{
    const double wrong[] = {NAN, INFINITY, 1e300};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        file f;
        outcome o;
        make(&f, &kinds[8], (double[]){0, wrong[i]}, 2);
        read_file(&o, &f, f.length);
        ck_assert_str_eq(o.status.message,
                         "sample 2 of this sound is no number, or is far too large");
        attn_arena_free(o.arena);
    }
}
END_TEST

/* The line can be typed in, whatever the file is called. */
static const struct {
    const char *name, *line;
} names[] = {
    {"word.mp3", "ffmpeg -i word.mp3 -ac 1 -ar 8000 word-8000.wav"},
    {"a.b/word", "ffmpeg -i a.b/word -ac 1 -ar 8000 a.b/word-8000.wav"},
    {"./.hidden", "ffmpeg -i ./.hidden -ac 1 -ar 8000 ./.hidden-8000.wav"},
    {"it's; rm x.ogg", "ffmpeg -i 'it'\\''s; rm x.ogg' -ac 1 -ar 8000 'it'\\''s; rm x-8000.wav'"},
    {"-y.mp3", "ffmpeg -i './-y.mp3' -ac 1 -ar 8000 './-y-8000.wav'"},
};

START_TEST(the_line_names_the_file)
{
    attn_status status = {0}, fine = {0};
    attn_arena *arena = attn_arena_new(&fine);
    attn_sound sound;
    ck_assert(!attn_wav_read("ID3", 3, names[_i].name, 8000, arena, &sound, &status));
    ck_assert_str_eq(strstr(status.message, "ffmpeg"), names[_i].line);
    attn_arena_free(arena);
}
END_TEST

/* ---- another rate ---- */

enum { MOST = 20000 };

static void tone(float *to, size_t count, unsigned rate, double hertz)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (float)sin(2 * 3.14159265358979 * hertz * (double)i / rate);
}

/* How far a tone is, away from its ends, from the same tone, or from silence. */
static double off(unsigned from, unsigned to, double hertz, bool kept)
{
    static float before[MOST], after[2 * MOST], same[2 * MOST];
    attn_status status = {0};
    size_t count = from / 4;
    attn_sound sound = {count, from, before};
    tone(before, count, from, hertz);
    size_t made = attn_resampled_count(&sound, to), edge = made / 8;
    ck_assert_uint_eq(made, ((uint64_t)count * to + from - 1) / from);
    ck_assert(attn_resample(&sound, to, after, made, &status));
    memset(same, 0, sizeof same);
    if (kept) tone(same, made, to, hertz);
    double most = 0;
    for (size_t i = edge; i < made - edge; i++)
        most = fmax(most, fabs((double)after[i] - (double)same[i]));
    return most;
}

START_TEST(a_tone_stays_a_tone)
{
    static const unsigned rates[] = {8000, 11025, 16000, 44100, 48000};
    for (size_t i = 0; i < COUNT(rates); i++)
        for (size_t k = 0; k < COUNT(rates); k++) {
            double lower = rates[i] < rates[k] ? rates[i] : rates[k];
            ck_assert_double_lt(off(rates[i], rates[k], 0.05 * lower, true), 2e-3);
            ck_assert_double_lt(off(rates[i], rates[k], 0.42 * lower, true), 2e-2);
        }
}
END_TEST

/* What the lower rate cannot hold does not come back as another tone. */
START_TEST(a_tone_too_high_is_gone)
{
    ck_assert_double_lt(off(44100, 8000, 4800, false), 2e-2);
    ck_assert_double_lt(off(44100, 8000, 7500, false), 2e-3);
    ck_assert_double_lt(off(48000, 16000, 15000, false), 2e-3);
}
END_TEST

START_TEST(a_sound_is_cut_or_followed_by_silence)
{
    attn_status status = {0};
    float two[] = {0.5f, -0.25f}, made[5];
    attn_sound sound = {2, 8000, two};
    ck_assert_uint_eq(attn_resampled_count(&sound, 8000), 2);
    ck_assert_uint_eq(attn_resampled_count(&sound, 4000), 1);
    ck_assert_uint_eq(attn_resampled_count(&sound, 4001), 2);
    ck_assert(attn_resample(&sound, 8000, made, 5, &status));
    const float wanted[] = {0.5f, -0.25f, 0, 0, 0};
    ck_assert(memcmp(made, wanted, sizeof wanted) == 0);
    ck_assert(attn_resample(&sound, 8000, made, 1, &status));
    ck_assert(attn_resample(&sound, 192000, made, 1, &status));
    ck_assert_double_eq_tol((double)made[0], 0.5, 1e-6);
}
END_TEST

START_TEST(both_cost_work)
{
    file f;
    outcome o;
    float made[1];
    attn_status status = {0};
    make(&f, &kinds[1], samples, COUNT(samples));
    attn_budget_set(ATTN_USUAL_MEMORY, 100);
    read_file(&o, &f, f.length);
    ck_assert_int_eq(o.status.code, ATTN_LIMIT);
    ck_assert(!attn_resample(&(attn_sound){1, 8000, made}, 4000, made, 1, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
    attn_arena_free(o.arena);
}
END_TEST

/* A good file, and one whose fault needs memory for its message. */
static bool read_two(attn_status *status)
{
    file f;
    attn_sound sound;
    attn_arena *arena = attn_arena_new(status);
    make(&f, &kinds[1], samples, COUNT(samples));
    bool done =
        arena && attn_wav_read((const char *)f.bytes, f.length, "a", 8000, arena, &sound, status);
    if (done) attn_wav_read("ID3", 3, "a", 8000, arena, &sound, status);
    if (status->code == ATTN_INPUT) attn_status_clear(status);
    attn_arena_free(arena);
    return done && attn_ok(status);
}

START_TEST(memory_may_end_anywhere)
{
    scarce_each(read_two);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("files_sound");
    TCase *tests = tcase_create("sound");
    tcase_add_loop_test(tests, every_kind_is_read, 0, COUNT(kinds));
    tcase_add_test(tests, a_file_that_ends_too_early_is_no_sound);
    tcase_add_loop_test(tests, what_is_wrong_is_said, 0, COUNT(damages));
    tcase_add_test(tests, numbers_of_no_sound_are_refused);
    tcase_add_loop_test(tests, the_line_names_the_file, 0, COUNT(names));
    tcase_add_test(tests, a_tone_stays_a_tone);
    tcase_add_test(tests, a_tone_too_high_is_gone);
    tcase_add_test(tests, a_sound_is_cut_or_followed_by_silence);
    tcase_add_test(tests, both_cost_work);
    tcase_add_test(tests, memory_may_end_anywhere);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
