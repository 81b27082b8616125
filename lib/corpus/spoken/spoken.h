/*
 * spoken: a folder of recordings, each of one word, with a line for each in its file words.tsv: the
 * name of the WAV file, the word, "held-out" or "-", and perhaps remarks. Utterances are made of
 * them: words with uneven gaps between, echoes of a room and noise, so that the time of each word
 * is known. Private to the rooms of the corpus.
 */
#ifndef ATTN_CORPUS_SPOKEN_SPOKEN_H
#define ATTN_CORPUS_SPOKEN_SPOKEN_H

#include "corpus/grammar.h"

#define SPOKEN_RATE 8000u /* samples a second of an utterance */
enum {
    SPOKEN_LEAST = 2, /* words of an utterance, unless others are asked for */
    SPOKEN_MOST = 6,
    SPOKEN_MOST_WORDS = 32,
    SPOKEN_LONGEST = 60000 /* samples of an utterance of as many words as usual */
};

typedef struct spoken_recording {
    const char *file, *word;
    attn_span line; /* of words.tsv, for messages */
    bool held;
    attn_corpus_part part;
} spoken_recording;

/* All recordings of a folder, in the order of their lines. */
struct attn_spoken {
    size_t count;
    spoken_recording *recordings;
};

/* The lines of words.tsv; no sound is read. */
bool attn_spoken_read(attn_corpus *corpus);

typedef struct attn_spoken_lines attn_spoken_lines;

/* In the arena; NULL on failure. */
attn_spoken_lines *attn_spoken_lines_new(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                         attn_arena *arena);
/* The next utterance. False, with a fault. */
bool attn_spoken_lines_next(attn_spoken_lines *lines, attn_line *line);

#endif
