/*
 * scale_group: one scale of colours for panels of one group, on a sheet or on all the sheets of a
 * run, so that the same colour means the same number on each.
 */
#ifndef ATTN_PICTURE_LAYOUT_SCALE_GROUP_H
#define ATTN_PICTURE_LAYOUT_SCALE_GROUP_H

#include "picture/layout/sheet.h"

typedef struct attn_common attn_common;

attn_common *attn_common_new(attn_arena *arena); /* NULL on failure */
/* Takes in how far the numbers of these panels go; plots have no scale of colours. */
bool attn_common_note(attn_common *common, const attn_panel *panels, size_t count);
/* Gives each panel the scale of its group; the sheet gets panels of its own, in the arena. */
bool attn_common_apply(const attn_common *common, attn_arena *arena, attn_sheet_options *sheet);

#endif
