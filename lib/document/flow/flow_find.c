/*
 * flow_find: the places of a diagram: those that are carried with a lesson, or else the arranger's.
 */
#include <string.h>

#include "document/flow/graph.h"

/* A diagram in each way that it can be drawn, and the texts by which each may be placed. */
typedef struct drawn_ways {
    const attn_flow_arranger *arranger;
    attn_arena *arena;
    attn_flow_found ways[ATTN_FLOW_WAYS];
    const char *dots[ATTN_FLOW_WAYS][ATTN_FLOW_TRIES];
} drawn_ways;

static bool fail(attn_status *status)
{
    return attn_fail(
        status, ATTN_FILE,
        "this diagram needs positions, and neither the library nor the caller has any");
}

static const char *ask(const drawn_ways *w, const char *dot, attn_status *fault)
{
    *fault = (attn_status){0};
    const char *plain = w->arranger->arrange(w->arranger->user, dot, fault);
    if (!plain) fail(fault);
    return plain;
}

static bool write_ways(drawn_ways *w, const attn_flow *flow)
{
    for (size_t way = 0; way < ATTN_FLOW_WAYS; way++) {
        if (!attn_flow_in_way(flow, way, w->arena, &w->ways[way].flow)) return false;
        for (size_t i = 0; i < ATTN_FLOW_TRIES; i++) {
            attn_text text = {0};
            attn_flow_dot(&w->ways[way].flow, i, w->arena, &text);
            if (!(w->dots[way][i] = attn_keep_text(w->arena, &text))) return false;
        }
    }
    return attn_ok(attn_arena_status(w->arena));
}

/* Asks for the places of one way, beginning with this try, and notes which try got an answer.
 * False, with a fault, if none did, or if the answer cannot be read. */
static bool ask_way(drawn_ways *w, size_t way, size_t *try, attn_status *fault)
{
    attn_flow_found *found = &w->ways[way];
    found->plain = NULL;
    for (; *try < ATTN_FLOW_TRIES && !found->plain; *try += !found->plain) {
        found->dot = w->dots[way][*try];
        found->plain = ask(w, found->dot, fault);
    }
    return found->plain &&
           attn_flow_read(&found->flow, found->plain, strlen(found->plain), w->arena);
}

/* How well a canvas shows a diagram; curved arrows are harder to follow. */
static double worth(const attn_flow *flow, size_t try)
{
    const double curved = 0.8;
    return attn_flow_scale(flow) * (try == ATTN_FLOW_TRIES - 1 ? curved : 1.0);
}

/* The way that a canvas shows best; a later one must be clearly better than those before it. The
 * arranger is asked for its places once more, so that they are those that it gave last. */
static bool ask_ways(drawn_ways *w, attn_flow_found *found)
{
    const double enough = 1.4, more = 1.1;
    attn_status *status = attn_arena_status(w->arena);
    size_t best = ATTN_FLOW_WAYS, best_try = 0;
    double most = 0.0;
    attn_status fault = {0};
    for (size_t way = 0; way < ATTN_FLOW_WAYS && most < enough; way++) {
        size_t try = 0;
        const bool placed = ask_way(w, way, &try, &fault);
        if (!attn_ok(status)) return false;
        if (!placed || worth(&w->ways[way].flow, try) < more * most) continue;
        most = worth(&w->ways[way].flow, try);
        best = way;
        best_try = try;
    }
    if (best < ATTN_FLOW_WAYS && ask_way(w, best, &best_try, &fault)) {
        *found = w->ways[best];
        return true;
    }
    return attn_ok(status) && attn_fail(status, fault.code, "%s", fault.message);
}

bool attn_flow_find(const attn_run *run, attn_flow *flow, const attn_flow_arranger *arranger,
                    attn_arena *arena, attn_flow_found *found)
{
    attn_status *status = attn_arena_status(arena);
    drawn_ways w = {.arranger = arranger, .arena = arena};
    if (attn_flow_carried(run, flow, arena, found)) return true;
    if (!arranger) return fail(status);
    return attn_ok(status) && write_ways(&w, flow) && ask_ways(&w, found);
}
