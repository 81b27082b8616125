/*
 * html_data: files inside a page, which is text: packed (deflate), and then in letters.
 *
 * 91 letters are used, '#' to '~' but for '<', so that no file ends its <script>. Two of them hold
 * 13 bits, the lower digit first: 91 * 91 is a little more than 2 to the 13th. Of up to 6 bits that
 * are left at the end, one letter remains. It comes to 16 letters for 13 bytes; base 64 takes 17.3.
 */
#include <stdint.h>
#include <string.h>

#include <zlib.h>

#include "core/memory.h"
#include "render/html/html.h"

enum { LETTERS = 91, PAIR_BITS = 13, LAST_BITS = 6, CHUNK = 4096 };

static char letter_of(unsigned digit)
{
    return (char)('#' + (int)digit + (digit >= '<' - '#'));
}

static void add_letters(const unsigned char *bytes, size_t length, attn_text *out)
{
    char letters[CHUNK] = {0};
    size_t count = 0;
    unsigned bits = 0, left = 0; /* bits that wait, and how many */
    for (size_t i = 0; i < length; i++) {
        bits |= (unsigned)bytes[i] << left;
        left += 8;
        if (left < PAIR_BITS) continue;
        const unsigned pair = bits & ((1U << PAIR_BITS) - 1);
        letters[count++] = letter_of(pair % LETTERS);
        letters[count++] = letter_of(pair / LETTERS);
        bits >>= PAIR_BITS;
        left -= PAIR_BITS;
        if (count == CHUNK) attn_text_add_bytes(out, letters, count);
        if (count == CHUNK) count = 0;
    }
    attn_text_add_bytes(out, letters, count);
    letters[0] = letter_of(bits % LETTERS);
    letters[1] = letter_of(bits / LETTERS);
    attn_text_add_bytes(out, letters, left == 0 ? 0 : left <= LAST_BITS ? 1 : 2);
}

/* ---- packed ---- */

/* False where nothing is gained: they go as they are. Without memory `packed` has failed. */
static bool pack(const void *bytes, size_t length, attn_text *packed)
{
    enum { LEVEL = 9, MEMORY = 9 };
    unsigned char room[CHUNK];
    z_stream stream = {.zalloc = attn_zlib_allocate, .zfree = attn_zlib_free};
    if ((uInt)length != length) return false;
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        packed->failed = true;
        return false;
    }
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)length;
    int state = Z_OK;
    while (state == Z_OK && packed->length < length) {
        stream.next_out = room;
        stream.avail_out = sizeof room;
        state = deflate(&stream, Z_FINISH);
        attn_text_add_bytes(packed, (const char *)room, sizeof room - stream.avail_out);
    }
    deflateEnd(&stream);
    return state == Z_STREAM_END && packed->length < length && !packed->failed;
}

/* ---- a file of the page ---- */

static void add_data(const char *kind, const char *name, const char *packed,
                     const unsigned char *bytes, size_t length, attn_text *out)
{
    attn_text_print(out, "<script type=\"application/x-letters\" class=\"%s\" data-name=\"", kind);
    attn_html_words(name, out);
    if (*packed) attn_text_print(out, "\" data-packed=\"%s", packed);
    attn_text_add(out, "\">");
    add_letters(bytes, length, out);
    attn_text_add(out, "</script>\n");
}

void attn_html_data(const char *kind, const char *name, const void *bytes, size_t length,
                    attn_text *out)
{
    static const char gz[] = ".gz";
    attn_text packed = {0};
    size_t end = strlen(name);
    if (end > strlen(gz) && strcmp(name + end - strlen(gz), gz) == 0)
        add_data(kind, name, "gzip", bytes, length, out);
    else if (pack(bytes, length, &packed))
        add_data(kind, name, "deflate-raw", (const unsigned char *)packed.bytes, packed.length,
                 out);
    else
        add_data(kind, name, "", bytes, length, out);
    out->failed |= packed.failed;
    attn_text_free(&packed);
}

void attn_html_wishes(const attn_text *wishes, attn_text *out)
{
    add_data("request", "request", "", (const unsigned char *)wishes->bytes, wishes->length, out);
}
