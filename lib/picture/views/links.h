/*
 * links: a map as two columns of words, joined by lines as thick as the weights.
 *
 *        title
 *     role             role
 *      the ─────────── le      ━ 1
 *      cat ───────\ /─ chat    ─ 0.5     where one key serves the sheet, one of its maps has it
 *    black ───────/ \─ noir    ╴ 0.1
 *
 * Where the lines of one word are meant, its numbers stand behind the keys.
 */
#ifndef ATTN_PICTURE_VIEWS_LINKS_H
#define ATTN_PICTURE_VIEWS_LINKS_H

#include "picture/layout/layout.h"

/* On one sheet. */
#define ATTN_MOST_LINKS 65536u
#define ATTN_MOST_LINK_FIGURES 24u /* more are too small to follow any line of */

enum { ATTN_LINK_SAMPLES = 3 }; /* of thickness: all of it, a half, a tenth */

typedef struct attn_links {
    double pitch, span; /* between two words; from the left column to the right one */
    double gap;         /* between a word and its lines */
    double pen;         /* of the largest number of the range */
    double port;     /* where the lines of several heads leave a word: between those of two heads */
    double height;   /* of both columns */
    double key_x;    /* where samples begin, seen from where lines begin */
    double key_line; /* from one sample to the next */
    bool crowded;    /* of each row only the largest numbers have lines */
    attn_letters *numbers; /* of that word, by head and key; NULL: none are written */
    double number_width;   /* of the widest */
    attn_letters asker;    /* the word whose lines are meant; or empty */
    size_t head_count;     /* whose colours are named; 0: none */
    attn_letters *heads;   /* their names */
    attn_letters samples[2 * ATTN_LINK_SAMPLES];
} attn_links;

extern const attn_figure attn_figure_links; /* of maps; the name of the view is "links" */

/*
 * Lets the heads of a layer, if there are no more than ATTN_LINE_COLORS, share a tile where the
 * lines of one word are asked for: a figure of all heads.
 */
bool attn_links_join(attn_sheet_options *sheet, attn_arena *arena);

#endif
