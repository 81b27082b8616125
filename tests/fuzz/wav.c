/*
 * wav: any bytes as a sound for a lesson to listen to, and at another rate. Those that do not begin
 * as a WAV file are given its first bytes: few inputs would.
 */
#include <stdlib.h>
#include <string.h>

#include "files/sound/resample.h"
#include "fuzz.h"

enum { riff_head = 12 };

static void hear(const attn_sound *sound, unsigned rate, attn_status *status)
{
    enum { most = 512 };
    float samples[most];
    size_t count = attn_resampled_count(sound, rate);
    fuzz_require(count > 0, "a sound has samples at every rate");
    if (count > most) count = most;
    if (attn_resample(sound, rate, samples, count, status))
        fuzz_require_numbers(samples, count, false);
}

static void read_sound(const char *bytes, size_t length)
{
    static const unsigned rates[] = {8000, 44100, 100, 192000};
    attn_status status = {0};
    attn_sound sound = {0};
    attn_arena *arena = attn_arena_new(&status);
    bool read = attn_wav_read(bytes, length, "fuzz 'n.wav", 8000, arena, &sound, &status);
    fuzz_require(read == attn_ok(&status), "a sound that cannot be read is a fault");
    fuzz_require_sane(&status);
    if (read) {
        fuzz_require(sound.count > 0 && sound.rate > 0, "a sound has samples");
        fuzz_require_numbers(sound.samples, sound.count, false);
        hear(&sound, rates[length % 4], &status);
    }
    attn_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *copy = fuzz_copy(bytes, length);
    read_sound(copy, length);
    if (length >= riff_head) {
        memcpy(copy, "RIFF", 4);
        memcpy(copy + 8, "WAVE", 4);
        read_sound(copy, length);
    }
    free(copy);
    return 0;
}
