/*
 * corpus: lines to train and to test with, made by a grammar or read from a file. A line has
 * columns of words, which fill the inputs of a lesson.
 *
 * A grammar (JSON, lessons/CORPUS.md) makes pairs of sentences with the links of their words. Its
 * parts never share a sentence: what is held out stands in the test part alone, and of the rest the
 * hash of a sentence says where it belongs. A TSV file holds pairs of a user's own: source, target
 * and, perhaps, links
 * ("0-0 1-2", possible ones "1?2"), split by tabs; no source and no target stands in two parts. A
 * treebank (.conllu, the format of Universal Dependencies) holds sentences with the governor of
 * each word, and is one part as it is.
 */
#ifndef ATTN_CORPUS_CORPUS_H
#define ATTN_CORPUS_CORPUS_H

#include <stdint.h>

#include "core/memory.h"
#include "files/pixels/picture_read.h"
#include "files/sound/wav_read.h"

#define ATTN_MOST_CORPUS_BYTES ((size_t)64 << 20)
#define ATTN_MOST_LINE_WORDS 256u

typedef enum attn_corpus_part {
    ATTN_TRAIN,
    ATTN_VALIDATION,
    ATTN_TEST,
    ATTN_ALL /* of a file: every line */
} attn_corpus_part;

/* "train", "validation", "test", "all", in this order; NULL at the end. */
extern const char *const attn_part_names[];
/* What a message says of them. */
#define ATTN_PART_LIST "train, validation, test or, of a file, all"
/* False if none has this name. */
bool attn_part_named(const char *name, attn_corpus_part *part);

/* The two sides of a pair. */
typedef enum attn_side { ATTN_SOURCE, ATTN_TARGET } attn_side;

typedef struct attn_corpus attn_corpus;

/* The lines of recordings have this name. */
#define ATTN_WORDS_FILE "words.tsv"
typedef attn_corpus *attn_corpus_reader(const char *bytes, size_t length, const char *file,
                                        attn_status *status);
/* A file of the name words.tsv names recordings; another whose name ends in .tsv holds pairs, in
 * .conllu a treebank, any other a grammar. The bytes are copied. */
attn_corpus_reader attn_corpus_read;
/* The lines of a folder of pictures or sounds, as `attnviz corpus -o` writes them; file: their
 * path, in whose folder the pictures or sounds lie. */
attn_corpus *attn_corpus_read_album(const char *bytes, size_t length, const char *file,
                                    attn_status *status);
/* The lines of a folder of recordings, each of one word, of which utterances are made; file: their
 * path, in whose folder the recordings lie. */
attn_corpus *attn_corpus_read_spoken(const char *bytes, size_t length, const char *file,
                                     attn_status *status);
/* The part that lines come from if none is named: of a treebank and of a folder all, else the one
 * to train on. */
attn_corpus_part attn_corpus_usual_part(const attn_corpus *corpus);
/* Whether it has an end: a grammar has none, nor have scenes and recordings. */
bool attn_corpus_ends(const attn_corpus *corpus);
/* Whether the first column of its lines is a picture or a sound. */
bool attn_corpus_has_media(const attn_corpus *corpus);
/* From now on the lines are the questions about its scenes and not their captions. False, with a
 * fault, if it has none. */
bool attn_corpus_ask(attn_corpus *corpus, attn_status *status);
/* From now on the lines are its clips: pictures whose frames stand below each other. False, with a
 * fault, if it has none. */
bool attn_corpus_play(attn_corpus *corpus, attn_status *status);
/* From now on each line says this of a scene, "COLOUR NOUN", and leaves open all else. False, with
 * a fault, if it has no scenes, or if this cannot be said of them. */
bool attn_corpus_say(attn_corpus *corpus, const char *text, attn_status *status);
void attn_corpus_free(attn_corpus *corpus); /* NULL is fine; its streams must be freed before */
/* All words of a side, sorted as bytes. */
const char *const *attn_corpus_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                     size_t *count);

/* ---- lines ---- */

typedef struct attn_word {
    const char *text;
    const char *kind; /* "noun", as the grammar calls it; "" where it says nothing */
} attn_word;

#define ATTN_BETWEEN_WORDS "_" /* of a line that is spelled */

typedef struct attn_link { /* places from 0 */
    size_t source, target;
    bool sure; /* else only possible */
} attn_link;

#define ATTN_NO_WORD ((size_t)-1) /* where a root hangs */

/* "governor", "subject", "object", "antecedent": what words of a treebank are to each other; NULL
 * at the end. */
extern const char *const attn_arc_roles[];

/* The word at one place has another one for its governor, its subject … */
typedef struct attn_arc {
    const char *role;     /* one of these */
    const char *relation; /* "nsubj": of the word that is governed, as the treebank calls it */
    size_t from, to;      /* places from 0; to: ATTN_NO_WORD for the governor of a root */
} attn_arc;

/* One column of a line: words, or a picture or a sound. */
typedef struct attn_words {
    size_t count;
    const attn_word *words;
    const attn_picture *picture; /* NULL: none */
    const attn_sound *sound;     /* NULL: none */
} attn_words;

#define ATTN_MOST_BOXES 256u
/* Where in the picture something is that a word of the last column speaks of; a word may have
 * several. Of a sound the samples x0 up to x1 in which the word is said; y is 0 up to 1. */
typedef struct attn_box {
    size_t word;           /* its place, from 0 */
    size_t x0, y0, x1, y1; /* pixels from 0; x1 and y1 lie behind the last one */
} attn_box;

#define ATTN_MOST_COLUMNS 7u

/*
 * pair: source, target. Of a treebank: the words; then for each word the place, from 1, of its
 * governor, subject, object and antecedent, "0": none, "?": not known. If words are masked or
 * replaced, the first column has the changed words, and two more columns the words as they were and
 * for each "0" (as it was), "1" (replaced) or "2" (masked).
 */
typedef struct attn_line {
    size_t column_count;
    attn_words columns[ATTN_MOST_COLUMNS];
    const attn_words *source, *target; /* with kinds; target NULL: it is no pair */
    size_t link_count, arc_count, box_count;
    const attn_link *links; /* by target, then by source; none twice */
    const attn_arc *arcs;   /* by role, then by `from` */
    const attn_box *boxes;  /* of a picture or sound, by word */
    bool held;              /* has a combination that is held out, and others of its part have none */
    const char *form;       /* of a question: how it is put, "what colour is the NOUN"; or NULL */
} attn_line;

typedef struct attn_corpus_asked {
    attn_corpus_part part;
    uint64_t seed;
    /* words of the source, each number as often as the others; 0, 0: as the grammar has them */
    size_t least, most;
    double masked, replaced; /* shares of the words of a treebank */
    bool letters;            /* the words of sounds are spelled letter by letter */
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
