/*
 * png_common: what libpng calls back; and lengths of chunks, looked at before it takes them for
 * true.
 */
#include "files/png/png_common.h"

#include <string.h>

/* ---- what libpng calls ---- */

PNG_NORETURN static void stop(png_structp png, png_const_charp message)
{
    const attn_png_fault *fault = png_get_error_ptr(png);
    attn_fail(fault->status, fault->code, "%s: %s", fault->what, message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

/* libpng goes on without some of what it asks for, or tells another reason. */
static void *allocate(png_structp png, size_t size)
{
    const attn_png_fault *fault = png_get_mem_ptr(png);
    void *block = attn_resize(NULL, size);
    if (!block) attn_fail(fault->status, ATTN_MEMORY, "there is no memory for the picture");
    return block;
}

static void release(png_structp png, void *block)
{
    (void)png;
    if (block) attn_resize(block, 0);
}

png_structp attn_png_writer(attn_png_fault *fault)
{
    return png_create_write_struct_2(PNG_LIBPNG_VER_STRING, fault, stop, ignore_warning, fault,
                                     allocate, release);
}

png_structp attn_png_reader(attn_png_fault *fault)
{
    return png_create_read_struct_2(PNG_LIBPNG_VER_STRING, fault, stop, ignore_warning, fault,
                                    allocate, release);
}

/* ---- lengths ---- */

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
    if (length == 0) return attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": the file is empty");
    if (length < signature || png_sig_cmp((png_const_bytep)bytes, 0, signature))
        return attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": it begins as no PNG does");
    while (length - at >= head && memcmp(bytes + at + 4, kind, 4) != 0) {
        size_t content = number_at(bytes + at), left = length - at - head;
        if (left < checksum || content > left - checksum)
            return attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": it ends too early");
        at += head + content + checksum;
    }
    return true;
}
