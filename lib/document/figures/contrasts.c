/*
 * contrasts: maps of a lesson with other formulas beside those of the lesson as it is.
 */
#include <math.h>

#include "core/text.h"
#include "document/document.h"
#include "document/figures/panels.h"
#include "document/map_notes.h"
#include "document/value.h"
#include "formula/print/typeset.h"
#include "lesson/run/compare.h"
#include "picture/layout/scale.h"

enum { SIDES = 3 };

/* What is compared: a lesson with other formulas and the lesson as it is. */
typedef struct comparison {
    const attn_run *run, *with;
    const attn_values *values; /* of with */
    const char *without;       /* "scale" */
    attn_arena *arena;
} comparison;

/* The same moment of the lesson as it is; NULL: it ran another way. */
static const attn_moment *same_moment(const comparison *c, const attn_moment *moment)
{
    const attn_outcome *with = attn_run_outcome(c->with);
    const size_t place = (size_t)(moment - attn_run_outcome(c->run)->moments);
    return place < with->moment_count ? &with->moments[place] : NULL;
}

/* "A₁ · head 1, without scale" */
static void add_side(const comparison *c, attn_panel *panel, const char *side, const char *what)
{
    const char *between = *what ? " " : "";
    const char *carried = panel->carried_title ? panel->carried_title : panel->title;
    panel->title = attn_print(c->arena, "%s, %s%s%s", panel->title, side, between, what);
    panel->carried_title = attn_print(c->arena, "%s, %s%s%s", carried, side, between, what);
}

/* Both sides in the same colours, of a map or a plot; false: there is none of them, or on failure.
 */
static bool fill_pair(const comparison *c, const attn_map *map, attn_panel *panels)
{
    attn_map with = *map, without = *map;
    if (map->look) return false;
    if (map->plot) {
        with.plot = same_moment(c, map->plot);
        if (!with.plot || with.plot->plot_count == 0) return false;
    } else {
        with.node = attn_values_node(c->values, map->label);
        if (!with.node) return false;
    }
    if (!attn_panel_fill(c->with, &with, c->arena, &panels[0]) ||
        !attn_panel_fill(c->run, &without, c->arena, &panels[1]))
        return false;
    panels[0].range_floor = panels[1].range_floor = fmax(
        attn_tensor_extent(panels[0].value).largest, attn_tensor_extent(panels[1].value).largest);
    return true;
}

static void name_sides(const comparison *c, attn_panel *panels, size_t sides)
{
    add_side(c, &panels[0], "with", c->without);
    add_side(c, &panels[1], "without", c->without);
    if (sides == SIDES) add_side(c, &panels[2], "difference", "");
}

/* The numbers of a panel as they are. */
static const attn_tensor *numbers_of(const attn_panel *panel)
{
    return panel->carried ? panel->carried : panel->value;
}

/* "difference of light" for light₁, light₂ …; of all weights together. */
static const char *scale_group_of_difference(const comparison *c, const attn_map *map,
                                             const char *group)
{
    const attn_element *element;
    const attn_family *family = attn_map_family(c->run, map->node, &element);
    if (group != attn_weights_group) group = family ? family->plain : map->label;
    return attn_print(c->arena, "difference of %s", group);
}

/* What looks strong on one difference is strong beside the others of its group. */
static void fill_difference(const comparison *c, const attn_map *map, const attn_contrast *contrast,
                            attn_panel *panels)
{
    panels[2] = panels[1];
    panels[2].value = contrast->difference;
    panels[2].carried = NULL;
    panels[2].read = NULL;
    panels[2].attention = false;
    panels[2].faint = NULL; /* a difference looks at nothing */
    panels[2].scale = ATTN_SCALE_SIGNED;
    panels[2].scale_group = scale_group_of_difference(c, map, panels[1].scale_group);
    panels[2].range_floor = 0.0;
}

/* The three panels of a map; false if nothing becomes of it, or on failure. */
static bool fill_sides(const comparison *c, const attn_map *map, attn_panel *panels)
{
    attn_contrast contrast;
    if (map->plot || !fill_pair(c, map, panels) ||
        !attn_contrast_make(numbers_of(&panels[0]), numbers_of(&panels[1]), c->arena, &contrast) ||
        !contrast.difference)
        return false;
    fill_difference(c, map, &contrast, panels);
    name_sides(c, panels, SIDES);
    return true;
}

/* Two panels, where there is no difference to draw: between curves, or between values of other
 * shapes; false if nothing becomes of it, or on failure. */
static bool fill_both(const comparison *c, const attn_map *map, attn_panel *panels)
{
    attn_contrast contrast;
    if (!fill_pair(c, map, panels)) return false;
    if (!attn_contrast_make(numbers_of(&panels[0]), numbers_of(&panels[1]), c->arena, &contrast) &&
        contrast.same_shape)
        return false;
    name_sides(c, panels, 2);
    return true;
}

static bool has_other_shape(const comparison *c, const attn_map *map)
{
    const attn_tensor *with = map->plot ? NULL : attn_values_find(c->values, map->label);
    return with && !attn_same_shape(with, attn_value(attn_run_record(c->run), map->node));
}

/* "; of another shape without scale, so not drawn: v, w" */
static void add_other_shapes(const comparison *c, const attn_map *maps, size_t count,
                             attn_text *text)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!has_other_shape(c, &maps[i])) continue;
        if (!any)
            attn_text_print(text, "; of another shape without %s, so not drawn: ", c->without);
        if (any) attn_text_add(text, ", ");
        attn_typeset_label(maps[i].label, text);
        any = true;
    }
}

static const char *contrast_subtitle(const comparison *c, const attn_map *maps, size_t count,
                                     size_t columns)
{
    attn_text text = {0};
    bool shapes = false;
    for (size_t i = 0; i < count; i++) shapes = shapes || has_other_shape(c, &maps[i]);
    attn_text_print(&text, "with and without %s", c->without);
    if (columns == SIDES) {
        attn_text_add(&text, "; the difference is without − with");
        add_other_shapes(c, maps, count, &text);
    } else if (shapes) {
        attn_text_add(&text, "; where shapes differ, there is no difference to draw");
    }
    const char *warning = attn_warning_of_maps(c->run, c->arena);
    if (warning) attn_text_print(&text, "; %s", warning);
    const char *subtitle = attn_keep_text(c->arena, &text);
    return subtitle ? subtitle : "";
}

/* Maps in rows of three; where no map has a difference, plots and maps of other shapes in rows of
 * two. */
static void fill_contrasts(const comparison *c, const attn_map *maps, size_t count,
                           attn_panel *panels, attn_sheet_options *sheet)
{
    sheet->panels = panels;
    sheet->columns = SIDES;
    for (size_t i = 0; i < count; i++)
        if (fill_sides(c, &maps[i], panels + sheet->panel_count)) sheet->panel_count += SIDES;
    if (sheet->panel_count) return;
    sheet->columns = 2;
    for (size_t i = 0; i < count; i++)
        if (fill_both(c, &maps[i], panels + sheet->panel_count)) sheet->panel_count += 2;
}

bool attn_show_contrasts(const attn_run *run, const attn_run *with, const attn_map *maps,
                         size_t count, attn_arena *arena, attn_sheet_options *sheet)
{
    comparison c = {run, with, attn_values_new(with, arena),
                    attn_lesson_without(attn_run_lesson(run)), arena};
    attn_panel *panels = attn_alloc(arena, SIDES * count, sizeof *panels);
    attn_common *common = attn_common_new(arena);
    if (!panels || !c.values || !common) return false;
    *sheet = attn_sheet_of_maps(run, NULL, arena);
    fill_contrasts(&c, maps, count, panels, sheet);
    sheet->subtitle = contrast_subtitle(&c, maps, count, sheet->columns);
    return attn_ok(attn_arena_status(arena)) &&
           attn_common_note(common, panels, sheet->panel_count) &&
           attn_common_apply(common, arena, sheet);
}
