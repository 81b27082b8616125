/*
 * options: the words after a command, read by its table of options.
 *
 * `--name value` and `--name=value` are the same; `--` ends the options; a lone `-` is no option.
 * Options are not abbreviated. Every fault is one of usage.
 */
#ifndef ATTN_CLI_OPTIONS_H
#define ATTN_CLI_OPTIONS_H

#include "budget.h"
#include "command.h"
#include "files/bytes/format.h"

typedef struct cli_given { /* one option as it stands on the command line */
    size_t option;         /* its place in the command's table */
    const char *value;     /* NULL where it takes none */
} cli_given;

struct cli_arguments {
    const cli_command *command;
    attn_arena *arena;
    bool help_asked; /* --help or -h: nothing behind it was read */
    size_t operand_count;
    const char **operands;
    size_t given_count;
    cli_given *given;                       /* the command's own */
    const char *shared[CLI_SHARED_OPTIONS]; /* what is said with those that all have; or NULL */
};

/* The options of a command, those that all have behind its own; NULL at the end. */
const cli_option *cli_option_at(const cli_command *command, size_t i);

/* Fills all but the arena, which stands there already. */
bool cli_arguments_read(cli_arguments *arguments, const cli_command *command, size_t count,
                        char *const *words, attn_status *status);

/* Whether an option stands there, and what is said with it (NULL: it does not stand there). */
bool cli_asked(const cli_arguments *arguments, size_t option);
const char *cli_value(const cli_arguments *arguments, size_t option);
/* All values of an option that repeats, in order. */
const char *const *cli_values(const cli_arguments *arguments, size_t option, size_t *count);
/*
 * The same, each value cut at its commas (those in brackets and braces do not count). NULL if there
 * is no memory, or with a fault if a comma stands between subscripts, as in Z_1,2.
 */
const char *const *cli_list(const cli_arguments *arguments, size_t option, size_t *count);
/* The same of any texts, given with this option. */
const char *const *cli_items(attn_arena *arena, const char *option, const char *const *lists,
                             size_t list_count, size_t *count);

/* A whole number from least to most; *number stays as it is where the option does not stand there.
 */
bool cli_number(const cli_arguments *arguments, size_t option, long least, long most, long *number,
                attn_status *status);
/* "13-16", or "13" alone, from 1 to most; both stay as they are where the option does not stand
 * there. */
bool cli_range(const cli_arguments *arguments, size_t option, size_t most, size_t *from, size_t *to,
               attn_status *status);
/* The value's place in choices, which end with NULL; 0 where the option does not stand there. */
bool cli_choice(const cli_arguments *arguments, size_t option, const char *const *choices,
                size_t *choice, attn_status *status);

/*
 * The format of what goes to this path (NULL: standard output): what the option says, by the names
 * that formats have, or else what attn_format_choose finds.
 */
bool cli_format(const cli_arguments *arguments, size_t option, const attn_writer *writer,
                const char *path, attn_format *format, attn_status *status);

/* "t=2" */
typedef struct cli_place {
    const char *letter;
    long number;
} cli_place;
/* Reads one; `text` is what the user wrote with the option. */
bool cli_place_read(const cli_arguments *arguments, const char *text, cli_place *place,
                    attn_status *status);

/* Did you mean: the candidate that is nearest to a word, as long as it is near at all. */
typedef struct cli_guess {
    const char *word;
    const char *best; /* NULL: none is near */
    size_t distance;
} cli_guess;
void cli_guess_try(cli_guess *guess, const char *candidate);
/* ": did you mean X?" in the arena, or "". */
const char *cli_guess_text(const cli_guess *guess, attn_arena *arena);

#endif
