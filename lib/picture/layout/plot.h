/*
 * plot: the points of a plot, and the round numbers on its axes. braille_plot.c draws it in
 * characters, chart.c as a part of a picture.
 */
#ifndef ATTN_PICTURE_LAYOUT_PLOT_H
#define ATTN_PICTURE_LAYOUT_PLOT_H

#include "core/text.h"
#include "lesson/lesson.h"

/* Lines that can be told apart by their marks alone; the lesson's reader refuses more. */
#define ATTN_MOST_LINES ATTN_MOST_PLOTTED

/*
 * The columns stand side by side in one matrix, a row for each point: x first, if it has numbers of
 * its own, then each line. The column labels are the names, typeset; the row labels, where there
 * are any, the words that points have instead of an x.
 */
typedef struct attn_plot {
    const attn_tensor *columns;
    const char *across;            /* the name of the axis, or what the lesson says of it; or "" */
    const char *name_across;       /* its name alone, where across is words; else NULL */
    const char *upwards;           /* what the lesson says of the numbers; or "" */
    const attn_captions *captions; /* NULL: none */
    bool has_x, log_x, log_y;
} attn_plot;

/* The plot of a moment, in the arena; NULL on failure. */
const attn_plot *attn_plot_of(const attn_record *record, const attn_moment *moment,
                              attn_arena *arena);

/* The axis across is logarithmic, as was asked for; words that stand on it have no logarithm. */
bool attn_plot_is_log_x(const attn_record *record, const attn_moment *moment);

/* How many points each line has; how many lines; the name of one, from 0. */
size_t attn_plot_points(const attn_plot *plot);
size_t attn_plot_lines(const attn_plot *plot);
const char *attn_plot_name(const attn_plot *plot, size_t line);
/* The name of its value, where attn_plot_name may be words of the lesson. */
const char *attn_plot_line_name(const attn_plot *plot, size_t line);
const char *attn_plot_name_across(const attn_plot *plot); /* the same of the axis across */
/* False where point i of a line has no place: it is infinite, or not above 0 on a log axis. */
bool attn_plot_point(const attn_plot *plot, size_t line, size_t i, double *x, double *y);

/*
 * Where marks of several lines may meet, each has its turn to be drawn last: the k-th line to be
 * marked at point i, or the count of lines where it has no mark there, since `room` marks of one
 * line stand side by side at most.
 */
size_t attn_plot_turn(const attn_plot *plot, size_t i, size_t k, size_t room);

/* How many lines a key names: none where the title has said what the only one is. */
size_t attn_plot_keyed(const attn_plot *plot);

/* "d (log scale)"; what there is to say of the axis across, or nothing. */
void attn_plot_say_across(const attn_plot *plot, attn_text *out);
/* "right (%)", "log scale": the same of the upright one. */
void attn_plot_say_upwards(const attn_plot *plot, attn_text *out);
/* "2 of 12 points are left out: …", or nothing. */
void attn_plot_left_out(const attn_plot *plot, attn_text *out);

#define ATTN_MOST_PLOT_TICKS 16u

typedef struct attn_ticks {
    bool log;
    double low, high; /* the ends of the axis */
    size_t count;     /* at least 1, if there was a number at all */
    double at[ATTN_MOST_PLOT_TICKS];
    const attn_labels *words; /* of the places 1, 2 …; or NULL */
    int power;                /* of ten, of the last digit that the ticks need … */
    bool decades;             /* … where they are not 1, 2 and 5 times powers of ten */
} attn_ticks;

/* At most so many round numbers, 2 or more, on the axis across, or on the upright one, for all
 * points of the plot. The upright one ends at round numbers. */
attn_ticks attn_plot_ticks(const attn_plot *plot, bool across, size_t most);
/* Where a number stands on the axis, from 0 to 1. */
double attn_ticks_place(const attn_ticks *ticks, double number);
void attn_ticks_label(const attn_ticks *ticks, size_t k, attn_text *out);

#endif
