/*
 * Operations that look through windows: patches and pool at a picture, frames at a signal.
 *
 * A picture is a matrix with a row for each pixel, from the left, from the top, and a column for
 * each channel; its width w says where a line of pixels ends. The frames of a film stand below each
 * other.
 */
#include <math.h>
#include <string.h>

#include "record/operation.h"

/* ---- sizes: numbers that say how, the same for all examples ---- */

/* Operand i, a whole number from 1 on. */
static bool take_size(const attn_work *work, size_t i, const char *what, size_t *size)
{
    const float most = 16777216; /* 2²⁴: up to there float32 has every whole number */
    const attn_tensor *operand = attn_operand(work, i);
    if (operand->rank != ATTN_NUMBER || operand->batch > 1)
        return attn_fail_shapes(work, work->operation->needs, "");
    float number = *operand->data;
    if (!(number >= 1 && number <= most && number == floorf(number)))
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "%s: %g is not %s: it is a whole number from 1 on",
                         attn_operation_title(work->operation), (double)number, what);
    *size = (size_t)number;
    return true;
}

/* That was found right when the node was made. */
static size_t size_of(const attn_work *work, size_t i)
{
    return (size_t)*attn_operand(work, i)->data;
}

/* ---- pictures ---- */

typedef struct picture {
    size_t height, width, channels;
    size_t lines; /* of a frame; a still picture is one */
} picture;

static bool take_picture(const attn_work *work, picture *p)
{
    const attn_tensor *P = work->a;
    if (!take_size(work, 1, "the width of a picture", &p->width)) return false;
    *p = (picture){P->rows / p->width, p->width, P->cols, P->rows / p->width};
    return P->rows % p->width == 0 ||
           attn_fail(attn_record_status(work->record), ATTN_INPUT,
                     "%s: %zu rows do not make a picture that is %zu pixels wide",
                     attn_operation_title(work->operation), P->rows, p->width);
}

/* Steps of so many pixels lead from edge to edge. */
static bool divides(const attn_work *work, const picture *p, size_t step, const char *what)
{
    if (p->lines % step == 0 && p->width % step == 0) return true;
    return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                     "%s: %s of %zu does not divide a picture of %zu×%zu pixels",
                     attn_operation_title(work->operation), what, step, p->lines, p->width);
}

/* The last operand, of a film: how many lines a frame has. */
static bool take_lines(const attn_work *work, picture *p)
{
    if (work->count < 5) return true;
    return take_size(work, 4, "the height of a frame", &p->lines) &&
           (p->height % p->lines == 0 ||
            attn_fail(attn_record_status(work->record), ATTN_INPUT,
                      "%s: %zu lines of pixels do not make frames of %zu lines",
                      attn_operation_title(work->operation), p->height, p->lines));
}

static picture picture_of(const attn_work *work)
{
    const size_t width = size_of(work, 1), height = work->a->rows / width;
    return (picture){height, width, work->a->cols, work->count > 4 ? size_of(work, 4) : height};
}

/* ---- patches(P, w, k, s): windows of k×k pixels, one every s pixels, each in a row; of a film
 * patches(P, w, k, s, h), each within its frame of h lines ---- */

typedef struct patching {
    picture of;
    size_t side, stride, border; /* border: of zeros, on every side of each frame */
} patching;

static bool check_windows(const attn_work *work, size_t side, size_t stride)
{
    attn_status *status = attn_record_status(work->record);
    if (side < stride)
        return attn_fail(status, ATTN_INPUT,
                         "patches: windows of %zu pixels at a stride of %zu leave pixels out", side,
                         stride);
    return (side - stride) % 2 == 0 ||
           attn_fail(status, ATTN_INPUT,
                     "patches: windows of %zu pixels at a stride of %zu lie %zu.5 pixels beyond "
                     "each edge: take two even numbers, or two odd ones",
                     side, stride, (side - stride) / 2);
}

static bool shape_of_patches(attn_work *work)
{
    picture p;
    size_t side, stride;
    if (!take_picture(work, &p) || !take_size(work, 2, "the side of a window", &side) ||
        !take_size(work, 3, "a stride", &stride) || !take_lines(work, &p) ||
        !divides(work, &p, stride, "a stride") || !check_windows(work, side, stride))
        return false;
    uint64_t cols = attn_product64(attn_product64(side, side), p.channels);
    return attn_shape_matrix(work, p.height / stride * (p.width / stride), NULL,
                             cols < SIZE_MAX ? (size_t)cols : SIZE_MAX, NULL);
}

static patching patching_of(const attn_work *work)
{
    patching cut = {.of = picture_of(work), .side = size_of(work, 2), .stride = size_of(work, 3)};
    cut.border = (cut.side - cut.stride) / 2;
    return cut;
}

/* The numbers of one line of a window that lie inside the picture. */
typedef struct line {
    size_t from, to, count; /* from: in the picture; to: in the patches */
} line;

/* Of the window at this row and column of windows. */
static line line_of(const patching *cut, size_t row, size_t col, size_t in_window)
{
    const picture *p = &cut->of;
    const size_t above = row / (p->lines / cut->stride) * p->lines; /* in the frames before */
    size_t y = row * cut->stride - above + in_window, left = col * cut->stride; /* with border */
    size_t window = row * (p->width / cut->stride) + col;
    size_t first = left < cut->border ? cut->border - left : 0, end = p->width + cut->border - left;
    if (y < cut->border || y >= p->lines + cut->border) return (line){0};
    y += above;
    if (end > cut->side) end = cut->side;
    return (line){.from = ((y - cut->border) * p->width + left + first - cut->border) * p->channels,
                  .to = ((window * cut->side + in_window) * cut->side + first) * p->channels,
                  .count = (end - first) * p->channels};
}

static bool forward_patches(const attn_work *work)
{
    const patching cut = patching_of(work);
    const float *P = attn_numbers(work, 0);
    float *patches = attn_result(work);
    if (cut.border > 0) memset(patches, 0, attn_tensor_size(work->result) * sizeof *patches);
    for (size_t row = 0; row < cut.of.height / cut.stride; row++)
        for (size_t col = 0; col < cut.of.width / cut.stride; col++)
            for (size_t i = 0; i < cut.side; i++) {
                line at = line_of(&cut, row, col, i);
                memcpy(patches + at.to, P + at.from, at.count * sizeof *patches);
            }
    return true;
}

/* A pixel gets what arrives at each window that it is in. */
static void backward_patches(const attn_work *work)
{
    const patching cut = patching_of(work);
    const float *g = attn_upstream(work);
    float *into = attn_into(work, 0);
    for (size_t row = 0; row < cut.of.height / cut.stride && into; row++)
        for (size_t col = 0; col < cut.of.width / cut.stride; col++)
            for (size_t i = 0; i < cut.side; i++) {
                line at = line_of(&cut, row, col, i);
                attn_add_gradient(into + at.from, g + at.to, at.count);
            }
}

static attn_moved moved_by_patches(const attn_work *work, size_t place)
{
    const patching cut = patching_of(work);
    size_t a_line = cut.side * cut.of.channels, lines = place / a_line, across = cut.of.width;
    size_t window = lines / cut.side, windows = across / cut.stride;
    line at = line_of(&cut, window / windows, window % windows, lines % cut.side);
    bool inside = place >= at.to && place - at.to < at.count;
    return (attn_moved){.operand = inside ? 0 : ATTN_NO_OPERAND,
                        .from = inside ? at.from + place - at.to : 0,
                        .count = 1};
}

static attn_calculation *write_patches(attn_board *board, const attn_work *work, attn_cell at)
{
    (void)work, (void)at;
    return attn_write_words(board, "0: outside the picture");
}

/* ---- pool(P, w, k): of each block of k×k pixels the largest number of each channel ---- */

static bool shape_of_pool(attn_work *work)
{
    picture p;
    size_t side;
    if (!take_picture(work, &p) || !take_size(work, 2, "the side of a block", &side) ||
        !divides(work, &p, side, "a block"))
        return false;
    return attn_shape_matrix(work, p.height / side * (p.width / side), NULL, p.channels,
                             work->a->col_labels);
}

/* Where, in the picture, the block begins whose largest numbers are a row of the result. */
static size_t block_start(const picture *p, size_t side, size_t row)
{
    size_t across = p->width / side;
    return (row / across * p->width + row % across) * side * p->channels;
}

/* The k-th number of a channel's block, in reading order, after the block's first. */
static size_t in_block(const picture *p, size_t side, size_t k)
{
    return (k / side * p->width + k % side) * p->channels;
}

/* Of one channel, where in the picture the largest number of a block stands: the first of equals.
 */
static size_t place_of_largest(const picture *p, size_t side, const float *P, size_t first)
{
    size_t largest = first;
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            size_t place = first + (y * p->width + x) * p->channels;
            if (P[place] > P[largest]) largest = place;
        }
    return largest;
}

static bool forward_pool(const attn_work *work)
{
    const picture p = picture_of(work);
    const float *P = attn_numbers(work, 0);
    float *largest = attn_result(work);
    size_t side = size_of(work, 2);
    for (size_t row = 0; row < work->result->rows; row++)
        for (size_t c = 0; c < p.channels; c++)
            *largest++ = P[place_of_largest(&p, side, P, block_start(&p, side, row) + c)];
    return true;
}

static void backward_pool(const attn_work *work)
{
    const picture p = picture_of(work);
    const float *P = attn_numbers(work, 0), *g = attn_upstream(work);
    float *into = attn_into(work, 0);
    size_t side = size_of(work, 2);
    for (size_t row = 0; row < work->result->rows && into; row++)
        for (size_t c = 0; c < p.channels; c++)
            into[place_of_largest(&p, side, P, block_start(&p, side, row) + c)] += *g++;
}

static attn_calculation *write_pooled(attn_board *board, const attn_terms *terms, size_t k)
{
    const attn_work *work = terms->work;
    const picture p = picture_of(work);
    size_t side = size_of(work, 2), first = block_start(&p, side, terms->at.row) + terms->at.col;
    return attn_write_number(board, work->a->data[first + in_block(&p, side, k)]);
}

static attn_calculation *write_pool(attn_board *board, const attn_work *work, attn_cell at)
{
    size_t side = size_of(work, 2);
    return attn_write_call(board, "max", &(attn_terms){work, at, write_pooled, NULL}, side * side);
}

/* ---- frames(x, n, h): windows of n rows, one every h rows, each in a row ---- */

/* A vector is a signal: each of its numbers is a row. */
static size_t numbers_in_row(const attn_tensor *x)
{
    return x->rank == ATTN_VECTOR ? 1 : x->cols;
}

static bool shape_of_frames(attn_work *work)
{
    const attn_tensor *x = work->a;
    size_t length = attn_tensor_size(x) / numbers_in_row(x), n, hop;
    if (!take_size(work, 1, "the length of a window", &n) || !take_size(work, 2, "a hop", &hop))
        return false;
    if (n > length)
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "frames: a window of %zu does not fit into %zu %s%s", n, length,
                         x->rank == ATTN_VECTOR ? "number" : "row", length == 1 ? "" : "s");
    return attn_shape_matrix(work, (length - n) / hop + 1, NULL, n * numbers_in_row(x), NULL);
}

static attn_moved moved_by_frames(const attn_work *work, size_t place)
{
    const attn_tensor *frames = work->result;
    size_t row = place / frames->cols, col = place % frames->cols;
    size_t step = size_of(work, 2) * numbers_in_row(work->a);
    return (attn_moved){.from = row * step + col,
                        .count = frames->cols - col,
                        .more = col == 0 ? frames->rows - 1 - row : 0,
                        .step = step};
}

const attn_operation attn_operations_window[ATTN_OP_COUNT] = {
    [ATTN_OP_PATCHES] = {.function = "patches",
                         .least = 4,
                         .most = 5,
                         .ranks = {ATTN_MATRICES, ATTN_NUMBERS},
                         .needs =
                             "needs a matrix with a row for each pixel, and three numbers: the "
                             "picture's width, the side of a window, the stride; and, of a film, "
                             "a fourth: the height of a frame",
                         .shape = shape_of_patches,
                         .forward = forward_patches,
                         .backward = backward_patches,
                         .unread = ATTN_PART_LEFT | ATTN_PART_VALUE,
                         .write = write_patches,
                         .moved = moved_by_patches,
                         .moved_reads = true},
    [ATTN_OP_POOL] = {.function = "pool",
                      .least = 3,
                      .most = 3,
                      .ranks = {ATTN_MATRICES, ATTN_NUMBERS},
                      .needs = "needs a matrix with a row for each pixel, and two numbers: the "
                               "picture's width, the side of a block",
                      .shape = shape_of_pool,
                      .forward = forward_pool,
                      .backward = backward_pool,
                      .unread = ATTN_PART_VALUE,
                      .reads_all = true,
                      .binding = ATTN_BINDS_ATOM,
                      .write = write_pool},
    [ATTN_OP_FRAMES] = {.function = "frames",
                        .least = 3,
                        .most = 3,
                        .ranks = {ATTN_ROWS, ATTN_NUMBERS},
                        .needs = "needs a vector or a matrix, and two numbers: the length of a "
                                 "window, the hop",
                        .shape = shape_of_frames,
                        .forward = attn_move_forward,
                        .backward = attn_move_back,
                        .unread = ATTN_PART_LEFT | ATTN_PART_VALUE,
                        .moved = moved_by_frames,
                        .moved_reads = true},
};
