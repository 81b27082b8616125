/*
 * options: the words after a command, read by its table of options.
 *
 * `--name value` and `--name=value` are the same; `--` ends the options; a lone `-` is no option.
 * Options are not abbreviated. Every fault is one of usage.
 */
#ifndef ATTN_CLI_OPTIONS_H
#define ATTN_CLI_OPTIONS_H

#include "command.h"

typedef struct cli_given { /* one option as it stands on the command line */
    const cli_option *option;
    const char *value; /* NULL where it takes none */
} cli_given;

struct cli_arguments {
    const cli_command *command;
    attn_arena *arena;
    attnviz_fault *fault;      /* of the library; main's */
    attnviz_listener listener; /* main's; prints what the library says besides */
    bool help_asked;           /* --help or -h: nothing behind it was read */
    size_t operand_count;
    const char **operands;
    size_t given_count;
    cli_given *given;
};

/* The options of a command, those that all have behind its own; NULL at the end. */
const cli_option *cli_option_at(const cli_command *command, size_t i);

/* Finds the options and operands. Fills all but the arena, which stands there already. */
bool cli_arguments_read(cli_arguments *arguments, const cli_command *command, size_t count,
                        char *const *words, attn_status *status);
/* Reads the values of these options, in their order, into the request. */
bool cli_options_read(const cli_arguments *arguments, const cli_option *options, size_t count,
                      void *request);

/* The first of the command's own that is not this one; NULL: there is none. */
const cli_option *cli_other_than(const cli_arguments *arguments, const char *name);

/* ---- kinds of values ---- */

typedef struct cli_value {
    const cli_option *option;
    size_t count;
    const char *const *texts; /* as given: one, but where the kind repeats */
    void *place;              /* CLI_IN */
    size_t also;              /* goes to CLI_ALSO; `count` if it is left */
    attn_arena *arena;        /* what is made of the texts lives there; its status takes faults */
    attnviz_fault *fault;     /* of the library */
} cli_value;

struct cli_kind {
    bool repeats; /* the option may stand more than once */
    bool bytes;   /* not only UTF-8: the name of a file */
    enum { CLI_NO_FILES, CLI_FILES, CLI_LESSONS } completes;
    bool (*read)(cli_value *value);
};

extern const cli_kind cli_flag;    /* takes no value: true */
extern const cli_kind cli_number;  /* a whole number from `least` to `most` */
extern const cli_kind cli_decimal; /* a double from `least` to `most`, without an exponent */
extern const cli_kind cli_range;   /* "13-16", or "13" alone, from 1 to `most`; the end: CLI_ALSO */
extern const cli_kind cli_choice;  /* one of the words of "a|b|c": its place among them, from 0 */
extern const cli_kind cli_word;    /* the same: const char * */
extern const cli_kind cli_format;  /* the same, of names of formats: attnviz_format */
extern const cli_kind cli_text;    /* const char * */
extern const cli_kind cli_file;    /* the same: any bytes */
extern const cli_kind cli_folder;  /* the same, with a slash at its end */
extern const cli_kind cli_lesson;  /* the same: a carried lesson, or a file of one */
extern const cli_kind cli_texts;   /* const char *const *, as often as the option stands there */
/* The same, each value cut at its commas (those in brackets and braces do not count). A comma
 * between subscripts, as in Z_1,2, is a fault. */
extern const cli_kind cli_list;

/* Puts a number into an integer, an enumeration or a bool of this size. */
void cli_store(void *place, size_t size, long number);
/* Reads a number or a choice for kinds that make something of it. */
bool cli_read_number(const cli_value *value, long *number);
bool cli_read_choice(const cli_value *value, size_t *choice);
/* What --format calls them. */
extern const char *const cli_format_names[];

#endif
