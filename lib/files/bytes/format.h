/*
 * format: the formats of files, the endings of names that promise them, and which one is written.
 *
 * The rule is one for all that writes: a format that is asked for in words is written, whatever the
 * name; else the ending of the name chooses. The ending of a known format that cannot be written
 * there is refused; any other, or none, gets the usual format.
 */
#ifndef ATTN_FILES_BYTES_FORMAT_H
#define ATTN_FILES_BYTES_FORMAT_H

#include "core/memory.h"

/* Up to CSV in the order of attnviz_format in the public header. */
typedef enum attn_format {
    ATTN_FORMAT_NONE = 0, /* none is asked for, or promised */
    ATTN_FORMAT_TEXT,
    ATTN_FORMAT_JSON,
    ATTN_FORMAT_MARKDOWN,
    ATTN_FORMAT_LATEX,
    ATTN_FORMAT_HTML,
    ATTN_FORMAT_PNG,
    ATTN_FORMAT_SVG,
    ATTN_FORMAT_PDF,
    ATTN_FORMAT_CSV,
    ATTN_FORMAT_NPY,
    ATTN_FORMAT_NPZ,
    ATTN_FORMAT_SAFETENSORS,
    ATTN_FORMAT_TSV,
    ATTN_FORMAT_FOREIGN_ARRAYS, /* of other programs, which nothing here reads or writes */
    ATTN_FORMAT_FOREIGN
} attn_format;

/* What the ending of a name promises, in any case of its letters. */
attn_format attn_format_of(const char *path);
/* Where that ending begins, with its dot; NULL: the name has none that is known. */
const char *attn_format_ending(const char *path);
/* As --format has it: "markdown". */
const char *attn_format_name(attn_format format);
/* As names of files have it: ".md". */
const char *attn_format_dot(attn_format format);

/* What can be written in one place. */
typedef struct attn_writer {
    const char *is;             /* "a picture is", as a refusal begins */
    const attn_format *formats; /* ATTN_FORMAT_NONE at the end */
    attn_format usual;          /* ATTN_FORMAT_NONE: a name must say */
    bool file;                  /* "-" is refused: nobody reads such bytes on standard output */
    /* what to do where another is wanted; .mend NULL at the end; or NULL */
    const struct attn_mend {
        attn_format format;
        const char *mend;
    } * mends;
} attn_writer;

/* *format: what is asked for in words, or ATTN_FORMAT_NONE; then what is written. path: NULL or "-"
 * is standard output, which promises nothing, as a device or a pipe. False, with a fault. */
bool attn_format_choose(const attn_writer *writer, const char *path, attn_format *format,
                        attn_status *status);

#endif
