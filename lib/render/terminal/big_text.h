/*
 * big_text: text in letters of three rows, for those who sit at the back.
 */
#ifndef ATTN_RENDER_TERMINAL_BIG_TEXT_H
#define ATTN_RENDER_TERMINAL_BIG_TEXT_H

#include "core/text.h"

enum { ATTN_BIG_TEXT_ROWS = 3 }; /* of one line */

/*
 * Adds the lines of a text, each ended by '\n', no wider than columns (at least 20): a longer one
 * goes on below, behind its first "=", from an operator on. Subscripts, and what there are no large
 * letters for, stand among them as they are. The rows that were added.
 */
size_t attn_big_text_add(const char *text, size_t columns, attn_text *out);

#endif
