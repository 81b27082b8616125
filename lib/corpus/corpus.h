/*
 * corpus: lines to train and to test with, made by a grammar or read from a file.
 *
 * A grammar (JSON, lessons/CORPUS.md) makes pairs of sentences with the links of their words, or
 * sentences of one language to read, with words replaced and masked. Its parts never share a
 * sentence: what is held out stands in the test part alone, and of the rest the hash of a sentence
 * says where it belongs. A TSV file holds pairs of a user's own: source, target and, perhaps, links
 * ("0-0 1-2", possible ones "1?2"), split by tabs.
 */
#ifndef ATTN_CORPUS_CORPUS_H
#define ATTN_CORPUS_CORPUS_H

#include <stdint.h>

#include "core/memory.h"

#define ATTN_MOST_CORPUS_BYTES ((size_t)64 << 20)
#define ATTN_MOST_LINE_WORDS 256u

typedef enum attn_part {
    ATTN_TRAIN,
    ATTN_VALIDATION,
    ATTN_TEST,
    ATTN_UNSEEN /* words that stand in no other part */
} attn_part;

/* "train", "validation", "test", "unseen", in this order; NULL at the end. */
extern const char *const attn_part_names[];
/* False if none has this name. */
bool attn_part_named(const char *name, attn_part *part);

/* The two sides of a pair. */
typedef enum attn_side { ATTN_SOURCE, ATTN_TARGET } attn_side;

typedef struct attn_corpus attn_corpus;

/* A file whose name ends in .tsv holds pairs, any other a grammar. The bytes are copied. */
attn_corpus *attn_corpus_read(const char *bytes, size_t length, const char *file,
                              attn_status *status);
void attn_corpus_free(attn_corpus *corpus); /* NULL is fine; its streams must be freed before */
/* All words of a side, sorted as bytes; those that a grammar makes up are not among them. */
const char *const *attn_corpus_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                     size_t *count);

/* ---- lines ---- */

typedef struct attn_word {
    const char *text;
    const char *kind; /* "noun", as the grammar calls it; "" where it says nothing */
} attn_word;

typedef struct attn_link { /* places from 0 */
    size_t source, target;
    bool sure; /* else only possible */
} attn_link;

typedef struct attn_role { /* "subject": the word at this place of the source, from 0 */
    const char *name;
    size_t place;
} attn_role;

/* What was done to a word that a reader learns to restore. */
typedef enum attn_mark { ATTN_KEPT, ATTN_REPLACED, ATTN_MASKED } attn_mark;

typedef struct attn_line {
    size_t count[2];
    const attn_word *words[2]; /* source and target; of a sentence to read there is no target */
    size_t link_count, role_count;
    const attn_link *links; /* by target, then by source; none twice */
    const attn_role *roles;
    const attn_word *original; /* to read: the source with no word replaced or masked; or NULL */
    const attn_mark *marks;    /* what was done to each of its words; or NULL */
} attn_line;

typedef struct attn_corpus_asked {
    attn_part part;
    uint64_t seed;
    /* words of the source, each number as often as the others; 0, 0: as the grammar has them */
    size_t least, most;
} attn_corpus_asked;

typedef struct attn_corpus_stream attn_corpus_stream;

/*
 * Lines of a part one by one. A grammar gives no source twice, and the same lines for a seed on
 * every machine; a file gives its lines in order. NULL on failure.
 */
attn_corpus_stream *attn_corpus_open(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                     attn_status *status);
void attn_corpus_close(attn_corpus_stream *stream); /* NULL is fine */
/* The line holds until the next call. False at the end of a file that had some, or with a fault in
 * the status. */
bool attn_corpus_next(attn_corpus_stream *stream, attn_line *line);

#endif
