/*
 * links: words of the queries on the left, of the keys on the right; large numbers lie above small
 * ones.
 */
#include "picture/views/links.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/budget.h"

/* All in units, as the sheet has them. */
static const double roomy_pitch = 34.0, tight_pitch = 22.0;
static const double roomy_span = 210.0, tight_span = 130.0;
static const double word_gap = 8.0;
static const double usual_pen = 11.0, most_pen = 16.0;
/* Of the way from word to word, so that the lines of neighbours stand apart. */
static const double pen_of_pitch = 0.42;
/* Of the range: what is smaller has no line that could be seen. */
static const double least_part = 0.005;
/* Of a line of the smallest number, and of the largest. */
static const double faint = 0.25, full = 0.92;
static const double sample_width = 40.0, sample_gap = 8.0, key_gap = 22.0;

static const double parts[ATTN_LINK_SAMPLES] = {1.0, 0.5, 0.1};

static bool check(const attn_sheet_options *options, attn_status *status)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_tensor *value = options->panels[i].value;
        lines = attn_sum64(lines, attn_product64(value->rows, value->cols));
    }
    if (lines <= ATTN_MOST_LINKS) return true;
    return attn_fail(status, ATTN_LIMIT,
                     "between these words there are %" PRIu64
                     " links, and a picture has %u at most: show fewer words or maps, or draw them "
                     "as cells",
                     lines, ATTN_MOST_LINKS);
}

bool attn_link_is_drawn(attn_range range, float number)
{
    return isfinite(number) && fabs((double)number) >= least_part * range.top;
}

/* ---- lengths ---- */

static void measure(attn_tile *tile, attn_arena *arena)
{
    tile->own = attn_alloc(arena, 1, sizeof(attn_links));
}

static double word_height(const attn_axis *axis)
{
    return ceil(axis->ascent + axis->descent);
}

static void size(attn_tile *tile)
{
    const attn_density d = tile->density;
    const double growth = d.growth * d.stretch;
    attn_links *l = tile->own;
    double words = fmax(word_height(&tile->rows), word_height(&tile->cols));
    double pitch = d.tight || !d.roomy ? tight_pitch : roomy_pitch;
    double span = d.tight || !d.roomy ? tight_span : roomy_span;
    if (!l) return;
    l->pitch = fmax(floor(pitch * d.unit * growth), words + d.unit);
    l->span = floor(span * d.unit * d.growth * d.breadth);
    l->gap = ceil(word_gap * d.unit);
    l->pen = fmin(fmin(usual_pen * d.growth, most_pen) * d.unit, pen_of_pitch * l->pitch);
    l->height = l->pitch * fmax((double)tile->rows.count, (double)tile->cols.count);
}

/* What an axis is, above its column and the half of the lines that is next to it. */
static void set_role(const attn_tile *tile, attn_axis *axis, const char *role)
{
    const attn_links *l = tile->own;
    const double room = axis->length + l->span / 2.0 - l->gap;
    const attn_font font = {
        .size = tile->caption, .width = fmax(room, 7.0 * tile->caption), .lines = 3};
    axis->role = attn_letters_set(tile->lettering, role, font);
}

static size_t sample_count(const attn_tile *tile)
{
    return tile->range.scale == ATTN_SCALE_SIGNED ? 2 * (size_t)ATTN_LINK_SAMPLES
                                                  : ATTN_LINK_SAMPLES;
}

/* The largest number first, the least last. */
static double sample_number(const attn_tile *tile, size_t k)
{
    const size_t last = 2 * (size_t)ATTN_LINK_SAMPLES - 1;
    double part = k < ATTN_LINK_SAMPLES ? parts[k] : -parts[last - k];
    return part * tile->range.top;
}

/* How thick the lines of some numbers are. What it takes beside the words. */
static double add_key(attn_tile *tile, double words_end)
{
    attn_links *l = tile->own;
    const double unit = tile->density.unit;
    double widest = 0.0, highest = 0.0;
    for (size_t k = 0; k < sample_count(tile); k++) {
        attn_text text = {0};
        if (tile->beyond && k == 0) attn_text_add(&text, "≥ ");
        if (tile->beyond && k == 2 * ATTN_LINK_SAMPLES - 1) attn_text_add(&text, "≤ ");
        attn_text_short(&text, (float)sample_number(tile, k), 6);
        l->samples[k] =
            attn_letters_take(tile->lettering, &text, attn_font_line(tile->caption, 12.0));
        widest = fmax(widest, l->samples[k].width);
        highest = fmax(highest, l->samples[k].height);
    }
    l->key_line = ceil(fmax(1.35 * highest, l->pen + 4.0 * unit));
    l->key_x = words_end + ceil(key_gap * unit);
    return l->key_x + ceil((sample_width + sample_gap) * unit + widest);
}

static void finish(attn_tile *tile)
{
    attn_links *l = tile->own;
    if (!l) return;
    tile->caption = floor(14.0 * tile->density.unit);
    set_role(tile, &tile->rows, tile->panel->row_role);
    set_role(tile, &tile->cols, tile->panel->col_role);
    const double half = l->span / 2.0;
    double left = fmax(tile->rows.length + l->gap, tile->rows.role.width - half + l->gap);
    double right = fmax(tile->cols.length + l->gap, tile->cols.role.width - half + l->gap);
    tile->left = ceil(left);
    tile->body_width = l->span + ceil(right);
    double roles = fmax(tile->rows.role.height, tile->cols.role.height);
    tile->heights[ATTN_PART_ROLE] = roles > 0.0 ? ceil(roles) + ceil(0.7 * tile->caption) : 0.0;
    tile->heights[ATTN_PART_BODY] = ceil(l->height);
    if (!tile->has_bar) return;
    tile->body_width = add_key(tile, tile->body_width);
    double key = l->key_line * (double)sample_count(tile);
    tile->heights[ATTN_PART_BODY] = ceil(fmax(l->height, key));
}

/* ---- places ---- */

/* A tile on its way to a sheet; (x, y): where its lines begin. */
typedef struct placing {
    attn_sheet *sheet;
    const attn_tile *tile;
    const attn_links *links;
    double x, y;
} placing;

/* The middle of word i of an axis; the shorter column stands in the middle of the longer one. */
static double middle(const placing *p, const attn_axis *axis, size_t i)
{
    const double above = (p->links->height - p->links->pitch * (double)axis->count) / 2.0;
    return p->y + above + p->links->pitch * ((double)i + 0.5);
}

static void place_words(const placing *p, const attn_axis *axis, bool left)
{
    const attn_links *l = p->links;
    for (size_t i = 0; i < axis->label_count; i++) {
        const attn_letters *word = &axis->labels[i];
        const double line = middle(p, axis, i) + (axis->ascent - axis->descent) / 2.0;
        const double x = left ? p->x - l->gap - word->width : p->x + l->span + l->gap;
        attn_sheet_add_text(p->sheet, (attn_mark){.letters = *word,
                                                  .color = p->sheet->theme->ink,
                                                  .x = x,
                                                  .y = floor(line + 0.5) - word->ascent});
    }
}

/* Each begins or ends with its column, unless it is longer. */
static void place_roles(const placing *p)
{
    const attn_tile *tile = p->tile;
    const attn_links *l = p->links;
    const double top = p->y - tile->heights[ATTN_PART_ROLE], gap = l->gap;
    const attn_letters *left = &tile->rows.role, *right = &tile->cols.role;
    const double beside = tile->rows.length, behind = tile->cols.length;
    const double half = p->x + l->span / 2.0;
    attn_mark mark = {.letters = *left, .color = p->sheet->theme->soft_ink, .y = top};
    if (tile->col_role_elsewhere) return;
    mark.x = p->x - gap - fmin(beside, left->width);
    if (left->width > beside) mark.x = fmin(p->x - gap - beside, half - gap - left->width);
    attn_sheet_add_text(p->sheet, mark);
    mark.letters = *right;
    mark.x = p->x + l->span + gap;
    if (right->width > behind) mark.x = fmax(mark.x + behind - right->width, half + gap);
    attn_sheet_add_text(p->sheet, mark);
}

/* ---- lines ---- */

typedef struct line {
    size_t row, col;
    float number;
} line;

/* By how large they are, the smallest first; where they are equal, in their order. */
static int compare_lines(const void *a, const void *b)
{
    const line *one = a, *other = b;
    float x = fabsf(one->number), y = fabsf(other->number);
    if (x < y || x > y) return x < y ? -1 : 1;
    if (one->row != other->row) return one->row < other->row ? -1 : 1;
    return one->col < other->col ? -1 : one->col > other->col;
}

static attn_color color_of(const placing *p, double number)
{
    if (p->tile->range.scale != ATTN_SCALE_SIGNED) return p->tile->color;
    return attn_palette_at(&p->sheet->diverging, number < 0.0 ? 0.0 : 1.0);
}

static attn_shape shape_of(const placing *p, double number)
{
    const double part = fmin(fabs(number) / p->tile->range.top, 1.0);
    return (attn_shape){.kind = ATTN_SHAPE_LINK,
                        .pen = part * p->links->pen,
                        .opacity = faint + (full - faint) * part,
                        .color = color_of(p, number)};
}

static void place_lines(const placing *p)
{
    const attn_tensor *value = p->tile->panel->value;
    line *lines = NULL;
    size_t count = 0;
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        const line one = {i / value->cols, i % value->cols, value->data[i]};
        if (attn_link_is_drawn(p->tile->range, one.number))
            attn_append(p->sheet->arena, &lines, &count, &one, sizeof one);
    }
    if (!attn_ok(p->sheet->status)) return;
    if (count > 0) qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t k = 0; k < count; k++) {
        attn_shape shape = shape_of(p, (double)lines[k].number);
        shape.x = p->x;
        shape.y = middle(p, &p->tile->rows, lines[k].row);
        shape.end_x = p->x + p->links->span;
        shape.end_y = middle(p, &p->tile->cols, lines[k].col);
        attn_sheet_add_shape(p->sheet, shape);
    }
}

static void place_key(const placing *p)
{
    const attn_links *l = p->links;
    const double unit = p->tile->density.unit, x = p->x + l->key_x;
    for (size_t k = 0; k < sample_count(p->tile); k++) {
        const double middle_y = floor(p->y + l->key_line * ((double)k + 0.5)) + 0.5;
        attn_shape shape = shape_of(p, sample_number(p->tile, k));
        if (p->tile->range.scale != ATTN_SCALE_SIGNED) shape.color = p->sheet->theme->soft_ink;
        shape.x = x;
        shape.end_x = x + sample_width * unit;
        shape.y = shape.end_y = middle_y;
        attn_sheet_add_shape(p->sheet, shape);
        attn_sheet_add_text(p->sheet,
                            (attn_mark){.letters = l->samples[k],
                                        .color = p->sheet->theme->soft_ink,
                                        .x = shape.end_x + sample_gap * unit,
                                        .y = floor(middle_y - l->samples[k].height / 2.0)});
    }
}

static void place(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const placing p = {sheet, tile, tile->own, x, y};
    if (!p.links) return;
    place_lines(&p);
    place_words(&p, &tile->rows, true);
    place_words(&p, &tile->cols, false);
    place_roles(&p);
    if (tile->has_bar) place_key(&p);
}

const attn_figure attn_figure_links = {.name = "links",
                                       .has_axes = true,
                                       .check = check,
                                       .measure = measure,
                                       .size = size,
                                       .finish = finish,
                                       .place = place};
