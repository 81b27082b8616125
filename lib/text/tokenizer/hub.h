/*
 * hub: tokenizers that other programs have learned, as tokenizer.json describes them: how a text is
 * prepared, cut, spelled, and what is put around it. Private to this room.
 *
 * All that prepares and cuts is a list of a few kinds of acts: "ByteLevel" cuts by a pattern, then
 * writes bytes as letters; "Metaspace" replaces, puts something before, then cuts. Each byte of the
 * prepared text knows the bytes of the text that it comes from.
 */
#ifndef ATTN_TEXT_HUB_H
#define ATTN_TEXT_HUB_H

#include <stdint.h>

#include "core/known_words.h"
#include "core/text.h"
#include "files/json/json.h"
#include "text/cutting.h"
#include "text/tokenizer/trie.h"

struct attn_tokenizer;

typedef enum attn_act_kind {
    ATTN_ACT_FORM,        /* a normal form of Unicode */
    ATTN_ACT_LOWER,       /* lower case */
    ATTN_ACT_CHARSMAP,    /* by the table of characters */
    ATTN_ACT_DROP,        /* leaves out characters of a class */
    ATTN_ACT_CLEAN,       /* BERT: no control characters, each white space a blank */
    ATTN_ACT_SPACE_SIGNS, /* BERT: blanks around Chinese characters */
    ATTN_ACT_STRIP,       /* white space at the ends */
    ATTN_ACT_REPLACE,     /* what fits the pattern by `text` */
    ATTN_ACT_PREPEND,     /* `text` before it, if it does not begin so */
    ATTN_ACT_BYTES,       /* each byte as the letter that stands for it */
    ATTN_ACT_CUT          /* at what fits the pattern */
} attn_act_kind;

typedef enum attn_cut { /* what becomes of what fits the pattern */
                        ATTN_CUT_REMOVED,
                        ATTN_CUT_ISOLATED,
                        ATTN_CUT_PREVIOUS, /* joined to what stands before it */
                        ATTN_CUT_NEXT,
                        ATTN_CUT_CONTIGUOUS /* as ISOLATED, but runs of it stay together */
} attn_cut;

/* Characters that are left out: all marks, those without a width (Mn), or those that join. */
typedef enum attn_dropped {
    ATTN_DROPPED_MARKS,
    ATTN_DROPPED_LOW_MARKS,
    ATTN_DROPPED_JOINING
} attn_dropped;

typedef struct attn_charsmap attn_charsmap; /* hub_charsmap.c */

typedef struct attn_act {
    attn_act_kind kind;
    union {
        int form;                 /* FORM: utf8proc's options */
        attn_dropped dropped;     /* DROP */
        attn_cut cut;             /* CUT */
        const attn_charsmap *map; /* CHARSMAP */
    };
    bool inverted;           /* CUT: what does not fit is what is meant */
    bool first;              /* PREPEND: only at the beginning of the text */
    bool always;             /* PREPEND: also before what begins so */
    bool left, right;        /* STRIP */
    bool blanks;             /* STRIP: only blanks, and ▁ at the end */
    bool longest;            /* CHARSMAP: the longest keys, as sentencepiece takes them */
    const attn_trie *spared; /* CHARSMAP: pieces that stay as they are; or NULL */
    const char *text;        /* REPLACE, PREPEND */
    void *pattern;           /* REPLACE, CUT: a pcre2_code, whose memory is the arena's */
} attn_act;

/* How a word is spelled by pieces. */
typedef enum attn_hub_model { ATTN_HUB_BPE, ATTN_HUB_WORDPIECE, ATTN_HUB_UNIGRAM } attn_hub_model;

#define ATTN_MOST_AROUND 8

typedef struct attn_hub_mark {    /* how a mark is found */
    bool takes_left, takes_right; /* the white space before, behind it */
    bool alone;                   /* only where no letter or digit stands beside it */
    bool late;                    /* in the text that is normalized already, as `text` */
    const char *text;
} attn_hub_mark;

typedef struct attn_hub_scored { /* UNIGRAM: a piece that words are spelled by */
    double score;
    uint32_t piece;
} attn_hub_scored;

typedef struct attn_hub {
    attn_hub_model model;
    size_t act_count, normalizer_count; /* the first ones normalize, the others cut */
    attn_act *acts;
    size_t before_count, after_count; /* pieces around every text */
    uint32_t before[ATTN_MOST_AROUND], after[ATTN_MOST_AROUND];
    uint32_t unknown;    /* the piece of what has none; UINT32_MAX: it is left out */
    bool falls_back;     /* to bytes, before that */
    bool fuses_unknown;  /* a row of them is one piece */
    bool whole_first;    /* BPE: a word that is a piece is not merged */
    const char *inside;  /* WORDPIECE: before pieces inside a word: "##" */
    size_t most_letters; /* WORDPIECE: a longer word is unknown */
    size_t longest;      /* bytes of a piece */
    attn_hub_scored *scored;
    const attn_trie *trie; /* UNIGRAM: what finds their places in `scored` */
    double unknown_score;
    const attn_trie *whole; /* pieces that are neither prepared nor merged; or NULL */
    bool lettered;          /* bytes are written as letters */
    size_t spell_count;
    bool *spells; /* of each piece: words are spelled by it. Marks alone, and pieces without a name,
                     spell none; of these there may be more than spell_count */
    attn_hub_mark *marks;  /* of each mark of the tokenizer */
    bool late_begins[256]; /* a late mark begins with this byte */
} attn_hub;

/* ---- hub_read.c ---- */

/* A part of the file as text, and where it stands; text NULL: there is none. */
typedef struct attn_hub_part {
    const char *text;
    size_t offset;
} attn_hub_part;

/* How sentencepiece prepares a text. */
typedef struct attn_hub_rules {
    attn_span table;         /* of characters; of no bytes: none */
    bool squeezes;           /* rows of blanks become one, and none stays at the ends */
    bool prefixed;           /* ▁ is put before it, */
    bool first;              /* but only at the beginning of the text */
    bool escaped;            /* blanks become ▁ */
    bool cut;                /* no piece goes on behind a word */
    bool plain, bare, lower; /* ALBERT: any white space is a blank, and `` and '' are "; no accents;
                                lower case */
} attn_hub_rules;

typedef struct attn_hub_parts { /* those that say how a text is prepared */
    attn_hub_part normalizer, cutting, around;
    const attn_hub_rules *rules; /* in place of the first two; or NULL */
} attn_hub_parts;

/* A fault found in a part: where, and what. */
typedef struct attn_hub_fault {
    size_t offset;
    const char *message;
} attn_hub_fault;

/* The acts, and what is put around a text, of a tokenizer whose pieces are there. False, with a
 * fault that the caller places, or with one in the status. */
bool attn_hub_read(struct attn_tokenizer *tokenizer, attn_hub *hub, const attn_hub_parts *parts,
                   attn_hub_fault *fault);

/* ---- hub_charsmap.c ---- */

/* The table that base64 holds, in the arena; NULL, with what is wrong in *why, or with a fault. */
const attn_charsmap *attn_charsmap_read(const char *base64, attn_arena *arena, const char **why);
/* The same of bytes that it was written in; they must outlive it. */
const attn_charsmap *attn_charsmap_of(attn_span bytes, attn_arena *arena, const char **why);
/* What stands for the shortest key that the bytes begin with; bytes NULL: there is none. length not
 * NULL: for the longest key, with its length. */
attn_span attn_charsmap_find(const attn_charsmap *map, attn_span bytes, size_t *length);

/* ---- hub_prepare.c ---- */

typedef struct attn_stretch { /* of bytes */
    size_t start, end;
} attn_stretch;

typedef struct attn_traced { /* bytes, and where in the text each comes from */
    char *bytes;
    uint32_t *from, *to;
    size_t length, room;
} attn_traced;

typedef struct attn_prepared {
    attn_traced text, next;
    attn_traced normal; /* normalized, but not cut */
    size_t part_count, part_room, next_count, next_room;
    attn_stretch *parts, *next_parts; /* words of the text, in order */
    void *match;                      /* pcre2_match_data, and its limits */
    void *limits;
    int32_t *codes;
    size_t code_room;
} attn_prepared;

/* Room for texts that are prepared. False, with a fault, on failure; to be freed all the same. */
bool attn_prepared_new(attn_prepared *prepared, attn_status *status);
/* Frees its memory. */
void attn_prepared_free(attn_prepared *prepared);
/* Normalizes a text that begins `offset` bytes after the beginning of all. */
bool attn_prepare(attn_prepared *prepared, const attn_hub *hub, attn_span text, size_t offset,
                  attn_status *status);
/* Cuts a stretch of what is normalized into words. */
bool attn_prepare_words(attn_prepared *prepared, const attn_hub *hub, attn_stretch stretch,
                        attn_status *status);
/* The text without white space at these ends. */
attn_span attn_trimmed(attn_span text, bool left, bool right);
/* Whether a letter, a digit or a mark on a letter stands at that place of a text, or ends there. */
bool attn_letter_stands(attn_span text, size_t at);
bool attn_letter_ends(attn_span text, size_t at);
/* The byte that a letter stands for, which attn_prepare wrote; −1: none. */
int attn_letter_byte(uint32_t letter);
/* A pattern in the arena; NULL, with what is wrong in *why, or with a fault. */
void *attn_pattern_new(const char *pattern, attn_arena *arena, const char **why);

#endif
