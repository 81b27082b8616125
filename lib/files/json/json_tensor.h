/*
 * json_tensor: values and the labels of their axes as JSON.
 */
#ifndef ATTN_FILES_JSON_JSON_TENSOR_H
#define ATTN_FILES_JSON_JSON_TENSOR_H

#include "files/json/json_write.h"
#include "tensor/tensor.h"

/* The key "labels" with the words of an axis; nothing where its labels are just numbers. */
void attn_json_labels(attn_text *out, const attn_labels *labels);
/* A number, a list, or a list of rows. */
void attn_json_tensor(attn_text *out, const attn_tensor *value);
/* The same of a value that holds tokens: their words, or null where there is none. */
void attn_json_tensor_words(attn_text *out, const attn_tensor *value);

#endif
