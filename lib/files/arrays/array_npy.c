/*
 * array_npy: NumPy's own format, versions 1 to 3.
 *
 *     6 bytes   "\x93NUMPY"
 *     2 bytes   version, major and minor
 *     2 bytes   N, the length of the header, little-endian (4 bytes from version 2 on)
 *     N bytes   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }, blanks, a line feed
 *     the rest  the numbers
 */
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "files/arrays/array_common.h"

enum {
    magic_bytes = 8, /* with the version */
    most_header = 64 * 1024,
    longest_type = 40
};

/* A header on its way through the reader. */
typedef struct header {
    attn_arrays *arrays;
    attn_array_item *item;
    const char *at; /* a NUL stands behind the end */
    bool typed, ordered, shaped;
    attn_status *status;
} header;

static bool damaged(header *h, const char *what)
{
    return attn_fail(h->status, ATTN_INPUT, "the header of this .npy is damaged: %s", what);
}

static void skip_blanks(header *h)
{
    h->at += strspn(h->at, " \t\r\n");
}

static bool take(header *h, const char *what)
{
    skip_blanks(h);
    size_t length = strlen(what);
    if (strncmp(h->at, what, length) != 0) return false;
    h->at += length;
    return true;
}

/* A Python string without escapes into text, cut there; false if none stands here. */
static bool take_string(header *h, char *text, size_t room)
{
    skip_blanks(h);
    char quote = *h->at;
    const char *end = quote == '\'' || quote == '"' ? strchr(h->at + 1, quote) : NULL;
    if (!end) return false;
    snprintf(text, room, "%.*s", (int)(end - h->at - 1), h->at + 1);
    h->at = end + 1;
    return true;
}

/* ---- types ---- */

static const struct kind {
    char letter;
    attn_raw_kind kind;
    const char *sizes; /* those that are read, in bytes */
    const char *what;  /* of those that are not */
} kinds[] = {
    {'f', ATTN_RAW_FLOAT, "248", "numbers of more than 8 bytes"},
    {'i', ATTN_RAW_SIGNED, "1248", "whole numbers of an unknown size"},
    {'u', ATTN_RAW_UNSIGNED, "1248", "whole numbers of an unknown size"},
    {'b', ATTN_RAW_TRUTH, "1", "truth values of an unknown size"},
    {'c', ATTN_RAW_NONE, "", "complex numbers"},
    {'S', ATTN_RAW_NONE, "", "texts"},
    {'a', ATTN_RAW_NONE, "", "texts"},
    {'U', ATTN_RAW_NONE, "", "texts"},
    {'M', ATTN_RAW_NONE, "", "dates"},
    {'m', ATTN_RAW_NONE, "", "spans of time"},
    {'V', ATTN_RAW_NONE, "", "raw bytes (which may be bfloat16)"},
    {'O', ATTN_RAW_NONE, "", "Python objects (a pickle)"},
};

static const struct kind *kind_of(char letter)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].letter == letter) return &kinds[i];
    return NULL;
}

/* An array that is listed, but has no numbers for us. */
static bool refuse(header *h, const char *type, const char *what)
{
    bool complex = strstr(type, "c") != NULL;
    h->item->array.type = attn_copy_text(h->arrays->arena, type, strlen(type));
    h->item->refusal =
        attn_print(h->arrays->arena,
                   "%s holds %s (type %s), which attnviz does not read as numbers: in Python, "
                   "np.save(\"x.npy\", a%s.astype(\"float32\"))",
                   attn_array_called(&h->item->array), what, type, complex ? ".real" : "");
    return h->item->array.type && h->item->refusal;
}

/* Passes over a list of fields, to the bracket that closes it. */
static bool skip_fields(header *h)
{
    for (size_t depth = 1; depth > 0; h->at++) {
        if (*h->at == '\0') return damaged(h, "'descr' does not end");
        depth += *h->at == '[';
        depth -= *h->at == ']';
    }
    return true;
}

/* "<f4": order, letter, bytes. */
static bool read_type(header *h)
{
    char type[longest_type];
    if (take(h, "[")) return skip_fields(h) && refuse(h, "[…]", "records of several fields");
    if (!take_string(h, type, sizeof type)) return damaged(h, "'descr' is not a type");
    bool order = *type && strchr("<>|=", *type);
    const struct kind *kind = kind_of(order ? type[1] : type[0]);
    if (!kind) return damaged(h, "'descr' names a type that NumPy does not have");
    const char *size = type + order + 1;
    if (kind->letter == 'O') return refuse(h, type, kind->what);
    if (strspn(size, "0123456789") == 0) return damaged(h, "'descr' names no size");
    if (size[1] || !strchr(kind->sizes, *size)) return refuse(h, type, kind->what);
    if (size[0] != '1' && *type != '<' && *type != '>')
        return damaged(h, "'descr' does not say which byte comes first");
    h->item->raw = (attn_raw){kind->kind, (size_t)(*size - '0'), *type == '>'};
    h->item->array.bits = attn_raw_bits(h->item->raw);
    h->item->array.type = attn_copy_text(h->arrays->arena, type, strlen(type));
    return h->item->array.type != NULL;
}

/* ---- order and shape ---- */

static bool read_order(header *h)
{
    h->item->fortran = take(h, "True");
    return h->item->fortran || take(h, "False") ||
           damaged(h, "'fortran_order' is not a truth value");
}

/* A whole number; Python 2 wrote an L behind it. */
static bool take_size(header *h, size_t *size)
{
    skip_blanks(h);
    size_t digits = strspn(h->at, "0123456789");
    if (digits == 0 || digits > 18) return false;
    uint64_t number = 0;
    for (size_t i = 0; i < digits; i++) number = number * 10 + (uint64_t)(h->at[i] - '0');
    *size = (size_t)number;
    h->at += digits;
    take(h, "L");
    return number <= SIZE_MAX;
}

static bool read_shape(header *h)
{
    attn_array *array = &h->item->array;
    if (!take(h, "(")) return damaged(h, "'shape' is not a list of sizes");
    while (!take(h, ")")) {
        if (array->rank == ATTN_MOST_AXES)
            return attn_fail(h->status, ATTN_LIMIT, "%s has more than %u axes",
                             attn_array_called(array), ATTN_MOST_AXES);
        if (!take_size(h, &array->shape[array->rank]))
            return damaged(h, "'shape' is not a list of sizes");
        array->rank++;
        skip_blanks(h);
        if (!take(h, ",") && *h->at != ')') return damaged(h, "'shape' is not a list of sizes");
    }
    return true;
}

/* ---- the header ---- */

static bool once(header *h, bool *seen)
{
    if (*seen) return damaged(h, "a key appears twice in it");
    *seen = true;
    return true;
}

static bool read_entry(header *h)
{
    char key[longest_type];
    if (!take_string(h, key, sizeof key) || !take(h, ":")) return damaged(h, "a key is missing");
    if (strcmp(key, "descr") == 0) return once(h, &h->typed) && read_type(h);
    if (strcmp(key, "fortran_order") == 0) return once(h, &h->ordered) && read_order(h);
    if (strcmp(key, "shape") == 0) return once(h, &h->shaped) && read_shape(h);
    return damaged(h, "a key in it is not NumPy's");
}

static bool read_entries(header *h)
{
    if (!take(h, "{")) return damaged(h, "it is not a dictionary");
    while (!take(h, "}")) {
        if (!read_entry(h)) return false;
        skip_blanks(h);
        if (!take(h, ",") && *h->at != '}') return damaged(h, "a comma is missing in it");
    }
    skip_blanks(h);
    if (*h->at) return damaged(h, "it continues after its end");
    if (!h->typed || !h->ordered || !h->shaped) return damaged(h, "a key is missing");
    return true;
}

/* The numbers fill the rest exactly. */
static bool check_extent(header *h, size_t left)
{
    attn_array *array = &h->item->array;
    size_t bytes = 0;
    if (!attn_array_count(array) || !attn_multiply(array->count, h->item->raw.size, &bytes))
        return attn_fail(h->status, ATTN_INPUT, "%s has more numbers than can be counted",
                         attn_array_called(array));
    if (h->item->refusal) return true;
    if (bytes > left)
        return attn_fail(h->status, ATTN_INPUT,
                         "the file is cut short: %s has %zu numbers of type %s, which need %zu "
                         "bytes, but there are %zu",
                         attn_array_called(array), array->count, array->type, bytes, left);
    if (bytes < left)
        return attn_fail(h->status, ATTN_INPUT,
                         "%zu bytes follow the numbers of %s: one .npy holds one array",
                         left - bytes, attn_array_called(array));
    return true;
}

/* Finds the header's length, and where it begins. */
static bool measure(header *h, attn_byte_reader *source, size_t *begin, size_t *length)
{
    unsigned char start[magic_bytes + 4] = {0};
    size_t there = source->length < sizeof start ? source->length : sizeof start;
    if (!attn_byte_reader_read(source, 0, start, there, h->status)) return false;
    if (there < sizeof start || memcmp(start, "\x93NUMPY", 6) != 0)
        return attn_fail(h->status, ATTN_INPUT,
                         there < sizeof start ? "the file ends within its header: it is cut short"
                                              : "this is not a .npy file");
    if (start[6] < 1 || start[6] > 3 || start[7] != 0)
        return attn_fail(h->status, ATTN_INPUT,
                         "this .npy has version %u.%u: attnviz reads 1.0, 2.0 and 3.0", start[6],
                         start[7]);
    size_t bytes = start[6] == 1 ? 2 : 4;
    *begin = magic_bytes + bytes;
    *length = (size_t)attn_little_endian(start + magic_bytes, bytes);
    if (*length > source->length - *begin)
        return attn_fail(h->status, ATTN_INPUT, "the file ends within its header: it is cut short");
    return *length <= most_header || damaged(h, "it has more than 65536 bytes");
}

bool attn_array_npy(attn_arrays *arrays, attn_byte_reader *source, const char *name, size_t length,
                    attn_status *status)
{
    header h = {.arrays = arrays, .status = status};
    size_t begin = 0, bytes = 0;
    if (!measure(&h, source, &begin, &bytes)) return false;
    char *text = attn_alloc(arrays->arena, bytes + 1, 1);
    h.item = text ? attn_array_add(arrays, name, length) : NULL;
    if (!h.item || !attn_byte_reader_read(source, begin, text, bytes, status)) return false;
    if (strlen(text) < bytes) return damaged(&h, "a NUL stands in it");
    h.at = text;
    h.item->source = source;
    h.item->at = begin + bytes;
    h.item->array.digits = ATTN_BINARY;
    return read_entries(&h) && check_extent(&h, source->length - h.item->at);
}
