/*
 * tensor: a number, a vector or a matrix of float32 with words on its axes.
 *
 * Letters for sizes, here and everywhere: B examples computed together (the batch axis, which no
 * formula sees), m rows, n columns, k the width that a product sums over.
 */
#ifndef ATTN_TENSOR_TENSOR_H
#define ATTN_TENSOR_TENSOR_H

#include <stdbool.h>
#include <stddef.h>

/* The words on an axis, or the vocabulary of tokens. Shared, never changed, not owned. */
typedef struct attn_labels {
    const char *name; /* of the sequence they come from: "source" */
    size_t count;
    const char *const *words; /* UTF-8, as their reader spelled them */
    bool plain;               /* just numbers "1", "2" …: they give way to real words */
    size_t unknown; /* place, from 1, of the word that stands for all that are none of them; or 0 */
    const char *prefix; /* stands before each word that names a row, as "writes: "; or NULL */
    /* Of pieces: the words that they spell, and which of these each is of, from 0, in order; or
     * NULL. */
    const struct attn_labels *whole;
    const size_t *word_of;
} attn_labels;

/* How many axes a value has. */
typedef enum attn_rank { ATTN_NUMBER = 0, ATTN_VECTOR = 1, ATTN_MATRIX = 2 } attn_rank;

typedef struct attn_tensor {
    attn_rank rank;
    size_t batch;                  /* B; 1 for a value that all examples share */
    size_t rows, cols;             /* number 1×1, vector 1×n, matrix m×n */
    float *data;                   /* B × rows × cols, row-major */
    const attn_labels *row_labels; /* of a matrix; or NULL */
    const attn_labels *col_labels; /* of a vector or matrix; or NULL */
    const attn_labels *words;      /* the numbers are places, from 1, in this vocabulary; or NULL */
    bool masked;                   /* may hold the −∞ that mask put there */
    /* Of a given value that is stored elsewhere (stored.h): how; data is not NULL, but its numbers
     * may have to be made. NULL: they are there. */
    struct attn_stored *stored;
} attn_tensor;

/* Such a score, or a lower one, counts as masked: many add a number where −∞ is meant, −10⁹ or the
 * least that float16 holds, or −10⁴, which leaves the score visible in the last digits. */
#define ATTN_MASKED_TO (-9e3f)

/* Elements of one example: rows × cols. */
static inline size_t attn_tensor_size(const attn_tensor *tensor)
{
    return tensor->rows * tensor->cols;
}
/* "3×4", "vector of 4", "number". Returns buffer. */
const char *attn_tensor_shape(const attn_tensor *tensor, char buffer[48]);
/* The place, from 0, of the first of the largest of n numbers, at least one. */
size_t attn_place_of_max(const float *numbers, size_t n);
/* Place, from 1, of a word in labels; 0 if it is not there. */
size_t attn_labels_find(const attn_labels *labels, const char *word);
/* Whether both are the same words in the same order, or both are none. */
bool attn_labels_same(const attn_labels *a, const attn_labels *b);
/* The words on an axis, if they are more than the numbers 1, 2 …; else NULL. */
const attn_labels *attn_real_words(const attn_labels *labels);

#endif
