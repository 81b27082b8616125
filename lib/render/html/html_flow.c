/*
 * html_flow: the formulas of a lesson as a diagram, as SVG at the end of its page, with a thumbnail
 * of each value. flow.js lets a reader follow a word through it, and go from box to box.
 */
#include <math.h>
#include <string.h>

#include "document/flow/graph.h"
#include "picture/layout/scale.h"
#include "render/html/html.h"

enum {
    EDGE = 6,      /* around all */
    LETTER = 7,    /* about the width of one, in pixels */
    LEAST_CELL = 2 /* pixels */
};

typedef struct drawing {
    attn_html *page;
    const attn_flow *flow;
    const attn_sheet_options *sheet;
    attn_text *out;
} drawing;

typedef struct flow_room { /* in lengths of the flow */
    double left, top, right, bottom;
} flow_room;

static flow_room room_of(const attn_flow_node *node)
{
    return (flow_room){node->x - node->width / 2, node->y - node->height / 2,
                       node->x + node->width / 2, node->y + node->height / 2};
}

/* ---- words ---- */

/* "E_F", "Σ_{i}": what stands below the line is smaller. */
static void add_symbol(const drawing *d, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const size_t plain = strcspn(text + i, "_");
        const size_t end = i + plain < length ? i + plain : length;
        attn_text_add_xml(d->out, text + i, end - i);
        i = end + 1;
        if (end >= length) return;
        const bool braces = text[i] == '{';
        const size_t name = strcspn(text + i, braces ? "}" : " ()[]+−·;,⊙/=ᵀ");
        const size_t stop = i + name < length ? i + name : length;
        attn_text_add(d->out, "<tspan class=\"sub\" dy=\"4\">");
        attn_text_add_xml(d->out, text + i + braces, stop - i - braces);
        attn_text_add(d->out, "</tspan><tspan dy=\"-4\">\u200B</tspan>");
        i = stop + (braces && stop < length);
    }
}

static void begin_text(const drawing *d, const char *kind, double x, double y)
{
    attn_text_print(d->out, "<text class=\"%s\" x=\"%.0f\" y=\"%.0f\">", kind, x, y);
}

/* Lines around a middle. */
static void add_lines(const drawing *d, const char *text, double x, double y)
{
    size_t count = 1;
    for (const char *c = text; *c; c++) count += *c == '\n';
    y -= (double)(count - 1) * ATTN_FLOW_LINE / 2 - 5;
    for (size_t length; *text; y += ATTN_FLOW_LINE, text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        begin_text(d, "c symbol", x, y);
        add_symbol(d, text, length);
        attn_text_add(d->out, "</text>\n");
    }
}

/* Words in lines as wide as the room, the first at its top; an ellipsis for what has no place. */
static void add_wrapped(const drawing *d, const char *words, flow_room room)
{
    const size_t most = (size_t)fmax((room.right - room.left) / LETTER, 6);
    const double line = ATTN_FLOW_LINE - 3;
    double y = room.top;
    while (*words) {
        size_t end = strlen(words);
        if (attn_text_width(words, end) > most) {
            size_t fits = 0;
            for (size_t i = strcspn(words, " "); words[i]; i += 1 + strcspn(words + i + 1, " "))
                if (attn_text_width(words, i) <= most || fits == 0) fits = i;
            end = fits ? fits : end;
        }
        begin_text(d, "s", room.left, y);
        attn_text_add_xml(d->out, words, end);
        words += end + strspn(words + end, " ");
        y += line;
        const bool full = *words && y > room.bottom;
        attn_text_add(d->out, full ? " …</text>\n" : "</text>\n");
        if (full) return;
    }
}

/* ---- thumbnails ---- */

/* The words on an axis, a line each: those that a reader can follow. */
static void add_axis(const drawing *d, const char *name, const attn_labels *labels, size_t count)
{
    if (!labels || !labels->words || labels->count < count) return;
    attn_text_print(d->out, " data-%s=\"", name);
    for (size_t i = 0; i < count; i++) {
        attn_text_add(d->out, i ? "\n" : "");
        attn_html_words(labels->words[i], d->out);
    }
    attn_text_add(d->out, "\"");
}

/* The first rows and columns of a map that has more than there is room for. */
static attn_panel part_of(const drawing *d, const attn_panel *panel, attn_tensor *part,
                          flow_room room)
{
    const attn_tensor *value = panel->value;
    const size_t rows = (size_t)fmax((room.bottom - room.top) / LEAST_CELL, 1);
    const size_t cols = (size_t)fmax((room.right - room.left) / LEAST_CELL, 1);
    attn_panel shown = *panel;
    *part = *value;
    part->rows = value->rows < rows ? value->rows : rows;
    part->cols = value->cols < cols ? value->cols : cols;
    float *data = attn_alloc(d->page->arena, attn_tensor_size(part) + 1, sizeof *data);
    for (size_t i = 0; data && i < attn_tensor_size(part); i++)
        data[i] = value->data[i / part->cols * value->cols + i % part->cols];
    part->data = data;
    shown.value = part;
    shown.over = NULL;
    return shown;
}

static void add_thumbnail(const drawing *d, const attn_panel *panel, attn_range range,
                          flow_room room)
{
    attn_tensor part;
    const attn_panel shown = part_of(d, panel, &part, room);
    if (!part.data || attn_tensor_size(&part) == 0) return;
    double side = floor(fmin((room.right - room.left) / (double)part.cols, 28));
    double high = floor(fmin((room.bottom - room.top) / (double)part.rows, 28));
    if (side > 6 && high > 6) side = high = fmin(side, high);
    const size_t left = (size_t)((room.left + room.right - side * (double)part.cols) / 2);
    const size_t top = (size_t)((room.top + room.bottom - high * (double)part.rows) / 2);
    attn_text_print(d->out, "<g class=\"thumbnail\" data-at=\"%zu %zu %.0f %.0f\"", left, top, side,
                    high);
    add_axis(d, "rows", part.row_labels, part.rows);
    add_axis(d, "columns", part.col_labels, part.cols);
    attn_text_add(d->out, ">\n");
    attn_html_cells(d->page, &shown, range,
                    (attn_html_field){left, top, (size_t)side, (size_t)high});
    attn_text_add(d->out, "</g>\n");
}

/* All maps of a box have the same colours. */
static attn_range range_of(const attn_panel *panels, size_t count)
{
    double largest = 0;
    attn_scale scale = panels->scale;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, attn_panel_extent(&panels[i]).largest);
        if (panels[i].scale == ATTN_SCALE_SIGNED) scale = ATTN_SCALE_SIGNED;
    }
    return attn_range_holding(scale, largest);
}

static void add_thumbnails(const drawing *d, const attn_flow_node *node, flow_room room)
{
    const attn_panel *panels = &d->sheet->panels[node->panel];
    const size_t columns = node->panel_count == 1 ? 1 : 2;
    const size_t rows = (node->panel_count + columns - 1) / columns;
    const double width = (room.right - room.left) / (double)columns;
    const double height = (room.bottom - room.top) / (double)rows;
    for (size_t i = 0; i < node->panel_count; i++) {
        flow_room own = {.left = room.left + width * (double)(i % columns),
                         .top = room.top + height * (double)(i / columns)};
        own.right = own.left + width - (columns > 1 ? 4 : 0);
        own.bottom = own.top + height - (rows > 1 ? 4 : 0);
        if (panels[i].value && panels[i].value->data)
            add_thumbnail(d, &panels[i], range_of(panels, node->panel_count), own);
    }
}

/* ---- boxes ---- */

static void add_written(const drawing *d, const attn_flow_node *node, flow_room room)
{
    attn_text text = {0};
    for (size_t i = 0; i < node->written->count && i < 12; i++)
        attn_text_print(&text, i ? " %s" : "%s", node->written->words[i]);
    room.top += 12;
    add_wrapped(d, attn_text_string(&text), room);
    attn_text_end(&text, d->out);
}

static void add_rectangle(const drawing *d, const char *kind, flow_room room, double round)
{
    attn_text_print(d->out,
                    "<rect class=\"%s\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
                    "rx=\"%.0f\"/>\n",
                    kind, room.left, room.top, room.right - room.left, room.bottom - room.top,
                    round);
}

static void add_box(const drawing *d, const attn_flow_node *node)
{
    const double pad = ATTN_FLOW_PAD, cap = attn_flow_cap_height(node);
    flow_room box = room_of(node), room = {.left = box.left + pad, .right = box.right - pad};
    add_rectangle(d, "outline", box, 7);
    if (node->cap) add_lines(d, node->cap, node->x, box.top + cap / 2);
    box.top += cap;
    begin_text(d, "s symbol name", box.left + pad, box.top + 21);
    add_symbol(d, node->text, strlen(node->text));
    attn_text_add(d->out, "</text>\n");
    begin_text(d, "e faint", box.right - pad, box.top + 21);
    attn_html_words(node->shape, d->out);
    attn_text_add(d->out, "</text>\n");
    room.top = box.top + pad / 2 + ATTN_FLOW_HEAD;
    room.bottom = d->flow->down ? box.bottom - pad : room.top + ATTN_FLOW_MAP_HEIGHT;
    if (d->flow->down) room.right -= attn_flow_words_width(d->flow, node) + pad;
    attn_text_add(d->out, "<g class=\"about\">");
    flow_room about = {.left = d->flow->down ? room.right + pad : box.left + pad,
                       .top = d->flow->down ? room.top + 20 : room.bottom + 18,
                       .bottom = HUGE_VAL};
    about.right = about.left + attn_flow_words_width(d->flow, node);
    add_wrapped(d, node->words, about);
    attn_text_add(d->out, "</g>\n");
    if (node->written)
        add_written(d, node, room);
    else if (node->panel_count)
        add_thumbnails(d, node, room);
}

static void add_node(const drawing *d, size_t i)
{
    static const char *const kinds[] = {" class=\"box\"", "", "", " class=\"turn\""};
    const attn_flow_node *node = &d->flow->nodes[i];
    attn_text_print(d->out, "<g%s data-node=\"%zu\"", kinds[node->kind], i);
    if (node->written) add_axis(d, "written", node->written, node->written->count);
    attn_text_add(d->out, ">\n");
    if (node->kind == ATTN_FLOW_BOX) {
        add_box(d, node);
    } else {
        add_rectangle(d, "operation", room_of(node), node->kind == ATTN_FLOW_CIRCLE ? 40 : 7);
        add_lines(d, node->text, node->x, node->y);
    }
    attn_text_add(d->out, "</g>\n");
}

/* ---- arrows and frames ---- */

static void add_head(const drawing *d, const attn_flow_edge *edge)
{
    const double *end = edge->points[edge->point_count - 1];
    for (size_t i = edge->point_count - 1; i-- > 0;) {
        const double x = end[0] - edge->points[i][0], y = end[1] - edge->points[i][1];
        const double length = hypot(x, y), u = x / length, v = y / length;
        if (length < 0.5) continue;
        attn_text_print(d->out, "<path class=\"head\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>",
                        end[0], end[1], end[0] - 9 * u - 3.5 * v, end[1] - 9 * v + 3.5 * u,
                        end[0] - 9 * u + 3.5 * v, end[1] - 9 * v - 3.5 * u);
        return;
    }
}

static void add_edge(const drawing *d, const attn_flow_edge *edge)
{
    if (edge->point_count < 4) return;
    attn_text_print(d->out, "<g%s data-from=\"%zu\" data-to=\"%zu\"><path class=\"way\" d=\"",
                    edge->back ? " class=\"back\"" : "", edge->from, edge->to);
    for (size_t i = 0; i < edge->point_count; i++)
        attn_text_print(d->out, "%s%.1f %.1f",
                        i == 0       ? "M"
                        : i % 3 == 1 ? "C"
                                     : " ",
                        edge->points[i][0], edge->points[i][1]);
    attn_text_add(d->out, "\"/>");
    add_head(d, edge);
    attn_text_add(d->out, "</g>\n");
}

static void widen(flow_room *room, flow_room by)
{
    room->left = fmin(room->left, by.left);
    room->top = fmin(room->top, by.top);
    room->right = fmax(room->right, by.right);
    room->bottom = fmax(room->bottom, by.bottom);
}

/* Inner frames have larger numbers than outer ones. */
static void add_frames(const drawing *d)
{
    const attn_flow *flow = d->flow;
    const double margin = ATTN_FLOW_MARGIN - 2;
    flow_room *rooms = attn_alloc(d->page->arena, flow->frame_count + 1, sizeof *rooms);
    for (size_t i = 0; rooms && i < flow->frame_count; i++)
        rooms[i] = (flow_room){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; rooms && i < flow->node_count; i++)
        if (flow->nodes[i].frame) widen(&rooms[flow->nodes[i].frame - 1], room_of(&flow->nodes[i]));
    for (size_t i = flow->frame_count; rooms && i-- > 0;) {
        rooms[i] = (flow_room){rooms[i].left - margin, rooms[i].top - margin,
                               rooms[i].right + margin, rooms[i].bottom + margin};
        if (flow->frames[i].outer) widen(&rooms[flow->frames[i].outer - 1], rooms[i]);
        add_rectangle(d, "frame", rooms[i], 9);
        begin_text(d, "s faint", rooms[i].left + 8, rooms[i].top + 16);
        attn_html_words(flow->frames[i].title, d->out);
        attn_text_add(d->out, "</text>\n");
    }
}

/* ---- the whole ---- */

static void add_drawing(const drawing *d)
{
    const attn_flow *flow = d->flow;
    attn_text_add(d->out, "<section class=\"flow\" id=\"flow\" aria-labelledby=\"flow-title\">\n"
                          "<h2 id=\"flow-title\">How it flows</h2>\n<div class=\"chart\">\n");
    attn_text_print(d->out,
                    "<svg class=\"diagram\" role=\"img\" aria-label=\"Diagram of the formulas\" "
                    "width=\"%.0f\" height=\"%.0f\" viewBox=\"%d %d %.0f %.0f\">\n",
                    flow->width + 2 * EDGE, flow->height + 2 * EDGE, -EDGE, -EDGE,
                    flow->width + 2 * EDGE, flow->height + 2 * EDGE);
    add_frames(d);
    for (size_t i = 0; i < flow->edge_count; i++) add_edge(d, &flow->edges[i]);
    for (size_t i = 0; i < flow->node_count; i++) add_node(d, i);
    attn_text_add(d->out, "</svg>\n</div>\n<p class=\"reading\">");
    attn_html_words(d->sheet->note, d->out);
    attn_text_add(d->out, "</p>\n</section>\n");
}

static void add_file(const attn_html *p, const char *lesson, const char *ending, attn_text *text)
{
    attn_text name = {0};
    attn_text_print(&name, "%s.%s", lesson, ending);
    attn_html_data("file", attn_text_string(&name), text->bytes, text->length, p->files);
    attn_text_end(&name, p->out);
    attn_text_end(text, p->out);
}

/* For the module: the places, and the words of each box, which it has no glossary to find. */
static void add_files(const attn_html *p, const attn_flow *flow, const attn_flow_found *found,
                      const char *lesson)
{
    attn_text places = {0}, words = {0};
    attn_text_print(&places, "\n%s%s", found->dot, found->plain);
    for (size_t i = 0; i < flow->node_count; i++)
        attn_text_print(&words, "%s\n", flow->nodes[i].words);
    add_file(p, lesson, "flow", &places);
    add_file(p, lesson, "words", &words);
}

/* Formulas that were exchanged have no places of their own. */
static void add_missing(const attn_html *p)
{
    attn_text_add(p->out, "<section class=\"flow\" aria-labelledby=\"flow-title\">\n"
                          "<h2 id=\"flow-title\">How it flows</h2>\n<p class=\"reading\">"
                          "The lesson&#39;s diagram shows its own formulas, and some are others "
                          "here. A page cannot place the boxes anew; attnviz explain --without "
                          "can, where Graphviz is installed.</p>\n</section>\n");
}

/* A diagram that is not there is no fault of the page; the arranger gets why its places are not. */
void attn_html_flow(attn_html *p, attn_run *run)
{
    attn_status status = {0};
    attn_flow flow;
    attn_flow_found found;
    attn_sheet_options sheet = {0};
    attn_flow_arranger *arranger = p->document->options->arranger;
    attn_arena *arena = attn_arena_new(&status), *own = p->arena;
    const bool built = arena && attn_flow_build(run, &(attn_flow_asked){0}, arena, &flow, &sheet);
    if (built && attn_flow_find(run, &flow, arranger, arena, &found)) {
        const drawing d = {.page = p, .flow = &found.flow, .sheet = &sheet, .out = p->out};
        p->arena = arena;
        add_drawing(&d);
        if (p->files) add_files(p, &flow, &found, attn_lesson_name(attn_run_lesson(run)));
        p->arena = own;
    } else if (built) {
        if (arranger) arranger->missing = status;
        if (attn_lesson_exchange_at(attn_run_lesson(run), 0)) add_missing(p);
    }
    attn_arena_free(arena);
}
