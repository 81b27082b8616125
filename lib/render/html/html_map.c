/*
 * html_map: a map of numbers as SVG: cells, the words on its axes, and what its colours mean.
 *
 * The colour of a cell is one colour, more or less strong, which page.css chooses; so one drawing
 * serves a light and a dark page. Cells of one strength are one path. Over a picture the cells are
 * a veil, and the picture shows where the numbers are large.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/layout/scale.h"
#include "render/html/html.h"

enum {
    STRENGTHS = 25,
    LETTER = 7,    /* about the width of one, in pixels */
    NUMBERED = 12, /* columns; maps of no more have their numbers in the cells */
    SIDE_NUMBERED = 52,
    POINTED = 4096, /* cells; of a map of no more a reader can point at each */
    WIDEST = 560,   /* of all cells together */
    LEAST_SIDE = 2,
    LEAST_HEIGHT = 24, /* of all cells together */
    MOST_SIDE = 34,
    LEAST_WORDS = 11, /* side of a cell beside which a word fits */
    GAP = 8,
    KEY = 34 /* height of what stands below */
};

typedef struct map {
    attn_html *page;
    const attn_panel *panel;
    attn_range range;
    size_t rows, cols;
    size_t side, high;       /* of a cell */
    size_t left, top, right; /* of the words around the cells */
    bool numbered, words;
} map;

/* ---- words on the axes ---- */

static void add_word(const attn_labels *labels, size_t place, attn_text *out)
{
    if (labels && place < labels->count)
        attn_text_add(out, labels->words[place]);
    else
        attn_text_print(out, "%zu", place + 1);
}

static size_t widest(const attn_labels *labels, size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        attn_text word = {0};
        add_word(labels, i, &word);
        size_t width = attn_text_width(attn_text_string(&word), word.length);
        if (width > most) most = width;
        attn_text_free(&word);
    }
    return most * LETTER + LETTER;
}

/* Cells are square where they have no numbers; but together they are no thin line, and over a
 * picture they have its form. */
static size_t height_of_cell(const map *m)
{
    const attn_picture *picture = m->panel->over;
    size_t high = m->side;
    if (m->numbered) return MOST_SIDE;
    if (picture && picture->frames)
        high = m->side * picture->height / picture->frames / picture->width;
    else if (picture)
        high = m->cols * m->side * picture->height / picture->width / m->rows;
    if (high * m->rows < LEAST_HEIGHT) high = LEAST_HEIGHT / m->rows;
    if (high * m->rows > WIDEST) high = WIDEST / m->rows;
    return high < LEAST_SIDE ? LEAST_SIDE : high;
}

static void measure(map *m)
{
    size_t across = widest(m->panel->col_labels, m->cols);
    m->numbered = m->cols <= NUMBERED && m->rows <= NUMBERED && !m->panel->over;
    m->side = WIDEST / m->cols;
    if (m->side > MOST_SIDE) m->side = MOST_SIDE;
    if (m->side < LEAST_SIDE) m->side = LEAST_SIDE;
    if (m->numbered) m->side = SIDE_NUMBERED;
    m->high = height_of_cell(m);
    m->words = m->side >= LEAST_WORDS;
    m->left = GAP + (m->words ? widest(m->panel->row_labels, m->rows) : 0);
    bool level = across <= m->side;
    m->top = !m->words ? GAP : level ? 22 : GAP + across * 3 / 4;
    m->right = !m->words || level ? GAP : across * 3 / 4;
}

static void add_text_at(const map *m, const char *kind, size_t x, size_t y, const char *turn,
                        const attn_text *words)
{
    attn_text_print(m->page->out, "<text class=\"%s\" x=\"%zu\" y=\"%zu\"%s>", kind, x, y, turn);
    attn_html_words(attn_text_string(words), m->page->out);
    attn_text_add(m->page->out, "</text>\n");
}

static void add_words(const map *m)
{
    bool level = m->top == 22;
    for (size_t i = 0; i < m->rows; i++) {
        attn_text word = {0};
        add_word(m->panel->row_labels, i, &word);
        add_text_at(m, "e", m->left - 6, m->top + i * m->high + m->high / 2 + 4, "", &word);
        attn_text_end(&word, m->page->out);
    }
    for (size_t i = 0; i < m->cols; i++) {
        attn_text word = {0};
        char turn[64] = "";
        size_t x = m->left + i * m->side + m->side / 2, y = m->top - 6;
        add_word(m->panel->col_labels, i, &word);
        if (!level) snprintf(turn, sizeof turn, " transform=\"rotate(-45 %zu %zu)\"", x, y);
        add_text_at(m, level ? "c" : "s", x, y, turn, &word);
        attn_text_end(&word, m->page->out);
    }
}

/* ---- cells ---- */

static float number_at(const map *m, size_t row, size_t col)
{
    return m->panel->value->data[row * m->cols + col];
}

/* From −STRENGTHS to STRENGTHS; what has no colour is one more. */
static int strength_of(const map *m, size_t row, size_t col)
{
    double depth = attn_range_depth(m->range, number_at(m, row, col));
    if (!isfinite(depth)) return STRENGTHS + 1;
    return (int)round(fmax(-1, fmin(1, depth)) * STRENGTHS);
}

/* Cells of one strength that stand side by side are one shape. */
static void add_runs(const map *m, int strength)
{
    attn_text *out = m->page->out;
    for (size_t row = 0; row < m->rows; row++) {
        for (size_t col = 0, count; col < m->cols; col += count) {
            count = 1;
            if (strength_of(m, row, col) != strength) continue;
            while (col + count < m->cols && strength_of(m, row, col + count) == strength) count++;
            attn_text_print(out, "M%zu %zuh%zuv%zuh-%zuz", m->left + col * m->side,
                            m->top + row * m->high, count * m->side, m->high, count * m->side);
        }
    }
}

/* Begins a shape of this strength, from −1 to 1: a colour; over a picture, a veil that is the
 * thinner the stronger it is. */
static void begin_shape(const map *m, double depth)
{
    const bool veils = m->panel->over != NULL;
    attn_text_print(m->page->out, "<path class=\"%s\" fill-opacity=\"%.2f\" d=\"",
                    veils       ? "veil"
                    : depth < 0 ? "n"
                                : "p",
                    veils ? 0.8 * (1 - fabs(depth)) : fabs(depth));
}

/* A shape that shows nothing is left out. */
static bool is_seen(const map *m, int strength)
{
    return m->panel->over ? abs(strength) != STRENGTHS : strength != 0;
}

static void add_ground(const map *m)
{
    attn_text_print(m->page->out, "<path class=\"ground\" d=\"M%zu %zuh%zuv%zuh-%zuz\"/>\n",
                    m->left, m->top, m->cols * m->side, m->rows * m->high, m->cols * m->side);
}

static void add_cells(const map *m)
{
    bool there[2 * STRENGTHS + 2] = {false};
    for (size_t i = 0; i < m->rows * m->cols; i++)
        there[strength_of(m, i / m->cols, i % m->cols) + STRENGTHS] = true;
    for (int k = -STRENGTHS; k <= STRENGTHS + 1; k++) {
        if (!there[k + STRENGTHS] || !is_seen(m, k)) continue;
        if (k > STRENGTHS)
            attn_text_add(m->page->out, "<path class=\"masked\" d=\"");
        else
            begin_shape(m, (double)k / STRENGTHS);
        add_runs(m, k);
        attn_text_add(m->page->out, "\"/>\n");
    }
}

void attn_html_cells(attn_html *p, const attn_panel *panel, attn_range range, attn_html_field field)
{
    map m = {.page = p,
             .panel = panel,
             .range = range,
             .rows = panel->value->rows,
             .cols = panel->value->cols,
             .side = field.side,
             .high = field.high,
             .left = field.left,
             .top = field.top};
    add_ground(&m);
    add_cells(&m);
}

/* ---- numbers ---- */

static bool is_largest(const map *m, size_t row, size_t col)
{
    float number = number_at(m, row, col);
    for (size_t i = 0; i < m->cols; i++)
        if (number_at(m, row, i) > number) return false;
    return m->panel->read && isfinite(number);
}

/* On a strong colour the letters are light. */
static void add_numbers(const map *m)
{
    for (size_t i = 0; i < m->rows * m->cols && m->numbered; i++) {
        attn_text number = {0};
        size_t row = i / m->cols, col = i % m->cols;
        char kind[16];
        int strength = strength_of(m, row, col);
        if (isfinite(number_at(m, row, col)))
            attn_text_fixed(&number,
                            fabsf(number_at(m, row, col)) < 0.005F ? 0 : number_at(m, row, col), 2);
        else
            attn_text_add(&number, "–");
        snprintf(kind, sizeof kind, "c%s%s", is_largest(m, row, col) ? " most" : "",
                 strength <= STRENGTHS && abs(strength) > STRENGTHS * 7 / 10 ? " on" : "");
        add_text_at(m, kind, m->left + col * m->side + m->side / 2,
                    m->top + row * m->high + m->high / 2 + 5, "", &number);
        attn_text_end(&number, m->page->out);
    }
}

/* ---- the key of the colours ---- */

static void add_end_of_scale(const map *m, const char *kind, size_t x, size_t y, double number)
{
    attn_text text = {0};
    attn_text_short(&text, (float)number, 4);
    add_text_at(m, kind, x, y, "", &text);
    attn_text_end(&text, m->page->out);
}

static void add_key(const map *m)
{
    enum { PARTS = 10, PART = 14, HIGH = 8 };
    bool is_signed = m->range.scale == ATTN_SCALE_SIGNED;
    size_t x = m->left, y = m->top + m->rows * m->high + 14;
    if (m->panel->over)
        attn_text_print(m->page->out, "<path class=\"clear\" d=\"M%zu %zuh%dv%dh-%dz\"/>\n", x, y,
                        PARTS * PART, HIGH, PARTS * PART);
    for (int k = 0; k < PARTS; k++) {
        double depth = is_signed ? 2 * (k + 0.5) / PARTS - 1 : (k + 0.5) / PARTS;
        begin_shape(m, depth);
        attn_text_print(m->page->out, "M%zu %zuh%dv%dh-%dz\"/>\n", x + (size_t)k * PART, y, PART,
                        HIGH, PART);
    }
    add_end_of_scale(m, "s", x, y + 19, is_signed ? -m->range.top : 0);
    add_end_of_scale(m, "e", x + (size_t)PARTS * PART, y + 19, m->range.top);
}

/* ---- the picture below the cells ---- */

static void put_number(unsigned char *bytes, size_t number)
{
    for (size_t i = 0; i < 4; i++) bytes[i] = (unsigned char)(number >> 8 * i & 255);
}

/* As a bitmap, which needs no compression: rows from the bottom, each of a multiple of 4 bytes. */
static void add_bitmap(const map *m, const attn_picture *picture, size_t number)
{
    const size_t head = 54, row = (picture->width * 3 + 3) / 4 * 4, size = row * picture->height;
    unsigned char *file = attn_alloc(m->page->arena, head + size, 1);
    if (!file) return;
    memcpy(file, "BM", 2);
    put_number(file + 2, head + size);
    put_number(file + 10, head);
    put_number(file + 14, 40);
    put_number(file + 18, picture->width);
    put_number(file + 22, picture->height);
    put_number(file + 26, 1 | 24 << 16);
    for (size_t y = 0; y < picture->height; y++)
        for (size_t i = 0; i < picture->width * 3; i++)
            file[head + (picture->height - 1 - y) * row + i] =
                picture->pixels[(y * picture->width + i / 3) * 3 + 2 - i % 3];
    attn_text_print(m->page->out,
                    "<image id=\"picture-%zu\" width=\"%zu\" height=\"%zu\" "
                    "href=\"data:image/bmp;base64,",
                    number, picture->width, picture->height);
    attn_text_add_base64(m->page->out, file, head + size);
    attn_text_add(m->page->out, "\"/>");
}

/* A picture that several maps lie over stands in the page once. */
static void add_picture(const map *m)
{
    attn_html *p = m->page;
    const attn_picture *picture = m->panel->over;
    size_t i = 0;
    while (i < p->picture_count && p->pictures[i] != picture->pixels) i++;
    if (i < p->picture_count) {
        attn_text_print(p->out, "<use href=\"#picture-%zu\"/>", i + 1);
        return;
    }
    attn_append(p->arena, &p->pictures, &p->picture_count, &picture->pixels,
                sizeof picture->pixels);
    add_bitmap(m, picture, i + 1);
}

/* All cells together are the regions of the picture. */
static void add_whole(const map *m)
{
    const attn_picture *picture = m->panel->over;
    attn_text_print(m->page->out, "<g transform=\"translate(%zu %zu) scale(%.4f %.4f)\">", m->left,
                    m->top, (double)(m->cols * m->side) / (double)picture->width,
                    (double)(m->rows * m->high) / (double)picture->height);
    add_picture(m);
    attn_text_add(m->page->out, "</g>\n");
}

/* Each cell has the frame of its column, of those that stand in the picture one below the other. */
static void add_film(const map *m)
{
    const attn_picture *picture = m->panel->over;
    for (size_t i = 0; i < m->rows * m->cols; i++) {
        size_t row = i / m->cols, col = i % m->cols, high = picture->height / picture->frames;
        size_t frame = (2 * col + 1) * picture->frames / (2 * m->cols);
        attn_text_print(
            m->page->out,
            "<svg aria-hidden=\"true\" x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"%zu\" "
            "viewBox=\"0 %zu %zu %zu\" preserveAspectRatio=\"none\">",
            m->left + col * m->side, m->top + row * m->high, m->side, m->high, frame * high,
            picture->width, high);
        add_picture(m);
        attn_text_add(m->page->out, "</svg>\n");
    }
}

/* ---- the whole ---- */

/* "rows: query: target · columns: key: source" */
static void add_roles(const map *m)
{
    const attn_panel *panel = m->panel;
    if (!panel->row_role && !panel->col_role) return;
    attn_text_add(m->page->out, "<p class=\"roles\">");
    if (panel->row_role) attn_text_add(m->page->out, "rows – ");
    if (panel->row_role) attn_html_words(panel->row_role, m->page->out);
    if (panel->row_role && panel->col_role) attn_text_add(m->page->out, "; ");
    if (panel->col_role) attn_text_add(m->page->out, "columns – ");
    if (panel->col_role) attn_html_words(panel->col_role, m->page->out);
    attn_text_add(m->page->out, "</p>\n");
}

/* A vector may be laid out in rows. */
static bool is_matrix(const map *m, const attn_numbers *of)
{
    return attn_value(attn_run_record(m->page->document->run), of->node)->rank == ATTN_MATRIX;
}

/* What a reader may point at: where the cells lie (left, top, width and height of one, rows,
 * columns), their numbers, and what has them. */
static void add_pointers(const map *m, const attn_numbers *of)
{
    attn_text *out = m->page->out;
    if (m->rows * m->cols > POINTED) return;
    attn_text_print(out, " data-cells=\"%zu %zu %zu %zu %zu %zu\" data-numbers=\"", m->left, m->top,
                    m->side, m->high, m->rows, m->cols);
    for (size_t i = 0; i < m->rows * m->cols; i++) {
        attn_text number = {0};
        if (isfinite(m->panel->value->data[i]))
            attn_text_short(&number, m->panel->value->data[i], 3);
        else
            attn_text_add(&number, "–");
        attn_text_print(out, "%s%s", i ? " " : "", attn_text_string(&number));
        attn_text_end(&number, out);
    }
    if (of->node) attn_text_print(out, "\" data-%s=\"", is_matrix(m, of) ? "matrix" : "vector");
    if (of->node) attn_html_words(of->label, out);
    attn_text_add(out, "\"");
}

void attn_html_map(attn_html *p, const attn_panel *panel, const attn_numbers *of)
{
    const attn_tensor *value = panel->value;
    double largest = fmax(attn_panel_extent(panel).largest, panel->range_floor);
    map m = {.page = p,
             .panel = panel,
             .range = attn_range_holding(panel->scale, largest),
             .rows = value->rows,
             .cols = value->cols};
    if (!value->data || attn_tensor_size(value) == 0) return;
    measure(&m);
    size_t width = m.left + m.cols * m.side + m.right, height = m.top + m.rows * m.high + KEY;
    if (width < m.left + 160) width = m.left + 160;
    add_roles(&m);
    attn_text_print(p->out,
                    "<svg role=\"img\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\" "
                    "aria-label=\"Map: ",
                    width, height, width, height);
    attn_html_words(panel->title, p->out);
    attn_text_print(p->out, ", %zu rows, %zu columns\"", m.rows, m.cols);
    add_pointers(&m, of);
    attn_text_add(p->out, ">\n");
    if (panel->over && panel->over->frames)
        add_film(&m);
    else if (panel->over)
        add_whole(&m);
    else
        add_ground(&m);
    add_cells(&m);
    if (m.words) add_words(&m);
    add_numbers(&m);
    add_key(&m);
    attn_text_add(p->out, "</svg>\n");
}
