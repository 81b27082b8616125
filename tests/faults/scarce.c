/*
 * scarce: memory that ends. Loaded before the C library (LD_PRELOAD), it counts the allocations of
 * a program and lets one of them fail, or that one and all after it.
 *
 *   SCARCE_FAIL   the number of the first allocation that fails, from 1; 0 or nothing: none
 *   SCARCE_EVER   if set, all after it fail too
 *   SCARCE_OURS   if set, only those count that the program, cJSON or libpng ask for themselves
 *   SCARCE_LIST   a file: for each allocation a line with the hash of the calls that led to it
 *
 * Counted are malloc, calloc, realloc, posix_memalign, aligned_alloc and anonymous mmap; not what
 * the loader and the C library do before main is near.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum { frames = 8, most_spans = 8 };

static bool ready, ever, ours;
static unsigned long fails, count;
static int list = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread bool inside; /* of this library: what it allocates itself does not count */

/* Where the program lies in memory, and the two libraries that let a failure come back to it. */
static struct span {
    uintptr_t from, to;
} spans[most_spans];
static int span_count;

static int note_spans(struct dl_phdr_info *about, size_t size, void *nothing)
{
    const char *slash = strrchr(about->dlpi_name, '/');
    const char *name = slash ? slash + 1 : about->dlpi_name;
    bool program = *name == '\0';
    (void)size, (void)nothing;
    if (!program && strncmp(name, "libcjson", 8) != 0 && strncmp(name, "libpng", 6) != 0) return 0;
    for (int i = 0; i < about->dlpi_phnum && span_count < most_spans; i++) {
        const ElfW(Phdr) *part = &about->dlpi_phdr[i];
        uintptr_t from = about->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X))
            spans[span_count++] = (struct span){from, from + part->p_memsz};
    }
    return 0;
}

__attribute__((constructor)) static void prepare(void)
{
    const char *number = getenv("SCARCE_FAIL"), *path = getenv("SCARCE_LIST");
    void *first[1];
    inside = true;
    dl_iterate_phdr(note_spans, NULL);
    if (path) backtrace(first, 1); /* loads what it needs now */
    fails = number ? strtoul(number, NULL, 10) : 0;
    ever = getenv("SCARCE_EVER") != NULL;
    ours = getenv("SCARCE_OURS") != NULL;
    if (path) list = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    inside = false;
    ready = true;
}

static bool is_ours(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    for (int i = 0; i < span_count; i++)
        if (spans[i].from <= at && at < spans[i].to) return true;
    return false;
}

/* Where a call returns to, counted from the beginning of its library: the same in each process. */
static uintptr_t place_of(const void *call)
{
    Dl_info about;
    return (uintptr_t)call - (dladdr(call, &about) ? (uintptr_t)about.dli_fbase : 0);
}

/* One line: a hash of the return addresses, the same for the same way through the program. */
static void note(void)
{
    void *calls[frames];
    char line[32];
    uint64_t hash = 14695981039346656037u;
    int depth = backtrace(calls, frames);
    for (int i = 2; i < depth; i++) hash = (hash ^ place_of(calls[i])) * 1099511628211u;
    int length = snprintf(line, sizeof line, "%016llx\n", (unsigned long long)hash);
    if (write(list, line, (size_t)length) != length) _exit(99);
}

/* True if this allocation is the one, or one of those, that shall fail. */
static bool denied(const void *caller)
{
    bool fail = false;
    if (!ready || inside) return false;
    inside = true;
    if (!ours || is_ours(caller)) {
        pthread_mutex_lock(&lock);
        count++;
        fail = fails && (count == fails || (ever && count > fails));
        if (list >= 0) note();
        pthread_mutex_unlock(&lock);
    }
    inside = false;
    if (fail) errno = ENOMEM;
    return fail;
}

#define DENIED denied(__builtin_return_address(0))

void *malloc(size_t size)
{
    return DENIED ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return DENIED ? NULL : __libc_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
    return size > 0 && DENIED ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return DENIED ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **block, size_t align, size_t size)
{
    if (DENIED) return ENOMEM;
    void *made = __libc_memalign(align, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset)
{
    if ((flags & MAP_ANONYMOUS) && DENIED) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, length, protection, flags, file, offset);
}
