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

#include "files/bytes/input.h"
#include "files/json/json.h"

enum {
    length_bytes = 8,
    most_header = 100000000, /* the format's own limit */
    header_depth = 3,
    most_rank = 8
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

/* Whole numbers, truth values and floats of one byte are no weights. */
static bool is_for_weights(const struct type *type)
{
    return type->raw.kind == ATTN_RAW_BFLOAT ||
           (type->raw.kind == ATTN_RAW_FLOAT && type->raw.size > 1);
}

static const struct type *type_named(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return &types[i];
    return NULL;
}

/* ---- what is kept ---- */

struct entry {
    attn_weight weight; /* first, so that a weight handed out leads back to its struct entry */
    const struct type *type;
    size_t begin, end; /* bytes of the data */
};

struct attn_weights {
    attn_arena *arena;
    attn_input input;
    char *file;
    const unsigned char *data; /* NULL where only the header was read */
    size_t data_begin, data_length, count;
    bool own;
    struct entry *entries;        /* in the order of the header */
    const struct entry **by_name; /* sorted */
};

/* The reading of a header: what every rule needs to check and to complain. */
struct header {
    attn_weights *weights;
    attn_json *json;
    attn_status *status;
};

/* ---- the rules for one tensor ---- */

/* A whole number from 0 to 2^53, which is what JSON can carry exactly. */
static bool read_size(const cJSON *item, size_t *size)
{
    const double most = 9007199254740992.0;
    if (!cJSON_IsNumber(item)) return false;
    double value = item->valuedouble;
    if (!(value >= 0 && value <= most) || value != floor(value)) return false;
    if (value > (double)(SIZE_MAX / 2)) return false;
    *size = (size_t)value;
    return true;
}

static bool read_type(struct header *h, const cJSON *item, struct entry *entry)
{
    const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(item, "dtype");
    if (!cJSON_IsString(dtype))
        return attn_json_fail(h->json, item, h->status, "%s has no \"dtype\"", item->string);
    entry->type = type_named(dtype->valuestring);
    if (!entry->type)
        return attn_json_fail(h->json, dtype, h->status,
                              "%s has the type '%s', which safetensors does not know", item->string,
                              dtype->valuestring);
    entry->weight.type = entry->type->name;
    return true;
}

static bool read_shape(struct header *h, const cJSON *item, struct entry *entry)
{
    const cJSON *axis, *shape = cJSON_GetObjectItemCaseSensitive(item, "shape");
    attn_weight *weight = &entry->weight;
    if (!cJSON_IsArray(shape))
        return attn_json_fail(h->json, item, h->status, "%s has no \"shape\"", item->string);
    weight->count = 1;
    cJSON_ArrayForEach(axis, shape)
    {
        size_t size;
        if (weight->rank == most_rank)
            return attn_json_fail(h->json, axis, h->status, "%s has more than %d axes",
                                  item->string, most_rank);
        if (!read_size(axis, &size))
            return attn_json_fail(h->json, axis, h->status,
                                  "an axis of %s is no whole number from 0", item->string);
        weight->shape[weight->rank++] = size;
        if (!attn_multiply(weight->count, size, &weight->count))
            return attn_json_fail(h->json, axis, h->status,
                                  "%s has more numbers than can be counted", item->string);
    }
    return true;
}

static bool read_offsets(struct header *h, const cJSON *item, struct entry *entry)
{
    const cJSON *offsets = cJSON_GetObjectItemCaseSensitive(item, "data_offsets");
    const cJSON *begin = cJSON_IsArray(offsets) ? offsets->child : NULL;
    const cJSON *end = begin ? begin->next : NULL;
    if (!end || end->next || !read_size(begin, &entry->begin) || !read_size(end, &entry->end))
        return attn_json_fail(h->json, offsets ? offsets : item, h->status,
                              "%s needs \"data_offsets\" of two whole numbers", item->string);
    if (entry->begin > entry->end || entry->end > h->weights->data_length)
        return attn_json_fail(h->json, offsets, h->status,
                              "%s lies at bytes %zu to %zu, outside the %zu bytes of numbers: the "
                              "file is damaged or cut short",
                              item->string, entry->begin, entry->end, h->weights->data_length);
    return true;
}

static bool check_extent(struct header *h, const cJSON *item, const struct entry *entry)
{
    size_t bits, bytes = entry->end - entry->begin;
    bool fits = attn_multiply(entry->weight.count, entry->type->bits, &bits);
    if (fits && bits % 8 == 0 && bits / 8 == bytes) return true;
    return attn_json_fail(h->json, item, h->status,
                          "%s has %zu numbers of type %s, which do not fill its %zu bytes",
                          item->string, entry->weight.count, entry->type->name, bytes);
}

static bool read_entry(struct header *h, const cJSON *item, struct entry *entry)
{
    if (!cJSON_IsObject(item))
        return attn_json_fail(h->json, item, h->status, "%s is not described by an object",
                              item->string);
    entry->weight.name = attn_copy_text(h->weights->arena, item->string, strlen(item->string));
    return entry->weight.name && read_type(h, item, entry) && read_shape(h, item, entry) &&
           read_offsets(h, item, entry) && check_extent(h, item, entry);
}

static bool check_metadata(struct header *h, const cJSON *item)
{
    const cJSON *member;
    if (!cJSON_IsObject(item))
        return attn_json_fail(h->json, item, h->status, "\"__metadata__\" is no object");
    cJSON_ArrayForEach(member, item)
    {
        if (!cJSON_IsString(member))
            return attn_json_fail(h->json, member, h->status,
                                  "\"__metadata__\" may hold texts only, and '%s' is none",
                                  member->string);
        if (strcmp(member->string, "writer") == 0 && strcmp(member->valuestring, "attnviz") == 0)
            h->weights->own = true;
    }
    return true;
}

/* ---- the rules for all together ---- */

static int by_place(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a, *y = *(const struct entry *const *)b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

static int by_name(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a, *y = *(const struct entry *const *)b;
    return strcmp(x->weight.name, y->weight.name);
}

/* No gap and no overlap: each tensor begins where the one before ends. */
static bool check_cover(struct header *h)
{
    const attn_weights *weights = h->weights;
    size_t filled = 0;
    qsort(weights->by_name, weights->count, sizeof *weights->by_name, by_place);
    for (size_t i = 0; i < weights->count; i++) {
        const struct entry *entry = weights->by_name[i];
        if (entry->begin != filled)
            return attn_fail(h->status, ATTN_INPUT, "%s begins at byte %zu, %s", entry->weight.name,
                             entry->begin,
                             entry->begin < filled ? "within another tensor" : "after a gap");
        filled = entry->end;
    }
    if (filled == weights->data_length) return true;
    return attn_fail(h->status, ATTN_INPUT, "%zu bytes at the end belong to no tensor",
                     weights->data_length - filled);
}

static bool read_entries(struct header *h, const cJSON *root)
{
    attn_weights *weights = h->weights;
    const cJSON *item;
    size_t count = 0;
    cJSON_ArrayForEach(item, root) count++;
    weights->entries = attn_alloc(weights->arena, count, sizeof *weights->entries);
    weights->by_name = attn_alloc(weights->arena, count, sizeof *weights->by_name);
    if (!weights->entries || !weights->by_name) return false;
    cJSON_ArrayForEach(item, root)
    {
        if (strcmp(item->string, "__metadata__") == 0) {
            if (!check_metadata(h, item)) return false;
            continue;
        }
        struct entry *entry = &weights->entries[weights->count];
        if (!read_entry(h, item, entry)) return false;
        weights->by_name[weights->count++] = entry;
    }
    if (!check_cover(h)) return false;
    qsort(weights->by_name, weights->count, sizeof *weights->by_name, by_name);
    return true;
}

/* ---- the file ---- */

static bool read_header(attn_weights *weights, const char *text, size_t length, attn_status *status)
{
    struct header h = {weights, NULL, status};
    if (length == 0 || text[0] != '{')
        return attn_fail(status, ATTN_INPUT,
                         "the header does not begin with '{': this is no "
                         "safetensors file");
    h.json = attn_json_parse(text, length, weights->file, header_depth, status);
    if (!h.json) {
        attn_status_prefix(status, "the header of the weights: ");
        return false;
    }
    bool done = read_entries(&h, attn_json_root(h.json));
    attn_json_free(h.json);
    return done;
}

static bool is_lfs_pointer(const char *bytes, size_t length)
{
    static const char begins[] = "version https://git-lfs";
    return length >= sizeof begins - 1 && memcmp(bytes, begins, sizeof begins - 1) == 0;
}

/* The length of the header from the first bytes of a file, and where the numbers are. */
static bool measure(attn_weights *weights, const char *bytes, size_t length, size_t *header,
                    attn_status *status)
{
    if (is_lfs_pointer(bytes, length))
        return attn_fail(status, ATTN_INPUT,
                         "this is a Git LFS pointer, not the weights: fetch "
                         "them with 'git lfs pull'");
    if (length < length_bytes)
        return attn_fail(status, ATTN_INPUT, "%zu bytes are too few for a safetensors file",
                         length);
    uint64_t announced = attn_little_endian((const unsigned char *)bytes, length_bytes);
    if (announced > most_header)
        return attn_fail(status, ATTN_INPUT,
                         "a header of more than %d bytes is announced: this is "
                         "no safetensors file",
                         most_header);
    if (announced > length - length_bytes)
        return attn_fail(status, ATTN_INPUT, "the file ends within its header: it is cut short");
    *header = (size_t)announced;
    weights->data_begin = length_bytes + *header;
    weights->data_length = length - weights->data_begin;
    return true;
}

static bool read_weights(attn_weights *weights, const char *bytes, size_t length,
                         attn_status *status)
{
    size_t header = 0;
    if (!measure(weights, bytes, length, &header, status)) return false;
    weights->data = (const unsigned char *)bytes + weights->data_begin;
    return read_header(weights, bytes + length_bytes, header, status);
}

static bool read_source(attn_weights *weights, attn_byte_reader *source, attn_status *status)
{
    char start[64] = {0};
    size_t there = source->length < sizeof start ? source->length : sizeof start, header = 0;
    if (!attn_byte_reader_read(source, 0, start, there, status) ||
        !measure(weights, start, source->length, &header, status))
        return false;
    char *text = attn_room(weights->arena, header + 1, 1);
    return text && attn_byte_reader_read(source, length_bytes, text, header, status) &&
           read_header(weights, text, header, status);
}

static attn_weights *new_weights(const char *name, attn_status *status)
{
    attn_arena *arena = attn_ok(status) ? attn_arena_new(status) : NULL;
    attn_weights *weights = arena ? attn_alloc(arena, 1, sizeof *weights) : NULL;
    if (!weights) {
        attn_arena_free(arena);
        return NULL;
    }
    weights->arena = arena;
    weights->file = attn_copy_text(arena, name, strlen(name));
    return weights;
}

attn_weights *attn_weights_from(const char *bytes, size_t length, const char *name,
                                attn_status *status)
{
    attn_weights *weights = new_weights(name, status);
    if (!weights) return NULL;
    if (weights->file && read_weights(weights, bytes, length, status)) return weights;
    attn_status_place(status, name, 0, 0);
    attn_weights_close(weights);
    return NULL;
}

attn_weights *attn_weights_of(attn_byte_reader *source, const char *name, attn_status *status)
{
    attn_weights *weights = new_weights(name, status);
    if (!weights) return NULL;
    if (weights->file && read_source(weights, source, status)) return weights;
    attn_status_place(status, name, 0, 0);
    attn_weights_close(weights);
    return NULL;
}

attn_weights *attn_weights_open(int file, const char *name, attn_status *status)
{
    attn_input input;
    if (!attn_input_map(&input, file, name, status)) return NULL;
    attn_weights *weights = attn_weights_from(input.bytes, input.length, name, status);
    if (weights)
        weights->input = input;
    else
        attn_input_close(&input);
    return weights;
}

void attn_weights_close(attn_weights *weights)
{
    if (!weights) return;
    attn_input_close(&weights->input);
    attn_arena_free(weights->arena);
}

/* ---- the tensors ---- */

bool attn_weights_own(const attn_weights *weights)
{
    return weights->own;
}

size_t attn_weights_count(const attn_weights *weights)
{
    return weights->count;
}

const attn_weight *attn_weights_at(const attn_weights *weights, size_t i)
{
    return i < weights->count ? &weights->entries[i].weight : NULL;
}

const attn_weight *attn_weights_find(const attn_weights *weights, const char *name)
{
    const struct entry key = {.weight = {.name = name}}, *wanted = &key;
    if (weights->count == 0) return NULL;
    const struct entry **found =
        bsearch(&wanted, weights->by_name, weights->count, sizeof *weights->by_name, by_name);
    return found ? &(*found)->weight : NULL;
}

size_t attn_weights_place(const attn_weights *weights, const attn_weight *weight)
{
    return weights->data_begin + ((const struct entry *)weight)->begin;
}

attn_raw attn_weights_raw(const attn_weight *weight)
{
    return ((const struct entry *)weight)->type->raw;
}

const float *attn_weights_floats(const attn_weights *weights, const attn_weight *weight)
{
    const struct entry *entry = (const struct entry *)weight;
    const unsigned char *bytes = weights->data + entry->begin;
    if (!attn_raw_is_float(entry->type->raw)) return NULL;
    if ((uintptr_t)bytes % alignof(float) != 0) return NULL;
    return (const float *)(const void *)bytes;
}

static bool fail_number(const attn_weights *weights, const attn_weight *weight, size_t i,
                        float value, attn_status *status)
{
    bool wide = strcmp(weight->type, "F64") == 0 && isinf(value);
    attn_fail(status, ATTN_INPUT, "number %zu of %s (counted from 1) %s", i + 1, weight->name,
              isnan(value) ? "is no number (NaN)"
              : wide       ? "is infinite or too large for float32"
                           : "is infinite");
    attn_status_place(status, weights->file, 0, 0);
    return false;
}

bool attn_weights_read(const attn_weights *weights, const attn_weight *weight, float *numbers,
                       attn_status *status)
{
    const struct entry *entry = (const struct entry *)weight;
    const unsigned char *bytes = weights->data + entry->begin;
    size_t step = entry->type->bits / 8;
    if (!attn_ok(status)) return false;
    if (!is_for_weights(entry->type)) {
        attn_fail(status, ATTN_INPUT,
                  "%s has the type %s: only F32, F16, BF16 and F64 can be read as numbers",
                  weight->name, weight->type);
        attn_status_place(status, weights->file, 0, 0);
        return false;
    }
    for (size_t i = 0; i < weight->count; i++) {
        numbers[i] = INFINITY; /* stays where a number is too large for float32 */
        attn_raw_read(entry->type->raw, bytes + i * step, 1, &numbers[i]);
        if (!isfinite(numbers[i])) return fail_number(weights, weight, i, numbers[i], status);
    }
    return true;
}
