/*
 * open: opens files: a user's name with its links, a name inside a lesson component by component.
 */
#define _GNU_SOURCE /* for O_PATH */
#include "files/bytes/open.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder that may be searched, though not listed. */
#if defined O_PATH
#define SEARCH O_PATH
#elif defined O_SEARCH
#define SEARCH O_SEARCH
#else
#define SEARCH O_RDONLY
#endif

enum {
    path_bytes = 4096,    /* Linux's PATH_MAX: no longer path can be opened */
    component_bytes = 256 /* file systems take names of 255 */
};

static int open_at(int folder, const char *name, int how)
{
    int file;
    do file = openat(folder, name, how | O_CLOEXEC | O_NOCTTY);
    while (file < 0 && errno == EINTR);
    return file;
}

/* Closes a file, and errno stays. */
static void shut(int file)
{
    int error = errno;
    if (file >= 0) close(file);
    errno = error;
}

int attn_fail_open(attn_status *status)
{
    int error = errno;
    attn_fail(status, ATTN_FILE, "the file cannot be opened: %s", strerror(error));
    errno = error;
    return -1;
}

/* ---- wherever it leads ---- */

int attn_open(int from, const char *path, attn_status *status)
{
    int file = open_at(from, path, O_RDONLY);
    return file >= 0 ? file : attn_fail_open(status);
}

int attn_open_folder(int from, const char *path, const char **name)
{
    char folder[path_bytes] = ".";
    const char *slash = strrchr(path, '/');
    *name = !slash ? path : slash[1] ? slash + 1 : ".";
    size_t length = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    errno = ENAMETOOLONG;
    if (length >= sizeof folder) return -1;
    if (slash) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    return open_at(from, folder, SEARCH | O_DIRECTORY);
}

/* ---- below a folder ---- */

/* A part of a name between slashes; its end is its beginning behind the last one. */
typedef struct component {
    size_t begin, end;
} component;

static component next_component(const char *name, size_t from)
{
    component c = {.begin = from + strspn(name + from, "/")};
    c.end = c.begin + strcspn(name + c.begin, "/");
    return c;
}

static bool is(const char *name, component c, const char *word)
{
    return c.end - c.begin == strlen(word) && memcmp(name + c.begin, word, c.end - c.begin) == 0;
}

bool attn_name_stays(const char *name)
{
    component last = {0, 0};
    if (name[0] == '\0' || name[0] == '/') return false;
    for (component c = next_component(name, 0); c.end > c.begin; c = next_component(name, c.end)) {
        if (is(name, c, "..")) return false;
        last = c;
    }
    return name[last.end] == '\0' && !is(name, last, ".");
}

bool attn_refuse_link(const char *name, size_t end, const char *mend, attn_status *status)
{
    static const char why[] = "is a symbolic link, which could lead out of the lesson's folder";
    if (name[end] == '\0') return attn_fail(status, ATTN_FILE, "this %s: %s", why, mend);
    return attn_fail(status, ATTN_FILE, "'%.*s' %s: %s", (int)end, name, why, mend);
}

bool attn_refuse_special(bool folder, attn_status *status)
{
    if (folder) return attn_fail(status, ATTN_FILE, "this is a folder: name a file in it");
    return attn_fail(status, ATTN_FILE,
                     "this is a device, a pipe or a socket: a lesson reads regular files only");
}

/* Of a component that could not be opened: the fault, if it is what is refused. errno stays. */
static void refuse(int folder, const char *one, const char *name, size_t end, attn_status *status)
{
    int error = errno;
    struct stat about;
    bool there = fstatat(folder, one, &about, AT_SYMLINK_NOFOLLOW) == 0;
    const char *mend =
        name[end] ? "put the folder itself in its place" : "put the file itself in its place";
    if (there && S_ISLNK(about.st_mode)) attn_refuse_link(name, end, mend, status);
    if (there && S_ISSOCK(about.st_mode)) attn_refuse_special(false, status);
    errno = error;
}

/* Opens one component in the folder that those before it lead to. */
static int open_component(int folder, const char *name, component c, int how, attn_status *status)
{
    char one[component_bytes];
    errno = ENAMETOOLONG;
    if (c.end - c.begin >= sizeof one) return -1;
    memcpy(one, name + c.begin, c.end - c.begin);
    one[c.end - c.begin] = '\0';
    int file = open_at(folder, one, how | O_NOFOLLOW);
    if (file < 0) refuse(folder, one, name, c.end, status);
    return file;
}

int attn_open_folder_below(int folder, const char *name, const char **last, attn_status *status)
{
    component c = next_component(name, 0), next = next_component(name, c.end);
    errno = EINVAL;
    int within = attn_name_stays(name) ? fcntl(folder, F_DUPFD_CLOEXEC, 0) : -1;
    if (within < 0) return -1;
    for (; next.end > next.begin; c = next, next = next_component(name, c.end)) {
        int deeper = open_component(within, name, c, SEARCH | O_DIRECTORY, status);
        shut(within);
        if (deeper < 0) return -1;
        within = deeper;
    }
    *last = name + c.begin;
    return within;
}

/* Keeps a file that is a regular one. */
static int keep_regular(int file, attn_status *status)
{
    struct stat about;
    bool known = fstat(file, &about) == 0;
    if (known && S_ISREG(about.st_mode)) return file;
    if (known) attn_refuse_special(S_ISDIR(about.st_mode), status);
    attn_fail_open(status);
    close(file);
    errno = EINVAL;
    return -1;
}

int attn_open_below(int folder, const char *name, attn_status *status)
{
    const char *last;
    int within = attn_open_folder_below(folder, name, &last, status);
    if (within < 0) return attn_fail_open(status);
    component c = {(size_t)(last - name), strlen(name)};
    /* a pipe without a writer is not waited for */
    int file = open_component(within, name, c, O_RDONLY | O_NONBLOCK, status);
    shut(within);
    return file < 0 ? attn_fail_open(status) : keep_regular(file, status);
}

int attn_open_linked(int from, const char *path, attn_status *status)
{
    int file = open_at(from, path, O_RDONLY | O_NONBLOCK);
    return file < 0 ? attn_fail_open(status) : keep_regular(file, status);
}
