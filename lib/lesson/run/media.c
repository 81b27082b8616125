/*
 * media: pictures and sounds as given values. Of a picture a row for each region: its mean red,
 * green and blue; of a sound the vector of its samples.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "files/bytes/input.h"
#include "files/pixels/picture_read.h"
#include "files/sound/resample.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "lesson/run/making.h"

/* ---- their files: the lesson's, or the reader's in its place ---- */

/* The path of the file that the reader gives for g (or NULL) in *path; NULL: none. what: it is, for
 * messages. It is a file, also where the program carries one of this name. */
static bool given_path(const attn_run *run, const given *g, const char *what, const char **path)
{
    const char *text = g && g->input ? attn_input_given(run, g->input) : NULL;
    *path = text && !strchr(text, '/') ? attn_print(run->arena, "./%s", text) : text;
    return !text || *text ||
           attn_fail(run->status, ATTN_USAGE, "the input '%s' is empty: name a %s, as %s=FILE",
                     g->input, what, g->input);
}

/* All of a file of the lesson, which `named` names; NULL: of the reader. */
static bool given_input(const attn_run *run, const char *path, const origin *named,
                        attn_input *input)
{
    const size_t most = (size_t)64 << 20;
    return named ? attn_lesson_input(run->lesson, path, named, most, input, run->status)
                 : attn_input_read(input, path, most, run->status);
}

/* ---- pictures ---- */

const given *attn_pixels_of(const attn_lesson *lesson, const char *file)
{
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        if (g->form == FORM_PIXELS && g->input && g->file && strcmp(g->file, file) == 0) return g;
    }
    return NULL;
}

/* A picture of the lesson, which `named` names; NULL: of the reader. */
static bool read_picture(attn_run *run, const char *path, const origin *named,
                         attn_picture *picture)
{
    attn_input input;
    if (!given_input(run, path, named, &input)) return false;
    bool done =
        attn_picture_read(input.bytes, input.length, path, run->arena, picture, run->status);
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
    if (!given_path(run, g, "picture", &path) || !attn_ok(run->status)) return NULL;
    if (path) return keep_picture(run, path, NULL);
    if (file) return keep_picture(run, file, named);
    attn_fail_at(run->status, named, "the lesson needs a picture: give it with %s %s=FILE.png",
                 run->names->inputs, g->input);
    return NULL;
}

/* The one matrix that a formula stands for; NULL on failure. */
static const attn_tensor *one_matrix(attn_run *run, const attn_statement *line)
{
    attn_made *made;
    size_t count;
    char shape[48];
    if (!attn_eval_each(run->scope, line, true, &made, &count)) return NULL;
    const attn_tensor *value = count == 1 ? attn_value(run->record, made[0].node) : NULL;
    if (value && value->rank == ATTN_MATRIX) return value;
    attn_fail(run->status, ATTN_INPUT, "a picture is made of one matrix, but %s is a %s",
              line->text, value ? attn_tensor_shape(value, shape) : "list of values");
    attn_place_formula(run->status, line->origin);
    return NULL;
}

const attn_picture *attn_run_grey(attn_run *run, const attn_statement *line)
{
    enum { CHANNELS = 3, WHITE = 255 };
    const attn_tensor *value = one_matrix(run, line);
    attn_picture *picture = value ? attn_alloc(run->arena, 1, sizeof *picture) : NULL;
    if (!picture) return NULL;
    const size_t count = value->rows * value->cols;
    uint8_t *pixels = attn_room(run->arena, count, CHANNELS);
    float least = FLT_MAX, most = -FLT_MAX;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(value->data[i])) continue;
        least = fminf(least, value->data[i]);
        most = fmaxf(most, value->data[i]);
    }
    for (size_t i = 0; pixels && i < count; i++) {
        const bool counts = most > least && isfinite(value->data[i]);
        const float dark = counts ? (value->data[i] - least) / (most - least) : 0;
        memset(pixels + CHANNELS * i, (int)(WHITE * (1 - dark)), CHANNELS);
    }
    *picture = (attn_picture){.width = value->cols, .height = value->rows, .pixels = pixels};
    return pixels ? picture : NULL;
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

/* A row for each region of the grid, so many numbers after one another. */
static void fill_regions(const given *g, const attn_picture *picture, size_t row, float *numbers)
{
    const axis down = {picture->height, g->grid[0]}, across = {picture->width, g->grid[1]};
    for (size_t i = 0; i < down.parts * across.parts; i++)
        mean_color(picture, down, across, i, numbers + row * i);
}

/* How much each number of a frame differs from the frame before; of the first it does not. */
static void fill_changes(float *numbers, size_t frames, size_t regions)
{
    for (size_t f = frames; f-- > 0;)
        for (size_t i = 0; i < regions; i++) {
            float *now = numbers + 6 * (f * regions + i);
            const float *before = f ? now - 6 * regions : now;
            for (size_t c = 0; c < 3; c++) now[3 + c] = now[c] - before[c];
        }
}

/* Of so many frames, taken at equal steps from those that the film has; for a lesson that takes a
 * still picture, its first. */
static void fill_frames(const given *g, const attn_picture *film, float *numbers)
{
    const size_t there = film->frames && g->frames ? film->frames : 1, cols = g->change ? 6 : 3;
    const size_t regions = g->grid[0] * g->grid[1], count = g->frames ? g->frames : 1;
    for (size_t f = 0; f < count; f++) {
        const attn_picture frame = attn_picture_frame(film, (2 * f + 1) * there / (2 * count));
        fill_regions(g, &frame, cols, numbers + f * regions * cols);
    }
    if (g->change) fill_changes(numbers, count, regions);
}

bool attn_media_vary(const attn_run *run, const given *g, size_t *input)
{
    return (g->form == FORM_PIXELS || g->form == FORM_SOUND) && run->batch && g->input &&
           attn_batch_input(run->batch, g->input, input);
}

/* Of an example of the batch, or of the lesson or its reader; NULL on failure. */
static const attn_picture *picture_of(making *m, bool varies, size_t input, size_t example)
{
    const batch *b = m->run->batch;
    if (varies) return attn_example_picture(b->from, b->which[example], input);
    return attn_run_picture(m->run, m->given->file, &m->given->main_from, m->given);
}

attn_node attn_make_pixels(making *m)
{
    static const char *const names[] = {"red", "green", "blue", "Δred", "Δgreen", "Δblue"};
    static const attn_labels colors[] = {{.name = "color", .count = 3, .words = names},
                                         {.name = "color", .count = 6, .words = names}};
    const given *g = m->given;
    const size_t rows = g->grid[0] * g->grid[1] * (g->frames ? g->frames : 1);
    const size_t cols = colors[g->change].count;
    size_t input = 0;
    const bool varies = attn_media_vary(m->run, m->given, &input);
    const size_t count = varies ? m->run->batch->count : 1;
    m->shape = (attn_tensor){.rank = ATTN_MATRIX,
                             .batch = count,
                             .rows = rows,
                             .cols = cols,
                             .col_labels = &colors[g->change]};
    float *numbers = NULL;
    for (size_t e = 0; e < count; e++) {
        const attn_picture *picture = picture_of(m, varies, input, e);
        if (picture && !numbers && attn_making_fits(m, ATTN_COST_NUMBER))
            numbers = attn_new_numbers(m);
        if (!picture || !numbers) return 0;
        fill_frames(g, picture, numbers + e * rows * cols);
    }
    return m->leaf;
}

/* ---- sounds ---- */

enum { MOST_SAMPLES = 1 << 20 };

/* The lesson's, or the reader's in its place. */
static bool read_sound(const making *m, attn_sound *sound)
{
    attn_run *run = m->run;
    const given *g = m->given;
    const char *own;
    attn_input input;
    if (!given_path(run, g, "sound", &own) || !attn_ok(run->status)) return false;
    const char *path = own ? own : g->file;
    if (!given_input(run, path, own ? NULL : &g->main_from, &input)) return false;
    bool done = attn_wav_read(input.bytes, input.length, path, (unsigned)g->rate, run->arena, sound,
                              run->status);
    attn_input_close(&input);
    return done;
}

/* A vector of all samples, or of as many as the lesson states; sound: NULL: it states them. */
static bool take_length(making *m, const attn_sound *sound)
{
    const size_t rate = m->given->rate;
    bool stated = m->given->sizes.count > 0;
    m->shape = (attn_tensor){.batch = 1};
    if (stated && !attn_take_sizes(m)) return false;
    if (!stated) m->shape.cols = attn_resampled_count(sound, (unsigned)rate);
    m->shape.rank = ATTN_VECTOR;
    m->shape.rows = 1;
    return m->shape.cols <= MOST_SAMPLES ||
           attn_fail_at(m->run->status, &m->given->from,
                        "%s has %zu samples, %.1f s of sound: a lesson reads at most %d samples; "
                        "a smaller \"size\" cuts it",
                        m->given->key, m->shape.cols, (double)m->shape.cols / (double)rate,
                        MOST_SAMPLES);
}

/* Of an example, into the numbers of its place in the batch. */
static bool fill_example(const making *m, const example_sound *kept, float *numbers)
{
    attn_arena *arena = attn_arena_new(m->run->status);
    float *samples = arena ? attn_room(arena, kept->count, sizeof *samples) : NULL;
    for (size_t i = 0; samples && i < kept->count; i++)
        samples[i] = (float)kept->samples[i] / 32768.0f;
    const attn_sound sound = {kept->count, kept->rate, samples};
    const bool done = samples && attn_resample(&sound, (unsigned)m->given->rate, numbers,
                                               m->shape.cols, m->run->status);
    attn_arena_free(arena);
    return done;
}

/* Of all examples of the batch, which have a stated length. */
static attn_node make_examples(making *m, size_t input)
{
    const batch *b = m->run->batch;
    const size_t count = b->count;
    if (!take_length(m, NULL)) return 0;
    m->shape.batch = count;
    float *numbers = attn_making_fits(m, ATTN_COST_NUMBER) ? attn_new_numbers(m) : NULL;
    for (size_t e = 0; numbers && e < count; e++)
        if (!fill_example(m, attn_example_sound(b->from, b->which[e], input),
                          numbers + e * m->shape.cols))
            return 0;
    return numbers ? m->leaf : 0;
}

attn_node attn_make_sound(making *m)
{
    size_t input = 0;
    if (attn_media_vary(m->run, m->given, &input)) return make_examples(m, input);
    attn_sound sound;
    if (!read_sound(m, &sound) || !take_length(m, &sound)) return 0;
    float *samples = attn_making_fits(m, ATTN_COST_NUMBER) ? attn_new_numbers(m) : NULL;
    bool made = samples && attn_resample(&sound, (unsigned)m->given->rate, samples, m->shape.cols,
                                         m->run->status);
    return made ? m->leaf : 0;
}
