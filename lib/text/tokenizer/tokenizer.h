/*
 * tokenizer: words spelled by pieces that byte-pair encoding has learned, in files that Hugging
 * Face's tokenizers read (tokenizer.json).
 *
 * A text is composed (NFC) and put into lower case, ’ becomes '. It is cut into words
 * (text/cutting.h), and ▁ is put before each. Then pairs of neighbouring pieces are merged in the
 * order in which they were learned. A character without a piece is spelled by its bytes, so nothing
 * is lost. Tokenizers that other programs have learned prepare and spell a text in ways of their
 * own (hub.h).
 */
#ifndef ATTN_TEXT_TOKENIZER_H
#define ATTN_TEXT_TOKENIZER_H

#include "core/known_words.h"
#include "files/bytes/byte_reader.h"
#include "text/cutting.h"
#include "text/tokenizer/heap.h"
#include "text/tokenizer/hub.h"
#include "text/tokens.h"

#define ATTN_MOST_PIECES ((size_t)1 << 20)
#define ATTN_MOST_PIECE_BYTES ((size_t)1024)
#define ATTN_MOST_MARKS ((size_t)4096)
#define ATTN_NO_PIECE UINT32_MAX
#define ATTN_PIECE_START "▁" /* before each word */

/* Two pieces that become one. */
typedef struct attn_merge {
    uint32_t left, right, made;
    uint32_t rank; /* from 1; 0: an empty place */
} attn_merge;

typedef struct attn_tokenizer {
    attn_arena *arena;
    attn_language language;
    attn_word_index pieces; /* their numbers count from 0: the place in it less 1 */
    const char **marks;     /* whole pieces wherever they stand in a text: "<start>" */
    size_t mark_count;
    bool mark_begins[256];           /* with this byte */
    uint32_t bytes[256];             /* the piece of each byte */
    size_t merge_count, merge_slots; /* slots: a power of two */
    attn_merge *merges;              /* by the hash of a pair */
    const attn_merge **merge_list;   /* by rank */
    const attn_hub *hub;             /* of another program; NULL: of this one */
} attn_tokenizer;

/* A tokenizer with a piece for each mark and each byte; marks ends with NULL. NULL on failure. */
attn_tokenizer *attn_tokenizer_new(attn_language language, const char *const *marks,
                                   attn_arena *arena);
/* Adds a mark; its piece is added apart. */
bool attn_tokenizer_mark(attn_tokenizer *tokenizer, const char *mark);
/* Room for so many merges, of which there are none yet. */
bool attn_tokenizer_room(attn_tokenizer *tokenizer, size_t merges);
/* One more merge, behind those before; false where the pair has one, or without room. */
bool attn_tokenizer_merge(attn_tokenizer *tokenizer, uint32_t left, uint32_t right, uint32_t made);
/* The last merge comes as early as the one before it. */
void attn_tokenizer_tie(attn_tokenizer *tokenizer);
/* Finds the pieces of the bytes, by their names; the number of the first without one, or −1. */
int attn_tokenizer_find_bytes(attn_tokenizer *tokenizer);

/* ---- files ---- */

/* tokenizer.json, or a file of sentencepiece; NULL on failure, with the place. file: what messages
 * call the source. */
attn_tokenizer *attn_tokenizer_read(attn_byte_reader *source, const char *file, attn_arena *arena);
/* The same of older files: vocab.json and the text of merges.txt. */
attn_tokenizer *attn_tokenizer_read_merges(attn_byte_reader *vocabulary, const char *file,
                                           const char *merges_file, attn_span merges,
                                           attn_arena *arena);
/* The same of vocab.txt, which has a piece on each line. */
attn_tokenizer *attn_tokenizer_read_lines(attn_span lines, const char *file, bool lower,
                                          attn_arena *arena);
/* A token that a folder adds to its pieces, or to what it says of one. */
typedef struct attn_added {
    const char *text;
    double number;
    bool takes_left, takes_right, alone; /* as attn_hub_mark has them */
} attn_added;
/* A file of sentencepiece, and what its folder says of it. */
typedef struct attn_sentencepiece {
    attn_byte_reader *source;
    const char *file;             /* what messages call it */
    attn_byte_reader *vocabulary; /* vocab.json: numbers in place of its own; or NULL */
    const char *vocabulary_file;
    const char *family;                                        /* "llama"; NULL: no model's */
    signed char begins, ends, lower, accents, prefixed, first; /* yes: 1; no: −1; 0: as usual */
    double extra;                                              /* "extra_ids"; −1: as usual */
    size_t added_count;
    const attn_added *added;
} attn_sentencepiece;
/* Whether these bytes are such a file rather than JSON. */
bool attn_is_sentencepiece(attn_byte_reader *source);
/* Its tokenizer; NULL on failure, with the place. */
attn_tokenizer *attn_tokenizer_read_sentencepiece(const attn_sentencepiece *from,
                                                  attn_arena *arena);
/* A tokenizer that has pieces up to this number at least: those without a name are called #1234. It
 * is NULL for one without any others. */
attn_tokenizer *attn_tokenizer_fill(attn_tokenizer *tokenizer, size_t count, attn_arena *arena);
void attn_tokenizer_write(const attn_tokenizer *tokenizer, attn_text *out);

/* ---- applied ---- */

/* A word, until the next one is asked for. */
typedef struct attn_spelled {
    attn_span word; /* composed, else as it was written */
    attn_span key;  /* as it is spelled: with ▁, in lower case */
    bool mark;
    const uint32_t *pieces;
    const attn_stretch *places; /* of each piece, in the key */
    size_t count;
} attn_spelled;

typedef struct attn_tokenizing attn_tokenizing;
/* Spells texts, one after the other; it must not outlive the tokenizer. NULL on failure. */
attn_tokenizing *attn_tokenizing_new(const attn_tokenizer *by, attn_status *status);
void attn_tokenizing_free(attn_tokenizing *spelling); /* NULL is fine */
/* Begins a text, which is UTF-8. */
void attn_tokenizing_begin(attn_tokenizing *spelling, attn_span text);
/* The next word, not spelled yet; false at the end, and on failure. */
bool attn_tokenizing_next(attn_tokenizing *spelling, attn_spelled *word);
/* A word that was cut off at its apostrophe, where that is written as a letter: French lʼ (U+02BC)
 * is spelled as l' before a letter. False: it is no such word, or on failure. */
bool attn_tokenizing_elided(attn_tokenizing *spelling, attn_span text, attn_spelled *word);
/* Spells it. False on failure. */
bool attn_tokenizing_spell(attn_tokenizing *spelling, attn_spelled *word);
/* The bytes of the text that piece i of the word that was spelled last stands for; of a tokenizer
 * that attnviz has made, the whole word, composed. Of a piece that is put around the text, none. */
attn_span attn_tokenizing_piece(const attn_tokenizing *spelling, const attn_spelled *word,
                                size_t i);

/* ---- hub_spell.c ---- */

typedef struct attn_spelling { /* as many pieces as a word has bytes have room */
    uint32_t *pieces;
    attn_stretch *places;
    size_t count;
} attn_spelling;
/* The place of a piece, from 1, that spells such bytes of a word; 0: there is none. */
size_t attn_hub_find(const attn_tokenizer *t, const char *bytes, size_t length);
/* Spells a word by a model other than BPE. */
bool attn_hub_spell(const attn_tokenizer *t, attn_span key, attn_spelling *out,
                    attn_status *status);
/* Spells a stretch of a word that has no piece. */
void attn_hub_add_unknown(const attn_tokenizer *t, attn_span key, size_t start, size_t end,
                          attn_spelling *out);

/* ---- learned ---- */

typedef struct attn_bpe attn_bpe;
/* Learns as many pieces as `size` says, from texts that are given one by one. NULL on failure. */
attn_bpe *attn_bpe_new(attn_tokenizer *tokenizer, attn_status *status);
void attn_bpe_free(attn_bpe *learning); /* NULL is fine */
bool attn_bpe_read(attn_bpe *learning, attn_span text);
/* Different words so far. */
size_t attn_bpe_words(const attn_bpe *learning);
/*
 * Characters become pieces, but for the rarest, up to 0.001 % of the text; then the most frequent
 * pair becomes a piece, of equal ones the first by bytes, until there are `size` pieces or no pair
 * comes twice. *letters: how many characters. False on failure.
 */
bool attn_bpe_end(attn_bpe *learning, size_t size, size_t *letters);

/* ---- spelled_words.c ---- */
typedef struct attn_whole { /* words that were spelled */
    const char *const *words;
    size_t count;
    const bool *begins; /* whether each piece begins one of them; NULL: as its letters say */
} attn_whole;
/*
 * Gives labels, which are pieces of this tokenizer, the words that they spell: those that were
 * written, if there are as many; else what the pieces say. False without memory.
 */
bool attn_whole_words(const attn_tokenizer *tokenizer, const attn_whole *written, attn_arena *arena,
                      attn_labels *labels);

#endif
