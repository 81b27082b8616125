#include "files/array_common.h"
bool attn_array_npz(attn_arrays *arrays, attn_status *status)
{
    (void)arrays;
    return attn_fail(status, ATTN_INPUT, "npz soon");
}
