/*
 * numbers: any bytes as the chunk of a PNG that carries the numbers of a picture.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "picture/paint/png_data.h"

/* A picture of one grey pixel up to its first chunk, and its end, which is never read. */
static const uint8_t head[] =
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x8\0\0\0\0\x3a\x7e\x9b\x55";
static const uint8_t end[] = "\0\0\0\0IDAT\x35\xaf\x06\x1e";

static uint8_t *put(uint8_t *at, const void *bytes, size_t length)
{
    if (length) memcpy(at, bytes, length);
    return at + length;
}

static uint8_t *put_number(uint8_t *at, size_t number)
{
    for (int i = 0; i < 4; i++) *at++ = (uint8_t)(number >> (24 - 8 * i));
    return at;
}

/* A file whose chunk holds these bytes, with a good checksum. */
static char *as_picture(const uint8_t *bytes, size_t length, size_t *file_length)
{
    uint8_t *file = (uint8_t *)malloc(sizeof head + length + 12 + sizeof end), *at = file;
    fuzz_require(file != NULL, "there is memory for a picture");
    at = put(at, head, sizeof head - 1);
    at = put_number(at, length);
    uint8_t *kind = at;
    at = put(at, "atNv", 4);
    at = put(at, bytes, length);
    at = put_number(at, crc32(0, kind, (uInt)(length + 4)));
    at = put(at, end, sizeof end - 1);
    *file_length = (size_t)(at - file);
    return (char *)file;
}

/* What was read can be packed again, to the same bytes. */
static void check_packed(const attn_sheet_options *sheet, attn_arena *arena, const uint8_t *bytes,
                         size_t length)
{
    attn_png picture = {0};
    fuzz_require(attn_numbers_pack(sheet, arena, &picture), "numbers that were read can be kept");
    fuzz_require(picture.chunk_length == length, "they take as many bytes again");
    fuzz_require(memcmp(picture.chunk, bytes, length) == 0, "and they are the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    attn_sheet_options sheet;
    attn_text json = {0};
    size_t file_length, bad;
    char *file = as_picture(bytes, length, &file_length);
    attn_arena *arena = attn_arena_new(&status);
    bool read = attn_numbers_read(file, file_length, "fuzz.png", arena, &sheet, &status);
    fuzz_require(read == attn_ok(&status), "numbers that cannot be read are a fault");
    fuzz_require_sane(&status);
    if (read) {
        attn_numbers_json(&sheet, &json);
        fuzz_require(attn_utf8_valid(attn_text_string(&json), json.length, &bad),
                     "JSON is well-formed UTF-8");
        check_packed(&sheet, arena, bytes, length);
    }
    attn_text_free(&json);
    attn_arena_free(arena);
    free(file);
    return 0;
}
