/*
 * fonts: those of this machine, for the texts of pictures.
 *
 * Looking for them takes longer than most pictures: it begins when they are asked for and goes on
 * beside whatever the caller computes until a picture needs them. Pictures that share them look
 * once.
 */
#ifndef ATTN_PICTURE_STYLE_FONTS_H
#define ATTN_PICTURE_STYLE_FONTS_H

typedef struct attn_fonts attn_fonts; /* for one thread at a time */

/* NULL where there is no memory for them: then each picture looks for its own, and says so. */
attn_fonts *attn_fonts_new(void);
/* After the pictures that share them; the search is over then. NULL is fine. */
void attn_fonts_free(attn_fonts *fonts);

#endif
