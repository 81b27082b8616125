/*
 * api_view: what maps are drawn as, and which maps can be.
 */
#include "api/api.h"
#include "picture/views/links.h"

/* By attnviz_view; cells are none. */
static const attn_figure *const figures[] = {NULL, &attn_figure_links};

_Static_assert(sizeof figures / sizeof *figures == ATTNVIZ_VIEW_LINKS + 1,
               "each view of attnviz.h has its figure, in the same order");

bool attn_api_view(const attnviz_style *style, attn_sheet_style *of, attn_status *status)
{
    const size_t last = sizeof figures / sizeof *figures - 1;
    if (!attn_api_choice("view", (int)style->view, (int)last, status)) return false;
    const char *extra = style->cell > 0                            ? "the size of cells"
                        : style->entropy                           ? "the entropy"
                        : style->numbers == ATTNVIZ_NUMBERS_ALWAYS ? "the numbers in cells"
                                                                   : NULL;
    of->figure = figures[style->view];
    return !of->figure || !extra ||
           attn_fail(status, ATTN_USAGE, "a picture of %s has no cells: leave out %s",
                     of->figure->name, extra);
}

/* Whether words, or at least numbers, stand on its sides. */
static bool has_words(const attn_panel *panel)
{
    return !panel->plot && !panel->over;
}

bool attn_api_choose_panels(attn_sheet_options *look, bool chosen, attn_arena *arena)
{
    const attn_figure *figure = look->style.figure;
    const size_t count = look->panel_count;
    bool weights = false;
    if (!figure || count == 0) return true;
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
    if (look->panel_count < count && !chosen) look->columns = 0;
    return look->panel_count > 0 ||
           attn_fail(attn_arena_status(arena), ATTN_USAGE,
                     "plots and maps over pictures cannot be drawn as %s: leave out the view",
                     figure->name);
}
