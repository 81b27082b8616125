/*
 * beside: small tables of text, one after the other, put side by side.
 */
#ifndef ATTN_RENDER_TERMINAL_BESIDE_H
#define ATTN_RENDER_TERMINAL_BESIDE_H

#include "render/terminal/page.h"

/*
 * A page ends with two tables, the one from byte `first` to `second`, the other from there on, each
 * perhaps below a blank line. Where both fit they stand side by side then; false: they do not.
 */
bool attn_beside_join(const attn_page *page, size_t first, size_t second);

#endif
