/*
 * sniff: what a file holds, by its name and its first bytes.
 */
#ifndef ATTN_TEXT_SNIFF_H
#define ATTN_TEXT_SNIFF_H

#include <stddef.h>

/* From the list on, it is drawn as it is; what stands before is read as a lesson or a text. */
typedef enum attn_sniffed {
    ATTN_SNIFFED_OTHER,         /* a text, something else */
    ATTN_SNIFFED_LESSON,        /* JSON with steps, or that says it is one */
    ATTN_SNIFFED_NO_LESSON,     /* a JSON object that neither is a lesson nor has numbers to draw */
    ATTN_SNIFFED_LIST,          /* a JSON list that does not begin with numbers */
    ATTN_SNIFFED_ARRAYS,        /* numbers: files/arrays/array.h reads them, or says why not */
    ATTN_SNIFFED_SOFT_ALIGNMENT /* text/alignment.h does */
} attn_sniffed;

/* Of a file that is not there, or is a device or a pipe, the name alone tells. */
attn_sniffed attn_sniff(const char *path);
/*
 * The same of bytes without a name; a NUL follows them. Bytes that begin like JSON, like a binary file
 * or with a row of numbers hold arrays, or are refused as such. Any other bytes are a text.
 */
attn_sniffed attn_sniff_bytes(const char *bytes, size_t length);

#endif
