/*
 * whole_words: maps of weights by the words that pieces spell.
 */
#include "document/figures/whole_words.h"

#include "lesson/run/map_reading.h"
#include "text/token_merge.h"

static bool read_again(attn_arena *arena, attn_panel *panel)
{
    const attn_tensor *value = panel->value;
    attn_row *rows = attn_alloc(arena, value->rows, sizeof *rows);
    const attn_rounding rounding = attn_rounding_of(value->data, attn_tensor_size(value));
    if (rows) attn_rows_read(value, &rounding, rows);
    panel->read = rows;
    panel->read_count = value->rows;
    return rows != NULL;
}

bool attn_join_pieces(attn_arena *arena, attn_panel *panel)
{
    const attn_tensor *value = panel->value;
    const attn_labels *down = value->rank == ATTN_MATRIX ? value->row_labels : NULL;
    const attn_map_side rows = attn_side_of_words(down, value->rows),
                        cols = attn_side_of_words(value->col_labels, value->cols);
    if (panel->scale != ATTN_SCALE_WEIGHTS || (!rows.place && !cols.place)) return true;
    attn_tensor *joined = attn_alloc(arena, 1, sizeof *joined);
    float *data = attn_alloc(arena, rows.after * cols.after, sizeof *data);
    if (!joined || !data || !attn_sides_apply(&rows, &cols, value->data, data, arena)) return false;
    *joined = *value;
    joined->rows = rows.after;
    joined->cols = cols.after;
    joined->data = data;
    joined->row_labels = rows.labels;
    joined->col_labels = cols.labels;
    panel->value = joined;
    panel->carried = NULL;
    return !panel->read || read_again(arena, panel);
}
