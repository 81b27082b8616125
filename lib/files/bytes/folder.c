/*
 * folder: remembers what it has to take away.
 */
#include "files/bytes/folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct attn_folder {
    attn_arena *arena;
    const char *path;
    size_t count;
    const char **files;
};

static attn_folder *fail_new(const char *path, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    if (errno == EEXIST)
        attn_fail(status, ATTN_FILE, "there is something of this name already: name a new folder");
    else
        attn_fail(status, ATTN_FILE, "the folder cannot be made: %s", strerror(errno));
    attn_status_place(status, path, 0, 0);
    return NULL;
}

attn_folder *attn_folder_new(const char *path, attn_arena *arena)
{
    attn_folder *made = attn_alloc(arena, 1, sizeof *made);
    if (!made) return NULL;
    made->arena = arena;
    made->path = attn_copy_text(arena, path, strlen(path));
    if (!made->path) return NULL;
    return mkdir(path, 0777) == 0 ? made : fail_new(path, arena);
}

const char *attn_folder_file(attn_folder *folder, const char *name)
{
    const char *path = attn_print(folder->arena, "%s/%s", folder->path, name);
    return attn_push_text(folder->arena, &folder->files, &folder->count, path) ? path : NULL;
}

bool attn_folder_end(attn_folder *folder, bool done)
{
    if (!folder) return false;
    if (done && attn_ok(attn_arena_status(folder->arena))) return true;
    for (size_t i = 0; i < folder->count; i++) unlink(folder->files[i]);
    rmdir(folder->path);
    return false;
}
