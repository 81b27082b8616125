/*
 * scale_group: gives panels of one kind a common scale of colours.
 */
#include "picture/layout/scale_group.h"

#include <math.h>
#include <string.h>

#include "picture/layout/scale.h"

typedef struct scale_group {
    const char *name; /* a copy: the panels may be gone */
    attn_scale scale;
    double range_floor;
} scale_group;

struct attn_common {
    attn_arena *arena;
    size_t count;
    scale_group *groups;
};

attn_common *attn_common_new(attn_arena *arena)
{
    attn_common *common = attn_alloc(arena, 1, sizeof *common);
    if (common) *common = (attn_common){.arena = arena};
    return common;
}

static scale_group *find(const attn_common *common, const attn_panel *panel)
{
    for (size_t i = 0; panel->scale_group && !panel->plot && i < common->count; i++)
        if (strcmp(common->groups[i].name, panel->scale_group) == 0) return &common->groups[i];
    return NULL;
}

bool attn_common_note(attn_common *common, const attn_panel *panels, size_t count)
{
    attn_arena *arena = common->arena;
    for (size_t i = 0; i < count; i++) {
        const attn_panel *panel = &panels[i];
        if (!panel->scale_group || panel->plot) continue;
        scale_group *k = find(common, panel);
        if (!k) {
            const char *name =
                attn_copy_text(arena, panel->scale_group, strlen(panel->scale_group));
            k = name ? attn_push(arena, &common->groups, &common->count, sizeof *k) : NULL;
            if (!k) return false;
            *k = (scale_group){name, panel->scale, 0.0};
        }
        k->range_floor =
            fmax(k->range_floor, fmax(panel->range_floor, attn_panel_extent(panel).largest));
        if (panel->scale == ATTN_SCALE_SIGNED) k->scale = ATTN_SCALE_SIGNED;
    }
    return true;
}

bool attn_common_apply(const attn_common *common, attn_arena *arena, attn_sheet_options *sheet)
{
    attn_panel *panels = attn_alloc(arena, sheet->panel_count, sizeof *panels);
    if (!panels) return false;
    for (size_t i = 0; i < sheet->panel_count; i++) {
        panels[i] = sheet->panels[i];
        const scale_group *k = find(common, &panels[i]);
        if (!k) continue;
        panels[i].range_floor = k->range_floor;
        panels[i].scale = k->scale;
    }
    sheet->panels = panels;
    return true;
}
