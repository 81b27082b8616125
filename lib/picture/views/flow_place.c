/*
 * flow_place: a diagram on its sheet, as large as the canvas lets it be.
 *
 * A box:   operations           or, in a diagram from      operations
 *          symbol      shape    top to bottom:             symbol               shape
 *          its maps                                        its maps   what it is
 *          what it is
 */
#include <math.h>
#include <string.h>

#include "picture/layout/layout.h"
#include "picture/views/flow_placing.h"

/* Sizes of letters at scale 1. */
#define SYMBOL 18.0
#define OPERATION 14.0
#define SMALL 14.0
#define MOST_CELL 28.0
#define MOST_SCALE 2.0

/* ---- the canvas ---- */

static void set_frame(flow_placing *p, double width)
{
    attn_lettering *lettering = p->sheet->lettering;
    const attn_sheet_options *options = &p->sheet->options;
    attn_font font = {.size = floor(1.75 * p->em), .bold = true, .width = width, .lines = 3};
    p->title = attn_letters_set(lettering, options->title, font);
    font = (attn_font){.size = floor(1.15 * p->em), .width = width, .lines = 3};
    p->subtitle = attn_letters_set(lettering, options->subtitle, font);
    font = (attn_font){.size = p->em, .width = width, .lines = 3};
    p->note = attn_letters_set(lettering, options->note, font);
    p->margin = ceil(1.5 * p->em);
    p->header = ceil(p->title.height) + ceil(p->subtitle.height) + floor(1.2 * p->em);
    p->footer = ceil(p->note.height) + floor(1.2 * p->em);
}

static double asked_or(size_t asked, unsigned usual, double zoom)
{
    return floor((double)(asked ? asked : usual) * zoom + 0.5);
}

/* The scale at which the diagram fills the canvas; letters never are smaller than they are at 1,
 * and the canvas grows instead, unless it was asked for. */
static bool choose_scale(flow_placing *p)
{
    const attn_sheet_style *style = &p->sheet->options.style;
    double width = asked_or(style->width, ATTN_CANVAS_WIDTH, p->zoom);
    double height = asked_or(style->height, ATTN_CANVAS_HEIGHT, p->zoom);
    p->em = 16.0 * p->zoom;
    set_frame(p, width - 3.0 * p->em);
    const double across = 2.0 * p->margin, down = 2.0 * p->margin + p->header + p->footer;
    double scale = fmin((width - across) / p->flow->width, (height - down) / p->flow->height);
    p->scale = fmin(fmax(scale, p->zoom), MOST_SCALE * p->zoom);
    const double least_width = ceil(p->flow->width * p->scale) + across;
    const double least_height = ceil(p->flow->height * p->scale) + down;
    const bool fits = least_width <= width && least_height <= height;
    if (!fits && (style->width || style->height))
        return attn_fail(p->sheet->status, ATTN_LIMIT,
                         "a canvas of %.0f×%.0f pixels is too small: the diagram takes %.0f×%.0f "
                         "with letters of %.0f pixels; choose a larger canvas, or show less",
                         width, height, least_width, least_height, SMALL * p->zoom);
    width = fmax(width, least_width);
    height = fmax(height, least_height);
    if (width > ATTN_MOST_PIXELS || height > ATTN_MOST_PIXELS)
        return attn_fail(p->sheet->status, ATTN_LIMIT,
                         "the diagram would be larger than %u pixels a side: name the value that "
                         "it should lead to",
                         ATTN_MOST_PIXELS);
    p->sheet->width = (size_t)width;
    p->sheet->height = (size_t)height;
    p->left = floor((width - p->scale * p->flow->width) / 2.0);
    p->top = floor(p->margin + p->header + (height - down - p->scale * p->flow->height) / 2.0);
    return true;
}

static void place_words(flow_placing *p)
{
    const attn_theme *theme = p->sheet->theme;
    attn_mark mark = {.letters = p->title, .color = theme->ink, .x = p->margin, .y = p->margin};
    attn_sheet_add_text(p->sheet, mark);
    mark.y += ceil(p->title.height) + floor(0.4 * p->em);
    mark.letters = p->subtitle;
    mark.color = theme->soft_ink;
    attn_sheet_add_text(p->sheet, mark);
    mark.letters = p->note;
    mark.y = (double)p->sheet->height - p->margin - ceil(p->note.height);
    attn_sheet_add_text(p->sheet, mark);
}

/* ---- frames ---- */

static void widen(flow_box *box, flow_box by)
{
    box->left = fmin(box->left, by.left);
    box->top = fmin(box->top, by.top);
    box->right = fmax(box->right, by.right);
    box->bottom = fmax(box->bottom, by.bottom);
}

static bool overlap(flow_box a, flow_box b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* Whether an arrow passes through, or a part stands there. */
static bool is_taken(const flow_placing *p, flow_box box)
{
    const attn_flow *flow = p->flow;
    for (size_t i = 0; i < flow->node_count; i++)
        if (overlap(box, flow_box_of_node(p, &flow->nodes[i]))) return true;
    for (size_t i = 0; i < flow->edge_count; i++) {
        const attn_flow_edge *edge = &flow->edges[i];
        for (size_t k = 0; k + 3 < edge->point_count; k += 3) { /* a curve of four points */
            flow_box piece = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
            for (size_t at = k; at <= k + 3; at++) {
                const double x = flow_across(p, edge->points[at][0]);
                const double y = flow_down(p, edge->points[at][1]);
                widen(&piece, (flow_box){x - 1.0, y - 1.0, x + 1.0, y + 1.0});
            }
            if (overlap(box, piece)) return true;
        }
    }
    return false;
}

/* The title stands in the first corner of its frame that is free, or else in the upper left one,
 * before the arrows. */
static void place_title(flow_placing *p, size_t i)
{
    const flow_box frame = p->frames[i];
    const double beside = 8.0 * p->scale, above = 2.0 * p->scale;
    attn_font font = attn_font_line(SMALL * p->scale, 1000.0);
    font.width = frame.right - frame.left - 2.0 * beside;
    attn_mark mark = {.letters =
                          attn_letters_set(p->sheet->lettering, p->flow->frames[i].title, font),
                      .color = p->sheet->theme->soft_ink};
    for (size_t corner = 0; corner <= 4; corner++) {
        mark.x = corner % 2 ? frame.right - beside - mark.letters.width : frame.left + beside;
        mark.y = corner % 4 < 2 ? frame.top + above : frame.bottom - above - mark.letters.height;
        p->titles[i] = (flow_box){mark.x - 2.0, mark.y, mark.x + mark.letters.width + 2.0,
                                  mark.y + mark.letters.height};
        if (!is_taken(p, p->titles[i])) break;
    }
    attn_sheet_add_text(p->sheet, mark);
}

/* Inner frames have larger numbers than outer ones. */
static void place_frames(flow_placing *p)
{
    const attn_flow *flow = p->flow;
    const double margin = (ATTN_FLOW_MARGIN - 2.0) * p->scale;
    flow_box *frames = p->frames;
    for (size_t i = 0; i < flow->frame_count; i++)
        frames[i] = (flow_box){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < flow->node_count; i++)
        if (flow->nodes[i].frame)
            widen(&frames[flow->nodes[i].frame - 1], flow_box_of_node(p, &flow->nodes[i]));
    for (size_t i = flow->frame_count; i-- > 0;) {
        frames[i] = (flow_box){frames[i].left - margin, frames[i].top - margin,
                               frames[i].right + margin, frames[i].bottom + margin};
        if (flow->frames[i].outer) widen(&frames[flow->frames[i].outer - 1], frames[i]);
        place_title(p, i);
    }
}

/* ---- operations ---- */

/* Lines around a middle, in the diagram's own lengths. */
static void place_lines(flow_placing *p, const char *text, const double middle[2], double width,
                        double size)
{
    attn_letters lines[16];
    size_t count = 0;
    double height = 0.0;
    attn_font font = {
        .size = size * p->scale, .width = width * p->scale, .lines = 1, .formula = true};
    for (const char *line = text; *line && count < 16;) {
        size_t length = strcspn(line, "\n");
        const char *one = attn_copy_text(p->sheet->arena, line, length);
        lines[count] = attn_letters_set(p->sheet->lettering, one, font);
        height += fmax(lines[count++].height, ATTN_FLOW_LINE * p->scale);
        line += length + (line[length] == '\n');
    }
    double y = flow_down(p, middle[1]) - height / 2.0;
    for (size_t i = 0; i < count; i++) {
        double line = fmax(lines[i].height, ATTN_FLOW_LINE * p->scale);
        attn_mark mark = {.letters = lines[i],
                          .color = p->sheet->theme->ink,
                          .x = flow_across(p, middle[0]) - lines[i].width / 2.0,
                          .y = y + (line - lines[i].height) / 2.0};
        attn_sheet_add_text(p->sheet, mark);
        y += line;
    }
}

static void place_operation(flow_placing *p, const attn_flow_node *node)
{
    const double middle[] = {node->x, node->y};
    place_lines(p, node->text, middle, node->width - 4.0,
                node->kind == ATTN_FLOW_CIRCLE ? SYMBOL : OPERATION);
}

/* ---- boxes ---- */

static void place_head(flow_placing *p, const attn_flow_node *node, flow_box box)
{
    attn_lettering *lettering = p->sheet->lettering;
    const double pad = ATTN_FLOW_PAD * p->scale, line = ATTN_FLOW_HEAD * p->scale;
    const double room = box.right - box.left - 2.0 * pad;
    attn_font font = {.size = SMALL * p->scale, .width = 0.7 * room, .lines = 1};
    attn_mark shape = {.letters = attn_letters_set(lettering, node->shape, font),
                       .color = p->sheet->theme->soft_ink};
    font = (attn_font){.size = SYMBOL * p->scale, .lines = 1, .formula = true, .width = 2.0 * room};
    bool fits =
        attn_letters_set(lettering, node->text, font).width + shape.letters.width + pad <= room;
    if (!fits) font.size = SMALL * p->scale;
    font.width = room - shape.letters.width - (shape.letters.width > 0.0 ? pad : 0.0);
    attn_mark symbol = {.letters = attn_letters_set(lettering, node->text, font),
                        .color = p->sheet->theme->ink,
                        .x = box.left + pad};
    symbol.y = box.top + pad / 2.0 + (line - symbol.letters.height) / 2.0;
    shape.x = box.right - pad - shape.letters.width;
    shape.y = symbol.y + symbol.letters.ascent - shape.letters.ascent;
    attn_sheet_add_text(p->sheet, symbol);
    attn_sheet_add_text(p->sheet, shape);
}

/* Below the maps, or right of them. More lines than were reckoned with, as another font may need,
 * take some of the room that is left for the maps. */
static void place_about(flow_placing *p, const attn_flow_node *node, flow_box *maps, flow_box box)
{
    enum { MOST_LINES = 12 };
    const double pad = ATTN_FLOW_PAD * p->scale;
    const bool down = p->flow->down;
    const double width = attn_flow_words_width(p->flow, node) * p->scale;
    attn_font font = {.size = SMALL * p->scale, .width = width, .lines = MOST_LINES};
    attn_mark mark = {.letters = attn_letters_set(p->sheet->lettering, node->words, font),
                      .color = p->sheet->theme->soft_ink};
    if (!mark.letters.layout) return;
    if (down) {
        mark.x = box.right - pad - width;
        maps->right = mark.x - pad;
        mark.y = (maps->top + maps->bottom - mark.letters.height) / 2.0;
    } else {
        mark.x = box.left + pad;
        mark.y = fmin(maps->bottom + pad / 2.0, box.bottom - pad / 2.0 - mark.letters.height);
        maps->bottom = mark.y - pad / 2.0;
    }
    attn_sheet_add_text(p->sheet, mark);
}

/* The first words of a sentence. */
static attn_letters set_written(flow_placing *p, const attn_flow_node *node, size_t count,
                                flow_box room)
{
    enum { MOST_LINES = 12 };
    const bool all = count == node->written->count;
    attn_text text = {0};
    for (size_t i = 0; i < count; i++)
        attn_text_print(&text, "%s%s", i ? " " : "", node->written->words[i]);
    if (!all) attn_text_add(&text, " …");
    const attn_font font = {
        .size = OPERATION * p->scale, .width = room.right - room.left, .lines = MOST_LINES};
    return attn_letters_take(p->sheet->lettering, &text, font);
}

/* The words of a sentence in place of numbers, as many as there is room for. */
static void place_written(flow_placing *p, const attn_flow_node *node, flow_box room)
{
    enum { MOST_WORDS = 40 };
    size_t count = node->written->count < MOST_WORDS ? node->written->count : MOST_WORDS;
    attn_mark mark = {.color = p->sheet->theme->ink, .x = room.left};
    do mark.letters = set_written(p, node, count, room);
    while (mark.letters.height > room.bottom - room.top && count-- > 1);
    mark.y = (room.top + room.bottom - mark.letters.height) / 2.0;
    attn_sheet_add_text(p->sheet, mark);
}

/* ---- maps ---- */

/* The side of a cell in so much room, at least a pixel. */
static double cell_side(double room, size_t cells, double most)
{
    return fmax(fmin(floor(room / (double)cells), most), 1.0);
}

/* The first rows and columns of a map that has more than pixels for them. */
static const attn_panel *cut(flow_placing *p, const attn_panel *panel, flow_box room)
{
    const attn_tensor *value = panel->value;
    const size_t most_rows = (size_t)fmax(room.bottom - room.top, 1.0);
    const size_t most_cols = (size_t)fmax(room.right - room.left, 1.0);
    if (value->rows <= most_rows && value->cols <= most_cols) return panel;
    attn_panel *part = attn_copy(p->sheet->arena, panel, 1, sizeof *part);
    attn_tensor *small = attn_copy(p->sheet->arena, value, 1, sizeof *small);
    if (!part || !small) return panel;
    small->rows = value->rows < most_rows ? value->rows : most_rows;
    small->cols = value->cols < most_cols ? value->cols : most_cols;
    small->data = attn_alloc(p->sheet->arena, attn_tensor_size(small), sizeof *small->data);
    for (size_t i = 0; small->data && i < attn_tensor_size(small); i++)
        small->data[i] = value->data[i / small->cols * value->cols + i % small->cols];
    part->value = small;
    return part;
}

/* A frame around the rows and columns of the word that is followed. */
static void mark_word(flow_placing *p, const attn_field *field)
{
    const attn_tensor *value = field->panel->value;
    const char *word = p->flow->follow;
    const double left = (double)field->x, top = (double)field->y;
    const double right = left + (double)(value->cols * field->cell_width - field->gap);
    const double bottom = top + (double)(value->rows * field->cell_height - field->gap);
    for (int axis = 0; word && axis < 2; axis++) {
        const attn_labels *labels = axis ? value->col_labels : value->row_labels;
        for (size_t i = 0; labels && i < (axis ? value->cols : value->rows); i++) {
            if (strcmp(labels->words[i], word) != 0) continue;
            double from = axis ? left + (double)(i * field->cell_width)
                               : top + (double)(i * field->cell_height);
            double to =
                from + (double)((axis ? field->cell_width : field->cell_height) - field->gap);
            flow_box row =
                axis ? (flow_box){from, top, to, bottom} : (flow_box){left, from, right, to};
            attn_flow_mark_row(p, row);
        }
    }
}

static void place_map(flow_placing *p, const attn_panel *panel, attn_range range, flow_box room)
{
    panel = cut(p, panel, room);
    const attn_tensor *value = panel->value;
    const double most = MOST_CELL * p->scale, flat = 6.0 * p->scale;
    double width = cell_side(room.right - room.left, value->cols, most);
    double height = cell_side(room.bottom - room.top, value->rows, most);
    if (width >= flat && height >= flat) width = height = fmin(width, height);
    height = fmin(height, fmax(3.0 * width, flat));
    width = fmin(width, fmax(3.0 * height, flat));
    attn_field field = {.panel = panel,
                        .range = range,
                        .masked = attn_panel_extent(panel).masked,
                        .cell_width = (size_t)width,
                        .cell_height = (size_t)height,
                        .gap = width >= flat && height >= flat ? 1 : 0};
    field.x = (size_t)floor((room.left + room.right - width * (double)value->cols) / 2.0);
    field.y = (size_t)floor((room.top + room.bottom - height * (double)value->rows) / 2.0);
    attn_append(p->sheet->arena, &p->sheet->fields, &p->sheet->field_count, &field, sizeof field);
    mark_word(p, &field);
}

/* How many of some maps stand side by side in a box. */
static size_t columns_of(const attn_panel *panels, size_t count)
{
    const double wide = (double)panels->value->cols / (double)panels->value->rows;
    if (count == 1) return 1;
    return count == 2 ? (wide > 2.5 ? 1 : 2) : 2;
}

static attn_range range_of(const attn_panel *panels, size_t count)
{
    double largest = 0.0;
    attn_scale scale = panels->scale;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, attn_panel_extent(&panels[i]).largest);
        if (panels[i].scale == ATTN_SCALE_SIGNED) scale = ATTN_SCALE_SIGNED;
    }
    return attn_range_holding(scale, largest);
}

static void place_maps(flow_placing *p, const attn_flow_node *node, flow_box room)
{
    const attn_panel *panels = &p->sheet->options.panels[node->panel];
    const size_t count = node->panel_count, columns = columns_of(panels, count);
    const size_t rows = (count + columns - 1) / columns;
    const double gap = 6.0 * p->scale;
    const double width = (room.right - room.left + gap) / (double)columns;
    const double height = (room.bottom - room.top + gap) / (double)rows;
    const attn_range range = range_of(panels, count);
    for (size_t i = 0; i < count; i++) {
        flow_box own = {.left = room.left + width * (double)(i % columns),
                        .top = room.top + height * (double)(i / columns)};
        own.right = own.left + width - gap;
        own.bottom = own.top + height - gap;
        place_map(p, &panels[i], range, own);
    }
}

static void place_box(flow_placing *p, const attn_flow_node *node)
{
    flow_box box = flow_box_of_node(p, node), room = box;
    const double pad = ATTN_FLOW_PAD * p->scale, cap = attn_flow_cap_height(node);
    const double middle[] = {node->x, node->y + (cap - node->height) / 2.0 + 2.0};
    if (node->cap) place_lines(p, node->cap, middle, node->width - 12.0, OPERATION);
    box.top += cap * p->scale;
    room.left += pad;
    room.right -= pad;
    room.top = box.top + pad / 2.0 + ATTN_FLOW_HEAD * p->scale;
    room.bottom = p->flow->down ? box.bottom - pad : room.top + ATTN_FLOW_MAP_HEIGHT * p->scale;
    place_head(p, node, box);
    place_about(p, node, &room, box);
    if (node->written)
        place_written(p, node, room);
    else if (node->panel_count)
        place_maps(p, node, room);
}

/* ---- the whole ---- */

static void mix_colors(attn_sheet *sheet)
{
    const attn_sheet_style *style = &sheet->options.style;
    const size_t steps = ATTN_MOST_STEPS / 2 | 1;
    attn_palette_sequential(&sheet->sequential, steps, style->colors, style->dark);
    attn_palette_diverging(&sheet->diverging, steps, style->dark);
    sheet->stripe = 1;
}

bool attn_flow_place(attn_sheet *sheet, const void *user)
{
    const attn_flow *flow = user;
    flow_placing p = {.sheet = sheet,
                      .flow = flow,
                      .frames = attn_alloc(sheet->arena, flow->frame_count + 1, sizeof *p.frames),
                      .titles = attn_alloc(sheet->arena, flow->frame_count + 1, sizeof *p.titles)};
    p.zoom = sheet->options.style.zoom > 0.0 ? sheet->options.style.zoom : 1.0;
    if (!p.frames || !p.titles || !choose_scale(&p)) return false;
    mix_colors(sheet);
    place_words(&p);
    place_frames(&p);
    attn_flow_draw_lines(&p);
    for (size_t i = 0; i < flow->node_count; i++) {
        if (flow->nodes[i].kind == ATTN_FLOW_BOX)
            place_box(&p, &flow->nodes[i]);
        else
            place_operation(&p, &flow->nodes[i]);
    }
    return attn_ok(sheet->status);
}
