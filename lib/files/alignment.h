/*
 * alignment: which words of two sentences belong together, as programs for translation write it.
 */
#ifndef ATTN_FILES_ALIGNMENT_H
#define ATTN_FILES_ALIGNMENT_H

#include "core/memory.h"
#include "tensor/tensor.h"

typedef struct attn_word_link {
    size_t source, target; /* places, from 0 */
    bool possible;         /* else it is sure */
} attn_word_link;

typedef struct attn_alignment {
    size_t line; /* where it stands, or begins */
    size_t count;
    const attn_word_link *links;
} attn_alignment;

/*
 * The links of one sentence. A file has a line for each, "0-0 1-2 2?1", where ? (or p) is a
 * possible link; or a line for each link, "1 1 2 S": the sentence and both words, from 1, and
 * perhaps S or P. sentence: from 1; 0: the only one there is. option: what the caller chooses it
 * by, for messages. NULL on failure, with the place.
 */
const attn_alignment *attn_alignment_read(const char *path, size_t sentence, const char *option,
                                          attn_arena *arena, attn_status *status);

/* A sentence with the weights of its words, as Nematus writes it: a head "0 ||| the cat ||| -1.2
 * ||| le chat ||| 3 3", and a line of weights for each target word. */
typedef struct attn_soft_alignment {
    const char *number;                 /* as the file has it */
    const attn_labels *source, *target; /* their words, and </s> where it has weights */
    const float *weights;               /* target->count × source->count */
    size_t line;
} attn_soft_alignment;

/* Whether a text begins like that. */
bool attn_is_soft_alignment(const char *bytes, size_t length);
/* All of them. False on failure, with the place. */
bool attn_soft_alignments_read(const char *path, attn_arena *arena, const attn_soft_alignment **all,
                               size_t *count, attn_status *status);

#endif
