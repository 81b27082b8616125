/*
 * page_files: those that a page hands over, in place of a disk and of what the program carries
 * (files/bytes/input.c, open.c, lesson/builtin/library.c).
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "lesson/builtin/library.h"
#include "lesson/program/program.h"
#include "page/module.h"

enum { MOST_FILES = 64 };

static attn_builtin_file files[MOST_FILES];
static size_t file_count;

bool attn_page_keep(char *name, char *bytes, size_t length)
{
    size_t i = 0;
    while (i < file_count && strcmp(files[i].name, name) != 0) i++;
    if (i == MOST_FILES) return false;
    if (i < file_count) free((void *)(uintptr_t)files[i].bytes);
    if (i < file_count) free((void *)(uintptr_t)files[i].name);
    files[i] = (attn_builtin_file){name, (const unsigned char *)bytes, length};
    file_count += i == file_count;
    return true;
}

/* ---- what the program carries ---- */

const attn_builtin_file *attn_builtin_file_of(const char *name)
{
    for (size_t i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0) return &files[i];
    return NULL;
}

const char *attn_builtin_bytes(const char *name, size_t *length)
{
    const attn_builtin_file *file = attn_builtin_file_of(name);
    if (file) *length = file->length;
    return file ? (const char *)file->bytes : NULL;
}

const attn_builtin_lesson *attn_builtin_lesson_at(size_t i)
{
    (void)i;
    return NULL;
}

const attn_builtin_file *attn_builtin_flow_of(const char *lesson)
{
    const size_t length = strlen(lesson);
    for (size_t i = 0; i < file_count; i++)
        if (strncmp(files[i].name, lesson, length) == 0 &&
            strcmp(files[i].name + length, ".flow") == 0)
            return &files[i];
    return NULL;
}

/* ---- files by their paths ---- */

static bool no_file(const char *path, attn_status *status)
{
    return attn_fail(status, ATTN_FILE, "the page does not hold the file %s", path);
}

bool attn_input_read(attn_input *input, const char *path, size_t most, attn_status *status)
{
    *input = (attn_input){0};
    if (strncmp(path, "./", 2) == 0) path += 2;
    input->bytes = attn_builtin_bytes(path, &input->length);
    if (!input->bytes) return no_file(path, status);
    return input->length <= most || attn_fail(status, ATTN_LIMIT, "%s is too large", path);
}

bool attn_input_take(attn_input *input, int file, const char *name, size_t most,
                     attn_status *status)
{
    (void)file;
    return attn_input_read(input, name, most, status);
}

bool attn_input_beside(attn_input *input, const char *other, const char *name, size_t most,
                       attn_status *status)
{
    (void)other;
    return attn_input_read(input, name, most, status);
}

bool attn_input_map(attn_input *input, int file, const char *name, attn_status *status)
{
    return attn_input_take(input, file, name, SIZE_MAX, status);
}

void attn_input_close(attn_input *input)
{
    *input = (attn_input){0};
}

int attn_open(int from, const char *path, attn_status *status)
{
    (void)from;
    no_file(path, status);
    return -1;
}

int attn_open_linked(int from, const char *path, attn_status *status)
{
    return attn_open(from, path, status);
}

int attn_open_below(int folder, const char *name, attn_status *status)
{
    return attn_open(folder, name, status);
}

int attn_open_folder(int from, const char *path, const char **name)
{
    (void)from;
    *name = path;
    errno = ENOENT;
    return -1;
}

int attn_fail_open(attn_status *status)
{
    return attn_open(-1, "", status);
}

/* The page names the files of its lesson itself. */
bool attn_name_stays(const char *name)
{
    return *name;
}
