/*
 * output: written beside the target, renamed over it at the end.
 *
 * The names of unfinished files stand in a table that a signal handler can read at any moment; a
 * name is entered before its file is made and taken out when the file is gone or has become the
 * target.
 */
#include "files/bytes/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "files/bytes/open.h"

enum {
    buffer_bytes = 64 * 1024,
    name_bytes = 64,
    link_bytes = 4096, /* Linux's PATH_MAX: no link is longer */
    most_links = 40,   /* one after the other, as Linux follows them */
    most_unfinished = 8,
    most_names = 1000 /* tried for the temporary file */
};

typedef enum use { FREE, CLAIMED, ENTERED } use;

static struct slot {
    atomic_int use;
    int folder;
    char name[name_bytes];
} unfinished[most_unfinished];

struct attn_output {
    attn_status *status;
    int folder;             /* in which it lies; -1: none is open */
    const char *name;       /* of the target there */
    struct slot *temporary; /* NULL: the target is written through */
    int file;
    size_t used;
    char buffer[buffer_bytes];
    char target[]; /* its path */
};

/* ---- unfinished files ---- */

static void (*told)(int signal_number);

static void remove_and_die(int signal_number)
{
    for (size_t i = 0; i < most_unfinished; i++)
        if (atomic_load(&unfinished[i].use) == ENTERED)
            unlinkat(unfinished[i].folder, unfinished[i].name, 0);
    if (told) told(signal_number);
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

void attn_output_signals(void (*tell)(int signal_number))
{
    static const int sent[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    /* of a library that cannot go on, as GLib without memory, or of a mapped file that was cut
     * short; a sanitizer has handlers of its own */
    static const int caused[] = {SIGABRT, SIGTRAP, SIGSEGV, SIGBUS};
    /* GLib without memory calls itself until the stack ends; the handler then needs its own */
    static char room[1 << 16];
    told = tell;
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

/* ---- where an output goes ---- */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The folder whose names are the numbers of the program's own files. */
static bool is_own_folder(int folder)
{
    struct stat here, own;
    return fstat(folder, &here) == 0 && stat("/dev/fd", &own) == 0 && same_file(&here, &own);
}

static int number_of(const char *name)
{
    char *end;
    long number = name[0] >= '0' && name[0] <= '9' ? strtol(name, &end, 10) : -1;
    return number >= 0 && number <= INT_MAX && *end == '\0' ? (int)number : -1;
}

/* The number of the program's own file that a name leads to, over so many links; -1: none. */
static int own_file(int folder, const char *name, unsigned links)
{
    char leads[link_bytes];
    const char *next;
    if (is_own_folder(folder)) return number_of(name);
    ssize_t length = links > 0 ? readlinkat(folder, name, leads, sizeof leads - 1) : -1;
    if (length <= 0) return -1;
    leads[length] = '\0';
    int there = attn_open_folder(folder, leads, &next);
    int own = there >= 0 ? own_file(there, next, links - 1) : -1;
    if (there >= 0) close(there);
    return own;
}

static int find_own(int folder, const char *name, const char *path)
{
    /* links that lead nowhere where no /proc is mounted: they are not to be replaced there */
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    return own_file(folder, name, most_links);
}

typedef struct goal {
    int own;           /* the program's own file of this number; -1: none of them */
    bool there, leads; /* something is there; it is, or leads to, something that is */
    struct stat at, to;
} goal;

static goal find_goal(int folder, const char *name, const char *path)
{
    struct stat out;
    goal g = {.own = find_own(folder, name, path)};
    g.there = fstatat(folder, name, &g.at, AT_SYMLINK_NOFOLLOW) == 0;
    g.leads = fstatat(folder, name, &g.to, 0) == 0;
    /* a file that standard output goes to already ("-o log >>log") keeps what stands in it */
    bool standard = g.there && fstat(STDOUT_FILENO, &out) == 0 && same_file(&g.at, &out);
    if (standard && g.own < 0) g.own = STDOUT_FILENO;
    return g;
}

bool attn_output_streams(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

bool attn_output_changes(const char *path, struct stat *about)
{
    const char *name;
    int folder = attn_open_folder(AT_FDCWD, path, &name);
    if (folder < 0) return false;
    goal g = find_goal(folder, name, path);
    close(folder);
    if (g.own >= 0) return fstat(g.own, about) == 0;
    *about = g.leads && !S_ISREG(g.to.st_mode) ? g.to : g.at;
    return g.there;
}

/* ---- opening ---- */

static bool fail(attn_output *output, const char *what)
{
    attn_fail(output->status, ATTN_FILE, "%s: %s%s", what, strerror(errno),
              errno == ENOENT ? " (make its folder first)" : "");
    attn_status_place(output->status, output->target, 0, 0);
    return false;
}

/* mode: as open has it. */
static bool open_temporary(attn_output *output, mode_t mode)
{
    const int how = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    struct slot *slot = output->temporary = claim_slot();
    if (!slot)
        return attn_fail(output->status, ATTN_LIMIT,
                         "more than %d files are open for writing at once", most_unfinished);
    slot->folder = output->folder;
    errno = EEXIST;
    for (unsigned n = 0; n < most_names && errno == EEXIST && output->file < 0; n++) {
        atomic_store(&slot->use, CLAIMED);
        snprintf(slot->name, sizeof slot->name, ".attnviz-%ld-%u", (long)getpid(), n);
        atomic_store(&slot->use, ENTERED);
        output->file = openat(slot->folder, slot->name, how, mode);
    }
    if (output->file < 0) atomic_store(&slot->use, CLAIMED); /* no file of ours has this name */
    return output->file >= 0 || fail(output, "the file cannot be written");
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

/* The umask decides about the mode. */
static bool open_new(attn_output *output)
{
    return open_temporary(output, 0666);
}

/* A device or a pipe, unless a file has taken its place meanwhile. */
static bool open_through(attn_output *output)
{
    struct stat about;
    output->file = openat(output->folder, output->name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (output->file < 0 || fstat(output->file, &about) != 0)
        return fail(output, "the file cannot be written");
    if (!S_ISREG(about.st_mode)) return true;
    return attn_fail(output->status, ATTN_FILE,
                     "another program made this file meanwhile: try again");
}

static bool open_output(attn_output *output)
{
    output->folder = attn_open_folder(AT_FDCWD, output->target, &output->name);
    if (output->folder < 0) return fail(output, "the file cannot be written");
    goal g = find_goal(output->folder, output->name, output->target);
    if (g.own >= 0) {
        output->file = fcntl(g.own, F_DUPFD_CLOEXEC, 3);
        return output->file >= 0 || fail(output, "the file cannot be written");
    }
    if (!g.leads) return open_new(output);
    return S_ISREG(g.to.st_mode) ? open_replacement(output, &g.to) : open_through(output);
}

/* Where a link or a device stands, nothing is written: not even it is replaced. */
static bool open_below(attn_output *output, int folder, const char *name)
{
    struct stat about;
    const char *last;
    output->folder = attn_open_folder_below(folder, name, &last, output->status);
    if (output->folder < 0) return fail(output, "the file cannot be written");
    output->name = output->target + strlen(output->target) - strlen(last);
    if (fstatat(output->folder, output->name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return open_new(output);
    if (S_ISREG(about.st_mode)) return open_replacement(output, &about);
    if (!S_ISLNK(about.st_mode)) return attn_refuse_special(S_ISDIR(about.st_mode), output->status);
    return attn_refuse_link(name, strlen(name), "remove it", output->status);
}

/* NULL, with a fault, if there is no memory. */
static attn_output *new_output(const char *path, attn_status *status)
{
    size_t length = strlen(path) + 1;
    attn_output *output = attn_ok(status) ? attn_resize(NULL, sizeof *output + length) : NULL;
    if (!output) {
        attn_no_memory(status, "writing the file");
        attn_status_place(status, path, 0, 0);
        return NULL;
    }
    memset(output, 0, offsetof(attn_output, buffer));
    output->status = status;
    output->folder = output->file = -1;
    memcpy(output->target, path, length);
    return output;
}

static attn_output *keep(attn_output *output, bool opened)
{
    if (!opened) attn_output_end(output, false);
    return opened ? output : NULL;
}

attn_output *attn_output_open(const char *path, attn_status *status)
{
    attn_output *output = new_output(path, status);
    return output ? keep(output, open_output(output)) : NULL;
}

attn_output *attn_output_below(int folder, const char *name, const char *path, attn_status *status)
{
    attn_output *output = new_output(path, status);
    return output ? keep(output, open_below(output, folder, name)) : NULL;
}

bool attn_output_through(const attn_output *output)
{
    return output->temporary == NULL;
}

/* ---- writing ---- */

static bool write_all(attn_output *output, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(output->file, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return fail(output, "the file cannot be written");
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
    if (output->folder >= 0) close(output->folder);
    attn_resize(output, 0);
}

/* Puts the finished file in its place. */
static bool finish(attn_output *output)
{
    if (!flush(output)) return false;
    bool synced = !output->temporary || fsync(output->file) == 0 || errno == EINVAL;
    if (!synced || !close_file(output)) return fail(output, "the file cannot be written");
    return !output->temporary ||
           renameat(output->folder, output->temporary->name, output->folder, output->name) == 0 ||
           fail(output, "the file cannot be put in its place");
}

bool attn_output_commit(attn_output *output)
{
    if (!finish(output)) return attn_output_end(output, false);
    release(output);
    return true;
}

/* Adds to the fault, if there is one, that a file of ours is left behind. */
static void tell_left_over(const attn_output *output)
{
    attn_text prefix = {0};
    size_t folder = strlen(output->target) - strlen(output->name);
    attn_text_print(&prefix, "%.*s%s is left behind (%s); ", (int)folder, output->target,
                    output->temporary->name, strerror(errno));
    attn_status_prefix(output->status, attn_text_string(&prefix));
    attn_text_free(&prefix);
}

void attn_output_abandon(attn_output *output)
{
    if (!output) return;
    close_file(output);
    bool made = output->temporary && atomic_load(&output->temporary->use) == ENTERED;
    bool gone = !made || unlinkat(output->folder, output->temporary->name, 0) == 0;
    if (!gone) tell_left_over(output);
    release(output);
}

bool attn_output_end(attn_output *output, bool done)
{
    if (!output) return false;
    if (done) return attn_output_commit(output);
    attn_status_place(output->status, output->target, 0, 0);
    attn_output_abandon(output);
    return false;
}
