/*
 * command: what a command of the program is, and what it may use to read its words.
 *
 * A command reports a fault by the status alone; main prints it and turns it into the exit status.
 * Memory belongs to the arena of the arguments and goes when the program ends.
 */
#ifndef ATTN_CLI_COMMAND_H
#define ATTN_CLI_COMMAND_H

#include "core/memory.h"
#include "core/text.h"

enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* input or output failed */
    CLI_USAGE = 2,  /* asked for wrongly */
    CLI_FALSE = 3   /* a check of a lesson is false */
};

typedef struct cli_option {
    const char *name;     /* "--output" */
    char letter;          /* 'o' for -o; 0: none */
    const char *argument; /* "FILE", as help shows it; NULL: the option takes no value */
    const char *help;     /* one sentence without its full stop; help wraps it */
    bool repeats;         /* may stand more than once */
    bool is_file;         /* the value names a file: any bytes */
} cli_option;

typedef struct cli_arguments cli_arguments;

typedef struct cli_example {
    const char *line, *meaning;
} cli_example;

typedef struct cli_command {
    const char *name;
    const char *summary;  /* half a line, for the list of commands */
    const char *operands; /* "[LESSON | FILE.json]"; "" where it takes none */
    size_t most_operands;
    const char *about; /* a paragraph or two, divided by '\n'; help wraps them */
    size_t option_count;
    const cli_option *options;
    const cli_example *examples; /* the last one has line NULL */
    bool without_end; /* it computes as long as it takes: there is no usual budget of work */
    enum cli_exit (*run)(const cli_arguments *arguments, attn_status *status);
} cli_command;

extern const cli_command cli_explain, cli_heatmap, cli_attend, cli_generate, cli_train,
    cli_evaluate, cli_check, cli_worksheet, cli_lessons, cli_glossary, cli_corpus, cli_help;

/* All commands in the order of help; i from 0, NULL at the end. */
const cli_command *cli_command_at(size_t i);
/* The command of this name; else NULL, and the status says which one may have been meant. */
const cli_command *cli_command_find(const char *name, attn_status *status);

#endif
