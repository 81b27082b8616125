/*
 * input: a file's bytes, read to the end of what is allowed, or mapped.
 */
#include "files/bytes/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/bytes/open.h"

enum { first_bytes = 64 * 1024 };

static bool is_standard_input(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* What messages call the file. */
static bool blame(const char *path, attn_status *status)
{
    attn_status_place(status, is_standard_input(path) ? "standard input" : path, 0, 0);
    return false;
}

/* Room for one byte more than `used`; the size grows in powers of two up to `most`. */
static bool grow(attn_input *input, size_t *size, size_t most)
{
    if (input->length < *size) return true;
    size_t wanted = *size == 0 ? first_bytes : *size > most / 2 ? most : *size * 2;
    if (wanted > most) wanted = most;
    char *bytes = attn_resize(input->owner, wanted + 1); /* one for the NUL */
    if (!bytes) return false;
    input->owner = bytes;
    input->bytes = bytes;
    *size = wanted;
    return true;
}

/* Reads until the end of the file, or one byte past `most`. */
static bool read_all(attn_input *input, int file, size_t most, attn_status *status)
{
    size_t size = 0, limit = most < SIZE_MAX / 2 ? most + 1 : SIZE_MAX / 2;
    while (input->length <= most) {
        if (!grow(input, &size, limit)) return attn_no_memory(status, "reading the file");
        char *free_space = (char *)input->owner + input->length;
        ssize_t got = read(file, free_space, size - input->length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return attn_fail(status, ATTN_FILE, "the file cannot be read: %s", strerror(errno));
        *(free_space + got) = '\0';
        if (got == 0) return true;
        input->length += (size_t)got;
    }
    return attn_fail(status, ATTN_LIMIT, "the file has more than %zu bytes, which is the limit",
                     most);
}

static bool read_file(attn_input *input, int file, const char *name, size_t most,
                      attn_status *status)
{
    *input = (attn_input){0};
    if (file >= 0 && read_all(input, file, most, status)) return true;
    attn_input_close(input);
    return blame(name, status);
}

bool attn_input_take(attn_input *input, int file, const char *name, size_t most,
                     attn_status *status)
{
    bool done = read_file(input, file, name, most, status);
    if (file >= 0) close(file);
    return done;
}

bool attn_input_read(attn_input *input, const char *path, size_t most, attn_status *status)
{
    if (is_standard_input(path)) return read_file(input, STDIN_FILENO, path, most, status);
    return attn_input_take(input, attn_open(AT_FDCWD, path, status), path, most, status);
}

static bool map_file(attn_input *input, int file, attn_status *status)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return attn_fail(status, ATTN_FILE, "the file cannot be read: %s", strerror(errno));
    if (!S_ISREG(about.st_mode))
        return attn_fail(status, ATTN_FILE, "this is not a regular file: give the name of one");
    if ((uintmax_t)about.st_size > SIZE_MAX)
        return attn_fail(status, ATTN_LIMIT, "the file is larger than this machine can map");
    input->bytes = "";
    if (about.st_size == 0) return true; /* nothing, and mmap refuses to map it */
    void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        return attn_fail(status, ATTN_FILE, "the file cannot be mapped: %s", strerror(errno));
    *input = (attn_input){bytes, (size_t)about.st_size, bytes, true};
    return true;
}

bool attn_input_beside(attn_input *input, const char *other, const char *name, size_t most,
                       attn_status *status)
{
    const char *own;
    const int folder = attn_open_folder(AT_FDCWD, other, &own);
    const int file = folder < 0 ? attn_fail_open(status) : attn_open_below(folder, name, status);
    if (folder >= 0) close(folder);
    return attn_input_take(input, file, name, most, status);
}

bool attn_input_map(attn_input *input, int file, const char *name, attn_status *status)
{
    *input = (attn_input){0};
    bool done = file >= 0 && map_file(input, file, status);
    if (file >= 0) close(file); /* the mapping stays */
    return done || blame(name, status);
}

void attn_input_close(attn_input *input)
{
    if (input->mapped)
        munmap(input->owner, input->length);
    else if (input->owner)
        attn_resize(input->owner, 0);
    *input = (attn_input){0};
}
