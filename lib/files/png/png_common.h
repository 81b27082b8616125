/*
 * png_common: what all need that have libpng read or write for them.
 */
#ifndef ATTN_FILES_PNG_PNG_COMMON_H
#define ATTN_FILES_PNG_PNG_COMMON_H

#include <png.h>

#include "files/bytes/output.h"

#define ATTN_NO_PNG "this is not a PNG picture that can be read" /* …: why */

/* How a failed call of libpng is reported: "WHAT: its own words"; and where what is written goes.
 */
typedef struct attn_png_io {
    attn_status *status;
    attn_code code;
    const char *what;
    attn_output *output; /* or NULL */
} attn_png_io;

/*
 * What libpng writes or reads with, its memory from attn_resize; NULL without any. Each call that
 * fails records the fault and jumps to png_jmpbuf; warnings are passed over. Memory that was
 * missing is a fault even where the call goes on: look at the status.
 */
png_structp attn_png_writer(attn_png_io *io);
png_structp attn_png_reader(attn_png_io *io);
/* For a library that writes at once what it is given. */
void attn_png_flush(png_structp png);

/*
 * False, with a fault, if the file is empty or begins as no PNG does, or a chunk is longer than the
 * file: libpng would make room for all that it says of itself. Looks up to the first chunk of this
 * kind.
 */
bool attn_png_whole(const char *bytes, size_t length, const char *kind, attn_status *status);

#endif
