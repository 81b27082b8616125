/*
 * rich: a text to be printed, in which words, formulas and blanks stand on one line.
 */
#ifndef ATTN_PICTURE_STYLE_RICH_H
#define ATTN_PICTURE_STYLE_RICH_H

#include "picture/style/lettering.h"

/* Fonts of ordinary words, and of formulas as they are typed. */
typedef enum attn_rich_font { ATTN_RICH_SANS, ATTN_RICH_CODE } attn_rich_font;

typedef struct attn_rich {
    attn_text text;
    PangoAttrList *attributes;
    double size; /* of an em */
} attn_rich;

/* An empty text of this size, in pixels of an em. */
attn_rich attn_rich_new(double size);
/* Words of anyone, escaped but for newlines. */
void attn_rich_words(attn_rich *rich, const char *words);
/* A formula as typeset has it: in letters with serifs, names of one letter slanted, and what stands
 * below the line set there. */
void attn_rich_formula(attn_rich *rich, const char *formula);
/* A name as typeset has it, in the letters around it: W_Q with its Q below the line. */
void attn_rich_name(attn_rich *rich, const char *name);
/* Room in a sentence for a few letters of a hand. */
void attn_rich_blank(attn_rich *rich);
/* Takes the text, and puts it into a layout; into NULL: nowhere. False if it is not there as a
 * whole.
 */
bool attn_rich_put(attn_rich *rich, PangoLayout *layout);
/* Takes the text, and sets it. width: 0: on one line. The layout is the lettering's; NULL on
 * failure. */
PangoLayout *attn_rich_set(attn_rich *rich, attn_lettering *lettering, attn_rich_font font,
                           bool bold, double width);
/* Whether a run of such a layout is a blank. */
bool attn_rich_is_blank(const PangoLayoutRun *run);

#endif
