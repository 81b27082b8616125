/*
 * zip: the directory at the end of an archive, every entry held against what stands before the
 * member itself (APPNOTE.TXT, sections 4.3 and 4.4).
 */
#include "files/zip/zip.h"

#include <stdlib.h>
#include <string.h>

#include "files/bytes/number_type.h"

enum {
    local_bytes = 30,
    entry_bytes = 46,
    end_bytes = 22,
    locator_bytes = 20,
    end64_bytes = 56,
    most_comment = 65535,
    most_tail = 2 * 65535,
    id_of_64 = 1, /* the extra field with 64-bit sizes */
    flag_encrypted = 1,
    flag_sums_behind = 8,
    flag_strong = 64,
    method_stored = 0,
    method_deflated = 8
};

static const uint64_t none16 = 0xFFFF, none32 = 0xFFFFFFFF; /* "see the 64-bit field" */

typedef struct directory {
    attn_byte_reader *source;
    attn_arena *arena;
    attn_status *status;
    size_t begin, length, count;
    unsigned char *tail; /* room for what stands behind a local header */
} directory;

static uint64_t number(const unsigned char *bytes, size_t at, size_t count)
{
    return attn_little_endian(bytes + at, count);
}

static bool damaged(const directory *d, const char *what)
{
    return attn_fail(d->status, ATTN_INPUT, "this archive is damaged: %s", what);
}

/* ---- the end of the archive ---- */

/* The end record has a comment of any length behind it, up to the end of the file. */
static bool find_end(directory *d, size_t *place)
{
    size_t length = d->source->length, most = end_bytes + most_comment;
    size_t from = length > most ? length - most : 0, there = length - from;
    unsigned char *bytes = attn_room(d->arena, there + 1, 1);
    if (!bytes || !attn_byte_reader_read(d->source, from, bytes, there, d->status)) return false;
    for (size_t at = there < end_bytes ? 0 : there - end_bytes + 1; at-- > 0;) {
        bool here = memcmp(bytes + at, "PK\5\6", 4) == 0;
        if (!here || number(bytes, at + 20, 2) != there - at - end_bytes) continue;
        *place = from + at;
        return true;
    }
    return damaged(d, "its directory, at the end, is missing: the file is cut short");
}

/* Begin, length and count of the directory from the record at `place`. */
static bool read_end64(directory *d, size_t place, uint64_t fields[3])
{
    unsigned char bytes[end64_bytes] = {0}, locator[locator_bytes] = {0};
    if (place < locator_bytes + end64_bytes) return damaged(d, "its 64-bit end is missing");
    if (!attn_byte_reader_read(d->source, place - locator_bytes, locator, sizeof locator,
                               d->status))
        return false;
    uint64_t at = number(locator, 8, 8);
    if (memcmp(locator, "PK\6\7", 4) != 0 || at != place - locator_bytes - end64_bytes)
        return damaged(d, "its 64-bit end is missing");
    if (!attn_byte_reader_read(d->source, (size_t)at, bytes, sizeof bytes, d->status)) return false;
    if (memcmp(bytes, "PK\6\6", 4) != 0) return damaged(d, "its 64-bit end is missing");
    if (number(bytes, 24, 8) != number(bytes, 32, 8) || number(bytes, 16, 8) != 0)
        return damaged(d, "it lies in several parts");
    fields[0] = number(bytes, 48, 8);
    fields[1] = number(bytes, 40, 8);
    fields[2] = number(bytes, 32, 8);
    if (fields[0] + fields[1] != at) return damaged(d, "its directory is not in its place");
    return true;
}

static bool read_end(directory *d)
{
    unsigned char bytes[end_bytes] = {0};
    size_t place = 0;
    if (!find_end(d, &place)) return false;
    if (!attn_byte_reader_read(d->source, place, bytes, sizeof bytes, d->status)) return false;
    if (number(bytes, 4, 4) != 0 || number(bytes, 8, 2) != number(bytes, 10, 2))
        return damaged(d, "it lies in several parts");
    uint64_t fields[3] = {number(bytes, 16, 4), number(bytes, 12, 4), number(bytes, 10, 2)};
    bool wide = fields[0] == none32 || fields[1] == none32 || fields[2] == none16;
    if (wide && !read_end64(d, place, fields)) return false;
    if (fields[0] > place || fields[1] > place - fields[0] || fields[2] > fields[1] / entry_bytes ||
        (!wide && fields[0] + fields[1] != place))
        return damaged(d, "its directory is not in its place");
    d->begin = (size_t)fields[0];
    d->length = (size_t)fields[1];
    d->count = (size_t)fields[2];
    return true;
}

/* ---- one entry ---- */

/* Takes the 64-bit sizes from the extra fields, in this order, for those that say "see there". */
static bool widen(const directory *d, const unsigned char *extra, size_t length, uint64_t *sizes[],
                  size_t count)
{
    size_t at = 0;
    while (length - at >= 4 && number(extra, at, 2) != id_of_64) {
        size_t step = 4 + (size_t)number(extra, at + 2, 2);
        if (step > length - at) return damaged(d, "an extra field of a member is too long");
        at += step;
    }
    size_t from = at + 4;
    size_t end = length - at >= 4 ? from + (size_t)number(extra, at + 2, 2) : 0;
    if (end > length) return damaged(d, "an extra field of a member is too long");
    for (size_t i = 0; i < count; i++) {
        if (*sizes[i] != none32) continue;
        if (end < from + 8) return damaged(d, "the 64-bit size of a member is missing");
        *sizes[i] = number(extra, from, 8);
        from += 8;
    }
    return true;
}

/* What stands before a member must say the same as the directory. */
static bool check_local(const directory *d, attn_zip_member *member, const unsigned char *entry)
{
    unsigned char bytes[local_bytes] = {0};
    size_t name = strlen(member->name);
    if (!attn_byte_reader_read(d->source, member->header, bytes, sizeof bytes, d->status))
        return false;
    size_t names = (size_t)number(bytes, 26, 2), extras = (size_t)number(bytes, 28, 2);
    unsigned char *tail = d->tail;
    if (!attn_byte_reader_read(d->source, member->header + local_bytes, tail, names + extras,
                               d->status))
        return false;
    bool same =
        memcmp(bytes, "PK\3\4", 4) == 0 && names == name && memcmp(tail, member->name, name) == 0 &&
        number(bytes, 6, 2) == number(entry, 8, 2) && number(bytes, 8, 2) == number(entry, 10, 2);
    uint64_t compressed = number(bytes, 18, 4), size = number(bytes, 22, 4);
    uint64_t *sizes[] = {&size, &compressed};
    if (same && !widen(d, tail + names, extras, sizes, 2)) return false;
    bool behind = number(bytes, 6, 2) & flag_sums_behind;
    bool sums = number(bytes, 14, 4) == member->sum && compressed == member->compressed &&
                size == member->size;
    if (!same || (!behind && !sums))
        return attn_fail(d->status, ATTN_INPUT,
                         "this archive is damaged: the bytes before %s contradict the directory",
                         member->name);
    member->begin = member->header + local_bytes + names + extras;
    if (member->begin <= d->begin && member->compressed <= d->begin - member->begin) return true;
    return damaged(d, "a member reaches into its directory");
}

static bool check_method(const directory *d, const attn_zip_member *member, unsigned flags,
                         unsigned method)
{
    if (flags & (flag_encrypted | flag_strong))
        return attn_fail(d->status, ATTN_INPUT, "%s in this archive is encrypted", member->name);
    if (method == method_deflated) return true;
    if (method != method_stored)
        return attn_fail(d->status, ATTN_INPUT,
                         "%s in this archive is compressed by method %u: attnviz reads stored and "
                         "deflated members",
                         member->name, method);
    return member->compressed == member->size || damaged(d, "the sizes of a member do not agree");
}

/* The entry at bytes[0]; *step is its length. */
static bool read_entry(const directory *d, const unsigned char *bytes, size_t left,
                       attn_zip_member *member, size_t *step)
{
    if (left < entry_bytes || memcmp(bytes, "PK\1\2", 4) != 0)
        return damaged(d, "an entry of its directory is missing");
    size_t name = (size_t)number(bytes, 28, 2), extra = (size_t)number(bytes, 30, 2);
    *step = entry_bytes + name + extra + (size_t)number(bytes, 32, 2);
    if (*step > left) return damaged(d, "an entry of its directory is too long");
    uint64_t compressed = number(bytes, 20, 4), size = number(bytes, 24, 4),
             header = number(bytes, 42, 4);
    uint64_t *sizes[] = {&size, &compressed, &header};
    if (!widen(d, bytes + entry_bytes + name, extra, sizes, 3)) return false;
    if (header > d->begin || compressed > d->begin || size > SIZE_MAX / 2)
        return damaged(d, "a member lies outside of it");
    *member = (attn_zip_member){.compressed = (size_t)compressed,
                                .size = (size_t)size,
                                .sum = (uint32_t)number(bytes, 16, 4),
                                .deflated = number(bytes, 10, 2) == method_deflated,
                                .header = (size_t)header};
    member->name = attn_copy_text(d->arena, (const char *)bytes + entry_bytes, name);
    if (!member->name) return false;
    size_t bad;
    if (strlen(member->name) < name || !attn_utf8_valid(member->name, name, &bad))
        return damaged(d, "the name of a member is not text");
    /* no deflated byte becomes more than 1032 */
    if (member->deflated && member->size / 1040 > member->compressed)
        return damaged(d, "a member is larger than its compressed bytes can hold");
    return check_method(d, member, (unsigned)number(bytes, 8, 2), (unsigned)number(bytes, 10, 2)) &&
           check_local(d, member, bytes);
}

/* ---- all entries ---- */

static int by_place(const void *a, const void *b)
{
    const attn_zip_member *x = *(const attn_zip_member *const *)a,
                          *y = *(const attn_zip_member *const *)b;
    return (x->header > y->header) - (x->header < y->header);
}

static bool check_overlaps(const directory *d, const attn_zip_member *members)
{
    const attn_zip_member **sorted = attn_room(d->arena, d->count, sizeof *sorted);
    if (!sorted) return false;
    for (size_t i = 0; i < d->count; i++) sorted[i] = &members[i];
    qsort(sorted, d->count, sizeof *sorted, by_place);
    for (size_t i = 1; i < d->count; i++)
        if (sorted[i]->header < sorted[i - 1]->begin + sorted[i - 1]->compressed)
            return damaged(d, "two members overlap");
    return true;
}

bool attn_zip_list(attn_byte_reader *source, attn_arena *arena, attn_zip_member **members,
                   size_t *count, attn_status *status)
{
    directory d = {.source = source, .arena = arena, .status = status};
    if (!read_end(&d)) return false;
    unsigned char *bytes = attn_room(arena, d.length + 1, 1);
    *members = attn_alloc(arena, d.count, sizeof **members);
    d.tail = attn_room(arena, most_tail, 1);
    if (!bytes || !*members || !d.tail ||
        !attn_byte_reader_read(source, d.begin, bytes, d.length, status))
        return false;
    size_t at = 0;
    for (size_t i = 0, step = 0; i < d.count; i++, at += step)
        if (!read_entry(&d, bytes + at, d.length - at, &(*members)[i], &step)) return false;
    *count = d.count;
    if (at != d.length) return damaged(&d, "its directory continues after its last entry");
    return check_overlaps(&d, *members);
}
