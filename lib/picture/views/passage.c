/*
 * passage: words are set in lines as wide as the canvas, from right to left where their script runs
 * so.
 */
#include "picture/views/passage.h"

#include <math.h>
#include <string.h>

/* All in units, as the sheet has them. */
static const double word_em = 20.0, number_em = 14.0, title_em = 14.0;
static const double title_ems = 13.0; /* a title that is longer has several lines */
static const double most_ems = 24.0;  /* of a word */
static const double pad = 7.0, between = 4.0, rise = 4.0; /* of plates, and between two of them */
static const double number_gap = 2.0, line_gap = 12.0;
static const double title_gap = 26.0, arrow_gap = 10.0;
static const double radius = 5.0, frame = 2.0;
/* Letters grow by one of a few steps; where rows stand close, words are smaller than they are set.
 */
static const double steps[] = {1.6, 1.3, 1.0};
static const double close_step = 0.8, close_line_gap = 5.0;

static bool check(const attn_sheet_options *options, attn_status *status)
{
    size_t count = 0;
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_panel *panel = &options->panels[i];
        if (count <= ATTN_MOST_PASSAGE_WORDS) count += panel->value->cols;
        if (panel->strips) count = SIZE_MAX;
    }
    return count <= ATTN_MOST_PASSAGE_WORDS ||
           attn_fail(status, ATTN_LIMIT,
                     "rows of more than %u words together are too long for one picture: show fewer "
                     "words or maps",
                     ATTN_MOST_PASSAGE_WORDS);
}

/* ---- texts ---- */

/* The words that look are those that are looked at. */
static bool is_of_itself(const attn_panel *panel)
{
    return panel->value->rows == panel->value->cols &&
           attn_labels_same(panel->row_labels, panel->col_labels);
}

static attn_letters set_word(const attn_tile *tile, const attn_labels *labels, size_t i)
{
    const attn_font font = attn_font_line(tile->em, most_ems);
    attn_text number = {0};
    if (labels && i < labels->count)
        return attn_letters_set(tile->lettering, labels->words[i], font);
    attn_text_print(&number, "%zu", i + 1);
    return attn_letters_take(tile->lettering, &number, font);
}

static void set_title(const attn_tile *tile, attn_passage *p)
{
    const double unit = tile->density.unit, size = floor(title_em * 1.25 * unit);
    attn_font font = {.size = size, .bold = true, .width = title_ems * size, .lines = 4};
    font.name = tile->panel->name_length;
    p->title = attn_letters_set(tile->lettering, tile->panel->title, font);
    font = attn_font_line(tile->caption, most_ems);
    font.name = tile->panel->symbol ? strlen(tile->panel->symbol) : 0;
    p->symbol = attn_letters_set(tile->lettering, tile->panel->symbol, font);
}

static void measure(attn_tile *tile, attn_arena *arena)
{
    const attn_panel *panel = tile->panel;
    const size_t count = panel->value->cols, row = panel->from > 0 ? panel->from - 1 : 0;
    const double unit = tile->density.unit;
    attn_passage *p = tile->own = attn_alloc(arena, 1, sizeof *p);
    if (!p) return;
    tile->em = floor(word_em * unit);
    tile->caption = floor(title_em * unit);
    *p = (attn_passage){.numbers = panel->value->data + row * count,
                        .words = attn_alloc(arena, count, sizeof *p->words),
                        .below = attn_alloc(arena, count, sizeof *p->below),
                        .x = attn_alloc(arena, count, sizeof *p->x),
                        .width = attn_alloc(arena, count, sizeof *p->width),
                        .line = attn_alloc(arena, count, sizeof *p->line)};
    if (!p->words || !p->below || !p->x || !p->width || !p->line) return;
    p->count = count;
    for (size_t i = 0; i < count; i++) {
        const bool masked = !isfinite(p->numbers[i]);
        p->words[i] = set_word(tile, panel->col_labels, i);
        if (!masked && tile->density.numbers != ATTN_NUMBERS_NEVER)
            p->below[i] = attn_tile_number(tile, p->numbers[i], floor(number_em * unit));
    }
    if (!is_of_itself(panel)) p->asker = set_word(tile, panel->row_labels, row);
    if (!is_of_itself(panel))
        p->arrow = attn_letters_set(tile->lettering, "→", attn_font_line(tile->em, most_ems));
    p->least = tile->density.numbers == ATTN_NUMBERS_NEVER
                   ? 0.5 * tile->em
                   : attn_tile_number(tile, (float)tile->range.top, floor(number_em * unit)).width;
    set_title(tile, p);
}

/* ---- lines ---- */

static double plate_width(const attn_passage *p, size_t i)
{
    const double number = fmax(p->below[i].width, p->least) * p->larger_numbers;
    return ceil(fmax(p->words[i].width * p->larger, number)) + 2.0 * p->pad;
}

static double highest(const attn_letters *letters, size_t count)
{
    double height = 0.0;
    for (size_t i = 0; i < count; i++) height = fmax(height, letters[i].height);
    return height;
}

/* Breaks the words into lines that are no wider than room. */
static void set_lines(const attn_tile *tile, attn_passage *p, double room)
{
    const double unit = tile->density.unit;
    double x = 0.0;
    p->length = 0.0;
    p->line_count = 1;
    if (p->asker.layout) {
        p->arrow_x = ceil(p->slot * p->larger) + 2.0 * p->pad + arrow_gap * unit;
        x = p->arrow_x + ceil(p->arrow.width * p->larger) + arrow_gap * unit;
    }
    for (size_t i = 0; i < p->count; i++) {
        p->width[i] = plate_width(p, i);
        if (x > 0.0 && x + p->width[i] > room) {
            p->line_count++;
            x = 0.0;
        }
        p->x[i] = x;
        p->line[i] = p->line_count - 1;
        x += p->width[i];
        p->length = fmax(p->length, x);
        x += between * unit;
    }
}

/* From right to left, if the first word that is no sign is read so. */
static bool runs_leftwards(const attn_passage *p)
{
    size_t i = 0;
    while (i < p->count && (!p->words[i].layout || attn_text_is_sign(p->words[i].text))) i++;
    return i < p->count && pango_layout_get_direction(p->words[i].layout, 0) == PANGO_DIRECTION_RTL;
}

/* Of its plate. */
static double asker_width(const attn_passage *p)
{
    return ceil(p->asker.width * p->larger) + 2.0 * p->pad;
}

/* Lines that begin on the right. */
static void mirror(attn_passage *p)
{
    for (size_t i = 0; i < p->count; i++) p->x[i] = p->length - p->x[i] - p->width[i];
    p->arrow_x = p->length - p->arrow_x - ceil(p->arrow.width * p->larger);
    p->asker_x = p->length - asker_width(p);
}

static void size(attn_tile *tile)
{
    attn_passage *p = tile->own;
    if (!p) return;
    p->pad = pad * tile->density.unit;
    p->slot = p->asker.width;
    tile->left = ceil(fmax(p->title.width, p->symbol.width));
    if (tile->left > 0.0) tile->left += title_gap * tile->density.unit;
}

/* The lines of all passages of a sheet begin at one left, and so do their words. */
static void match(attn_tile *a, attn_tile *b)
{
    attn_passage *p = a->own, *q = b->own;
    a->left = b->left = fmax(a->left, b->left);
    if (p && q) p->slot = q->slot = fmax(p->slot, q->slot);
}

/* Letters so many times larger than they are set, numbers never smaller. */
static void enlarge(const attn_tile *tile, attn_passage *p, double larger, double room)
{
    const double unit = tile->density.unit, numbers = highest(p->below, p->count);
    const double words = fmax(highest(p->words, p->count), p->asker.height);
    p->larger = larger;
    p->larger_numbers = fmax(larger, 1.0);
    p->line_gap = (larger < 1.0 ? close_line_gap : line_gap) * unit;
    p->plate = ceil(words * larger) + 2.0 * rise * unit;
    p->pitch = p->plate + ceil(numbers * p->larger_numbers) + (number_gap + frame) * unit;
    p->pitch += p->line_gap;
    set_lines(tile, p, room);
}

/* As large as the density lets them be without more lines. */
static void choose_letters(const attn_tile *tile, attn_passage *p, double room)
{
    const double least = tile->density.tight ? close_step : 1.0;
    const double most = tile->density.growth * least;
    enlarge(tile, p, least, room);
    const size_t lines = p->line_count;
    for (size_t k = 0; k < sizeof steps / sizeof steps[0] && steps[k] > least; k++) {
        if (steps[k] > most) continue;
        enlarge(tile, p, steps[k], room);
        if (p->line_count <= lines) return;
    }
    enlarge(tile, p, least, room);
}

static void finish(attn_tile *tile)
{
    attn_passage *p = tile->own;
    const double unit = tile->density.unit, margin = ceil(2.0 * tile->caption);
    if (!p) return;
    choose_letters(tile, p, tile->density.room - 2.0 * margin - tile->left);
    if (runs_leftwards(p)) mirror(p);
    const double lines = p->pitch * (double)p->line_count - p->line_gap;
    const double title = ceil(p->title.height + p->symbol.height);
    tile->body_width = p->length + frame * unit;
    tile->heights[ATTN_PART_BODY] = ceil(fmax(lines, title + rise * unit));
    tile->heights[ATTN_PART_LABELS] = ceil(frame * unit);
}

/* ---- places ---- */

/* What is kept of the tile. */
static const attn_passage *own_of(const attn_placing *p)
{
    return p->tile->own;
}

static attn_letters enlarged(attn_letters letters, double factor)
{
    letters.scale *= factor;
    letters.x *= factor;
    letters.y *= factor;
    letters.width *= factor;
    letters.height *= factor;
    letters.ascent *= factor;
    letters.em *= factor;
    return letters;
}

/* A plate with a word in its middle, and a frame around that of the word that looks. */
static void place_plate(const attn_placing *p, const attn_letters *word, attn_shape plate,
                        bool framed)
{
    const double unit = p->tile->density.unit;
    const attn_letters letters = enlarged(*word, own_of(p)->larger);
    const attn_theme *theme = p->sheet->theme;
    const bool masked = memcmp(&plate.color, &theme->hatch_ground, sizeof plate.color) == 0;
    attn_mark mark = {.letters = letters, .in_cell = true};
    mark.color = masked ? theme->soft_ink : attn_color_for_text(plate.color);
    mark.x = (plate.x + plate.end_x - letters.width) / 2.0;
    mark.y = floor((plate.y + plate.end_y - letters.height) / 2.0);
    plate.kind = ATTN_SHAPE_BOX;
    plate.radius = radius * unit;
    plate.opacity = 1.0;
    attn_sheet_add_shape(p->sheet, plate);
    attn_sheet_add_text(p->sheet, mark);
    if (!framed) return;
    plate.pen = frame * unit;
    plate.color = theme->ink;
    attn_sheet_add_shape(p->sheet, plate);
}

static void place_word(const attn_placing *p, size_t i)
{
    const attn_passage *own = own_of(p);
    const attn_panel *panel = p->tile->panel;
    const size_t cell = (size_t)(own->numbers - panel->value->data) + i;
    const bool masked = !isfinite(own->numbers[i]);
    const double top = p->y + own->pitch * (double)own->line[i], left = p->x + own->x[i];
    const attn_shape plate = {.x = left,
                              .y = top,
                              .end_x = left + own->width[i],
                              .end_y = top + own->plate,
                              .color = masked ? p->sheet->theme->hatch_ground
                                              : attn_tile_color(p->sheet, p->tile, cell)};
    const attn_letters below = enlarged(own->below[i], own->larger_numbers);
    attn_mark mark = {.letters = below, .color = p->sheet->theme->soft_ink};
    place_plate(p, &own->words[i], plate, !own->asker.layout && panel->from == i + 1);
    mark.x = left + (own->width[i] - below.width) / 2.0;
    mark.y = plate.end_y + number_gap * p->tile->density.unit + frame * p->tile->density.unit;
    attn_sheet_add_text(p->sheet, mark);
}

/* Before the words, where it is none of them. */
static void place_asker(const attn_placing *p)
{
    const attn_passage *own = own_of(p);
    const attn_letters arrow = enlarged(own->arrow, own->larger);
    const double left = p->x + own->asker_x;
    if (!own->asker.layout) return;
    place_plate(p, &own->asker,
                (attn_shape){.x = left,
                             .y = p->y,
                             .end_x = left + asker_width(own),
                             .end_y = p->y + own->plate,
                             .color = p->sheet->theme->ground},
                true);
    attn_sheet_add_text(p->sheet,
                        (attn_mark){.letters = arrow,
                                    .color = p->sheet->theme->soft_ink,
                                    .x = p->x + own->arrow_x,
                                    .y = floor(p->y + (own->plate - arrow.height) / 2.0)});
}

static void place(attn_sheet *sheet, const attn_tile *tile, double x, double y)
{
    const attn_placing p = {sheet, tile, x, y};
    if (!tile->own) return;
    const double top = y + rise * tile->density.unit;
    attn_mark mark = {
        .letters = own_of(&p)->title, .color = sheet->theme->ink, .x = x - tile->left, .y = top};
    attn_sheet_add_text(sheet, mark);
    mark.y += ceil(mark.letters.height);
    mark.letters = own_of(&p)->symbol;
    mark.color = sheet->theme->soft_ink;
    attn_sheet_add_text(sheet, mark);
    place_asker(&p);
    for (size_t i = 0; i < own_of(&p)->count; i++) place_word(&p, i);
}

static const char *remark(const attn_tile *tile)
{
    return tile->masked ? "Grey words are masked. " : "";
}

const attn_figure attn_figure_row = {.name = "row",
                                     .foot = "The framed word looks; the number below a word "
                                             "says how much it is looked at. ",
                                     .remark = remark,
                                     .rest = "In a grey row the framed word looks",
                                     .of_a_word = true,
                                     .has_title = true,
                                     .has_numbers = true,
                                     .columns = 1,
                                     .check = check,
                                     .measure = measure,
                                     .size = size,
                                     .match = match,
                                     .finish = finish,
                                     .place = place};
