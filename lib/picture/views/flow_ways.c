/*
 * flow_ways: the ways in which one diagram can be drawn, of which a canvas shows one largest.
 */
#include <math.h>
#include <string.h>

#include "picture/views/flow.h"

/* ---- parts ---- */

/* The frame around all others that the node stands in; 0: none. */
static size_t outermost(const attn_flow *flow, const attn_flow_node *node)
{
    size_t frame = node->frame;
    while (frame && flow->frames[frame - 1].outer) frame = flow->frames[frame - 1].outer;
    return frame;
}

/* Gives both the smaller number. */
static bool unite(size_t *a, size_t *b)
{
    if (*a == *b) return false;
    *a = *b = *a < *b ? *a : *b;
    return true;
}

size_t attn_flow_parts(const attn_flow *flow, size_t *part)
{
    size_t count = 0;
    for (size_t i = 0; i < flow->node_count; i++) part[i] = i;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < flow->edge_count; i++)
            more |= unite(&part[flow->edges[i].from], &part[flow->edges[i].to]);
        for (size_t i = 1; i < flow->node_count; i++)
            for (size_t k = 0; k < i; k++) {
                size_t frame = outermost(flow, &flow->nodes[i]);
                if (frame && frame == outermost(flow, &flow->nodes[k]))
                    more |= unite(&part[i], &part[k]);
            }
    }
    for (size_t i = 0; i < flow->node_count; i++) /* a part has the number of its first node */
        part[i] = part[i] == i ? count++ : part[part[i]];
    return count;
}

/* ---- operations in boxes ---- */

/* The only arrow to a node, or from it; NULL: there are others. */
static const attn_flow_edge *only_edge(const attn_flow *flow, size_t node, bool from)
{
    const attn_flow_edge *only = NULL;
    for (size_t i = 0; i < flow->edge_count; i++) {
        const attn_flow_edge *edge = &flow->edges[i];
        if ((from ? edge->from : edge->to) != node || (edge->back && !from)) continue;
        if (only) return NULL;
        only = edge;
    }
    return only && !only->back ? only : NULL;
}

/* The box that the operations at a node make, and they alone; or the node count. */
static size_t box_behind(const attn_flow *flow, size_t i)
{
    const attn_flow_node *node = &flow->nodes[i];
    const attn_flow_edge *edge = only_edge(flow, i, true);
    bool reads = false;
    for (size_t k = 0; k < flow->edge_count; k++) reads = reads || flow->edges[k].to == i;
    if (node->kind != ATTN_FLOW_PILL || !edge || !reads) return flow->node_count;
    const attn_flow_node *box = &flow->nodes[edge->to];
    const bool own = box->kind == ATTN_FLOW_BOX && box->frame == node->frame;
    return own && only_edge(flow, edge->to, false) ? edge->to : flow->node_count;
}

/* Takes operations into the boxes that they make: a node less, and an arrow. */
static bool cap_boxes(attn_flow *flow, attn_arena *arena)
{
    size_t nodes = 0, edges = 0;
    size_t *now = attn_alloc(arena, flow->node_count + 1, sizeof *now);
    size_t *box = attn_alloc(arena, flow->node_count + 1, sizeof *box);
    if (!now || !box) return false;
    for (size_t i = 0; i < flow->node_count; i++) {
        box[i] = box_behind(flow, i);
        if (box[i] < flow->node_count) flow->nodes[box[i]].cap = flow->nodes[i].text;
    }
    for (size_t i = 0; i < flow->node_count; i++)
        if (box[i] == flow->node_count) now[i] = nodes++;
    for (size_t i = 0; i < flow->node_count; i++)
        if (box[i] < flow->node_count) now[i] = now[box[i]];
    for (size_t i = 0; i < flow->edge_count; i++) {
        attn_flow_edge edge = flow->edges[i];
        if (box[edge.from] < flow->node_count) continue;
        edge.from = now[edge.from];
        edge.to = now[edge.to];
        flow->edges[edges++] = edge;
    }
    for (size_t i = 0; i < flow->node_count; i++)
        if (box[i] == flow->node_count) flow->nodes[now[i]] = flow->nodes[i];
    flow->node_count = nodes;
    flow->edge_count = edges;
    return true;
}

/* ---- ways ---- */

bool attn_flow_in_way(const attn_flow *flow, size_t way, attn_arena *arena, attn_flow *out)
{
    *out = *flow;
    out->nodes = attn_copy(arena, flow->nodes, flow->node_count, sizeof *flow->nodes);
    out->edges = attn_copy(arena, flow->edges, flow->edge_count, sizeof *flow->edges);
    out->down = way >= 2;
    out->capped = way % 2 == 1;
    if (!out->nodes || (flow->edge_count && !out->edges)) return false;
    if (out->capped && !cap_boxes(out, arena)) return false;
    attn_flow_measure(out);
    return true;
}

double attn_flow_scale(const attn_flow *flow)
{
    const double frame = 48.0, words = 108.0; /* of the canvas, around and above all */
    return fmin((ATTN_CANVAS_WIDTH - frame) / flow->width,
                (ATTN_CANVAS_HEIGHT - frame - words) / flow->height);
}
