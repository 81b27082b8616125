/*
 * tokenizer_file: what a tokenizer's file says of text before it is spelled, as it is written and
 * as it is read. Private to this room.
 */
#ifndef ATTN_TEXT_TOKENIZER_FILE_H
#define ATTN_TEXT_TOKENIZER_FILE_H

#include "text/cutting.h"

/* JSON without blanks. */
void attn_tokenizer_add_normalizer(attn_text *out);
void attn_tokenizer_add_cutting(attn_language language, attn_text *out);

#endif
