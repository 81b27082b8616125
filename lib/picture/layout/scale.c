/*
 * scale: ranges end at round numbers, so that the ticks of a colour bar are short and two pictures
 * of similar numbers have the same colours.
 */
#include "picture/layout/scale.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct step {
    double mantissa; /* times a power of ten */
    size_t intervals;
} step;

/* Close enough that a map uses most of its colours, and each with ticks of one more digit at most.
 */
static const step from_zero[] = {{1, 5}, {1.2, 4}, {1.5, 3}, {2, 4}, {2.5, 5},
                                 {3, 3}, {4, 4},   {5, 5},   {6, 3}, {8, 4}};
static const step both_ways[] = {{1, 4}, {1.5, 4}, {2, 4}, {3, 4}, {4, 4}, {5, 4}, {6, 4}, {8, 4}};
/* Weights are parts of 1: those of most maps have one scale, which ends there. */
static const double half = 0.5;

/* A softmax row may sum to 1 and a little: rounding must not double the range. */
static const double slack = 1e-6;

/* So many numbers at a time: a count that the compiler knows, so that it can use vectors. */
#define BLOCK 64u

static const int32_t magnitude = 0x7fffffff, infinite = 0x7f800000; /* bits of a float32 */

/* The largest bits of a finite magnitude, which order as the magnitudes do; -1 in *masked if some
 * number is none. */
static int32_t block_extent(const float *values, int32_t largest, int32_t *masked)
{
    int32_t bits[BLOCK], any = 0;
    memcpy(bits, values, sizeof bits);
    for (size_t i = 0; i < BLOCK; i++) {
        int32_t size = bits[i] & magnitude, is_masked = -(size >= infinite);
        any |= is_masked;
        size &= ~is_masked;
        largest = size > largest ? size : largest;
    }
    *masked |= any;
    return largest;
}

attn_extent attn_numbers_extent(const float *numbers, size_t count)
{
    int32_t largest = 0, masked = 0;
    float rest[BLOCK] = {0}, found;
    size_t whole = count - count % BLOCK;
    for (size_t i = 0; i < whole; i += BLOCK) largest = block_extent(numbers + i, largest, &masked);
    memcpy(rest, numbers + whole, (count - whole) * sizeof *rest);
    largest = block_extent(rest, largest, &masked);
    memcpy(&found, &largest, sizeof found);
    return (attn_extent){(double)found, masked != 0};
}

attn_extent attn_tensor_extent(const attn_tensor *tensor)
{
    return attn_numbers_extent(tensor->data, attn_tensor_size(tensor));
}

attn_extent attn_panel_extent(const attn_panel *panel)
{
    const attn_strips *strips = panel->strips;
    if (!strips) return attn_tensor_extent(panel->value);
    return (attn_extent){strips->largest, strips->masked};
}

/* Divided for small ones, since 0.001 has no exact double and 1000 has. */
double attn_times_ten_to(double mantissa, int power)
{
    return power < 0 ? mantissa / pow(10.0, -power) : mantissa * pow(10.0, power);
}

attn_range attn_range_holding(attn_scale scale, double largest)
{
    const bool is_signed = scale == ATTN_SCALE_SIGNED, weights = scale == ATTN_SCALE_WEIGHTS;
    const step *steps = is_signed ? both_ways : from_zero;
    size_t count =
        is_signed ? sizeof both_ways / sizeof *both_ways : sizeof from_zero / sizeof *from_zero;
    if (weights && largest > half * (1.0 + slack) && largest < 1.0) largest = 1.0;
    if (!(largest > 0.0))
        return (attn_range){.scale = scale, .top = 1.0, .intervals = steps[0].intervals};
    for (int power = (int)floor(log10(largest)) - 1;; power++) {
        for (size_t i = 0; i < count; i++) {
            double top = attn_times_ten_to(steps[i].mantissa, power);
            if (top * (1.0 + slack) >= largest)
                return (attn_range){.scale = scale, .top = top, .intervals = steps[i].intervals};
        }
    }
}

/* Whether a number is 1, 2, 2.5 or 5 times a power of ten. */
static bool is_round(double number)
{
    static const double round[] = {1, 2, 2.5, 5, 10};
    const double near = 1e-9, mantissa = number / attn_times_ten_to(1.0, (int)floor(log10(number)));
    for (size_t i = 0; i < sizeof round / sizeof *round; i++)
        if (fabs(mantissa - round[i]) < near * round[i]) return true;
    return false;
}

attn_range attn_range_limited(attn_scale scale, double top)
{
    size_t intervals = scale == ATTN_SCALE_SIGNED ? 4 : 5;
    while (scale != ATTN_SCALE_SIGNED && intervals > 2 && !is_round(top / (double)intervals))
        intervals--;
    return (attn_range){.scale = scale, .top = top, .intervals = intervals, .limited = true};
}

bool attn_range_is_passed(attn_range range, double largest)
{
    return largest > range.top * (1.0 + slack);
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

double attn_range_depth(attn_range range, float value)
{
    double place = attn_range_place(range, value);
    if (!isfinite(value)) return (double)NAN;
    return range.scale == ATTN_SCALE_SIGNED ? 2 * place - 1 : place;
}

/* From a number to its step: a line, cut off at both ends. */
typedef struct line {
    float slope, start, low, high;
    bool lifted; /* the numbers are tiny */
} line;

/* A slope must be a float32: tiny numbers are made larger first, which changes no digit. */
static const double tiny = 1e-30, lift = 0x1p100;

static line line_of(attn_range range, attn_steps steps)
{
    double top = range.top < tiny ? range.top * lift : range.top, last = steps.last;
    bool is_signed = range.scale == ATTN_SCALE_SIGNED;
    return (line){.lifted = range.top < tiny,
                  .slope = (float)((is_signed ? last / 2.0 : last) / top),
                  .start = (float)((is_signed ? last / 2.0 : 0.0) + 0.5 + steps.first),
                  .low = (float)steps.first,
                  .high = (float)(last + steps.first)};
}

static void block_steps(line l, const float *restrict values, uint8_t *restrict out)
{
    for (size_t i = 0; i < BLOCK; i++) {
        float place = values[i] * l.slope + l.start;
        place = place > l.low ? place : l.low; /* NaN goes here too */
        place = place < l.high ? place : l.high;
        out[i] = (uint8_t)(int32_t)place;
    }
}

static void block_masked(uint8_t masked, const float *restrict values, uint8_t *restrict out)
{
    for (size_t i = 0; i < BLOCK; i++) out[i] = fabsf(values[i]) <= FLT_MAX ? out[i] : masked;
}

static void one_block(line l, attn_steps steps, const float *values, uint8_t *out)
{
    float lifted[BLOCK];
    for (size_t i = 0; l.lifted && i < BLOCK; i++) lifted[i] = values[i] * (float)lift;
    block_steps(l, l.lifted ? lifted : values, out);
    if (steps.some_masked) block_masked(steps.masked, values, out);
}

void attn_range_steps(attn_range range, attn_steps steps, const float *values, size_t count,
                      uint8_t *out)
{
    const line l = line_of(range, steps);
    float rest[BLOCK] = {0};
    uint8_t rest_out[BLOCK];
    size_t whole = count - count % BLOCK;
    for (size_t i = 0; i < whole; i += BLOCK) one_block(l, steps, values + i, out + i);
    if (whole == count) return;
    memcpy(rest, values + whole, (count - whole) * sizeof *rest);
    one_block(l, steps, rest, rest_out);
    memcpy(out + whole, rest_out, count - whole);
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

/* ---- groups ---- */

typedef struct scale_group {
    const char *name; /* a copy: the panels may be gone */
    attn_scale scale;
    double range_floor;
} scale_group;

struct attn_common {
    attn_arena *arena;
    size_t count;
    scale_group *groups;
};

attn_common *attn_common_new(attn_arena *arena)
{
    attn_common *common = attn_alloc(arena, 1, sizeof *common);
    if (common) *common = (attn_common){.arena = arena};
    return common;
}

static scale_group *find(const attn_common *common, const attn_panel *panel)
{
    for (size_t i = 0; panel->scale_group && !panel->plot && i < common->count; i++)
        if (strcmp(common->groups[i].name, panel->scale_group) == 0) return &common->groups[i];
    return NULL;
}

bool attn_common_note(attn_common *common, const attn_panel *panels, size_t count)
{
    attn_arena *arena = common->arena;
    for (size_t i = 0; i < count; i++) {
        const attn_panel *panel = &panels[i];
        if (!panel->scale_group || panel->plot) continue;
        scale_group *k = find(common, panel);
        if (!k) {
            const char *name =
                attn_copy_text(arena, panel->scale_group, strlen(panel->scale_group));
            k = name ? attn_push(arena, &common->groups, &common->count, sizeof *k) : NULL;
            if (!k) return false;
            *k = (scale_group){name, panel->scale, 0.0};
        }
        k->range_floor =
            fmax(k->range_floor, fmax(panel->range_floor, attn_panel_extent(panel).largest));
        if (panel->scale == ATTN_SCALE_SIGNED) k->scale = ATTN_SCALE_SIGNED;
    }
    return true;
}

bool attn_common_apply(const attn_common *common, attn_arena *arena, attn_sheet_options *sheet)
{
    attn_panel *panels = attn_alloc(arena, sheet->panel_count, sizeof *panels);
    if (!panels) return false;
    for (size_t i = 0; i < sheet->panel_count; i++) {
        panels[i] = sheet->panels[i];
        const scale_group *k = find(common, &panels[i]);
        if (!k) continue;
        panels[i].range_floor = k->range_floor;
        panels[i].scale = k->scale;
    }
    sheet->panels = panels;
    return true;
}
