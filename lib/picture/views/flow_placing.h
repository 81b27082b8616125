/*
 * flow_placing: a diagram while it is put on a sheet. Private to lib/picture/views.
 */
#ifndef ATTN_PICTURE_VIEWS_FLOW_PLACING_H
#define ATTN_PICTURE_VIEWS_FLOW_PLACING_H

#include "picture/layout/layout.h"
#include "picture/views/flow.h"

typedef struct flow_box { /* in pixels of the sheet */
    double left, top, right, bottom;
} flow_box;

typedef struct flow_placing {
    attn_sheet *sheet;
    const attn_flow *flow;
    double scale, left, top; /* of what stands in the flow */
    double zoom, em, margin, header, footer;
    attn_letters title, subtitle, note;
    flow_box *frames, *titles; /* of each frame */
} flow_placing;

/* A place of the flow on the sheet. */
static inline double flow_across(const flow_placing *p, double x)
{
    return p->left + p->scale * x;
}
static inline double flow_down(const flow_placing *p, double y)
{
    return p->top + p->scale * y;
}
static inline flow_box flow_box_of_node(const flow_placing *p, const attn_flow_node *node)
{
    return (flow_box){
        flow_across(p, node->x - node->width / 2.0), flow_down(p, node->y - node->height / 2.0),
        flow_across(p, node->x + node->width / 2.0), flow_down(p, node->y + node->height / 2.0)};
}

/* ---- flow_lines.c ---- */
/* Frames, arrows and the outlines of all parts, once frames and their titles have places. */
void attn_flow_draw_lines(flow_placing *p);
/* A frame around cells of the word that is followed. */
void attn_flow_mark_row(flow_placing *p, flow_box row);

#endif
