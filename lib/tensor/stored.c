/*
 * stored: the numbers of a stored matrix, made where they are asked for.
 */
#include "tensor/stored.h"

#include <math.h>

#include "core/budget.h"
#include "core/memory.h"

enum { UNMADE, IN_WORK, MADE };

attn_stored *attn_stored_new(attn_matrix matrix)
{
    size_t count, bytes;
    if (!attn_multiply(matrix.rows, matrix.cols, &count) ||
        !attn_multiply(count, sizeof(float), &bytes))
        return NULL;
    float *numbers = attn_reserve(bytes);
    attn_stored *stored = numbers ? attn_resize(NULL, sizeof *stored) : NULL;
    if (stored)
        *stored = (attn_stored){.matrix = matrix, .numbers = numbers, .bytes = bytes};
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

bool attn_stored_is_made(const attn_stored *stored)
{
    return stored->state == MADE;
}

bool attn_stored_is_finite(const attn_stored *stored, size_t *row, size_t *col)
{
    enum { at_once = 1024 };
    float some[at_once];
    const attn_matrix M = stored->matrix;
    for (size_t i = 0; i < M.rows; i++) {
        for (size_t j = 0; j < M.cols; j += at_once) {
            const attn_matrix part = attn_part_of(M, i, j, 1, at_once);
            attn_kernel_lay_out(part, some);
            if (attn_kernel_finite(some, part.cols)) continue;
            for (*row = i + 1, *col = j + 1; isfinite(some[*col - j - 1]);) ++*col;
            return false;
        }
    }
    return true;
}

/* Numbers of four bytes are used as they are in the file, those of two are looked at. */
static bool make(const attn_stored *stored, const char *name, attn_status *status)
{
    const attn_matrix M = stored->matrix;
    size_t row, col;
    if (!attn_budget_take(stored->bytes))
        return attn_fail_memory(status, stored->bytes, "%s (%zu×%zu) as float32", name, M.rows,
                                M.cols);
    attn_kernel_lay_out(M, stored->numbers);
    if (M.kind == ATTN_FLOAT32 || attn_stored_is_finite(stored, &row, &col)) return true;
    attn_budget_return(stored->bytes);
    return attn_fail(status, ATTN_INPUT,
                     "%s holds a number that is not finite: row %zu, column %zu", name, row, col);
}

bool attn_stored_make(attn_stored *stored, const char *name, attn_status *status)
{
    int found = UNMADE;
    while (!atomic_compare_exchange_weak(&stored->state, &found, IN_WORK)) {
        if (found == MADE) return true;
        found = UNMADE; /* another thread makes them, or could not */
    }
    const bool made = make(stored, name, status);
    stored->state = made ? MADE : UNMADE;
    return made;
}
