/*
 * step: `explain --step`, a lesson told on the whole screen, a moment at a time, for the board.
 */
#ifndef ATTN_CLI_STEP_H
#define ATTN_CLI_STEP_H

#include "command.h"
#include "document/document.h"

/*
 * changed: the same lesson with other formulas, which a key exchanges for its own; NULL: none are.
 * Ends when the person has seen enough; the exit status is that of explain.
 */
enum cli_exit cli_step(attn_lesson *lesson, attn_lesson *changed, const attn_options *run,
                       const attn_show_options *show, attn_status *status);

#endif
