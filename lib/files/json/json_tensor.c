/*
 * json_tensor: values and the labels of their axes as JSON.
 */
#include "files/json/json_tensor.h"

void attn_json_labels(attn_text *out, const attn_labels *labels)
{
    if (!labels || labels->plain) return;
    attn_json_print(out, "\"labels\":[");
    for (size_t i = 0; i < labels->count; i++) attn_json_print(out, "%s", labels->words[i]);
    attn_text_add(out, "]");
}

typedef void (*add_item)(attn_text *out, const attn_tensor *value, size_t i);

static void add_numeral(attn_text *out, const attn_tensor *value, size_t i)
{
    attn_json_number(out, value->data[i]);
}

static void add_word(attn_text *out, const attn_tensor *value, size_t i)
{
    float token = value->data[i];
    bool known = value->words && token >= 1 && token <= (float)value->words->count;
    if (known)
        attn_json_string(out, value->words->words[(size_t)token - 1]);
    else
        attn_text_add(out, "null");
}

static void add_row(attn_text *out, const attn_tensor *value, size_t row, add_item item)
{
    attn_text_add(out, "[");
    for (size_t i = 0; i < value->cols; i++) {
        if (i) attn_text_add(out, ",");
        item(out, value, row * value->cols + i);
    }
    attn_text_add(out, "]");
}

static void add_tensor(attn_text *out, const attn_tensor *value, add_item item)
{
    if (value->rank == ATTN_NUMBER) {
        item(out, value, 0);
        return;
    }
    if (value->rank == ATTN_MATRIX) attn_text_add(out, "[");
    for (size_t row = 0; row < value->rows; row++) {
        if (row) attn_text_add(out, ",");
        add_row(out, value, row, item);
    }
    if (value->rank == ATTN_MATRIX) attn_text_add(out, "]");
}

void attn_json_tensor(attn_text *out, const attn_tensor *value)
{
    add_tensor(out, value, add_numeral);
}

void attn_json_tensor_words(attn_text *out, const attn_tensor *value)
{
    add_tensor(out, value, add_word);
}
