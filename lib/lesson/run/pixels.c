/*
 * pixels: a picture as a given value, a row per region: its mean red, green and blue.
 */
#include <string.h>

#include "files/bytes/input.h"
#include "files/png/png_read.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
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
    bool done = attn_png_read(input.bytes, input.length, path, run->arena, picture, run->status);
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

/* The mean of one region's pixels, from 0 to 1. */
static void mean_color(const attn_picture *picture, const size_t from[2], const size_t to[2],
                       float *color)
{
    double sum[3] = {0, 0, 0};
    for (size_t y = from[0]; y < to[0]; y++)
        for (size_t x = from[1]; x < to[1]; x++)
            for (size_t c = 0; c < 3; c++)
                sum[c] += picture->pixels[3 * (y * picture->width + x) + c];
    double count = (double)(to[0] - from[0]) * (double)(to[1] - from[1]);
    for (size_t c = 0; c < 3; c++) color[c] = (float)(sum[c] / (255 * count));
}

/* A row for each region of the grid. */
static bool fill_regions(making *m, const attn_picture *picture, float *numbers)
{
    const size_t rows = m->given->grid[0], cols = m->given->grid[1];
    if (rows > picture->height || cols > picture->width)
        return attn_fail_at(m->run->status, &m->given->from, "the picture has only %zu×%zu pixels",
                            picture->height, picture->width);
    for (size_t i = 0; i < rows * cols; i++) {
        size_t r = i / cols, c = i % cols;
        size_t from[2] = {r * picture->height / rows, c * picture->width / cols};
        size_t to[2] = {(r + 1) * picture->height / rows, (c + 1) * picture->width / cols};
        mean_color(picture, from, to, numbers + 3 * i);
    }
    return true;
}

bool attn_pixels_vary(const attn_run *run, const given *g, size_t *input)
{
    return g->form == FORM_PIXELS && run->batch && g->input &&
           attn_batch_input(run->batch, g->input, input);
}

/* Of an example of the batch, or of the lesson or its reader; NULL on failure. */
static const attn_picture *picture_of(making *m, bool varies, size_t input, size_t example)
{
    const batch *b = m->run->batch;
    if (varies) return attn_example_picture(b->from, b->which[example], input);
    return attn_run_picture(m->run, m->given->picture, &m->given->main_from, m->given);
}

attn_node attn_make_pixels(making *m)
{
    static const char *const names[] = {"red", "green", "blue"};
    static const attn_labels colors = {.name = "color", .count = 3, .words = names};
    const size_t rows = m->given->grid[0] * m->given->grid[1];
    size_t input = 0;
    const bool varies = attn_pixels_vary(m->run, m->given, &input);
    const size_t count = varies ? m->run->batch->count : 1;
    m->shape = (attn_tensor){
        .rank = ATTN_MATRIX, .batch = count, .rows = rows, .cols = 3, .col_labels = &colors};
    float *numbers = NULL;
    for (size_t e = 0; e < count; e++) {
        const attn_picture *picture = picture_of(m, varies, input, e);
        if (picture && !numbers) numbers = attn_new_numbers(m);
        if (!picture || !numbers || !fill_regions(m, picture, numbers + e * rows * 3)) return 0;
    }
    return m->leaf;
}
