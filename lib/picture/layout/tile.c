/*
 * tile: cells follow from the text. A cell is at least as high as the line of its row label and as
 * wide as that of its column label, so labels never meet, however many there are.
 */
#include "picture/layout/tile.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "lesson/run/map_reading.h"

/* By the cells of the longer side: font size, side of a cell with and without a number inside. */
static const struct {
    size_t side;
    double em, cell, bare_cell;
} sizes[] = {
    {8, 16, 56, 44}, {16, 16, 48, 34}, {32, 16, 27, 27}, {64, 14, 20, 20}, {SIZE_MAX, 14, 0, 0},
};

/* The smallest font of any text. */
static const double least_em = 14.0;
static const double most_label_ems = 24.0;
/* However small a map is, so long a line may stand below it. */
static const double least_line_ems = 16.0, least_note_ems = 22.0;
/* A font this many times smaller than a line stands well in it. */
static const double leading = 1.3;

/* Where they may be left out, numbers are drawn if neither side is longer than this, and no number
 * wider. */
#define MOST_NUMBERED 16u
static const double most_number_width = 76.0;
/* What tight cells have of the side of roomy ones. */
static const double tight = 0.6;
/* On both sides of a number together. */
static const double number_room = 14.0, least_number_room = 4.0;

/* So wide a cell may grow to let the words above it stand upright. */
static const double most_upright = 88.0;
/* A picture under a map is so wide or high. */
static const double picture_side = 320.0;
/* Beyond this, a wide cell no longer has to be as high. */
static const double most_square = 58.0;

static double at_least(double x, double low)
{
    return x > low ? x : low;
}

static double between(double x, double low, double high)
{
    return at_least(x < high ? x : high, low);
}

static size_t size_class(const attn_tensor *value)
{
    size_t k = 0;
    while (sizes[k].side < value->rows || sizes[k].side < value->cols) k++;
    return k;
}

/* ---- axes ---- */

static double thickness(const attn_axis *axis, double unit)
{
    return ceil(axis->ascent + axis->descent + unit);
}

static attn_letters label_at(const attn_tile *tile, const attn_labels *labels, size_t i)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", i + 1);
    return attn_letters_set(tile->lettering,
                            labels && i < labels->count ? labels->words[i] : number,
                            attn_font_line(tile->em, most_label_ems));
}

static void set_labels(const attn_tile *tile, attn_axis *axis, const attn_labels *labels,
                       attn_arena *arena)
{
    axis->length = axis->ascent = axis->descent = 0.0;
    axis->label_count = (axis->count - 1) / axis->every + 1;
    axis->labels = attn_alloc(arena, axis->label_count, sizeof *axis->labels);
    if (!axis->labels) axis->label_count = 0;
    for (size_t k = 0; k < axis->label_count; k++) {
        attn_letters label = axis->labels[k] = label_at(tile, labels, k * axis->every);
        axis->length = at_least(label.width, axis->length);
        axis->ascent = at_least(label.ascent, axis->ascent);
        axis->descent = at_least(label.height - label.ascent, axis->descent);
    }
}

/* A side with few cells needs no small ones. 0: what the labels need. */
static double side_given(attn_density density, size_t count)
{
    return density.asked || count > sizes[0].side ? density.cell : 0.0;
}

/* Every cell has its label; or, in cells of a given side, labels are left out until the rest fits.
 */
static void set_axis(const attn_tile *tile, attn_axis *axis, const attn_labels *labels,
                     attn_arena *arena)
{
    const double cell = side_given(tile->density, axis->count);
    size_t need = cell > 0.0 ? (size_t)ceil(tile->em / cell) : 1;
    do {
        axis->every = need;
        set_labels(tile, axis, labels, arena);
        if (cell > 0.0) need = (size_t)ceil(thickness(axis, tile->density.unit) / cell);
    } while (need > axis->every);
}

/* Of a bare map, the name of the sheet's row or column in place of all words. */
static void set_name(const attn_tile *tile, attn_axis *axis, const char *name, attn_arena *arena)
{
    const attn_labels one = {.count = 1, .words = &name};
    axis->every = axis->count;
    if (name) set_labels(tile, axis, &one, arena);
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

/* In place of a count of decimals: a power of ten, for numbers that are long in any other way. */
#define POWER (-1)
/* The ticks of a bar have no more either, before they are powers of ten. */
#define MOST_DECIMALS 6

/*
 * Two decimals; more where a number that would round to zero has more than a 40th of the range, so
 * that it has a visible colour; fewer where four digits are there without them.
 */
static int decimals_of_range(attn_range range)
{
    int decimals = 2;
    while (decimals <= MOST_DECIMALS && range.top < attn_times_ten_to(20.0, -decimals)) decimals++;
    while (decimals > 0 && range.top > attn_times_ten_to(1.0, 4 - decimals)) decimals--;
    return decimals <= MOST_DECIMALS ? decimals : POWER;
}

/* "0.76", "−1.25", "3.0e+30"; nothing for what rounds to zero, as most weights of a sharp map do,
 * unless all are whole. */
static attn_letters number_in_cell(attn_lettering *lettering, float value, int decimals, double em)
{
    attn_text text = {0};
    char digits[64];
    double size = fabs((double)value);
    bool power = decimals == POWER && size > 0.0;
    int places = decimals != POWER ? decimals : power ? 1 : 0;
    snprintf(digits, sizeof digits, power ? "%.*e" : "%.*f", places, size);
    bool is_zero = digits[strspn(digits, "0.")] == '\0';
    if (!is_zero || decimals == 0)
        attn_text_print(&text, "%s%s", value < 0.0f && !is_zero ? "−" : "", digits);
    return attn_letters_take(lettering, &text, attn_font_line(em, most_label_ems));
}

attn_letters attn_tile_number(const attn_tile *tile, float number, double em)
{
    return number_in_cell(tile->lettering, number, decimals_of_range(tile->range), em);
}

/* False if one of them is wider or higher than it may be. */
static bool set_numbers(attn_tile *tile, int decimals, double width, double height)
{
    const attn_tensor *value = tile->panel->value;
    const double unit = tile->density.unit, em = floor(least_em * unit);
    tile->number_width = 0.0;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        if (!isfinite(value->data[i])) continue;
        tile->numbers[i] = number_in_cell(tile->lettering, value->data[i], decimals, em);
        tile->number_width = at_least(tile->numbers[i].width, tile->number_width);
        if (tile->number_width > width || tile->numbers[i].height > height) return false;
    }
    return true;
}

/* As many decimals as fit, and as the range asks for at most. In cells of a given side, a rounded
 * number must still say something. */
static void choose_numbers(attn_tile *tile, attn_arena *arena)
{
    const attn_tensor *value = tile->panel->value;
    const attn_density density = tile->density;
    bool always = density.numbers == ATTN_NUMBERS_ALWAYS;
    double width = density.asked ? density.cell - least_number_room * density.unit
                                 : most_number_width * density.unit;
    double height = density.asked ? density.cell : HUGE_VAL;
    if (density.numbers == ATTN_NUMBERS_NEVER || (tile->panel->over && !always)) return;
    if (!always && (value->rows > MOST_NUMBERED || value->cols > MOST_NUMBERED)) return;
    tile->numbers = attn_alloc(arena, attn_tensor_size(value), sizeof *tile->numbers);
    if (!tile->numbers) return;
    int most = all_whole(value) ? 0 : decimals_of_range(tile->range);
    int least = !(tile->range.top > 1.0) ? most : density.asked && most > 1 ? 1 : 0;
    for (int decimals = most; decimals >= least; decimals--)
        if (set_numbers(tile, decimals, width, height)) return;
    if (!always || !set_numbers(tile, POWER, width, height)) tile->numbers = NULL;
}

/* ---- what weights say by themselves ---- */

/* "0.72", "0.68 of 0.69", "sum 1.34"; a row that is not shared out has no entropy, and one that is
 * masked as a whole has neither. */
static void add_entropy(attn_text *text, const attn_row *row, bool with_most)
{
    if (row->open == 0) return;
    double number = row->shared ? row->entropy : row->sum;
    attn_text_print(text, "%s%.2f", row->shared ? "" : "sum ", fabs(number) < 0.005 ? 0.0 : number);
    if (row->shared && with_most) attn_text_print(text, " of %.2f", row->at_most);
}

/* All rows that are not masked as a whole, each number by itself; shared: all rows are, and one is.
 */
typedef struct extremes {
    attn_row least, most;
    bool alike; /* as many places are open in all of them */
} extremes;

static extremes extremes_of(const attn_panel *panel)
{
    extremes e = {panel->read[0], panel->read[0], true};
    for (size_t i = 1; i < panel->read_count; i++) {
        const attn_row *row = &panel->read[i];
        if (row->open == 0) continue;
        if (e.most.open == 0) e.least = e.most = *row;
        e.alike = e.alike && row->open == e.most.open;
        e.least.shared = e.least.shared && row->shared;
        e.most.shared = e.most.shared || row->shared;
        e.least.entropy = fmin(e.least.entropy, row->entropy);
        e.most.entropy = fmax(e.most.entropy, row->entropy);
        e.least.at_most = fmin(e.least.at_most, row->at_most);
        e.most.at_most = fmax(e.most.at_most, row->at_most);
    }
    return e;
}

/* A column beside numbers in cells. */
static void set_entropies(attn_tile *tile, attn_arena *arena)
{
    const attn_panel *panel = tile->panel;
    const extremes all = extremes_of(panel);
    const double em = floor(least_em * tile->density.unit);
    attn_text text = {0};
    if (all.most.shared) attn_text_print(&text, "entropy%s", all.alike ? " of " : "");
    if (all.most.shared && all.alike) attn_text_print(&text, "%.2f", all.most.at_most);
    tile->entropies = attn_alloc(arena, panel->read_count, sizeof *tile->entropies);
    tile->read_head = attn_letters_take(tile->lettering, &text,
                                        (attn_font){.size = em, .width = 5.0 * em, .lines = 2});
    for (size_t i = 0; tile->entropies && i < panel->read_count; i++) {
        add_entropy(&text, &panel->read[i], !all.alike);
        tile->entropies[i] =
            attn_letters_take(tile->lettering, &text,
                              (attn_font){.size = em, .width = most_label_ems * em, .lines = 2});
    }
}

/* "entropy 0.72 of at most 1.10", "entropy 1.90 to 2.32 of at most 2.48" */
static attn_letters set_read_line(const attn_tile *tile, double width)
{
    const extremes all = extremes_of(tile->panel);
    const bool several = tile->panel->read_count > 1;
    attn_text text = {0};
    if (all.least.open == 0) return (attn_letters){0};
    if (!all.least.shared)
        attn_text_add(&text, several ? "not all rows sum to 1" : "does not sum to 1");
    else if (!several)
        attn_text_print(&text, "entropy %.2f of at most %.2f", all.least.entropy, all.most.at_most);
    else
        attn_text_print(&text, "entropy %.2f to %.2f", all.least.entropy, all.most.entropy);
    if (all.least.shared && several)
        attn_text_print(&text, all.alike ? " of at most %.2f" : " of at most log n, %.2f to %.2f",
                        all.alike ? all.most.at_most : all.least.at_most, all.most.at_most);
    const attn_font font = {.size = tile->caption, .width = width, .lines = 3};
    return attn_letters_take(tile->lettering, &text, font);
}

/* The entropies beside the cells, and their head beside the column labels, and beside the role of
 * the columns too, unless that reaches over the cells. */
static void place_entropies(attn_tile *tile, double cells_width)
{
    double widest = tile->read_head.width, *labels = &tile->heights[ATTN_PART_LABELS];
    for (size_t i = 0; i < tile->panel->read_count; i++)
        widest = at_least(tile->entropies[i].width, widest);
    tile->read_left = ceil(0.8 * tile->em);
    tile->read_width = tile->read_left + ceil(widest);
    double high = ceil(tile->read_head.height) + attn_tile_label_gap(tile);
    if (tile->cols.role.width <= cells_width) high -= tile->heights[ATTN_PART_ROLE];
    *labels = at_least(*labels, high);
}

/* What stands below the cells; where it is longer than they are, below the bar too. What it and all
 * above it take. */
static double add_read_line(attn_tile *tile, double cells_height, double bar_height)
{
    const double both = fmax(cells_height, bar_height);
    tile->read_line = (attn_letters){0};
    if (!tile->density.entropy || tile->read_width > 0.0 || !tile->panel->read) return both;
    const double room = at_least(tile->body_width, least_line_ems * tile->caption);
    attn_letters line = set_read_line(tile, room);
    if (!line.layout) return both;
    tile->read_line = line;
    tile->body_width = at_least(tile->body_width, ceil(line.width));
    bool longer = line.width > tile->cell_width * (double)tile->cols.count;
    tile->read_top = (longer ? both : cells_height) + floor(0.6 * tile->caption);
    return fmax(both, tile->read_top + ceil(line.height));
}

/* What was measured of the map, in lines as wide as it is. What it and all above it take. The lines
 * of all maps begin at one height, whether a bar with the half of a tick below it is there or not.
 */
static double add_note(attn_tile *tile, double cells_height, double above)
{
    enum { MOST_LINES = 12 };
    const double half_tick = ceil(0.75 * tile->caption);
    const double em = floor(least_em * tile->density.unit);
    const double room = at_least(tile->body_width, least_note_ems * em);
    const attn_font font = {.size = em, .width = room, .lines = MOST_LINES};
    const bool has_note = tile->panel->note && !tile->density.bare;
    tile->note = attn_letters_set(tile->lettering, has_note ? tile->panel->note : "", font);
    if (!tile->note.layout) return above;
    tile->note_top = ceil(fmax(above, cells_height + half_tick)) + floor(0.2 * tile->caption);
    tile->body_width = at_least(tile->body_width, ceil(tile->note.width));
    return tile->note_top + ceil(tile->note.height);
}

/* ---- cells ---- */

/* Regions of a picture, and frames of a film, keep its shape; both sides are as long as was asked
 * for, and hold a number that must stand in them. */
static void choose_regions(attn_tile *tile)
{
    const attn_picture *over = tile->panel->over;
    const attn_tensor *value = tile->panel->value;
    const attn_density density = tile->density;
    const double frames = (double)over->frames;
    double width = (double)over->width / (frames > 0 ? 1.0 : (double)value->cols);
    double height = (double)over->height / (frames > 0 ? frames : (double)value->rows);
    double longest = fmax(width * (double)value->cols, height * (double)value->rows);
    double scale = picture_side * density.unit * density.growth / longest;
    if (!density.roomy) scale /= 2.0;
    if (density.tight) scale *= tight;
    if (density.cell > 0.0) scale = density.cell / fmin(width, height);
    if (tile->numbers) {
        double room = tile->number_width + least_number_room * density.unit;
        scale = fmax(scale, fmax(room / width, leading * tile->em / height));
    }
    tile->cell_width = at_least(floor(width * scale + 0.5), 1.0);
    tile->cell_height = at_least(floor(height * scale + 0.5), 1.0);
}

static void choose_cells(attn_tile *tile)
{
    const attn_density density = tile->density;
    const double unit = density.unit;
    size_t k = size_class(tile->panel->value);
    double side = !density.roomy ? 0.0 : tile->numbers ? sizes[k].cell : sizes[k].bare_cell;
    double base = ceil(side * unit * density.growth * (density.tight ? tight : 1.0));
    double beside = density.tight ? least_number_room : number_room;
    double upright = ceil(tile->cols.length + 8.0 * unit);
    tile->cell_width =
        at_least(base, tile->numbers ? ceil(tile->number_width + beside * unit) : 0.0);
    tile->cell_height = at_least(base, thickness(&tile->rows, unit));
    double most = tile->cell_width;
    if (tile->numbers && !density.tight) most = at_least(most_upright * unit, most);
    tile->upwards = upright > most;
    tile->cell_width =
        at_least(tile->cell_width, tile->upwards ? thickness(&tile->cols, unit) : upright);
    if (density.roomy)
        tile->cell_height = at_least(
            tile->cell_height, fmin(tile->cell_width, floor(most_square * unit * density.growth)));
}

static double label_em(const attn_panel *panel, attn_density density)
{
    double em = floor(sizes[size_class(panel->value)].em * density.unit);
    double least = floor(least_em * density.unit);
    if (density.asked) return between(floor(density.cell / leading), least, em);
    return density.roomy ? em : least;
}

void attn_tile_size(attn_tile *tile, attn_density density)
{
    double row = side_given(density, tile->rows.count);
    double column = side_given(density, tile->cols.count);
    tile->density = density;
    if (tile->figure) {
        tile->figure->size(tile);
        return;
    }
    if (tile->panel->over) {
        choose_regions(tile);
        return;
    }
    choose_cells(tile);
    if (row > 0.0) tile->cell_height = row;
    if (column > 0.0) tile->cell_width = column;
    if (density.bare) tile->upwards = false;
    if (column > 0.0 && !density.bare)
        tile->upwards = !density.asked || ceil(tile->cols.length) > column;
}

/* The words on both sides. */
static void set_axes(attn_tile *tile, attn_arena *arena)
{
    const attn_panel *panel = tile->panel;
    const attn_rank rank = panel->value->rank;
    tile->em = label_em(panel, tile->density);
    tile->rows.count = panel->value->rows;
    tile->cols.count = panel->value->cols;
    bool labelled = !panel->over || panel->over->frames; /* regions are seen, not named */
    if (tile->density.bare) {
        set_name(tile, &tile->rows, tile->row_name, arena);
        set_name(tile, &tile->cols, tile->column_name, arena);
        return;
    }
    if (labelled && (panel->row_labels || rank == ATTN_MATRIX))
        set_axis(tile, &tile->rows, panel->row_labels, arena);
    if (labelled && (panel->col_labels || rank != ATTN_NUMBER))
        set_axis(tile, &tile->cols, panel->col_labels, arena);
}

void attn_tile_measure(attn_tile *tile, attn_arena *arena)
{
    const attn_panel *panel = tile->panel;
    const attn_figure *figure = tile->figure;
    if (!figure || figure->has_axes) set_axes(tile, arena);
    if (figure && figure->measure) figure->measure(tile, arena);
    if (figure) return;
    choose_numbers(tile, arena);
    bool beside = tile->numbers && panel->read && panel->read_count > 1;
    if (tile->density.entropy && beside) set_entropies(tile, arena);
}

void attn_tile_match(attn_tile *a, attn_tile *b)
{
    if (a->figure && a->figure == b->figure && a->figure->match) a->figure->match(a, b);
    if (a->figure || b->figure || a->panel->over != b->panel->over ||
        a->rows.count != b->rows.count || a->cols.count != b->cols.count)
        return;
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
static void set_role(const attn_tile *tile, attn_axis *axis, const char *role,
                     const attn_labels *labels, double room)
{
    const double least = 9.0 * tile->caption * tile->density.words;
    attn_text text = {0};
    if (role) attn_text_add(&text, role);
    if (axis->every > 1 && axis->label_count > 0)
        attn_text_print(&text, "%severy %zu%s %s", text.length ? ", " : "", axis->every,
                        ordinal_ending(axis->every), labels && !labels->plain ? "word" : "number");
    const attn_font font = {.size = tile->caption, .width = fmax(room, least), .lines = 2};
    axis->role = attn_letters_take(tile->lettering, &text, font);
}

/* "0.5"; "≥ 0.5" where numbers beyond the end of the bar have its colour. */
static void add_tick(const attn_tile *tile, size_t k, attn_text *text)
{
    bool low = k == 0 && tile->range.scale == ATTN_SCALE_SIGNED, high = k == tile->intervals;
    if (tile->bar_beyond && (low || high)) attn_text_add(text, high ? "≥ " : "≤ ");
    attn_text_short(text, (float)attn_range_tick(tile->range, k, tile->intervals), 6);
}

/* The width of the widest. */
static double set_ticks(attn_tile *tile)
{
    const attn_font font = attn_font_line(tile->caption, most_label_ems);
    size_t room = (size_t)(tile->bar_height / (2.0 * tile->caption));
    tile->masked_word = attn_letters_set(tile->lettering, tile->bar_masked ? "masked" : "", font);
    double widest = tile->masked_word.width;
    tile->intervals = attn_range_intervals(tile->range, room);
    for (size_t k = 0; k <= tile->intervals; k++) {
        attn_text text = {0};
        add_tick(tile, k, &text);
        tile->ticks[k] = attn_letters_take(tile->lettering, &text, font);
        widest = at_least(tile->ticks[k].width, widest);
    }
    return widest;
}

/* The bar ends where the cells end; what is masked is explained at its foot. */
static double add_bar(attn_tile *tile, double cells_height)
{
    double below = tile->bar_masked ? ceil(2.2 * tile->caption) : 0.0;
    tile->tick_gap = ceil(0.4 * tile->caption);
    tile->bar_width = ceil(1.1 * tile->caption);
    tile->bar_height = floor(at_least(cells_height - tile->gap - below,
                                      (tile->density.bare ? 10.0 : 5.0) * tile->caption));
    tile->bar_x = tile->body_width + ceil(1.4 * tile->caption);
    tile->body_width = tile->bar_x + tile->bar_width + tile->tick_gap + ceil(set_ticks(tile));
    if (tile->density.bare) return 0.0; /* it goes on beside the rows below */
    return tile->bar_height + fmax(below, ceil(tile->ticks[0].height / 2.0));
}

/* How far the first label of an axis, in the middle of its cell, reaches beyond the cells. */
static double overhang(const attn_axis *axis, double cell, double unit)
{
    return axis->label_count > 0 ? fmax(thickness(axis, unit) - cell, 0.0) / 2.0 : 0.0;
}

double attn_tile_label_gap(const attn_tile *tile)
{
    const double usual = 6.0, unit = tile->density.unit;
    if (tile->density.bare) return ceil(usual * unit);
    double upwards = overhang(&tile->rows, tile->cell_height, unit);
    double across = tile->upwards ? overhang(&tile->cols, tile->cell_width, unit) : 0.0;
    return ceil(usual * unit + fmax(upwards, across));
}

/* Above and to the left of the cells. */
static void measure_margins(attn_tile *tile)
{
    const attn_axis *rows = &tile->rows, *cols = &tile->cols;
    double gap_to_label = attn_tile_label_gap(tile);
    double words = tile->upwards ? cols->length : cols->ascent + cols->descent;
    tile->role_left =
        ceil(rows->role.height) + (rows->role.layout ? ceil(0.8 * tile->caption) : 0.0);
    tile->left = ceil(rows->length) + (rows->length > 0.0 ? gap_to_label : 0.0) + tile->role_left;
    tile->heights[ATTN_PART_LABELS] = words > 0.0 ? ceil(words) + gap_to_label : 0.0;
    tile->heights[ATTN_PART_ROLE] =
        cols->role.layout ? ceil(cols->role.height) + ceil(0.5 * tile->caption) : 0.0;
}

static void finish_cells(attn_tile *tile)
{
    const attn_panel *panel = tile->panel;
    const double unit = tile->density.unit;
    double smaller = fmin(tile->cell_width, tile->cell_height) / unit;
    double gap = smaller >= 30.0 ? 2.0 : smaller >= 16.0 ? 1.0 : 0.0;
    tile->gap = gap > 0.0 && !panel->over ? at_least(floor(gap * unit + 0.5), 1.0) : 0.0;
    double width = tile->cell_width * (double)tile->cols.count;
    double height = tile->cell_height * (double)tile->rows.count;
    tile->caption = floor(between(sqrt(width * height) / 110.0, least_em * unit, 60.0 * unit));
    if (!tile->density.bare) {
        set_role(tile, &tile->rows, panel->row_role, panel->row_labels, height);
        set_role(tile, &tile->cols, panel->col_role, panel->col_labels, width);
    }
    measure_margins(tile);
    tile->read_width = 0.0;
    if (tile->density.entropy && tile->entropies) place_entropies(tile, width);
    tile->body_width = width + tile->read_width;
    double bar_height = tile->has_bar ? add_bar(tile, height) : 0.0;
    tile->body_width = at_least(tile->body_width, ceil(tile->cols.role.width));
    double above = fmax(add_read_line(tile, height, bar_height), ceil(tile->rows.role.width));
    tile->heights[ATTN_PART_BODY] = add_note(tile, height, above);
}

/* Breaks the title so that its last line stands alone, where there are several. */
static void split_title(attn_tile *tile, attn_font font)
{
    const attn_letters whole = attn_letters_set(tile->lettering, tile->panel->title, font);
    attn_text before = {0};
    tile->title = whole;
    tile->last_line = (attn_letters){0};
    tile->last_line_y = 0.0;
    if (!whole.layout || whole.last_line == 0 || !tile->symbol.layout) return;
    attn_text_add_bytes(&before, whole.text, whole.last_line);
    tile->title = attn_letters_take(tile->lettering, &before, font);
    font.lines = 1;
    tile->last_line = attn_letters_set(tile->lettering, whole.text + whole.last_line, font);
    tile->last_line_y = whole.last_ascent - tile->last_line.ascent;
}

/* The line behind which the symbol stands. */
static const attn_letters *last_of_title(const attn_tile *tile)
{
    return tile->last_line.layout ? &tile->last_line : &tile->title;
}

/* The title in its words, and behind them, small, the name of what is drawn: a title that leaves no
 * room for it is broken earlier, so that a word goes with it to the next line. */
static void set_title(attn_tile *tile)
{
    const attn_panel *panel = tile->panel;
    const double gap = floor(0.6 * tile->caption), size = floor(tile->caption * 1.25);
    attn_font font = attn_font_line(tile->caption, most_label_ems);
    font.name = panel->symbol ? strlen(panel->symbol) : 0;
    tile->symbol = attn_letters_set(tile->lettering, panel->symbol, font);
    const double behind = tile->symbol.layout ? gap + ceil(tile->symbol.width) : 0.0;
    const double least = 18.0 * size * tile->density.words;
    const double room = at_least(tile->left + tile->body_width, least);
    font = (attn_font){
        .size = size, .bold = true, .lines = 3, .name = panel->name_length, .width = room};
    split_title(tile, font);
    font.width = at_least(room - behind, size);
    if (ceil(last_of_title(tile)->width) + behind > room) split_title(tile, font);
    const attn_letters *last = last_of_title(tile);
    tile->symbol_x = ceil(last->width) + (last->layout ? gap : 0.0);
    tile->symbol_y = tile->last_line_y + last->ascent - tile->symbol.ascent;
    tile->title_width = fmax(ceil(tile->title.width), ceil(last->width) + behind);
    tile->title_height = fmax(tile->title.height, tile->last_line_y + last->height);
    tile->heights[ATTN_PART_TITLE] =
        tile->title.layout ? ceil(tile->title_height + 0.7 * tile->caption) : 0.0;
}

static void finish_figure(attn_tile *tile)
{
    double *body = &tile->heights[ATTN_PART_BODY];
    tile->figure->finish(tile);
    const double end = add_note(tile, 0.0, *body + floor(0.4 * tile->caption));
    if (tile->note.layout) *body = end + floor(0.8 * tile->caption); /* nearer to its own map */
}

void attn_tile_finish(attn_tile *tile)
{
    if (!tile->figure) finish_cells(tile);
    if (tile->figure && tile->figure->finish) finish_figure(tile);
    if (!tile->density.bare && (!tile->figure || !tile->figure->has_title)) set_title(tile);
}

size_t attn_tile_dot(const attn_tile *tile)
{
    const double least_cell = 12.0, part = 7.0, least = 3.0, most = 6.0, unit = tile->density.unit;
    double side = fmin(tile->cell_width, tile->cell_height);
    if (!tile->panel->read || tile->numbers || side < least_cell * unit) return 0;
    return (size_t)(between(side / part, least * unit, most * unit) + 0.5);
}
