/*
 * reading: a lesson from a word of the command line, and options of the commands with lessons.
 */
#ifndef ATTN_CLI_READING_H
#define ATTN_CLI_READING_H

#include "options.h"

/* Options of the commands that run lessons: their request has `wishes`. */
extern const cli_kind cli_inputs; /* "NAME=TEXT", cut into pairs */
#define CLI_INPUT(request)                                                                         \
    {                                                                                              \
        "--input", 0, &cli_inputs, "NAME=TEXT",                                                    \
            "gives one of the lesson's inputs: the text of a sentence, the file of a picture",     \
            CLI_IN(request, wishes.inputs)                                                         \
    }
#define CLI_GIVEN(request)                                                                         \
    {                                                                                              \
        "--given", 0, &cli_file, "FILE",                                                           \
            "replaces words and numbers of the lesson, of any size, by your own from a file, "     \
            "{\"words\": [\"I\", \"see\"], \"X\": [[1, 0], [0, 1]]}",                              \
            CLI_IN(request, wishes.given)                                                          \
    }
#define CLI_SENTENCE(request)                                                                      \
    {                                                                                              \
        "--sentence", 0, &cli_text, "TEXT",                                                        \
            "gives the text of the input 'sentence', or else of the first input",                  \
            CLI_IN(request, wishes.sentence)                                                       \
    }
#define CLI_IDS(request)                                                                           \
    {"--ids",                                                                                      \
     0,                                                                                            \
     &cli_text,                                                                                    \
     "N,…",                                                                                        \
     "gives the words of that input as the model counts them, from 0: 15496,995",                  \
     CLI_IN(request, wishes.ids)},                                                                 \
    {                                                                                              \
        "--target-ids", 0, &cli_text, "N,…", "gives those of the input 'target' in the same way",  \
            CLI_IN(request, wishes.target_ids)                                                     \
    }
#define CLI_MODEL(request, place)                                                                  \
    {                                                                                              \
        "--model", 0, &cli_folder, "FOLDER",                                                       \
            "computes the model in this folder, as a hub of models gives it "                      \
            "(attnviz-models(5))",                                                                 \
            CLI_IN(request, place)                                                                 \
    }
#define CLI_WORKSHEET(request)                                                                     \
    {                                                                                              \
        "--worksheet", 0, &cli_number, "SEED",                                                     \
            "uses the numbers of this worksheet (attnviz-worksheet(1))",                           \
            CLI_IN(request, wishes.worksheet), CLI_ALSO(request, wishes.varied),                   \
            .most = CLI_MOST_SEED                                                                  \
    }
#define CLI_MOST_SEED 999999999L
/* Opens the lesson that the first operand names, or else `usual` (or NULL: one must be named); what
 * it says besides goes to standard error. NULL with a fault of the arguments. */
attnviz_lesson *cli_lesson_for(const cli_arguments *arguments, attnviz_purpose purpose,
                               const char *usual);

#endif
