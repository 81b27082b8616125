/*
 * array_raw: numbers from where they lie in a file, whatever their type and order.
 *
 * In the order of the file they are read one buffer after the other. Where the first axis runs
 * fastest ("Fortran order"), a strip of rows lies in pieces, one in every column; a tile of whole
 * rows is gathered at once and kept for the strips to come.
 */
#include <string.h>

#include "core/budget.h"
#include "files/arrays/array_common.h"

enum {
    buffer_bytes = 256 * 1024,
    tile_numbers = 2 << 20, /* 8 MiB */
    far_apart = 4096        /* bytes: from here on each number is read on its own */
};

static unsigned char *buffer_of(attn_arrays *arrays, attn_status *status)
{
    if (!arrays->buffer) arrays->buffer = attn_resize(NULL, buffer_bytes);
    if (!arrays->buffer) attn_no_memory(status, "reading the numbers");
    return arrays->buffer;
}

static bool fail_large(const attn_array_item *item, size_t i, attn_status *status)
{
    return attn_fail(status, ATTN_INPUT,
                     "number %zu of %s (counted from 1) is too large for float32, which reaches "
                     "to 3.4e38",
                     i + 1, attn_array_called(&item->array));
}

/* `count` numbers that lie end to end; `place` is the first in the order of the file. */
static bool read_run(attn_arrays *arrays, const attn_array_item *item, size_t place, size_t count,
                     float *numbers, attn_status *status)
{
    size_t size = item->raw.size, at = item->at + place * size, most = buffer_bytes / size;
    if (attn_raw_is_float(item->raw))
        return attn_byte_reader_read(item->source, at, numbers, count * size, status);
    unsigned char *buffer = buffer_of(arrays, status);
    for (size_t from = 0, n; buffer && from < count; from += n, at += n * size) {
        n = count - from < most ? count - from : most;
        if (!attn_byte_reader_read(item->source, at, buffer, n * size, status)) return false;
        size_t done = attn_raw_read(item->raw, buffer, n, numbers + from);
        if (done < n) return fail_large(item, place + from + done, status);
    }
    return buffer != NULL;
}

/* ---- the first axis fastest ---- */

/* The steps, in numbers of the file, along each axis. */
static void find_steps(const attn_array *array, size_t steps[ATTN_MOST_AXES])
{
    steps[0] = 1;
    for (size_t i = 1; i < array->rank; i++) steps[i] = steps[i - 1] * array->shape[i - 1];
}

/* Where a matrix begins: its number along the axes before the last two, taken apart again. */
static size_t find_matrix(const attn_array *array, const size_t *steps, size_t matrix)
{
    size_t place = 0;
    for (size_t i = array->rank - 2; i-- > 0;) {
        place += matrix % array->shape[i] * steps[i];
        matrix /= array->shape[i];
    }
    return place;
}

/* One column of a tile: so many numbers of the file, each `step` behind the one before; they go
 * into every `stride`-th place. */
typedef struct column {
    size_t place, step, count;
    float *to;
    size_t stride;
} column;

static bool gather(attn_arrays *arrays, const attn_array_item *item, column c, attn_status *status)
{
    size_t size = item->raw.size;
    bool apart = c.step * size >= far_apart;
    size_t most = apart ? 1 : (buffer_bytes / size - 1) / c.step + 1;
    unsigned char *buffer = buffer_of(arrays, status);
    for (size_t row = 0, n; buffer && row < c.count; row += n) {
        n = c.count - row < most ? c.count - row : most;
        size_t first = c.place + row * c.step;
        if (!attn_byte_reader_read(item->source, item->at + first * size, buffer,
                                   ((n - 1) * c.step + 1) * size, status))
            return false;
        for (size_t i = 0; i < n; i++)
            if (attn_raw_read(item->raw, buffer + i * c.step * size, 1,
                              c.to + (row + i) * c.stride) == 0)
                return fail_large(item, first + i * c.step, status);
    }
    return buffer != NULL;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Gathers the tile of a matrix in which this row and column lie. */
static bool fill_tile(attn_arrays *arrays, const attn_array_item *item, size_t matrix, size_t row,
                      size_t col, attn_status *status)
{
    const attn_array *array = &item->array;
    attn_array_tile *tile = &arrays->tile;
    size_t steps[ATTN_MOST_AXES], down = array->rank - 2, across = array->rank - 1;
    size_t m = array->shape[down], n = array->shape[across];
    find_steps(array, steps);
    size_t cols = least(n, tile_numbers), rows = least(m, tile_numbers / cols);
    float *numbers = attn_resize(tile->numbers, rows * cols * sizeof *numbers);
    if (!numbers) return attn_no_memory(status, "reading the numbers");
    *tile = (attn_array_tile){
        .matrix = matrix, .row = row - row % rows, .col = col - col % cols, .numbers = numbers};
    tile->rows = least(rows, m - tile->row);
    tile->cols = least(cols, n - tile->col);
    size_t begin = find_matrix(array, steps, matrix) + tile->row * steps[down];
    for (size_t j = 0; j < tile->cols; j++) {
        column c = {begin + (tile->col + j) * steps[across], steps[down], tile->rows,
                    tile->numbers + j, tile->cols};
        if (!gather(arrays, item, c, status)) return false;
    }
    tile->item = item;
    return true;
}

static bool in_tile(const attn_array_tile *tile, const attn_array_item *item, size_t matrix,
                    size_t row, size_t col)
{
    return tile->item == item && tile->matrix == matrix && row - tile->row < tile->rows &&
           col - tile->col < tile->cols;
}

static bool read_turned(attn_arrays *arrays, const attn_array_item *item, size_t first,
                        size_t count, float *numbers, attn_status *status)
{
    const attn_array *array = &item->array;
    attn_array_tile *tile = &arrays->tile;
    size_t m = array->shape[array->rank - 2], n = array->shape[array->rank - 1];
    for (size_t done = 0, run; done < count; done += run) {
        size_t at = first + done, col = at % n, row = at / n % m, matrix = at / n / m;
        if (!in_tile(tile, item, matrix, row, col) &&
            !fill_tile(arrays, item, matrix, row, col, status))
            return false;
        run = least(tile->col + tile->cols - col, count - done);
        memcpy(numbers + done, tile->numbers + (row - tile->row) * tile->cols + (col - tile->col),
               run * sizeof *numbers);
    }
    return true;
}

/* ---- members of archives ---- */

/* All bytes of a member in memory, in the place of a source that cannot go back. */
static bool hold(attn_arrays *arrays, attn_array_item *item, attn_status *status)
{
    size_t length = item->source->length;
    if (!attn_may_hold(length))
        return attn_fail_memory(status, length, "%s, unpacked,", attn_array_called(&item->array));
    attn_byte_reader **place =
        attn_push(arrays->arena, &arrays->members, &arrays->member_count, sizeof *arrays->members);
    attn_byte_reader *held = place ? attn_byte_reader_hold(item->source, status) : NULL;
    if (place) *place = held;
    if (held) item->source = held;
    return held != NULL;
}

/* Numbers read out of order: the checksum is verified first. */
static bool check_all(attn_arrays *arrays, const attn_array_item *item, attn_status *status)
{
    unsigned char *buffer = buffer_of(arrays, status);
    for (size_t at = 0, n; buffer && at < item->source->length; at += n) {
        n = item->source->length - at < buffer_bytes ? item->source->length - at : buffer_bytes;
        if (!attn_byte_reader_read(item->source, at, buffer, n, status)) return false;
    }
    return buffer != NULL;
}

static bool prepare(attn_arrays *arrays, attn_array_item *item, attn_status *status)
{
    if (item->checked || item->source == arrays->source) return true;
    item->checked = item->packed ? hold(arrays, item, status) : check_all(arrays, item, status);
    return item->checked;
}

static bool fail_type(const attn_array_item *item, attn_status *status)
{
    if (item->refusal) return attn_fail(status, ATTN_INPUT, "%s", item->refusal);
    return attn_fail(status, ATTN_INPUT,
                     "%s has the type %s, which attnviz does not read as numbers",
                     attn_array_called(&item->array), item->array.type);
}

bool attn_array_read_raw(attn_arrays *arrays, const attn_array_item *item, size_t first,
                         size_t count, float *numbers, attn_status *status)
{
    if (item->raw.kind == ATTN_RAW_NONE) return fail_type(item, status);
    if (item->fortran && item->array.rank > 1)
        return prepare(arrays, &arrays->items[item - arrays->items], status) &&
               read_turned(arrays, item, first, count, numbers, status);
    return read_run(arrays, item, first, count, numbers, status);
}
