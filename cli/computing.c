/*
 * computing: reads --threads and --kernels.
 */
#include "computing.h"

#include "core/pool.h"
#include "options.h"
#include "tensor/kernel.h"

bool cli_computing_read(const cli_arguments *arguments, size_t threads, size_t kernels,
                        attn_status *status)
{
    static const char *const sets[] = {"auto", "base", "avx2", "avx512", "neon", NULL};
    enum { most_threads = 64 };
    size_t set;
    long count = 0;
    if (!cli_number(arguments, threads, 1, most_threads, &count, status) ||
        !cli_choice(arguments, kernels, sets, &set, status)) {
        return false;
    }
    attn_pool_threads((size_t)count);
    if (attn_kernel_use(set == 0 ? NULL : sets[set])) return true;
    return attn_fail(status, ATTN_USAGE,
                     "this processor cannot compute with --kernels %s: leave the option out",
                     sets[set]);
}
