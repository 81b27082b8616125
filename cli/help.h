/*
 * help: the texts of help, made from the table of commands and the tables of their options.
 */
#ifndef ATTN_CLI_HELP_H
#define ATTN_CLI_HELP_H

#include "command.h"

/* Adds what `attnviz help` prints, and what `attnviz help COMMAND` prints. */
void cli_help_program(attn_text *out);
void cli_help_command(const cli_command *command, attn_text *out);

/*
 * Adds text up to its end or a newline, cut at spaces so that no line is over 80 columns. The first
 * line goes on at column `at`; all others start at column `indent`. The last one is ended.
 */
void cli_wrap(attn_text *out, const char *text, size_t at, size_t indent);

#endif
