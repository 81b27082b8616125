/*
 * completion: what a shell must know to complete a command line, from the tables of commands and
 * options.
 */
#ifndef ATTN_CLI_COMPLETION_H
#define ATTN_CLI_COMPLETION_H

#include "command.h"

/* Each adds a script for one shell. */
void cli_completion_bash(attn_text *out);
void cli_completion_zsh(attn_text *out);
void cli_completion_fish(attn_text *out);

#endif
