/*
 * zip_member: the bytes of one member, stored or deflated, and their checksum.
 */
#include <string.h>
#include <zlib.h>

#include "core/budget.h"
#include "files/zip/zip.h"

enum { chunk = 64 * 1024 };

typedef struct opened {
    attn_byte_reader source;
    attn_byte_reader *archive;
    attn_zip_member member;
    uLong sum; /* of the first `summed` bytes */
    size_t summed;
    z_stream stream; /* of a deflated one */
    bool inflating;
    size_t taken;         /* compressed bytes */
    unsigned char *input; /* chunk bytes, and as many for what is passed over */
} opened;

/* ---- checksums ---- */

/* Bytes at `at`; what was there before does not count twice, and a gap ends the summing. */
static bool sum(opened *one, size_t at, const unsigned char *bytes, size_t length,
                attn_status *status)
{
    if (at > one->summed || one->summed >= at + length) return true;
    size_t known = one->summed - at;
    for (size_t from = known, n; from < length; from += n) {
        n = length - from < chunk ? length - from : chunk;
        one->sum = crc32(one->sum, bytes + from, (uInt)n);
    }
    one->summed = at + length;
    if (one->summed < one->member.size || one->sum == one->member.sum) return true;
    return attn_fail(status, ATTN_INPUT, "%s in this archive is damaged: its checksum is wrong",
                     one->member.name);
}

/* ---- stored ---- */

static bool read_stored(attn_byte_reader *self, size_t at, void *bytes, size_t length,
                        attn_status *status)
{
    opened *one = (opened *)self;
    return attn_byte_reader_read(one->archive, one->member.begin + at, bytes, length, status) &&
           sum(one, at, bytes, length, status);
}

/* ---- deflated ---- */

void attn_zip_rest(attn_byte_reader *self)
{
    opened *one = (opened *)self;
    if (one->inflating) inflateEnd(&one->stream);
    if (one->input) attn_resize(one->input, 0);
    one->input = NULL;
    one->inflating = false;
}

static bool begin(opened *one, attn_status *status)
{
    attn_zip_rest(&one->source);
    one->stream = (z_stream){.zalloc = attn_zlib_allocate, .zfree = attn_zlib_free};
    one->taken = 0;
    one->input = attn_resize(NULL, (size_t)2 * chunk);
    one->inflating = one->input && inflateInit2(&one->stream, -MAX_WBITS) == Z_OK;
    return one->inflating || attn_no_memory(status, "unpacking the archive");
}

/* What stands next, if nothing is left of what was taken before. */
static bool take_input(opened *one, attn_status *status)
{
    size_t left = one->member.compressed - one->taken, n = left < chunk ? left : chunk;
    if (one->stream.avail_in > 0) return true;
    if (!attn_byte_reader_read(one->archive, one->member.begin + one->taken, one->input, n, status))
        return false;
    one->stream.next_in = one->input;
    one->stream.avail_in = (uInt)n;
    one->taken += n;
    return true;
}

static bool fail_packed(opened *one, attn_status *status)
{
    return attn_fail(status, ATTN_INPUT, "%s in this archive is damaged: it cannot be unpacked",
                     one->member.name);
}

/* The next `length` bytes, no more than chunk. */
static bool unpack(opened *one, unsigned char *bytes, size_t length, attn_status *status)
{
    z_stream *stream = &one->stream;
    stream->next_out = bytes;
    stream->avail_out = (uInt)length;
    while (stream->avail_out > 0) {
        if (!take_input(one, status)) return false;
        uInt before_in = stream->avail_in, before_out = stream->avail_out;
        int result = inflate(stream, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR) return attn_no_memory(status, "unpacking the archive");
        bool stuck = stream->avail_in == before_in && stream->avail_out == before_out;
        bool ended = result == Z_STREAM_END && stream->avail_out > 0;
        if ((result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) || stuck || ended)
            return fail_packed(one, status);
    }
    return true;
}

/* Behind the last byte the compressed data ends too. */
static bool check_end(opened *one, attn_status *status)
{
    unsigned char more;
    z_stream *stream = &one->stream;
    bool all = false;
    int result = Z_OK;
    stream->next_out = &more;
    stream->avail_out = 1;
    while (result == Z_OK && stream->avail_out == 1 && !all) {
        if (!take_input(one, status)) return false;
        all = stream->avail_in == 0 && one->taken == one->member.compressed;
        result = inflate(stream, all ? Z_FINISH : Z_NO_FLUSH);
    }
    all = stream->avail_in == 0 && one->taken == one->member.compressed;
    return (result == Z_STREAM_END && stream->avail_out == 1 && all) || fail_packed(one, status);
}

static bool spend(const opened *one, size_t length, attn_status *status)
{
    uint64_t work = attn_product64(length, ATTN_COST_UNPACKED);
    return attn_spend(status, work) ||
           attn_fail_work(status, work, "unpacking %s", one->member.name);
}

static bool advance(opened *one, unsigned char *bytes, size_t length, attn_status *status)
{
    for (size_t from = 0, n; from < length; from += n) {
        size_t at = one->stream.total_out;
        n = length - from < chunk ? length - from : chunk;
        if (!spend(one, n, status)) return false;
        unsigned char *to = bytes ? bytes + from : one->input + chunk;
        if (!unpack(one, to, n, status) || !sum(one, at, to, n, status)) return false;
        if (at + n == one->member.size && !check_end(one, status)) return false;
    }
    return true;
}

static bool read_deflated(attn_byte_reader *self, size_t at, void *bytes, size_t length,
                          attn_status *status)
{
    opened *one = (opened *)self;
    bool back = !one->inflating || at < one->stream.total_out;
    if (length == 0) return true;
    if (back && !begin(one, status)) return false;
    return advance(one, NULL, at - one->stream.total_out, status) &&
           advance(one, bytes, length, status);
}

/* ---- life ---- */

static void close_member(attn_byte_reader *self)
{
    attn_zip_rest(self);
    attn_resize(self, 0);
}

attn_byte_reader *attn_zip_open(attn_byte_reader *source, const attn_zip_member *member,
                                attn_status *status)
{
    opened *one = attn_resize(NULL, sizeof *one);
    if (!one) {
        attn_no_memory(status, "reading the archive");
        return NULL;
    }
    *one = (opened){.archive = source, .member = *member};
    one->source = (attn_byte_reader){.length = member->size,
                                     .read = member->deflated ? read_deflated : read_stored,
                                     .close = close_member};
    return &one->source;
}
