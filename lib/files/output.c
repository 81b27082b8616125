/*
 * output: written beside the target, renamed over it at the end.
 *
 * The names of unfinished files stand in a table that a signal handler can read at any moment; a
 * name is entered before its file is made and taken out when the file is gone or has become the
 * target.
 */
#include "files/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"

enum {
    buffer_bytes = 64 * 1024,
    path_bytes = 4096, /* Linux's PATH_MAX: no longer name can be opened */
    most_unfinished = 8,
    most_names = 1000 /* tried for the temporary file */
};

typedef enum use { FREE, CLAIMED, ENTERED } use;

static struct slot {
    atomic_int use;
    char path[path_bytes];
} unfinished[most_unfinished];

struct attn_output {
    attn_status *status;
    char *target;
    struct slot *temporary; /* NULL: the target is written through */
    int file;
    size_t used;
    char buffer[buffer_bytes];
};

/* ---- unfinished files ---- */

static void remove_and_die(int signal_number)
{
    for (size_t i = 0; i < most_unfinished; i++)
        if (atomic_load(&unfinished[i].use) == ENTERED) unlink(unfinished[i].path);
    signal(signal_number, SIG_DFL);
    raise(signal_number); /* comes when this handler returns, and ends the program */
}

static void handle(const int *signals, size_t count, bool over_others)
{
    struct sigaction now, old;
    memset(&now, 0, sizeof now);
    now.sa_handler = remove_and_die;
    now.sa_flags = SA_ONSTACK;
    sigemptyset(&now.sa_mask);
    for (size_t i = 0; i < count; i++) {
        if (sigaction(signals[i], NULL, &old) != 0 || old.sa_handler == SIG_IGN) continue;
        if (over_others || old.sa_handler == SIG_DFL) sigaction(signals[i], &now, NULL);
    }
}

void attn_output_signals(void)
{
    static const int sent[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    /* of a library that cannot go on, as GLib without memory, or of a mapped file that was cut
     * short; a sanitizer has handlers of its own */
    static const int caused[] = {SIGABRT, SIGTRAP, SIGSEGV, SIGBUS};
    /* GLib without memory calls itself until the stack ends; the handler then needs its own */
    static char room[1 << 16];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room}, old;
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) sigaltstack(&stack, NULL);
    handle(sent, sizeof sent / sizeof *sent, true);
    handle(caused, sizeof caused / sizeof *caused, false);
    signal(SIGXFSZ, SIG_IGN); /* a file over the size limit is then a write error like others */
}

static struct slot *claim_slot(void)
{
    for (size_t i = 0; i < most_unfinished; i++) {
        int expected = FREE;
        if (atomic_compare_exchange_strong(&unfinished[i].use, &expected, CLAIMED))
            return &unfinished[i];
    }
    return NULL;
}

static void give_back(struct slot *slot)
{
    if (slot) atomic_store(&slot->use, FREE);
}

/* ---- opening ---- */

bool attn_output_streams(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static bool fail(attn_output *output, const char *what)
{
    return attn_fail(output->status, ATTN_FILE, "%s: %s%s", what, strerror(errno),
                     errno == ENOENT ? " (make its folder first)" : "");
}

/* "FOLDER/.attnviz-PID-N", beside the target. */
static bool name_temporary(const attn_output *output, unsigned n)
{
    const char *slash = strrchr(output->target, '/');
    size_t folder = slash ? (size_t)(slash - output->target) + 1 : 0;
    struct slot *slot = output->temporary;
    if (folder >= path_bytes) return false;
    memcpy(slot->path, output->target, folder);
    int length =
        snprintf(slot->path + folder, path_bytes - folder, ".attnviz-%ld-%u", (long)getpid(), n);
    return length > 0 && (size_t)length < path_bytes - folder;
}

/* mode: as open has it. */
static bool open_temporary(attn_output *output, mode_t mode)
{
    struct slot *slot = output->temporary = claim_slot();
    if (!slot)
        return attn_fail(output->status, ATTN_LIMIT, "more than %d files are being written at once",
                         most_unfinished);
    errno = EEXIST;
    for (unsigned n = 0; n < most_names && errno == EEXIST && output->file < 0; n++) {
        atomic_store(&slot->use, CLAIMED);
        errno = ENAMETOOLONG;
        if (!name_temporary(output, n)) break;
        atomic_store(&slot->use, ENTERED);
        output->file = open(slot->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    if (output->file < 0) atomic_store(&slot->use, CLAIMED); /* no file of ours has this name */
    return output->file >= 0 || fail(output, "the file cannot be written");
}

/* A file that standard output goes to already ("-o /dev/stdout >>log") keeps what stands in it. */
static bool is_standard_output(const struct stat *about)
{
    struct stat other;
    return fstat(STDOUT_FILENO, &other) == 0 && other.st_dev == about->st_dev &&
           other.st_ino == about->st_ino;
}

/* Whoever may not read the file that is there may not read the new one; where a file system has no
 * such modes, there is nothing to keep. */
static bool open_replacement(attn_output *output, const struct stat *about)
{
    const mode_t permissions = S_IRWXU | S_IRWXG | S_IRWXO;
    if (!open_temporary(output, S_IRUSR | S_IWUSR)) return false;
    (void)!fchmod(output->file, about->st_mode & permissions);
    return true;
}

static bool open_output(attn_output *output)
{
    struct stat about;
    bool exists = stat(output->target, &about) == 0;
    /* the umask decides about the mode of a file made anew */
    if (!exists) return open_temporary(output, 0666);
    if (S_ISREG(about.st_mode) && is_standard_output(&about))
        output->file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    else if (S_ISREG(about.st_mode))
        return open_replacement(output, &about);
    else
        output->file = open(output->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return output->file >= 0 || fail(output, "the file cannot be written");
}

static char *copy_path(const char *path, attn_status *status)
{
    size_t length = strlen(path) + 1;
    char *copy = attn_resize(NULL, length);
    if (copy) return memcpy(copy, path, length);
    attn_fail(status, ATTN_MEMORY, "there is no memory to write the file");
    return NULL;
}

/*
 * A copy of the path; of a symbolic link to a file, the path of that file, so that the link stays.
 * NULL on failure.
 */
static char *find_target(const char *path, attn_status *status)
{
    struct stat about;
    bool link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    if (!link || (stat(path, &about) == 0 && !S_ISREG(about.st_mode)))
        return copy_path(path, status);
    char *real = realpath(path, NULL);
    if (!real)
        attn_fail(status, ATTN_FILE, "this symbolic link leads to no file that can be written: %s",
                  strerror(errno));
    char *target = real ? copy_path(real, status) : NULL;
    free(real);
    return target;
}

attn_output *attn_output_open(const char *path, attn_status *status)
{
    attn_output *output = attn_resize(NULL, sizeof *output);
    char *target = output ? find_target(path, status) : NULL;
    if (!target) {
        if (output) attn_resize(output, 0);
        attn_fail(status, ATTN_MEMORY, "there is no memory to write the file");
        attn_status_place(status, path, 0, 0);
        return NULL;
    }
    output->status = status;
    output->target = target;
    output->temporary = NULL;
    output->file = -1;
    output->used = 0;
    if (attn_ok(status) && open_output(output)) return output;
    attn_status_place(status, path, 0, 0);
    attn_output_abandon(output);
    return NULL;
}

/* ---- writing ---- */

static bool write_all(attn_output *output, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(output->file, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            fail(output, "the file cannot be written");
            attn_status_place(output->status, output->target, 0, 0);
            return false;
        }
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static bool flush(attn_output *output)
{
    size_t used = output->used;
    output->used = 0;
    return attn_ok(output->status) && write_all(output, output->buffer, used);
}

bool attn_output_write(attn_output *output, const void *bytes, size_t length)
{
    if (length > buffer_bytes - output->used && !flush(output)) return false;
    if (length > buffer_bytes) return write_all(output, bytes, length);
    if (length) memcpy(output->buffer + output->used, bytes, length);
    output->used += length;
    return attn_ok(output->status);
}

/* ---- the end ---- */

static bool close_file(attn_output *output)
{
    int file = output->file;
    output->file = -1;
    return file < 0 || close(file) == 0 || errno == EINTR;
}

static void release(attn_output *output)
{
    give_back(output->temporary);
    attn_resize(output->target, 0);
    attn_resize(output, 0);
}

/* Puts the finished file in its place. */
static bool finish(attn_output *output)
{
    if (!flush(output)) return false;
    bool synced = !output->temporary || fsync(output->file) == 0 || errno == EINVAL;
    if (!synced) return fail(output, "the file cannot be written");
    if (!close_file(output)) return fail(output, "the file cannot be written");
    if (!output->temporary) return true;
    if (rename(output->temporary->path, output->target) != 0)
        return fail(output, "the file cannot be put in its place");
    return true;
}

bool attn_output_commit(attn_output *output)
{
    if (!finish(output)) {
        attn_status_place(output->status, output->target, 0, 0);
        attn_output_abandon(output);
        return false;
    }
    release(output);
    return true;
}

/* Adds to the fault, if there is one, that a file of ours is left behind. */
static void tell_left_over(const attn_output *output)
{
    attn_text prefix = {0};
    attn_text_print(&prefix, "%s is left behind (%s); ", output->temporary->path, strerror(errno));
    attn_status_prefix(output->status, attn_text_string(&prefix));
    attn_text_free(&prefix);
}

void attn_output_abandon(attn_output *output)
{
    if (!output) return;
    close_file(output);
    bool made = output->temporary && atomic_load(&output->temporary->use) == ENTERED;
    if (made && unlink(output->temporary->path) != 0) tell_left_over(output);
    release(output);
}
