/*
 * api_heatmap: what api_heatmap.c asks of api_arrays.c.
 */
#ifndef ATTN_API_HEATMAP_H
#define ATTN_API_HEATMAP_H

#include "api/api.h"
#include "document/flow/graph.h"
#include "files/bytes/input.h"
#include "text/sniff.h"

/* Standard input, read once and whole, and what it holds. */
typedef struct attn_piped {
    attn_input input; /* .bytes NULL: no file that is asked for is "-" */
    attn_sniffed kind;
} attn_piped;

/* Whether arrays are drawn, by what the files are or by what is asked. */
bool attn_api_is_arrays(const attnviz_heatmap *asked, const attn_piped *piped);
/* Draws them. style: of the pictures; it has no fonts yet. */
bool attn_api_draw_arrays(const attnviz_heatmap *asked, const attn_piped *piped,
                          const attn_sheet_style *style, attn_ear *ear, attn_arena *arena);

/* The diagram of a run's lesson, with everything in its place. */
bool attn_api_plan_flow(const attnviz_heatmap *asked, attn_run *run, attn_arena *arena,
                        attn_sheet_options *look);

#endif
