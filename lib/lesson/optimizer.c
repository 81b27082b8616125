/*
 * optimizer: learned numbers changed against their gradient.
 *
 * Plain: w ← w − r g. Adam (Kingma and Ba, 2015): m and v are running means of g and g², both
 * divided by what they lack at the beginning, and w ← w − r m̂ / (√v̂ + ε).
 */
#include <math.h>

#include "lesson/document.h"

static const double pi = 3.14159265358979323846;

double attn_rate_at(const training *train, size_t steps, size_t number)
{
    const double lowest = 0.05; /* the share of the rate that the cosine ends at */
    if (number <= train->warmup) return train->rate * (double)number / (double)train->warmup;
    if (!train->cosine || steps <= train->warmup) return train->rate;
    double done = (double)(number - train->warmup) / (double)(steps - train->warmup);
    return train->rate * (lowest + (1 - lowest) * 0.5 * (1 + cos(pi * done)));
}

/* Eight sums side by side, so that they are the same on every machine, and quick on each. */
static double sum_of_squares(const float *numbers, size_t count)
{
    enum { LANES = 8 };
    double sums[LANES] = {0}, sum = 0;
    size_t whole = count / LANES * LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sums[k] += (double)numbers[i + k] * (double)numbers[i + k];
    for (size_t i = whole; i < count; i++) sum += (double)numbers[i] * (double)numbers[i];
    for (size_t k = 0; k < LANES; k++) sum += sums[k];
    return sum;
}

/* A gradient longer than `clip` is shortened to it. */
static void clip(const optimizer *o, double most, float *gradient)
{
    double length = sqrt(sum_of_squares(gradient, o->count));
    if (!(length > most)) return;
    float share = (float)(most / length);
    for (size_t i = 0; i < o->count; i++) gradient[i] *= share;
}

static void adam(const optimizer *o, double rate, const float *gradient)
{
    const float b1 = 0.9f, b2 = 0.999f, epsilon = 1e-8f;
    double t = (double)o->step;
    float share = (float)(rate / (1 - pow(0.9, t))), root = (float)sqrt(1 - pow(0.999, t));
    float *restrict w = o->numbers, *restrict m = o->mean, *restrict v = o->square;
    for (size_t i = 0; i < o->count; i++) {
        float g = gradient[i];
        m[i] = b1 * m[i] + (1 - b1) * g;
        v[i] = b2 * v[i] + (1 - b2) * g * g;
        w[i] -= share * m[i] / (sqrtf(v[i]) / root + epsilon);
    }
}

void attn_optimize(optimizer *o, const training *train, double rate, float *gradient)
{
    o->step++;
    if (train->clip > 0) clip(o, train->clip, gradient);
    if (train->adam) {
        adam(o, rate, gradient);
        return;
    }
    for (size_t i = 0; i < o->count; i++) o->numbers[i] -= (float)rate * gradient[i];
}
