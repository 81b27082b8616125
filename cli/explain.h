/*
 * explain: a lesson told, for all commands that do.
 */
#ifndef ATTN_CLI_EXPLAIN_H
#define ATTN_CLI_EXPLAIN_H

#include "command.h"
#include "computing.h"
#include "lesson/lesson.h"

/* Where the options stand in the table of a command; SIZE_MAX: it has none of this kind. */
typedef struct cli_explain_places {
    size_t input, sentence, set, without, worksheet, only, at, arithmetic, zoom, precision, format,
        pause, step, color, output, picture, save, threads, kernels;
} cli_explain_places;

/* Entries of the table; what the lesson draws is told of where the command has no `picture`. */
#define CLI_TELL_SENTENCE                                                                          \
    {                                                                                              \
        "--sentence", 0, "TEXT", "the text of the input 'sentence', or else of the first input",   \
            false, false                                                                           \
    }
#define CLI_TELL_SET                                                                               \
    {                                                                                              \
        "--set", 0, "'NAME=NUMBER'",                                                               \
            "what if: puts this number in place of one that is given or computed, and computes "   \
            "everything after it again",                                                           \
            true, false                                                                            \
    }
#define CLI_TELL_WITHOUT                                                                           \
    {                                                                                              \
        "--without", 0, "NAME",                                                                    \
            "leaves something out that the lesson can do without, and shows what changes", true,   \
            false                                                                                  \
    }
#define CLI_TELL_ONLY                                                                              \
    {                                                                                              \
        "--only", 0, "NAME,…", "shows these values alone", true, false                             \
    }
#define CLI_TELL_AT                                                                                \
    {                                                                                              \
        "--at", 0, "INDEX=N", "shows only the steps at this value of an index", true, false        \
    }
#define CLI_TELL_ARITHMETIC                                                                        \
    {                                                                                              \
        "--arithmetic", 0, "NAME,…", "writes out how these numbers came about", true, false        \
    }
#define CLI_TELL_ZOOM                                                                              \
    {                                                                                              \
        "--zoom", 0, "FUNCTION,…", "opens these functions wherever the lesson calls them", true,   \
            false                                                                                  \
    }
#define CLI_TELL_PRECISION                                                                         \
    {                                                                                              \
        "--precision", 0, "N",                                                                     \
            "decimals, from 0 to 9 (default 4); what would be 0 then keeps two digits", false,     \
            false                                                                                  \
    }
#define CLI_TELL_FORMAT                                                                            \
    {                                                                                              \
        "--format", 0, "text|json|markdown|latex",                                                 \
            "text to read, JSON for other programs, or a page to print or to put in slides, with " \
            "its pictures beside it (default: as the file's ending says, else text)",              \
            false, false                                                                           \
    }
#define CLI_TELL_PAUSE                                                                             \
    {                                                                                              \
        "--pause", 0, NULL, "waits for Enter after each step", false, false                        \
    }
#define CLI_TELL_STEP                                                                              \
    {                                                                                              \
        "--step", 0, NULL,                                                                         \
            "on the whole screen, for the board: a step at a time, the arithmetic of the number "  \
            "under the cursor, numbers changed on the spot (? there lists the keys)",              \
            false, false                                                                           \
    }
#define CLI_TELL_COLOR                                                                             \
    {                                                                                              \
        "--color", 0, "auto|always|never",                                                         \
            "colours; auto (default): on a terminal, if NO_COLOR is not set", false, false         \
    }
#define CLI_TELL_OUTPUT                                                                            \
    {                                                                                              \
        "--output", 'o', "FILE",                                                                   \
            "writes to this file, whole or not at all; its ending, .txt, .json, .md or .tex, "     \
            "chooses the format; '-' is standard output",                                          \
            false, true                                                                            \
    }

/* How the lesson is had, once the options are known to be right; NULL on failure. */
typedef attn_lesson *cli_lesson_source(const cli_arguments *arguments, attn_status *status);

enum cli_exit cli_explain_lesson(const cli_arguments *arguments, const cli_explain_places *places,
                                 cli_lesson_source *source, attn_status *status);

#endif
