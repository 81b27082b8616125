/*
 * array_write_npy: NumPy's format, version 1, and an archive of such files without compression.
 */
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "core/text.h"
#include "files/arrays/array_write.h"
#include "files/bytes/number_type.h"
#include "files/zip/zip.h"

enum {
    header_step = 64, /* bytes: the numbers begin at a multiple of this */
    start_bytes = 10,
    most_header = 65535,
    number_bytes = 4
};

/* ---- one array ---- */

static void make_header(attn_text *header, const attn_array *array)
{
    unsigned char length[2];
    attn_text_add_bytes(header, "\x93NUMPY\x01\x00\x00\x00", start_bytes);
    attn_text_add(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (");
    for (size_t i = 0; i < array->rank; i++) /* "(3,)", "(2, 3)" */
        attn_text_print(header, "%zu%s", array->shape[i],
                        i + 1 < array->rank ? ", "
                        : array->rank == 1  ? ","
                                            : "");
    attn_text_add(header, "), }");
    size_t blanks = header_step - (header->length + 1) % header_step;
    attn_text_repeat(header, " ", blanks % header_step);
    attn_text_add(header, "\n");
    if (header->failed) return;
    attn_put_little_endian(length, header->length - start_bytes, sizeof length);
    memcpy(header->bytes + start_bytes - sizeof length, length, sizeof length);
}

/* An array behind its header. */
static bool put_array(attn_output *output, const attn_array_numbers *array, const attn_text *header,
                      attn_status *status)
{
    if (header->failed) return attn_no_memory(status, "writing the file");
    return attn_output_write(output, header->bytes, header->length) &&
           attn_raw_write(output, array->numbers, array->array.count, NULL);
}

bool attn_array_write_npy(attn_output *output, const attn_array_numbers *array, attn_status *status)
{
    attn_text header = {0};
    make_header(&header, &array->array);
    bool done = put_array(output, array, &header, status);
    attn_text_free(&header);
    return done;
}

/* ---- several ---- */

static bool put_member(attn_zip_out *zip, const attn_array_numbers *array, attn_status *status)
{
    const char *name = *array->array.name ? array->array.name : "arr_0";
    size_t bytes;
    attn_text header = {0};
    make_header(&header, &array->array);
    uLong sum = crc32(0, (const Bytef *)attn_text_string(&header), (uInt)header.length);
    attn_raw_write(NULL, array->numbers, array->array.count, &sum);
    if (!attn_multiply(array->array.count, number_bytes, &bytes)) bytes = SIZE_MAX / 2;
    bool done = attn_zip_begin(zip, name, ".npy", header.length + bytes, (uint32_t)sum, status) &&
                put_array(zip->output, array, &header, status);
    attn_text_free(&header);
    return done;
}

bool attn_array_write_npz(attn_output *output, const attn_array_numbers *arrays, size_t count,
                          attn_status *status)
{
    attn_zip_out zip = {.output = output};
    for (size_t i = 0; attn_ok(status) && i < count; i++) put_member(&zip, &arrays[i], status);
    bool done = attn_ok(status) && attn_zip_end(&zip, status);
    attn_text_free(&zip.directory);
    return done;
}
