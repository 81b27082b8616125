/*
 * json: the pieces that JSON output is made of, wherever numbers and words are written as JSON.
 *
 * Numbers have the fewest digits that read back to the same float32; infinities are "inf" and
 * "-inf".
 */
#ifndef ATTN_SHOW_JSON_H
#define ATTN_SHOW_JSON_H

#include "core/text.h"
#include "tensor/tensor.h"

/* In quotes; what could harm a terminal that it is printed on is escaped too. */
void attn_json_string(attn_text *out, const char *text);
void attn_json_number(attn_text *out, float number);
/* "key": with a comma before it where it is not the first. */
void attn_json_key(attn_text *out, const char *key, bool *first);
/* The key "labels" with the words of an axis; nothing where its labels are just numbers. */
void attn_json_labels(attn_text *out, const attn_labels *labels, bool first);
/* A number, a list, or a list of rows. */
void attn_json_tensor(attn_text *out, const attn_tensor *value);

#endif
