/*
 * beside: see beside.h.
 */
#include "beside.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"

enum { MOST_FILES = 8 };

static char folder[] = "/tmp/attnviz-fuzz-XXXXXX";
static const char *names[MOST_FILES];
static size_t name_count;

const char *beside_path(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void remove_folder(void)
{
    for (size_t i = 0; i < name_count; i++) unlink(beside_path(names[i]));
    rmdir(folder);
}

static void remember(const char *name)
{
    for (size_t i = 0; i < name_count; i++)
        if (names[i] == name) return;
    if (name_count == 0) {
        fuzz_require(mkdtemp(folder) != NULL, "there is a folder for files");
        fuzz_require(atexit(remove_folder) == 0, "the folder can be removed at the end");
    }
    fuzz_require(name_count < MOST_FILES, "there are only a few files");
    names[name_count++] = name;
}

void beside_write(const char *name, const char *bytes, size_t length)
{
    remember(name);
    int file = open(beside_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fuzz_require(file >= 0 && write(file, bytes, length) == (ssize_t)length && close(file) == 0,
                 "files can be written to the folder");
}
