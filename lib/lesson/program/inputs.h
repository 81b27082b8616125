/*
 * inputs: the words and numbers that a lesson says it begins with, and what all its parts are made
 * of: formulas, numbers, prose. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_INPUTS_H
#define ATTN_LESSON_PROGRAM_INPUTS_H

#include "core/budget.h"
#include "files/arrays/array.h"
#include "lesson/lesson.h"
#include "lesson/program/origin.h"
#include "text/cutting.h"

#define ATTN_MOST_LESSON_BYTES ((size_t)4 << 20)
#define ATTN_MOST_LESSON_DEPTH 16u
#define ATTN_MOST_WORDS 4096u
#define ATTN_MOST_WORD_BYTES ((size_t)256)
#define ATTN_MOST_SIDE 2147483648u /* of a matrix */
_Static_assert(ATTN_MOST_SIDE <= SIZE_MAX, "the limit does not fit size_t");

/* Formulas of one `compute`, in their order. */
typedef struct lines {
    size_t count;
    attn_statement **items;
} lines;

/* ---- numbers as they are written ---- */

typedef enum written_kind {
    WRITTEN_NUMBER,
    WRITTEN_LIST,
    WRITTEN_OTHER /* neither: refused where numbers are wanted */
} written_kind;

typedef struct written_numbers {
    union {
        double number;                 /* NUMBER */
        struct written_numbers *items; /* LIST */
    };
    uint32_t start, count; /* start: as in an origin of the lesson's file; count: of a list */
    written_kind kind;
} written_numbers;

/* ---- prose ---- */

typedef struct prose_piece {
    attn_piece_kind kind;
    const char *text;           /* WORDS, FORMULA */
    const attn_statement *line; /* FORMULA that parses; VALUE: the expression */
    int decimals;               /* VALUE: −1: as short as it is exact */
    bool percent;
} prose_piece;

typedef struct prose {
    size_t bytes; /* as written */
    size_t count;
    prose_piece *pieces;
} prose;

/* ---- what is given ---- */

/* Where the numbers of something given come from. */
typedef enum form {
    FORM_VALUES,
    FORM_RANDOM,
    FORM_UNIFORM,
    FORM_FILL,
    FORM_TOKEN,
    FORM_CONFIG,
    FORM_WEIGHTS,
    FORM_SPELLING,
    FORM_PIXELS,
    FORM_SOUND,
    FORM_ARRAY
} form;

/* `vary`: a number is k / parts, for any whole k from low to high. */
typedef struct variation {
    long parts, low, high; /* parts: 0: the value does not vary */
    bool keep_zeros;       /* what is 0 in the lesson stays so */
} variation;

/* Numbers of a file: those of one array, or of a part of it. */
typedef struct array_given {
    const char *file, *name; /* name: of the array; NULL: the only one */
    origin at_from;
    size_t at_count;
    size_t at[ATTN_MOST_AXES];        /* along its first axes, from 0 */
    bool mask;                        /* as programs write a mask: 0 and −∞ become 1 and 0 */
    const struct array_given *before; /* its rows come first; or NULL */
} array_given;

typedef enum missing_tensor { /* where there is no tensor of a value's name */
                              MISSING_REFUSED,
                              MISSING_FILLED, /* it is the number `fill` */
                              MISSING_ABSENT  /* it has no value: steps that need it are left out */
} missing_tensor;

typedef struct given {
    const char *key; /* as it is written */
    attn_name name;
    origin from, main_from; /* main: what stands under the key of the form */
    bool learned;
    form form;
    const written_numbers *values; /* VALUES */
    const char *text;              /* TOKEN: the word; CONFIG: the key */
    double number;                 /* CONFIG; NAN: there is none */
    lines sizes;
    double scale;
    float fill;
    const attn_sequence *rows, *cols, *of; /* or NULL */
    size_t part, parts;                    /* from 1; 0: all */
    bool transposed, lies;                 /* lies: it is said whether it is transposed */
    prose weight;                          /* the tensor's name, with values to put in */
    missing_tensor missing;                /* WEIGHTS */
    size_t grid[2];
    size_t frames;     /* PIXELS: of a film; 0: a still picture */
    bool change;       /* PIXELS: beside each pixel stands its change since the frame before */
    const char *file;  /* PIXELS, SOUND */
    const char *input; /* the name under which the reader may give another file; or NULL */
    size_t rate;       /* SOUND: samples a second; 0: none is said */
    variation vary;
    array_given array;
} given;

/* ---- sequences ---- */

/* UTF-8 words of a sequence. */
typedef struct word_list {
    const char **words;
    size_t count;
    const char **whole; /* of pieces: the words of the text that they spell; or NULL */
    size_t whole_count;
    bool *begins; /* of pieces: whether each begins such a word; or NULL */
    size_t begin_count;
} word_list;

typedef enum words_kind {
    WORDS_COUNTED, /* the numbers from 1 on */
    WORDS_CONFIG,  /* as many as the file of `config` says */
    WORDS_NUMBERS,
    WORDS_WRITTEN,
    WORDS_INPUT,
    WORDS_FILE,
    WORDS_TOKENIZER, /* the pieces of a tokenizer, which spell what is "in" it */
    WORDS_MOVED      /* those of another sequence */
} words_kind;

typedef struct sequence_source {
    origin from, key_from;
    const attn_sequence *sequence; /* as declared; what is in it is the run's (running.h) */
    attn_name name;
    words_kind kind;
    origin kind_from;                /* the file, the key of `config` */
    double count;                    /* COUNTED, CONFIG; 0: there is no such number */
    const char *text;                /* CONFIG: the key; MOVED: the first word; INPUT: its name */
    bool longer;                     /* MOVED: the first word is one more, and none is left out */
    const written_numbers *values;   /* NUMBERS */
    word_list words;                 /* WRITTEN; INPUT: the default, as a list, */
    const char *sentence;            /* or as a sentence; or NULL */
    const attn_sequence *in, *moved; /* or NULL */
    const attn_sequence *like;       /* what an input's default has its words from; or NULL */
    const char *each;                /* the word that stands for each of these; NULL: themselves */
    const char *unknown;             /* of a vocabulary; or NULL */
    const char *prefix;              /* stands before its words where they name rows; or NULL */
    const char *next_text;           /* what chooses its words where it grows; or NULL */
    attn_statement *next;
    origin next_from, end_from;
    bool continues;             /* it has words of its own, and grows only where options say so */
    const attn_sequence *begin; /* whose words stand first where it grows; or NULL */
    const char *end;            /* the word that ends it; or NULL */
    word_list ends;             /* all that end it, where a config lists several */
    size_t most;                /* words that it may have */
    const char *file;           /* or NULL */
    attn_language language;     /* of a vocabulary: how the text that is "in" it is cut */
    const struct attn_tokenizer *tokenizer; /* of TOKENIZER */
    bool nameless; /* TOKENIZER: the model has none; its pieces are numbers */
} sequence_source;

#endif
