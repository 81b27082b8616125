/*
 * spoken: sounds come back from a file as they were written; utterances are the same bytes
 * everywhere, however many were made before; memory may end anywhere.
 */
#include "corpus/corpus.h"
#include "files/bytes/input.h"
#include "files/sound/wav_write.h"
#include "scarce.h"

#define HASH UINT64_C(0xb3bb302fadcd4b2b)

static attn_status status;
static char folder[] = "/tmp/attnviz-XXXXXX";
static char path[sizeof folder + 32];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Whole numbers alone, so it is the same everywhere: a ramp of this length, up and down. */
static void write_ramp(const char *name, size_t length, size_t count)
{
    static float samples[6000];
    ck_assert_uint_le(count, COUNT(samples));
    for (size_t i = 0; i < count; i++)
        samples[i] = (float)((long)(i % length) * 2 - (long)length) / 1024.0f;
    const attn_sound sound = {count, 8000, samples};
    attn_output *output = attn_output_open(in_folder(name), &status);
    ck_assert(output && attn_output_end(output, attn_wav_write(output, &sound, &status)));
}

static void begin(void)
{
    static const char lines[] = "one.wav\tone\t-\ntwo.wav\ttwo\t-\nsix.wav\tsix\theld-out\n"
                                "ten.wav\tten\theld-out\n";
    status = (attn_status){0};
    unit_make_folder(folder);
    write_ramp("one.wav", 40, 3000);
    write_ramp("two.wav", 90, 4000);
    write_ramp("six.wav", 64, 2000);
    write_ramp("ten.wav", 55, 2500);
    unit_write_text(in_folder("words.tsv"), lines);
}

static void end(void)
{
    static const char *const names[] = {"one.wav", "two.wav", "six.wav", "ten.wav", "words.tsv"};
    for (size_t i = 0; i < COUNT(names); i++) remove(in_folder(names[i]));
    ck_assert_int_eq(remove(folder), 0);
}

/* ---- files ---- */

START_TEST(what_is_written_is_read)
{
    float samples[9000];
    for (size_t i = 0; i < COUNT(samples); i++)
        samples[i] = (float)((long)(i * 7919 % 65536) - 32768) / 32768.0f;
    begin();
    const attn_sound sound = {COUNT(samples), 11025, samples};
    attn_output *output = attn_output_open(in_folder("one.wav"), &status);
    ck_assert(attn_output_end(output, attn_wav_write(output, &sound, &status)));
    attn_input input;
    attn_sound read;
    attn_arena *arena = attn_arena_new(&status);
    ck_assert(attn_input_read(&input, in_folder("one.wav"), 1 << 20, &status));
    ck_assert_uint_eq(input.length, 44 + 2 * COUNT(samples));
    ck_assert(attn_wav_read(input.bytes, input.length, "one.wav", 8000, arena, &read, &status));
    ck_assert_uint_eq(read.count, COUNT(samples));
    ck_assert_uint_eq(read.rate, 11025);
    for (size_t i = 0; i < COUNT(samples); i++) ck_assert(read.samples[i] == samples[i]);
    attn_input_close(&input);
    attn_arena_free(arena);
    end();
}
END_TEST

START_TEST(a_sample_stays_in_its_range)
{
    const struct {
        float sample;
        int whole;
    } cases[] = {{0, 0},           {0.5f, 16384},     {-0.5f, -16384},
                 {1, 32767},       {-1, -32768},      {1e30f, 32767},
                 {-1e30f, -32768}, {1.4f / 32768, 1}, {-1.6f / 32768, -2}};
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_int_eq(attn_sample_whole(cases[i].sample), cases[i].whole);
}
END_TEST

/* ---- utterances ---- */

static attn_corpus *read_words(attn_status *of)
{
    attn_input input;
    attn_corpus *corpus = NULL;
    if (attn_input_read(&input, in_folder("words.tsv"), 1 << 16, of))
        corpus = attn_corpus_read(input.bytes, input.length, in_folder("words.tsv"), of);
    attn_input_close(&input);
    return corpus;
}

static uint64_t hash_of_sound(const attn_sound *sound)
{
    uint64_t hash = sound->count;
    for (size_t i = 0; i < sound->count; i++)
        hash = hash * 31 + (uint16_t)attn_sample_whole(sound->samples[i]);
    return hash;
}

START_TEST(the_same_bytes_everywhere)
{
    const attn_corpus_asked asked = {.part = ATTN_TEST, .seed = 1};
    attn_line line;
    uint64_t hash = 0;
    begin();
    attn_corpus *corpus = read_words(&status);
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_msg(attn_corpus_next(stream, &line), "%s", status.message);
        ck_assert_uint_eq(line.column_count, 2);
        ck_assert_uint_eq(line.box_count, line.columns[1].count);
        hash = hash * 31 + hash_of_sound(line.columns[0].sound);
    }
    ck_assert_msg(hash == HASH, "%#llx", (unsigned long long)hash);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    end();
}
END_TEST

/* ---- scarce memory ---- */

static bool make_lines(attn_status *of)
{
    const attn_corpus_asked asked = {.part = ATTN_TEST, .seed = 1, .letters = true};
    attn_line line;
    attn_corpus *corpus = read_words(of);
    attn_corpus_stream *stream = corpus ? attn_corpus_open(corpus, &asked, of) : NULL;
    for (size_t i = 0; stream && i < 3 && attn_corpus_next(stream, &line); i++) continue;
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return attn_ok(of);
}

START_TEST(scarce_memory)
{
    begin();
    ck_assert_uint_gt(scarce_each(make_lines), 10);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spoken");
    TCase *tests = tcase_create("spoken");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, what_is_written_is_read);
    tcase_add_test(tests, a_sample_stays_in_its_range);
    tcase_add_test(tests, the_same_bytes_everywhere);
    tcase_add_test(tests, scarce_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
