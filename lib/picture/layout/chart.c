/*
 * chart: lays out and draws a plot as a panel. Each line has a colour, a rhythm of strokes and a
 * shape of mark of its own: without the colours, in print and to the colour-blind, the picture
 * says the same.
 */
#include "picture/layout/chart.h"

#include <math.h>
#include <string.h>

#include "picture/layout/layout.h"
#include "picture/style/canvas.h"

static const double pi = 3.14159265358979323846;

/* All in units, as the sheet has them. */
static const double field_width = 540.0, field_height = 320.0;
static const double inset = 10.0; /* of the points from the left and right side of the field */
static const double label_em = 16.0, caption_em = 14.0, tick_length = 5.0, tick_gap = 10.0;
static const double key_gap = 26.0, sample_width = 38.0, sample_gap = 8.0;
static const double mark_radius = 4.5, line_width = 2.0;
static const double least_gap = 12.0; /* between labels of ticks */

enum { MOST_TICKS_X = 12, MOST_TICKS_Y = 8, MARKS_ACROSS = 30, MOST_DASHES = 4 };
enum { MOST_DRAWN = 2048, PIECE = 64 }; /* points */

/* Stroke, gap, stroke, gap in units; the first line is solid. */
static const double dashes[ATTN_MOST_LINES][MOST_DASHES] = {
    {0}, {7, 4}, {2, 3}, {12, 4, 2, 4}, {14, 6}, {4, 3, 1, 3}, {1, 4}, {9, 3, 4, 3},
};

/* ---- texts ---- */

static attn_letters set(const attn_tile *tile, attn_text *text, double most_ems)
{
    return attn_letters_take(tile->lettering, text, attn_font_line(tile->em, most_ems));
}

static double widest_of(const attn_letters *letters, size_t count)
{
    double widest = 0.0;
    for (size_t i = 0; i < count; i++) widest = fmax(widest, letters[i].width);
    return widest;
}

static double highest_of(const attn_letters *letters, size_t count)
{
    double highest = 0.0;
    for (size_t i = 0; i < count; i++) highest = fmax(highest, letters[i].height);
    return highest;
}

static void set_ticks(const attn_tile *tile, const attn_ticks *ticks, attn_letters *labels)
{
    for (size_t k = 0; k < ticks->count; k++) {
        attn_text text = {0};
        attn_ticks_label(ticks, k, &text);
        labels[k] = set(tile, &text, 9.0);
    }
}

/* Seen from the field. */
static double place_x(const attn_chart *c, double number)
{
    return inset * c->unit + attn_ticks_place(&c->x, number) * (c->width - 2.0 * inset * c->unit);
}

static double place_y(const attn_chart *c, double number)
{
    return (1.0 - attn_ticks_place(&c->y, number)) * c->height;
}

static bool labels_fit(const attn_chart *c)
{
    double free = -HUGE_VAL;
    for (size_t k = 0; k < c->x.count; k++) {
        double half = c->across[k].width / 2.0, middle = place_x(c, c->x.at[k]);
        if (middle - half < free) return false;
        free = middle + half + least_gap * c->unit;
    }
    return true;
}

static void choose_ticks(const attn_tile *tile, attn_chart *c)
{
    c->y = attn_plot_ticks(c->plot, false, MOST_TICKS_Y);
    set_ticks(tile, &c->y, c->upwards);
    for (size_t most = MOST_TICKS_X; most >= 1; most--) {
        c->x = attn_plot_ticks(c->plot, true, most);
        set_ticks(tile, &c->x, c->across);
        if (labels_fit(c)) return;
    }
}

/* A span that lies beyond the axis ends with it. */
static double within_field(const attn_chart *c, double number)
{
    return fmin(fmax(place_x(c, number), 0.0), c->width);
}

static void set_shade(const attn_tile *tile, attn_chart *c)
{
    const attn_captions *captions = c->plot->captions;
    attn_text text = {0};
    attn_text_add(&text, captions->shade);
    c->shade = set(tile, &text, c->width / tile->em);
    c->shade_from = within_field(c, captions->shade_from);
    c->shade_to = within_field(c, captions->shade_to);
}

static void set_texts(const attn_tile *tile, attn_chart *c)
{
    attn_text text = {0};
    choose_ticks(tile, c);
    for (size_t line = 0; line < attn_plot_keyed(c->plot); line++) {
        attn_text_add(&text, attn_plot_name(c->plot, line));
        c->names[line] = set(tile, &text, 20.0);
    }
    attn_plot_say_across(c->plot, &text);
    c->caption = set(tile, &text, c->width / tile->em);
    attn_plot_say_upwards(c->plot, &text);
    c->upright = attn_letters_take(tile->lettering, &text,
                                   (attn_font){.size = tile->em, .width = c->height, .lines = 2});
    if (c->plot->captions && c->plot->captions->shade) set_shade(tile, c);
    attn_plot_left_out(c->plot, &text);
    c->left_out = set(tile, &text, 60.0);
}

/* ---- lengths ---- */

static double body_height(const attn_chart *c, double em)
{
    double below = ceil(highest_of(c->across, c->x.count)) + tick_gap * c->unit;
    if (c->caption.layout) below += ceil(c->caption.height + 0.4 * em);
    double height = fmax(c->height + below, c->key_line * (double)attn_plot_lines(c->plot));
    return c->left_out.layout ? height + ceil(c->left_out.height + 0.6 * em) : height;
}

static void measure_chart(attn_tile *tile, attn_arena *arena)
{
    tile->own = attn_alloc(arena, 1, sizeof(attn_chart));
}

static void size_chart(attn_tile *tile)
{
    attn_chart *c = tile->own;
    const double unit = tile->density.unit, growth = tile->density.growth;
    if (!c) return;
    tile->em = floor(label_em * unit);
    tile->caption = floor(caption_em * unit);
    *c = (attn_chart){.plot = tile->panel->plot,
                      .width = floor(field_width * unit * growth * tile->density.breadth),
                      .height = floor(field_height * unit * growth * tile->density.stretch),
                      .unit = unit};
    set_texts(tile, c);
    double half_across = ceil(widest_of(c->across, c->x.count) / 2.0);
    bool keyed = attn_plot_keyed(c->plot) > 0;
    double names = ceil((sample_width + sample_gap) * unit + widest_of(c->names, ATTN_MOST_LINES));
    c->key_x = c->width + ceil(keyed ? fmax(key_gap * unit, half_across) : half_across);
    c->key_line = ceil(fmax(highest_of(c->names, ATTN_MOST_LINES), tile->em) * 1.35);
    tile->left = fmax(ceil(widest_of(c->upwards, c->y.count) + tick_gap * unit), half_across);
    if (c->upright.layout) tile->left += ceil(c->upright.height + tick_gap * unit);
    tile->heights[ATTN_PART_LABELS] =
        ceil(highest_of(c->upwards, c->y.count) / 2.0 + mark_radius * unit);
    if (c->shade.layout) tile->heights[ATTN_PART_LABELS] += ceil(c->shade.height);
    tile->heights[ATTN_PART_BODY] = body_height(c, tile->em);
    tile->body_width = fmax(c->key_x + (keyed ? names : 0.0), ceil(c->left_out.width));
}

/* ---- places ---- */

static void place_ticks(attn_sheet *sheet, const attn_chart *c)
{
    const attn_color color = sheet->theme->soft_ink;
    const double gap = tick_gap * c->unit;
    for (size_t k = 0; k < c->y.count; k++) {
        const attn_letters label = c->upwards[k];
        double middle = c->top + place_y(c, c->y.at[k]);
        attn_sheet_add_text(sheet, (attn_mark){.letters = label,
                                               .color = color,
                                               .x = c->left - gap - label.width,
                                               .y = floor(middle - label.height / 2.0 + 0.5)});
    }
    for (size_t k = 0; k < c->x.count; k++) {
        const attn_letters label = c->across[k];
        double middle = c->left + place_x(c, c->x.at[k]);
        attn_sheet_add_text(sheet, (attn_mark){.letters = label,
                                               .color = color,
                                               .x = middle - label.width / 2.0,
                                               .y = c->top + c->height + gap});
    }
}

static void place_names(attn_sheet *sheet, const attn_chart *c)
{
    for (size_t line = 0; line < attn_plot_keyed(c->plot); line++) {
        double middle = c->top + c->key_line * ((double)line + 0.5);
        attn_sheet_add_text(
            sheet, (attn_mark){.letters = c->names[line],
                               .color = sheet->theme->ink,
                               .x = c->left + c->key_x + (sample_width + sample_gap) * c->unit,
                               .y = floor(middle - c->names[line].height / 2.0 + 0.5)});
    }
}

/* What stands below the field, beside it and above it. */
static void place_captions(attn_sheet *sheet, const attn_tile *tile, const attn_chart *c)
{
    const double below = tick_gap * c->unit + ceil(highest_of(c->across, c->x.count));
    const double ends = ceil(highest_of(c->upwards, c->y.count) / 2.0 + mark_radius * c->unit);
    const double middle = (c->shade_from + c->shade_to - c->shade.width) / 2.0;
    const attn_mark marks[] = {
        {.letters = c->caption,
         .x = c->left + fmax(0.0, (c->width - c->caption.width) / 2.0),
         .y = c->top + c->height + below + floor(0.4 * tile->em)},
        {.letters = c->upright,
         .x = c->left - tile->left,
         .y = c->top + fmax(0.0, (c->height - c->upright.width) / 2.0),
         .upwards = true},
        {.letters = c->shade,
         .x = c->left + fmax(0.0, fmin(middle, c->width - c->shade.width)),
         .y = c->top - ends - ceil(c->shade.height)},
        {.letters = c->left_out,
         .x = c->left,
         .y = c->top + tile->heights[ATTN_PART_BODY] - ceil(c->left_out.height)}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        attn_mark mark = marks[i];
        mark.color = sheet->theme->soft_ink;
        attn_sheet_add_text(sheet, mark);
    }
}

static void place_chart(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    attn_chart *c = tile->own;
    if (!attn_append(sheet->arena, &sheet->charts, &sheet->chart_count, &c, sizeof c)) return;
    c->left = x;
    c->top = y;
    place_ticks(sheet, c);
    place_names(sheet, c);
    place_captions(sheet, tile, c);
}

const attn_figure attn_figure_chart = {
    .measure = measure_chart, .size = size_chart, .place = place_chart};

/* ---- drawing ---- */

static double thin_line(const attn_chart *c)
{
    return fmax(1.0, floor(c->unit));
}

/* The middle of a thin line that begins with this pixel: it covers whole pixels, so it is not
 * softened. */
static double sharp(const attn_chart *c, double place)
{
    return floor(place) + thin_line(c) / 2.0;
}

/* A pen: what a line of a chart is drawn with, on which canvas. */
typedef struct pen {
    const attn_chart *chart;
    const attn_theme *theme;
    cairo_t *cairo;
    size_t line;
    attn_color color;
} pen;

/* A mixture of ground and ink; where there is no ground, of ink and what lies behind. */
static void use_faint_ink(const attn_theme *theme, double part, cairo_t *cairo)
{
    const attn_color ink = theme->ink;
    if (theme->clear)
        cairo_set_source_rgba(cairo, ink.red / 255.0, ink.green / 255.0, ink.blue / 255.0, part);
    else
        attn_canvas_color(cairo, attn_color_between(theme->ground, ink, part));
}

static void draw_shade(const attn_chart *c, const attn_theme *theme, cairo_t *cairo)
{
    const double width = c->shade_to - c->shade_from;
    cairo_rectangle(cairo, c->left + c->shade_from, c->top, width, c->height);
    use_faint_ink(theme, 0.06, cairo);
    cairo_fill(cairo);
}

static void draw_axes(const attn_chart *c, const attn_theme *theme, cairo_t *cairo)
{
    double right = c->left + c->width, bottom = c->top + c->height;
    if (c->shade.layout) draw_shade(c, theme, cairo);
    cairo_set_line_width(cairo, thin_line(c));
    use_faint_ink(theme, 0.12, cairo);
    for (size_t k = 0; k < c->y.count; k++) {
        double y = sharp(c, c->top + place_y(c, c->y.at[k]));
        cairo_move_to(cairo, c->left, y);
        cairo_line_to(cairo, right, y);
    }
    cairo_stroke(cairo);
    attn_canvas_color(cairo, theme->soft_ink);
    cairo_move_to(cairo, sharp(c, c->left), c->top);
    cairo_line_to(cairo, sharp(c, c->left), sharp(c, bottom));
    cairo_line_to(cairo, right, sharp(c, bottom));
    for (size_t k = 0; k < c->x.count; k++) {
        double x = sharp(c, c->left + place_x(c, c->x.at[k]));
        cairo_move_to(cairo, x, bottom);
        cairo_line_to(cairo, x, bottom + tick_length * c->unit);
    }
    cairo_stroke(cairo);
}

/* Circle, square, triangle, diamond: of one area to the eye. */
static void add_shape(const pen *p, double x, double y, double r)
{
    static const double corners[][4][2] = {{{0, -1.25}, {1.15, 0.8}, {-1.15, 0.8}, {0, -1.25}},
                                           {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}}};
    const size_t kind = p->line / 2 % 4;
    cairo_new_sub_path(p->cairo);
    if (kind == 0) cairo_arc(p->cairo, x, y, r, 0.0, 2.0 * pi);
    if (kind == 1) cairo_rectangle(p->cairo, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
    for (size_t i = 0; kind > 1 && i < (kind == 2 ? 3 : 4); i++)
        cairo_line_to(p->cairo, x + corners[kind - 2][i][0] * r, y + corners[kind - 2][i][1] * r);
    cairo_close_path(p->cairo);
}

/* Full and hollow in turn. */
static void draw_mark(const pen *p, double x, double y)
{
    const bool hollow = p->line % 2;
    const double unit = p->chart->unit;
    cairo_set_dash(p->cairo, NULL, 0, 0.0);
    cairo_set_line_width(p->cairo, (hollow ? 1.5 : 0.75) * unit);
    add_shape(p, x, y, mark_radius * unit - (hollow ? 0.5 * unit : 0.0));
    attn_canvas_color(p->cairo, hollow ? p->theme->ground : p->color);
    cairo_fill_preserve(p->cairo);
    attn_canvas_color(p->cairo, hollow ? p->color : p->theme->ground);
    cairo_stroke(p->cairo);
}

/* What stands in the path. so_far: the length of the line that has been drawn already. */
static void stroke(const pen *p, double so_far)
{
    double lengths[MOST_DASHES];
    int count = 0;
    for (; count < MOST_DASHES && dashes[p->line][count] > 0.0; count++)
        lengths[count] = dashes[p->line][count] * p->chart->unit;
    cairo_set_dash(p->cairo, lengths, count, so_far);
    cairo_set_line_width(p->cairo, line_width * p->chart->unit);
    cairo_set_line_join(p->cairo, CAIRO_LINE_JOIN_ROUND);
    attn_canvas_color(p->cairo, p->color);
    cairo_stroke(p->cairo);
}

static bool point_at(const pen *p, size_t i, double at[2])
{
    const attn_chart *c = p->chart;
    double across, upwards;
    if (!attn_plot_point(c->plot, p->line, i, &across, &upwards)) return false;
    at[0] = c->left + place_x(c, across);
    at[1] = c->top + place_y(c, upwards);
    return true;
}

/* Of the points from … end − 1, those that are the lowest and the highest, in their order. */
static size_t extremes(const pen *p, size_t from, size_t end, double at[2][2])
{
    size_t low = end, high = end;
    double here[2], least = 0.0, most = 0.0;
    for (size_t i = from; i < end; i++) {
        if (!point_at(p, i, here)) continue;
        if (low == end || here[1] < least) {
            low = i;
            least = here[1];
        }
        if (high == end || here[1] > most) {
            high = i;
            most = here[1];
        }
    }
    if (low == end) return 0;
    point_at(p, low < high ? low : high, at[0]);
    point_at(p, low < high ? high : low, at[1]);
    return low == high ? 1 : 2;
}

/*
 * Of very many points those are drawn that can be seen. A path is drawn in pieces, since Cairo
 * looks for places where a path meets itself; the strokes go on from one to the next.
 */
static void draw_line(const pen *p)
{
    size_t points = attn_plot_points(p->chart->plot), count = 0;
    size_t together = (points - 1) / MOST_DRAWN + 1;
    double at[2][2], last[2] = {0.0, 0.0}, length = 0.0, drawn = 0.0;
    bool joined = false;
    for (size_t from = 0; from < points; from += together) {
        size_t found = extremes(p, from, from + together < points ? from + together : points, at);
        joined = joined && found > 0;
        for (size_t k = 0; k < found; k++, joined = true, count++) {
            if (joined && count % PIECE == 0) {
                stroke(p, drawn);
                cairo_move_to(p->cairo, last[0], last[1]);
                drawn = length;
            }
            if (joined) length += hypot(at[k][0] - last[0], at[k][1] - last[1]);
            if (!joined) cairo_new_sub_path(p->cairo);
            cairo_line_to(p->cairo, at[k][0], at[k][1]);
            memcpy(last, at[k], sizeof last);
        }
    }
    stroke(p, drawn);
}

/* A line and its mark beside its name. */
static void draw_sample(const pen *p)
{
    const attn_chart *c = p->chart;
    const double x = c->left + c->key_x, width = sample_width * c->unit;
    double y = floor(c->top + c->key_line * ((double)p->line + 0.5));
    cairo_move_to(p->cairo, x, y);
    cairo_line_to(p->cairo, x + width, y);
    stroke(p, 0.0);
    draw_mark(p, x + width / 2.0, y);
}

void attn_chart_ends(const attn_chart *c, double *top, double *bottom)
{
    double around = ceil(2.0 * mark_radius * c->unit);
    *top = c->top - around;
    *bottom = c->top + fmax(c->height, c->key_line * (double)attn_plot_lines(c->plot)) + around;
}

void attn_chart_draw(const attn_chart *c, const attn_theme *theme, bool dark, cairo_t *cairo)
{
    const size_t lines = attn_plot_lines(c->plot);
    pen pens[ATTN_MOST_LINES];
    double at[2];
    cairo_save(cairo);
    draw_axes(c, theme, cairo);
    for (size_t line = lines; line-- > 0;) {
        pens[line] = (pen){c, theme, cairo, line, attn_color_of_line(line, dark)};
        draw_line(&pens[line]);
        if (attn_plot_keyed(c->plot)) draw_sample(&pens[line]);
    }
    for (size_t i = 0; i < attn_plot_points(c->plot); i++) {
        for (size_t k = 0; k < lines; k++) {
            size_t line = attn_plot_turn(c->plot, i, k, MARKS_ACROSS);
            if (line < lines && point_at(&pens[line], i, at)) draw_mark(&pens[line], at[0], at[1]);
        }
    }
    cairo_restore(cairo);
}
