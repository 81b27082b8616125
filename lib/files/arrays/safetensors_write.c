/*
 * safetensors_write: weights as a file that safetensors.h reads, and every other program too.
 *
 * The tensors lie in the order of the header, float32 or float16. Blanks behind the header make its
 * length a multiple of 8, so that the numbers can be used in place.
 */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "files/arrays/array_write.h"
#include "files/arrays/safetensors.h"
#include "files/bytes/number_type.h"
#include "files/json/json_write.h"

enum { length_bytes = 8 };

static bool is_half(const attn_array *array)
{
    return array->type && strcmp(array->type, ATTN_HALF) == 0;
}

static void make_header(attn_text *header, const attn_array_numbers *arrays, size_t count,
                        const attn_note *note)
{
    size_t at = 0;
    attn_text_add(header, "{\"__metadata__\":{\"writer\":\"attnviz\"");
    if (note) attn_json_print(header, ",%s:%s", note->key, note->text);
    attn_text_add(header, "}");
    for (size_t i = 0; i < count; i++) {
        const attn_array *array = &arrays[i].array;
        size_t end = at + (is_half(array) ? 2 : sizeof(float)) * array->count;
        attn_text_add(header, ",");
        attn_json_string(header, array->name);
        attn_text_print(header, ":{\"dtype\":\"%s\",\"shape\":[",
                        is_half(array) ? ATTN_HALF : "F32");
        for (size_t k = 0; k < array->rank; k++)
            attn_text_print(header, "%s%zu", k ? "," : "", array->shape[k]);
        attn_text_print(header, "],\"data_offsets\":[%zu,%zu]}", at, end);
        at = end;
    }
    attn_text_add(header, "}");
    while (header->length % length_bytes && !header->failed) attn_text_add(header, " ");
}

bool attn_array_write_safetensors(attn_output *output, const attn_array_numbers *arrays,
                                  size_t count, const attn_note *note, attn_status *status)
{
    attn_text header = {0};
    unsigned char length[length_bytes];
    make_header(&header, arrays, count, note);
    if (header.failed) attn_no_memory(status, "writing the file");
    attn_put_little_endian(length, header.length, sizeof length);
    bool done = attn_ok(status) && attn_output_write(output, length, sizeof length) &&
                attn_output_write(output, attn_text_string(&header), header.length);
    for (size_t i = 0; done && i < count; i++) {
        const attn_array *array = &arrays[i].array;
        done = is_half(array) ? attn_raw_write_halves(output, arrays[i].numbers, array->count)
                              : attn_raw_write(output, arrays[i].numbers, array->count, NULL);
    }
    attn_text_free(&header);
    return done;
}

/* What is written can be read again. */
static bool check(const attn_array_numbers *of, attn_status *status)
{
    const attn_array *array = &of->array;
    for (size_t k = 0; k < array->count; k++) {
        if (!isfinite(of->numbers[k]))
            return attn_fail(
                status, ATTN_INPUT,
                "number %zu of %s (counted from 1) is not finite, so these weights are not saved",
                k + 1, array->name);
        if (is_half(array) && attn_beyond_half(of->numbers[k]))
            return attn_fail(status, ATTN_INPUT,
                             "number %zu of %s (counted from 1) is %g, but float16 reaches only to "
                             "65504: write it as float32",
                             k + 1, array->name, (double)of->numbers[k]);
    }
    return true;
}

bool attn_weights_write(attn_output *output, const attn_array_numbers *arrays, size_t count,
                        const attn_note *note, attn_status *status)
{
    bool fine = output != NULL;
    for (size_t i = 0; fine && i < count; i++) fine = check(&arrays[i], status);
    return attn_output_end(
        output, fine && attn_array_write_safetensors(output, arrays, count, note, status));
}
