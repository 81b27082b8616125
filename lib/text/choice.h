/*
 * choice: one of several places, chosen by their numbers: the greatest, or one that is drawn.
 */
#ifndef ATTN_TEXT_CHOICE_H
#define ATTN_TEXT_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

/* How a place is drawn: by softmax(x / temperature), of the top_k greatest numbers alone, and of
 * them the fewest that have together the probability top_p (Holtzman and others 2020). */
typedef struct attn_choice {
    double temperature; /* 0: it is not drawn, but the greatest is taken */
    size_t top_k;       /* 0: all */
    double top_p;       /* 0: all */
} attn_choice;

/*
 * The place, from 0, that `drawn`, from 0 to below 1, chooses among n numbers, at least one. They
 * are probabilities if they sum to 1 and none is below 0, of which the logarithms are taken, or
 * else scores. Equal numbers keep their order. SIZE_MAX: there was no memory.
 */
size_t attn_choose_place(const float *numbers, size_t n, const attn_choice *how, double drawn);

#endif
