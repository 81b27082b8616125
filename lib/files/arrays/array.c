/*
 * array: which kind of file it is, and what all kinds have in common.
 */
#include "files/arrays/array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/budget.h"
#include "core/text.h"
#include "files/arrays/array_common.h"

enum { first_bytes = 512 }; /* that tell the kinds apart */

/* ---- what is no file of arrays, and is often taken for one ---- */

static const struct stranger {
    const char *begins;
    size_t length;
    const char *message;
} strangers[] = {
    {"version https://git-lfs", 23,
     "this is a Git LFS pointer, not the numbers: fetch them with 'git lfs pull'"},
    {"\x80", 1,
     "this is a Python pickle, which attnviz does not read: in Python, load it and write "
     "np.save(\"x.npy\", a.astype(\"float32\"))"},
    {"\x89HDF\r\n\x1a\n", 8,
     "this is an HDF5 file, which attnviz does not read: in Python, np.save(\"x.npy\", "
     "h5py.File(\"x.h5\")[\"NAME\"][:].astype(\"float32\"))"},
    {"\x1f\x8b", 2, "this file is compressed with gzip: unpack it first, with gunzip"},
    {"\xFD"
     "7zXZ",
     5, "this file is compressed with xz: unpack it first, with unxz"},
    {"BZh", 3, "this file is compressed with bzip2: unpack it first, with bunzip2"},
    {"\x28\xB5\x2F\xFD", 4, "this file is compressed with zstd: unpack it first, with unzstd"},
    {"GGUF", 4,
     "this is a GGUF file, which attnviz does not read: save .npy, .npz or .safetensors"},
    {"PAR1", 4, "this is a Parquet file, which attnviz does not read: save the table as CSV"},
    {"\x89PNG", 4,
     "this is a PNG picture, not numbers: 'attnviz heatmap --read' prints the numbers in pictures "
     "of attnviz"},
    {"%PDF", 4, "this is a PDF, not numbers"},
    {"\xD0\xCF\x11\xE0", 4, "this is a spreadsheet in an old format: save the table as CSV"},
    {"MATLAB 5", 8,
     "this is a MATLAB file, which attnviz does not read: in MATLAB, writematrix(A, \"A.csv\")"},
    {"\xFF\xFE", 2, "this text is UTF-16: save it as UTF-8"},
    {"\xFE\xFF", 2, "this text is UTF-16: save it as UTF-8"},
};

static bool begins(const unsigned char *bytes, size_t length, const char *with, size_t size)
{
    return length >= size && memcmp(bytes, with, size) == 0;
}

static bool refuse_strangers(const unsigned char *bytes, size_t length, attn_status *status)
{
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (begins(bytes, length, strangers[i].begins, strangers[i].length))
            return attn_fail(status, ATTN_INPUT, "%s", strangers[i].message);
    return true;
}

/* ---- the kinds ---- */

/* A header's length that may be one, and the header's first brace. */
static bool is_safetensors(const unsigned char *bytes, size_t length)
{
    return length > 8 && bytes[8] == '{' && (bytes[5] | bytes[6] | bytes[7]) == 0 &&
           (bytes[0] | bytes[1] | bytes[2] | bytes[3] | bytes[4]) != 0 &&
           memchr(bytes, '\0', 8) != NULL;
}

static bool begins_word(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* A table may begin with the word "[CLS]"; a list of JSON does not begin with a letter, or with one
 * of five words. */
static bool is_list(const char *text)
{
    static const char *const words[] = {"NaN", "Infinity", "null", "true", "false"};
    text += 1 + strspn(text + 1, " \t\r\n");
    bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_word(text, words[i])) return true;
    return !letter;
}

static bool is_json(const char *path, const char *text)
{
    text += attn_utf8_mark(text, strlen(text));
    text += strspn(text, " \t\r\n");
    if (attn_format_of(path) == ATTN_FORMAT_JSON) return true;
    return *text == '{' || (*text == '[' && is_list(text));
}

static bool list_text(attn_arrays *arrays, const char *text, size_t length, attn_status *status)
{
    if (strlen(text) < length)
        return attn_fail(status, ATTN_INPUT,
                         "this is not a file of numbers that attnviz reads: it reads .npy, .npz, "
                         ".safetensors, JSON, CSV and TSV");
    if (is_json(arrays->file, text)) return attn_array_json(arrays, status);
    return attn_array_table(arrays, status);
}

static bool list(attn_arrays *arrays, attn_status *status)
{
    unsigned char bytes[first_bytes + 1] = {0};
    size_t length = arrays->source->length < first_bytes ? arrays->source->length : first_bytes;
    if (!attn_byte_reader_read(arrays->source, 0, bytes, length, status)) return false;
    if (length == 0) return attn_fail(status, ATTN_INPUT, "the file is empty");
    if (begins(bytes, length, "\x93NUMPY", 6))
        return attn_array_npy(arrays, arrays->source, "", 0, status);
    if (begins(bytes, length, "PK", 2) && length > 2 && bytes[2] < 32)
        return attn_array_npz(arrays, status);
    if (is_safetensors(bytes, length)) return attn_array_safetensors(arrays, status);
    return refuse_strangers(bytes, length, status) &&
           list_text(arrays, (const char *)bytes, length, status);
}

static bool list_texts(attn_arrays *arrays, attn_status *status)
{
    arrays->keeps_texts = true;
    return list(arrays, status);
}

/* ---- names ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const attn_array *const *)a)->name, (*(const attn_array *const *)b)->name);
}

static bool sort_names(attn_arrays *arrays, attn_status *status)
{
    const attn_array **sorted = attn_room(arrays->arena, arrays->count + 1, sizeof *sorted);
    arrays->by_name = sorted;
    if (!sorted) return false;
    for (size_t i = 0; i < arrays->count; i++) sorted[i] = &arrays->items[i].array;
    qsort(sorted, arrays->count, sizeof *sorted, by_name);
    for (size_t i = 1; i < arrays->count; i++)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
            return attn_fail(status, ATTN_INPUT, "two arrays have the name \"%s\": remove one",
                             sorted[i]->name);
    return true;
}

/* ---- what the readers share ---- */

attn_array_item *attn_array_add(attn_arrays *arrays, const char *name, size_t length)
{
    const attn_array_item item = {.array.name = attn_copy_text(arrays->arena, name, length)};
    return item.array.name
               ? attn_append(arrays->arena, &arrays->items, &arrays->count, &item, sizeof item)
               : NULL;
}

void attn_array_give(attn_array_item *item, float *numbers, size_t count, unsigned digits)
{
    float *fitting = attn_resize(numbers, count ? count * sizeof *numbers : 1);
    item->numbers = fitting ? fitting : numbers;
    item->array.count = count;
    item->array.type = "text";
    item->array.bits = ATTN_FLOAT_BITS;
    item->array.digits = digits;
}

bool attn_array_count(attn_array *array)
{
    array->count = 1;
    for (size_t i = 0; i < array->rank; i++)
        if (!attn_multiply(array->count, array->shape[i], &array->count)) return false;
    return true;
}

const char *attn_array_called(const attn_array *array)
{
    return *array->name ? array->name : "the array";
}

bool attn_array_fault(attn_arrays *arrays, size_t offset, attn_status *status, const char *format,
                      ...)
{
    size_t line, column;
    attn_status ignored = {0};
    va_list arguments;
    if (!attn_ok(status)) return false;
    va_start(arguments, format);
    attn_fail_list(status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    if (attn_byte_reader_place(arrays->source, offset, &line, &column, &ignored))
        attn_status_place(status, arrays->file, line, column);
    return false;
}

/* ---- life ---- */

static attn_arrays *new_arrays(const char *path, attn_status *status)
{
    const char *file = strcmp(path, "-") == 0 ? "standard input" : path;
    attn_arena *arena = attn_ok(status) ? attn_arena_new(status) : NULL;
    attn_arrays *arrays = arena ? attn_alloc(arena, 1, sizeof *arrays) : NULL;
    if (!arrays) {
        attn_arena_free(arena);
        return NULL;
    }
    arrays->arena = arena;
    arrays->file = attn_copy_text(arena, file, strlen(file));
    return arrays;
}

attn_arrays *attn_arrays_list(attn_byte_reader *source, const char *path, attn_array_lister lister,
                              attn_status *status)
{
    attn_arrays *arrays = source ? new_arrays(path, status) : NULL;
    if (!arrays) {
        attn_byte_reader_close(source);
        attn_status_place(status, path, 0, 0);
        return NULL;
    }
    arrays->source = source;
    if (lister(arrays, status) && sort_names(arrays, status) && attn_ok(status)) return arrays;
    attn_status_place(status, arrays->file ? arrays->file : path, 0, 0);
    attn_arrays_close(arrays);
    return NULL;
}

attn_arrays *attn_arrays_open(const char *path, attn_status *status)
{
    return attn_arrays_list(attn_byte_reader_open(path, status), path, list, status);
}

attn_arrays *attn_arrays_open_texts(const char *path, attn_status *status)
{
    return attn_arrays_list(attn_byte_reader_open(path, status), path, list_texts, status);
}

attn_arrays *attn_arrays_take(int file, const char *name, attn_status *status)
{
    return attn_arrays_list(attn_byte_reader_take(file, status), name, list, status);
}

attn_arrays *attn_arrays_from(const char *bytes, size_t length, const char *name,
                              attn_status *status)
{
    return attn_arrays_list(attn_byte_reader_of(bytes, length, status), name, list, status);
}

void attn_arrays_close(attn_arrays *arrays)
{
    if (!arrays) return;
    for (size_t i = 0; i < arrays->count; i++)
        if (arrays->items[i].numbers) attn_resize(arrays->items[i].numbers, 0);
    for (size_t i = 0; i < arrays->member_count; i++) attn_byte_reader_close(arrays->members[i]);
    if (arrays->tile.numbers) attn_resize(arrays->tile.numbers, 0);
    if (arrays->buffer) attn_resize(arrays->buffer, 0);
    attn_byte_reader_close(arrays->source);
    attn_arena_free(arrays->arena);
}

const char *attn_arrays_file(const attn_arrays *arrays)
{
    return arrays->file;
}

const attn_array *attn_arrays_at(const attn_arrays *arrays, size_t i)
{
    return i < arrays->count ? &arrays->items[i].array : NULL;
}

const attn_array *attn_arrays_find(const attn_arrays *arrays, const char *name)
{
    const attn_array key = {.name = name}, *wanted = &key;
    const attn_array **found =
        bsearch(&wanted, arrays->by_name, arrays->count, sizeof wanted, by_name);
    return found ? *found : NULL;
}

const attn_array_text *attn_arrays_text_at(const attn_arrays *arrays, size_t i)
{
    return i < arrays->text_count ? &arrays->texts[i] : NULL;
}

attn_rounding attn_array_rounding(const attn_array *array)
{
    return attn_rounding_begin(array->digits, array->bits);
}

bool attn_array_ask(const attn_arrays *arrays, const attn_array *array, size_t end,
                    attn_status *status)
{
    const attn_array_item *item = (const attn_array_item *)array;
    uint64_t bytes = attn_product64(end, item->raw.size);
    uint64_t work = attn_product64(bytes, ATTN_COST_UNPACKED);
    if (item->numbers || !item->packed || attn_may_spend(status, work)) return true;
    attn_fail_work(status, work, "unpacking %" PRIu64 " bytes of %s", bytes,
                   attn_array_called(array));
    attn_status_place(status, arrays->file, 0, 0);
    return false;
}

bool attn_array_read(attn_arrays *arrays, const attn_array *array, size_t first, size_t count,
                     float *numbers, attn_status *status)
{
    const attn_array_item *item = (const attn_array_item *)array;
    if (!attn_ok(status)) return false;
    if (first > array->count || count > array->count - first) {
        attn_fail(status, ATTN_USAGE, "%s has %zu numbers", attn_array_called(array), array->count);
    } else if (item->numbers) {
        memcpy(numbers, item->numbers + first, count * sizeof *numbers);
    } else if (count > 0) {
        attn_array_read_raw(arrays, item, first, count, numbers, status);
    }
    if (attn_ok(status)) return true;
    attn_status_place(status, arrays->file, 0, 0);
    return false;
}
