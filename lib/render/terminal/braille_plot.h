/*
 * braille_plot: a plot in characters, for the terminal. Lines are dots of braille, eight to a
 * character; points have marks, one shape for each line, so that nothing is told by colour.
 */
#ifndef ATTN_RENDER_TERMINAL_BRAILLE_PLOT_H
#define ATTN_RENDER_TERMINAL_BRAILLE_PLOT_H

#include "picture/layout/plot.h"
#include "render/terminal/page.h"

/* False, with the arena's status set, without memory. */
bool attn_braille_plot_print(attn_page *page, const attn_plot *plot, attn_arena *arena);

#endif
