/*
 * command: what a command of the program is, and what it may use to read its words.
 *
 * A command reports a fault by the status, or, of the library, by the fault of its arguments; main
 * prints it and turns it into the exit status.
 * Memory belongs to the arena of the arguments and goes when the program ends.
 */
#ifndef ATTN_CLI_COMMAND_H
#define ATTN_CLI_COMMAND_H

#include <stddef.h>

#include "attnviz.h"
#include "core/text.h"

enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* input or output failed */
    CLI_USAGE = 2,  /* asked for wrongly */
    CLI_FALSE = 3   /* a check of a lesson is false */
};

typedef struct cli_kind cli_kind; /* of a value: options.h */

typedef struct cli_option {
    const char *name; /* "--output" */
    char letter;      /* 'o' for -o; 0: none */
    const cli_kind *kind;
    const char *argument; /* "FILE", "text|json", as help shows it; NULL: it takes no value */
    const char *help;     /* one sentence without its full stop; help wraps it */
    /* The member of the request that the value goes to (CLI_IN), and a second one (CLI_ALSO): how
     * many values or items there are, or the end of a range. Size 0: none. */
    size_t at, size, also_at, also_size;
    long least, most, usual; /* of numbers; usual: where the option is not given */
} cli_option;

/* What stands in a table of options: "CLI_IN(request, look.cell)". A number, a choice or a flag
 * may go to any integer, enumeration or bool. */
#define CLI_IN(type, member) .at = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define CLI_ALSO(type, member)                                                                     \
    .also_at = offsetof(type, member), .also_size = sizeof(((type *)0)->member)

typedef struct cli_arguments cli_arguments;

/* A line of help: a command, and what it does. */
typedef struct cli_example {
    const char *line, *meaning;
} cli_example;

typedef struct cli_command {
    const char *name;
    const char *summary;  /* half a line, for the list of commands */
    const char *operands; /* "[LESSON | FILE.json]"; "" where it takes none */
    size_t most_operands;
    const char *about; /* a paragraph or two, divided by '\n'; help wraps them */
    const cli_option *options;
    size_t option_count;
    size_t request_size; /* of the struct that the options are read into; 0: there are none */
    const cli_example *examples; /* the last one has line NULL */
    bool without_end; /* it computes as long as it takes: there is no usual budget of work */
    /* request: zero, but for what the options say. Only the status says what failed. */
    enum cli_exit (*run)(const cli_arguments *arguments, void *request, attn_status *status);
} cli_command;

/* What a command says of its table of options, and of the struct that they are read into. */
#define CLI_TABLE(table, request)                                                                  \
    .options = (table), .option_count = sizeof(table) / sizeof *(table),                           \
    .request_size = sizeof(request)

/* The commands; each is defined in the file of its name. */
extern const cli_command cli_explain, cli_heatmap, cli_heads, cli_attend, cli_generate, cli_train,
    cli_evaluate, cli_check, cli_worksheet, cli_lessons, cli_glossary, cli_corpus, cli_tokenizer,
    cli_help;

/* All commands in the order of help; i from 0, NULL at the end. */
const cli_command *cli_command_at(size_t i);
/* The command of this name; else NULL, and the status says which one may have been meant. */
const cli_command *cli_command_find(const char *name, attn_status *status);

#endif
