/*
 * flow: any bytes as the answer of `dot -Tplain` for a diagram of three boxes and three arrows, two
 * of them between the same boxes.
 */
#include "picture/views/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* Boxes of 72 × 36, as the answers in the corpus have them. */
static attn_flow_node nodes[] = {
    {.text = "X", .words = "", .shape = "", .width = 72, .height = 36},
    {.text = "·", .words = "", .shape = "", .width = 72, .height = 36},
    {.text = "Z", .words = "", .shape = "", .width = 72, .height = 36}};
static attn_flow_edge edges[] = {{.from = 0, .to = 1}, {.from = 0, .to = 1}, {.from = 1, .to = 2}};

static void check_inside(const attn_flow *flow, double x, double y)
{
    fuzz_require(x >= 0.0 && x <= flow->width && y >= 0.0 && y <= flow->height,
                 "a place lies on the diagram");
}

static void check_whole(const attn_flow *flow)
{
    fuzz_require(isfinite(flow->width) && isfinite(flow->height), "a diagram has a size");
    for (size_t i = 0; i < flow->node_count; i++)
        check_inside(flow, flow->nodes[i].x, flow->nodes[i].y);
    for (size_t i = 0; i < flow->edge_count; i++) {
        const attn_flow_edge *edge = &flow->edges[i];
        fuzz_require(edge->point_count % 3 == 1, "an arrow is made of curves");
        for (size_t k = 0; k < edge->point_count; k++)
            check_inside(flow, edge->points[k][0], edge->points[k][1]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_flow flow = {.node_count = sizeof nodes / sizeof *nodes,
                      .edge_count = sizeof edges / sizeof *edges,
                      .nodes = nodes,
                      .edges = edges};
    char *copy = fuzz_copy(bytes, length);
    bool read = attn_flow_read(&flow, copy, length, arena);
    fuzz_require(read == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    if (read) check_whole(&flow);
    free(copy);
    attn_arena_free(arena);
    return 0;
}
