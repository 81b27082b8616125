/*
 * tokenizer_reading: what was read of a tokenizer's files, from which it is made. Private to this
 * room.
 */
#ifndef ATTN_TEXT_TOKENIZER_READING_H
#define ATTN_TEXT_TOKENIZER_READING_H

#include "files/json/json.h"
#include "text/tokenizer/tokenizer.h"

typedef struct entry { /* of the vocabulary, or of the marks */
    const char *text;
    double number;
    double score; /* of a piece of "Unigram" */
    bool whole;   /* of sentencepiece: it is neither prepared nor merged */
    bool takes_left, takes_right, alone, late, added; /* of a mark: as attn_hub_mark has them */
    size_t offset;
} entry;

typedef struct entries { /* in the order of the file */
    size_t count;
    entry *items;
} entries;

typedef struct pair { /* a merge */
    const char *left, *right;
    size_t offset;
    bool tied; /* it comes as early as the one before it */
} pair;

typedef struct reading { /* of a tokenizer */
    attn_json_reader json;
    attn_byte_reader *source;
    const char *file;
    attn_status *status;
    attn_arena *kept, *arena; /* kept: of the tokenizer; arena: until it is made */
    entries vocabulary, marks;
    entries strangers; /* pieces of "Unigram" that the model does not know: they are unknown */
    size_t merge_count;
    pair *merges;
    attn_hub_parts parts;
    const char *type, *unknown, *inside; /* of the model, its "unk_token" and "##"; or NULL */
    double unknown_number, most_letters; /* "unk_id"; −1: none */
    bool model, has_vocabulary, has_merges, falls_back, fuses_unknown, whole_first;
    bool binary; /* the file has bytes in place of lines */
} reading;

/* Begins with a source, whose messages are about `file`. False on failure; attn_reading_close must
 * follow. */
bool attn_reading_open(reading *r, attn_byte_reader *source, const char *file, attn_arena *arena);
/* Frees what was read; hands on the tokenizer that was made of it. */
attn_tokenizer *attn_reading_close(reading *r, attn_tokenizer *made);
/* Reads vocab.json: each piece with its number. */
bool attn_reading_vocabulary(reading *r);

/* A fault at this byte of the file. False. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool attn_reading_fail(reading *r, size_t offset, const char *format, ...);

/* The tokenizer that was read; NULL, with a fault, if it is none. */
attn_tokenizer *attn_reading_make(reading *r);

#endif
