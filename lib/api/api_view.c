/*
 * api_view: what maps are drawn as, and which maps can be; and the diagram of a lesson, whose
 * places are those that the library carries, or the caller has them found.
 */
#include <stdio.h>
#include <string.h>

#include "api/api_heatmap.h"
#include "document/flow/graph.h"
#include "picture/views/asker.h"
#include "picture/views/links.h"
#include "picture/views/passage.h"

/* By attnviz_view; cells and a diagram are none. */
static const attn_figure *const figures[ATTNVIZ_VIEW_FLOW + 1] = {
    [ATTNVIZ_VIEW_LINKS] = &attn_figure_links, [ATTNVIZ_VIEW_ROW] = &attn_figure_row};

bool attn_api_view(const attnviz_style *style, attn_sheet_style *of, attn_status *status)
{
    const size_t last = sizeof figures / sizeof *figures - 1;
    if (!attn_api_choice("view", (int)style->view, (int)last, status) ||
        !attn_api_text(style->from, status))
        return false;
    of->figure = figures[style->view];
    const bool numbered = of->figure && of->figure->has_numbers;
    const bool numbers = style->numbers == ATTNVIZ_NUMBERS_ALWAYS && !numbered;
    const char *extra = style->cell > 0  ? "the size of cells"
                        : style->entropy ? "the entropy"
                        : numbers        ? "the numbers in cells"
                                         : NULL;
    if (style->view == ATTNVIZ_VIEW_FLOW && style->vmax > 0.0) extra = "the end of the colours";
    if (style->view == ATTNVIZ_VIEW_FLOW && extra)
        return attn_fail(status, ATTN_USAGE, "the maps of a diagram are small: leave out %s",
                         extra);
    if (!of->figure && style->from)
        return attn_fail(status, ATTN_USAGE,
                         "cells show where every word looks: choose --view links or row for '%s'",
                         style->from);
    return !of->figure || !extra ||
           attn_fail(status, ATTN_USAGE, "--view %s has no cells: leave out %s", of->figure->name,
                     extra);
}

/* Whether words, or at least numbers, stand on its sides. */
static bool has_words(const attn_panel *panel)
{
    return !panel->plot && !panel->over;
}

/* Leaves what can be drawn. */
static bool keep_panels(attn_sheet_options *look, bool chosen, attn_arena *arena)
{
    const size_t count = look->panel_count;
    bool weights = false;
    attn_panel *kept = attn_alloc(arena, count, sizeof *kept);
    for (size_t i = 0; !chosen && i < count; i++)
        weights =
            weights || (has_words(&look->panels[i]) && look->panels[i].scale == ATTN_SCALE_WEIGHTS);
    look->panel_count = 0;
    for (size_t i = 0; kept && i < count; i++) {
        const attn_panel *panel = &look->panels[i];
        if (has_words(panel) && (!weights || panel->scale == ATTN_SCALE_WEIGHTS))
            kept[look->panel_count++] = *panel;
    }
    look->panels = kept;
    if (look->panel_count < count) look->columns = 0;
    return look->panel_count > 0 ||
           attn_fail(attn_arena_status(arena), ATTN_USAGE,
                     "--view %s cannot draw plots, or maps over pictures: leave --view out",
                     look->style.figure->name);
}

bool attn_api_show_panels(attn_sheet_options *look, const attn_panel_choice *choice,
                          attn_arena *arena)
{
    const attn_figure *figure = look->style.figure;
    const attn_asked_word asked = {choice->from, choice->from_option};
    if (!figure || look->panel_count == 0) return true;
    if (!keep_panels(look, choice->chosen, arena)) return false;
    for (size_t i = 0; i < look->panel_count; i++)
        if (look->panels[i].marks)
            return attn_fail(
                attn_arena_status(arena), ATTN_USAGE,
                "an alignment frames cells, and --view %s has none: leave one of them out",
                figure->name);
    if (figure->of_a_word && !choice->from) {
        const char *words = attn_words_that_look(look, arena);
        return words &&
               attn_fail(attn_arena_status(arena), ATTN_USAGE,
                         "--view %s shows where one word looks: name it with %s, one of %s",
                         figure->name, choice->from_option, words);
    }
    if (choice->from && !attn_ask_word(look, &asked, arena, choice->remark)) return false;
    if (figure == &attn_figure_links && !attn_links_join(look, arena)) return false;
    return true;
}

/* ---- a diagram ---- */

/* What the caller answers; NULL, with a fault. */
static const char *ask_caller(const attnviz_heatmap *asked, const char *dot, attnviz_fault *fault)
{
    const char *plain = NULL;
    if (asked->arrange) plain = asked->arrange(asked->user, dot, fault);
    if (!plain && !fault->cause) fault->cause = ATTNVIZ_FILE;
    if (!plain && !fault->text[0])
        snprintf(fault->text, sizeof fault->text, "%s",
                 "this diagram needs positions, and neither the library nor the caller has any");
    return plain;
}

/* A diagram in each way that it can be drawn, and the texts by which each may be placed. */
typedef struct drawn_ways {
    const attnviz_heatmap *asked;
    attn_arena *arena;
    attn_flow flows[ATTN_FLOW_WAYS];
    const char *dots[ATTN_FLOW_WAYS][ATTN_FLOW_TRIES];
} drawn_ways;

static bool write_ways(drawn_ways *w, const attn_flow *flow)
{
    for (size_t way = 0; way < ATTN_FLOW_WAYS; way++) {
        if (!attn_flow_in_way(flow, way, w->arena, &w->flows[way])) return false;
        for (size_t i = 0; i < ATTN_FLOW_TRIES; i++) {
            attn_text text = {0};
            attn_flow_dot(&w->flows[way], i, w->arena, &text);
            if (!(w->dots[way][i] = attn_keep_text(w->arena, &text))) return false;
        }
    }
    return attn_ok(attn_arena_status(w->arena));
}

/* Asks for the places of one way, beginning with this try, and notes which try got an answer.
 * False, with a fault, if none did, or if the answer cannot be read. */
static bool ask_way(drawn_ways *w, size_t way, size_t *try, attnviz_fault *fault)
{
    const char *plain = NULL;
    for (; *try < ATTN_FLOW_TRIES && !plain; *try += !plain) {
        *fault = (attnviz_fault){0};
        plain = ask_caller(w->asked, w->dots[way][*try], fault);
    }
    return plain && attn_flow_read(&w->flows[way], plain, strlen(plain), w->arena);
}

/* How well a canvas shows a diagram; curved arrows are harder to follow. */
static double worth(const attn_flow *flow, size_t try)
{
    const double curved = 0.8;
    return attn_flow_scale(flow) * (try == ATTN_FLOW_TRIES - 1 ? curved : 1.0);
}

/* The way that a canvas shows best; a later one must be clearly better than those before it. The
 * caller is asked for its places once more, so that they are those that it gave last. */
static bool ask_ways(drawn_ways *w, attn_flow *flow)
{
    const double enough = 1.4, more = 1.1;
    attn_status *status = attn_arena_status(w->arena);
    size_t best = ATTN_FLOW_WAYS, best_try = 0;
    double most = 0.0;
    attnviz_fault fault = {0};
    for (size_t way = 0; way < ATTN_FLOW_WAYS && most < enough; way++) {
        size_t try = 0;
        const bool placed = ask_way(w, way, &try, &fault);
        if (!attn_ok(status)) return false;
        if (!placed || worth(&w->flows[way], try) < more * most) continue;
        most = worth(&w->flows[way], try);
        best = way;
        best_try = try;
    }
    if (best < ATTN_FLOW_WAYS && ask_way(w, best, &best_try, &fault)) {
        *flow = w->flows[best];
        return true;
    }
    return attn_ok(status) && attn_fail(status, (attn_code)fault.cause, "%s", fault.text);
}

/* The places that the library carries come first: of each lesson, those of one way. */
static bool find_places(const attnviz_heatmap *asked, const attn_run *run, attn_flow *flow,
                        attn_arena *arena)
{
    drawn_ways w = {.asked = asked, .arena = arena};
    attn_flow placed;
    if (attn_flow_carried(run, flow, arena, &placed)) {
        *flow = placed;
        return true;
    }
    return attn_ok(attn_arena_status(arena)) && write_ways(&w, flow) && ask_ways(&w, flow);
}

bool attn_api_plan_flow(const attnviz_heatmap *asked, attn_run *run, attn_arena *arena,
                        attn_sheet_options *look)
{
    const attn_flow_asked wanted = {
        .show_count = attn_api_count(asked->shows), .shows = asked->shows, .follow = asked->follow};
    attn_flow *flow = attn_alloc(arena, 1, sizeof *flow);
    return flow && attn_flow_build(run, &wanted, arena, flow, look) &&
           find_places(asked, run, flow, arena);
}
