/*
 * html_plot: a plot as SVG: lines over axes with round numbers, and a key of the lines.
 *
 * Lines differ by their dashes and marks too, not by colour alone.
 */
#include <math.h>
#include <string.h>

#include "render/html/html.h"

enum { LEFT = 58, TOP = 14, WIDTH = 520, HEIGHT = 260, BOTTOM = 46, TICKS = 7, MARKED = 40 };

typedef struct chart {
    attn_text *out;
    const attn_plot *plot;
    attn_ticks across, upwards;
} chart;

static double x_of(const chart *c, double number)
{
    return LEFT + attn_ticks_place(&c->across, number) * WIDTH;
}

static double y_of(const chart *c, double number)
{
    return TOP + (1 - attn_ticks_place(&c->upwards, number)) * HEIGHT;
}

static void add_text(const chart *c, const char *kind, double x, double y, const attn_text *words)
{
    attn_text_print(c->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y);
    attn_html_words(attn_text_string(words), c->out);
    attn_text_add(c->out, "</text>\n");
}

static void add_ticks(const chart *c, const attn_ticks *ticks, bool across)
{
    for (size_t k = 0; k < ticks->count; k++) {
        attn_text label = {0};
        double at = across ? x_of(c, ticks->at[k]) : y_of(c, ticks->at[k]);
        attn_ticks_label(ticks, k, &label);
        if (across)
            attn_text_print(c->out, "<path class=\"axis\" d=\"M%.1f %dv5\"/>\n", at, TOP + HEIGHT);
        else
            attn_text_print(c->out, "<path class=\"rule\" d=\"M%d %.1fh%d\"/>\n", LEFT, at, WIDTH);
        add_text(c, across ? "c" : "e", across ? at : LEFT - 8, across ? TOP + HEIGHT + 20 : at + 4,
                 &label);
        attn_text_end(&label, c->out);
    }
}

static void add_line(const chart *c, size_t line)
{
    double x, y;
    bool begun = false;
    size_t points = attn_plot_points(c->plot);
    attn_text_print(c->out, "<path class=\"line l%zu\" d=\"", line + 1);
    for (size_t i = 0; i < points; i++) {
        bool there = attn_plot_point(c->plot, line, i, &x, &y);
        if (there)
            attn_text_print(c->out, "%c%.1f %.1f", begun ? 'L' : 'M', x_of(c, x), y_of(c, y));
        begun = there;
    }
    attn_text_add(c->out, "\"/>\n");
    for (size_t i = 0; i < points && points <= MARKED; i++)
        if (attn_plot_point(c->plot, line, i, &x, &y))
            attn_text_print(c->out, "<circle class=\"l%zu\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n",
                            line + 1, x_of(c, x), y_of(c, y));
}

static void add_axes(const chart *c)
{
    attn_text across = {0}, upwards = {0};
    add_ticks(c, &c->upwards, false);
    add_ticks(c, &c->across, true);
    attn_text_print(c->out, "<path class=\"axis\" d=\"M%d %dv%dh%d\"/>\n", LEFT, TOP, HEIGHT,
                    WIDTH);
    attn_plot_say_across(c->plot, &across);
    attn_plot_say_upwards(c->plot, &upwards);
    add_text(c, "c", LEFT + WIDTH / 2.0, TOP + HEIGHT + 40, &across);
    add_text(c, "s", 4, TOP - 3, &upwards);
    attn_text_end(&across, c->out);
    attn_text_end(&upwards, c->out);
}

static void add_key(const chart *c)
{
    size_t lines = attn_plot_keyed(c->plot);
    if (lines == 0) return;
    attn_text_add(c->out, "<ul class=\"key\">\n");
    for (size_t i = 0; i < lines; i++) {
        attn_text_print(
            c->out,
            "<li><svg width=\"44\" height=\"12\" aria-hidden=\"true\"><path class=\"line "
            "l%zu\" d=\"M2 6h40\"/><circle class=\"l%zu\" cx=\"22\" cy=\"6\" "
            "r=\"3.5\"/></svg> ",
            i + 1, i + 1);
        attn_html_words(attn_plot_name(c->plot, i), c->out);
        attn_text_add(c->out, "</li>\n");
    }
    attn_text_add(c->out, "</ul>\n");
}

void attn_html_plot(attn_html *p, const attn_plot *plot, const char *title)
{
    attn_text left_out = {0};
    const chart c = {p->out, plot, attn_plot_ticks(plot, true, TICKS),
                     attn_plot_ticks(plot, false, TICKS)};
    attn_text_print(p->out,
                    "<svg role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                    "aria-label=\"Plot: ",
                    LEFT + WIDTH + 24, TOP + HEIGHT + BOTTOM, LEFT + WIDTH + 24,
                    TOP + HEIGHT + BOTTOM);
    attn_html_words(title, p->out);
    attn_text_add(p->out, "\">\n");
    add_axes(&c);
    for (size_t i = 0; i < attn_plot_lines(plot); i++) add_line(&c, i);
    attn_text_add(p->out, "</svg>\n");
    add_key(&c);
    attn_plot_left_out(plot, &left_out);
    if (left_out.length) attn_text_add(p->out, "<p class=\"reading\">");
    attn_html_words(attn_text_string(&left_out), p->out);
    if (left_out.length) attn_text_add(p->out, "</p>\n");
    attn_text_end(&left_out, p->out);
}
