/*
 * computing: reads --threads and --kernels.
 */
#include "computing.h"

static bool use_threads(cli_value *value)
{
    long count;
    if (!cli_read_number(value, &count)) return false;
    attnviz_threads((size_t)count);
    return true;
}

static bool use_kernels(cli_value *value)
{
    size_t choice;
    const char *set = value->texts[0];
    if (!cli_read_choice(value, &choice)) return false;
    return attnviz_kernels(choice == 0 ? NULL : set) ||
           attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "this processor cannot compute with --kernels %s: leave the option out", set);
}

const cli_kind cli_threads = {.read = use_threads};
const cli_kind cli_kernels = {.read = use_kernels};
