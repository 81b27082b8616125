/*
 * plot: collects the points of a plot and chooses round numbers for its axes. Ticks are multiples
 * of 1, 2 or 5 times a power of ten; on a log axis the powers of ten themselves, or their
 * multiples by 1, 2 and 5 where it spans few of them.
 */
#include "picture/layout/plot.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "formula/print/typeset.h"
#include "picture/layout/scale.h"

/* ---- points ---- */

static const char *typeset(const char *label, attn_arena *arena)
{
    attn_text name = {0};
    attn_typeset_label(label, &name);
    return attn_keep_text(arena, &name);
}

/* The words of the tokens in a column. */
static const attn_labels *words_of_tokens(const attn_tensor *tokens, attn_arena *arena)
{
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    const char **words = labels ? attn_alloc(arena, tokens->cols, sizeof *words) : NULL;
    if (!words) return NULL;
    for (size_t i = 0; i < tokens->cols; i++) {
        float place = tokens->data[i];
        bool known = place >= 1 && place <= (float)tokens->words->count;
        words[i] = known ? tokens->words->words[(size_t)place - 1] : "";
    }
    *labels = (attn_labels){.name = "", .count = tokens->cols, .words = words};
    return labels;
}

static const attn_labels *words_of_lines(const attn_record *record, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->plot_count; i++) {
        const attn_tensor *column = attn_value(record, moment->plot[i].node);
        if (attn_real_words(column->col_labels)) return column->col_labels;
    }
    return NULL;
}

/* Side by side from column `from` on. */
static attn_tensor *join_columns(const attn_record *record, const attn_moment *moment, size_t from,
                                 attn_arena *arena)
{
    const attn_column *plotted = moment->plot + from;
    size_t count = moment->plot_count - from, size = 0;
    size_t length = attn_value(record, moment->plot[moment->plot_count - 1].node)->cols;
    attn_tensor *joined = attn_alloc(arena, 1, sizeof *joined);
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    const char **names = attn_alloc(arena, count, sizeof *names);
    bool fits = attn_multiply(length, count, &size);
    float *data = fits ? attn_alloc(arena, size, sizeof *data) : NULL;
    if (!joined || !labels || !names || !data) return NULL;
    for (size_t i = 0; i < count; i++) {
        const float *column = attn_value(record, plotted[i].node)->data;
        names[i] = typeset(plotted[i].label, arena);
        for (size_t k = 0; k < length; k++) data[k * count + i] = column[k];
    }
    *labels = (attn_labels){.name = "", .count = count, .words = names};
    *joined = (attn_tensor){.rank = ATTN_MATRIX,
                            .batch = 1,
                            .rows = length,
                            .cols = count,
                            .data = data,
                            .col_labels = labels};
    return joined;
}

bool attn_plot_is_log_x(const attn_record *record, const attn_moment *moment)
{
    bool tokens = moment->plot_has_x && attn_value(record, moment->plot[0].node)->words;
    return moment->plot_log_x && !tokens;
}

const attn_plot *attn_plot_of(const attn_record *record, const attn_moment *moment,
                              attn_arena *arena)
{
    const attn_tensor *x = moment->plot_has_x ? attn_value(record, moment->plot[0].node) : NULL;
    bool tokens = x && x->words;
    attn_plot *plot = attn_alloc(arena, 1, sizeof *plot);
    attn_tensor *columns = plot ? join_columns(record, moment, tokens ? 1 : 0, arena) : NULL;
    if (!columns) return NULL;
    *plot = (attn_plot){.columns = columns,
                        .across = x ? typeset(moment->plot[0].label, arena) : "",
                        .upwards = "",
                        .captions = moment->plot_captions,
                        .has_x = x && !tokens,
                        .log_x = attn_plot_is_log_x(record, moment),
                        .log_y = moment->plot_log_y};
    if (tokens) columns->row_labels = words_of_tokens(x, arena);
    if (!x && !plot->log_x) columns->row_labels = words_of_lines(record, moment);
    if (!x && columns->row_labels && columns->row_labels->name)
        plot->across = columns->row_labels->name;
    if (plot->captions->across) {
        plot->name_across = plot->across;
        plot->across = plot->captions->across;
    }
    if (plot->captions->down) plot->upwards = plot->captions->down;
    return attn_ok(attn_arena_status(arena)) ? plot : NULL;
}

size_t attn_plot_points(const attn_plot *plot)
{
    return plot->columns->rows;
}

size_t attn_plot_lines(const attn_plot *plot)
{
    return plot->columns->cols - (plot->has_x ? 1 : 0);
}

const char *attn_plot_name_across(const attn_plot *plot)
{
    return plot->name_across ? plot->name_across : plot->across;
}

const char *attn_plot_line_name(const attn_plot *plot, size_t line)
{
    return plot->columns->col_labels->words[line + (plot->has_x ? 1 : 0)];
}

const char *attn_plot_name(const attn_plot *plot, size_t line)
{
    if (plot->captions && line < plot->captions->legend_count) return plot->captions->legend[line];
    return attn_plot_line_name(plot, line);
}

static bool has_place(double number, bool log)
{
    return isfinite(number) && (!log || number > 0.0);
}

bool attn_plot_point(const attn_plot *plot, size_t line, size_t i, double *x, double *y)
{
    const float *row = plot->columns->data + i * plot->columns->cols;
    *x = plot->has_x ? (double)row[0] : (double)(i + 1);
    *y = (double)row[line + (plot->has_x ? 1 : 0)];
    return has_place(*x, plot->log_x) && has_place(*y, plot->log_y);
}

size_t attn_plot_turn(const attn_plot *plot, size_t i, size_t k, size_t room)
{
    size_t lines = attn_plot_lines(plot), line = (k + i) % lines;
    size_t every = (attn_plot_points(plot) - 1) / room + 1;
    return i % every == line * every / lines ? line : lines;
}

size_t attn_plot_keyed(const attn_plot *plot)
{
    size_t lines = attn_plot_lines(plot);
    return lines == 1 && plot->captions && plot->captions->title ? 0 : lines;
}

/* "d", "log scale", "d (log scale)", "work (millions, log scale)" */
static void say_axis(const char *name, bool log, attn_text *out)
{
    size_t length = strlen(name);
    bool in_brackets = log && length > 0 && name[length - 1] == ')';
    attn_text_print(out, "%.*s", (int)(in_brackets ? length - 1 : length), name);
    if (log)
        attn_text_add(out, in_brackets ? ", log scale)" : length ? " (log scale)" : "log scale");
}

void attn_plot_say_across(const attn_plot *plot, attn_text *out)
{
    say_axis(plot->across, plot->log_x, out);
}

void attn_plot_say_upwards(const attn_plot *plot, attn_text *out)
{
    say_axis(plot->upwards ? plot->upwards : "", plot->log_y, out);
}

void attn_plot_left_out(const attn_plot *plot, attn_text *out)
{
    size_t lines = attn_plot_lines(plot), all = lines * attn_plot_points(plot), drawn = 0;
    double x, y;
    for (size_t i = 0; i < all; i++) drawn += attn_plot_point(plot, i % lines, i / lines, &x, &y);
    if (drawn == all) return;
    attn_text_print(out, "%zu of %zu points %s left out: ", all - drawn, all,
                    all - drawn == 1 ? "is" : "are");
    attn_text_add(out, plot->log_x || plot->log_y
                           ? "a log scale has no place for what is not above 0, or infinite."
                           : "they are infinite.");
}

/* ---- ticks ---- */

static const int mantissas[] = {1, 2, 5};
enum { MANTISSAS = sizeof mantissas / sizeof *mantissas };

/* The range of what is drawn; false: nothing is. */
static bool span(const attn_plot *plot, bool of_x, double *low, double *high)
{
    bool any = false;
    double x, y;
    for (size_t line = 0; line < attn_plot_lines(plot); line++) {
        for (size_t i = 0; i < attn_plot_points(plot); i++) {
            if (!attn_plot_point(plot, line, i, &x, &y)) continue;
            double number = of_x ? x : y;
            *low = any ? fmin(*low, number) : number;
            *high = any ? fmax(*high, number) : number;
            any = true;
        }
    }
    return any;
}

/* Multiples of a step that lie on the axis may miss its ends by rounding. */
static const double slack = 1e-6;

/* The power of ten of a number's first digit. */
static int power_of(double size)
{
    return (int)floor(log10(size) + slack);
}

static size_t count_steps(double low, double high, double step)
{
    return (size_t)(floor(high / step + slack) - ceil(low / step - slack) + 1.0);
}

/* The multiples of mantissa · 10^power that lie between the ends. */
static void take_steps(attn_ticks *t, int mantissa)
{
    double step = attn_times_ten_to(mantissa, t->power), first = ceil(t->low / step - slack);
    t->count = count_steps(t->low, t->high, step);
    for (size_t k = 0; k < t->count; k++)
        t->at[k] = attn_times_ten_to((first + (double)k) * mantissa, t->power);
}

/* The finest steps of which there are no more than `most`; rounded: the axis is drawn out to them.
 */
static void linear_ticks(attn_ticks *t, size_t most, int least_power, bool rounded)
{
    int power = (int)floor(log10((t->high - t->low) / (double)most)) - 1;
    if (power < least_power) power = least_power;
    for (;; power++) {
        for (size_t m = 0; m < MANTISSAS; m++) {
            double step = attn_times_ten_to(mantissas[m], power);
            double low = rounded ? floor(t->low / step + slack) * step : t->low;
            double high = rounded ? ceil(t->high / step - slack) * step : t->high;
            if ((high - low) / step > (double)most + 1.0) continue;
            if (count_steps(low, high, step) > most) continue;
            t->low = low;
            t->high = high;
            t->power = power;
            take_steps(t, mantissas[m]);
            return;
        }
    }
}

/* The largest power of ten times one of the first `use` mantissas that is not above the number. */
static double round_down(double number, size_t use)
{
    double best = 0.0;
    for (size_t m = 0; m < use; m++) {
        double round = attn_times_ten_to(mantissas[m], power_of(number));
        if (m == 0 || round <= number * (1.0 + slack)) best = round;
    }
    return best;
}

static double round_up(double number, size_t use)
{
    double below = round_down(number, use);
    int power = power_of(below);
    if (below >= number * (1.0 - slack)) return below;
    for (size_t m = 0; m < use; m++) {
        double round = attn_times_ten_to(mantissas[m], power);
        if (round > below * (1.0 + slack)) return round;
    }
    return attn_times_ten_to(1, power + 1);
}

/* mantissas 1: powers of ten, every `every`-th of them. False if there are more than `most`. */
static bool take_decades(attn_ticks *t, size_t use, int every, size_t most)
{
    int first = power_of(t->low), last = power_of(t->high);
    t->count = 0;
    for (int power = first; power <= last; power++) {
        if (power % every != 0) continue;
        for (size_t m = 0; m < use; m++) {
            double number = attn_times_ten_to(mantissas[m], power);
            if (number < t->low * (1.0 - slack) || number > t->high * (1.0 + slack)) continue;
            if (t->count == most) return false;
            t->at[t->count++] = number;
        }
    }
    t->decades = true;
    return true;
}

/* Numbers so near each other that both ends would be the same keep their own. */
static void round_ends(attn_ticks *t, size_t use)
{
    double low = round_down(t->low, use), high = round_up(t->high, use);
    if (low >= high) return;
    t->low = low;
    t->high = high;
}

static void log_ticks(attn_ticks *t, size_t most, bool rounded)
{
    const double few = 2.5; /* decades, below which powers of ten alone are too few */
    double decades = log10(t->high / t->low);
    size_t use = decades < few ? MANTISSAS : 1;
    if (rounded) round_ends(t, use);
    if (use > 1 && take_decades(t, use, 1, most) && t->count >= 3) return;
    for (int every = 1; !take_decades(t, 1, every, most); every++) continue;
    if (t->count >= 2) return;
    t->decades = false;
    linear_ticks(t, most, -400, false);
}

/* An axis for one number only reaches as far on either side. */
static void widen(attn_ticks *t)
{
    if (t->high > t->low) return;
    double side = t->low < 0.0 || t->low > 0.0 ? fabs(t->low) / 2.0 : 1.0;
    t->low = t->log ? t->low / 2.0 : t->low - side;
    t->high = t->log ? t->high * 2.0 : t->high + side;
}

attn_ticks attn_plot_ticks(const attn_plot *plot, bool across, size_t most)
{
    const double far = 0.5; /* of the way to zero: nearer, and the upright axis begins there */
    const int least_power = across && !plot->has_x ? 0 : -400;
    attn_ticks t = {.log = across ? plot->log_x : plot->log_y,
                    .words = across ? plot->columns->row_labels : NULL};
    if (most > ATTN_MOST_PLOT_TICKS) most = ATTN_MOST_PLOT_TICKS;
    if (!span(plot, across, &t.low, &t.high)) return t;
    widen(&t);
    if (!across && !t.log && t.low > 0.0 && t.low < far * t.high) t.low = 0.0;
    if (!across && !t.log && t.high < 0.0 && t.high > far * t.low) t.high = 0.0;
    if (t.log)
        log_ticks(&t, most, !across);
    else
        linear_ticks(&t, most, least_power, !across);
    return t;
}

double attn_ticks_place(const attn_ticks *ticks, double number)
{
    if (!ticks->log) return (number - ticks->low) / (ticks->high - ticks->low);
    return log(number / ticks->low) / log(ticks->high / ticks->low);
}

/* Beyond these a number is written as so many times a power of ten. */
static const double most_plain = 1e6, least_plain = 1e-4;

static bool is_plain(double number)
{
    double size = fabs(number);
    return !(size > 0.0) || (size < most_plain && size >= least_plain);
}

static void add_size(const attn_ticks *t, double size, attn_text *out)
{
    double most = fmax(fabs(t->low), fabs(t->high));
    bool plain = t->decades ? is_plain(t->at[0]) && is_plain(t->at[t->count - 1]) : is_plain(most);
    if (!(size > 0.0)) {
        attn_text_add(out, "0");
        return;
    }
    int last = t->decades ? power_of(size) : t->power;
    int power = plain ? 0 : power_of(t->decades ? size : most); /* that stands behind the number */
    double mantissa = attn_times_ten_to(size, -power);
    bool alone = !plain && t->decades && fabs(mantissa - 1.0) <= slack; /* 10⁷ */
    if (!alone) attn_text_print(out, "%.*f", power > last ? power - last : 0, mantissa);
    if (plain) return;
    attn_text_add(out, alone ? "10" : "·10");
    attn_typeset_raised(power, out);
}

void attn_ticks_label(const attn_ticks *ticks, size_t k, attn_text *out)
{
    double number = ticks->at[k];
    if (ticks->words) {
        size_t place = (size_t)(number + 0.5);
        if (place >= 1 && place <= ticks->words->count)
            attn_text_add(out, ticks->words->words[place - 1]);
        return;
    }
    double nothing = (ticks->high - ticks->low) * slack; /* what rounding leaves of 0 */
    if (!ticks->log && fabs(number) < nothing) number = 0.0;
    if (number < 0.0) attn_text_add(out, "−");
    add_size(ticks, fabs(number), out);
}
