/*
 * png_common: what libpng calls back; and lengths of chunks, looked at before it takes them for
 * true.
 */
#include "files/png/png_common.h"

#include <string.h>

/* ---- what libpng calls ---- */

PNG_NORETURN static void stop(png_structp png, png_const_charp message)
{
    const attn_png_io *io = png_get_error_ptr(png);
    attn_fail(io->status, io->code, "%s: %s", io->what, message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

/* libpng goes on without some of what it asks for, or tells another reason. */
static void *allocate(png_structp png, size_t size)
{
    const attn_png_io *io = png_get_mem_ptr(png);
    void *block = attn_resize(NULL, size);
    if (!block) attn_no_memory(io->status, "handling a PNG picture");
    return block;
}

static void release(png_structp png, void *block)
{
    (void)png;
    if (block) attn_resize(block, 0);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t length)
{
    const attn_png_io *io = png_get_io_ptr(png);
    if (!attn_output_write(io->output, bytes, length)) png_error(png, "write error");
}

void attn_png_flush(png_structp png)
{
    (void)png;
}

png_structp attn_png_writer(attn_png_io *io)
{
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, io, stop, ignore_warning, io,
                                                allocate, release);
    if (png) png_set_write_fn(png, io, write_bytes, attn_png_flush);
    return png;
}

png_structp attn_png_reader(attn_png_io *io)
{
    return png_create_read_struct_2(PNG_LIBPNG_VER_STRING, io, stop, ignore_warning, io, allocate,
                                    release);
}

/* ---- lengths ---- */

bool attn_png_whole(const char *bytes, size_t length, const char *kind, attn_status *status)
{
    enum { signature = 8, head = 8, checksum = 4 }; /* head: length of the content, kind */
    size_t at = signature;
    if (length == 0) return attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": the file is empty");
    if (length < signature || png_sig_cmp((png_const_bytep)bytes, 0, signature))
        return attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": it does not begin as a PNG does");
    while (length - at >= head && memcmp(bytes + at + 4, kind, 4) != 0) {
        size_t content = png_get_uint_32((png_const_bytep)bytes + at), left = length - at - head;
        if (left < checksum || content > left - checksum)
            return attn_fail(status, ATTN_INPUT, ATTN_NO_PNG ": it ends too early");
        at += head + content + checksum;
    }
    return true;
}
