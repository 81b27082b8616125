/*
 * terminal: what is known of the terminal, and waiting for the person in front of it.
 */
#ifndef ATTN_CLI_TERMINAL_H
#define ATTN_CLI_TERMINAL_H

#include "options.h"

/* Columns of a line on standard output: a terminal's own (40 … 100), else 80. */
size_t cli_columns(void);
/* TERM: what the terminal calls itself; "" where it is not set. */
const char *cli_terminal_kind(void);
/* It takes escapes, as all do but those that TERM calls dumb or nothing. */
bool cli_terminal_draws(void);
/* Standard output is a terminal that draws, and NO_COLOR is not set. */
bool cli_color_wanted(void);
/* --color; whether what goes to standard output, or with `file` to a file, is coloured then. */
typedef enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_color;
bool cli_colored(cli_color asked, bool file);
#define CLI_COLOR(request)                                                                         \
    {                                                                                              \
        "--color", 0, &cli_choice, "auto|always|never",                                            \
            "uses colours; auto (default): on a terminal, if NO_COLOR is not set",                 \
            CLI_IN(request, color)                                                                 \
    }
/* So is standard error: a person sees how far a long task is. */
bool cli_errors_drawn(void);
/* Its columns, however few. */
size_t cli_error_columns(void);
/* Standard output, for what the library writes. */
extern const attnviz_output cli_output;
/* Writes to standard output. Whether that went well, cli_close_output says at the end. */
void cli_write(const char *bytes, size_t length);
/* The same for a text; one that ran out of memory is a fault. */
bool cli_write_text(const attn_text *text, attn_status *status);
/* False, with a fault, where nobody sits at standard input. */
bool cli_person_needed(attn_status *status);
/* Waits for Enter. False at the end of the input: nobody will press it any more. */
bool cli_wait_for_enter(void);

/* Ends standard output. NULL if all that was written has arrived, else the reason why not. */
const char *cli_close_output(void);

#endif
