/*
 * tile: cells follow from the text. A cell is at least as high as the line of its row label and as
 * wide as that of its column label, so labels never meet, however many there are.
 */
#include "show/tile.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

/* By the cells of the longer side: font size, side of a cell with and without a number inside. */
static const struct {
    size_t side;
    double em, cell, bare_cell;
} sizes[] = {
    {8, 13, 46, 36}, {16, 13, 40, 27}, {32, 13, 22, 22},    {64, 12, 17, 17},
    {128, 11, 0, 0}, {256, 10, 0, 0},  {SIZE_MAX, 9, 0, 0},
};

static const double least_em = 9.0;
static const double most_label_ems = 24.0;

/* Numbers are drawn where neither side is longer than this, and no number is wider. */
#define MOST_NUMBERED 16u
static const double most_number_width = 64.0;

/* So wide a cell may grow to let the words above it stand upright. */
static const double most_upright = 72.0;
/* Beyond this, a wide cell no longer has to be as high. */
static const double most_square = 48.0;

static double at_least(double x, double low)
{
    return x > low ? x : low;
}

static double between(double x, double low, double high)
{
    return at_least(x < high ? x : high, low);
}

static size_t size_class(const attn_panel *panel)
{
    size_t side = panel->value->rows > panel->value->cols ? panel->value->rows : panel->value->cols;
    size_t k = 0;
    while (sizes[k].side < side) k++;
    return k;
}

/* ---- axes ---- */

static attn_letters label_at(attn_lettering *lettering, const attn_labels *labels, size_t i,
                             double em)
{
    char number[24];
    const char *word = number;
    snprintf(number, sizeof number, "%zu", i + 1);
    if (labels && i < labels->count) word = labels->words[i];
    attn_font font = {.size = em, .width = most_label_ems * em, .lines = 1};
    return attn_letters_set(lettering, word, font);
}

static double thickness(const attn_axis *axis)
{
    return ceil(axis->ascent + axis->descent) + 1.0;
}

static void set_labels(attn_axis *axis, attn_lettering *lettering, attn_arena *arena,
                       const attn_labels *labels, double em)
{
    axis->length = axis->ascent = axis->descent = 0.0;
    axis->label_count = (axis->count - 1) / axis->every + 1;
    axis->labels = attn_alloc(arena, axis->label_count, sizeof *axis->labels);
    if (!axis->labels) axis->label_count = 0;
    for (size_t k = 0; k < axis->label_count; k++) {
        attn_letters label = label_at(lettering, labels, k * axis->every, em);
        axis->length = at_least(label.width, axis->length);
        axis->ascent = at_least(label.ascent, axis->ascent);
        axis->descent = at_least(label.height - label.ascent, axis->descent);
        axis->labels[k] = label;
    }
}

/* cell 0: every cell has its label. Else labels are left out until the rest fits cells of this
 * side. */
static void set_axis(attn_axis *axis, attn_lettering *lettering, attn_arena *arena,
                     const attn_labels *labels, double em, double cell)
{
    axis->every = cell > 0.0 ? (size_t)ceil(em / cell) : 1;
    for (;;) {
        set_labels(axis, lettering, arena, labels, em);
        if (!(cell > 0.0)) return;
        size_t need = (size_t)ceil(thickness(axis) / cell);
        if (need <= axis->every) return;
        axis->every = need;
    }
}

/* ---- numbers in cells ---- */

static bool all_whole(const attn_tensor *value)
{
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        float x = value->data[i];
        if (isfinite(x) && (x < truncf(x) || x > truncf(x))) return false;
    }
    return true;
}

/* "0.76", "−1.25"; what rounds to zero has no sign. */
static attn_letters number_in_cell(attn_lettering *lettering, float value, int decimals, double em)
{
    attn_text text = {0};
    attn_font font = {.size = em, .width = most_label_ems * em, .lines = 1};
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs((double)value));
    bool is_zero = digits[strspn(digits, "0.")] == '\0';
    attn_text_print(&text, "%s%s", value < 0.0f && !is_zero ? "−" : "", digits);
    return attn_letters_take(lettering, &text, font);
}

/* False if one of them is too wide. *widest is the width of the widest. */
static bool set_numbers(attn_tile *tile, attn_lettering *lettering, int decimals, double *widest)
{
    const attn_tensor *value = tile->panel->value;
    *widest = 0.0;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        if (!isfinite(value->data[i])) continue;
        tile->numbers[i] = number_in_cell(lettering, value->data[i], decimals, tile->em - 2.0);
        *widest = at_least(tile->numbers[i].width, *widest);
        if (*widest > most_number_width) return false;
    }
    return true;
}

/* As many decimals as fit, two at most; the width of the widest number, 0 if there are none. */
static double choose_numbers(attn_tile *tile, attn_lettering *lettering, attn_arena *arena)
{
    const attn_tensor *value = tile->panel->value;
    if (value->rows > MOST_NUMBERED || value->cols > MOST_NUMBERED) return 0.0;
    tile->numbers = attn_alloc(arena, attn_tensor_size(value), sizeof *tile->numbers);
    if (!tile->numbers) return 0.0;
    double widest = 0.0;
    for (int decimals = all_whole(value) ? 0 : 2; decimals >= 0; decimals--) {
        if (set_numbers(tile, lettering, decimals, &widest)) return widest;
    }
    tile->numbers = NULL;
    return 0.0;
}

/* ---- cells ---- */

static void choose_cells(attn_tile *tile, attn_density density, double number_width)
{
    size_t k = size_class(tile->panel);
    double base = tile->numbers ? sizes[k].cell : sizes[k].bare_cell;
    if (!density.roomy) base = 0.0;
    double upright = ceil(tile->cols.length) + 8.0;
    tile->cell_width = at_least(base, number_width > 0.0 ? ceil(number_width) + 12.0 : 0.0);
    tile->cell_height = at_least(base, thickness(&tile->rows));
    double most = tile->numbers ? at_least(most_upright, tile->cell_width) : tile->cell_width;
    tile->upwards = upright > most;
    double wanted = tile->upwards ? thickness(&tile->cols) : upright;
    tile->cell_width = at_least(tile->cell_width, wanted);
    if (density.roomy) {
        tile->cell_height = at_least(tile->cell_height, fmin(tile->cell_width, most_square));
    }
}

/* A side with few cells needs no small ones. 0: what the labels need. */
static double side_given(attn_density density, size_t count)
{
    return count > sizes[0].side ? density.cell : 0.0;
}

void attn_tile_measure(attn_tile *tile, attn_lettering *lettering, attn_arena *arena,
                       attn_density density)
{
    const attn_panel *panel = tile->panel;
    tile->em = density.roomy ? sizes[size_class(panel)].em : least_em;
    tile->rows.count = panel->value->rows;
    tile->cols.count = panel->value->cols;
    double row = side_given(density, panel->value->rows);
    double column = side_given(density, panel->value->cols);
    if (panel->row_labels || panel->value->rank == ATTN_MATRIX) {
        set_axis(&tile->rows, lettering, arena, panel->row_labels, tile->em, row);
    }
    if (panel->col_labels || panel->value->rank != ATTN_NUMBER) {
        set_axis(&tile->cols, lettering, arena, panel->col_labels, tile->em, column);
    }
    double number_width = density.numbers ? choose_numbers(tile, lettering, arena) : 0.0;
    choose_cells(tile, density, number_width);
    if (row > 0.0) tile->cell_height = row;
    if (column > 0.0) tile->cell_width = column;
    if (column > 0.0) tile->upwards = true;
}

void attn_tile_match(attn_tile *a, attn_tile *b)
{
    if (a->rows.count != b->rows.count || a->cols.count != b->cols.count) return;
    a->cell_width = b->cell_width = at_least(a->cell_width, b->cell_width);
    a->cell_height = b->cell_height = at_least(a->cell_height, b->cell_height);
    a->upwards = b->upwards = a->upwards || b->upwards;
}

/* ---- captions and bar ---- */

/* "4th", "11th", "22nd". */
static const char *ordinal_ending(size_t n)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    size_t last = n % 10;
    return last <= 3 && n % 100 / 10 != 1 ? endings[last] : "th";
}

/* What the axis is, and how many of its labels were left out. */
static void set_role(attn_axis *axis, attn_lettering *lettering, const char *role,
                     const attn_labels *labels, double em)
{
    attn_text text = {0};
    if (role) attn_text_add(&text, role);
    if (axis->every > 1 && axis->label_count > 0) {
        attn_text_print(&text, "%severy %zu%s %s", text.length ? ", " : "", axis->every,
                        ordinal_ending(axis->every), labels && !labels->plain ? "word" : "number");
    }
    attn_font font = {.size = em, .width = most_label_ems * em, .lines = 1};
    axis->role = attn_letters_take(lettering, &text, font);
}

static void set_ticks(attn_tile *tile, attn_lettering *lettering)
{
    attn_font font = {.size = tile->caption - 1.0, .lines = 1};
    font.width = most_label_ems * font.size;
    size_t room = (size_t)(tile->bar_height / (2.0 * tile->caption));
    tile->intervals = attn_range_intervals(tile->range, room);
    for (size_t k = 0; k <= tile->intervals; k++) {
        attn_text text = {0};
        attn_text_short(&text, (float)attn_range_tick(tile->range, k, tile->intervals), 6);
        tile->ticks[k] = attn_letters_take(lettering, &text, font);
    }
    if (tile->masked) tile->masked_word = attn_letters_set(lettering, "masked", font);
}

/* The bar ends where the cells end; what is masked is explained at its foot. */
static double add_bar(attn_tile *tile, attn_lettering *lettering, double cells_width,
                      double cells_height)
{
    double below = tile->masked ? ceil(2.2 * tile->caption) : 0.0;
    tile->tick_gap = ceil(0.4 * tile->caption);
    tile->bar_width = ceil(1.1 * tile->caption);
    tile->bar_height = floor(at_least(cells_height - tile->gap - below, 5.0 * tile->caption));
    tile->bar_x = cells_width + ceil(1.4 * tile->caption);
    set_ticks(tile, lettering);
    double widest = tile->masked_word.width;
    for (size_t k = 0; k <= tile->intervals; k++) widest = at_least(tile->ticks[k].width, widest);
    tile->body_width = tile->bar_x + tile->bar_width + tile->tick_gap + ceil(widest);
    double half_tick = ceil(tile->ticks[0].height / 2.0);
    return tile->bar_height + fmax(below, half_tick);
}

static void set_title(attn_tile *tile, attn_lettering *lettering)
{
    attn_font font = {.size = tile->caption + 2.0, .bold = true, .lines = 3};
    font.width = at_least(tile->left + tile->body_width, 18.0 * font.size);
    tile->title = attn_letters_set(lettering, tile->panel->title, font);
    tile->title_height = tile->title.layout ? ceil(tile->title.height + 0.7 * tile->caption) : 0.0;
}

void attn_tile_finish(attn_tile *tile, attn_lettering *lettering)
{
    const attn_panel *panel = tile->panel;
    double smaller = fmin(tile->cell_width, tile->cell_height);
    tile->gap = smaller >= 30.0 ? 2.0 : smaller >= 16.0 ? 1.0 : 0.0;
    double width = tile->cell_width * (double)tile->cols.count;
    double height = tile->cell_height * (double)tile->rows.count;
    tile->caption = floor(between(sqrt(width * height) / 70.0, 12.0, 60.0));
    set_role(&tile->rows, lettering, panel->row_role, panel->row_labels, tile->caption);
    set_role(&tile->cols, lettering, panel->col_role, panel->col_labels, tile->caption);

    double label_gap = tile->rows.length > 0.0 ? ATTN_LABEL_GAP : 0.0;
    double role_gap = tile->rows.role.layout ? ceil(0.8 * tile->caption) : 0.0;
    tile->left = ceil(tile->rows.length) + label_gap + ceil(tile->rows.role.height) + role_gap;
    double high = tile->upwards ? tile->cols.length : tile->cols.ascent + tile->cols.descent;
    tile->label_height = high > 0.0 ? ceil(high) + ATTN_LABEL_GAP : 0.0;
    tile->role_height =
        tile->cols.role.layout ? ceil(tile->cols.role.height) + ceil(0.5 * tile->caption) : 0.0;

    tile->body_width = width;
    double bar_height = tile->has_bar ? add_bar(tile, lettering, width, height) : 0.0;
    tile->body_width = at_least(tile->body_width, ceil(tile->cols.role.width));
    tile->body_height = fmax(fmax(height, bar_height), ceil(tile->rows.role.width));
    set_title(tile, lettering);
}
