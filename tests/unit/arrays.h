/*
 * arrays: what a file of arrays holds, as lines of text; and what reading it from memory says.
 */
#ifndef TESTS_UNIT_ARRAYS_H
#define TESTS_UNIT_ARRAYS_H

#include <stdlib.h>

#include "core/text.h"
#include "files/arrays/array.h"

static inline void tell_words(attn_text *text, const char *what, const attn_labels *labels)
{
    if (!labels) return;
    attn_text_print(text, " %s", what);
    for (size_t i = 0; i < labels->count; i++) attn_text_print(text, " %s", labels->words[i]);
}

static inline void tell_numbers(attn_text *text, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) attn_text_print(text, " %.9g", (double)numbers[i]);
}

/* A line "A <f4 99 (2, 3): 1 2 3 4 5 6 rows the cat", its numbers read in strips. */
static inline bool tell_array(attn_text *text, attn_arrays *arrays, const attn_array *array,
                              size_t strip, attn_status *status)
{
    float *numbers = malloc(strip * sizeof *numbers + 1);
    attn_text_print(text, "%s %s %u (", array->name, array->type, array->digits);
    for (size_t i = 0; i < array->rank; i++)
        attn_text_print(text, "%s%zu", i ? ", " : "", array->shape[i]);
    attn_text_add(text, "):");
    bool done = numbers != NULL;
    for (size_t at = 0, n; done && at < array->count; at += n) {
        n = array->count - at < strip ? array->count - at : strip;
        done = attn_array_read(arrays, array, at, n, numbers, status);
        if (done) tell_numbers(text, numbers, n);
    }
    free(numbers);
    tell_words(text, "rows", array->row_labels);
    tell_words(text, "cols", array->col_labels);
    attn_text_add(text, "\n");
    return done;
}

/* All arrays; or, where one cannot be read, the fault alone. */
static inline void tell_arrays(attn_text *text, attn_arrays *arrays, size_t strip,
                               attn_status *status)
{
    const attn_array *array;
    bool done = arrays != NULL;
    for (size_t i = 0; done && (array = attn_arrays_at(arrays, i)) != NULL; i++)
        done = tell_array(text, arrays, array, strip, status);
    attn_arrays_close(arrays);
    if (done) return;
    attn_text_clear(text);
    attn_status_text(status, "", text);
}

#endif
