/*
 * flow_lines: the lines of a diagram as shapes of its sheet: frames, arrows, boxes.
 */
#include <math.h>

#include "picture/views/flow_placing.h"

/* The colour of the word that is followed. */
static attn_color way_color(const flow_placing *p)
{
    return attn_color_of_line(1, p->sheet->options.style.dark);
}

static void add_box(flow_placing *p, flow_box box, attn_shape look)
{
    look.kind = ATTN_SHAPE_BOX;
    look.x = box.left;
    look.y = box.top;
    look.end_x = box.right;
    look.end_y = box.bottom;
    look.opacity = 1.0;
    look.radius *= p->scale;
    look.pen *= p->scale;
    attn_sheet_add_shape(p->sheet, look);
}

static void add_frame(flow_placing *p, size_t i)
{
    const attn_theme *theme = p->sheet->theme;
    add_box(p, p->frames[i],
            (attn_shape){.radius = 10.0,
                         .pen = 1.2,
                         .color = attn_color_between(theme->ground, theme->soft_ink, 0.6)});
}

/* ---- arrows ---- */

typedef struct way { /* of an arrow over the sheet */
    double (*points)[2];
    size_t count;
    flow_box box; /* what they span */
} way;

static void add_point(way *w, double x, double y)
{
    w->points[w->count][0] = x;
    w->points[w->count++][1] = y;
    w->box.left = fmin(w->box.left, x);
    w->box.top = fmin(w->box.top, y);
    w->box.right = fmax(w->box.right, x);
    w->box.bottom = fmax(w->box.bottom, y);
}

/* A straight piece of a curve. */
static void add_line(way *w, double x, double y)
{
    const double *from = w->points[w->count - 1];
    const double from_x = from[0], from_y = from[1];
    add_point(w, from_x, from_y);
    add_point(w, x, y);
    add_point(w, x, y);
}

/* A point on the way from (x, y) to (to_x, to_y), so far from its beginning, or its middle. */
static void along(const double from[2], const double to[2], double most, double out[2])
{
    const double length = hypot(to[0] - from[0], to[1] - from[1]);
    const double part = length > 0.0 ? fmin(most / length, 0.5) : 0.0;
    out[0] = from[0] + part * (to[0] - from[0]);
    out[1] = from[1] + part * (to[1] - from[1]);
}

/* A corner, rounded. */
static void add_corner(way *w, const double before[2], const double at[2], const double after[2],
                       double radius)
{
    double in[2], out[2];
    along(at, before, radius, in);
    along(at, after, radius, out);
    add_line(w, in[0], in[1]);
    add_point(w, at[0], at[1]);
    add_point(w, at[0], at[1]);
    add_point(w, out[0], out[1]);
}

/* Whether each piece, which ends at every third point, lies level or upright. */
static bool is_straight(const attn_flow_edge *edge)
{
    for (size_t i = 0; i + 3 < edge->point_count; i += 3) {
        const double *from = edge->points[i], *to = edge->points[i + 3];
        if (fabs(from[0] - to[0]) > 0.5 && fabs(from[1] - to[1]) > 0.5) return false;
    }
    return true;
}

/* As Graphviz has it. */
static way curve_of(flow_placing *p, const attn_flow_edge *edge)
{
    way w = {.points = attn_alloc(p->sheet->arena, edge->point_count, sizeof *w.points),
             .box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; w.points && i < edge->point_count; i++)
        add_point(&w, flow_across(p, edge->points[i][0]), flow_down(p, edge->points[i][1]));
    return w;
}

/* Straight pieces have rounded corners between them. */
static way way_of(flow_placing *p, const attn_flow_edge *edge)
{
    const size_t corners = (edge->point_count - 1) / 3;
    if (!is_straight(edge)) return curve_of(p, edge);
    double(*at)[2] = attn_alloc(p->sheet->arena, corners + 1, sizeof *at);
    way w = {.points = attn_alloc(p->sheet->arena, 6 * corners + 7, sizeof *w.points),
             .box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; at && i <= corners; i++) {
        at[i][0] = flow_across(p, edge->points[3 * i][0]);
        at[i][1] = flow_down(p, edge->points[3 * i][1]);
    }
    if (!at || !w.points) return (way){0};
    add_point(&w, at[0][0], at[0][1]);
    for (size_t i = 1; i < corners; i++)
        add_corner(&w, at[i - 1], at[i], at[i + 1], 8.0 * p->scale);
    add_line(&w, at[corners][0], at[corners][1]);
    return w;
}

/* The way it comes to its end, as long as the head of an arrow. */
static void add_head(flow_placing *p, const attn_shape *curve)
{
    const double *end = curve->points[curve->point_count - 1], length = 9.0 * p->scale;
    attn_shape head = {.kind = ATTN_SHAPE_HEAD,
                       .color = curve->color,
                       .opacity = 1.0,
                       .end_x = end[0],
                       .end_y = end[1]};
    for (size_t i = curve->point_count - 1; i-- > 0;) {
        const double x = end[0] - curve->points[i][0], y = end[1] - curve->points[i][1];
        if (hypot(x, y) < 0.5 * p->scale) continue;
        head.x = end[0] - x * length / hypot(x, y);
        head.y = end[1] - y * length / hypot(x, y);
        attn_sheet_add_shape(p->sheet, head);
        return;
    }
}

static void add_arrow(flow_placing *p, const attn_flow_edge *edge)
{
    const attn_theme *theme = p->sheet->theme;
    const way w = way_of(p, edge);
    if (w.count == 0) return;
    attn_shape curve = {.kind = ATTN_SHAPE_CURVE,
                        .x = w.box.left,
                        .y = w.box.top,
                        .end_x = w.box.right,
                        .end_y = w.box.bottom,
                        .point_count = w.count,
                        .points = (const double(*)[2])w.points,
                        .dashed = edge->back,
                        .pen = (edge->followed ? 2.6 : 1.4) * p->scale,
                        .opacity = 1.0};
    curve.color =
        edge->followed ? way_color(p) : attn_color_between(theme->ground, theme->ink, 0.7);
    attn_sheet_add_shape(p->sheet, curve);
    add_head(p, &curve);
}

/* Arrows pass behind the title of a frame. */
static void clear_title(flow_placing *p, size_t i)
{
    const attn_theme *theme = p->sheet->theme;
    if (!theme->clear) add_box(p, p->titles[i], (attn_shape){.color = theme->ground});
}

/* ---- parts ---- */

static double radius_of(const attn_flow_node *node)
{
    return node->kind == ATTN_FLOW_CIRCLE ? node->width / 2.0
           : node->kind == ATTN_FLOW_BOX  ? 6.0
                                          : fmin(node->height / 2.0, 8.0);
}

static attn_color operation_ground(const flow_placing *p)
{
    return attn_color_between(p->sheet->theme->ground, p->sheet->theme->soft_ink, 0.14);
}

/* Operations in a box stand on their ground too, at its upper end. */
static void add_cap(flow_placing *p, const attn_flow_node *node, flow_box box)
{
    const double inset = 4.0 * p->scale;
    box.bottom = box.top + attn_flow_cap_height(node) * p->scale;
    box.left += inset;
    box.right -= inset;
    box.top += inset;
    add_box(p, box, (attn_shape){.radius = 4.0, .color = operation_ground(p)});
}

/* Operations have a ground, all others a line around them. */
static void add_part(flow_placing *p, const attn_flow_node *node)
{
    const attn_theme *theme = p->sheet->theme;
    const flow_box box = flow_box_of_node(p, node);
    attn_shape look = {.radius = radius_of(node)};
    if (node->kind == ATTN_FLOW_PILL || node->kind == ATTN_FLOW_CIRCLE) {
        look.color = operation_ground(p);
        add_box(p, box, look);
    }
    if (node->cap) add_cap(p, node, box);
    if (node->kind == ATTN_FLOW_PILL && !node->followed) return;
    look.color = node->followed ? way_color(p) : theme->soft_ink;
    look.pen = node->followed ? 2.4 : 1.3;
    look.dashed = node->kind == ATTN_FLOW_TURN;
    add_box(p, box, look);
}

void attn_flow_mark_row(flow_placing *p, flow_box row)
{
    add_box(p, row, (attn_shape){.pen = 2.2, .color = way_color(p)});
}

void attn_flow_draw_lines(flow_placing *p)
{
    const attn_flow *flow = p->flow;
    for (size_t i = 0; i < flow->frame_count; i++) add_frame(p, i);
    for (int followed = 0; followed < 2; followed++)
        for (size_t i = 0; i < flow->edge_count; i++)
            if (flow->edges[i].followed == (followed == 1)) add_arrow(p, &flow->edges[i]);
    for (size_t i = 0; i < flow->frame_count; i++) clear_title(p, i);
    for (size_t i = 0; i < flow->node_count; i++) add_part(p, &flow->nodes[i]);
}
