/*
 * png: any bytes as a picture for a lesson to look at, and as one that carries its numbers.
 *
 * Checksums that do not fit are put right in a second try: few inputs would get past them.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "picture/paint/png_data.h"

enum { signature = 8, frame = 12, largest_side = 128 };

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* A picture that says it is large takes long to fill, and shows nothing that a small one does not.
 */
static bool is_large(const uint8_t *bytes, size_t length)
{
    return length >= 24 &&
           (big_endian(bytes + 16) > largest_side || big_endian(bytes + 20) > largest_side);
}

/* Length, kind, content, checksum: the checksum is of the two in the middle. */
static bool mend_checksums(uint8_t *bytes, size_t length)
{
    bool mended = false;
    for (size_t at = signature; at < length && length - at >= frame;) {
        size_t content = big_endian(bytes + at);
        if (content > length - at - frame) break;
        uint8_t *checksum = bytes + at + 8 + content;
        uint32_t sum = (uint32_t)crc32(0, bytes + at + 4, (uInt)(content + 4));
        mended = mended || big_endian(checksum) != sum;
        for (int i = 0; i < 4; i++) checksum[i] = (uint8_t)(sum >> (24 - 8 * i));
        at += frame + content;
    }
    return mended;
}

/* How the chunk of numbers is found; what may stand in it is for png_data.c. */
static void read_numbers(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    attn_sheet_options sheet;
    char *copy = fuzz_copy(bytes, length);
    attn_arena *arena = attn_arena_new(&status);
    bool read = attn_numbers_read(copy, length, "fuzz.png", arena, &sheet, &status);
    fuzz_require(read == attn_ok(&status), "a picture without numbers is a fault");
    fuzz_require_sane(&status);
    attn_arena_free(arena);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (is_large(bytes, length)) return -1;
    fuzz_require(fuzz_picture(bytes, length, "fuzz.png") == fuzz_picture(bytes, length, "fuzz.png"),
                 "the same file gives the same picture");
    uint8_t *mended = (uint8_t *)fuzz_copy(bytes, length);
    read_numbers(bytes, length);
    if (mend_checksums(mended, length)) {
        fuzz_picture(mended, length, "fuzz.png");
        read_numbers(mended, length);
    }
    free(mended);
    return 0;
}
