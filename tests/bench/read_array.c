/*
 * read_array FILE: reads all numbers of a file of arrays, in strips.
 * read_array make N FILE.json|FILE.tsv|FILE.npy: writes such a file of N × N weights, as NumPy's
 * tolist, savetxt and save would: 17 digits, 8, and float32.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "big_matrix.h"
#include "core/text.h"
#include "files/arrays/array.h"

static int make_npy(const float *weights, size_t n, const char *path)
{
    attn_status status = {0};
    union {
        const float *in;
        float *out;
    } numbers = {weights};
    attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = n, .cols = n, .data = numbers.out};
    attn_array_out item = {.name = "", .value = &value};
    return attn_arrays_write(path, &item, 1, &status) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int make(size_t n, const char *path)
{
    bool json = attn_ends_in(path, ".json"), npy = attn_ends_in(path, ".npy");
    float *weights = malloc(n * n * sizeof *weights);
    if (!weights) return EXIT_FAILURE;
    big_matrix_fill(weights, n);
    int made = npy ? make_npy(weights, n, path) : EXIT_FAILURE;
    FILE *file = npy ? NULL : fopen(path, "w");
    if (!file) return made;
    if (json) fputs("{\"matrix\": [", file);
    for (size_t i = 0; i < n; i++) {
        if (json) fputs(i ? ", [" : "[", file);
        for (size_t j = 0; j < n; j++) {
            double weight = (double)weights[i * n + j];
            if (j) fputs(json ? ", " : "\t", file);
            fprintf(file, json ? "%.17g" : "%.8g", weight);
        }
        fputs(json ? "]" : "\n", file);
    }
    if (json) fputs("]}\n", file);
    free(weights);
    return fclose(file) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static bool read_all(const char *path, attn_status *status)
{
    enum { strip = 65536 };
    static float numbers[strip];
    double sum = 0;
    attn_arrays *arrays = attn_arrays_open(path, status);
    const attn_array *array = arrays ? attn_arrays_at(arrays, 0) : NULL;
    for (size_t at = 0, n; array && at < array->count && attn_ok(status); at += n) {
        n = array->count - at < strip ? array->count - at : strip;
        attn_array_read(arrays, array, at, n, numbers, status);
        for (size_t i = 0; i < n; i++) sum += (double)numbers[i];
    }
    attn_arrays_close(arrays);
    printf("%.3f\n", sum);
    return attn_ok(status);
}

int main(int argc, char **argv)
{
    attn_status status = {0};
    if (argc == 4 && strcmp(argv[1], "make") == 0) return make(strtoul(argv[2], NULL, 10), argv[3]);
    if (argc == 2 && read_all(argv[1], &status)) return EXIT_SUCCESS;
    fprintf(stderr, "read_array: %s\n", status.message);
    return EXIT_FAILURE;
}
