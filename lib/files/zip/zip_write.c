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

/* A number of the archive, and in how many bytes it stands. */
typedef struct field {
    uint64_t value;
    size_t bytes;
} field;

#define COUNT(fields) (sizeof(fields) / sizeof *(fields))

static void put(attn_text *text, const char *signature, const field *fields, size_t count)
{
    attn_text_add(text, signature);
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[8];
        attn_put_little_endian(bytes, fields[i].value, fields[i].bytes);
        attn_text_add_bytes(text, (const char *)bytes, fields[i].bytes);
    }
}

bool attn_zip_begin(attn_zip_out *zip, const char *name, const char *ending, size_t size,
                    uint32_t sum, attn_status *status)
{
    static const size_t most = 0xFFFFFFFE;
    attn_text local = {0}, *directory = &zip->directory;
    size_t names = strlen(name) + strlen(ending);
    if (names > UINT16_MAX || zip->count == most_members || size > most || zip->at > most - size ||
        zip->at + size > most - 4096 - names)
        return attn_fail(status, ATTN_LIMIT, "the archive would be larger than 4 GiB");
    /* what both places say; stored, and no time */
    const field both[] = {{version, 2}, {flag_utf8, 2}, {0, 4},     {first_day, 2}, {sum, 4},
                          {size, 4},    {size, 4},      {names, 2}, {0, 2}};
    const field by[] = {{version, 2}}, place[] = {{0, 8}, {0, 2}, {zip->at, 4}};
    put(&local, "PK\3\4", both, COUNT(both));
    attn_text_print(&local, "%s%s", name, ending);
    put(directory, "PK\1\2", by, COUNT(by));
    put(directory, "", both, COUNT(both));
    put(directory, "", place, COUNT(place)); /* no comment, part, attributes */
    attn_text_print(directory, "%s%s", name, ending);
    bool failed = local.failed || directory->failed;
    bool done = failed ? attn_no_memory(status, "writing the file")
                       : attn_output_write(zip->output, local.bytes, local.length);
    zip->at += local.length + size;
    zip->count++;
    attn_text_free(&local);
    return done;
}

bool attn_zip_end(attn_zip_out *zip, attn_status *status)
{
    attn_text *directory = &zip->directory;
    const field end[] = {{0, 4},       {zip->count, 2}, {zip->count, 2}, {directory->length, 4},
                         {zip->at, 4}, {0, 2}};
    put(directory, "PK\5\6", end, COUNT(end));
    if (directory->failed) return attn_no_memory(status, "writing the file");
    return attn_output_write(zip->output, directory->bytes, directory->length);
}
