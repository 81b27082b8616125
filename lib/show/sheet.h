/*
 * sheet: one or more matrices drawn as small maps on one picture.
 *
 * First laid out (every text measured and given its box), then drawn in bands from top to bottom,
 * so the memory needed is that of the text and one band, whatever the size of the picture.
 */
#ifndef ATTN_SHOW_SHEET_H
#define ATTN_SHOW_SHEET_H

#include "core/memory.h"
#include "tensor/tensor.h"

typedef enum attn_scale {
    ATTN_SCALE_WEIGHTS, /* 0 to the smallest of 1, 0.5, 0.2, 0.1, 0.05 … that holds the largest */
    ATTN_SCALE_POSITIVE, /* the same for other numbers that are never negative, steps 1, 2, 5
                            upwards too */
    ATTN_SCALE_SIGNED    /* symmetric, diverging */
} attn_scale;

typedef struct attn_panel {
    const char *title;        /* "head 1", "A₁,₂": may be long, may be empty */
    const attn_tensor *value; /* vector (one row) or matrix; −∞ is drawn as masked */
    attn_scale scale;
    const char *row_role, *col_role;            /* "query: target", "key: source"; or NULL */
    const attn_labels *row_labels, *col_labels; /* or NULL: numbers from 1 are drawn */
} attn_panel;

typedef struct attn_sheet_options {
    const char *title, *subtitle; /* above all panels; subtitle: "untrained: …", or NULL */
    size_t panel_count;
    const attn_panel *panels;
} attn_sheet_options;

/* Where a text, a map or a bar stands, in pixels. Texts must never overlap one another, or leave
 * the picture. */
typedef struct attn_box {
    enum { ATTN_BOX_TEXT, ATTN_BOX_CELLS, ATTN_BOX_BAR } kind;
    double x, y, width, height; /* after rotation: the ink and advance rectangle */
    const char *text;           /* TEXT: what it says */
    bool in_cell;               /* a number inside a cell */
} attn_box;

typedef struct attn_sheet attn_sheet;

/* The options' strings, labels and values must live as long as the sheet. NULL on failure. */
attn_sheet *attn_sheet_new(const attn_sheet_options *options, attn_status *status);
void attn_sheet_free(attn_sheet *sheet);
void attn_sheet_size(const attn_sheet *sheet, size_t *width, size_t *height);
size_t attn_sheet_boxes(const attn_sheet *sheet);
const attn_box *attn_sheet_box(const attn_sheet *sheet, size_t i);
bool attn_sheet_write_png(attn_sheet *sheet, const char *path, attn_status *status);

/* A side longer than this is refused with a message. */
#define ATTN_MOST_PIXELS 16384u

#endif
