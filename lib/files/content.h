/*
 * content: what a file holds, by its name and its first bytes.
 */
#ifndef ATTN_FILES_CONTENT_H
#define ATTN_FILES_CONTENT_H

typedef enum attn_content {
    ATTN_CONTENT_OTHER,         /* a text, a lesson, something else */
    ATTN_CONTENT_NO_LESSON,     /* JSON that neither is a lesson nor holds arrays to draw */
    ATTN_CONTENT_ARRAYS,        /* files/array.h reads it, or says why not */
    ATTN_CONTENT_SOFT_ALIGNMENT /* files/alignment.h does */
} attn_content;

/* Of a file that is not there, or is a device or a pipe, the name alone tells. */
attn_content attn_content_of(const char *path);

#endif
