/*
 * alignment: which words of two sentences belong together, as programs for translation write it.
 */
#ifndef ATTN_TEXT_ALIGNMENT_H
#define ATTN_TEXT_ALIGNMENT_H

#include <stdint.h>

#include "core/memory.h"
#include "files/bytes/lines.h"
#include "tensor/tensor.h"

typedef struct attn_word_link {
    uint32_t sentence, line; /* from 1; line: of the file */
    uint16_t source, target; /* places, from 0 */
    bool possible;           /* else it is sure */
} attn_word_link;

/* Links of one sentence, or of all of them. */
typedef struct attn_alignment {
    size_t count;
    const attn_word_link *links;
} attn_alignment;

/* A file of links. */
typedef struct attn_alignments {
    const char *path;
    size_t sentences;
    bool by_link;       /* a line for each link: the last sentences may have none */
    attn_alignment all; /* by sentence */
} attn_alignments;

/*
 * The links of all sentences. A file has a line for each sentence, "0-0 1-2 2?1", where ? (or p) is
 * a possible link; or a line for each link, "1 1 2 S": the sentence and both words, from 1, and
 * perhaps S or P. There a word 0 is none (NULL), and its link is left out. False on failure, with
 * the place.
 */
bool attn_alignments_read(const char *path, attn_arena *arena, attn_alignments *read,
                          attn_status *status);
/* Those of a sentence, from 1; there may be none. */
attn_alignment attn_alignment_of(const attn_alignments *from, size_t sentence);
/* The same where it must be there; 0: the only one there is. option: what the caller chooses it by,
 * for messages. False on failure. */
bool attn_alignment_choose(const attn_alignments *from, size_t sentence, const char *option,
                           attn_alignment *chosen, attn_status *status);

/*
 * Links held against the links of a corpus, of one sentence or of many together: |A|, |S|, |A∩S|
 * and |A∩P|, where what is sure is possible, too. A word without a link adds nothing to A.
 */
typedef struct attn_link_counts {
    size_t links, sure, sure_found, found;
} attn_link_counts;
void attn_link_counts_add(attn_link_counts *sum, const attn_link_counts *more);
/* 1 − (|A∩S| + |A∩P|) / (|A| + |S|), as Och and Ney (2003) have it; 0 where there is no link at
 * all. */
double attn_alignment_error_rate(const attn_link_counts *counts);

/*
 * A sentence with the weights of its words, as programs for translation write it.
 * Nematus: a head "0 ||| the cat ||| -1.2 ||| le chat ||| 3 3", and a line of weights for each
 * target word. Marian (--alignment soft): "the cat ||| 0.9,0.1 0.2,0.8", a list for each target
 * word; of an n-best list, with a number before and scores behind. OpenNMT-py (--attn_debug): a
 * line of source words, and for each target word a line with the word and its weights, the largest
 * of them behind *; what stands between such tables is passed over.
 */
typedef struct attn_soft_alignment {
    const char *number;                 /* as the file has it */
    const attn_labels *source, *target; /* their words, and </s> where it has weights; Marian does
                                         * not write the source: its words are 1, 2, … </s> */
    const float *weights;               /* target->count × source->count */
    size_t line;
} attn_soft_alignment;

/* Whether a text begins like that; of OpenNMT-py, whether a table is among its first lines. */
bool attn_is_soft_alignment(const char *bytes, size_t length);
/* All of them. False on failure, with the place. */
bool attn_soft_alignments_read(const char *path, attn_arena *arena, const attn_soft_alignment **all,
                               size_t *count, attn_status *status);
/* The same of a text; name: of its file, for messages. */
bool attn_soft_alignments_of(attn_span text, const char *name, attn_arena *arena,
                             const attn_soft_alignment **all, size_t *count, attn_status *status);

#endif
