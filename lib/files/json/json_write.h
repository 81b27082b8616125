/*
 * json_write: the pieces that JSON output is made of, wherever numbers and words are written as
 * JSON.
 *
 * Numbers are as attn_text_number writes them; infinities are "inf" and "-inf", NaN is "nan".
 */
#ifndef ATTN_FILES_JSON_JSON_WRITE_H
#define ATTN_FILES_JSON_JSON_WRITE_H

#include "core/text.h"

/* In quotes; what could harm a terminal that it is printed on is escaped too. */
void attn_json_string(attn_text *out, const char *text);
void attn_json_number(attn_text *out, float number);
/* "key": with a comma before it where it is not the first. */
void attn_json_key(attn_text *out, const char *key, bool *first);

#endif
