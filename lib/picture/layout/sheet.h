/*
 * sheet: one or more matrices drawn as small maps on one picture.
 *
 * First laid out (every text measured and given its box), then drawn: as PNG row by row from top to
 * bottom, so the memory needed is that of the text and a few rows, whatever the size of the
 * picture; as SVG or PDF shape by shape.
 */
#ifndef ATTN_PICTURE_LAYOUT_SHEET_H
#define ATTN_PICTURE_LAYOUT_SHEET_H

#include <stdint.h>

#include "core/memory.h"
#include "files/bytes/format.h"
#include "files/pixels/picture_read.h"
#include "picture/style/colors.h"
#include "picture/style/fonts.h"
#include "tensor/tensor.h"

typedef enum attn_scale {
    ATTN_SCALE_WEIGHTS,  /* 0 to 1, or to a round number of at most 0.5 that holds the largest */
    ATTN_SCALE_POSITIVE, /* other numbers that are never negative: 0 to the next round number */
    ATTN_SCALE_SIGNED    /* symmetric, diverging */
} attn_scale;

/* The numbers of a map that are read while it is painted, because there are too many to hold. */
typedef struct attn_strips {
    /* These rows of the map, as many numbers as value has columns in each; in rising order. */
    bool (*read)(void *user, size_t row, size_t count, float *numbers, attn_status *status);
    void *user;
    double largest; /* magnitude among the finite numbers */
    bool masked;    /* some are not finite */
} attn_strips;

/* A frame, and its corners alone. */
enum { ATTN_MARK_SURE = 1, ATTN_MARK_POSSIBLE = 2 };

typedef struct attn_panel {
    const char *title;                  /* "head 1", "A₁,₂": may be long, may be empty */
    const char *row_name, *column_name; /* of the sheet's row and column, where maps stand in a
                                           table: "layer 3", "head 5"; or NULL */
    const char *symbol;        /* a name as typeset has it, small beside the title; or NULL */
    const char *alone;         /* the subtitle of a picture of it alone, ""; NULL: the sheet's */
    size_t name_length;        /* so many bytes of it, the first, are a name as typeset has it */
    const attn_tensor *value;  /* vector (one row) or matrix; −∞ is drawn as masked */
    const attn_strips *strips; /* where its numbers come from, and value has no data; or NULL */
    const char *carried_title; /* by which a PNG carries its numbers, "A₁ · head 1"; NULL: title */
    const attn_tensor *carried;  /* the numbers that a PNG carries, where masked ones are drawn
                                    another way than they are; NULL: value */
    const struct attn_row *read; /* of a map of weights (map_reading.h): each row, or all of it
                                    together; or NULL */
    size_t read_count;           /* rows, or 1 */
    const char *note;            /* what was measured of it, stands below its cells; or NULL */
    bool attention;              /* its weights say where a query looks: they are not only shares */
    attn_scale scale;
    const char *row_role, *col_role;            /* "query: target", "key: source"; or NULL */
    const attn_labels *row_labels, *col_labels; /* or NULL: numbers from 1 are drawn */
    const attn_picture *over;                   /* the cells are its regions; or NULL */
    const struct attn_plot *plot; /* drawn as lines over axes instead of cells; `value` are its
                                     columns; or NULL */
    size_t from;       /* the row of the word that is asked for, from 1; 0: all rows alike */
    bool joins;        /* drawn into the tile of the panel before it, as its figure can */
    const char *part;  /* what tells it from others in its tile, "head 1"; or NULL */
    const bool *faint; /* of each row: it is drawn grey, since it looks at `rest`; or NULL */
    const char *rest;
    const uint8_t *marks; /* of each cell: whether it has a frame, ATTN_MARK_…; or NULL */
    /* The colour bar goes at least as far as this; 0: as far as the numbers go. */
    double range_floor;
    /* Panels of one group have one scale of colours on all sheets of a run (scale.h);
     * NULL: this one has its own. */
    const char *scale_group;
} attn_panel;

typedef enum attn_cell_numbers {
    ATTN_NUMBERS_AUTO, /* where maps are small and the numbers fit */
    ATTN_NUMBERS_ALWAYS,
    ATTN_NUMBERS_NEVER
} attn_cell_numbers;

typedef struct attn_figure attn_figure;

/* How a sheet looks; all zero: as it is best on white paper. */
typedef struct attn_sheet_style {
    const attn_figure *figure; /* what maps are drawn as in place of cells (tile.h); NULL: cells */
    bool dark;
    bool clear;    /* without the ground: what lies behind the picture shows there */
    bool live;     /* texts of an SVG are text in place of outlines */
    size_t colors; /* see attn_colors_name */
    size_t cell;   /* side of all cells, in pixels before scaling; 0: what fills the canvas */
    attn_cell_numbers numbers;
    bool entropy;         /* that of each row of weights is written beside it */
    size_t width, height; /* of the canvas, in pixels before scaling; 0: ATTN_CANVAS_WIDTH and
                             ATTN_CANVAS_HEIGHT, or more where what is drawn needs it */
    bool cropped;         /* no larger than what is drawn: a frame of a film */
    const char *title;    /* in place of the sheet's; "": none, nor a subtitle; NULL: the sheet's */
    const char *caption;  /* in place of all lines below the maps; "": none; NULL: the sheet's */
    double vmax;          /* the colours of all weights end here, or, on a sheet without weights,
                             those of all maps; 0: where the numbers do */
    double zoom;          /* of the whole picture; 0: 1 */
    attn_fonts *fonts;    /* of its texts; NULL: it looks for them itself */
} attn_sheet_style;

#define ATTN_MOST_CELL 256u
#define ATTN_CANVAS_WIDTH 1600u
#define ATTN_CANVAS_HEIGHT 900u
#define ATTN_LEAST_ZOOM 0.5
#define ATTN_MOST_ZOOM 8.0

typedef struct attn_sheet attn_sheet;

/* What stands on a sheet in place of panels side by side: `place` puts it there, from `user`. */
typedef struct attn_diagram {
    bool (*place)(attn_sheet *sheet, const void *user);
    const void *user;
} attn_diagram;

typedef struct attn_sheet_options {
    const char *title, *subtitle; /* above all panels; subtitle: "untrained: …", or NULL */
    const char
        *note; /* below them, in lines: what the frames mean; what the maps often do; or NULL */
    const char *foot; /* stands there in place of the note, where panels have their own; or NULL */
    size_t panel_count;
    const attn_panel *panels;
    size_t columns;              /* panels side by side; 0: as it looks best */
    const attn_diagram *diagram; /* in whose boxes the panels stand; or NULL */
    attn_sheet_style style;
} attn_sheet_options;

/* What a picture can be: PNG, unless its name says SVG or PDF. */
extern const attn_writer attn_picture_writer;

/* The options' strings, panels, labels and values must live as long as the sheet. NULL on failure.
 */
attn_sheet *attn_sheet_new(const attn_sheet_options *options, attn_status *status);
void attn_sheet_free(attn_sheet *sheet);
/*
 * True if several maps are too large for one picture of ATTN_MOST_PIXELS a side on which each keeps
 * all its labels: nothing is laid out, and each map needs a sheet of its own.
 */
bool attn_sheet_apart(const attn_sheet *sheet);
/* Map i of such a sheet as a sheet of its own, its colours as on the whole one. *panel must live as
 * long as the new sheet. */
void attn_sheet_part(const attn_sheet *sheet, size_t i, attn_sheet_options *part,
                     attn_panel *panel);
void attn_sheet_size(const attn_sheet *sheet, size_t *width, size_t *height);
/* A side longer than this is refused with a message. */
#define ATTN_MOST_PIXELS 16384u

#endif
