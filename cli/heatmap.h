/*
 * heatmap: what the parts of the command share.
 */
#ifndef ATTN_CLI_HEATMAP_H
#define ATTN_CLI_HEATMAP_H

#include "document/figures/choose_maps.h"
#include "options.h"
#include "picture/arrays/array_axes.h"

/* Tags of its options: for arrays alone, for lessons alone, for arrays that have axes. */
enum { HEATMAP_OF_ARRAYS = 1, HEATMAP_OF_LESSONS = 2, HEATMAP_OF_AXES = 4 };

typedef struct heatmap_request {
    const char *lesson; /* that reads sentences; NULL: reader */
    attn_options run;   /* of every picture */
    attn_map_choice maps;
    attn_changes changes;
    attn_axes_asked axes;              /* of an array */
    const char *tokens, *diff, *align; /* files; or NULL */
    attn_marks marks;
    attn_hiding hiding;
    attn_combine combine;
    bool words, transpose;
    attn_format format; /* of all pictures; ATTN_FORMAT_NONE: as their names say */
    attn_sheet_style style;
    const char *read;   /* a picture whose numbers are printed; or NULL */
    const char *output; /* or NULL */
} heatmap_request;

/* Whether the words of the command name arrays, by what the files are or by the options. */
bool cli_heatmap_is_arrays(const cli_arguments *arguments);

/* Draws them. */
bool cli_heatmap_arrays(const cli_arguments *arguments, const heatmap_request *asked,
                        attn_status *status);

#endif
