/*
 * api_view: what maps are drawn as, and which maps can be; and the diagram of a lesson.
 */
#include "api/api_heatmap.h"
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

bool attn_api_plan_flow(const attnviz_heatmap *asked, attn_run *run, attn_arena *arena,
                        attn_sheet_options *look)
{
    const attn_flow_asked wanted = {
        .show_count = attn_api_count(asked->shows), .shows = asked->shows, .follow = asked->follow};
    attn_api_caller caller = {asked->arrange, asked->user};
    const attn_flow_arranger arranger = {.arrange = attn_api_arrange, .user = &caller};
    attn_flow *flow = attn_alloc(arena, 1, sizeof *flow);
    attn_flow_found found;
    if (!flow || !attn_flow_build(run, &wanted, arena, flow, look) ||
        !attn_flow_find(run, flow, asked->arrange ? &arranger : NULL, arena, &found))
        return false;
    *flow = found.flow;
    return true;
}
