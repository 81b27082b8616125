/*
 * contrast: a value with and without what was left out, and the difference, in the blocks that
 * show them.
 */
#ifndef ATTN_DOCUMENT_WALK_CONTRAST_H
#define ATTN_DOCUMENT_WALK_CONTRAST_H

#include "document/block.h"
#include "lesson/run/compare.h"

/*
 * Puts the sides in the place of the value that is shown: vectors of one length as the rows of one
 * table; of other shapes both sides, without a difference. without: what was left out, as "scale";
 * NULL or "": nothing was, but values were patched.
 * All in the arena, whose status has the failures.
 */
void attn_contrast_sides(attn_block_value *shown, const char *without,
                         const attn_contrast *contrast, attn_arena *arena);
/* The same as columns of a table, for a vector; how many: at most ATTN_MOST_SIDES. */
size_t attn_contrast_columns(const char *label, const char *without, const attn_contrast *contrast,
                             attn_block_column *columns);

#endif
