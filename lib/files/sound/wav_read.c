/*
 * wav_read: a RIFF file of the kind WAVE: chunks, each with four letters and the length of what
 * follows, of which "fmt " says what the numbers of "data" are. All numbers have their lowest byte
 * first. Every length is compared with what is there before it is believed.
 */
#include "files/sound/wav_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/budget.h"
#include "core/text.h"

typedef struct span {
    const uint8_t *bytes;
    size_t length;
} span;

enum { whole_numbers = 1, floating_numbers = 3, extensible = 0xFFFE };

typedef struct format {
    unsigned kind, channels, rate, bits;
} format;

/* ---- numbers ---- */

static uint64_t number_at(const uint8_t *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t i = size; i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

/* Of so many bits, the highest of which is the sign. */
static double whole_at(const uint8_t *bytes, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    return ((double)(number_at(bytes, bits / 8) ^ sign) - (double)sign) / (double)sign;
}

static double floating_at(const uint8_t *bytes, unsigned bits)
{
    uint64_t number = number_at(bytes, bits / 8);
    uint32_t half = (uint32_t)number;
    float single;
    double whole;
    memcpy(&single, &half, sizeof single);
    memcpy(&whole, &number, sizeof whole);
    return bits == 32 ? (double)single : whole;
}

static double sample_at(const format *f, const uint8_t *bytes)
{
    if (f->kind == floating_numbers) return floating_at(bytes, f->bits);
    return f->bits == 8 ? (bytes[0] - 128) / 128.0 : whole_at(bytes, f->bits);
}

/* ---- messages ---- */

/* A word of a command line; a name that could say more there stands in quotes. */
static void add_word(attn_text *line, const char *name, size_t length, const char *ending)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "._-/+";
    bool quoted = strspn(name, harmless) < length || *name == '-';
    attn_text_add(line, quoted ? (*name == '-' ? " './" : " '") : " ");
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '\'')
            attn_text_add(line, "'\\''");
        else
            attn_text_add_bytes(line, name + i, 1);
    }
    attn_text_print(line, "%s%s", ending, quoted ? "'" : "");
}

/* "WHAT; make one with: ffmpeg -i word.mp3 -ac 1 -ar 8000 word-8000.wav" */
static bool fail_kind(attn_status *status, const char *what[2], const char *name, unsigned rate)
{
    attn_text line = {0};
    char ending[32];
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    size_t stem = dot && dot > name && dot[-1] != '/' ? (size_t)(dot - name) : strlen(name);
    attn_text_add(&line, "ffmpeg -i");
    add_word(&line, name, strlen(name), "");
    attn_text_print(&line, " -ac 1 -ar %u", rate);
    snprintf(ending, sizeof ending, "-%u.wav", rate);
    add_word(&line, name, stem, ending);
    if (line.failed) attn_no_memory(status, "reading the sound");
    attn_fail(status, ATTN_INPUT, "%s%s; make one with: %s", what[0], what[1],
              attn_text_string(&line));
    attn_text_free(&line);
    return false;
}

/* ---- chunks ---- */

enum { riff_head = 12, chunk_head = 8 };

/* The first chunk of this name. What its length promises beyond the file is not in it. */
static bool find_chunk(span file, const char *name, span *chunk, size_t *promised)
{
    for (size_t at = riff_head; at <= file.length && file.length - at >= chunk_head;) {
        size_t length = (size_t)number_at(file.bytes + at + 4, 4);
        size_t left = file.length - at - chunk_head;
        *chunk = (span){file.bytes + at + chunk_head, length < left ? length : left};
        *promised = length;
        if (memcmp(file.bytes + at, name, 4) == 0) return true;
        if (length >= left) return false;
        at += chunk_head + length + length % 2;
    }
    return false;
}

/* What is wrong with the format; NULL: nothing. */
static const char *read_format(span chunk, format *f)
{
    enum { least = 16, with_kind = 26, most_rate = 1000000 };
    if (chunk.length < least) return "its format (fmt) is cut off";
    const uint8_t *bytes = chunk.bytes;
    unsigned block = (unsigned)number_at(bytes + 12, 2);
    *f = (format){(unsigned)number_at(bytes, 2), (unsigned)number_at(bytes + 2, 2),
                  (unsigned)number_at(bytes + 4, 4), (unsigned)number_at(bytes + 14, 2)};
    if (f->kind == extensible && chunk.length >= with_kind)
        f->kind = (unsigned)number_at(bytes + 24, 2);
    bool whole = f->kind == whole_numbers && f->bits % 8 == 0 && f->bits >= 8 && f->bits <= 32;
    bool floating = f->kind == floating_numbers && (f->bits == 32 || f->bits == 64);
    if (!whole && !floating) return "its samples are compressed, or of an unusual kind";
    if (f->channels == 0 || block != f->channels * (f->bits / 8) || f->rate == 0 ||
        f->rate > most_rate)
        return "its format (fmt) contradicts itself";
    return NULL;
}

/* ---- samples ---- */

/* The mean of the channels at one moment. */
static float mean_at(const format *f, const uint8_t *bytes)
{
    double sum = 0;
    for (unsigned c = 0; c < f->channels; c++) sum += sample_at(f, bytes + c * (f->bits / 8));
    const double mean = sum / f->channels, most = 1e6;
    return fabs(mean) <= most ? (float)mean : NAN;
}

static bool read_samples(const format *f, span data, attn_arena *arena, attn_sound *sound,
                         attn_status *status)
{
    size_t block = (size_t)f->channels * (f->bits / 8), count = data.length / block;
    uint64_t work = attn_product64(attn_product64(count, f->channels), ATTN_COST_NUMBER);
    if (!attn_spend(status, work))
        return attn_fail_work(status, work, "a sound of %zu samples", count);
    float *samples = attn_room(arena, count, sizeof *samples);
    for (size_t i = 0; samples && i < count; i++) {
        samples[i] = mean_at(f, data.bytes + i * block);
        if (isnan(samples[i]))
            return attn_fail(status, ATTN_INPUT,
                             "sample %zu of this sound is no number, or is far too large", i + 1);
    }
    *sound = (attn_sound){count, f->rate, samples};
    return samples != NULL;
}

static bool read_sound(span file, const char *name, unsigned rate, attn_arena *arena,
                       attn_sound *sound, attn_status *status)
{
    format f;
    span chunk;
    size_t promised;
    bool wave = file.length >= riff_head && memcmp(file.bytes, "RIFF", 4) == 0 &&
                memcmp(file.bytes + 8, "WAVE", 4) == 0;
    if (!wave) return fail_kind(status, (const char *[]){"this is not a WAV file", ""}, name, rate);
    const char *wrong = find_chunk(file, "fmt ", &chunk, &promised) ? read_format(chunk, &f)
                                                                    : "it says no format (fmt)";
    if (!wrong && !find_chunk(file, "data", &chunk, &promised)) wrong = "it has no samples (data)";
    if (!wrong && promised > chunk.length) wrong = "it ends too early";
    if (!wrong && chunk.length < f.channels * (f.bits / 8)) wrong = "it has no samples (data)";
    if (!wrong) return read_samples(&f, chunk, arena, sound, status);
    return fail_kind(status, (const char *[]){"this WAV file cannot be read: ", wrong}, name, rate);
}

bool attn_wav_read(const char *bytes, size_t length, const char *name, unsigned rate,
                   attn_arena *arena, attn_sound *sound, attn_status *status)
{
    span file = {(const uint8_t *)bytes, length};
    read_sound(file, name, rate, arena, sound, status);
    attn_status_place(status, name, 0, 0);
    return attn_ok(status);
}
