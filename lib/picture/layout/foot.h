/*
 * foot: what every picture of its kind says below its maps: how they are read, and what they do not
 * show.
 */
#ifndef ATTN_PICTURE_LAYOUT_FOOT_H
#define ATTN_PICTURE_LAYOUT_FOOT_H

#include "picture/layout/layout.h"

/* Lines, in the sheet's arena; NULL: none, since a caption was asked for, or there is no memory. */
const char *attn_sheet_foot(const attn_sheet *sheet, const attn_tile *tiles, size_t count);

#endif
