/*
 * safetensors: any bytes as a weights file. Every number of a file that opens can be read, or is a
 * fault that is told; in place or converted they are the same.
 */
#include "files/arrays/safetensors.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static size_t check_shape(const attn_array *weight)
{
    size_t count = 1;
    fuzz_require(weight->rank <= 8, "a tensor has at most 8 axes");
    for (size_t i = 0; i < weight->rank; i++)
        fuzz_require(attn_multiply(count, weight->shape[i], &count), "a shape can be counted");
    fuzz_require(count == weight->count, "a tensor has as many numbers as its shape says");
    return count;
}

static void read_tensor(const attn_arrays *weights, const attn_array *weight, size_t length)
{
    attn_status status = {0};
    size_t count = check_shape(weight);
    fuzz_require(attn_arrays_find(weights, weight->name) == weight,
                 "a tensor is found by its name");
    /* types without numbers may have more of them than bytes */
    fuzz_require(count <= 2 * length, "a tensor lies within the file");
    float *numbers = malloc(count * sizeof *numbers + 1);
    fuzz_require(numbers != NULL, "there is memory for a tensor");
    const float *in_place = attn_weights_floats(weights, weight);
    bool read = attn_weights_read(weights, weight, numbers, &status);
    if (read) fuzz_require_numbers(numbers, count, false);
    if (in_place != NULL && read && count > 0)
        fuzz_require(memcmp(in_place, numbers, count * sizeof *numbers) == 0,
                     "numbers in place are those that are read");
    fuzz_require(read == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    free(numbers);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    char *copy = fuzz_copy(bytes, length);
    attn_arrays *weights = attn_weights_from(copy, length, "fuzz.safetensors", &status);
    fuzz_require((weights != NULL) == attn_ok(&status), "a file that does not open is a fault");
    fuzz_require_sane(&status);
    const attn_array *array;
    for (size_t i = 0; weights != NULL && (array = attn_arrays_at(weights, i)) != NULL; i++)
        read_tensor(weights, array, length);
    attn_arrays_close(weights);
    free(copy);
    return 0;
}
