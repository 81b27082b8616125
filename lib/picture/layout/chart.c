/*
 * chart: lays out and draws a plot as a panel. Each line has a colour, a rhythm of strokes and a
 * shape of mark of its own: without the colours, in print and to the colour-blind, the picture
 * says the same.
 */
#include "picture/layout/chart.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* All in units, as the sheet has them. */
static const double field_width = 460.0, field_height = 280.0;
static const double inset = 10.0; /* of the points from the left and right side of the field */
static const double label_em = 13.0, tick_length = 5.0, tick_gap = 8.0;
static const double key_gap = 26.0, sample_width = 38.0, sample_gap = 8.0;
static const double mark_radius = 4.5, line_width = 2.0;
static const double most_out = 7.0;   /* of a mark from its point */
static const double least_gap = 12.0; /* between labels of ticks */

enum { MOST_TICKS_X = 12, MOST_TICKS_Y = 8, MARKS_ACROSS = 30, MOST_DASHES = 4 };
enum { MOST_DRAWN = 2048, PIECE = 64 }; /* points */

/* Stroke, gap, stroke, gap in units; the first line is solid. */
static const double dashes[ATTN_MOST_LINES][MOST_DASHES] = {
    {0}, {7, 4}, {2, 3}, {12, 4, 2, 4}, {14, 6}, {4, 3, 1, 3}, {1, 4}, {9, 3, 4, 3},
};

/* ---- texts ---- */

static attn_letters set(attn_lettering *lettering, attn_text *text, const attn_tile *tile,
                        double most_ems)
{
    attn_font font = {.size = tile->em, .width = most_ems * tile->em, .lines = 1};
    return attn_letters_take(lettering, text, font);
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

static void set_ticks(const attn_tile *tile, attn_lettering *lettering, const attn_ticks *ticks,
                      attn_letters *labels)
{
    for (size_t k = 0; k < ticks->count; k++) {
        attn_text text = {0};
        attn_ticks_label(ticks, k, &text);
        labels[k] = set(lettering, &text, tile, 9.0);
    }
}

static double place_x(const attn_ticks *x, double width, double unit, double number)
{
    return inset * unit + attn_ticks_place(x, number) * (width - 2.0 * inset * unit);
}

static double place_y(const attn_ticks *y, double height, double number)
{
    return (1.0 - attn_ticks_place(y, number)) * height;
}

static bool labels_fit(const attn_tile *tile)
{
    const struct attn_chart_texts *c = tile->chart;
    double free = -HUGE_VAL;
    for (size_t k = 0; k < c->x.count; k++) {
        double half = c->across[k].width / 2.0;
        double middle = place_x(&c->x, c->width, tile->unit, c->x.at[k]);
        if (middle - half < free) return false;
        free = middle + half + least_gap * tile->unit;
    }
    return true;
}

static void choose_ticks(attn_tile *tile, attn_lettering *lettering)
{
    struct attn_chart_texts *c = tile->chart;
    c->y = attn_plot_ticks_y(tile->panel->plot, MOST_TICKS_Y);
    set_ticks(tile, lettering, &c->y, c->upwards);
    for (size_t most = MOST_TICKS_X; most >= 1; most--) {
        c->x = attn_plot_ticks_x(tile->panel->plot, most);
        set_ticks(tile, lettering, &c->x, c->across);
        if (labels_fit(tile)) return;
    }
}

static void set_texts(attn_tile *tile, attn_lettering *lettering)
{
    const attn_plot *plot = tile->panel->plot;
    struct attn_chart_texts *c = tile->chart;
    attn_text caption = {0}, left_out = {0};
    choose_ticks(tile, lettering);
    for (size_t line = 0; line < attn_plot_lines(plot); line++) {
        attn_text name = {0};
        attn_text_add(&name, attn_plot_name(plot, line));
        c->names[line] = set(lettering, &name, tile, 20.0);
    }
    attn_plot_caption(plot, &caption);
    c->caption = set(lettering, &caption, tile, c->width / tile->em);
    attn_plot_left_out(plot, &left_out);
    c->left_out = set(lettering, &left_out, tile, 60.0);
}

/* ---- lengths ---- */

static void measure_below(attn_tile *tile, double below)
{
    struct attn_chart_texts *c = tile->chart;
    double names = c->key_line * (double)attn_plot_lines(tile->panel->plot);
    if (c->caption.layout) below += ceil(c->caption.height + 0.4 * tile->em);
    tile->body_height = fmax(c->height + below, names);
    if (c->left_out.layout) tile->body_height += ceil(c->left_out.height + 0.6 * tile->em);
}

void attn_chart_measure(attn_tile *tile, attn_lettering *lettering, attn_arena *arena,
                        attn_density density)
{
    struct attn_chart_texts *c = tile->chart = attn_alloc(arena, 1, sizeof *c);
    if (!c) return;
    const double unit = density.unit;
    tile->unit = unit;
    tile->em = tile->caption = floor(label_em * unit);
    c->width = floor(field_width * unit);
    c->height = floor(field_height * unit);
    set_texts(tile, lettering);
    double half_across = ceil(widest_of(c->across, c->x.count) / 2.0);
    double high = ceil(highest_of(c->across, c->x.count));
    tile->left = ceil(widest_of(c->upwards, c->y.count) + tick_gap * unit);
    tile->left = fmax(tile->left, half_across);
    tile->label_height = ceil(highest_of(c->upwards, c->y.count) / 2.0 + mark_radius * unit);
    c->key_x = c->width + ceil(fmax(key_gap * unit, half_across));
    c->key_line = ceil(fmax(highest_of(c->names, ATTN_MOST_LINES), tile->em) * 1.35);
    double names = ceil((sample_width + sample_gap) * unit + widest_of(c->names, ATTN_MOST_LINES));
    tile->body_width = fmax(c->key_x + names, ceil(c->left_out.width));
    measure_below(tile, high + tick_gap * unit);
}

/* ---- places ---- */

size_t attn_chart_marks(const attn_tile *tile)
{
    return tile->chart ? tile->chart->x.count + tile->chart->y.count + ATTN_MOST_LINES + 2 : 0;
}

static void place_ticks(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const struct attn_chart_texts *c = tile->chart;
    const double gap = tick_gap * tile->unit;
    for (size_t k = 0; k < c->y.count; k++) {
        attn_mark mark = {.letters = c->upwards[k], .color = sheet->theme->soft_ink};
        double line = place_y(&c->y, c->height, c->y.at[k]);
        mark.x = x - gap - mark.letters.width;
        mark.y = floor(y + line - mark.letters.height / 2.0 + 0.5);
        attn_sheet_add_text(sheet, mark);
    }
    for (size_t k = 0; k < c->x.count; k++) {
        attn_mark mark = {.letters = c->across[k], .color = sheet->theme->soft_ink};
        double middle = place_x(&c->x, c->width, tile->unit, c->x.at[k]);
        mark.x = x + middle - mark.letters.width / 2.0;
        mark.y = y + c->height + gap;
        attn_sheet_add_text(sheet, mark);
    }
}

/* The ink of the field, whose marks may stand out a little, and of the samples. */
static void add_boxes(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const struct attn_chart_texts *c = tile->chart;
    const double out = ceil(most_out * tile->unit);
    attn_sheet_add_box(sheet, x, y - out, c->width, c->height + 2.0 * out)->kind = ATTN_BOX_CHART;
    for (size_t line = 0; line < attn_plot_lines(tile->panel->plot); line++) {
        double middle = floor(y + c->key_line * ((double)line + 0.5));
        attn_sheet_add_box(sheet, x + c->key_x, middle - out, ceil(sample_width * tile->unit),
                           2.0 * out)
            ->kind = ATTN_BOX_CHART;
    }
}

static void place_names(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const struct attn_chart_texts *c = tile->chart;
    for (size_t line = 0; line < attn_plot_lines(tile->panel->plot); line++) {
        attn_mark mark = {.letters = c->names[line], .color = sheet->theme->ink};
        double middle = y + c->key_line * ((double)line + 0.5);
        mark.x = x + c->key_x + (sample_width + sample_gap) * tile->unit;
        mark.y = floor(middle - mark.letters.height / 2.0 + 0.5);
        attn_sheet_add_text(sheet, mark);
    }
}

void attn_chart_place(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const struct attn_chart_texts *c = tile->chart;
    attn_mark caption = {.letters = c->caption, .color = sheet->theme->soft_ink};
    attn_mark left_out = {.letters = c->left_out, .color = sheet->theme->soft_ink};
    double high = ceil(highest_of(c->across, c->x.count));
    caption.x = x + fmax(0.0, (c->width - caption.letters.width) / 2.0);
    caption.y = y + c->height + tick_gap * tile->unit + high + floor(0.4 * tile->em);
    left_out.x = x;
    left_out.y = y + tile->body_height - ceil(left_out.letters.height);
    add_boxes(sheet, tile, x, y);
    place_ticks(sheet, tile, x, y);
    place_names(sheet, tile, x, y);
    attn_sheet_add_text(sheet, caption);
    attn_sheet_add_text(sheet, left_out);
    sheet->charts[sheet->chart_count++] = (attn_chart){.plot = tile->panel->plot,
                                                       .x = c->x,
                                                       .y = c->y,
                                                       .left = x,
                                                       .top = y,
                                                       .width = c->width,
                                                       .height = c->height,
                                                       .key_x = x + c->key_x,
                                                       .key_line = c->key_line,
                                                       .unit = tile->unit};
}

/* ---- drawing ---- */

static void set_color(cairo_t *cairo, attn_color c)
{
    cairo_set_source_rgb(cairo, c.red / 255.0, c.green / 255.0, c.blue / 255.0);
}

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

static void draw_axes(const attn_chart *c, const attn_theme *theme, cairo_t *cairo)
{
    double right = c->left + c->width, bottom = c->top + c->height;
    cairo_set_line_width(cairo, thin_line(c));
    set_color(cairo, attn_color_between(theme->ground, theme->ink, 0.12));
    for (size_t k = 0; k < c->y.count; k++) {
        double y = sharp(c, c->top + place_y(&c->y, c->height, c->y.at[k]));
        cairo_move_to(cairo, c->left, y);
        cairo_line_to(cairo, right, y);
    }
    cairo_stroke(cairo);
    set_color(cairo, theme->soft_ink);
    cairo_move_to(cairo, sharp(c, c->left), c->top);
    cairo_line_to(cairo, sharp(c, c->left), sharp(c, bottom));
    cairo_line_to(cairo, right, sharp(c, bottom));
    for (size_t k = 0; k < c->x.count; k++) {
        double x = sharp(c, c->left + place_x(&c->x, c->width, c->unit, c->x.at[k]));
        cairo_move_to(cairo, x, bottom);
        cairo_line_to(cairo, x, bottom + tick_length * c->unit);
    }
    cairo_stroke(cairo);
}

/* Circle, square, triangle, diamond: of one area to the eye. */
static void shape(cairo_t *cairo, size_t line, double x, double y, double r)
{
    cairo_new_sub_path(cairo);
    switch (line / 2 % 4) {
    case 0:
        cairo_arc(cairo, x, y, r, 0.0, 2.0 * pi);
        break;
    case 1:
        cairo_rectangle(cairo, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
        break;
    case 2:
        cairo_move_to(cairo, x, y - 1.25 * r);
        cairo_line_to(cairo, x + 1.15 * r, y + 0.8 * r);
        cairo_line_to(cairo, x - 1.15 * r, y + 0.8 * r);
        break;
    default:
        cairo_move_to(cairo, x, y - 1.3 * r);
        cairo_line_to(cairo, x + 1.3 * r, y);
        cairo_line_to(cairo, x, y + 1.3 * r);
        cairo_line_to(cairo, x - 1.3 * r, y);
        break;
    }
    cairo_close_path(cairo);
}

/* Full and hollow in turn. */
static void draw_mark(const attn_chart *c, const attn_theme *theme, cairo_t *cairo, size_t line,
                      double x, double y, attn_color color)
{
    cairo_set_dash(cairo, NULL, 0, 0.0);
    cairo_set_line_width(cairo, 1.5 * c->unit);
    shape(cairo, line, x, y, mark_radius * c->unit - (line % 2 ? 0.5 * c->unit : 0.0));
    set_color(cairo, line % 2 ? theme->ground : color);
    cairo_fill_preserve(cairo);
    set_color(cairo, line % 2 ? color : theme->ground);
    if (line % 2 == 0) cairo_set_line_width(cairo, 0.75 * c->unit);
    cairo_stroke(cairo);
}

/* so_far: the length of the line that has been drawn with this pen already. */
static void set_pen(const attn_chart *c, cairo_t *cairo, size_t line, attn_color color,
                    double so_far)
{
    double lengths[MOST_DASHES];
    int count = 0;
    for (; count < MOST_DASHES && dashes[line][count] > 0.0; count++)
        lengths[count] = dashes[line][count] * c->unit;
    cairo_set_dash(cairo, lengths, count, so_far);
    cairo_set_line_width(cairo, line_width * c->unit);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    set_color(cairo, color);
}

static bool point_at(const attn_chart *c, size_t line, size_t i, double *x, double *y)
{
    double across, upwards;
    if (!attn_plot_point(c->plot, line, i, &across, &upwards)) return false;
    *x = c->left + place_x(&c->x, c->width, c->unit, across);
    *y = c->top + place_y(&c->y, c->height, upwards);
    return true;
}

/* Of the points from … end − 1, those that are the lowest and the highest, in their order. */
static size_t extremes(const attn_chart *c, size_t line, size_t from, size_t end, double at[2][2])
{
    size_t low = end, high = end;
    double x, y, least = 0.0, most = 0.0;
    for (size_t i = from; i < end; i++) {
        if (!point_at(c, line, i, &x, &y)) continue;
        if (low == end || y < least) low = i, least = y;
        if (high == end || y > most) high = i, most = y;
    }
    size_t first = low < high ? low : high, last = low < high ? high : low;
    if (low == end) return 0;
    point_at(c, line, first, &at[0][0], &at[0][1]);
    point_at(c, line, last, &at[1][0], &at[1][1]);
    return first == last ? 1 : 2;
}

/*
 * Of very many points those are drawn that can be seen. A path is drawn in pieces, since Cairo
 * looks for places where a path meets itself; the strokes go on from one to the next.
 */
static void draw_line(const attn_chart *c, cairo_t *cairo, size_t line, attn_color color)
{
    size_t points = attn_plot_points(c->plot), together = (points - 1) / MOST_DRAWN + 1, count = 0;
    double at[2][2], x = 0.0, y = 0.0, length = 0.0, drawn = 0.0;
    bool joined = false;
    for (size_t from = 0; from < points; from += together) {
        size_t end = from + together < points ? from + together : points;
        size_t found = extremes(c, line, from, end, at);
        if (found == 0) joined = false;
        for (size_t k = 0; k < found; k++, joined = true, count++) {
            if (joined && count % PIECE == 0) {
                set_pen(c, cairo, line, color, drawn);
                cairo_stroke(cairo);
                cairo_move_to(cairo, x, y);
                drawn = length;
            }
            if (joined) cairo_line_to(cairo, at[k][0], at[k][1]);
            if (!joined) cairo_move_to(cairo, at[k][0], at[k][1]);
            if (joined) length += hypot(at[k][0] - x, at[k][1] - y);
            x = at[k][0];
            y = at[k][1];
        }
    }
    set_pen(c, cairo, line, color, drawn);
    cairo_stroke(cairo);
}

/* A line and its mark beside its name. */
static void draw_sample(const attn_chart *c, const attn_theme *theme, cairo_t *cairo, size_t line,
                        attn_color color)
{
    double y = floor(c->top + c->key_line * ((double)line + 0.5));
    set_pen(c, cairo, line, color, 0.0);
    cairo_move_to(cairo, c->key_x, y);
    cairo_line_to(cairo, c->key_x + sample_width * c->unit, y);
    cairo_stroke(cairo);
    draw_mark(c, theme, cairo, line, c->key_x + sample_width * c->unit / 2.0, y, color);
}

void attn_chart_area(const attn_chart *c, double area[4])
{
    double around = ceil(2.0 * mark_radius * c->unit);
    double names = c->key_line * (double)attn_plot_lines(c->plot);
    area[0] = c->left - around;
    area[1] = c->top - around;
    area[2] = c->key_x + ceil(sample_width * c->unit) - c->left + 2.0 * around;
    area[3] = fmax(c->height, names) + 2.0 * around;
}

void attn_chart_draw(const attn_chart *c, const attn_theme *theme, bool dark, cairo_t *cairo)
{
    size_t lines = attn_plot_lines(c->plot);
    double x, y;
    cairo_save(cairo);
    draw_axes(c, theme, cairo);
    for (size_t line = lines; line-- > 0;) {
        draw_line(c, cairo, line, attn_color_of_line(line, dark));
        draw_sample(c, theme, cairo, line, attn_color_of_line(line, dark));
    }
    for (size_t i = 0; i < attn_plot_points(c->plot); i++) {
        for (size_t k = 0; k < lines; k++) {
            size_t line = attn_plot_turn(c->plot, i, k, MARKS_ACROSS);
            if (line == lines || !point_at(c, line, i, &x, &y)) continue;
            draw_mark(c, theme, cairo, line, x, y, attn_color_of_line(line, dark));
        }
    }
    cairo_restore(cairo);
}
