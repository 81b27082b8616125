/*
 * big_map: a map of n × n weights from memory to a PNG file, by the library's own sheet.
 *
 *     big_map N OUT.png
 *
 * Prints how long that took, from the matrix to the finished file, and the largest memory of the
 * process beside the matrix.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "big_matrix.h"
#include "median.h"
#include "picture/paint/paint.h"

static bool draw(attn_tensor *value, const char *path, attn_status *status)
{
    attn_panel panel = {.title = "A", .value = value, .row_role = "query", .col_role = "key"};
    attn_sheet_options options = {.title = "A large map", .panel_count = 1, .panels = &panel};
    attn_sheet *sheet = attn_sheet_new(&options, status);
    bool done = sheet && attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, status);
    attn_sheet_free(sheet);
    return done;
}

/* Largest resident memory of this process, in MiB. */
static double peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024.0;
}

int main(int argc, char **argv)
{
    size_t n = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    float *weights = n > 0 && n <= 16384 ? malloc(n * n * sizeof *weights) : NULL;
    attn_status status = {0};
    if (!weights) return 2;
    big_matrix_fill(weights, n);
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = n, .cols = n, .data = weights};
    double start = bench_now();
    if (!draw(&value, argv[2], &status)) {
        fprintf(stderr, "big_map: %s\n", status.message);
        return 1;
    }
    printf("big_map_%zu %.3f ms\n", n, bench_now() - start);
    double matrix = (double)(n * n * sizeof *weights) / (1024.0 * 1024.0);
    printf("memory_%zu %.1f MiB\n", n, peak_memory() - matrix);
    free(weights);
    return 0;
}
