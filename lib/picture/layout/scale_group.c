/*
 * scale_group: gives panels of one kind a common scale of colours.
 */
#include "picture/layout/scale_group.h"

#include <math.h>
#include <string.h>

#include "picture/layout/scale.h"

typedef struct kin {
    const char *name; /* a copy: the panels may be gone */
    attn_scale scale;
    double reach;
} kin;

struct attn_common {
    attn_arena *arena;
    size_t count;
    kin *kins;
};

attn_common *attn_common_new(attn_arena *arena)
{
    attn_common *common = attn_alloc(arena, 1, sizeof *common);
    if (common) *common = (attn_common){.arena = arena};
    return common;
}

static kin *find(const attn_common *common, const attn_panel *panel)
{
    for (size_t i = 0; panel->kin && !panel->plot && i < common->count; i++)
        if (strcmp(common->kins[i].name, panel->kin) == 0) return &common->kins[i];
    return NULL;
}

bool attn_common_note(attn_common *common, const attn_panel *panels, size_t count)
{
    attn_arena *arena = common->arena;
    for (size_t i = 0; i < count; i++) {
        const attn_panel *panel = &panels[i];
        if (!panel->kin || panel->plot) continue;
        kin *k = find(common, panel);
        if (!k) {
            const char *name = attn_copy_text(arena, panel->kin, strlen(panel->kin));
            k = name ? attn_push(arena, &common->kins, &common->count, sizeof *k) : NULL;
            if (!k) return false;
            *k = (kin){name, panel->scale, 0.0};
        }
        k->reach = fmax(k->reach, fmax(panel->reach, attn_panel_extent(panel).largest));
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
        const kin *k = find(common, &panels[i]);
        if (!k) continue;
        panels[i].reach = k->reach;
        panels[i].scale = k->scale;
    }
    sheet->panels = panels;
    return true;
}
