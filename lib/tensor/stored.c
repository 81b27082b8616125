/*
 * stored: the numbers of a stored matrix, made where they are asked for.
 */
#include "tensor/stored.h"

#include "core/budget.h"
#include "core/memory.h"

enum { UNMADE, IN_WORK, MADE };

attn_stored *attn_stored_new(attn_matrix lies)
{
    size_t count, bytes;
    if (!attn_multiply(lies.rows, lies.cols, &count) ||
        !attn_multiply(count, sizeof(float), &bytes))
        return NULL;
    float *numbers = attn_reserve(bytes);
    attn_stored *stored = numbers ? attn_resize(NULL, sizeof *stored) : NULL;
    if (stored)
        *stored = (attn_stored){.lies = lies, .numbers = numbers, .bytes = bytes};
    else
        attn_unreserve(numbers, bytes);
    return stored;
}

void attn_stored_free(attn_stored *stored)
{
    if (!stored) return;
    if (stored->state == MADE) attn_budget_return(stored->bytes);
    attn_unreserve(stored->numbers, stored->bytes);
    attn_resize(stored, 0);
}

bool attn_stored_make(attn_stored *stored, attn_status *status)
{
    int found = UNMADE;
    while (!atomic_compare_exchange_weak(&stored->state, &found, IN_WORK)) {
        if (found == MADE) return true;
        found = UNMADE; /* another thread makes them, or could not */
    }
    const bool fits = attn_budget_take(stored->bytes);
    if (fits) attn_kernel_lay_out(stored->lies, stored->numbers);
    stored->state = fits ? MADE : UNMADE;
    return fits || attn_fail_memory(status, stored->bytes, "the numbers of a weight (%zu×%zu)",
                                    stored->lies.rows, stored->lies.cols);
}
