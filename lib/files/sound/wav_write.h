/*
 * wav_write: a sound as a WAV file of one channel and whole numbers of 16 bits.
 */
#ifndef ATTN_FILES_SOUND_WAV_WRITE_H
#define ATTN_FILES_SOUND_WAV_WRITE_H

#include "files/bytes/output.h"
#include "files/sound/wav_read.h"

/* A sample from −1 to 1, but for 1 itself, as a whole number; what lies beyond becomes the nearest.
 * attn_wav_read gives back whole numbers unchanged. */
int16_t attn_sample_whole(float sample);
bool attn_wav_write(attn_output *output, const attn_sound *sound, attn_status *status);

#endif
