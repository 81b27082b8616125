/*
 * tile: one panel of a sheet: its texts set and measured, the size of its cells found.
 *
 *        title
 *                       role            row labels: right-aligned, on a line of their cell
 *                  column labels        column labels: upright if all fit, else reading upwards
 *     r    row    ┌─────────────┐ █ 1
 *     o   labels  │    cells    │ █      all lengths in pixels
 *     l           │             │ █ 0
 *     e           └─────────────┘ bar
 *
 * What a map of weights says by itself stands between cells and bar, a line for each row, where
 * cells have numbers; else in one line below them.
 */
#ifndef ATTN_PICTURE_LAYOUT_TILE_H
#define ATTN_PICTURE_LAYOUT_TILE_H

#include "picture/layout/scale.h"
#include "picture/style/lettering.h"

/* How closely a sheet is set. */
typedef struct attn_density {
    bool roomy; /* cells as large as they are good to look at, not only what their labels need */
    bool tight; /* but a good deal smaller than roomy ones would be */
    bool bare;  /* a shape without words; rows and columns of the sheet have names instead */
    attn_cell_numbers numbers; /* inside the cells; AUTO: if they fit */
    double cell;               /* side of all cells; 0: free */
    bool asked;                /* this side was asked for: also of a side with few cells */
    double unit;               /* pixels for each that a length is given in */
    double room;               /* how wide a picture of running text is, in pixels */
    double growth;             /* of roomy cells and charts, beyond what their words need; from 1 */
    double stretch, breadth;   /* factors of the height and the width of charts beyond that */
    double words;              /* factor of the least room that titles and roles have; from 1 */
    bool shared;               /* maps of the same words have them once for each row and column */
    bool entropy; /* that of each row of weights stands beside numbers in cells, or in a line below
                   */
} attn_density;

typedef struct attn_axis {
    size_t count; /* of cells */
    size_t every; /* labels stand at cells 0, every, 2·every, … */
    size_t label_count;
    attn_letters *labels;
    double length;          /* of the longest label */
    double ascent, descent; /* of all labels together, from a common baseline */
    attn_letters role;
} attn_axis;

#define ATTN_MOST_TICKS 6

/* What stands above one another in a tile, each with its gap. */
typedef enum attn_part {
    ATTN_PART_TITLE,
    ATTN_PART_ROLE,
    ATTN_PART_LABELS,
    ATTN_PART_BODY, /* cells, bar, and roles that are longer */
    ATTN_PARTS
} attn_part;

typedef struct attn_tile attn_tile;

/* What a panel is drawn as in place of cells. Each function does what that of a tile does which is
 * named like it; NULL: nothing. */
struct attn_figure {
    const char *name; /* of a view, "links"; or NULL */
    const char *foot; /* what stands below all tiles: sentences, each with a blank behind */
    bool has_axes;    /* its words are those of both axes, as cells have them */
    bool has_numbers; /* it writes the numbers, unless they shall be left out */
    bool has_title;   /* it places the title of a panel itself */
    bool of_a_word;   /* it shows the row of one word (attn_panel.from) */
    size_t columns;   /* of tiles on a sheet; 0: as it looks best */
    /* What stands there of this tile besides: one sentence, the same for all that need it; "". */
    const char *(*remark)(const attn_tile *tile);
    const char *rest; /* "Grey lines are of words that look": what its grey means, begun */
    /* Whether all panels of a sheet can be drawn so. False, with a fault. */
    bool (*check)(const attn_sheet_options *options, attn_status *status);
    void (*measure)(attn_tile *tile, attn_arena *arena);
    void (*size)(attn_tile *tile);
    void (*match)(attn_tile *a, attn_tile *b);
    void (*finish)(attn_tile *tile);
    void (*place)(attn_sheet *sheet, const attn_tile *tile, double x, double y);
};

extern const attn_figure attn_figure_chart; /* a plot (chart.c) */

struct attn_tile {
    const attn_panel *panel;   /* the first, */
    size_t panel_count;        /* of so many that stand in it: those behind it join it */
    const attn_figure *figure; /* NULL: cells */
    void *own;                 /* what the figure keeps of it */
    attn_color color;          /* of lines that belong to it alone */
    attn_lettering *lettering;
    attn_density density; /* at which it is measured and sized */
    attn_range range;
    bool masked;                 /* some cells are */
    bool beyond;                 /* some numbers lie beyond the range, and have its last colour */
    bool has_bar;                /* which may be that of other maps of the same range, too */
    bool bar_masked, bar_beyond; /* whether one of those is masked, or beyond */
    double em;                   /* font size of the labels */
    double caption;              /* font size of roles and ticks: larger beside large maps */
    const char *row_name, *column_name; /* of a bare map at an edge of the sheet; or NULL */
    attn_axis rows, cols;
    bool upwards;                        /* the column labels */
    bool rows_elsewhere, cols_elsewhere; /* whose labels stand beside or above another map */
    bool row_role_elsewhere, col_role_elsewhere;
    attn_letters title;             /* all its lines; if last_line is set, all but that */
    attn_letters last_line, symbol; /* the symbol stands behind the last line of the title */
    double last_line_y;             /* this and the next two are seen from the title's top left */
    double symbol_x, symbol_y;
    double title_width, title_height; /* of title, last line and symbol together */
    attn_letters *numbers;            /* one for each cell; NULL: none */
    double number_width;              /* of the widest */
    double cell_width, cell_height;
    double gap; /* the light line that ends each cell, part of it */

    attn_letters read_head;  /* above the entropies */
    attn_letters *entropies; /* one for each row, beside it; NULL: none */
    attn_letters read_line;  /* below the cells, */
    double read_top;         /* seen from their top */
    attn_letters note;       /* below that, */
    double note_top;         /* the same */
    double read_left;        /* between cells and entropies … */
    double read_width;       /* … which take so much with it; 0: none do */

    size_t intervals;
    attn_letters ticks[ATTN_MOST_TICKS]; /* intervals + 1, lowest first */
    attn_letters masked_word;
    double bar_x, bar_width, bar_height, tick_gap; /* bar_x is seen from the cells' left */

    double left;      /* row role and labels with their gaps */
    double role_left; /* of it, the row role with its gap */
    double heights[ATTN_PARTS];
    double body_width;
};

/* Between a label and its cell; so much more as labels of the other axis reach beyond small cells.
 */
double attn_tile_label_gap(const attn_tile *tile);

/* The tiles of a sheet, with their panels and what they are drawn as: how many there are. In lines,
 * maps have a colour for each place in a row of them. */
size_t attn_tiles_make(attn_tile *tiles, const attn_sheet_options *options);
/* The ranges of all maps of a sheet; their panels are filled in already. vmax: as a style has it.
 */
void attn_tiles_set_ranges(attn_tile *tiles, size_t count, double vmax);
/* First the axes and the numbers, in the arena. panel, lettering, density, range and masked are
 * filled in already. */
void attn_tile_measure(attn_tile *tile, attn_arena *arena);
/* Then the cells that they need; at another density than they were measured at, if it asks for no
 * other numbers. */
void attn_tile_size(attn_tile *tile, attn_density density);
/* Gives two tiles with equally many cells the same size of cell. */
void attn_tile_match(attn_tile *a, attn_tile *b);
/* A number as cells have it: nothing for one that rounds to zero. em: of its font. */
attn_letters attn_tile_number(const attn_tile *tile, float number, double em);
/* Of the dot in the largest weight of a row, in pixels; 0: the cells are too small for one. */
size_t attn_tile_dot(const attn_tile *tile);
/* Then all that depends on the size of the cells. has_bar is filled in already. */
void attn_tile_finish(attn_tile *tile);

#endif
