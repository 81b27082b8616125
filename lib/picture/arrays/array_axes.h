/*
 * array_axes: which array of a file, and what its axes are: layers, examples, heads, queries, keys.
 * What cannot be known is asked for, never guessed;
 * messages call the choices as the command line does (--layer, --axes).
 */
#ifndef ATTN_PICTURE_ARRAYS_ARRAY_AXES_H
#define ATTN_PICTURE_ARRAYS_ARRAY_AXES_H

#include "array_map.h"
#include "files/arrays/array.h"

/* What is asked of a file. Places, from 1; 0: not asked for. */
typedef struct attn_axes_asked {
    const char *file;  /* its name, for messages */
    const char *array; /* of several; or NULL */
    const char *axes;  /* "layer,head,query,key"; or NULL */
    long layer, example, head;
    bool combine;        /* all heads become one map */
    bool other_examples; /* `example` may be of another file alone */
} attn_axes_asked;

/*
 * Chooses in a file, and fills all of the picture that this says: file, array, rows, cols, vector,
 * transposed (the axes are key,query), maps, tokens, columns. What is asked and not there, or not
 * clear, is ATTN_USAGE. In the arena.
 */
bool attn_axes_choose(attn_arrays *file, const attn_axes_asked *asked, attn_arena *arena,
                      attn_array_picture *picture, attn_status *status);

#endif
