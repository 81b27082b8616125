/*
 * json: values and their labels as JSON.
 */
#ifndef ATTN_SHOW_JSON_H
#define ATTN_SHOW_JSON_H

#include "files/json_write.h"
#include "tensor/tensor.h"

/* The key "labels" with the words of an axis; nothing where its labels are just numbers. */
void attn_json_labels(attn_text *out, const attn_labels *labels, bool first);
/* A number, a list, or a list of rows. */
void attn_json_tensor(attn_text *out, const attn_tensor *value);

#endif
