/*
 * step: `explain --step`, a lesson told on the whole screen, a moment at a time, for the board.
 */
#ifndef ATTN_CLI_STEP_H
#define ATTN_CLI_STEP_H

#include "command.h"
#include "show/show.h"

/* Ends when the person has seen enough; the exit status is that of explain. */
enum cli_exit cli_step(attn_lesson *lesson, const attn_options *run, const attn_show_options *show,
                       attn_status *status);

#endif
