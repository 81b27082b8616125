/*
 * safetensors: the format of https://github.com/huggingface/safetensors, checked rule by rule.
 *
 *     8 bytes   N, the length of the header, little-endian
 *     N bytes   JSON: {"NAME": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …}
 *     the rest  the numbers, little-endian, by rows; offsets count from here
 *
 * The parts of all tensors lie end to end and fill the rest exactly. Everything is checked when the
 * file is opened; reading numbers afterwards cannot leave it.
 */
#include "files/arrays/safetensors.h"

#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "files/arrays/array_common.h"
#include "files/json/json.h"

enum {
    length_bytes = 8,
    most_header = 100000000, /* the format's own limit */
    header_depth = 3
};

/* ---- types ---- */

static const struct type {
    const char *name;
    size_t bits;
    attn_raw raw; /* ATTN_RAW_NONE: no numbers for us */
} types[] = {
    {"F32", 32, {ATTN_RAW_FLOAT, 4, false}},   {"F16", 16, {ATTN_RAW_FLOAT, 2, false}},
    {"BF16", 16, {ATTN_RAW_BFLOAT, 2, false}}, {"F64", 64, {ATTN_RAW_FLOAT, 8, false}},
    {"BOOL", 8, {ATTN_RAW_TRUTH, 1, false}},   {"U8", 8, {ATTN_RAW_UNSIGNED, 1, false}},
    {"I8", 8, {ATTN_RAW_SIGNED, 1, false}},    {"U16", 16, {ATTN_RAW_UNSIGNED, 2, false}},
    {"I16", 16, {ATTN_RAW_SIGNED, 2, false}},  {"U32", 32, {ATTN_RAW_UNSIGNED, 4, false}},
    {"I32", 32, {ATTN_RAW_SIGNED, 4, false}},  {"U64", 64, {ATTN_RAW_UNSIGNED, 8, false}},
    {"I64", 64, {ATTN_RAW_SIGNED, 8, false}},  {"F8_E4M3", 8, {ATTN_RAW_E4M3, 1, false}},
    {"F8_E5M2", 8, {ATTN_RAW_E5M2, 1, false}}, {"C64", 64, {ATTN_RAW_NONE, 8, false}},
    {"F8_E8M0", 8, {ATTN_RAW_NONE, 1, false}}, {"F6_E2M3", 6, {ATTN_RAW_NONE, 1, false}},
    {"F6_E3M2", 6, {ATTN_RAW_NONE, 1, false}}, {"F4", 4, {ATTN_RAW_NONE, 1, false}},
};

static const struct type *type_named(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return &types[i];
    return NULL;
}

/* The reading of a header: what every rule needs to check and to complain. */
typedef struct header {
    attn_arrays *arrays;
    attn_json *json;
    size_t data; /* bytes of numbers, which stand at the end of the file */
    attn_status *status;
} header;

#define fail_at(h, item, ...) attn_json_fail((h)->json, item, (h)->status, __VA_ARGS__)

/* ---- the rules for one tensor ---- */

/* A whole number from 0 to 2^53, which is what JSON can carry exactly. */
static bool read_size(const attn_json_item *item, size_t *size)
{
    const double most = 9007199254740992.0, value = attn_json_value(item);
    if (!(value >= 0 && value <= most && value <= (double)(SIZE_MAX / 2))) return false;
    *size = (size_t)value;
    return value == floor(value);
}

static bool read_shape(header *h, const attn_json_item *item, attn_array *array)
{
    const attn_json_item *shape = attn_json_member(item, "shape");
    if (!attn_json_is(shape, ATTN_JSON_LIST))
        return fail_at(h, item, "%s has no \"shape\"", array->name);
    for (const attn_json_item *axis = attn_json_first(shape); axis; axis = attn_json_after(axis)) {
        if (array->rank == ATTN_MOST_AXES)
            return fail_at(h, axis, "%s has more than %u axes", array->name, ATTN_MOST_AXES);
        if (!read_size(axis, &array->shape[array->rank++]))
            return fail_at(h, axis, "an axis of %s is not a whole number from 0", array->name);
        if (!attn_array_count(array))
            return fail_at(h, axis, "%s has more numbers than can be counted", array->name);
    }
    return attn_array_count(array);
}

/* Its numbers lie in the file, and are as many bytes as shape and type say. */
static bool read_offsets(header *h, const attn_json_item *item, attn_array_item *made, size_t bits)
{
    const attn_json_item *offsets = attn_json_member(item, "data_offsets");
    const attn_json_item *first = attn_json_first(offsets);
    const char *name = made->array.name;
    size_t begin, end, all;
    if (!attn_json_is(offsets, ATTN_JSON_LIST) || attn_json_count(offsets) != 2 ||
        !read_size(first, &begin) || !read_size(attn_json_after(first), &end))
        return fail_at(h, offsets ? offsets : item,
                       "%s needs \"data_offsets\" of two whole numbers", name);
    if (begin > end || end > h->data)
        return fail_at(h, offsets,
                       "%s lies at bytes %zu to %zu, outside the %zu bytes of numbers: the file is "
                       "damaged or cut short",
                       name, begin, end, h->data);
    made->source = h->arrays->source;
    made->at = made->source->length - h->data + begin;
    made->bytes = end - begin;
    return (attn_multiply(made->array.count, bits, &all) && all % 8 == 0 &&
            all / 8 == made->bytes) ||
           fail_at(h, item, "%s has %zu numbers of type %s, which do not fill its %zu bytes", name,
                   made->array.count, made->array.type, made->bytes);
}

static bool read_entry(header *h, const attn_json_item *item)
{
    const char *name = attn_json_name(item);
    const attn_json_item *dtype = attn_json_member(item, "dtype");
    attn_array_item *made = attn_array_add(h->arrays, name, strlen(name));
    if (!made) return false;
    if (!attn_json_is(item, ATTN_JSON_OBJECT))
        return fail_at(h, item, "the entry of %s is not an object", name);
    if (!attn_json_is(dtype, ATTN_JSON_STRING))
        return fail_at(h, item, "%s has no \"dtype\"", name);
    const struct type *type = type_named(attn_json_text(dtype));
    if (!type)
        return fail_at(h, dtype, "%s has the type '%s', which safetensors does not know", name,
                       attn_json_text(dtype));
    made->raw = type->raw;
    made->array.type = type->name;
    made->array.bits = attn_raw_bits(type->raw);
    made->array.digits = ATTN_BINARY;
    return read_shape(h, item, &made->array) && read_offsets(h, item, made, type->bits);
}

static bool check_metadata(header *h, const attn_json_item *item)
{
    if (!attn_json_is(item, ATTN_JSON_OBJECT))
        return fail_at(h, item, "\"__metadata__\" is not an object");
    for (const attn_json_item *one = attn_json_first(item); one; one = attn_json_after(one)) {
        const char *key = attn_json_name(one), *text = attn_json_text(one);
        if (!text)
            return fail_at(h, one, "\"__metadata__\" holds texts only, and '%s' is not a text",
                           key);
        attn_arena *arena = h->arrays->arena;
        const attn_note note = {attn_copy_text(arena, key, strlen(key)),
                                attn_copy_text(arena, text, strlen(text))};
        if (!attn_append(arena, &h->arrays->notes, &h->arrays->note_count, &note, sizeof note) ||
            !note.key || !note.text)
            return false;
    }
    return true;
}

/* ---- the rules for all together ---- */

static int by_place(const void *a, const void *b)
{
    const attn_array_item *x = *(const attn_array_item *const *)a,
                          *y = *(const attn_array_item *const *)b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* No gap and no overlap: each tensor begins where the one before ends. */
static bool check_cover(const header *h)
{
    const attn_arrays *arrays = h->arrays;
    size_t filled = 0, data = arrays->source->length - h->data;
    const attn_array_item **sorted = attn_room(arrays->arena, arrays->count, sizeof *sorted);
    if (!sorted) return false;
    for (size_t i = 0; i < arrays->count; i++) sorted[i] = &arrays->items[i];
    qsort(sorted, arrays->count, sizeof *sorted, by_place);
    for (size_t i = 0; i < arrays->count; i++) {
        size_t begin = sorted[i]->at - data;
        if (begin != filled)
            return attn_fail(h->status, ATTN_INPUT, "%s begins at byte %zu, %s",
                             sorted[i]->array.name, begin,
                             begin < filled ? "within another tensor" : "after a gap");
        filled += sorted[i]->bytes;
    }
    return filled == h->data ||
           attn_fail(h->status, ATTN_INPUT, "the %zu bytes at the end belong to no tensor",
                     h->data - filled);
}

static bool read_entries(header *h)
{
    const attn_json_item *item = attn_json_first(attn_json_root(h->json));
    for (; item; item = attn_json_after(item)) {
        bool metadata = strcmp(attn_json_name(item), "__metadata__") == 0;
        if (!(metadata ? check_metadata(h, item) : read_entry(h, item))) return false;
    }
    return check_cover(h);
}

/* ---- the file ---- */

static bool read_header(header *h, const char *text, size_t length)
{
    if (length == 0 || text[0] != '{')
        return attn_fail(h->status, ATTN_INPUT,
                         "the header does not begin with '{': this is not a safetensors file");
    h->json = attn_json_parse(text, length, h->arrays->file, header_depth, h->status);
    if (!h->json) attn_status_prefix(h->status, "the header of the weights: ");
    bool done = h->json && read_entries(h);
    attn_json_free(h->json);
    return done;
}

bool attn_array_safetensors(attn_arrays *arrays, attn_status *status)
{
    static const char lfs[] = "version https://git-lfs";
    attn_byte_reader *source = arrays->source;
    unsigned char start[sizeof lfs] = {0};
    size_t there = source->length < sizeof start ? source->length : sizeof start;
    if (!attn_byte_reader_read(source, 0, start, there, status)) return false;
    if (memcmp(start, lfs, sizeof lfs - 1) == 0)
        return attn_fail(status, ATTN_INPUT,
                         "this is a Git LFS pointer, not the weights: fetch them with "
                         "'git lfs pull'");
    if (there < length_bytes)
        return attn_fail(status, ATTN_INPUT, "%zu bytes are too few for a safetensors file", there);
    uint64_t length = attn_little_endian(start, length_bytes);
    if (length > most_header)
        return attn_fail(status, ATTN_INPUT,
                         "the header claims more than %d bytes: this is not a safetensors file",
                         most_header);
    if (length > source->length - length_bytes)
        return attn_fail(status, ATTN_INPUT, "the file ends within its header: it is cut short");
    char *text = attn_room(arrays->arena, (size_t)length + 1, 1);
    header h = {
        .arrays = arrays, .data = source->length - length_bytes - (size_t)length, .status = status};
    return text && attn_byte_reader_read(source, length_bytes, text, (size_t)length, status) &&
           read_header(&h, text, (size_t)length);
}

attn_arrays *attn_weights_open(int file, const char *name, attn_status *status)
{
    return attn_arrays_list(attn_byte_reader_map(file, status), name, attn_array_safetensors,
                            status);
}

attn_arrays *attn_weights_from(const char *bytes, size_t length, const char *name,
                               attn_status *status)
{
    return attn_arrays_list(attn_byte_reader_of(bytes, length, status), name,
                            attn_array_safetensors, status);
}

/* ---- the tensors ---- */

const char *attn_weights_note(const attn_arrays *weights, const char *key)
{
    for (size_t i = 0; i < weights->note_count; i++)
        if (strcmp(weights->notes[i].key, key) == 0) return weights->notes[i].text;
    return NULL;
}

bool attn_weights_own(const attn_arrays *weights)
{
    const char *writer = attn_weights_note(weights, "writer");
    return writer && strcmp(writer, "attnviz") == 0;
}

const float *attn_weights_floats(const attn_arrays *weights, const attn_array *array)
{
    const attn_array_item *item = (const attn_array_item *)array;
    const char *all = weights->source->bytes, *bytes = all ? all + item->at : NULL;
    bool in_place = bytes && attn_raw_is_float(item->raw) && (uintptr_t)bytes % alignof(float) == 0;
    return in_place ? (const float *)(const void *)bytes : NULL;
}

const float *attn_weights_in_place(const attn_arrays *weights, const attn_array *array,
                                   attn_kind *kind)
{
    const attn_raw raw = ((const attn_array_item *)array)->raw;
    const size_t at = ((const attn_array_item *)array)->at;
    const bool brain = raw.kind == ATTN_RAW_BFLOAT, half = raw.kind == ATTN_RAW_FLOAT;
    *kind = brain ? ATTN_BFLOAT16 : ATTN_FLOAT16;
    if (attn_raw_is_float(raw)) {
        *kind = ATTN_FLOAT32;
        return attn_weights_floats(weights, array);
    }
    const uint16_t one = 1;
    const bool native = *(const unsigned char *)&one == 1 && !raw.big_endian;
    if (!native || raw.size != sizeof one || !(brain || half) || !weights->source->bytes)
        return NULL;
    return (const float *)(const void *)(weights->source->bytes + at);
}

static bool read_finite(const attn_arrays *weights, const attn_array_item *item, float *numbers,
                        attn_status *status)
{
    const attn_array *array = &item->array;
    if (!weights->source->bytes)
        return attn_fail(status, ATTN_USAGE, "the bytes of %s are not laid out as weights are",
                         array->name);
    const unsigned char *bytes = (const unsigned char *)weights->source->bytes + item->at;
    attn_raw raw = item->raw;
    /* floats of one byte mean nothing without their scale, which stands elsewhere */
    if (raw.kind == ATTN_RAW_NONE || raw.kind == ATTN_RAW_E4M3 || raw.kind == ATTN_RAW_E5M2)
        return attn_fail(status, ATTN_INPUT,
                         "%s has the type %s: attnviz reads F32, F16, BF16, F64, whole numbers and "
                         "BOOL",
                         array->name, array->type);
    const size_t done = attn_raw_read(raw, bytes, array->count, numbers);
    if (done < array->count) numbers[done] = INFINITY; /* too large for float32 */
    for (size_t i = 0; i < array->count; i++) {
        if (!isfinite(numbers[i]))
            return attn_fail(status, ATTN_INPUT, "number %zu of %s (counted from 1) %s", i + 1,
                             array->name,
                             isnan(numbers[i]) ? "is not a number (NaN)"
                             : raw.size == 8   ? "is infinite or too large for float32"
                                               : "is infinite");
    }
    return true;
}

bool attn_weights_read(const attn_arrays *weights, const attn_array *array, float *numbers,
                       attn_status *status)
{
    if (attn_ok(status) && read_finite(weights, (const attn_array_item *)array, numbers, status))
        return true;
    attn_status_place(status, weights->file, 0, 0);
    return false;
}

const float *attn_weights_kept(attn_arrays *weights, const attn_array *array, attn_status *status)
{
    const float *there = attn_weights_floats(weights, array);
    attn_array_item *item = &weights->items[(const attn_array_item *)array - weights->items];
    if (there || item->numbers) return there ? there : item->numbers;
    float *numbers = attn_resize(NULL, array->count * sizeof *numbers);
    if (!numbers) attn_no_memory(status, "reading weights");
    if (numbers && attn_weights_read(weights, array, numbers, status)) {
        item->numbers = numbers;
        return numbers;
    }
    if (numbers) attn_resize(numbers, 0);
    return NULL;
}
