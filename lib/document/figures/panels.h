/*
 * panels: what the pictures of a lesson's maps share. Private to this room.
 */
#ifndef ATTN_DOCUMENT_FIGURES_PANELS_H
#define ATTN_DOCUMENT_FIGURES_PANELS_H

#include "document/document.h"

/* The group of all weights, which have one scale of colours. */
extern const char attn_weights_group[];

/* A map or a plot as a panel, which lives as long as the arena; false on failure. */
bool attn_panel_fill(const attn_run *run, const attn_map *map, attn_arena *arena,
                     attn_panel *panel);
/* A sheet without panels. title: NULL: that of the lesson. */
attn_sheet_options attn_sheet_of_maps(const attn_run *run, const char *title, attn_arena *arena);
/* What who looks at the picture must know of the words and weights in it; NULL: nothing. */
const char *attn_warning_of_maps(const attn_run *run, attn_arena *arena);

#endif
