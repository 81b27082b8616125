/*
 * braille_plot: draws a plot in characters: lines as braille dots, points as marks.
 */
#include "render/terminal/braille_plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    ROWS = 9,
    WIDEST = 60,
    NARROWEST = 12,
    ACROSS = 2, /* dots in a character */
    DOWN = 4,
    MOST_TICKS_X = 12,
    MOST_TICKS_Y = 7,
    WIDEST_LABEL = 14,
    MARK_SPACING = 3 /* columns, at least, between the marks of a line */
};

static const char *const shapes[] = {"●", "○", "■", "□", "▲", "△", "◆", "◇"};
_Static_assert(sizeof shapes / sizeof *shapes == ATTN_MOST_LINES, "a line has no mark");

/* Dots of a line: so many are drawn and so many left out, in turn. */
static const size_t strokes[ATTN_MOST_LINES][2] = {{1, 0}, {1, 1}, {3, 1}, {1, 2},
                                                   {5, 1}, {2, 2}, {1, 3}, {4, 2}};

typedef struct sketch {
    attn_page *page;
    const attn_plot *plot;
    attn_ticks x, y;
    size_t columns, margin; /* margin: the labels of the upright axis */
    uint8_t *dots;          /* of each character, as bits of its braille pattern */
    uint8_t *marks;         /* 0: none; else the line, from 1 */
} sketch;

/* ---- lines ---- */

static double dot_x(const sketch *s, double x)
{
    return attn_ticks_place(&s->x, x) * (double)(ACROSS * s->columns - 1);
}

static double dot_y(const sketch *s, double y)
{
    return (1.0 - attn_ticks_place(&s->y, y)) * (double)(DOWN * ROWS - 1);
}

/* The character with these dots. */
static size_t cell_at(const sketch *s, double across, double down)
{
    return (size_t)(down + 0.5) / DOWN * s->columns + (size_t)(across + 0.5) / ACROSS;
}

static void set_dot(sketch *s, double across, double down)
{
    static const uint8_t bits[DOWN][ACROSS] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    size_t column = (size_t)(across + 0.5) % ACROSS, row = (size_t)(down + 0.5) % DOWN;
    s->dots[cell_at(s, across, down)] |= bits[row][column];
}

/* *drawn counts the dots of a line, so that its strokes go on from one piece to the next. */
static void connect(sketch *s, size_t line, const double from[2], const double to[2], size_t *drawn)
{
    const size_t *stroke = strokes[line];
    double length = ceil(fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1])));
    for (double k = 0; k <= length; k++, ++*drawn) {
        double part = length > 0.0 ? k / length : 0.0;
        if (*drawn % (stroke[0] + stroke[1]) < stroke[0])
            set_dot(s, from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
    }
}

static bool place_of(const sketch *s, size_t line, size_t i, double at[2])
{
    double x, y;
    if (!attn_plot_point(s->plot, line, i, &x, &y)) return false;
    at[0] = dot_x(s, x);
    at[1] = dot_y(s, y);
    return true;
}

static void draw_line(sketch *s, size_t line)
{
    double before[2], here[2];
    size_t drawn = 0;
    bool joined = false;
    for (size_t i = 0; i < attn_plot_points(s->plot); i++) {
        bool placed = place_of(s, line, i, here);
        if (placed && joined) connect(s, line, before, here, &drawn);
        memcpy(before, here, sizeof before);
        joined = placed;
    }
}

static void draw_marks(sketch *s)
{
    size_t points = attn_plot_points(s->plot), lines = attn_plot_lines(s->plot);
    for (size_t i = 0; i < points; i++) {
        for (size_t k = 0; k < lines; k++) {
            size_t line = attn_plot_turn(s->plot, i, k, s->columns / MARK_SPACING);
            double at[2];
            if (line == lines || !place_of(s, line, i, at)) continue;
            s->marks[cell_at(s, at[0], at[1])] = (uint8_t)(line + 1);
        }
    }
}

/* ---- rows ---- */

static void add_dots(attn_text *out, uint8_t bits)
{
    const char braille[] = {(char)0xe2, (char)(0xa0 | bits >> 6), (char)(0x80 | (bits & 0x3f))};
    attn_text_add_bytes(out, braille, sizeof braille);
}

/* Spaces that nothing follows are not printed. */
static void add_cells(sketch *s, size_t row)
{
    attn_text *out = s->page->out;
    size_t spaces = 0;
    for (size_t i = row * s->columns; i < (row + 1) * s->columns; i++) {
        if (!s->marks[i] && !s->dots[i]) {
            spaces++;
            continue;
        }
        attn_text_repeat(out, " ", spaces);
        spaces = 0;
        if (s->marks[i])
            attn_text_add(out, shapes[s->marks[i] - 1]);
        else
            add_dots(out, s->dots[i]);
    }
}

/* Into `label`, cut where it is too long; its width. */
static size_t take_label(const attn_ticks *ticks, size_t k, attn_text *label)
{
    attn_text plain = {0};
    attn_ticks_label(ticks, k, &plain);
    const char *text = attn_text_string(&plain);
    if (attn_text_width(text, plain.length) > WIDEST_LABEL) {
        plain.length = attn_text_fit(text, plain.length, WIDEST_LABEL - 1);
        plain.bytes[plain.length] = '\0';
        attn_text_add(&plain, "…");
    }
    attn_text_clear(label);
    attn_text_add_apart(label, attn_text_string(&plain));
    attn_text_end(&plain, label);
    return attn_text_width(attn_text_string(label), label->length);
}

/* The tick that stands in this row; SIZE_MAX: none. */
static size_t tick_in_row(const sketch *s, size_t row)
{
    for (size_t k = 0; k < s->y.count; k++)
        if ((size_t)(dot_y(s, s->y.at[k]) + 0.5) / DOWN == row) return k;
    return SIZE_MAX;
}

static void print_row(sketch *s, size_t row, attn_text *label)
{
    size_t tick = tick_in_row(s, row), width = 0;
    attn_text_clear(label);
    if (tick != SIZE_MAX) width = take_label(&s->y, tick, label);
    attn_page_line(s->page);
    attn_text_repeat(s->page->out, " ", s->margin - width);
    attn_page_add(s->page, attn_text_string(label), label->length);
    attn_text_add(s->page->out, tick == SIZE_MAX ? " │" : " ┤");
    add_cells(s, row);
    attn_page_end_line(s->page);
}

/* ---- the level axis ---- */

static size_t column_of(const sketch *s, size_t tick)
{
    return (size_t)(dot_x(s, s->x.at[tick]) + 0.5) / ACROSS;
}

/* Where the label of a tick begins, its middle under the tick, seen from the left of the margin. */
static size_t label_start(const sketch *s, size_t tick, size_t width)
{
    size_t middle = s->margin + 2 + column_of(s, tick);
    size_t start = middle > width / 2 ? middle - width / 2 : 0, end = s->margin + 2 + s->columns;
    return start + width > end && width <= end ? end - width : start;
}

static bool labels_fit(const sketch *s, attn_text *label)
{
    size_t free = 0;
    for (size_t k = 0; k < s->x.count; k++) {
        size_t width = take_label(&s->x, k, label), start = label_start(s, k, width);
        if (k && start < free) return false;
        free = start + width + 2;
    }
    return true;
}

static void choose_ticks(sketch *s, attn_text *label)
{
    for (size_t most = MOST_TICKS_X; most >= 2; most--) {
        s->x = attn_plot_ticks(s->plot, true, most);
        if (labels_fit(s, label)) return;
    }
}

static void print_axis(const sketch *s)
{
    attn_text *out = s->page->out;
    attn_page_line(s->page);
    attn_text_repeat(out, " ", s->margin);
    attn_text_add(out, " └");
    size_t next = 0;
    for (size_t column = 0; column < s->columns; column++) {
        bool tick = next < s->x.count && column_of(s, next) == column;
        attn_text_add(out, tick ? "┬" : "─");
        while (next < s->x.count && column_of(s, next) <= column) next++;
    }
    attn_page_end_line(s->page);
}

static void print_labels(const sketch *s, attn_text *label)
{
    attn_text line = {0};
    size_t used = 0;
    for (size_t k = 0; k < s->x.count; k++) {
        size_t width = take_label(&s->x, k, label), start = label_start(s, k, width);
        if (width == 0 || (used && start < used + 1)) continue;
        attn_text_repeat(&line, " ", start - used);
        attn_text_add(&line, attn_text_string(label));
        used = start + width;
    }
    if (line.length) {
        attn_page_line(s->page);
        attn_page_add(s->page, attn_text_string(&line), line.length);
        attn_page_end_line(s->page);
    }
    attn_text_end(&line, s->page->out);
}

/* ---- what stands below ---- */

/* In the middle below the axis. */
static void print_caption(const sketch *s, attn_text *text)
{
    attn_text upwards = {0};
    attn_text_clear(text);
    attn_plot_say_across(s->plot, text);
    size_t across = text->length;
    attn_plot_say_upwards(s->plot, &upwards);
    if (upwards.length)
        attn_text_print(text, "%supwards: %s", across ? "; " : "", attn_text_string(&upwards));
    attn_text_end(&upwards, text);
    size_t width = attn_text_width(attn_text_string(text), text->length), indent = s->page->indent;
    if (width == 0) return;
    s->page->indent += s->margin + 2;
    if (width < s->columns) s->page->indent += (s->columns - width) / 2;
    attn_page_paragraph(s->page, attn_text_string(text), 0, ATTN_STYLE_PLAIN);
    s->page->indent = indent;
}

/* "lengths of training: 1-4 to 9-12" */
static void print_shade(const sketch *s, attn_text *text)
{
    const attn_captions *captions = s->plot->captions;
    const attn_labels *words = s->x.words;
    if (!captions || !captions->shade) return;
    double from = captions->shade_from, to = captions->shade_to;
    double first = ceil(fmax(from, 1.0)),
           last = words ? floor(fmin(to, (double)words->count)) : 0.0;
    attn_text_clear(text);
    attn_text_print(text, "%s: ", captions->shade);
    if (first <= last) {
        attn_text_print(text, "%s to %s", words->words[(size_t)first - 1],
                        words->words[(size_t)last - 1]);
    } else {
        attn_text_short(text, (float)from, 4);
        attn_text_add(text, " to ");
        attn_text_short(text, (float)to, 4);
    }
    attn_page_paragraph(s->page, attn_text_string(text), 0, ATTN_STYLE_PLAIN);
}

static void print_legend(const sketch *s, attn_text *text)
{
    attn_text_clear(text);
    for (size_t line = 0; line < attn_plot_lines(s->plot); line++)
        attn_text_print(text, "%s\u00A0\u00A0%s\u00A0%s", line ? " " : "", shapes[line],
                        attn_plot_name(s->plot, line));
    attn_page_paragraph(s->page, attn_text_string(text), 0, ATTN_STYLE_PLAIN);
    print_shade(s, text);
    attn_text_clear(text);
    attn_plot_left_out(s->plot, text);
    attn_page_paragraph(s->page, attn_text_string(text), 0, ATTN_STYLE_FAINT);
}

/* ---- the whole ---- */

static void measure(sketch *s, attn_text *label)
{
    s->margin = 0;
    for (size_t k = 0; k < s->y.count; k++) {
        size_t width = take_label(&s->y, k, label);
        if (width > s->margin) s->margin = width;
    }
    size_t used = s->page->indent + s->margin + 2;
    s->columns = used + NARROWEST < s->page->columns ? s->page->columns - used : NARROWEST;
    if (s->columns > WIDEST) s->columns = WIDEST;
}

static void print_field(sketch *s, attn_text *label)
{
    measure(s, label);
    choose_ticks(s, label);
    for (size_t line = 0; line < attn_plot_lines(s->plot); line++) draw_line(s, line);
    draw_marks(s);
    for (size_t row = 0; row < ROWS; row++) print_row(s, row, label);
    print_axis(s);
    print_labels(s, label);
    print_caption(s, label);
}

bool attn_braille_plot_print(attn_page *page, const attn_plot *plot, attn_arena *arena)
{
    sketch s = {.page = page, .plot = plot, .y = attn_plot_ticks(plot, false, MOST_TICKS_Y)};
    attn_text label = {0};
    s.dots = attn_alloc(arena, (size_t)ROWS * WIDEST, 1);
    s.marks = attn_alloc(arena, (size_t)ROWS * WIDEST, 1);
    if (!s.dots || !s.marks) return false;
    if (s.y.count) print_field(&s, &label);
    print_legend(&s, &label);
    attn_text_end(&label, page->out);
    return true;
}
