/*
 * zip_write: an archive of stored members, as any program reads it. It says nothing of times: the
 * same members make the same bytes.
 */
#include <string.h>

#include "files/bytes/number_type.h"
#include "files/zip/zip.h"

enum {
    version = 20,
    flag_utf8 = 0x800,
    first_day = 0x21, /* 1 January 1980 */
    most_members = 65534
};

static void put(attn_text *text, uint64_t value, size_t count)
{
    unsigned char bytes[8];
    attn_put_little_endian(bytes, value, count);
    attn_text_add_bytes(text, (const char *)bytes, count);
}

/* What both places say of a member. */
static void describe(attn_text *text, const char *name, const char *ending, size_t size,
                     uint32_t sum)
{
    put(text, version, 2);
    put(text, flag_utf8, 2);
    put(text, 0, 2); /* stored */
    put(text, 0, 2);
    put(text, first_day, 2);
    put(text, sum, 4);
    put(text, size, 4);
    put(text, size, 4);
    put(text, strlen(name) + strlen(ending), 2);
    put(text, 0, 2);
}

bool attn_zip_begin(attn_zip_out *zip, const char *name, const char *ending, size_t size,
                    uint32_t sum, attn_status *status)
{
    static const size_t most = 0xFFFFFFFE;
    attn_text local = {0};
    size_t names = strlen(name) + strlen(ending);
    if (names > UINT16_MAX || zip->count == most_members || size > most || zip->at > most - size ||
        zip->at + size > most - 4096 - names)
        return attn_fail(status, ATTN_LIMIT, "the archive would be larger than 4 GiB");
    attn_text_add(&local, "PK\3\4");
    describe(&local, name, ending, size, sum);
    attn_text_add(&local, name);
    attn_text_add(&local, ending);
    attn_text_add(&zip->directory, "PK\1\2");
    put(&zip->directory, version, 2);
    describe(&zip->directory, name, ending, size, sum);
    put(&zip->directory, 0, 8); /* comment, part, attributes */
    put(&zip->directory, 0, 2);
    put(&zip->directory, zip->at, 4);
    attn_text_add(&zip->directory, name);
    attn_text_add(&zip->directory, ending);
    bool failed = local.failed || zip->directory.failed;
    bool done = failed ? attn_fail(status, ATTN_MEMORY, "there is no memory to write the file")
                       : attn_output_write(zip->output, local.bytes, local.length);
    zip->at += local.length + size;
    zip->count++;
    attn_text_free(&local);
    return done;
}

bool attn_zip_end(attn_zip_out *zip, attn_status *status)
{
    attn_text *directory = &zip->directory;
    size_t length = directory->length;
    attn_text_add(directory, "PK\5\6");
    put(directory, 0, 4);
    put(directory, zip->count, 2);
    put(directory, zip->count, 2);
    put(directory, length, 4);
    put(directory, zip->at, 4);
    put(directory, 0, 2);
    if (directory->failed)
        return attn_fail(status, ATTN_MEMORY, "there is no memory to write the file");
    return attn_output_write(zip->output, directory->bytes, directory->length);
}
