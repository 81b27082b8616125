/*
 * byte_reader: pread from a file, or memory.
 */
#include "files/bytes/byte_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/decimal.h"
#include "core/text.h"
#include "files/bytes/input.h"
#include "files/bytes/open.h"

enum { first_window = 256 * 1024 };

typedef struct plain {
    attn_byte_reader source;
    int file;         /* -1: none */
    attn_input input; /* the bytes in memory */
} plain;

/* ---- files and memory ---- */

static bool read_file(attn_byte_reader *self, size_t at, void *bytes, size_t length,
                      attn_status *status)
{
    plain *one = (plain *)self;
    char *to = bytes;
    while (length > 0) {
        ssize_t got = pread(one->file, to, length, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return attn_fail(status, ATTN_FILE, "the file cannot be read: %s", strerror(errno));
        if (got == 0)
            return attn_fail(status, ATTN_FILE, "the file became shorter while it was read");
        to += got;
        at += (size_t)got;
        length -= (size_t)got;
    }
    return true;
}

static void close_plain(attn_byte_reader *self)
{
    plain *one = (plain *)self;
    if (one->file >= 0) close(one->file);
    attn_input_close(&one->input);
    attn_resize(one, 0);
}

/* Of an open file, or (-1) of what is in memory; takes both over. */
static attn_byte_reader *new_reader(int file, attn_input input, size_t length, attn_status *status)
{
    plain *one = attn_resize(NULL, sizeof *one);
    if (one) {
        *one = (plain){
            {.length = length, .bytes = input.bytes, .read = read_file, .close = close_plain},
            file,
            input};
        return &one->source;
    }
    attn_no_memory(status, "reading the file");
    attn_input_close(&input);
    if (file >= 0) close(file);
    return NULL;
}

static attn_byte_reader *new_memory(attn_input input, attn_status *status)
{
    return new_reader(-1, input, input.length, status);
}

/* Reads it where it lies, or, of a pipe or a device, all of it now. */
attn_byte_reader *attn_byte_reader_take(int file, attn_status *status)
{
    struct stat about;
    attn_input input = {0};
    if (file < 0) return NULL;
    if (attn_ok(status) && fstat(file, &about) != 0)
        attn_fail(status, ATTN_FILE, "the file cannot be read: %s", strerror(errno));
    else if (attn_ok(status) && !S_ISREG(about.st_mode))
        return attn_input_take(&input, file, "", SIZE_MAX / 4, status) ? new_memory(input, status)
                                                                       : NULL;
    else if (attn_ok(status) && (uintmax_t)about.st_size > SIZE_MAX / 2)
        attn_fail(status, ATTN_LIMIT, "the file is larger than this machine can read");
    if (attn_ok(status)) return new_reader(file, input, (size_t)about.st_size, status);
    close(file);
    return NULL;
}

attn_byte_reader *attn_byte_reader_open(const char *path, attn_status *status)
{
    attn_input input;
    if (!attn_ok(status)) return NULL;
    if (strcmp(path, "-") != 0)
        return attn_byte_reader_take(attn_open(AT_FDCWD, path, status), status);
    return attn_input_read(&input, path, SIZE_MAX / 4, status) ? new_memory(input, status) : NULL;
}

attn_byte_reader *attn_byte_reader_map(int file, attn_status *status)
{
    attn_input input;
    return attn_input_map(&input, file, "", status) ? new_memory(input, status) : NULL;
}

attn_byte_reader *attn_byte_reader_of(const char *bytes, size_t length, attn_status *status)
{
    return new_memory((attn_input){.bytes = bytes, .length = length}, status);
}

attn_byte_reader *attn_byte_reader_hold(attn_byte_reader *source, attn_status *status)
{
    char *bytes = attn_resize(NULL, source->length + 1);
    attn_input input = {.bytes = bytes, .length = source->length, .owner = bytes};
    if (!bytes) attn_no_memory(status, "reading the file");
    if (attn_byte_reader_read(source, 0, bytes, source->length, status))
        return new_memory(input, status);
    attn_input_close(&input);
    return NULL;
}

void attn_byte_reader_close(attn_byte_reader *source)
{
    if (source) source->close(source);
}

bool attn_byte_reader_read(attn_byte_reader *source, size_t at, void *bytes, size_t length,
                           attn_status *status)
{
    if (!attn_ok(status)) return false;
    if (at > source->length || length > source->length - at)
        return attn_fail(status, ATTN_INPUT, "the file is cut short");
    if (source->bytes && length) memcpy(bytes, source->bytes + at, length);
    return source->bytes || source->read(source, at, bytes, length, status);
}

bool attn_byte_reader_place(attn_byte_reader *source, size_t offset, size_t *line, size_t *column,
                            attn_status *status)
{
    char bytes[4096];
    *line = *column = 1;
    for (size_t at = 0, n; at < offset; at += n) {
        n = offset - at < sizeof bytes ? offset - at : sizeof bytes;
        if (!attn_byte_reader_read(source, at, bytes, n, status)) return false;
        for (size_t i = at == 0 ? attn_utf8_mark(bytes, n) : 0; i < n; i++) {
            bool inside = ((unsigned char)bytes[i] & 0xC0) == 0x80;
            *column = bytes[i] == '\n' ? 1 : *column + !inside;
            *line += bytes[i] == '\n';
        }
    }
    return true;
}

/* ---- windows ---- */

static bool resize_window(attn_window *window, size_t capacity, attn_status *status)
{
    char *bytes = attn_resize(window->bytes, capacity + 1);
    if (!bytes) return attn_no_memory(status, "reading the text");
    window->bytes = bytes;
    window->capacity = capacity;
    return true;
}

bool attn_window_open(attn_window *window, attn_byte_reader *source, attn_status *status)
{
    *window = (attn_window){.source = source};
    size_t capacity = source->length < first_window ? source->length : first_window;
    return resize_window(window, capacity, status) && attn_window_fill(window, capacity, status);
}

void attn_window_close(attn_window *window)
{
    if (window->bytes) attn_resize(window->bytes, 0);
    *window = (attn_window){0};
}

bool attn_window_ended(const attn_window *window)
{
    return window->offset + window->end == window->source->length;
}

bool attn_window_fill(attn_window *window, size_t wanted, attn_status *status)
{
    size_t kept = window->end - window->at;
    if (kept >= wanted && window->end > 0) return true;
    memmove(window->bytes, window->bytes + window->at, kept);
    window->offset += window->at;
    window->at = 0;
    window->end = kept;
    size_t left = window->source->length - window->offset;
    if (wanted > left) wanted = left;
    while (window->capacity < wanted)
        if (!resize_window(window, window->capacity * 2, status)) return false;
    size_t all = left < window->capacity ? left : window->capacity;
    bool done = attn_byte_reader_read(window->source, window->offset + kept, window->bytes + kept,
                                      all - kept, status);
    if (done) window->end = all;
    window->bytes[window->end] = '\0';
    return done;
}

bool attn_window_seek(attn_window *window, size_t offset, size_t wanted, attn_status *status)
{
    bool there = offset >= window->offset && offset - window->offset <= window->end;
    if (!there) {
        window->offset = offset;
        window->end = 0;
    }
    window->at = offset - window->offset;
    return attn_window_fill(window, wanted, status);
}
