/*
 * resample: a sound at another rate.
 */
#ifndef ATTN_FILES_SOUND_RESAMPLE_H
#define ATTN_FILES_SOUND_RESAMPLE_H

#include "files/sound/wav_read.h"

/* How many samples a sound has at this rate: those of the moments before it ends. */
size_t attn_resampled_count(const attn_sound *sound, unsigned rate);
/*
 * The first `count` samples of the sound at this rate, zeros after its end. Each is the sum of
 * those around it by a windowed sinc (Hann, 16 crossings of zero on each side) that lets through
 * what lies below half of the lower rate; its weights sum to 1. Before and after the sound it is
 * silent.
 */
bool attn_resample(const attn_sound *sound, unsigned rate, float *samples, size_t count,
                   attn_status *status);

#endif
