/*
 * wasi: what the library and its tests ask of a system, and WASI does not have.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/pool.h"
#include "files/bytes/output.h"

/* ---- threads: there is one ---- */

void attn_pool_threads(size_t threads)
{
    (void)threads;
}

size_t attn_pool_size(void)
{
    return 1;
}

void attn_pool_run(size_t threads, size_t pieces, attn_pool_work *work, void *context)
{
    (void)threads;
    for (size_t piece = 0; piece < pieces; piece++) work(context, piece, 0);
}

void attn_pool_free(void)
{
}

/* ---- numbers ---- */

/* That of the C library rounds twice. Here the sum is rounded to odd first (Boldo, Melquiond 2008).
 */
float fmaf(float a, float b, float c)
{
    const double product = (double)a * (double)b, sum = product + (double)c;
    const double part = sum - product, lost = (product - (sum - part)) + ((double)c - part);
    int64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (isfinite(sum) && lost != 0 && bits % 2 == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return (float)odd;
}

/* ---- files ---- */

/* A descriptor twice: the library asks for that of folders alone. */
int __wrap_fcntl(int folder, int how, ...);
int __wrap_fcntl(int folder, int how, ...)
{
    if (how == F_DUPFD_CLOEXEC) return openat(folder, ".", O_RDONLY | O_DIRECTORY);
    errno = EINVAL;
    return -1;
}

/* The next name of a path that ends in six X; the folder of a test is empty at first. */
static void name_next(char *path)
{
    static unsigned count;
    char digits[7];
    snprintf(digits, sizeof digits, "%06u", count++ % 1000000);
    memcpy(path + strlen(path) - 6, digits, 6);
}

int mkstemp(char *path)
{
    name_next(path);
    return open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
}

char *mkdtemp(char *path)
{
    name_next(path);
    return mkdir(path, 0700) == 0 ? path : NULL;
}

/* ---- files that are written: signals, which files/bytes/output.c minds, do not exist ---- */

struct attn_output {
    attn_status *status;
    FILE *file;
    char target[];
};

static attn_output *blame(const char *path, attn_status *status)
{
    attn_fail(status, ATTN_FILE, "the file cannot be written: %s", strerror(errno));
    attn_status_place(status, path, 0, 0);
    return NULL;
}

attn_output *attn_output_below(int folder, const char *name, const char *path, attn_status *status)
{
    (void)folder, (void)name;
    return attn_output_open(path, status);
}

/* Beside the target until it is whole. */
static void name_part(const attn_output *output, char part[1024])
{
    snprintf(part, 1024, "%s.part", output->target);
}

attn_output *attn_output_open(const char *path, attn_status *status)
{
    char part[1024];
    attn_output *output = attn_resize(NULL, sizeof *output + strlen(path) + 1);
    if (!output) {
        attn_no_memory(status, "writing the file");
        return NULL;
    }
    output->status = status;
    strcpy(output->target, path);
    name_part(output, part);
    output->file = fopen(part, "wb");
    if (output->file) return output;
    attn_resize(output, 0);
    return blame(path, status);
}

bool attn_output_write(attn_output *output, const void *bytes, size_t length)
{
    return output && fwrite(bytes, 1, length, output->file) == length;
}

bool attn_output_end(attn_output *output, bool done)
{
    char part[1024];
    if (!output) return false;
    name_part(output, part);
    done = !ferror(output->file) && done && attn_ok(output->status);
    done = fclose(output->file) == 0 && done && rename(part, output->target) == 0;
    if (!done) unlink(part);
    attn_resize(output, 0);
    return done;
}

bool attn_output_commit(attn_output *output)
{
    return attn_output_end(output, true);
}

void attn_output_abandon(attn_output *output)
{
    attn_output_end(output, false);
}

bool attn_output_through(const attn_output *output)
{
    (void)output;
    return false;
}

bool attn_output_streams(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

bool attn_output_changes(const char *path, struct stat *about)
{
    return lstat(path, about) == 0;
}
