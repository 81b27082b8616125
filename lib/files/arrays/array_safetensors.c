/*
 * array_safetensors: what safetensors.h found in the header; the numbers are read where they lie.
 */
#include <string.h>

#include "files/arrays/array_common.h"

static bool add(attn_arrays *arrays, const attn_weight *weight)
{
    attn_array_item *item = attn_array_add(arrays, weight->name, strlen(weight->name));
    if (!item) return false;
    attn_array *array = &item->array;
    array->rank = weight->rank;
    memcpy(array->shape, weight->shape, sizeof array->shape);
    array->count = weight->count;
    array->type = weight->type;
    array->digits = ATTN_BINARY;
    item->source = arrays->source;
    item->at = attn_weights_place(arrays->weights, weight);
    item->raw = attn_weights_raw(weight);
    array->bits = attn_raw_bits(item->raw);
    return true;
}

bool attn_array_safetensors(attn_arrays *arrays, attn_status *status)
{
    arrays->weights = attn_weights_of(arrays->source, arrays->file, status);
    if (!arrays->weights) return false;
    for (size_t i = 0; i < attn_weights_count(arrays->weights); i++)
        if (!add(arrays, attn_weights_at(arrays->weights, i))) return false;
    return true;
}
