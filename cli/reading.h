/*
 * reading: a lesson, or a text with sentences, from a word of the command line.
 */
#ifndef ATTN_CLI_READING_H
#define ATTN_CLI_READING_H

#include "lesson/lesson.h"
#include "options.h"

/* A word with a dot or a slash names a file; any other names a lesson of the program. */
bool cli_is_file(const char *word);
/* False, and the right command named, for a picture where a lesson or a text is expected. */
bool cli_refuse_picture(const char *word, attn_status *status);
/* Whether an output of this name takes the place of a file, or of the link that its name is. */
bool cli_overwrites(const char *output, const char *file);
/* Whether two outputs take one place, also where nothing is there yet. */
bool cli_one_output(const char *a, const char *b);
/* False, with a fault, if a file of this name is the lesson or one that the lesson reads. */
bool cli_lesson_spared(const attn_lesson *lesson, const char *output, attn_status *status);
/* Options of the commands that run lessons: their request has `run`, an attn_options. */
extern const cli_kind cli_inputs; /* "NAME=TEXT", cut into pairs */
#define CLI_INPUT(request, group)                                                                  \
    {                                                                                              \
        "--input", 0, &cli_inputs, "NAME=TEXT",                                                    \
            "one of the lesson's inputs: the text of a sentence, the file of a picture",           \
            CLI_IN(request, wishes.inputs), .tags = (group)                                        \
    }
#define CLI_SENTENCE(request)                                                                      \
    {                                                                                              \
        "--sentence", 0, &cli_text, "TEXT",                                                        \
            "the text of the input 'sentence', or else of the first input",                        \
            CLI_IN(request, wishes.sentence)                                                       \
    }
#define CLI_INPUT_RUN(request, group)                                                              \
    {                                                                                              \
        "--input", 0, &cli_inputs, "NAME=TEXT",                                                    \
            "one of the lesson's inputs: the text of a sentence, the file of a picture",           \
            CLI_IN(request, run.inputs), CLI_ALSO(request, run.input_count), .tags = (group)       \
    }
#define CLI_SENTENCE_RUN(request)                                                                  \
    {                                                                                              \
        "--sentence", 0, &cli_text, "TEXT",                                                        \
            "the text of the input 'sentence', or else of the first input",                        \
            CLI_IN(request, run.sentence)                                                          \
    }
/* "t=2", a list as cli_list reads it; each is an index and its number. */
extern const cli_kind cli_places;
/* False, with a fault, if an input is the name of this file. */
bool cli_inputs_spared(const attn_options *run, const char *output, attn_status *status);
/* A worksheet whose numbers a run takes; the request has one as `sheet`. */
typedef struct cli_sheet {
    bool asked;
    uint64_t seed;
    attn_varied varied;
} cli_sheet;
#define CLI_WORKSHEET(request)                                                                     \
    {                                                                                              \
        "--worksheet", 0, &cli_number, "SEED",                                                     \
            "with the numbers of this worksheet (attnviz-worksheet(1))",                           \
            CLI_IN(request, sheet.seed), CLI_ALSO(request, sheet.asked), .most = CLI_MOST_SEED     \
    }
#define CLI_MOST_SEED 999999999L
/* Finds them, if they are asked for; the run then has them. */
bool cli_sheet_find(cli_sheet *sheet, attn_lesson *lesson, attn_options *run, attn_status *status);
/* What the options of a run are called on the command line. */
extern const attn_option_names cli_option_names;
/* Opens the lesson that the first operand names; its warnings go to standard error. NULL with a
 * fault of the arguments. */
attnviz_lesson *cli_lesson_for(const cli_arguments *arguments, attnviz_purpose purpose);
/* Reads the lesson; a name that is none is a fault that says which may have been meant. */
attn_lesson *cli_lesson_open(const char *word, attn_arena *arena, attn_status *status);
/* What a command needs of a lesson. Its messages go on with the carried lessons that have it, or
 * with `none` where there are none. */
typedef struct cli_ability {
    bool (*has)(const attn_lesson *lesson);
    const char *unnamed; /* "name a lesson that …"; NULL: le-chat-noir is taken */
    const char *lacks;   /* "does not say …" */
    const char *these, *none;
} cli_ability;
/* Opens the first operand; NULL, with a fault, if it lacks the ability. */
attn_lesson *cli_lesson_able(const cli_arguments *arguments, const cli_ability *ability,
                             attn_status *status);
/*
 * What the exit status says of a run whose all is shown: CLI_FALSE, with a line on stderr, if a
 * check is false and no input was changed.
 */
enum cli_exit cli_lesson_verdict(const attn_run *run);
/* Warns on standard error, once of the same, if there is such a fault. */
void cli_warn_of(const attn_status *doubt);
/* The same of attn_run_weights_lie. */
void cli_warn_of_weights(const attn_run *run);

typedef struct cli_sentence {
    const char *text; /* one line, without white space around it */
    size_t line;      /* from 1 */
} cli_sentence;

/* The sentences of a text file ("-": standard input), one to a line; lines without a word are
 * skipped. */
bool cli_sentences_read(const char *path, attn_arena *arena, cli_sentence **sentences,
                        size_t *count, attn_status *status);

/* More lines in one file are taken for a mistake. */
#define CLI_MOST_SENTENCES 1000u
#define CLI_MOST_TEXT ((size_t)4 << 20)

#endif
