/*
 * computing: the options of every command that computes. They change how long it takes, and no
 * digit.
 */
#ifndef ATTN_CLI_COMPUTING_H
#define ATTN_CLI_COMPUTING_H

#include "command.h"

/* Entries of a command's table of options. */
#define CLI_THREADS                                                                                \
    {                                                                                              \
        "--threads", 0, "N",                                                                       \
            "threads that compute together (default: one for each processor); the results are "    \
            "the same, whatever is chosen",                                                        \
            false, false                                                                           \
    }
#define CLI_KERNELS                                                                                \
    {                                                                                              \
        "--kernels", 0, "auto|base|avx2|avx512|neon",                                              \
            "the processor's instructions to compute with; auto (default): the fastest it has; "   \
            "the results are the same, whatever is chosen",                                        \
            false, false                                                                           \
    }

/* Takes both from the command line, from these places of the command's table. */
bool cli_computing_read(const cli_arguments *arguments, size_t threads, size_t kernels,
                        attn_status *status);

#endif
