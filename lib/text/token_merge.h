/*
 * token_merge: rows and columns of a map left out or merged, by the tokens that stand beside them.
 */
#ifndef ATTN_TEXT_TOKEN_MERGE_H
#define ATTN_TEXT_TOKEN_MERGE_H

#include "text/tokens.h"

/* One side of a map, before and after. */
typedef struct attn_map_side {
    size_t before, after;
    const size_t *place; /* of each, where it goes; SIZE_MAX: it is left out; NULL: it stays */
    const bool *special; /* of each place: it stands for no word of the text; NULL: none */
    const attn_labels *labels; /* of the places; or NULL */
} attn_map_side;

typedef struct attn_side_asked {
    const attn_labels *tokens; /* or NULL: the side stays as it is */
    attn_marks marks;
    bool hide, words;
} attn_side_asked;

/* False on failure, also where nothing would be left. */
bool attn_side_make(const attn_side_asked *asked, size_t count, attn_arena *arena,
                    attn_map_side *side);

/* A side whose pieces are merged into the words that its labels know (tensor.h). Without such
 * words, or without labels, it stays as it is. */
attn_map_side attn_side_of_words(const attn_labels *labels, size_t count);

/*
 * numbers: rows.before × cols.before; out: rows.after × cols.after. Columns that come together are
 * summed, rows averaged; numbers that are not finite count for nothing, and are −∞ where there is
 * no other.
 */
bool attn_sides_apply(const attn_map_side *rows, const attn_map_side *cols, const float *numbers,
                      float *out, attn_arena *arena);

/* Each row divided by its sum, where that is above 0. */
void attn_renormalise(float *numbers, size_t rows, size_t cols);

#endif
