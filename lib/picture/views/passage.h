/*
 * passage: one row of a map as the sentence that is looked at: each word on a plate in the colour
 * of its number, which stands below it. The word that looks has a frame; where it is no word of the
 * sentence, it stands before it.
 *
 *     title     ┌───┐                        ┌─────┐
 *     symbol    │The│ cat sat on the mat     │black│ → le chat noir
 *               └───┘ 0.7 0.2                └─────┘    0.1 0.4 0.6
 */
#ifndef ATTN_PICTURE_VIEWS_PASSAGE_H
#define ATTN_PICTURE_VIEWS_PASSAGE_H

#include "picture/layout/layout.h"

/* Words of all passages of a sheet. */
#define ATTN_MOST_PASSAGE_WORDS 16384u

typedef struct attn_passage {
    size_t count; /* of the words */
    const float *numbers;
    attn_letters *words, *below; /* as they are set: the numbers below, which may be empty */
    attn_letters title, symbol;
    attn_letters asker, arrow; /* before the words; empty: it is one of these */
    double least;              /* how wide a plate is at least, without what is beside its word */
    double pad, slot; /* beside a word on its plate; how wide the widest asker is as it is set */
    double larger;    /* so many times the letters are drawn as large as they are set */
    double larger_numbers, line_gap;
    double plate, pitch; /* of the lines: how high plates are, from line to line */
    double *x, *width;   /* of each plate; x is seen from where lines begin */
    size_t *line;        /* in which it stands */
    size_t line_count;
    double asker_x, arrow_x; /* of the plate, of the sign */
    double length;           /* of the longest line */
} attn_passage;

extern const attn_figure attn_figure_row; /* of maps; the name of the view is "row" */

#endif
