/*
 * links: words of the queries on the left, of the keys on the right; large numbers lie above small
 * ones.
 */
#include "picture/views/links.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/budget.h"

/* All in units, as the sheet has them. */
static const double roomy_pitch = 34.0, tight_pitch = 22.0;
static const double roomy_span = 210.0, tight_span = 130.0;
static const double word_gap = 8.0, number_gap = 12.0, number_em = 14.0;
static const double usual_pen = 11.0, most_pen = 16.0;
/* Of the way from word to word, so that the lines of neighbours stand apart. */
static const double pen_of_pitch = 0.42;
/* Of the same, where the lines of all heads leave a word; and of the room that one has there. */
static const double port_of_pitch = 0.8, pen_of_port = 0.9;
/* Of the range: what is smaller has no line that could be seen. */
static const double least_part = 0.005;
/* Of a line of the smallest number, and of the largest. */
static const double faint = 0.25, full = 0.92;
/* Of the lines of a row, as many of the largest number as are as thick together: more hide one
 * another. */
static const double most_ink = 6.0;
/* Of lines beside which those of one word are meant, and of those of a row that looks at no word.
 */
static const double pale = 0.13, at_rest = 0.4;
static const double frame = 2.0, frame_radius = 5.0, frame_pad = 4.0;
static const double sample_width = 40.0, sample_gap = 8.0, key_gap = 22.0;

static const double parts[ATTN_LINK_SAMPLES] = {1.0, 0.5, 0.1};

static bool check(const attn_sheet_options *options, attn_status *status)
{
    uint64_t lines = 0;
    size_t figures = 0;
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_tensor *value = options->panels[i].value;
        figures += !options->panels[i].joins;
        lines = attn_sum64(lines, attn_product64(value->rows, value->cols));
    }
    if (options->style.numbers == ATTN_NUMBERS_ALWAYS && options->panels[0].from == 0)
        return attn_fail(
            status, ATTN_USAGE,
            "links show numbers only for one word: name the word, or leave out the numbers");
    if (figures > ATTN_MOST_LINK_FIGURES)
        return attn_fail(status, ATTN_LIMIT,
                         "a picture shows the links of at most %u maps, but here are %zu: show "
                         "fewer maps, as those of one layer, or draw them as cells",
                         ATTN_MOST_LINK_FIGURES, figures);
    if (lines <= ATTN_MOST_LINKS) return true;
    return attn_fail(
        status, ATTN_LIMIT,
        "between these words there are %" PRIu64
        " links, but a picture has %u at most: show fewer words or maps, or draw them as cells",
        lines, ATTN_MOST_LINKS);
}

/* Whether a number has a line: one that is not masked, and not so small that none would be seen. */
static bool is_drawn(attn_range range, float number)
{
    return isfinite(number) && fabs((double)number) >= least_part * range.top;
}

enum { KEPT_OF_ROW = 3 }; /* lines, where there are too many */

/* How large a number of this row must be to have one of them. */
static float least_kept(const attn_tensor *value, size_t row)
{
    float kept[KEPT_OF_ROW] = {0.0f}; /* the largest, that first */
    for (size_t col = 0; col < value->cols; col++) {
        float number = fabsf(value->data[row * value->cols + col]);
        for (size_t k = 0; k < KEPT_OF_ROW && isfinite(number); k++)
            if (number > kept[k]) {
                const float smaller = kept[k];
                kept[k] = number;
                number = smaller;
            }
    }
    return kept[KEPT_OF_ROW - 1];
}

/* Whether the lines of the maps in this tile cannot be told from one another. */
static bool is_crowded(const attn_tile *tile)
{
    double ink = 0.0;
    size_t rows = 0;
    for (size_t i = 0; i < tile->panel_count; i++) {
        const attn_tensor *value = tile->panel[i].value;
        rows += value->rows;
        for (size_t k = 0; k < attn_tensor_size(value); k++)
            if (is_drawn(tile->range, value->data[k]))
                ink += fmin(fabs((double)value->data[k]) / tile->range.top, 1.0);
    }
    return ink > most_ink * (double)rows;
}

/* ---- several heads ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether two panels can share their words, and what their lines mean. */
static bool can_join(const attn_panel *a, const attn_panel *b)
{
    return a->from > 0 && a->from == b->from && a->scale == b->scale &&
           a->scale != ATTN_SCALE_SIGNED && a->value->rows == b->value->rows &&
           a->value->cols == b->value->cols && attn_labels_same(a->row_labels, b->row_labels) &&
           attn_labels_same(a->col_labels, b->col_labels) && same_text(a->row_role, b->row_role) &&
           same_text(a->col_role, b->col_role);
}

/* Bytes of "layer 1, " that all of these titles begin with; 0: one has no more than that. */
static size_t common_part(const attn_panel *panels, size_t count)
{
    const char *title = panels[0].title ? panels[0].title : "", *comma = strrchr(title, ',');
    size_t length = comma && comma[1] == ' ' ? (size_t)(comma - title) + 2 : 0;
    for (size_t i = 1; i < count; i++) {
        const char *other = panels[i].title ? panels[i].title : "";
        if (strncmp(title, other, length) != 0 || strlen(other) == length) return 0;
    }
    return length;
}

/* What was measured of each panel stands below all, a line for each. */
static void join_notes(attn_sheet_options *sheet, attn_panel *panels, size_t count,
                       attn_arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        if (panels[i].note)
            sheet->note = sheet->foot =
                attn_print(arena, "%s\n%s: %s", sheet->foot, panels[i].title, panels[i].note);
        panels[i].note = NULL;
    }
}

/* The title of the tile is what its panels have in common. */
static bool join(attn_panel *panels, size_t count, attn_arena *arena)
{
    const size_t common = common_part(panels, count);
    const char *title = panels[0].title;
    for (size_t i = 0; i < count; i++) {
        attn_panel *panel = &panels[i];
        panel->joins = i > 0;
        panel->part = panel->title ? panel->title + common : "";
        if (!panel->carried_title) panel->carried_title = panel->title;
        panel->symbol = NULL;
        panel->name_length = 0;
    }
    panels[0].title = common ? attn_copy_text(arena, title, common - strlen(", ")) : "";
    return panels[0].title;
}

bool attn_links_join(attn_sheet_options *sheet, attn_arena *arena)
{
    const size_t columns = sheet->columns > 1 ? sheet->columns : SIZE_MAX;
    attn_panel *panels = attn_copy(arena, sheet->panels, sheet->panel_count, sizeof *panels);
    size_t end = 0;
    bool joined = false;
    for (size_t i = 0; panels && i < sheet->panel_count; i = end) {
        for (end = i + 1; end < sheet->panel_count && end / columns == i / columns; end++)
            if (!can_join(&panels[i], &panels[end])) break;
        if (end - i < 2 || end - i > ATTN_LINE_COLORS) continue;
        join_notes(sheet, panels + i, end - i, arena);
        if (!join(panels + i, end - i, arena)) return false;
        joined = true;
    }
    if (joined) sheet->columns = 0;
    sheet->panels = panels;
    return panels;
}

/* ---- lengths ---- */

/* The numbers of the word whose lines are meant. */
static void set_numbers(const attn_tile *tile, attn_links *l, attn_arena *arena)
{
    const size_t keys = tile->cols.count, from = tile->panel->from;
    if (from == 0 || tile->density.numbers == ATTN_NUMBERS_NEVER) return;
    l->numbers = attn_alloc(arena, tile->panel_count * keys, sizeof *l->numbers);
    for (size_t i = 0; l->numbers && i < tile->panel_count * keys; i++) {
        const float *row = tile->panel[i / keys].value->data + (from - 1) * keys;
        if (!isfinite(row[i % keys])) continue;
        l->numbers[i] =
            attn_tile_number(tile, row[i % keys], floor(number_em * tile->density.unit));
        l->number_width = fmax(l->number_width, l->numbers[i].width);
    }
}

/* How wide they are together, with what is between them. */
static double numbers_width(const attn_tile *tile, const attn_links *l)
{
    if (!l->numbers) return 0.0;
    return (ceil(l->number_width) + number_gap * tile->density.unit) * (double)tile->panel_count;
}

static void measure(attn_tile *tile, attn_arena *arena)
{
    const size_t heads = tile->panel_count > 1 ? tile->panel_count : 0;
    const size_t from = tile->panel->from;
    attn_links *l = tile->own = attn_alloc(arena, 1, sizeof *l);
    attn_letters *names = attn_alloc(arena, heads, sizeof *names);
    if (!l || !names) return;
    *l = (attn_links){.heads = names, .head_count = heads, .crowded = is_crowded(tile)};
    if (from > 0 && from <= tile->rows.label_count) l->asker = tile->rows.labels[from - 1];
    set_numbers(tile, l, arena);
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
    double apart = l->asker.layout ? frame + frame_pad : 1.0;
    l->pitch = fmax(floor(pitch * d.unit * growth), words + apart * d.unit);
    l->span = floor(span * d.unit * d.growth * d.breadth);
    l->gap = ceil(word_gap * d.unit);
    l->pen = fmin(fmin(usual_pen * d.growth, most_pen) * d.unit, pen_of_pitch * l->pitch);
    l->port = port_of_pitch * l->pitch / (double)tile->panel_count;
    if (tile->panel_count > 1) l->pen = fmin(l->pen, pen_of_port * l->port);
    l->height = l->pitch * fmax((double)tile->rows.count, (double)tile->cols.count);
}

/* What an axis is, above its column and the half of the lines that is next to it; in lines of about
 * one length. */
static void set_role(const attn_tile *tile, attn_axis *axis, const char *role)
{
    const attn_links *l = tile->own;
    const double room = fmax(axis->length + l->span / 2.0 - l->gap, 7.0 * tile->caption);
    attn_font font = {.size = tile->caption, .width = 75.0 * tile->caption, .lines = 3};
    const double all = attn_letters_set(tile->lettering, role, font).width;
    const double lines = ceil(all / room), a_little = 1.3;
    font.width = fmin(lines > 1.0 ? a_little * all / lines : room, room);
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

static void widen(double *length, double least)
{
    *length = fmax(*length, least);
}

static void set_samples(const attn_tile *tile, attn_links *l)
{
    for (size_t k = 0; tile->has_bar && k < sample_count(tile); k++) {
        attn_text text = {0};
        if (tile->bar_beyond && k == 0) attn_text_add(&text, "≥ ");
        if (tile->bar_beyond && k == 2 * ATTN_LINK_SAMPLES - 1) attn_text_add(&text, "≤ ");
        attn_text_short(&text, (float)sample_number(tile, k), 6);
        l->samples[k] =
            attn_letters_take(tile->lettering, &text, attn_font_line(tile->caption, 12.0));
    }
}

/* The colours of heads, and how thick the lines of some numbers are. What it takes beside the
 * words. */
static double add_key(const attn_tile *tile, attn_links *l, double words_end)
{
    const double unit = tile->density.unit;
    double widest = 0.0, highest = tile->caption;
    set_samples(tile, l);
    for (size_t k = 0; k < sample_count(tile); k++) {
        widen(&widest, l->samples[k].width);
        widen(&highest, l->samples[k].height);
    }
    for (size_t k = 0; k < l->head_count; k++) {
        l->heads[k] = attn_letters_set(tile->lettering, tile->panel[k].part,
                                       attn_font_line(tile->caption, 20.0));
        widen(&widest, l->heads[k].width);
        widen(&highest, l->heads[k].height);
    }
    l->key_line = ceil(fmax(1.35 * highest, l->pen + 4.0 * unit));
    l->key_x = words_end + ceil(key_gap * unit);
    return l->key_x + ceil((sample_width + sample_gap) * unit + widest);
}

/* Lines of the key: heads, an empty one, numbers. */
static double key_lines(const attn_tile *tile, const attn_links *l)
{
    const double between = l->head_count > 0 && tile->has_bar ? 0.5 : 0.0;
    return (double)l->head_count + between + (tile->has_bar ? (double)sample_count(tile) : 0.0);
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
    double right = fmax(tile->cols.length + l->gap + numbers_width(tile, l),
                        tile->cols.role.width - half + l->gap);
    tile->left = ceil(left);
    if (l->asker.layout) tile->left += ceil((frame_pad + frame) * tile->density.unit);
    tile->body_width = l->span + ceil(right);
    double roles = fmax(tile->rows.role.height, tile->cols.role.height);
    tile->heights[ATTN_PART_ROLE] = roles > 0.0 ? ceil(roles) + ceil(0.7 * tile->caption) : 0.0;
    tile->heights[ATTN_PART_BODY] = ceil(l->height);
    if (!tile->has_bar && l->head_count == 0) return;
    tile->body_width = add_key(tile, l, tile->body_width);
    tile->heights[ATTN_PART_BODY] = ceil(fmax(l->height, l->key_line * key_lines(tile, l)));
}

/* ---- places ---- */

/* What is kept of the tile. */
static const attn_links *own_of(const attn_placing *p)
{
    return p->tile->own;
}

/* The middle of word i of an axis; the shorter column stands in the middle of the longer one. */
static double middle(const attn_placing *p, const attn_axis *axis, size_t i)
{
    const double above = (own_of(p)->height - own_of(p)->pitch * (double)axis->count) / 2.0;
    return p->y + above + own_of(p)->pitch * ((double)i + 0.5);
}

/* Around the word whose lines are meant. */
static void place_frame(const attn_placing *p, const attn_letters *word, double x, double y)
{
    const double unit = p->tile->density.unit, pad = frame_pad * unit;
    attn_sheet_add_shape(p->sheet, (attn_shape){.kind = ATTN_SHAPE_BOX,
                                                .x = x - pad,
                                                .y = y - pad / 2.0,
                                                .end_x = x + word->width + pad,
                                                .end_y = y + word->height + pad / 2.0,
                                                .pen = frame * unit,
                                                .radius = frame_radius * unit,
                                                .opacity = 1.0,
                                                .color = p->sheet->theme->ink});
}

static void place_words(const attn_placing *p, const attn_axis *axis, bool left)
{
    const attn_links *l = own_of(p);
    for (size_t i = 0; i < axis->label_count; i++) {
        const attn_letters *word = &axis->labels[i];
        const double line = middle(p, axis, i) + (axis->ascent - axis->descent) / 2.0;
        const double x = left ? p->x - l->gap - word->width : p->x + l->span + l->gap;
        const double y = floor(line + 0.5) - word->ascent;
        attn_sheet_add_text(
            p->sheet, (attn_mark){.letters = *word, .color = p->sheet->theme->ink, .x = x, .y = y});
        if (left && i + 1 == p->tile->panel->from) place_frame(p, word, x, y);
    }
}

static attn_color color_of(const attn_placing *p, size_t head, double number)
{
    if (p->tile->range.scale == ATTN_SCALE_SIGNED)
        return attn_palette_at(&p->sheet->diverging, number < 0.0 ? 0.0 : 1.0);
    if (p->tile->panel_count == 1) return p->tile->color;
    return attn_color_of_line(head, p->sheet->options.style.dark);
}

/* The colour of a head, nearer to the ink where it would not stand out from the ground as text. */
static attn_color text_color_of(const attn_placing *p, size_t head, double number)
{
    const double least = 4.5, step = 0.1;
    const attn_theme *theme = p->sheet->theme;
    const attn_color color = color_of(p, head, number);
    attn_color text = color;
    for (double part = 0.0; part < 1.0 && attn_color_contrast(text, theme->ground) < least;
         part += step)
        text = attn_color_between(color, theme->ink, part + step);
    return text;
}

/* Behind the keys, a column for each head. */
static void place_numbers(const attn_placing *p)
{
    const attn_links *l = own_of(p);
    const size_t keys = p->tile->cols.count, from = p->tile->panel->from;
    const double step = ceil(l->number_width) + number_gap * p->tile->density.unit;
    const double left = p->x + l->span + l->gap + ceil(p->tile->cols.length);
    for (size_t i = 0; l->numbers && i < p->tile->panel_count * keys; i++) {
        const attn_letters *number = &l->numbers[i];
        const size_t head = i / keys, key = i % keys;
        const float value = p->tile->panel[head].value->data[(from - 1) * keys + key];
        const double line = middle(p, &p->tile->cols, key);
        const bool rests = attn_panel_rests(&p->tile->panel[head], from - 1);
        attn_sheet_add_text(p->sheet,
                            (attn_mark){.letters = *number,
                                        .color = rests ? p->sheet->theme->soft_ink
                                                       : text_color_of(p, head, (double)value),
                                        .x = left + step * (double)(head + 1) - number->width,
                                        .y = floor(line - number->height / 2.0 + 0.5)});
    }
}

/* Each begins or ends with its column, unless it is longer. */
static void place_roles(const attn_placing *p)
{
    const attn_tile *tile = p->tile;
    const attn_links *l = own_of(p);
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
    size_t head, row, col;
    float number;
    bool meant; /* it is of the word that is asked for, or none is */
    bool rests; /* it is of a row that looks most at what is no word */
} line;

/* Those that are meant last, those at rest first; by how large they are, the smallest first; else
 * in their order. */
static int compare_lines(const void *a, const void *b)
{
    const line *one = a, *other = b;
    const float x = fabsf(one->number), y = fabsf(other->number);
    if (one->meant != other->meant) return one->meant ? 1 : -1;
    if (one->rests != other->rests) return one->rests ? -1 : 1;
    if (x < y || x > y) return x < y ? -1 : 1;
    if (one->head != other->head) return one->head < other->head ? -1 : 1;
    if (one->row != other->row) return one->row < other->row ? -1 : 1;
    return one->col < other->col ? -1 : one->col > other->col;
}

static attn_shape shape_of(const attn_placing *p, size_t head, double number)
{
    const double part = fmin(fabs(number) / p->tile->range.top, 1.0);
    return (attn_shape){.kind = ATTN_SHAPE_LINK,
                        .pen = part * own_of(p)->pen,
                        .opacity = faint + (full - faint) * part,
                        .color = color_of(p, head, number)};
}

/* The lines of several heads leave a word one below the other, in their order. */
static void place_line(const attn_placing *p, const line *one)
{
    const double heads = (double)p->tile->panel_count;
    const double below = own_of(p)->port * ((double)one->head - (heads - 1.0) / 2.0);
    attn_shape shape = shape_of(p, one->head, (double)one->number);
    shape.x = p->x;
    shape.y = middle(p, &p->tile->rows, one->row) + below;
    shape.end_x = p->x + own_of(p)->span;
    shape.end_y = middle(p, &p->tile->cols, one->col) + below;
    if (!one->meant || one->rests) shape.opacity *= one->meant ? at_rest : pale;
    if (one->rests) { /* solid, so that many of them are no darker where they meet */
        const attn_theme *theme = p->sheet->theme;
        shape.color = attn_color_between(theme->ground, theme->soft_ink, shape.opacity);
        shape.opacity = 1.0;
    }
    attn_sheet_add_shape(p->sheet, shape);
}

/* Of one head. */
static void collect_lines(const attn_placing *p, size_t head, line **lines, size_t *count)
{
    const attn_panel *panel = &p->tile->panel[head];
    const attn_tensor *value = panel->value;
    float least = 0.0f;
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        line one = {.head = head, i / value->cols, i % value->cols, value->data[i]};
        one.meant = panel->from == 0 || panel->from == one.row + 1;
        one.rests = attn_panel_rests(panel, one.row);
        if (own_of(p)->crowded && one.col == 0)
            least = one.row + 1 == panel->from ? 0.0f : least_kept(value, one.row);
        if (is_drawn(p->tile->range, one.number) && fabsf(one.number) >= least)
            attn_append(p->sheet->arena, lines, count, &one, sizeof one);
    }
}

static void place_lines(const attn_placing *p)
{
    line *lines = NULL;
    size_t count = 0;
    for (size_t head = 0; head < p->tile->panel_count; head++)
        collect_lines(p, head, &lines, &count);
    if (!attn_ok(p->sheet->status)) return;
    if (count > 0) qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t k = 0; k < count; k++) place_line(p, &lines[k]);
}

/* ---- the key ---- */

/* A line with what it means, so many lines of the key below its top. */
static void place_sample(const attn_placing *p, attn_shape shape, attn_letters letters,
                         double below)
{
    const attn_links *l = own_of(p);
    const double unit = p->tile->density.unit;
    shape.x = p->x + l->key_x;
    shape.end_x = shape.x + sample_width * unit;
    shape.y = shape.end_y = floor(p->y + l->key_line * (below + 0.5)) + 0.5;
    attn_sheet_add_shape(p->sheet, shape);
    attn_sheet_add_text(p->sheet, (attn_mark){.letters = letters,
                                              .color = p->sheet->theme->soft_ink,
                                              .x = shape.end_x + sample_gap * unit,
                                              .y = floor(shape.y - letters.height / 2.0)});
}

static void place_key(const attn_placing *p)
{
    const attn_links *l = own_of(p);
    const double heads = key_lines(p->tile, l) - (double)sample_count(p->tile);
    for (size_t k = 0; k < l->head_count; k++) {
        attn_shape shape = shape_of(p, k, 0.6 * p->tile->range.top);
        shape.opacity = full;
        place_sample(p, shape, l->heads[k], (double)k);
    }
    for (size_t k = 0; p->tile->has_bar && k < sample_count(p->tile); k++) {
        attn_shape shape = shape_of(p, 0, sample_number(p->tile, k));
        if (p->tile->range.scale != ATTN_SCALE_SIGNED) shape.color = p->sheet->theme->soft_ink;
        place_sample(p, shape, l->samples[k], heads + (double)k);
    }
}

static void place(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_placing p = {sheet, tile, x, y};
    if (!tile->own) return;
    place_lines(&p);
    place_words(&p, &tile->rows, true);
    place_words(&p, &tile->cols, false);
    place_numbers(&p);
    place_roles(&p);
    place_key(&p);
}

static const char *remark(const attn_tile *tile)
{
    const attn_links *l = tile->own;
    return l && l->crowded
               ? "A map with too many lines to tell apart shows the 3 largest of each row. "
               : "";
}

const attn_figure attn_figure_links = {.name = "links",
                                       .foot = "The larger a number, the thicker its line. ",
                                       .remark = remark,
                                       .rest = "Grey lines are of words that look",
                                       .has_axes = true,
                                       .has_numbers = true,
                                       .check = check,
                                       .measure = measure,
                                       .size = size,
                                       .finish = finish,
                                       .place = place};
