/*
 * png_common: lengths of chunks are looked at before libpng takes them for true.
 */
#include "files/png_common.h"

#include <png.h>
#include <string.h>

static size_t number_at(const char *bytes)
{
    size_t number = 0;
    for (int i = 0; i < 4; i++) number = number << 8 | (unsigned char)bytes[i];
    return number;
}

bool attn_png_whole(const char *bytes, size_t length, const char *kind, attn_status *status)
{
    enum { signature = 8, head = 8, checksum = 4 }; /* head: length of the content, kind */
    size_t at = signature;
    if (length < signature || png_sig_cmp((png_const_bytep)bytes, 0, signature)) return true;
    while (length - at >= head && memcmp(bytes + at + 4, kind, 4) != 0) {
        size_t content = number_at(bytes + at), left = length - at - head;
        if (left < checksum || content > left - checksum)
            return attn_fail(status, ATTN_INPUT,
                             "this is no PNG picture that can be read: it ends too early");
        at += head + content + checksum;
    }
    return true;
}
