/*
 * fonts: those of this machine, for the texts of pictures.
 *
 * Looking for them takes longer than most pictures: it begins when they are asked for and goes on
 * beside whatever the caller computes until a picture needs them. Pictures that share them look
 * once.
 */
#ifndef ATTN_SHOW_FONTS_H
#define ATTN_SHOW_FONTS_H

typedef struct _PangoFontMap attn_fonts;

/* Never NULL. For one thread at a time. */
attn_fonts *attn_fonts_new(void);
void attn_fonts_free(attn_fonts *fonts); /* NULL is fine; pictures that have them keep them */

#endif
