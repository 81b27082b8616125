/*
 * explain: a lesson told, for all commands that do.
 */
#ifndef ATTN_CLI_EXPLAIN_H
#define ATTN_CLI_EXPLAIN_H

#include "computing.h"
#include "document/document.h"
#include "reading.h"
#include "saving.h"
#include "terminal.h"

/* What is asked for. The request of a command that tells a lesson begins with it. */
typedef struct cli_telling {
    attn_options run;
    cli_sheet sheet; /* of the run, if it has a worksheet's numbers */
    attn_changes changes;
    attn_show_options show;
    attn_format format;
    cli_color color;
    bool pause, step;
    const char *output;  /* NULL: standard output */
    const char *picture; /* of what the lesson draws; NULL: none is asked for */
    attn_format picture_format;
    attn_fonts *fonts; /* of pictures; NULL: none is drawn */
    cli_saves saves;
} cli_telling;

/* Entries of the table. */
#define CLI_TELL_SET                                                                               \
    {                                                                                              \
        "--set", 0, &cli_texts, "'NAME=NUMBER'",                                                   \
            "what if: puts this number in place of one that is given or computed, and computes "   \
            "everything after it again",                                                           \
            CLI_IN(cli_telling, run.sets), CLI_ALSO(cli_telling, run.set_count)                    \
    }
#define CLI_TELL_WITHOUT                                                                           \
    {                                                                                              \
        "--without", 0, &cli_texts, "NAME",                                                        \
            "leaves something out that the lesson can do without, and shows what changes",         \
            CLI_IN(cli_telling, changes.switches), CLI_ALSO(cli_telling, changes.switch_count)     \
    }
#define CLI_TELL_ONLY                                                                              \
    {                                                                                              \
        "--only", 0, &cli_list, "NAME,…", "shows these values alone",                              \
            CLI_IN(cli_telling, show.only), CLI_ALSO(cli_telling, show.only_count)                 \
    }
#define CLI_TELL_AT                                                                                \
    {                                                                                              \
        "--at", 0, &cli_places, "INDEX=N", "shows only the steps at this value of an index",       \
            CLI_IN(cli_telling, show.at), CLI_ALSO(cli_telling, show.at_count)                     \
    }
#define CLI_TELL_ARITHMETIC                                                                        \
    {                                                                                              \
        "--arithmetic", 0, &cli_list, "NAME,…", "writes out how these numbers came about",         \
            CLI_IN(cli_telling, run.arithmetics), CLI_ALSO(cli_telling, run.arithmetic_count)      \
    }
#define CLI_TELL_PRECISION                                                                         \
    {                                                                                              \
        "--precision", 0, &cli_number, "N",                                                        \
            "decimals, from 0 to 9 (default 4); what would be 0 then keeps two digits",            \
            CLI_IN(cli_telling, show.precision), .most = 9, .usual = 4                             \
    }
#define CLI_TELL_FORMAT                                                                            \
    {                                                                                              \
        "--format", 0, &cli_format, "text|json|markdown|latex",                                    \
            "text to read, JSON for other programs, or a page to print or to put in slides, with " \
            "its pictures beside it (default: as the file's ending says, else text)",              \
            CLI_IN(cli_telling, format)                                                            \
    }
#define CLI_TELL_STEP                                                                              \
    {                                                                                              \
        "--step", 0, &cli_flag, NULL,                                                              \
            "on the whole screen, for the board: a step at a time, the arithmetic of the number "  \
            "under the cursor, numbers changed on the spot (? there lists the keys)",              \
            CLI_IN(cli_telling, step)                                                              \
    }
#define CLI_TELL_OUTPUT                                                                            \
    {                                                                                              \
        "--output", 'o', &cli_file, "FILE",                                                        \
            "writes to this file, whole or not at all; its ending, .txt, .json, .md or .tex, "     \
            "chooses the format; '-' is standard output",                                          \
            CLI_IN(cli_telling, output)                                                            \
    }

/* How the lesson is had, once the options are known to be right; NULL on failure. `telling` begins
 * the request of the command. */
typedef attn_lesson *cli_lesson_source(const cli_arguments *arguments, cli_telling *telling,
                                       attn_status *status);

enum cli_exit cli_tell(const cli_arguments *arguments, cli_telling *telling,
                       cli_lesson_source *source, attn_status *status);

#endif
