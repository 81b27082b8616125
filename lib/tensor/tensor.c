/*
 * tensor: what can be said about a value without computing with it.
 */
#include "tensor/tensor.h"

#include <stdio.h>
#include <string.h>

const char *attn_tensor_shape(const attn_tensor *tensor, char buffer[48])
{
    enum { room = 48 };
    if (tensor->rank == ATTN_NUMBER) snprintf(buffer, room, "number");
    if (tensor->rank == ATTN_VECTOR) snprintf(buffer, room, "vector of %zu", tensor->cols);
    if (tensor->rank == ATTN_MATRIX) {
        snprintf(buffer, room, "%zu×%zu", tensor->rows, tensor->cols);
    }
    return buffer;
}

size_t attn_labels_find(const attn_labels *labels, const char *word)
{
    for (size_t i = 0; i < labels->count; i++) {
        if (strcmp(labels->words[i], word) == 0) return i + 1;
    }
    return 0;
}

size_t attn_place_of_max(const float *x, size_t n)
{
    size_t place = 0;
    for (size_t j = 1; j < n; j++) {
        if (x[j] > x[place]) place = j;
    }
    return place;
}

bool attn_labels_same(const attn_labels *a, const attn_labels *b)
{
    if (a == b) return true;
    if (!a || !b || a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->words[i], b->words[i]) != 0) return false;
    return true;
}

const attn_labels *attn_real_words(const attn_labels *labels)
{
    return labels && !labels->plain ? labels : NULL;
}
