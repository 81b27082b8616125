/*
 * array_write: the ending of a file's name says how arrays are written into it.
 */
#include "files/arrays/array_write.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static const attn_format formats[] = {ATTN_FORMAT_NPY,  ATTN_FORMAT_NPZ, ATTN_FORMAT_SAFETENSORS,
                                      ATTN_FORMAT_JSON, ATTN_FORMAT_CSV, ATTN_FORMAT_TSV,
                                      ATTN_FORMAT_NONE};
const attn_writer attn_array_writer = {.is = "numbers are saved as", .formats = formats};

bool attn_array_holds_many(attn_format format)
{
    return format == ATTN_FORMAT_NPZ || format == ATTN_FORMAT_SAFETENSORS ||
           format == ATTN_FORMAT_JSON;
}

/* ---- checks ---- */

static bool check_count(const char *path, attn_format format, size_t count, attn_status *status)
{
    if (count == 0) return attn_fail(status, ATTN_USAGE, "%s needs an array", path);
    if (count == 1 || attn_array_holds_many(format)) return true;
    return attn_fail(status, ATTN_USAGE,
                     "a %s file holds one array, not %zu: use .npz, .safetensors or .json",
                     attn_format_name(format), count);
}

static bool check_names(const attn_array_out *items, size_t count, attn_status *status)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(items[i].name, items[k].name) == 0)
                return attn_fail(status, ATTN_USAGE, "two arrays have the name %s", items[i].name);
    return true;
}

static bool check_axes(const attn_array_numbers *array, attn_format format, attn_status *status)
{
    bool table = format == ATTN_FORMAT_CSV || format == ATTN_FORMAT_TSV;
    if (!table || array->array.rank <= 2) return true;
    return attn_fail(
        status, ATTN_USAGE,
        "a table holds a matrix, but %s has %zu axes: use .npy, .npz, .safetensors or .json",
        array->array.name, array->array.rank);
}

/* ---- shapes ---- */

attn_array_numbers attn_array_of(const attn_array_out *item)
{
    const attn_tensor *value = item->value;
    attn_array_numbers out = {.array = {.name = item->name, .count = 1}, .numbers = value->data};
    attn_array *array = &out.array;
    for (size_t i = 0; i < item->outer_rank; i++) array->shape[array->rank++] = item->outer[i];
    if (value->rank == ATTN_MATRIX) array->shape[array->rank++] = value->rows;
    if (value->rank != ATTN_NUMBER) array->shape[array->rank++] = value->cols;
    for (size_t i = 0; i < array->rank; i++) array->count *= array->shape[i];
    if (value->rank == ATTN_MATRIX) array->row_labels = value->row_labels;
    if (value->rank != ATTN_NUMBER) array->col_labels = value->col_labels;
    return out;
}

/* ---- writing ---- */

static bool write_all(attn_output *output, attn_format format, const attn_array_numbers *arrays,
                      size_t count, attn_status *status)
{
    if (format == ATTN_FORMAT_NPY) return attn_array_write_npy(output, arrays, status);
    if (format == ATTN_FORMAT_NPZ) return attn_array_write_npz(output, arrays, count, status);
    if (format == ATTN_FORMAT_JSON) return attn_array_write_json(output, arrays, count, status);
    if (format == ATTN_FORMAT_SAFETENSORS)
        return attn_array_write_safetensors(output, arrays, count, NULL, status);
    return attn_array_write_table(output, arrays, format == ATTN_FORMAT_CSV ? ',' : '\t', status);
}

bool attn_arrays_write(const char *path, const attn_array_out *items, size_t count,
                       attn_status *status)
{
    attn_format format = ATTN_FORMAT_NONE;
    attn_arena *arena =
        attn_ok(status) && attn_format_choose(&attn_array_writer, path, &format, status) &&
                check_count(path, format, count, status) && check_names(items, count, status)
            ? attn_arena_new(status)
            : NULL;
    attn_array_numbers *arrays = arena ? attn_alloc(arena, count, sizeof *arrays) : NULL;
    bool done = arrays != NULL;
    for (size_t i = 0; done && i < count; i++) {
        arrays[i] = attn_array_of(&items[i]);
        done = check_axes(&arrays[i], format, status);
    }
    attn_output *output = done ? attn_output_open(path, status) : NULL;
    done = output && attn_output_end(output, write_all(output, format, arrays, count, status));
    attn_arena_free(arena);
    if (!done) attn_status_place(status, path, 0, 0);
    return done;
}
