/*
 * wav_write: the head of a RIFF file, and the samples, lowest byte first.
 */
#include "files/sound/wav_write.h"

#include <string.h>

enum { HEAD = 44, AT_ONCE = 4096 };

int16_t attn_sample_whole(float sample)
{
    const float size = sample * 32768.0f;
    if (!(size > -32768.0f)) return -32768;
    if (size >= 32767.0f) return 32767;
    return (int16_t)(size < 0 ? size - 0.5f : size + 0.5f);
}

static void put(uint8_t *bytes, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> (8 * i));
}

static void make_head(uint8_t *head, const attn_sound *sound)
{
    const uint64_t bytes = (uint64_t)sound->count * 2;
    memcpy(head, "RIFF....WAVEfmt ", 16);
    put(head + 4, bytes + HEAD - 8, 4);
    put(head + 16, 16, 4);
    put(head + 20, 1, 2); /* whole numbers */
    put(head + 22, 1, 2); /* channel */
    put(head + 24, sound->rate, 4);
    put(head + 28, (uint64_t)sound->rate * 2, 4);
    put(head + 32, 2, 2);
    put(head + 34, 16, 2);
    memcpy(head + 36, "data", 4);
    put(head + 40, bytes, 4);
}

bool attn_wav_write(attn_output *output, const attn_sound *sound, attn_status *status)
{
    uint8_t bytes[2 * AT_ONCE];
    if (sound->count > (UINT32_MAX - HEAD) / 2)
        return attn_fail(status, ATTN_LIMIT, "a WAV file has at most 4 GiB");
    make_head(bytes, sound);
    bool done = attn_output_write(output, bytes, HEAD);
    for (size_t from = 0; done && from < sound->count; from += AT_ONCE) {
        const size_t left = sound->count - from, count = left < AT_ONCE ? left : AT_ONCE;
        for (size_t i = 0; i < count; i++)
            put(bytes + 2 * i, (uint16_t)attn_sample_whole(sound->samples[from + i]), 2);
        done = attn_output_write(output, bytes, 2 * count);
    }
    return done;
}
