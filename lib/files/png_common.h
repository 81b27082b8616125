/*
 * png_common: what all need that have libpng read or write for them.
 */
#ifndef ATTN_FILES_PNG_COMMON_H
#define ATTN_FILES_PNG_COMMON_H

#include "core/memory.h"

/*
 * False, with a fault, if a chunk is longer than the file: libpng would make room for all that it
 * says of itself. Looks up to the first chunk of this kind. What is no PNG at all is left to
 * libpng.
 */
bool attn_png_whole(const char *bytes, size_t length, const char *kind, attn_status *status);

#endif
