/*
 * array: any bytes as a file of arrays. Every array of a file that opens can be read, or is a fault
 * that is told; read in strips, from the end or as a whole its numbers are the same.
 */
#include "files/arrays/array.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { most = 1 << 16 }; /* numbers of an array that are looked at */

static void check_labels(const attn_labels *labels, size_t size)
{
    if (labels == NULL) return;
    fuzz_require(labels->count == size, "an axis has as many words as places");
    for (size_t i = 0; i < size; i++) {
        size_t bad;
        fuzz_require(attn_utf8_valid(labels->words[i], strlen(labels->words[i]), &bad),
                     "a word is UTF-8");
    }
}

static void check_shape(const attn_array *array)
{
    size_t count = 1;
    fuzz_require(array->rank <= ATTN_MOST_AXES, "an array has at most 8 axes");
    for (size_t i = 0; i < array->rank; i++)
        fuzz_require(attn_multiply(count, array->shape[i], &count), "a shape can be counted");
    fuzz_require(count == array->count, "an array has as many numbers as its shape says");
    if (array->rank > 0) check_labels(array->col_labels, array->shape[array->rank - 1]);
    if (array->rank > 1) check_labels(array->row_labels, array->shape[array->rank - 2]);
    fuzz_require(array->rank > 0 || array->col_labels == NULL, "a number has no words");
    fuzz_require(array->rank > 1 || array->row_labels == NULL, "a vector has no rows");
}

static void read_array(attn_arrays *arrays, const attn_array *array)
{
    attn_status status = {0};
    size_t count = array->count < most ? array->count : most, strip = count / 3 + 1;
    check_shape(array);
    fuzz_require(strcmp(attn_arrays_find(arrays, array->name)->name, array->name) == 0,
                 "an array is found by its name");
    float *whole = malloc(count * sizeof *whole + 1), *parts = malloc(count * sizeof *parts + 1);
    fuzz_require(whole != NULL && parts != NULL, "there is memory for an array");
    bool read = attn_array_read(arrays, array, 0, count, whole, &status);
    fuzz_require(read == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    for (size_t end = count; read && end > 0; end -= end < strip ? end : strip) {
        size_t n = end < strip ? end : strip;
        read = attn_array_read(arrays, array, end - n, n, parts + end - n, &status);
    }
    /* a checksum is compared where all was read in order alone */
    if (read)
        fuzz_require(memcmp(whole, parts, count * sizeof *whole) == 0,
                     "strips are parts of the whole");
    free(whole);
    free(parts);
}

/* The first byte says what the file is called. */
static const char *const names[] = {"a", "a.json", "a.csv", "a.npz"};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    const attn_array *array;
    if (length == 0) return -1;
    const char *name = names[bytes[0] % (sizeof names / sizeof *names)];
    char *copy = fuzz_copy(bytes + 1, length - 1);
    attn_arrays *arrays = attn_arrays_from(copy, length - 1, name, &status);
    fuzz_require((arrays != NULL) == attn_ok(&status), "a file that does not open is a fault");
    fuzz_require_sane(&status);
    for (size_t i = 0; arrays != NULL && (array = attn_arrays_at(arrays, i)) != NULL; i++)
        read_array(arrays, array);
    attn_arrays_close(arrays);
    free(copy);
    return 0;
}
