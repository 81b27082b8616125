/*
 * explain: shows a lesson, for all commands that do.
 */
#ifndef ATTN_CLI_EXPLAIN_H
#define ATTN_CLI_EXPLAIN_H

#include "computing.h"
#include "reading.h"
#include "terminal.h"

/* The request of a command that tells a lesson begins with it. */
typedef struct cli_telling {
    attnviz_telling asked;
    cli_color color;
    bool pause, step;
    const char *output; /* NULL: standard output */
    const char *model;  /* the folder of a model; NULL: a lesson is explained */
} cli_telling;

/* Entries of the table. */
#define CLI_TELL_SET                                                                               \
    {                                                                                              \
        "--set", 0, &cli_texts, "'NAME=NUMBER'",                                                   \
            "what if: replaces one given or computed number, and computes everything after it "    \
            "again",                                                                               \
            CLI_IN(cli_telling, asked.wishes.sets)                                                 \
    }
#define CLI_TELL_WITHOUT                                                                           \
    {                                                                                              \
        "--without", 0, &cli_texts, "NAME",                                                        \
            "leaves out a part that the lesson names, or a value, as A_{2,1}, and shows what "     \
            "changes; 'NAME = FORMULA' puts a formula in its place",                               \
            CLI_IN(cli_telling, asked.without)                                                     \
    }
#define CLI_TELL_PATCH                                                                             \
    {"--patch",                                                                                    \
     0,                                                                                            \
     &cli_list,                                                                                    \
     "NAME,…",                                                                                     \
     "takes these values, rows or numbers, as X_{2,3}, from --other, and shows what changes",      \
     CLI_IN(cli_telling, asked.patches)},                                                          \
        {"--other",                                                                                \
         0,                                                                                        \
         &cli_text,                                                                                \
         "TEXT",                                                                                   \
         "gives the sentence that --patch takes from",                                             \
         CLI_IN(cli_telling, asked.other)},                                                        \
    {                                                                                              \
        "--other-ids", 0, &cli_text, "N,…", "gives it as numbers, as --ids does",                  \
            CLI_IN(cli_telling, asked.other_ids)                                                   \
    }
#define CLI_TELL_FORMULA                                                                           \
    {                                                                                              \
        "--formula", 0, &cli_texts, "'NAME=FORMULA'",                                              \
            "computes this behind the lesson, and shows it as its last step",                      \
            CLI_IN(cli_telling, asked.formulas)                                                    \
    }
#define CLI_TELL_ONLY                                                                              \
    {                                                                                              \
        "--only", 0, &cli_list, "NAME,…", "shows only these values",                               \
            CLI_IN(cli_telling, asked.look.names)                                                  \
    }
#define CLI_TELL_AT                                                                                \
    {                                                                                              \
        "--at", 0, &cli_list, "INDEX=N", "shows only the steps at this value of an index",         \
            CLI_IN(cli_telling, asked.look.at)                                                     \
    }
#define CLI_TELL_ARITHMETIC                                                                        \
    {                                                                                              \
        "--arithmetic", 0, &cli_list, "NAME,…", "writes out the arithmetic of these numbers",      \
            CLI_IN(cli_telling, asked.wishes.arithmetics)                                          \
    }
#define CLI_TELL_CHECKS                                                                            \
    {                                                                                              \
        "--checks", 0, &cli_flag, NULL,                                                            \
            "lists the lesson's checks where they belong: what each means, and its formula",       \
            CLI_IN(cli_telling, asked.look.checks)                                                 \
    }
#define CLI_TELL_PRECISION                                                                         \
    {                                                                                              \
        "--precision", 0, &cli_number, "N",                                                        \
            "sets the decimals, from 0 to 9 (default 4); numbers that would be 0 keep two digits", \
            CLI_IN(cli_telling, asked.look.decimals), .most = 9, .usual = 4                        \
    }
#define CLI_TELL_FORMAT                                                                            \
    {                                                                                              \
        "--format", 0, &cli_format, "text|json|markdown|latex|html",                               \
            "writes text to read, JSON for other programs, or a page to print or to put in "       \
            "slides, with its pictures beside it (default: as the file's ending says, else text)", \
            CLI_IN(cli_telling, asked.look.format)                                                 \
    }
#define CLI_TELL_STEP                                                                              \
    {                                                                                              \
        "--step", 0, &cli_flag, NULL,                                                              \
            "shows one step at a time on the whole screen, with the arithmetic of the number "     \
            "under the cursor; numbers can be changed (? lists the keys)",                         \
            CLI_IN(cli_telling, step)                                                              \
    }
#define CLI_TELL_OUTPUT                                                                            \
    {                                                                                              \
        "--output", 'o', &cli_file, "FILE",                                                        \
            "writes to this file, whole or not at all; its ending, .txt, .json, .md, .tex or "     \
            ".html, "                                                                              \
            "chooses the format; '-' is standard output",                                          \
            CLI_IN(cli_telling, output)                                                            \
    }
#define CLI_TELL_SAVE                                                                              \
    {                                                                                              \
        "--save", 0, &cli_texts, "NAME,…=FILE",                                                    \
            "also writes these values to a file for other programs: .npy, .npz, .safetensors, "    \
            ".json, .csv or .tsv",                                                                 \
            CLI_IN(cli_telling, asked.saves)                                                       \
    }

/* Checks the options together, and completes what is asked. False, with a fault. */
bool cli_telling_check(cli_telling *telling, attn_status *status);
/* Tells it on the whole screen (step.c). */
void cli_step(const cli_arguments *arguments, attnviz_lesson *lesson,
              const attnviz_telling *telling);
/* Tells the lesson, which it frees; NULL: there is a fault already. */
enum cli_exit cli_tell(const cli_arguments *arguments, attnviz_lesson *lesson,
                       cli_telling *telling);

#endif
