/*
 * safetensors_write: weights as a file that safetensors.h reads, and every other program too.
 *
 * The tensors lie in the order of the header, float32. Blanks behind the header make its length a
 * multiple of 8, so that the numbers can be used in place.
 */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "files/arrays/safetensors.h"
#include "files/bytes/output.h"
#include "files/json/json_write.h"

enum { length_bytes = 8, number_bytes = 4 };

static void make_header(attn_text *header, const attn_weight *items, size_t count)
{
    size_t at = 0;
    attn_text_add(header, "{\"__metadata__\":{\"writer\":\"attnviz\"}");
    for (size_t i = 0; i < count; i++) {
        attn_text_add(header, ",");
        attn_json_string(header, items[i].name);
        attn_text_add(header, ":{\"dtype\":\"F32\",\"shape\":[");
        for (size_t k = 0; k < items[i].rank; k++)
            attn_text_print(header, "%s%zu", k ? "," : "", items[i].shape[k]);
        attn_text_print(header, "],\"data_offsets\":[%zu,%zu]}", at,
                        at + number_bytes * items[i].count);
        at += number_bytes * items[i].count;
    }
    attn_text_add(header, "}");
    while (header->length % length_bytes && !header->failed) attn_text_add(header, " ");
}

static bool write_header(attn_output *output, const attn_text *header)
{
    unsigned char length[length_bytes];
    attn_put_little_endian(length, header->length, sizeof length);
    return attn_output_write(output, length, sizeof length) &&
           attn_output_write(output, attn_text_string(header), header->length);
}

/* What is written can be read again. */
static bool check(const attn_weight *items, const float *const *numbers, size_t count,
                  attn_status *status)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < items[i].count; k++)
            if (!isfinite(numbers[i][k]))
                return attn_fail(status, ATTN_INPUT,
                                 "number %zu of %s (counted from 1) is not finite: such weights "
                                 "are not written",
                                 k + 1, items[i].name);
    return true;
}

static bool write_all(attn_output *output, const attn_text *header, const attn_weight *items,
                      const float *const *numbers, size_t count)
{
    if (!write_header(output, header)) return false;
    for (size_t i = 0; i < count; i++)
        if (!attn_raw_write(output, numbers[i], items[i].count, NULL)) return false;
    return true;
}

bool attn_weights_write_any(attn_output *output, const attn_weight *items,
                            const float *const *numbers, size_t count, attn_status *status)
{
    attn_text header = {0};
    if (!output) return false;
    make_header(&header, items, count);
    if (header.failed) attn_fail(status, ATTN_MEMORY, "there is not enough memory for the header");
    bool done = attn_ok(status) && write_all(output, &header, items, numbers, count);
    attn_text_free(&header);
    if (done) return attn_output_commit(output);
    attn_status_place(status, attn_output_name(output), 0, 0);
    attn_output_abandon(output);
    return false;
}

bool attn_weights_write(attn_output *output, const attn_weight *items, const float *const *numbers,
                        size_t count, attn_status *status)
{
    if (output) check(items, numbers, count, status);
    return attn_weights_write_any(output, items, numbers, count, status);
}
