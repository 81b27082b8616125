/*
 * budget: the options that all commands have, for the memory they may hold and the work they may
 * do.
 */
#ifndef ATTN_CLI_BUDGET_H
#define ATTN_CLI_BUDGET_H

#include "command.h"

/* The options of memory and of work, which every command has. */
enum { CLI_SHARED_OPTIONS = 2 };
/* They stand behind a command's own, in this order. */
extern const cli_option cli_shared_options[CLI_SHARED_OPTIONS];

/* Sets the budgets that the command line asks for, or the usual ones. */
bool cli_budget_take(const cli_arguments *arguments);

#endif
