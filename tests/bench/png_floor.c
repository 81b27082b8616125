/*
 * png_floor: what a matrix costs at least on its way from memory into a PNG.
 *
 *     png_floor N OUT.png
 *
 * Finds the largest weight, makes each row 256 steps of it, and gives the row to libpng: palette,
 * no filter, Z_RLE at level 1. One pixel for each cell, nothing around them. Prints the time.
 */
#define _POSIX_C_SOURCE 200809L
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "big_matrix.h"
#include "median.h"

static float largest(const float *weights, size_t count)
{
    float top = 0.0f;
    for (size_t i = 0; i < count; i++) top = weights[i] > top ? weights[i] : top;
    return top;
}

static void quantise(png_byte *steps, const float *weights, size_t n, float scale)
{
    for (size_t j = 0; j < n; j++) steps[j] = (png_byte)(int)(weights[j] * scale);
}

static void set_palette(png_structp png, png_infop info)
{
    png_color palette[256];
    for (int i = 0; i < 256; i++) {
        png_byte step = (png_byte)i;
        palette[i] = (png_color){step, step, (png_byte)(255 - i)};
    }
    png_set_PLTE(png, info, palette, 256);
}

static int save(const char *path, const float *weights, size_t n)
{
    FILE *file = fopen(path, "wb");
    png_byte *row = malloc(n);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (!file || !row || !info || setjmp(png_jmpbuf(png))) return 1;
    png_init_io(png, file);
    png_set_compression_level(png, 1);
    png_set_compression_strategy(png, Z_RLE);
    png_set_compression_buffer_size(png, 1 << 16);
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_set_IHDR(png, info, (png_uint_32)n, (png_uint_32)n, 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    set_palette(png, info);
    png_write_info(png, info);
    float scale = 255.0f / largest(weights, n * n);
    for (size_t i = 0; i < n; i++) {
        quantise(row, weights + i * n, n, scale);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    free(row);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    size_t n = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    float *weights = n ? malloc(n * n * sizeof *weights) : NULL;
    if (!weights) return 2;
    big_matrix_fill(weights, n);
    double start = bench_now();
    if (save(argv[2], weights, n)) return 1;
    printf("png_floor_%zu %.3f ms\n", n, bench_now() - start);
    free(weights);
    return 0;
}
