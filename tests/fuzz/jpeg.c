/*
 * jpeg: any bytes as a JPEG picture for a lesson to look at. Those that do not begin as one are
 * given its first bytes: few inputs would.
 */
#include <stdlib.h>
#include <string.h>

#include "files/pixels/picture_read.h"
#include "fuzz.h"

static unsigned read_picture(const char *bytes, size_t length)
{
    attn_status status = {0};
    attn_picture picture = {0};
    unsigned sum = 0;
    attn_arena *arena = attn_arena_new(&status);
    bool read = attn_picture_read(bytes, length, "fuzz.jpg", arena, &picture, &status);
    fuzz_require(read == attn_ok(&status), "a picture that cannot be read is a fault");
    fuzz_require_sane(&status);
    if (read) fuzz_require(picture.width > 0 && picture.height > 0, "a picture has pixels");
    for (size_t i = 0; read && i < 3 * picture.width * picture.height; i++)
        sum = 31 * sum + picture.pixels[i];
    attn_arena_free(arena);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char first[] = "\xFF\xD8\xFF";
    char *copy = fuzz_copy(bytes, length);
    memcpy(copy, first, length < 3 ? length : 3);
    fuzz_require(read_picture(copy, length) == read_picture(copy, length),
                 "the same file gives the same picture");
    free(copy);
    return 0;
}
