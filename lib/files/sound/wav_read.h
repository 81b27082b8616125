/*
 * wav_read: the samples of a WAV file, for lessons that listen to a sound.
 */
#ifndef ATTN_FILES_SOUND_WAV_READ_H
#define ATTN_FILES_SOUND_WAV_READ_H

#include "core/memory.h"

/* The mean of all channels, `rate` samples a second, in the arena. Whole numbers of the file lie
 * from −1 to 1 here, others are as they are. */
typedef struct attn_sound {
    size_t count; /* at least one */
    unsigned rate;
    const float *samples;
} attn_sound;

/*
 * From the bytes of a file: RIFF WAVE, of whole numbers of 8, 16, 24 or 32 bits, or of floating
 * numbers of 32 or 64. The fault of another file says how to make it such a one of `rate` samples a
 * second; name is for messages.
 */
bool attn_wav_read(const char *bytes, size_t length, const char *name, unsigned rate,
                   attn_arena *arena, attn_sound *sound, attn_status *status);

#endif
