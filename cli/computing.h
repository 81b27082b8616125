/*
 * computing: the options of every command that computes. They change how long it takes, and no
 * digit.
 */
#ifndef ATTN_CLI_COMPUTING_H
#define ATTN_CLI_COMPUTING_H

#include "options.h"

/* How the values of --threads and --kernels are read. */
extern const cli_kind cli_threads, cli_kernels;

/* Entries of a command's table of options. They are in force once they are read. */
#define CLI_THREADS                                                                                \
    {                                                                                              \
        "--threads", 0, &cli_threads, "N",                                                         \
            "computes with so many threads (default: one for each processor); the results are "    \
            "the same",                                                                            \
            .least = 1, .most = 64                                                                 \
    }
#define CLI_KERNELS                                                                                \
    {                                                                                              \
        "--kernels", 0, &cli_kernels, "auto|base|avx2|avx512|neon",                                \
            .help = "chooses the processor's instructions; auto (default): the fastest it has; "   \
                    "the results are the same"                                                     \
    }

#endif
