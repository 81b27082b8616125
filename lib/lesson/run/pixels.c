/*
 * pixels: a picture as a given value, a row per region: its mean red, green and blue.
 */
#include <string.h>

#include "files/bytes/input.h"
#include "files/pixels/picture_read.h"
#include "lesson/program/running.h"
#include "lesson/run/making.h"

const given *attn_pixels_of(const attn_lesson *lesson, const char *file)
{
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        if (g->input && strcmp(g->picture, file) == 0) return g;
    }
    return NULL;
}

/* The path of the picture that the reader gives, in *path; NULL: none. It is a file, also where the
 * program carries one of this name. */
static bool find_given(const attn_run *run, const given *g, const char **path)
{
    const char *text = g && g->input ? attn_input_given(run, g->input) : NULL;
    *path = text && !strchr(text, '/') ? attn_print(run->arena, "./%s", text) : text;
    return !text || *text ||
           attn_fail(run->status, ATTN_USAGE,
                     "the input '%s' is empty: name a picture, as %s=FILE.png", g->input, g->input);
}

/* A picture of the lesson, which `named` names; NULL: of the reader. */
static bool read_picture(attn_run *run, const char *path, const origin *named,
                         attn_picture *picture)
{
    const size_t most = (size_t)64 << 20;
    attn_input input;
    if (!(named ? attn_lesson_input(run->lesson, path, named, most, &input, run->status)
                : attn_input_read(&input, path, most, run->status)))
        return false;
    bool done = attn_picture_read(input.bytes, input.length, path, run->arena, picture, run->status);
    attn_input_close(&input);
    return done;
}

/* The same, read once in a run. */
static const attn_picture *keep_picture(attn_run *run, const char *path, const origin *named)
{
    for (size_t i = 0; i < run->picture_count; i++) {
        const picture_read *read = &run->pictures[i];
        if (strcmp(read->path, path) == 0 && read->given == !named) return read->picture;
    }
    attn_picture *picture = attn_alloc(run->arena, 1, sizeof *picture);
    if (!picture || !read_picture(run, path, named, picture)) return NULL;
    if (!attn_append(run->arena, &run->pictures, &run->picture_count,
                     &(picture_read){path, !named, picture}, sizeof(picture_read)))
        return NULL;
    return picture;
}

const attn_picture *attn_run_picture(attn_run *run, const char *file, const origin *named,
                                     const given *g)
{
    const char *path;
    if (!find_given(run, g, &path) || !attn_ok(run->status)) return NULL;
    return path ? keep_picture(run, path, NULL) : keep_picture(run, file, named);
}

/*
 * An axis of n pixels that is cut into `parts` regions. A pixel is `parts` long, a region n: so
 * whole numbers say how much of a pixel lies in a region.
 */
typedef struct axis {
    size_t n, parts;
} axis;

static size_t share_of_pixel(axis a, size_t region, size_t pixel)
{
    size_t from = region * a.n, to = from + a.n, first = pixel * a.parts, end = first + a.parts;
    return (to < end ? to : end) - (from > first ? from : first);
}

/* The mean of a region, from 0 to 1: a pixel that lies in it in part counts in part. */
static void mean_color(const attn_picture *picture, axis down, axis across, size_t region,
                       float *color)
{
    double sum[3] = {0, 0, 0};
    size_t row = region / across.parts, col = region % across.parts;
    for (size_t y = row * down.n / down.parts; y * down.parts < (row + 1) * down.n; y++)
        for (size_t x = col * across.n / across.parts; x * across.parts < (col + 1) * across.n; x++)
            for (size_t c = 0; c < 3; c++)
                sum[c] += (double)(share_of_pixel(down, row, y) * share_of_pixel(across, col, x)) *
                          picture->pixels[3 * (y * picture->width + x) + c];
    for (size_t c = 0; c < 3; c++)
        color[c] = (float)(sum[c] / (255 * (double)down.n * (double)across.n));
}

attn_node attn_make_pixels(making *m)
{
    static const char *const names[] = {"red", "green", "blue"};
    static const attn_labels colors = {.name = "color", .count = 3, .words = names};
    const attn_picture *picture =
        attn_run_picture(m->run, m->given->picture, &m->given->main_from, m->given);
    size_t rows = m->given->grid[0], cols = m->given->grid[1];
    if (!picture) return 0;
    m->shape = (attn_tensor){
        .rank = ATTN_MATRIX, .batch = 1, .rows = rows * cols, .cols = 3, .col_labels = &colors};
    float *numbers = attn_making_fits(m, ATTN_COST_NUMBER) ? attn_new_numbers(m) : NULL;
    for (size_t i = 0; numbers && i < rows * cols; i++)
        mean_color(picture, (axis){picture->height, rows}, (axis){picture->width, cols}, i,
                   numbers + 3 * i);
    return m->leaf;
}
