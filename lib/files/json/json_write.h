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
/* A comma, where an item or a member ends before; nothing behind "[", "{", ":" and another. */
void attn_json_comma(attn_text *out);
/*
 * JSON by a format, whose conversions a compiler checks as those of printf: %s a string in quotes,
 * or null for NULL; %g a float32 as attn_json_number writes it; %f six decimals; %d, %ld, %zu whole
 * numbers; %i true or false. A comma comes first, as attn_json_comma has it, unless the format
 * begins with what follows none: "]", "}", ":" or ",".
 */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void attn_json_print(attn_text *out, const char *format, ...);

#endif
