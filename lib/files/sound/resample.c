/*
 * resample: band-limited interpolation. The kernel is tabulated once, finely, and read between its
 * places along a straight line.
 */
#include "files/sound/resample.h"

#include <math.h>

#include "core/budget.h"

enum { CROSSINGS = 16, FINE = 512, KERNEL = CROSSINGS * FINE + 1 };

/* At i / FINE crossings from the middle. */
static void fill_kernel(double *kernel)
{
    const double pi = 3.14159265358979323846;
    kernel[0] = 1;
    for (size_t i = 1; i < KERNEL; i++) {
        double t = (double)i / FINE;
        kernel[i] = sin(pi * t) / (pi * t) * (0.5 + 0.5 * cos(pi * t / CROSSINGS));
    }
}

static double kernel_at(const double *kernel, double crossings)
{
    double place = fabs(crossings) * FINE;
    size_t i = (size_t)place;
    return kernel[i] + (kernel[i + 1] - kernel[i]) * (place - (double)i);
}

/* The sound at a moment, counted in its samples; narrowness: crossings of zero in one of them. */
static double sound_at(const attn_sound *sound, const double *kernel, double moment,
                       double narrowness)
{
    double reach = (CROSSINGS - 1.0 / FINE) / narrowness, sum = 0, weights = 0;
    for (double i = ceil(moment - reach); i <= moment + reach; i++) {
        double weight = kernel_at(kernel, (i - moment) * narrowness);
        weights += weight;
        if (i >= 0 && i < (double)sound->count) sum += weight * (double)sound->samples[(size_t)i];
    }
    return sum / weights;
}

size_t attn_resampled_count(const attn_sound *sound, unsigned rate)
{
    uint64_t parts = attn_product64(sound->count, rate);
    return (size_t)(parts / sound->rate + (parts % sound->rate > 0));
}

/* Each sample takes so many of the sound. */
static bool pay(const attn_sound *sound, unsigned rate, size_t count, attn_status *status)
{
    unsigned wider = sound->rate > rate ? sound->rate / rate + 1 : 1;
    uint64_t work = attn_product64(attn_product64(count, 2 * CROSSINGS * wider), ATTN_COST_NUMBER);
    return attn_spend(status, work) ||
           attn_fail_work(status, work, "a sound of %zu samples at another rate", sound->count);
}

bool attn_resample(const attn_sound *sound, unsigned rate, float *samples, size_t count,
                   attn_status *status)
{
    double kernel[KERNEL], narrowness = sound->rate > rate ? (double)rate / sound->rate : 1;
    size_t all = attn_resampled_count(sound, rate), made = count < all ? count : all;
    if (sound->rate != rate && !pay(sound, rate, made, status)) return false;
    fill_kernel(kernel);
    for (size_t i = 0; i < made; i++) {
        double moment = (double)i * sound->rate / rate;
        samples[i] = sound->rate == rate ? sound->samples[i]
                                         : (float)sound_at(sound, kernel, moment, narrowness);
    }
    for (size_t i = made; i < count; i++) samples[i] = 0;
    return true;
}
