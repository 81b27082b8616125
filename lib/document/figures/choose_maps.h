/*
 * choose_maps: which maps of a run are drawn.
 */
#ifndef ATTN_DOCUMENT_FIGURES_CHOOSE_MAPS_H
#define ATTN_DOCUMENT_FIGURES_CHOOSE_MAPS_H

#include "document/document.h"

typedef struct attn_map_choice {
    size_t at_count;
    const char *const *at; /* "j=2": only maps at one of these numbers, of each index named */
    const char *at_option, *show_option; /* what messages call these, and attn_options.shows */
} attn_map_choice;

/*
 * What the run was asked to show, or else all that the lesson draws; of these, what stands at the
 * places chosen. An index that no map has, a number that none has, and maps without cells are
 * ATTN_USAGE in the arena's status.
 */
bool attn_choose_maps(const attn_run *run, const attn_map_choice *choice, attn_arena *arena,
                      attn_map_list *list);

#endif
