/*
 * array_axes: which array of a file, and what its axes are: layers, examples, heads, queries, keys.
 * What cannot be known is asked for, never guessed.
 */
#ifndef ATTN_CLI_ARRAY_AXES_H
#define ATTN_CLI_ARRAY_AXES_H

#include "files/arrays/array.h"
#include "picture/arrays/array_map.h"

/* Places, from 1; 0: not asked for. */
typedef struct cli_axes_asked {
    const char *file;  /* its name, for messages */
    const char *array; /* of several; or NULL */
    const char *axes;  /* "layer,head,query,key"; or NULL */
    long layer, example, head;
    bool combine;        /* all heads become one map */
    bool other_examples; /* `example` may be of another file alone */
} cli_axes_asked;

typedef struct cli_axes_chosen {
    const attn_array *array;
    size_t rows, cols;
    bool vector, transposed; /* transposed: the axes are key,query */
    size_t map_count;
    attn_array_map *maps;
    size_t
        columns; /* of maps, where several axes are drawn: the last of them goes across; else 0 */
} cli_axes_chosen;

bool cli_axes_choose(const attn_arrays *file, const cli_axes_asked *asked, attn_arena *arena,
                     cli_axes_chosen *chosen, attn_status *status);

/* "12×7×7" in the arena; "" without memory. */
const char *cli_array_shape(const attn_array *array, attn_arena *arena);

#endif
