/*
 * scale: ranges end at round numbers, so that the ticks of a colour bar are short and two pictures
 * of similar numbers have the same colours.
 */
#include "show/scale.h"

#include <math.h>

typedef struct step {
    double mantissa; /* times a power of ten */
    size_t intervals;
} step;

static const step from_zero[] = {{1, 5}, {2, 4}, {5, 5}};
/* Finer, because a signed range that is too wide wastes both arms of the map. */
static const step both_ways[] = {{1, 4}, {1.5, 4}, {2, 4}, {3, 4}, {4, 4}, {5, 4}, {6, 4}, {8, 4}};

/* A softmax row may sum to 1 and a little: rounding must not double the range. */
static const double slack = 1e-6;

double attn_tensor_largest(const attn_tensor *tensor)
{
    double largest = 0.0;
    for (size_t i = 0, n = attn_tensor_size(tensor); i < n; i++) {
        double size = fabs((double)tensor->data[i]);
        if (isfinite(size) && size > largest) largest = size;
    }
    return largest;
}

bool attn_tensor_has_masked(const attn_tensor *tensor)
{
    for (size_t i = 0, n = attn_tensor_size(tensor); i < n; i++) {
        if (!isfinite(tensor->data[i])) return true;
    }
    return false;
}

/* Divided for small ones, since 0.001 has no exact double and 1000 has. */
static double times_ten_to(double mantissa, int power)
{
    return power < 0 ? mantissa / pow(10.0, -power) : mantissa * pow(10.0, power);
}

static attn_range holding(attn_scale scale, const step *steps, size_t count, double largest)
{
    int power = (int)floor(log10(largest)) - 1;
    for (;; power++) {
        for (size_t i = 0; i < count; i++) {
            double top = times_ten_to(steps[i].mantissa, power);
            if (top * (1.0 + slack) >= largest) {
                return (attn_range){scale, top, steps[i].intervals};
            }
        }
    }
}

attn_range attn_range_holding(attn_scale scale, double largest)
{
    const bool is_signed = scale == ATTN_SCALE_SIGNED;
    const step *steps = is_signed ? both_ways : from_zero;
    size_t count =
        is_signed ? sizeof both_ways / sizeof *both_ways : sizeof from_zero / sizeof *from_zero;
    if (!(largest > 0.0)) return (attn_range){scale, 1.0, steps[0].intervals};
    return holding(scale, steps, count, largest);
}

bool attn_range_same(attn_range a, attn_range b)
{
    bool alike = (a.scale == ATTN_SCALE_SIGNED) == (b.scale == ATTN_SCALE_SIGNED);
    return alike && !(a.top < b.top) && !(a.top > b.top);
}

double attn_range_place(attn_range range, float value)
{
    double part = (double)value / range.top;
    double place = range.scale == ATTN_SCALE_SIGNED ? 0.5 + 0.5 * part : part;
    return fmin(fmax(place, 0.0), 1.0);
}

/* A signed bar keeps its zero; the others may fall back to their two ends. */
size_t attn_range_intervals(attn_range range, size_t most)
{
    const size_t least = range.scale == ATTN_SCALE_SIGNED ? 2 : 1;
    if (range.intervals <= most) return range.intervals;
    if (range.intervals % 2 == 0 && most >= 2) return 2;
    return least;
}

double attn_range_tick(attn_range range, size_t k, size_t intervals)
{
    double part = range.top * (double)k / (double)intervals;
    return range.scale == ATTN_SCALE_SIGNED ? 2.0 * part - range.top : part;
}
