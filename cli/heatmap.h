/*
 * heatmap: what the parts of the command share.
 */
#ifndef ATTN_CLI_HEATMAP_H
#define ATTN_CLI_HEATMAP_H

#include "command.h"
#include "picture/layout/sheet.h"

/* Places in its table of options. */
enum {
    HEATMAP_LESSON,
    HEATMAP_INPUT,
    HEATMAP_SHOW,
    HEATMAP_AT,
    HEATMAP_WITHOUT,
    HEATMAP_TOKENS,
    HEATMAP_PIECES,
    HEATMAP_WORDS,
    HEATMAP_HIDE,
    HEATMAP_ARRAY,
    HEATMAP_AXES,
    HEATMAP_LAYER,
    HEATMAP_HEAD,
    HEATMAP_EXAMPLE,
    HEATMAP_HEADS,
    HEATMAP_TRANSPOSE,
    HEATMAP_DIFF,
    HEATMAP_ALIGN,
    HEATMAP_FORMAT,
    HEATMAP_THEME,
    HEATMAP_COLORS,
    HEATMAP_CELL,
    HEATMAP_NUMBERS,
    HEATMAP_SCALE,
    HEATMAP_READ,
    HEATMAP_OUTPUT,
    HEATMAP_THREADS,
    HEATMAP_KERNELS,
    HEATMAP_OPTION_COUNT
};

/* Whether the words of the command name arrays, by what the files are or by the options. */
bool cli_heatmap_is_arrays(const cli_arguments *arguments);

/* Draws them. asked: the format of --format, or ATTN_FORMAT_NONE. */
bool cli_heatmap_arrays(const cli_arguments *arguments, const attn_sheet_style *style,
                        attn_format asked, attn_status *status);

#endif
