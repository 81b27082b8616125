/*
 * absent_system: calls of a system that a page has none of, so that the module need not carry those
 * of its C library. A page asks for no file but by the names of its own (page_files.c), and numbers
 * are written in one way.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/locale.h"

locale_t attn_locale_enter(void)
{
    return LC_GLOBAL_LOCALE; /* any but 0, which says that there is no memory */
}

void attn_locale_leave(locale_t before)
{
    (void)before;
}

char *strerror(int error)
{
    static char none[] = "there is no such file";
    (void)error;
    return none;
}

static int nothing(void)
{
    errno = ENOENT;
    return -1;
}

int access(const char *path, int mode)
{
    (void)path, (void)mode;
    return nothing();
}

int stat(const char *restrict path, struct stat *restrict about)
{
    (void)path, (void)about;
    return nothing();
}

int lstat(const char *restrict path, struct stat *restrict about)
{
    (void)path, (void)about;
    return nothing();
}

int fstat(int file, struct stat *about)
{
    (void)file, (void)about;
    return nothing();
}

int open(const char *path, int flags, ...)
{
    (void)path, (void)flags;
    return nothing();
}

int openat(int folder, const char *path, int flags, ...)
{
    (void)folder, (void)path, (void)flags;
    return nothing();
}

ssize_t pread(int file, void *bytes, size_t length, off_t at)
{
    (void)file, (void)bytes, (void)length, (void)at;
    return nothing();
}

int close(int file)
{
    (void)file;
    return nothing();
}

int unlink(const char *path)
{
    (void)path;
    return nothing();
}

DIR *fdopendir(int folder)
{
    (void)folder;
    nothing();
    return NULL;
}

struct dirent *readdir(DIR *folder)
{
    (void)folder;
    return NULL;
}

int closedir(DIR *folder)
{
    (void)folder;
    return nothing();
}

int fnmatch(const char *pattern, const char *name, int flags)
{
    (void)pattern, (void)name, (void)flags;
    return FNM_NOMATCH;
}
