/*
 * tokens: the words on the axes of a map that someone brings, and pieces of words made readable.
 */
#ifndef ATTN_TEXT_TOKENS_H
#define ATTN_TEXT_TOKENS_H

#include "core/text.h"
#include "tensor/tensor.h"

/* Of queries (rows) and keys (columns): the same list where the file has one. */
typedef struct attn_tokens {
    const attn_labels *rows, *cols;
} attn_tokens;

/*
 * Reads a file of tokens: a JSON list, { "tokens": […] }, { "source": […], "target": […] } (the
 * keys and the queries), or a text with one to a line. False, with the place and the mend.
 */
bool attn_tokens_read(const char *path, attn_arena *arena, attn_tokens *tokens,
                      attn_status *status);

/*
 * Whether there are as many as rows and columns; a list that is NULL fits. Else adds how many there
 * are, and the mend: "5 tokens, and a.npy 8 queries: …". map: "a.npy"; turn: what the caller calls
 * it when rows and columns change places, or NULL.
 */
bool attn_tokens_fit(const attn_tokens *tokens, size_t rows, size_t cols, const char *map,
                     const char *turn, attn_text *why);

/* [CLS], </s>, <|endoftext|> …: it stands for no word of the text. */
bool attn_token_is_special(const char *token);

/* How tokenizers mark what belongs together. */
typedef enum attn_marks {
    ATTN_MARKS_AUTO,      /* as the tokens look */
    ATTN_MARKS_NONE,      /* each token is a word */
    ATTN_MARKS_BYTES,     /* GPT-2 and after it: bytes as letters, Ġ is the space before a word */
    ATTN_MARKS_SENTENCE,  /* SentencePiece: ▁ is the space before a word, <0xE6> a byte */
    ATTN_MARKS_WORDPIECE, /* BERT: ##ing goes on with a word */
    ATTN_MARKS_JOINED,    /* subword-nmt: play@@ is gone on with */
    ATTN_MARKS_ENDED,     /* ing</w> ends a word */
    ATTN_MARKS_SPACED     /* texts, as tokenizers decode each token: " cat" begins a word */
} attn_marks;

/* Tokens, and the words that they are pieces of. */
typedef struct attn_pieces {
    size_t count, word_count;
    const char **texts; /* of each piece alone; one that goes on with a word begins with "·" */
    size_t *word_of;    /* the word of each, from 0; they never fall */
    bool *special;
    const char **words;
} attn_pieces;

/* NULL without memory. */
const attn_pieces *attn_subwords_of(const attn_labels *tokens, attn_marks marks, attn_arena *arena);

#endif
