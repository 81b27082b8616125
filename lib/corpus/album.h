/*
 * album: a folder of pictures or sounds with a line for each in its file examples.tsv, as `attnviz
 * corpus -o` makes it: the name of the picture or sound, its caption (or a question and its
 * answer), the boxes of the words
 * ("1:10,20,31,44"), "held-out" or "-" and, perhaps, the kinds of the words. Private to the rooms
 * of the corpus.
 */
#ifndef ATTN_CORPUS_ALBUM_H
#define ATTN_CORPUS_ALBUM_H

#include "corpus/grammar.h"
#include "files/bytes/lines.h"
#include "files/pixels/picture_read.h"

enum { ALBUM_SIDES = 2 }; /* a question and its answer; a caption is the first alone */

typedef struct attn_album { /* where the reading has got to */
    attn_lines lines;
    attn_arena *arena; /* of this line; its owner's */
    attn_picture picture;
    attn_sound sound;
    attn_word word[ALBUM_SIDES][ATTN_MOST_LINE_WORDS];
    attn_box boxes[ATTN_MOST_BOXES];
} attn_album;

/* Checks every line, and no picture or sound. */
bool attn_album_check(attn_corpus *corpus);
void attn_album_begin(attn_album *album, const attn_corpus *corpus, attn_arena *arena);
/* False at the end, or with a fault. */
bool attn_album_next(attn_album *album, attn_line *line, attn_status *status);

#endif
